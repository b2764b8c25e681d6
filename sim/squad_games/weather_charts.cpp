#include "sim/squad_games/weather_charts.hpp"

#include <map>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"

namespace combat_odds {
namespace {

/// Checks that there is one row for each number from 1 to `count`, in any order.
template <class Read>
void read_numbered(const Columns& columns, const char* name, int count, Read&& read) {
  std::vector<bool> seen(static_cast<std::size_t>(count), false);
  for (const Columns::Row row : columns) {
    const int value = row.whole_number(name);
    if (value < 1 || value > count || seen[static_cast<std::size_t>(value - 1)]) {
      throw row.error(name, "no row for " + row.text(name) + " is expected",
                      "rows 1 to " + std::to_string(count) + ", each once");
    }
    seen[static_cast<std::size_t>(value - 1)] = true;
    read(static_cast<std::size_t>(value - 1), row);
  }
  if (columns.size() != seen.size()) {
    throw InputError({columns.file(), 1, 1}, "rows are missing",
                     "rows 1 to " + std::to_string(count));
  }
}

template <class Value>
const Value& named(const std::map<std::string, Value>& values, const Columns::Row& row,
                   const char* column) {
  const auto known = values.find(row.text(column));
  if (known == values.end()) {
    throw row.error(column, "'" + row.text(column) + "' is unknown here",
                    "a word of the chart that it replaces");
  }
  return known->second;
}

}  // namespace

WeatherConditions::WeatherConditions(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"condition", "final_dr_at_most", "drm"});
  static const std::map<std::string, int> known = {{"snow", 0},    {"mud", 0}, {"wet", 0},
                                                   {"moist", 0},   {"dry", 0}, {"very_dry", 0},
                                                   {"moderate", 0}};
  for (const Columns::Row row : columns) {
    named(known, row, "condition");
    rows_.push_back(
        {row.text("condition"), row.whole_number("final_dr_at_most"), row.whole_number("drm")});
    if (rows_.size() > 1 && rows_.back().die_at_most <= rows_[rows_.size() - 2].die_at_most) {
      throw row.error("final_dr_at_most", "the rows do not rise", "rows from low to high");
    }
  }
  if (rows_.empty()) throw InputError({chart.file, 1, 1}, "no conditions", "at least one row");
}

int WeatherConditions::row(int final_die) const {
  for (std::size_t i = 0; i + 1 < rows_.size(); ++i) {
    if (final_die <= rows_[i].die_at_most) return static_cast<int>(i);
  }
  return static_cast<int>(rows_.size()) - 1;
}

WeatherMonths::WeatherMonths(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"month", "drm"});
  read_numbered(columns, "month", 12, [&](std::size_t month, const Columns::Row& row) {
    drm_[month] = row.whole_number("drm");
  });
}

WindForces::WindForces(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"dr_at_most", "wind"});
  static const std::map<std::string, int> known = {
      {"none", 0}, {"mild_breeze", 1}, {"heavy_winds", 2}};
  int die = 1;
  for (const Columns::Row row : columns) {
    const int force = named(known, row, "wind");
    for (; die <= 6 && die <= row.whole_number("dr_at_most"); ++die) {
      force_[static_cast<std::size_t>(die - 1)] = force;
    }
  }
  if (die <= 6) throw InputError({chart.file, 1, 1}, "rows are missing", "rows up to a die of 6");
}

void WindNow::change(WindChanges::Change change) {
  turned = small((turned + change.turn + 6) % 6);
  const int changed = force + change.force;
  force = static_cast<std::uint8_t>(changed < 0 || changed > 2 ? mild_breeze : changed);
}

WindChanges::WindChanges(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"dr", "change"});
  static const std::map<std::string, Change> known = {
      {"clockwise_1", {1, 0}},         {"clockwise_2", {2, 0}}, {"counterclockwise_1", {-1, 0}},
      {"counterclockwise_2", {-2, 0}}, {"force_up", {0, 1}},    {"force_down", {0, -1}}};
  read_numbered(columns, "dr", 6, [&](std::size_t die, const Columns::Row& row) {
    change_[die] = named(known, row, "change");
  });
}

}  // namespace combat_odds
