#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.hpp"
#include "reports/tables/table_report.hpp"
#include "studies/points/force_file.hpp"

namespace combat_odds {

/// A price with no more than two digits after the point.
std::string points_text(double points);

/// side,nationality,unit,kind,quantity,options,bpv,rarity,npv,total_bpv,total_npv,availability; a
/// last line for each side with unit "total".
Table points_lines(const std::vector<PricedUnit>& force);

std::string points_json(const std::vector<PricedUnit>& force, Month date);

/// One side of a force list, to be set beside others.
struct SideOfForce {
  std::string file;  ///< without folder and ending
  std::string side;
  std::vector<PricedUnit> units;
};

/// The sides of a force, in the order in which they first appear.
std::vector<SideOfForce> sides_of_force(const std::string& file,
                                        const std::vector<PricedUnit>& force);

/// A row for each kind of unit, squads first: how many each side has of it and for how much NPV,
/// and which part of its NPV that is; then in all. On a screen the names of the columns are short.
enum class SidesForm { screen, csv };
Table sides_beside(const std::vector<SideOfForce>& sides, SidesForm form);

/// The force as a table, line by line and in all.
std::string points_table(const std::vector<PricedUnit>& force, Month date, TableStyle style);

}  // namespace combat_odds
