#include "core/dice/rule.hpp"

#include <boost/container/small_vector.hpp>

namespace combat_odds {

Outcome StagedRule::resolve(Dice& dice) const {
  Outcome outcome;
  dice.apart([&](Dice& own) { outcome = played_through(own); });
  return outcome;
}

Outcome StagedRule::played_through(Dice& dice) const {
  boost::container::small_vector<std::byte, 128> state(state_size());
  first(state.data());
  if (rounds() == 0) {
    for (;;) {
      if (std::optional<Outcome> outcome = ended(state.data(), 0)) return *std::move(outcome);
      next(state.data(), dice);
    }
  }
  for (int round = 0;; ++round) {
    if (std::optional<Outcome> outcome = ended(state.data(), round)) return *std::move(outcome);
    begin(state.data(), round);
    while (!between_rounds(state.data())) next(state.data(), dice);
  }
}

}  // namespace combat_odds
