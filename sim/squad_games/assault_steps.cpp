#include "sim/squad_games/assault_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"

namespace combat_odds {

const char* const assault_steps_form =
    "steps such as 'fire 8 1; return x2 2; rout; close-combat', one after the other";

void describe_order(Declaration<StepsAsked>& asked, const std::string& rule) {
  asked
      .asks(&StepsAsked::first_turn, "first_turn", one_of({"attacker", "defender"}),
            "whose Player Turn the first step is in; each 'end turn' changes it")
      .asks(&StepsAsked::any_order, "any_order",
            "steps may come in any order, whatever the sequence of play says (" + rule + ")")
      .asks(&StepsAsked::when_decided, "when_decided",
            "report after which step one side first had no unbroken unit left")
      .asks(
          &StepsAsked::stop_after, "stop_after", 1, StepSet::most,
          "only the first so many of the steps are played, as they are written, whatever fire_order "
          "makes of those: '1..6' shows a turn of six step by step")
      .tried_with({"1", "2"});
}

void describe_choices(Declaration<StepsAsked>& asked) {
  asked
      .asks(&StepsAsked::optional_steps, "optional_steps",
            "the attacker plays the steps with a '?'")
      .decides()
      .asks(&StepsAsked::optional_returns, "optional_returns",
            "the defender plays his steps with a '?'")
      .decides(1);
}

Term decided_event() {
  return {"decided", "with when_decided: one side had no unbroken unit left at some time"};
}

Term decided_measure() {
  return {"decided_after", "the step after which it was so; 0: from the start"};
}

void tell_decision(Outcome& outcome, int decided) {
  outcome.event("decided", decided != 0).measure_if(decided != 0, "decided_after", decided - 1);
}

std::string assault_steps_meaning(const std::string& fire_in,
                                  const std::string& attacks_on_vehicles) {
  return "what happens, one step after the other: 'rally' of both sides (or 'rally attacker'); 'fire' "
         "at the defender and 'return' at the attacker, each with firepower and DRM ('8 1'), as a "
         "multiple of what is left of those who fire ('x2 1') or in the words of " +
         fire_in +
         " ('2*4-6-7 LMG range 1 terrain stone'); 'rout' of the broken defenders (or 'rout "
         "attacker', 'rout both'); 'advance'; 'close-combat', which advances first where nobody has, or "
         "'capture', the same to take prisoners; "
         "'end turn'. Behind a step may stand how often it is played ('x3') and a condition: 'if "
         "attacker >= 2 squads', 'unless defender broken', 'x4 until defender gone'; several steps in "
         "brackets have them together: '(rally; fire 8 1; end turn) x3'. Where a side is in groups, a "
         "step names them: 'fire base at front' with all that is left of base, 'fire base at front +1' "
         "or '8 1', 'return back at assault', 'rally base', 'rout front', 'advance assault at front', "
         "'close-combat assault at front', 'until front broken'. 'smoke assault at front' lays smoke, "
         "'cross assault 2 open ground under front' crosses the ground under the fire of front. 'oba at "
         "front 20' is artillery with that firepower on front, 'oba at front and back calibre 120' a DR "
         "on each. A group may be a vehicle, whose machine guns 'fire tank at front', or the crew of a "
         "gun; 'he tank at front' is the fire of its gun, 'ap pak at tank' at a vehicle of the other "
         "side; " +
         attacks_on_vehicles +
         " and 'close-combat front at tank' attack it, 'overrun tank at front' is its Overrun. Behind "
         "a '?' a step is left to the side that plays it ('smoke assault?')";
}

namespace {

using AtCrossers = AssaultStep::AtCrossers;
using Kind = AssaultStep::Kind;
using Phase = TurnSequence::Phase;

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> names = {
      "rally", "fire", "return", "rout", "advance", "close-combat", "end-turn", "smoke", "cross"};
  return names;
}

constexpr std::string_view artillery = "oba";
constexpr std::string_view shells = "he";
constexpr std::string_view rounds = "ap";
constexpr std::string_view capture = "capture";
constexpr std::string_view overrun = "overrun";
constexpr std::string_view immobilize = "immobilize";
constexpr std::string_view molotov = "molotov";

/// Steps of infantry against a vehicle, or of a vehicle against infantry.
const std::vector<std::string>& vehicle_steps() {
  static const std::vector<std::string> names = {"panzerfaust", std::string(molotov),
                                                 std::string(immobilize), std::string(overrun)};
  return names;
}

/// The first word of every step.
std::vector<std::string> first_words() {
  std::vector<std::string> words = kinds();
  words.emplace_back(artillery);
  words.emplace_back(shells);
  words.emplace_back(rounds);
  words.emplace_back(capture);
  words.insert(words.end(), vehicle_steps().begin(), vehicle_steps().end());
  return words;
}

const std::vector<std::string>& sides() {
  static const std::vector<std::string> names = {"attacker", "defender", "both"};
  return names;
}

/// Reads a factor such as "x2" or "*0.5".
std::optional<double> read_factor(std::string_view word) {
  const std::size_t sign = word.starts_with("\u00d7")                        ? 2
                           : !word.empty() && word.find_first_of("xX*") == 0 ? 1
                                                                             : 0;
  return sign == 0 ? std::nullopt : number_in<double>(word.substr(sign));
}

}  // namespace

std::optional<int> signed_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return number_in<int>(word);
}

bool AssaultStep::says_power() const {
  if (words.empty() || words.front() == "0") return false;
  const char first = words.front().front();
  return (first >= '0' && first <= '9') || read_factor(words.front()).has_value();
}

namespace {

/// Reads a step's words from the end: its condition, and how often it is played.
class StepReader {
 public:
  StepReader(std::string_view text, std::string_view parameter, const GroupNames& groups)
      : text_(text), parameter_(parameter), groups_(groups) {
    for (const std::string_view word : words_of(text)) words_.emplace_back(word);
  }

