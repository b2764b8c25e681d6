#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/asl/morale/variants.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Whose units they are, as far as Heat of Battle and Leader Creation go.
enum class Nation : std::uint8_t {
  none,
  german,
  russian,
  american,
  british,
  finnish,
  french,
  partisan,
  allied_minor,
  italian,
  axis_minor,
  japanese,
  chinese,
};
/// As the charts call it.
const std::string& nation_text(Nation nation);

/// Chart asl/heat-of-battle.csv (A15.1).
class HeatOfBattleTable {
 public:
  static constexpr const char* chart_name = "asl/heat-of-battle.csv";
  enum class Result : std::uint8_t {
    hero,
    hero_and_battle_hardening,
    battle_hardening,
    berserk,
    surrender,
  };
  explicit HeatOfBattleTable(const CsvTable& chart);
  Result at(int final_dr) const;

 private:
  std::vector<std::pair<int, Result>> rows_;  ///< at most so much
};

/// The Heat of Battle DR that follows an Original 2 (A15).
struct HeatOfBattle {
  using Result = HeatOfBattleTable::Result;

  Nation nation = Nation::none;
  bool no_quarter = false;
  bool no_known_enemy = false;
  int drm = 0;

  /// `heat_of_battle`, `no_quarter` and `no_known_enemy`, left out by default; `about` tells when
  /// it follows.
  static void describe(Declaration<HeatOfBattle>& heat, const std::string& about);
  /// The same where the enemy is in sight.
  static void describe_in_sight(Declaration<HeatOfBattle>& heat, const std::string& about);
  void prepare(const Charts& charts);
  bool played() const { return nation != Nation::none; }

  /// A15.1: not for crews, heroes and the berserk.
  static bool concerns(const UnitType& unit) {
    return unit.kind != UnitType::Kind::crew && !unit.is_hero() && !unit.traits.berserk;
  }
  /// A15.5: others go berserk instead.
  bool may_surrender(const UnitType& unit) const;
  /// The DR of such a unit. `broken`: when it rolled the 2, whether or not that rallied it.
  Result roll(Dice& dice, const UnitType& unit, bool broken) const;
  /// The same for a unit of a class that is given.
  Result roll(Dice& dice, const UnitType& unit, BattleHardening::Row of_class, bool broken) const;
  int modifier(const BattleHardening::Row& of_class, bool broken) const;

  const BattleHardening* hardening() const { return hardening_; }

 private:
  Result result(int final_dr, const UnitType& unit, bool elite) const;

  const HeatOfBattleTable* table_ = nullptr;
  const BattleHardening* hardening_ = nullptr;
  int of_nation_ = 0;
  int of_elite_ = 0;
  int of_inexperienced_ = 0;
  int of_broken_ = 0;
};

/// The leader whom an MMC brings forth by an Original 2 in its Self-Rally or in close combat
/// (A18.2): charts asl/leader-creation.csv and asl/leader-creation-drm.csv.
class LeaderCreation {
 public:
  static constexpr std::size_t kinds = 4;
  static constexpr std::uint8_t nobody = kinds;

  void prepare(const Charts& charts, Nation nation);

  struct Unit {
    int morale = 7;  ///< Morale Level at the Original 2
    bool broken = false;
    bool against_vehicle = false;
    int columns_below_1_1 = 0;
  };
  int modifier(const Unit& unit) const;
  /// The place of the leader in leaders(), or nobody.
  std::uint8_t roll(Dice& dice, const Unit& unit) const;
  std::uint8_t at(int final_dr) const;
  /// The leaders of the chart, in its order.
  const std::array<std::string, kinds>& leaders() const { return leaders_; }

 private:
  std::array<std::string, kinds> leaders_;
  std::array<int, kinds> at_most_{};
  int of_nation_ = 0;
  int of_high_morale_ = 0;
  int of_low_morale_ = 0;
  int of_broken_ = 0;
  int of_vehicle_ = 0;
  int of_column_ = 0;
};

}  // namespace combat_odds::asl
