#pragma once

#include <string>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/points/force_file.hpp"

namespace combat_odds {

/// A price with no more than two digits after the point.
std::string points_text(double points);

/// side,nationality,unit,kind,quantity,options,bpv,rarity,npv,total_bpv,total_npv,availability; a
/// last line for each side with unit "total".
std::string points_csv(const std::vector<PricedUnit>& force);

std::string points_json(const std::vector<PricedUnit>& force, Month date);

/// The force as a table, line by line and in all.
std::string points_table(const std::vector<PricedUnit>& force, Month date, TableStyle style);

}  // namespace combat_odds