  std::vector<AssaultStep> read() {
    AssaultStep step;
    if (words_.empty()) refuse("a step is empty", assault_steps_form);
    step.condition = take_condition();
    step.optional = take_question_mark();
    if (words_.empty()) refuse("a condition without a step", "a step in front of it");
    step.is_oba = folded(words_.front()) == artillery;
    step.is_he = folded(words_.front()) == shells;
    step.is_ap = folded(words_.front()) == rounds;
    step.captures = folded(words_.front()) == capture;
    step.kind = take_kind();
    if (step.kind == Kind::meet_vehicle) step.how = *found_how_;
    const int times = take_times(step.is_fire());
    check_until(times);
    if (step.kind == Kind::end_turn && step.condition) {
      refuse("a Player Turn ends in any case", "'end turn'");
    }
    step.text = fmt::format("{}", fmt::join(words_, " "));
    step.words.assign(words_.begin() + static_cast<std::ptrdiff_t>(used_), words_.end());
    const bool of_sides = step.kind == Kind::rally || step.kind == Kind::rout;
    const bool of_vehicle = step.kind == Kind::meet_vehicle;
    if (step.optional && (of_sides || step.is_oba || of_vehicle || step.kind == Kind::end_turn)) {
      refuse("nobody is asked there", "a step without '?'");
    }
    if (of_sides) {
      read_sides(step);
    } else if (step.kind == Kind::smoke) {
      read_smoke(step);
    } else if (step.kind == Kind::cross) {
      read_crossing(step);
    } else if (step.is_oba) {
      read_oba(step);
    } else if (step.fires_gun()) {
      read_gun(step);
    } else if (of_vehicle) {
      read_meeting(step);
    } else if (step.kind != Kind::end_turn) {
      read_groups(step);
    }
    const bool has_words = of_sides || step.is_fire() || step.kind == Kind::smoke ||
                           step.kind == Kind::cross || step.kind == Kind::meet_vehicle;
    if (!has_words && !step.words.empty()) {
      const bool in_groups =
          step.kind != Kind::end_turn && !groups_.attacker.empty() && !groups_.defender.empty();
      refuse(fmt::format("'{}' is too much", fmt::join(step.words, " ")),
             in_groups ? fmt::format("'{} {} at {}'", name(step), groups_.attacker.front(),
                                     groups_.defender.front())
                       : fmt::format("'{}'", name(step)));
    }
    return std::vector<AssaultStep>(static_cast<std::size_t>(times), step);
  }

  /// What is said of all steps in brackets. Returns how often they are played.
  int read_of_all(std::vector<AssaultStep>& steps) {
    const std::optional<AssaultCondition> condition = take_condition();
    const int times = words_.size() == 1 ? take_times(false) : 1;
    if (!words_.empty()) refuse("what is said behind the brackets?", "'x3', or a condition");
    check_until(times);
    for (AssaultStep& step : steps) {
      if (!condition || step.kind == Kind::end_turn) continue;
      if (step.condition)
        refuse("a step in the brackets has a condition of its own", "one of the two conditions");
      step.condition = condition;
    }
    return times;
  }

 private:
  [[noreturn]] void refuse(const std::string& wrong, const std::string& right) const {
    const std::string said = text_.empty() ? wrong : fmt::format("'{}': {}", text_, wrong);
    throw ArgumentError(std::string(parameter_), said, right);
  }

  static const std::string& name(const AssaultStep& step) {
    if (step.kind == Kind::meet_vehicle) return step.how;
    static const std::string captures(capture);
    if (step.captures) return captures;
    return kinds()[static_cast<std::size_t>(step.kind)];
  }

  /// "if attacker >= 2 squads", "unless defender broken", "until defender gone".
  std::optional<AssaultCondition> take_condition() {
    const auto begins = [](const std::string& word) {
      return word == "if" || word == "unless" || word == "until";
    };
    const auto found = std::find_if(words_.begin(), words_.end(), begins);
    if (found == words_.end()) return std::nullopt;
    const std::vector<std::string> said(found, words_.end());
    condition_text_ = fmt::format("{}", fmt::join(said, " "));
    words_.erase(found, words_.end());
    until_ = said.front() == "until";
    AssaultCondition condition = read_condition({said.begin() + 1, said.end()});
    condition.text = condition_text_;
    condition.ends_repetition = until_;
    if (said.front() == "if") return condition;
    if (condition.least > 0) {  // the contrary: fewer, or more
      condition.most = condition.least - 1;
      condition.least = 0;
    } else {
      condition.least = condition.most + 1;
      condition.most = AssaultCondition().most;
    }
    return condition;
  }

  AssaultCondition read_condition(const std::vector<std::string>& said) const {
    const char* const form =
        "'attacker broken', 'defender gone', 'attacker >= 2 squads' or 'defender < 3 units'";
    const auto wrong = [&] { refuse(fmt::format("'{}' is no condition", condition_text_), form); };
    AssaultCondition condition;
    if (said.size() < 2) wrong();
    const std::optional<std::size_t> side = find_name(said[0], sides());
    if (side == both_sides) wrong();
    condition.of_attacker = side ? *side == 0 : group(said[0], true) != 0;
    if (!side) condition.groups = group(said[0], condition.of_attacker);
    if (condition.groups == 0 && groups_.any()) {
      refuse(fmt::format("who is '{}'?", said[0]), "attacker or defender, or " + all_named());
    }
    if (condition.groups == 0) wrong();
    if (said.size() == 2) {
      const bool broken = said[1] == "broken";
      if (!broken && said[1] != "gone") wrong();
      condition.what = broken ? AssaultCondition::What::unbroken : AssaultCondition::What::there;
      condition.most = 0;
      return condition;
    }
    const std::optional<int> number = said.size() == 4 ? number_in<int>(said[2]) : std::nullopt;
    if (!number || *number < 0 || *number > condition.most) wrong();
    if (said[3] == "units" || said[3] == "unit") {
      condition.what = AssaultCondition::What::unbroken;
    } else if (said[3] != "squads" && said[3] != "squad") {
      wrong();
    }
    const std::string& sign = said[1];
    if (sign == ">=" || sign == ">") {
      condition.least = *number + (sign == ">" ? 1 : 0);
    } else if (sign == "<=" || sign == "<") {
      condition.most = *number - (sign == "<" ? 1 : 0);
    } else {
      wrong();
    }
    if (condition.least < 1 && condition.most >= AssaultCondition().most) wrong();
    if (condition.most < 0) wrong();
    return condition;
  }

  /// "smoke assault?", or "smoke assault ?".
  bool take_question_mark() {
    bool asked = false;
    for (std::string& word : words_) {
      if (!word.ends_with('?')) continue;
      word.pop_back();
      asked = true;
    }
    std::erase(words_, "");
    return asked;
  }

  /// "close combat", "end turn" and "next turn", its old name, may be two words.
  Kind take_kind() {
    std::string first = words_.front();
    used_ = 1;
    if (folded(first) == artillery || folded(first) == shells || folded(first) == rounds) {
      return Kind::fire;
    }
    if (folded(first) == capture) return Kind::close_combat;
    if (const auto found = find_name(first, vehicle_steps())) {
      found_how_ = vehicle_steps()[*found];
      return Kind::meet_vehicle;
    }
    const bool in_two = first == "close" || first == "end" || first == "next";
    if (in_two && words_.size() > 1) first += words_[used_++];
    if (folded(first) == "nextturn") first = "end-turn";
    const std::optional<std::size_t> kind = find_name(first, kinds());
    if (!kind) {
      throw ArgumentError(
          std::string(parameter_), fmt::format("'{}' is no step", text_),
          did_you_mean(first, first_words(), fmt::format("{}", fmt::join(first_words(), ", "))));
    }
    return static_cast<Kind>(*kind);
  }

  /// "x3" at the end; right behind 'fire' it is a factor.
  int take_times(bool of_fire) {
    if (words_.size() <= used_ + (of_fire ? 1 : 0)) return 1;
    const std::optional<double> times = read_factor(words_.back());
    if (!times) return 1;
    if (*times != static_cast<int>(*times) || *times < 2 || *times > StepSet::most) {
      refuse(fmt::format("{} times", number_text(*times)), fmt::format("x2 to x{}", StepSet::most));
    }
    words_.pop_back();
    return static_cast<int>(*times);
  }

