#include "combat_odds/core/propagation.hpp"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <numeric>
#include <span>

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;
using Exponent = Bases::Exponent;
using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;

constexpr std::size_t word_bits = 64;

/// sum += number * factor, as far as the sum reaches.
void add_product(std::span<Word> sum, std::span<const Word> number, Word factor) {
  Word carry = 0;
  std::size_t i = 0;
  for (; i < number.size(); ++i) {
    const Wide product = static_cast<Wide>(number[i]) * factor + sum[i] + carry;
    sum[i] = static_cast<Word>(product);
    carry = static_cast<Word>(product >> word_bits);
  }
  for (; carry != 0 && i < sum.size(); ++i) {
    sum[i] += carry;
    carry = sum[i] < carry ? 1 : 0;
  }
}

void multiply(std::span<Word> number, Word factor) {
  Word carry = 0;
  for (Word& word : number) {
    const Wide product = static_cast<Wide>(word) * factor + carry;
    word = static_cast<Word>(product);
    carry = static_cast<Word>(product >> word_bits);
  }
}

Word remainder(std::span<const Word> number, Word divisor) {
  Wide rest = 0;
  for (std::size_t i = number.size(); i-- > 0;) {
    rest = (rest << word_bits | number[i]) % divisor;
  }
  return static_cast<Word>(rest);
}

void divide(std::span<Word> number, Word divisor) {
  Wide rest = 0;
  for (std::size_t i = number.size(); i-- > 0;) {
    rest = rest << word_bits | number[i];
    number[i] = static_cast<Word>(rest / divisor);
    rest %= divisor;
  }
}

bool is_zero(std::span<const Word> number) {
  return std::all_of(number.begin(), number.end(), [](Word word) { return word == 0; });
}

cpp_int whole(std::span<const Word> number) {
  cpp_int result;
  boost::multiprecision::import_bits(result, number.rbegin(), number.rend(), word_bits);
  return result;
}

}  // namespace

/// The probability of arriving at a node is its number over its denominator, both of the round
/// that is being played: the round begins with a denominator of 1, whatever the numbers are over
/// then, so one table of denominators serves all rounds. That of a node is the least common
/// multiple of what its edges bring; leaves and borders have one of their own in common.
class Propagation {
 public:
  Propagation(const DecisionGraph& graph, const RunControl* control)
      : graph_(graph), control_(control) {
    find_bases();
    find_denominators();
    find_factors();
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
    if (n % 1024 == 0 && control_ != nullptr && control_->stopped()) throw Interrupted();
  }

  /// The edges of a node without those to itself (it is rolled again then), in lowest terms.
  struct Reduced {
    std::uint64_t throws = 0;
    std::uint64_t common = 1;  ///< what the throws of every edge were divided by
  };
  Reduced reduced(std::size_t n) const {
    std::uint64_t throws = graph_.nodes[n].throws;
    std::uint64_t common = throws;
    for (const auto& edge : graph_.edges_of(graph_.nodes[n])) {
      if (edge.target == Target::node(n)) throws -= edge.throws;
    }
    common = throws;
    for (const auto& edge : graph_.edges_of(graph_.nodes[n])) {
      if (common == 1) break;
      if (edge.target != Target::node(n)) common = std::gcd(common, edge.throws);
    }
    return {throws / common, common};
  }

