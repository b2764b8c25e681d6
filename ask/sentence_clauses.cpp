#include "ask/sentence_clauses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/sentence_rewriting.hpp"
#include "ask/vocabulary.hpp"

namespace combat_odds {
namespace {

/// What a sentence names: a unit of a nation, a leader, or a vehicle or gun.
struct Named {
  std::size_t first = 0;
  std::size_t length = 0;
  char kind = ' ';  ///< u, l, v
  std::string nation;
};

std::vector<Named> all_named(const Words& words, const NamesSaid& vehicles) {
  std::vector<Named> all;
  for (std::size_t at = 0; at < words.size();) {
    Named named{at, 1, kind_of(words[at]), ""};
    if (named.kind == 'u') named.nation = common_words().nation_of(*units_said(words[at]));
    if (named.kind != 'u' && named.kind != 'l') {
      const auto vehicle = vehicles.at(words, at);
      named.kind = vehicle ? 'v' : ' ';
      named.length = vehicle ? vehicle->length : 1;
    }
    if (named.kind != ' ') all.push_back(named);
    at += named.length;
  }
  return all;
}

/// With what is said right in front of it: "two", "concealed", "moving"; not before `least`.
std::size_t begin_of(const Words& words, std::size_t at, std::size_t least) {
  static const Words measuring = {"range", "distance", "turn"};
  const CommonWords& common = common_words();
  while (at > least &&
         (common.states.contains(words[at - 1]) || common.is_adjective(words[at - 1]) ||
          (number_said(words[at - 1]) && words[at - 1].size() < 3) ||
          common.numbers.contains(words[at - 1]))) {
    const bool is_measure = at > 1 && number_said(words[at - 1]) &&
                            std::ranges::find(measuring, words[at - 2]) != measuring.end();
    if (is_measure) break;
    --at;
  }
  return at;
}

/// Whether a word there parts who acts from whom it is done to: not "at 4 hexes", "on turn 3".
bool parts_there(const Words& words, std::size_t at, std::size_t thing) {
  static const Words always = {"against", "vs", "versus", "v", "upon", "under", "onto"};
  static const Words before_it = {"at", "on", "from", "by", "into"};
  return has(always, words[at]) || (at + 1 == thing && has(before_it, words[at]));
}

}  // namespace

std::optional<TwoGroups> two_groups(const Words& words, const NamesSaid& vehicles) {
  static const Words joining = {"and", "with", "plus", "or", "by", "under", "led"};
  static const Words holding = {"held", "occupied", "defended"};
  std::vector<Named> first;
  std::optional<TwoGroups> groups;
  std::vector<Named> second;
  std::size_t all_end = 0;  // behind the last that was named
  for (const Named& named : all_named(words, vehicles)) {
    const std::size_t begin = begin_of(words, named.first, first.empty() ? 0 : all_end);
    const auto end_of = [](const Named& each) { return each.first + each.length; };
    const std::vector<Named>& now = groups ? second : first;
    const bool is_held = begin > 1 && words[begin - 1] == "by" && has(holding, words[begin - 2]);
    const bool is_joined = begin > 0 && has(joining, words[begin - 1]) && !is_held;
    const bool differs =
        !is_joined && named.kind != 'l' && std::ranges::any_of(now, [&](const Named& each) {
          if (each.kind == 'l') return false;
          if (each.kind == 'v' || named.kind == 'v') return true;
          const bool is_apart = end_of(now.back()) < begin;
          if (each.nation.empty() || named.nation.empty()) return is_apart;
          return each.nation != named.nation;
        });
    all_end = end_of(named);
    if (now.empty() || !differs) {
      (groups ? second : first).push_back(named);
      continue;
    }
    if (groups) return std::nullopt;  // there are three
    const std::size_t first_end = end_of(now.back());
    const std::size_t first_begin = begin_of(words, first.front().first, 0);
    if (first_begin > 0 && parts_there(words, first_begin - 1, first_begin)) return std::nullopt;
    for (std::size_t at = 0; at < begin && !is_held; ++at) {
      const bool is_between = at >= first_end;
      if (is_between && parts_there(words, at, begin)) return std::nullopt;
    }
    const auto said = [&](const Named& each) {
      return fmt::format("{}",
                         fmt::join(words.begin() + static_cast<std::ptrdiff_t>(each.first),
                                   words.begin() + static_cast<std::ptrdiff_t>(end_of(each)), " "));
    };
    groups = TwoGroups{first_end, begin, said(first.front()), said(named)};
    second.push_back(named);
  }
  return groups;
}

namespace {

/// Those who stand together: "two 4-6-7 with an LMG and an 8-1".
struct Group {
  std::size_t begin = 0;  ///< with what is said in front of them
  std::size_t end = 0;
  std::string nation;
  bool is_vehicle = false;
};

bool any_at(const Words& words, std::size_t at, const Words& all) {
  return at < words.size() && has(all, words[at]);
}

/// Behind the weapons that stand behind a unit: "and its LMG".
std::size_t end_with_weapons(const Words& words, std::size_t end) {
  static const Words weapons = {"lmg", "mmg", "hmg", "dc", "ft", "atr"};
  static const Words joining = {"and", "with", "plus", "has", "its", "their", "german", "russian"};
  for (;;) {
    std::size_t at = end;
    while (any_at(words, at, joining)) ++at;
    if (!any_at(words, at, weapons)) return end;
    end = at + 1;
  }
}

/// Those who stand together, in their order. "with" and "and" between two nations join nothing.
std::vector<Group> groups_of(const Words& words, const NamesSaid& vehicles) {
  static const Words joining = {"and", "with", "plus", "or", "led", "by", "under", "my", "his"};
  std::vector<Group> groups;
  for (const Named& named : all_named(words, vehicles)) {
    const std::size_t least = groups.empty() ? 0 : groups.back().end;
    const std::size_t begin = begin_of(words, named.first, least);
    const std::size_t end = end_with_weapons(words, named.first + named.length);
    const bool is_vehicle = named.kind == 'v';
    bool goes_on = !groups.empty();
    for (std::size_t at = least; goes_on && at < begin; ++at) goes_on = has(joining, words[at]);
    if (goes_on) {
      Group& last = groups.back();
      const bool differs =
          !last.nation.empty() && !named.nation.empty() && last.nation != named.nation;
      goes_on = !differs && last.is_vehicle == is_vehicle && !(is_vehicle && begin > least);
      if (goes_on) {
        last.end = end;
        if (last.nation.empty()) last.nation = named.nation;
        continue;
      }
    }
    groups.push_back({begin, end, named.nation, is_vehicle});
  }
  return groups;
}

bool are_enemies(const Group& one, const Group& other) {
  if (one.is_vehicle || other.is_vehicle) return true;
  return !one.nation.empty() && !other.nation.empty() && one.nation != other.nation;
}

bool are_two_sides(const std::vector<Group>& groups) {
  return groups.size() == 2 && are_enemies(groups[0], groups[1]);
}

Words first_of(const Words& words, std::size_t count) {
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

void append(Words& to, const Words& from, std::size_t first, std::size_t last) {
  for (std::size_t at = first; at < last; ++at) to.push_back(from[at]);
}

/// "hitting" of "hit", "capturing" of "capture".
std::string gerund_of(const std::string& verb) {
  static const Words doubling = {"hit", "pin"};
  if (has(doubling, verb)) return verb + verb.back() + "ing";
  return (verb.ends_with('e') ? verb.substr(0, verb.size() - 1) : verb) + "ing";
}

/// What one does to another, as it is said in front of him: "capture", "capturing". Empty: no such
/// verb.
std::string deed_of(const std::string& word) {
  static const Words deeds = {"hit",    "break",   "kill",   "pin",    "eliminate", "destroy",
                              "hurt",   "capture", "shoot",  "attack", "engage",    "fire",
                              "ambush", "assault", "charge", "reduce", "immobilize"};
  const auto deed = std::ranges::find_if(
      deeds, [&](const std::string& each) { return word == each || word == gerund_of(each); });
  return deed == deeds.end() ? "" : *deed;
}

/// A deed that says no more than that they fire.
bool is_mere_fire(const std::string& deed) {
  static const Words mere = {"shoot", "attack", "engage", "fire"};
  return has(mere, deed);
}

/// Whether a word for how one moves stands in the clause of a group.
bool moves(const Words& words, const Group& group, std::size_t last) {
  static const Words moving = {"runs", "moves", "crosses", "dashes", "walks", "sprints", "steps"};
  constexpr std::size_t far = 3;
  for (std::size_t at = group.end; at < std::min(last, group.end + far); ++at) {
    if (has(moving, words[at])) return true;
  }
  return false;
}

/// "capturing a 4-4-7 in woods with a 4-6-7 at range 2": he acts who stands behind "with".
void put_deed_behind(const Words& words, const std::vector<Group>& groups,
                     std::vector<Words>& all) {
  static const Words by = {"with", "by", "using"};
  static const Words riding = {"riders", "riding", "aboard", "passengers", "passenger", "rider"};
  if (!are_two_sides(groups)) return;
  if (!any_at(words, groups[1].begin - 1, by)) return;
  const bool may_ride =
      std::ranges::any_of(words, [](const std::string& word) { return has(riding, word); });
  std::size_t verb = groups[0].begin;
  if (verb > 0 && common_words().is_divide(words[verb - 1])) --verb;
  const std::string deed = verb > 0 ? deed_of(words[verb - 1]) : "";
  if (deed.empty() || may_ride) return;
  const auto with = [&](const Words& in_front, const Words& behind) {
    Words turned = first_of(words, verb - 1);
    turned.insert(turned.end(), in_front.begin(), in_front.end());
    append(turned, words, groups[1].begin, groups[1].end);
    turned.emplace_back("vs");
    append(turned, words, groups[0].begin, groups[1].begin - 1);
    append(turned, words, groups[1].end, words.size());
    turned.insert(turned.end(), behind.begin(), behind.end());
    all.push_back(std::move(turned));
  };
  if (is_mere_fire(deed)) {
    with({}, {});
  } else {
    with({deed}, {});
    with({}, {deed});
  }
}

/// "a molotov from a 4-4-7 at a KV-1": he acts who stands behind "from".
void put_from_away(const Words& words, const std::vector<Group>& groups, std::vector<Words>& all) {
  static const Words from = {"from", "by"};
  static const Words at = {"at", "on", "onto", "upon", "against", "vs"};
  const bool is_it = groups.size() == 2 && groups[0].begin > 1 &&
                     any_at(words, groups[0].begin - 1, from) &&
                     any_at(words, groups[1].begin - 1, at);
  if (is_it) all.push_back(without(words, groups[0].begin - 1, groups[0].begin));
}

/// "4-6-7 has the HMG and a 9-2 directs it": he stands with them.
Words with_leaders_beside(const Words& words) {
  static const Words directing = {"directs", "leads", "directing", "leading"};
  static const Words whom = {"it", "them", "fire"};
  Words plain = words;
  for (std::size_t at = 1; at + 1 < plain.size(); ++at) {
    const auto unit = units_said(plain[at - 1]);
    if (!unit || !is_leader(*unit) || !has(directing, plain[at])) continue;
    if (any_at(plain, at + 1, whom)) plain = without(plain, at, at + 2);
  }
  for (std::size_t at = 1; at + 1 < plain.size(); ++at) {
    const bool has_weapon =
        plain[at] == "has" && units_said(plain[at - 1]) && end_with_weapons(plain, at) > at;
    if (has_weapon) plain[at] = "with";
  }
  return plain;
}

/// "a 4-6-7 with an HMG, a 5-2-7 runs across the street": he is fired at who moves in a clause of
/// his own.
void put_mover_behind(const Words& words, const std::vector<Group>& groups,
                      std::vector<Words>& all) {
  if (!are_two_sides(groups)) return;
  const bool is_second =
      moves(words, groups[1], words.size()) && !moves(words, groups[0], groups[1].begin);
  if (!is_second) return;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (parts_there(words, at, groups[1].begin)) return;
  }
  Words parted = first_of(words, groups[1].begin);
  parted.emplace_back("at");
  append(parted, words, groups[1].begin, groups[1].end);
  parted.emplace_back("that");
  append(parted, words, groups[1].end, words.size());
  all.push_back(std::move(parted));
}

/// "a 12 FP group": it is what fires.
void put_group_away(const Words& words, std::vector<Words>& all) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const bool is_group = words[at] == "group" && words[at - 1] == "fp";
    if (is_group && !has(words, "groups")) all.push_back(without(words, at, at + 1));
  }
}

