#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;

std::map<std::string, std::string> company(const std::string& side, const std::string& group,
                                           const std::string& date = "1942-10-20") {
  return {{"side", side}, {"group", group}, {"date", date}};
}

TEST_CASE("RG Strength: 8 or less with the Historical DRM is Full") {
  // 20 Oct +0: DR <= 8 is 26 of 36. 17 Oct -2: DR <= 10, 33. 2 Nov +2: DR <= 6, 15.
  CHECK(Answer("rb.company", company("german", "I1")).event("full_strength") == "13/18");
  CHECK(Answer("rb.company", company("german", "I1", "1942-10-17")).event("full_strength") ==
        "11/12");
  CHECK(Answer("rb.company", company("german", "I1", "2 Nov")).event("full_strength") == "5/12");
  // Russians on 17 Oct -1: DR <= 9, 30; on 31 Oct -2: 33.
  CHECK(Answer("rb.company", company("russian", "I3", "17 October")).event("full_strength") ==
        "5/6");
  CHECK(Answer("rb.platoon", company("russian", "A5", "1942-10-31")).outcome("full") == "11/12");
  CHECK(Answer("rb.platoon", company("russian", "KV Pltn", "1942-10-31")).measure("afvs", 1) ==
        "1/12");
  CHECK(Answer("rb.platoon", company("german", "A8")).measure("afvs", 4) == "13/18");
  CHECK(Answer("rb.platoon", company("german", "A8")).measure("afvs", 3) == "5/18");
}

TEST_CASE("the Balance provision moves the Strength DR") {
  auto asked = company("german", "I1");
  asked["balance_drm"] = "-1";
  CHECK(Answer("rb.company", asked).event("full_strength") == "5/6");  // DR <= 9
}

TEST_CASE("Pioneers, Engineers and Militia always come at Full Strength") {
  for (const auto& [side, group] : std::vector<std::pair<std::string, std::string>>{
           {"german", "Pioneer Coy"}, {"russian", "Engineer Coy"}, {"russian", "Militia Coy"}}) {
    CHECK(Answer("rb.company", company(side, group, "1942-10-20")).event("full_strength") == "1/1");
  }
  CHECK(Answer("rb.company", company("german", "I3")).measure("squads", 8) == "1/1");
  CHECK(Answer("rb.company", company("russian", "I6")).measure("squads", 9) == "1/1");
  CHECK(Answer("rb.company", company("russian", "I5")).measure("squads", 12) == "1/1");
}

TEST_CASE("companies: squads at Full and Depleted Strength") {
  const Answer rifle("rb.company", company("german", "I1"));
  CHECK(rifle.measure("squads", 12) == "13/18");
  CHECK(rifle.measure("squads", 9) == "5/18");
  const Answer smg("rb.company", company("russian", "SMG Coy"));
  CHECK(smg.measure("squads", 9) == "13/18");
  CHECK(smg.measure("squads", 7) == "5/18");
  // BPV 10 for a 4-6-7 and 7 for a 5-2-7.
  CHECK(rifle.measure("points", 120) == "13/18");
  CHECK(smg.measure("points", 49) == "5/18");
}

TEST_CASE("the Leader Table, German column") {
  const Answer rifle("rb.company", company("german", "I1"));
  // Full (26/36), no DRM: an Original 2 is 10-2 8-1 8-0, a 12 is 8-0 7-0, a 7 (6/36) 9-1 8-1 7-0.
  CHECK(rifle.outcome("full 10-2 8-1 8-0") == "13/648");
  CHECK(rifle.outcome("full 8-0 7-0") == "13/648");
  CHECK(rifle.outcome("full 9-1 8-1 7-0") == "13/108");
  CHECK(rifle.outcome("full 10-3 9-1 8-0") == "0/1");
  // Depleted (10/36) +1: an Original 2 is row 3, an Original 12 row 13.
  CHECK(rifle.outcome("depleted 10-2 8-1 7-0") == "5/648");
  CHECK(rifle.outcome("depleted 8-0 6+1") == "5/648");
  // A Sturm Coy has -2: DR 2 and 3 (3/36) come to 1 or less. A Pioneer Coy -1: only DR 2.
  CHECK(Answer("rb.company", company("german", "I2")).outcome("full 10-3 9-1 8-0") == "13/216");
  CHECK(Answer("rb.company", company("german", "I3")).outcome("full 10-3 9-1 8-0") == "1/36");
  CHECK(Answer("rb.company", company("german", "I3")).measure("leadership", -4) != "0/1");
}

