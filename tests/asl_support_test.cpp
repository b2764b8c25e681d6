#include <map>
#include <string>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("OBA: the chit, contact and the first marker") {
  // 8 black and 3 red chits; Plentiful 9 of 12; Russians 5 and 2.
  CHECK(Answer("asl.oba", {{"turns", "1"}}).event("access") == "8/11");
  CHECK(Answer("asl.oba", {{"turns", "1"}, {"ammo", "plentiful"}}).event("access") == "3/4");
  // Radio 7 or less: 21/36 * 5/7.
  const Given russian = {{"turns", "1"}, {"side", "russian"}};
  CHECK(Answer("asl.oba", with(russian, {{"observer", "radio"}})).event("access") == "5/12");
  // The first Player Turn brings an SR only.
  CHECK(Answer("asl.oba", {{"turns", "1"}}).event("fire") == "0/1");
}

TEST_CASE("OBA: when the first FFE comes") {
  // An SR is four to six hexes off in 5/6 * 1/2, and then the Correction of it errs by two hexes in
  // (5/6)^2: 125/432 not in the Blast Area, 307/432 in it; after a black chit, 8/11.
  CHECK(Answer("asl.oba", {{"turns", "2"}}).measure("first_attack", 2) == "307/594");
  // Nobody Known: asl_counted_test.
  // Pre-Registered: 9 of 12 chits, accurate on 4, else one to three hexes off: 2/3 + 1/3 * 1/3.
  const Given registered = {{"turns", "1"}, {"pre_registered", "target"}};
  CHECK(Answer("asl.oba", registered).measure("first_attack", 1) == "7/12");
  CHECK(Answer("asl.oba", with(registered, {{"spotting_round", "true"}})).event("fire") == "0/1");
  // Harassing Fire reaches two hexes: 2/3 + 1/3 * 2/3.
  CHECK(Answer("asl.oba", with(registered, {{"fire", "harassing"}})).event("fire") == "2/3");
}

TEST_CASE("OBA: FFE:1, FFE:2, FFE:C and the next chit") {
  // In three turns, an FFE that comes at once attacks twice, wherever FFE:1 fell. In the fourth
  // turn a chit is drawn if FFE:C needs no turn: 8 of 11 are left.
  const Given given = {
      {"turns", "4"}, {"pre_registered", "target"}, {"next_access", "after_ffe_2"}};
  const Answer at_once("asl.oba", with(given, {{"turns", "3"}}));
  CHECK(at_once.measure("missions", 2) == "6/11");  // 3/4 * 8/11
  // By the other reading, the second chit is drawn in the fourth Player Turn.
  CHECK(Answer("asl.oba", with(given, {{"turns", "3"}, {"next_access", "after_ffe_c"}}))
            .measure("missions", 2) == "0/1");
  CHECK(Answer("asl.oba", with(given, {{"turns", "4"}, {"next_access", "after_ffe_c"}}))
            .measure("ffe_attacks", 3) != "0/1");
}

TEST_CASE("OBA: its effect on the hex") {
  const Given given = {{"turns", "1"},
                       {"pre_registered", "target"},
                       {"calibre", "100"},
                       {"target", "4-4-7"},
                       {"tem", "3"}};
  // 100mm is 20 FP: an NMC or more on 11 or less, an Original 8 or less, 26/36, after 7/12.
  CHECK(Answer("asl.oba", given).event("nmc_or_better") == "91/216");
  // +18 leaves only the Critical Hit: 40 FP, 2 + 10 - 8 = 4 on the 36+ column, 3KIA.
  CHECK(Answer("asl.oba", with(given, {{"tem", "8"}, {"drm", "10"}})).outcome("eliminated") ==
        "7/432");
  // Harassing: 6 FP, an NMC or more on a Final 7, an Original 4 or less, 6/36, after 2/3.
  // Harassing Fire reaches the hex from two hexes away: 3/4 * (2/3 + 1/3 * 2/3).
  CHECK(Answer("asl.oba", with(given, {{"fire", "harassing"}})).event("nmc_or_better") == "1/9");
}

/// Every line, with its fraction.
std::map<std::string, std::string> lines(const Given& given) {
  const Answer answer("asl.oba", given);
  std::map<std::string, std::string> all;
  for (const Chance& chance : answer.odds().chances) {
    if (chance.kind == Chance::Kind::event) continue;  // of groups there are more
    all[chance.name + ' ' + std::to_string(chance.value)] = chance.exact->fraction;
  }
  return all;
}

