#include "sim/squad_leader/turn/assault_shells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/add_once.hpp"

namespace combat_odds::squad_leader {

namespace {

/// Each step names them, for its group: what stands here is never played.
void given_by_the_group(Parameter& parameter) {
  parameter.default_value = parameter.name == "gun" ? "75" : "1";
}

/// A gun that its crew turns counts as one without turret, unless it is said to be on a 360 degree
/// mount, 'firer tank' (33.31 G, 63.19). Refuses what only vehicles do (33.31 F, 64.47, 76.6).
std::vector<std::string> words_of_crew(const AssaultStep& step, const AssaultForce::Group& gun) {
  const auto refuse = [&](const std::string& what) {
    throw ArgumentError("steps",
                        fmt::format("'{}': {} is a gun with its crew, and {} is about vehicles",
                                    step.text, gun.name, what),
                        "leave it out");
  };
  for (const char* const word : {"buttoned_up", "armor_leader"}) {
    if (step.says(word)) refuse(word);
  }
  const auto moved = std::find(step.words.begin(), step.words.end(), "firer_moved");
  const std::string how =
      moved == step.words.end() || moved + 1 == step.words.end() ? "" : *(moved + 1);
  if (how == "entered_hex") refuse("firer_moved entered_hex");
  if (how != "pivoted" || step.says("firer")) return {};
  return {"firer", "sp_gun"};
}

}  // namespace

void AssaultShells::describe(Declaration<AssaultShells>& shells) {
  shells.includes(&AssaultShells::he, [](Declaration<HighExplosive>& he) {
    he.includes(&HighExplosive::shot, "", Aim::Use::soft_targets)
        .asks(&HighExplosive::rate_of_fire, "rate_of_fire", 1, 6,
              "the gun's shots in a phase (63.14); default: as the vehicle's name says, else 1")
        .asks(&HighExplosive::in_terrain, "terrain", "a terrain such as stone, or its modifier",
              "what the infantry is in or behind: its modifier, and the line of the To Hit chart")
        .or_named(terrain_names("squad-leader/terrain-effects.csv"))
        .asks(&HighExplosive::target_line, "target_line",
              one_of({"infantry_in_cover", "infantry_in_woods", "infantry_in_other"}),
              "the infantry's line of the To Hit chart; default: the terrain's")
        .asks(&HighExplosive::drm, "drm", -10, 15, "the other modifiers of the attack on the IFT")
        .asks(&HighExplosive::uncovered_arc, "uncovered_arc",
              "at a gun: the shot comes from outside its Covered Arc (63.51)")
        .adjust("gun", given_by_the_group)
        .adjust("range", given_by_the_group);
  });
}

std::vector<std::string> AssaultShells::words_of_phase(const AssaultStep& step,
                                                       const AssaultForce::Group& firing) {
  std::vector<std::string> words;
  if (!firing.is_vehicle()) words = words_of_crew(step, firing);
  const bool by_attacker = step.kind == AssaultStep::Kind::fire;
  if (!step.says("fire_phase")) {
    const bool defends = step.attacker_moves != by_attacker;
    words.insert(words.end(), {"fire_phase", step.in_advancing_fire ? "advancing"
                                             : defends              ? "defensive"
                                                                    : "prep"});
  }
  if (step.in_advancing_fire && firing.is_vehicle() && !step.says("firer_moved")) {
    words.insert(words.end(), {"firer_moved", "entered_hex"});
  }
  return words;
}

void AssaultShells::at(const AssaultForce::Group& target, const Charts& charts) {
  using Target = HighExplosive::Target;
  he.target_type = target.gun.empty() ? Target::infantry
                   : target.shielded  ? Target::shielded_gun
                                      : Target::unshielded_gun;
  if (he.uncovered_arc && !he.at_shield()) {
    throw ArgumentError("steps", "uncovered_arc is about the shield of a gun (63.51)",
                        "leave it out, or 'gun 75L shielded' in the group that is fired at");
  }
  settle({}, Smoke::Air::none, charts);
}

void AssaultShells::settle(const Marsh& marsh, Smoke::Air air, const Charts& charts) {
  he.marsh = marsh;
  he.prepare(charts);
  const auto load = [&](std::array<HighExplosive, 2>& both, const HighExplosive& clear) {
    both[0] = clear;
    HighExplosive& smoky = both[1] = clear;
    smoky.smoke.air = air;
    if (smoky.smoke.rolls()) smoky.shot.acquisition = 0;  // 69.7
    smoky.shot.prepare(charts);
    smoky.prepare(charts);
  };
  load(shots_.he[0], he);
  if (!he.at_gun()) return;
  HighExplosive crew_alone = he;  // 63.9
  crew_alone.target_type = HighExplosive::Target::infantry;
  crew_alone.uncovered_arc = false;
  crew_alone.prepare(charts);
  load(shots_.he[1], crew_alone);
}

AssaultShells::Fired AssaultShells::fire(Dice& dice, const TargetStack& stack, bool in_smoke,
                                         bool no_gun) const {
  Fired fired{dice.play(shots_, Question{stack, small(in_smoke ? 1 : 0), small(no_gun ? 1 : 0)})};
  fired.own = std::exchange(fired.stack.memo[0], std::uint8_t{0});
  fired.theirs = std::exchange(fired.stack.memo[1], std::uint8_t{0});
  return fired;
}

std::string AssaultShells::tell(Working& working) const {
  Working own = he.working();
  for (std::string& sum : own.sums) add_once(working.sums, std::move(sum));
  for (std::string& note : own.notes) add_once(working.notes, std::move(note));
  return own.situation;
}

}  // namespace combat_odds::squad_leader