TEST_CASE("the Leader Table, Russian column") {
  // Militia +3: an Original 2 is row 5; 10 to 12 (6/36) come to 13 or more: one 6+1.
  const Answer militia("rb.company", company("russian", "I5"));
  CHECK(militia.outcome("full 9-1 8-0") == "1/36");
  CHECK(militia.outcome("full 6+1") == "1/6");
  CHECK(militia.measure("leadership", 1) == "1/6");
  CHECK(militia.measure("support_weapons", 0) == "1/1");  // section 7
  // Guards -1 and Engineers -2: one or less is DR 2, or 2 and 3.
  CHECK(Answer("rb.company", company("russian", "I1")).outcome("full 10-3 9-1 8-0") == "13/648");
  CHECK(Answer("rb.company", company("russian", "I2")).outcome("full 10-3 9-1 8-0") == "13/648");
  CHECK(Answer("rb.company", company("russian", "I6")).outcome("full 10-3 9-1 8-0") == "1/12");
  // First line SMG +1, depleted +2 more: an Original 2 (1/36) is row 5 of the depleted.
  CHECK(Answer("rb.company", company("russian", "I4")).outcome("full 9-2 9-1") == "13/648");
  CHECK(Answer("rb.company", company("russian", "I4")).outcome("depleted 9-1 8-0") == "5/648");
  // Rifle Coy, no DRM; depleted +2: DR 11 and 12 (3/36) are 13 or more.
  CHECK(Answer("rb.company", company("russian", "I3")).outcome("full 10-2 8-1") == "13/648");
  CHECK(Answer("rb.company", company("russian", "I3")).outcome("depleted 6+1") == "5/216");
}

TEST_CASE("the sixth to eighth German Rifle Coy has +1, the ninth and later +2") {
  const auto worst = [](const std::string& ordinal) {
    auto asked = company("german", "Rifle Coy");
    asked["ordinal"] = ordinal;
    return Answer("rb.company", asked).outcome("full 8-0 6+1");
  };
  CHECK(worst("5") == "0/1");
  CHECK(worst("6") == "13/648");  // Full 26/36, DR 12
  CHECK(worst("8") == "13/648");
  CHECK(worst("9") == "13/216");  // DR 11 or 12
  CHECK(worst("14") == "13/216");
  auto other = company("german", "Sturm Coy");
  other["ordinal"] = "9";  // no other company has such a DRM
  CHECK(test::refusal("rb.company", other).find("changes nothing for Sturm Coy") !=
        std::string::npos);
}

TEST_CASE("a scenario of CG II adds one to the German Leader DR") {
  auto asked = company("german", "Rifle Coy");
  asked["cg2_scenario"] = "true";
  CHECK(Answer("rb.company", asked).outcome("full 8-0 6+1") == "13/648");
  asked = company("russian", "Rifle Coy");
  asked["cg2_scenario"] = "true";
  CHECK(test::refusal("rb.company", asked).find("only German Leader DRs") != std::string::npos);
}

TEST_CASE("companies get the support weapons of their type") {
  CHECK(Answer("rb.company", company("german", "I1")).measure("support_weapons", 5) == "1/1");
  CHECK(Answer("rb.company", company("german", "I2")).measure("support_weapons", 5) == "1/1");
  CHECK(Answer("rb.company", company("german", "I3")).measure("support_weapons", 10) == "1/1");
  CHECK(Answer("rb.company", company("russian", "I1")).measure("support_weapons", 8) == "1/1");
  CHECK(Answer("rb.company", company("russian", "I4")).measure("support_weapons", 0) == "1/1");
}

