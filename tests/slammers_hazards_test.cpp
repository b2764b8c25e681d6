#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::has;
using test::refusal;
using test::run;
using test::Workspace;

TEST_CASE("a towed weapon: safe on 1 to 4, attacked on 5, gone on 6") {
  // Elite 2/3; FP 5/5 always reaches DV 6; each damage result 1/6. On a 5: 1D6 + 5 against DV 8 is
  // reached on 3 or more.
  const Given shot = {
      {"quality", "elite"}, {"shots", "1"}, {"fp_infantry", "5"}, {"fp_vehicle", "5"}, {"dv", "6"}};
  const Answer gun("slammers.towed-weapon", shot);
  CHECK(gun.outcome("vaporised") == "1/9");
  CHECK(gun.outcome("destroyed") == "2/27");
  CHECK(gun.outcome("suppressed") == "1/27");
  CHECK(gun.outcome("unaffected") == "7/9");
  CHECK(gun.event("vehicle_destroyed") == "2/9");
  CHECK(gun.event("vehicle_damaged") == "4/9");
  Given passengers = shot;
  passengers["cargo"] = "infantry";
  passengers["cargo_dv"] = "6";
  CHECK(Answer("slammers.towed-weapon", passengers).outcome("destroyed") == "1/9");
  // Any cover is +2 against powerguns: DV 9 is reached on 4 or more, 2/3 * 1/6 * 1/2.
  Given powergun = shot;
  powergun["powergun"] = "true";
  CHECK(Answer("slammers.towed-weapon", powergun).outcome("destroyed") == "1/18");
  powergun["cargo_dv"] = "8";
  CHECK_THAT(refusal("slammers.towed-weapon", powergun),
             Catch::Matchers::ContainsSubstring("counts the cover already"));
  passengers.erase("cargo_dv");
  CHECK_THAT(refusal("slammers.towed-weapon", passengers),
             Catch::Matchers::ContainsSubstring("cargo_dv, the number printed"));
}

TEST_CASE("ramming: FP 3 against infantry; 3, 4 or 5 against vehicles") {
  const auto ram = [](const char* rammer, const char* target, const char* dv) {
    return Answer("slammers.ramming",
                  {{"quality", "elite"}, {"rammer", rammer}, {"target", target}, {"dv", dv}});
  };
  CHECK(ram("heavy", "infantry", "6").outcome("killed") == "4/9");      // 2/3 * 4/6
  CHECK(ram("heavy", "infantry", "6").outcome("suppressed") == "2/9");  // 2/3 * 2/6
  // DV 9: FP 3 needs a 6, 4 a 5, 5 a 4. No effect: 1 - 2/3 * 1/6, 2/6, 3/6.
  CHECK(ram("jeep", "vehicle", "9").outcome("no_effect") == "8/9");
  CHECK(ram("other", "vehicle", "9").outcome("no_effect") == "7/9");
  CHECK(ram("heavy", "vehicle", "9").outcome("no_effect") == "2/3");
  CHECK(ram("heavy", "vehicle", "9").event("hit") == "2/3");
}

