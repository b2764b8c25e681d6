#include "core/exact/propagation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>

#include "core/exact/flow.hpp"
#include "core/exact/long_numbers.hpp"
#include "core/exact/nearest_double.hpp"
#include "core/exact/state_chain.hpp"
#include "core/text/doing.hpp"

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;
using namespace long_numbers;
using Exponent = Bases::Exponent;

/// Divides the number (at most the denominator) and the denominator by their common factors.
/// Returns the denominator that is left; empty if it takes more than 64 bits, or if a base is no
/// prime.
std::optional<Word> reduce(Wide& number, const Bases& bases,
                           std::span<const Exponent> denominator) {
  if (number == 0) return 1;
  Wide bottom = 1;
  for (std::size_t i = 0; i < bases.count(); ++i) {
    if (!bases.is_prime(i)) return std::nullopt;
    const Word base = bases.base(i);
    Exponent left = denominator[i];
    while (left > 0 && number >> word_bits != 0 && number % base == 0) {
      number /= base;
      --left;
    }
    if (number >> word_bits == 0) {
      auto rest = static_cast<Word>(number);
      if (base == 2) {
        const Exponent common = std::min(left, static_cast<Exponent>(std::countr_zero(rest)));
        rest >>= common;
        left -= common;
      }
      while (left > 0 && rest % base == 0) {
        rest /= base;
        --left;
      }
      number = rest;
    }
    bottom = product(bases.power(i, left), bottom);
    if (bottom == 0 || bottom >> word_bits != 0) return std::nullopt;
  }
  return static_cast<Word>(bottom);
}

cpp_int whole(std::span<const Word> number) {
  cpp_int result;
  boost::multiprecision::import_bits(result, number.rbegin(), number.rend(), word_bits);
  return result;
}

}  // namespace

/// The probability of arriving at a node is its number divided by its denominator, both within the
/// current round: every round begins with a denominator of 1, whatever the numbers are over by
/// then, so one table of denominators serves all rounds. A node's denominator is the least common
/// multiple of those that its edges bring; leaves and borders share one.
template <class Graph, class Flow>
class Propagation {
 public:
  Propagation(const Graph& graph, const RunControl* control)
      : graph_(graph), flow_(graph), control_(control) {
    find_bases();
    find_denominators();
    find_slots();
    constexpr std::size_t few = 1024;
    if (known_.size() <= few) ratios_.assign(known_.size() * known_.size(), 0);
  }

  LeafNumbers run() {
    const std::size_t rounds = graph_.rounds.size();
    const std::size_t round_bits = bases_.bits(end());
    const std::size_t played = std::max<std::size_t>(rounds, 1);
    leaf_width_ = words(played * round_bits);
    leaves_.assign(graph_.leaves.size() * leaf_width_, 0);
    for (std::size_t round = 0; round < played; ++round) {
      begin_round(round, round * round_bits, round_bits);
      play_round();
    }
    if (rounds > 0) end_rounds();
    LeafNumbers result;
    result.denominator_.assign(end(), end() + bases_.count());
    for (Exponent& exponent : result.denominator_) {
      exponent *= static_cast<Exponent>(played);
    }
    result.bases_ = std::move(bases_);
    result.width_ = leaf_width_;
    result.numbers_ = std::move(leaves_);
    return result;
  }

 private:
  static std::size_t words(std::size_t bits) { return bits / word_bits + 1; }

  void heed_control(std::size_t n) const {
    if (n % 1024 != 0) return;
    if (control_ != nullptr && control_->stopped()) throw Interrupted();
    tell_doing("solving", n, "steps", flow_.size());
  }

  void find_bases() {
    for (const std::uint64_t throws : flow_.classes) bases_.include(throws);
    const std::size_t count = bases_.count();
    table_.resize(flow_.classes.size() * count);
    for (std::size_t c = 0; c < flow_.classes.size(); ++c) {
      bases_.factor(flow_.classes[c], table_.data() + c * count);
    }
  }

  const Exponent* exponents(std::size_t n) const {
    return table_.data() + flow_.class_of(n) * bases_.count();
  }
  const Exponent* over(std::size_t n) const { return denominator(node_numbers_[n].over); }
  const Exponent* end() const { return over(flow_.size()); }
  const Exponent* over(Target target) const {
    return over(target.is_node() ? target.index() : flow_.size());
  }
  const Exponent* denominator(std::uint32_t number) const {
    return denominators_.data() + number * bases_.count();
  }

