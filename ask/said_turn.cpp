#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "ask/names_said.hpp"
#include "ask/said.hpp"
#include "ask/said_choice.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/turn_parts.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

// A whole turn in a sentence: "16 FP +2 at 4-4-7, then it rallies, then 2*5-4-8 fight close combat"
// as the steps of asl.assault or sl.assault.

namespace combat_odds {
namespace {

using Kind = TurnPart::Kind;

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Adds units and what stands between them to a text.
void append_units(std::string& units, const std::string& more) {
  units += (units.empty() || more.empty() ? "" : " ") + more;
}

/// The units among the words.
Words units_in(const Words& words) {
  Words units;
  for (std::size_t at = 0; at < words.size();) {
    const auto found = counted_units_at(words, at);
    if (found) units.push_back(found->name);
    at += found ? found->length : 1;
  }
  return units;
}

/// A step that was said, not yet in the sequence of play.
struct Step {
  Kind kind = Kind::fire;
  Words said;
  bool by_attacker = true;  ///< who fires, rallies, routs or goes in
  bool by_both = false;
  // Of fire:
  std::string numbers;  ///< "16 2"; empty: the units of that side fire
  std::string units;    ///< who they are, with their weapons
  std::string words;    ///< " range 3 terrain woods"
  std::string others;   ///< of these, all but range and terrain
  bool lacks_range = false;
  bool is_advancing = false;
  bool is_same_again = false;
  // Of Close Combat:
  int rounds = 1;

  bool is_by_units() const { return kind == Kind::fire && numbers.empty(); }
};

Step turn_end(const Words& said) {
  Step step;
  step.kind = Kind::turn_ends;
  step.said = said;
  return step;
}

/// One side.
struct Force {
  std::string units;     ///< who fire, or are fired at
  std::string going_in;  ///< who fight close combat, where they are others
  std::string range;     ///< at which they fire
  std::string terrain;   ///< where they are
  bool is_shot_at = false;
  bool is_acting = false;  ///< a step has to do with it

  bool has(const std::string& unit) const {
    const auto is_it = [&](std::string_view each) {
      return without_count(each) == without_count(unit);
    };
    const std::string all = units + " " + going_in;
    return std::ranges::any_of(words_of(all), is_it);
  }
};

/// Makes steps of the parts of a sentence.
class TurnTeller {
 public:
  using Read = std::function<Said(const Words&)>;
  TurnTeller(Read read, const Place& place) : read_(std::move(read)), place_(place) {}

  Said told(const std::vector<TurnPart>& parts, const std::string& usual_game);

 private:
  /// Who acts, by the words in front of the verb.
  enum class Who { nobody, attacker, defender, pronoun, unknown_units };
  static constexpr bool attacking = true;

  [[noreturn]] void refuse(const Words& said, const std::string& wrong, const std::string& right);
  Force& force(bool attacker) { return forces_[attacker ? 0 : 1]; }
  Who who_in(const Words& words);
  bool last_target() const { return !last_firer_; }
  void end_turn(const Words& said);
  void take_fire(Words words, bool is_fought_later);
  void take_rally(const Words& words);
  void take_rout(const Words& words);
  void take_close_combat(const Words& words, bool is_advance);
  void take_question(const Words& words);
  void read_fire(Step step, Words firer, const Words& target, bool has_target, const Words& rest);
  void check_known(const Words& said, const Words& words, const Words& known);
  void rout_before_advance();
  void allow_ambush();
  void put_in_sequence();
  void swap_sides();
  bool enemy_attacks() const;
  void check_ranges();
  void check_distance();
  bool needs_groups() const;
  std::string step_text(const Step& step, bool in_groups);
  bool rallies(bool attacker) const;
  Said question() const;

  Read read_;
  Place place_;
  std::string game_;
  Force forces_[2];
  std::vector<Step> steps_;
  std::vector<std::string> texts_;  ///< of the steps as they are played
  bool last_firer_ = attacking;
  bool rallies_between_ = false;
  bool in_groups_ = false;
  bool ends_unsaid_ = false;  ///< 'end turn' that nobody said
  Words shown_;
  Words in_between_;  ///< asked of one fire: "it breaks"
  std::string nations_[2];
  Words notes_;
  std::vector<std::pair<std::string, std::string>> values_;
};

void TurnTeller::refuse(const Words& said, const std::string& wrong, const std::string& right) {
  std::string understood;
  if (!steps_.empty() && !game_.empty()) {
    put_in_sequence();
    understood = "understood so far: " + question().command();
  }
  const std::string whole = right + (right.empty() || understood.empty() ? "" : "; ") + understood;
  throw InputError(place_, fmt::format("'{}': {}", joined(said), wrong), whole);
}

const Words& of_attacker() {
  static const Words words = {"i", "we", "us", "me", "attacker", "attackers"};
  return words;
}
const Words& of_defender() {
  static const Words words = {"enemy",    "enemies",   "he",       "him",      "his",
                              "opponent", "opponents", "defender", "defenders"};
  return words;
}
const Words& pronouns() {
  static const Words words = {"it", "they", "them", "those", "survivors"};
  return words;
}

/// "german" of "germans"; empty: no such word.
std::string nation_in(const Words& words) {
  static const std::vector<std::pair<std::string, std::string>> nations = {
      {"germans", "german"},     {"german", "german"},     {"russians", "russian"},
      {"russian", "russian"},    {"soviets", "russian"},   {"soviet", "russian"},
      {"americans", "american"}, {"american", "american"}, {"british", "british"}};
  for (const auto& [word, nation] : nations) {
    if (has(words, word)) return nation;
  }
  return "";
}

TurnTeller::Who TurnTeller::who_in(const Words& words) {
  if (says_any_of(words, of_attacker())) return Who::attacker;
  if (says_any_of(words, of_defender())) return Who::defender;
  const Words units = units_in(words);
  if (!units.empty()) {
    const bool in_first = force(attacking).has(units.front());
    const bool in_second = force(!attacking).has(units.front());
    if (in_first == in_second) return Who::unknown_units;
    return in_first ? Who::attacker : Who::defender;
  }
  const std::string nation = nation_in(words);
  if (!nation.empty()) {
    const auto is_of = [&](bool attacker) {
      return nations_[attacker ? 0 : 1] == nation ||
             common_words().nation_of(force(attacker).units) == nation;
    };
    const bool of_first = is_of(attacking);
    const bool of_second = is_of(!attacking);
    if (of_first != of_second) return of_first ? Who::attacker : Who::defender;
    // Whoever is not the one that is known.
    if (!nations_[0].empty() && nations_[0] != nation) return Who::defender;
    if (!nations_[1].empty() && nations_[1] != nation) return Who::attacker;
    return Who::nobody;
  }
  return says_any_of(words, pronouns()) ? Who::pronoun : Who::nobody;
}

void TurnTeller::check_known(const Words& said, const Words& words, const Words& known) {
  Words unknown;
  for (const std::string& word : words) {
    const bool is_known = has(known, word) || !nation_in({word}).empty() || units_said(word) ||
                          has(of_attacker(), word) || has(of_defender(), word) ||
                          has(pronouns(), word) || word == "and" ||
                          common_words().is_article(word) || count_said(word);
    if (!is_known) unknown.push_back(word);
  }
  if (unknown.empty()) return;
  refuse(said,
         fmt::format("'{}' {} no part of a step that is known", fmt::join(unknown, "', '"),
                     unknown.size() == 1 ? "is" : "are"),
         "'combat-odds describe asl.assault' has the steps");
}

/// Takes the phrase out wherever it stands; whether it did.
bool take_all(Words& words, const Words& phrase) {
  bool is_said = false;
  for (std::size_t at = 0; at < words.size();) {
    const bool taken = takes_away(words, at, phrase);
    is_said = is_said || taken;
    at += taken ? 0 : 1;
  }
  return is_said;
}

/// "twice", "three times": how often; 1 where nothing says it.
int take_times(Words& words) {
  if (take_all(words, {"twice"})) return 2;
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto count = count_said(words[at]);
    if (!count || words[at + 1] != "times") continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                words.begin() + static_cast<std::ptrdiff_t>(at) + 2);
    return number_in<int>(*count).value_or(1);
  }
  return 1;
}

