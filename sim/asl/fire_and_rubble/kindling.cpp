#include "combat_odds/sim/asl/close_fight/molotov_check.hpp"
#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"

namespace combat_odds::asl {
namespace {

class Kindling : public Rule {
 public:
  Kindling(const Arguments& arguments, const Charts& charts) {
    if (arguments.flag("molotov")) {
      check_.emplace(arguments, false);
    } else {
      for (const char* parameter : {"cx", "antitank_crew"}) {
        if (arguments.flag(parameter)) {
          throw ArgumentError(parameter, "it matters only for the MOL Check", "molotov true");
        }
      }
    }
    const Burnable terrain = Burnable::named(arguments.choice("terrain"), charts);
    number_ = terrain.kindling;
    const std::string& unit = arguments.choice("unit");
    drm_ = arguments.integer("drm") - arguments.integer("leadership") +
           (unit == "smc"     ? -2
            : unit == "squad" ? 0
                              : -1);
    if (!terrain.building) drm_ += ec_drm(arguments, charts);
  }

  Outcome resolve(Dice& dice) const override {
    const bool has_molotov = check_ && check_->passed(dice);
    const int drm = drm_ + (has_molotov ? 2 : 0);
    const bool burns = dice.DR([&](TwoDice roll) { return roll.total() + drm >= number_; });
    return Outcome(burns ? "flame" : "no_flame").event("check_passed", has_molotov);
  }

 private:
  std::optional<MolotovCheck> check_;
  int number_;
  int drm_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("terrain", Burnable::names(), "what is to burn"),
      flag("molotov", "the unit tries for a MOL: a MOL Check, and +2 if it is passed")
          .tried_with({"true", "true", "false"}),
  };
  append(all, MolotovCheck::parameters());
  all.push_back(
      integer("leadership", -3, 1, "the modifier of the leader who directs; its sign is reversed")
          .or_of_unit(UnitFact::leadership)
          .by_default("0"));
  all.push_back(ec_parameter());
  all.push_back(integer("drm", -20, 20, "the sum of any other modifiers").by_default("0"));
  return all;
}

}  // namespace

Procedure kindling() {
  return {
      .name = "asl.kindling",
      .rule = "B25.11, A22.613",
      .summary = "an attempt to set the own Location on fire, with or without a MOL",
      .details =
          "A Flame on a Final DR of the Kindling number or more. The DR is modified by the EC (not "
          "in a building), a leader's modifier with its sign reversed, -2 for an SMC alone, -1 for "
          "a half-squad or crew, and +2 for a MOL. Whether the unit has a MOL takes a MOL Check of "
          "22.611, for which terrain is no AFV (+1); if that fails, the attempt goes on without "
          "the MOL. The user is in no danger of breaking.\n"
          "Rubble has the number of its building, but minds the EC. Kindling is not allowed in Red "
          "Barricades Campaign Game III (section 2).",
      .parameters = parameters(),
      .outcomes = {{"flame", "the Location has a Flame"}, {"no_flame", "nothing burns"}},
      .events = {{"check_passed", "the MOL Check is passed"}},
      .measures = {},
      .charts = {kindling_chart, conditions_chart},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Kindling>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::asl
