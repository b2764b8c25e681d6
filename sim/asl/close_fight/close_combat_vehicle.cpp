#include "combat_odds/sim/asl/infantry/named_numbers.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* ccv_chart = "asl/close-combat-vehicle.csv";

/// ATMM (C13.7): what a check needs and what it gives, by rule set.
struct Atmm {
  int needed = 0;  ///< 0: not available
  int check_drm = 0;
  int attack_drm = 0;
};

enum class Effect : std::uint8_t { none, unlikely, immobilized, eliminated, burning_wreck };

class CloseCombatVehicle : public Rule {
 public:
  CloseCombatVehicle(const Arguments& arguments, const Charts& charts)
      : unit_(arguments.choice("unit")),
        unarmored_(arguments.flag("unarmored")),
        strikes_back_(!arguments.flag("helpless")) {
    ccv_ = charts.get<NamedNumbers>(ccv_chart).at(unit_, "ccv") + arguments.integer("extra_smc") +
           (arguments.flag("assault_engineers") ? 1 : 0) -
           (arguments.flag("inexperienced") ? 1 : 0) - arguments.integer("halvings");
    drm_ = arguments.integer("drm") + arguments.integer("leadership") + (unarmored_ ? -3 : 0);
    if (arguments.flag("antitank_crew")) {
      if (unit_ != "crew") {
        throw ArgumentError("antitank_crew", "an Antitank Crew is a crew, not a " + unit_,
                            "unit crew, or antitank_crew false");
      }
      --drm_;
    }
    if (arguments.given("morale")) {
      if (arguments.flag("antitank_crew")) {
        throw ArgumentError("morale", "Antitank Crews are exempt from the PAATC", "no morale");
      }
      morale_ = arguments.integer("morale") - (arguments.flag("inexperienced") ? 1 : 0);
    }
    atmm_ = atmm(arguments);
  }

  Outcome resolve(Dice& dice) const override {
    if (morale_ && !dice.DR([&](TwoDice roll) { return roll.total() <= *morale_; })) {
      return Outcome("paatc_failed").measure("casualty_reductions", 0);
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
    const int drm = drm_ + (has_atmm ? atmm_.attack_drm : 0);
    const int ccv = ccv_ - (pinned ? 1 : 0);
    const Attack attack = dice.DR([&](TwoDice roll) {
      return Attack{effect(roll.total(), drm, ccv),
                    static_cast<std::uint8_t>(roll.total() == 12 && strikes_back_ ? 1 : 0)};
    });
    Effect result = attack.effect;
    if (result == Effect::unlikely) {
      const bool immobilized = 2 + drm == ccv;
      result = dice.dr([&](int roll) {
        return roll == 1                  ? Effect::burning_wreck
               : roll == 2                ? Effect::eliminated
               : roll == 3 || immobilized ? Effect::immobilized
                                          : Effect::none;
      });
    }
    Outcome outcome(result == Effect::burning_wreck ? "burning_wreck"
                    : result == Effect::eliminated  ? "eliminated"
                    : result == Effect::immobilized ? "immobilized"
                                                    : "no_effect");
    return outcome.event("atmm", has_atmm)
        .event("pinned", pinned)
        .measure("casualty_reductions", attack.casualty);
  }

 private:
  /// A Final DR below the CCV eliminates, equal to it immobilizes. It burns up to half of the
  /// highest Original DR that eliminates, as the worked example of A11.8 has it. An Original 2 that
  /// does not eliminate has its own die.
  static Effect effect(int original, int drm, int ccv) {
    const int highest_kill = ccv - 1 - drm;
    if (original <= highest_kill) {
      return original * 2 <= highest_kill ? Effect::burning_wreck : Effect::eliminated;
    }
    if (original == 2) return Effect::unlikely;
    return original + drm == ccv ? Effect::immobilized : Effect::none;
  }

  Atmm atmm(const Arguments& arguments) const {
    const std::string& rules = arguments.choice("atmm");
    if (rules == "none") return {};
    if (arguments.flag("antitank_crew")) {
      throw ArgumentError("atmm", "only Germans have ATMM, and Antitank Crews are Russian",
                          "atmm none");
    }
    if (rules == "red_barricades") return {1, 0, -3};
    const bool small = unit_ == "half_squad" || unit_ == "crew";
    const bool smc = unit_ == "smc" || unit_ == "tank_hunter_hero";
    const int circumstances = (arguments.flag("cx") ? 1 : 0) + (unarmored_ ? 1 : 0);
    if (rules == "standard") return {3, circumstances + (smc ? 2 : small ? 1 : 0), -3};
    if (smc) {
      throw ArgumentError("atmm", "in Crucible of Steel ATMM are for MMC",
                          "a squad, half_squad or crew");
    }
    return {2, circumstances + (small ? 1 : 0), -2};
  }

  std::string unit_;
  bool unarmored_;
  bool strikes_back_;
  int ccv_ = 0;
  int drm_ = 0;
  std::optional<int> morale_;
  Atmm atmm_;
};

}  // namespace

