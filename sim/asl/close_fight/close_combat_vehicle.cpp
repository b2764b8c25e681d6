#include "sim/asl/close_fight/close_combat_vehicle.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {

void CloseCombatVehicle::prepare(const Charts& charts) {
  const NamedNumbers& values = charts.get<NamedNumbers>("asl/close-combat-vehicle.csv");
  for (std::size_t i = 0; i < printed_ccv_.size(); ++i) {
    printed_ccv_.at(i) = values.at(units().words.at(i), "ccv");
  }
  if (attacks_back()) table_ = &charts.get<CloseCombatTable>();
  if (nation == Nation::none) return;
  creation_.prepare(charts, nation);
  for (std::size_t k = 0; k < LeaderCreation::kinds; ++k) {
    const std::string& name = creation_.leaders().at(k);
    if (!name.empty()) created_modifier_.at(k) = read_unit(name, "nation").modifier;
  }
}

VehicleMelee CloseCombatVehicle::start() const {
  VehicleMelee melee;
  melee.unit = small(unit);
  melee.smc = extra_smc > 0 ? Smc::fit : Smc::absent;
  melee.leadership = static_cast<std::int8_t>(extra_smc > 0 ? leadership : 0);
  return melee;
}

/// A11.6: an NTC of an MMC, with the leader's modifier whether he goes along or not.
bool CloseCombatVehicle::dares(Dice& dice) const {
  if (!morale) return true;
  const int check_drm = leadership + (inexperienced ? 1 : 0);
  return DR_at_most(dice, *morale - check_drm);
}

/// A11.4: a dr each, the vehicle's at +2. Street Fighting counts as an ambush without dice (A11.8).
void CloseCombatVehicle::roll_ambush(Dice& dice, VehicleMelee& melee) const {
  if (fights_in_street()) melee.ambush = 1;
  if (!may_ambush()) return;
  constexpr int vehicle_drm_on_ambush = 2;
  CloseCombatTerms::AmbushForce force;
  force.units = 1 + extra_smc;
  if (extra_smc > 0) force.leadership = leadership;
  force.lax = inexperienced;                        // A11.18
  force.stealthy = unit == Unit::tank_hunter_hero;  // A11.17
  CloseCombatTerms terms;
  terms.attacker_ambush_drm = ambush_drm;
  terms.defender_ambush_drm = vehicle_ambush_drm;
  melee.ambush = small(terms.ambush(dice, force.drm(), vehicle_drm_on_ambush));
}

/// Of the infantry's attack; the vehicle's has the opposite (A11.4). Not in a Melee.
int CloseCombatVehicle::ambush_modifier(const VehicleMelee& melee) const {
  if (melee.rounds > 1 || melee.ambush == 0) return 0;
  return melee.ambush == 1 ? -1 : 1;
}

/// A11.5; an SMC alone counts as the unit.
int CloseCombatVehicle::ccv(const VehicleMelee& melee) const {
  const bool with_smc = melee.smc != Smc::absent;
  const int lost = halvings + (reaction_fire == ReactionFire::marked ? 1 : 0);  // D7.213
  if (melee.unit == VehicleMelee::nobody) {
    return printed_ccv_.at(static_cast<std::size_t>(Unit::smc)) - lost;
  }
  return printed_ccv_.at(melee.unit) + (with_smc ? 1 : 0) + (assault_engineers ? 1 : 0) -
         (inexperienced ? 1 : 0) - lost;
}

/// A leader's modifier counts only if he attacks together with another unit (A11.51). He *may*
/// direct: with a +1 he stands aside, as in other close combat.
int CloseCombatVehicle::own_drm(const VehicleMelee& melee) const {
  const bool there = melee.unit != VehicleMelee::nobody;
  const bool led = there && melee.smc != Smc::absent;
  return drm + ambush_modifier(melee) + (led ? std::min<int>(melee.leadership, 0) : 0) -
         (unarmored ? 3 : 0) - (antitank_crew && there ? 1 : 0) -
         (melee.vehicle == Effect::immobilized && !immobile ? 1 : 0);  // A11.61
}

