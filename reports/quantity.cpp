#include "reports/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/suggest.hpp"
#include "reports/table_report.hpp"

namespace combat_odds {
namespace {

/// The names that a procedure lists or a situation of it came to, with what they are. Where an
/// outcome and an event share a name, the outcome stands.
using Names = std::map<std::string, std::map<std::string, Chance::Kind>>;

Names names_of(std::span<const SituationOdds> results) {
  Names names;
  for (const SituationOdds& result : results) {
    const Procedure& procedure = result.situation.scenario->procedure();
    const auto [known, is_new] = names.try_emplace(procedure.name);
    const auto add = [&, &of = known->second](const std::string& name, Chance::Kind kind) {
      const auto [entry, added] = of.try_emplace(name, kind);
      if (!added) entry->second = std::min(entry->second, kind);
    };
    for (const Chance& chance : result.odds.chances) add(chance.name, chance.kind);
    if (!is_new) continue;
    for (const Term& term : procedure.outcomes) add(term.name, Chance::Kind::outcome);
    for (const Term& term : procedure.events) add(term.name, Chance::Kind::event);
    for (const Term& term : procedure.measures) add(term.name, Chance::Kind::measure);
  }
  return names;
}

std::vector<std::string> all_names(const Names& names) {
  std::set<std::string> all;
  for (const auto& [procedure, of] : names) {
    for (const auto& [name, kind] : of) all.insert(name);
  }
  return {all.begin(), all.end()};
}

}  // namespace

Quantity::Quantity(const std::string& text, const std::string& option,
                   std::span<const SituationOdds> results)
    : text_(text), name_(text) {
  const Names names = names_of(results);
  const auto known = [&](const std::string& name) {
    return std::any_of(names.begin(), names.end(),
                       [&](const auto& entry) { return entry.second.contains(name); });
  };
  const std::size_t sign = text.find_first_of("<>=");
  if (!known(text) && sign != std::string::npos && sign > 0) {
    const std::string_view rest = std::string_view(text).substr(sign);
    relation_ = rest.starts_with(">=")   ? Relation::at_least
                : rest.starts_with("<=") ? Relation::at_most
                                         : Relation::equal;
    const std::string_view digits = rest.substr(relation_ == Relation::equal ? 1 : 2);
    const auto [stopped, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), bound_);
    if (rest.front() != '=' && !rest.substr(1).starts_with('=')) relation_ = Relation::none;
    if (relation_ == Relation::none || error != std::errc() ||
        stopped != digits.data() + digits.size()) {
      throw InputError({option, 0, 0}, fmt::format("'{}' is not possible", text),
                       "a name, or a measure with =, >= or <= and a whole number");
    }
    name_ = text.substr(0, sign);
  }
  if (!known(name_)) {
    const std::vector<std::string> all = all_names(names);
    throw InputError({option, 0, 0}, fmt::format("nothing is called '{}' here", name_),
                     did_you_mean(name_, all, fmt::format("one of {}", fmt::join(all, ", "))));
  }
  for (const auto& [procedure, of] : names) {
    const auto found = of.find(name_);
    if (found == of.end()) {
      std::vector<std::string> own;
      for (const auto& [name, kind] : of) own.push_back(name);
      throw InputError({option, 0, 0}, fmt::format("{} has no '{}'", procedure, name_),
                       fmt::format("it has {}", fmt::join(own, ", ")));
    }
    if (relation_ != Relation::none && found->second != Chance::Kind::measure) {
      throw InputError({option, 0, 0}, fmt::format("'{}' is no measure", name_),
                       fmt::format("'{}' alone is its probability", name_));
    }
    const bool probability = found->second != Chance::Kind::measure || relation_ != Relation::none;
    if (!kinds_.empty() && probability != probability_) {
      throw InputError({option, 0, 0},
                       fmt::format("'{}' is a measure of one procedure and an outcome or event of "
                                   "another",
                                   name_),
                       "compare them apart");
    }
    probability_ = probability;
    kinds_[procedure] = found->second;
  }
}

std::string Quantity::title() const {
  return probability_ ? fmt::format("P({})", text_) : fmt::format("mean {}", text_);
}

Estimate Quantity::of(const SituationOdds& result, double confidence) const {
  const Odds& odds = result.odds;
  const Chance::Kind kind = kinds_.at(result.situation.scenario->procedure().name);
  Estimate estimate;
  if (!probability_) {
    for (const MeasureSummary& summary : summaries(odds, confidence)) {
      if (summary.name != name_) continue;
      estimate.simulated = summary.mean;
      estimate.interval = summary.mean_interval;
      estimate.exact = summary.exact_mean;
      return estimate;
    }
    throw InputError({result.name, 0, 0}, fmt::format("'{}' is not reported", name_), "");
  }
  std::uint64_t count = 0;
  double exact = 0;
  std::size_t parts = 0;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != kind || chance.name != name_) continue;
    if (relation_ == Relation::equal && chance.value != bound_) continue;
    if (relation_ == Relation::at_least && chance.value < bound_) continue;
    if (relation_ == Relation::at_most && chance.value > bound_) continue;
    ++parts;
    count += chance.count;
    if (!chance.exact) continue;
    exact += chance.exact->value;
    estimate.fraction = parts == 1 ? chance.exact->fraction : "";
  }
  if (odds.trials > 0) {
    estimate.simulated = static_cast<double>(count) / static_cast<double>(odds.trials);
    estimate.interval = wilson_interval(count, odds.trials, confidence);
  }
  // Exact odds list everything that can happen: what they leave out is impossible.
  if (!odds.chances.empty() && odds.chances.front().exact) {
    estimate.exact = std::min(exact, 1.0);
    if (parts == 0) estimate.fraction = "0/1";
  }
  return estimate;
}

std::string Quantity::number(double value) const {
  return probability_ ? percent(value) : fmt::format("{:.3f}", value);
}

Interval difference_interval(const Estimate& a, const Estimate& b) {
  const double difference = a.best() - b.best();
  const auto [a_low, a_high] = a.range();
  const auto [b_low, b_high] = b.range();
  return {difference - std::hypot(a.best() - a_low, b_high - b.best()),
          difference + std::hypot(a_high - a.best(), b.best() - b_low)};
}

}  // namespace combat_odds
