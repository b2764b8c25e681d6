#include "sim/squad_games/fire_phase_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "core/dice/small.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"

namespace combat_odds {

const char* const firers_form =
    "up to eight such as '8 1; 4-6-7 LMG range 2; hill: 4-6-7 range 3', each with FP and DRM or in "
    "words; for several targets what he fires at each, with | between";

namespace {

constexpr const char* adjacent_form = "all, none, or pairs such as 'A-B B-C'";

AssaultStep read_fire(std::string_view text) {
  AssaultStep step;
  step.text = std::string(text);
  for (const std::string_view word : words_of(text)) step.words.emplace_back(word);
  return step;
}

bool is_subset(unsigned part, unsigned whole) { return (part & ~whole) == 0; }

}  // namespace

std::vector<WrittenFirer> read_firers(std::string_view text, std::string_view parameter,
                                      std::size_t targets) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  std::vector<WrittenFirer> firers;
  for (std::string_view one : parts_of(text, ';')) {
    WrittenFirer firer;
    firer.text = std::string(one);
    if (const std::size_t colon = one.find(':'); colon != std::string_view::npos) {
      firer.place = trimmed(one.substr(0, colon));
      one = trimmed(one.substr(colon + 1));
    }
    const std::vector<std::string_view> parts = parts_of(one, '|');
    if (parts.size() != 1 && parts.size() != targets) {
      refuse(fmt::format("'{}' fires at {} targets", firer.text, parts.size()),
             targets == 1 ? "one, as target names" : fmt::format("one for all, or {}", targets));
    }
    for (std::size_t target = 0; target < targets; ++target) {
      const std::string_view part = parts[parts.size() == 1 ? 0 : target];
      if (part.empty()) refuse("a firer has nothing to fire", firers_form);
      firer.at.emplace_back();
      if (part != "-") firer.at.back() = read_fire(part);
    }
    if (std::none_of(firer.at.begin(), firer.at.end(), [](const auto& at) { return at; })) {
      refuse(fmt::format("'{}' fires at nobody", firer.text), firers_form);
    }
    firers.push_back(std::move(firer));
  }
  if (firers.size() > FirePhaseGroups::most_firers) {
    refuse(fmt::format("{} firers", firers.size()),
           fmt::format("at most {}", FirePhaseGroups::most_firers));
  }
  // The next letter that no firer is named by.
  char letter = 'A';
  for (WrittenFirer& firer : firers) {
    while (firer.place.empty()) {
      const std::string name(1, letter++);
      const auto has_it = [&](const WrittenFirer& other) { return other.place == name; };
      if (std::none_of(firers.begin(), firers.end(), has_it)) firer.place = name;
    }
  }
  return firers;
}

FirePhaseGroups::FirePhaseGroups(std::vector<GroupFirer> firers,
                                 const std::vector<std::string>& targets, const Rules& rules,
                                 FunctionRef<int(double)> column)
    : firers_(std::move(firers)), habit_(rules.habit) {
  name_firers();
  read_adjacent(rules.adjacent);
  make_attacks(targets, rules.modifier, column);
  some_.resize(std::size_t{1} << firers_.size());
  for (unsigned unfired = 1; unfired < some_.size(); ++unfired) {
    for (std::size_t i = 0; i < attacks_.size(); ++i) {
      const unsigned group = attacks_[i].firers;
      if (!is_subset(group, unfired) || !takes_the_first(group, unfired)) continue;
      some_[unfired].push_back(static_cast<std::uint16_t>(i));
    }
  }
}

/// Makes the attacks of all groups. An attack is superfluous if some of its firers alone are as
/// strong: the others can hold their fire.
void FirePhaseGroups::make_attacks(const std::vector<std::string>& targets, Modifier modifier,
                                   FunctionRef<int(double)> column) {
  for (unsigned group = 1; group < 1u << firers_.size(); ++group) {
    if (!holds_together(places_of(group))) continue;
    for (std::size_t target = 0; target < targets.size(); ++target) {
      std::optional<Attack> made = attack(group, target, modifier, column);
      if (!made) continue;
      made->name = names(group);
      if (targets.size() > 1) made->name += " at " + targets[target];
      attacks_.push_back(std::move(*made));
    }
  }
  std::stable_sort(attacks_.begin(), attacks_.end(), [](const Attack& a, const Attack& b) {
    return std::popcount(a.firers) < std::popcount(b.firers);
  });
  for (Attack& one : attacks_) {
    one.superfluous = std::any_of(attacks_.begin(), attacks_.end(), [&](const Attack& fewer) {
      return fewer.firers != one.firers && is_subset(fewer.firers, one.firers) &&
             fewer.target == one.target && fewer.column == one.column && fewer.drm == one.drm &&
             fewer.cowering == one.cowering;
    });
  }
}

