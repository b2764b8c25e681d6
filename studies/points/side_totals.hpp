#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/points/force_file.hpp"

namespace combat_odds {

/// What a side costs in all.
struct SideTotal {
  std::string side;
  int quantity = 0;
  double bpv = 0;
  double npv = 0;
  bool base_game = false;  ///< with prices of the base game
  bool revised = false;    ///< with Revised Point Values
  bool is_known = true;    ///< all of it is to be had

  /// Warns of mixed totals: the two lists have different scales. Else empty.
  const char* prices_name() const;
};

/// By side, in the order in which the sides first appear.
std::vector<SideTotal> side_totals(const std::vector<PricedUnit>& force);

/// Of two sides the first against the second.
struct Balance {
  std::string first;
  std::string second;
  double bpv_difference = 0;
  double npv_difference = 0;
  double bpv_ratio = 1;
  double npv_ratio = 1;
};

/// Nothing of more or fewer than two sides, or where one costs nothing.
std::optional<Balance> balance(const std::vector<SideTotal>& totals);

}  // namespace combat_odds
