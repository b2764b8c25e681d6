#include "sim/squad_games/infantry_fate.hpp"

#include "ask/headline.hpp"
#include "reports/tables/comparison.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

// Events that all procedures of a game share must agree with the outcomes.

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

/// The sum of the outcomes with one of these words in their label.
double sum_of(const Odds& odds, const std::vector<std::string>& words, bool all_units = false) {
  double sum = 0;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::outcome) continue;
    bool counts = all_units;
    for (std::size_t start = 0; start < chance.name.size();) {
      const std::size_t end = std::min(chance.name.find(" + ", start), chance.name.size());
      const std::string part = chance.name.substr(start, end - start);
      bool said = false;
      for (const std::string& word : words) said = said || part.find(word) != part.npos;
      counts = all_units ? counts && said : counts || said;
      start = end + 3;
    }
    if (counts) sum += chance.exact->value;
  }
  return sum;
}

void check_infantry(const std::string& procedure, const Given& given) {
  INFO(procedure);
  const Answer answer(procedure, given);
  const Odds& odds = answer.odds();
  const auto event = [&](const char* name) {
    return Approx(answer.event_value(name)).margin(1e-12);
  };
  CHECK(sum_of(odds, {"eliminated", "reduced", "broken"}) == event("broken_or_worse"));
  CHECK(sum_of(odds, {"eliminated", "reduced"}) == event("eliminated_or_reduced"));
  CHECK(sum_of(odds, {"no_effect"}) == event("good_order"));
  if (given.at("target").find(' ') != std::string::npos || given.at("target")[1] == '*') {
    CHECK(sum_of(odds, {"eliminated", "reduced_broken", "reduced", "broken"}, true) ==
          event("all_broken_or_worse"));
    const bool three = given.at("target") == "2*4-6-7 8-1";
    if (three) {
      // Shares of three units: 0, 33, 67 and 100 in a hundred.
      for (const auto& [count, share] : {std::pair(0, 0), {1, 33}, {2, 67}, {3, 100}}) {
        CHECK(answer.measure("unharmed", count) == answer.measure("good_order_share", share));
      }
    }
  }
}

TEST_CASE("the common events of fire on infantry agree with its outcomes") {
  for (const char* target : {"4-6-7", "8-1", "2*4-6-7 8-1"}) {
    check_infantry("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", target}});
    check_infantry("sl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", target}});
    check_infantry("sl.overrun", {{"mg", "6"}, {"target", target}});
  }
  const Answer asl("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "2*4-6-7 8-1"}});
  CHECK(sum_of(asl.odds(), {"eliminated", "reduced", "broken", "pinned"}) ==
        Approx(asl.event_value("pinned_or_worse")));
}

TEST_CASE("a single leader who is hit counts as lost") {
  const Answer answer("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "8-1"}});
  const double lost = answer.outcome_value("eliminated") + answer.outcome_value("broken") +
                      answer.outcome_value("reduced_broken");
  CHECK(answer.event_value("leader_lost") == Approx(lost));
}

TEST_CASE("a broken target is not in good order, whatever happens") {
  for (const char* procedure : {"asl.fire", "sl.fire"}) {
    const Answer answer(procedure, {{"firepower", "8"}, {"target", "4-6-7"}, {"status", "broken"}});
    CHECK(answer.event("good_order") == "0/1");
  }
}

TEST_CASE("two half-squads from one squad are one unit (A19.13)") {
  // The 8-3-8 has an ELR of 5; its morale of 8 with 4MC fails by more from an 10 up.
  const Answer answer("asl.fire", {{"firepower", "20"}, {"drm", "3"}, {"target", "8-3-8 4-6-7"}});
  const Odds& odds = answer.odds();
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::measure || chance.name != "good_order_share") continue;
    CHECK((chance.value == 0 || chance.value == 50 || chance.value == 100));
  }
  CHECK(sum_of(odds, {"eliminated", "reduced", "broken"}, true) ==
        Approx(answer.event_value("all_broken_or_worse")));
}

TEST_CASE("a Molotov, a fire attack and close combat can be compared by one word") {
  OddsOptions exact;
  exact.method = Method::exact;
  const auto asked = [&](const char* procedure, const Given& given) {
    return ask(test::library(), {procedure, {given.begin(), given.end()}, exact});
  };
  const combat_odds::Answer fire = asked("asl.fire", {{"firepower", "8"}, {"target", "4-6-7"}});
  const combat_odds::Answer molotov =
      asked("asl.molotov", {{"firepower", "8"}, {"target", "4-6-7"}});
  const combat_odds::Answer fight =
      asked("asl.close-combat", {{"attacker", "4-6-7"}, {"defender", "4-6-7"}});
  std::vector<SituationOdds> all;
  for (const combat_odds::Answer* answer : {&fire, &molotov, &fight}) {
    all.push_back(answer->situations().front());
  }
  const Quantity quantity("broken_or_worse", "--by", all);
  CHECK(ranking(all, quantity, Better::higher, 0.95).size() == 3);
  // 1-1: a DR below 5 eliminates, 5 reduces: 10/36.
  CHECK(fight.event("broken_or_worse").exact->fraction == "5/18");
  CHECK(fight.event("eliminated_or_reduced").exact->fraction == "5/18");
  CHECK(fight.event("good_order").exact->fraction == "13/18");
}

TEST_CASE("vehicles are knocked out or stopped") {
  const Answer vehicle("asl.close-combat-vehicle", {});
  CHECK(vehicle.event_value("knocked_out") ==
        Approx(vehicle.outcome_value("burning_wreck") + vehicle.outcome_value("eliminated")));
  CHECK(vehicle.event_value("stopped") ==
        Approx(vehicle.event_value("knocked_out") + vehicle.outcome_value("immobilized")));
  const Answer kill("sl.to-kill", {{"weapon", "75"}, {"armor", "0"}, {"facing", "side"}});
  CHECK(kill.event_value("stopped") == Approx(1 - kill.outcome_value("no_effect")));
  const Answer molotov("asl.molotov", {{"firepower", "4"}, {"target", "afv"}});
  CHECK(molotov.event_value("knocked_out") == Approx(1 - molotov.outcome_value("afv_unharmed")));
}

TEST_CASE("a ranking by broken says what it leaves out") {
  OddsOptions exact;
  exact.method = Method::exact;
  const combat_odds::Answer answer =
      ask(test::library(), {"asl.fire", {{"firepower", "4,8"}, {"target", "4-6-7"}}, exact});
  const auto told = [&](const char* by) {
    const Quantity quantity(by, "--by", answer.situations());
    const std::vector<Ranked> ranked = ranking(answer.situations(), quantity, Better::higher, 0.95);
    return ranking_table(ranked, quantity, Better::higher, {}, TableStyle::ascii);
  };
  CHECK(told("broken").ends_with(
      "note: 'broken' leaves out what is worse; 'broken_or_worse' counts that, too\n"));
  CHECK(told("broken_or_worse").find("note:") == std::string::npos);
}

TEST_CASE("the sentence of the fire attack of the manual") {
  OddsOptions exact;
  exact.method = Method::exact;
  const combat_odds::Answer answer =
      ask(test::library(),
          {"asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "2*4-6-7 8-1"}}, exact});
  CHECK(headline(answer.situations().front()) ==
        "8 FP (8 column), +1, at 2*4-6-7 8-1. 47 %: at least one breaks or worse. 24 %: the leader "
        "breaks or is lost. 38 %: nothing happens.");
}

}  // namespace
}  // namespace combat_odds
