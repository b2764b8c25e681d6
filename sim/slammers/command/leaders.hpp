#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "combat_odds/sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {

/// The leader values that were found, chart slammers/leaders.csv.
class Leaders {
 public:
  static constexpr const char* chart_name = "slammers/leaders.csv";
  explicit Leaders(const CsvTable& chart);

  /// Throws ArgumentError about `leader_value`, which it asks for, where the chart has none.
  int value(Quality quality, const std::string& rank) const;

 private:
  std::map<std::pair<std::string, std::string>, int> values_;
};

/// What a leader adds to the 2D6 of the leadership points, less what his losses cost.
struct Leadership {
  int bonus = 0;

  /// The points that a roll of `dice` comes to; never less than none.
  int points(int dice) const { return dice + bonus > 0 ? dice + bonus : 0; }

  /// `rank`, `quality`, `leader_value`, `inspirational_leader`, `technician`, `command_tank`,
  /// `losses`.
  static std::vector<Parameter> parameters();
  static Leadership asked(const Arguments& arguments, const Charts& charts);
};

/// What moving one TU so often in a turn costs by the 1-2-4 rule: 1, 3 or 7 LP.
int cost_of_moves(int moves);

/// Moves of each TU as they are written, "3 2 4*1". Throws ArgumentError about `parameter`; no
/// number may be above `most`.
std::vector<int> read_moves(std::string_view text, std::string_view parameter, int most);

extern const char* const leadership_details;

}  // namespace combat_odds::slammers
