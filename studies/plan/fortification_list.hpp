#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/text_file.hpp"
#include "reports/tables/table_report.hpp"
#include "sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {

/// Fortifications that a player has chosen, priced: what they cost in FPP, how many CPP buy so many
/// FPP for his side, and what is left of them.
class FortificationList {
 public:
  /// `list` is a CSV file: fortification,quantity and, where it applies, fpp (in place of the
  /// chart's) and note. Throws InputError.
  FortificationList(Side side, const TextFile& list, const Charts& charts);

  int fpp() const;
  /// The fewest CPP that buy them.
  int cpp() const { return purchases() * cpp_each_; }
  /// The FPP that those CPP leave over.
  int left() const { return purchases() * fpp_each_ - fpp(); }

  /// fortification,quantity,fpp,total_fpp; a last line named "total".
  std::string csv() const;
  std::string json() const;
  std::string table(TableStyle style) const;

 private:
  struct Line {
    std::string name;
    int quantity = 0;
    int fpp = 0;  ///< of each
  };

  int purchases() const { return (fpp() + fpp_each_ - 1) / fpp_each_; }

  Side side_;
  int fpp_each_ = 0;  ///< of one purchase
  int cpp_each_ = 0;
  std::vector<Line> lines_;
};

/// fortification,fpp: the Fortification Table.
std::string fortification_csv(const Charts& charts);
std::string fortification_table(const Charts& charts, TableStyle style);

}  // namespace combat_odds::red_barricades
