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

TEST_CASE("asl.firefight: where one side reaches, its first fire is that of asl.fire") {
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

TEST_CASE("asl.firefight: the die gives each side the first Player Turn half of the time") {
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

TEST_CASE("asl.firefight: sides that change places change their chances") {
  const Given there = {{"a_units", "4-6-7"}, {"b_units", "2*4-2-6"}, {"a_drm", "1"},
                       {"b_drm", "2"},       {"range", "2"},         {"turns", "3"}};
  const Given back = {{"b_units", "4-6-7"}, {"a_units", "2*4-2-6"}, {"b_drm", "1"},
                      {"a_drm", "2"},       {"range", "2"},         {"turns", "3"}};
  const Answer one("asl.firefight", there);
  const Answer other("asl.firefight", back);
  CHECK(near(one.outcome_value("a_holds"), other.outcome_value("b_holds")));
  CHECK(near(one.mean("b_lost"), other.mean("a_lost")));
}

TEST_CASE("asl.firefight: what no chart prices is asked for") {
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
