#include "core/exact/columns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/exact/column_walk.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/odds/odds.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"

namespace combat_odds {
namespace {

struct Fighter {
  std::uint8_t hits = 0;  ///< two and he is gone
  std::uint8_t selected = 0;
};

/// Two chiefs and three men under fire.
struct Fight {
  static constexpr std::size_t chiefs = 2;
  static constexpr std::size_t all = 5;
  enum Phase : std::uint8_t { over, shot, selection, men_hit, chiefs_check, men_check };
  Phase phase = over;
  std::uint8_t hard = 0;    ///< a check fails on so much or less
  std::uint8_t shaken = 0;  ///< chiefs who failed in this round
  std::uint8_t noted = 0;   ///< a man has failed his check at some time
  std::array<Fighter, all> fighters{};
};

/// In each round a die decides how hard it gets and how many Random Selection selects. Those
/// selected are hit, a man only if the men `roll` for it and he fails. The chiefs check, and then
/// the men, for whom it is harder by each chief who failed.
class Fights : public Rounds<Fight> {
 public:
  enum class Men { are_hit, roll };
  Fights(int how_many, Men men) : how_many_(how_many), men_(men) {}

  Fight start() const override { return {}; }
  int how_many() const override { return how_many_; }
  Fight round(const Fight& before, int /*number*/) const override {
    Fight fight = before;
    fight.phase = Fight::shot;
    return fight;
  }
  bool round_over(const Fight& fight) const override { return fight.phase == Fight::over; }
  Fight alike(const Fight& fight) const override {
    Fight sorted = fight;
    const auto order = [](const Fighter& a, const Fighter& b) {
      return std::pair(a.hits, a.selected) < std::pair(b.hits, b.selected);
    };
    std::sort(sorted.fighters.begin(), sorted.fighters.begin() + Fight::chiefs, order);
    std::sort(sorted.fighters.begin() + Fight::chiefs, sorted.fighters.end(), order);
    return sorted;
  }
  Fight step(const Fight& before, Dice& dice) const override {
    Fight fight = before;
    switch (fight.phase) {
      case Fight::shot:
        fight.hard = dice.die([](int roll) -> std::uint8_t { return roll <= 3 ? 1 : 2; });
        fight.phase = Fight::selection;
        break;
      case Fight::selection:
        select(fight, dice);
        fight.phase = Fight::men_hit;
        break;
      case Fight::men_hit:
        for (std::size_t i = Fight::chiefs; i < Fight::all; ++i)
          hit_man(fight.fighters.at(i), dice);
        fight.phase = Fight::chiefs_check;
        break;
      case Fight::chiefs_check:
        for (std::size_t i = 0; i < Fight::chiefs; ++i) {
          Fighter& chief = fight.fighters.at(i);
          if (chief.selected != 0) hit(chief);
          if (chief.hits < 2 && fails(dice, hard_for_chiefs(fight))) ++fight.shaken;
        }
        fight.phase = Fight::men_check;
        break;
      default:
        for (std::size_t i = Fight::chiefs; i < Fight::all; ++i) check_man(fight, i, dice);
        settle(fight);
        break;
    }
    return fight;
  }
  std::optional<Outcome> outcome(const Fight& fight, int played) const override {
    if (played < how_many_) return std::nullopt;
    int gone = 0;
    int hits = 0;
    for (const Fighter& fighter : fight.fighters) {
      gone += fighter.hits == 2 ? 1 : 0;
      hits += fighter.hits;
    }
    // The label tells all, so that whatever comes together is compared.
    std::string label = std::to_string(gone) + " gone by " + std::to_string(hits);
    if (fight.noted != 0) label += ", failed";
    Outcome outcome(std::move(label));
    outcome.event("failed", fight.noted != 0)
        .event("over")
        .measure("gone", gone)
        .measure("hits", hits);
    return outcome;
  }

  void play_man(Fight& fight, Dice& dice) const {
    Fighter& man = fight.fighters.at(Fight::chiefs);
    if (fight.phase == Fight::men_hit) {
      hit_man(man, dice);
      fight.phase = Fight::chiefs_check;
    } else {
      check_man(fight, Fight::chiefs, dice);
      settle(fight);
    }
  }

 protected:
  virtual int hard_for_chiefs(const Fight& fight) const { return fight.hard; }