/// "two turns": over how many Player Turns; 1 where nothing says it.
int take_turns(Words& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto count = count_said(words[at]);
    std::size_t next = at + 1;
    if (words[next] == "player" && next + 1 < words.size()) ++next;
    if (!count || words[next] != "turns") continue;
    const std::size_t first =
        at > 0 && (words[at - 1] == "for" || words[at - 1] == "over") ? at - 1 : at;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first),
                words.begin() + static_cast<std::ptrdiff_t>(next) + 1);
    return number_in<int>(*count).value_or(1);
  }
  return 1;
}

/// "next turn", "in the next player turn": whether it is said.
bool take_next_turn(Words& words) {
  bool is_said = false;
  for (const Words& phrase : std::vector<Words>{{"in", "next", "player", "turn"},
                                                {"next", "player", "turn"},
                                                {"in", "next", "turn"},
                                                {"next", "turn"}}) {
    is_said = take_all(words, phrase) || is_said;
  }
  return is_said;
}

/// Where "at" and the like stand in front of units, or of a word for those who are known; behind
/// the end: nowhere.
std::size_t target_at(const Words& words) {
  static const Words dividing = {"at", "on", "against", "vs", "versus", "upon", "into"};
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (!has(dividing, words[at])) continue;
    const std::string& next = words[at + 1];
    static const Words states = {"broken", "concealed", "pinned", "moving", "adjacent"};
    const std::size_t unit = has(states, next) ? at + 2 : at + 1;
    const bool is_somebody = counted_units_at(words, unit) || has(of_attacker(), next) ||
                             has(of_defender(), next) || has(pronouns(), next);
    if (is_somebody) return at;
  }
  return words.size();
}

void TurnTeller::end_turn(const Words& said) {
  steps_.push_back(turn_end(said));
  const std::string told = "a turn is a Player Turn: the next one is the other side's";
  if (!has(notes_, told)) notes_.push_back(told);
}

