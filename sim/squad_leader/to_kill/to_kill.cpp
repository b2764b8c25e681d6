#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct SpecialWeapon {
  std::string word;
  KillWeapon weapon;
};

/// The weapons other than guns. The column of the ATR was not recovered.
const std::vector<SpecialWeapon>& special_weapons() {
  static const std::vector<SpecialWeapon> weapons = {
      {"mg", {"a MMG or HMG", "ap_mg", false, false, false, false}},
      {"hmg_50cal", {"a .50 calibre HMG", "ap_50cal_20mm", false, false, false, false}},
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
  bool location_of_hits = false;
  std::optional<KillTarget::Facing> turret_facing;
  std::optional<int> turret_kill_number;

  void prepare(const Charts& charts) {
    target.range = range;
    target.hull_down = hull_down;
    if (is("flamethrower")) {  // 102.13
      target.doubled = target.is_open_topped() || crew_exposed || range <= 1;
    } else if (is("molotov")) {  // 97.52
      target.doubled = target.is_open_topped();
    }
    if (location_of_hits) prepare_turret(charts);
    KillTarget hull = target;
    if (location_of_hits) hull.boxed_armor = false;
    penetration_.emplace(kill_weapon(), hull, critical_hit, charts);
  }

  Outcome resolve(Dice& dice) const {
    // Supplement M.
    const bool on_turret = turret_ && dice.die([](int die) { return die <= 2; });
    const Penetration& struck = on_turret ? *turret_ : *penetration_;
    Outcome outcome = damage_outcome(struck.roll(dice, critical_hit, already_immobilized));
    if (const auto needed = struck.needed(critical_hit)) outcome.measure("needed", *needed);
    return outcome;
  }

  bool is_gun() const { return std::holds_alternative<Gun>(weapon); }
  bool is(std::string_view special) const {
    return !is_gun() && std::get<SpecialWeapon>(weapon).word == special;
  }
  KillWeapon kill_weapon() const {
    if (!is_gun()) return std::get<SpecialWeapon>(weapon).weapon;
    return gun_weapon(std::get<Gun>(weapon), ammunition);
  }
  /// 68.1: only after a To Hit roll.
  bool scores_critical_hits() const { return kill_weapon().immobilizes || is("molotov"); }
  bool rolls() const { return !a_hit_is_enough(kill_weapon(), target); }
  bool is_in_range() const { return !is("flamethrower") || range <= 2; }
  bool range_matters() const { return is("flamethrower") || target.height_advantage >= 2; }
  bool exposed_crew_matters() const {
    return is("flamethrower") && target.kind == KillTarget::Kind::closed_topped;
  }
  bool rear_number_matters() const { return critical_hit; }
  bool turret_differs() const { return turret_facing && *turret_facing != target.facing; }
  bool may_locate() const {
    return target.is_afv() && !hull_down && !critical_hit &&
           (turret_differs() || target.boxed_armor);
  }
  bool locates() const { return location_of_hits; }

 private:
  /// A turret hit cannot immobilize (66.1), and boxed armor counts (64.35).
  void prepare_turret(const Charts& charts) {
    KillTarget turret = target;
    turret.facing = turret_facing.value_or(target.facing);
    turret.hull_down = true;
    if (turret.facing != target.facing) {
      turret.kill_number = turret_kill_number;
      if (target.kill_number && !turret_kill_number) {
        throw ArgumentError("turret_kill_number",
                            "turret_kill_number is missing: the turret shows another facing",
                            "the number printed on your AFV KILL chart for the turret's facing");
      }
    }
    try {
      turret_.emplace(kill_weapon(), turret, false, charts);
    } catch (const ArgumentError& error) {
      if (error.parameter() != "kill_number" || turret.facing == target.facing) throw;
      throw ArgumentError("turret_kill_number", "turret_" + error.wrong(), error.right());
    }
  }

  std::optional<Penetration> penetration_;
  std::optional<Penetration> turret_;
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
      .only_when(&ToKill::is_gun, "only a gun has a choice of ammunition", "")
      .includes(&ToKill::target)
      .only_when(
          {"target_kind"},
          [](const ToKill& asked) { return !asked.is("molotov") || !asked.target.is_gun(); },
          "Molotov Cocktails are thrown at vehicles and buildings (97.2)", "a vehicle")
      .only_when({"kill_number", "kill_drm"}, &ToKill::rolls,
                 "a hit is enough to destroy this gun (63.9)", "")
      .only_when({"rear_kill_number"}, &ToKill::rear_number_matters, "", "--critical-hit")
      .asks(&ToKill::range, "range", 0, 80,
            "the range in hexes, for flamethrowers and for height (77.3); its effect on AP (65.2) "
            "is asked with kill_drm")
      .only_when(&ToKill::is_in_range, "a flamethrower reaches 2 hexes (22.1)", "0 to 2 hexes")
      .only_when(&ToKill::range_matters, "the effect of range on AP is part of --kill-drm (65.2)",
                 "a flamethrower, or --height-advantage 2 or more")
      .asks(&ToKill::hull_down, "hull_down",
            "the target is hull down: no random immobilization (66.1)")
      .only_when([](const ToKill& asked) { return asked.target.is_afv(); },
                 "trucks and guns are never immobilized", "")
      .asks(&ToKill::crew_exposed, "crew_exposed",
            "a CE counter is on the target: a flamethrower's kill number is doubled (102.13)")
      .only_when(&ToKill::exposed_crew_matters,
                 "it matters only to a flamethrower at an AFV that is not open-topped", "")
      .asks(&ToKill::critical_hit, "critical_hit",
            "a critical hit: rear facing at -1, armor only if negative (68)")
      .only_when(&ToKill::scores_critical_hits, "MGs and flamethrowers make no To Hit roll (68.1)",
                 "")
      .only_when([](const ToKill& asked) { return asked.target.is_afv(); }, "(68.1)",
                 "an AFV as --target-kind")
      .asks(&ToKill::already_immobilized, "already_immobilized",
            "the target is immobilized already: a second time kills (66.1)")
      .only_when([](const ToKill& asked) { return asked.target.is_afv(); },
                 "trucks and guns are never immobilized", "")
      .only_when([](const ToKill& asked) { return asked.kill_weapon().immobilizes; },
                 "MGs and flames never immobilize (66.24)", "")
      .asks(&ToKill::location_of_hits, "location_of_hits",
            "Supplement M: a die of 1 or 2 is a hit on the turret, which cannot immobilize; 3 to 6 "
            "one on the hull")
      .only_when(&ToKill::may_locate,
                 "it is for an AFV that is not hull down, and not for critical hits",
                 "--turret-facing or --boxed-armor")
      .asks(&ToKill::turret_facing, "turret_facing", facing_words(),
            "Supplement M: the facing that its turret shows; default: that of the hull")
      .only_when(&ToKill::locates, "(Supplement M)", "--location-of-hits")
      .asks(&ToKill::turret_kill_number, "turret_kill_number", -5, 25,
            "the AFV KILL number for that facing; default: the base-game chart's")
      .only_when([](const ToKill& asked) { return asked.locates() && asked.turret_differs(); },
                 "the turret shows the facing of the hull", "")
      .outcomes(damage_outcomes())
      .events(vehicle_events())
      .measure("needed",
               "the number that the Original DR may not exceed, armor and all modifiers applied; "
               "missing where a hit is enough")
      .headlines(vehicle_headline())
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::squad_leader
