#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/exact/denominator.hpp"
#include "core/exact/long_numbers.hpp"

namespace combat_odds {

/// A state by the numbers of its message and of its bodies, or the part of it that acts: the other
/// bodies are 0 then.
struct StateKey {
  std::uint64_t bodies = 0;
  std::uint32_t message = 0;

  friend bool operator==(const StateKey&, const StateKey&) = default;
  std::size_t hash() const {
    const std::uint64_t mixed = (bodies ^ message * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};

/// States with the probability of each: a whole number over one denominator.
class WaitingStates {
 public:
  using Word = long_numbers::Word;

  Denominator over;

  std::size_t size() const { return keys_.size(); }
  std::size_t width() const { return width_; }
  const StateKey& key(std::size_t i) const { return keys_[i]; }
  std::span<const Word> number(std::size_t i) const {
    return {numbers_.data() + i * width_, width_};
  }

  /// Adds number * factor to the number of a state. The sum must fit.
  void add(const StateKey& key, std::span<const Word> number, std::span<const Word> factor) {
    const std::size_t at = index_of(key) * width_;
    const std::span<const Word> short_number = long_numbers::without_zeros(number);
    for (std::size_t f = 0; f < factor.size() && f < width_; ++f) {
      long_numbers::add_product({numbers_.data() + at + f, width_ - f}, short_number, factor[f]);
    }
  }

  /// Makes room for numbers over the common multiple of both denominators.
  void widen(const Denominator& more, const Bases& bases) {
    const Denominator both = common_multiple(over, more);
    const std::size_t width = words_of(both, bases);
    if (width > width_) {
      std::vector<Word> wider(size() * width, 0);
      for (std::size_t i = 0; i < size(); ++i) {
        std::copy_n(numbers_.data() + i * width_, width_, wider.data() + i * width);
      }
      numbers_ = std::move(wider);
      width_ = width;
    }
    if (both == over) return;
    for (const Word factor : factors(over, both, bases)) {
      for (std::size_t i = 0; i < size(); ++i) {
        long_numbers::multiply({numbers_.data() + i * width_, width_}, factor);
      }
    }
    over = both;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::size_t index_of(const StateKey& key) {
    if ((size() + 1) * 3 > slots_.size() * 2) grow();
    std::uint32_t& slot = slots_[slot_of(key)];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(size());
      keys_.push_back(key);
      numbers_.resize(numbers_.size() + width_, 0);
    }
    return slot;
  }
  std::size_t slot_of(const StateKey& key) const {
    std::size_t at = key.hash() & (slots_.size() - 1);
    while (slots_[at] != none && keys_[slots_[at]] != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    constexpr std::size_t first_slots = 64;
    slots_.assign(slots_.empty() ? first_slots : 2 * slots_.size(), none);
    for (std::uint32_t i = 0; i < size(); ++i) slots_[slot_of(keys_[i])] = i;
  }

  std::size_t width_ = 1;
  std::vector<StateKey> keys_;
  std::vector<Word> numbers_;
  std::vector<std::uint32_t> slots_;  ///< their number is a power of two
};

}  // namespace combat_odds
