#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct SpecialWeapon {
  std::string word;
  KillWeapon weapon;
};

/// The weapons that are no guns; the ATR's column was not recovered.
const std::vector<SpecialWeapon>& special_weapons() {
  static const std::vector<SpecialWeapon> weapons = {
      {"mg", {"a MMG or HMG", "ap_mg", false, false, false}},
      {"hmg_50cal", {"a .50 calibre HMG", "ap_50cal_20mm", false, false, false}},
      {"atr", {"an ATR", "", false, true, false}},
      {"panzerfaust", {"panzerfaust", "panzerfaust", false, true, true}},
      {"panzerschreck", {"panzerschreck", "panzerfaust", false, true, true}},  // 85.4
      {"bazooka", {"bazooka", "bazooka", false, true, true}},
      {"flamethrower", {"flamethrower", "flamethrower", true, false, false}},
      {"molotov", {"a Molotov Cocktail", "", true, false, false}},
  };
  return weapons;
}

std::vector<std::string> special_words() {
  std::vector<std::string> words;
  for (const SpecialWeapon& special : special_weapons()) words.push_back(special.word);
  return words;
}

using Weapon = std::variant<Gun, SpecialWeapon>;

Weapon read_weapon(std::string_view text, std::string_view parameter, const Charts& charts) {
  for (const SpecialWeapon& special : special_weapons()) {
    if (special.word == text) return special;
  }
  return read_mounted_gun(text, parameter, charts).gun;
}

struct ToKill {
  Weapon weapon;
  Ammunition ammunition = Ammunition::ap;
  KillTarget target;
  int range = 1;
  bool hull_down = false;
  bool crew_exposed = false;
  bool critical_hit = false;
  bool already_immobilized = false;

  void prepare(const Charts& charts) {
    target.range = range;
    target.hull_down = hull_down;
    const auto* special = std::get_if<SpecialWeapon>(&weapon);
    if (special != nullptr && special->word == "flamethrower") {  // 102.13
      target.doubled = target.is_open_topped() || crew_exposed || range <= 1;
    } else if (special != nullptr && special->word == "molotov") {  // 97.52
      target.doubled = target.is_open_topped();
    }
    penetration_.emplace(
        special != nullptr ? special->weapon : gun_weapon(std::get<Gun>(weapon), ammunition),
        target, critical_hit, charts);
  }

  Outcome resolve(Dice& dice) const {
    Outcome outcome(label(penetration_->roll(dice, critical_hit, already_immobilized)));
    if (const auto needed = penetration_->needed(critical_hit)) outcome.measure("needed", *needed);
    return outcome;
  }

  bool is_gun() const { return std::holds_alternative<Gun>(weapon); }
  bool scores_critical_hits() const {
    return is_gun() || std::get<SpecialWeapon>(weapon).weapon.immobilizes;
  }

 private:
  std::optional<Penetration> penetration_;
};

}  // namespace

Procedure to_kill() {
  return procedure<ToKill>("sl.to-kill", "33.4, COI 63.9, 64.3, 66.1, 67.1, 68, 77.3, 97.5, 102.13",
                           "what a hit does to a vehicle or gun on the AFV Kill chart")
      .asks(&ToKill::weapon, "weapon",
            fmt::format("{}, or {}", gun_form, fmt::join(special_words(), ", ")),
            "the weapon that hit", read_weapon)
      .or_named(both(words(special_words()), vehicles_with_guns()))
      .tried_with({"75", "75LL", "37", "105", "mg", "panzerfaust", "flamethrower"})
      .asks(&ToKill::ammunition, "ammunition", one_of({"ap", "he", "heat"}), "what a gun fired")
      .only_when(&ToKill::is_gun, "only a gun chooses what it fires", "ap, the default")
      .tried_with({"ap", "ap", "he"})
      .includes(&ToKill::target)
      .asks(&ToKill::range, "range", 0, 80,
            "the range in hexes; matters for height and flamethrowers")
      .tried_with({"1", "2"})
      .asks(&ToKill::hull_down, "hull_down",
            "the target is hull down: no random immobilization (66.1)")
      .asks(&ToKill::crew_exposed, "crew_exposed",
            "a CE counter is on the target (flamethrowers, 102.13)")
      .asks(&ToKill::critical_hit, "critical_hit",
            "a critical hit: rear facing at -1, armor only if negative (68)")
      .only_when(&ToKill::scores_critical_hits,
                 "MGs and flames score no critical hits: no To Hit chart, or no gun", "false")
      .asks(&ToKill::already_immobilized, "already_immobilized",
            "the target is immobilized already: a second time kills (66.1)")
      .outcomes(damage_outcomes())
      .measure("needed",
               "the number that the Original DR may not exceed, armor and all modifiers applied; "
               "missing where a hit is enough");
}

}  // namespace combat_odds::squad_leader
