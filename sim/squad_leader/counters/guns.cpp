#include "sim/squad_leader/counters/guns.hpp"

#include <algorithm>

#include "core/text/columns.hpp"
#include "core/text/error.hpp"
#include "core/text/number_text.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::squad_leader {

const char* const gun_form =
    "a calibre in mm with *, L or LL, such as 75LL, 76* or 37, or a vehicle such as 'PzKw IV F2'";

Gun read_gun(std::string_view text, std::string_view parameter) {
  Gun gun;
  std::string_view barrel = text;
  gun.calibre = number_at_front<int>(barrel).value_or(0);
  const std::optional<GunBarrel> known = gun_barrel(barrel);
  if (!known || gun.calibre < 12 || gun.calibre > 400) {
    throw ArgumentError(parameter, "'" + std::string(text) + "' is not a gun", gun_form);
  }
  gun.barrel = *known;
  return gun;
}

const std::vector<std::string>& ToHitTable::targets() {
  static const std::vector<std::string> targets = {
      "vehicle_in_other",  "vehicle_in_woods_or_building",
      "vehicle_hull_down", "gun",
      "infantry_in_cover", "infantry_in_woods",
      "infantry_in_other"};
  return targets;
}

ToHitTable::ToHitTable(const CsvTable& chart) {
  static const std::vector<std::string> by_range = {"black_1_6", "black_7_12", "black_13_24",
                                                    "black_25",  "red_1_6",    "red_7_12",
                                                    "red_13_24", "red_25"};
  std::vector<std::string> needed = by_range;
  needed.emplace_back("target");
  const Columns columns = Columns::of_chart(chart, needed);
  for (const Columns::Row row : columns) {
    const auto line = std::find(targets().begin(), targets().end(), row.text("target"));
    if (line == targets().end()) {
      throw row.error("target", "unknown target '" + row.text("target") + "'",
                      "the target lines of the built-in chart");
    }
    Row& numbers = rows_[static_cast<std::size_t>(line - targets().begin())];
    for (const std::string& column : by_range) numbers.push_back(row.whole_number_if_any(column));
  }
  for (std::size_t i = 0; i < target_count; ++i) {
    if (rows_[i].empty()) {
      throw InputError({chart.file, 1, 1}, "no row '" + targets()[i] + "'",
                       "one row for every target");
    }
  }
}

std::optional<int> ToHitTable::number(Target target, bool red, int range) const {
  const int band = range <= 6 ? 0 : range <= 12 ? 1 : range <= 24 ? 2 : 3;
  const int column = band + (red ? bands : 0);
  return rows_[static_cast<std::size_t>(target)][static_cast<std::size_t>(column)];
}

ToHitDrm::ToHitDrm(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"case", "drm"});
  for (const Columns::Row row : columns) drm_[row.text("case")] = row.whole_number("drm");
  for (const char* needed :
       {"A",      "D",     "F",      "G",      "H",      "I",      "J",      "K",
        "64.123", "64.21", "64.22a", "64.22b", "64.23a", "64.23b", "64.23c", "64.23d",
        "64.47",  "66.2",  "66.21",  "69.1",   "70.2",   "77.21",  "78.4",   "90.13"}) {
    if (!drm_.contains(needed)) {
      throw InputError({chart.file, 1, 1}, "no case '" + std::string(needed) + "'",
                       "the cases of the built-in chart");
    }
  }
}

AfvKillTable::AfvKillTable(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"facing"});
  for (const Columns::Row row : columns) {
    auto& numbers = rows_[row.text("facing")];
    for (const CsvCell& heading : chart.header) {
      if (heading.text == "facing" || !row.has(heading.text)) continue;
      numbers[heading.text] = row.whole_number(heading.text);
    }
  }
  for (const char* needed : {"front", "side", "rear", "unarmored"}) {
    if (!rows_.contains(needed)) {
      throw InputError({chart.file, 1, 1}, "no row '" + std::string(needed) + "'",
                       "rows front, side, rear and unarmored");
    }
  }
}

std::optional<int> AfvKillTable::number(const std::string& facing,
                                        const std::string& column) const {
  const auto& row = rows_.at(facing);
  const auto found = row.find(column);
  if (found == row.end()) return std::nullopt;
  return found->second;
}

}  // namespace combat_odds::squad_leader
