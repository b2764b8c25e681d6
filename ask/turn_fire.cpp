#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/turn_teller.hpp"
#include "ask/turn_words.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

// The fire of a turn that a sentence tells.

namespace combat_odds::turn {

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

}  // namespace combat_odds::turn
