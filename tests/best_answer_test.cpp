#include <algorithm>
#include <filesystem>

#include "ask/best.hpp"
#include "ask/sample_situations.hpp"
#include "ask/why.hpp"
#include "core/dice/policy.hpp"
#include "core/dice/reference.hpp"
#include "reports/tables/best_report.hpp"
#include "sim/declare/goal.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::Given;
using test::has;
using test::refusal;

OddsOptions exact() {
  OddsOptions options;
  options.method = Method::exact;
  return options;
}

/// A situation under best play, with its policy and its habits.
struct Played {
  Played(const std::string& procedure, const Given& given)
      : answer(ask(test::library(), {procedure, {given.begin(), given.end()}, exact()})),
        best(best_answer(answer.situations().front(), test::charts(), exact())) {}

  const Policy& policy() const { return *answer.situations().front().policy; }
  const Choice& choice(const Facts& words) const {
    const auto& all = policy().choices;
    return *std::ranges::find_if(all, [&](const Choice& one) { return one.facts == words; });
  }

  Answer answer;
  BestAnswer best;
};

TEST_CASE("sl.rally: under desperation morale a squad waits if two more phases follow") {
  // A 4-6-7 with an 8-1 rallies on 8 or less, 26/36, and is eliminated by a 12, 1/36; under
  // desperation morale on 4 or less, 6/36. With three phases after that one it rallies with
  // 13/18 * (1 + 1/4 + 1/16) = 91/96 if it waits, with 1/6 + 29/36 * 91/96 = 3215/3456 if it tries.
  const Given squad = {{"unit", "4-6-7"}, {"leader", "8-1"}, {"best", "all_rallied"}};
  const Played four("sl.rally", squad);
  CHECK(four.policy().fraction == "91/96");
  CHECK(four.best.worth == Approx(91.0 / 96));
  CHECK(four.best.exact);
  REQUIRE(four.best.habits.size() == 2);
  CHECK(four.best.habits[0].worth == Approx(3215.0 / 3456));
  CHECK(four.best.habits[1].worth == Approx(91.0 / 96));
  // With one phase after it: 13/18 if it waits, 1/6 + 29/36 * 13/18 = 485/648 if it tries.
  CHECK(Played("sl.rally", test::with(squad, {{"rally_phases", "2"}})).policy().fraction ==
        "485/648");
  // Two squads, each for itself: twice as many.
  CHECK(Played("sl.rally", {{"unit", "2*4-6-7"}, {"leader", "8-1"}, {"best", "mean rallied"}})
            .policy()
            .fraction == "91/48");
}

TEST_CASE("sl.molotov: each Molotov at its price") {
  // FIRE 7: 7/12 a throw. At a price of 1/2 the last brings 1/12, the one before 1/12 + 5/12 *
  // 1/12.
  const Given building = {{"target", "building"}, {"fire_number", "7"}, {"molotovs", "2"}};
  const Played cheap("sl.molotov", test::with(building, {{"best", "fire-0.5*used"}}));
  CHECK(cheap.policy().fraction == "17/144");
  CHECK(cheap.answer.outcome("fire").exact->fraction == "119/144");
  const Played dear("sl.molotov", test::with(building, {{"best", "fire-0.6*used"}}));
  CHECK(dear.policy().fraction == "0/1");
  CHECK(dear.answer.measure("used", 0).exact->fraction == "1/1");
  // 7/12 - 7/12 is nothing: either will do, and habit throws.
  const Played even(
      "sl.molotov",
      test::with(building, {{"fire_number", "8"}, {"molotovs", "1"}, {"best", "36*fire-26*used"}}));
  CHECK(even.policy().choices.front().best == std::vector<bool>{true, true});
  CHECK(even.policy().choices.front().chosen == 1);
  const std::vector<PolicyTable> tables = policy_tables(even.policy());
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].rules.front().what == "either");
}

TEST_CASE("slammers.leadership: the best purchases") {
  // An untrained sergeant's 2D6, a move of 1 LP worth 2 and a Rapid Fire of 3 worth 5: 2 LP pay for
  // the move, 3 for the Rapid Fire, 4 and more for both: (2 * 1 + 5 * 2 + 7 * 33) / 36.
  const Played paid("slammers.leadership", {{"quality", "untrained"},
                                            {"moves", "1"},
                                            {"rapid_fires", "1"},
                                            {"best", "2*paid_moves+5*paid_rapid_fires"}});
  CHECK(paid.policy().fraction == "27/4");
  // All or nothing is worth 7 * 33/36; in order the move goes first with 3 LP.
  CHECK(paid.best.habits[0].worth == Approx(7.0 * 33 / 36));
  CHECK(paid.best.habits[1].worth == Approx((2.0 * 3 + 7 * 33) / 36));
}

