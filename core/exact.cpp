#include "combat_odds/core/exact.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <variant>

#include "combat_odds/core/absorbing_chain.hpp"
#include "combat_odds/core/nearest_double.hpp"

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;
__extension__ using Wide = unsigned __int128;

constexpr std::size_t most_digits = 40;

/// Thrown where 128 bits are not enough.
struct Overflow {};

/// Whole numbers of 128 bits that notice when they overflow: most situations need no more.
class Checked {
 public:
  Checked(std::uint64_t value = 0) : value_(value) {}  // NOLINT(google-explicit-constructor)

  friend Checked operator*(Checked a, Checked b) {
    Checked result;
    if (__builtin_mul_overflow(a.value_, b.value_, &result.value_)) throw Overflow{};
    return result;
  }
  friend Checked operator+(Checked a, Checked b) {
    Checked result;
    if (__builtin_add_overflow(a.value_, b.value_, &result.value_)) throw Overflow{};
    return result;
  }
  friend Checked operator/(Checked a, Checked b) {
    Checked result;
    result.value_ = a.value_ / b.value_;
    return result;
  }
  friend bool operator==(Checked, Checked) = default;
  friend Checked gcd(Checked a, Checked b) {
    while (b.value_ != 0) {
      if (a.fits_64() && b.fits_64()) {
        return std::gcd(static_cast<std::uint64_t>(a.value_), static_cast<std::uint64_t>(b.value_));
      }
      const Wide rest = a.value_ % b.value_;
      a.value_ = b.value_;
      b.value_ = rest;
    }
    return a;
  }
  friend double ratio(Checked a, Checked b) {
    // A quotient of doubles is the nearest one; nearly all numbers are whole doubles.
    if (a.is_a_double() && b.is_a_double()) {
      return static_cast<double>(a.value_) / static_cast<double>(b.value_);
    }
    return nearest_double(a.unbounded(), b.unbounded());
  }
  friend std::string digits(Checked a) {
    if (a.fits_64()) return std::to_string(static_cast<std::uint64_t>(a.value_));
    std::string text;
    do {
      text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(a.value_ % 10)));
      a.value_ /= 10;
    } while (a.value_ != 0);
    return text;
  }

 private:
  bool fits_64() const { return value_ >> 64 == 0; }
  bool is_a_double() const { return value_ >> std::numeric_limits<double>::digits == 0; }
  cpp_int unbounded() const {
    return cpp_int(static_cast<std::uint64_t>(value_ >> 64)) << 64 |
           static_cast<std::uint64_t>(value_);
  }

  Wide value_ = 0;
};

double ratio(const cpp_int& a, const cpp_int& b) { return nearest_double(a, b); }
std::string digits(const cpp_int& a) { return a.str(); }

/// Numerators of the leaves over one common denominator.
template <class Whole>
struct Fractions {
  std::vector<Whole> numerators;
  Whole denominator = Whole(1);
};

template <class Whole>
Whole common_multiple(const Whole& a, const Whole& b) {
  if (a == b) return a;
  return a / gcd(a, b) * b;
}

/// Walks the graph from its root. The probability of arriving at target t is number[t] / over[t];
/// over[t] is the least common multiple of what its edges bring, found in a first pass.
template <class Whole>
Fractions<Whole> propagate(const DecisionGraph& graph, const RunControl* control) {
  const std::size_t nodes = graph.nodes.size();
  std::vector<Whole> over(nodes, Whole(0));
  std::vector<Whole> number(nodes, Whole(0));
  Fractions<Whole> leaves;
  leaves.numerators.assign(graph.leaves.size(), Whole(0));
  if (graph.root.is_leaf()) {
    leaves.numerators[graph.root.index()] = Whole(1);
    return leaves;
  }

  const auto heed_control = [&](std::size_t n) {
    if (n % 256 == 0 && control != nullptr && control->stopped()) throw Interrupted();
  };
  const auto out_throws = [&](std::size_t n) {
    std::uint64_t throws = graph.nodes[n].throws;
    for (const auto& edge : graph.edges_of(graph.nodes[n])) {
      if (edge.target == Target::node(n)) throws -= edge.throws;  // rolled again
    }
    return Whole(throws);
  };
  over[graph.root.index()] = Whole(1);
  for (std::size_t n = 0; n < nodes; ++n) {
    heed_control(n);
    const Whole below = over[n] * out_throws(n);
    for (const auto& edge : graph.edges_of(graph.nodes[n])) {
      if (edge.target == Target::node(n)) continue;
      Whole& there = edge.target.is_leaf() ? leaves.denominator : over[edge.target.index()];
      there = there == Whole(0) ? below : common_multiple(there, below);
    }
  }
  number[graph.root.index()] = Whole(1);
  for (std::size_t n = 0; n < nodes; ++n) {
    heed_control(n);
    const Whole below = over[n] * out_throws(n);
    for (const auto& edge : graph.edges_of(graph.nodes[n])) {
      if (edge.target == Target::node(n)) continue;
      const std::size_t t = edge.target.index();
      const bool is_leaf = edge.target.is_leaf();
      Whole& there = is_leaf ? leaves.numerators[t] : number[t];
      const Whole& denominator = is_leaf ? leaves.denominator : over[t];
      there = there + number[n] * Whole(edge.throws) * Whole(denominator / below);
    }
  }
  return leaves;
}

