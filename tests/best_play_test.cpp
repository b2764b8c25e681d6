#include "core/best/best_play.hpp"

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <map>
#include <random>

#include "core/dice/reference.hpp"
#include "core/exact/exact.hpp"
#include "core/text/error.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

Goal measure(const char* name, bool least = false) {
  return {{{Goal::Kind::measure, name, 0, 1}}, 1, least};
}
Goal outcome(const char* name, bool least = false) {
  return {{{Goal::Kind::outcome, name, 0, 1}}, 1, least};
}
BestPlay best_for(Goal goal, std::set<std::string, std::less<>> free) {
  return {{std::move(free)}, std::move(goal), std::nullopt};
}

/// The mean of a measure, computed forwards from the odds of the rule.
double mean(const Rule& rule, std::string_view name) {
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds exact(graph);
  double sum = 0;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    for (const auto& [measure, value] : graph.leaves[leaf].measures()) {
      if (measure == name) sum += exact.leaf(leaf) * value;
    }
  }
  return sum;
}
double chance(const Rule& rule, const std::string& label) {
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds exact(graph);
  return exact.sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == label; }).value;
}

/// A die may be rolled three times; the last roll counts. "You are offered the pips in dollars".
class BestOfRolls : public Rule {
 public:
  explicit BestOfRolls(int rolls) : rolls_(rolls) {}
  Outcome resolve(Dice& dice) const override {
    struct At {
      std::uint8_t left;
      std::uint8_t face;
    };
    for (int left = rolls_ - 1;; --left) {
      const int face = dice.die();
      if (left == 0) return end(face);
      const At at{static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(face)};
      const auto words = [&] { return Facts{{"rolls left", left}, {"face", face}}; };
      if (dice.choose({"keeps", "Keep it?", no_or_yes}, at, words, 0) != 0) return end(face);
    }
  }

 private:
  static Outcome end(int face) { return Outcome("end").measure("pips", face); }
  int rolls_;
};

TEST_CASE("up to two or three rolls of a die, the last one counts: 17/4 and 14/3") {
  // By hand: the second roll is worth 7/2, so 4, 5 and 6 are kept: (4 + 5 + 6)/6 + 1/2 * 7/2 =
  // 17/4. With three, 5 and 6 are kept: 11/6 + 4/6 * 17/4 = 14/3.
  CHECK(best_policy(BestOfRolls(2), best_for(measure("pips"), {"keeps"})).fraction == "17/4");
  const BestOfRolls rule(3);
  const Policy policy = best_policy(rule, best_for(measure("pips"), {"keeps"}));
  CHECK(policy.fraction == "14/3");
  CHECK(policy.exact);
  CHECK(policy.value == 14.0 / 3);
  REQUIRE(policy.choices.size() == 12);
  for (const Choice& choice : policy.choices) {
    const int left = choice.facts[0].number;
    const int face = choice.facts[1].number;
    INFO(left << " left, face " << face);
    CHECK(choice.chosen == (face >= (left == 2 ? 5 : 4) ? 1u : 0u));
    CHECK(choice.visits == Approx(left == 2 ? 1.0 / 6 : 4.0 / 36));
  }
  // A 4 given up with a roll to come costs half a pip.
  const auto four = std::ranges::find_if(policy.choices, [](const Choice& choice) {
    return choice.facts[0].number == 1 && choice.facts[1].number == 4;
  });
  CHECK(four->cost(0) == Approx(0.5));
  CHECK(four->cost(1) == 0);
  // As little as can be is the mirror image: 7 - 14/3.
  CHECK(best_policy(rule, best_for(measure("pips", true), {"keeps"})).fraction == "7/3");
  // If no decision is free, the habit decides: the last roll.
  CHECK(best_policy(rule, best_for(measure("pips"), {})).fraction == "7/2");
  CHECK(mean(rule, "pips") == Approx(3.5));
}

TEST_CASE("a rule with a policy is an ordinary rule: forwards, with dice, without checkpoints") {
  const BestOfRolls rule(3);
  const auto policy =
      std::make_shared<const Policy>(best_policy(rule, best_for(measure("pips"), {"keeps"})));
  const std::unique_ptr<Rule> played = played_by(rule, policy);
  CHECK(mean(*played, "pips") == Approx(14.0 / 3));
  CHECK(played->policy() == policy);
  const std::uint64_t trials = 200'000;
  double sum = 0;
  for (const OutcomeCount& entry : simulate_reference(*played, trials, 5)) {
    sum += static_cast<double>(entry.count) * entry.outcome.measures().front().second;
  }
  // The pips' variance is below 6: four deviations are 4 * sqrt(6 / 200000) = 0.022.
  CHECK(sum / trials == Approx(14.0 / 3).margin(0.022));
  CHECK(mean(*played_best(std::make_unique<BestOfRolls>(3), best_for(measure("pips"), {"keeps"})),
             "pips") == Approx(14.0 / 3));
}

