#include "reports/tables/odds_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "ask/headline.hpp"
#include "core/text/measure_text.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {
namespace {

struct Column {
  Chance::Kind kind = Chance::Kind::outcome;
  std::size_t position = 0;  ///< in the procedure's own list
  std::string name;
  double most = 0;          ///< how much of it there is in the line that has most of it
  std::string where;        ///< of a measure that exists only where something happens: where
  std::size_t subject = 0;  ///< its place among what the sentences are about; behind all others

  bool is_measure() const { return kind == Chance::Kind::measure; }
  std::string title() const {
    return (is_measure() ? "mean " : "") + name + (where.empty() ? "" : " where " + where);
  }
};

/// A mean, or the best that is known of a chance; nothing where the line does not tell of it.
std::optional<double> value_in(const Odds& odds, const std::vector<MeasureSummary>& means,
                               const Column& column) {
  if (column.is_measure()) {
    const auto mean = std::ranges::find(means, column.name, &MeasureSummary::name);
    return mean == means.end() ? std::nullopt : std::optional(mean->best_mean());
  }
  for (const Chance& chance : odds.chances) {
    if (chance.kind == column.kind && chance.name == column.name) return chance.best(odds.trials);
  }
  return std::nullopt;
}

/// What the sentences of the lines are about, in their order.
std::vector<std::string> subjects_of(const std::vector<OddsLine>& lines,
                                     const Procedure& procedure) {
  std::vector<const Odds*> answers;
  for (const OddsLine& line : lines) answers.push_back(line.odds);
  return subjects(procedure, answers);
}

/// The place of a column in a list of subjects; behind it where it is none of them.
std::size_t place_in(const std::vector<std::string>& names, const Column& column) {
  const std::string said = (column.is_measure() ? std::string(mean_prefix) : "") + column.name;
  return static_cast<std::size_t>(std::ranges::find(names, said) - names.begin());
}

/// The column of a subject that happens in no line.
Column empty_column(const std::string& subject, const Procedure& procedure) {
  Column column;
  column.name = subject;
  if (subject.starts_with(mean_prefix)) {
    column.kind = Chance::Kind::measure;
    column.name = subject.substr(mean_prefix.size());
  } else if (std::ranges::find(procedure.outcomes, subject, &Term::name) ==
             procedure.outcomes.end()) {
    column.kind = Chance::Kind::event;
  }
  return column;
}

std::vector<Column> columns_of(const std::vector<OddsLine>& lines, const Procedure& procedure,
                               const std::vector<std::string>& first) {
  std::vector<Column> columns;
  std::vector<std::string> asked = first;
  for (std::string& name : subjects_of(lines, procedure)) {
    if (std::ranges::find(asked, name) == asked.end()) asked.push_back(std::move(name));
  }
  const bool measured =
      std::ranges::any_of(lines, [](const OddsLine& line) { return is_measured(*line.odds); });
  for (const OddsLine& line : lines) {
    for (const Chance& chance : line.odds->chances) {
      Column here;
      here.kind = chance.kind;
      here.name = chance.name;
      const std::size_t subject = place_in(asked, here);
      const bool is_asked = subject < asked.size();
      if (measured && chance.kind == Chance::Kind::outcome && !is_asked) continue;
      auto known = std::ranges::find_if(columns, [&](const Column& column) {
        return column.kind == chance.kind && column.name == chance.name;
      });
      if (known == columns.end()) {
        const std::size_t position = report_position(chance, procedure);
        const bool listed =
            chance.kind == Chance::Kind::measure && position < procedure.measures.size();
        known = columns.insert(columns.end(),
                               {chance.kind, position, chance.name, 0,
                                listed ? procedure.measures[position].where_text() : "", subject});
      }
      const double much = chance.best(line.odds->trials) * (known->is_measure() ? chance.value : 1);
      known->most = std::max(known->most, much);
    }
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (std::ranges::find(columns, i, &Column::subject) != columns.end()) continue;
    columns.push_back(empty_column(first[i], procedure));
    columns.back().subject = i;
  }
  std::ranges::stable_sort(columns, {}, [&](const Column& column) {
    return std::tuple(std::min(column.subject, first.size()), column.kind, column.position);
  });
  return columns;
}

std::string cell_text(const std::optional<double>& value, const Odds& odds, bool is_measure) {
  const bool exact = !odds.chances.empty() && odds.chances.front().exact.has_value();
  if (!value) return is_measure ? "-" : exact ? "0 %" : "never";
  return is_measure ? fmt::format("{:.3f}", *value) : percent(*value);
}

}  // namespace

std::string subject_text(const std::string& subject, const Odds& odds, double confidence) {
  Column column;
  column.name = subject;
  if (subject.starts_with(mean_prefix)) {
    column.kind = Chance::Kind::measure;
    column.name = subject.substr(mean_prefix.size());
    return cell_text(value_in(odds, summaries(odds, confidence), column), odds, true);
  }
  std::optional<double> value = value_in(odds, {}, column);
  column.kind = Chance::Kind::event;
  if (!value) value = value_in(odds, {}, column);
  return cell_text(value, odds, false);
}