/// Whether every edge leads on, or back to its own node.
bool solvable_in_fractions(const DecisionGraph& graph) {
  if (graph.acyclic) return true;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    for (const auto& edge : graph.edges_of(graph.nodes[n])) {
      if (!edge.target.is_leaf() && edge.target.index() < n) return false;
    }
  }
  return true;
}

template <class Whole>
ExactProbability probability(const Fractions<Whole>& all, std::span<const std::size_t> leaves) {
  Whole sum(0);
  for (const std::size_t leaf : leaves) sum = sum + all.numerators[leaf];
  const Whole common = gcd(sum, all.denominator);
  const Whole top = sum / common;
  const Whole bottom = all.denominator / common;
  ExactProbability result;
  result.value = ratio(top, bottom);
  const std::string above = digits(top);
  const std::string below = digits(bottom);
  if (above.size() + below.size() <= most_digits) result.fraction = above + "/" + below;
  return result;
}

}  // namespace

struct ExactOdds::Solution {
  std::variant<Fractions<Checked>, Fractions<cpp_int>, std::vector<double>> leaves;
};

ExactOdds::ExactOdds(const DecisionGraph& graph, const RunControl* control)
    : solution_(std::make_unique<Solution>()) {
  if (!solvable_in_fractions(graph)) {
    solution_->leaves = absorption_probabilities(graph);
    return;
  }
  try {
    solution_->leaves = propagate<Checked>(graph, control);
  } catch (const Overflow&) {
    solution_->leaves = propagate<cpp_int>(graph, control);
  }
}

ExactOdds::~ExactOdds() = default;
ExactOdds::ExactOdds(ExactOdds&&) noexcept = default;
ExactOdds& ExactOdds::operator=(ExactOdds&&) noexcept = default;

bool ExactOdds::in_fractions() const { return solution_->leaves.index() != 2; }

double ExactOdds::leaf(std::size_t index) const {
  return std::visit(
      [&](const auto& leaves) {
        if constexpr (requires { leaves.numerators; }) {
          return ratio(leaves.numerators[index], leaves.denominator);
        } else {
          return leaves[index];
        }
      },
      solution_->leaves);
}

ExactProbability ExactOdds::sum(std::span<const std::size_t> leaves) const {
  return std::visit(
      [&](const auto& all) -> ExactProbability {
        if constexpr (requires { all.numerators; }) {
          return probability(all, leaves);
        } else {
          double sum = 0;
          for (const std::size_t leaf : leaves) sum += all[leaf];
          return {std::min(sum, 1.0), ""};
        }
      },
      solution_->leaves);
}

ExactProbability ExactOdds::sum(const std::function<bool(std::size_t)>& counted) const {
  std::vector<std::size_t> leaves;
  const std::size_t count = std::visit(
      [](const auto& all) {
        if constexpr (requires { all.numerators; }) {
          return all.numerators.size();
        } else {
          return all.size();
        }
      },
      solution_->leaves);
  for (std::size_t leaf = 0; leaf < count; ++leaf) {
    if (counted(leaf)) leaves.push_back(leaf);
  }
  return sum(leaves);
}

}  // namespace combat_odds
