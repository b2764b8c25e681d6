#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/declare/declaration.hpp"

namespace combat_odds::slammers {

inline constexpr const char* points_chart = "slammers/points.csv";

/// Things of the chart slammers/points.csv: what they cost together, and how many TUs they are.
struct DetachmentItems {
  int points = 0;
  int tus = 0;
  bool tus_known = true;          ///< a chart of the user's own may say only what they cost
  std::vector<std::string> sums;  ///< what each comes to: "8 huber combat car at 550: 4400"
  /// Those whose quality the chart tells, with it.
  std::vector<std::pair<std::string, std::string>> qualities;
};

/// "8*huber_combat_car huber_lieutenant". Throws ArgumentError about `parameter` for a name that
/// the chart has not, and for more of one than a detachment may have.
DetachmentItems read_detachment_items(std::string_view text, std::string_view parameter,
                                      const Charts& charts);

/// Things with the price of one's own card: "2*tank=410 jeep=90". Their TUs are how many they are.
DetachmentItems read_own_items(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::slammers
