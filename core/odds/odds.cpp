#include "core/odds/odds.hpp"

#include <algorithm>
#include <boost/histogram/utility/wilson_interval.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <tuple>

#include "core/best/best_play.hpp"
#include "core/dice/in_parts.hpp"
#include "core/dice/known_as.hpp"
#include "core/exact/explored_rule.hpp"
#include "core/odds/solved_rule.hpp"
#include "core/odds/statistics.hpp"
#include "core/play/blocks.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/text/doing.hpp"
#include "core/text/error.hpp"

namespace combat_odds {
namespace {

/// The lines of a report, and the leaves of each.
class LeavesByLine {
 public:
  explicit LeavesByLine(const std::vector<Outcome>& leaves) {
    constexpr std::size_t some = 8;
    std::vector<std::pair<std::uint32_t, std::size_t>> taken;  // line, leaf
    taken.reserve(leaves.size() * some);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const auto take = [&](std::uint32_t line) { taken.emplace_back(line, i); };
      take(lines_.label(leaves[i].label()));
      lines_.others(leaves[i], take);
    }
    ends_.resize(lines_.size() + 1, 0);
    for (const auto& [line, leaf] : taken) ++ends_[line + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    leaves_.resize(taken.size());
    // Each line's place moves from its first leaf to behind its last.
    for (const auto& [line, leaf] : taken) leaves_[ends_[line]++] = leaf;
  }

  std::vector<OddsLines::Line> lines() const { return lines_.in_order(); }
  /// In their order.
  std::span<const std::size_t> leaves(const OddsLines::Line& line) const {
    const std::size_t first = line.number == 0 ? 0 : ends_[line.number - 1];
    return std::span(leaves_).subspan(first, ends_[line.number] - first);
  }

