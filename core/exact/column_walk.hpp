#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/exact/long_numbers.hpp"

namespace combat_odds {

/// A small acyclic graph through which many columns of numbers are carried. Nodes that lead on come
/// first, each before all nodes that it leads to; the others are ends.
struct ColumnGraph {
  using Word = long_numbers::Word;
  struct Edge {
    std::uint32_t to = 0;
    std::uint32_t slot = 0;  ///< index of its factor
  };

  std::vector<std::uint32_t> first_edge{0};  ///< of each node that leads on, and behind the last
  std::vector<Edge> edges;
  std::size_t ends = 0;

  std::size_t leading_on() const { return first_edge.size() - 1; }
  std::size_t nodes() const { return leading_on() + ends; }
};

/// The factors of a ColumnGraph. Few of them need more than a word.
class ColumnFactors {
 public:
  using Word = long_numbers::Word;
  static constexpr std::uint32_t is_long = std::uint32_t{1} << 31;

  ColumnFactors() = default;
  explicit ColumnFactors(std::vector<Word> of_one_word) : of_one_word_(std::move(of_one_word)) {}

  /// The slot of a new factor.
  std::uint32_t add(std::vector<Word> factor) {
    if (factor.size() == 1) {
      of_one_word_.push_back(factor.front());
      return static_cast<std::uint32_t>(of_one_word_.size() - 1);
    }
    long_.push_back(std::move(factor));
    return static_cast<std::uint32_t>(long_.size() - 1) | is_long;
  }
  /// Of one word, by slot; one that is 0 leads nowhere.
  const Word* words() const { return of_one_word_.data(); }
  std::span<const Word> at_long(std::uint32_t slot) const { return long_[slot & ~is_long]; }

  friend auto operator<=>(const ColumnFactors&, const ColumnFactors&) = default;

 private:
  std::vector<Word> of_one_word_;
  std::vector<std::vector<Word>> long_;
};

/// Carries one column after the other through a graph. All its numbers have the same width.
class ColumnWalk {
 public:
  using Word = long_numbers::Word;

  ColumnWalk(const ColumnGraph& graph, std::size_t width)
      : graph_(graph), width_(width), numbers_(graph.nodes() * width, 0), set_(graph.nodes(), 0) {}

  /// Adds number * factor (each the lowest word first) to a node where the column begins.
  void start(std::uint32_t node, std::span<const Word> number, std::span<const Word> factor) {
    const std::span<Word> sum(numbers_.data() + node * width_, width_);
    const std::span<const Word> short_number = long_numbers::without_zeros(number);
    for (std::size_t f = 0; f < factor.size() && f < width_; ++f) {
      long_numbers::add_product(sum.subspan(f), short_number, factor[f]);
    }
    set_[node] = 1;
    lowest_ = std::min(lowest_, node);
  }

  /// The same without a number, for reach().
  void touch(std::uint32_t node) {
    set_[node] = 1;
    lowest_ = std::min(lowest_, node);
  }
  /// Calls at_end(node) for each end that what was touched leads to, and forgets it.
  template <class AtEnd>
  void reach(const ColumnFactors& factors, AtEnd&& at_end) {
    const std::size_t count = graph_.nodes();
    for (std::size_t n = next_set(lowest_, count); n < count; n = next_set(n + 1, count)) {
      set_[n] = 0;
      if (n >= graph_.leading_on()) {
        at_end(static_cast<std::uint32_t>(n));
        continue;
      }
      for (std::uint32_t e = graph_.first_edge[n], end = graph_.first_edge[n + 1]; e < end; ++e) {
        const ColumnGraph::Edge edge = graph_.edges[e];
        const bool leads =
            (edge.slot & ColumnFactors::is_long) != 0 || factors.words()[edge.slot] != 0;
        if (leads) set_[edge.to] = 1;
      }
    }
    lowest_ = ~std::uint32_t{0};
  }

