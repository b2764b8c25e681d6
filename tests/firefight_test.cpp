#include "sim/squad_leader/duels/firefight_solver.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using squad_leader::Firefight;
using squad_leader::FirefightOdds;
using squad_leader::FirefightRules;
using squad_leader::FirefightSolver;
using squad_leader::Force;
using squad_leader::Ift;
using test::Answer;

using test::Given;

Given duel(const std::string& a, const std::string& b, const Given& more = {}) {
  Given given = {{"a_units", a}, {"b_units", b}, {"range", "4"}, {"turns", "3"}};
  for (const auto& [name, value] : more) given[name] = value;
  return given;
}

const Ift& ift() { return test::charts().get<Ift>(Ift::chart_name); }

TEST_CASE("one player turn is two attacks: the shares of sl.fire, by hand") {
  // A 4-6-7 against a 4-6-7, A first: B loses its unbroken squad exactly as in sl.fire with 4 FP;
  // else B fires back.
  const Answer fire("sl.fire", {{"firepower", "4"}, {"target", "4-6-7"}});
  const double hit = 1 - fire.outcome_value("no_effect");
  const Answer fight("sl.firefight", duel("4-6-7", "4-6-7", {{"turns", "1"}, {"first", "a"}}));
  CHECK(fight.outcome_value("a_holds") == Approx(hit).epsilon(1e-12));
  CHECK(fight.outcome_value("b_holds") == Approx((1 - hit) * hit).epsilon(1e-12));
  CHECK(fight.outcome_value("both") == Approx((1 - hit) * (1 - hit)).epsilon(1e-12));
  // KIA on 2 (the 4 column): 1 throw in 36, and 21 points each.
  CHECK(fight.measure("points_lost_b", 21) == fire.outcome("eliminated"));
}

/// The number that side A needs to rally its broken squads.
int needed(const char* squad, bool ss, bool under_fire, const char* leader) {
  Force force;
  force.squad = read_unit(squad, "");
  force.squads = 2;
  force.ss = ss;
  if (*leader != '\0') force.leader = read_unit(leader, "");
  const Firefight firefight(ift(), force, Force{}, FirefightRules{});
  squad_leader::FirefightState state;
  state.side[0] = {1, 1, squad_leader::TargetUnit::Status::eliminated, 0, 0, 0, 0, 0};
  if (*leader != '\0') state.side[0].leader = squad_leader::TargetUnit::Status::good;
  state.side[0].under_fire = under_fire ? 1 : 0;
  state.phase = squad_leader::Phase::squads_a;
  const squad_leader::Pending rally = firefight.pending(state);
  return rally.desperate > 0 ? rally.needed_desperate : rally.needed;
}

TEST_CASE("rally: desperation takes four (14.6), leaders help, SS as in the example of 83.3") {
  CHECK(needed("4-6-7", false, false, "") == 7);
  CHECK(needed("4-6-7", false, true, "") == 3);
  CHECK(needed("4-6-7", false, true, "9-2") == 5);
  CHECK(needed("4-6-7", false, false, "6+1") == 6);
  CHECK(needed("6-5-8", true, false, "") == 9);  // "with a dice roll of 9 or less"
  CHECK(needed("6-5-8", true, true, "") == 7);   // "it would rally with 7 or less"
}

TEST_CASE("shelter saves lives, and squads that cannot rally by themselves lose more often") {
  const auto odds = [](const Given& more) {
    return Answer("sl.firefight", duel("3*4-6-7", "2*4-6-7", more));
  };
  const Answer usual = odds({});
  const Answer sheltered = odds({{"shelter", "true"}});
  CHECK(sheltered.mean("points_lost_a") + sheltered.mean("points_lost_b") <
        usual.mean("points_lost_a") + usual.mean("points_lost_b"));
  CHECK(odds({{"b_self_rally", "true"}}).outcome_value("a_holds") < usual.outcome_value("a_holds"));
}

TEST_CASE("sl.firefight: whom a leader's loss costs his life is as likely in desperation as not") {
  // 18.3, 14.6. The fraction is that of tests/counted/sl/firefight.py.
  const Answer answer("sl.firefight", {{"a_units", "4-6-7"},
                                       {"b_units", "3*4-4-7 9-1"},
                                       {"b_nationality", "russian"},
                                       {"range", "1"},
                                       {"shelter", "true"},
                                       {"b_self_rally", "true"},
                                       {"turns", "3"}});
  CHECK(std::abs(answer.outcome_value("b_holds") -
                 16610177230565339182926617511749123657171.0 /
                     19398750659154337455435350410956871041024.0) < 1e-12);
}

