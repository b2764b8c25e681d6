#include <cmath>
#include <map>
#include <set>

#include "core/exact/exact.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;
using test::with;

/// The fate of the target in an outcome, in the words that asl.fire and asl.assault share: events
/// and measures together.
std::string what_became(const Outcome& outcome, const std::set<std::string>& events,
                        const std::string& prefix) {
  std::string text;
  for (const std::string& event : events) text += outcome.happened(event) ? event + ' ' : "";
  std::map<std::string, int> measures;
  for (const auto& [name, value] : outcome.measures()) {
    std::string plain(name);
    if (plain.starts_with("attacker")) continue;
    if (plain.starts_with(prefix)) plain.erase(0, prefix.size());
    if (plain == "unbroken") continue;  // asl.fire has no rally
    measures[plain] = value;
  }
  // A single unit's fate is the label of asl.fire.
  if (measures.empty()) {
    const std::string& label = outcome.label();
    const auto says = [&](const char* word) { return label.find(word) != label.npos ? 1 : 0; };
    measures = {{"eliminated", says("eliminated")},
                {"reduced", says("reduced")},
                {"broken", says("broken")},
                {"pinned", says("pinned")},
                {"unharmed", says("no_effect")}};
  }
  for (const auto& [name, value] : measures) text += name + '=' + std::to_string(value) + ' ';
  return text;
}

/// The fractions of all the fates.
std::map<std::string, std::string> fractions(const std::string& procedure, const Given& given,
                                             const std::string& prefix) {
  static const std::set<std::string> events = [] {
    std::set<std::string> names;
    for (const Term& term : test::library().procedure("asl.fire").events) names.insert(term.name);
    return names;
  }();
  const std::unique_ptr<Rule> rule = test::scenario(procedure, given).rule(0, test::charts());
  const DecisionGraph graph = decision_graph(*rule, 2'000'000);
  const ExactOdds exact(graph);
  std::map<std::string, std::string> all;
  for (const Outcome& leaf : graph.leaves) {
    const std::string key = what_became(leaf, events, prefix);
    if (all.contains(key)) continue;
    all[key] = exact
                   .sum([&](std::size_t other) {
                     return what_became(graph.leaves[other], events, prefix) == key;
                   })
                   .fraction;
  }
  return all;
}

TEST_CASE("asl.assault: steps of the same fire equal asl.fire with several attacks") {
  const std::vector<std::string> targets = {"4-6-7",       "8-1",         "2-4-7",     "4-4-7 8-0",
                                            "2*4-6-7 9-1", "1-4-9 6-2-8", "9-0 4-2-6", "1-2-7"};
  int tried = 0;
  for (const std::string& target : targets) {
    for (const auto& [firepower, drm, cowering] :
         {std::tuple("8", "1", "none"), std::tuple("2.5", "-2", "cower"),
          std::tuple("24", "0", "inexperienced"), std::tuple("36", "-3", "none"),
          std::tuple("0", "0", "none")}) {
      for (const auto& [status, elr] :
           {std::pair("good", "5"), std::pair("broken", "2"), std::pair("good", "0")}) {
        if (target.starts_with("1-4-9") && std::string(status) == "broken") continue;
        for (const int attacks : {1, 2}) {
          std::string steps;
          for (int i = 0; i < attacks; ++i) {
            steps += std::string(i > 0 ? "; " : "") + "fire " + firepower + ' ' + drm +
                     " cowering " + cowering;
          }
          INFO(steps << " at " << target << ' ' << status << ' ' << elr);
          CHECK(fractions("asl.assault",
                          {{"steps", steps},
                           {"defender", target},
                           {"defender_status", status},
                           {"defender_elr", elr}},
                          "defenders_") == fractions("asl.fire",
                                                     {{"firepower", firepower},
                                                      {"drm", drm},
                                                      {"cowering", cowering},
                                                      {"attacks", std::to_string(attacks)},
                                                      {"target", target},
                                                      {"status", status},
                                                      {"elr", elr}},
                                                     ""));
          ++tried;
        }
      }
    }
  }
  CHECK(tried == 230);  // a hero is not broken: (7 * 3 + 2) * 5 * 2
}

