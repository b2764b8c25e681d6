#include "combat_odds/sim/squad_leader/ordnance/engagement.hpp"

#include <algorithm>

namespace combat_odds::squad_leader {

void Engagement::repair(State& state, Dice& dice) const {
  for (std::size_t who = 0; who < 2; ++who) {
    Side& side = state.sides[who];
    if (!fighters[who] || side.gun != GunState::jammed) continue;
    // 18.2 as 88.6 states it: a 1 repairs and an unmodified 6 ends it; leaders help with the first
    // only (76.6).
    side.gun = dice.dr([&](int roll) {
      if (roll == 6) return GunState::lost;
      return roll <= fighters[who]->repair_number ? GunState::fires : GunState::jammed;
    });
  }
}

void Engagement::fire_phase(State& state, Dice& dice) const {
  if (state.half == 0) repair(state, dice);
  // In its own turn a side fires first, in the Prep Fire Phase; the other one in Defensive Fire.
  const bool side_0_has_the_turn = (state.phase % 2 == 1) == first_is_prep;
  const bool defensive = state.half == 1;
  const std::size_t who = side_0_has_the_turn == defensive ? 1 : 0;
  Side& side = state.sides[who];
  if (fighters[who] && side.gun == GunState::fires) {
    const std::size_t other = 1 - who;
    state.intensive = decides_on_intensive_fire(state, dice, who, defensive) ? 1 : 0;
    for (state.shots = static_cast<std::uint8_t>(fighters[who]->shots + state.intensive);  // 70.1
         state.shots > 0 && side.gun == GunState::fires && !over(state); --state.shots) {
      dice.at(state);
      shot(state, dice, who, defensive);
    }
    state.shots = 0;
    state.intensive = 0;
    if (side.gun == GunState::fires && !out(state.sides[other])) {
      side.acquired = static_cast<std::uint8_t>(std::min(side.acquired + 1, 2));
    }
  }
  if (over(state)) return;
  state.half = 1 - state.half;
  if (state.half == 0) ++state.phase;
}

/// 70.4: before the gun fires in the phase.
bool Engagement::decides_on_intensive_fire(const State& state, Dice& dice, std::size_t who,
                                           bool defensive) const {
  const Fighter& fighter = *fighters[who];
  const Decision decision{who == 0 ? "intensive_fire" : "return_intensive_fire",
                          who == 0 ? "Intensive Fire?" : "Intensive Fire in return?", no_or_yes,
                          static_cast<int>(who)};
  const auto state_of = [](const Side& side) {
    return side.fate == Fate::immobilized ? "immobilized" : "mobile";
  };
  const auto words = [&] {
    Facts facts = {{"phases to come", phases - state.phase},
                   {"acquired", state.sides[who].acquired * fighter.acquisition},
                   {"the target is", state_of(state.sides[1 - who])}};
    if (fighter.moving_drm != 0) facts.emplace_back("Defensive Fire", defensive);
    if (fighter.fallback) facts.emplace_back("on the other round", state.sides[who].fallback != 0);
    if (fighters[1 - who]) {
      facts.emplace_back("the enemy gun", state.sides[1 - who].gun == GunState::fires    ? "fires"
                                          : state.sides[1 - who].gun == GunState::jammed ? "jammed"
                                                                                         : "lost");
      facts.emplace_back("the enemy has acquired",
                         state.sides[1 - who].acquired * fighters[1 - who]->acquisition);
      facts.emplace_back("the firer is", state_of(state.sides[who]));
    }
    return facts;
  };
  return dice.choose(decision, state, words, fighter.fires_intensively(state.phase) ? 1 : 0) != 0;
}

void Engagement::shot(State& state, Dice& dice, std::size_t who, bool defensive) const {
  const Fighter& fighter = *fighters[who];
  Side& side = state.sides[who];
  const std::size_t victim = 1 - who;
  int drm = side.acquired * fighter.acquisition;
  if (defensive && state.sides[victim].fate == Fate::good) drm += fighter.moving_drm;
  const Shot result = (state.intensive != 0 ? fighter.intensive : fighter.gunnery).fire(dice, drm);
  // 63.16: without HEAT this round is another one already. Supplement K: the kind that is gone is
  // the one that this round was of, and the next one is the other.
  const bool other_round = side.fallback != 0 || (result.special_gone && fighter.fallback);
  const bool round_used_up = result.gun == Shot::Gun::round_used_up;
  const bool switches = round_used_up && fighter.fallback && !other_round;
  const bool used_up = result.gun == Shot::Gun::out_of_ammunition || (round_used_up && !switches);
  if (other_round || switches) side.fallback = 1;
  const bool jammed = result.gun == Shot::Gun::jammed;
  if (jammed || used_up) {
    side.gun = jammed && !fighter.one_breakdown ? GunState::jammed : GunState::lost;
    side.acquired = 0;  // 69.3
  }
  if (result.gun != Shot::Gun::fires_on && who == 0) state.breakdown = 1;
  if (result.hit == Shot::Hit::miss) return;
  const bool critical = result.hit == Shot::Hit::critical;
  if (critical && who == 0) state.critical = 1;
  damage(state, dice, victim, other_round ? *fighter.fallback : fighter.penetration, critical,
         fighter.deliberate);
}

void Engagement::damage(State& state, Dice& dice, std::size_t victim,
                        const Penetration& penetration, bool critical, bool deliberate) const {
  Fate& fate = state.sides[victim].fate;
  const bool immobilized = fate == Fate::immobilized;
  const Damage damage =
      deliberate ? Damage::immobilized : penetration.roll(dice, critical, immobilized);
  switch (damage) {
    case Damage::burning:
      fate = Fate::burning;
      break;
    case Damage::eliminated:
      fate = Fate::eliminated;
      break;
    case Damage::immobilized:
      fate = Fate::immobilized;
      if (victim == 1) state.immobilized = 1;
      break;
    case Damage::none:
      // 39.3 and 66.4: a hit that could have killed shakes the crew of an immobilized AFV.
      if (immobilized && penetration.can_kill()) {
        const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > crew_morale; });
        if (fails) fate = Fate::abandoned;
      }
      break;
  }
}

bool Engagement::over(const State& state) const {
  const auto& [firer, target] = state.sides;
  if (out(firer) || out(target)) return true;
  if (until_immobilized && target.fate == Fate::immobilized) return true;
  const bool target_fires = fighters[1] && target.gun != GunState::lost;
  return firer.gun == GunState::lost && !target_fires;
}

}  // namespace combat_odds::squad_leader