 private:
  static bool fails(Dice& dice, int most) {
    return dice.die([&](int roll) { return roll <= most; });
  }
  static void hit(Fighter& fighter) {
    fighter.selected = 0;
    ++fighter.hits;
  }
  void hit_man(Fighter& man, Dice& dice) const {
    if (man.selected == 0) return;
    man.selected = 0;
    if (men_ == Men::are_hit || fails(dice, 4)) ++man.hits;
  }
  static void check_man(Fight& fight, std::size_t i, Dice& dice) {
    Fighter& man = fight.fighters.at(i);
    if (man.hits == 2 || !fails(dice, fight.hard + fight.shaken)) return;
    ++man.hits;
    fight.noted = 1;
  }
  static void settle(Fight& fight) {
    fight.phase = Fight::over;
    fight.hard = fight.shaken = 0;
  }
  static void select(Fight& fight, Dice& dice) {
    std::vector<std::size_t> there;
    for (std::size_t i = 0; i < Fight::all; ++i) {
      if (fight.fighters.at(i).hits < 2) there.push_back(i);
    }
    std::uint32_t chosen = (1u << there.size()) - 1;
    if (there.size() > fight.hard) {
      chosen = dice.random_selection(static_cast<int>(there.size()), fight.hard,
                                     [](std::uint32_t set) { return set; });
    }
    for (std::size_t i = 0; i < there.size(); ++i) {
      if ((chosen >> i & 1) != 0) fight.fighters.at(there[i]).selected = 1;
    }
  }

  int how_many_;
  Men men_;
};

/// The same by bodies: the chiefs and the men.
class FightsInBodies : public Fights, public InBodies {
 public:
  FightsInBodies(int how_many, Men men, bool looks_aside = false)
      : Fights(how_many, men), looks_aside_(looks_aside) {}

  std::span<const Body> bodies() const override {
    constexpr std::size_t at = offsetof(Fight, fighters);
    static constexpr std::array<Body, 2> both{
        {{at, sizeof(Fighter), Fight::chiefs},
         {at + Fight::chiefs * sizeof(Fighter), sizeof(Fighter), Fight::all - Fight::chiefs}}};
    return both;
  }
  Turn turn(const std::byte* message) const override {
    switch (read(message).phase) {
      case Fight::shot:
        return {Turn::Kind::step, 0, 0};
      case Fight::selection:
        return {Turn::Kind::selection, 3, read(message).hard};
      case Fight::chiefs_check:
        return {Turn::Kind::step, 1, 0};
      default:
        return {Turn::Kind::crowd, 2, 0};
    }
  }
  unsigned looked_at_between_rounds(const std::byte* /*message*/, int played) const override {
    return played < how_many() ? 0 : 3;
  }
  void next_of_crowd(std::byte* state, Dice& dice) const override {
    Fight fight = read(state);
    play_man(fight, dice);
    write(state, fight);
  }
  bool may_be_selected(const std::byte* unit, int /*among*/) const override {
    return fighter(unit).hits < 2;
  }
  void select(std::byte* unit, int /*among*/) const override {
    Fighter selected = fighter(unit);
    selected.selected = 1;
    std::memcpy(unit, &selected, sizeof(selected));
  }
  void selected(std::byte* message) const override {
    Fight fight = read(message);
    fight.phase = Fight::men_hit;
    write(message, fight);
  }

 protected:
  int hard_for_chiefs(const Fight& fight) const override {
    const bool man_is_gone = fight.fighters.back().hits == 2;
    return fight.hard + (looks_aside_ && man_is_gone ? 1 : 0);
  }