  /// The index of a denominator, which is added if it is new.
  std::uint32_t number_of(const std::vector<Exponent>& denominator) {
    const auto next = static_cast<std::uint32_t>(known_.size());
    const auto [known, is_new] = known_.try_emplace(denominator, next);
    if (is_new) {
      denominators_.insert(denominators_.end(), denominator.begin(), denominator.end());
    }
    return known->second;
  }
  /// The index of the least common multiple of two denominators; each pair is worked out once.
  std::uint32_t multiple(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t pair = std::uint64_t{a} << 32 | b;
    if (const auto known = multiples_.find(pair); known != multiples_.end()) return known->second;
    std::vector<Exponent> both(bases_.count());
    for (std::size_t i = 0; i < both.size(); ++i) {
      both[i] = std::max(denominator(a)[i], denominator(b)[i]);
    }
    return multiples_[pair] = number_of(both);
  }

  void find_denominators() {
    const std::size_t count = bases_.count();
    std::vector<Exponent> below(count, 0);
    node_numbers_.assign(flow_.size() + 1, {number_of(below), none});
    leaving_.reserve(flow_.size());
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> left_with;
    for (std::size_t n = 0; n < flow_.size(); ++n) {
      heed_control(n);
      const std::uint64_t from = std::uint64_t{node_numbers_[n].over} << 32 | flow_.class_of(n);
      const auto [noted, is_new] = left_with.try_emplace(from, 0);
      if (is_new) {
        for (std::size_t i = 0; i < count; ++i) below[i] = over(n)[i] + exponents(n)[i];
        noted->second = number_of(below);
      }
      const std::uint32_t leaving = noted->second;
      leaving_.push_back(leaving);
      const typename Flow::Edges edges = flow_.edges(n);
      for (std::uint32_t e = 0; e < flow_.edge_count(n); ++e) {
        const typename Flow::Edge edge = edges[e];
        if (edge.weight == 0) continue;
        std::uint32_t& there = number_at(edge.target).over;
        if (there != leaving) there = multiple(there, leaving);
      }
    }
  }

  /// A node's number is kept from the first edge that leads to the node until it has been passed
  /// on.
  void find_slots() {
    std::vector<std::uint32_t> free;
    const auto take = [&](Target target) {
      if (!target.is_node() || number_at(target).slot != none) return;
      if (free.empty()) free.push_back(slot_count_++);
      number_at(target).slot = free.back();
      free.pop_back();
    };
    take(graph_.root);
    for (const std::vector<Target>& round : graph_.rounds) {
      for (const Target target : round) take(target);
    }
    for (std::size_t n = 0; n < flow_.size(); ++n) {
      heed_control(n);
      const typename Flow::Edges edges = flow_.edges(n);
      for (std::uint32_t e = 0; e < flow_.edge_count(n); ++e) take(edges[e].target);
      if (node_numbers_[n].slot != none) free.push_back(node_numbers_[n].slot);
    }
  }

  /// The factor from the denominator `leaving` to the denominator `there`; 0 if it takes more than
  /// 128 bits.
  Wide ratio(std::uint32_t leaving, std::uint32_t there) {
    if (ratios_.empty()) return found_ratio(leaving, there);
    Wide& known = ratios_[leaving * known_.size() + there];
    if (known == 0) known = found_ratio(leaving, there);
    return known;
  }
  Wide found_ratio(std::uint32_t leaving, std::uint32_t there) const {
    Wide ratio = 1;
    for (std::size_t i = 0; i < bases_.count(); ++i) {
      ratio = product(bases_.power(i, denominator(there)[i] - denominator(leaving)[i]), ratio);
    }
    return ratio;
  }

  /// The factors by which a number is multiplied along an edge.
  std::vector<Word> long_factor(Word weight, std::uint32_t leaving, std::uint32_t there) const {
    std::vector<Word> factors{weight};
    for (std::size_t i = 0; i < bases_.count(); ++i) {
      append_power(factors, i, denominator(there)[i] - denominator(leaving)[i]);
    }
    return factors;
  }
  void append_power(std::vector<Word>& factors, std::size_t i, Exponent exponent) const {
    while (exponent > 0) {
      const Exponent part = std::min(exponent, bases_.most_in_64(i));
      factors.push_back(bases_.power(i, part));
      exponent -= part;
    }
  }

  std::span<Word> number(std::size_t n) {
    return {numbers_.data() + node_numbers_[n].slot * width_, width_};
  }
  std::span<Word> leaf(std::size_t index) {
    return {leaves_.data() + index * leaf_width_, leaf_width_};
  }
  std::span<Word> border(std::size_t index) {
    return {borders_.data() + index * border_width_, border_width_};
  }
  std::span<Word> at(Target target) {
    return target.is_node()   ? number(target.index())
           : target.is_leaf() ? leaf(target.index())
                              : border(target.index());
  }