TEST_CASE("sl.assault: close combat is a bet that a player may decline") {
  // A 4-6-7 and a 4-4-7 attack each other at 1 to 1: 5 or less, 10/36. Where a squad of one's own
  // is worth half the hex the bet is worth 10/36 * (1 - 1/2); where it is worth two, one stays
  // away.
  const Given bet = {{"steps", "close-combat"}, {"defender", "4-4-7"}, {"attacker", "4-6-7"}};
  const auto at = [&](const std::string& goal) {
    return Played("sl.assault", test::with(bet, {{"best", goal}}));
  };
  const Played cheap = at("defender_gone-0.5*mean attackers_eliminated");
  CHECK(cheap.policy().fraction == "5/36");
  CHECK(cheap.policy().choices.front().chosen == 1);
  const Played dear = at("defender_gone-2*mean attackers_eliminated");
  CHECK(dear.policy().fraction == "0/1");
  CHECK(dear.policy().choices.front().chosen == 0);
  CHECK(dear.answer.outcome("defender_holds").exact->fraction == "1/1");
  REQUIRE(dear.best.habits.size() == 2);  // all or none; there are no attacks to put in order
  CHECK(dear.best.habits[0].worth == Approx(-10.0 / 36));
  CHECK(dear.best.habits[1].worth == 0);
}

TEST_CASE("sl.fire-groups and sl.firefight: two squads together or one after the other") {
  // 4 and 4 at a 4-4-7, which passes a check of M on 7 (21/36), of 1 on 6 (15/36), of 2 on 5
  // (10/36).
  // Together, column 8: a DR of 2 and 3 is a KIA, 4 and 5 demand 2, 6 and 7 demand 1, 8 M.
  // Each by itself, column 4: 2 is a KIA, 3 demands 2, 4 and 5 demand 1, 6 M.
  struct Column {
    std::vector<std::pair<int, int>> checks;  // throws of 36, and what they add
    double kia;
  };
  const auto passed = [](int added) {
    return added == 0 ? 21 : added == 1 ? 15 : added == 2 ? 10 : 6;
  };
  const auto breaks = [&](const Column& column) {
    double sum = column.kia;
    for (const auto& [ways, added] : column.checks) sum += ways * (36.0 - passed(added)) / 36;
    return sum / 36;
  };
  const double together = breaks({{{7, 2}, {11, 1}, {5, 0}}, 3});
  const double once = breaks({{{2, 2}, {7, 1}, {5, 0}}, 1});
  const double separately = once + (1 - once) * once;
  const Given fire = {{"attackers", "4; 4"}, {"target", "4-4-7"}, {"best", "broken_or_worse"}};
  const Played groups("sl.fire-groups", fire);
  REQUIRE(groups.best.habits.size() == 2);
  CHECK(groups.best.habits[0].worth == Approx(together));
  CHECK(groups.best.habits[1].worth == Approx(separately));
  CHECK(groups.best.worth == Approx(std::max(together, separately)));
  // As in the first fire of a firefight, where a 4-4-7 that breaks does not fire back.
  const Played fight("sl.firefight", {{"a_units", "2*4-6-7"},
                                      {"b_units", "4-4-7"},
                                      {"b_nationality", "russian"},
                                      {"range", "4"},
                                      {"turns", "1"},
                                      {"first", "a"},
                                      {"best", "a_holds"}});
  // With a single hex, nobody is asked for it.
  REQUIRE(fight.best.habits.size() == 12);
  CHECK(fight.policy().fraction == groups.policy().fraction);
  CHECK(fight.best.habits[0].worth == Approx(separately));
  CHECK(fight.best.habits[1].worth == Approx(together));
  // Two firers of one hex fire at one target together or not at all; without neighbours nobody
  // joins.
  const Given one_hex = test::with(fire, {{"attackers", "A: 4; A: 4"}});
  CHECK(Played("sl.fire-groups", one_hex).best.worth == Approx(std::max(together, once)));
  CHECK(Played("sl.fire-groups", test::with(fire, {{"adjacent", "none"}})).best.worth ==
        Approx(separately));
}

