#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"

namespace combat_odds::asl {

/// The headings of the IFT's columns: the HE calibres and the kill numbers of the star
/// vehicle line (A7.3, C11), chart asl/ift-columns.csv.
class IftHeadings {
 public:
  static constexpr const char* chart_name = "asl/ift-columns.csv";
  explicit IftHeadings(const CsvTable& chart);

  /// The FP of HE of that calibre in mm, or of the column to the left of it; 0 where there is none.
  int he_firepower(int calibre, bool left = false) const;
  /// The kill number against unarmored vehicles of the column for that FP; 0 below all columns.
  int unarmored_kill_number(double firepower) const;

 private:
  std::vector<int> firepower_;
  std::vector<int> calibre_;
  std::vector<int> kill_number_;
};

}  // namespace combat_odds::asl
