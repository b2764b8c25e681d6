#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

Answer fire(const Given& given) { return Answer("slammers.direct-fire", given); }

Answer at_vehicle(Given given) {
  given.insert({{"target", "vehicle"}, {"shots", "1"}});
  return fire(given);
}

TEST_CASE("one shot at infantry: the play sheet's example of FP 3 against DV 6") {
  // Totals of 4, 7 and 9 against DV 6 are suppressed, killed, killed: 1D6 + 3 >= 6 on 3 or more.
  // Trained (5+) hits with 1/3.
  const Answer answer = fire({{"quality", "trained"},
                              {"shots", "1"},
                              {"fp_infantry", "3"},
                              {"target", "infantry"},
                              {"dv", "6"}});
  CHECK(answer.outcome("killed") == "2/9");      // 1/3 * 4/6
  CHECK(answer.outcome("suppressed") == "1/9");  // 1/3 * 2/6
  CHECK(answer.outcome("no_effect") == "2/3");
}

TEST_CASE("a close-quarter weapon: +1 FP against infantry, +2 QR at Close range") {
  const auto smg = [](const char* range, const char* cover) {
    return fire({{"quality", "trained"},
                 {"weapon", "powergun_smg"},
                 {"shots", "1"},
                 {"target", "infantry"},
                 {"dv", "6"},
                 {"range", range},
                 {"cover", cover}})
        .outcome("killed");
  };
  CHECK(smg("beyond_close", "none") == "1/6");  // 5+ to hit, 4+ to kill with FP 1 + 1
  CHECK(smg("close", "none") == "1/3");         // 3+ to hit: trained, two levels up
  CHECK(smg("close", "light") == "1/12");       // 4+; a powergun: DV 8 in any cover, 6 to kill
  // Another weapon gets +1 QR, and light cover is +1 DV: 5+ to hit, FP 2 against 7: 5+ to kill.
  CHECK(fire({{"quality", "trained"},
              {"shots", "1"},
              {"fp_infantry", "2"},
              {"target", "infantry"},
              {"dv", "6"},
              {"range", "close"},
              {"cover", "light"}})
            .outcome("killed") == "1/9");
  // Against vehicles the +1 FP does not count, and cover is no armour.
  CHECK(fire({{"quality", "trained"},
              {"weapon", "powergun_smg"},
              {"shots", "1"},
              {"target", "vehicle"},
              {"dv", "7"},
              {"range", "close"},
              {"cover", "heavy"}})
            .outcome("no_effect") == "11/12");  // 4+ to hit, 6 to reach DV 7
}

TEST_CASE("the number of shots and weapons multiplies the burst") {
  // Veteran, FP 2 against DV 6: each shot kills with 1/2 * 1/2.
  const Given burst = {
      {"quality", "veteran"}, {"fp_infantry", "2"}, {"target", "infantry"}, {"dv", "6"}};
  const auto shots = [&](const char* number, const char* weapons) {
    Given given = burst;
    given["shots"] = number;
    given["weapons"] = weapons;
    return fire(given);
  };
  CHECK(shots("3", "1").outcome("killed") == "37/64");    // 1 - (3/4)^3
  CHECK(shots("2", "2").outcome("killed") == "175/256");  // 1 - (3/4)^4
  CHECK(shots("2", "1").measure("suppression", 2) == "1/16");
  // A sniper dies of the second suppression: alive without an effect 1/4 or with one marker. Of two
  // shots: kill by DV 1 - 9/16; two markers 1/16.
  Given sniper = burst;
  sniper["shots"] = "2";
  sniper["suppression_kills"] = "2";
  CHECK(fire(sniper).outcome("killed") == "1/2");
}

