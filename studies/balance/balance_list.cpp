#include "studies/balance/balance_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/balance_game.hpp"
#include "sim/declare/games.hpp"
#include "studies/balance/duel_form.hpp"
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

/// The list with a column procedure, and with its other columns by the names that the duel has for
/// them: those of infantry are called by nationality and unit.
CsvTable with_duel(CsvTable table, const Procedure& duel) {
  const auto add = [&](const char* name, auto text_of) {
    table.header.push_back({name, 1, 1});
    for (std::vector<CsvCell>& row : table.rows) {
      const std::string text = text_of(row);
      row.push_back({text, row.front().line, row.front().column});
    }
  };
  add("procedure", [&](const auto&) { return duel.name; });
  const int unit = table.column("unit");
  if (duel.plays_infantry_lists || unit < 0) return table;
  const int nationality = table.column("nationality");
  if (table.column("name") < 0) {
    add("name", [&](const std::vector<CsvCell>& row) {
      const std::string& called = row[static_cast<std::size_t>(unit)].text;
      if (nationality < 0) return called;
      return row[static_cast<std::size_t>(nationality)].text + " " + called;
    });
  }
  const std::string units = DuelForm(duel, {table.file}).units_column();
  if (!units.empty() && table.column(units) < 0) {
    table.header[static_cast<std::size_t>(unit)].text = units;
  }
  return table;
}

/// The same with the usual value of what a list of infantry need not be asked, and another duel
/// must: points and range.
AskedBalance with_usual(AskedBalance asked, const Procedure& duel) {
  for (const Parameter& usual : infantry_lists().front().settings->parameters) {
    const Parameter* const own = duel.parameter(usual.name);
    const bool is_needed = usual.name == "points" || (own != nullptr && !own->default_value);
    const bool is_given = std::ranges::any_of(asked.settings, [&](const GivenValue& value) {
      return folded(value.parameter) == usual.name;
    });
    if (is_needed && !is_given) asked.settings.push_back({usual.name, *usual.default_value, {}});
  }
  return asked;
}

/// The duels of other games that take a list as it stands, which does not say its duel.
std::vector<std::string> other_duels(const CsvTable& table, const AskedBalance& asked,
                                     const Library& library) {
  std::vector<std::string> names;
  for (const Procedure* const procedure : library.procedures()) {
    if (procedure->game() == infantry_lists().front().game) continue;
    try {
      procedure_game(with_duel(table, *procedure), with_usual(asked, *procedure), library);
      names.push_back(procedure->name);
    } catch (const InputError&) {  // it does not take the list
    }
  }
  return names;
}

/// Throws OptionError where a list without a duel may be meant for another one than usual.
void check_duel(const CsvTable& table, const AskedBalance& asked, const Library& library) {
  const std::vector<std::string> others = other_duels(table, asked, library);
  if (others.empty()) return;
  const auto told = [&](const std::string& duel) {
    return fmt::format("{} ({})", duel, game_title(duel.substr(0, duel.find('.'))));
  };
  std::vector<std::string> all;
  for (const Procedure* const procedure : library.procedures()) {
    if (procedure->plays_infantry_lists) all.push_back(told(procedure->name));
  }
  for (const std::string& duel : others) all.push_back(told(duel));
  throw OptionError("--duel",
                    fmt::format("is missing: '{}' has no column procedure, and more than one game "
                                "has its units",
                                table.file),
                    fmt::format("{}", fmt::join(all, " or ")));
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
  CsvTable table = read_csv(file);
  if (table.rows.empty()) {
    throw InputError({table.file, 1, 1}, "the list has no units",
                     "a line for each below the first");
  }
  if (table.column("procedure") < 0) {
    if (asked.duel.empty()) {
      check_duel(table, asked, library);
    } else {
      table = with_duel(std::move(table), library.procedure(asked.duel, {"--duel"}));
    }
  }
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

std::string list_at_points(const TextFile& file, const std::vector<int>& points,
                           const std::string& duel) {
  std::vector<std::string> cells;
  for (const int price : points) cells.push_back(fmt::format("{}", price));
  const TextFile priced{file.name, list_with_column(file, "points", cells)};
  if (read_csv(priced).column("procedure") >= 0) return priced.text;
  return list_with_column(priced, "procedure", std::vector<std::string>(points.size(), duel));
}

}  // namespace combat_odds