void TurnTeller::take_fire(Words words, bool is_fought_later) {
  const Words said = words;
  if (says_any_of(words, {"until", "if", "unless"})) {
    refuse(said, "a condition of a step is not read from a sentence",
           "it is written as in --steps 'fire 16 1 x3 until defender broken; close-combat if "
           "attacker >= 2 squads'");
  }
  Step step;
  step.said = said;
  if (take_next_turn(words)) end_turn(said);
  const bool says_again = take_all(words, {"again"});
  bool says_same = false;
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    says_same = says_same || (words[at] == "same" && is_fire_verb(words[at + 1]));
  }
  take_all(words, {"same"});  // "the same 4-4-7"
  const bool is_again = says_again || says_same;
  // MGs keep their rate of fire where units fire.
  if (!fire_in_numbers(words)) {
    for (const Words& phrase : std::vector<Words>{{"with", "all", "shots"},
                                                  {"with", "rate", "fire"},
                                                  {"rate", "fire"},
                                                  {"with", "rof"},
                                                  {"rof"}}) {
      take_all(words, phrase);
    }
  }
  const int times = take_times(words);
  const int turns = take_turns(words);
  if (take_all(words, {"in", "between"}) || take_all(words, {"between"})) rallies_between_ = true;
  // Which fire it is.
  bool is_return = false;
  bool is_defensive = false;
  for (std::size_t at = 0; at + 1 < words.size();) {
    const std::string word = words[at];
    const bool before_fire = is_fire_verb(words[at + 1]);
    const bool before_first = words[at + 1] == "first" || words[at + 1] == "final";
    const bool is_phase =
        (before_fire && (word == "prep" || word == "preparation" || word == "defensive" ||
                         word == "final" || word == "first" || word == "advancing" ||
                         word == "advance" || word == "return" || word == "returns")) ||
        (word == "defensive" && before_first);
    if (!is_phase) {
      ++at;
      continue;
    }
    is_return = is_return || word.starts_with("return");
    is_defensive = is_defensive || word == "defensive" || word == "final" || word == "first";
    step.is_advancing = step.is_advancing || word.starts_with("advanc");
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  is_return = take_all(words, {"back"}) || is_return;
  if (take_all(words, {"prep"})) {
    // it is how the side whose turn it is begins
  }
  // "is fired on with 8 FP", "under 8 FP -2": he who is named first is the target.
  static const Words by = {"by", "with", "from", "under"};
  static const Words being = {"is", "are", "gets", "get", "was", "were", "being", "been"};
  std::size_t verb = 0;
  static const Words suffered = {"hit", "attacked", "shot"};
  while (verb < words.size() && !is_fire_verb(words[verb]) && !has(suffered, words[verb])) ++verb;
  bool is_passive = verb > 0 && verb < words.size() && has(being, words[verb - 1]);
  std::size_t subject_end = is_passive ? verb - 1 : verb;
  std::size_t body = verb < words.size() ? verb + 1 : words.size();
  for (std::size_t at = 1; at + 1 < words.size() && !is_passive; ++at) {
    const bool is_under = words[at] == "under" || words[at] == "takes" || words[at] == "take" ||
                          words[at] == "through";
    const bool is_fire = is_fire_verb(words[at + 1]);
    const auto numbers = fire_in_numbers(words, at);
    if (!is_under || !(is_fire || (numbers && numbers->first == at + 1))) continue;
    is_passive = true;
    subject_end = at;
    body = is_fire ? at + 2 : at + 1;
  }
  const auto numbers_first = fire_in_numbers(words);
  if (verb == words.size() && !is_passive) {  // "12 +2 vs 4-4-7", "4-6-7 LMG at 4-4-7"
    subject_end = numbers_first ? 0 : std::min(target_at(words), words.size());
    body = subject_end;
  }
  const Words subject(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(subject_end));
  Words rest(words.begin() + static_cast<std::ptrdiff_t>(body), words.end());
  if (is_passive) {
    while (!rest.empty() && (rest.front() == "on" || rest.front() == "at"))
      rest.erase(rest.begin());
  }
  const auto numbers = fire_in_numbers(rest);
  // "fire 16 at": the number stands right behind the verb, which is gone.
  std::optional<FireInNumbers> power = numbers;
  if (!power && numbers_first && numbers_first->first == body) {
    power = FireInNumbers{0, numbers_first->length, numbers_first->firepower, numbers_first->drm};
  }
  if (power) {
    step.numbers = power->firepower + " " + power->drm;
    std::size_t first = power->first;
    std::size_t length = power->length;
    if (first > 0 && has(by, rest[first - 1])) {
      --first;
      ++length;
    }
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first),
               rest.begin() + static_cast<std::ptrdiff_t>(first + length));
  }
  // Who is fired at.
  Words target;
  bool has_target = false;
  Who at_whom = Who::nobody;
  Words tail;
  if (is_passive) {
    for (const std::string& word : subject) {
      if (!has(of_attacker(), word) && !has(of_defender(), word)) target.push_back(word);
    }
    at_whom = who_in(subject);
    has_target = !units_in(target).empty();
  } else {
    std::size_t divide = target_at(rest);
    if (divide == rest.size() && !subject.empty()) {  // "4-6-7 shoot adjacent 4-4-7"
      for (std::size_t at = rest.size(); at-- > 0;) {
        const auto unit = counted_units_at(rest, at);
        const bool is_unit = unit && !is_leader(unit->name);
        const bool is_behind_by = at > 0 && has(by, rest[at - 1]);
        if (is_unit && !is_behind_by) divide = at;
      }
      if (divide < rest.size())
        rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(divide), "at");
    }
    if (divide < rest.size()) {
      Words behind = without(rest, 0, divide + 1);
      rest = Words(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(divide));
      at_whom = who_in(behind);
      while (!behind.empty() &&
             (has(of_attacker(), behind.front()) || has(of_defender(), behind.front()) ||
              has(pronouns(), behind.front()))) {
        behind.erase(behind.begin());
      }
      has_target = !units_in(behind).empty();
      (has_target ? target : tail) = behind;
    }
  }
  // Who fires: "prep fire by 3*4-6-7 8-1".
  Words firer;
  for (const std::string& word : subject) {
    const bool is_who = has(of_attacker(), word) || has(of_defender(), word) ||
                        has(pronouns(), word) || word == nation_in({word}) + "s" || word == "first";
    if (!is_passive && !is_who) firer.push_back(word);
  }
  Who who = is_passive ? Who::nobody : who_in(subject);
  if (units_in(firer).empty() && !rest.empty() && (has(by, rest.front())) && rest.size() > 1 &&
      counted_units_at(rest, 1)) {
    firer.insert(firer.end(), rest.begin() + 1, rest.end());
    if (who == Who::nobody) who = who_in(firer);
    rest.clear();
  }
  rest.insert(rest.end(), tail.begin(), tail.end());
  const bool is_first =
      std::ranges::none_of(steps_, [](const Step& each) { return each.kind == Kind::fire; });
  const bool firer_by_turn = is_defensive ? !attacking : attacking;
  if (is_passive) {
    const bool of_first = at_whom == Who::attacker ||
                          (at_whom == Who::unknown_units && is_first && is_fought_later) ||
                          (at_whom == Who::pronoun && last_target() == attacking);
    step.by_attacker = !of_first;
  } else if (who == Who::attacker || who == Who::defender) {
    step.by_attacker = who == Who::attacker;
  } else if (at_whom == Who::attacker || at_whom == Who::defender) {
    step.by_attacker = at_whom == Who::defender;
  } else if (is_return) {
    step.by_attacker = is_first ? !attacking : !last_firer_;
  } else if (is_defensive) {
    step.by_attacker = firer_by_turn;
  } else if (who == Who::pronoun && !is_first) {
    step.by_attacker = is_again || !has(subject, "it") ? last_firer_ : !last_firer_;
  } else if (is_again && !is_first && who == Who::nobody) {
    step.by_attacker = last_firer_;
  }
  if (is_again && step.numbers.empty() && rest.empty() && target.size() <= 1) {
    const auto before = std::find_if(steps_.rbegin(), steps_.rend(), [&](const Step& each) {
      return each.kind == Kind::fire && each.by_attacker == step.by_attacker &&
             (firer.empty() || joined(firer) == each.units);
    });
    if (before != steps_.rend()) {
      Step same = *before;
      same.said = said;
      same.is_same_again = true;
      same.is_advancing = step.is_advancing;
      steps_.push_back(same);
      last_firer_ = same.by_attacker;
      return;
    }
  }
  const std::string nation = is_passive ? "" : nation_in(subject);
  if (!nation.empty()) nations_[step.by_attacker ? 0 : 1] = nation;
  step.is_same_again = is_again;
  read_fire(step, firer, target, has_target, rest);
  const Step read = steps_.back();
  for (int i = 1; i < times; ++i) steps_.push_back(read);
  for (int i = 1; i < turns; ++i) {
    end_turn(said);
    steps_.push_back(read);
    steps_.back().is_same_again = true;
  }
}