void FirePhaseGroups::name_firers() {
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    const auto known = std::find(places_.begin(), places_.end(), firers_[i].place);
    place_of_[i] = small(known - places_.begin());
    if (known == places_.end()) {
      places_.push_back(firers_[i].place);
    } else {
      shared_places_ |= small(1u << place_of_[i]);
    }
  }
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    names_.push_back(firers_[i].place);
    if ((shared_places_ >> place_of_[i] & 1) == 0) continue;
    const auto before =
        std::count(place_of_.begin(), place_of_.begin() + static_cast<int>(i), place_of_[i]);
    names_.back() += fmt::format(" {}", before + 1);
  }
}

void FirePhaseGroups::read_adjacent(const std::string& text) {
  const unsigned all = (1u << places_.size()) - 1;
  for (std::size_t place = 0; place < places_.size(); ++place) {
    next_to_[place] = small(text == "all" ? all : 1u << place);
  }
  if (text == "all" || text == "none") return;
  for (const std::string_view pair : words_of(text)) {
    bool known = false;
    for (std::size_t a = 0; a < places_.size(); ++a) {
      for (std::size_t b = 0; b < places_.size(); ++b) {
        if (a == b || pair != places_[a] + "-" + places_[b]) continue;
        known = true;
        next_to_[a] |= small(1u << b);
        next_to_[b] |= small(1u << a);
      }
    }
    if (!known) {
      throw ArgumentError("adjacent", fmt::format("'{}' is no pair of places", pair),
                          adjacent_form);
    }
  }
}

std::uint8_t FirePhaseGroups::places_of(unsigned group) const {
  unsigned places = 0;
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    if ((group >> i & 1u) != 0) places |= 1u << place_of_[i];
  }
  return small(places);
}

/// Whether the places form one chain of adjacent places.
bool FirePhaseGroups::holds_together(std::uint8_t places) const {
  unsigned reached = places & (~places + 1u);  // the first place
  for (unsigned before = 0; before != reached;) {
    before = reached;
    for (std::size_t place = 0; place < places_.size(); ++place) {
      if ((reached >> place & 1u) != 0) reached |= next_to_[place] & places;
    }
  }
  return reached == places;
}

/// Firers with the same fire are interchangeable if they share a place, or if each is alone in its
/// place and the places have the same neighbours. Only groups with the first of them are needed.
bool FirePhaseGroups::takes_the_first(unsigned group, unsigned unfired) const {
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    if ((group >> i & 1u) != 0 || (unfired >> i & 1u) == 0) continue;
    for (std::size_t j = i + 1; j < firers_.size(); ++j) {
      if ((group >> j & 1u) == 0 || firers_[i].at != firers_[j].at) continue;
      const unsigned both = 1u << place_of_[i] | 1u << place_of_[j];
      const bool shared = (shared_places_ & both) != 0;
      const bool alike = (next_to_[place_of_[i]] | both) == (next_to_[place_of_[j]] | both);
      if (place_of_[i] == place_of_[j] || (!shared && alike)) return false;
    }
  }
  return true;
}

/// The DRM without the leader: the worst (or best) modifier among the firers, cause by cause. A DRM
/// without known causes is compared as a whole.
int FirePhaseGroups::drm_of(unsigned group, std::size_t target, Modifier modifier) const {
  const auto of_two = [&](int a, int b) {
    return modifier == Modifier::worst ? std::max(a, b) : std::min(a, b);
  };
  std::optional<int> whole;
  std::optional<std::vector<int>> causes;
  int heroes = 0;
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    if ((group >> i & 1u) == 0) continue;
    const GroupFirer::At& at = *firers_[i].at[target];
    heroes += at.heroes;
    if (at.causes.empty()) {
      whole = of_two(whole.value_or(at.drm), at.drm);
    } else if (!causes) {
      causes = at.causes;
    } else {
      std::transform(at.causes.begin(), at.causes.end(), causes->begin(), causes->begin(), of_two);
    }
  }
  if (!causes) return *whole - heroes;
  const int sum = std::accumulate(causes->begin(), causes->end(), 0);
  return of_two(whole.value_or(sum), sum) - heroes;
}