bool is_measured(const Odds& odds) {
  return std::ranges::any_of(
      odds.chances, [](const Chance& chance) { return chance.kind == Chance::Kind::measure; });
}

bool counts_units(const Odds& odds, const std::string& measure) {
  constexpr int most = 10;
  return std::ranges::none_of(odds.chances, [&](const Chance& chance) {
    return chance.kind == Chance::Kind::measure && chance.name == measure &&
           (chance.value < 0 || chance.value > most || chance.value != std::floor(chance.value));
  });
}

Table OddsGrid::table(const Procedure& procedure, const ReportOptions& options, std::size_t width,
                      std::vector<std::string>& left_out) const {
  std::size_t room = width == 0 ? std::string::npos : width;
  for (std::size_t c = 0; c < lead.size(); ++c) {
    std::size_t widest = Table::width(lead[c]);
    for (const OddsLine& line : lines) widest = std::max(widest, Table::width(line.lead[c]));
    if (c == 0 && width > 0) widest = std::min(widest, width / 2);  // longer names are broken
    room -= std::min(room, widest + 2);
  }
  std::vector<std::vector<MeasureSummary>> means;
  for (const OddsLine& line : lines) means.push_back(summaries(*line.odds, options.confidence));

  const std::vector<Column> columns = columns_of(lines, procedure, first);
  std::vector<std::vector<std::string>> shown(columns.size());
  std::vector<std::size_t> order(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    order[c] = c;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Odds& odds = *lines[i].odds;
      shown[c].push_back(
          cell_text(value_in(odds, means[i], columns[c]), odds, columns[c].is_measure()));
    }
  }
  // What matters most is what the sentences are about, in their order, then what differs, then what
  // there is most of somewhere; the first of all, and those that come first, are never left out.
  const auto is_same = [&](std::size_t c) {
    return lines.size() > 1 && std::ranges::count(shown[c], shown[c].front()) ==
                                   static_cast<std::ptrdiff_t>(lines.size());
  };
  std::ranges::stable_sort(order, {}, [&](std::size_t c) {
    const Column& column = columns[c];
    const bool is_first = column.subject < first.size();
    return std::tuple(!is_first, !is_first && is_same(c), column.subject, -column.most);
  });
  std::vector<bool> kept(columns.size(), false);
  for (const std::size_t c : order) {
    std::size_t widest = Table::header_width(columns[c].title());
    for (const std::string& cell : shown[c]) widest = std::max(widest, Table::width(cell));
    kept[c] = widest + 2 <= room || c == order.front() || columns[c].subject < first.size();
    if (kept[c]) room -= std::min(room, widest + 2);
  }

  Table table(lead);
  for (std::size_t c = 1; c < lead.size(); ++c) table.set_left(c);
  table.wrap_header();
  table.fit(width);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (kept[c]) {
      table.header.push_back(columns[c].title());
    } else {
      left_out.push_back(columns[c].title());
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<std::string> row = lines[i].lead;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (kept[c]) row.push_back(shown[c][i]);
    }
    table.add(std::move(row));
  }
  return table;
}

std::optional<Table> value_grid(std::span<const SituationOdds> results, const std::string& measure,
                                bool at_least, std::size_t width) {
  constexpr std::size_t most_values = 60;
  std::map<double, std::vector<double>> chances;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Odds& odds = results[i].odds;
    for (const Chance& chance : odds.chances) {
      if (chance.kind != Chance::Kind::measure || chance.name != measure) continue;
      std::vector<double>& here = chances[chance.value];
      here.resize(results.size(), 0.0);
      here[i] += chance.best(odds.trials);
    }
  }
  if (chances.empty() || chances.size() > most_values) return std::nullopt;
  if (at_least) {
    for (auto value = std::next(chances.rbegin()); value != chances.rend(); ++value) {
      const std::vector<double>& more = std::prev(value)->second;
      for (std::size_t i = 0; i < results.size(); ++i) value->second[i] += more[i];
    }
  }
  std::vector<std::string> header = {measure + (at_least ? " or more" : "")};
  std::size_t used = Table::width(header.front());
  for (const SituationOdds& result : results) {
    header.push_back(reader_name(result));
    used += 2 + std::max(Table::width(header.back()), Table::width("00.00 %"));
  }
  if (width > 0 && used > width) return std::nullopt;
  Table table(header);
  constexpr double rounding = 1e-12;  // of the sum of all chances
  for (const auto& [value, of_each] : chances) {
    std::vector<std::string> row = {measure_text(value)};
    for (const double chance : of_each) {
      row.push_back(chance > 1 - rounding ? percent(1) : chance > 0 ? percent(chance) : "");
    }
    table.add(std::move(row));
  }
  return table;
}

}  // namespace combat_odds