/// Reads a fire as the sentence of one attack, and adds it.
void TurnTeller::read_fire(Step step, Words firer, const Words& target, bool has_target,
                           const Words& rest) {
  Force& own = force(step.by_attacker);
  Force& other = force(!step.by_attacker);
  const bool is_by_numbers = !step.numbers.empty();
  Words in_front;
  if (is_by_numbers && units_in(firer).empty()) {
    in_front = firer;
    const std::vector<std::string_view> both = words_of(step.numbers);
    const std::string drm(both[1]);
    firer = {std::string(both[0]), "fp"};
    if (drm != "0") firer.push_back(drm.starts_with('-') ? drm : "+" + drm);
  } else if (firer.empty()) {
    if (own.units.empty()) {
      refuse(step.said, "who fires is not said", "'4-6-7 fires', or '8 FP +1'");
    }
    for (const std::string_view word : words_of(own.units)) firer.emplace_back(word);
  }
  Words asked = firer;
  asked.emplace_back("at");
  std::string dummy;
  if (has_target) {
    asked.insert(asked.end(), target.begin(), target.end());
  } else if (!other.units.empty()) {
    for (const std::string_view word : words_of(men_of(other.units))) asked.emplace_back(word);
  } else {
    asked.emplace_back("4-4-7");  // whoever: the step does not name him
  }
  asked.insert(asked.end(), rest.begin(), rest.end());
  asked.insert(asked.end(), in_front.begin(), in_front.end());
  if (!firer.empty() && !is_by_numbers && units_in(firer).empty() && !has_target) {
    asked = step.said;  // "T-34 shoots at a bunker": what it is instead is for the reader
  }
  if (step.is_advancing && !is_by_numbers) {
    asked.emplace_back("advancing");
    asked.emplace_back("fire");
  }
  const bool knows_range = has(asked, "range") || has(asked, "adjacent") || has(asked, "hexes");
  if (!is_by_numbers && !knows_range) {
    const std::string& range = own.range.empty() ? other.range : own.range;
    if (!range.empty()) {
      asked.emplace_back("range");
      asked.push_back(range);
    }
  }
  // A target that is named again stands where it stood.
  const bool stays =
      !is_by_numbers && !other.terrain.empty() && !has(rest, "in") && !has(target, "in");
  if (stays) {
    asked.emplace_back("in");
    for (const std::string_view word : words_of(other.terrain)) asked.emplace_back(word);
  }
  Said read;
  try {
    read = read_(asked);
  } catch (const InputError& error) {
    const std::string right = error.right();
    refuse(step.said, error.wrong(), right);
  }
  const std::size_t dot = read.procedure.find('.');
  const std::string game = read.procedure.substr(0, dot);
  if (read.procedure.substr(dot + 1) != "fire" || (game != "asl" && game != "sl")) {
    refuse(step.said, "no fire of infantry that a sentence of a whole turn can play",
           "by itself: " + read.command());
  }
  game_ = game;
  static const Words of_both = {"broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced",
                                "good_order"};
  for (const std::string& name : read.shown) {
    if (!has(of_both, name)) {
      refuse(step.said, "it asks for something in the midst of the turn",
             "asked at its end, such as '...: still broken?'");
    }
    const std::string shown = (step.by_attacker ? "" : "attacker_") + name;
    if (!has(in_between_, shown)) in_between_.push_back(shown);
  }
  std::string drm = "0";
  for (const auto& [name, value] : read.values) {
    const bool is_one = value.find(',') == value.npos && value.find("..") == value.npos;
    if (!is_one) refuse(step.said, fmt::format("'{}' stands for several", value), "one of them");
    if (name == "target") {
      const std::string men = value;
      if (has_target && other.units.empty()) other.units = men;
      if (has_target && !other.has(std::string(words_of(men).front()))) {
        refuse(step.said, fmt::format("{} is another one than {}", men, other.units),
               "all fire of a side is at the same units");
      }
    } else if (name == "attackers") {
      step.units = value;
    } else if (name == "firepower") {
      step.numbers = value;
    } else if (name == "drm") {
      drm = value;
    } else if (name == "status" && value == "broken") {
      values_.emplace_back(step.by_attacker ? "defender_broken" : "attacker_broken", other.units);
    } else if (name == "phase" &&
               (value == "prep" || value == "defensive" || value == "defensive_first")) {
      continue;  // the sequence of play says it
    } else {
      const std::string words = fmt::format(" {} {}", name, value);
      step.words += words;
      if (name == "range") {
        own.range = value;
      } else if (name == "terrain") {
        other.terrain = value;
      } else {
        step.others += words;
      }
    }
  }
  if (!step.numbers.empty())
    step.numbers = step.numbers.substr(0, step.numbers.find(' ')) + " " + drm;

  if (!step.units.empty()) {
    if (own.units.empty()) own.units = step.units;
    step.lacks_range = step.words.find(" range ") == step.words.npos;
    // Those who fire first may be others.
    own.is_acting = own.is_acting || own.has(step.units);
  }
  for (const std::string_view line : parts_of(read.note, '\n')) {
    if (!line.empty() && !has(notes_, std::string(line))) notes_.emplace_back(line);
  }
  other.is_shot_at = true;
  other.is_acting = true;
  last_firer_ = step.by_attacker;
  steps_.push_back(std::move(step));
}

