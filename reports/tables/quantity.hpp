#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "ask/evaluate.hpp"
#include "ask/measure_event.hpp"
#include "ask/repeated_event.hpp"

namespace combat_odds {

/// What a comparison or a pivot asks of every situation: the probability of an outcome or event
/// ("broken"), the mean of a measure ("casualties"), or the probability that a measure is a value,
/// at least or at most that ("casualties=2", "casualties>=2", "casualties<=2"), or the mean of a
/// measure for each of another that no dice change ("squads/cpp"), or a chance by another
/// ("knocked_out/target_hit": given a hit, since it takes one); or that an outcome, event or
/// such a value comes so often ("broken>=1 of 3", see RepeatedEvent). Where a name stands for
/// several, the outcome is meant, then the event; "event broken", "outcome broken" and "mean
/// broken" tell them apart.
class Quantity {
 public:
  /// Throws InputError that names `option`, with the nearest name that occurs, where the situations
  /// know no such name; where some report a probability under it and others a measure; and where
  /// what a measure is divided by varies with the dice or is 0.
  Quantity(const std::string& text, const std::string& option,
           std::span<const SituationOdds> results);

  /// Throws the same for what can be told before anything is simulated: words that no procedure of
  /// the situations lists, and what is no form of asking.
  static void check(const std::string& text, const std::string& option,
                    std::span<const Situation> situations);

  /// Throws InputError at `option` where it asks for an outcome or event that can't come up in any
  /// of the situations, with a name that can. Without exact odds nobody knows.
  void check_occurs(const std::string& option, std::span<const SituationOdds> results) const;

  /// As it was asked for.
  const std::string& text() const { return text_; }
  /// "P(broken)", "mean casualties" or "mean turn where cleared".
  std::string title() const;
  /// Whether it is the mean of a measure that exists only where something happens.
  bool is_of_some() const { return !where_.empty(); }
  /// What must happen for it to exist, as Term::where_text().
  const std::string& where() const { return where_; }
  /// How likely that is.
  Estimate chance(const SituationOdds& result, double confidence) const;
  /// Whether it lies between 0 and 1 (a mean does not).
  bool is_probability() const { return probability_; }
  /// Whether it is the mean of a measure alone, no ratio of two.
  bool is_mean() const { return !probability_ && divided_by_.empty(); }

  Estimate of(const SituationOdds& result, double confidence) const;

  /// "2.78 %" or "1.234".
  std::string number(double value) const;
  /// The same of an estimate; "-" for one that does not exist.
  std::string number(const Estimate& estimate) const {
    return estimate.exists() ? number(estimate.best()) : "-";
  }
  /// A difference of two: "+2.78", of probabilities in percentage points.
  std::string difference(double value) const;
  /// What it is a difference of: "P(broken) (points)" or "mean casualties".
  std::string difference_title() const;

 private:
  explicit Quantity(const std::string& text) : text_(text), name_(text) {}
  /// Takes the text apart; gives what it says that its name is.
  std::optional<Chance::Kind> read(const std::vector<std::string>& names,
                                   const std::string& option);
  void read_ratio(const std::vector<std::string>& names, const std::string& option);
  /// The probability of the values of the name that `counts` says so of.
  template <class Counts>
  Estimate probability(const SituationOdds& result, double confidence, Chance::Kind kind,
                       const Counts& counts) const;
  /// Whether a ratio is one of outcomes or events. Throws InputError where they are not exact.
  bool divides_chances(std::span<const SituationOdds> results, const std::string& option) const;
  Estimate ratio_of_chances(const SituationOdds& result) const;
  /// What a ratio divides by in one situation: 1 where this is no ratio.
  double divisor(const SituationOdds& result) const;

  std::string text_;
  std::string name_;
  std::string divided_by_;             ///< of a ratio: the measure of the divisor
  std::optional<MeasureEvent> event_;  ///< that the measure is so much
  std::optional<Repeats> repeats_;     ///< that it comes so often
  std::string where_;
  bool probability_ = true;
  bool of_chances_ = false;                    ///< a ratio of them
  std::map<std::string, Chance::Kind> kinds_;  ///< what the name is, by procedure
};

/// The confidence interval of a - b of independent estimates, from the interval of each: for two
/// means the normal interval, for two proportions Newcombe's from their Wilson intervals (method
/// 10), which holds up where something was never or always seen. An exact number adds nothing.
Interval difference_interval(const Estimate& a, const Estimate& b);

}  // namespace combat_odds
