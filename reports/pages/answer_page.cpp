#include "reports/pages/answer_page.hpp"

#include <fmt/format.h>

#include "reports/tables/plot.hpp"
#include "reports/tables/why_report.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {

void add_odds_picture(Page& page, std::span<const SituationOdds> results,
                      const ReportOptions& options, const std::string& measure,
                      const std::vector<std::string>& shown) {
  page.figure([&](double width) {
    return odds_plot(results, options, measure, {width, false}, shown);
  });
}

void add_ranking(Page& page, const std::vector<Ranked>& ranking, const Quantity& quantity,
                 Better better, const ReportOptions& options) {
  page.paragraph(fmt::format("{}. By {}: {}; {}.", conclusion(ranking, options),
                             plain_name(quantity.title()), order_text(quantity, better),
                             how_compared(ranking, options)));
  if (can_be_plotted(ranking)) {
    page.figure([&](double width) {
      return ranking_plot(ranking, quantity, better, options, {width, false});
    });
  }
  page.table(ranking_rows(ranking, quantity, options));
}

void add_pivot(Page& page, const Pivot& pivot, const Quantity& quantity,
               std::span<const SituationOdds> results, const ReportOptions& options) {
  page.paragraph(fmt::format("{}: {} down, {} across.", plain_name(pivot.title(quantity)),
                             plain_name(pivot.rows), plain_name(pivot.columns)));
  HeatMap map = pivot_heat_map(pivot, quantity, results, options);
  map.caption.headed = false;  // the page says it
  map.caption.recipe.clear();
  add_figure(page, map, heat_map);
  for (const PivotTable& cells : pivot.tables) {
    if (!cells.others.empty()) page.paragraph(values_text(cells.others) + ":");
    Table table;
    table.header = {plain_name(pivot.rows)};
    table.header.insert(table.header.end(), pivot.column_values.begin(), pivot.column_values.end());
    for (std::size_t r = 0; r < cells.cells.size(); ++r) {
      auto& row = table.rows.emplace_back(1, pivot.row_values[r]);
      for (const Estimate& cell : cells.cells[r]) {
        row.push_back(pivot.text(cell, quantity));
      }
    }
    page.table(table);
  }
}

void add_why(Page& page, const WhyRoll& first, const SituationOdds& result,
             const ReportOptions& options) {
  page.heading(2, "How it comes about");
  page.paragraph(fmt::format("{}. The first roll is of {}.", situation_title(result), first.what));
  if (fits_tree(first)) {
    page.figure([&](double width) { return why_tree(first, result, options, {width, false}); });
  }
  page.table(why_rows(first, result, options));
}

}  // namespace combat_odds
