#include "sim/squad_leader/turn/assault_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "core/text/words.hpp"
#include "sim/squad_leader/against_tanks/tank_assault.hpp"
#include "sim/squad_leader/turn/assault_shells.hpp"

namespace combat_odds::squad_leader {

void AssaultRounds::describe(Declaration<AssaultRounds>& rounds) {
  const auto leave = [](std::vector<std::string> words) {
    return [words = std::move(words)](Parameter& parameter) { parameter.choices = words; };
  };
  const std::vector<std::string>& lines = ToHitTable::targets();
  rounds
      .includes(&AssaultRounds::shot)
      // Each step names both: what stands here is never played.
      .adjust("gun", [](Parameter& gun) { gun.default_value = "75"; })
      .adjust("range", [](Parameter& range) { range.default_value = "1"; })
      .adjust("target", leave({lines.begin(), lines.begin() + vehicle_lines}))
      .asks(&AssaultRounds::rate_of_fire, "rate_of_fire", 1, 6,
            "the gun's shots in a phase (63.14); default: as the vehicle's name says, else 1")
      .only_when(
          {"limbered"}, [](const AssaultRounds& asked) { return asked.shots() == 1; }, "(103.31)",
          "rate_of_fire 1")
      .asks(&AssaultRounds::ammunition, "ammunition", one_of({"ap", "he"}), "what it fires")
      .asks(&AssaultRounds::vehicle, "vehicle", "a vehicle such as 'PzKw IV F2'",
            "the target by its name: its armor and kind (33.41)", read_tank)
      .by_default("")
      .includes(&AssaultRounds::target)
      .adjust("target_kind", leave({"closed_topped", "open_topped"}))
      .only_when(
          AllFrom{"armor"},
          [](const AssaultRounds& asked) { return !asked.shot.aim.aims_at_tracks(); },
          nothing_is_killed, aim_to_kill)
      .only_when(
          {"facing"},
          [](const AssaultRounds& asked) {
            return shows_tracks(asked.shot.aim.deliberate_immobilization, asked.target.facing);
          },
          tracks_are_shown, aim_to_kill)
      .includes(&AssaultRounds::mover, "", std::string("the moving target"))
      .only_when(
          {"moving_mp"}, [](const AssaultRounds& asked) { return asked.shot.moving; }, "(69.85)",
          "'moving'")
      .asks(&AssaultRounds::crew_morale, "crew_morale", 2, 11,
            "the morale of the target's crew, when it is immobilized and hit again (39.3); 7 is a "
            "2-4-7's");
}

void AssaultRounds::prepare(const Charts& charts) {
  if (vehicle) {
    if (!target.armor) target.armor = vehicle->armor;
    if (vehicle->kind == "open_topped") target.kind = KillTarget::Kind::open_topped;
  }
  settle(Smoke::Air::none, charts);
}

void AssaultRounds::settle(Smoke::Air air, const Charts& charts) {
  shots_.phases = {phase(Smoke::Air::none, charts), phase(air, charts)};
}

/// What has been acquired before counts for the whole phase, but not through smoke (69.1, 69.7),
/// unless the winds leave it without effect (102.62).
Engagement AssaultRounds::phase(Smoke::Air air, const Charts& charts) const {
  AimedShot here = shot;
  if (Smoke{air}.rolls()) here.acquisition = 0;
  here.moving = false;
  here.moving_drm = 0;
  here.prepare(charts);
  Aim aim = here.aim;
  aim.drm += here.drm();
  aim.height_advantage = target.height_advantage;
  Gunner gunner = Gunner::aimed(aim, target, round(), charts);
  gunner.acquisition = 0;
  gunner.shots = shots();
  gunner.intensive_from = shot.aim.intensive_fire ? 1 : never;
  gunner.smoke.air = air;
  gunner.mover = mover;
  if (shot.moving) gunner.moving_drm = charts.get<ToHitDrm>().at("A") + shot.moving_drm;
  Engagement engagement;
  engagement.gunners[0] = gunner;
  engagement.by_habit = true;
  engagement.first_is_prep = !shot.in_phase(AimedShot::Phase::defensive);
  engagement.until_immobilized = aim.aims_at_tracks();
  engagement.crew_morale = crew_morale;
  return engagement;
}

AssaultRounds::Fired AssaultRounds::Shots::play(const Question& question, Dice& dice) const {
  const Engagement& phase = phases.at(question.in_smoke);
  Engagement::State state;
  state.half = phase.first_is_prep ? 0 : 1;
  state.sides[1].fate = question.vehicle;
  if (!phase.over(state)) phase.fire_phase(state, dice);
  Fired fired{state.sides[1].fate};
  if (state.sides[0].gun != Engagement::GunState::fires) fired.own = gun_marks::out;
  return fired;
}

std::vector<std::string> AssaultRounds::words(const AssaultStep& step,
                                              const AssaultForce::Group& firing,
                                              const AssaultForce::Group& target) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  std::vector<std::string> words = words_of_rounds(step, firing);
  const std::string& name = target.units.front().text;
  if (!name.starts_with("vehicle ")) {
    words.emplace_back("vehicle");
    for (const std::string_view word : words_of(name)) words.emplace_back(word);
  }
  if (!target.terrain.empty() && !step.says("target")) {
    refuse(fmt::format("which line of the To Hit chart is {} for a vehicle?", target.terrain),
           "'target vehicle_in_woods_or_building', or another line, behind the step");
  }
  const bool by_attacker = step.kind == AssaultStep::Kind::fire;
  if (step.says("moving") && step.attacker_moves == by_attacker) {
    refuse("a vehicle moves in its own Player Turn (4.3), and that is its enemy's",
           "'end turn' first, --first-turn, or leave out moving");
  }
  const std::vector<std::string> phase = AssaultShells::words_of_phase(step, firing);
  words.insert(words.end(), phase.begin(), phase.end());
  words.insert(words.end(), step.words.begin(), step.words.end());
  return words;
}

std::string AssaultRounds::tell(Working& working) const {
  const Gunner& gunner = *shots_.phases[0].gunners[0];
  const std::optional<int> hits = gunner.gunnery_in(1, gunner.fires_intensively(1)).needed();
  std::string sum = fmt::format(
      "{} at {}: To Hit {}", gun_weapon(shot.aim.gun.gun, round()).name,
      amount_text(shot.aim.range, "hex", "hexes"),
      hits ? fmt::format("{} or less", *hits - gunner.moving_drm) : std::string("impossible"));
  if (gunner.deliberate) {
    sum += ", which immobilizes";
  } else {
    sum += fmt::format(", kill {} or less, by a critical hit {}", *gunner.penetration.needed(false),
                       *gunner.penetration.needed(true));
  }
  working.sums.push_back(sum);
  return gun_weapon(shot.aim.gun.gun, round()).name;
}

}  // namespace combat_odds::squad_leader