TEST_CASE("sl.firefight: the hex to fire at") {
  // One squad to a hex, the 9-2 in the first. Column 4: only a DR of 2 eliminates, all in the hex.
  const Given two_hexes = {{"a_units", "4-6-7"},
                           {"b_units", "2*4-4-7 9-2"},
                           {"b_squad_points", "10"},
                           {"b_leader_points", "15"},
                           {"stacking", "1"},
                           {"b_nationality", "russian"},
                           {"range", "4"},
                           {"turns", "1"},
                           {"first", "a"}};
  const auto lost = [](const Given& given, const Given& more) {
    return test::Answer("sl.firefight", test::with(given, more));
  };
  CHECK(lost(two_hexes, {}).measure("points_lost_b", 25) == "1/36");
  CHECK(lost(two_hexes, {{"a_target", "next_hex"}}).measure("points_lost_b", 10) == "1/36");
  CHECK(lost(two_hexes, {{"a_target", "broken_squads"}}).measure("points_lost_b", 25) == "1/36");
  const Given goals = test::with(two_hexes, {{"a_group", "1"}, {"best", "points_lost_b>=25"}});
  CHECK(Played("sl.firefight", goals).policy().fraction == "1/36");
  // Of two squads that fire one after the other the second may fire at the one that the first has
  // broken, which is lost where an unbroken one breaks: 2 DR demand a check of 2, which 26 fail, 7
  // one of 1, which 21 fail, and 5 one of M, which 15 fail.
  const double kia = 1.0 / 36;
  const double once = (1 + (2 * 26 + 7 * 21 + 5 * 15) / 36.0) / 36;
  const Given second = test::with(
      two_hexes,
      {{"a_units", "2*4-6-7"}, {"a_group", "1"}, {"b_units", "2*4-4-7"}, {"b_leader_points", ""}});
  const test::Answer broken = lost(second, {{"a_target", "broken_squads"}});
  CHECK(broken.measure("points_lost_b", 20) == "1/1296");
  CHECK(broken.mean("points_lost_b") ==
        Approx(10 * (kia * (1 + kia) + (once - kia) * once + (1 - once) * kia)));
}

