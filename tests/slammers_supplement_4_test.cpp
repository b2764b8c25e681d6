#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

TEST_CASE("a Shaper of Men makes one TU's interception a level better") {
  // Veterans at +1 roll as elite: 3 or more; a red 2 then stops a missile in 8/9.
  CHECK(Answer("slammers.intercept", {{"quality", "veteran"}, {"rolls", "2"}, {"qr_modifier", "1"}})
            .outcome("intercepted") == "8/9");
  CHECK(refusal("slammers.intercept",
                {{"quality", "veteran"}, {"triangle", "none"}, {"qr_modifier", "1"}})
            .find("needs triangle red or blue") != std::string::npos);
}

TEST_CASE("an ADS as a weapon needs its fixed number") {
  // Enhanced Panel: 3 or more, then 1D6 + 4 against DV 6 always.
  const Given panel = {{"ads", "enhanced_panel"}, {"target", "infantry"}, {"dv", "5"}};
  CHECK(Answer("slammers.ads-fire", panel).outcome("killed") == "2/3");
  // A Drozd box at DV 6: 4 or more, then 1D6 + 2, so 4 or more again.
  CHECK(Answer("slammers.ads-fire", {{"ads", "drozd_box"}, {"target", "infantry"}, {"dv", "6"}})
            .outcome("killed") == "1/4");
  // Against a vehicle with FP 2: DV 8 on a 6, destroyed on 5 and 6 of the damage chart.
  CHECK(Answer("slammers.ads-fire", {{"ads", "enhanced_panel"}, {"target", "vehicle"}, {"dv", "8"}})
            .event("knocked_out") == "1/27");
}

TEST_CASE("Fireflies: six shots of FP 2 against infantry, and its return fire") {
  // Elite at DV 8: each shot kills with 2/3 * 1/6.
  const Given attack = {{"quality", "elite"}, {"target", "infantry"}, {"dv", "8"}};
  CHECK(Answer("slammers.fireflies", attack).outcome_value("target_killed") ==
        Approx(1 - std::pow(8.0 / 9, 6)));
  // A veteran fires back at -1: 5 or more, and any hit destroys the only one: it is alive with
  // 8/9^6.
  CHECK_THROWS_AS(Answer("slammers.fireflies", {}), InputError);  // no DV
  const Answer back("slammers.fireflies",
                    test::with(attack, {{"return_quality", "veteran"}, {"return_shots", "1"}}));
  CHECK(back.outcome_value("fireflies_lost") == Approx(std::pow(8.0 / 9, 6) / 3));
  // By DV 9 with FP 4: again 5 or more.
  const Answer by_dv("slammers.fireflies", test::with(attack, {{"return_quality", "veteran"},
                                                               {"return_shots", "1"},
                                                               {"return_fp_infantry", "4"},
                                                               {"destroyed_by", "dv_reached"}}));
  CHECK(by_dv.outcome_value("fireflies_lost") == Approx(std::pow(8.0 / 9, 6) / 9));
}

TEST_CASE("a Firefly under fire: a hit that reaches DV 9, or any hit (p. 4)") {
  // Elite at -1: 4 or more, three shots of FP 3. DV 9 on a 6: 1 - (11/12)^3; any hit: 1 - (1/2)^3.
  const Given fire = {
      {"quality", "elite"}, {"target", "firefly"}, {"shots", "3"}, {"fp_infantry", "3"}};
  CHECK(Answer("slammers.direct-fire", fire).outcome("destroyed") == "7/8");
  CHECK(Answer("slammers.direct-fire", test::with(fire, {{"destroyed_by", "dv_reached"}}))
            .outcome("destroyed") == "397/1728");
  // An Enhanced Panel hits on its own number, once for each shot.
  const Given panel = {{"ads", "enhanced_panel"}, {"target", "firefly"}};
  CHECK(Answer("slammers.ads-fire", panel).outcome_value("destroyed") >
        Answer("slammers.ads-fire", test::with(panel, {{"destroyed_by", "dv_reached"}}))
            .outcome_value("destroyed"));
}

TEST_CASE("remotes count towards Mounting Chaos from the second of one controller") {
  const auto mean = [](const char* lost) {
    return Answer("slammers.leadership", {{"quality", "elite"}, {"remotes_lost", lost}})
        .mean("leadership_points");
  };
  CHECK(mean("1") == Approx(11));
  CHECK(mean("2") == Approx(10));
  CHECK(mean("3") == Approx(10));
  CHECK(mean("1 2 3") == Approx(9));
}

