#include <fmt/format.h>

#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_units = 200;

/// 93: the effect of a side's losses on the morale of its remaining units.
struct BattlefieldIntegrity {
  std::string nationality;
  std::vector<UnitName> force;
  std::vector<UnitName> losses;
  std::vector<UnitName> reinforcements;
  int own_afvs = 0;
  int enemy_afvs = 0;
  bool at_guns = false;
  UnitName unit;
  int check = 0;

  void prepare(const Charts& charts) {
    const auto& prices = charts.get<InfantryPoints>().entries();
    points_ = points(prices, force, "force") + points(prices, reinforcements, "reinforcements");
    points_lost_ = points(prices, losses, "losses");
    if (points_ == 0) {
      throw ArgumentError("force", "the side has no infantry", "the units it started with");
    }
    if (points_lost_ > points_) {
      throw ArgumentError("losses", "more is lost than the side had",
                          "units out of --parameter-force and --reinforcements");
    }
  }

  Outcome resolve(Dice& dice) const {
    const int levels = levels_lost();
    const int needed = unit.morale - levels - check;
    const bool passed = DR_at_most(dice, needed);
    return Outcome(passed ? "passed" : "failed")
        .measure("loss_percent", points_lost_ * 100 / points_)
        .measure("levels_lost", levels)
        .measure("morale", unit.morale - levels);
  }

 private:
  int points(const std::vector<ListedPoints>& prices, const std::vector<UnitName>& units,
             const char* parameter) const {
    int sum = 0;
    for (const UnitName& name : units) {
      const ListedPoints* listed = find_points(prices, nationality, name.text);
      if (listed == nullptr) {
        throw ArgumentError(
            parameter, fmt::format("the list of point values has no {} {}", nationality, name.text),
            "units of that side, or your own chart with --charts");
      }
      sum += listed->points;
    }
    return sum;
  }

  /// The shift of the 40 % by armour (93.5, 93.6).
  int shift_by_armour() const {
    if (own_afvs > 0) return enemy_afvs <= 2 * own_afvs ? 10 : 0;
    return enemy_afvs > 0 && !at_guns ? -10 : 0;
  }

  /// 93.2, 93.3: one level at 40 %, and one for every further 20 %.
  int levels_lost() const {
    int levels = 0;
    for (int percent = 40 + shift_by_armour(); percent <= 100; percent += 20) {
      levels += points_lost_ * 100 >= percent * points_ ? 1 : 0;
    }
    return levels;
  }

  int points_ = 0;
  int points_lost_ = 0;
};

}  // namespace

Procedure battlefield_integrity() {
  using Asked = BattlefieldIntegrity;
  return procedure<Asked>("sl.battlefield-integrity", "COI 93",
                          "a side's losses lower its morale: a Morale Check of one of its units")
      .asks(&Asked::nationality, "nationality", one_of({"german", "russian", "rumanian"}),
            "the side, for its points")
      .asks(&Asked::force, "force", units_form, "the infantry that it started with",
            none_or_units_up_to<most_units>)
      .tried_with({"6*4-4-7 8-1 9-1", "3*4-4-7 3*6-2-8 8-0"})
      .asks(&Asked::losses, "losses", units_form, "those eliminated or taken prisoner, or none",
            none_or_units_up_to<most_units>)
      .by_default("none")
      .tried_with({"4-4-7", "3*4-4-7 8-1", "6-2-8"})
      .asks(&Asked::reinforcements, "reinforcements", units_form,
            "those that have arrived since, or none", none_or_units_up_to<most_units>)
      .by_default("none")
      .tried_with({"2*4-4-7"})
      .asks(&Asked::own_afvs, "own_afvs", 0, 100, "its armoured vehicles")
      .asks(&Asked::enemy_afvs, "enemy_afvs", 0, 100, "the armoured vehicles of the enemy")
      .asks(&Asked::at_guns, "at_guns", "it has a functioning antitank gun")
      .only_when([](const Asked& asked) { return asked.own_afvs == 0 && asked.enemy_afvs > 0; },
                 "a gun counts only for a side without armour against one with it (93.6)",
                 "--enemy-afvs and no --own-afvs")
      .asks(&Asked::unit, "unit", "one unit such as 4-6-7 or 8-1",
            "the unit that checks its morale", read_unit)
      .or_named(infantry_names())
      .tried_with({"4-4-7", "8-1", "6-2-8"})
      .asks(&Asked::check, "check", 0, 4, "the number of the Morale Check: 0 is a normal one")
      .outcome("passed", "the unit passed its Morale Check")
      .outcome("failed", "it failed")
      .measure("loss_percent", "the points lost, in per cent of the force")
      .measure("levels_lost", "levels of morale that the side has lost")
      .measure("morale", "the morale of the unit after that")
      .headline("failed", "the unit fails its Morale Check")
      .headline("mean levels_lost", "{} levels of morale are lost");
}

}  // namespace combat_odds::squad_leader
