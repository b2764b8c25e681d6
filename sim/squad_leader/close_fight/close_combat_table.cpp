#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/columns.hpp"
#include "core/text/error.hpp"
#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/declare/units.hpp"
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

const char* const close_combat_force_form =
    "factors from 0.5 to 200, units such as '2*4-6-7 LMG 9-1', or a leader alone";

namespace {

/// How many LMGs "LMG" or "2*LMG" says; 0 where it says something else.
int lmgs_said(std::string_view text) {
  constexpr std::string_view name = "lmg";
  const std::string part = lower(text);
  if (part == name) return 1;
  const std::size_t times = part.find('*');
  if (times == part.npos || std::string_view(part).substr(times + 1) != name) return 0;
  return number_in<int>(std::string_view(part).substr(0, times)).value_or(0);
}

}  // namespace

CloseCombatForce read_close_combat_force(std::string_view text, std::string_view parameter) {
  CloseCombatForce force;
  int leaders = 0;
  const auto refuse = [&](std::string_view part) {
    throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, part),
                        close_combat_force_form);
  };
  const auto add = [&](std::string_view part) {
    const bool digits =
        part.size() == 3 && part.find_first_not_of("0123456789") == std::string_view::npos;
    if (digits && is_unit(part)) {
      const std::string unit = fmt::format("{}-{}-{}", part[0], part[1], part[2]);
      throw ArgumentError(parameter,
                          fmt::format("{} is '{}': that number, or a {}?", parameter, part, unit),
                          fmt::format("{} for the unit, {}.0 for the number", unit, part));
    }
    if (const int lmgs = lmgs_said(part); lmgs > 0) {
      constexpr double printed = 2;  // on the LMG of every nationality
      force.lmg_factors += printed * lmgs;
      return;
    }
    if (const std::optional<double> number = number_in<double>(part)) {
      force.factors += *number;
      return;
    }
    for (const UnitName& unit : read_units(part, parameter)) {
      force.factors += unit.firepower;
      if (!unit.leader) continue;
      ++leaders;
      force.leadership = std::min(force.leadership, unit.modifier);
    }
  };
  for (std::string_view word : words_of(text)) {
    if (word.starts_with('+')) word.remove_prefix(1);
    if (word == "6+1") {  // the only leader with a plus
      add(word);
      continue;
    }
    for (const std::string_view part : parts_of(word, '+')) {
      if (!part.empty()) add(part);
    }
  }
  if (force.factors == 0) force.factors = leaders;
  if (force.factors == 0) refuse(text);  // nobody fires it
  force.factors += force.lmg_factors;
  if (!(force.factors >= least_factors && force.factors <= most_factors)) refuse(text);
  return force;
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
