#pragma once

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// What waits above a manhole (B8.4, Sewer Emergence Chart).
struct Manhole {
  enum class Emergence : std::uint8_t { emerges, waits, discovered };
  /// Whether it is asked if the units are lost, or played.
  enum class Lost { asked, played };

  bool friendly_manhole = false;
  bool unobserved = false;
  bool lost = false;
  int enemy_mmc = 0;
  bool enemy_in_sewer = false;

  static void describe(Declaration<Manhole>& manhole, Lost lost = Lost::asked);

  Emergence emerge(Dice& dice, bool is_lost) const;
};

}  // namespace combat_odds::asl