void TurnTeller::take_rally(const Words& words) {
  Words rest = words;
  if (take_next_turn(rest)) end_turn(words);
  static const Words known = {"rally", "rallies", "rallying", "try",   "tries", "trying",
                              "to",    "attempt", "attempts", "with",  "under", "led",
                              "by",    "leader",  "both",     "sides", "phase", "self",
                              "may",   "broken",  "unit",     "units", "squad", "squads",
                              "all",   "in",      "between",  "each",  "turn",  "does"};
  check_known(words, rest, known);
  Step step;
  step.kind = Kind::rally;
  step.said = words;
  const Words units = units_in(rest);
  Words leaders;
  Words others;
  for (const std::string& unit : units) (is_leader(unit) ? leaders : others).push_back(unit);
  const bool shot_first = force(attacking).is_shot_at;
  const bool shot_second = force(!attacking).is_shot_at;
  if (!shot_first && !shot_second) {
    refuse(words, "who is broken is not said", "such as '8 FP +1 at 4-4-7 8-0, then it rallies'");
  }
  Words without_units;
  for (const std::string& word : rest) {
    if (!units_said(word)) without_units.push_back(word);
  }
  const Who who = who_in(others.empty() ? without_units : others);
  if (has(rest, "both")) {
    step.by_both = true;
  } else if (who == Who::attacker || who == Who::defender) {
    step.by_attacker = who == Who::attacker;
  } else if (who == Who::unknown_units && !others.empty()) {
    refuse(words, fmt::format("{} is not among those who were fired at", joined(others)),
           "one of them");
  } else if (who == Who::pronoun || shot_first != shot_second) {
    step.by_attacker = shot_first != shot_second ? shot_first : last_target();
  } else {
    step.by_both = true;
  }
  Force& side = force(step.by_attacker);
  if (!step.by_both && !side.is_shot_at) {
    refuse(words, "nobody fired at them", "who was fired at may be broken, and rallies");
  }
  const bool has_routed = std::ranges::any_of(
      steps_, [&](const Step& each) { return each.kind == Kind::rout && !step.by_attacker; });
  if (has_routed) {
    refuse(words, "who has routed is out of the Location, and of the question",
           "the rally before the rout, or by itself: 'rally 4-4-7 with 8-0'");
  }
  for (const std::string& leader : leaders) {
    if (side.has(leader)) continue;
    append_units(side.units, leader);
    notes_.push_back(
        fmt::format("the {} is with those who rally from the start: fire at them is "
                    "fire at him, too",
                    leader));
  }
  const bool is_led = std::ranges::any_of(
      words_of(side.units), [](std::string_view unit) { return is_leader(std::string(unit)); });
  if (game_ == "sl" && !step.by_both && !is_led) {
    notes_.push_back("a squad can't rally without a leader (14): 'rallies with 8-1' names one");
  }
  if (has(rest, "between")) {
    // "two turns of fire, rally in between": behind each Player Turn.
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      if (steps_[at].kind != Kind::turn_ends) continue;
      steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(at) + 1, step);
      ++at;
    }
    return;
  }
  steps_.push_back(step);
}

void TurnTeller::take_rout(const Words& words) {
  Words rest = words;
  if (take_next_turn(rest)) end_turn(words);
  static const Words known = {"rout",  "routs",  "routing", "away", "must", "has",
                              "have",  "to",     "broken",  "ones", "unit", "units",
                              "squad", "squads", "phase",   "if",   "any",  "all",
                              "who",   "is",     "are",     "which"};
  check_known(words, rest, known);
  Step step;
  step.kind = Kind::rout;
  step.said = words;
  const Who who = who_in(rest);
  const bool both = force(attacking).is_shot_at && force(!attacking).is_shot_at;
  if (who == Who::attacker || who == Who::defender) {
    step.by_attacker = who == Who::attacker;
  } else if (who == Who::unknown_units) {
    refuse(words, "they are not among those who were fired at",
           "such as '8 FP +1 at 4-4-7, then it routs'");
  } else if (who == Who::pronoun && both) {
    step.by_attacker = last_target();
  } else {
    step.by_attacker = force(attacking).is_shot_at && !both;
    step.by_both = both && who == Who::nobody;
  }
  if (!step.by_both && !force(step.by_attacker).is_shot_at) {
    refuse(words, "nobody fired at them", "who was fired at may be broken, and routs");
  }
  steps_.push_back(step);
}

void TurnTeller::take_close_combat(const Words& words, bool is_advance) {
  Words rest = words;
  if (take_next_turn(rest)) end_turn(words);
  Step step;
  step.kind = is_advance ? Kind::advance : Kind::close_combat;
  step.said = words;
  for (std::size_t at = 0; at + 1 < rest.size(); ++at) {
    const auto count = count_said(rest[at]);
    if (!count || (rest[at + 1] != "rounds" && rest[at + 1] != "round")) continue;
    step.rounds = number_in<int>(*count).value_or(1);
    rest = without(rest, at, at + 2);
    take_all(rest, {"for"});
    break;
  }
  const bool in_ambush = take_all(rest, {"ambush"});
  if (in_ambush) values_.emplace_back("ambush_possible", "true");
  const bool by_hand = take_all(rest, {"hand-to-hand"});
  if (by_hand) values_.emplace_back("hand_to_hand", "true");
  static const Words known = {
      "advance",  "advances", "advancing", "into",  "in",     "to",     "close",  "combat",  "cc",
      "melee",    "assault",  "assaults",  "storm", "storms", "fight",  "fights", "go",      "goes",
      "with",     "against",  "vs",        "at",    "hex",    "and",    "enter",  "enters",  "for",
      "building", "location", "possible",  "all",   "both",   "squads", "squad",  "follows", "up",
      "attack",   "attacks",  "by",        "on",    "versus", "there",  "if",     "need",    "it"};
  check_known(words, rest, known);
  const bool by_enemy = !rest.empty() && !says_any_of(rest, of_attacker()) &&
                        (has(of_defender(), rest.front()) || has(pronouns(), rest.front()));
  if (by_enemy && enemy_attacks()) {
    swap_sides();
    rest.erase(rest.begin());
  }
  // Who goes in, and against whom.
  static const Words dividing = {"against", "vs", "versus"};
  Words names;
  bool is_behind = false;
  std::string going;
  std::string facing;
  bool with_enemy = false;
  for (std::size_t at = 0; at < rest.size();) {
    const auto units = counted_units_at(rest, at);
    if (!units) {
      is_behind = is_behind || has(dividing, rest[at]);
      if (has(of_defender(), rest[at]) && names.empty() && at == 0) with_enemy = true;
      names.push_back(rest[at++]);
      continue;
    }
    static const Words going_words = {"i", "we", "advance", "advances"};
    const bool is_subject = at == 0 || has(going_words, rest[at - 1]);
    at += units->length;
    const bool in_first = force(attacking).has(units->name);
    const bool in_second = force(!attacking).has(units->name);
    const bool is_object = is_behind || (in_second && !in_first && !is_subject) ||
                           (!going.empty() && has(names, "at"));
    const bool has_own = !force(attacking).units.empty() || !going.empty();
    const bool lacks_enemy = force(!attacking).units.empty() && !in_first && has_own &&
                             (has(names, "with") || has(names, "at"));
    append_units(is_object || lacks_enemy ? facing : going, units->name);
  }
  with_enemy =
      with_enemy || (!going.empty() && going == men_of(force(!attacking).units) &&
                     !force(attacking).units.empty() && going != men_of(force(attacking).units));
  if (with_enemy) {
    refuse(words, "it is the attacker who goes in", "the other side as 'I': '2*4-6-7 advance'");
  }
  Force& own = force(attacking);
  Force& other = force(!attacking);
  if (!facing.empty() && other.units.empty()) other.units = facing;
  for (const std::string_view unit : words_of(facing)) {
    if (!other.has(std::string(unit))) {
      refuse(words, fmt::format("{} is not among those who were fired at", unit), "one of them");
    }
  }
  if (!going.empty()) {
    const bool are_known = std::ranges::all_of(
        words_of(going), [&](std::string_view unit) { return own.has(std::string(unit)); });
    if (!are_known && own.is_shot_at && !own.units.empty()) {
      refuse(words, fmt::format("{} was not under the fire at {}", going, own.units),
             "the same units, or all of them in both places");
    }
    if (own.units.empty()) {
      own.units = going;
    } else if (going != men_of(own.units)) {
      own.going_in = going;
    }
  }
  own.is_acting = true;
  steps_.push_back(step);
}

