#pragma once

namespace combat_odds {

/// For the Rule of a duel that treats both sides alike. A Rule derives from it as well.
class EvenHanded {
 public:
  virtual ~EvenHanded() = default;

  /// Whether the same duel with its sides exchanged has the same odds, with the sides exchanged.
  virtual bool is_even_handed() const = 0;
};

}  // namespace combat_odds