/// A Final DR below the CCV eliminates, one equal to it immobilizes. The vehicle burns if the
/// Original DR is at most half of the highest one that eliminates (worked example of A11.8).
VehicleMelee::Effect CloseCombatVehicle::effect(int original, int modifier, int ccv) {
  const int highest_kill = ccv - 1 - modifier;
  if (original <= highest_kill) {
    return original * 2 <= highest_kill ? Effect::burning_wreck : Effect::eliminated;
  }
  return original + modifier == ccv ? Effect::immobilized : Effect::none;
}

CloseCombatVehicle::Atmm CloseCombatVehicle::atmm_of(Unit who) const {
  const bool alone = who == Unit::smc || who == Unit::tank_hunter_hero;
  const int small = who == Unit::half_squad || who == Unit::crew ? 1 : 0;
  const int circumstances = (cx ? 1 : 0) + (unarmored ? 1 : 0);
  switch (atmm) {
    case AtmmRules::none:
      return {};
    case AtmmRules::standard:
      return {3, circumstances + (alone ? 2 : small), -3};
    case AtmmRules::red_barricades:
      return {1, 0, -3};
    case AtmmRules::crucible_of_steel:
      if (alone) return {};  // MMC have them
      return {2, circumstances + small, -2};
  }
  return {};
}

bool CloseCombatVehicle::asks(Dice& dice, Turn& turn, const char* parameter, const char* question,
                              bool habit, int side) const {
  ++turn.stage;
  if (by_habit) return habit;
  const VehicleMelee& melee = turn.melee;
  return dice.choose(
             {parameter, question, no_or_yes, side}, turn,
             [&] {
               return Facts{{"CCV", ccv(melee)},
                            {"immobilized", melee.vehicle == Effect::immobilized},
                            {"rounds to come", rounds - melee.rounds}};
             },
             habit ? 1 : 0) != 0;
}

void CloseCombatVehicle::count_points(VehicleMelee& melee, int points) const {
  if (casualty_vp) melee.casualty_vp = small(melee.casualty_vp + points);
}

/// A26.211, A26.221: an SMC counts as a leader, but a hero has none.
void CloseCombatVehicle::lose_unit(VehicleMelee& melee) const {
  using Kind = UnitType::Kind;
  static constexpr std::array<Kind, 5> kinds = {Kind::squad, Kind::half_squad, Kind::crew,
                                                Kind::leader, Kind::hero};  // in the order of Unit
  if (melee.unit != VehicleMelee::nobody) {
    count_points(melee, casualty_points(kinds.at(melee.unit)));
  }
  melee.unit = VehicleMelee::nobody;
}

void CloseCombatVehicle::lose_smc(VehicleMelee& melee) const {
  const int printed = melee.leadership - (melee.smc == Smc::wounded ? 1 : 0);
  if (melee.smc != Smc::absent) {
    count_points(melee, casualty_points(UnitType::Kind::leader, printed));
  }
  melee.smc = Smc::absent;
  melee.leadership = 0;
}

void CloseCombatVehicle::reduce_smc(Dice& dice, VehicleMelee& melee) const {
  if (wound_kills(dice, melee.smc == Smc::wounded)) {
    lose_smc(melee);
    return;
  }
  if (melee.smc == Smc::fit) ++melee.leadership;  // A17.3
  melee.smc = Smc::wounded;
}

void CloseCombatVehicle::reduce_unit(Dice& dice, VehicleMelee& melee) const {
  const auto kind = static_cast<Unit>(melee.unit);
  if (kind == Unit::squad) {
    melee.unit = small(Unit::half_squad);
    count_points(melee, casualty_points(UnitType::Kind::squad) -
                            casualty_points(UnitType::Kind::half_squad));
  } else if (kind == Unit::smc || kind == Unit::tank_hunter_hero) {
    if (wound_kills(dice, melee.unit_wounded != 0)) lose_unit(melee);
    melee.unit_wounded = 1;
  } else {
    lose_unit(melee);
  }
}

/// Casualty Reduction of one unit by Random Selection, or of both if they tie.
void CloseCombatVehicle::reduce_one(Dice& dice, VehicleMelee& melee) const {
  const bool unit_there = melee.unit != VehicleMelee::nobody;
  const bool smc_there = melee.smc != Smc::absent;
  const std::uint32_t selected = !smc_there ? 1u : !unit_there ? 2u : dice.random_selection(2);
  if ((selected & 1) != 0) {
    ++melee.casualties;
    reduce_unit(dice, melee);
  }
  if ((selected & 2) != 0) {
    ++melee.casualties;
    reduce_smc(dice, melee);
  }
}