TEST_CASE("a unit that has just broken is under desperation in shelter, too (14.6)") {
  // A 4-6-7 broken by the fire of the first player turn, with an 8-1 beside it: 7 - 4 + 1 = 4 or
  // less in the next Rally Phase, and 8 or less in the one after it, when no enemy has seen it.
  Force force;
  force.squad = read_unit("4-6-7", "");
  force.squads = 2;
  force.leader = read_unit("8-1", "");
  FirefightRules rules;
  rules.shelter = true;
  const Firefight firefight(ift(), force, force, rules);
  squad_leader::FirefightState state = firefight.start();
  state.phase = squad_leader::Phase::fire_first;
  state.mover = 1;
  state.left = 1;
  const squad_leader::Pending attack = firefight.pending(state);
  REQUIRE(attack.kind == squad_leader::Pending::Kind::attack);
  state = firefight.after(state, attack, {1, 1, squad_leader::TargetUnit::Status::good, 0});
  CHECK(state.side[0].broken == 1);
  CHECK(state.side[0].under_fire == 1);
  state.phase = squad_leader::Phase::squads_a;
  const squad_leader::Pending rally = firefight.pending(state);
  CHECK(rally.tries == 1);
  CHECK(rally.desperate == 1);
  CHECK(rally.needed_desperate == 4);
  CHECK(rally.needed == 8);
  state = firefight.after(state, rally, {});
  CHECK(state.side[0].under_fire == 0);
}

TEST_CASE("repairing a machine gun does not stop the fire that follows") {
  Force force;
  force.squad = read_unit("4-6-7", "");
  force.squads = 2;
  force.machine_guns = 1;
  force.machine_gun_firepower = 2;
  force.machine_gun_range = 8;
  const Firefight firefight(ift(), force, force, FirefightRules{});
  squad_leader::FirefightState state = firefight.start();
  state.phase = squad_leader::Phase::repair_b;
  state.mover = 0;
  state.side[1].guns = 0;
  state.side[1].jammed = 1;
  const squad_leader::Pending repair = firefight.pending(state);
  REQUIRE(repair.kind == squad_leader::Pending::Kind::repair);
  state = firefight.after(state, repair, {});
  // Side A has the player turn: its two squads fire first.
  CHECK(state.phase == squad_leader::Phase::fire_first);
  CHECK(state.left == 2);
  CHECK(state.guns_left == 1);
}

TEST_CASE("a +1 leader stands aside in fire (Q&A 15.1)") {
  // Both play the same player turn; without a +1 to their fire three 4-6-7 hit as without a leader.
  const auto b_loses = [](const char* units) {
    return Answer("sl.firefight", duel(units, "3*4-6-7", {{"turns", "1"}, {"first", "a"}}))
        .mean("points_lost_b");
  };
  CHECK(b_loses("3*4-6-7 6+1") == Approx(b_loses("3*4-6-7")).epsilon(1e-12));
}

TEST_CASE("broken squads use the morale on their reverse (13.6, 14.2)") {
  CHECK(needed("4-3-6", false, false, "") == 5);  // 94.5
  CHECK(needed("4-3-6", false, true, "8-1") == 2);
  CHECK(needed("3-3-6", false, false, "") == 6);
  // A 4-4-7 has 7 on both sides.
  Given given =
      duel("4-6-7", "4-4-7", {{"turns", "2"}, {"first", "a"}, {"b_nationality", "russian"}});
  const Answer front("sl.firefight", given);
  given["b_broken_morale"] = "7";
  CHECK(Answer("sl.firefight", given).outcome("a_holds") == front.outcome("a_holds"));
}

TEST_CASE("a squad fires in the player turn in which it tried to repair its machine gun (18.2)") {
  // A 6-2-8 whose machine gun of 6 jams at the first shot, and a 5-3-7 that never hits (+15): 12 FP
  // in the first player turn, in the second 12 if a 1 repaired the gun, else 6.
  const auto hits = [](const char* firepower) {
    return 1 - Answer("sl.fire", {{"firepower", firepower}, {"target", "5-3-7"}})
                   .outcome_value("no_effect");
  };
  const Answer fight("sl.firefight", {{"a_units", "5-3-7"},
                                      {"a_nationality", "russian"},
                                      {"a_drm", "15"},
                                      {"b_units", "6-2-8"},
                                      {"b_nationality", "russian"},
                                      {"b_machine_guns", "1"},
                                      {"b_machine_gun_firepower", "6"},
                                      {"b_machine_gun_range", "8"},
                                      {"b_breakdown_number", "2"},
                                      {"range", "2"},
                                      {"turns", "2"},
                                      {"first", "a"}});
  CHECK(
      fight.outcome_value("b_holds") ==
      Approx(hits("12") + (1 - hits("12")) * (hits("12") / 6 + hits("6") * 5 / 6)).epsilon(1e-12));
}

