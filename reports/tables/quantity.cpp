#include "reports/tables/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "ask/headline.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {
namespace {

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";

/// What a name is in one situation.
struct Uses {
  bool outcome = false;
  bool event = false;
  bool measure = false;
};

bool lists(const std::vector<Term>& terms, const std::string& name) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return term.name == name; });
}

Uses occurring(const SituationOdds& result, const std::string& name) {
  Uses uses;
  for (const Chance& chance : result.odds.chances) {
    if (chance.name != name) continue;
    uses.outcome = uses.outcome || chance.kind == Chance::Kind::outcome;
    uses.event = uses.event || chance.kind == Chance::Kind::event;
    uses.measure = uses.measure || chance.kind == Chance::Kind::measure;
  }
  return uses;
}

const Procedure& procedure_of(const SituationOdds& result) {
  return result.situation.scenario->procedure();
}

/// Adds the names that a procedure lists, once.
void add_declared(std::set<std::string>& names, const Procedure& procedure,
                  std::set<const Procedure*>& seen) {
  if (!seen.insert(&procedure).second) return;
  for (const auto* terms : {&procedure.outcomes, &procedure.events, &procedure.measures}) {
    for (const Term& term : *terms) names.insert(term.name);
  }
}

/// The names that the procedures list.
std::vector<std::string> declared_names(std::span<const Situation> situations) {
  std::set<std::string> names;
  std::set<const Procedure*> seen;
  for (const Situation& situation : situations) {
    add_declared(names, situation.scenario->procedure(), seen);
  }
  return {names.begin(), names.end()};
}

/// The names that occur or that the procedures list.
std::vector<std::string> names_of(std::span<const SituationOdds> results) {
  std::set<std::string> names;
  std::set<const Procedure*> seen;
  for (const SituationOdds& result : results) {
    for (const Chance& chance : result.odds.chances) names.insert(chance.name);
    add_declared(names, procedure_of(result), seen);
  }
  return {names.begin(), names.end()};
}

/// A stack of units has outcomes by the hundred: the first few names that are one word.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (name.find(' ') == std::string::npos && shown.size() < most) shown.push_back(name);
  }
  return fmt::format("{}{}", fmt::join(shown, ", "), shown.size() < names.size() ? ", ..." : "");
}

void check_known(const std::vector<std::string>& names, const std::string& name,
                 const std::string& option) {
  if (std::binary_search(names.begin(), names.end(), name)) return;
  throw OptionError(option, fmt::format("nothing is called '{}' here", name),
                    did_you_mean(name, names, "one of " + some_of(names)));
}

/// The measure's own words; null where the procedure lists no such measure.
const Term* measure_of(const Procedure& procedure, const std::string& name) {
  const auto known = std::ranges::find(procedure.measures, name, &Term::name);
  return known == procedure.measures.end() ? nullptr : &*known;
}

void check_measure(const SituationOdds& result, const std::string& name,
                   const std::string& option) {
  if (occurring(result, name).measure) return;
  const Procedure& procedure = procedure_of(result);
  const Term* const listed = measure_of(procedure, name);
  if (listed != nullptr && !listed->only_where.empty()) return;  // what it times can't happen
  if (lists(procedure.measures, name)) {
    throw OptionError(option, fmt::format("{} does not report '{}'", result.name, name),
                      fmt::format("'combat-odds describe {}' says when it does", procedure.name));
  }
  throw OptionError(option, fmt::format("{} has no measure '{}'", result.name, name),
                    "an outcome or event is asked for by its name alone");
}

/// The value of a measure that is the same in every outcome; nothing where it is not.
std::optional<double> same_in_all(const SituationOdds& result, const std::string& measure) {
  std::optional<double> same;
  for (const Chance& chance : result.odds.chances) {
    if (chance.kind != Chance::Kind::measure || chance.name != measure) continue;
    if (same) return std::nullopt;
    same = chance.value;
  }
  return same;
}

void check_divisor(const SituationOdds& result, const std::string& name,
                   const std::string& option) {
  if (name.empty()) return;
  const std::optional<double> value = same_in_all(result, name);
  if (!value) {
    throw OptionError(option,
                      fmt::format("'{}' is not the same in every outcome of {}", name, result.name),
                      "a ratio divides by a measure that no dice change, such as a price");
  }
  if (*value == 0) {
    throw OptionError(option, fmt::format("'{}' is 0 in {}", name, result.name),
                      "a ratio divides by a measure that is not 0");
  }
}

/// Decimals that show a number as small as this one.
int decimals(double value, int usual) {
  const double size = std::abs(value);
  if (!(size > 0 && size < std::pow(10, -usual + 1))) return usual;
  return std::min(1 + static_cast<int>(std::ceil(-std::log10(size))), 12);
}

}  // namespace

