#include "reports/tables/wide_table.hpp"

#include <algorithm>
#include <numeric>

#include "core/text/csv_line.hpp"

namespace combat_odds {
namespace {

/// A mean has a name of its own: "broken" is a chance of one squad and a number of several.
std::string mean_heading(const std::string& measure) { return "mean_" + measure; }

}  // namespace

std::size_t WideTable::column(const Name& name, const Procedure& procedure) {
  const auto [known, is_new] = places_.try_emplace(name, columns_.size());
  if (is_new) columns_.push_back({name, false, {}});
  columns_[known->second].procedures.insert(&procedure);
  return known->second;
}

void WideTable::add_declared(const Procedure& procedure) {
  if (!procedures_.insert(&procedure).second) return;
  for (const Term& term : procedure.outcomes) column({Chance::Kind::outcome, term.name}, procedure);
  for (const Term& term : procedure.events) column({Chance::Kind::event, term.name}, procedure);
  for (const Term& term : procedure.measures) column({Chance::Kind::measure, term.name}, procedure);
}

void WideTable::add_numbers(Line& line, const SituationOdds& result) {
  const auto put = [&](Chance::Kind kind, const std::string& name, double number) {
    const std::size_t at = column({kind, name}, *line.procedure);
    columns_[at].occurs = true;
    line.numbers[at] = number;
  };
  for (const Chance& chance : result.odds.chances) {
    if (chance.kind == Chance::Kind::measure) continue;
    put(chance.kind, chance.name, estimate(chance, result.odds.trials, options_.confidence).best());
  }
  for (const MeasureSummary& summary : summaries(result.odds, options_.confidence)) {
    put(Chance::Kind::measure, summary.name, summary.best_mean());
  }
}

void WideTable::add_shown(Line& line, const SituationOdds& result) const {
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const Estimate number = shown_[i].of(result, options_.confidence);
    if (number.exists()) line.numbers[i] = number.best();
  }
}

void WideTable::add(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  Line line;
  line.procedure = &scenario.procedure();
  line.beginning = LinesOf(result).beginning;
  line.played = !result.odds.chances.empty();
  const std::vector<Parameter>& parameters = line.procedure->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Argument& argument = scenario.argument(result.situation.index, i);
    if (!argument.given) continue;
    line.given[parameters[i].name] = argument.text;
    if (std::ranges::find(parameters_, parameters[i].name) == parameters_.end()) {
      parameters_.push_back(parameters[i].name);
    }
  }
  if (!shown_.empty()) {
    if (line.played) add_shown(line, result);
  } else {
    add_declared(*line.procedure);
    add_numbers(line, result);
  }
  lines_.push_back(std::move(line));
}

std::vector<std::size_t> WideTable::written() const {
  std::vector<std::size_t> places(shown_.empty() ? columns_.size() : shown_.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (!shown_.empty()) return places;
  std::erase_if(places, [&](std::size_t at) {  // a measure that no situation reports has no mean
    return columns_[at].name.first == Chance::Kind::measure && !columns_[at].occurs;
  });
  std::ranges::stable_sort(places, {}, [&](std::size_t at) { return columns_[at].name.first; });
  return places;
}

std::vector<std::string> WideTable::headings(std::span<const std::size_t> written) const {
  std::vector<std::string> headings = {"scenario", "procedure"};
  headings.insert(headings.end(), parameters_.begin(), parameters_.end());
  for (const std::size_t at : written) {
    std::string heading;
    if (!shown_.empty()) {
      const Quantity& quantity = shown_[at];
      heading = quantity.is_mean() ? mean_heading(quantity.text()) : quantity.text();
    } else {
      const auto& [kind, name] = columns_[at].name;
      heading = kind == Chance::Kind::measure ? mean_heading(name) : name;
      const bool is_taken = std::ranges::find(headings, heading) != headings.end();
      if (is_taken) heading = std::string(kind_name(kind)) + "_" + heading;
    }
    headings.push_back(std::move(heading));
  }
  return headings;
}

std::string WideTable::csv() const {
  const std::vector<std::size_t> places = written();
  std::string text;
  CsvLine header(text);
  for (const std::string& heading : headings(places)) header.add(heading);
  header.end();
  for (const Line& line : lines_) {
    text += line.beginning;
    std::string rest;
    CsvLine csv(rest);
    for (const std::string& name : parameters_) {
      const auto given = line.given.find(name);
      const Parameter* const parameter = line.procedure->parameter(name);
      if (given != line.given.end()) {
        csv.add(given->second);
      } else if (parameter != nullptr && parameter->default_value) {
        csv.add(read_argument(*parameter, *parameter->default_value).text);
      } else {
        csv.add_empty(1);
      }
    }
    for (const std::size_t at : places) {
      const auto number = line.numbers.find(at);
      const bool is_impossible =
          line.played && (shown_.empty() ? columns_[at].name.first != Chance::Kind::measure &&
                                               columns_[at].procedures.contains(line.procedure)
                                         : !shown_[at].is_mean());
      if (number != line.numbers.end()) {
        csv.add(number->second);
      } else if (is_impossible) {
        csv.add(0);
      } else {
        csv.add_empty(1);
      }
    }
    csv.end();
    text += rest;
  }
  return text;
}

}  // namespace combat_odds
