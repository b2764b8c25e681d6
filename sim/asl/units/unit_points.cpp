#include "sim/asl/units/unit_points.hpp"

#include <set>

#include "core/text/columns.hpp"

namespace combat_odds::asl {

UnitPoints::UnitPoints(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit", "bpv"});
  for (const Columns::Row row : columns) {
    points_[row.text("nationality")][row.text("unit")] = row.whole_number("bpv");
  }
}

std::vector<std::string> UnitPoints::nationalities() const {
  std::vector<std::string> all;
  for (const auto& [nationality, points] : points_) all.push_back(nationality);
  return all;
}

std::vector<std::string> UnitPoints::units() const {
  std::set<std::string> all;
  for (const auto& [nationality, points] : points_) {
    for (const auto& [unit, bpv] : points) all.insert(unit);
  }
  return {all.begin(), all.end()};
}

std::optional<int> UnitPoints::of_own(const std::string& nationality,
                                      const std::string& unit) const {
  const auto own = points_.find(nationality);
  if (own == points_.end()) return std::nullopt;
  const auto known = own->second.find(unit);
  return known == own->second.end() ? std::nullopt : std::optional<int>(known->second);
}

std::optional<int> UnitPoints::of(const std::string& nationality, const std::string& unit) const {
  std::optional<int> points = of_own(nationality, unit);
  for (auto other = points_.begin(); !points && other != points_.end(); ++other) {
    points = of_own(other->first, unit);
  }
  return points;
}

}  // namespace combat_odds::asl