void Quantity::check(const std::string& text, const std::string& option,
                     std::span<const Situation> situations) {
  const std::vector<std::string> names = declared_names(situations);
  Quantity quantity(text);
  const bool asked = quantity.read(names, option).has_value();
  // What becomes of a stack has more names than are listed, but these are phrases.
  const bool is_word = quantity.name_.find_first_not_of(letters) == std::string::npos;
  if (is_word || asked) check_known(names, quantity.name_, option);
}

std::optional<Chance::Kind> Quantity::read(const std::vector<std::string>& names,
                                           const std::string& option) {
  const auto known = [&] { return std::binary_search(names.begin(), names.end(), name_); };
  if (auto repeated = known() ? std::nullopt : repeated_event(text_, option)) {
    name_ = std::move(repeated->once);
    repeats_ = repeated->repeats;
  }
  const std::string text = name_;
  std::optional<Chance::Kind> asked;
  if (!known()) {
    std::tie(asked, name_) = kind_and_name(text);
    if (asked == Chance::Kind::measure && !repeats_) text_ = name_;
  }
  if (!known() && !asked) event_ = measure_event(text, option);
  if (event_) name_ = event_->measure;
  if (!known() && !asked && !event_) read_ratio(names, option);
  return asked;
}

Quantity::Quantity(const std::string& text, const std::string& option,
                   std::span<const SituationOdds> results)
    : Quantity(text) {
  const std::vector<std::string> names = names_of(results);
  const std::optional<Chance::Kind> asked = read(names, option);
  check_known(names, name_, option);
  of_chances_ = divides_chances(results, option);
  const bool measured =
      event_ || (!divided_by_.empty() && !of_chances_) || asked == Chance::Kind::measure;
  Uses anywhere;
  bool apart = false;    // in some situation it is a measure only
  bool at_once = false;  // in some situation it is both
  for (const SituationOdds& result : results) {
    const Uses uses = occurring(result, name_);
    anywhere.outcome = anywhere.outcome || uses.outcome;
    anywhere.event = anywhere.event || uses.event;
    anywhere.measure = anywhere.measure || uses.measure;
    const Term* const listed = measure_of(procedure_of(result), name_);
    anywhere.measure = anywhere.measure || (listed != nullptr && !listed->only_where.empty());
    const bool likely = uses.outcome || uses.event;
    apart = apart || (uses.measure && !likely);
    at_once = at_once || (uses.measure && likely);
  }
  const bool likely = anywhere.outcome || anywhere.event;
  if (!asked && !measured && likely && apart && !at_once) {
    throw OptionError(option,
                      fmt::format("'{}' is a measure of some situations and an outcome or event of "
                                  "others",
                                  name_),
                      "compare them apart");
  }
  const bool mean = measured || (!asked && !likely && anywhere.measure);
  probability_ = !mean || event_;
  if (repeats_ && !probability_) throw no_event(option, name_);
  for (const SituationOdds& result : results) {
    const Procedure& procedure = procedure_of(result);
    const Uses uses = occurring(result, name_);
    if (mean) {
      for (const std::string& name : {name_, divided_by_}) {
        if (!name.empty()) check_measure(result, name, option);
      }
      check_divisor(result, divided_by_, option);
      const Term* const listed = measure_of(procedure, name_);
      if (!probability_ && listed != nullptr) where_ = listed->where_text();
      kinds_[procedure.name] = Chance::Kind::measure;
      continue;
    }
    if (uses.outcome || uses.event) {
      const Chance::Kind kind =
          asked.value_or(uses.outcome ? Chance::Kind::outcome : Chance::Kind::event);
      const auto [entry, is_new] = kinds_.try_emplace(procedure.name, kind);
      if (!is_new) entry->second = std::min(entry->second, kind);
    }
  }
  for (const SituationOdds& result : results) {
    const Procedure& procedure = procedure_of(result);
    if (kinds_.contains(procedure.name)) continue;
    if (!lists(procedure.outcomes, name_) && !lists(procedure.events, name_)) {
      const SituationOdds only[] = {result};
      throw OptionError(option, fmt::format("{} has no '{}'", procedure.name, name_),
                        "it has " + some_of(names_of(only)));
    }
    kinds_[procedure.name] = asked.value_or(lists(procedure.outcomes, name_) ? Chance::Kind::outcome
                                                                             : Chance::Kind::event);
  }
}

void Quantity::check_occurs(const std::string& option,
                            std::span<const SituationOdds> results) const {
  if (!probability_ || event_ || of_chances_) return;
  std::set<std::string> names;
  for (const SituationOdds& result : results) {
    for (const Chance& chance : result.odds.chances) {
      if (!chance.exact || chance.name == name_) return;
      if (chance.kind != Chance::Kind::measure) names.insert(chance.name);
    }
  }
  const std::vector<std::string> known(names.begin(), names.end());
  throw InputError({option}, fmt::format("'{}' can't happen in any of the situations", name_),
                   did_you_mean(name_, known, "one of " + some_of(known)));
}

