#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace combat_odds {

/// The outcome of one trial of a rule: a label, the events that happened, and integer measures. A
/// value: equal outcomes are the same leaf of a decision graph.
///
/// Names of events and measures are string literals (the Outcome keeps views of them). A rule
/// reports a measure in every outcome, so that its distribution sums to 1, or only in the outcomes
/// where it means something; its mean is then the mean over those.
class Outcome {
 public:
  using Events = boost::container::small_vector<std::string_view, 4>;
  using Measures = boost::container::small_vector<std::pair<std::string_view, int>, 6>;

  Outcome() = default;
  explicit Outcome(std::string label) : label_(std::move(label)) {}

  /// Records the event `name` if `happened`.
  Outcome& event(std::string_view name, bool happened = true) {
    if (happened && !this->happened(name)) events_.push_back(name);
    return *this;
  }
  Outcome& measure(std::string_view name, int value) {
    measures_.emplace_back(name, value);
    return *this;
  }

  /// The same, only where it exists: the turn in which something happened.
  Outcome& measure_if(bool exists, std::string_view name, int value) {
    return exists ? measure(name, value) : *this;
  }

  const std::string& label() const { return label_; }
  const Events& events() const { return events_; }
  const Measures& measures() const { return measures_; }
  bool happened(std::string_view name) const {
    return std::find(events_.begin(), events_.end(), name) != events_.end();
  }

  friend bool operator==(const Outcome&, const Outcome&) = default;

 private:
  std::string label_;
  Events events_;
  Measures measures_;
};

}  // namespace combat_odds