TEST_CASE("fire groups: the worst modifier, leaders in every place, and refusals") {
  // 4 FP at +3 keep 8 FP at 0 company only where that helps: 12 FP at +3.
  const auto worth = [](const Given& more) {
    return Played("asl.fire-groups",
                  test::with({{"target", "4-4-7"}, {"best", "broken_or_worse"}}, more))
        .best.worth;
  };
  const auto fire = [](const std::string& firepower, const std::string& drm) {
    const Answer answer =
        ask(test::library(),
            {"asl.fire", {{"firepower", firepower}, {"drm", drm}, {"target", "4-4-7"}}, exact()});
    return answer.event("broken_or_worse").exact->value;
  };
  const auto habit = [](const Given& more) {
    return Played("asl.fire-groups",
                  test::with({{"target", "4-4-7"}, {"best", "broken_or_worse"}}, more))
        .best.habits[0]
        .worth;
  };
  CHECK(habit({{"attackers", "8 0; 4 3"}}) == Approx(fire("12", "3")));
  // A leader with one of two squads does not direct both, so they cower; with a leader for each,
  // the worse one counts.
  const std::string squad = "4-6-7 range 2";
  const auto directed = [&](const std::string& first, const std::string& second) {
    return habit({{"attackers", squad + first + "; " + squad + second}});
  };
  const auto asl_fire = [](const Given& more) {
    const Given all =
        test::with({{"attackers", "2*4-6-7"}, {"range", "2"}, {"target", "4-4-7"}}, more);
    return ask(test::library(), {"asl.fire", {all.begin(), all.end()}, exact()})
        .event("broken_or_worse")
        .exact->value;
  };
  CHECK(directed(" leader 9-2", "") == Approx(asl_fire({})));
  CHECK(directed(" leader 9-2", " leader 8-1") == Approx(asl_fire({{"leader", "8-1"}})));
  CHECK(habit({{"attackers", "A: " + squad + " leader 9-2; A: " + squad}}) ==
        Approx(asl_fire({{"leader", "9-2"}})));
  // A modifier that harms one harms all, cause by cause (A.5, A7.52): the Hindrance of one LOS and
  // the CX of the other squad, 8 FP at +2. FFMO does not apply in a LOS with a Hindrance, so it
  // does not help the group.
  CHECK(directed(" hindrance 1 leader 8-0", " cx true leader 8-0") ==
        Approx(asl_fire({{"hindrance", "1"}, {"cx", "true"}, {"leader", "8-0"}})));
  CHECK(directed(" target_moves non_assault", " target_moves non_assault hindrance 1") ==
        Approx(asl_fire({{"target_moves", "non_assault"}, {"hindrance", "1"}})));
  // A hero gives his -1 to the others, but they still cower (A15.24).
  CHECK(habit({{"attackers", squad + "; 1-4-9 range 2"}}) ==
        Approx(asl_fire({{"attackers", "4-6-7 1-4-9"}})));
  // Two targets give more to choose from than one.
  CHECK(worth({{"attackers", "8; 4"}, {"target", "4-4-7; 4-4-7"}}) >= fire("12", "0") - 1e-12);
  const auto said = [](const Given& given) { return refusal("asl.fire-groups", given); };
  CHECK(has(said({{"attackers", "1;1;1;1;1;1;1;1;1"}, {"target", "4-4-7"}}),
            "attackers: 9 firers (at most 8)"));
  CHECK(has(said({{"attackers", "x2"}, {"target", "4-4-7"}}), "'x2' is a multiple of nothing"));
  CHECK(has(said({{"attackers", "8 | 4"}, {"target", "4-4-7"}}), "'8 | 4' fires at 2 targets"));
  CHECK(has(said({{"attackers", "-"}, {"target", "4-4-7"}}), "'-' fires at nobody"));
  CHECK(has(said({{"attackers", "8;"}, {"target", "4-4-7"}}), "a firer has nothing to fire"));
  CHECK(has(said({{"attackers", "8; 4"}, {"target", "4-4-7"}, {"adjacent", "A-C"}}),
            "'A-C' is no pair of places"));
  CHECK(has(said({{"attackers", "8"}, {"target", "4-4-7; 4-4-7; 4-4-7; 4-4-7"}}),
            "target: 4 targets (at most 3)"));
}

TEST_CASE("an outcome of one unit is a measure of several") {
  const auto worth = [](const std::string& unit, const std::string& best) {
    return Played("sl.rally", {{"unit", unit}, {"leader", "8-1"}, {"best", best}}).best;
  };
  CHECK(worth("2*4-6-7", "rallied").worth == worth("2*4-6-7", "mean rallied").worth);
  CHECK(worth("2*4-6-7", "rallied").worth > 1.5);
  CHECK_FALSE(worth("2*4-6-7", "rallied").probability);
  CHECK(worth("4-6-7", "rallied").worth == Approx(worth("4-6-7", "all_rallied").worth));
  CHECK(worth("4-6-7", "rallied").probability);
}

TEST_CASE("slammers.duel: a second burst that gains nothing only risks a jam") {
  // FP 0 has no effect: a weapon of one shot jams on a 1 of the second burst.
  const Given harmless = {{"first_fp_vehicle", "0"},
                          {"second_fp_vehicle", "0"},
                          {"first_dv", "30"},
                          {"second_dv", "30"},
                          {"first_shots", "1"},
                          {"order", "first"},
                          {"turns", "1"}};
  const auto weapons = [&](const std::string& goal) {
    return Played("slammers.duel", test::with(harmless, {{"best", goal}}));
  };
  CHECK(weapons("mean first_weapons").policy().fraction == "1/1");
  CHECK(weapons("mean first_weapons:least").policy().fraction == "5/6");
  CHECK(weapons("mean first_weapons").best.habits[1].worth == Approx(5.0 / 6));
}

