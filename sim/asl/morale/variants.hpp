#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/asl/units/infantry.hpp"

namespace combat_odds::asl {

/// A.18: no Morale Level is above it.
inline constexpr int highest_morale = 10;

/// What Battle Hardening makes of a unit, and its class: chart asl/battle-hardening.csv (A15.3,
/// A25).
class BattleHardening {
 public:
  static constexpr const char* chart_name = "asl/battle-hardening.csv";
  explicit BattleHardening(const CsvTable& chart);

  struct Row {
    bool elite = false;
    bool inexperienced = false;
    std::string hardened;  ///< empty: it becomes Fanatic
  };
  /// The row of that nation or of all; null where there is none.
  const Row* listed(std::string_view nation, const std::string& unit) const;
  /// The same, or else that of another nation, whose counters look like it.
  const Row* find(std::string_view nation, const std::string& unit) const;

 private:
  std::vector<std::pair<std::string, std::string>> keys_;
  std::vector<Row> rows_;
};

/// Units with traits as types of a roster of their own, with all that they turn into.
class Variants {
 public:
  /// `hardening` is null where nobody's Heat of Battle is played.
  Variants(const Infantry& infantry, const BattleHardening* hardening, std::string nation,
           std::vector<UnitType>& roster)
      : infantry_(infantry), hardening_(hardening), nation_(std::move(nation)), roster_(roster) {}

  /// The type with these traits in place of its own, put into the roster with every type that it
  /// can turn into. Throws ArgumentError about heat_of_battle where the chart lacks a unit.
  int of(int type, Traits traits);
  /// The traits that a unit of that type has in a state given for all.
  Traits allowed(int type, Traits wanted) const;

 private:
  UnitType with_traits(const UnitType& printed, Traits traits) const;
  int hardened(int printed, Traits traits);

  const Infantry& infantry_;
  const BattleHardening* hardening_;
  std::string nation_;
  std::vector<UnitType>& roster_;
};

/// What all units of a side are besides what their counters say, given in words.
struct MoraleState {
  Traits traits;
  bool disrupted = false;
  bool climbing = false;  ///< B11.42

  /// Words of `allowed`, with spaces between; throws ArgumentError about `parameter` with the
  /// nearest one.
  static MoraleState read(std::string_view text, std::string_view parameter,
                          const std::vector<std::string>& allowed);
};

}  // namespace combat_odds::asl
