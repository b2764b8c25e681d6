#include "studies/balance/together.hpp"

#include <fmt/format.h>

#include <limits>

#include "studies/balance/balance_report.hpp"

namespace combat_odds {
namespace {

/// What stands for all settings: what a unit costs before its Rarity.
BalanceSetting setting_of_all(const BalanceGame& game) {
  BalanceSetting all;
  all.told = fmt::format("All {} settings together, each by its weight", game.settings().size());
  all.prices.assign(game.units().size(), std::numeric_limits<double>::infinity());
  for (const BalanceSetting& setting : game.settings()) {
    for (std::size_t i = 0; i < all.prices.size(); ++i) {
      if (setting.weight > 0 && setting.has(i)) all.prices[i] = game.units()[i].points;
    }
  }
  return all;
}

}  // namespace

Together together(const BalanceGame& game, const std::vector<std::unique_ptr<Fights>>& fights,
                  bool with_field, const ReportOptions& report, RunControl* control) {
  const BalanceSetting setting = setting_of_all(game);
  std::vector<Ground::Part> parts;
  for (std::size_t s = 0; s < fights.size(); ++s) {
    const BalanceSetting& one = game.settings()[s];
    if (one.weight > 0) parts.push_back({&one, fights[s].get(), one.weight});
  }
  const Ground ground(setting, std::move(parts));
  OddsOptions options;
  options.method = Method::exact;
  options.control = control;
  Together all;
  all.result = balance(game, ground, options);
  if (with_field) all.field = field(game, all.result, ground, report);
  return all;
}

std::string together_csv(const BalanceGame& game, const Together& all) {
  CsvColumns<std::size_t> columns;  // of a unit
  const BalanceResult& result = all.result;
  columns.add("unit", [&](std::size_t unit) { return game.units()[unit].name; })
      .add("listed", [&](std::size_t unit) { return result.setting.prices[unit]; })
      .include(fair_price_columns(), [&](std::size_t unit) { return &result.prices[unit]; })
      .add("ratio", [&](std::size_t unit) { return result.ratio(unit); })
      .add("mean_score", [&](std::size_t unit) { return result.prices[unit].score; })
      .add("rank", [&](std::size_t unit) { return result.prices[unit].rank; });
  if (all.field) {
    columns.include(field_columns(), [&](std::size_t unit) { return &all.field->units[unit]; });
  }
  std::string text = columns.header();
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    if (result.setting.has(i)) columns.append(text, i);
  }
  return text;
}

std::string together_table(const BalanceGame& game, const Together& all, TableStyle style) {
  std::string text = balance_table(game, all.result, style);
  if (all.field) text += "\n" + field_table(game, all.result, *all.field, style);
  return text;
}

std::string together_words(const BalanceGame& game, const Together& all) {
  if (!all.field) return {};
  return fmt::format("{}:\n{}\n", all.result.setting.told,
                     field_words(game, {all.result}, {*all.field}));
}

}  // namespace combat_odds
