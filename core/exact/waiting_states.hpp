#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/exact/common_denominator.hpp"
#include "core/exact/long_numbers.hpp"
#include "core/explore/fetch.hpp"

namespace combat_odds {

/// A state by the numbers of its message and of its bodies, or the part of it that acts: the other
/// bodies are 0 then.
struct StateKey {
  std::uint64_t bodies = 0;
  std::uint32_t message = 0;

  friend bool operator==(const StateKey&, const StateKey&) = default;
  std::uint64_t hash() const {
    const std::uint64_t mixed = (bodies ^ message * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
  }
};

/// States with the probability of each: a whole number over one denominator.
class WaitingStates {
 public:
  using Word = long_numbers::Word;

  Denominator over;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t bytes() const {
    return pages_.size() * in_page * entry_words() * sizeof(Word) + slots_.size() * sizeof(Slot);
  }
  /// What a state more takes at least, with a number of so many words.
  static std::size_t bytes_of_one(std::size_t width) {
    return (key_words + width) * sizeof(Word) + sizeof(Slot) * 3 / 2;
  }
  StateKey key(std::size_t i) const {
    const Word* const entry = this->entry(i);
    return {entry[0], static_cast<std::uint32_t>(entry[1])};
  }
  std::span<const Word> number(std::size_t i) const { return {at(i), width_}; }

  /// Prefetches where add() will look for a state.
  void announce(const StateKey& key) const {
    if (!slots_.empty()) fetch(&slots_[place_of(key.hash())]);
  }

  /// Adds number * factor to the number of a state. The sum must fit.
  void add(const StateKey& key, std::span<const Word> number, std::span<const Word> factor) {
    Word* const sum = at(index_of(key));
    const std::span<const Word> short_number = long_numbers::without_zeros(number);
    for (std::size_t f = 0; f < factor.size() && f < width_; ++f) {
      long_numbers::add_product({sum + f, width_ - f}, short_number, factor[f]);
    }
  }

  /// Makes room for numbers over the common multiple of both denominators.
  void widen(const Denominator& more, const Bases& bases) {
    const Denominator both = common_multiple(over, more);
    const std::size_t width = words_of(both, bases);
    if (width > width_) {
      set_width(width, [](std::span<const Word> number, std::span<Word> wider) {
        std::copy(number.begin(), number.end(), wider.begin());
      });
    }
    if (both == over) return;
    for (const Word factor : factors(over, both, bases)) {
      for (std::size_t i = 0; i < size(); ++i) long_numbers::multiply({at(i), width_}, factor);
    }
    over = both;
  }

  /// Replaces each number by one over `to` that is less than 2 / to smaller.
  void round_down(const Denominator& to, const Bases& bases) {
    if (over == to) return;
    const std::size_t dropped = words_of(over, bases);
    const std::vector<Word> factor = quotient(to, over, dropped, bases);
    const std::size_t width = words_of(to, bases);
    std::vector<Word> product(std::max(width_ + factor.size(), dropped + width));
    set_width(width, [&](std::span<const Word> number, std::span<Word> rounded) {
      std::fill(product.begin(), product.end(), Word{0});
      number = long_numbers::without_zeros(number);
      for (std::size_t f = 0; f < factor.size(); ++f) {
        long_numbers::add_product(std::span(product).subspan(f), number, factor[f]);
      }
      std::copy_n(product.begin() + static_cast<std::ptrdiff_t>(dropped), rounded.size(),
                  rounded.begin());
    });
    over = to;
  }

  /// No state is added any more, nor looked for.
  void close() { slots_ = {}; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t page_bits = 10;  ///< so many numbers that growing copies none
  static constexpr std::size_t in_page = std::size_t{1} << page_bits;

  static constexpr std::size_t key_words = 2;  ///< before each number

  struct Slot {
    std::uint32_t tag = 0;  ///< of the hash: most other keys have another one
    std::uint32_t index = none;
  };

  std::size_t entry_words() const { return key_words + width_; }
  Word* entry(std::size_t i) const {
    return pages_[i >> page_bits].get() + (i & (in_page - 1)) * entry_words();
  }
  Word* at(std::size_t i) const { return entry(i) + key_words; }
  /// Gives all numbers another width, page by page so that few stand in memory twice:
  /// write(number, in the new width, zeros).
  template <class Write>
  void set_width(std::size_t width, Write&& write) {
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      auto page = std::make_unique<Word[]>(in_page * (key_words + width));
      Word* to = page.get();
      for (std::size_t i = p << page_bits; i < std::min(size(), (p + 1) << page_bits); ++i) {
        std::copy_n(entry(i), key_words, to);
        write(number(i), std::span(to + key_words, width));
        to += key_words + width;
      }
      pages_[p] = std::move(page);
    }
    width_ = width;
  }
  void make_room(std::size_t i) {
    if (i >> page_bits == pages_.size()) {
      pages_.push_back(std::make_unique<Word[]>(in_page * entry_words()));
    }
  }

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  std::size_t place_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash) & (slots_.size() - 1);
  }

  std::uint32_t index_of(const StateKey& key) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow();
    const std::uint64_t hash = key.hash();
    for (std::size_t place = place_of(hash);; place = place_of(place + 1)) {
      Slot& slot = slots_[place];
      if (slot.index == none) {
        const auto index = static_cast<std::uint32_t>(size_);
        slot = {tag_of(hash), index};
        make_room(size_);
        Word* const entry = this->entry(size_++);
        entry[0] = key.bodies;
        entry[1] = key.message;
        return index;
      }
      if (slot.tag == tag_of(hash) && this->key(slot.index) == key) return slot.index;
    }
  }
  void grow() {
    constexpr std::size_t first_slots = 64;
    slots_.assign(slots_.empty() ? first_slots : 2 * slots_.size(), {});
    for (std::uint32_t i = 0; i < size_; ++i) {
      const std::uint64_t hash = key(i).hash();
      std::size_t place = place_of(hash);
      while (slots_[place].index != none) place = place_of(place + 1);
      slots_[place] = {tag_of(hash), i};
    }
  }

  std::size_t width_ = 1;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Word[]>> pages_;  ///< of keys, each with its number behind it
  std::vector<Slot> slots_;                     ///< their number is a power of two
};

}  // namespace combat_odds
