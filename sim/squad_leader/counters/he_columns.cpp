#include "sim/squad_leader/counters/he_columns.hpp"

#include "core/text/columns.hpp"

namespace combat_odds::squad_leader {

HeColumns::HeColumns(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"he_calibre_mm_at_least", "column"});
  for (const Columns::Row row : columns) {
    const int from = row.whole_number("he_calibre_mm_at_least");
    if (!columns_.empty() && from <= columns_.back().first) {
      throw row.error("he_calibre_mm_at_least", "the calibres do not rise",
                      "calibres from small to large");
    }
    columns_.emplace_back(from, row.whole_number("column"));
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
