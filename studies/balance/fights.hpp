#pragma once

#include <array>
#include <map>
#include <mutex>

#include "studies/balance/balance.hpp"

namespace combat_odds {

/// The fights of one setting, each worked out once. May be used from several threads.
class Fights {
 public:
  Fights(const BalanceGame& game, const BalanceSetting& setting, RunControl* control)
      : game_(&game), setting_(&setting), control_(control) {}

  /// At least one on each side.
  Duel fight(Contingent own, Contingent other);

 private:
  const BalanceGame* game_;
  const BalanceSetting* setting_;
  RunControl* control_;
  std::mutex guard_;
  std::map<std::array<std::size_t, 4>, Duel> known_;
};

}  // namespace combat_odds