TEST_CASE("area effect on TUs that stand close together") {
  // One round at four TUs in pairs: elite guns hit with 2/3, FP 3 kills DV 6 with 4/6 each; only
  // one pair is in the burst.
  const Given salvo = {{"quality", "elite"},    {"rounds", "1"},        {"targets", "4"},
                       {"firepower", "3"},      {"target", "infantry"}, {"dv", "6"},
                       {"area_effect", "true"}, {"in_burst", "2"}};
  const Answer one("slammers.artillery", salvo);
  CHECK(one.measure("killed", 2) == "8/27");   // 2/3 * 4/9
  CHECK(one.measure("killed", 0) == "11/27");  // 1/3 + 2/3 * 1/9
  // Two rounds go to a pair each.
  const Answer two("slammers.artillery", test::with(salvo, {{"rounds", "2"}}));
  CHECK(two.measure("killed", 4) == "64/729");
  // All in one burst is the former area_effect.
  const Answer all("slammers.artillery", test::with(salvo, {{"rounds", "2"}, {"in_burst", "4"}}));
  Given plain = salvo;
  plain.erase("in_burst");
  plain["rounds"] = "2";
  CHECK(all.measure("killed", 4) == Answer("slammers.artillery", plain).measure("killed", 4));
}

TEST_CASE("a building falls floor by floor") {
  // Elite, FP 4 against DV 7 (3 or more), a floor gone on 4 or more: 2/3 * 4/6 * 1/2 = 2/9.
  const Given fire = {
      {"quality", "elite"}, {"floors", "3"}, {"occupied", "2"},          {"shots", "2"},
      {"firepower", "4"},   {"dv", "7"},     {"destroyed_at_least", "4"}};
  CHECK(Answer("slammers.building", fire).outcome("occupied_floor_destroyed") == "32/81");
  // Artillery has to destroy the third floor first.
  const Answer guns("slammers.building", test::with(fire, {{"fire", "artillery"}}));
  CHECK(guns.outcome("occupied_floor_destroyed") == "4/81");
  CHECK(guns.outcome("other_floors_destroyed") == "28/81");
}

TEST_CASE("counter-battery fire, and the effect of a Master of Artillery") {
  const Given fire = {{"dice", "two"}, {"detected_at_least", "8"}, {"hit_at_least", "10"}};
  const Answer plain("slammers.counter-battery", fire);
  CHECK(plain.outcome("battery_hit") == "5/72");  // 15/36 * 6/36
  CHECK(plain.measure("leadership_points", 4) == "1/1");
  const Answer master("slammers.counter-battery",
                      test::with(fire, {{"master_of_artillery", "true"}}));
  CHECK(master.outcome("battery_hit") == "35/216");  // 21/36 * 10/36
  CHECK(master.measure("leadership_points", 2) == "1/1");
}

TEST_CASE("a vehicle's flamer suppresses and burns on") {
  // Elite, one shot: 1D6 + 3 kills DV 8 on 5 or more, else 3 markers; then 1D6 + 1 never reaches 8
  // and adds one.
  const Given flames = {{"quality", "elite"}, {"shots", "1"}, {"target", "infantry"}, {"dv", "8"}};
  const Answer answer("slammers.vehicle-flamer", flames);
  CHECK(answer.outcome("killed") == "2/9");
  CHECK(answer.measure("suppression", 4) == "4/9");
  CHECK(answer.event("on_fire") == "2/3");
}

TEST_CASE("Burn Through: a 6 adds the infantry FP, a 1 burns the barrel out") {
  // Elite, FP 2/4 at infantry of DV 9: by 1D6 + 2 never; one more never (9 on a 6: yes, 6+3), so
  // 2/3 * (4/6 * 1/6 + 1/6 * 2/6).
  const Given burst = {{"quality", "elite"}, {"shots", "1"},         {"fp_infantry", "2"},
                       {"fp_vehicle", "4"},  {"target", "infantry"}, {"dv", "9"}};
  const Answer answer("slammers.burn-through", burst);
  CHECK(answer.outcome("killed") == "1/9");  // 2/3 * (4/36 + 2/36)
  CHECK(answer.event("burned_out") == "1/9");
}

TEST_CASE("a sniper's shot and a recovery vehicle") {
  const Answer shot("slammers.sniper-shot",
                    {{"hit_at_least", "9"}, {"searchers", "2"}, {"quality", "veteran"}});
  CHECK(shot.event("hit") == "5/18");
  CHECK(shot.outcome("hit_and_hidden") == "10/81");  // 5/18 * 4/9
  CHECK(refusal("slammers.sniper-shot", {{"quality", "veteran"}}).find("hit_at_least") !=
        std::string::npos);
  const Answer repair("slammers.repair", {{"quality", "trained"}, {"turns", "2"}});
  CHECK(repair.outcome("repaired") == "5/9");
  CHECK(repair.measure("repaired_in_turn", 2) == "2/9");
}

}  // namespace
}  // namespace combat_odds