/// Where what is asked begins, that ends in front of `end`: "what chance to at least".
std::size_t question_before(const Words& words, std::size_t end, std::size_t least) {
  static const Words asking = {"what", "chance", "chances", "odds",  "probability", "likelihood",
                               "to",   "of",     "at",      "least", "even",        "just",
                               "how",  "likely", "do",      "i",     "we",          "can",
                               "is",   "are",    "my",      "get",   "for",         "often"};
  std::size_t first = end;
  while (first > least && has(asking, words[first - 1])) --first;
  return first;
}

/// "two 4-6-7, range 4, what chance to at least pin a 4-4-7 in stone": whom it is to be done to
/// stands right behind.
std::optional<Words> with_question_behind(const Words& words, const std::vector<Group>& groups) {
  std::size_t verb = groups[1].begin - 1;
  while (verb > groups[0].end && any_at(words, verb, {"lone", "single", "his"})) --verb;
  if (verb <= groups[0].end || deed_of(words[verb]).empty()) return std::nullopt;
  const std::size_t first = question_before(words, verb, groups[0].end);
  const bool is_asked = first < verb && (words[verb - 1] == "to" || words[verb - 1] == "of" ||
                                         words[verb - 1] == "least" || words[verb - 1] == "i");
  if (!is_asked) return std::nullopt;
  for (std::size_t at = groups[0].begin + 1; at < first; ++at) {
    const bool is_measure = at + 1 < words.size() && number_said(words[at + 1]);
    if (parts_there(words, at, at + 1) && !is_measure) return std::nullopt;
  }
  Words turned = first_of(words, first);
  turned.emplace_back("at");
  append(turned, words, verb + 1, words.size());
  append(turned, words, first, verb + 1);
  return turned;
}