/// The same in rounds; their number is not in the state.
struct Rolling {
  std::uint8_t face = 0;
  std::uint8_t kept = 0;
  std::uint8_t over = 1;
};
class BestOfRounds : public Rounds<Rolling> {
 public:
  Rolling start() const override { return {}; }
  Rolling round(const Rolling& state, int) const override { return {state.face, state.kept, 0}; }
  Rolling step(const Rolling& before, Dice& dice) const override {
    Rolling state = before;
    state.over = 1;
    if (state.face != 0) {
      const auto words = [&] { return Facts{{"face", int{state.face}}}; };
      state.kept =
          static_cast<std::uint8_t>(dice.choose({"keeps", "Keep it?", no_or_yes}, state, words, 0));
      if (state.kept != 0) return state;
    }
    state.face = static_cast<std::uint8_t>(dice.die());
    return state;
  }
  bool round_over(const Rolling& state) const override { return state.over != 0; }
  int how_many() const override { return 3; }
  std::optional<Outcome> outcome(const Rolling& state, int played) const override {
    if (played < 3 && state.kept == 0) return std::nullopt;
    return Outcome("end").measure("pips", state.face);
  }
};

TEST_CASE("rules in rounds: the best move in a round depends on how many follow") {
  const BestOfRounds rule;
  const auto policy =
      std::make_shared<const Policy>(best_policy(rule, best_for(measure("pips"), {"keeps"})));
  CHECK(policy->fraction == "14/3");
  CHECK(policy->choices.size() == 12);
  CHECK(policy->choices.front().facts.front().name == "round");
  CHECK(mean(*played_by(rule, policy), "pips") == Approx(14.0 / 3));
}

/// Pig with a coin or a die (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004): the
/// player whose turn it is flips or holds; a 1 ends the turn with nothing. The first to reach the
/// goal wins.
struct Table {
  std::uint8_t mine = 0;
  std::uint8_t theirs = 0;
  std::uint8_t turn_total = 0;
  std::uint8_t side = 0;
};
class Pig : public Process<Table> {
 public:
  Pig(int sides, int goal) : sides_(sides), goal_(goal) {}
  Table start() const override { return {}; }
  Table step(const Table& before, Dice& dice) const override {
    Table table = before;
    std::uint8_t& score = table.side == 0 ? table.mine : table.theirs;
    const auto words = [&] { return Facts{{"turn total", int{table.turn_total}}}; };
    const bool first = table.side == 0;
    const Decision decision{first ? "rolls" : "they_roll", "Roll again?", no_or_yes, first ? 0 : 1};
    const bool rolls = dice.choose(decision, table, words, 1) != 0;
    if (rolls) {
      const int face = dice.die(sides_, [](int side) { return side; });
      // A coin's tails are a 1, its heads a single point.
      const int points = face == 1 ? 0 : sides_ == 2 ? 1 : face;
      if (points > 0) {
        table.turn_total =
            static_cast<std::uint8_t>(std::min(table.turn_total + points, goal_ - score));
        if (score + table.turn_total < goal_) return table;
        score = static_cast<std::uint8_t>(goal_);
        return table;
      }
    } else {
      score = static_cast<std::uint8_t>(score + table.turn_total);
    }
    table.turn_total = 0;
    table.side = 1 - table.side;
    return table;
  }
  std::optional<Outcome> outcome(const Table& table) const override {
    if (table.mine == goal_) return Outcome("won");
    if (table.theirs == goal_) return Outcome("lost");
    return std::nullopt;
  }

 private:
  int sides_;
  int goal_;
};

BestPlay pig_play() { return {{{"rolls", "they_roll"}}, outcome("won"), outcome("won", true)}; }

