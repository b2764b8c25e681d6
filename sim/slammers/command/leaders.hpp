#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {

/// Who leads; none: all leaders are dead.
enum class Rank : std::uint8_t { sergeant, lieutenant, captain, major, colonel, none };

/// The leader values that were found, chart slammers/leaders.csv.
class Leaders {
 public:
  static constexpr const char* chart_name = "slammers/leaders.csv";
  explicit Leaders(const CsvTable& chart);

  /// Throws ArgumentError about `leader_value`, which it asks for, where the chart has none.
  int value(Quality quality, Rank rank) const;

 private:
  std::map<std::pair<std::string, std::string>, int> values_;
};

/// What a leader adds to the 2D6 of the leadership points, less what his losses cost.
struct Leadership {
  Rank rank = Rank::sergeant;
  Troops troops;
  std::optional<int> leader_value;
  bool inspirational = false;
  bool technician = false;
  bool command_tank = false;
  int losses = 0;

  /// The points that a roll of `dice` comes to; never less than none.
  int points(int dice) const { return std::max(dice + bonus, 0); }

  static void describe(Declaration<Leadership>& asks);
  void prepare(const Charts& charts);

  // What they come to.
  int bonus = 0;
};

/// What moving one TU so often in a turn costs by the 1-2-4 rule: 1, 3 or 7 LP.
int cost_of_moves(int moves);

/// How often each TU moves, three times at most, as it is written: "3 2 4*1". Throws ArgumentError
/// about `parameter`.
std::vector<int> read_moves(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::slammers
