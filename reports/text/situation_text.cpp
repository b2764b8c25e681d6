#include "reports/text/situation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ask/headline.hpp"

namespace combat_odds {
namespace {

struct Extreme {
  double chance = 0;
  const SituationOdds* result = nullptr;
};

/// How far apart the situations are in one thing.
struct Range {
  Extreme least{2, nullptr};
  Extreme most{-1, nullptr};
  double width() const { return most.chance - least.chance; }
};

}  // namespace

std::string percent(double probability) {
  const double value = 100 * probability;
  if (value == 0 || value == 100) return fmt::format("{:.0f} %", value);
  const double to_edge = std::min(value, 100 - value);  // below 0 only in files of others
  if (!(to_edge > 0 && to_edge < 1)) return fmt::format("{:.2f} %", value);
  if (to_edge < 0.001) return value < 50 ? "< 0.001 %" : "> 99.999 %";
  const int digits = 2 + static_cast<int>(std::ceil(-std::log10(to_edge)));
  return fmt::format("{:.{}f} %", value, digits);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{} to {}", percent(interval.low), percent(interval.high));
}

std::string values_text(const std::vector<std::pair<std::string, std::string>>& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plain_name(name),
                        value.empty() ? "none" : value);
  }
  return text;
}

std::string parameters_text(
    const Situation& situation,
    const std::function<bool(const Parameter&, const std::string& value)>& wanted) {
  std::vector<std::pair<std::string, std::string>> values;
  const std::vector<Parameter>& parameters = situation.scenario->procedure().parameters;
  const std::vector<Argument> arguments = situation.scenario->arguments(situation.index);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& value = arguments[i].text;
    if (wanted(parameters[i], value)) values.emplace_back(parameters[i].name, value);
  }
  return values_text(values);
}

std::string reader_name(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const std::vector<std::string> varied = scenario.varied();
  if (scenario.name() != scenario.procedure().name || varied.empty()) return result.name;
  return parameters_text(result.situation, [&](const Parameter& parameter, const std::string&) {
    return std::find(varied.begin(), varied.end(), parameter.name) != varied.end();
  });
}

std::string situation_title(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const std::string text = situation_text(result);
  return scenario.name() == scenario.procedure().name ? text : result.name + ": " + text;
}

std::string range_sentence(std::span<const SituationOdds* const> results) {
  std::map<std::pair<Chance::Kind, std::string>, Range> ranges;
  for (const SituationOdds* result : results) {
    for (const Chance& chance : result->odds.chances) {
      if (chance.kind != Chance::Kind::measure) ranges[{chance.kind, chance.name}];
    }
  }
  for (auto& [what, range] : ranges) {
    for (const SituationOdds* result : results) {
      double chance = 0;
      for (const Chance& known : result->odds.chances) {
        if (known.kind == what.first && known.name == what.second) {
          chance = known.best(result->odds.trials);
        }
      }
      if (chance < range.least.chance) range.least = {chance, result};
      if (chance > range.most.chance) range.most = {chance, result};
    }
  }
  // What the sentence of one situation begins with goes first.
  const auto& headline = results.front()->situation.scenario->procedure().headline;
  auto widest = ranges.end();
  for (auto entry = ranges.begin(); entry != ranges.end(); ++entry) {
    const bool first = !headline.empty() && entry->first.second == headline.front().name;
    if (first && entry->second.width() > 0) {
      widest = entry;
      break;
    }
    if (widest == ranges.end() || entry->second.width() > widest->second.width()) widest = entry;
  }
  if (widest == ranges.end() || widest->second.width() <= 0) return "";
  const auto& [least, most] = widest->second;
  const bool sounds_alike = spoken_percent(least.chance) == spoken_percent(most.chance);
  const auto said = sounds_alike ? percent : spoken_percent;
  return fmt::format("{}: from {} ({}) to {} ({}).", plain_name(widest->first.second),
                     said(least.chance), reader_name(*least.result), said(most.chance),
                     reader_name(*most.result));
}

}  // namespace combat_odds
