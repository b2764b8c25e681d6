#include <algorithm>

#include "combat_odds/sim/asl/infantry/named_numbers.hpp"
#include "combat_odds/sim/common_words.hpp"
#include "combat_odds/sim/declaration.hpp"

namespace combat_odds::asl {
namespace {

/// The ATMM that a unit tries for (C13.7): what the check needs and what they give.
struct Atmm {
  int needed = 0;  ///< 0: it does not try
  int check_drm = 0;
  int attack_drm = 0;
};

/// From the least to the most; `unlikely` is not known yet.
enum class Effect : std::uint8_t { none, immobilized, eliminated, burning_wreck, unlikely };

struct CloseCombatVehicle {
  enum class Unit { squad, half_squad, crew, smc, tank_hunter_hero };
  static OneOf units() {
    return one_of({"squad", "half_squad", "crew", "smc", "tank_hunter_hero"});
  }
  enum class AtmmRules { none, standard, red_barricades, crucible_of_steel };

  Unit unit = Unit::squad;
  int extra_smc = 0;
  bool assault_engineers = false;
  bool inexperienced = false;
  int halvings = 0;
  AtmmRules atmm = AtmmRules::none;
  bool cx = false;
  bool antitank_crew = false;
  bool unarmored = false;
  bool helpless = false;
  int leadership = 0;
  int drm = 0;
  std::optional<int> morale;

  bool is_crew() const { return unit == Unit::crew; }
  bool is_smc() const { return unit == Unit::smc || unit == Unit::tank_hunter_hero; }
  bool is_mmc() const { return !is_smc(); }
  bool not_antitank_crew() const { return !antitank_crew; }
  bool may_have_atmm() const { return atmm != AtmmRules::crucible_of_steel || is_mmc(); }
  bool may_be_elite() const { return atmm != AtmmRules::red_barricades || !inexperienced; }
  bool check_has_drm() const {
    return atmm == AtmmRules::standard || atmm == AtmmRules::crucible_of_steel;
  }
  bool may_be_engineers() const {
    return (unit == Unit::squad || unit == Unit::half_squad) && !inexperienced;
  }
  bool leader_matters() const { return extra_smc > 0 || morale.has_value(); }
  bool is_afv() const { return !unarmored; }

  void prepare(const Charts& charts) {
    const int printed = charts.get<NamedNumbers>("asl/close-combat-vehicle.csv")
                            .at(units().words[static_cast<std::size_t>(unit)], "ccv");
    ccv_ = printed + extra_smc + (assault_engineers ? 1 : 0) - (inexperienced ? 1 : 0) - halvings;
    // A11.51: a leader's modifier counts only where he combines with another unit in the attack.
    drm_ = drm + (extra_smc > 0 ? leadership : 0) - (unarmored ? 3 : 0) - (antitank_crew ? 1 : 0);
    atmm_ = atmm_of_unit();
  }

  Outcome resolve(Dice& dice) const {
    if (morale) {
      const int check_drm = leadership + (inexperienced ? 1 : 0);
      if (!dice.DR([&](TwoDice roll) { return roll.total() + check_drm <= *morale; })) {
        return Outcome("paatc_failed").measure("casualty_reductions", 0);
      }
    }
    bool has_atmm = false;
    bool pinned = false;
    if (atmm_.needed > 0) {
      enum class Check : std::uint8_t { failed, passed, pins };
      const Check check = dice.dr([&](int roll) {
        return roll + atmm_.check_drm <= atmm_.needed ? Check::passed
               : roll == 6                            ? Check::pins
                                                      : Check::failed;
      });
      has_atmm = check == Check::passed;
      pinned = check == Check::pins;
    }

    struct Attack {
      Effect effect = Effect::none;
      std::uint8_t casualty = 0;
    };
    const int modifier = drm_ + (has_atmm ? atmm_.attack_drm : 0);
    const int ccv = ccv_ - (pinned ? 1 : 0);
    const Attack attack = dice.DR([&](TwoDice roll) {
      const int original = roll.total();
      if (original == 2) return Attack{Effect::unlikely, 0};
      // C13.7: on an Original 12 the ATMM fails.
      return Attack{effect(original, original == 12 ? drm_ : modifier, ccv),
                    static_cast<std::uint8_t>(original == 12 && !helpless ? 1 : 0)};
    });
    Effect result = attack.effect;
    if (result == Effect::unlikely) {
      // A11.501: a die for every Original 2; the better of it and of what the DR does.
      const Effect anyway = effect(2, modifier, ccv);
      result = dice.dr([&](int roll) {
        const Effect unlikely = roll == 1   ? Effect::burning_wreck
                                : roll == 2 ? Effect::eliminated
                                : roll == 3 ? Effect::immobilized
                                            : Effect::none;
        return std::max(anyway, unlikely);
      });
    }
    Outcome outcome(result == Effect::burning_wreck ? "burning_wreck"
                    : result == Effect::eliminated  ? "eliminated"
                    : result == Effect::immobilized ? "immobilized"
                                                    : "no_effect");
    outcome.event("atmm", has_atmm)
        .event("pinned", pinned)
        .measure("casualty_reductions", attack.casualty);
    return tell(outcome, VehicleFate{result >= Effect::eliminated, result == Effect::immobilized});
  }

 private:
  /// A Final DR below the CCV eliminates, equal to it immobilizes. It burns up to half of the
  /// highest Original DR that eliminates, as the worked example of A11.8 has it.
  static Effect effect(int original, int modifier, int ccv) {
    const int highest_kill = ccv - 1 - modifier;
    if (original <= highest_kill) {
      return original * 2 <= highest_kill ? Effect::burning_wreck : Effect::eliminated;
    }
    return original + modifier == ccv ? Effect::immobilized : Effect::none;
  }