TEST_CASE("machine guns are repaired before units rally, by any unbroken unit (18.2)") {
  Force force;
  force.squad = read_unit("4-6-7", "");
  force.leader = read_unit("8-1", "");
  force.machine_guns = 1;
  force.machine_gun_firepower = 2;
  force.machine_gun_range = 8;
  const Firefight firefight(ift(), force, force, FirefightRules{});
  squad_leader::FirefightState state = firefight.start();
  state.side[0].good = 0;
  state.side[0].broken = 1;
  state.side[0].guns = 0;
  state.side[0].jammed = 1;
  state = firefight.next_turn(state, 1);
  squad_leader::Pending next = firefight.pending(state);
  CHECK(next.kind == squad_leader::Pending::Kind::repair);
  state = firefight.after(state, next, {});
  next = firefight.pending(state);
  CHECK(next.kind == squad_leader::Pending::Kind::rally_squads);
  CHECK(next.needed == 8);
}

TEST_CASE("Battlefield Integrity (93.2) lowers morale at the instant of the loss, by hand") {
  // Two broken squads with a morale of 7 on their reverse, 20 points each of 50, on the 1 column:
  // 1 on 2 and 3, M on 4, 3 throws in 36 each. The first that is eliminated costs 40 % of the
  // points: the other checks by 6. Both: 3/36 (21/36 x 26/36 + 15/36 x 21/36).
  FirefightSolver solver;
  const Firefight any(ift(), Force{}, Force{}, FirefightRules{});
  squad_leader::Pending attack;
  attack.kind = squad_leader::Pending::Kind::attack;
  attack.column = static_cast<std::int8_t>(ift().column(1));
  attack.targets_broken = 2;
  attack.morale = attack.broken_morale = 7;
  attack.integrity = 1;
  attack.points = 50;
  attack.squad_points = 20;
  const auto both_gone = [&] {
    double sum = 0;
    for (const auto& [result, probability] : solver.chances(any, attack)) {
      if (result.good + result.broken == 0) sum += probability;
    }
    return sum;
  };
  CHECK(both_gone() == Approx(3.0 * (21 * 26 + 15 * 21) / (36 * 36 * 36)).epsilon(1e-12));
  attack.squad_points = 19;  // 38 %
  CHECK(both_gone() == Approx(3.0 * (21 * 21 + 15 * 15) / (36 * 36 * 36)).epsilon(1e-12));
}

TEST_CASE("rally of one broken squad, by hand") {
  // The solver's own roll: a squad that needs 7 on a DR rallies 21 times in 36.
  FirefightSolver solver;
  const Firefight any(ift(), Force{}, Force{}, FirefightRules{});
  squad_leader::Pending rally;
  rally.kind = squad_leader::Pending::Kind::rally_squads;
  rally.tries = 2;
  rally.needed = 7;
  double both = 0;
  double none_left = 0;
  for (const auto& [result, probability] : solver.chances(any, rally)) {
    if (result.good == 2) both = probability;
    if (result.broken == 2) none_left = probability;
  }
  CHECK(both == Approx(21.0 * 21 / (36 * 36)).epsilon(1e-14));
  CHECK(none_left == Approx(1.0 / (36 * 36)).epsilon(1e-14));  // 18.3: two Original 12s
}

TEST_CASE("18.3: a leader's Original 12 in a rally makes his hex check its morale, by hand") {
  // A broken 8-1 with two 4-6-7, one of them broken: he is lost on a 12; the unbroken squad stays
  // on 7 (21 throws), the broken one is eliminated on 8 or more (15).
  Force force;
  force.squad = read_unit("4-6-7", "");
  force.squads = 2;
  force.leader = read_unit("8-1", "");
  const Firefight firefight(ift(), force, force, FirefightRules{});
  squad_leader::FirefightState state = firefight.start();
  state.phase = squad_leader::Phase::leader_a;
  state.side[0].good = state.side[0].broken = 1;
  state.side[0].leader = squad_leader::TargetUnit::Status::broken;
  const squad_leader::Pending rally = firefight.pending(state);
  REQUIRE(rally.kind == squad_leader::Pending::Kind::rally_leader);
  FirefightSolver solver;
  double lost = 0;
  double nobody_harmed = 0;
  for (const auto& [result, probability] : solver.chances(firefight, rally)) {
    if (result.leader != squad_leader::TargetUnit::Status::eliminated) continue;
    lost += probability;
    if (result.good != 1 || result.broken != 1) continue;
    nobody_harmed += probability;
    const squad_leader::FirefightState after = firefight.after(state, rally, result);
    CHECK(after.side[0].good == 1);
    CHECK(after.side[0].leader == squad_leader::TargetUnit::Status::eliminated);
  }
  CHECK(lost == Approx(1.0 / 36).epsilon(1e-14));
  // Both pass; or the unbroken one breaks and the broken one is eliminated, which leaves no
  // unbroken.
  CHECK(nobody_harmed == Approx(21.0 * 21 / (36 * 36 * 36)).epsilon(1e-14));
}

