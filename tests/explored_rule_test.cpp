#include "core/exact/explored_rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "core/explore/narrow_steps.hpp"
#include "core/odds/odds.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// The chance of counts like these or less likely ones, given the exact odds.
double agreement(const Tally& tally, const ExploredRule& explored) {
  std::vector<double> probabilities;
  for (const Outcome& outcome : tally.outcomes) {
    const auto leaf = std::find(explored.leaves().begin(), explored.leaves().end(), outcome);
    REQUIRE(leaf != explored.leaves().end());
    const std::array<std::size_t, 1> only = {
        static_cast<std::size_t>(leaf - explored.leaves().begin())};
    probabilities.push_back(explored.sum(only).value);
  }
  return test::chi_squared_p(tally.counts, probabilities);
}

/// Some units: the number of checks each has failed, how hard this round's check is, and which unit
/// checks next.
struct Line {
  static constexpr std::size_t most = 4;
  std::array<std::uint8_t, most> failed{};
  std::uint8_t hard = 0;  ///< 0: not rolled yet
  std::uint8_t next = most;
};

/// In each round a die decides how hard the check is. Then every unit present rolls a die and fails
/// if it does not roll more; after two failures it is gone.
class Checks : public Rounds<Line>, public NarrowSteps {
 public:
  enum class Narrowing { none, to_the_unit, too_much };
  Checks(int how_many, Narrowing narrowing) : how_many_(how_many), narrowing_(narrowing) {}

  static constexpr std::uint8_t gone = 2;

  Line start() const override { return {}; }
  int how_many() const override { return how_many_; }
  Line round(const Line& line, int /*number*/) const override {
    Line begun = line;
    begun.next = 0;
    return begun;
  }
  bool round_over(const Line& line) const override { return line.next == Line::most; }
  Line step(const Line& line, Dice& dice) const override {
    Line after = line;
    if (line.hard == 0) {
      after.hard = dice.die([](int roll) { return static_cast<std::uint8_t>((roll + 1) / 2); });
    } else {
      if (dice.die([&](int roll) { return roll <= line.hard; })) ++after.failed[line.next];
      ++after.next;
    }
    return next(after);
  }
  bool narrow(std::byte* state) const override {
    const Line line = read(state);
    if (narrowing_ == Narrowing::none || line.hard == 0) return false;
    Line unit;
    unit.failed.fill(gone);
    unit.failed[0] = line.failed[line.next];
    unit.hard = narrowing_ == Narrowing::too_much ? std::uint8_t{1} : line.hard;
    unit.next = 0;
    write(state, unit);
    return true;
  }
  void widen(std::byte* state, const std::byte* stepped) const override {
    Line after = read(state);
    after.failed[after.next] = read(stepped).failed[0];
    ++after.next;
    write(state, next(after));
  }
  std::optional<Outcome> outcome(const Line& line, int played) const override {
    if (played < how_many_) return std::nullopt;
    const auto left = std::count_if(line.failed.begin(), line.failed.end(),
                                    [](std::uint8_t failed) { return failed < gone; });
    const Outcome outcome = Outcome(left == 0 ? "nobody" : "some")
                                .measure("left", static_cast<int>(left))
                                .measure("first", line.failed[0]);
    return outcome;
  }

 protected:
  static Line next(Line line) {
    while (line.next < Line::most && line.failed[line.next] == gone) ++line.next;
    if (line.next == Line::most) line.hard = 0;
    return line;
  }

 private:
  int how_many_;
  Narrowing narrowing_;
};

/// The same in one round, where the die for the check has a modifier that does not affect the
/// units' steps.
class ModifiedChecks : public Checks, public SharedSteps {
 public:
  explicit ModifiedChecks(int drm) : Checks(1, Narrowing::to_the_unit), drm_(drm) {}