  /// The bit of a side's group of that name, or 0.
  std::uint8_t group(std::string_view name, bool attackers) const {
    const std::optional<std::size_t> found = find_name(name, groups_.of(attackers));
    return found ? static_cast<std::uint8_t>(1u << *found) : std::uint8_t{0};
  }

  /// The groups in front of a step's words, "base+assault" or "base and assault", which are taken
  /// off: a bit for each. `order`: their numbers as they are written.
  std::uint8_t take_groups(std::vector<std::string>& words, bool attackers,
                           std::vector<std::uint8_t>* order = nullptr) const {
    std::uint8_t found = 0;
    while (!words.empty()) {
      const bool joins = words.front() == "and" || words.front() == "+";
      std::uint8_t here = 0;
      std::string_view unknown;
      for (const std::string_view name : parts_of(words.front(), '+')) {
        const std::uint8_t one = joins ? std::uint8_t{0} : group(name, attackers);
        if (one == 0) unknown = name;
        if (order != nullptr && one != 0 && ((found | here) & one) == 0) {
          order->push_back(small(std::countr_zero(one)));
        }
        here |= one;
      }
      if (here != 0 && !unknown.empty()) {
        refuse(fmt::format("who is '{}'?", unknown), named(attackers));
      }
      if (here == 0 && !(joins && found != 0)) break;
      found |= here;
      words.erase(words.begin());
    }
    return found;
  }

  /// The groups in front of the words, of whichever side they are: and whether the attacker's.
  std::pair<std::uint8_t, bool> take_groups_of_either(std::vector<std::string>& words) const {
    const std::uint8_t attackers = take_groups(words, true);
    return {attackers != 0 ? attackers : take_groups(words, false), attackers != 0};
  }

  /// "at front" in front of the words; nothing where they begin otherwise.
  std::optional<std::uint8_t> take_target(std::vector<std::string>& words, bool attackers) const {
    if (words.size() < 2 || words.front() != "at") return std::nullopt;
    words.erase(words.begin());
    const std::uint8_t at = take_groups(words, attackers);
    if (at == 0) refuse(fmt::format("who is '{}'?", words.front()), named(attackers));
    return at;
  }

  std::string named(bool attackers) const {
    return fmt::format("{}", fmt::join(groups_.of(attackers), ", "));
  }

  /// "advance front at base", where front is the defender's.
  void check_who_moves(const AssaultStep& step) const {
    const std::string first = step.words.empty() ? "" : step.words.front();
    const bool of_defender =
        first == sides().at(1) || (group(first, false) != 0 && group(first, true) == 0);
    const bool alone = step.kind == Kind::close_combat && step.words.size() < 2;  // where to
    if (!of_defender || alone) return;
    refuse(fmt::format("only the attacker moves and advances here, not {}", first),
           "those who move as --attacker");
  }

  /// The attacking group of a step: the one that is named in front of its words, or the only one.
  std::uint8_t take_attackers(AssaultStep& step) const {
    check_who_moves(step);
    const std::uint8_t named_ones = take_groups(step.words, true);
    const std::uint8_t by = named_ones != 0 ? named_ones : groups_.all(true);
    if (std::has_single_bit(by)) return by;
    refuse("one group does it", fmt::format("'{} {}'", name(step), groups_.attacker.front()));
  }

  /// Refuses what a vehicle, or those with a gun, do not do.
  void check_on_foot(std::uint8_t groups, bool attackers, const char* wrong,
                     const char* right) const {
    const std::uint8_t found = groups & groups_.arms(attackers).any();
    if (found != 0) refuse(fmt::format("{} {}", name_of(found, attackers), wrong), right);
  }
  void check_no_vehicle(std::uint8_t groups, bool attackers, const char* wrong,
                        const char* right) const {
    const std::uint8_t found = groups & groups_.arms(attackers).vehicles;
    if (found != 0) refuse(fmt::format("{} {}", name_of(found, attackers), wrong), right);
  }
  const char* elsewhere(const char* OrdnanceElsewhere::*what) const {
    return groups_.elsewhere == nullptr ? "infantry" : groups_.elsewhere->*what;
  }
  /// The first of them.
  const std::string& name_of(std::uint8_t groups, bool attackers) const {
    return groups_.of(attackers).at(static_cast<std::size_t>(std::countr_zero(groups)));
  }

  /// "tank at front": whose gun fires, and at whom.
  void read_gun(AssaultStep& step) const {
    std::vector<std::string>& words = step.words;
    const std::string_view kind = step.is_ap ? rounds : shells;
    const auto [by, by_attacker] = take_groups_of_either(words);
    if (!std::has_single_bit(by)) {
      refuse(by == 0 ? "whose gun?" : "one gun fires after the other",
             fmt::format("'{} tank at front', of a group such as 'tank: PzKw IV F2 range 6' or "
                         "'pak: 2-4-7 gun 75L'",
                         kind));
    }
    if ((by & groups_.arms(by_attacker).guns) == 0) {
      refuse(fmt::format("{} has no gun", name_of(by, by_attacker)),
             "a group such as 'tank: PzKw IV F2' or 'pak: 2-4-7 gun 75L'");
    }
    std::uint8_t at = groups_.all(!by_attacker);
    const bool at_whole = groups_.of(!by_attacker).empty() && words.size() > 1 &&
                          words[0] == "at" && words[1] == sides().at(by_attacker ? 1 : 0);
    if (at_whole) {
      at = GroupNames::whole;
      words.erase(words.begin(), words.begin() + 2);
    } else if (const auto target = take_target(words, !by_attacker)) {
      at = *target;
    } else if (step.is_ap) {
      at = groups_.arms(!by_attacker).vehicles;
    }
    if (step.is_ap && (at == 0 || (at & ~groups_.arms(!by_attacker).vehicles) != 0)) {
      refuse("it is for a vehicle of the other side", "'he' at infantry and guns");
    }
    if (!std::has_single_bit(at)) {
      refuse("at whom?", fmt::format("'at {}'", groups_.of(!by_attacker).front()));
    }
    if (!step.is_ap) {
      check_no_vehicle(at, !by_attacker, "is a vehicle, which this step does not fire at",
                       elsewhere(&OrdnanceElsewhere::gun_at_vehicle));
    }
    if (!words.empty() && signed_number(words.front())) {
      const char* const next = step.is_ap ? "of the To Kill roll" : "on the IFT";
      refuse(fmt::format("is {} a modifier of the To Hit roll, or {}?", words.front(), next),
             fmt::format("'to_hit_drm {}', or that {} by its name", words.front(), next));
    }
    step.kind = by_attacker ? Kind::fire : Kind::return_fire;
    step.attackers = by_attacker ? by : at;
    step.defenders = by_attacker ? at : by;
  }