void Quantity::read_ratio(const std::vector<std::string>& names, const std::string& option) {
  const std::size_t slash = name_.find('/');
  if (slash == std::string::npos || name_.find(' ') != std::string::npos) return;
  divided_by_ = name_.substr(slash + 1);
  name_.resize(slash);
  for (const std::string& name : {name_, divided_by_}) check_known(names, name, option);
}

double Quantity::divisor(const SituationOdds& result) const {
  return divided_by_.empty() ? 1 : *same_in_all(result, divided_by_);
}

bool Quantity::divides_chances(std::span<const SituationOdds> results,
                               const std::string& option) const {
  if (divided_by_.empty()) return false;
  for (const std::string& name : {name_, divided_by_}) {
    for (const SituationOdds& result : results) {
      // "broken" of a single unit is an outcome, and of a stack how many are.
      const Procedure& procedure = procedure_of(result);
      const bool is_chance = lists(procedure.outcomes, name) || lists(procedure.events, name);
      const bool is_counted = lists(procedure.measures, name) && !is_chance;
      if (is_counted || occurring(result, name).measure) return false;
    }
  }
  const bool exact = std::ranges::all_of(results, [](const SituationOdds& result) {
    return std::ranges::all_of(result.odds.chances, [](const Chance& chance) {
      return chance.kind == Chance::Kind::measure || chance.exact.has_value();
    });
  });
  if (!exact) {
    throw OptionError(option, fmt::format("'{}' needs exact odds", text_),
                      "--method exact, where that is feasible");
  }
  return true;
}

Estimate Quantity::ratio_of_chances(const SituationOdds& result) const {
  const auto exact = [&](const std::string& name) {
    const bool is_outcome = occurring(result, name).outcome;
    const Chance::Kind kind = is_outcome ? Chance::Kind::outcome : Chance::Kind::event;
    double sum = 0;
    for (const Chance& chance : result.odds.chances) {
      if (chance.kind == kind && chance.name == name) sum += chance.best(result.odds.trials);
    }
    return sum;
  };
  const double by = exact(divided_by_);
  Estimate estimate;
  if (by > 0) estimate.exact = exact(name_) / by;
  return estimate;
}

std::string Quantity::title() const {
  if (of_chances_) return fmt::format("P({})/P({})", name_, divided_by_);
  if (probability_) return fmt::format("P({})", text_);
  return fmt::format("mean {}{}{}", text_, is_of_some() ? " where " : "", where_);
}

Estimate Quantity::of(const SituationOdds& result, double confidence) const {
  const Odds& odds = result.odds;
  if (of_chances_) return ratio_of_chances(result);
  const Chance::Kind kind = kinds_.at(result.situation.scenario->procedure().name);
  if (!probability_) {
    for (const MeasureSummary& summary : summaries(odds, confidence)) {
      if (summary.name != name_) continue;
      Estimate estimate;
      const double by = divisor(result);
      const auto [low, high] = summary.mean_interval;
      if (summary.mean) estimate.simulated = *summary.mean / by;
      estimate.interval = {std::min(low / by, high / by), std::max(low / by, high / by)};
      if (summary.exact_mean) estimate.exact = *summary.exact_mean / by;
      return estimate;
    }
    if (is_of_some()) return {};
    throw InputError({result.name}, fmt::format("'{}' is not reported", name_), "");
  }
  return probability(result, confidence, kind,
                     [&](double value) { return !event_ || event_->counts(value); });
}

Estimate Quantity::chance(const SituationOdds& result, double confidence) const {
  return probability(result, confidence, Chance::Kind::measure, [](double) { return true; });
}

template <class Counts>
Estimate Quantity::probability(const SituationOdds& result, double confidence, Chance::Kind kind,
                               const Counts& counts) const {
  const Odds& odds = result.odds;
  const Chance once = sum_of(odds, [&](const Chance& chance) {
    return chance.kind == kind && chance.name == name_ && counts(chance.value);
  });
  return estimate(repeats_ ? repeated(once, *repeats_) : once, odds.trials, confidence);
}

std::string Quantity::number(double value) const {
  return probability_ ? percent(value) : fmt::format("{:.3f}", value);
}

std::string Quantity::difference(double value) const {
  const double shown = probability_ ? 100 * value : value;
  if (shown == 0) return "0";
  return fmt::format("{:+.{}f}", shown, decimals(shown, probability_ ? 2 : 3));
}

std::string Quantity::difference_title() const {
  return title() + (probability_ ? " (points)" : "");
}

Interval difference_interval(const Estimate& a, const Estimate& b) {
  const double difference = a.best() - b.best();
  const auto [a_low, a_high] = a.range();
  const auto [b_low, b_high] = b.range();
  return {difference - std::hypot(a.best() - a_low, b_high - b.best()),
          difference + std::hypot(a_high - a.best(), b.best() - b_low)};
}

}  // namespace combat_odds
