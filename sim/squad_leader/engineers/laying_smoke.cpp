#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/to_hit/smoke_shells.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 64.52: a Nahverteidigungswaffe has no smoke left on a DR of this or more.
constexpr int depleted_from = 8;

/// The smoke laid so far.
struct Screen {
  std::uint8_t turns = 0;
  std::uint8_t shots = 0;  ///< in this turn
  std::uint8_t with_smoke = 0;
  std::uint8_t gone = 0;
};

/// Laying smoke, turn after turn.
struct LayingSmoke {
  enum class Source { gun, close_defense_weapon, dischargers };
  enum class LastUse { no_smoke, smoke };

  Source source = Source::gun;
  std::optional<MountedGun> gun;
  std::optional<int> range;
  bool red_numbers = false;
  int to_hit_drm = 0;
  int shots = 1;
  LastUse last_use = LastUse::no_smoke;
  std::optional<int> discharger_number;
  int turns = 3;

  void prepare(const Charts& charts) {
    if (!is_gun()) return;
    shells_.gun = gun;
    shells_.range = range;
    shells_.red_numbers = red_numbers;
    shells_.drm = to_hit_drm;
    shells_.prepare(charts);
  }

  Screen start() const { return {}; }

  Screen step(const Screen& before, Dice& dice) const {
    Screen now = before;
    const bool smoke = lay(dice, now);
    if (smoke) ++now.with_smoke;
    if (++now.shots < shots && !smoke && now.gone == 0) return now;
    now.shots = 0;
    ++now.turns;
    return now;
  }

  std::optional<Outcome> outcome(const Screen& now) const {
    if (now.gone == 0 && now.turns < turns) return std::nullopt;
    std::optional<Outcome> outcome(std::in_place, now.with_smoke == turns ? "every_turn"
                                                  : now.with_smoke > 0    ? "some_turns"
                                                                          : "no_turn");
    outcome->event("smoke_gone", now.gone != 0).measure("turns_with_smoke", now.with_smoke);
    return outcome;
  }

  bool is_gun() const { return source == Source::gun; }
  bool is_close_defense_weapon() const { return source == Source::close_defense_weapon; }
  bool is_discharger() const { return source == Source::dischargers; }

 private:
  /// One shot or use. Returns whether it makes smoke.
  bool lay(Dice& dice, Screen& now) const {
    if (is_gun()) {
      const SmokeShells::Fired fired = shells_.fire(dice);
      if (fired.gone) now.gone = 1;
      return fired.smoke;
    }
    if (is_close_defense_weapon()) {  // 64.52
      const bool gone = dice.DR([](TwoDice roll) { return roll.total() >= depleted_from; });
      if (gone) now.gone = 1;
      return !gone || last_use == LastUse::smoke;
    }
    now.gone = 1;  // 41.4: once in a game
    return dice.die([&](int die) { return die <= *discharger_number; });
  }

  SmokeShells shells_;
};

}  // namespace

Procedure laying_smoke() {
  using Asked = LayingSmoke;
  return procedure<Asked>("sl.smoke", "24, 41.4, COI 63.22, 64.52, 64.7, 64.8",
                          "a gun or a vehicle lays smoke, turn after turn")
      .asks(
          &Asked::source, "source", one_of({"gun", "close_defense_weapon", "dischargers"}),
          "a gun's smoke shells, the Nahverteidigungswaffe (64.52), or the smoke dischargers of a "
          "German AFV (64.8)")
      .asks(&Asked::gun, "gun", gun_form, "the gun that fires", read_mounted_gun)
      .or_named(vehicles_with_guns())
      .needed_when(&Asked::is_gun, "a gun must hit the hex", "such as 75 or 'PzKw IV F2'")
      .only_when(&Asked::is_gun, "", "--source gun")
      .tried_with({"75", "76*", "122", "152"})
      .asks(&Asked::range, "range", 0, 39, "of the gun, in hexes")
      .needed_when(&Asked::is_gun, "a gun must hit the hex", "the range in hexes")
      .only_when(&Asked::is_gun, "", "--source gun")
      .tried_with({"6", "10", "20", "30"})
      .asks(&Asked::red_numbers, "red_numbers", "a Russian gun: the red To Hit numbers")
      .only_when([](const Asked& asked) { return asked.gun && !asked.gun->russian; }, "",
                 "a gun that is not Russian by its name")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -10, 15, "all modifiers of the To Hit roll")
      .only_when(&Asked::is_gun, "", "--source gun")
      .asks(&Asked::shots, "shots", 1, 3, "how often the gun may fire in a turn until it has hit")
      .only_when(&Asked::is_gun, "the others are used once a turn", "--source gun")
      .asks(&Asked::last_use, "last_use", one_of({"no_smoke", "smoke"}),
            "what a DR of 8 or more of the Nahverteidigungswaffe does beside ending its smoke")
      .only_when(&Asked::is_close_defense_weapon, "", "--source close_defense_weapon")
      .asks(&Asked::discharger_number, "discharger_number", 0, 6,
            "the AFV has dischargers on a die of this or less: printed in 64.8 by years, not "
            "recovered")
      .needed_when(&Asked::is_discharger, "the table of 64.8 was not recovered",
                   "the number of your rulebook; 6 where the AFV is known to have them")
      .only_when(&Asked::is_discharger, "", "--source dischargers")
      .asks(&Asked::turns, "turns", 1, 20, "in how many turns they try to lay it")
      .outcome("every_turn", "there is smoke in every turn")
      .outcome("some_turns", "in some turns")
      .outcome("no_turn", "in no turn")
      .event("smoke_gone", "the smoke ammunition is used up before the end")
      .measure("turns_with_smoke", "turns with smoke")
      .headline("every_turn", "there is smoke in every turn")
      .headline("mean turns_with_smoke", "there is smoke in {} turns on average");
}

}  // namespace combat_odds::squad_leader
