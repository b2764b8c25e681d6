#pragma once

#include <map>
#include <string>

#include "core/text/chart.hpp"
#include "sim/asl/to_hit/to_hit_roll.hpp"

namespace combat_odds::asl {

/// The To Hit DRM by their case (C5, C6), chart asl/to-hit-drm.csv.
class ToHitDrm {
 public:
  static constexpr const char* chart_name = "asl/to-hit-drm.csv";
  explicit ToHitDrm(const CsvTable& chart);
  /// Throws InputError where the chart (a user's own copy, say) lacks the case.
  int at(const std::string& name) const;

 private:
  std::string file_;
  std::map<std::string, int> drm_;
};

/// The Basic To Hit number (C3), chart asl/to-hit.csv.
int basic_to_hit(const Charts& charts, ToHitRoll::TargetType type, bool red, int range);

/// A modification of the Basic To Hit number (C4): a row of the chart asl/to-hit-gun.csv.
int to_hit_modification(const Charts& charts, const char* row, int range);

}  // namespace combat_odds::asl