  /// Carries the column to the ends: calls at_end(node, number) for each that it reaches, and
  /// forgets it. Each is announced(node) before, so that several of them wait for memory at the
  /// same time.
  template <class Announced, class AtEnd>
  void carry(const ColumnFactors& factors, Announced&& announced, AtEnd&& at_end) {
    constexpr std::size_t ends_ahead = 8;
    lead_on_by_width<1>(factors);
    const std::size_t count = graph_.nodes();
    for (std::size_t n = next_set(graph_.leading_on(), count); n < count;
         n = next_set(n + 1, count)) {
      ended_.push_back(static_cast<std::uint32_t>(n));
    }
    for (std::size_t e = 0; e < ended_.size(); ++e) {
      if (e + ends_ahead < ended_.size()) announced(ended_[e + ends_ahead]);
      const std::uint32_t end = ended_[e];
      const std::span<Word> number(numbers_.data() + end * width_, width_);
      at_end(end, std::span<const Word>(number));
      std::fill(number.begin(), number.end(), Word{0});
      set_[end] = 0;
    }
    ended_.clear();
    lowest_ = ~std::uint32_t{0};
  }

 private:
  /// Up to some width the compiler knows it.
  template <std::size_t width>
  void lead_on_by_width(const ColumnFactors& factors) {
    constexpr std::size_t most_known = 16;
    if constexpr (width > most_known) {
      lead_on(width_, factors);
    } else if (width == width_) {
      lead_on(std::integral_constant<std::size_t, width>(), factors);
    } else {
      lead_on_by_width<width + 1>(factors);
    }
  }

  /// The next node from n on and before `count` that is set, or `count`.
  std::size_t next_set(std::size_t n, std::size_t count) const {
    const std::uint8_t* const set = set_.data();
    std::uint64_t eight = 0;
    for (; n + sizeof(eight) <= count; n += sizeof(eight)) {
      std::memcpy(&eight, set + n, sizeof(eight));
      if (eight == 0) continue;
      constexpr int bits = 8;
      if constexpr (std::endian::native == std::endian::little) {
        return n + static_cast<std::size_t>(std::countr_zero(eight) / bits);
      }
      break;
    }
    while (n < count && set[n] == 0) ++n;
    return n;
  }

  template <class Width>
  void lead_on(Width width, const ColumnFactors& factors) {
    // A byte may stand for anything: what does not change must not be read again for each.
    const Word* const words = factors.words();
    const ColumnGraph::Edge* const edges = graph_.edges.data();
    const std::uint32_t* const first_edge = graph_.first_edge.data();
    Word* const numbers = numbers_.data();
    std::uint8_t* const set = set_.data();
    const std::size_t count = graph_.leading_on();
    for (std::size_t n = next_set(lowest_, count); n < count; n = next_set(n + 1, count)) {
      set[n] = 0;
      Word* const here = numbers + n * width;
      for (std::uint32_t e = first_edge[n], end = first_edge[n + 1]; e < end; ++e) {
        const ColumnGraph::Edge edge = edges[e];
        Word* const sum = numbers + edge.to * width;
        if ((edge.slot & ColumnFactors::is_long) != 0) {
          const std::span<const Word> factor = factors.at_long(edge.slot);
          const auto number = long_numbers::without_zeros({here, width});
          for (std::size_t f = 0; f < factor.size() && f < width; ++f) {
            long_numbers::add_product({sum + f, width - f}, number, factor[f]);
          }
          set[edge.to] = 1;
          continue;
        }
        const Word factor = words[edge.slot];
        if (factor == 0) continue;
        Word carry = 0;
        for (std::size_t i = 0; i < width; ++i) {
          const long_numbers::Wide product =
              static_cast<long_numbers::Wide>(here[i]) * factor + sum[i] + carry;
          sum[i] = static_cast<Word>(product);
          carry = static_cast<Word>(product >> long_numbers::word_bits);
        }
        set[edge.to] = 1;
      }
      for (std::size_t i = 0; i < width; ++i) here[i] = 0;
    }
  }

  const ColumnGraph& graph_;
  const std::size_t width_;
  std::vector<Word> numbers_;
  std::vector<std::uint8_t> set_;
  std::vector<std::uint32_t> ended_;
  std::uint32_t lowest_ = ~std::uint32_t{0};
};

}  // namespace combat_odds
