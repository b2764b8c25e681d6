#include <cmath>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;
using test::with;

/// Sums of exact odds are rounded.
bool near(double one, double other) { return std::abs(one - other) < 1e-12; }

/// The chance that asl.fire eliminates or breaks its only target.
double out_by_fire(const Given& fire) {
  const Answer answer("asl.fire", fire);
  return answer.outcome_value("eliminated") + answer.outcome_value("broken") +
         answer.outcome_value("reduced_broken");
}

TEST_CASE("asl.firefight: if only one side reaches, its first fire equals asl.fire") {
  // A 4-6-7 at 9 hexes fires at long range with 2 FP, beyond twice the range of a 4-4-7.
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "4-4-7"}, {"range", "9"},
                       {"turns", "1"},       {"b_elr", "5"},       {"first", "b"}};
  const Given fire = {{"firepower", "2"}, {"cowering", "cower"}, {"target", "4-4-7"}};
  for (const std::string drm : {"-3", "-1", "0", "2"}) {
    INFO(drm);
    const Answer answer("asl.firefight", with(fight, {{"a_drm", drm}}));
    CHECK(near(answer.outcome_value("a_holds"), out_by_fire(with(fire, {{"drm", drm}}))));
    CHECK(answer.outcome("b_holds") == "0/1");
  }
}

TEST_CASE("asl.firefight: range and leaders count as in asl.fire") {
  const Given fight = {{"a_units", "2*4-6-7 8-1"},
                       {"b_units", "2-3-7"},
                       {"turns", "1"},
                       {"first", "a"},
                       {"range", "7"},
                       {"b_elr", "5"}};
  // 7 hexes are beyond twice the half-squad's range of 3, and the long range of a 4-6-7.
  const Answer answer("asl.firefight", fight);
  CHECK(near(answer.outcome_value("a_holds"),
             out_by_fire({{"firepower", "4"}, {"drm", "-1"}, {"target", "2-3-7"}})));
}

TEST_CASE("asl.firefight: with the die, each side has the first Player Turn half of the time") {
  const Given fight = {
      {"a_units", "4-6-7"}, {"b_units", "4-4-7 8-0"}, {"range", "4"}, {"turns", "2"}};
  const Answer by_die("asl.firefight", fight);
  const Answer a("asl.firefight", with(fight, {{"first", "a"}}));
  const Answer b("asl.firefight", with(fight, {{"first", "b"}}));
  for (const char* const outcome : {"a_holds", "b_holds", "both"}) {
    INFO(outcome);
    CHECK(near(by_die.outcome_value(outcome),
               (a.outcome_value(outcome) + b.outcome_value(outcome)) / 2));
  }
}

TEST_CASE("asl.firefight: exchanging the sides exchanges their chances") {
  const Given there = {{"a_units", "4-6-7"}, {"b_units", "2*4-2-6"}, {"a_drm", "1"},
                       {"b_drm", "2"},       {"range", "2"},         {"turns", "3"}};
  const Given back = {{"b_units", "4-6-7"}, {"a_units", "2*4-2-6"}, {"b_drm", "1"},
                      {"a_drm", "2"},       {"range", "2"},         {"turns", "3"}};
  const Answer one("asl.firefight", there);
  const Answer other("asl.firefight", back);
  CHECK(near(one.outcome_value("a_holds"), other.outcome_value("b_holds")));
  CHECK(near(one.mean("b_lost"), other.mean("a_lost")));
}

TEST_CASE("asl.firefight: a MG that alone reaches fires as in asl.fire while it keeps its rate") {
  // At 13 hexes only the German HMG reaches: 7 FP. B cannot fire back.
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "4-4-7"},
                       {"range", "13"},      {"turns", "1"},
                       {"b_elr", "5"},       {"a_machine_guns", "German HMG"}};
  const Given fire = {
      {"firepower", "7"}, {"cowering", "cower"}, {"target", "4-4-7"}, {"rate_of_fire", "3"}};
  for (const std::string shots : {"2", "4"}) {
    INFO(shots);
    const Answer answer("asl.firefight", with(fight, {{"most_shots", shots}}));
    CHECK(near(answer.outcome_value("a_holds"), out_by_fire(with(fire, {{"most_shots", shots}}))));
  }
}

TEST_CASE("asl.firefight: a MG malfunctions and is repaired") {
  // The German MMG alone reaches 13 hexes, at long range with 2.5 FP; at +1 its results are MC and
  // PTC, so whoever does not break is whole. An Original 12 is a malfunction and does nothing else;
  // in the next Rally Phase a dr of 1 or 2 repairs it.
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "4-4-7"}, {"range", "13"},
                       {"turns", "2"},       {"b_elr", "5"},       {"a_machine_guns", "German MMG"},
                       {"a_drm", "1"},       {"most_shots", "1"}};
  const double out =
      out_by_fire({{"firepower", "2.5"}, {"cowering", "cower"}, {"target", "4-4-7"}, {"drm", "1"}});
  const double jam = 1.0 / 36;
  CHECK(near(Answer("asl.firefight", fight).outcome_value("a_holds"),
             out + (1 - out - jam) * out + jam * 2 / 6 * out));
}

