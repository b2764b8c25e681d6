#include "sim/asl/to_hit/to_hit_charts.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"
#include "sim/asl/to_hit/range_table.hpp"

namespace combat_odds::asl {

ToHitDrm::ToHitDrm(const CsvTable& chart) : file_(chart.file) {
  const Columns columns = Columns::of_chart(chart, {"case", "drm"});
  for (const Columns::Row row : columns) drm_[row.text("case")] = row.whole_number("drm");
}

int ToHitDrm::at(const std::string& name) const {
  const auto found = drm_.find(name);
  if (found == drm_.end()) {
    throw InputError({file_, 1, 1}, fmt::format("no case '{}'", name),
                     "the cases of the chart that it replaces");
  }
  return found->second;
}

int basic_to_hit(const Charts& charts, ToHitRoll::TargetType type, bool red, int range) {
  const auto& table = charts.get<RangeTable>("asl/to-hit.csv");
  const char* row = "area";
  if (type == ToHitRoll::TargetType::vehicle) row = red ? "vehicle_red" : "vehicle_black";
  if (type == ToHitRoll::TargetType::infantry) row = red ? "infantry_red" : "infantry_black";
  return table.at(row, range).value_or(0);
}

int to_hit_modification(const Charts& charts, const char* row, int range) {
  return charts.get<RangeTable>("asl/to-hit-gun.csv").at(row, range).value_or(0);
}

}  // namespace combat_odds::asl
