#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
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
  /// forgets it. `factors` by slot, each of `words_of_factor` words; one that is 0 leads nowhere.
  template <class AtEnd>
  void carry(std::span<const Word> factors, std::size_t words_of_factor, AtEnd&& at_end) {
    const auto with = [&](auto width) {
      if (words_of_factor == 1) {
        lead_on(width, factors);
      } else {
        lead_on_long(factors, words_of_factor);
      }
    };
    switch (width_) {
      case 1:
        with(std::integral_constant<std::size_t, 1>());
        break;
      case 2:
        with(std::integral_constant<std::size_t, 2>());
        break;
      case 3:
        with(std::integral_constant<std::size_t, 3>());
        break;
      case 4:
        with(std::integral_constant<std::size_t, 4>());
        break;
      case 5:
        with(std::integral_constant<std::size_t, 5>());
        break;
      case 6:
        with(std::integral_constant<std::size_t, 6>());
        break;
      case 7:
        with(std::integral_constant<std::size_t, 7>());
        break;
      case 8:
        with(std::integral_constant<std::size_t, 8>());
        break;
      default:
        with(width_);
        break;
    }
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

  template <class Width>
  void lead_on(Width width, std::span<const Word> factors) {
    const std::size_t count = graph_.leading_on();
    for (std::size_t n = lowest_; n < count; ++n) {
      if (set_[n] == 0) continue;
      set_[n] = 0;
      Word* const here = numbers_.data() + n * width;
      for (std::uint32_t e = graph_.first_edge[n]; e < graph_.first_edge[n + 1]; ++e) {
        const ColumnGraph::Edge edge = graph_.edges[e];
        const Word factor = factors[edge.slot];
        if (factor == 0) continue;
        Word* const sum = numbers_.data() + edge.to * width;
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

  void lead_on_long(std::span<const Word> factors, std::size_t words_of_factor) {
    const std::size_t count = graph_.leading_on();
    for (std::size_t n = lowest_; n < count; ++n) {
      if (set_[n] == 0) continue;
      set_[n] = 0;
      const std::span<Word> here(numbers_.data() + n * width_, width_);
      const std::span<const Word> short_number = long_numbers::without_zeros(here);
      for (std::uint32_t e = graph_.first_edge[n]; e < graph_.first_edge[n + 1]; ++e) {
        const ColumnGraph::Edge edge = graph_.edges[e];
        const std::span<const Word> factor =
            factors.subspan(edge.slot * words_of_factor, words_of_factor);
        const std::span<Word> sum(numbers_.data() + edge.to * width_, width_);
        for (std::size_t f = 0; f < words_of_factor && f < width_; ++f) {
          if (factor[f] != 0) long_numbers::add_product(sum.subspan(f), short_number, factor[f]);
        }
        mark(edge.to);
      }
      std::fill(here.begin(), here.end(), Word{0});
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