  Line step(const Line& line, Dice& dice) const override {
    if (line.hard != 0) return Checks::step(line, dice);
    Line after = line;
    after.hard = dice.die([&](int roll) {
      return static_cast<std::uint8_t>((std::clamp(roll + drm_, 1, 6) + 1) / 2);
    });
    return after;
  }
  std::span<const std::string_view> whole_steps_go_by() const override {
    static constexpr std::array<std::string_view, 1> names{"drm"};
    return names;
  }

 private:
  int drm_;
};

test::OutcomeOdds odds_of_graph(const Checks& rule, Checkpoints checkpoints) {
  return test::outcome_odds(decision_graph(rule, 1'000'000, checkpoints));
}

TEST_CASE("odds solved state by state equal those of the graph, leaf by leaf") {
  using Narrowing = Checks::Narrowing;
  for (const Narrowing narrowing : {Narrowing::none, Narrowing::to_the_unit}) {
    const Checks rule(4, narrowing);
    ExploredRule explored(rule, ExploredRule::For::both, nullptr);
    explored.solve();
    const std::vector<Outcome> leaves = explored.leaves();
    const DecisionGraph& graph = explored.graph();
    REQUIRE(leaves == graph.leaves);
    const ExactOdds walked(graph);
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      CHECK(explored.sum(std::array{leaf}).fraction == walked.sum(std::array{leaf}).fraction);
    }
    // A unit fails with 1/6, 2/6 or 3/6, each as often: not at all in one round with 12/18.
    const Checks once(1, narrowing);
    ExploredRule first(once, ExploredRule::For::odds, nullptr);
    first.solve();
    std::vector<std::size_t> unharmed;
    for (std::size_t leaf = 0; leaf < first.leaves().size(); ++leaf) {
      const auto& measures = first.leaves()[leaf].measures();
      const std::pair<std::string_view, int> wanted("first", 0);
      if (std::find(measures.begin(), measures.end(), wanted) != measures.end()) {
        unharmed.push_back(leaf);
      }
    }
    CHECK(first.sum(unharmed).fraction == "2/3");
  }
}

TEST_CASE(
    "declaring what steps depend on changes the work, not the graph; a false claim is caught") {
  using Narrowing = Checks::Narrowing;
  const Checks plain(3, Narrowing::none);
  const Checks narrow(3, Narrowing::to_the_unit);
  const Checks too_narrow(3, Narrowing::too_much);
  const DecisionGraph one = decision_graph(plain);
  const DecisionGraph other = decision_graph(narrow);
  CHECK(one.leaves == other.leaves);
  CHECK(one.edges == other.edges);
  CHECK(one.rounds == other.rounds);
  const test::OutcomeOdds expected = odds_of_graph(plain, Checkpoints::ignored);
  CHECK(test::disagreement(expected, odds_of_graph(narrow, Checkpoints::heeded)).empty());
  CHECK(test::disagreement(expected, odds_of_graph(too_narrow, Checkpoints::ignored)).empty());
  CHECK_FALSE(test::disagreement(expected, odds_of_graph(too_narrow, Checkpoints::heeded)).empty());
}

/// The same in parts: while the first two check, the others stand by.
class PartedChecks : public Checks, public PartedStates {
 public:
  PartedChecks(int how_many, Narrowing narrowing, std::uint8_t forgotten)
      : Checks(how_many, narrowing), forgotten_(forgotten) {}

  bool part(std::byte* state, std::byte* standing) const override {
    Line acting = read(state);
    if (acting.hard == 0 || acting.next >= first_of_others) return false;
    Line others;
    for (std::size_t i = first_of_others; i < Line::most; ++i) {
      others.failed[i] = acting.failed[i];
      acting.failed[i] = stands_by;
    }
    write(state, acting);
    write(standing, others);
    return true;
  }
  bool goes_on_apart(const std::byte* acting) const override {
    const Line line = read(acting);
    return line.failed[first_of_others] == stands_by && line.next < first_of_others;
  }
  void join(std::byte* acting, const std::byte* standing) const override {
    Line both = read(acting);
    const Line others = read(standing);
    for (std::size_t i = first_of_others; i < Line::most; ++i) {
      both.failed[i] = std::max(others.failed[i], forgotten_);
    }
    write(acting, next(both));
  }

