#include "combat_odds/sim/squad_leader/ordnance/he_columns.hpp"

namespace combat_odds::squad_leader {

HeColumns::HeColumns(const CsvTable& chart) {
  const auto calibre = chart_column(chart, "he_calibre_mm_at_least");
  const auto column = chart_column(chart, "column");
  for (const auto& row : chart.rows) {
    const int from = chart_integer(chart, row[calibre]);
    if (!columns_.empty() && from <= columns_.back().first) {
      throw InputError(chart.place(row[calibre]), "the calibres do not rise",
                       "calibres from small to large");
    }
    columns_.emplace_back(from, chart_integer(chart, row[column]));
  }
}

int HeColumns::firepower(int calibre) const {
  int firepower = 0;
  for (const auto& [from, column] : columns_) {
    if (calibre >= from) firepower = column;
  }
  return firepower;
}

int heavy_payload_drm(int calibre) { return calibre > 200 ? -((calibre - 200) / 50) : 0; }

}  // namespace combat_odds::squad_leader
