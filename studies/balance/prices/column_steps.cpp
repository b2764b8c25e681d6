#include "studies/balance/prices/column_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/csv_columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/balance_report.hpp"
#include "studies/balance/candidate.hpp"
#include "studies/balance/fights.hpp"

namespace combat_odds {
namespace {

constexpr double of_rounding = 1e-9;

/// Points and Rarities may come of a listing or a chart, so the list may lack their columns.
bool is_points(const std::string& column) { return folded(column) == "points"; }
bool is_rarity(const std::string& column) { return folded(column) == "rarity"; }
bool is_price(const std::string& column) { return is_points(column) || is_rarity(column); }

/// What stands in a column, unit by unit.
struct Cells {
  std::vector<std::string> texts;
  std::vector<std::optional<double>> numbers;
};

Cells cells_of(const TextFile& file, const AskedStep& step, const BalanceGame& game) {
  const CsvTable table = read_csv(file);
  const int column = table.column(step.column);
  if (column < 0 && !is_price(step.column)) {
    std::vector<std::string> names;
    for (const CsvCell& cell : table.header) names.push_back(cell.text);
    throw OptionError("--step", fmt::format("the list has no column '{}'", step.column),
                      did_you_mean(step.column, names, "a column of numbers, such as points=1"));
  }
  Cells cells;
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    const std::string text = column < 0 ? "" : table.rows[i][static_cast<std::size_t>(column)].text;
    cells.texts.push_back(text);
    std::optional<double> number = number_in<double>(text);
    if (text.empty() && is_points(step.column)) number = game.units()[i].points;
    if (text.empty() && is_rarity(step.column)) number = game.units()[i].rarity;
    cells.numbers.push_back(number);
  }
  if (std::ranges::none_of(cells.numbers, [](const auto& number) { return number.has_value(); })) {
    throw OptionError("--step", fmt::format("the column '{}' has no numbers", step.column),
                      "a column of numbers, such as points=1");
  }
  return cells;
}

/// Without what adding tenths leaves behind.
double rounded(double number) {
  constexpr double digits = 1e9;
  return std::round(number * digits) / digits;
}

/// One unit of a changed list, in one setting.
ColumnStep stepped(const BalanceGame& changed, const BalanceResult& before, const Field* field,
                   ColumnStep step, RunControl* control) {
  const BalanceSetting& setting = changed.settings()[step.setting];
  const std::size_t unit = step.unit;
  Fights fights(changed, setting, control);
  Candidate candidate(changed, unit, Ground(setting, fights));
  const FairPrice price = candidate.fair_price();
  step.score_before = before.prices[unit].score;
  step.score = price.score;
  step.even_before = {before.prices[unit].break_even, before.prices[unit].at_most};
  step.even = {price.break_even, price.at_most};
  if (field == nullptr) return step;
  BalanceResult after = before;
  after.duels[unit] = candidate.duels();
  std::vector<std::size_t> there;
  for (std::size_t j = 0; j < after.prices.size(); ++j) {
    if (!setting.has(j)) continue;
    there.push_back(j);
    if (j == unit) continue;
    const Duel& own = after.duels[unit][j];
    after.duels[j][unit] = {own.loses, own.holds, own.both};
  }
  const Mix mix = fielded(scores_among(after, there));
  step.shares.resize(after.prices.size());
  for (std::size_t k = 0; k < there.size(); ++k) step.shares[there[k]] = mix.shares[k];
  for (const Field::Unit& one : field->units) step.shares_before.push_back(one.share);
  return step;
}

std::string mix_text(const BalanceGame& game, const std::vector<double>& shares) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (is_fielded(shares[i])) order.push_back(i);
  }
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
  std::vector<std::string> parts;
  for (const std::size_t i : order) {
    parts.push_back(game.units()[i].name + " " + percent(shares[i]));
  }
  return joined(parts);
}

template <class Line>
void add_step(CsvColumns<Line>& columns, const char* unit, const BalanceGame& game,
              const AskedStep& step) {
  columns.add(unit, [&](const Line& line) { return game.units()[line.step.unit].name; })
      .add("column", [&](const Line&) { return step.column; })
      .add("from", [](const Line& line) { return line.step.from; })
      .add("to", [](const Line& line) { return line.step.to; });
}

}  // namespace

ColumnSteps column_steps(const TextFile& file, const AskedBalance& asked, const Library& library,
                         const AskedStep& step, const BalanceGame& game,
                         const std::vector<BalanceResult>& results,
                         const std::vector<Field>& fields, RunControl* control) {
  const Cells cells = cells_of(file, step, game);
  ColumnSteps taken;
  std::optional<InputError> first_refusal;
  for (std::size_t unit = 0; unit < game.units().size(); ++unit) {
    if (!cells.numbers[unit]) continue;
    for (const double sign : {-1.0, 1.0}) {
      const double from = *cells.numbers[unit];
      const double to = rounded(from + sign * step.amount);
      std::vector<std::string> texts = cells.texts;
      texts[unit] = fmt::format("{}", to);
      try {
        const std::unique_ptr<BalanceGame> changed = read_balance_list(
            {file.name, list_with_column(file, step.column, texts)}, asked, library);
        for (std::size_t s = 0; s < results.size(); ++s) {
          if (!results[s].setting.has(unit)) continue;
          taken.steps.push_back(stepped(*changed, results[s], fields.empty() ? nullptr : &fields[s],
                                        {s, unit, from, to, 0, 0, {}, {}, {}, {}}, control));
        }
      } catch (const InputError& error) {
        if (!first_refusal) first_refusal = error;
        taken.refused.push_back(
            fmt::format("{} at {} {}", game.units()[unit].name, step.column, to));
      }
    }
  }
  if (taken.steps.empty() && first_refusal) throw *first_refusal;
  std::ranges::stable_sort(taken.steps, [](const ColumnStep& a, const ColumnStep& b) {
    return std::pair(a.setting, a.unit) < std::pair(b.setting, b.unit);
  });
  return taken;
}