Procedure close_combat_vehicle() {
  return {
      .name = "asl.close-combat-vehicle",
      .rule = "A11.5, C13.7, RB13",
      .summary = "infantry attacks a vehicle in close combat, with or without ATMM",
      .details =
          "A Final DR below the Close Combat Value (squad 5, crew 4, half-squad 3, SMC 2) "
          "eliminates the vehicle, equal to it immobilizes it; up to half of the highest Original "
          "DR "
          "that eliminates it burns (CCV 6 at -1: 3, 6 and 7). An Original 2 that does not "
          "eliminate allows a die: 1 burns, 2 eliminates, 3 immobilizes. An Original 12 is a "
          "Casualty Reduction of the attacker unless the vehicle is helpless.\n"
          "ATMM: standard 1-3 for -3 (+1 half-squad or crew, +2 SMC, +1 CX, +1 unarmored); Red "
          "Barricades (elite Germans) an Original 1 for -3 without modifiers; Crucible of Steel "
          "(German MMC) 1-2 for -2, +1 for half-squads and crews, and +1 for CX or an unarmored "
          "target as C13.7 has it. An Original 6 that is no success pins the unit, which costs one "
          "CCV like any halving.\n"
          "morale adds the PAATC before the attack: without passing it there is none. What the "
          "vehicle's own attack does is not part of this.",
      .parameters =
          {
              choice("unit", {"squad", "half_squad", "crew", "smc", "tank_hunter_hero"},
                     "who attacks"),
              integer("extra_smc", 0, 6, "SMC who take part beside it: +1 CCV each")
                  .by_default("0"),
              flag("assault_engineers", "+1 CCV"),
              flag("inexperienced", "-1 CCV, and a 1TC for the PAATC"),
              integer("halvings", 0, 3, "-1 CCV for each (pinned, against a concealed vehicle...)")
                  .by_default("0"),
              choice("atmm", {"none", "standard", "red_barricades", "crucible_of_steel"},
                     "by which rules the unit tries for ATMM"),
              flag("cx",
                   "the unit is CX, which counts for the ATMM check; its +1 on the attack is "
                   "part of drm"),
              flag("antitank_crew", "a Russian Antitank Crew: -1 (Crucible of Steel 7.1)")
                  .tried_with({"false", "false", "true"}),
              flag("unarmored", "the vehicle is unarmored: -3"),
              flag("helpless",
                   "the vehicle is Abandoned, Shocked or Stunned: an Original 12 does "
                   "not hurt the attacker"),
              integer("leadership", -3, 1, "the modifier of a leader who takes part")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("drm", -20, 20,
                      "the sum of all other modifiers: +2 motion, -2 open-topped, -1 CE, -1 "
                      "immobile, -1 no usable MG, +1 or +2 escort, ambush or street fighting")
                  .by_default("0"),
              integer("morale", 1, 10, "adds the PAATC of a unit of that morale before the attack")
                  .or_of_unit(UnitFact::morale)
                  .optional()
                  .tried_with({"", "7", "8"}),
          },
      .outcomes = {{"burning_wreck", "the vehicle burns"},
                   {"eliminated", "the vehicle is eliminated"},
                   {"immobilized", "the vehicle is immobilized"},
                   {"no_effect", "nothing happens to the vehicle"},
                   {"paatc_failed", "the unit does not dare to attack"}},
      .events = {{"atmm", "the unit has an ATMM"}, {"pinned", "the ATMM check pins the unit"}},
      .measures = {{"casualty_reductions", "Casualty Reductions of the attacker"}},
      .charts = {ccv_chart},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CloseCombatVehicle>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::asl
