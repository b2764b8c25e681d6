#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/exact/exact.hpp"
#include "core/explore/run_control.hpp"

namespace combat_odds {

/// How much arithmetic an exact solution may take, in products of 64-bit words.
class WorkLimit {
 public:
  explicit WorkLimit(double products, const RunControl* control = nullptr)
      : left_(products), control_(control) {}
  /// Throws GraphTooLarge where that is more than is left, and Interrupted where the control says
  /// stop.
  void spend(double products);

 private:
  double left_;
  const RunControl* control_;
};

/// The exact distribution of a whole number: its values, each with a weight out of a common total.
/// Weights are whole numbers of any size.
class Distribution {
 public:
  using Weight = boost::multiprecision::cpp_int;
  using Value = std::int64_t;
  using Entry = std::pair<Value, Weight>;

  /// Always `value`.
  explicit Distribution(Value value = 0) : entries_{{value, 1}}, total_(1) {}
  /// In any order; weights of equal values are added up, and entries of weight 0 left out. At least
  /// one weight is above 0.
  explicit Distribution(std::vector<Entry> entries);

  const std::vector<Entry>& entries() const { return entries_; }  ///< by rising value
  const Weight& total() const { return total_; }
  bool certain() const { return entries_.size() == 1; }
  Value least() const { return entries_.front().first; }
  Value most() const { return entries_.back().first; }
  /// The 64-bit words of the total.
  double words() const;

  /// The distribution of change(value).
  Distribution mapped(FunctionRef<Value(Value)> change) const;
  /// The value and `by` more.
  Distribution shifted(Value by) const;
  /// The weight of the values for which `holds` is true.
  Weight weight(FunctionRef<bool(Value)> holds) const;

  /// The probability of each entry.
  std::vector<ExactProbability> probabilities() const;

 private:
  Distribution(std::vector<Entry> entries, Weight total)
      : entries_(std::move(entries)), total_(std::move(total)) {}
  friend Distribution sum(const Distribution& one, const Distribution& other, WorkLimit& limit);
  friend Distribution sum_of(const Distribution& each, int count, WorkLimit& limit);

  std::vector<Entry> entries_;
  Weight total_;
};

// Of independent numbers:

/// one + other.
Distribution sum(const Distribution& one, const Distribution& other, WorkLimit& limit);
/// `count` (0 or more) like numbers added up.
Distribution sum_of(const Distribution& each, int count, WorkLimit& limit);
/// join(one, other), value by value: use sum() or compared() where they do.
Distribution joined(const Distribution& one, const Distribution& other,
                    FunctionRef<Distribution::Value(Distribution::Value, Distribution::Value)> join,
                    WorkLimit& limit);
/// -1, 0 or 1: whether `one` is less than, equal to or more than `other`.
Distribution compared(const Distribution& one, const Distribution& other, WorkLimit& limit);
/// The larger of the two.
Distribution larger(const Distribution& one, const Distribution& other, WorkLimit& limit);

/// Several distributions, each with its chance: what comes of a choice.
class Mixture {
 public:
  explicit Mixture(WorkLimit& limit) : limit_(limit) {}
  /// `part` with the chance weight / total.
  void add(const Distribution::Weight& weight, const Distribution::Weight& total,
           const Distribution& part);
  Distribution mixed() &&;

 private:
  WorkLimit& limit_;
  std::vector<Distribution::Entry> entries_;  ///< over common_
  Distribution::Weight common_ = 1;
};

/// count! / (chosen! * (count - chosen)!), remembered.
const Distribution::Weight& binomial(int count, int chosen);

}  // namespace combat_odds