TEST_CASE("asl.firefight: broken units rout through Interdiction") {
  // Two half-squads at 8 hexes do not reach the enemy. If one breaks and the other does not, it
  // routs: its NMC against 6 fails with 7 or more, 21/36, which eliminates it.
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "2*2-3-7"}, {"range", "8"},
                       {"turns", "1"},       {"b_elr", "5"},         {"a_drm", "2"}};
  const Answer fire(
      "asl.fire", {{"firepower", "2"}, {"cowering", "cower"}, {"target", "2*2-3-7"}, {"drm", "2"}});
  double one_broken = 0;
  for (const char* const label : {"1 broken + 1 unharmed", "1 broken + 1 pinned"}) {
    one_broken += fire.outcome_value(label);
  }
  CHECK(one_broken > 0);
  const double lost = Answer("asl.firefight", fight).mean("b_lost");
  CHECK(near(Answer("asl.firefight", with(fight, {{"b_rout", "0"}})).mean("b_lost"), lost));
  CHECK(near(Answer("asl.firefight", with(fight, {{"b_rout", "1"}})).mean("b_lost"),
             lost + one_broken * 21 / 36));
}

TEST_CASE("asl.firefight: berserk and surrendering units leave the fight") {
  // Russians have +2: of the Heat of Battle DR 7 to 9, 15/36, is Berserk, and 10 or more, 6/36,
  // Surrender; all else leaves an unbroken unit. At +2 there are MC and PTC only, and an Original 2
  // passes each.
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "4-4-7"}, {"range", "9"},
                       {"turns", "1"},       {"b_elr", "5"},       {"a_drm", "2"}};
  const Answer fire("asl.fire",
                    {{"firepower", "2"}, {"cowering", "cower"}, {"target", "4-4-7"}, {"drm", "2"}});
  const double mc = 3.0 / 36;
  CHECK(fire.event("nmc_or_better") == "1/12");
  const Answer plain("asl.firefight", fight);
  const Answer heat("asl.firefight", with(fight, {{"b_heat_of_battle", "russian"}}));
  CHECK(near(heat.outcome_value("a_holds") - plain.outcome_value("a_holds"), mc / 36 * 21 / 36));
}

TEST_CASE("asl.firefight: who surrenders is Disrupted, and rallies under a leader only") {
  // A15.5, A19.12. The fraction is that of tests/counted/asl/firefight.py; were he broken only, it
  // would be 0.06711454.
  const Answer answer("asl.firefight", {{"a_units", "2-4-7"},
                                        {"b_units", "2-4-7 8-0"},
                                        {"range", "5"},
                                        {"turns", "2"},
                                        {"first", "a"},
                                        {"a_cowering", "never"},
                                        {"b_drm", "10"},
                                        {"b_rally_drm", "-3"},
                                        {"b_heat_of_battle", "russian"}});
  CHECK(
      near(answer.outcome_value("a_holds"), 1236584062350103068821.0 / 18422826643394446491648.0));
}

TEST_CASE("asl.firefight: MGs come from the chart") {
  const Given fight = {{"a_units", "4-4-7"}, {"b_units", "4-6-7"}, {"range", "4"}};
  const auto said = [&](const char* guns) {
    return refusal("asl.firefight", with(fight, {{"a_machine_guns", guns}}));
  };
  CHECK(said("Russian MMG 2*German LMG").empty());
  CHECK(said("LMG").find("whose LMG?") != std::string::npos);
  CHECK(said("FT").find("'FT' is no MG of the chart") != std::string::npos);
  CHECK(said("4-4-7").find("there are units among them") != std::string::npos);
  CHECK(said("5*German LMG").find("more MGs than are played here") != std::string::npos);
  CHECK(refusal("asl.firefight", with(fight, {{"b_machine_guns", "LMG"}})).empty());
  CHECK(refusal("asl.firefight", with(fight, {{"most_shots", "2"}})).find("machine_guns") !=
        std::string::npos);
}

TEST_CASE("asl.firefight: asks for prices that no chart has") {
  const Given fight = {{"a_units", "4-6-7"}, {"b_units", "6-6-6"}, {"range", "4"}};
  CHECK(refusal("asl.firefight", fight).empty());
  CHECK(refusal("asl.firefight", with(fight, {{"b_nationality", "german"}}))
            .find("no chart has a BPV of a 6-6-6") != std::string::npos);
  CHECK(refusal("asl.firefight", with(fight, {{"b_nationality", "german"}, {"b_bpv", "11"}}))
            .empty());
  CHECK(refusal("asl.firefight", with(fight, {{"a_units", "8-1"}})).find("nobody here can fire") !=
        std::string::npos);
  CHECK(refusal("asl.firefight", with(fight, {{"a_units", "4-6-7 1-4-9"}}))
            .find("a commissar or a hero") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