/// "a 4-4-7 runs through the fire of a 4-6-7", "a 4-4-7 gets shot at by a 4-6-7": he acts who
/// stands behind.
std::optional<Words> with_firer_in_front(const Words& words, const std::vector<Group>& groups) {
  static const Words into = {"through", "into", "across", "past"};
  static const Words shot = {"shot", "fired", "engaged", "targeted", "raked", "sprayed"};
  static const Words being = {"is", "are", "gets", "get", "being", "was", "getting", "been"};
  std::size_t first = groups[1].begin;
  if (first > 0 && (words[first - 1] == "by" || words[first - 1] == "from")) --first;
  if (first < groups[0].end + 2) return std::nullopt;
  const bool is_fire = words[first - 1] == "fire" && any_at(words, first - 2, into);
  if (is_fire) {
    first -= 2;
  } else {
    while (first > groups[0].end && any_at(words, first - 1, {"at", "on", "upon", "up"})) --first;
    if (!any_at(words, first - 1, shot) || words[groups[1].begin - 1] != "by") return std::nullopt;
    --first;
    while (first > groups[0].end && any_at(words, first - 1, being)) --first;
  }
  Words turned = first_of(words, groups[0].begin);
  append(turned, words, groups[1].begin, groups[1].end);
  turned.emplace_back("at");
  append(turned, words, groups[0].begin, first);
  append(turned, words, groups[1].end, words.size());
  return turned;
}