TEST_CASE("a mirror match with the turn order drawn by a die is exactly even") {
  for (const char* units : {"4-6-7", "2*4-6-7", "2*4-4-7 8-1", "4-6-7 9-2"}) {
    for (const char* turns : {"1", "2", "3"}) {
      Given more = {{"turns", turns},
                    {"a_squad_points", "20"},
                    {"b_squad_points", "20"},
                    {"battlefield_integrity", "true"}};
      if (std::string_view(units).find(' ') != std::string_view::npos) {
        more["a_leader_points"] = more["b_leader_points"] = "50";
      }
      const Answer answer("sl.firefight", duel(units, units, more));
      INFO(units << " " << turns);
      CHECK(answer.outcome("a_holds") == answer.outcome("b_holds"));
      CHECK(answer.outcome_value("a_holds") == answer.outcome_value("b_holds"));
      CHECK(answer.outcome_value("a_holds") > 0);
      CHECK(answer.mean("points_lost_a") == Approx(answer.mean("points_lost_b")).epsilon(1e-12));
    }
  }
}

TEST_CASE("firing first is an advantage, and the die gives the mean of both") {
  const auto a_holds = [](const char* first) {
    return Answer("sl.firefight", duel("2*4-6-7", "2*4-6-7", {{"first", first}}))
        .outcome_value("a_holds");
  };
  CHECK(a_holds("a") > a_holds("b"));
  CHECK(a_holds("die") == Approx((a_holds("a") + a_holds("b")) / 2).epsilon(1e-12));
}

TEST_CASE("a unit better in every number never loses to a worse one at equal count") {
  const std::vector<std::pair<std::string, std::string>> better_and_worse = {
      {"4-6-8", "4-6-7"}, {"5-4-8", "4-4-7"}, {"6-5-8", "5-4-8"}, {"6-5-8", "4-4-7"},
      {"4-6-7", "4-4-7"}, {"5-3-7", "3-3-6"}, {"4-6-8", "4-3-6"}};
  for (const auto& [better, worse] : better_and_worse) {
    for (const char* count : {"1", "2", "3"}) {
      for (const char* range : {"1", "4", "6"}) {
        for (const char* drm : {"0", "3"}) {
          const Answer answer("sl.firefight", duel(std::string(count) + "*" + better,
                                                   std::string(count) + "*" + worse,
                                                   {{"range", range},
                                                    {"a_drm", drm},
                                                    {"b_drm", drm},
                                                    {"turns", "4"},
                                                    {"a_squad_points", "20"},
                                                    {"b_squad_points", "20"}}));
          INFO(count << " " << better << " against " << worse << " at " << range << ", " << drm);
          CHECK(answer.outcome_value("a_holds") >= answer.outcome_value("b_holds") - 1e-12);
          CHECK(answer.mean("points_lost_a") <= answer.mean("points_lost_b") + 1e-12);
        }
      }
    }
  }
}