TEST_CASE("asl.assault: fire in asl.fire's words is the same attack") {
  const Given fire = {{"attackers", "2*4-6-7 LMG"}, {"range", "1"},
                      {"terrain", "stone"},         {"leader", "9-1"},
                      {"phase", "final"},           {"target", "4-4-7 8-0"}};
  const std::string step = "fire 2*4-6-7 LMG range 1 terrain stone leader 9-1 phase final";
  CHECK(fractions("asl.assault", {{"steps", step}, {"defender", "4-4-7 8-0"}}, "defenders_") ==
        fractions("asl.fire", fire, ""));
  // The side's own attackers: 2 x 4, doubled, directed by the 9-1; without him they cower.
  const Given own = {{"steps", "fire x2 3"}, {"defender", "4-4-7"}};
  CHECK(fractions("asl.assault", with(own, {{"attacker", "2*4-6-7 9-1"}}), "defenders_") ==
        fractions("asl.fire", {{"firepower", "16"}, {"drm", "2"}, {"target", "4-4-7"}}, ""));
  CHECK(fractions("asl.assault", with(own, {{"attacker", "2*4-6-7"}}), "defenders_") ==
        fractions("asl.fire",
                  {{"firepower", "16"}, {"drm", "3"}, {"cowering", "cower"}, {"target", "4-4-7"}},
                  ""));
  CHECK(fractions(
            "asl.assault",
            {{"steps", "fire x2 3 cowering never"}, {"attacker", "2*4-6-7"}, {"defender", "4-4-7"}},
            "defenders_") ==
        fractions("asl.fire", {{"firepower", "16"}, {"drm", "3"}, {"target", "4-4-7"}}, ""));
  // A hero's -1, and a leader whose +1 hinders: he stands aside, and they cower (A10.72, A7.9).
  CHECK(fractions("asl.assault",
                  {{"steps", "fire x1"}, {"attacker", "1-4-9 4-6-7 6+1"}, {"defender", "4-4-7"}},
                  "defenders_") ==
        fractions("asl.fire",
                  {{"firepower", "5"}, {"drm", "-1"}, {"cowering", "cower"}, {"target", "4-4-7"}},
                  ""));
}

TEST_CASE("asl.assault: a round of close combat, by hand") {
  // 4 against 4 is 1-1 with the kill number 5: a DR of 2 to 4 eliminates (6 of 36), a 5 reduces
  // (4).
  const Answer round("asl.assault", {{"steps", "close-combat"},
                                     {"attacker", "4-6-7"},
                                     {"defender", "4-4-7"},
                                     {"attacker_nationality", "german"},
                                     {"defender_nationality", "russian"}});
  CHECK(round.outcome("attacker_holds") == "5/36");  // 1/6 * 5/6
  CHECK(round.outcome("defender_holds") == "5/36");
  CHECK(round.outcome("nobody_holds") == "1/36");
  CHECK(round.outcome("melee") == "25/36");
  CHECK(round.measure("attackers_reduced", 1) == "1/9");
  CHECK(round.event("close_combat") == "1/1");
  CHECK(round.event("attacker_goes_in") == "1/1");
  // BPV 10 and, of a 2-4-7, 4; Russian 7 and, of a 2-3-7, 3.
  CHECK(round.measure("attackers_points_lost", 10) == "1/6");
  CHECK(round.measure("attackers_points_lost", 6) == "1/9");
  CHECK(round.measure("defenders_points_lost", 7) == "1/6");
  CHECK(round.measure("defenders_points_lost", 4) == "1/9");
  CHECK(round.measure("points_won", -10) == "13/108");  // 1/6 * (1 - 1/6 - 1/9)
  CHECK(round.measure("points_won", 7) == "13/108");
}

