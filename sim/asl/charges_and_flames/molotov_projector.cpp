#include <algorithm>

#include "sim/asl/charges_and_flames/flame_to_kill.hpp"
#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/hit_on_groups.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

constexpr int firepower = 4;
constexpr int breakdown_number = 11;    // B11
constexpr int elimination_number = 12;  // X12

enum ProjectorMemory : std::uint8_t {
  hit = 1,
  critical = 2,
  malfunctions = 4,
  weapon_lost = 8,
  target_aflame = 16,
  to_be_diced = 32,  ///< an Original 2 that a die decides
};

/// C13.5: a hit, perhaps a critical one; then the IFT, or a To Kill DR that is also the collateral
/// attack on exposed riders.
struct MolotovProjector {
  enum class Size { other, large, very_large };

  int range = 0;
  bool red_barricades = true;
  Size target_size = Size::other;
  int tem = 0;
  int drm = 0;
  int effects_drm = 0;
  bool rear = false;
  bool open_topped = false;
  std::vector<UnitName> exposed;
  int exposed_drm = 0;
  FlameLocation target_terrain = FlameLocation::open_ground;
  EnvironmentalConditions ec;
  FireTarget target;  ///< no units: an AFV

  bool at_afv() const { return target.units.empty(); }
  bool at_units() const { return !at_afv(); }
  bool has_exposed() const { return !exposed.empty(); }
  bool in_red_barricades() const { return red_barricades; }

  void prepare(const Charts& charts) {
    to_hit_ = charts.get<NamedNumbers>("asl/mol-projector.csv").at(std::to_string(range), "to_hit");
    if (red_barricades) {
      to_hit_ -= target_size == Size::large ? 3 : target_size == Size::very_large ? 4 : 2;
    }
    ec_drm_ = ec.drm(charts);
    ift_ = &charts.get<Ift>();
    if (at_afv()) {
      basic_to_kill_ = basic_flame_to_kill(charts, "mol_projector");
      prepare_exposed(exposed_, exposed, target, charts);
    }
    expect_hits(
        target, false, [&](int dr, int /*own*/) { return normal_effect(dr); },
        [&](int dr, int own) { return critical_effect(dr, own); });
  }

  Outcome resolve(Dice& dice) const {
    if (at_units()) return against_units(dice);
    std::uint8_t shot = dice.DR([&](TwoDice roll) { return to_hit(roll, 0); });
    if ((shot & to_be_diced) != 0) {
      shot = dice.die([&](int die) { return decided(shot, die); });
    }
    return against_afv(dice, shot);
  }

 private:
  /// C13.52, C3.7: an Original 2 is a Critical Hit if a 3 would hit, too. C13.57: a hit with a
  /// coloured 1 places a Flame.
  std::uint8_t to_hit(TwoDice roll, int own) const {
    const int original = roll.total();
    std::uint8_t memory = 0;
    if (original >= breakdown_number) memory |= malfunctions;
    if (original >= elimination_number) memory |= weapon_lost;
    const bool hits = original + tem + drm + own <= to_hit_;
    const bool next_hits = 3 + tem + drm + own <= to_hit_;
    if (original == 2 && !next_hits) memory |= to_be_diced;
    if (hits) memory |= original == 2 && next_hits ? hit | critical : hit;
    const bool may_hit = hits || original == 2;
    if (may_hit && roll.coloured == 1 && flame_placed(target_terrain, ec_drm_, roll.white)) {
      memory |= target_aflame;
    }
    return memory;
  }

  /// If only the lowest DR hits, a die of 1 makes it critical (C3.7). If not even that one hits, a
  /// 1 is a Critical Hit, and a 2 or 3 a hit (C3.6).
  static std::uint8_t decided(std::uint8_t shot, int die) {
    if ((shot & to_be_diced) == 0) return shot;
    const bool improbable = (shot & hit) == 0;
    const std::uint8_t flame = shot & target_aflame;
    if (die == 1) return hit | critical | flame;
    return !improbable || die <= 3 ? hit | flame : 0;
  }

