#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Answer rally(Given given) {
  given.emplace("rally_phases", "1");
  return Answer("asl.rally", given);
}

TEST_CASE("a broken unit rallies on its broken morale, with DM and terrain (A10.6)") {
  // A 4-6-7 under an 8-1 and DM: 7 + 1 - 4 = 4 or less, 6/36; in a building 5 or less, 10/36.
  CHECK(rally({{"unit", "4-6-7"}, {"leader", "8-1"}}).outcome("rallied") == "1/6");
  CHECK(rally({{"unit", "4-6-7"}, {"leader", "8-1"}, {"terrain", "stone"}}).outcome("rallied") ==
        "5/18");
  // Without DM 9 or less in a building, 30/36.
  CHECK(rally({{"unit", "4-6-7"}, {"leader", "8-1"}, {"terrain", "stone"}, {"dm_phases", "0"}})
            .outcome("rallied") == "5/6");
  // A 4-2-6 has 5 on its broken side: 5 or less under an 8-0 without DM.
  CHECK(rally({{"unit", "4-2-6"}, {"leader", "8-0"}, {"dm_phases", "0"}}).outcome("rallied") ==
        "5/18");
  // A poor leader's +1 must be taken (A10.72): 6 or less, 15/36.
  CHECK(rally({{"unit", "4-6-7"}, {"leader", "6+1"}, {"dm_phases", "0"}}).outcome("rallied") ==
        "5/12");
}

TEST_CASE("the states of the morale table count in a Rally DR") {
  const Given squad = {{"unit", "4-6-7"}, {"leader", "8-0"}, {"dm_phases", "0"}};
  const auto in_state = [&](const char* state) {
    return rally(test::with(squad, {{"state", state}})).outcome("rallied");
  };
  CHECK(in_state("") == "7/12");           // 7 or less
  CHECK(in_state("encircled") == "5/12");  // 6 or less
  CHECK(in_state("fanatic") == "13/18");   // 8 or less
  CHECK(in_state("encircled fanatic") == "7/12");
  // A wounded 8-0 alone: morale 7, Self-Rally +1: 6 or less.
  CHECK(rally({{"unit", "8-0"}, {"dm_phases", "0"}, {"state", "wounded"}}).outcome("rallied") ==
        "5/12");
  // Only a leader rallies the Disrupted (A19.12).
  CHECK(rally({{"unit", "4-6-7"}, {"state", "disrupted"}}).outcome("broken") == "1/1");
  CHECK(in_state("disrupted") == "7/12");
  CHECK(refusal("asl.rally", {{"unit", "4-6-7"}, {"state", "fanatics"}}).find("fanatic") !=
        std::string::npos);
}

TEST_CASE("units that may try alone (A10.63, A18.11)") {
  // A leader: 8 - 1 - 4 = 3 or less. An MMC in its own Rally Phase: 2, which rallies it whatever
  // the modifiers, so a 4-2-6 does as well.
  CHECK(rally({{"unit", "8-0"}}).outcome("rallied") == "1/12");
  CHECK(rally({{"unit", "4-6-7"}}).outcome("rallied") == "1/36");
  CHECK(rally({{"unit", "4-2-6"}}).outcome("rallied") == "1/36");
  CHECK(rally({{"unit", "4-2-6"}, {"first_phase", "enemy"}}).outcome("broken") == "1/1");
  CHECK(rally({{"unit", "4-2-6"}, {"self_rally", "none"}}).outcome("broken") == "1/1");
  // Boxed: it may, but the Original 2 is of no help in the enemy's Player Turn: 5 - 5 = 0.
  CHECK(rally({{"unit", "4-2-6"}, {"first_phase", "enemy"}, {"self_rally", "all"}})
            .outcome("rallied") == "0/1");
  // Of two only the first: 7 - 1 = 6 or less, 15/36.
  const Answer two = rally({{"unit", "2*4-6-7"}, {"dm_phases", "0"}});
  CHECK(two.outcome("1 rallied + 1 broken") == "5/12");
  CHECK(two.event("all_rallied") == "0/1");
}

