#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Answer detachment(const Given& given) {
  return Answer("slammers.detachment", test::with({{"quality", "elite"}}, given));
}

TEST_CASE("printed detachments have their printed totals") {
  // Supplement 4: eight Prime combat cars at 550, Lt Huber 150, two Insurance Sergeants at 100.
  const Answer huber =
      detachment({{"items", "8*huber_combat_car huber_lieutenant 2*huber_insurance_sergeant"}});
  CHECK(huber.outcome("legal") == "1/1");
  CHECK(huber.measure("points", 4750) == "1/1");
  CHECK(huber.measure("tus", 8) == "1/1");
  CHECK(huber.measure("tus_left", 0) == "1/1");
  // The force sheets of the Terran Authority.
  CHECK(detachment({{"items", "tas_heavy_detachment"}}).measure("points", 3550) == "1/1");
  CHECK(detachment({{"items", "tas_support_detachment"}}).measure("points", 2960) == "1/1");
  const Answer raeside = detachment({{"items", "tas_raeside_troop"}});
  CHECK(raeside.measure("points", 1480) == "1/1");
  CHECK(raeside.measure("tus", 6) == "1/1");
}

TEST_CASE("Huber's cars and the Terran Authority are elite, whatever is asked for") {
  for (const char* const items : {"8*huber_combat_car", "tas_raeside_troop tas_colonel",
                                  "8*huber_combat_car 2*tas_lieutenant"}) {
    INFO(items);
    CHECK(refusal("slammers.detachment", {{"quality", "untrained"}, {"items", items}})
              .find("is elite") != std::string::npos);
  }
}

TEST_CASE("how large a detachment and a troop may be") {
  const auto fits = [](const char* quality, const char* size, int tus) {
    const Answer answer = detachment(
        {{"quality", quality}, {"size", size}, {"own_units", std::to_string(tus) + "*tank=1"}});
    return answer.outcome("legal") == "1/1";
  };
  for (const auto& [quality, whole, half] :
       {std::tuple("elite", 8, 4), std::tuple("veteran", 10, 5), std::tuple("trained", 15, 8),
        std::tuple("untrained", 30, 15), std::tuple("warriors", 12, 6),
        std::tuple("fanatics", 12, 6), std::tuple("commissars", 12, 6)}) {
    CHECK(fits(quality, "detachment", whole));
    CHECK_FALSE(fits(quality, "detachment", whole + 1));
    CHECK(fits(quality, "troop", half));
    CHECK_FALSE(fits(quality, "troop", half + 1));
  }
}

TEST_CASE("own prices, extras, remotes and the budget") {
  const Given force = {{"own_units", "2*controller=300 jeep=90"}, {"own_extras", "2*skill=10"}};
  const Answer answer = detachment(force);
  CHECK(answer.measure("points", 710) == "1/1");
  CHECK(answer.measure("tus", 3) == "1/1");
  // One remote is part of its controller's TU; the second and third are one TU more.
  CHECK(detachment(test::with(force, {{"remotes", "1"}})).measure("tus", 3) == "1/1");
  CHECK(detachment(test::with(force, {{"remotes", "2 3"}})).measure("tus", 5) == "1/1");
  CHECK(detachment(test::with(force, {{"budget", "709"}})).outcome("over_budget") == "1/1");
  CHECK(detachment(test::with(force, {{"budget", "800"}})).measure("points_left", 90) == "1/1");
  CHECK(refusal("slammers.detachment", {{"quality", "elite"}}).find("without a TU") !=
        std::string::npos);
  CHECK(refusal("slammers.detachment", {{"quality", "elite"}, {"own_units", "tank"}})
            .find("has no name, number or price") != std::string::npos);
}

