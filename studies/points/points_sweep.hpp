#pragma once

#include <string>
#include <vector>

#include "reports/pictures/heat_map.hpp"
#include "reports/tables/table_report.hpp"
#include "studies/points/force_file.hpp"

namespace combat_odds {

/// A force, priced in one month of several.
struct PricedMonth {
  Month date;
  std::vector<PricedUnit> force;
};

/// Months as a list or ranges: "1942-10", "1942-01..1942-12,1943-06". Throws InputError at --date
/// where the text is neither, a range runs backwards or there are more than 600 months.
std::vector<Month> read_months(const std::string& text);

/// What the units cost each from month to month (NPV, Rarity included), where that changes, and
/// what each side costs in all, in lines of `width` characters. What is not to be had yet is "-".
std::string points_sweep_table(const std::vector<PricedMonth>& months, TableStyle style,
                               std::size_t width);
/// How much of each side's NPV is Rarity, what it costs more than its BPV: over the months from the
/// least to the most. Empty where no unit has any.
std::string rarity_words(const std::vector<PricedMonth>& months);
/// The NPV of each unit by month, as a picture; what is not to be had yet stays empty.
HeatMap price_map(const std::vector<PricedMonth>& months);
/// As points_lines, with a column `date` in front.
std::string points_sweep_csv(const std::vector<PricedMonth>& months);
/// A list of what points_json gives.
std::string points_sweep_json(const std::vector<PricedMonth>& months);

}  // namespace combat_odds