 private:
  static constexpr std::size_t first_of_others = 2;
  static constexpr std::uint8_t stands_by = 7;
  std::uint8_t forgotten_;
};

TEST_CASE("states in parts change the work, not the graph; a lost part is noticed") {
  for (const auto narrowing : {Checks::Narrowing::none, Checks::Narrowing::to_the_unit}) {
    const Checks whole(3, narrowing);
    const PartedChecks parted(3, narrowing, 0);
    const PartedChecks loses_a_part(3, narrowing, 1);
    const DecisionGraph one = decision_graph(whole);
    const DecisionGraph other = decision_graph(parted);
    CHECK(one.leaves == other.leaves);
    CHECK(one.edges == other.edges);
    CHECK(one.rounds == other.rounds);
    const test::OutcomeOdds expected = odds_of_graph(whole, Checkpoints::ignored);
    CHECK(test::disagreement(expected, odds_of_graph(parted, Checkpoints::heeded)).empty());
    CHECK(test::disagreement(expected, odds_of_graph(loses_a_part, Checkpoints::ignored)).empty());
    CHECK_FALSE(
        test::disagreement(expected, odds_of_graph(loses_a_part, Checkpoints::heeded)).empty());
  }
}

/// Many dice, of which only the number that came up is kept: a state for each number, and a step of
/// many rolls after each.
class ManyRolls : public Process<std::uint32_t>, public NarrowSteps {
 public:
  std::uint32_t start() const override { return 0; }
  std::uint32_t step(const std::uint32_t& turn, Dice& dice) const override {
    std::uint32_t ones = 0;
    for (int i = 0; i < 11; ++i) ones = ones * 2 + (dice.die([](int r) { return r == 1; }) ? 1 : 0);
    return (turn & 0xffff0000u) + 0x10000u + (ones == 0 ? 1u : 0u) + (turn & 0xffffu);
  }
  bool narrow(std::byte* state) const override {
    write(state, 0);
    return true;
  }
  void widen(std::byte* state, const std::byte* stepped) const override {
    write(state, read(state) + read(stepped));
  }
  std::optional<Outcome> outcome(const std::uint32_t& turn) const override {
    if (turn >> 16 < turns) return std::nullopt;
    const Outcome outcome = Outcome("over").measure("none", static_cast<int>(turn & 0xffffu));
    return outcome;
  }
  static constexpr std::uint32_t turns = 45;
};