TEST_CASE("command passes from Huber to his sergeants as cars are lost") {
  const Given huber = {{"tus", "8"},   {"leaders", "6 2 2"},     {"sergeant_aboard", "true"},
                       {"turns", "2"}, {"losses_per_turn", "1"}, {"cost", "12"}};
  const Answer answer("slammers.command-succession", huber);
  // One of eight cars: his own with Deseau in it, or not. Tranter has a car of his own.
  CHECK(answer.outcome("first_leads") == "7/8");
  CHECK(answer.outcome("successor_leads") == "1/8");
  CHECK(answer.event("all_leaders_lost") == "0/1");
  // 2D6 + 6 - 1 or 2D6 + 2 - 1.
  CHECK(answer.mean("leadership_points") == Approx(7.0 / 8 * 12 + 1.0 / 8 * 8));
  // 12 LP in the first turn: 6 or more on 2D6 (26/36). In the second 7 or more (21/36) under
  // Huber, 11 or more (3/36) under Tranter.
  CHECK(answer.mean("turns_paid") == Approx(26.0 / 36 + 7.0 / 8 * 21 / 36 + 1.0 / 8 * 3 / 36));
  // All are gone with the last car: 2D6 + 0 less the losses.
  const Answer last("slammers.command-succession",
                    {{"tus", "2"}, {"leaders", "4 4"}, {"turns", "2"}, {"losses_per_turn", "2"}});
  CHECK(last.outcome("nobody_leads") == "1/1");
  CHECK(last.mean("leadership_points") == Approx(5));
}

/// Elite vehicles with one weapon of one shot: 2/3 to hit, FP 5 always reaches DV 6, and each
/// damage result has 1/9; knocked out or disarmed 4/9.
Answer troops(const Given& given) {
  return Answer("slammers.troop-duel", test::with({{"first_shots", "1"},
                                                   {"second_shots", "1"},
                                                   {"first_fp_vehicle", "5"},
                                                   {"second_fp_vehicle", "5"},
                                                   {"first_dv", "6"},
                                                   {"second_dv", "6"},
                                                   {"turns", "1"}},
                                                  given));
}

TEST_CASE("troops fire at one enemy until he is out, then at the next") {
  // Two against one in one turn, the two first: he is out unless both fail, 1 - (5/9)^2.
  const Answer two = troops({{"first_number", "2"}, {"order", "first"}});
  CHECK(two.outcome("first_wins") == "56/81");
  // One against two: it can put out one of them at most.
  const Answer one = troops({{"second_number", "2"}, {"order", "first"}});
  CHECK(one.outcome("first_wins") == "0/1");
  CHECK(one.measure("second_lost", 1) == "4/9");
  // Three against two: both are out if the first one succeeds and one of the others after it, or
  // the second and the third: p^2 + 2 p^2 (1 - p) with p = 4/9.
  const Answer three = troops({{"first_number", "3"}, {"second_number", "2"}, {"order", "first"}});
  CHECK(three.outcome("first_wins") == "304/729");
  // A mirror match is even, whatever the order of fire.
  for (const char* const order : {"simultaneous", "rolled"}) {
    const Answer mirror =
        troops({{"first_number", "2"}, {"second_number", "2"}, {"order", order}, {"turns", "3"}});
    CHECK(mirror.outcome("first_wins") == mirror.outcome("second_wins"));
  }
}

TEST_CASE("the firing arcs of a Combat Car") {
  const auto wins = [](const char* arc, const char* backup) {
    return troops({{"first_weapons", "3"},
                   {"first_arc", arc},
                   {"first_backup", backup},
                   {"order", "first"},
                   {"second_dv", "6"}})
        .outcome("first_wins");
  };
  // Three weapons bear ahead, two to a flank: 1 - (5/9)^3 and 1 - (5/9)^2.
  CHECK(wins("ahead", "false") == "604/729");
  CHECK(wins("flank", "false") == "56/81");
  // To the rear one powergun rifle, Sh 1 FP 2: reaches DV 6 on 4 or more, 2/3 * 1/2 * 4/6.
  CHECK(wins("behind", "true") == "2/9");
  // With the rifle beside two tribarrels: 1 - (5/9)^2 * 7/9.
  CHECK(wins("flank", "true") == "554/729");
  CHECK(refusal("slammers.troop-duel", {{"first_fp_vehicle", "5"},
                                        {"second_fp_vehicle", "5"},
                                        {"first_dv", "6"},
                                        {"second_dv", "6"},
                                        {"first_weapons", "3"},
                                        {"first_arc", "behind"}})
            .find("no weapon bears") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