  /// What a To Hit DR comes to at units with modifiers of their own.
  struct HitOnUnits {
    std::uint8_t shot = 0;  ///< ProjectorMemory, at those best hit
    HitOnGroups hit;
    std::string text() const {
      return (shot & to_be_diced) != 0 ? "Original 2"
             : hit.is_critical()       ? "Critical Hit"
             : hit.is_miss()           ? "miss"
                                       : "hit";
    }
  };
  /// `die`: that of an Original 2, where it has been rolled.
  HitOnUnits hit_on_units(TwoDice roll, std::optional<int> die) const {
    HitOnUnits made;
    for (const int own : target.group_drms()) {
      std::uint8_t shot = to_hit(roll, own);
      if (die) shot = decided(shot, *die);
      made.shot |= shot;
      if ((shot & hit) != 0) made.hit.add_hit(own);
      if ((shot & critical) != 0) made.hit.add_critical(own);
    }
    return made;
  }

  /// C13.56: 4 FP of HE. A Critical Hit doubles them and reverses the TEM for the units that it
  /// strikes.
  Outcome against_units(Dice& dice) const {
    HitOnUnits shot = dice.DR([&](TwoDice roll) { return hit_on_units(roll, std::nullopt); });
    if ((shot.shot & to_be_diced) != 0) {  // an Original 2, with or without a Flame
      shot = dice.die([&](int die) { return hit_on_units({1, 1}, die); });
    }
    TargetStack stack = target.start();
    stack.memo[0] = shot.shot;
    if (!shot.hit.is_miss()) {
      const DrResults results = dice.DR([&](TwoDice roll) {
        return effects_of_hit(
            target, false, shot.hit, roll.total(),
            [&](int dr, int /*own*/) { return normal_effect(dr); },
            [&](int dr, int own) { return critical_effect(dr, own); });
      });
      target.resolve(dice, stack, results, true);
    }
    return report(target.outcome(stack), stack.memo[0]);
  }

  IftResult normal_effect(int dr) const { return effect(firepower, dr + effects_drm); }
  /// `own`: the modifier of the units' own, as the TEM is.
  IftResult critical_effect(int dr, int own) const {
    return effect(2 * firepower,
                  dr + effects_drm - std::max(tem, 0) + OwnModifier::in_critical_hit(own));
  }

  /// C13.54: a Critical Hit doubles the basic To Kill number.
  Outcome against_afv(Dice& dice, std::uint8_t shot) const {
    struct Effects {
      IftResult exposed;
      FlameKill kill = FlameKill::none;
    } effects;
    if ((shot & hit) != 0) {
      const int to_kill = basic_to_kill_ * ((shot & critical) != 0 ? 2 : 1) + (rear ? 1 : 0) +
                          (open_topped ? 1 : 0);
      effects = dice.DR([&](TwoDice roll) {
        Effects made;
        made.kill = flame_kill(roll.total(), to_kill);
        if (has_exposed() && made.kill == FlameKill::none) {
          made.exposed = effect(firepower, roll.total() + exposed_drm);
        }
        return made;
      });
    }
    TargetStack riding = exposed_.start();
    riding.memo = {shot, static_cast<std::uint8_t>(effects.kill), 0, 0};
    if (has_exposed()) exposed_.resolve(dice, riding, effects.exposed, true);
    Outcome outcome = report(afv_outcome(static_cast<FlameKill>(riding.memo[1])), riding.memo[0]);
    if (has_exposed()) report_exposed(outcome, exposed_.losses(riding));
    const bool lost = static_cast<FlameKill>(riding.memo[1]) != FlameKill::none;
    return outcome.measure_if(target.casualty_vp, "casualty_vp",
                              points_lost(lost, target, exposed_, riding.casualty_vp));
  }

  IftResult effect(int fp, int final_dr) const { return ift_->at(ift_->column(fp), final_dr); }

