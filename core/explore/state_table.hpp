#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "core/explore/index_slots.hpp"

namespace combat_odds {

/// States of a fixed number of bytes, each stored once and numbered in order of discovery.
class StateTable {
 public:
  explicit StateTable(std::size_t state_size)
      : state_size_(state_size),
        row_words_((state_size + word_bytes - 1) / word_bytes),
        wanted_(row_words_ + 1, 0) {}
  StateTable(const StateTable&) = delete;
  StateTable& operator=(const StateTable&) = delete;

  std::size_t size() const { return size_; }
  const std::byte* operator[](std::size_t index) const {
    return reinterpret_cast<const std::byte*>(row(index));
  }

  /// Removes all states and keeps the memory.
  void clear() {
    slots_.clear(size_);
    size_ = 0;
  }

  void give_up() {
    slots_.give_up();
    pages_.clear();
    size_ = 0;
  }

  /// The number of the state; adds it where it is new.
  std::uint32_t index_of(const std::byte* state) {
    slots_.make_room(size_);
    std::memcpy(wanted_.data(), state, state_size_);
    const std::uint32_t hash = wanted_hash();
    IndexSlots::Slot& slot = wanted_slot(hash);
    if (slot.index == IndexSlots::none) {
      slot = {hash, static_cast<std::uint32_t>(size_)};
      keep_wanted();
    }
    return slot.index;
  }

  /// The number of the state, if it is in the table.
  std::optional<std::uint32_t> find(const std::byte* state) {
    if (slots_.empty()) return std::nullopt;
    std::memcpy(wanted_.data(), state, state_size_);
    const IndexSlots::Slot& slot = wanted_slot(wanted_hash());
    return slot.index == IndexSlots::none ? std::nullopt : std::optional(slot.index);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t word_bytes = sizeof(Word);

  /// The slot of the state, or the free slot where it belongs.
  IndexSlots::Slot& wanted_slot(std::uint32_t hash) {
    return slots_.at(hash, [&](std::uint32_t index) { return is_wanted(index); });
  }

  bool is_wanted(std::size_t index) const {
    const Word* const known = row(index);
    Word differing = 0;
    for (std::size_t w = 0; w < row_words_; ++w) differing |= known[w] ^ wanted_[w];
    return differing == 0;
  }

  void keep_wanted() {
    if (page(size_) == pages_.size()) {
      pages_.emplace_back(new Word[(first_page << pages_.size()) * row_words_]);
    }
    std::copy_n(wanted_.data(), row_words_, row(size_++));
  }

  /// Each page has twice the room of the one before, so that growing copies nothing.
  static constexpr std::size_t first_page = 64;
  static std::size_t page(std::size_t index) {
    return static_cast<std::size_t>(std::bit_width((index / first_page + 1) / 2));
  }
  Word* row(std::size_t index) const {
    const std::size_t on = page(index);
    return pages_[on].get() + (index - ((first_page << on) - first_page)) * row_words_;
  }

  /// Two words at a time, mixed by the exclusive or of both halves of their product.
  std::uint32_t wanted_hash() const {
    __extension__ using Wide = unsigned __int128;
    Word seed = state_size_;
    for (std::size_t w = 0; w < row_words_; w += 2) {
      const Wide product = static_cast<Wide>(seed ^ wanted_[w] ^ 0xa0761d6478bd642fu) *
                           (wanted_[w + 1] ^ 0xe7037ed1a0b428dbu);
      seed = static_cast<Word>(product) ^ static_cast<Word>(product >> 64);
    }
    return static_cast<std::uint32_t>(seed ^ seed >> 32);
  }

  std::size_t state_size_;
  std::size_t row_words_;
  std::vector<Word> wanted_;  ///< the state that is looked for, padded with zeros
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Word[]>> pages_;
  IndexSlots slots_;
};

}  // namespace combat_odds