void TurnTeller::take_question(const Words& words) {
  const auto says = [&](const Words& those) { return says_any_of(words, those); };
  static const Words known = {
      "still",    "is",       "are",        "be",       "it",      "they",      "chance",
      "chances",  "what",     "whats",      "odds",     "how",     "likely",    "that",
      "do",       "does",     "i",          "we",       "will",    "would",     "can",
      "could",    "then",     "in",         "end",      "at",      "or",        "who",
      "enemy",    "he",       "take",       "takes",    "own",     "owns",      "have",
      "has",      "get",      "gets",       "hold",     "holds",   "hex",       "building",
      "location", "mine",     "ours",       "of",       "s",       "being",     "broken",
      "breaks",   "break",    "eliminated", "dead",     "killed",  "destroyed", "gone",
      "unbroken", "rallied",  "alive",      "survives", "survive", "good",      "order",
      "defender", "after",    "all",        "this",     "what's",  "to",        "from",
      "hex?",     "attacker", "lost",       "empty",    "control", "controls",  "with",
      "unit",     "squad",    "there"};
  check_known(words, words, known);
  const Who who = who_in(words);
  const bool of_attacker = (who == Who::attacker && says({"broken", "dead", "eliminated", "killed",
                                                          "unbroken", "alive", "destroyed"}));
  const std::string side = of_attacker ? "attackers" : "defenders";
  if (says({"hex", "building", "location", "mine", "ours"})) {
    shown_.push_back(who == Who::defender ? "defender_holds" : "attacker_holds");
  }
  if (says({"broken"})) shown_.push_back(side + "_broken>=1");
  if (says({"breaks", "break"})) {
    shown_.push_back(of_attacker ? "attacker_broken_or_worse" : "broken_or_worse");
  }
  if (says({"eliminated", "dead", "killed", "destroyed"})) {
    shown_.push_back(side + "_eliminated>=1");
  }
  if (says({"unbroken", "rallied"})) shown_.push_back(side + "_unbroken>=1");
  if (says({"alive", "survive", "survives"})) shown_.push_back(side + "_eliminated=0");
  if (says({"gone", "empty"}) && !says({"hex"})) shown_.push_back("defender_gone");
  if (shown_.empty()) refuse(words, "what is asked is not understood", "such as 'still broken?'");
}

/// Whether units fire that may have suffered before: then what is left of them fires.
bool TurnTeller::needs_groups() const {
  bool shot_at[2] = {false, false};
  for (const Step& step : steps_) {
    if (step.kind != Kind::fire) continue;
    const std::size_t own = step.by_attacker ? 0 : 1;
    if (step.is_by_units() && shot_at[own]) return true;
    shot_at[1 - own] = true;
  }
  return false;
}

std::string TurnTeller::step_text(const Step& step, bool in_groups) {
  const std::string own = step.by_attacker ? "base" : "front";
  const std::string other = step.by_attacker ? "front" : "base";
  const bool has_others = !forces_[0].going_in.empty();
  switch (step.kind) {
    case Kind::fire: {
      std::string text = step.by_attacker ? "fire" : "return";
      if (!in_groups) {
        return text + " " + (step.is_by_units() ? step.units : step.numbers) + step.words;
      }
      text += fmt::format(" {} at {}", own, other);
      return text + (step.is_by_units() ? "" : " " + step.numbers) + step.others;
    }
    case Kind::rally:
    case Kind::rout: {
      const std::string verb = step.kind == Kind::rally ? "rally" : "rout";
      if (step.by_both) return verb + " both";
      if (in_groups) return verb + " " + own;
      if (step.kind == Kind::rout && !step.by_attacker) return verb;
      return verb + (step.by_attacker ? " attacker" : " defender");
    }
    case Kind::advance:
    case Kind::close_combat: {
      std::string text = step.kind == Kind::advance ? "advance" : "close-combat";
      if (in_groups) text += fmt::format(" {} at front", has_others ? "assault" : "base");
      if (step.rounds > 1) text += fmt::format(" x{}", step.rounds);
      return text;
    }
    default:
      return "end turn";
  }
}

/// Who breaks next to the enemy routs before anybody advances (A10.5, 13), also where nobody says
/// so; those who rally instead are asked about where they are.
void TurnTeller::rout_before_advance() {
  const auto goes_in = std::ranges::find_if(steps_, [](const Step& step) {
    return step.kind == Kind::close_combat || step.kind == Kind::advance;
  });
  const bool is_settled = std::ranges::any_of(steps_, [](const Step& step) {
    return step.kind == Kind::rout || (step.kind == Kind::rally && !step.by_attacker);
  });
  const bool is_shot_at = std::any_of(steps_.begin(), goes_in, [](const Step& step) {
    return step.kind == Kind::fire && step.by_attacker;
  });
  if (goes_in == steps_.end() || is_settled || !is_shot_at) return;
  Step step;
  step.kind = Kind::rout;
  step.by_attacker = false;
  step.said = goes_in->said;
  steps_.insert(goes_in, step);
  notes_.push_back("who breaks routs before the advance; without 'rout' in --steps they stay");
}

