#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text/csv.hpp"
#include "studies/until/until.hpp"

namespace combat_odds {
namespace {

using Json = nlohmann::ordered_json;

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
  std::string text =
      "parameter,value,standing,by,monte_carlo,ci_low,ci_high,exact,exact_fraction\n";
  for (const auto& [standing, tried] : lines_of(until)) {
    const Estimate& estimate = tried->estimate;
    text += fmt::format("{},{},{},{},", csv_field(until.parameter), csv_field(tried->value),
                        standing, csv_field(until.quantity->text()));
    text += estimate.simulated ? fmt::format("{},{},{},", *estimate.simulated,
                                             estimate.interval.low, estimate.interval.high)
                               : std::string(",,,");
    text += estimate.exact ? fmt::format("{},{}\n", *estimate.exact, estimate.fraction)
                           : std::string(",\n");
  }
  return text;
}

std::string until_json(const Until& until) {
  Json document = {{"parameter", until.parameter},
                   {"by", until.quantity->text()},
                   {"wanted", until.condition.text()},
                   {"from", until.first},
                   {"to", until.last},
                   {"values", Json::array()}};
  for (const auto& [standing, tried] : lines_of(until)) {
    const Estimate& estimate = tried->estimate;
    Json entry = {{"value", tried->value}, {"standing", standing}};
    if (estimate.simulated) {
      entry["monte_carlo"] = *estimate.simulated;
      entry["ci_low"] = estimate.interval.low;
      entry["ci_high"] = estimate.interval.high;
    }
    if (estimate.exact) {
      entry["exact"] = *estimate.exact;
      if (!estimate.fraction.empty()) entry["exact_fraction"] = estimate.fraction;
    }
    document["values"].push_back(std::move(entry));
  }
  return document.dump(2) + "\n";
}

}  // namespace combat_odds
