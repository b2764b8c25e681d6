#include <catch2/catch.hpp>

#include "core/exact.hpp"
#include "core/rule.hpp"

namespace combat_odds {
namespace {

struct Coins {
  std::uint8_t turn = 0;
  std::uint8_t left = 3;
};

/// Three coins are tossed; heads are taken away, and the rest is tossed once more.
class TwoTosses : public Process<Coins> {
 public:
  Coins start() const override { return {}; }
  Coins step(const Coins& before, Dice& dice) const override {
    struct {
      Coins after;
      std::uint8_t to_toss = 0;
    } state;
    state.after = before;
    state.to_toss = before.left;
    ++state.after.turn;
    for (; state.to_toss > 0; --state.to_toss) {
      dice.at(state);
      // Told apart more than needed, so that the last path of a toss joins the first.
      const int drawn = dice.chit(4);
      if (drawn == 0 || drawn == 3) --state.after.left;
    }
    return state.after;
  }
  std::optional<Outcome> outcome(const Coins& coins) const override {
    if (coins.turn < 2 && coins.left > 0) return std::nullopt;
    return Outcome("tossed").measure("left", coins.left);
  }
};

TEST_CASE("states of a Process that end, found while others still go on") {
  // A coin is left with 1/4: none with (3/4)^3, all with (1/4)^3.
  const DecisionGraph graph = decision_graph(TwoTosses());
  CHECK(graph.acyclic);
  const ExactOdds odds(graph);
  const auto left = [&](int number) {
    return odds
        .sum([&](std::size_t leaf) {
          return graph.leaves[leaf].measures().front().second == number;
        })
        .fraction;
  };
  CHECK(left(0) == "27/64");
  CHECK(left(1) == "27/64");
  CHECK(left(2) == "9/64");
  CHECK(left(3) == "1/64");
}

}  // namespace
}  // namespace combat_odds
