#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/turn_teller.hpp"
#include "ask/turn_words.hpp"
#include "core/text/words.hpp"

// The other steps of a turn that a sentence tells: rally, rout, close combat, and what is asked.

namespace combat_odds::turn {

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

}  // namespace combat_odds::turn