TEST_CASE("the quick solver's odds equal the decision graph's") {
  struct Match {
    Force a, b;
    FirefightRules rules;
    Given given;
  };
  const auto force = [](const char* squad, int squads, const char* leader, int points) {
    Force made;
    made.squad = read_unit(squad, "");
    made.squads = squads;
    if (*leader != '\0') made.leader = read_unit(leader, "");
    made.squad_points = points;
    made.leader_points = 50;
    return made;
  };
  std::vector<Match> matches(3);
  matches[0] = {force("4-6-7", 3, "", 21), force("4-4-7", 4, "", 14), {}, {}};
  matches[0].rules.range = 4;
  matches[0].rules.turns = 5;
  matches[0].rules.first = FirefightRules::First::die;
  matches[0].a.group = matches[0].b.group = 2;
  matches[0].given = {{"a_units", "3*4-6-7"}, {"b_units", "4*4-4-7"}, {"b_nationality", "russian"},
                      {"turns", "5"},         {"a_group", "2"},       {"b_group", "2"}};
  matches[1] = {force("4-6-7", 2, "8-1", 21), force("6-2-8", 2, "8-0", 27), {}, {}};
  matches[1].rules.range = 2;
  matches[1].rules.turns = 4;
  matches[1].rules.first = FirefightRules::First::b;
  matches[1].rules.battlefield_integrity = true;
  matches[1].a.drm = 3;
  matches[1].b.leader_points = 60;
  matches[1].given = {{"a_units", "2*4-6-7 8-1"},
                      {"b_units", "2*6-2-8 8-0"},
                      {"b_nationality", "russian"},
                      {"turns", "4"},
                      {"range", "2"},
                      {"first", "b"},
                      {"battlefield_integrity", "true"},
                      {"a_drm", "3"}};
  matches[2] = {force("4-6-7", 2, "", 21), force("6-5-8", 1, "", 45), {}, {}};
  matches[2].rules.range = 6;
  matches[2].rules.turns = 4;
  matches[2].rules.first = FirefightRules::First::a;
  matches[2].rules.shelter = true;
  matches[2].a.machine_guns = 2;
  matches[2].a.machine_gun_firepower = 2;
  matches[2].a.machine_gun_range = 8;
  matches[2].a.breakdown_number = 10;
  matches[2].b.ss = true;
  matches[2].given = {{"a_units", "2*4-6-7"},
                      {"b_units", "6-5-8"},
                      {"turns", "4"},
                      {"range", "6"},
                      {"first", "a"},
                      {"shelter", "true"},
                      {"a_machine_guns", "2"},
                      {"a_machine_gun_firepower", "2"},
                      {"a_machine_gun_range", "8"},
                      {"a_breakdown_number", "10"},
                      {"b_ss", "true"}};
  FirefightSolver solver;
  for (const Match& match : matches) {
    Given given = match.given;
    given.try_emplace("range", "4");
    const Answer graph("sl.firefight", given);
    const FirefightOdds odds = solver.solve(Firefight(ift(), match.a, match.b, match.rules));
    CHECK(odds.a_holds == Approx(graph.outcome_value("a_holds")).epsilon(1e-11));
    CHECK(odds.b_holds == Approx(graph.outcome_value("b_holds")).epsilon(1e-11));
    CHECK(odds.both == Approx(graph.outcome_value("both")).epsilon(1e-11));
    const double neither = 1 - odds.a_holds - odds.b_holds - odds.both;
    CHECK(odds.neither == Approx(neither).margin(1e-12));
    CHECK(odds.points_lost_a == Approx(graph.mean("points_lost_a")).epsilon(1e-11));
    CHECK(odds.points_lost_b == Approx(graph.mean("points_lost_b")).epsilon(1e-11));
    CHECK(odds.turns == Approx(graph.mean("turns")).epsilon(1e-11));
  }
}

TEST_CASE("Battlefield Integrity (93) hastens the end of the side that bleeds") {
  const auto odds = [](const char* integrity) {
    return Answer("sl.firefight", duel("3*4-6-7", "3*4-4-7",
                                       {{"b_nationality", "russian"},
                                        {"battlefield_integrity", integrity},
                                        {"turns", "5"},
                                        {"b_drm", "4"}}));
  };
  CHECK(odds("true").outcome_value("a_holds") > odds("false").outcome_value("a_holds"));
}

TEST_CASE("combinations that make no sense are refused in one line") {
  const auto complaint = [](const Given& given) -> std::string {
    return test::refused([&] { Answer("sl.firefight", given); });
  };
  CHECK(complaint(duel("4-6-7 4-6-8", "4-6-7")).find("two kinds of squads") != std::string::npos);
  CHECK(complaint(duel("4-6-7 8-1 8-0", "4-6-7")).find("two leaders") != std::string::npos);
  CHECK(complaint(duel("8-1", "4-6-7")).find("names 0 squads") != std::string::npos);
  CHECK(
      complaint(duel("4-6-7", "4-4-7"))
          .find(
              "the point list has no german 4-4-7 (b_nationality russian, or b_squad_points with its price)") !=
      std::string::npos);
  CHECK(complaint(duel("4-6-7", "4-6-7", {{"a_machine_guns", "1"}})).find("machine guns need it") !=
        std::string::npos);
  CHECK(complaint(duel("4-6-7", "4-6-7", {{"b_machine_gun_range", "8"}}))
            .find("b_machine_gun_range needs b_machine_guns 1 or more") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
