#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/exact/common_denominator.hpp"
#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds {

struct StateChain;

/// The probabilities of all leaves as whole numbers over one common denominator.
class LeafNumbers {
 public:
  LeafNumbers() = default;
  /// Numbers of `width` words each over the product of the bases to these powers. Those of
  /// `rounded` leaves, in rising order, are not exact: their sums have no fraction.
  LeafNumbers(Bases bases, std::vector<Bases::Exponent> denominator, std::size_t width,
              std::vector<std::uint64_t> numbers, std::vector<std::size_t> rounded = {})
      : bases_(std::move(bases)),
        denominator_(std::move(denominator)),
        width_(width),
        numbers_(std::move(numbers)),
        rounded_(std::move(rounded)),
        whole_denominator_(whole_denominator()) {}

  std::size_t size() const { return width_ == 0 ? 0 : numbers_.size() / width_; }

  /// A sum of leaves in lowest terms.
  struct Fraction {
    boost::multiprecision::cpp_int top;
    boost::multiprecision::cpp_int bottom;
  };
  template <class Leaves>
  Fraction sum(const Leaves& leaves) const {
    std::vector<std::uint64_t> sum(width_, 0);
    for (const std::size_t leaf : leaves) add(sum, leaf);
    return reduced(std::move(sum));
  }
  /// The same as a probability.
  ExactProbability probability(std::span<const std::size_t> leaves) const;

 private:
  template <class Graph, class Flow>
  friend class Propagation;
  void add(std::vector<std::uint64_t>& sum, std::size_t leaf) const;
  boost::multiprecision::cpp_int whole_denominator() const;
  /// Whether the sum in lowest terms has too many digits to be printed, seen without dividing.
  bool is_long(const std::vector<std::uint64_t>& sum) const;
  Fraction reduced(std::vector<std::uint64_t> sum) const;

  Bases bases_;
  std::vector<Bases::Exponent> denominator_;
  std::size_t width_ = 0;  ///< words of each number, the lowest first
  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> rounded_;
  boost::multiprecision::cpp_int whole_denominator_ = 0;  ///< 0: not worked out
};

/// Walks a graph from its root and returns the numbers of all leaves. An edge must lead onwards or
/// back to its own node. Throws Interrupted soon after `control` (may be null) says stop.
LeafNumbers propagate(const DecisionGraph& graph, const RunControl* control);
LeafNumbers propagate(const StateChain& chain, const RunControl* control);

}  // namespace combat_odds
