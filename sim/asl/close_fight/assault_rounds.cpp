#include "sim/asl/close_fight/assault_rounds.hpp"

#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "core/text/words.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/printed_machine_guns.hpp"

namespace combat_odds::asl {
namespace {

void add_words(std::vector<std::string>& words, const char* name, const std::string& value) {
  words.emplace_back(name);
  for (const std::string_view word : words_of(value)) words.emplace_back(word);
}

}  // namespace

void AssaultRounds::describe(Declaration<AssaultRounds>& rounds) {
  rounds
      .includes(&AssaultRounds::aim)
      // Each step names both: what stands here is never played.
      .adjust("gun", [](Parameter& weapon) { weapon.default_value = "75L"; })
      .adjust("range",
              [](Parameter& range) {
                range.default_value = "1";
                range.least = 1;  // within a hex a dr decides the facing
              })
      .asks(&AssaultRounds::ammunition, "ammunition", one_of({"ap", "he"}), "what it fires")
      .asks(&AssaultRounds::russian_made, "russian_made",
            "a Russian 76L or 76LL, which have To Kill numbers of their own; one with a name has "
            "them by itself")
      .asks(&AssaultRounds::basic_to_kill, "basic_to_kill", 1, 40,
            "the Basic To Kill number printed on your chart; default: the chart's")
      .includes(&AssaultRounds::target)
      .asks(&AssaultRounds::acquisition, "acquisition", -2, 0,
            "the DRM of the acquired target before the first shot (N)")
      .asks(&AssaultRounds::intensive_fire, "intensive_fire",
            "one shot more, as Intensive Fire: +2, B# two lower (F)")
      .asks(&AssaultRounds::most_shots, "most_shots", 1, 30,
            "at most so many shots while it keeps its rate of fire")
      .asks(&AssaultRounds::target_moves, "target_moves", target_moves_words(),
            "in Defensive First Fire: the target moves, having spent so many MP in the LOS (J)")
      .asks(&AssaultRounds::moving_shots, "moving_shots", 1, 10,
            "the most shots at it then (C6.17); default: as many as the rate of fire gives")
      .asks(&AssaultRounds::bounding, "bounding",
            "it fires in the AFPh after its vehicle has moved: cases B and C, and one shot");
}

void AssaultRounds::prepare(const Charts& charts) {
  if (aim.bore_sighted && acquisition != 0) {  // C6.4
    throw ArgumentError("acquisition", "a Bore Sighted hex takes the place of acquisition",
                        "leave it out");
  }
  target.look_up(charts);
  if (!aim.target_size && target.is_named()) {
    aim.target_size = charts.get<Vehicles>().find(*target.vehicle)->size;
  }
  if (aim.is_machine_gun()) {
    throw ArgumentError("gun", "a machine gun at a vehicle is asl.to-hit and asl.to-kill",
                        "a gun of 20mm or more");
  }
}

std::vector<std::string> AssaultRounds::words(const AssaultStep& step,
                                              const AssaultForce::Group& firing,
                                              const AssaultForce::Group& target) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  for (const char* const word : {"casualty_vp", "vehicle_vp"}) {
    if (step.says(word)) refuse(fmt::format("the assault tells the {}", word), "leave it out");
  }
  std::vector<std::string> words = words_of_rounds(step, firing);
  const std::string& name = target.units.front().text;
  if (!name.starts_with("vehicle ") && !printed_machine_guns(name)) {
    add_words(words, "vehicle", name);
  } else if (!step.says("armor")) {
    refuse("its armor is not known", "the Armor Factor that is hit behind the step: 'armor 6'");
  }
  if (!target.terrain.empty() && !step.says("tem") && !step.says("hull_down")) {
    refuse(fmt::format("what is {} for a vehicle?", target.terrain),
           "its TEM behind the step, 'tem 1', or 'hull_down'");
  }
  const std::vector<std::string> phase = AssaultShells::words_of_phase(step, firing);
  words.insert(words.end(), phase.begin(), phase.end());
  words.insert(words.end(), step.words.begin(), step.words.end());
  return words;
}

void AssaultRounds::settle(const AssaultForce::Group& firing, const FireTarget& firers,
                           const Charts& charts) {
  if (!AssaultShells::is_qualified(firing, firers)) aim.non_qualified = true;
  if (bounding) {
    AssaultShells::bound(aim, charts);
    intensive_fire = false;
  }
  load(charts);
}

/// Two rolls in Prep Fire and in Defensive Fire differ only by a target that moves.
void AssaultRounds::load(const Charts& charts) {
  Gunner gunner{.round = FiredRound::at_vehicle(
                    aim, ammunition == Round::he ? Ammunition::he : Ammunition::ap, russian_made,
                    basic_to_kill, target, charts),
                .fallback = std::nullopt};
  gunner.may_be_intensive = aim.gun.intensive_fire;
  gunner.intensive_from = intensive_fire ? 1 : 255;
  gunner.acquires = !aim.bore_sighted;
  gunner.moving_drm = drm_at_mover(target_moves, aim.range, charts);
  gunner.moving_shots = moving_shots.value_or(0);
  Engagement& phase = shots_.phase;
  phase.gunners[0] = gunner;
  phase.hits[1] = VehicleHit(target);
  phase.first_turn_is_own = target_moves == TargetMoves::no;
  phase.by_habit = true;
  phase.most_at_rate = most_shots;
  phase.first_acquisition = -acquisition;
}

AssaultRounds::Fired AssaultRounds::Shots::play(const Question& question, Dice& dice) const {
  Engagement::State state;
  state.stage = phase.first_turn_is_own ? Engagement::Stage::attacker : Engagement::Stage::defender;
  state.sides[0].acquired = small(phase.first_acquisition);
  state.sides[0].pinned = question.by == By::pinned ? 1 : 0;
  state.sides[0].vehicle.plus_one = question.by == By::shaken ? 1 : 0;  // D5.34
  state.sides[1].vehicle = question.vehicle;
  phase.fire_phase(state, dice);
  Fired fired{state.sides[1].vehicle};
  if (state.sides[0].weapon != Engagement::Weapon::fires) fired.own = gun_marks::out;
  return fired;
}

std::string AssaultRounds::tell(Working& working) const {
  const FiredRound& round = shots_.phase.gunners[0]->round;
  for (const bool turret : {false, true}) {
    if (!turret && aim.hull_down) continue;
    working.sums.push_back(
        fmt::format("{} at {}: To Hit {} or less, Final To Kill number {} {}", aim.gun.gun.text(),
                    amount_text(aim.range, "hex", "hexes"), round.normal.number - round.normal.drm,
                    round.penetration->needed({turret, false}), turret ? "turret" : "hull"));
  }
  return aim.gun.gun.text();
}

}  // namespace combat_odds::asl
