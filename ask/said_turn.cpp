#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/said_choice.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/turn_teller.hpp"
#include "ask/turn_words.hpp"
#include "ask/vocabulary.hpp"

// A whole turn in a sentence: "16 FP +2 at 4-4-7, then it rallies, then 2*5-4-8 fight close combat"
// as the steps of asl.assault or sl.assault.

namespace combat_odds {
namespace turn {

namespace {

Step turn_end(const Words& said) {
  Step step;
  step.kind = Kind::turn_ends;
  step.said = said;
  return step;
}

}  // namespace

void TurnTeller::refuse(const Words& said, const std::string& wrong, const std::string& right) {
  std::string understood;
  if (!steps_.empty() && !game_.empty()) {
    put_in_sequence();
    understood = "understood so far: " + question().command();
  }
  const std::string whole = right + (right.empty() || understood.empty() ? "" : "; ") + understood;
  throw InputError(place_, fmt::format("'{}': {}", joined(said), wrong), whole);
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

void TurnTeller::end_turn(const Words& said) {
  steps_.push_back(turn_end(said));
  const std::string told = "a turn is a Player Turn: the next one is the other side's";
  if (!has(notes_, told)) notes_.push_back(told);
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
  if (!goes_in() && enemy_attacks()) swap_sides();
  rout_before_advance();
  put_in_sequence();
  const Words& last = parts.back().words;
  if (forces_[1].units.empty()) {
    refuse(last, "whom all this happens to is not said", "'at 4-4-7', or 'against 4-4-7'");
  }
  if (forces_[0].units.empty() && forces_[0].going_in.empty() &&
      (goes_in() || forces_[0].is_shot_at)) {
    refuse(last, goes_in() ? "who goes in is not said" : "whom the other side fires at is not said",
           "such as 'with 2*4-6-7'");
  }
  check_ranges();
  if (goes_in()) allow_ambush();
  check_distance();
  Said said = question();
  if (ends_unsaid_) {
    notes_.push_back("'end turn' stands where the sequence of play begins another Player Turn");
  }
  if (game_ == "asl" && rallies(!attacking) && forces_[1].terrain.empty()) {
    notes_.push_back("the rally is in open ground, since no terrain is said");
  }
  said.note = fmt::format("{}", fmt::join(notes_, "\n"));
  if (shown_.empty() && goes_in()) {
    shown_ = {"defender_gone", "attacker_holds", "attacker_eliminated_or_reduced"};
  } else if (shown_.empty()) {
    if (forces_[1].is_shot_at) shown_ = {"defenders_broken>=1", "defender_gone"};
    if (forces_[0].is_shot_at) shown_.push_back("attacker_broken_or_worse");
  }
  if (!goes_in() && has(shown_, "attacker_holds")) {
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

}  // namespace turn

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
  turn::TurnTeller teller(
      [&](const Words& words) { return read_in_some_way(words, "", game, place, given); }, place);
  return with_told(teller.told(*parts, usual), told);
}

}  // namespace combat_odds