TEST_CASE("points: the BPV of the squads, or the user's own") {
  // Twelve 5-4-8 of 13 points each at Full Strength (26/36), or of 14.
  auto sturm = company("german", "I2");
  CHECK(Answer("rb.company", sturm).measure("points", 156) == "13/18");
  sturm["squad_points"] = "14";
  CHECK(Answer("rb.company", sturm).measure("points", 168) == "13/18");
}

TEST_CASE("Assault Engineers cost 1 more than the chart of BPV says") {
  // Eight 8-3-8 of 16 + 1, nine 6-2-8 of 12 + 1; always at Full Strength.
  CHECK(Answer("rb.company", company("german", "I3")).measure("points", 136) == "1/1");
  CHECK(Answer("rb.company", company("russian", "I6")).measure("points", 117) == "1/1");
  auto own = company("german", "I3");
  own["squad_points"] = "16";
  CHECK(Answer("rb.company", own).measure("points", 128) == "1/1");
}

TEST_CASE("Gun batteries: a depleted one has one less of each type") {
  auto battery = company("german", "Inf Battery");
  battery["full_at_most"] = "7";
  CHECK(Answer("rb.battery", battery).measure("guns", 4) == "7/12");  // DR <= 7: 21 of 36
  CHECK(Answer("rb.battery", battery).measure("guns", 2) == "5/12");
  CHECK(test::refusal("rb.battery", company("german", "G1"))
            .find("printed on your Gun Battery Table") != std::string::npos);
}

TEST_CASE("HW and MOL-P Platoons are rolled for like Gun batteries (notes c, d)") {
  // 20 Oct, no DRM; full on 7 or less, 21 of 36. Full: 4 MG and 2 mortars, a crew each; depleted
  // one of each weapon less: HMG, MMG and a mortar.
  auto heavy = company("german", "HW Pltn");
  CHECK(test::refusal("rb.battery", heavy).find("full_at_most") != std::string::npos);
  heavy["full_at_most"] = "7";
  CHECK(Answer("rb.battery", heavy).measure("support_weapons", 4) == "7/12");
  CHECK(Answer("rb.battery", heavy).measure("support_weapons", 2) == "5/12");
  CHECK(Answer("rb.battery", heavy).measure("guns", 2) == "7/12");
  CHECK(Answer("rb.battery", heavy).measure("crews", 6) == "7/12");
  CHECK(Answer("rb.battery", heavy).measure("crews", 3) == "5/12");
  // The Russian one: 2 MMG, HMG, .50c-HMG, 2 mortars; depleted one MMG and one mortar.
  auto russian = company("russian", "I7");
  russian["full_at_most"] = "7";
  CHECK(Answer("rb.battery", russian).measure("support_weapons", 1) == "5/12");
  CHECK(Answer("rb.battery", russian).measure("crews", 2) == "5/12");
  // Three projectors or two; note c names no crew for them.
  auto projectors = company("russian", "MOL-P Pltn");
  projectors["full_at_most"] = "7";
  CHECK(Answer("rb.battery", projectors).measure("support_weapons", 2) == "5/12");
  CHECK(Answer("rb.battery", projectors).measure("crews", 0) == "1/1");
  projectors["projector_crews"] = "true";
  CHECK(Answer("rb.battery", projectors).measure("crews", 3) == "7/12");
  heavy["projector_crews"] = "true";
  CHECK(test::refusal("rb.battery", heavy).find("no MOL-Projectors") != std::string::npos);
  // A Gun battery has a crew for each Gun: three, or two when depleted.
  auto guns = company("german", "G1");
  guns["full_at_most"] = "7";
  CHECK(Answer("rb.battery", guns).measure("crews", 2) == "5/12");
}

TEST_CASE("values that change nothing are refused") {
  auto militia = company("russian", "Militia Coy");
  militia["balance_drm"] = "1";
  CHECK(test::refusal("rb.company", militia).find("always comes at Full Strength") !=
        std::string::npos);
  auto rockets = company("russian", "Katyusha");
  rockets["balance_drm"] = "1";
  CHECK(test::refusal("rb.oba-module", rockets).find("Rocket OBA") != std::string::npos);
  CHECK(test::refusal("rb.stuka", {{"cpp", "2"}}).find("needs turns of the scenario") !=
        std::string::npos);
  CHECK(test::refusal("rb.oba-access",
                      {{"side", "german"}, {"turns", "3"}, {"battalion_mortar", "true"}})
            .find("no DR loses") != std::string::npos);
}