TEST_CASE("Piglet to 2 points: the published solution, positions recurring and two sides") {
  // P(0,0,0) = 4/7, P(0,0,1) = 5/7, P(0,1,0) = 2/5, P(0,1,1) = 3/5, P(1,0,0) = 4/5, P(1,1,0) = 2/3;
  // the last two only in Neller and Presser's order (own score, other's score, turn total).
  const Pig rule(2, 2);
  const auto policy = std::make_shared<const Policy>(best_policy(rule, pig_play()));
  CHECK(policy->value == Approx(4.0 / 7).epsilon(1e-12));
  CHECK_FALSE(policy->exact);
  const std::unique_ptr<Rule> played = played_by(rule, policy);
  CHECK(chance(*played, "won") == Approx(4.0 / 7).epsilon(1e-12));
  const std::uint64_t trials = 200'000;
  for (const OutcomeCount& entry : simulate_reference(*played, trials, 3)) {
    if (entry.outcome.label() != "won") continue;
    // Four deviations: 4 * sqrt(0.25 / 200000) = 0.0045.
    CHECK(static_cast<double>(entry.count) / trials == Approx(4.0 / 7).margin(0.0045));
  }
  // A player who holds at nothing for ever never wins; best play avoids that.
  const BestPlay to_lose{{{"rolls", "they_roll"}}, outcome("won", true), outcome("won")};
  CHECK(best_policy(rule, to_lose).value <= 1);
}

TEST_CASE("two aims that are not opposite are solved if no position recurs, else refused") {
  const BestPlay both_win{{{"rolls", "they_roll"}}, outcome("won"), outcome("won")};
  REQUIRE_THROWS_AS(best_policy(Pig(2, 2), both_win), InputError);
}

TEST_CASE("Pig to 100: the player who begins wins 53.06 % (Neller and Presser)") {
  const Policy policy = best_policy(Pig(6, 100), pig_play(), 4'000'000);
  CHECK(policy.value == Approx(0.5306).margin(0.00005));
}

/// Two ways to win: a coin, or a coin that twenty sixes in a row help. Doubles are too coarse to
/// see the difference.
class NearTie : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    struct At {
      std::uint8_t sixes;
    };
    const bool helped =
        dice.choose(
            {"helped", "With the sixes?", no_or_yes}, At{0}, [] { return Facts(); }, 0) != 0;
    if (dice.die(2, [](int side) { return side == 1; })) return Outcome("won");
    for (std::uint8_t sixes = 0; helped && sixes < 20; ++sixes) {
      dice.at(At{sixes});
      if (!dice.die([](int dr) { return dr == 6; })) return Outcome("lost");
    }
    return Outcome(helped ? "won" : "lost");
  }
};

TEST_CASE("fractions settle ties that doubles can't") {
  const Policy most = best_policy(NearTie(), best_for(outcome("won"), {"helped"}));
  REQUIRE(most.choices.size() == 1);
  CHECK(most.choices[0].chosen == 1);
  CHECK(most.choices[0].best == std::vector<bool>{false, true});
  const Policy least = best_policy(NearTie(), best_for(outcome("won", true), {"helped"}));
  CHECK(least.choices[0].chosen == 0);
  CHECK(least.choices[0].best == std::vector<bool>{true, false});
}

// Random games, solved a second time by trying every policy.

struct RandomGame {
  enum class Kind { end, roll, choice };
  struct Node {
    Kind kind = Kind::end;
    int side = 0;
    int worth = 0;
    std::vector<std::size_t> to;  ///< a roll: one for each face; a choice: its options
  };
  std::vector<Node> nodes;
  std::vector<std::size_t> choices;

  RandomGame(std::mt19937& engine, bool cycles, bool two_sides) {
    const std::size_t ends = 3;
    const std::size_t count = 14;
    const auto number = [&](std::size_t below) { return engine() % below; };
    for (std::size_t i = 0; i < count; ++i) {
      Node node;
      if (i >= ends) {
        const bool chooses = choices.size() < 7 && number(2) == 0;
        node.kind = chooses ? Kind::choice : Kind::roll;
        node.side = two_sides ? static_cast<int>(number(2)) : 0;
        for (std::size_t b = 0; b < (chooses ? 2 : 6); ++b) {
          // With cycles, a node may lead to any other, but every roll may end the game.
          node.to.push_back(b == 0 && !chooses ? number(ends) : number(cycles ? count : i));
        }
        if (chooses && cycles) node.to[0] = number(ends);
        if (chooses) choices.push_back(i);
      } else {
        node.worth = static_cast<int>(number(10));
      }
      nodes.push_back(std::move(node));
    }
  }