  /// `bits`: the length of the denominator so far.
  void begin_round(std::size_t round, std::size_t bits, std::size_t round_bits) {
    const std::size_t count = bases_.count();
    width_ = words(bits + round_bits);
    numbers_.clear();
    numbers_.shrink_to_fit();
    numbers_.resize(slot_count_ * width_, 0);
    std::vector<Word> before = std::exchange(borders_, {});
    const std::size_t before_width = std::exchange(border_width_, width_);
    borders_.assign(graph_.borders * border_width_, 0);
    if (round == 0) {
      start(graph_.root, std::vector<Word>{1});
      return;
    }
    for (std::size_t b = 0; b < graph_.borders; ++b) {
      const std::span<const Word> here(before.data() + b * before_width, before_width);
      if (is_zero(here)) continue;
      const Target target = graph_.rounds[round - 1][b];
      if (target.is_leaf()) {
        add_product(leaf(target.index()), here, 1);
      } else {
        start(target, here);
      }
    }
    std::vector<Word> denominator;
    for (std::size_t i = 0; i < count; ++i) append_power(denominator, i, end()[i]);
    for (std::size_t l = 0; l < graph_.leaves.size(); ++l) {
      for (const Word factor : denominator) multiply(leaf(l), factor);
    }
  }

  /// Adds a number with which the round begins. It is scaled to the denominator of its target,
  /// because other ways may lead there, too.
  void start(Target target, std::span<const Word> number) {
    const std::span<Word> there = at(target);
    std::vector<Word> factors;
    for (std::size_t i = 0; i < bases_.count(); ++i) append_power(factors, i, over(target)[i]);
    if (factors.empty()) {
      add_product(there, number, 1);
      return;
    }
    std::vector<Word> scaled(there.size(), 0);
    std::copy(number.begin(), number.end(), scaled.begin());
    for (const Word factor : factors) multiply(scaled, factor);
    add_product(there, scaled, 1);
  }

  void play_round() {
    for (std::size_t n = 0; n < flow_.size(); ++n) {
      heed_control(n);
      const std::span<Word> here = number(n);
      const std::size_t length = without_zeros(here).size();
      if (length == 0) continue;
      lead_on(n, here.first(length));
      std::ranges::fill(here.first(length), Word{0});
    }
  }

  /// Passes the number of a node on to all its targets.
  void lead_on(std::size_t n, std::span<const Word> here) {
    const std::uint32_t leaving = leaving_[n];
    const typename Flow::Edges edges = flow_.edges(n);
    const std::uint32_t count = flow_.edge_count(n);
    for (std::uint32_t e = 0; e < count; ++e) {
      const typename Flow::Edge edge = edges[e];
      if (edge.weight == 0) continue;
      const std::uint32_t there = number_at(edge.target).over;
      const std::span<Word> sum = at(edge.target);
      const Wide times = product(edge.weight, ratio(leaving, there));
      if (times == 0) {
        add_long_product(sum, here, long_factor(edge.weight, leaving, there));
        continue;
      }
      add_product(sum, here, static_cast<Word>(times));
      const auto high = static_cast<Word>(times >> word_bits);
      if (high != 0) add_product(sum.subspan(1), here, high);
    }
  }

  static void add_long_product(std::span<Word> sum, std::span<const Word> number,
                               const std::vector<Word>& factors) {
    std::vector<Word> product(sum.size(), 0);
    std::copy(number.begin(), number.end(), product.begin());
    for (const Word factor : factors) multiply(product, factor);
    add_product(sum, product, 1);
  }

  /// After the last round every border is a leaf.
  void end_rounds() {
    for (std::size_t b = 0; b < graph_.borders; ++b) {
      if (is_zero(border(b))) continue;
      add_product(leaf(graph_.rounds.back()[b].index()), border(b), 1);
    }
  }

  const Graph& graph_;
  const Flow flow_;
  const RunControl* control_;
  Bases bases_;
  std::vector<Exponent> table_;         ///< exponents of each class
  std::vector<Exponent> denominators_;  ///< distinct ones
  struct NodeNumber {
    std::uint32_t over = 0;  ///< index of the node's denominator
    std::uint32_t slot = 0;  ///< index of its number
  };
  NodeNumber& number_at(Target target) {
    return node_numbers_[target.is_node() ? target.index() : flow_.size()];
  }
  std::vector<NodeNumber> node_numbers_;  ///< of the nodes, and of the round's end
  std::vector<std::uint32_t> leaving_;    ///< the denominators of the numbers that leave them
  std::vector<Wide> ratios_;              ///< between two denominators, filled on demand
  std::map<std::vector<Exponent>, std::uint32_t> known_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> multiples_;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t slot_count_ = 0;
  std::size_t width_ = 0;  ///< of each number, in words
  std::vector<Word> numbers_;
  std::vector<Word> borders_;
  std::size_t border_width_ = 0;
  std::vector<Word> leaves_;
  std::size_t leaf_width_ = 0;
};

