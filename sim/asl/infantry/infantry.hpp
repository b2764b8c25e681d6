#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::asl {

/// A kind of infantry unit: its counter, and what it turns into.
struct UnitType {
  enum class Kind : std::uint8_t { squad, half_squad, crew, leader };

  UnitName name;
  Kind kind = Kind::squad;
  int broken_morale = 0;
  bool underlined_morale = false;  ///< ELR counts as 5 (A19.13)
  int reduced_to = -1;             ///< Casualty Reduction: another type of the same roster
  int replaced_by = -1;            ///< ELR failure: another type of the same roster; -1: Disrupted

  bool is_leader() const { return kind == Kind::leader; }
  /// Squads, and half-squads that are not crews, suffer Unit Replacement.
  bool has_elr() const { return kind != Kind::crew; }
};

/// The infantry counters, chart asl/infantry.csv.
class Infantry {
 public:
  static constexpr const char* chart_name = "asl/infantry.csv";
  explicit Infantry(const CsvTable& chart);

  /// The type of a named unit and every type that it can turn into, put at the end of `roster`;
  /// gives its position there. A unit that the chart does not list has the morale of its front on
  /// both sides; it is a squad from 4 FP, else a half-squad, and turns into units of its own
  /// morale.
  int enlist(const UnitName& name, std::vector<UnitType>& roster) const;

 private:
  struct Counter {
    UnitType type;
    std::string reduced_to;
    std::string replaced_by;
  };
  std::map<std::string, Counter, std::less<>> counters_;
};

}  // namespace combat_odds::asl