  /// "front at tank", or "tank at front" of an Overrun.
  void read_meeting(AssaultStep& step) const {
    std::vector<std::string>& words = step.words;
    if ((groups_.arms(true).vehicles | groups_.arms(false).vehicles) == 0) {
      refuse("no vehicle is among the groups", elsewhere(&OrdnanceElsewhere::no_vehicle));
    }
    const bool tries_to_stop = step.how == immobilize;
    if (tries_to_stop && groups_.elsewhere != nullptr && groups_.elsewhere->no_immobilize) {
      refuse("nobody stops a vehicle so here", groups_.elsewhere->no_immobilize);
    }
    const bool runs_over = step.how == overrun;
    auto [by, by_attacker] = take_groups_of_either(words);
    for (const bool attackers : {true, false}) {  // a side that is one stack has no name
      if (by != 0 || !groups_.of(attackers).empty()) continue;
      by = GroupNames::whole;
      by_attacker = attackers;
    }
    const std::uint8_t at = take_target(words, !by_attacker).value_or(0);
    meet(step, by, at, by_attacker, runs_over);
  }

  /// One group and one vehicle of the other side.
  void meet(AssaultStep& step, std::uint8_t by, std::uint8_t at, bool by_attacker,
            bool runs_over) const {
    if (step.optional) refuse("nobody is asked there", "a step without '?'");
    step.vehicle_of_attacker = by_attacker == runs_over;
    if (!runs_over && at == 0) at = groups_.arms(!by_attacker).vehicles;
    if (runs_over && at == 0) at = groups_.all(!by_attacker);
    const std::uint8_t vehicle = runs_over ? by : at;
    const std::uint8_t infantry = runs_over ? at : by;
    const bool has_vehicle = std::has_single_bit(vehicle) &&
                             (vehicle & groups_.arms(step.vehicle_of_attacker).vehicles) != 0;
    const std::uint8_t others = groups_.arms(!step.vehicle_of_attacker).vehicles;
    if (!has_vehicle || !std::has_single_bit(infantry) || (infantry & others) != 0) {
      refuse("a vehicle and a group of the other side's infantry meet",
             runs_over ? "'overrun tank at front'" : fmt::format("'{} front at tank'", step.how));
    }
    step.attackers = by_attacker ? by : at;
    step.defenders = by_attacker ? at : by;
  }

  /// "assault at front", and in the game's words who or what lays it otherwise.
  void read_smoke(AssaultStep& step) const {
    step.attackers = take_attackers(step);
    std::vector<std::string>& words = step.words;
    if (words.empty() || words.front() != "at") return;
    words.erase(words.begin());
    step.defenders = groups_.defender.empty() ? GroupNames::whole : take_groups(words, false);
    if (groups_.defender.empty() && !words.empty() && words.front() == "defender") {
      words.erase(words.begin());
    }
    if (!std::has_single_bit(step.defenders)) {
      refuse(
          "in whose Location?",
          fmt::format("'at {}'", groups_.defender.empty() ? "defender" : groups_.defender.front()));
    }
  }

  /// What stands behind "under": "first fire of" is taken off, and the side where it is one stack.
  /// Whether that names who fires.
  bool take_first_fire(std::vector<std::string>& words) const {
    const bool first_fire = words.size() > 1 && words[0] == "first" && words[1] == "fire";
    if (first_fire) words.erase(words.begin(), words.begin() + 2);
    if (first_fire && !words.empty() && words.front() == "of") words.erase(words.begin());
    const bool whole = groups_.defender.empty() && !words.empty() && words.front() == "defender";
    if (whole) words.erase(words.begin());
    return whole || (first_fire && words.empty() && std::has_single_bit(groups_.all(false)));
  }

  /// "assault 2 open ground under front and back".
  void read_crossing(AssaultStep& step) const {
    step.attackers = take_attackers(step);
    check_on_foot(step.attackers, true, "does not cross on foot",
                  "infantry; a tank that has moved says so where it fires, by 'vehicle_moves'");
    std::vector<std::string>& words = step.words;
    const auto under = std::find(words.begin(), words.end(), "under");
    const bool says_whose = under != words.end();
    if (says_whose) {
      std::vector<std::string> rest(under + 1, words.end());
      words.erase(under, words.end());
      const bool only_one = take_first_fire(rest);
      step.defenders = take_groups(rest, false, &step.firing);
      if (step.defenders == 0 && !only_one) refuse("under whose fire?", named(false));
      words.insert(words.end(), rest.begin(), rest.end());
    }
    if (step.defenders == 0) {
      step.defenders = groups_.all(false);
      step.firing = {0};
    }
    if (!says_whose && !std::has_single_bit(step.defenders)) {
      refuse("under whose fire?", fmt::format("'under {}'", groups_.defender.front()));
    }
  }

  /// "front and back 20", "at assault calibre 120": on whom it falls.
  void read_oba(AssaultStep& step) const {
    std::vector<std::string>& words = step.words;
    const bool named_one = words.size() > 1 && words.front() == "at";
    if (named_one) words.erase(words.begin());
    if (const auto side = words.empty() ? std::nullopt : find_name(words.front(), sides())) {
      if (*side != 1) step.attackers = groups_.all(true);
      if (*side != 0) step.defenders = groups_.all(false);
      words.erase(words.begin());
      check_struck(step);
      return;
    }
    for (std::size_t left = words.size() + 1; words.size() < left;) {
      left = words.size();
      step.attackers |= take_groups(words, true);
      step.defenders |= take_groups(words, false);
    }
    if (step.attackers != 0 || step.defenders != 0) {
      check_struck(step);
      return;
    }
    if (named_one) {
      refuse(fmt::format("who is '{}'?", words.front()),
             groups_.any() ? all_named() : "attacker, defender or both");
    }
    step.defenders = groups_.all(false);
    if (!std::has_single_bit(step.defenders)) {
      refuse("on whom?", fmt::format("'oba at {}'", groups_.defender.front()));
    }
    check_struck(step);
  }

  void check_struck(const AssaultStep& step) const {
    for (const bool attackers : {true, false}) {
      check_no_vehicle(attackers ? step.attackers : step.defenders, attackers,
                       "is a vehicle, which this step does not strike",
                       elsewhere(&OrdnanceElsewhere::artillery_at_vehicle));
    }
  }

  /// "close-combat front at tank", of either side.
  bool attacks_vehicle(AssaultStep& step) const {
    for (const bool by_attacker : {true, false}) {
      std::vector<std::string> words = step.words;
      const std::uint8_t by = take_groups(words, by_attacker);
      if (by == 0 || words.size() < 2 || words.front() != "at") continue;
      words.erase(words.begin());
      const std::uint8_t at = take_groups(words, !by_attacker);
      if ((at & groups_.arms(!by_attacker).vehicles) == 0) continue;
      if ((by & groups_.arms(by_attacker).vehicles) != 0) continue;
      step.kind = Kind::meet_vehicle;
      step.how = kinds()[static_cast<std::size_t>(Kind::close_combat)];
      step.words = words;
      meet(step, by, at, by_attacker, false);
      return true;
    }
    return false;
  }