/// "advance a 4-6-7 into a building with a 4-4-7": he acts who is moved.
std::optional<Words> with_advance_parted(const Words& words, const std::vector<Group>& groups) {
  static const Words advancing = {"advance", "advancing", "move", "send"};
  static const Words into = {"into", "in", "onto"};
  static const Words holding = {"with", "containing"};
  const std::size_t end = groups[1].begin - 1;
  const auto from = words.begin();
  const auto unit = from + static_cast<std::ptrdiff_t>(groups[0].begin);
  const auto verb = std::find_first_of(from, unit, advancing.begin(), advancing.end());
  constexpr std::ptrdiff_t most_states = 3;  // "advance a concealed stealthy 6-2-8"
  const bool is_it = unit - verb > 0 && unit - verb <= most_states + 1 &&
                     any_at(words, groups[0].end, into) && any_at(words, end, holding);
  if (!is_it) return std::nullopt;
  Words turned(from, verb);
  turned.insert(turned.end(), verb + 1, unit);
  append(turned, words, groups[0].begin, groups[0].end);
  turned.emplace_back("vs");
  append(turned, words, groups[1].begin, groups[1].end);
  turned.emplace_back("advancing");
  append(turned, words, groups[0].end, end);
  append(turned, words, groups[1].end, words.size());
  return turned;
}

/// "5-4-8, next door to a 6-2-8 in a stone house, prep fire": he acts who is named first, where
/// nothing is said of where he stands.
std::optional<Words> with_neighbour_behind(const Words& words, const std::vector<Group>& groups) {
  const std::size_t end = groups[1].begin;
  const bool is_beside = words[end - 1] == "to" && end - 1 > groups[0].end;
  if (!is_beside || groups[0].begin > 0) return std::nullopt;
  const bool is_whole = any_at(words, groups[0].end, {"next", "adjacent"});
  if (!is_whole || end - groups[0].end > 3) return std::nullopt;
  Words turned = first_of(words, groups[0].end);
  turned.emplace_back("adjacent");
  turned.emplace_back("at");
  append(turned, words, end, words.size());
  return turned;
}

}  // namespace

std::optional<Words> in_said_order(const Words& words, const NamesSaid& vehicles) {
  const std::vector<Group> groups = groups_of(words, vehicles);
  if (!are_two_sides(groups)) return std::nullopt;
  if (auto turned = with_question_behind(words, groups)) return turned;
  if (auto turned = with_firer_in_front(words, groups)) return turned;
  if (auto turned = with_advance_parted(words, groups)) return turned;
  return with_neighbour_behind(words, groups);
}

std::vector<Words> in_plain_order(const Words& words, const NamesSaid& vehicles) {
  std::vector<Words> all;
  const Words beside = with_leaders_beside(words);
  const std::vector<Group> groups = groups_of(beside, vehicles);
  put_deed_behind(beside, groups, all);
  put_from_away(beside, groups, all);
  if (beside != words) put_mover_behind(beside, groups, all);
  put_group_away(beside, all);
  if (all.empty() && beside != words) all.push_back(beside);
  return all;
}

}  // namespace combat_odds