TEST_CASE("a leader who rallies helps the others in the same phase (A10.71)") {
  // The 8-0 alone rallies on 7 or less (21/36), then the squad on 7 or less.
  const Given both = {{"unit", "4-6-7 8-0"}, {"dm_phases", "0"}, {"self_rally", "none"}};
  CHECK(rally(both).event("all_rallied") == "49/144");
  // As named: the squad tries alone at first (6 or less, 15/36), and then cannot try again.
  const Answer named =
      rally(test::with(both, {{"order", "as_named"}, {"self_rally", "first_mmc"}}));
  CHECK(named.event("all_rallied") == "35/144");
}

TEST_CASE("a commissar: +1, no DM, and units that fail are Replaced (A25.22)") {
  // A 4-4-7 on 8 or less, 26/36; on 12 it is reduced and Replaced, too.
  const Answer squad = rally({{"unit", "4-4-7"}, {"leader", "9-0"}});
  CHECK(squad.outcome("rallied") == "13/18");
  CHECK(squad.event("replaced") == "5/18");
  CHECK(squad.event("fate") == "1/36");
  // A 4-2-6 on 6 or less, 15/36. If it fails it is reduced, and on 12 the rest of it dies.
  const Answer conscripts = rally({{"unit", "4-2-6"}, {"leader", "9-0"}});
  CHECK(conscripts.outcome("rallied") == "5/12");
  CHECK(conscripts.outcome("eliminated") == "1/36");
  CHECK(conscripts.event("replaced") == "5/9");
  // No other leader's modifier counts beside him.
  CHECK(rally({{"unit", "4-4-7"}, {"leader", "9-0 9-2"}}).outcome("rallied") == "13/18");
  // The commissar rallies alone, even beside another leader: 9 - 1 - 4 = 4 or less.
  CHECK(rally({{"unit", "9-0"}, {"leader", "9-2"}}).outcome("rallied") == "1/6");
}

TEST_CASE("Fate kills a half-squad and wounds a leader; his death causes an LLMC (A10.2, A10.64)") {
  CHECK(rally({{"unit", "2-4-7"}, {"leader", "8-0"}}).outcome("eliminated") == "1/36");
  CHECK(rally({{"unit", "8-0"}}).outcome("eliminated") == "1/108");  // 1/36 x 1/3
  // A wounded one dies on 4, too.
  CHECK(rally({{"unit", "8-0"}, {"state", "wounded"}}).outcome("eliminated") == "1/72");
  // A half-squad beside a 9-1 who dies by Fate (1/108): it checks with morale 6 at +1, so it fails,
  // and dies, on 6 or more: 26/36.
  CHECK(rally({{"unit", "9-1 2-4-7"}, {"self_rally", "none"}, {"dm_phases", "1"}})
            .measure("eliminated", 2) == "13/1944");
}

TEST_CASE("an Original 2: Heat of Battle with a leader, Leader Creation without (A15, A18.11)") {
  const Given led = {{"unit", "4-6-7"}, {"leader", "8-1"}, {"heat_of_battle", "german"}};
  CHECK(rally(led).event("heat_of_battle") == "1/36");
  // Berserk on a Final 9 to 11, +1 for broken: Original 8 to 10, 12/36.
  CHECK(rally(led).event("berserk") == "1/108");
  // Alone: +1 for broken, -1 German, morale 7: dr 6 makes a 6+1 still, so there is always a leader.
  const Answer alone = rally({{"unit", "4-6-7"}, {"heat_of_battle", "german"}});
  CHECK(alone.event("leader_created") == "1/36");
  CHECK(alone.event("heat_of_battle") == "0/1");
  // A Russian 4-2-6 has +3: a leader on 3 or less.
  CHECK(rally({{"unit", "4-2-6"}, {"heat_of_battle", "russian"}}).event("leader_created") ==
        "1/72");
}

}  // namespace
}  // namespace combat_odds
