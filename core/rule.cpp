#include "combat_odds/core/rule.hpp"

namespace combat_odds {

Outcome StagedRule::resolve(Dice& dice) const {
  std::string state = first();
  for (;;) {
    if (std::optional<Outcome> outcome = ended(state)) return *std::move(outcome);
    state = next(state, dice);
  }
}

}  // namespace combat_odds
