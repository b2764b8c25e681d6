#include <algorithm>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The weapons that are no guns; the ATR's column was not recovered.
KillWeapon special_weapon(const std::string& name) {
  if (name == "mg") return {"a MMG or HMG", "ap_mg", false, false, false};
  if (name == "hmg_50cal") return {"a .50 calibre HMG", "ap_50cal_20mm", false, false, false};
  if (name == "atr") return {"an ATR", "", false, true, false};
  if (name == "panzerfaust" || name == "panzerschreck") {
    return {name, "panzerfaust", false, true, true};  // 85.4: they share the column
  }
  if (name == "bazooka") return {name, "bazooka", false, true, true};
  if (name == "flamethrower") return {name, "flamethrower", true, false, false};
  if (name == "molotov") return {"a Molotov Cocktail", "", true, false, false};
  return {};
}

class ToKill : public Rule {
 public:
  ToKill(const Arguments& arguments, const Charts& charts)
      : critical_(arguments.flag("critical_hit")),
        immobilized_(arguments.flag("already_immobilized")),
        penetration_(weapon(arguments, charts), target(arguments), critical_, charts) {}

  Outcome resolve(Dice& dice) const override {
    Outcome outcome(label(penetration_.roll(dice, critical_, immobilized_)));
    if (const auto needed = penetration_.needed(critical_)) outcome.measure("needed", *needed);
    return outcome;
  }

 private:
  static KillWeapon weapon(const Arguments& arguments, const Charts& charts) {
    const std::string& name = arguments.text("weapon");
    const std::string& ammunition = arguments.choice("ammunition");
    KillWeapon special = special_weapon(name);
    if (special.name.empty())
      return gun_weapon(read_mounted_gun(name, "weapon", charts).gun, ammunition);
    if (ammunition != "ap") {
      throw ArgumentError("ammunition", "only a gun chooses what it fires", "ap, the default");
    }
    if (arguments.flag("critical_hit") && !special.immobilizes) {
      throw ArgumentError("critical_hit", name + " gets none: no To Hit chart, or no gun",
                          "false for MGs and flames");
    }
    return special;
  }

  static KillTarget target(const Arguments& arguments) {
    KillTarget target = asked_kill_target(arguments);
    target.range = arguments.integer("range");
    target.hull_down = arguments.flag("hull_down");
    const std::string& weapon = arguments.text("weapon");
    const bool open = target.kind == "open_topped" || arguments.flag("crew_exposed");
    if (weapon == "flamethrower") target.doubled = open || target.range <= 1;  // 102.13
    if (weapon == "molotov") target.doubled = target.kind == "open_topped";    // 97.52
    return target;
  }

  bool critical_;
  bool immobilized_;
  Penetration penetration_;
};

std::vector<std::string> special_weapons() {
  return {"mg",      "hmg_50cal",    "atr",    "panzerfaust", "panzerschreck",
          "bazooka", "flamethrower", "molotov"};
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      text("weapon",
           std::string(gun_form) +
               ", or mg, hmg_50cal, atr, panzerfaust, panzerschreck, bazooka, flamethrower, "
               "molotov",
           "the weapon that hit")
          .or_named(both(words(special_weapons()), vehicles_with_guns()))
          .tried_with({"75", "75LL", "37", "105", "mg", "panzerfaust", "flamethrower"}),
      choice("ammunition", {"ap", "he", "heat"}, "what a gun fired").tried_with({"ap", "ap", "he"}),
  };
  append(all, kill_target_parameters());
  append(all,
         {
             integer("range", 0, 80, "the range in hexes; matters for height and flamethrowers")
                 .by_default("1")
                 .tried_with({"1", "2"}),
             flag("hull_down", "the target is hull down: no random immobilization (66.1)"),
             flag("crew_exposed", "a CE counter is on the target (flamethrowers, 102.13)"),
             flag("critical_hit", "a critical hit: rear facing at -1, armor only if negative (68)"),
             flag("already_immobilized",
                  "the target is immobilized already: a second time kills (66.1)"),
         });
  return all;
}

}  // namespace

Procedure to_kill() {
  return {
      .name = "sl.to-kill",
      .rule = "33.4, COI 63.9, 64.3, 66.1, 67.1, 68, 77.3, 97.5, 102.13",
      .summary = "what a hit does to a vehicle or gun on the AFV Kill chart",
      .details =
          "A DR of the kill number or less, armor and all modifiers added to the roll, "
          "eliminates; the wreck burns if the Final DR is half of the kill number or less "
          "(67.1). Exactly the number from the side or rear only immobilizes on a die of 4 to 6, "
          "unless the target is hull down or immobilized already (66.1); MGs and flames can't "
          "immobilize (66.24). Flames ignore armor and what they kill burns.\n"
          "The Cross of Iron chart was not recovered: the base-game chart stands in for guns "
          "without *, L or LL (20, 37, 50, 75/76mm AP; 37, 50, 75/76, 105, 120/122, 150/152mm "
          "HE; 105mm HEAT) and for its special weapons. For all others give the number of your "
          "chart (--kill-number, and --rear-kill-number for critical hits). Nor was the effect "
          "of range on AP (65.2): add it with --kill-drm.\n"
          "A critical hit may end as a random immobilization too, being a roll against the rear. "
          "Trucks and guns are not immobilized. Half of a negative kill number is taken as it "
          "stands, so a kill with such a number always burns.",
      .parameters = parameters(),
      .outcomes = damage_outcomes(),
      .events = {},
      .measures =
          {{"needed",
            "the number that the Original DR may not exceed, armor and all modifiers applied; "
            "missing where a hit is enough"}},
      .charts = {AfvKillTable::chart_name, Vehicles::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<ToKill>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