  /// The worth of each node under a policy (a bit for each choice), by Gaussian elimination.
  std::vector<double> worths(unsigned policy) const {
    const std::size_t count = nodes.size();
    std::vector<std::vector<double>> rows(count, std::vector<double>(count + 1, 0));
    for (std::size_t i = 0; i < count; ++i) {
      rows[i][i] = 1;
      if (nodes[i].kind == Kind::end) rows[i][count] = nodes[i].worth;
      if (nodes[i].kind == Kind::roll) {
        for (const std::size_t to : nodes[i].to) rows[i][to] -= 1.0 / 6;
      }
      if (nodes[i].kind == Kind::choice) rows[i][nodes[i].to[option(policy, i)]] -= 1;
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t pivot = i;
      for (std::size_t j = i; j < count; ++j) {
        if (std::abs(rows[j][i]) > std::abs(rows[pivot][i])) pivot = j;
      }
      if (std::abs(rows[pivot][i]) < 1e-12) return {};  // it never ends
      std::swap(rows[i], rows[pivot]);
      for (std::size_t j = 0; j < count; ++j) {
        if (j == i) continue;
        const double factor = rows[j][i] / rows[i][i];
        for (std::size_t k = i; k <= count; ++k) rows[j][k] -= factor * rows[i][k];
      }
    }
    std::vector<double> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(rows[i][count] / rows[i][i]);
    return result;
  }
  std::size_t option(unsigned policy, std::size_t node) const {
    const auto place = std::ranges::find(choices, node) - choices.begin();
    return policy >> place & 1u;
  }
};

struct At {
  std::uint8_t node = 0;
};
class RandomRule : public Process<At> {
 public:
  explicit RandomRule(const RandomGame& game) : game_(game) {}
  At start() const override { return {static_cast<std::uint8_t>(game_.nodes.size() - 1)}; }
  At step(const At& at, Dice& dice) const override {
    const RandomGame::Node& node = game_.nodes[at.node];
    std::size_t branch = 0;
    if (node.kind == RandomGame::Kind::roll) {
      branch = static_cast<std::size_t>(dice.die()) - 1;
    } else {
      const Decision decision{node.side == 0 ? "ours" : "theirs", "Which way?", no_or_yes,
                              node.side};
      branch = static_cast<std::size_t>(dice.choose(
          decision, at,
          [&] {
            return Facts{{"node", int{at.node}}};
          },
          0));
    }
    return {static_cast<std::uint8_t>(node.to[branch])};
  }
  std::optional<Outcome> outcome(const At& at) const override {
    const RandomGame::Node& node = game_.nodes[at.node];
    if (node.kind != RandomGame::Kind::end) return std::nullopt;
    return Outcome("end").measure("worth", node.worth);
  }

 private:
  const RandomGame& game_;
};

/// The best of side 0 against the best answer of side 1, over all policies of both.
double by_brute_force(const RandomGame& game, bool least) {
  unsigned own = 0;
  const std::size_t root = game.nodes.size() - 1;
  for (std::size_t i = 0; i < game.choices.size(); ++i) {
    if (game.nodes[game.choices[i]].side == 0) own |= 1u << i;
  }
  const unsigned all = (1u << game.choices.size()) - 1;
  std::map<unsigned, double> worst;  // by the choices of side 0
  for (unsigned policy = 0; policy <= all; ++policy) {
    const std::vector<double> worths = game.worths(policy);
    if (worths.empty()) continue;
    const double worth = least ? -worths[root] : worths[root];
    const auto [known, is_new] = worst.try_emplace(policy & own, worth);
    if (!is_new) known->second = std::min(known->second, worth);
  }
  double best = -1e9;
  for (const auto& [policy, worth] : worst) best = std::max(best, worth);
  return least ? -best : best;
}

TEST_CASE("random games: as good as the best of all policies, and no option is rated better") {
  std::mt19937 engine(20421);
  for (const bool cycles : {false, true}) {
    for (const bool two_sides : {false, true}) {
      for (int i = 0; i < 150; ++i) {
        const RandomGame game(engine, cycles, two_sides);
        const bool least = i % 2 == 1;
        INFO("cycles " << cycles << ", two sides " << two_sides << ", game " << i);
        const RandomRule rule(game);
        BestPlay best{{{"ours", "theirs"}}, measure("worth", least), std::nullopt};
        if (two_sides) best.against = measure("worth", !least);
        const auto policy = std::make_shared<const Policy>(best_policy(rule, best));
        CHECK(policy->value == Approx(by_brute_force(game, least)).margin(1e-9));
        CHECK(mean(*played_by(rule, policy), "worth") == Approx(policy->value).margin(1e-9));
        for (const Choice& choice : policy->choices) {
          const double sign = least != (choice.side == 1) ? -1 : 1;
          for (const double value : choice.values) {
            CHECK(sign * value <= sign * choice.values[choice.chosen] + 1e-9);
          }
        }
      }
    }
  }
}

TEST_CASE("an aim that some outcome lacks is refused") {
  REQUIRE_THROWS_AS(best_policy(BestOfRolls(2), best_for(measure("rounds"), {"keeps"})),
                    InputError);
}

}  // namespace
}  // namespace combat_odds