/// A18.12: -1 against an AFV. If no SMC was with the unit, the leader combines with it from now on.
std::optional<int> CloseCombatVehicle::created_leader(Dice& dice, Turn& turn) const {
  VehicleMelee& melee = turn.melee;
  const bool mmc = melee.unit <= small(Unit::crew);
  if (nation == Nation::none || !mmc) return std::nullopt;
  LeaderCreation::Unit base;
  base.morale = morale ? *morale : base_morale.value_or(0);
  base.against_vehicle = is_afv();
  const std::uint8_t leader = creation_.roll(dice, base);
  if (leader == LeaderCreation::nobody) return std::nullopt;
  const int modifier = created_modifier_.at(leader);
  melee.leader_created = 1;
  if (melee.smc == Smc::absent) {
    melee.smc = Smc::fit;
    melee.leadership = static_cast<std::int8_t>(modifier);
  }
  return modifier;
}

void CloseCombatVehicle::attack(Dice& dice, Turn& turn) const {
  VehicleMelee& melee = turn.melee;
  const Atmm tried =
      atmm_of(melee.unit == VehicleMelee::nobody ? Unit::smc : static_cast<Unit>(melee.unit));
  bool has_atmm = false;
  if (tried.needed > 0) {
    enum class Check : std::uint8_t { failed, passed, pins };
    const Check check = dice.die([&](int roll) {
      return roll + tried.check_drm <= tried.needed ? Check::passed
             : roll == 6                            ? Check::pins
                                                    : Check::failed;
    });
    has_atmm = check == Check::passed;
    turn.pinned = check == Check::pins ? 1 : 0;
    if (has_atmm) melee.had_atmm = 1;
    if (turn.pinned != 0) melee.was_pinned = 1;
    if (turn.pinned != 0 && reacts()) return;  // D7.213
  }

  struct Attack {
    Effect effect = Effect::none;
    std::uint8_t original = 0;  ///< 2, 12 or 0
  };
  const int without = own_drm(melee);
  const int modifier = without + (has_atmm ? tried.attack_drm : 0);
  const int value = ccv(melee) - (turn.pinned != 0 ? 1 : 0);
  const Attack attack = dice.DR([&](TwoDice roll) {
    const int original = roll.total();
    if (original == 2) return Attack{Effect::none, 2};
    // C13.7: the ATMM fails on an Original 12.
    return Attack{effect(original, original == 12 ? without : modifier, value),
                  small(original == 12 ? 12 : 0)};
  });
  Effect result = attack.effect;
  bool may_leave = false;
  if (attack.original == 2) {
    may_leave = turn.pinned == 0;
    const bool was_alone = melee.smc == Smc::absent;
    const std::optional<int> leader = created_leader(dice, turn);
    const Effect anyway = leader ? effect(2, modifier + *leader, value + (was_alone ? 1 : 0))
                                 : effect(2, modifier, value);
    // A11.501: a die after every Original 2. The better effect counts, the die's or the DR's.
    result = dice.die([&](int roll) {
      const Effect unlikely = roll == 1   ? Effect::burning_wreck
                              : roll == 2 ? Effect::eliminated
                              : roll == 3 ? Effect::immobilized
                                          : Effect::none;
      return std::max(anyway, unlikely);
    });
  }
  melee.vehicle = std::max(melee.vehicle, result);
  if (attack.original == 12 && !helpless) reduce_one(dice, melee);  // A11.621
  if (may_leave && melee.vehicle < Effect::eliminated &&
      asks(dice, turn, "slips_away", "Leave by Infiltration?", slips_away, 0)) {
    melee.got_away = melee.over = 1;
  }
}

