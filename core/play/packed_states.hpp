#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/explore/index_slots.hpp"

namespace combat_odds {

/// States of a fixed number of bytes, each stored once and numbered in order of discovery, for
/// rules whose states are mostly zeros: of each only the words that are not zero are kept, behind a
/// mask that tells which they are. StateTable is for states that are read in place.
class PackedStates {
 public:
  explicit PackedStates(std::size_t state_size)
      : state_size_(state_size),
        words_((state_size + word_bytes - 1) / word_bytes),
        mask_words_((words_ + mask_bits - 1) / mask_bits),
        plain_(words_, 0),
        wanted_(mask_words_ + words_, 0),
        page_words_(std::max(std::size_t{1} << 16, wanted_.size())) {}
  PackedStates(const PackedStates&) = delete;
  PackedStates& operator=(const PackedStates&) = delete;

  std::size_t size() const { return starts_.size(); }

  /// Removes all states and keeps the memory.
  void clear() {
    slots_.clear(size());
    starts_.clear();
    next_ = 0;
  }

  /// The number of the state; adds it where it is new.
  std::uint32_t index_of(const std::byte* state) {
    slots_.make_room(size());
    const std::size_t length = pack(state);
    const std::uint32_t hash = wanted_hash(length);
    IndexSlots::Slot& slot =
        slots_.at(hash, [&](std::uint32_t index) { return is_wanted(index, length); });
    if (slot.index == IndexSlots::none) {
      slot = {hash, static_cast<std::uint32_t>(size())};
      keep_wanted(length);
    }
    return slot.index;
  }

  /// Writes the state.
  void copy(std::size_t index, std::byte* state) {
    const Word* from = row(index);
    const Word* kept = from + mask_words_;
    std::fill(plain_.begin(), plain_.end(), Word{0});
    for (std::size_t m = 0; m < mask_words_; ++m) {
      for (Word mask = from[m]; mask != 0; mask &= mask - 1) {
        plain_[m * mask_bits + static_cast<std::size_t>(std::countr_zero(mask))] = *kept++;
      }
    }
    std::memcpy(state, plain_.data(), state_size_);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t word_bytes = sizeof(Word);
  static constexpr std::size_t mask_bits = 64;

  /// Packs the state into wanted_. Returns its words.
  std::size_t pack(const std::byte* state) {
    std::memcpy(plain_.data(), state, state_size_);
    std::size_t length = mask_words_;
    for (std::size_t m = 0; m < mask_words_; ++m) {
      const std::size_t first = m * mask_bits;
      const std::size_t count = std::min(mask_bits, words_ - first);
      Word mask = 0;
      for (std::size_t w = 0; w < count; ++w) {
        const Word word = plain_[first + w];
        const Word is_kept = word != 0 ? 1 : 0;
        mask |= is_kept << w;
        wanted_[length] = word;
        length += is_kept;
      }
      wanted_[m] = mask;
    }
    return length;
  }

  /// Equal masks make the packed states equally long.
  bool is_wanted(std::size_t index, std::size_t length) const {
    const Word* const known = row(index);
    return std::equal(known, known + mask_words_, wanted_.begin()) &&
           std::memcmp(known + mask_words_, wanted_.data() + mask_words_,
                       (length - mask_words_) * word_bytes) == 0;
  }

  /// Mixed by the exclusive or of both halves of a product.
  std::uint32_t wanted_hash(std::size_t length) const {
    __extension__ using Wide = unsigned __int128;
    Word seed = length;
    for (std::size_t w = 0; w < length; ++w) {
      const Wide product =
          static_cast<Wide>(seed ^ wanted_[w] ^ 0xa0761d6478bd642fu) * 0xe7037ed1a0b428dbu;
      seed = static_cast<Word>(product) ^ static_cast<Word>(product >> 64);
    }
    return static_cast<std::uint32_t>(seed ^ seed >> 32);
  }

  /// No state lies on two pages.
  void keep_wanted(std::size_t length) {
    if (next_ % page_words_ + length > page_words_) next_ += page_words_ - next_ % page_words_;
    if (next_ / page_words_ == pages_.size()) pages_.emplace_back(new Word[page_words_]);
    starts_.push_back(next_);
    std::copy_n(wanted_.data(), length, pages_[next_ / page_words_].get() + next_ % page_words_);
    next_ += length;
  }

  const Word* row(std::size_t index) const {
    const std::size_t start = starts_[index];
    return pages_[start / page_words_].get() + start % page_words_;
  }

  std::size_t state_size_;
  std::size_t words_;       ///< of a state
  std::size_t mask_words_;  ///< of its mask
  std::vector<Word> plain_;
  std::vector<Word> wanted_;  ///< the state that is looked for, packed
  std::size_t page_words_;
  std::vector<std::unique_ptr<Word[]>> pages_;
  std::size_t next_ = 0;  ///< where the next state is kept
  std::vector<std::size_t> starts_;
  IndexSlots slots_;
};

}  // namespace combat_odds