void LeafNumbers::add(std::vector<std::uint64_t>& sum, std::size_t leaf) const {
  add_product(sum, {numbers_.data() + leaf * width_, width_}, 1);
}

/// Divides the sum and the denominator by their common factors, base by base.
LeafNumbers::Fraction LeafNumbers::reduced(std::vector<std::uint64_t> sum) const {
  if (is_zero(sum)) return {0, 1};
  std::vector<Exponent> left = denominator_;
  bool all_primes = true;
  for (std::size_t i = 0; i < bases_.count(); ++i) {
    all_primes = all_primes && bases_.is_prime(i);
    while (left[i] > 0) {
      const Exponent most = std::min(left[i], bases_.most_in_64(i));
      Word rest = remainder(sum, bases_.power(i, most));
      Exponent common = rest == 0 ? most : 0;
      for (; rest != 0 && rest % bases_.base(i) == 0; rest /= bases_.base(i)) ++common;
      if (common > 0) divide(sum, bases_.power(i, common));
      left[i] -= common;
      if (common < most) break;
    }
  }
  Fraction result{whole(sum), 1};
  for (std::size_t i = 0; i < bases_.count(); ++i) {
    result.bottom *= boost::multiprecision::pow(cpp_int(bases_.base(i)), left[i]);
  }
  if (!all_primes) {
    const cpp_int common = gcd(result.top, result.bottom);
    result.top /= common;
    result.bottom /= common;
  }
  return result;
}

cpp_int LeafNumbers::whole_denominator() const {
  cpp_int whole = 1;
  for (std::size_t i = 0; i < bases_.count(); ++i) {
    whole *= boost::multiprecision::pow(cpp_int(bases_.base(i)), denominator_[i]);
  }
  return whole;
}

bool LeafNumbers::is_long(const std::vector<std::uint64_t>& sum) const {
  constexpr double most_bits = 200;  // far above what is printed
  double bits = 0;                   // of what is left of the denominator, base by base
  for (std::size_t i = 0; i < bases_.count() && bits <= most_bits; ++i) {
    if (!bases_.is_prime(i)) return false;
    const Exponent most = std::min(denominator_[i], bases_.most_in_64(i));
    Word rest = bases_.base(i) == 2 ? sum.front() : remainder(sum, bases_.power(i, most));
    if (rest == 0) return false;
    Exponent left = denominator_[i];
    for (; left > 0 && rest % bases_.base(i) == 0; rest /= bases_.base(i)) --left;
    bits += left * std::log2(static_cast<double>(bases_.base(i)));
  }
  return bits > most_bits;
}

/// Most numbers are short. If both fit into a double, one division gives the nearest double.
ExactProbability LeafNumbers::probability(std::span<const std::size_t> leaves) const {
  const bool rounded = std::any_of(leaves.begin(), leaves.end(), [&](std::size_t leaf) {
    return std::binary_search(rounded_.begin(), rounded_.end(), leaf);
  });
  constexpr Word most_in_double = Word{1} << std::numeric_limits<double>::digits;
  if (width_ <= 2) {
    Wide top = 0;
    for (const std::size_t leaf : leaves) {
      const Word* const number = numbers_.data() + leaf * width_;
      top += number[0];
      if (width_ == 2) top += static_cast<Wide>(number[1]) << word_bits;
    }
    const std::optional<Word> bottom = reduce(top, bases_, denominator_);
    if (bottom && *bottom <= most_in_double) {
      const auto above = static_cast<Word>(top);
      const fmt::format_int top_text(above);
      const fmt::format_int bottom_text(*bottom);
      std::string text;
      text.reserve(top_text.size() + 1 + bottom_text.size());
      text.append(top_text.data(), top_text.size());
      text += '/';
      text.append(bottom_text.data(), bottom_text.size());
      return {static_cast<double>(above) / static_cast<double>(*bottom), std::move(text)};
    }
  }
  if (whole_denominator_ != 0) {
    std::vector<Word> top(width_, 0);
    for (const std::size_t leaf : leaves) add(top, leaf);
    if (rounded || (!is_zero(top) && is_long(top)))
      return {nearest_double(whole(top), whole_denominator_), ""};
  }
  const Fraction fraction = sum(leaves);
  return {nearest_double(fraction.top, fraction.bottom),
          fraction_text(fraction.top, fraction.bottom)};
}

LeafNumbers propagate(const DecisionGraph& graph, const RunControl* control) {
  return Propagation<DecisionGraph, GraphFlow>(graph, control).run();
}

LeafNumbers propagate(const StateChain& chain, const RunControl* control) {
  return Propagation<StateChain, ChainFlow>(chain, control).run();
}

}  // namespace combat_odds
