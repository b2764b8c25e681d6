#include "reports/text/citation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "ask/headline.hpp"
#include "core/text/plain_text.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {
namespace {

constexpr std::string_view mean_of = "mean ";

/// "445/1296 = 34.34 %", or a simulated number with its interval.
std::string number(const Estimate& found, bool is_chance, double confidence) {
  const auto shown = [&](double value) {
    return is_chance ? percent(value) : fmt::format("{:.6g}", value);
  };
  if (found.exact) {
    return found.fraction.empty()
               ? fmt::format("{} (exact: {:.12g})", shown(*found.exact), *found.exact)
               : fmt::format("{} = {}", found.fraction, shown(*found.exact));
  }
  return fmt::format("{} ({:g} % interval {} to {})", shown(found.best()), 100 * confidence,
                     shown(found.interval.low), shown(found.interval.high));
}

/// The rules that a text names: "A7.53", "C6.1".
void add_rules(std::vector<std::string>& rules, const std::string& text) {
  constexpr const char* capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr const char* digits = "0123456789";
  for (std::size_t at = text.find_first_of(capitals); at != text.npos;
       at = text.find_first_of(capitals, at + 1)) {
    if (at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0) continue;
    const std::size_t number = text.find_first_not_of(capitals, at);
    const std::size_t dot = text.find_first_not_of(digits, number);
    if (number == text.npos || dot == text.npos || dot == number || text[dot] != '.') continue;
    const std::size_t end = std::min(text.find_first_not_of(digits, dot + 1), text.size());
    const std::string found = text.substr(at, end - at);
    const bool is_new = std::ranges::find(rules, found) == rules.end();
    if (end > dot + 1 && number - at <= 2 && is_new) rules.push_back(found);
  }
}

/// The procedure's rule, and those of what the question sets, but need not: "A7.3; with
/// A7.53, A7.9".
std::string rules_of(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const Procedure& procedure = scenario.procedure();
  std::vector<std::string> rules;
  add_rules(rules, procedure.rule);
  const std::size_t own = rules.size();
  for (const Parameter& parameter : procedure.parameters) {
    const Argument argument = scenario.argument(result.situation.index, parameter.name);
    const bool is_set =
        argument.given && parameter.default_value && argument.text != *parameter.default_value;
    if (is_set) add_rules(rules, parameter.meaning);
  }
  for (const std::string& note : result.working.notes) add_rules(rules, note);
  rules.erase(rules.begin(), rules.begin() + static_cast<std::ptrdiff_t>(own));
  return rules.empty() ? procedure.rule
                       : fmt::format("{}; with {}", procedure.rule, fmt::join(rules, ", "));
}

std::optional<Estimate> estimate_of(const Odds& odds, const std::string& subject,
                                    double confidence) {
  if (subject.starts_with(mean_of)) {
    for (const MeasureSummary& summary : summaries(odds, confidence)) {
      if (summary.name != subject.substr(mean_of.size())) continue;
      Estimate mean;
      mean.exact = summary.exact_mean;
      mean.simulated = summary.mean;
      mean.interval = summary.mean_interval;
      return mean;
    }
    return std::nullopt;
  }
  for (const Chance::Kind kind : {Chance::Kind::outcome, Chance::Kind::event}) {
    for (const Chance& chance : odds.chances) {
      if (chance.kind == kind && chance.name == subject) {
        return estimate(chance, odds.trials, confidence);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<CitedNumber> numbers_cited(const SituationOdds& result, double confidence) {
  std::vector<CitedNumber> numbers;
  for (const std::string& subject : subjects(result.situation.scenario->procedure(), result.odds)) {
    std::optional<Estimate> found = estimate_of(result.odds, subject, confidence);
    if (found) numbers.push_back({subject, *std::move(found), !subject.starts_with(mean_of)});
  }
  return numbers;
}

std::string citation(const SituationOdds& result, const std::vector<CitedNumber>& numbers,
                     const std::string& program, const std::string& command,
                     const std::string& link, const ReportOptions& options) {
  const Odds& odds = result.odds;
  const Procedure& procedure = result.situation.scenario->procedure();
  std::vector<std::string> texts;
  bool simulated = false;
  for (const CitedNumber& each : numbers) {
    simulated = simulated || !each.number.exact;
    texts.push_back(each.name + " " + number(each.number, each.is_chance, options.confidence));
  }
  std::string text = fmt::format("{}, {} ({}). {}: {}", program, procedure.name, rules_of(result),
                                 capitalized(situation_text(result)), fmt::join(texts, ", "));
  if (simulated) text += fmt::format("; {} trials, seed {}", odds.trials, options.seed);
  text += ". Asked: " + command;
  if (!link.empty()) text += "; " + link;
  return text + "\n";
}

}  // namespace combat_odds