/// In woods, rubble and buildings who advances may ambush, or be ambushed (A11.4).
void TurnTeller::allow_ambush() {
  const auto is_given = [](const auto& value) { return value.first == "ambush_possible"; };
  if (game_ != "asl" || std::ranges::any_of(values_, is_given)) return;
  const std::string where = forces_[1].terrain + fmt::format(" {}", fmt::join(texts_, " "));
  const auto is_there = [&](const char* terrain) { return where.find(terrain) != where.npos; };
  if (!is_there("building") && !is_there("woods") && !is_there("rubble")) return;
  values_.emplace_back("ambush_possible", "true");
  notes_.push_back("an ambush is possible there (A11.4); --ambush-possible false leaves it out");
}

/// The steps with 'end turn' between them where the sequence of play wants it (A3, 4).
void TurnTeller::put_in_sequence() {
  enum Phase { rally, prep_fire, defensive_fire, advancing_fire, rout, advance, close_combat };
  in_groups_ = needs_groups();
  texts_.clear();
  ends_unsaid_ = false;
  bool attacker_moves = true;
  int phase = rally;
  bool has_fired[2] = {false, false};  // with its units in this Player Turn
  bool in_melee = false;
  const auto end_turn = [&] {
    attacker_moves = !attacker_moves;
    phase = rally;
    has_fired[0] = has_fired[1] = false;
    texts_.emplace_back("end turn");
  };
  bool has_rallied = false;
  for (std::size_t at = 0; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    if (step.kind == Kind::turn_ends) {
      end_turn();
      has_rallied = false;
      continue;
    }
    // An advance is a part of the Close Combat that follows.
    const bool is_part = step.kind == Kind::advance && at + 1 < steps_.size() &&
                         steps_[at + 1].kind == Kind::close_combat;
    if (is_part) continue;
    const auto wanted = [&]() -> int {
      if (step.kind == Kind::rally) return rally;
      if (step.kind == Kind::rout) return rout;
      if (step.kind == Kind::advance) return advance;
      if (step.kind == Kind::close_combat) return close_combat;
      if (step.by_attacker != attacker_moves) return defensive_fire;
      return phase <= prep_fire && !step.is_advancing ? prep_fire : advancing_fire;
    };
    const std::size_t own = step.by_attacker ? 0 : 1;
    const auto is_in_turn = [&] {
      if (wanted() < phase) return false;
      if (step.kind == Kind::rally) return phase == rally && !(texts_.empty() || has_rallied);
      if (step.kind == Kind::close_combat || step.kind == Kind::advance) {
        return attacker_moves || in_melee;
      }
      return step.kind != Kind::fire || !(step.is_same_again && has_fired[own]);
    };
    for (int i = 0; i < 2 && !is_in_turn(); ++i) {
      end_turn();
      has_rallied = false;
      ends_unsaid_ = true;
    }
    phase = wanted();
    has_rallied = has_rallied || step.kind == Kind::rally;
    if (step.kind == Kind::fire) has_fired[own] = true;
    in_melee = in_melee || step.kind == Kind::close_combat;
    Step played = step;
    if (step.kind == Kind::advance) played.kind = Kind::close_combat;
    texts_.push_back(step_text(played, in_groups_));
  }
}

/// Where units fire and nothing says how far: those who go in next are adjacent.
void TurnTeller::check_ranges() {
  for (Step& step : steps_) {
    if (!step.lacks_range) continue;
    const bool goes_in = std::ranges::any_of(steps_, [](const Step& each) {
      return each.kind == Kind::close_combat || each.kind == Kind::advance;
    });
    if (!goes_in || !forces_[0].going_in.empty()) {
      refuse(step.said,
             "at which range is not said: FP is doubled adjacent and halved at long range",
             "'range 3', or 'adjacent'");
    }
    step.words = " range 1" + step.words;
    const std::string told = "the same units fire and then advance: they are adjacent";
    if (!has(notes_, told)) notes_.push_back(told);
  }
  put_in_sequence();
}

/// Who fires from farther away can't go in by an advance.
void TurnTeller::check_distance() {
  const Force& own = forces_[0];
  const bool goes_in = std::ranges::any_of(steps_, [](const Step& step) {
    return step.kind == Kind::close_combat || step.kind == Kind::advance;
  });
  const bool are_others = !own.going_in.empty();
  if (!goes_in || are_others || own.range.empty() || own.range == "1" || own.range == "0") return;
  Said adjacent = question();
  for (auto& [name, value] : adjacent.values) {
    put(value, "range " + own.range, "range 1");
  }
  Said others = question();
  if (in_groups_) {
    for (auto& [name, value] : others.values) {
      if (name == "attacker") value += "; assault: " + men_of(own.units);
      if (name == "steps") put(value, "close-combat base", "close-combat assault");
    }
  }
  throw Refusal(place_, fmt::format("they fire at range {}, and an advance is one hex", own.range),
                fmt::format("'adjacent': {}, or others like them go in: {}", adjacent.command(),
                            others.command()),
                {adjacent, others});
}

bool TurnTeller::rallies(bool attacker) const {
  return std::ranges::any_of(steps_, [&](const Step& step) {
    return step.kind == Kind::rally && (step.by_both || step.by_attacker == attacker);
  });
}