TEST_CASE("asl.engagement: Intensive Fire in the last Player Turn, and the tracks of a KV") {
  const Given kv = {{"gun", "PaK 38"},     {"range", "4"},        {"vehicle", "KV-1 M42"},
                    {"turns", "4"},        {"target_size", "-1"}, {"best", "stopped"},
                    {"hold_fire", "never"}};
  const Played free("asl.engagement", kv);
  for (const Habit& habit : free.best.habits) CHECK(habit.worth <= free.best.worth + 1e-12);
  // Values that are given are not decided.
  const Played given("asl.engagement", test::with(kv, {{"deliberate_immobilization", "true"}}));
  CHECK(given.best.habits.size() == 3);
  for (const Choice& choice : given.policy().choices) CHECK(choice.question == "Intensive Fire?");
  // A further shot costs nothing if no other phase comes.
  for (const Choice& choice : free.policy().choices) {
    if (choice.question != "Intensive Fire?" || choice.visits == 0) continue;
    if (choice.facts[0] == Fact("Player Turns to come", 0)) CHECK(choice.best[1]);
  }
  // Beyond 6 hexes there is no aiming at tracks (C5.71).
  const Played far("asl.engagement", test::with(kv, {{"range", "8"}}));
  for (const Choice& choice : far.policy().choices) CHECK(choice.question == "Intensive Fire?");
}

TEST_CASE("sl.engagement: a gun that may jam fires if the tank is worth the gun") {
  // A moving tank is hit on 5 (10 throws); the gun jams on 12 (1 throw).
  const Given gun = {{"gun", "75LL"},
                     {"range", "10"},
                     {"to_hit_number", "7"},
                     {"armor", "0"},
                     {"kill_number", "12"},
                     {"rear_kill_number", "12"},
                     {"moving", "true"},
                     {"phases", "1"},
                     {"first_phase", "defensive"},
                     {"breakdown_number", "12"},
                     {"intensive_fire", "never"}};
  const auto worth = [&](const std::string& goal) {
    return Played("sl.engagement", test::with(gun, {{"best", goal}}));
  };
  CHECK(worth("target_knocked_out-9*breakdown").policy().fraction == "1/36");
  CHECK(worth("target_knocked_out-11*breakdown").policy().fraction == "0/1");
  const Played even = worth("target_knocked_out-10*breakdown");
  CHECK(even.policy().choices.front().best == std::vector<bool>{true, true});
}

TEST_CASE("asl.engagement: a gun that holds its fire keeps its acquisition") {
  const Given gun = {
      {"gun", "PaK 40"}, {"range", "8"}, {"vehicle", "T-34 M43"}, {"first_acquisition", "-2"}};
  const auto chance = [&](const Given& more) {
    return test::Answer("asl.engagement", test::with(gun, more)).event("target_knocked_out");
  };
  const std::string prep = chance({{"turns", "1"}});
  CHECK(chance({{"turns", "1"}, {"first_turn", "enemy"}}) == prep);
  CHECK(chance({{"turns", "1"}, {"first_turn", "enemy"}, {"hold_fire", "defensive"}}) == "0/1");
  CHECK(chance({{"turns", "2"}, {"first_turn", "enemy"}, {"hold_fire", "defensive"}}) == prep);
  CHECK(chance({{"turns", "2"}, {"hold_fire", "defensive"}}) == prep);
}

TEST_CASE("no habit is better than best play, and dice agree with it") {
  std::size_t tried = 0;
  for (const Procedure* procedure : test::library().procedures()) {
    const Parameter* const goal = procedure->parameter("best");
    if (goal == nullptr || !goal->is_goal) continue;
    // Every aim: each outcome, event and measure, at its most and at its least.
    std::vector<std::string> goals;
    for (const Term& term : procedure->outcomes) goals.push_back("outcome " + term.name);
    for (const Term& term : procedure->events) goals.push_back("event " + term.name);
    std::size_t next = 0;
    for (const Scenario& some : sample_situations(test::library(), *procedure, 25)) {
      std::vector<GivenValue> given;
      const std::vector<Argument> values = some.arguments(0);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Parameter& parameter = procedure->parameters[i];
        if (!parameter.is_goal && !parameter.decides) {
          given.push_back({parameter.name, values[i].text, {}});
        }
      }
      const bool least = next % 2 == 1;
      given.push_back({"best", goals[next++ % goals.size()] + (least ? ":least" : ""), {}});
      const Scenario scenario("spread", *procedure, given, {});
      INFO(procedure->name << " " << given.back().text);
      OddsOptions options = exact();
      std::vector<SituationOdds> results;
      try {
        evaluate(situations({&scenario, 1}), test::charts(), options,
                 [&](SituationOdds&& result) { results.push_back(std::move(result)); });
      } catch (const InputError& error) {
        // Some situations leave a player no choice, and say so.
        REQUIRE_THAT(error.what(), Catch::Matchers::ContainsSubstring("nothing is left to decide"));
        continue;
      } catch (const SystemError& error) {
        REQUIRE_THAT(error.what(), Catch::Matchers::ContainsSubstring("too large to be found"));
        continue;
      }
      REQUIRE(results.size() == 1);
      REQUIRE(results[0].policy != nullptr);
      const BestAnswer best = best_answer(results[0], test::charts(), options);
      CHECK(best.worth == Approx(results[0].policy->value).margin(1e-9));
      CHECK_FALSE(best.habits.empty());
      for (const Habit& habit : best.habits) {
        const double gain = best.least ? habit.worth - best.worth : best.worth - habit.worth;
        CHECK(gain > -1e-9);
      }
      constexpr std::uint64_t trials = 4'000;
      const std::unique_ptr<Rule> rule = scenario.rule(0, test::charts());
      const Goal wanted = read_goal(given.back().text, *procedure, "best");
      double sum = 0;
      for (const OutcomeCount& entry : simulate_reference(*rule, trials, 7)) {
        sum += static_cast<double>(entry.count) * static_cast<double>(wanted.worth(entry.outcome));
      }
      // Five standard deviations of a proportion.
      CHECK(sum / trials == Approx(best.worth).margin(5 * 0.5 / std::sqrt(double{trials})));
      ++tried;
    }
  }
  CHECK(tried >= 15 * 25);
}