 private:
  static Fighter fighter(const std::byte* unit) {
    Fighter read;
    std::memcpy(&read, unit, sizeof(read));
    return read;
  }
  bool looks_aside_;
};

std::string line_text(const Chance& chance) {
  return chance.name + " " + std::to_string(static_cast<int>(chance.value));
}

test::OutcomeOdds odds_of_columns(const FightsInBodies& rule) {
  const std::optional<std::vector<Chance>> odds = odds_by_columns(rule, rule, nullptr);
  REQUIRE(odds);
  test::OutcomeOdds lines;
  for (const Chance& chance : *odds) lines[line_text(chance)] = *chance.exact;
  return lines;
}

/// The same lines from a graph of all states.
test::OutcomeOdds odds_of_states(const Fights& rule) {
  const DecisionGraph graph = decision_graph(rule, 1'000'000, Checkpoints::ignored);
  std::map<std::string, std::vector<std::size_t>> leaves_of;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    const Outcome& outcome = graph.leaves[leaf];
    leaves_of[outcome.label() + " 0"].push_back(leaf);
    for (const std::string_view event : outcome.events()) {
      leaves_of[std::string(event) + " 0"].push_back(leaf);
    }
    for (const auto& [name, value] : outcome.measures()) {
      leaves_of[std::string(name) + " " + std::to_string(value)].push_back(leaf);
    }
  }
  const ExactOdds exact(graph);
  test::OutcomeOdds lines;
  for (const auto& [text, leaves] : leaves_of) lines[text] = exact.sum(leaves);
  return lines;
}

TEST_CASE("odds by columns are those of the graph of all states") {
  for (const Fights::Men men : {Fights::Men::are_hit, Fights::Men::roll}) {
    for (const int rounds : {1, 2, 3}) {
      const test::OutcomeOdds columns = odds_of_columns({rounds, men});
      CHECK(test::disagreement(odds_of_states(Fights(rounds, men)), columns) == "");
    }
  }
}

TEST_CASE("the whole of the odds by columns is 1, in words of any number") {
  for (const int rounds : {1, 6, 12}) {  // up to 12 * 13 dice: 400 bits
    CHECK(odds_of_columns({rounds, Fights::Men::roll}).at("over 0").fraction == "1/1");
  }
}

TEST_CASE("numbers that are rounded down give the same doubles, and no fractions") {
  const FightsInBodies rule(12, Fights::Men::roll);
  const std::optional<std::vector<Chance>> odds = odds_by_columns(rule, rule, nullptr);
  const std::optional<std::vector<Chance>> rounded = odds_by_columns(rule, rule, nullptr, 1);
  REQUIRE(odds);
  REQUIRE(rounded);
  REQUIRE(odds->size() == rounded->size());
  for (std::size_t line = 0; line < odds->size(); ++line) {
    CHECK(line_text((*odds)[line]) == line_text((*rounded)[line]));
    CHECK((*odds)[line].exact->value == (*rounded)[line].exact->value);
    CHECK((*rounded)[line].exact->fraction.empty());
  }
}

TEST_CASE("a step that looks at a body it has not named has other odds in whole states") {
  const FightsInBodies rule(3, Fights::Men::are_hit, true);
  CHECK(test::disagreement(odds_of_states(rule), odds_of_columns(rule)) != "");
}

TEST_CASE("what a column reaches is where its numbers come to") {
  ColumnGraph graph;  // 0 to 1, 2 and 4; 1 to 3; the others are ends, and 5 is reached by 2^64
  graph.edges = {{1, 0}, {2, 0}, {4, 1}, {3, 0}, {5, 0}};
  ColumnFactors factors({2, 0});  // the edge to 4 leads nowhere
  graph.edges.back().slot = factors.add({0, 1});
  graph.first_edge = {0, 3, 5};
  graph.ends = 4;
  ColumnWalk walk(graph, 2);
  for (const std::uint32_t start : {0u, 1u, 2u}) {
    const long_numbers::Word one = 1;
    std::vector<std::uint32_t> reached;
    walk.touch(start);
    walk.reach(factors, [&](std::uint32_t end) { reached.push_back(end); });
    std::vector<std::uint32_t> carried;
    walk.start(start, {&one, 1}, {&one, 1});
    walk.carry(
        factors, [](std::uint32_t) {},
        [&](std::uint32_t end, std::span<const long_numbers::Word>) { carried.push_back(end); });
    CHECK(reached == carried);
    CHECK(reached.size() == (start == 0 ? 3 : start == 1 ? 2 : 1));
  }
}

TEST_CASE("the labels of odds by columns stand in the order of those of a graph") {
  // Events and measures are declared, and reported in that order.
  const FightsInBodies rule(2, Fights::Men::roll);
  const auto labels = [&](Method method) {
    std::vector<std::string> all;
    for (const Chance& chance : odds_of(rule, 0, test::options(method, 1'000)).chances) {
      if (chance.kind == Chance::Kind::outcome) all.push_back(chance.name);
    }
    return all;
  };
  REQUIRE(labels(Method::exact).size() > 10);
  CHECK(labels(Method::exact) == labels(Method::monte_carlo));
}

TEST_CASE("what was counted on a graph is added to odds by columns") {
  // As the page does with the counts of its workers.
  const FightsInBodies rule(2, Fights::Men::roll);
  const Odds whole = odds_of(rule, 7, test::options(Method::both, 1'000));
  Tally counted;
  odds_of(rule, 7, test::options(Method::monte_carlo, 1'000), &counted);
  const Odds added = odds_of(rule, counted, Method::both);
  REQUIRE(added.chances.size() == whole.chances.size());
  CHECK(added.trials == whole.trials);
  for (std::size_t line = 0; line < whole.chances.size(); ++line) {
    CHECK(line_text(added.chances[line]) == line_text(whole.chances[line]));
    CHECK(added.chances[line].count == whole.chances[line].count);
    CHECK(added.chances[line].exact->fraction == whole.chances[line].exact->fraction);
  }
}

}  // namespace
}  // namespace combat_odds