TEST_CASE("OBA ammunition by side") {
  // German: 4 or less Plentiful, 9 or more Scarce; 17 Oct -2: DR <= 6 is 15, DR >= 11 is 3 of 36.
  const Answer german("rb.oba-module", company("german", "O2", "1942-10-17"));
  CHECK(german.outcome("plentiful") == "5/12");
  CHECK(german.outcome("normal") == "1/2");
  CHECK(german.outcome("scarce") == "1/12");
  // Russian: 2 or less, 8 or more; 31 Oct -2: DR <= 4 is 6, DR >= 10 is 6 of 36.
  const Answer russian("rb.oba-module", company("russian", "O1", "1942-10-31"));
  CHECK(russian.outcome("plentiful") == "1/6");
  CHECK(russian.outcome("normal") == "2/3");
  CHECK(russian.outcome("scarce") == "1/6");
  CHECK(Answer("rb.oba-module", company("russian", "Katyusha")).outcome("rocket") == "1/1");
}

TEST_CASE("Stukas: half a die, and a die below the turn brings them") {
  const Answer number("rb.stuka", {});
  CHECK(number.outcome("1") == "1/3");
  CHECK(number.outcome("2") == "1/3");
  CHECK(number.outcome("3") == "1/3");
  // Turn 2: a 1; turn 3: 1 or 2. By turn 3: 1 - 5/6 * 4/6 = 4/9.
  CHECK(Answer("rb.stuka", {{"turns", "3"}}).event("arrived") == "4/9");
  CHECK(Answer("rb.stuka", {{"turns", "3"}}).measure("turn", 1) == "0/1");
  // At two CPP -2: turn 1 with a 1 or 2.
  CHECK(Answer("rb.stuka", {{"cpp", "2"}, {"turns", "1"}}).event("arrived") == "1/3");
  CHECK(Answer("rb.stuka", {{"turns", "7"}}).event("arrived") == "1/1");
  // The turn only where they arrive: 1/6 on turn 2, 5/6 * 2/6 = 5/18 on turn 3, no turn 0. At two
  // CPP 1/3, 2/3 * 1/2 and 1/3 * 2/3 on turns 1 to 3.
  CHECK(Answer("rb.stuka", {{"turns", "3"}}).measure("turn", 0) == "0/1");
  CHECK(Answer("rb.stuka", {{"turns", "3"}}).measure("turn", 2) == "1/6");
  CHECK(Answer("rb.stuka", {{"turns", "3"}}).measure("turn", 3) == "5/18");
  CHECK(Answer("rb.stuka", {{"turns", "3"}, {"cpp", "2"}}).measure("turn", 3) == "2/9");
}

TEST_CASE("Battery Access: the draw piles") {
  const auto fired = [](std::map<std::string, std::string> asked) {
    asked["turns"] = "1";
    return Answer("rb.oba-access", asked).event("fired");
  };
  CHECK(fired({{"side", "german"}}) == "8/11");
  CHECK(fired({{"side", "russian"}}) == "5/7");
  CHECK(fired({{"side", "russian"}, {"ammo", "scarce"}}) == "5/8");
  CHECK(fired({{"side", "german"}, {"ammo", "plentiful"}}) == "3/4");
  CHECK(fired({{"side", "russian"}, {"ammo", "plentiful"}, {"pre_registered", "true"}}) == "7/9");
  CHECK(fired({{"side", "german"}, {"contact", "8"}}) == "52/99");  // 26/36 * 8/11
}

TEST_CASE("Battery Access: the second red chit counts only after two black ones") {
  const auto asked = [](const std::string& turns) {
    return Answer("rb.oba-access", {{"side", "german"}, {"turns", turns}, {"mission_turns", "1"}});
  };
  CHECK(asked("3").outcome("lost") == "0/1");
  // In four draws: BBRR, BRBR and RBBR, each 8*7*3*2 / (11*10*9*8) = 336/7920.
  CHECK(asked("4").outcome("lost") == "7/55");
  // Two draws, no returns possible before a second red: both black 8*7/110; one black 2*8*3/110.
  CHECK(asked("2").measure("missions", 2) == "28/55");
  CHECK(asked("2").measure("missions", 1) == "24/55");
  // Red and then the other red, which goes back: 3/11 * 2/10.
  CHECK(asked("2").measure("missions", 0) == "3/55");
}

