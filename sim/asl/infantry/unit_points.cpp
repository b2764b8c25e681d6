#include "combat_odds/sim/asl/infantry/unit_points.hpp"

namespace combat_odds::asl {

UnitPoints::UnitPoints(const CsvTable& chart) {
  const std::size_t nationality = chart_column(chart, "nationality");
  const std::size_t unit = chart_column(chart, "unit");
  const std::size_t bpv = chart_column(chart, "bpv");
  for (const auto& row : chart.rows) {
    points_[row[nationality].text][row[unit].text] = chart_integer(chart, row[bpv]);
  }
}

std::optional<int> UnitPoints::of(const std::string& nationality, const std::string& unit) const {
  const auto of_one = [&](const std::map<std::string, int>& points) -> std::optional<int> {
    const auto known = points.find(unit);
    return known == points.end() ? std::nullopt : std::optional<int>(known->second);
  };
  const auto own = points_.find(nationality);
  std::optional<int> points = own == points_.end() ? std::nullopt : of_one(own->second);
  for (auto other = points_.begin(); !points && other != points_.end(); ++other) {
    points = of_one(other->second);
  }
  return points;
}

}  // namespace combat_odds::asl