TEST_CASE("asl.assault: rounds without a leader equal those of asl.close-combat") {
  for (const auto& [attacker, defender] :
       {std::pair("4-6-7", "4-4-7"), std::pair("2*4-6-7", "4-4-7"),
        std::pair("6-2-8", "2-2-8 2-3-7"), std::pair("8-3-8 4-6-7", "2*4-2-6")}) {
    for (const Given& terms :
         {Given{}, Given{{"hand_to_hand", "true"}, {"attacker_drm", "-1"}},
          Given{{"ambush_possible", "true"}, {"attacker_ambush_drm", "-1"}, {"night", "true"}},
          Given{{"defender_drm", "1"}, {"attacker_factor", "0.5"}, {"defender_factor", "2"}}}) {
      for (const int rounds : {1, 2, 3}) {
        std::string steps = "close-combat";
        for (int i = 1; i < rounds; ++i) steps += "; close combat";
        const Given sides = with(terms, {{"attacker", attacker}, {"defender", defender}});
        const Answer one("asl.assault", with(sides, {{"steps", steps}}));
        const Answer other("asl.close-combat", with(sides, {{"rounds", std::to_string(rounds)}}));
        INFO(attacker << " against " << defender << ", " << rounds);
        for (const char* const outcome : {"attacker_holds", "defender_holds", "melee"}) {
          CHECK(one.outcome(outcome) == other.outcome(outcome));
        }
        CHECK(one.outcome("nobody_holds") == other.outcome("both_eliminated"));
        for (const char* const event : {"attacker_ambushes", "defender_ambushes"}) {
          CHECK(one.event(event) == other.event(event));
        }
        for (const char* const measure : {"attackers_eliminated", "attackers_reduced",
                                          "defenders_eliminated", "defenders_reduced"}) {
          for (const int value : {0, 1, 2}) {
            CHECK(one.measure(measure, value) == other.measure(measure, value));
          }
        }
      }
    }
  }
}