TEST_CASE("Battery Access: contact is maintained at -1, a battalion mortar's at -2") {
  // German, radio 8: contact 26/36 and a red chit (3/11) or a miss; a second draw after a red one
  // needs maintenance, DR <= 9, 30/36, and one after a miss contact anew, 26/36. Fired in two
  // turns: 26/36 * (8/11 + 3/11 * 30/36 * 8/10) + 10/36 * 26/36 * 8/11. = 13/18 * (8/11 + 2/11) +
  // 5/18 * 13/18 * 8/11 = 65/99 + 130/891 = 715/891 = 65/81
  const auto fired = [](const char* mortar) {
    return Answer(
               "rb.oba-access",
               {{"side", "german"}, {"turns", "2"}, {"contact", "8"}, {"battalion_mortar", mortar}})
        .event("fired");
  };
  CHECK(fired("false") == "65/81");
  // DR <= 10, 33/36: 13/18 * (8/11 + 3/11 * 11/12 * 4/5) + 130/891 = 13/18 * 51/55 + 130/891.
  CHECK(fired("true") == "7267/8910");
  // A phone keeps its contact: 35/36 to make it, and never lost.
  CHECK(Answer("rb.oba-access", {{"side", "german"}, {"turns", "1"}, {"contact", "11"}})
            .event("fired") == "70/99");
  // A mission of two turns waits for contact: the next draw comes later.
  const auto again = [](const char* reading) {
    return Answer("rb.oba-access", {{"side", "german"},
                                    {"turns", "3"},
                                    {"contact", "8"},
                                    {"mission_turns", "2"},
                                    {"out_of_contact", reading}})
        .measure("missions", 2);
  };
  // Black, the mission's second turn in contact (30/36), in contact again (30/36), black (7/10).
  CHECK(again("mission_waits") == "455/1782");  // 13/18 * 8/11 * 25/36 * 7/10
  // Or out of contact (6/36) and contact anew (26/36).
  CHECK(again("mission_goes_on") == "364/1215");  // 13/18 * 8/11 * (25/36 + 1/6 * 13/18) * 7/10
}

TEST_CASE("a mission keeps the Observer from drawing") {
  // Two turns, a mission takes two: black, or red then black (3/11 * 8/10).
  const Answer answer("rb.oba-access",
                      {{"side", "german"}, {"turns", "2"}, {"mission_turns", "2"}});
  CHECK(answer.measure("missions", 1) == "52/55");
  CHECK(answer.measure("missions", 2) == "0/1");
}

TEST_CASE("impossible purchases are answered with what can be bought") {
  CHECK(test::refusal("rb.company", company("german", "Rifel Coy")) ==
        "group: no german group 'Rifel Coy' (did you mean 'Rifle Coy'?)");
  CHECK(test::refusal("rb.company", company("german", "I1", "1942-11-16")) ==
        "date is '1942-11-16' (a day from 1942-10-17 to 1942-11-15)");
  CHECK(test::refusal("rb.company", company("russian", "Militia Coy", "1942-11-01")) ==
        "date: Militia Coy is not available on 1942-11-01 (only in October)");
  CHECK(test::refusal("rb.platoon", company("german", "A3", "1942-11-04")) ==
        "date: StuIG Pltn is not available on 1942-11-04 (only from 5 November)");
  CHECK(test::refusal("rb.platoon", company("german", "A3", "1942-11-05")).empty());
  CHECK(test::refusal("rb.platoon", company("russian", "I1")) ==
        "group: I1 Gds Rifle Coy is not drawn by this procedure (A1 T-60 Pltn, A2 T-70 Pltn, A3 "
        "T-34M41 Pltn, A4 T-34M43 Pltn, A5 KV Pltn)");
}

}  // namespace
}  // namespace combat_odds