  void find_bases() {
    std::uint64_t latest = 1;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      heed_control(n);
      const Reduced node = reduced(n);
      reduced_.push_back(node);
      if (node.throws == latest) continue;
      latest = node.throws;
      if (exponents_of_.try_emplace(latest, 0).second) bases_.include(latest);
    }
    const std::size_t count = bases_.count();
    for (auto& [throws, first] : exponents_of_) {
      first = static_cast<std::uint32_t>(table_.size());
      table_.resize(table_.size() + count);
      bases_.factor(throws, table_.data() + first);
    }
  }

  const Exponent* exponents(std::size_t n) const {
    if (reduced_[n].throws == 1) return zero_.data();
    return table_.data() + exponents_of_.find(reduced_[n].throws)->second;
  }
  Exponent* over(std::size_t n) { return over_.data() + n * bases_.count(); }
  const Exponent* end() const { return over_.data() + graph_.nodes.size() * bases_.count(); }
  Exponent* over(Target target) {
    return over(target.is_node() ? target.index() : graph_.nodes.size());
  }

  void find_denominators() {
    const std::size_t count = bases_.count();
    zero_.assign(count, 0);
    over_.assign((graph_.nodes.size() + 1) * count, 0);
    std::vector<Exponent> below(count);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      heed_control(n);
      const Exponent* const throws = exponents(n);
      for (std::size_t i = 0; i < count; ++i) below[i] = over(n)[i] + throws[i];
      for (const auto& edge : graph_.edges_of(graph_.nodes[n])) {
        if (edge.target == Target::node(n)) continue;
        Exponent* const there = over(edge.target);
        for (std::size_t i = 0; i < count; ++i) there[i] = std::max(there[i], below[i]);
      }
    }
  }

  /// What the number of a node is multiplied by along each edge; 0 where that takes more than 64
  /// bits.
  void find_factors() {
    const std::size_t count = bases_.count();
    factors_.resize(graph_.edges.size());
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      heed_control(n);
      const DecisionGraph::Node& node = graph_.nodes[n];
      const Exponent* const throws = exponents(n);
      for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
        const DecisionGraph::Edge& edge = graph_.edges[e];
        if (edge.target == Target::node(n)) continue;
        Wide factor = edge.throws / reduced_[n].common;
        for (std::size_t i = 0; i < count && factor != 0; ++i) {
          factor *= bases_.power(i, over(edge.target)[i] - over(n)[i] - throws[i]);
          if (factor >> word_bits != 0) factor = 0;
        }
        factors_[e] = static_cast<Word>(factor);
      }
    }
  }

  /// The same number in several factors.
  std::vector<Word> long_factor(std::size_t n, const DecisionGraph::Edge& edge) {
    std::vector<Word> factors{edge.throws / reduced_[n].common};
    for (std::size_t i = 0; i < bases_.count(); ++i) {
      append_power(factors, i, over(edge.target)[i] - over(n)[i] - exponents(n)[i]);
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
    return {numbers_.data() + first_word_[n], first_word_[n + 1] - first_word_[n]};
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

  /// `bits`: of the denominator so far.
  void begin_round(std::size_t round, std::size_t bits, std::size_t round_bits) {
    const std::size_t count = bases_.count();
    first_word_.assign(1, 0);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      first_word_.push_back(first_word_.back() +
                            words(bits + bases_.bits(over_.data() + n * count)));
    }
    numbers_.assign(first_word_.back(), 0);
    std::vector<Word> before = std::exchange(borders_, {});
    const std::size_t width = std::exchange(border_width_, words(bits + round_bits));
    borders_.assign(graph_.borders * border_width_, 0);
    if (round == 0) {
      start(graph_.root, std::vector<Word>{1});
      return;
    }
    for (std::size_t b = 0; b < graph_.borders; ++b) {
      const std::span<const Word> here(before.data() + b * width, width);
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

  /// A number with which the round begins, brought over the denominator of what it begins with:
  /// other ways may lead there, too.
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
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      heed_control(n);
      const std::span<const Word> here = number(n);
      if (is_zero(here)) continue;
      const DecisionGraph::Node& node = graph_.nodes[n];
      for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
        const DecisionGraph::Edge& edge = graph_.edges[e];
        if (edge.target == Target::node(n)) continue;
        if (factors_[e] != 0) {
          add_product(at(edge.target), here, factors_[e]);
          continue;
        }
        std::vector<Word> product(at(edge.target).size(), 0);
        std::copy(here.begin(), here.end(), product.begin());
        for (const Word factor : long_factor(n, edge)) multiply(product, factor);
        add_product(at(edge.target), product, 1);
      }
    }
  }

  /// After the last round every border is a leaf.
  void end_rounds() {
    for (std::size_t b = 0; b < graph_.borders; ++b) {
      if (is_zero(border(b))) continue;
      add_product(leaf(graph_.rounds.back()[b].index()), border(b), 1);
    }
  }

  const DecisionGraph& graph_;
  const RunControl* control_;
  Bases bases_;
  std::vector<Reduced> reduced_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> exponents_of_;  ///< into table_
  std::vector<Exponent> table_;
  std::vector<Exponent> zero_;
  std::vector<Exponent> over_;  ///< the denominators of the nodes, and that of the round's end
  std::vector<Word> factors_;
  std::vector<std::size_t> first_word_;
  std::vector<Word> numbers_;
  std::vector<Word> borders_;
  std::size_t border_width_ = 0;
  std::vector<Word> leaves_;
  std::size_t leaf_width_ = 0;
};

void LeafNumbers::add(std::vector<std::uint64_t>& sum, std::size_t leaf) const {
  add_product(sum, {numbers_.data() + leaf * width_, width_}, 1);
}

/// Divides by what the sum and the denominator have in common, base by base.
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

LeafNumbers propagate(const DecisionGraph& graph, const RunControl* control) {
  return Propagation(graph, control).run();
}

}  // namespace combat_odds
