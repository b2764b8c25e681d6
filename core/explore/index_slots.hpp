#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace combat_odds {

/// Where the states of a table stand, by their hashes: numbers, in slots that are tried one after
/// the other.
class IndexSlots {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t index = none;
  };

  bool empty() const { return slots_.empty(); }
  /// Room for one more than `size`.
  void make_room(std::size_t size) {
    if ((size + 1) * 4 > slots_.size() * 3) grow();
  }
  /// The slot of the state for which `is_wanted(index)`, or the free slot where it belongs.
  template <class IsWanted>
  Slot& at(std::uint32_t hash, IsWanted&& is_wanted) {
    const std::size_t last = slots_.size() - 1;
    std::size_t at = hash & last;
    while (slots_[at].index != none && (slots_[at].hash != hash || !is_wanted(slots_[at].index))) {
      at = (at + 1) & last;
    }
    return slots_[at];
  }
  /// Removes all, of a table of that size, and keeps the memory unless it is far too much.
  void clear(std::size_t size) {
    const bool oversized = slots_.size() / 64 > size + 16;
    if (oversized) slots_.resize(first_slots);
    slots_.assign(slots_.size(), {});
  }
  void give_up() { std::vector<Slot>().swap(slots_); }

 private:
  static constexpr std::size_t first_slots = 16;

  void grow() {
    const std::size_t count = slots_.empty() ? first_slots : 2 * slots_.size();
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(count));
    for (const Slot& slot : before) {
      if (slot.index != none) at(slot.hash, [](std::uint32_t) { return false; }) = slot;
    }
  }

  std::vector<Slot> slots_;  ///< their number is a power of two
};

}  // namespace combat_odds
