#include <array>
#include <memory>
#include <utility>

#include "core/best/best_play.hpp"
#include "core/dice/rolls.hpp"
#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

struct Shooter {
  int hits_from = 6;
};
struct Hits {
  int hits = 0;
};
struct Round {
  std::int32_t played = 0;
  std::int32_t hits = 0;
};

/// Three shots. Its checkpoint does not say from which number they hit: within one play of it,
/// nothing follows that does not know.
class Shots : public Inner<Shooter, Hits> {
 public:
  Hits play(const Shooter& shooter, Dice& dice) const override {
    ++plays;
    struct {
      int shots = 0;
      Hits hit;
    } state;
    for (; state.shots < 3; ++state.shots) {
      dice.at(state);
      state.hit.hits += dice.die([&](int roll) { return roll >= shooter.hits_from; }) ? 1 : 0;
    }
    return state.hit;
  }

  mutable int plays = 0;
};

/// A die decides whether a poor shooter hits with 6 or a good one with 5 and 6.
class PoorOrGood : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    const bool poor = dice.die([](int roll) { return roll <= 3; });
    const Hits hits = dice.play(shots, {poor ? 6 : 5});
    return Outcome("fired").measure("hits", hits.hits);
  }

  Shots shots;
};

std::string odds_of_hits(const DecisionGraph& graph, int hits) {
  return ExactOdds(graph)
      .sum([&](std::size_t leaf) { return graph.leaves[leaf].measures().front().second == hits; })
      .fraction;
}