TEST_CASE("aims are read, and impossible ones are reported") {
  const Given molotov = {{"target", "building"}, {"fire_number", "7"}};
  const auto said = [&](const std::string& best) {
    return refusal("sl.molotov", test::with(molotov, {{"best", best}}));
  };
  CHECK(said("fire") == "");
  CHECK(said("fire:least") == "");
  CHECK(said("used<=1 - 0.25*mean used") == "");
  CHECK(said("fier") == "best: nothing is called 'fier' here (did you mean 'fire'?)");
  CHECK(said("fire:worst") == "best: 'worst' is no order (least, or most)");
  CHECK(has(said("used>2"), "'used>2' is no aim"));
  CHECK(has(said("x*fire"), "'x' is no weight"));
  CHECK(has(said("fire+"), "is no aim"));
  CHECK(has(said("hit>=1"), "there is no measure 'hit'"));
  CHECK(refusal("sl.molotov", test::with(molotov, {{"best", "fire"}, {"throws", "one"}})) ==
        "best: nothing is left to decide: throws is given (leave it out, and it is decided anew "
        "each time)");
  const Given gun = {{"gun", "75"}, {"range", "6"}, {"armor", "0"}, {"against", "gun_lost"}};
  CHECK(has(refusal("sl.engagement", gun), "against: the other side's aim is given"));
  // A habit given by the user stays.
  CHECK(refusal("sl.engagement", {{"gun", "75"},
                                  {"range", "6"},
                                  {"armor", "0"},
                                  {"intensive_fire", "never"},
                                  {"hold_fire", "never"},
                                  {"plan", "fire"},
                                  {"best", "gun_lost"}}) ==
        "best: nothing is left to decide: intensive_fire, hold_fire, plan are given (leave it out, "
        "and "
        "it is decided anew each time)");
}

TEST_CASE("without an aim nothing changes: the same random words, the same answer") {
  const Procedure& rally = test::library().procedure("sl.rally");
  const Scenario plain = test::scenario("sl.rally", {{"unit", "4-6-7"}, {"leader", "8-1"}});
  Procedure without = rally;
  std::erase_if(without.parameters, [](const Parameter& parameter) { return parameter.is_goal; });
  std::vector<Argument> values = plain.arguments(0);
  const std::uint64_t key = situation_key(rally, values);
  values.resize(without.parameters.size());
  CHECK(key == situation_key(without, values));
  CHECK(plain.rule(0, test::charts())->policy() == nullptr);
}