  /// "fire front at base", where front is the defender's.
  void check_whose_fire(const AssaultStep& step, bool by_attacker) const {
    const std::string first = step.words.empty() ? "" : step.words.front();
    if (group(first, !by_attacker) == 0) return;
    const Kind right = by_attacker ? Kind::return_fire : Kind::fire;
    const std::string at =
        groups_.of(by_attacker).empty() ? "" : " at " + groups_.of(by_attacker).front();
    refuse(fmt::format("{} is the {}'s", first, sides().at(by_attacker ? 1 : 0)),
           fmt::format("'{} {}{}'", kinds()[static_cast<std::size_t>(right)], first, at));
  }

  /// "base at front": who fires or goes in, and at whom.
  void read_groups(AssaultStep& step) const {
    const bool by_attacker = step.kind != Kind::return_fire;
    std::uint8_t& by = by_attacker ? step.attackers : step.defenders;
    std::uint8_t& at = by_attacker ? step.defenders : step.attackers;
    by = groups_.all(by_attacker);
    at = groups_.all(!by_attacker);
    std::vector<std::string>& words = step.words;
    if (step.kind == Kind::close_combat && !step.captures && attacks_vehicle(step)) return;
    if (!groups_.any() && std::find(words.begin(), words.end(), "at") != words.end()) {
      refuse("no side is in groups",
             "--attacker 'base: 2*4-6-7; assault: 3*4-6-7', and --defender");
    }
    if (!groups_.any()) return;
    if (!step.is_fire()) check_who_moves(step);
    const std::uint8_t who = take_groups(words, by_attacker);
    if (step.is_fire() && who == 0) check_whose_fire(step, by_attacker);
    const std::optional<std::uint8_t> target = take_target(words, !by_attacker);
    const bool named_alone = step.kind == Kind::close_combat && who == 0;
    const std::uint8_t whom = target        ? *target
                              : named_alone ? take_groups(words, !by_attacker)
                                            : std::uint8_t{0};
    const bool goes_in = step.kind == Kind::advance || step.kind == Kind::close_combat;
    if (goes_in && who == 0) {  // vehicles and guns stay where they are
      by = small(by & ~groups_.arms(true).any());
      if (whom == 0) at = small(at & ~groups_.arms(false).vehicles);
      if (by == 0 || at == 0) {
        refuse("no infantry to fight it out", "a group of infantry on either side");
      }
    }
    if (goes_in) {
      check_no_vehicle(who, true, "does not go into close combat",
                       "'overrun tank at front', or infantry");
      check_on_foot(who, true, "stays with its gun", "infantry");
      check_no_vehicle(whom, false, "is a vehicle",
                       "'close-combat assault at tank', which advances into its hex");
    }
    if (step.kind == Kind::close_combat && who == 0) {  // those who are in
      by = std::has_single_bit(by) ? by : std::uint8_t{0};
      at = whom != 0 ? whom : at;
      if (by != 0 && !std::has_single_bit(at)) by = 0;
      return;
    }
    if (who != 0) by = who;
    if (whom != 0) at = whom;
    if (whom == 0 && !std::has_single_bit(at)) {
      const std::uint8_t on_foot = small(at & ~groups_.arms(!by_attacker).vehicles);
      refuse(step.is_fire() ? "at whom?" : "where to?",
             fmt::format(
                 "'{} ... at {}'", name(step),
                 on_foot != 0 ? name_of(on_foot, !by_attacker) : groups_.of(!by_attacker).front()));
    }
    if (goes_in && !groups_.of(false).empty()) {
      check_no_vehicle(at, false, "is a vehicle, which infantry attacks where it is named (36.2)",
                       "'close-combat assault at tank', which advances into its hex");
    }
    if (!std::has_single_bit(at)) {
      refuse("it is at one group", fmt::format("'at {}'", groups_.of(!by_attacker).front()));
    }
    if (step.is_fire()) {
      check_no_vehicle(at, !by_attacker, "is a vehicle, which small arms do not harm",
                       elsewhere(&OrdnanceElsewhere::small_arms_at_vehicle));
    }
    // Firepower that is given may be anybody's.
    const bool somebody = step.is_fire() && step.says_power();
    if (somebody && who != 0 && words.size() == 1 && signed_number(words.front())) {
      refuse(fmt::format("is {0} the firepower or the DRM?", words.front()),
             fmt::format("'{0} 0' or '+{0}'", words.front()));
    }
    // Who fires together from several Locations takes a leader and crews in each (A7.52, 15.2).
    if (step.is_fire() && who != 0 && !std::has_single_bit(who)) {
      refuse("one group fires after the other",
             fmt::format("'{} {} at ...' for each", name(step),
                         groups_.of(by_attacker)[static_cast<std::size_t>(std::countr_zero(who))]));
    }
    const bool by_strength = somebody && words.front().starts_with('x');
    if (by_strength) {
      check_no_vehicle(by, by_attacker, "fires the machine guns that it has",
                       "'fire tank at front', and 'vehicle_moves' behind it where it has moved");
    }
    if (who == 0 && !std::has_single_bit(by) && (!somebody || by_strength)) {
      refuse("who?", fmt::format("'{} {} at ...'", name(step), groups_.of(by_attacker).front()));
    }
  }

  void read_sides(AssaultStep& step) const {
    const std::uint8_t attackers = small(groups_.all(true) & ~groups_.arms(true).vehicles);
    const std::uint8_t defenders = small(groups_.all(false) & ~groups_.arms(false).vehicles);
    step.attackers = step.kind == Kind::rally ? attackers : std::uint8_t{0};
    step.defenders = defenders;
    if (step.words.empty()) return;
    const std::optional<std::size_t> side = find_name(step.words.front(), sides());
    if (side && step.words.size() == 1) {
      step.attackers = *side != 1 ? attackers : std::uint8_t{0};
      step.defenders = *side != 0 ? defenders : std::uint8_t{0};
      return;
    }
    std::vector<std::string> words = step.words;
    step.attackers = step.defenders = 0;
    for (std::size_t left = words.size() + 1; words.size() < left;) {
      left = words.size();
      step.attackers |= take_groups(words, true);
      step.defenders |= take_groups(words, false);
    }
    if (!words.empty()) {
      const std::string also = groups_.any() ? fmt::format(", or {}", all_named()) : "";
      refuse(fmt::format("who is '{}'?", fmt::join(words, " ")),
             "attacker, defender or both" + also);
    }
    for (const bool of_attacker : {true, false}) {
      check_no_vehicle(of_attacker ? step.attackers : step.defenders, of_attacker,
                       "is a vehicle, which neither rallies nor routs", "infantry and crews");
    }
  }

  std::string all_named() const {
    std::vector<std::string> all = groups_.attacker;
    all.insert(all.end(), groups_.defender.begin(), groups_.defender.end());
    return fmt::format("{}", fmt::join(all, ", "));
  }

  static constexpr std::size_t both_sides = 2;

