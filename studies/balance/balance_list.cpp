#include "studies/balance/balance_list.hpp"

#include <fmt/format.h>

#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "studies/balance/infantry_balance.hpp"
#include "studies/balance/procedure_game.hpp"

namespace combat_odds {
namespace {

/// Whether it is a list of infantry: it names no procedure, or the firefight's.
bool is_infantry(const CsvTable& table, const Library& library) {
  const int column = table.column("procedure");
  if (column < 0 || table.rows.empty()) return true;
  const CsvCell& named = table.rows.front()[static_cast<std::size_t>(column)];
  if (named.text.empty()) {
    throw InputError(table.place(named), "no procedure", "such as sl.engagement or slammers.duel");
  }
  return library.procedure(named.text, table.place(named)).plays_infantry_lists;
}

std::unique_ptr<BalanceGame> infantry(const CsvTable& table, const AskedBalance& asked,
                                      const Library& library) {
  if (!asked.months.empty()) {
    throw OptionError("--date", "infantry has no dates",
                      "a list whose columns year_from and year_to say when a unit is to be had");
  }
  std::vector<GivenValue> given;
  for (const GivenValue& value : asked.settings) {
    if (infantry_parameters().parameter(value.parameter) == nullptr) {
      std::vector<std::string> names;
      for (const Parameter& known : infantry_parameters().parameters) names.push_back(known.name);
      throw InputError(value.place,
                       fmt::format("a list of infantry has no setting '{}'", value.parameter),
                       did_you_mean(value.parameter, names, "--range or --drm"));
    }
    given.push_back(value);
  }
  return infantry_game(read_infantry(table, library.charts()), given, library.charts());
}

}  // namespace

std::unique_ptr<BalanceGame> read_balance_list(const TextFile& file, const AskedBalance& asked,
                                               const Library& library) {
  const CsvTable table = read_csv(file);
  std::unique_ptr<BalanceGame> game =
      is_infantry(table, library) ? infantry(table, asked, library)
                                  : procedure_game(table, asked.settings, asked.months, library);
  check_forces(*game);
  return game;
}

std::string list_at_points(const TextFile& file, const std::vector<int>& points) {
  const CsvTable table = read_csv(file);
  const int column = table.column("points");
  CsvColumns<std::size_t> columns;  // of a line's number
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    columns.add(table.header[c].text, [&, c](std::size_t line) {
      const bool is_price = static_cast<int>(c) == column;
      return is_price ? fmt::format("{}", points[line]) : table.rows[line][c].text;
    });
  }
  if (column < 0) columns.add("points", [&](std::size_t line) { return points[line]; });
  std::string text = columns.header();
  for (std::size_t line = 0; line < table.rows.size(); ++line) columns.append(text, line);
  return text;
}

}  // namespace combat_odds