TEST_CASE("OBA: a large stack by columns, and as two groups in whole states") {
  // Critical Hits of 24 FP and a 3KIA, 36 FP and a 7KIA, and 24 FP and a K/4 or 3MC.
  for (const Given& fire : {Given{{"turns", "3"}, {"calibre", "70"}, {"drm", "1"}, {"elr", "2"}},
                            Given{{"turns", "2"}, {"calibre", "100"}, {"tem", "stone"}},
                            Given{{"turns", "2"}, {"calibre", "70"}, {"drm", "3"}},
                            Given{{"turns", "2"}, {"calibre", "70"}, {"drm", "5"}}}) {
    const Given whole = with(fire, {{"target", "3*4-6-7 2-4-7 8-1"}});
    const Given groups = with(fire, {{"target", "2*4-6-7@0; 4-6-7 2-4-7 8-1@0"}});
    const std::map<std::string, std::string> odds = lines(whole);
    CHECK(odds.size() > 100);
    CHECK(odds == lines(groups));
  }
}

TEST_CASE("OBA: values that do not go together") {
  const auto refused = [](const Given& given) { return test::refusal("asl.oba", given); };
  CHECK(
      refused({{"turns", "4"}, {"side", "french"}, {"observer", "radio"}}).find("Contact number") !=
      std::string::npos);
  CHECK(refused({{"turns", "4"}, {"target", "4-6-7"}}).find("what falls on the units?") !=
        std::string::npos);
  CHECK(refused({{"turns", "4"}, {"contact", "8"}}).find("Offboard Observer") != std::string::npos);
}

TEST_CASE("Battery Access and OBA draw from the same pile") {
  // One Player Turn: the chance of a mission is the same.
  CHECK(Answer("rb.oba-access", {{"side", "german"}, {"turns", "1"}}).event("fired") ==
        Answer("asl.oba", {{"turns", "1"}}).event("access"));
}

TEST_CASE("air attacks: the MG is a fire attack, the bomb rolls To Hit") {
  const Given squad = {{"target", "4-6-7"}, {"tem", "3"}};
  // Strafing is one attack of 4 FP.
  const Answer strafing("asl.air-attack", with(squad, {{"attack", "strafing"}}));
  const Answer fire("asl.fire", {{"firepower", "4"}, {"drm", "3"}, {"target", "4-6-7"}});
  for (const char* outcome : {"no_effect", "pinned", "broken", "eliminated"}) {
    CHECK(strafing.outcome(outcome) == fire.outcome(outcome));
  }
  // 8 with +3: an Original 5 or less, 10/36. None is below 4; a 2 is critical on a die of 1 to 4.
  const Answer bomb("asl.air-attack", with(squad, {{"mg", "0"}}));
  CHECK(bomb.event("bomb_hits") == "5/18");
  CHECK(bomb.event("critical_hit") == "1/54");
  // The Area Target Type: 7 without TEM, 21/36; an Original 2 is critical.
  const Answer area("asl.air-attack", with(squad, {{"mg", "0"}, {"bomb_type", "area"}}));
  CHECK(area.event("bomb_hits") == "7/12");
  CHECK(area.event("critical_hit") == "1/36");
  // A Point Attack pins its targets.
  CHECK(Answer("asl.air-attack", with(squad, {{"bomb", "0"}})).outcome("no_effect") == "0/1");
}

TEST_CASE("air attacks: a bomb on an AFV") {
  const Answer bomb("asl.air-attack", {{"target", "afv"}, {"aerial_armor", "3"}, {"mg", "0"}});
  CHECK(bomb.event("bomb_hits") == "11/12");  // 10 or less
  // From above and in the rear. An Original 2 doubles 16: 32 + 2 - 3, burns on anything but a dud,
  // 35/36. 3 to 5 hit directly: 15, burns on 7 or less, 21/36. 6 to 10, near: 7, burns on 3 or
  // less, 3/36. (1 * 35 + 9 * 21 + 23 * 3) / 1296.
  CHECK(bomb.outcome("burning_wreck") == "293/1296");
  // A MG against 4 + 2 - 2 = 4: strafing hits on 9 or less, 30/36; a 2 burns, 1/36, a 3 eliminates,
  // 2/36, a 4 stuns, 3/36.
  const Answer mg("asl.air-attack",
                  {{"target", "afv"}, {"aerial_armor", "2"}, {"attack", "strafing"}});
  CHECK(mg.outcome("eliminated") == "5/108");
  CHECK(mg.outcome("stunned") == "5/72");
}

}  // namespace
}  // namespace combat_odds
