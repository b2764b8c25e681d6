#pragma once

#include <cstdint>
#include <span>

namespace combat_odds {

/// Dice that are really thrown, many at a time in no order that matters. Dice may offer this beside
/// rolling single ones; a rule asks with dynamic_cast, and rolls one by one where they don't.
class ManyDice {
 public:
  virtual ~ManyDice() = default;
  /// Throws `count` dice of `sides` sides and adds to shown[i] how many show face i, from 0 on.
  /// False, with nothing thrown, where a die has too many sides.
  virtual bool throw_many(std::uint64_t count, int sides, std::span<std::uint64_t> shown) = 0;
};

}  // namespace combat_odds