  std::string_view text_;
  std::string_view parameter_;
  const GroupNames& groups_;
  void check_until(int times) const {
    if (until_ && times == 1) {
      refuse("how often at most?", fmt::format("such as 'x4' in front of '{}'", condition_text_));
    }
  }

  std::vector<std::string> words_;
  std::string condition_text_;
  bool until_ = false;
  std::size_t used_ = 0;  ///< words that name the kind
  std::optional<std::string> found_how_;
};

/// A step, or several that stand in brackets, and what is said of all: "x3 until defender broken".
struct Part {
  std::string_view steps;
  std::string_view said;
  bool in_brackets = false;
};

/// Takes it off the front of the text, with the semicolon behind it. Returns whether there was one.
bool take_part(std::string_view& text, Part& part, std::string_view parameter) {
  text = trimmed(text);
  part = {};
  part.in_brackets = text.starts_with('(');
  const std::size_t close = part.in_brackets ? text.find(')') : 0;
  const std::size_t end = std::min(text.find(';', std::min(close, text.size())), text.size());
  if (part.in_brackets) {
    if (close == text.npos || text.substr(1, close - 1).find('(') != text.npos) {
      throw ArgumentError(std::string(parameter), "brackets in brackets, or one that is not closed",
                          "'(fire 8 1; end turn) x3'");
    }
    part.steps = text.substr(1, close - 1);
    part.said = trimmed(text.substr(close + 1, end - close - 1));
  } else {
    part.steps = text.substr(0, end);
  }
  const bool more = end < text.size();
  text.remove_prefix(end + (more ? 1 : 0));
  return more;
}

std::vector<AssaultStep> parsed(std::string_view text, std::string_view parameter,
                                const GroupNames& groups) {
  std::vector<AssaultStep> steps;
  for (bool more = true; more;) {
    Part part;
    more = take_part(text, part, parameter);
    std::vector<AssaultStep> together;
    for (const std::string_view written : parts_of(part.steps, ';')) {
      // In a file the brackets stand on lines of their own.
      if (written.empty() && part.in_brackets) continue;
      for (AssaultStep& step : StepReader(written, parameter, groups).read()) {
        together.push_back(std::move(step));
      }
    }
    const int times =
        part.in_brackets ? StepReader(part.said, parameter, groups).read_of_all(together) : 1;
    for (int time = 0; time < times; ++time) {
      steps.insert(steps.end(), together.begin(), together.end());
    }
  }
  if (steps.empty()) throw ArgumentError(std::string(parameter), "no step", assault_steps_form);
  if (steps.size() > StepSet::most) {
    throw ArgumentError(std::string(parameter), fmt::format("{} steps", steps.size()),
                        fmt::format("at most {}", StepSet::most));
  }
  return steps;
}

const char* name_of(Phase phase) {
  static constexpr std::array<const char*, 8> names = {
      "Rally",          "Prep Fire", "Movement", "Defensive Fire",
      "Advancing Fire", "Rout",      "Advance",  "Close Combat"};
  return names.at(static_cast<std::size_t>(phase));
}

bool is_close_combat(const AssaultStep& step) {
  return step.how == kinds()[static_cast<std::size_t>(Kind::close_combat)];
}

/// Whether infantry attacks a vehicle that moves: "reaction_fire unmarked".
bool reacts(const AssaultStep& step) {
  const auto said = std::find_if(step.words.begin(), step.words.end(), [](const std::string& word) {
    return folded(word) == "reactionfire";
  });
  return is_close_combat(step) && said != step.words.end() &&
         !(said + 1 != step.words.end() && *(said + 1) == "no");
}

/// Whether infantry attacks a vehicle so in any fire of its own.
bool is_fired(const AssaultStep& step, const TurnSequence& sequence) {
  return step.how == "panzerfaust" || (step.how == molotov && sequence.molotov_in_any_fire);
}

/// The phases in which a step can come, the earlier one first.
std::pair<Phase, Phase> phases_of(const AssaultStep& step, const TurnSequence& sequence) {
  switch (step.kind) {
    case Kind::smoke:
      return {sequence.smoke, sequence.smoke};
    case Kind::cross:
      return {Phase::movement, Phase::movement};
    case Kind::rally:
      return {Phase::rally, Phase::rally};
    case Kind::fire:
    case Kind::return_fire:
      if (step.is_oba) return {Phase::prep_fire, Phase::defensive_fire};
      // Whoever moves fires before and after the other.
      if (step.attacker_moves == (step.kind == Kind::fire)) {
        return {Phase::prep_fire, Phase::advancing_fire};
      }
      return {Phase::defensive_fire, Phase::defensive_fire};
    case Kind::rout:
      return {Phase::rout, Phase::rout};
    case Kind::advance:
      return {Phase::advance, Phase::advance};
    case Kind::meet_vehicle:
      if (step.how == overrun) return {Phase::movement, Phase::defensive_fire};
      if (is_close_combat(step) && !reacts(step)) break;
      if (is_fired(step, sequence) && step.attacker_moves != step.vehicle_of_attacker) {
        return {Phase::prep_fire, Phase::advancing_fire};
      }
      return {Phase::defensive_fire, Phase::defensive_fire};
    case Kind::close_combat:
    case Kind::end_turn:
      break;
  }
  return {Phase::close_combat, Phase::close_combat};
}

/// Artillery attacks each group in a step of its own.
std::vector<AssaultStep> oba_on_each(std::vector<AssaultStep> steps, const GroupNames& groups) {
  std::vector<AssaultStep> all;
  for (AssaultStep& step : steps) {
    if (!step.is_oba) {
      all.push_back(std::move(step));
      continue;
    }
    const bool several = std::popcount(step.attackers) + std::popcount(step.defenders) > 1;
    for (const bool at_attacker : {false, true}) {
      const std::vector<std::string>& names = groups.of(at_attacker);
      for (std::size_t g = 0; g < std::max<std::size_t>(names.size(), 1); ++g) {
        const std::uint8_t one = small(1u << g);
        if (((at_attacker ? step.attackers : step.defenders) & one) == 0) continue;
        AssaultStep here = step;
        here.kind = at_attacker ? Kind::return_fire : Kind::fire;
        here.attackers = at_attacker ? one : std::uint8_t{0};
        here.defenders = at_attacker ? std::uint8_t{0} : one;
        if (several) {
          here.text += fmt::format(" ({})", !names.empty() ? names[g]
                                            : at_attacker  ? "attacker"
                                                           : "defender");
        }
        all.push_back(std::move(here));
      }
    }
  }
  return all;
}

/// Each group that fires at those who cross does so in a step of its own.
std::vector<AssaultStep> fired_at_crossers(std::vector<AssaultStep> steps, const GroupNames& groups,
                                           std::string_view parameter) {
  std::vector<AssaultStep> all;
  for (AssaultStep& step : steps) {
    if (step.kind != Kind::cross) {
      all.push_back(std::move(step));
      continue;
    }
    const bool several = !std::has_single_bit(step.defenders);
    if (several && step.optional) {
      throw ArgumentError(std::string(parameter),
                          fmt::format("'{}': several groups fire, and each is asked", step.text),
                          "a step without '?', or under the fire of one group");
    }
    for (const std::uint8_t g : step.firing) {
      AssaultStep fire = step;
      fire.kind = Kind::return_fire;
      fire.defenders = small(1u << g);
      const bool last = g == step.firing.back();
      fire.at_crossers =
          last ? AssaultStep::AtCrossers::last : AssaultStep::AtCrossers::others_follow;
      if (several) fire.text += fmt::format(" ({})", groups.defender.at(g));
      all.push_back(std::move(fire));
    }
  }
  return all;
}

}  // namespace