/// A11.62: the vehicle's MG against the CCV on the Close Combat Table.
void CloseCombatVehicle::attack_back(Dice& dice, Turn& turn) const {
  VehicleMelee& melee = turn.melee;
  if (!attacks_back() || helpless || melee.weapon_lost != 0 || !melee.any_infantry()) return;
  const int value = ccv(melee) - turn.pinned;
  const int against = std::max(value, 1);
  // What would lower the CCV below 1 is a DRM instead.
  const int modifier =
      vehicle_drm - ambush_modifier(melee) + (turn.leaving != 0 ? -2 : 0) - (against - value);
  const int kill = table_->kill_number(vehicle_firepower, against, false);
  enum class Hit : std::uint8_t { nothing, reduces, eliminates };
  struct Roll {
    Hit hit = Hit::nothing;
    std::uint8_t twelve = 0;
  };
  const auto [hit, twelve] = dice.DR([&](TwoDice roll) {
    const int final_dr = roll.total() + modifier;
    return Roll{final_dr < kill    ? Hit::eliminates
                : final_dr == kill ? Hit::reduces
                                   : Hit::nothing,
                small(roll.total() == 12 ? 1 : 0)};
  });
  if (hit == Hit::eliminates) {
    lose_unit(melee);
    lose_smc(melee);
  } else if (hit == Hit::reduces) {
    turn.leaving = 0;  // A11.2
    reduce_one(dice, melee);
  }
  if (twelve == 0) return;
  melee.weapon_lost = 1;
  if (turn.leaving == 0 && turn.pinned == 0 && melee.any_infantry() &&
      asks(dice, turn, "slips_away", "Leave by Infiltration?", slips_away, 0)) {
    melee.got_away = melee.over = 1;
  }
}

VehicleMelee CloseCombatVehicle::step(const VehicleMelee& before, Dice& dice) const {
  Turn turn;
  VehicleMelee& melee = turn.melee;
  melee = before;
  if (melee.rounds == 0 && !dares(dice)) {
    melee.dares_not = melee.over = 1;
    return melee;
  }
  ++melee.rounds;
  if (melee.rounds > 1 && asks(dice, turn, "withdraws", "Withdraw from the Melee?", withdraws, 0)) {
    turn.leaving = 1;
  }
  if (melee.rounds == 1) roll_ambush(dice, melee);
  const bool vehicle_first = melee.rounds == 1 && melee.ambush == 2;
  if (vehicle_first) attack_back(dice, turn);
  if (turn.leaving == 0 && melee.over == 0 && melee.any_infantry()) attack(dice, turn);
  turn.stage = 10;
  dice.at(turn);
  if (melee.over == 0 && melee.vehicle < Effect::eliminated && !vehicle_first) {
    attack_back(dice, turn);
  }
  if (turn.leaving != 0 && melee.any_infantry()) melee.got_away = melee.over = 1;
  if (melee.vehicle >= Effect::eliminated || !melee.any_infantry() || melee.rounds >= rounds) {
    melee.over = 1;
  }
  // A11.7: it is not held in Melee. The first Player Turn is the infantry's, the next its own.
  const bool may_drive =
      melee.over == 0 && melee.rounds % 2 == 1 && melee.vehicle == Effect::none && !immobile;
  turn.stage = 20;
  if (may_drive && asks(dice, turn, "drives_off", "Drive off?", drives_off, 1)) melee.over = 1;
  return melee;
}

std::optional<Outcome> CloseCombatVehicle::outcome(const VehicleMelee& melee) const {
  if (melee.over == 0) return std::nullopt;
  Outcome outcome(melee.dares_not != 0                     ? "paatc_failed"
                  : melee.vehicle == Effect::burning_wreck ? "burning_wreck"
                  : melee.vehicle == Effect::eliminated    ? "eliminated"
                  : melee.vehicle == Effect::immobilized   ? "immobilized"
                                                           : "no_effect");
  outcome.event("atmm", melee.had_atmm != 0)
      .event("pinned", melee.was_pinned != 0)
      .event("attackers_eliminated", !melee.any_infantry())
      .event("gets_away", melee.got_away != 0)
      .event("leader_created", melee.leader_created != 0)
      .event("infantry_ambushes", melee.ambush == 1)
      .event("vehicle_ambushes", melee.ambush == 2)
      .measure("casualty_reductions", melee.casualties)
      .measure("rounds", melee.rounds);
  if (casualty_vp) {
    outcome.measure("attackers_points_lost", melee.casualty_vp)
        .measure("vehicle_points_lost", melee.vehicle >= Effect::eliminated ? *vehicle_vp : 0);
  }
  return tell(outcome, VehicleFate{melee.vehicle >= Effect::eliminated,
                                   melee.vehicle == Effect::immobilized});
}

}  // namespace combat_odds::asl