TEST_CASE("the damage chart, its contested order and Overkill") {
  // Elite (2/3), FP 5 against DV 6: every hit reaches it. Each result 1/6 of 2/3.
  const Given sure = {{"quality", "elite"}, {"fp_vehicle", "5"}, {"dv", "6"}};
  const Answer plain = at_vehicle(sure);
  CHECK(plain.outcome("no_effect") == "1/3");
  CHECK(plain.outcome("damaged") == "4/9");
  CHECK(plain.outcome("destroyed") == "1/9");
  CHECK(plain.outcome("vaporised") == "1/9");
  CHECK(plain.event("knocked_out") == "2/9");
  CHECK(plain.event("stalled") == "1/9");
  CHECK(plain.event("transmission_destroyed") == "1/9");
  CHECK(plain.event("weapon_destroyed") == "2/9");
  CHECK(plain.event("attacker_picks_weapon") == "1/9");

  // With Overkill the excess is 1D6 - 1 and the damage roll the sum of two dice less one:
  // total 1 (1 throw of 36), 2 (2), 3 (3), 4 (4), 5 (5), 6 or more (21).
  Given overkill = sure;
  overkill["overkill"] = "excess";
  const Answer more = at_vehicle(overkill);
  CHECK(more.outcome("vaporised") == "7/18");  // 2/3 * 21/36
  CHECK(more.outcome("destroyed") == "5/54");  // 2/3 * 5/36
  // Supplement 4: 2 is the stall, 2/3 * 2/36; the play sheet: 1 is.
  CHECK(more.event("stalled") == "1/27");
  CHECK(more.event("transmission_destroyed") == "1/54");
  overkill["damage_order"] = "play_sheet";
  CHECK(at_vehicle(overkill).event("stalled") == "1/54");
  CHECK(at_vehicle(overkill).event("transmission_destroyed") == "1/27");

  overkill["damage_order"] = "chart";  // the built-in chart is the play sheet's
  CHECK(at_vehicle(overkill).event("stalled") == "1/54");

  // A Field Mechanic (elite: 2/3) ignores 1 to 4: 4/9 * 1/3 stays.
  Given mechanic = sure;
  mechanic["field_mechanic"] = "elite";
  CHECK(at_vehicle(mechanic).outcome("damaged") == "4/27");
  CHECK(at_vehicle(mechanic).outcome("destroyed") == "1/9");
}

TEST_CASE("equalling the DV is enough, one less has no effect on a vehicle") {
  CHECK(
      at_vehicle({{"quality", "elite"}, {"fp_vehicle", "4"}, {"dv", "10"}}).outcome("no_effect") ==
      "8/9");  // 2/3 * 1/6 reach it
  CHECK(
      at_vehicle({{"quality", "elite"}, {"fp_vehicle", "4"}, {"dv", "11"}}).outcome("no_effect") ==
      "1/1");
}

TEST_CASE("Rapid Fire and Double Tap jam on a natural 1 in the second burst") {
  const auto jam = [](const char* rapid_fire, const char* shots, const char* weapons) {
    return at_vehicle({{"quality", "trained"},
                       {"shots", shots},
                       {"fp_vehicle", "1"},
                       {"dv", "9"},
                       {"weapons", weapons},
                       {"rapid_fire", rapid_fire}});
  };
  CHECK(jam("none", "3", "1").event("jammed") == "0/1");
  CHECK(jam("rapid_fire", "1", "1").event("jammed") == "1/6");
  CHECK(jam("rapid_fire", "2", "1").event("jammed") == "11/36");
  CHECK(jam("rapid_fire", "3", "1").event("jammed") == "91/216");
  CHECK(jam("off_turn", "3", "1").event("jammed") == "91/216");
  CHECK(jam("double_tap", "3", "2").measure("jams", 2) == "8281/46656");  // (91/216)^2
  CHECK(jam("rapid_fire", "1", "1").mean("leadership_points") == 3);
  CHECK(jam("rapid_fire", "1", "2").mean("leadership_points") == 6);  // 3 LP a weapon
  CHECK(at_vehicle({{"fp_vehicle", "1"},
                    {"dv", "9"},
                    {"weapons", "2"},
                    {"rapid_fire", "rapid_fire"},
                    {"rapid_fire_price", "tu"}})
            .mean("leadership_points") == 3);
  CHECK(jam("double_tap", "1", "2").mean("leadership_points") == 2);

  // Infantry suppresses itself instead. A second burst doubles the shots: 1 - (3/4)^2.
  const Answer infantry = fire({{"quality", "veteran"},
                                {"shots", "1"},
                                {"fp_infantry", "2"},
                                {"target", "infantry"},
                                {"dv", "6"},
                                {"firer", "infantry"},
                                {"rapid_fire", "rapid_fire"}});
  CHECK(infantry.event("firer_suppressed") == "1/6");
  CHECK(infantry.outcome("killed") == "7/16");
  // Held where the first burst has killed already: 3/4 * 1/6.
  CHECK(fire({{"quality", "veteran"},
              {"shots", "1"},
              {"fp_infantry", "2"},
              {"target", "infantry"},
              {"dv", "6"},
              {"rapid_fire", "rapid_fire"},
              {"hold_fire", "true"}})
            .event("jammed") == "1/8");
}

