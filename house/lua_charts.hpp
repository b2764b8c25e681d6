#pragma once

#include <map>
#include <string>

#include "core/text/chart.hpp"

struct lua_State;

namespace combat_odds::house {

/// The charts that one rule looks things up in: those of the program by their names
/// ("asl/ift.csv"), its own by those of the files beside it ("weapons.csv").
class RuleCharts {
 public:
  /// A name as the rule says it, as `charts` knows it.
  using Named = std::function<std::string(const std::string& name)>;

  RuleCharts(const Charts& charts, Named named) : charts_(charts), named_(std::move(named)) {}

  /// Throws InputError where there is none, or where it is no chart. What was read once is the same
  /// from then on, and counts as read only then.
  const CsvTable& get(const std::string& name);

 private:
  Charts charts_;
  Named named_;
  std::map<std::string, const CsvTable*> read_;
};

/// chart(name): its rows in order, each a table from the column's heading to what stands there, a
/// number where it is one; and the headings.
int push_chart(lua_State* lua);

}  // namespace combat_odds::house