TEST_CASE("a rule with too many rolls for a graph has exact odds if its states are few") {
  // 1035 states of 2047 rolls each are more than two million.
  const ManyRolls rule;
  CHECK_THROWS_AS(decision_graph(rule), GraphTooLarge);
  OddsOptions options;
  options.trials = 100'000;
  const Odds odds = odds_of(rule, 1, options);
  double sum = 0;
  double played = 0;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::measure) continue;
    REQUIRE(chance.exact);
    sum += chance.exact->value * chance.value;
    played += static_cast<double>(chance.count) * chance.value;
  }
  const double mean = ManyRolls::turns * std::pow(5.0 / 6, 11);
  CHECK(sum == Approx(mean).epsilon(1e-12));
  // 45 tries each: the standard deviation is 2.3, that of the mean of 100,000 trials 0.0073.
  CHECK(std::abs(played / 100'000 - mean) < 5 * 0.0073);
}

/// The chance that the first unit fails no check.
std::string unharmed(const ExploredRule& explored) {
  std::vector<std::size_t> leaves;
  for (std::size_t leaf = 0; leaf < explored.leaves().size(); ++leaf) {
    const auto& measures = explored.leaves()[leaf].measures();
    if (std::count(measures.begin(), measures.end(), std::pair<std::string_view, int>("first", 0)) >
        0) {
      leaves.push_back(leaf);
    }
  }
  return explored.sum(leaves).fraction;
}

TEST_CASE("steps explored for one rule serve another that shares them") {
  KeptStates kept;
  // Hard 3 alone; 1, 2 and 3; 1 alone; the same again: no state of one is left out or let in.
  for (const int drm : {5, 0, -5, 0, 2, 5}) {
    CAPTURE(drm);
    const ModifiedChecks rule(drm);
    ExploredRule shared(rule, ExploredRule::For::odds, nullptr, &kept);
    shared.solve();
    REQUIRE(!kept.empty());
    ExploredRule alone(rule, ExploredRule::For::odds, nullptr);
    alone.solve();
    REQUIRE(shared.leaves() == alone.leaves());
    for (std::size_t leaf = 0; leaf < alone.leaves().size(); ++leaf) {
      const ExactProbability odds = shared.sum(std::array{leaf});
      CHECK(odds.fraction == alone.sum(std::array{leaf}).fraction);
      CHECK(odds.value == alone.sum(std::array{leaf}).value);
    }
    // Of 3, 2 or 1 of 6 that fail: 1 - 3/6; 1 - (1 + 2 + 3)/18; 1 - 1/6; with +2 a 3 or 4 is hard
    // 2, twice of 6, a 5 or more hard 3, four times: 1 - (2 * 2 + 4 * 3)/36.
    const char* const wanted = drm == 5 ? "1/2" : drm == 0 ? "2/3" : drm == -5 ? "5/6" : "5/9";
    CHECK(unharmed(shared) == wanted);
  }
}

TEST_CASE("nothing is kept for rules that share nothing, nor if a graph is wanted") {
  KeptStates kept;
  const Checks plain(1, Checks::Narrowing::to_the_unit);
  ExploredRule(plain, ExploredRule::For::odds, nullptr, &kept).solve();
  CHECK(kept.empty());
  const ModifiedChecks rule(0);
  ExploredRule(rule, ExploredRule::For::both, nullptr, &kept).solve();
  CHECK(kept.empty());
}

TEST_CASE("trials that walk through the states have the exact odds") {
  const Checks rule(3, Checks::Narrowing::none);
  ExploredRule explored(rule, ExploredRule::For::both, nullptr);
  explored.solve();
  REQUIRE(explored.states() != nullptr);
  // Few trials at a state roll one by one, many together.
  const std::uint64_t trials = GENERATE(std::uint64_t{200}, std::uint64_t{2'000'000});
  const Tally tally =
      simulate_directly(rule, {8, 9, 0}, {trials, 0, {}, nullptr}, explored.states());
  CHECK(tally.trials == trials);
  CHECK(agreement(tally, explored) > 1e-9);
}

TEST_CASE("the way in which trials were played is reported") {
  OddsOptions options;
  options.trials = 1'000;
  for (const Method method : {Method::both, Method::monte_carlo}) {
    options.method = method;
    CHECK(odds_of(Checks(3, Checks::Narrowing::none), 1, options).way == Odds::Way::graph);
    CHECK(odds_of(ManyRolls(), 1, options).way == Odds::Way::states);
  }
}

TEST_CASE("trials without a graph have the exact odds for a rule with narrow steps") {
  const Checks rule(3, Checks::Narrowing::to_the_unit);
  ExploredRule explored(rule, ExploredRule::For::odds, nullptr);
  explored.solve();
  // Few trials at a state are played one by one, many roll together once their step is known.
  const std::uint64_t trials = GENERATE(std::uint64_t{200}, std::uint64_t{2'000'000});
  const Tally tally = simulate_directly(rule, {8, 9, 0}, {trials, 0, {}, nullptr});
  CHECK(tally.trials == trials);
  CHECK(agreement(tally, explored) > 1e-9);
}

}  // namespace
}  // namespace combat_odds
