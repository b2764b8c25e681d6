#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/explore/fetch.hpp"

namespace combat_odds {

/// A hash map with a number for each pair of parts. Look-ups can be announced, so that several of
/// them wait for memory at the same time.
class PartsTable {
 public:
  struct Parts {
    std::uint32_t acting = 0;
    std::uint32_t standing = 0;
    friend bool operator==(const Parts&, const Parts&) = default;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Prefetches the slot of these parts.
  void announce(Parts parts) const {
    if (!slots_.empty()) fetch(&slots_[start(parts)]);
  }

  /// The number of the parts, or `none`.
  std::uint32_t find(Parts parts) const {
    if (slots_.empty()) return none;
    return slots_[slot_of(parts)].number;
  }

  /// Adds parts that are not in the table.
  void add(Parts parts, std::uint32_t number) {
    if ((size_ + 1) * 5 > slots_.size() * 4) grow();
    slots_[slot_of(parts)] = {parts, number};
    ++size_;
  }

 private:
  struct Slot {
    Parts parts;
    std::uint32_t number = none;
  };

  std::size_t start(Parts parts) const {
    const std::uint64_t both = std::uint64_t{parts.standing} << 32 | parts.acting;
    return static_cast<std::size_t>(both * 0x9e3779b97f4a7c15u >> shift_);
  }
  /// The slot of these parts, or the free slot where they belong.
  std::size_t slot_of(Parts parts) const {
    std::size_t at = start(parts);
    while (slots_[at].number != none && slots_[at].parts != parts) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  void grow() {
    constexpr std::size_t first_slots = 64;
    const std::size_t count = slots_.empty() ? first_slots : 2 * slots_.size();
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(count));
    shift_ = 64 - std::countr_zero(count);
    for (const Slot& slot : before) {
      if (slot.number != none) slots_[slot_of(slot.parts)] = slot;
    }
  }

  std::vector<Slot> slots_;  ///< a power of two of them
  std::size_t size_ = 0;
  int shift_ = 64;
};

}  // namespace combat_odds
