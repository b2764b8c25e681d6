#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/json_parts.hpp"
#include "studies/until/until.hpp"

namespace combat_odds {
namespace {

std::string number(const Until& until, const Tried& tried) {
  std::string best = until.quantity->number(tried.estimate.best());
  if (tried.estimate.exact) return best;
  const Interval& range = tried.estimate.interval;
  return fmt::format("{} (simulated: {} to {})", best, until.quantity->number(range.low),
                     until.quantity->number(range.high));
}

std::string title(const Until& until) {
  std::string name = until.quantity->text();
  for (char& letter : name) letter = letter == '_' ? ' ' : letter;
  return name;
}

/// The lines of a report, each with its value's role.
std::vector<std::pair<const char*, const Tried*>> lines_of(const Until& until) {
  std::vector<std::pair<const char*, const Tried*>> lines;
  if (until.enough) lines.emplace_back("enough", &*until.enough);
  if (until.enough && until.one_less) lines.emplace_back("one less", &*until.one_less);
  if (until.nearest) lines.emplace_back("not enough", &*until.nearest);
  return lines;
}

}  // namespace

std::string until_text(const Until& until) {
  const std::string wanted = fmt::format("{} {}", title(until), until.condition.text());
  if (!until.enough) {
    return fmt::format("No {} from {} to {} is enough for {}: {} comes nearest with {}.\n",
                       until.parameter, until.first, until.last, wanted, until.nearest->value,
                       number(until, *until.nearest));
  }
  std::string text = fmt::format("{} {} is enough for {}: {}.", until.parameter,
                                 until.enough->value, wanted, number(until, *until.enough));
  text += until.one_less ? fmt::format(" {} {}: {}.", until.parameter, until.one_less->value,
                                       number(until, *until.one_less))
                         : fmt::format(" It is the least that was tried.");
  return text + "\n";
}

std::string until_csv(const Until& until) {
  using Line = std::pair<const char*, const Tried*>;
  CsvColumns<Line> columns;
  columns.add("parameter", [&](const Line&) { return until.parameter; })
      .add("value", [](const Line& line) { return line.second->value; })
      .add("standing", &Line::first)
      .add("by", [&](const Line&) { return until.quantity->text(); })
      .include(estimate_columns(), [](const Line& line) { return line.second->estimate; });
  return columns.table(lines_of(until));
}

std::string until_json(const Until& until) {
  Json document = {{"parameter", until.parameter},
                   {"by", until.quantity->text()},
                   {"wanted", until.condition.text()},
                   {"from", until.first},
                   {"to", until.last},
                   {"values", Json::array()}};
  for (const auto& [standing, tried] : lines_of(until)) {
    Json entry = {{"value", tried->value}, {"standing", standing}};
    add_estimate(entry, tried->estimate);
    document["values"].push_back(std::move(entry));
  }
  return document.dump(2) + "\n";
}

}  // namespace combat_odds
