#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/exact/exact.hpp"
#include "core/exact/odds_lines.hpp"
#include "core/explore/run_control.hpp"

namespace combat_odds {

struct Tally;
class KeptStates;

enum class Method { both, monte_carlo, exact };

/// An interval that covers the true probability with the stated confidence.
struct Interval {
  double low = 0;
  double high = 1;
};

/// Wilson's score interval for `count` out of `trials`. What was never seen gets an upper bound.
Interval wilson_interval(std::uint64_t count, std::uint64_t trials, double confidence);

/// How many standard deviations of a normal distribution `confidence` takes to both sides.
double normal_deviations(double confidence);

/// Whether intervals of this confidence can be told from points and from everything.
bool is_confidence(double confidence);

struct OddsOptions {
  Method method = Method::both;
  std::uint64_t trials = 1'000'000;
  std::uint64_t seed = 1;
  /// Stops once half the width of every interval that is shown is at most this: those of chances
  /// and of means. 0: never. Checked after 1, 2, 4, 8 ... blocks; at most `trials` trials are
  /// played.
  double precision = 0;
  double confidence = 0.95;  ///< of the intervals that `precision` limits
  Shard shard = {};
  RunControl* control = nullptr;
  /// States kept between situations that differ only in their SharedSteps; null: none. The odds do
  /// not depend on it.
  KeptStates* kept = nullptr;
};

/// Whether the interval of `count` out of `trials` is as narrow as options.precision asks.
bool is_precise(std::uint64_t count, std::uint64_t trials, const OddsOptions& options);

/// A number as a report gives it: simulated, exact, or both.
struct Estimate {
  std::optional<double> simulated;
  Interval interval;  ///< of the simulated number
  std::optional<double> exact;
  std::string fraction;  ///< of the exact number, where it is known and short

  /// The exact number where it is known, else the simulated one.
  double best() const { return exact ? *exact : simulated.value_or(0); }
  /// False for the mean of a measure that never exists here, such as the turn in which something
  /// happens that can't happen.
  bool exists() const { return exact || simulated; }
  /// Where the true number may lie: a single point where it is known exactly.
  Interval range() const { return exact ? Interval{*exact, *exact} : interval; }
  /// The ends of the interval; nothing where nothing was simulated.
  std::optional<double> low() const { return simulated ? std::optional(interval.low) : simulated; }
  std::optional<double> high() const {
    return simulated ? std::optional(interval.high) : simulated;
  }
};

/// `count` out of `trials`, with its Wilson interval; nothing where there are no trials.
Estimate estimate(std::uint64_t count, std::uint64_t trials, double confidence);
/// What the trials say of a chance; where it is that something comes so often, the ends of the
/// interval are those of one time, each that often over.
Estimate simulated_estimate(const Chance& chance, std::uint64_t trials, double confidence);
/// A chance of which `trials` were played, with its exact probability where that is known.
Estimate estimate(const Chance& chance, std::uint64_t trials, double confidence);

/// What a measure comes to on average, and how it spreads.
struct MeasureSummary {
  std::string name;
  /// How likely it is that the measure exists at all, exact where known. What follows is of those
  /// cases.
  double chance = 1;
  std::optional<double> mean;  ///< simulated
  Interval mean_interval;      ///< of the simulated mean (normal approximation)
  std::optional<double> exact_mean;
  double standard_deviation = 0;  ///< exact where known, and so are the percentiles
  double p05 = 0;
  double p25 = 0;
  double median = 0;
  double p75 = 0;
  double p95 = 0;

  /// The exact mean where it is known, else the simulated one.
  double best_mean() const { return exact_mean ? *exact_mean : mean.value_or(0); }
};

/// Whether the measure exists only in some cases.
inline bool is_of_some(const MeasureSummary& summary) { return summary.chance < 1; }

/// The odds of one situation.
struct Odds {
  /// How the trials were played: on a decision graph; on all the states that there are, where that
  /// would be too large; roll by roll, where those are too many as well.
  enum class Way { graph, states, rolls };

  std::uint64_t trials = 0;     ///< 0 with Method::exact
  std::vector<Chance> chances;  ///< outcomes, events, then measures by value
  Way way = Way::graph;
  std::optional<std::uint64_t> due = {};  ///< trials of the shard; without: all that were asked for
};

/// Explores the rule, solves and simulates it as the options say. `situation` keys the random words
/// (see StreamKey). Where the rule has too many paths for a decision graph, it is simulated state
/// by state, or roll by roll; then there is no exact solution, which with Method::exact is a
/// SystemError. No chances and no trials where options.control stopped it before there was anything
/// to tell. What was counted comes back in `counted`, too, unless that is null.
Odds odds_of(const Rule& rule, std::uint64_t situation, const OddsOptions& options,
             Tally* counted = nullptr);

/// Whether `odds` are all that was asked for: every trial of the shard, or intervals as narrow as
/// options.precision asks. False where options.control ended the simulation, or the exact solution,
/// before that.
bool is_complete(const Odds& odds, const OddsOptions& options);

/// The odds by what was counted before, perhaps by several machines, as they would have come out in
/// one go. Throws std::invalid_argument where the counts are not those of this rule.
Odds odds_of(const Rule& rule, const Tally& counted, Method method);

/// One summary for every measure, in the order of the chances.
std::vector<MeasureSummary> summaries(const Odds& odds, double confidence);

}  // namespace combat_odds
