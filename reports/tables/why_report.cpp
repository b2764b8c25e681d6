#include "reports/tables/why_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "reports/tables/odds_grid.hpp"
#include "reports/text/json_parts.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

/// "1MC", else what is rolled for it, else its place among the others.
std::string shown_name(const WhyRoll& roll, const WhyResult& result) {
  if (!result.name.empty()) return result.name;
  if (!result.dice.empty()) return result.dice;
  return fmt::format("result {}", &result - roll.results.data() + 1);
}

/// Of a result that the total alone does not make: doubles cower, a coloured die counts.
constexpr const char* mixed = "mixed";
constexpr const char* mixed_meaning =
    "mixed: the total alone does not make it; doubles or a coloured die count, too";

std::string dice_of(const WhyResult& result) {
  if (result.name.empty()) return "";
  return result.dice.empty() ? mixed : result.dice;
}

bool is_mixed(const WhyRoll& roll) {
  return std::ranges::any_of(roll.results, [](const WhyResult& result) {
    return dice_of(result) == mixed || (result.next && is_mixed(*result.next));
  });
}

void add_lines(OddsGrid& grid, const WhyRoll& roll, std::size_t depth, bool dice) {
  for (const WhyResult& result : roll.results) {
    std::vector<std::string> lead = {std::string(2 * depth, ' ') + shown_name(roll, result)};
    if (dice) lead.push_back(dice_of(result));
    lead.push_back(percent(result.chance));
    grid.lines.push_back({std::move(lead), &result.odds});
    if (result.next) add_lines(grid, *result.next, depth + 1, dice);
  }
}

bool names_dice(const WhyRoll& roll) {
  for (const WhyResult& result : roll.results) {
    if (!result.name.empty() && !result.dice.empty()) return true;
    if (result.next && names_dice(*result.next)) return true;
  }
  return false;
}

OddsGrid grid_of(const WhyRoll& first) {
  const bool dice = names_dice(first);
  OddsGrid grid{{"first roll"}, {}};
  if (dice) grid.lead.emplace_back("dice");
  grid.lead.emplace_back("chance");
  add_lines(grid, first, 0, dice);
  return grid;
}

OddsGrid by_step_grid(const std::vector<OddsAfterStep>& steps) {
  OddsGrid grid{{"ends after step"}, {}};
  for (const OddsAfterStep& step : steps) grid.lines.push_back({{step.step}, &step.odds});
  return grid;
}

Table rows_of(const OddsGrid& grid, const SituationOdds& result, const ReportOptions& options) {
  std::vector<std::string> left_out;
  return grid.table(result.situation.scenario->procedure(), options, 0, left_out);
}

/// The table under its heading, and what --full shows besides.
std::string table_of(const OddsGrid& grid, const std::string& heading, const SituationOdds& result,
                     const ReportOptions& options, TableStyle style, std::size_t width) {
  std::vector<std::string> left_out;
  const Table table = grid.table(result.situation.scenario->procedure(), options, width, left_out);
  std::string text = wrapped(heading, width) + "\n\n" + table.text(style);
  if (!left_out.empty()) {
    text += "\n" + wrapped("--full also shows " + joined(left_out), width) + "\n";
  }
  return text;
}

}  // namespace

Table why_rows(const WhyRoll& first, const SituationOdds& result, const ReportOptions& options) {
  return rows_of(grid_of(first), result, options);
}

std::string why_table(const WhyRoll& first, const SituationOdds& result,
                      const ReportOptions& options, TableStyle style, std::size_t width) {
  const std::string heading = fmt::format(
      "The first roll ({}), what it comes to, and how likely each thing is then:", first.what);
  std::string text = table_of(grid_of(first), heading, result, options, style, width);
  if (names_dice(first) && is_mixed(first)) text += "\n" + wrapped(mixed_meaning, width) + "\n";
  return text;
}

Table by_step_rows(const std::vector<OddsAfterStep>& steps, const SituationOdds& result,
                   const ReportOptions& options) {
  return rows_of(by_step_grid(steps), result, options);
}

std::string by_step_table(const std::vector<OddsAfterStep>& steps, const SituationOdds& result,
                          const ReportOptions& options, TableStyle style, std::size_t width) {
  return table_of(by_step_grid(steps),
                  "Step by step, and what it comes to if it ends there:", result, options, style,
                  width);
}

Json why_json(const WhyRoll& first) {
  Json results = Json::array();
  for (const WhyResult& result : first.results) {
    const std::uint64_t common = std::gcd(result.throws, first.throws);
    Json entry = {
        {"result", shown_name(first, result)},
        {"dice", result.dice},
        {"chance", result.chance},
        {"chance_fraction", fmt::format("{}/{}", result.throws / common, first.throws / common)}};
    Json chances = Json::array();
    for (const Chance& chance : result.odds.chances) {
      Json one = {{"kind", kind_name(chance.kind)}, {"name", chance.name}};
      if (chance.kind == Chance::Kind::measure) one["value"] = measure_json(chance.value);
      one["chance"] = chance.best(result.odds.trials);
      if (chance.exact && !chance.exact->fraction.empty()) {
        one["exact_fraction"] = chance.exact->fraction;
      }
      chances.push_back(std::move(one));
    }
    entry["chances"] = std::move(chances);
    if (result.next) entry["then"] = why_json(*result.next);
    results.push_back(std::move(entry));
  }
  return {{"roll", first.what}, {"results", std::move(results)}};
}

}  // namespace combat_odds