TEST_CASE("the checkpoints of an inner rule are its own") {
  const PoorOrGood rule;
  const DecisionGraph graph = decision_graph(rule);
  // The die, and for each shooter 1, 2 and 3 numbers of hits before the shots.
  CHECK(graph.nodes.size() == 13);
  // (5/6)^3 and (4/6)^3, each half the time: (125 + 64) / 432.
  CHECK(odds_of_hits(graph, 0) == "7/16");
  // (1/6)^3 and (2/6)^3: (1 + 8) / 432.
  CHECK(odds_of_hits(graph, 3) == "1/48");
  CHECK(test::disagreement(test::outcome_odds(graph),
                           test::outcome_odds(decision_graph(rule, 1000, Checkpoints::ignored)))
            .empty());
  const Tally tally = simulate_directly(rule, {1, 2, 0}, {200'000, 0, {}, nullptr});
  // By the number of hits: 189, 3 (1*25 + 2*16), 3 (1*5 + 4*4), 9, each of 432.
  CHECK(test::chi_squared_p(tally.counts, {189.0 / 432, 171.0 / 432, 63.0 / 432, 9.0 / 432}) >
        1e-9);
}

TEST_CASE("an inner rule is explained roll by roll") {
  const PoorOrGood rule;
  // A 6 is a good shooter; his shots are single dice, of which 5 and 6 hit.
  const std::optional<RollMade> shot = roll_after(rule, std::array<Dice::Face, 1>{5});
  REQUIRE(shot);
  CHECK(shot->throws == 6);
  CHECK(shot->results.size() == 2);
  CHECK(shot->results.back().throws == 2);
  // He has hit once: with two shots to come, no further hit is (4/6)^2.
  const std::unique_ptr<Rule> hit = rule_after(rule, {5, 5});
  CHECK(odds_of_hits(decision_graph(*hit), 1) == "4/9");
}

/// The same shooter again and again.
class Range : public Process<Round> {
 public:
  Round start() const override { return {}; }
  Round step(const Round& before, Dice& dice) const override {
    return {before.played + 1, before.hits + dice.play(shots, {6}).hits};
  }
  std::optional<Outcome> outcome(const Round& round) const override {
    if (round.played < 20) return std::nullopt;
    return Outcome("fired").measure("hits", round.hits);
  }

  Shots shots;
};

TEST_CASE("the replies to a question are found once") {
  const Range rule;
  const DecisionGraph graph = decision_graph(rule);
  // A path, and another for the second class of each of its 1 + 2 + 3 rolls.
  CHECK(rule.shots.plays == 7);
  // (5/6)^60 is no fraction of 40 digits; its value is.
  const ExactProbability none = ExactOdds(graph).sum(
      [&](std::size_t leaf) { return graph.leaves[leaf].measures().front().second == 0; });
  CHECK(none.value == Approx(std::pow(5.0 / 6, 60)).epsilon(1e-14));
}

TEST_CASE("an Inner that is built for each play is not taken for another") {
  struct Anew : Rule {
    Outcome resolve(Dice& dice) const override {
      struct From : Inner<Shooter, Hits> {
        explicit From(int number) : from(number) {}
        Hits play(const Shooter& /*shooter*/, Dice& dice) const override {
          return {dice.die([&](int roll) { return roll >= from; }) ? 1 : 0};
        }
        int from;
      };
      const bool poor = dice.die([](int roll) { return roll <= 3; });
      const From shot(poor ? 6 : 5);  // in the same memory, with the same question
      return Outcome("fired").measure("hits", dice.play(shot, {0}).hits);
    }
  };
  // 1/6 and 2/6, each half the time.
  CHECK(odds_of_hits(decision_graph(Anew()), 1) == "1/4");
}

/// A die is rolled until it shows a hit (1, 2) or a miss (3, 4).
class Until : public Inner<Shooter, Hits> {
 public:
  Hits play(const Shooter& /*shooter*/, Dice& dice) const override {
    for (;;) {
      dice.at(0);
      const int pair = dice.die([](int roll) { return (roll + 1) / 2; });
      if (pair < 3) return {pair == 1 ? 1 : 0};
    }
  }
};

TEST_CASE("an inner rule may roll again") {
  struct Once : Rule {
    Outcome resolve(Dice& dice) const override {
      const int first = dice.play(until, {0}).hits;
      return Outcome("fired").measure("hits", first + dice.play(until, {1}).hits);
    }
    Until until;
  };
  struct Thrice : Process<Round> {
    Round start() const override { return {}; }
    Round step(const Round& before, Dice& dice) const override {
      return {before.played + 1, before.hits + dice.play(until, {0}).hits};
    }
    std::optional<Outcome> outcome(const Round& round) const override {
      if (round.played < 3) return std::nullopt;
      return Outcome("fired").measure("hits", round.hits);
    }
    Until until;
  };
  CHECK(odds_of_hits(decision_graph(Once()), 2) == "1/4");
  CHECK(odds_of_hits(decision_graph(Thrice()), 3) == "1/8");
}

TEST_CASE("an inner rule that rolls nothing, and one that is played after it") {
  struct Both : Rule {
    Outcome resolve(Dice& dice) const override {
      const int first = dice.play(twice, {3}).hits;
      const int second = dice.play(shots, {first}).hits;
      return Outcome("fired").measure("hits", 10 * first + second);
    }
    struct : Inner<Shooter, Hits> {
      Hits play(const Shooter& shooter, Dice& /*dice*/) const override {
        return {2 * shooter.hits_from};
      }
    } twice;
    Shots shots;
  };
  CHECK(odds_of_hits(decision_graph(Both()), 63) == "1/216");
}

TEST_CASE("nobody plays his best within an inner rule: he knows more than its question") {
  struct Duel : Inner<Shooter, Hits> {
    Hits play(const Shooter& shooter, Dice& dice) const override {
      static constexpr std::string_view options[] = {"no", "yes"};
      const int fires = dice.choose(
          {"fires", "Fire?", options, 0}, shooter, [] { return Facts{}; }, 1);
      return {fires != 0 && dice.die([](int roll) { return roll == 6; }) ? 1 : 0};
    }
  };
  struct Duels : Rule {
    Outcome resolve(Dice& dice) const override {
      return Outcome("fired").measure("hits", dice.play(duel, {}).hits);
    }
    Duel duel;
  };
  CHECK(odds_of_hits(decision_graph(Duels()), 1) == "1/6");  // by habit he fires
  BestPlay best;
  best.free.parameters = {"fires"};
  CHECK_THROWS_WITH(best_policy(Duels(), best),
                    Catch::Matchers::ContainsSubstring("decided within an inner rule"));
}

}  // namespace
}  // namespace combat_odds