  static Outcome report(Outcome outcome, std::uint8_t shot) {
    return outcome.event("hit", (shot & hit) != 0)
        .event("critical_hit", (shot & critical) != 0)
        .event("malfunctions", (shot & malfunctions) != 0)
        .event("weapon_lost", (shot & weapon_lost) != 0)
        .event("flame_target", (shot & hit) != 0 && (shot & target_aflame) != 0);
  }

  const Ift* ift_ = nullptr;
  int to_hit_ = 0;
  int basic_to_kill_ = 0;
  int ec_drm_ = 0;
  FireTarget exposed_;
};

}  // namespace

Procedure molotov_projector() {
  using Projector = MolotovProjector;
  return procedure<Projector>("asl.molotov-projector", "C13.5, RB 5",
                              "one shot of a MOL-Projector at units or an AFV")
      .asks(&Projector::range, "range", 0, 4, "the range in hexes")
      .required()
      .asks(&Projector::red_barricades, "red_barricades",
            "To Hit numbers lowered by Red Barricades section 5")
      .asks(
          &Projector::target_size, "target_size", one_of({"other", "large", "very_large"}),
          "the size of an AFV: Red Barricades lowers the To Hit number by 3 against a large and 4 against a very large one, otherwise by 2; its To Hit modifier is part of drm")
      .only_when(&Projector::in_red_barricades,
                 "without it, the target size's To Hit modifier is part of --drm",
                 "--red-barricades")
      .asks(&Projector::tem, "tem", 0, 5,
            "the TEM of the target: a To Hit modifier, which a Critical Hit on units reverses")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .asks(&Projector::drm, "drm", -20, 20,
            "the sum of the other To Hit modifiers: Hindrance, target size, concealment, moving "
            "target; leadership is none of them (C13.51)")
      .asks(&Projector::effects_drm, "effects_drm", -20, 20,
            "the sum of the modifiers on the IFT after a hit (the TEM is none of them)")
      .only_when(&Projector::at_units, "it does not modify the To Kill DR against an AFV",
                 "units as --target")
      .asks(&Projector::rear, "rear", "the AFV is hit in the rear: +1 on the To Kill number")
      .asks(&Projector::open_topped, "open_topped",
            "the AFV is open-topped: +1 on the To Kill number")
      .asks(&Projector::exposed, "exposed", units_form,
            "afv: its vulnerable crew, passengers or riders, such as 2-2-8 for an exposed crew",
            FireTarget::read_if_any)
      .by_default("")
      .tried_with({"2-2-8", "4-6-7 8-1"})
      .asks(&Projector::exposed_drm, "exposed_drm", -20, 20,
            "afv: the modifier against the exposed, +2 for a CE crew")
      .only_when(&Projector::has_exposed, "", "--exposed")
      .only_when({"target_size", "rear", "open_topped", "exposed"}, &Projector::at_afv, "",
                 "--target afv")
      .asks(&Projector::target_terrain, "target_terrain", flame_locations(),
            "what is in the target's Location, for Flames")
      .includes(&Projector::ec)
      .includes(&Projector::target, "", FireTarget::InPlace::afv, FireTarget::Groups::several)
      .includes(&Projector::target, describe_afv_points)
      .includes(&Projector::target, FireTarget::describe_heat)
      .only_when({"heat_of_battle"}, &Projector::at_units, "an AFV has no Heat of Battle (A15.1)",
                 "units as --target")
      .outcomes(outcomes_of_afv_or_units())
      .event("hit", "the To Hit DR is low enough, or an Improbable Hit")
      .event("critical_hit", "a Critical Hit: an Original 2")
      .event("malfunctions", "Original To Hit DR of 11 or more: the weapon is out of order")
      .event("weapon_lost", "Original To Hit DR of 12: the weapon is eliminated")
      .event("flame_target", "a Flame is placed in the target's Location")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events({FireTarget::heat_event()})
      .events(vehicle_events())
      .measures(FireTarget::measures())
      .measures(losses_of("exposed", "crew, passengers and riders, where the AFV survives"))
      .headline("hit", "it hits")
      .headline("knocked_out", "the AFV is knocked out")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("malfunctions", "the weapon malfunctions");
}

}  // namespace combat_odds::asl