std::vector<AssaultStep> read_assault_steps(std::string_view text, std::string_view parameter,
                                            const TurnSequence& sequence, const StepsAsked& asked,
                                            const GroupNames& groups) {
  std::vector<AssaultStep> steps = oba_on_each(parsed(text, parameter, groups), groups);
  if (sequence.fire_after_crossing) steps = fired_at_crossers(std::move(steps), groups, parameter);
  if (steps.size() > StepSet::most) {
    throw ArgumentError(std::string(parameter),
                        fmt::format("{} steps, with one for each group under fire", steps.size()),
                        fmt::format("at most {}", StepSet::most));
  }
  std::uint8_t have_fired = 0;                  ///< defending groups, at those who cross
  std::uint8_t prep_fired = 0;                  ///< attacking groups
  std::array<std::uint8_t, 2> tried_to_stop{};  ///< attacking and defending groups
  bool attacker_moves = asked.first_turn == StepsAsked::FirstTurn::attacker;
  bool gone_in = false;
  std::uint8_t attackers_rallied = 0;
  std::uint8_t defenders_rallied = 0;
  Phase now = Phase::rally;
  Phase last_fire_of_phase = Phase::rally;
  std::array<std::string, 8> first_of_phase;  ///< of this Player Turn
  const auto refuse = [&](const AssaultStep& step, const std::string& wrong,
                          const std::string& right) {
    throw ArgumentError(std::string(parameter), fmt::format("'{}': {}", step.text, wrong), right);
  };
  const auto rule_of = [&](Phase phase) {
    return sequence.rules.at(static_cast<std::size_t>(phase));
  };
  for (AssaultStep& step : steps) {
    step.attacker_moves = attacker_moves;
    if (step.kind == Kind::end_turn) {
      attacker_moves = !attacker_moves;
      attackers_rallied = defenders_rallied = have_fired = prep_fired = 0;
      tried_to_stop = {};
      now = last_fire_of_phase = Phase::rally;
      first_of_phase = {};
      continue;
    }
    const bool waits_for_it = step.how == immobilize || reacts(step) ||
                              (step.how == molotov && !sequence.molotov_in_any_fire);
    if (step.how == overrun && !step.vehicle_of_attacker) {
      refuse(step,
             fmt::format("{}, {}",
                         attacker_moves ? "a vehicle overruns as it moves, in its own Player Turn"
                                        : "the attacker alone moves here, and overruns",
                         rule_of(Phase::movement)),
             groups.elsewhere != nullptr ? groups.elsewhere->overrun_of_defender : "");
    }
    if ((step.how == overrun || waits_for_it) && step.attacker_moves != step.vehicle_of_attacker &&
        !asked.any_order) {
      refuse(
          step,
          step.how == overrun
              ? fmt::format("a vehicle moves in its own Player Turn, {}", rule_of(Phase::movement))
              : fmt::format("it belongs to the Defensive Fire at a vehicle that moves, {}",
                            rule_of(Phase::defensive_fire)),
          "'end turn' first, or --any-order");
    }
    if (step.how == "immobilize") {
      const std::uint8_t squads = step.vehicle_of_attacker ? step.defenders : step.attackers;
      std::uint8_t& tried = tried_to_stop.at(step.vehicle_of_attacker ? 1 : 0);
      if ((squads & tried) != 0 && !asked.any_order) {
        refuse(step, "each squad tries once in a Player Turn, 36.3",
               "'end turn' first, another group, or --any-order");
      }
      tried |= squads;
    }
    if (step.how == overrun && (step.attackers & prep_fired) != 0 && !asked.any_order) {
      refuse(step,
             fmt::format("who has fired in Prep Fire does not move, {}", rule_of(Phase::prep_fire)),
             "the fire behind the Overrun, or --any-order");
    }
    const bool crosses = step.kind == Kind::cross || step.at_crossers != AtCrossers::no;
    if ((crosses || step.kind == Kind::smoke) && !attacker_moves && !asked.any_order) {
      refuse(step,
             fmt::format("the attacker moves in his own Player Turn, {}", rule_of(Phase::movement)),
             "'end turn' first, or --any-order");
    }
    if (step.kind == Kind::return_fire && (step.defenders & have_fired) != 0 && !asked.any_order &&
        !step.says_power() && !step.fires_gun()) {
      refuse(
          step,
          fmt::format("they have fired at those who crossed, {}", rule_of(Phase::defensive_fire)),
          "another group, 'end turn' first, or --any-order");
    }
    if (crosses && (step.attackers & prep_fired) != 0 && !asked.any_order) {
      refuse(step,
             fmt::format("who has fired in Prep Fire does not move, {}", rule_of(Phase::prep_fire)),
             "the fire of another group, or fire behind the crossing");
    }
    if (crosses) have_fired |= step.defenders;
    if (gone_in && step.kind != Kind::close_combat && !groups.any()) {
      refuse(step, "it comes after the advance into close combat",
             "close-combat or 'end turn': fire into a Melee is not played");
    }
    const bool goes_in = step.kind == Kind::advance || step.kind == Kind::close_combat;
    // In groups, close combat of those who are in belongs to both Player Turns.
    const bool may_be_in = groups.any() ? step.kind == Kind::close_combat : gone_in;
    if (goes_in && !may_be_in && !attacker_moves && !asked.any_order) {
      refuse(
          step,
          fmt::format("the attacker advances in his own Player Turn, {}", rule_of(Phase::advance)),
          "'end turn' first, or --any-order");
    }
    gone_in = gone_in || goes_in;
    const auto [first, last] = phases_of(step, sequence);
    const bool late = step.kind == Kind::smoke && now == first && last_fire_of_phase == now;
    if (late && !asked.any_order) {
      refuse(step, fmt::format("smoke is laid before anybody fires, {}", sequence.smoke_rule),
             "smoke in front of the fire, or --any-order");
    }
    if (last < now && !asked.any_order) {
      const auto later =
          std::find_if(first_of_phase.begin() + static_cast<int>(last) + 1, first_of_phase.end(),
                       [](const std::string& text) { return !text.empty(); });
      refuse(step,
             fmt::format("{} comes before {}, {}", name_of(last), name_of(now), rule_of(last)),
             fmt::format("in front of '{}', 'end turn' first, or --any-order", *later));
    }
    now = first >= now ? first : std::max(last, now);
    std::string& first_now = first_of_phase.at(static_cast<std::size_t>(now));
    if (first_now.empty()) first_now = step.text;
    if (step.is_fire()) last_fire_of_phase = now;
    const bool own_fire = step.kind == Kind::fire &&
                          (!step.says_power() || read_factor(step.words.front()).has_value());
    if (own_fire && now == Phase::prep_fire) prep_fired |= step.attackers;
    const bool shoots = step.is_fire() || step.kind == Kind::meet_vehicle;
    step.in_advancing_fire = shoots && now == Phase::advancing_fire && !asked.any_order;
    if (step.kind != Kind::rally) continue;
    const bool again =
        (step.attackers & attackers_rallied) != 0 || (step.defenders & defenders_rallied) != 0;
    if (again && !asked.any_order) {
      refuse(step,
             fmt::format("a unit tries once in a Rally Phase, {}, and the next one is in the next "
                         "Player Turn",
                         rule_of(Phase::rally)),
             "'end turn' first, or --any-order");
    }
    attackers_rallied |= step.attackers;
    defenders_rallied |= step.defenders;
  }
  return steps;
}