TEST_CASE("Thunder Run, ConFire, Dead Eye and other modifiers move the Quality Roll") {
  const auto hit = [](Given given) {
    given.insert({{"fp_vehicle", "5"}, {"dv", "6"}});
    return at_vehicle(given).outcome("no_effect");
  };
  CHECK(hit({{"quality", "elite"}, {"thunder_run", "1"}}) == "1/2");
  CHECK(hit({{"quality", "elite"}, {"thunder_run", "2"}}) == "2/3");
  CHECK(hit({{"quality", "elite"}, {"thunder_run", "2"}, {"confire", "true"}}) == "1/2");
  CHECK(hit({{"quality", "untrained"}, {"thunder_run", "1"}}) == "1/1");
  CHECK(hit({{"quality", "veteran"}, {"qr_modifier", "-1"}}) == "2/3");
  CHECK(hit({{"quality", "elite"}, {"dead_eye", "true"}}) == "1/6");
  // Of two weapons Dead Eye helps one: 1/6 * 1/3 miss both.
  CHECK(hit({{"quality", "elite"}, {"dead_eye", "true"}, {"weapons", "2"}}) == "1/18");
}

TEST_CASE("an ADS stops buzzbombs, a Firefly is small and breaks at once") {
  // Elite 2/3, drozd box stops on 4+: half get through; FP 5 against DV 6 always reaches it.
  CHECK(at_vehicle({{"quality", "elite"}, {"fp_vehicle", "5"}, {"dv", "6"}, {"ads", "drozd_box"}})
            .outcome("no_effect") == "2/3");
  // Firefly: -1 QR, elite 1/2, and any hit destroys it, whatever the FP; DV 9: FP 4 needs 5 or 6.
  const Given firefly = {{"quality", "elite"}, {"shots", "1"}, {"target", "firefly"}};
  CHECK(fire(firefly).outcome("destroyed") == "1/2");
  CHECK(fire(test::with(firefly, {{"fp_infantry", "4"}, {"destroyed_by", "dv_reached"}}))
            .outcome("destroyed") == "1/6");
}

std::string refusal(const Given& given) { return test::refusal("slammers.direct-fire", given); }

TEST_CASE("missing values and values that do not go together are refused clearly") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal({{"shots", "-2"}, {"dv", "6"}}), ContainsSubstring("1 to 12"));
  CHECK_THAT(refusal({{"weapon", "tribarrel_2cm"}, {"dv", "6"}}),
             ContainsSubstring("FP against infantry is not known") &&
                 ContainsSubstring("Detachment Card"));
  CHECK_THAT(refusal({{"fp_infantry", "2"}, {"dv", "6"}}), ContainsSubstring("number of shots"));
  CHECK_THAT(refusal({{"weapon", "powergun_smg"}}), ContainsSubstring("the target has no DV"));
  CHECK_THAT(refusal({{"weapon", "powergun_smgs"}, {"dv", "6"}}),
             ContainsSubstring("did you mean 'powergun_smg'"));
  CHECK_THAT(refusal({{"weapon", "powergun_smg"}, {"dv", "6"}, {"thunder_run", "3"}}),
             ContainsSubstring("0 to 2"));
  CHECK_THAT(refusal({{"weapon", "powergun_smg"}, {"dv", "6"}, {"hold_fire", "true"}}),
             ContainsSubstring("rapid_fire or double_tap"));
  CHECK_THAT(refusal({{"weapon", "powergun_smg"}, {"dv", "6"}, {"ads", "drozd_box"}}),
             ContainsSubstring("only vehicles have an ADS"));
  const Given infantry = {{"weapon", "powergun_smg"}, {"dv", "6"}};
  CHECK_THAT(refusal(test::with(infantry, {{"firer", "infantry"}, {"thunder_run", "1"}})),
             ContainsSubstring("infantry makes no Thunder Run"));
  CHECK_THAT(refusal(test::with(infantry, {{"field_mechanic", "elite"}})),
             ContainsSubstring("only vehicles roll for damage"));
  CHECK_THAT(refusal(test::with(infantry, {{"target", "vehicle"}, {"damage_order", "play_sheet"}})),
             ContainsSubstring("equally likely"));
}

}  // namespace
}  // namespace combat_odds