 private:
  OddsLines lines_;
  std::vector<std::size_t> ends_;  ///< by line: behind its last leaf
  std::vector<std::size_t> leaves_;
};

/// The results of exploring a rule, as far as the options need them.
struct Known {
  std::unique_ptr<ExploredRule> rule;
  const ExploredRule* exact = nullptr;    ///< set if the rule was solved
  const DecisionGraph* graph = nullptr;   ///< to play on; null if it is too large
  const StateExplorer* states = nullptr;  ///< to play on instead, if all states fit
  std::vector<Chance> chances;  ///< exact, of a rule whose leaves are not solved one by one
};

/// In a larger graph, too few trials of a block come to each node to be rolled together. Blocks
/// that are played through states are larger.
constexpr std::size_t most_walked_nodes = 500'000;

/// Of a rule with more states, trials are played without a graph: a million of them are played in
/// less time than it takes to find the states. The same where the exact odds are wanted, too, so
/// that a seed's digits do not depend on the method.
constexpr std::size_t most_walked_states = 100'000;

bool has_few_states(const ExploredRule& rule) { return rule.states_found() <= most_walked_states; }

/// A rule that works its odds out itself needs a graph for its trials alone, and that if it is
/// small.
Known explore(const Rule& rule, const SolvedRule& solved, const OddsOptions& options) {
  Known known;
  try {
    if (options.method != Method::monte_carlo) {
      known.chances = solved.exact_chances(options.control);
    }
    if (options.method != Method::exact && solved.has_small_graph()) {
      known.rule = std::make_unique<ExploredRule>(rule, ExploredRule::For::graph, options.control);
      known.graph = &known.rule->graph();
    }
  } catch (const GraphTooLarge& error) {
    if (options.method == Method::exact) {
      throw SystemError(std::string("no exact solution is feasible: ") + error.what());
    }
  }
  return known;
}

Known explore(const Rule& rule, const OddsOptions& options) {
  if (const auto* const solved = known_as<SolvedRule>(&rule)) {
    return explore(rule, *solved, options);
  }
  using For = ExploredRule::For;
  const Method method = options.method;
  Known known;
  try {
    const For wanted = method == Method::exact         ? For::odds
                       : method == Method::monte_carlo ? For::graph
                                                       : For::both;
    const bool until_precise = options.precision > 0;
    const std::size_t most_rolls = until_precise ? most_graph_nodes : most_walked_nodes;
    known.rule =
        std::make_unique<ExploredRule>(rule, wanted, options.control, options.kept,
                                       until_precise ? most_graph_nodes : most_walked_states);
    if (method != Method::monte_carlo) {
      known.rule->solve(most_rolls);
      known.chances = known.rule->chances();
      if (known.chances.empty()) known.exact = known.rule.get();
    }
    if (method != Method::exact && (has_few_states(*known.rule) || until_precise)) {
      known.graph = &known.rule->graph(most_rolls);
    }
  } catch (const GraphTooLarge& error) {
    if (method == Method::exact) {
      throw SystemError(std::string("no exact solution is feasible: ") + error.what());
    }
    if (known.rule != nullptr && has_few_states(*known.rule)) known.states = known.rule->states();
  }
  return known;
}

/// The same in its share of the time. A rule whose share was too short is played without a graph.
Known explore_in_time(const Rule& rule, const OddsOptions& options) {
  if (options.control == nullptr || options.method == Method::exact) return explore(rule, options);
  RunControl exploring;
  exploring.stop_when([&all = *options.control, is_over = options.control->share()] {
    return all.stopped() || (is_over && is_over());
  });
  OddsOptions shared = options;
  shared.control = &exploring;
  try {
    return explore(rule, shared);
  } catch (const Interrupted&) {
    if (options.control->stopped()) throw;
    return {};
  }
}

/// Said before the trials begin.
const char* way_of(const Known& known, Method method) {
  if (method != Method::both) return nullptr;
  const bool is_exact = known.exact != nullptr || !known.chances.empty();
  return is_exact ? "exact odds are found, simulated beside them"
                  : "too large for exact odds: simulated";
}

/// The counts of the leaves, from trials that were played without a graph.
std::vector<std::uint64_t> counts_of_leaves(const std::vector<Outcome>& leaves,
                                            const Tally& played) {
  boost::unordered_flat_map<std::string_view, std::vector<std::size_t>> by_label;
  for (std::size_t i = 0; i < leaves.size(); ++i) by_label[leaves[i].label()].push_back(i);
  std::vector<std::uint64_t> counts(leaves.size(), 0);
  for (std::size_t i = 0; i < played.outcomes.size(); ++i) {
    const std::vector<std::size_t>& alike = by_label[played.outcomes[i].label()];
    const auto leaf = std::find_if(alike.begin(), alike.end(),
                                   [&](std::size_t l) { return leaves[l] == played.outcomes[i]; });
    if (leaf == alike.end()) throw std::logic_error("an outcome that was not explored");
    counts[*leaf] += played.counts[i];
  }
  return counts;
}

Odds report(const std::vector<Outcome>& leaves, const std::vector<std::uint64_t>& counts,
            std::uint64_t trials, const ExploredRule* exact) {
  const LeavesByLine by_line(leaves);
  const std::vector<OddsLines::Line> lines = by_line.lines();
  Odds odds;
  odds.trials = trials;
  odds.chances.reserve(lines.size());
  for (const OddsLines::Line& line : lines) {
    const std::span<const std::size_t> own = by_line.leaves(line);
    Chance& chance = odds.chances.emplace_back(line.chance());
    if (!counts.empty()) {
      for (const std::size_t leaf : own) chance.count += counts[leaf];
    }
    if (exact != nullptr) chance.exact = exact->sum(own);
  }
  return odds;
}

/// The exact chances with what was counted of each.
Odds report(std::vector<Chance> exact, const Odds& played) {
  using Key = std::tuple<Chance::Kind, std::string_view, double>;
  const auto key = [](const Chance& of) { return Key(of.kind, of.name, of.value); };
  std::map<Key, Chance*> known;
  for (Chance& chance : exact) known.emplace(key(chance), &chance);
  for (const Chance& chance : played.chances) {
    const auto here = known.find(key(chance));
    if (here != known.end()) {
      here->second->count = chance.count;
    } else if (chance.count > 0) {
      throw std::logic_error("an outcome without an exact chance: " + chance.name);
    }
  }
  return {played.trials, std::move(exact)};
}

Odds report(const Known& known, const Tally& tally) {
  if (!known.chances.empty()) {
    const std::vector<Outcome>& leaves =
        tally.outcomes.empty() && known.graph != nullptr ? known.graph->leaves : tally.outcomes;
    return report(known.chances, report(leaves, tally.counts, tally.trials, nullptr));
  }
  if (known.exact == nullptr && known.graph == nullptr) {
    return report(tally.outcomes, tally.counts, tally.trials, nullptr);
  }
  const std::vector<Outcome>& leaves = known.rule->leaves();
  return report(leaves, tally.outcomes.empty() ? tally.counts : counts_of_leaves(leaves, tally),
                tally.trials, known.exact);
}

/// Whether the intervals of all chances and means are narrow enough.
bool is_precise(const Odds& odds, const OddsOptions& options) {
  const auto is_narrow = [&](const Chance& chance) {
    return is_precise(chance.count, odds.trials, options);
  };
  if (!std::all_of(odds.chances.begin(), odds.chances.end(), is_narrow)) return false;
  const std::vector<MeasureSummary> means = summaries(odds, options.confidence);
  return std::all_of(means.begin(), means.end(), [&](const MeasureSummary& of) {
    return (of.mean_interval.high - of.mean_interval.low) / 2 <= options.precision;
  });
}

/// The odds in ones of each measure, not in the parts that the rule's outcomes count.
Odds in_ones(Odds odds, const Rule& rule) {
  if (known_as<InParts>(&rule) == nullptr) return odds;
  for (Chance& chance : odds.chances) {
    if (chance.kind == Chance::Kind::measure) chance.value /= parts_of(rule, chance.name);
  }
  return odds;
}

Tally simulate_to_precision(const Rule& rule, const DecisionGraph& graph, const StreamKey& key,
                            const OddsOptions& options) {
  const RollingGraph rolling(graph);
  const std::uint64_t block = rolling.block_trials(options.trials);
  Tally total{0, std::vector<std::uint64_t>(graph.leaves.size(), 0), {}, block};
  play_until(
      {options.trials, 0, options.shard, options.control}, block,
      [&](const BlockRange& range) { total.add(simulate(rolling, key, range, block)); },
      [&] {
        return is_precise(in_ones(report(graph.leaves, total.counts, total.trials, nullptr), rule),
                          options);
      });
  return total;
}

/// 21 for 21.000000000000014: adding up products of doubles leaves such rounding.
double whole_if_near(double mean) {
  constexpr double rounding = 1e-12;
  const double whole = std::round(mean);
  return std::abs(mean - whole) <= rounding * std::max(1.0, std::abs(mean)) ? whole : mean;
}

}  // namespace

Interval wilson_interval(std::uint64_t count, std::uint64_t trials, double confidence) {
  if (trials == 0) return {0, 1};
  namespace utility = boost::histogram::utility;
  const utility::wilson_interval<double> wilson{utility::deviation(normal_deviations(confidence))};
  const auto [low, high] = wilson(static_cast<double>(count), static_cast<double>(trials - count));
  return {count == 0 ? 0.0 : std::max(low, 0.0), count == trials ? 1.0 : std::min(high, 1.0)};
}

Estimate estimate(std::uint64_t count, std::uint64_t trials, double confidence) {
  Estimate estimate;
  if (trials == 0) return estimate;
  estimate.simulated = static_cast<double>(count) / static_cast<double>(trials);
  estimate.interval = wilson_interval(count, trials, confidence);
  return estimate;
}

Estimate simulated_estimate(const Chance& chance, std::uint64_t trials, double confidence) {
  Estimate estimate = combat_odds::estimate(chance.count, trials, confidence);
  if (trials == 0 || !chance.repeats) return estimate;
  const auto [low, high] = chance.repeats->range(estimate.interval.low, estimate.interval.high);
  estimate.simulated = chance.simulated(trials);
  estimate.interval = {low, high};
  return estimate;
}

Estimate estimate(const Chance& chance, std::uint64_t trials, double confidence) {
  Estimate estimate = simulated_estimate(chance, trials, confidence);
  if (chance.exact) {
    estimate.exact = chance.exact->value;
    estimate.fraction = chance.exact->fraction;
  }
  return estimate;
}

bool is_precise(std::uint64_t count, std::uint64_t trials, const OddsOptions& options) {
  const Interval interval = wilson_interval(count, trials, options.confidence);
  return (interval.high - interval.low) / 2 <= options.precision;
}

double normal_deviations(double confidence) { return normal_quantile(0.5 + confidence / 2); }

bool is_confidence(double confidence) {
  constexpr double least = 1e-12;
  return confidence >= least && confidence <= 1 - least;
}

Odds odds_of(const Rule& rule, std::uint64_t situation, const OddsOptions& options,
             Tally* counted) try {
  tell_way(nullptr);
  find_policy(rule, options.control);
  const Known known = explore_in_time(rule, options);
  tell_way(way_of(known, options.method));
  const StreamKey key{options.seed, situation, 0};
  const BlockRange range{options.trials, 0, options.shard, options.control};
  Tally own;
  Tally& tally = counted != nullptr ? *counted : own;
  if (options.method != Method::exact) {
    tally = known.graph == nullptr  ? simulate_directly(rule, key, range, known.states)
            : options.precision > 0 ? simulate_to_precision(rule, *known.graph, key, options)
                                    : simulate(RollingGraph(*known.graph), key, range);
  }
  Odds odds = in_ones(report(known, tally), rule);
  if (options.method != Method::exact) {
    odds.due = range.size(tally.block);
    odds.way = known.graph != nullptr    ? Odds::Way::graph
               : known.states != nullptr ? Odds::Way::states
                                         : Odds::Way::rolls;
  }
  return odds;
} catch (const Interrupted&) {
  return {};
}

bool is_complete(const Odds& odds, const OddsOptions& options) {
  if (options.method == Method::exact) return !odds.chances.empty();
  if (odds.trials >= odds.due.value_or(options.trials)) return true;
  return options.precision > 0 && odds.trials > 0 && is_precise(odds, options);
}

Odds odds_of(const Rule& rule, const Tally& counted, Method method) {
  const bool directly = !counted.outcomes.empty();
  Known known;
  if (!directly || method != Method::monte_carlo) {
    // The exact odds and the graph have the same leaves, or the odds have none.
    const Method wanted = method == Method::both ? Method::exact : method;
    try {
      OddsOptions unhurried;
      unhurried.method = wanted;
      unhurried.precision = 1;  // allows the largest graph: the counts may be those of its leaves
      known = explore(rule, unhurried);
    } catch (const SystemError&) {  // played directly, or nothing was played
    }
  }
  if (!known.chances.empty() && !directly && !counted.counts.empty()) {
    known.rule = std::make_unique<ExploredRule>(rule, ExploredRule::For::graph, nullptr);
    known.graph = &known.rule->graph();  // its leaves were counted
  }
  const bool has_leaves = known.exact != nullptr || known.graph != nullptr;
  const std::size_t lines = directly     ? counted.outcomes.size()
                            : has_leaves ? known.rule->leaves().size()
                                         : 0;
  if (counted.counts.size() != lines && !(counted.counts.empty() && counted.trials == 0)) {
    throw std::invalid_argument("counts of another rule");
  }
  return in_ones(report(known, counted), rule);
}

namespace {

/// A measure that only some outcomes have is averaged over those outcomes: this is their share.
template <class Weight>
double reported(std::span<const Chance> values, const Weight& weight, double all_weights) {
  double share = 0;
  for (const Chance& value : values) share += weight(value);
  return share > all_weights * (1 - 1e-9) || share <= 0 ? all_weights : share;
}

template <class Weight>
std::pair<double, double> mean_and_deviation(std::span<const Chance> values, const Weight& weight,
                                             double share) {
  double mean = 0;
  for (const Chance& value : values) mean += value.value * weight(value);
  mean = whole_if_near(mean / share);
  double variance = 0;
  for (const Chance& value : values) {
    variance += (value.value - mean) * (value.value - mean) * weight(value);
  }
  return {mean, std::sqrt(std::max(variance / share, 0.0))};
}

void add_percentiles(MeasureSummary& summary, std::span<const Chance> values,
                     std::uint64_t trials) {
  const auto best = [&](const Chance& value) { return value.best(trials); };
  const double all_reported = reported(values, best, 1);
  const bool came_up = std::ranges::any_of(values, [&](const Chance& of) { return best(of) > 0; });
  summary.chance = came_up ? all_reported : 0;
  const auto percentile = [&](double share) {
    double below = 0;
    for (const Chance& value : values) {
      below += best(value);
      if (below >= share * all_reported - 1e-12) return value.value;
    }
    return values.back().value;
  };
  summary.p05 = percentile(0.05);
  summary.p25 = percentile(0.25);
  summary.median = percentile(0.5);
  summary.p75 = percentile(0.75);
  summary.p95 = percentile(0.95);
}

/// `values` are the lines of one measure, at least one.
MeasureSummary summary_of(std::span<const Chance> values, std::uint64_t trials, double confidence) {
  MeasureSummary summary;
  summary.name = values.front().name;
  if (trials > 0) {
    // From counts, not shares: a division of whole numbers gives the nearest double.
    const auto counted = [](const Chance& value) { return static_cast<double>(value.count); };
    const double counts = reported(values, counted, static_cast<double>(trials));
    const auto [mean, deviation] = mean_and_deviation(values, counted, counts);
    const double half = normal_deviations(confidence) * deviation / std::sqrt(counts);
    if (std::ranges::any_of(values, [](const Chance& value) { return value.count > 0; })) {
      summary.mean = mean;
    }
    summary.mean_interval = {mean - half, mean + half};
    summary.standard_deviation = deviation;
  }
  if (values.front().exact) {
    const auto exact = [](const Chance& value) { return value.exact->value; };
    const auto [mean, deviation] = mean_and_deviation(values, exact, reported(values, exact, 1));
    summary.exact_mean = mean;
    summary.standard_deviation = deviation;
  }
  add_percentiles(summary, values, trials);
  return summary;
}

}  // namespace

std::vector<MeasureSummary> summaries(const Odds& odds, double confidence) {
  std::vector<MeasureSummary> all;
  const std::span<const Chance> chances = odds.chances;
  for (std::size_t first = 0; first < chances.size();) {
    std::size_t last = first + 1;
    while (last < chances.size() && chances[last].kind == chances[first].kind &&
           chances[last].name == chances[first].name) {
      ++last;
    }
    if (chances[first].kind == Chance::Kind::measure) {
      all.push_back(summary_of(chances.subspan(first, last - first), odds.trials, confidence));
    }
    first = last;
  }
  return all;
}

}  // namespace combat_odds
