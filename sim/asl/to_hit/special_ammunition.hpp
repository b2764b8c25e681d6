#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/asl/to_hit/guns.hpp"

namespace combat_odds::asl {

/// The Depletion Numbers of Special Ammunition on the counters (C8.9), chart
/// asl/special-ammunition.csv.
class SpecialAmmunition {
 public:
  static constexpr const char* chart_name = "asl/special-ammunition.csv";
  explicit SpecialAmmunition(const CsvTable& chart);

  /// That of the latest year up to `year`; nothing where the weapon has no such ammunition then.
  std::optional<int> number(std::string_view weapon, std::string_view ammunition, int year) const;

 private:
  struct Line {
    std::string weapon;
    std::string ammunition;
    int from = 0;  ///< the first year; 0: any
    int number = 0;
  };
  std::vector<Line> lines_;
};

/// The year of a question that names none: that of Red Barricades.
constexpr int usual_year = 1942;

/// The number that is given, or that of the named gun. Throws ArgumentError about `ammunition`
/// where it has none of that.
int depletion_number(std::optional<int> given, const NamedGun& gun, std::string_view ammunition,
                     int year, const Charts& charts);

}  // namespace combat_odds::asl
