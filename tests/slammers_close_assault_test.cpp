#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

Answer assault(Given given) { return Answer("slammers.close-assault", given); }

std::string reached(const char* attackers, const char* dv) {
  // A total that reaches the DV damages, destroys or blows up the vehicle; "no_effect" is any
  // other.
  return assault({{"attackers", attackers}, {"dv", dv}}).outcome("no_effect");
}

TEST_CASE("2D6 + the sum of CA against the DV; equal is enough") {
  // CA 4 against DV 7 to 10 needs 3, 4, 5, 6 on 2D6: misses of 1, 3, 6 and 10 throws of 36.
  CHECK(reached("elite", "7") == "1/36");
  CHECK(reached("elite", "8") == "1/12");
  CHECK(reached("elite", "9") == "1/6");
  CHECK(reached("elite", "10") == "5/18");
  // CA 3: 3, 6, 10, 15.
  CHECK(reached("veteran", "7") == "1/12");
  CHECK(reached("veteran", "10") == "5/12");
  CHECK(reached("warriors", "10") == "5/12");
  CHECK(reached("2*elite", "10") == "0/1");
  CHECK(reached("untrained", "12") == "35/36");
  CHECK(reached("5", "10") == "1/6");  // the CA itself: 5 or more
}

TEST_CASE("Supplement 4's example: front DV 10 and side DV 9, both attack the side") {
  // Two trained TUs, CA 1 + 1, need 7 on 2D6 for DV 9 (21/36) and would need 8 for DV 10.
  const Answer both = assault({{"attackers", "2*trained"}, {"dv", "10 9"}});
  CHECK(both.outcome("no_effect") == "5/12");
  CHECK(both.outcome("destroyed") == "7/72");  // 7/12 * 1/6
  CHECK(both.outcome("vaporised") == "7/72");  // no Overkill
  CHECK(both.outcome("damaged") == "7/18");    // 7/12 * 4/6
}

TEST_CASE("an ADS attacks each TU in its arc first") {
  // A drozd box hits on 4+ with FP 2: DV 6 is reached on 4 or more. One elite TU against DV 9:
  // killed 1/4, stopped short 1/4, arrives 1/2; then 5/6.
  const Given one = {
      {"attackers", "elite"}, {"dv", "9"}, {"ads", "drozd_box"}, {"infantry_dv", "6"}};
  CHECK(assault(one).outcome("no_effect") == "7/12");
  CHECK(assault(one).event("all_stopped") == "1/2");
  CHECK(assault(one).measure("attackers_killed", 1) == "1/4");
  CHECK(assault(one).measure("attackers_suppressed", 1) == "1/4");
  // Two, the first from the front (DV 10), the second from a side out of the arc (DV 9). Both: CA 8
  // never misses. The second alone: 1/6 misses.
  CHECK(assault({{"attackers", "2*elite"},
                 {"dv", "10 9"},
                 {"ads", "drozd_box"},
                 {"in_arc", "1"},
                 {"infantry_dv", "6"}})
            .outcome("no_effect") == "1/12");
}

TEST_CASE("flamers: +2 against vehicles, +1 against infantry, +2 in hard cover; each its own") {
  // CA 4 + 2 against DV 12 needs 6: misses of 10 of 36 (without flamers 8: 21).
  CHECK(reached("elite+flamers", "12") == "5/18");
  CHECK(reached("elite", "12") == "7/12");
  // Two trained TUs, the first in the arc of a drozd box (stopped on 4+) with flamers: CA 1 + 2 + 1
  // against DV 9 needs 5 (6 of 36 miss); alone, the second needs 8 (21 of 36 miss), for a stopped
  // team's flamers go with it.
  CHECK(assault({{"attackers", "trained+flamers trained"},
                 {"dv", "9"},
                 {"ads", "drozd_box"},
                 {"in_arc", "1"},
                 {"infantry_dv", "6"}})
            .outcome("no_effect") == "3/8");
  // Even TUs, +1: of 36 throws 21 win (a difference of 0 or more), 10 lose (-2 or less), the tie
  // (5) is rolled again: 21/31. +2: 26 win (-1 or more), 6 lose, 4 tie: 26/32.
  const Given even = {
      {"target", "infantry"}, {"attackers", "veteran+flamers"}, {"defenders", "veteran"}};
  CHECK(assault(even).outcome_value("attackers_win") == Approx(21.0 / 31));
  CHECK(assault(test::with(even, {{"hard_cover", "true"}})).outcome_value("attackers_win") ==
        Approx(26.0 / 32));
}

TEST_CASE("in the second round a TU is on the roof") {
  // CA 3 against DV 12 (9+: 10/36), then Top DV 7 (4+: 33/36). Destroyed in the first round, or
  // neither: no effect in both rounds 26/36 * 3/36.
  const Answer two =
      assault({{"attackers", "veteran"}, {"dv", "12"}, {"rounds", "2"}, {"top_dv", "7"}});
  CHECK(two.outcome("no_effect") == "13/216");
  // Destroyed: first 10/36 * 1/6; or not wrecked by the first (1 - 10/36 * 1/3 = 98/108) and
  // destroyed by the second (33/36 * 1/6).
  // 10/216 + 49/54 * 33/216 = (540 + 1617)/11664 = 2157/11664
  CHECK(two.outcome("destroyed") == "719/3888");
}

TEST_CASE("infantry against infantry; ties are rerolled") {
  // Elite 4 against trained 1: of 36 throws 30 win, 3 tie (1-4, 2-5, 3-6), 3 lose: 10/11.
  const Answer uneven =
      assault({{"target", "infantry"}, {"attackers", "elite"}, {"defenders", "trained"}});
  CHECK(uneven.outcome_value("attackers_win") == Approx(10.0 / 11));
  CHECK(uneven.outcome_value("defenders_win") == Approx(1.0 / 11));
  const Answer even =
      assault({{"target", "infantry"}, {"attackers", "2*veteran"}, {"defenders", "2*veteran"}});
  CHECK(even.outcome_value("attackers_win") == Approx(0.5));
}

std::string refusal(const Given& given) { return test::refusal("slammers.close-assault", given); }

TEST_CASE("impossible assaults are refused") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal({{"attackers", "5*elite"}, {"dv", "9"}}),
             ContainsSubstring("names 5 TUs") && ContainsSubstring("one for each quarter"));
  CHECK_THAT(refusal({{"attackers", "elit"}, {"dv", "9"}}),
             ContainsSubstring("did you mean 'elite'"));
  CHECK_THAT(refusal({{"attackers", "elite"}}), ContainsSubstring("the vehicle has no DV"));
  CHECK_THAT(refusal({{"attackers", "3*elite"}, {"dv", "10 9"}}),
             ContainsSubstring("2 DVs for 3 attackers"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"dv", "9"}, {"ads", "drozd_box"}}),
             ContainsSubstring("infantry_dv"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"dv", "9"}, {"rounds", "2"}}),
             ContainsSubstring("without the Top DV"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"target", "infantry"}}),
             ContainsSubstring("defenders names 0 TUs"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"defenders", "elite"}, {"dv", "9"}}),
             ContainsSubstring("needs target infantry"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"dv", "9"}, {"top_dv", "7"}}),
             ContainsSubstring("in a second round only"));
  CHECK_THAT(refusal({{"attackers", "elite"}, {"dv", "9"}, {"infantry_dv", "6"}}),
             ContainsSubstring("only an ADS"));
}

}  // namespace
}  // namespace combat_odds
