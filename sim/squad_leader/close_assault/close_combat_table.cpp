#include <array>

#include "combat_odds/core/error.hpp"
#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Odds {
  const char* name;
  int attack;
  int defense;
};

/// The columns, from the worst odds on; the attack earns the last one whose ratio it reaches. The
/// first is for all below 1-8, the last for all above 10-1.
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
  const auto add = [&](const char* name) {
    const auto column = chart_column(chart, name);
    numbers_.push_back(chart_integer(chart, chart.rows.front()[column]));
  };
  add("<1-8");
  for (const Odds& odds : columns) add(odds.name);
  add(">10-1");
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