/// The attack of a group. It is directed only if each of its places has a leader; the worst one
/// counts.
std::optional<FirePhaseGroups::Attack> FirePhaseGroups::attack(
    unsigned group, std::size_t target, Modifier modifier, FunctionRef<int(double)> column) const {
  double firepower = 0;
  int cowering = 0;
  std::array<std::optional<int>, most_firers> leaders;
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    if ((group >> i & 1u) == 0) continue;
    const std::optional<GroupFirer::At>& at = firers_[i].at[target];
    if (!at) return std::nullopt;
    firepower += at->firepower;
    cowering = std::max(cowering, at->cowering);
    std::optional<int>& leader = leaders[place_of_[i]];
    if (at->leadership) leader = std::min(leader.value_or(*at->leadership), *at->leadership);
  }
  Attack made;
  made.firers = small(group);
  made.places = places_of(group);
  made.target = small(target);
  made.column = column(firepower);
  if (made.column < 0) return std::nullopt;
  made.drm = drm_of(group, target, modifier);
  std::optional<int> worst;
  bool directed = true;
  for (std::size_t place = 0; place < places_.size(); ++place) {
    if ((made.places >> place & 1) == 0) continue;
    directed = directed && leaders[place];
    if (leaders[place]) worst = std::max(worst.value_or(*leaders[place]), *leaders[place]);
  }
  if (directed) made.drm += *worst;
  made.cowering = directed ? 0 : cowering;
  return made;
}

FirePhaseGroups::Phase FirePhaseGroups::start() const {
  Phase phase;
  phase.unfired = small((1u << firers_.size()) - 1);
  return phase;
}

std::vector<const FirePhaseGroups::Attack*> FirePhaseGroups::allowed(const Phase& phase) const {
  std::vector<const Attack*> attacks;
  for (const std::uint16_t i : some_[phase.unfired]) {
    const bool again = (phase.fired_at[attacks_[i].target] & attacks_[i].places) != 0;
    if (!again) attacks.push_back(&attacks_[i]);
  }
  return attacks;
}

FirePhaseGroups::Options FirePhaseGroups::options(const Phase& phase, Targets targets) const {
  Options options;
  if (phase.unfired == 0) return options;
  const auto first = static_cast<std::size_t>(std::countr_zero(unsigned{phase.unfired}));
  // The habitual attack is the greatest in this order.
  const auto rank = [&](const Attack& attack) {
    const bool at_unbroken = (targets.unbroken >> attack.target & 1u) != 0;
    const int firers = std::popcount(attack.firers);
    const bool alone = std::has_single_bit(attack.places);
    const bool is_first = alone && place_of_[first] == std::countr_zero(attack.places);
    const int wanted = habit_ == Habit::together ? firers : alone ? firers + (is_first ? 8 : 0) : 0;
    return std::tuple(at_unbroken, wanted, -int{attack.target}, -int{attack.firers});
  };
  const Attack* habit = nullptr;
  for (const Attack* const attack : allowed(phase)) {
    if ((targets.left >> attack->target & 1u) == 0) continue;
    if (habit == nullptr || rank(*attack) > rank(*habit)) habit = attack;
    if (!attack->superfluous) options.attacks.push_back(attack);
  }
  if (habit == nullptr) return options;
  if (habit->superfluous) options.attacks.push_back(habit);
  options.habit = static_cast<std::size_t>(
      std::find(options.attacks.begin(), options.attacks.end(), habit) - options.attacks.begin());
  return options;
}

Facts FirePhaseGroups::with_firers(Facts facts, const Phase& phase) const {
  facts.emplace_back("to fire", names(phase.unfired));
  return facts;
}

void FirePhaseGroups::fire(Phase& phase, const Attack& attack) const {
  phase.unfired = static_cast<std::uint8_t>(phase.unfired & ~attack.firers);
  phase.fired_at[attack.target] |=
      static_cast<std::uint8_t>(places_of(attack.firers) & shared_places_);
  // The targets fired at from a place no longer matter once everybody there has fired.
  const std::uint8_t waiting = places_of(phase.unfired);
  for (std::uint8_t& places : phase.fired_at) places &= waiting;
}

std::string FirePhaseGroups::names(unsigned group) const {
  std::string text;
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    if ((group >> i & 1u) == 0) continue;
    text += (text.empty() ? "" : " + ") + names_[i];
  }
  return text;
}

std::vector<std::string> FirePhaseGroups::told() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < firers_.size(); ++i) {
    const std::string& text = firers_[i].text;
    const std::size_t colon = text.find(':');
    const std::string_view rest = colon == std::string::npos
                                      ? std::string_view(text)
                                      : trimmed(std::string_view(text).substr(colon + 1));
    lines.push_back(fmt::format("{}: {}", names_[i], rest));
  }
  return lines;
}

}  // namespace combat_odds