bool has_step(std::string_view steps, AssaultStep::Kind kind, const GroupNames& groups) {
  return count_steps(steps, kind, groups) > 0;
}

bool has_choice(std::string_view steps, bool of_attacker, const GroupNames& groups) {
  const std::vector<AssaultStep> all = parsed(steps, "steps", groups);
  return std::any_of(all.begin(), all.end(), [&](const AssaultStep& step) {
    return step.optional && (step.kind != Kind::return_fire) == of_attacker;
  });
}

bool has_capture(std::string_view steps, const GroupNames& groups) {
  const std::vector<AssaultStep> all = parsed(steps, "steps", groups);
  return std::any_of(all.begin(), all.end(), [](const AssaultStep& step) { return step.captures; });
}

bool needs_groups(std::string_view steps, const GroupNames& groups) {
  const std::vector<AssaultStep> all = parsed(steps, "steps", groups);
  return std::any_of(all.begin(), all.end(),
                     [](const AssaultStep& step) { return step.needs_groups(); });
}

int count_steps(std::string_view steps, AssaultStep::Kind kind, const GroupNames& groups) {
  const std::vector<AssaultStep> all = parsed(steps, "steps", groups);
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const AssaultStep& step) {
    return step.kind == kind && !step.is_oba;
  }));
}

FireOrder::FireOrder(std::vector<AssaultStep> steps, Habit habit, bool in_groups)
    : steps_(std::move(steps)), run_ends_(steps_.size()), habit_(habit) {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const auto is_free = [&](std::size_t step) {
      return !in_groups && steps_[step].kind == Kind::fire && !steps_[step].is_oba &&
             !steps_[step].condition;
    };
    const bool goes_on = i + 1 < steps_.size() && is_free(i) && is_free(i + 1);
    run_ends_[i] = goes_on ? run_ends_[i + 1] : static_cast<int>(i + 1);
  }
}

StepSet FireOrder::candidates(int number, StepSet waiting) const {
  if (waiting.bits() != 0) return waiting;
  std::uint32_t bits = 0;
  for (int i = number; i < run_ends_[static_cast<std::size_t>(number)]; ++i) bits |= 1u << i;
  const StepSet all = StepSet::of(bits);
  return different(all).size() > 1 ? all : StepSet();
}

/// One of each group of steps with the same text: the first, or the last of them in reverse.
std::vector<int> FireOrder::different(StepSet steps) const {
  std::vector<int> result;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    const bool is_there = (steps.bits() >> i & 1u) != 0;
    const auto says_the_same = [&](int other) {
      return steps_[static_cast<std::size_t>(other)].text ==
             steps_[static_cast<std::size_t>(i)].text;
    };
    if (!is_there) continue;
    const auto like = std::find_if(result.begin(), result.end(), says_the_same);
    if (like != result.end() && habit_ == Habit::as_written) continue;
    if (like != result.end()) result.erase(like);
    result.push_back(i);
  }
  return result;
}

std::string FireOrder::to_come(StepSet steps) const {
  std::string text;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    if ((steps.bits() >> i & 1u) == 0) continue;
    const std::string& step = steps_[static_cast<std::size_t>(i)].text;
    text += (text.empty() ? "" : "; ") + step;
  }
  return text;
}

StepSet FireOrder::waiting(StepSet candidates, int chosen) const {
  const std::uint32_t left = candidates.bits() & ~(1u << chosen);
  // In written order, the steps left are the last ones of the row.
  const int end = run_ends_[static_cast<std::size_t>(chosen)];
  std::uint32_t in_order = 0;
  for (int i = end - std::popcount(left); i < end; ++i) in_order |= 1u << i;
  return left == in_order ? StepSet() : StepSet::of(left);
}

std::vector<std::pair<const Parameter*, std::string>> said_of_fire(
    const AssaultStep& step, const std::vector<Parameter>& parameters, std::string_view parameter) {
  std::vector<std::pair<const Parameter*, std::string>> said;
  const std::vector<std::string>& words = step.words;
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  const auto refuse_word = [&](const std::string& word) {
    std::vector<std::string> names;
    for (const Parameter& known : parameters) names.push_back(known.name);
    refuse(fmt::format("'{}' is no word of it", word),
           did_you_mean(word, names, fmt::format("one of {}", fmt::join(names, ", "))));
  };
  const auto say = [&](const Parameter* one, std::string value) {
    if (one == nullptr) refuse_word(value);
    const bool twice = std::any_of(said.begin(), said.end(),
                                   [&](const auto& before) { return before.first == one; });
    if (twice) refuse(fmt::format("{} is said twice", one->name), "once");
    said.emplace_back(one, std::move(value));
  };
  std::size_t next = 0;
  /// The words up to the next name.
  const auto take = [&] {
    std::string text;
    const auto own_begin = [&] { return step.given > 0 && next == step.given; };
    for (;
         next < words.size() && parameter_named(parameters, words[next]) == nullptr && !own_begin();
         ++next) {
      text += (text.empty() ? "" : " ") + words[next];
    }
    return text;
  };
  const bool is_number = !words.empty() && number_in<double>(words[0]).has_value();
  const std::optional<double> factor = words.empty() ? std::nullopt : read_factor(words[0]);
  if (is_number || factor) {
    say(parameter_named(parameters, is_number ? "firepower" : "factor"),
        is_number ? words[0] : number_text(*factor));
    next = 1;
    if (next < words.size() && signed_number(words[next])) {
      say(parameter_named(parameters, "drm"), words[next++]);
    }
  } else if (std::string who = take(); !who.empty()) {
    say(parameter_named(parameters, "attackers"), std::move(who));
  }
  while (next < words.size()) {
    const std::string& word = words[next];
    const Parameter* const one = parameter_named(parameters, word);
    if (one == nullptr) refuse_word(word);
    ++next;
    std::string value = take();
    if (value.empty() && one->type == Parameter::Type::flag) value = "true";
    if (value.empty()) refuse(fmt::format("{} has no value", one->name), one->allowed());
    say(one, std::move(value));
  }
  return said;
}

}  // namespace combat_odds