  Atmm atmm_of_unit() const {
    const int small = unit == Unit::half_squad || is_crew() ? 1 : 0;
    const int circumstances = (cx ? 1 : 0) + (unarmored ? 1 : 0);
    switch (atmm) {
      case AtmmRules::none:
        return {};
      case AtmmRules::standard:
        return {3, circumstances + (is_smc() ? 2 : small), -3};
      case AtmmRules::red_barricades:
        return {1, 0, -3};
      case AtmmRules::crucible_of_steel:
        return {2, circumstances + small, -2};
    }
    return {};
  }

  int ccv_ = 0;
  int drm_ = 0;
  Atmm atmm_;
};

}  // namespace

Procedure close_combat_vehicle() {
  using Attack = CloseCombatVehicle;
  return procedure<Attack>("asl.close-combat-vehicle", "A11.5, C13.7, RB13",
                           "infantry attacks a vehicle in close combat, with or without ATMM")
      .asks(&Attack::unit, "unit", Attack::units(), "who attacks")
      .asks(&Attack::extra_smc, "extra_smc", 0, 1,
            "1: an SMC combines with the unit in its attack, +1 CCV (A11.5: at most two units do)")
      .asks(&Attack::assault_engineers, "assault_engineers", "+1 CCV")
      .tried_with({"false", "false", "true"})
      .only_when(&Attack::may_be_engineers,
                 "Assault Engineers are squads and half-squads, never Inexperienced",
                 "unit squad or half_squad, inexperienced false")
      .asks(&Attack::inexperienced, "inexperienced", "-1 CCV, and a 1TC for the PAATC")
      .tried_with({"false", "false", "true"})
      .only_when(&Attack::is_mmc, "an SMC is never Inexperienced (A19.2)", "an MMC as unit")
      .asks(&Attack::halvings, "halvings", 0, 3,
            "-1 CCV for each (pinned, against a concealed vehicle...)")
      .asks(&Attack::atmm, "atmm",
            one_of({"none", "standard", "red_barricades", "crucible_of_steel"}),
            "by which rules the unit tries for ATMM")
      .only_when(&Attack::not_antitank_crew,
                 "only Germans have ATMM, and Antitank Crews are Russian", "atmm none")
      .only_when(&Attack::may_have_atmm, "in Crucible of Steel ATMM are for MMC",
                 "a squad, half_squad or crew")
      .only_when(&Attack::may_be_elite, "in Red Barricades ATMM are for elite Germans (RB13)",
                 "inexperienced false")
      .asks(&Attack::cx, "cx",
            "the unit is CX, which counts for the ATMM check; its +1 on the attack is part of drm")
      .tried_with({"false", "false", "true"})
      .only_when(&Attack::check_has_drm,
                 "it modifies an ATMM check, and there is none that has drm",
                 "atmm standard or crucible_of_steel; the +1 on the attack is part of drm")
      .asks(&Attack::antitank_crew, "antitank_crew",
            "a Russian Antitank Crew: -1 (Crucible of Steel 7.1)")
      .tried_with({"false", "false", "true"})
      .only_when(&Attack::is_crew, "an Antitank Crew is a crew",
                 "unit crew, or antitank_crew false")
      .asks(&Attack::unarmored, "unarmored", "the vehicle is unarmored: -3")
      .asks(
          &Attack::helpless, "helpless",
          "the vehicle is Abandoned, Shocked or Stunned: an Original 12 does not hurt the attacker")
      .asks(
          &Attack::leadership, "leadership", -3, 1,
          "the modifier of a leader: on the PAATC whether he attacks or stays, on the attack if he is the extra_smc (A11.51, A11.6)")
      .or_of_unit(UnitFact::leadership)
      .tried_with({"0", "0", "-1", "1"})
      .only_when(&Attack::leader_matters, "he neither combines with the unit nor helps its PAATC",
                 "extra_smc 1, or the morale of an MMC for its PAATC")
      .asks(
          &Attack::drm, "drm", -20, 20,
          "the sum of all other modifiers: +2 motion, -2 open-topped, -1 CE, -1 immobile, -1 no usable MG, +1 or +2 escort, ambush or street fighting")
      .asks(&Attack::morale, "morale", 1, 10,
            "adds the PAATC of an MMC of that morale before the attack")
      .or_of_unit(UnitFact::morale)
      .tried_with({"", "7", "8"})
      .only_when(&Attack::not_antitank_crew, "Antitank Crews are exempt from the PAATC",
                 "no morale")
      .only_when(&Attack::is_mmc, "an SMC takes no PAATC (A11.6)", "no morale")
      .only_when(&Attack::is_afv, "the PAATC is for an AFV (A11.6)",
                 "no morale, or unarmored false")
      .outcome("burning_wreck", "the vehicle burns")
      .outcome("eliminated", "the vehicle is eliminated")
      .outcome("immobilized", "the vehicle is immobilized")
      .outcome("no_effect", "nothing happens to the vehicle")
      .outcome("paatc_failed", "the unit does not dare to attack")
      .event("atmm", "the unit has an ATMM")
      .event("pinned", "the ATMM check pins the unit")
      .events(vehicle_events())
      .measure("casualty_reductions", "Casualty Reductions of the attacker")
      .headlines(vehicle_headline())
      .headline("paatc_failed", "the unit does not dare to attack");
}

}  // namespace combat_odds::asl
