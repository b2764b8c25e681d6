#include <cstdint>

#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

struct Sum {
  enum Result : std::uint8_t { undecided, above, below };
  Result result = undecided;
};

/// Two dice against two dice, one at a time with a checkpoint before each, ties rolled again.
class TwoAgainstTwo : public Process<Sum> {
 public:
  Sum start() const override { return {}; }
  Sum step(const Sum& /*sum*/, Dice& dice) const override {
    struct State {
      std::int16_t rolled;
      std::int16_t margin;
    };
    State state{0, 0};
    for (; state.rolled < 4; ++state.rolled) {
      dice.at(state);
      const int dr = dice.die();
      state.margin = static_cast<std::int16_t>(state.margin + (state.rolled < 2 ? dr : -dr));
    }
    return {state.margin > 0 ? Sum::above : state.margin < 0 ? Sum::below : Sum::undecided};
  }
  std::optional<Outcome> outcome(const Sum& sum) const override {
    if (sum.result == Sum::undecided) return std::nullopt;
    return Outcome(sum.result == Sum::above ? "above" : "below");
  }
};

TEST_CASE("a Process may use checkpoints within a step") {
  const TwoAgainstTwo rule;
  const DecisionGraph graph = decision_graph(rule);
  REQUIRE(graph.leaves.size() == 2);
  const ExactOdds exact(graph);
  CHECK(exact.leaf(0) == Approx(0.5));
  CHECK(exact.leaf(1) == Approx(0.5));
}

}  // namespace
}  // namespace combat_odds