TEST_CASE("mines: the rolls that set them off, and their FP") {
  const auto mine = [](const char* weight, const char* target, const char* dv) {
    return Answer("slammers.mine", {{"mine", weight}, {"target", target}, {"dv", dv}});
  };
  CHECK(mine("light", "infantry", "6").outcome("killed") == "2/3");     // always; FP 3
  CHECK(mine("medium", "infantry", "6").outcome("killed") == "1/9");    // on a 6; FP 3
  CHECK(mine("heavy", "infantry", "6").outcome("no_effect") == "1/1");  // never
  CHECK(mine("light", "vehicle", "7").outcome("no_effect") == "5/6");   // FP 1: a 6
  CHECK(mine("medium", "vehicle", "7").outcome("no_effect") == "1/6");  // FP 5: 2 or more
  CHECK(mine("heavy", "vehicle", "9").outcome("destroyed") == "1/6");   // FP 8: always
  // A remote mine needs a Quality Roll: veteran 1/2, unobserved 1/3.
  const auto remote = [](const char* fired) {
    return Answer("slammers.mine", {{"mine", "heavy"},
                                    {"target", "vehicle"},
                                    {"dv", "9"},
                                    {"fired", fired},
                                    {"quality", "veteran"}})
        .outcome("no_effect");
  };
  CHECK(remote("remote") == "1/2");
  CHECK(remote("remote_unobserved") == "2/3");
  // Three medium mines and infantry: each goes off with 1/6.
  CHECK(Answer("slammers.mine",
               {{"mine", "medium"}, {"target", "infantry"}, {"dv", "6"}, {"mines", "3"}})
            .measure("gone_off", 0) == "125/216");
  // A destroyed vehicle meets no further mine: heavy ones always reach DV 9, the first destroys or
  // blows it up on 5 or 6.
  const Answer two("slammers.mine",
                   {{"mine", "heavy"}, {"target", "vehicle"}, {"dv", "9"}, {"mines", "2"}});
  CHECK(two.measure("gone_off", 1) == "1/3");
  CHECK(two.outcome("vaporised") == "5/18");  // 1/6 + 4/6 * 1/6
  CHECK_THAT(refusal("slammers.mine", {{"mine", "light"}, {"dv", "6"}, {"quality", "veteran"}}),
             Catch::Matchers::ContainsSubstring("nobody rolls"));
}

TEST_CASE("a sniper is located on 5 or 6 by elite and veteran TUs, on 6 by others") {
  const auto located = [](Given given) {
    return Answer("slammers.sniper-location", given).outcome("located");
  };
  CHECK(located({{"quality", "elite"}}) == "1/3");
  CHECK(located({{"quality", "veteran"}}) == "1/3");
  CHECK(located({{"quality", "trained"}}) == "1/6");
  CHECK(located({{"quality", "untrained"}}) == "1/6");
  CHECK(located({{"quality", "elite"}, {"thunder_run", "1"}}) == "1/3");
  CHECK(located({{"quality", "elite"}, {"thunder_run", "2"}}) == "1/6");
  CHECK(located({{"quality", "untrained"}, {"thunder_run", "1"}}) == "0/1");
  CHECK(located({{"quality", "untrained"}, {"thunder_run", "1"}, {"confire", "true"}}) == "1/6");
  CHECK(located({{"quality", "elite"}, {"searchers", "2"}}) == "5/9");
  const Answer thrice("slammers.sniper-location", {{"quality", "elite"}, {"actions", "3"}});
  CHECK(thrice.outcome("hidden") == "8/27");
  CHECK(thrice.measure("located_at", 2) == "2/9");
}

TEST_CASE("Lt Huber's Prime Detachment costs 4750 points") {
  const auto points = [](const char* items) {
    return Answer("slammers.points", {{"items", items}}).mean("points");
  };
  CHECK(points("8*huber_combat_car huber_lieutenant 2*huber_insurance_sergeant") == 4750);
  CHECK(points("8*huber_combat_car huber_lieutenant 2*huber_insurance_sergeant "
               "2*huber_additional_sergeant") == 4790);
  const Workspace workspace;
  const std::string itemised =
      run(workspace,
          "combat-odds odds slammers.points --items '8*huber_combat_car huber_lieutenant "
          "2*huber_insurance_sergeant' --more 250")
          .out;
  CHECK(has(itemised, "8 huber combat car at 550: 4400\n"));
  CHECK(has(itemised, "2 huber insurance sergeant at 100: 200\n"));
  CHECK(has(itemised, "1 huber lieutenant at 150: 150\n"));
  CHECK(has(itemised, "all else: 250\nin all: 5000 points\n"));
  CHECK(Answer("slammers.points", {{"items", "huber_combat_car"}, {"budget", "500"}})
            .outcome("over_budget") == "1/1");
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal("slammers.points", {{"items", "3*huber_additional_sergeant"}}),
             ContainsSubstring("2 at most"));
  CHECK_THAT(refusal("slammers.points", {{"items", "huber_combat_cars"}}),
             ContainsSubstring("did you mean 'huber_combat_car'"));
}

}  // namespace
}  // namespace combat_odds
