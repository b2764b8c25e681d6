#include <algorithm>

#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

class Molotov : public Rule {
 public:
  Molotov(const Arguments& arguments, const Charts& charts)
      : bottles_(arguments.integer("molotovs")),
        building_(arguments.choice("target") == "building"),
        drm_(arguments.integer("leadership") + arguments.integer("drm")) {
    if (building_) {
      needed_ = asked(arguments, "fire_number",
                      "the FIRE number printed on your chart for that building (97.82)") -
                drm_;
      return;
    }
    needed_ = asked(arguments, "to_hit_number",
                    "the number printed on your Molotov Cocktail To Hit chart (97.4)") -
              drm_;
    KillTarget target;
    target.facing = arguments.choice("facing");
    target.kind = arguments.choice("vehicle");
    target.kill_number = asked(arguments, "kill_number",
                               "the Molotov Cocktail number printed on your AFV KILL chart, " +
                                   target.facing + " target facing");
    target.drm = arguments.integer("kill_drm");
    target.doubled = target.kind == "open_topped";  // 97.52
    penetration_.emplace(KillWeapon{"a Molotov Cocktail", "", true, false, false}, target, false,
                         charts);
  }

  Outcome resolve(Dice& dice) const override {
    enum class Result : std::uint8_t { nothing, hit, fire };
    Result best = Result::nothing;
    for (int left = bottles_; left > 0 && best != Result::fire; --left) {
      dice.at(At{static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(best)});
      const bool success = dice.DR([&](TwoDice roll) { return roll.total() <= needed_; });
      if (!success) continue;
      if (building_) {
        best = Result::fire;
        break;
      }
      const bool kills = penetration_->roll(dice, false, false) != Damage::none;
      best = kills ? Result::fire : Result::hit;
    }
    return Outcome(best != Result::fire ? "no_effect"
                   : building_          ? "fire"
                                        : "burning_wreck")
        .event("hit", !building_ && best != Result::nothing);
  }

 private:
  struct At {
    std::uint8_t left;
    std::uint8_t best;
  };

  static int asked(const Arguments& arguments, const char* parameter, const std::string& right) {
    if (!arguments.given(parameter)) {
      throw ArgumentError(parameter, std::string(parameter) + " is missing: it was not recovered",
                          right);
    }
    return arguments.integer(parameter);
  }

  int bottles_;
  bool building_;
  int drm_;
  int needed_ = 0;
  std::optional<Penetration> penetration_;  ///< not against buildings
};

}  // namespace

Procedure molotov() {
  return {
      .name = "sl.molotov",
      .rule = "COI 97",
      .summary = "Molotov Cocktails against a vehicle or to set a building on fire",
      .details =
          "A DR of the To Hit number or less, leadership applied, hits a vehicle in the same or "
          "an adjacent hex; then a roll on the AFV Kill chart, without armor, and what it kills "
          "burns. From the same hex the hit is on the rear (97.51): choose the facing "
          "accordingly. The kill number is doubled against an open top. Against a building a DR "
          "of the FIRE number or less starts a fire; as 97.82 calls that a To Hit roll, "
          "leadership applies to it too.\n"
          "None of the three charts was recovered: the numbers are asked for. Several Molotov "
          "Cocktails are thrown one after the other until one succeeds; each is spent by its "
          "attempt.",
      .parameters =
          {
              choice("target", {"vehicle", "building"}, "what it is thrown at"),
              integer("molotovs", 1, 12, "how many are thrown")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
              integer("leadership", -3, 2, "the modifier of the leader (97.6)")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("drm", -5, 5, "all other To Hit modifiers").by_default("0"),
              integer("to_hit_number", 2, 12,
                      "the number printed on your Molotov Cocktail To Hit chart (97.4)")
                  .optional()
                  .tried_with({"5", "7", "8"}),
              choice("vehicle", {"closed_topped", "open_topped", "unarmored"}, "which vehicle"),
              choice("facing", {"front", "side", "rear"}, "the target facing; rear from its hex"),
              integer("kill_number", -5, 25,
                      "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
                  .optional()
                  .tried_with({"3", "4", "6"}),
              integer("kill_drm", -10, 10, "modifiers of the kill roll: height (77.3)")
                  .by_default("0"),
              integer("fire_number", 2, 12, "the FIRE number printed on your chart (97.82)")
                  .optional()
                  .tried_with({"5", "7"}),
          },
      .outcomes = {{"burning_wreck", "the vehicle is eliminated and burns"},
                   {"fire", "the building is on fire"},
                   {"no_effect", "neither"}},
      .events = {{"hit", "the vehicle was hit"}},
      .measures = {},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Molotov>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
