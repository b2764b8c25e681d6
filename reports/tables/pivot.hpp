#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reports/pictures/heat_map.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// How the cells of a two-way table are shaded, from the least to the greatest number.
enum class Shading {
  none,
  marks,   ///< . : + # before the number
  blocks,  ///< the same with block characters
  colours  ///< backgrounds from dark blue to yellow, for terminals; as clear in shades of grey
};

/// One two-way table. Where more than two parameters vary, there is one for each combination of the
/// others.
struct PivotTable {
  std::vector<std::pair<std::string, std::string>> others;  ///< parameter and value
  std::vector<std::vector<Estimate>> cells;                 ///< by row and column
};

/// All situations of a scenario by two of its parameters.
struct Pivot {
  std::string rows;  ///< parameters
  std::string columns;
  std::vector<std::string> row_values;
  std::vector<std::string> column_values;
  std::vector<PivotTable> tables;
  std::string subject;      ///< what all of it is about, where the procedure does not tell
  std::string relative_to;  ///< "drm 0": the cells are differences to it; empty: they are not

  /// What a cell says.
  std::string text(double value, const Quantity& quantity) const {
    return relative_to.empty() ? quantity.number(value) : quantity.difference(value);
  }
  std::string text(const Estimate& cell, const Quantity& quantity) const {
    return cell.exists() ? text(cell.best(), quantity) : "-";
  }
  std::string title(const Quantity& quantity) const;
};

/// Throws InputError, with the nearest parameter, where one is unknown or both are the same.
void check_pivot(const Procedure& procedure, const std::string& rows, const std::string& columns);

/// The situations, all of one scenario, as two-way tables.
Pivot pivot(std::span<const SituationOdds> results, const std::string& rows,
            const std::string& columns, const Quantity& quantity, double confidence);

/// Makes differences of the cells: to the row or column of a value, "drm=0". Throws InputError at
/// --relative-to where there is no such row or column.
void relate(Pivot& pivot, const std::string& to);

/// The tables as text; with shading a legend tells what it means. In lines of so many characters
/// (0: as many as it takes): columns that there is no room for stand below, with the names of the
/// rows once more.
std::string pivot_table(const Pivot& pivot, const Quantity& quantity, TableStyle style,
                        Shading shading, std::size_t width = 0);

/// The tables as a heat map, all in one scale.
HeatMap pivot_heat_map(const Pivot& pivot, const Quantity& quantity,
                       std::span<const SituationOdds> results, const ReportOptions& options);

/// One line for each row of each table: the other parameters that vary, the row's parameter, and a
/// column `parameter=value` for each value of the columns' parameter.
std::string pivot_csv(const Pivot& pivot);

}  // namespace combat_odds