std::string steps_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const AskedStep& step, const ColumnSteps& taken) {
  struct Line {
    const BalanceSetting& setting;
    const ColumnStep& step;
  };
  const auto share = [](std::vector<double> ColumnStep::*shares) {
    return [shares](const Line& line) {
      const std::vector<double>& all = line.step.*shares;
      return all.empty() ? std::nullopt : std::optional(all[line.step.unit]);
    };
  };
  CsvColumns<Line> columns;
  columns.include(setting_columns(game), [](const Line& line) { return &line.setting; });
  add_step(columns, "unit", game, step);
  columns.add("score_before", [](const Line& line) { return line.step.score_before; })
      .add("score", [](const Line& line) { return line.step.score; })
      .add("break_even_before", [](const Line& line) { return line.step.even_before.price; })
      .add("break_even", [](const Line& line) { return line.step.even.price; })
      .add("at_most",
           [](const Line& line) { return line.step.even_before.at_most || line.step.even.at_most; })
      .add("worth", [](const Line& line) { return line.step.worth(); })
      .add("share_before", share(&ColumnStep::shares_before))
      .add("share", share(&ColumnStep::shares));
  std::string text = columns.header();
  for (const ColumnStep& one : taken.steps) {
    columns.append(text, {results[one.setting].setting, one});
  }
  return text;
}

std::string moves_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const AskedStep& step, const ColumnSteps& taken) {
  struct Line {
    const BalanceSetting& setting;
    const ColumnStep& step;
    std::size_t unit;
  };
  CsvColumns<Line> columns;
  columns.include(setting_columns(game), [](const Line& line) { return &line.setting; });
  add_step(columns, "changed", game, step);
  columns.add("unit", [&](const Line& line) { return game.units()[line.unit].name; })
      .add("share_before", [](const Line& line) { return line.step.shares_before[line.unit]; })
      .add("share", [](const Line& line) { return line.step.shares[line.unit]; });
  std::string text = columns.header();
  for (const ColumnStep& one : taken.steps) {
    for (std::size_t i = 0; i < one.shares.size(); ++i) {
      const BalanceSetting& setting = results[one.setting].setting;
      if (setting.has(i)) columns.append(text, {setting, one, i});
    }
  }
  return text;
}

std::string steps_table(const BalanceGame& game, const std::vector<BalanceResult>& results,
                        std::size_t setting, const AskedStep& step, const ColumnSteps& taken,
                        TableStyle style) {
  const bool tells_worth = !is_price(step.column);
  const bool tells_mix = !taken.steps.empty() && !taken.steps.front().shares.empty();
  std::vector<std::string> header = {"one step", step.column, "score"};
  if (tells_worth) header.emplace_back("break-even");
  if (tells_mix) header.emplace_back("what people would field then");
  Table grid(header);
  for (const ColumnStep& one : taken.steps) {
    if (one.setting != setting) continue;
    std::vector<std::string> row = {
        game.units()[one.unit].name, fmt::format("{} -> {}", one.from, one.to),
        fmt::format("{} -> {}", percent(one.score_before), percent(one.score))};
    if (tells_worth) {
      row.push_back(fmt::format("{} -> {}", even_text(one.even_before), even_text(one.even)));
    }
    if (tells_mix) row.push_back(mix_text(game, one.shares));
    grid.add(std::move(row));
  }
  return setting_heading(results[setting].setting, style) + grid.text(style);
}

std::string steps_words(const BalanceGame& game, const AskedStep& step, const ColumnSteps& taken) {
  std::string text;
  const auto is_told = [](const ColumnStep& one) {
    return one.is_more() && !one.even_before.at_most && !one.even.at_most;
  };
  if (!is_price(step.column) && std::ranges::any_of(taken.steps, is_told)) {
    const ColumnStep* least = nullptr;
    const ColumnStep* most = nullptr;
    for (const ColumnStep& one : taken.steps) {
      if (!is_told(one)) continue;
      if (least == nullptr || one.worth() < least->worth()) least = &one;
      if (most == nullptr || one.worth() > most->worth()) most = &one;
    }
    text +=
        fmt::format("{} {} more is worth {:.1f} ({}) to {:.1f} points ({}), the rest as listed\n",
                    step.amount, step.column, least->worth(), game.units()[least->unit].name,
                    most->worth(), game.units()[most->unit].name);
  }
  const auto moves = [](const ColumnStep& one) {
    for (std::size_t i = 0; i < one.shares.size(); ++i) {
      if (std::abs(one.shares[i] - one.shares_before[i]) > of_rounding) return true;
    }
    return false;
  };
  if (!taken.steps.empty() && !taken.steps.front().shares.empty()) {
    const auto moving = std::ranges::count_if(taken.steps, moves);
    text += moving == 0 ? "no such step changes what people would field\n"
                        : fmt::format("{} of {} such steps change what people would field\n",
                                      moving, taken.steps.size());
  }
  if (!taken.refused.empty()) {
    text += fmt::format("not possible: {}\n", joined(taken.refused));
  }
  return text;
}

}  // namespace combat_odds
