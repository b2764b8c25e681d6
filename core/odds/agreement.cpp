#include "core/odds/agreement.hpp"

#include <algorithm>
#include <cmath>

#include "core/dice/in_parts.hpp"
#include "core/odds/statistics.hpp"
#include "core/text/measure_text.hpp"

namespace combat_odds {

ChiSquared chi_squared(const std::vector<std::uint64_t>& counts,
                       const std::vector<double>& probabilities) {
  double trials = 0;
  for (const std::uint64_t count : counts) trials += static_cast<double>(count);
  ChiSquared result;
  int classes = 0;
  bool impossible = false;
  double rare_expected = 0;
  double rare_count = 0;
  const auto add = [&](double count, double expected) {
    result.statistic += (count - expected) * (count - expected) / expected;
    ++classes;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = trials * probabilities[i];
    const auto count = static_cast<double>(counts[i]);
    if (expected == 0 && count > 0) impossible = true;
    if (expected < 5) {
      rare_expected += expected;
      rare_count += count;
    } else {
      add(count, expected);
    }
  }
  if (rare_expected >= 5) add(rare_count, rare_expected);
  if (classes >= 2) {
    result.degrees_of_freedom = classes - 1;
    result.p = chi_squared_tail(result.statistic, result.degrees_of_freedom);
  }
  if (impossible) result.p = 0;
  return result;
}

std::string text_of(const Outcome& outcome, const Rule* rule) {
  std::string text = outcome.label();
  Outcome::Events events = outcome.events();
  std::sort(events.begin(), events.end());
  for (const std::string_view event : events) text += ", " + std::string(event);
  for (const auto& [name, value] : outcome.measures()) {
    text += ", " + std::string(name) + " ";
    const int parts = rule == nullptr ? 1 : parts_of(*rule, name);
    text += parts == 1 ? std::to_string(value) : measure_text(static_cast<double>(value) / parts);
  }
  return text;
}

OutcomeOdds outcome_odds(const DecisionGraph& graph, const ExactOdds& exact, const Rule* rule) {
  std::map<std::string, std::vector<std::size_t>> leaves;
  for (std::size_t i = 0; i < graph.leaves.size(); ++i) {
    leaves[text_of(graph.leaves[i], rule)].push_back(i);
  }
  OutcomeOdds odds;
  for (const auto& [outcome, of] : leaves) odds.emplace(outcome, exact.sum(of));
  return odds;
}

std::string disagreement(const OutcomeOdds& one, const OutcomeOdds& other) {
  const auto text = [](const ExactProbability& odds) {
    return odds.fraction.empty() ? std::to_string(odds.value) : odds.fraction;
  };
  for (const auto& [outcome, odds] : one) {
    const auto found = other.find(outcome);
    if (found == other.end()) return outcome + ": " + text(odds) + " or never";
    const ExactProbability& second = found->second;
    const bool in_fractions = !odds.fraction.empty() && !second.fraction.empty();
    if (in_fractions ? odds.fraction != second.fraction
                     : std::abs(odds.value - second.value) > 1e-12) {
      return outcome + ": " + text(odds) + " or " + text(second);
    }
  }
  for (const auto& [outcome, odds] : other) {
    if (!one.contains(outcome)) return outcome + ": never or " + text(odds);
  }
  return "";
}

}  // namespace combat_odds
