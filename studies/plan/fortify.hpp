#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/text_file.hpp"
#include "reports/tables/table_report.hpp"
#include "sim/red_barricades/fortifications.hpp"

namespace combat_odds::red_barricades {

/// The best fortifications that so many FPP buy, by values of the player's own.
class Fortify {
 public:
  /// `values` is a CSV file: fortification,value and, where they apply, most (so many are of use)
  /// and fpp (in place of the chart's). Throws InputError.
  Fortify(int fpp, const TextFile& values, const Charts& charts);

  struct Bought {
    std::string name;
    int quantity = 0;
    int fpp = 0;       ///< of each
    double value = 0;  ///< of each
  };
  const std::vector<Bought>& bought() const { return bought_; }
  double value() const { return value_; }
  double next_best() const { return next_best_; }

  /// fortification,quantity,fpp,value: of all of them
  std::string csv() const;
  std::string table(TableStyle style) const;

 private:
  int fpp_;
  std::vector<Bought> bought_;
  double value_ = 0;
  double next_best_ = 0;
};

}  // namespace combat_odds::red_barricades
