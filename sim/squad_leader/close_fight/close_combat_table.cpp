#include <array>

#include "core/text/columns.hpp"
#include "core/text/error.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Odds {
  const char* name;
  int attack;
  int defense;
};

/// The columns, from the worst odds to the best. An attack uses the last column whose ratio it
/// reaches. The first is for odds below 1-8, the last for odds above 10-1.
constexpr std::array<Odds, 12> columns = {{{"1-8", 1, 8},
                                           {"1-6", 1, 6},
                                           {"1-4", 1, 4},
                                           {"1-2", 1, 2},
                                           {"1-1", 1, 1},
                                           {"3-2", 3, 2},
                                           {"2-1", 2, 1},
                                           {"3-1", 3, 1},
                                           {"4-1", 4, 1},
                                           {"6-1", 6, 1},
                                           {"8-1", 8, 1},
                                           {"10-1", 10, 1}}};

}  // namespace

CloseCombatTable::CloseCombatTable(const CsvTable& chart) {
  if (chart.rows.size() != 1) {
    throw InputError({chart.file, 2, 1}, "not one row of kill numbers", "kill_number,0,1,2,...");
  }
  std::vector<std::string> names = {"<1-8"};
  for (const Odds& odds : columns) names.emplace_back(odds.name);
  names.emplace_back(">10-1");
  const Columns by_odds = Columns::of_chart(chart, names);
  for (const std::string& name : names) numbers_.push_back(by_odds[0].whole_number(name));
}

int CloseCombatTable::kill_number(double attack, double defense) const {
  std::size_t column = 0;
  for (const Odds& odds : columns) {
    if (attack * odds.defense >= defense * odds.attack) ++column;
  }
  if (attack > 10 * defense) ++column;
  return numbers_[column];
}

}  // namespace combat_odds::squad_leader
