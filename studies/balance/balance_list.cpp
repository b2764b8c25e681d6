#include "studies/balance/balance_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/balance_game.hpp"
#include "studies/balance/procedure_game.hpp"

namespace combat_odds {
namespace {

/// How the list is played if it is one of infantry: it names no procedure, or that which plays
/// them. Null if it is not.
const InfantryLists* infantry_rules(const CsvTable& table, const Library& library) {
  const int column = table.column("procedure");
  if (column < 0 || table.rows.empty()) return &infantry_lists().front();
  const CsvCell& named = table.rows.front()[static_cast<std::size_t>(column)];
  if (named.text.empty()) {
    throw InputError(table.place(named), "no procedure", "such as sl.engagement or slammers.duel");
  }
  const Procedure& procedure = library.procedure(named.text, table.place(named));
  if (!procedure.plays_infantry_lists) return nullptr;
  return &*std::ranges::find(infantry_lists(), procedure.game(), &InfantryLists::game);
}

/// Every combination of the values that are given for the settings of a list.
std::vector<ListSetting> list_settings(const Procedure& parameters,
                                       const std::vector<GivenValue>& given) {
  const Scenario scenario(parameters.name, parameters, given, {});
  if (scenario.size() > most_situations) {
    throw InputError({""}, "the lists and ranges make too many settings",
                     fmt::format("at most {}", most_situations));
  }
  const std::vector<std::string> varied = scenario.varied();
  std::vector<ListSetting> settings;
  for (std::uint64_t i = 0; i < scenario.size(); ++i) {
    ListSetting& setting = settings.emplace_back();
    setting.arguments = scenario.arguments(i);
    for (const std::string& name : varied) {
      setting.varied.emplace_back(name, scenario.argument(i, name).text);
    }
  }
  return settings;
}

std::unique_ptr<BalanceGame> infantry(const CsvTable& table, const InfantryLists& rules,
                                      const AskedBalance& asked, const Library& library) {
  if (!asked.months.empty()) {
    throw OptionError("--date", "infantry has no dates",
                      "a list whose columns year_from and year_to say when a unit is to be had");
  }
  std::vector<GivenValue> given;
  for (const GivenValue& value : asked.settings) {
    if (rules.settings->parameter(value.parameter) == nullptr) {
      std::vector<std::string> names;
      for (const Parameter& known : rules.settings->parameters) names.push_back(known.name);
      throw InputError(value.place,
                       fmt::format("a list of infantry has no setting '{}'", value.parameter),
                       did_you_mean(value.parameter, names, "--range or --drm"));
    }
    given.push_back(value);
  }
  return rules.read(table, list_settings(*rules.settings, given), library.charts());
}

std::unique_ptr<BalanceGame> game_without_scenarios(const CsvTable& table,
                                                    const AskedBalance& asked,
                                                    const Library& library) {
  const InfantryLists* const rules = infantry_rules(table, library);
  return rules != nullptr ? infantry(table, *rules, asked, library)
                          : procedure_game(table, asked, library);
}

/// What is asked in one scenario.
AskedBalance asked_in(const BalanceScenario& scenario, const AskedBalance& asked) {
  AskedBalance here{scenario.settings, scenario.months.empty() ? asked.months : scenario.months};
  here.played = asked.played;
  for (const GivenValue& value : asked.settings) {
    const bool is_told = std::ranges::any_of(scenario.settings, [&](const GivenValue& own) {
      return folded(own.parameter) == folded(value.parameter);
    });
    if (!is_told) here.settings.push_back(value);
  }
  return here;
}

}  // namespace

std::unique_ptr<BalanceGame> read_balance_game(const TextFile& file, const AskedBalance& asked,
                                               const Library& library) {
  const CsvTable table = read_csv(file);
  std::unique_ptr<BalanceGame> game;
  if (asked.scenarios.empty()) {
    game = game_without_scenarios(table, asked, library);
  } else {
    std::vector<std::unique_ptr<BalanceGame>> games;
    for (const BalanceScenario& scenario : asked.scenarios) {
      games.push_back(game_without_scenarios(table, asked_in(scenario, asked), library));
    }
    game = game_of_scenarios(asked.scenarios, std::move(games));
  }
  return asked.weights.empty() ? std::move(game) : weighed_game(std::move(game), asked.weights);
}

std::unique_ptr<BalanceGame> read_balance_list(const TextFile& file, const AskedBalance& asked,
                                               const Library& library) {
  std::unique_ptr<BalanceGame> game = read_balance_game(file, asked, library);
  check_forces(*game);
  return game;
}

std::string list_with_column(const TextFile& file, const std::string& column,
                             const std::vector<std::string>& cells) {
  const CsvTable table = read_csv(file);
  const int changed = table.column(column);
  CsvColumns<std::size_t> columns;  // of a line's number
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    columns.add(table.header[c].text, [&, c](std::size_t line) {
      return static_cast<int>(c) == changed ? cells[line] : table.rows[line][c].text;
    });
  }
  if (changed < 0) columns.add(column, [&](std::size_t line) { return cells[line]; });
  std::string text = columns.header();
  for (std::size_t line = 0; line < table.rows.size(); ++line) columns.append(text, line);
  return text;
}

std::string list_at_points(const TextFile& file, const std::vector<int>& points) {
  std::vector<std::string> cells;
  for (const int price : points) cells.push_back(fmt::format("{}", price));
  return list_with_column(file, "points", cells);
}

}  // namespace combat_odds