TEST_CASE("asl.assault: broken and pinned units in close combat") {
  const Given broken = {
      {"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"defender_status", "broken"}};
  // Broken units do not strike back, and are attacked at -2: 6 or less eliminates (15 of 36), a 7
  // reduces (6).
  const Answer stays("asl.assault", with(broken, {{"steps", "close-combat"}}));
  CHECK(stays.outcome("attacker_holds") == "5/12");
  CHECK(stays.measure("defenders_reduced", 1) == "1/6");
  CHECK(stays.event("attacker_good_order") == "1/1");
  // A routed unit is not attacked, and the Location is taken without a fight.
  const Answer routs("asl.assault", with(broken, {{"steps", "rout; close-combat"}}));
  CHECK(routs.outcome("attacker_holds") == "1/1");
  CHECK(routs.event("close_combat") == "0/1");
  CHECK(routs.measure("defenders_eliminated", 0) == "1/1");
  // A unit that goes in was neither broken nor pinned by the fire: it is unharmed, or a half-squad
  // in good order.
  const Answer fired("asl.fire", {{"firepower", "8"}, {"target", "4-6-7"}});
  const Answer goes(
      "asl.assault",
      {{"steps", "return 8; close-combat"}, {"attacker", "4-6-7"}, {"defender", "4-4-7"}});
  CHECK(goes.event_value("attacker_goes_in") ==
        Approx(fired.outcome_value("no_effect") + fired.outcome_value("reduced")).epsilon(1e-14));
  CHECK(goes.event("close_combat") == goes.event("attacker_goes_in"));
}

TEST_CASE("asl.assault: a pin ends with the Player Turn") {
  const Answer fired("asl.fire", {{"firepower", "8"}, {"target", "4-6-7"}});
  const Answer next("asl.assault", {{"steps", "fire 8; next-turn"}, {"defender", "4-6-7"}});
  CHECK(next.measure("defenders_pinned", 0) == "1/1");
  CHECK(next.event_value("good_order") ==
        Approx(fired.outcome_value("no_effect") + fired.outcome_value("pinned")).epsilon(1e-14));
  CHECK(next.measure("defenders_reduced", 1) ==
        Answer("asl.assault", {{"steps", "fire 8"}, {"defender", "4-6-7"}})
            .measure("defenders_reduced", 1));
}

TEST_CASE("asl.assault: the -2 against broken units counts for each of them, or for all") {
  // After the fire a broken unit may stand beside one in good order. If the -2 counts only for the
  // broken one, it is eliminated more often.
  const Given given = {
      {"steps", "fire 12 2; close-combat"}, {"attacker", "2*4-6-7"}, {"defender", "4-4-7 4-2-6"}};
  const Answer each("asl.assault", given);
  const Answer all("asl.assault", with(given, {{"broken_drm", "all"}}));
  CHECK(each.mean("defenders_eliminated") > all.mean("defenders_eliminated"));
  // Where both are broken the readings are one.
  const Given broken = with(given, {{"steps", "close-combat"}, {"defender_status", "broken"}});
  CHECK(Answer("asl.assault", broken).mean("defenders_eliminated") ==
        Answer("asl.assault", with(broken, {{"broken_drm", "all"}})).mean("defenders_eliminated"));
}

TEST_CASE("asl.assault: leaders and heroes in close combat") {
  // 4 + 1 against 4 is 1-1, and the 9-1 makes the kill number 5 a 6: 10 of 36 eliminate. In defence
  // 4 against 5 is 1-2 with the kill number 4: 3 of 36.
  const Answer led("asl.assault",
                   {{"steps", "close-combat"}, {"attacker", "4-6-7 9-1"}, {"defender", "4-4-7"}});
  CHECK(led.measure("defenders_eliminated", 1) == "5/18");
  CHECK(led.measure("attackers_eliminated", 2) == "1/12");
  // Alone he has one FP and leads nobody: 1 against 4 is 1-4 with the kill number 3, so a 2 kills.
  const Answer alone("asl.assault",
                     {{"steps", "close-combat"}, {"attacker", "9-1"}, {"defender", "4-4-7"}});
  CHECK(alone.measure("defenders_eliminated", 1) == "1/36");
  // A hero has his -1 alone, too: a 2 or 3 kills.
  const Answer hero("asl.assault",
                    {{"steps", "close-combat"}, {"attacker", "1-4-9"}, {"defender", "4-4-7"}});
  CHECK(hero.measure("defenders_eliminated", 1) == "1/12");
  // 4 against 1 is 4-1 with the kill number 9: 26 of 36 eliminate. 4 of 36 reduce him, and one in
  // three of these wounds kills (A17.11).
  CHECK(hero.measure("attackers_eliminated", 1) == "41/54");  // 26/36 + 4/36 * 1/3
  CHECK(hero.measure("attackers_reduced", 1) == "2/27");
}

TEST_CASE("asl.close-combat: a reduced hero rolls for his wound") {
  const Answer hero("asl.close-combat", {{"attacker", "1-4-9"}, {"defender", "4-4-7"}});
  CHECK(hero.measure("attackers_eliminated", 1) == "41/54");
  const Answer wounded("asl.close-combat", {{"attacker", "1-3-8"}, {"defender", "4-4-7"}});
  CHECK(wounded.measure("attackers_eliminated", 1) == "7/9");  // 26/36 + 4/36 * 1/2
}

TEST_CASE("asl.assault: steps that make no sense are refused") {
  const auto refused = [](const Given& given) {
    return refusal("asl.assault", with({{"defender", "4-4-7"}, {"attacker", "4-6-7"}}, given));
  };
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refused({{"steps", "fyre 8"}}), ContainsSubstring("did you mean 'fire'?"));
  CHECK_THAT(refused({{"steps", "fire 8;; rout"}}), ContainsSubstring("a step is empty"));
  CHECK_THAT(refused({{"steps", "fire"}}), ContainsSubstring("with what is fired?"));
  CHECK_THAT(refused({{"steps", "return 8 1 2"}}), ContainsSubstring("'2' is no word of it"));
  CHECK_THAT(refused({{"steps", "return 4-4-7 rnage 2"}}), ContainsSubstring("rnage"));
  CHECK_THAT(refused({{"steps", "return 4-4-7 range"}}), ContainsSubstring("range has no value"));
  CHECK_THAT(refused({{"steps", "return 4-4-7"}}), ContainsSubstring("range is missing"));
  CHECK_THAT(refused({{"steps", "return x2 leader 9-1"}}), ContainsSubstring("directs"));
  CHECK_THAT(refused({{"steps", "close-combat; fire 8"}}),
             ContainsSubstring("comes after the advance"));
  CHECK_THAT(refused({{"steps", "rout; fire 8"}}), ContainsSubstring("comes before Rout, A3.5"));
  CHECK_THAT(refused({{"steps", "rout 3"}}), ContainsSubstring("who is '3'"));
  CHECK_THAT(refused({{"steps", "fire 8"}}), ContainsSubstring("no step has to do with these"));
  CHECK_THAT(refused({{"steps", "close-combat"}, {"attacker", ""}}),
             ContainsSubstring("attacker is missing"));
  CHECK_THAT(refused({{"steps", "return 8"}, {"hand_to_hand", "true"}}),
             ContainsSubstring("needs close-combat as one of the steps"));
  CHECK_THAT(refused({{"steps", "return 8"}, {"attacker_nationality", "french"}}),
             ContainsSubstring("attacker_nationality is 'french'"));
  CHECK_THAT(
      refused({{"steps", "return 8"}, {"attacker", "5-3-6"}, {"attacker_nationality", "german"}}),
      ContainsSubstring("no BPV of a 5-3-6"));
  CHECK_THAT(refused({{"steps", "return 8"}, {"defender", "1-4-9"}, {"defender_status", "broken"}}),
             ContainsSubstring("defender_status"));
}

/// Large graphs give rounded odds.
bool near(double one, double other) { return std::abs(one - other) < 1e-12; }

TEST_CASE("asl.assault: a MG keeps its rate of fire as in asl.fire") {
  const Given words = {{"firepower", "7"},  {"drm", "3"},          {"rate_of_fire", "3"},
                       {"most_shots", "3"}, {"cowering", "cower"}, {"rate_firepower", "4"}};
  for (const char* const target : {"4-4-7", "4-2-6 8-0"}) {
    INFO(target);
    const Answer fire("asl.fire", with(words, {{"target", target}}));
    const Answer one(
        "asl.assault",
        {{"steps", "fire 7 3 cowering cower rate_of_fire 3 most_shots 3 rate_firepower 4"},
         {"defender", target}});
    for (const char* const event : {"nmc_or_better", "broken_or_worse", "pinned_or_worse"}) {
      CHECK(near(one.event_value(event), fire.event_value(event)));
    }
  }
  // Two such attacks are one after the other, whichever is written first.
  const Given both = {{"defender", "4-4-7"},
                      {"steps", "fire 7 3 rate_of_fire 3 most_shots 2; fire 2 0 rate_of_fire 1"}};
  const Given other = {{"defender", "4-4-7"},
                       {"steps", "fire 2 0 rate_of_fire 1; fire 7 3 rate_of_fire 3 most_shots 2"}};
  const double reversed = Answer("asl.assault", with(both, {{"fire_order", "reversed"}}))
                              .event_value("broken_or_worse");
  CHECK(near(reversed, Answer("asl.assault", other).event_value("broken_or_worse")));
  CHECK(!refusal("asl.assault", {{"defender", "4-4-7"}, {"steps", "fire 7 most_shots 3"}}).empty());
  CHECK(!refusal(
             "asl.assault",
             {{"defender", "4-4-7"}, {"attacker", "4-6-7"}, {"steps", "fire x2 3 rate_of_fire 3"}})
             .empty());
}

TEST_CASE("a turn: rally in asl.assault") {
  Given led = {{"steps", "rally"},
               {"defender", "4-4-7 8-1"},
               {"defender_broken", "4-4-7"},
               {"defender_dm", "true"}};
  // 7 with -1 and +4 for DM: 4 or less, 6/36 (A10.6-.62). A 12 is Fate: a half-squad, still broken.
  const Answer under_dm("asl.assault", led);
  CHECK(under_dm.measure("defenders_unbroken", 2) == "1/6");
  CHECK(under_dm.measure("defenders_reduced", 1) == "1/36");
  led["defender_terrain"] = "stone";  // -1: 5 or less
  CHECK(Answer("asl.assault", led).measure("defenders_unbroken", 2) == "5/18");
  led["defender_terrain"] = "open ground";
  led["defender_dm"] = "false";  // 8 or less
  CHECK(Answer("asl.assault", led).measure("defenders_unbroken", 2) == "13/18");
  // Fire that can't come to an NMC puts nobody under DM; fire that can does, whatever comes of it.
  led.erase("defender_dm");
  led["steps"] = "fire 1 20; end turn; rally";
  CHECK(Answer("asl.assault", led).measure("defenders_unbroken", 2) == "13/18");

  // A18.11: an MMC tries alone in its own Player Turn, at +1: 6 or less.
  Given alone = {{"steps", "rally"}, {"defender", "4-4-7"}, {"defender_status", "broken"}};
  CHECK(Answer("asl.assault", alone).measure("defenders_unbroken", 0) == "1/1");
  alone["first_turn"] = "defender";
  CHECK(Answer("asl.assault", alone).measure("defenders_unbroken", 1) == "5/12");
  // In his turn and the next: only the first is his.
  alone["steps"] = "rally; end turn; rally";
  CHECK(Answer("asl.assault", alone).measure("defenders_unbroken", 1) == "5/12");
}

TEST_CASE("a turn: three Rally Phases are those of asl.rally") {
  // Where nobody can break by an LLMC and try again in the same phase.
  const Answer rally("asl.rally", {{"unit", "4-4-7 8-1"},
                                   {"rally_phases", "3"},
                                   {"dm_phases", "1"},
                                   {"first_phase", "enemy"},
                                   {"terrain", "stone"}});
  const Answer turn("asl.assault", {{"steps", "rally; end turn; rally; end turn; rally"},
                                    {"defender", "4-4-7 8-1"},
                                    {"defender_status", "broken"},
                                    {"defender_dm", "true"},
                                    {"defender_terrain", "stone"}});
  for (int number = 0; number <= 2; ++number) {
    CHECK(rally.measure("rallied", number) == turn.measure("defenders_unbroken", number));
    CHECK(rally.measure("eliminated", number) == turn.measure("defenders_eliminated", number));
  }
}

TEST_CASE("a turn: rallied units are there again in asl.assault") {
  // 8:4 is 2-1, kill number 7: it is eliminated by less, 15/36 if rallied, 26/36 at -2 if not.
  const Given entered = {
      {"steps", "rally; close-combat"}, {"defender", "4-4-7"}, {"defender_status", "broken"},
      {"first_turn", "defender"},       {"any_order", "true"}, {"attacker", "2*4-6-7"}};
  // Self-Rally: 15/36 rallied; 1/36 Fate, which leaves a 2-3-7: 8:2 is 4-1, 9, at -2 11, and 11
  // itself reduces it to nothing, 35/36.
  const Answer both("asl.assault", entered);
  // 15 * 15 + 1 * 35 + 20 * 26 of 1296.
  CHECK(both.event("defender_gone") == "65/108");
  // A routed unit is hit no more.
  const Given away = {{"steps", "rout; end turn; end turn; fire 36 -6; advance"},
                      {"defender", "2*4-4-7"},
                      {"defender_status", "broken"},
                      {"attacker", "4-6-7"}};
  CHECK(Answer("asl.assault", away).measure("defenders_eliminated", 0) == "1/1");
  CHECK(Answer("asl.assault", away).outcome("attacker_holds") == "1/1");
  CHECK_THAT(refusal("asl.assault", {{"steps", "fire 8; rally"}, {"defender", "4-4-7"}}),
             Catch::Matchers::ContainsSubstring("Rally comes before Prep Fire, A3.1"));
}

TEST_CASE("A26.2: Casualty VP") {
  const Given given = {{"steps", "close-combat"},
                       {"defender", "4-4-7"},
                       {"attacker", "4-6-7"},
                       {"casualty_vp", "true"}};
  // 1-1, kill number 5 for both: 6/36 less is a squad (2), 4/36 equal a half-squad of it (1).
  const Answer points("asl.assault", given);
  CHECK(points.measure("defenders_points_lost", 2) == "1/6");
  CHECK(points.measure("defenders_points_lost", 1) == "1/9");
  CHECK(points.measure("points_won", 2) == "13/108");  // 6/36 * 26/36
}

// A side of one group is a stack: each step concerns all of it.
TEST_CASE("a group alone is one stack") {
  for (const char* const steps :
       {"fire 8 1; return 6 1; rout; close-combat",
        "return 6 1; end turn; rally; return 4; rout both; end turn; rally; advance; close-combat",
        "fire x2 2; return x2 2; end turn; rally defender; end turn; rally; rout; close-combat x2",
        "fire 6 1 x2 until defender broken; close-combat; end turn; close-combat"}) {
    INFO(steps);
    Given given = {{"steps", steps},
                   {"attacker", "4-6-7 8-1"},
                   {"defender", "4-4-7 8-0"},
                   {"when_decided", "true"},
                   {"casualty_vp", "true"}};
    const Answer stack("asl.assault", given);
    given["attacker"] = "base: 4-6-7 8-1";
    given["defender"] = "front: 4-4-7 8-0";
    const Answer group("asl.assault", given);
    for (const char* const holder : {"attacker_holds", "defender_holds", "melee", "nobody_holds"}) {
      CHECK(group.outcome(holder) == stack.outcome(holder));
    }
    for (const char* const event :
         {"broken_or_worse", "attacker_broken_or_worse", "leader_lost", "close_combat", "decided",
          "attacker_goes_in", "defender_gone", "good_order", "attacker_good_order"}) {
      INFO(event);
      CHECK(group.event(event) == stack.event(event));
    }
  }
}

TEST_CASE("who crosses in an assault fares as in asl.street-crossing") {
  struct Crossing {
    const char* movers;
    const char* firers;
    const char* range;
    const char* words;
    Given street;
  };
  const Crossing crossings[] = {
      {"2*4-6-7 8-1",
       "4-4-7 Russian MMG 8-0",
       "3",
       "2 debris",
       {{"street", "1"}, {"street_terrain", "debris"}, {"goal", "debris"}, {"goal_mf", "1"}}},
      {"4-6-7",
       "2*4-4-7",
       "1",
       "3 open ground to stone",
       {{"street", "3"}, {"goal", "stone"}, {"goal_mf", "2"}}},
      {"8-3-8 9-1",
       "4-4-7 Russian HMG",
       "6",
       "1 open ground to woods moves dash hindrance 1",
       {{"street", "1"},
        {"goal", "woods"},
        {"goal_mf", "2"},
        {"moves", "dash"},
        {"hindrance", "1"}}},
  };
  for (const Crossing& one : crossings) {
    INFO(one.words);
    Given street = one.street;
    street["target"] = one.movers;
    street["firers"] = one.firers;
    street["range"] = one.range;
    const Answer crossed("asl.street-crossing", street);
    const std::string group = std::string("back: ") + one.firers + " range " + one.range;
    const std::string step = std::string("cross a ") + one.words + " under back";
    const Answer assault(
        "asl.assault",
        {{"steps", step}, {"attacker", std::string("a: ") + one.movers}, {"defender", group}});
    CHECK(assault.event("attacker_broken_or_worse") == crossed.event("broken_or_worse"));
    CHECK(assault.event("attacker_eliminated_or_reduced") ==
          crossed.event("eliminated_or_reduced"));
    CHECK(assault.measure("attackers_eliminated", 1) == crossed.measure("eliminated", 1));
  }
}

TEST_CASE("who is pinned as he gets across goes in when the pin is over") {
  const Given both = {{"steps", "cross a 1 under back cowering never; advance a at back"},
                      {"attacker", "a: 5-4-8"},
                      {"defender", "back: 4-4-7 range 3"}};
  const Answer once("asl.assault", both);
  // Who is pinned in the Location that he ran to is across, and goes in when the pin is over.
  // Pinned, of a squad: a DR that equals its morale after the 2MC on 5 (4 throws * 5/36), after a
  // 1MC on 6 and 7 (11 * 6/36), after the NMC on 8 (5 * 5/36), or the PTC failed on 9 (4 * 10/36):
  // (20 + 66 + 25 + 40)/1296; of the half-squad that the K/2 on 4 leaves (3 * 5/36): 15/1296.
  Given again = both;
  again["steps"] =
      "cross a 1 under back cowering never; advance a at back; end turn; end turn; advance a at back";
  const Answer twice("asl.assault", again);
  CHECK(once.event("attacker_goes_in") == "55/108");  // 660/1296, see the rule tests
  CHECK(twice.event("attacker_goes_in") == "413/648");
}

}  // namespace
}  // namespace combat_odds
