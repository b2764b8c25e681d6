#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

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
    const bool oversized = slots_.size() / 64 > size_ + 16;
    if (oversized) slots_.resize(first_slots);
    slots_.assign(slots_.size(), {});
    size_ = 0;
  }

  void give_up() {
    std::vector<Slot>().swap(slots_);
    pages_.clear();
    size_ = 0;
  }

  /// The number of the state; adds it where it is new.
  std::uint32_t index_of(const std::byte* state) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    std::memcpy(wanted_.data(), state, state_size_);
    const std::uint32_t hash = wanted_hash();
    Slot& slot = slots_[wanted_slot(hash)];
    if (slot.index == none) {
      slot = {hash, static_cast<std::uint32_t>(size_)};
      keep_wanted();
    }
    return slot.index;
  }

  /// The number of the state, if it is in the table.
  std::optional<std::uint32_t> find(const std::byte* state) {
    if (slots_.empty()) return std::nullopt;
    std::memcpy(wanted_.data(), state, state_size_);
    const Slot& slot = slots_[wanted_slot(wanted_hash())];
    return slot.index == none ? std::nullopt : std::optional(slot.index);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t word_bytes = sizeof(Word);
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t first_slots = 16;

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t index = none;
  };

  /// The slot of the state, or the free slot where it belongs.
  std::size_t wanted_slot(std::uint32_t hash) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t at = hash & last;
    while (slots_[at].index != none && (slots_[at].hash != hash || !is_wanted(slots_[at].index))) {
      at = (at + 1) & last;
    }
    return at;
  }

  bool is_wanted(std::size_t index) const {
    const Word* const known = row(index);
    Word differing = 0;
    for (std::size_t w = 0; w < row_words_; ++w) differing |= known[w] ^ wanted_[w];
    return differing == 0;
  }

  void grow() {
    const std::size_t count = slots_.empty() ? first_slots : 2 * slots_.size();
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(count));
    for (const Slot& slot : before) {
      if (slot.index == none) continue;
      std::size_t at = slot.hash & (count - 1);
      while (slots_[at].index != none) at = (at + 1) & (count - 1);
      slots_[at] = slot;
    }
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
  std::vector<Slot> slots_;  ///< their number is a power of two
};

}  // namespace combat_odds