TEST_CASE("the program shows best play as a table, CSV, JSON, Markdown and page") {
  const test::Workspace workspace;
  const std::string ask =
      "combat-odds odds sl.rally --unit 4-6-7 --leader 8-1 --best all_rallied --method exact "
      "--quiet";
  const std::string table = test::run(workspace, ask).out;
  CHECK(has(table, "Best play for all_rallied: 94.79 %."));
  CHECK(has(table, "\ntries always"));
  CHECK(has(table, "Try to rally?"));
  CHECK(has(test::run(workspace, ask + " --format json").out, "\"fraction\": \"91/96\""));
  CHECK(has(test::run(workspace, ask + " --format markdown").out, "| when "));
  CHECK(test::run(workspace, ask + " --page page.html --policy policy.csv").exit_code == 0);
  CHECK(has(test::read_file(workspace.path() / "page.html"), "Best play"));
  const std::string policy = test::read_file(workspace.path() / "policy.csv");
  CHECK(policy.starts_with(
      "scenario,procedure,side,question,situation,option,best,chosen,value,cost,times_a_game\n"));
  CHECK(has(policy, "sl.rally,sl.rally,0,Try to rally?,"));
  CHECK(has(test::refused_run(workspace,
                              "combat-odds odds sl.rally --unit 4-6-7 --leader 8-1 --policy p.csv"),
            "--policy needs --best ("));
  // --why plays the policy, and a scenario file asks in a column.
  CHECK(test::run(workspace, ask + " --why").exit_code == 0);
  workspace.write("s.csv",
                  "scenario,procedure,unit,leader,best\na,sl.rally,4-6-7,8-1,all_rallied\n");
  CHECK(test::run(workspace, "combat-odds run s.csv --out out --quiet --method exact").err == "");
  CHECK(has(test::read_file(workspace.path() / "out" / "distribution.csv"), ",91/96,"));
  const std::string whole = test::read_file(workspace.path() / "out" / "policy.csv");
  CHECK(whole.starts_with("scenario,procedure,side,question,situation,option,"));
  CHECK(has(whole, "a,sl.rally,0,Try to rally?,"));
  // Parts of a run know the policy, too, and give the same result.
  const std::string run = "combat-odds run s.csv --quiet --trials 10000 --out ";
  for (const std::string part : {"1", "2"}) {
    CHECK(test::run(workspace, run + "part" + part + " --shard " + part + "/2").err == "");
  }
  CHECK(test::run(workspace, "combat-odds merge part1 part2 --out merged --quiet").err == "");
  CHECK(test::run(workspace, run + "out").err == "");
  for (const char* const file : {"distribution.csv", "policy.csv", "summary.csv"}) {
    CHECK(test::read_file(workspace.path() / "merged" / file) ==
          test::read_file(workspace.path() / "out" / file));
  }
  // A run without best play leaves no policy behind.
  workspace.write("s.csv", "scenario,procedure,unit,leader\na,sl.rally,4-6-7,8-1\n");
  CHECK(test::run(workspace, run + "out").err == "");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "out" / "policy.csv"));
}

TEST_CASE("--why of best play ends when the time is up") {
  const Scenario asked =
      test::scenario("sl.rally", {{"unit", "4-6-7"}, {"leader", "8-1"}, {"best", "all_rallied"}});
  OddsOptions options = exact();
  const Situation situation{&asked, 0};
  CHECK(why(situation, test::charts(), 1, options, {"--why", 0, 0}) != nullptr);
  RunControl control;
  control.stop();
  options.control = &control;
  CHECK(why(situation, test::charts(), 1, options, {"--why", 0, 0}) == nullptr);
}

TEST_CASE("published values of house rules: a turn of Pig, Piglet, red and black cards") {
  const test::Workspace workspace;
  const auto asked = [&](const std::string& words) {
    return test::run(workspace, "combat-odds odds " + words +
                                    " --rules '" COMBAT_ODDS_SOURCE
                                    "/rules' --method exact --quiet --format json")
        .out;
  };
  // Hold at 20 (Neller and Presser): 8.14 points; the fraction by a recursion in Python. At 20
  // itself one roll more is worth (22 + 23 + 24 + 25 + 26) / 6 = 20: either.
  const std::string turn = asked("pig.turn --best points");
  CHECK(has(turn, "\"fraction\": \"492303203/60466176\""));
  CHECK(has(asked("pig.turn --hold-at 20"), "\"exact_mean\": 8.14179489372703"));
  // Piglet to 2: 4/7, numerical, for positions recur.
  const std::string piglet = asked("pig.game --goal 2 --sides 2 --best won --against lost");
  CHECK(has(piglet, "\"value\": 0.57142857142857"));
  CHECK(has(piglet, "\"fraction\": \"\""));
  // 26 red and 26 black cards: 2.6244755 (a well-known value), the fraction by Python.
  CHECK(
      has(asked("cards.red-black --best gain"), "\"fraction\": \"41984711742427/15997372030584\""));
}

}  // namespace
}  // namespace combat_odds