Said TurnTeller::question() const {
  Said said;
  said.procedure = game_ + ".assault";
  said.values.emplace_back("steps", fmt::format("{}", fmt::join(texts_, "; ")));
  const auto group = [&](const std::string& name, const Force& force, const std::string& range) {
    std::string text = name + ": " + force.units;
    if (!range.empty() && range != "1") text += " range " + range;
    if (!force.terrain.empty()) text += " terrain " + force.terrain;
    return text;
  };
  const Force& own = forces_[0];
  const Force& other = forces_[1];
  if (!in_groups_) {
    said.values.emplace_back("defender", men_of(other.units));
    const std::string& men = own.going_in.empty() ? own.units : own.going_in;
    const bool goes_in = std::ranges::any_of(steps_, [](const Step& step) {
      return step.kind == Kind::close_combat || step.kind == Kind::advance;
    });
    if ((goes_in || own.is_shot_at) && !men.empty()) {
      said.values.emplace_back("attacker", men_of(men));
    }
  } else {
    const std::string& range = own.range.empty() ? other.range : own.range;
    said.values.emplace_back("defender",
                             group("front", other, other.range.empty() ? range : other.range));
    std::string attackers = group("base", own, range);
    if (!own.going_in.empty()) attackers += "; assault: " + own.going_in;
    said.values.emplace_back("attacker", attackers);
  }
  for (const bool attacker : {false, true}) {
    const std::string& terrain = forces_[attacker ? 0 : 1].terrain;
    if (game_ == "asl" && rallies(attacker) && !terrain.empty()) {
      said.values.emplace_back(attacker ? "attacker_terrain" : "defender_terrain", terrain);
    }
  }
  said.values.insert(said.values.end(), values_.begin(), values_.end());
  return said;
}

/// The enemy is the attacker after all: who fired so far, and whom at, stand the other way round.
void TurnTeller::swap_sides() {
  std::swap(forces_[0], forces_[1]);
  std::swap(nations_[0], nations_[1]);
  last_firer_ = !last_firer_;
  for (Step& step : steps_) step.by_attacker = !step.by_attacker;
  const auto turned = [](std::string& name) {
    static const std::vector<std::pair<std::string, std::string>> pairs = {
        {"attackers_", "defenders_"}, {"attacker_", "defender_"}};
    for (const auto& [first, second] : pairs) {
      if (name.starts_with(first)) {
        name.replace(0, first.size(), second);
        break;
      }
      if (name.starts_with(second)) {
        name.replace(0, second.size(), first);
        break;
      }
    }
  };
  for (std::string& name : shown_) turned(name);
  for (auto& [name, value] : values_) turned(name);
  for (std::string& name : in_between_) {
    name = name.starts_with("attacker_") ? name.substr(std::string("attacker_").size())
                                         : "attacker_" + name;
  }
  notes_.push_back("the enemy, who fires, is the attacker of the question");
}

/// Whether the enemy alone has fired so far, and nobody stands for him.
bool TurnTeller::enemy_attacks() const {
  return forces_[1].units.empty() && !steps_.empty() &&
         std::ranges::none_of(
             steps_, [](const Step& step) { return step.kind == Kind::fire && step.by_attacker; });
}

Said TurnTeller::told(const std::vector<TurnPart>& parts, const std::string& usual_game) {
  const auto is_fight = [](const TurnPart& part) {
    return part.kind == Kind::close_combat || part.kind == Kind::advance;
  };
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const TurnPart& part = parts[at];
    const bool is_fought_later =
        std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end(), is_fight);
    switch (part.kind) {
      case Kind::fire:
        take_fire(part.words, is_fought_later);
        break;
      case Kind::rally:
        take_rally(part.words);
        break;
      case Kind::rout:
        take_rout(part.words);
        break;
      case Kind::advance:
      case Kind::close_combat:
        take_close_combat(part.words, part.kind == Kind::advance);
        break;
      case Kind::turn_ends:
        end_turn(part.words);
        break;
      case Kind::question:
        take_question(part.words);
        break;
    }
  }
  if (game_.empty()) game_ = usual_game;
  const bool is_fought = std::any_of(parts.begin(), parts.end(), is_fight);
  if (!is_fought && enemy_attacks()) swap_sides();
  rout_before_advance();
  put_in_sequence();
  const Words& last = parts.back().words;
  const bool goes_in = std::any_of(parts.begin(), parts.end(), is_fight);
  if (forces_[1].units.empty()) {
    refuse(last, "whom all this happens to is not said", "'at 4-4-7', or 'against 4-4-7'");
  }
  if (forces_[0].units.empty() && forces_[0].going_in.empty() &&
      (goes_in || forces_[0].is_shot_at)) {
    refuse(last, goes_in ? "who goes in is not said" : "whom the other side fires at is not said",
           "such as 'with 2*4-6-7'");
  }
  check_ranges();
  if (goes_in) allow_ambush();
  check_distance();
  Said said = question();
  if (ends_unsaid_) {
    notes_.push_back("'end turn' stands where the sequence of play begins another Player Turn");
  }
  if (game_ == "asl" && rallies(!attacking) && forces_[1].terrain.empty()) {
    notes_.push_back("the rally is in open ground, since no terrain is said");
  }
  said.note = fmt::format("{}", fmt::join(notes_, "\n"));
  if (shown_.empty() && goes_in) {
    shown_ = {"defender_gone", "attacker_holds", "attacker_eliminated_or_reduced"};
  } else if (shown_.empty()) {
    if (forces_[1].is_shot_at) shown_ = {"defenders_broken>=1", "defender_gone"};
    if (forces_[0].is_shot_at) shown_.push_back("attacker_broken_or_worse");
  }
  if (!goes_in && has(shown_, "attacker_holds")) {
    shown_ = {"defender_gone"};
    said.note += (said.note.empty() ? "" : "\n") +
                 std::string("nobody is said to go in: the Location is empty where they are gone");
  }
  for (const std::string& name : shown_) {
    if (!has(in_between_, name)) in_between_.push_back(name);
  }
  said.shown = in_between_;
  return said;
}

}  // namespace

/// "16 FP +2 at 4-4-7, then it rallies, then 2*5-4-8 fight close combat": the steps of an assault.
/// Nothing where the sentence does not tell of several; what of them is not understood is refused.
std::optional<Said> Sentences::of_turn(std::string_view sentence, const std::string& game,
                                       const Place& place, const std::set<std::string>& given) {
  auto parts = turn_parts(sentence);
  const std::string usual = game.empty() ? usual_game_ : game;
  if (!parts || (usual != "asl" && usual != "sl")) return std::nullopt;
  Words told;
  for (TurnPart& part : *parts) {  // "two german squads"
    const NamedSquads named = name_squads(part.words, usual);
    if (named.told.empty() || !named.uncounted.empty()) continue;
    part.words = named.words;
    told.insert(told.end(), named.told.begin(), named.told.end());
  }
  TurnTeller teller(
      [&](const Words& words) { return read_in_some_way(words, "", game, place, given); }, place);
  return with_told(teller.told(*parts, usual), told);
}

}  // namespace combat_odds
