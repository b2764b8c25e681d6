#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/turn_teller.hpp"
#include "ask/turn_words.hpp"

// The steps of a turn that a sentence tells, in the sequence of play, as a question.

namespace combat_odds::turn {

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
/// so; those who rally instead are asked about where they are, which is told.
void TurnTeller::rout_before_advance() {
  const auto goes_in = std::ranges::find_if(steps_, &Step::goes_in);
  const auto rallies = [](const Step& step) {
    return step.kind == Kind::rally && !step.by_attacker;
  };
  const bool is_settled =
      std::ranges::any_of(steps_, [](const Step& step) { return step.kind == Kind::rout; });
  const bool is_shot_at = std::any_of(steps_.begin(), goes_in, [](const Step& step) {
    return step.kind == Kind::fire && step.by_attacker;
  });
  if (goes_in == steps_.end() || is_settled || !is_shot_at) return;
  if (std::ranges::any_of(steps_, rallies)) {
    notes_.push_back(
        "who breaks stays and rallies; next to the enemy he would have to rout first: without the "
        "rally he does");
    return;
  }
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
      if (step.goes_in()) return attacker_moves || in_melee;
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
    if (!goes_in() || !forces_[0].going_in.empty()) {
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
  const bool are_others = !own.going_in.empty();
  if (!goes_in() || are_others || own.range.empty() || own.range == "1" || own.range == "0") return;
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

/// Whether somebody advances or fights close combat.
bool TurnTeller::goes_in() const { return std::ranges::any_of(steps_, &Step::goes_in); }

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
    if ((goes_in() || own.is_shot_at) && !men.empty()) {
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

}  // namespace combat_odds::turn
