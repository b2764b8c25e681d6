#include "sim/asl/units/unit_points.hpp"

#include "core/text/columns.hpp"

namespace combat_odds::asl {

UnitPoints::UnitPoints(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit", "bpv"});
  for (const Columns::Row row : columns) {
    points_[row.text("nationality")][row.text("unit")] = row.whole_number("bpv");
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
