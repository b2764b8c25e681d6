#pragma once

#include <algorithm>
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
    mark(node);
    lowest_ = std::min(lowest_, node);
  }

  /// Carries the column to the ends: calls at_end(node, number) for each that it reaches, and
  /// forgets it.
  template <class AtEnd>
  void carry(const ColumnFactors& factors, AtEnd&& at_end) {
    lead_on_by_width<1>(factors);
    for (const std::uint32_t end : ended_) {
      const std::span<Word> number(numbers_.data() + end * width_, width_);
      at_end(end, std::span<const Word>(number));
      std::fill(number.begin(), number.end(), Word{0});
      set_[end] = 0;
    }
    ended_.clear();
    lowest_ = ~std::uint32_t{0};
  }

 private:
  void mark(std::uint32_t node) {
    if (set_[node] != 0) return;
    set_[node] = 1;
    if (node >= graph_.leading_on()) ended_.push_back(node);
  }

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

  /// The next node from n on that is set, or the number of nodes that lead on.
  std::size_t next_set(std::size_t n) const {
    const std::size_t count = graph_.leading_on();
    for (; n < count && set_[n] == 0; ++n) {
      std::uint64_t eight = 0;
      while (n % sizeof(eight) == 0 && n + sizeof(eight) <= count) {
        std::memcpy(&eight, set_.data() + n, sizeof(eight));
        if (eight != 0) break;
        n += sizeof(eight);
      }
      if (n >= count || set_[n] != 0) break;
    }
    return std::min(n, count);
  }

  template <class Width>
  void lead_on(Width width, const ColumnFactors& factors) {
    const Word* const words = factors.words();
    const std::size_t count = graph_.leading_on();
    for (std::size_t n = next_set(lowest_); n < count; n = next_set(n + 1)) {
      set_[n] = 0;
      Word* const here = numbers_.data() + n * width;
      for (std::uint32_t e = graph_.first_edge[n]; e < graph_.first_edge[n + 1]; ++e) {
        const ColumnGraph::Edge edge = graph_.edges[e];
        Word* const sum = numbers_.data() + edge.to * width;
        if ((edge.slot & ColumnFactors::is_long) != 0) {
          const std::span<const Word> factor = factors.at_long(edge.slot);
          const auto number = long_numbers::without_zeros({here, width});
          for (std::size_t f = 0; f < factor.size() && f < width; ++f) {
            long_numbers::add_product({sum + f, width - f}, number, factor[f]);
          }
          mark(edge.to);
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
        mark(edge.to);
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
