#include "sim/squad_leader/infantry/ift.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using squad_leader::FireResult;
using squad_leader::Ift;
using test::Answer;

std::string result(double firepower, int final_dr) {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  const FireResult found = ift.at(ift.column(firepower), final_dr);
  if (found.kind == FireResult::Kind::none) return "none";
  if (found.kind == FireResult::Kind::kia) return "KIA";
  return found.number == 0 ? "M" : std::to_string(found.number);
}

TEST_CASE("the derived IFT agrees with every worked example that was found") {
  CHECK(result(8, 6) == "1");             // rule 10
  CHECK(result(8, 8) == "M");             // rule 34: 76mm on a stone building, 5 + 3
  CHECK(result(8, 7) == "1");             // 48.2
  CHECK(result(8, 9) == "none");          // 48.2
  CHECK(result(8, 5) == "2");             // 92: 8 - 3
  CHECK(result(4, 4) == "1");             // 92: 7 - 3
  CHECK(result(10, 3) == "KIA");          // 92: the charge with 10 FP, 5 - 2
  CHECK(result(10, 7) == "1");            // 92: the same against entrenchments, 5 - 2 + 4
  CHECK(result(2.5, 4) == result(2, 4));  // 92.6: 5 halved twice and doubled uses the 2 column
  CHECK(result(8, 7) == "1");             // 101.85: 37mm anti-aircraft fire as 8 factors
}

TEST_CASE("8 FP at +2 has an effect 15 times in 36: the published 42 %") {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  int throws = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      throws += ift.at(ift.column(8), a + b + 2).kind != FireResult::Kind::none ? 1 : 0;
    }
  }
  CHECK(throws == 15);
}

TEST_CASE("one squad under fire, by hand") {
  // 8 FP at +1: Original 2 is KIA (1 throw), 3 and 4 are a 2 (5), 5 and 6 a 1 (9), 7 an M (6). A
  // squad of 7 fails a 2 on 6 or more (26/36), a 1 on 7 (21/36), an M on 8 (15/36): (130 + 189 +
  // 90)/1296.
  const Answer answer("sl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}});
  CHECK(answer.outcome("eliminated") == "1/36");
  CHECK(answer.outcome("broken") == "409/1296");
  // A broken unit that fails is eliminated: 36/1296 + 409/1296.
  const Answer broken(
      "sl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}, {"status", "broken"}});
  CHECK(broken.outcome("eliminated") == "445/1296");
}

TEST_CASE("sustained fire adds a column and costs two of the breakdown number (95)") {
  const auto fire = [](const char* firepower, const char* sustained) {
    return Answer("sl.fire", {{"firepower", firepower},
                              {"target", "4-6-7"},
                              {"sustained_fire", sustained},
                              {"breakdown_number", "12"}});
  };
  // 95.22: 1 factor becomes the 2 column, 4 factors the 6 column; 95.2: 2 becomes 4, 8 becomes 12.
  for (const auto& [before, after] : {std::pair{"1", "2"}, {"4", "6"}, {"2", "4"}, {"8", "12"}}) {
    CHECK(fire(before, "true").outcome("broken") == fire(after, "false").outcome("broken"));
  }
  // 95.3: a German machine gun (12) breaks down on 10 or more: 6/36.
  CHECK(fire("2", "true").event("breakdown") == "1/6");
  CHECK(fire("2", "false").event("breakdown") == "1/36");
}

TEST_CASE("if the leader breaks the others check again (12.22)") {
  // 1 FP: a 1 on 2 and 3 (3 throws), an M on 4 (3 throws), nothing above; no KIA but at 1 and less.
  // Leader 8-1: fails the 1 on 8 or more (15/36), the M on 9 or more (10/36).
  const Answer answer("sl.fire", {{"firepower", "1"}, {"target", "4-6-7 8-1"}});
  CHECK(answer.event("leader_lost") == "25/432");  // (3 * 15 + 3 * 10) / 1296
  // Both unharmed: nothing (30 throws), or both pass: the squad has -1: a 1 on 7 or less (21/36),
  // an M on 8 or less (26/36). (30 * 1296 + 3 * 21 * 21 + 3 * 26 * 26) / 46656. = (38880 + 1323 +
  // 2028) / 46656 = 42231/46656 = 14077/15552.
  CHECK(answer.outcome("no_effect") == "14077/15552");
  // The squad is eliminated if the leader is lost and it fails twice: the 1 alone on 7 or more
  // (21/36), the M on 8 or more (15/36), and the check again on 8 or more (15/36). (3 * 15 * 21 *
  // 15 + 3 * 10 * 15 * 15) / 36^4 = (14175 + 6750) / 1679616 = 775/62208.
  CHECK(answer.measure("eliminated", 1) == "775/62208");
}

TEST_CASE(
    "an unbroken leader helps the other one; a unit that has checked does not check again (12.22, 15.6)") {
  // 12 FP: KIA on 2 and 3 (3 throws), a 3 on 4 (3), a 2 on 5 and 6 (9), a 1 on 7 and 8 (11), an M
  // on 9 (4), nothing above (6). The 9-2 checks first, with the 0 of the 8-0: 9 or less without a
  // number; then the 8-0 with his -2: 10 or less. Both pass: (6 * 1296 + 4 * 30 * 33 + 11 * 26 * 30
  // + 9 * 21 * 26 + 3 * 15 * 21) / 46656 = 26175/46656.
  const Answer two("sl.fire", {{"firepower", "12"}, {"target", "9-2 8-0"}});
  CHECK(two.outcome("no_effect") == "8725/15552");
  CHECK(Answer("sl.fire", {{"firepower", "12"}, {"target", "8-0 9-2"}}).outcome("no_effect") ==
        "8725/15552");
  // 1 FP: a 1 on 2 and 3 (3 throws), an M on 4 (3). The 9-2 fails the 1 on 9 or more (10/36), the M
  // on 10 or more (6/36). The 8-0 then has no help and two checks: the 1 on 8 or more (15/36), or
  // the M on 9 or more (10/36), and a normal one (10/36). (3 * 10 * 15 * 10 + 3 * 6 * 10 * 10) /
  // 36^4. The 9-2 need not check for the 8-0: nobody is eliminated otherwise.
  const Answer weak("sl.fire", {{"firepower", "1"}, {"target", "9-2 8-0"}});
  CHECK(weak.measure("eliminated", 1) == "175/46656");
  CHECK(weak.measure("eliminated", 2) == "0/1");
  // A 6+1 makes it worse for the other (Q&A 15.1): 8-0 alone fails the 1 on 8 (15/36) and the M on
  // 9 (10/36); beside a 6+1 on 7 (21/36) and 8 (15/36).
  const Answer alone("sl.fire", {{"firepower", "1"}, {"target", "8-0"}});
  CHECK(alone.outcome("broken") == "25/432");  // (3 * 15 + 3 * 10) / 1296
  CHECK(alone.event("leader_lost") == "25/432");
}

TEST_CASE("broken units check with the morale on their reverse (13.6)") {
  // 1 FP: a 1 on 2 and 3, which a 5 fails on 5 or more (30/36), an M on 4, on 6 or more (26/36).
  const Answer conscript(
      "sl.fire",
      {{"firepower", "1"}, {"target", "3-3-6"}, {"status", "broken"}, {"broken_morale", "5"}});
  CHECK(conscript.outcome("eliminated") == "7/54");  // (3 * 30 + 3 * 26) / 1296
  // A 4-3-6 has 5 there by 94.5.
  CHECK(Answer("sl.fire", {{"firepower", "1"}, {"target", "4-3-6"}, {"status", "broken"}})
            .outcome("eliminated") == "7/54");
  CHECK(test::refusal("sl.fire", {{"firepower", "1"}, {"target", "4-3-6"}, {"broken_morale", "5"}})
            .find("broken side") != std::string::npos);
}

TEST_CASE("sustained fire has its column if the machine guns make the difference (95.5)") {
  const auto broken = [](const char* firepower, const char* sustained, const char* of_them) {
    return Answer("sl.fire", {{"firepower", firepower},
                              {"target", "4-6-7"},
                              {"sustained_fire", sustained},
                              {"sustained_firepower", of_them}})
        .outcome("broken");
  };
  CHECK(broken("0.5", "true", "") == broken("1", "false", ""));
  CHECK(broken("0.25", "true", "") == "0/1");  // 0.75 are missing
  CHECK(broken("5", "true", "1") == broken("6", "false", ""));
  CHECK(broken("4", "true", "1") == broken("4", "false", ""));  // 2 are missing
}

TEST_CASE("more firepower, a lower DRM and worse morale never help the target") {
  const std::vector<std::string> columns = {"1",  "2",  "4",  "6",  "8", "12",
                                            "16", "20", "24", "30", "36"};
  const auto chance = [](const std::string& firepower, int drm, const std::string& unit,
                         const char* outcome) {
    return Answer("sl.fire",
                  {{"firepower", firepower}, {"drm", std::to_string(drm)}, {"target", unit}})
        .outcome_value(outcome);
  };
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (int drm = -6; drm <= 14; ++drm) {
      const double here = chance(columns[c], drm, "4-6-7", "no_effect");
      CHECK(chance(columns[c], drm + 1, "4-6-7", "no_effect") >= here - 1e-12);
      if (c > 0) CHECK(here <= chance(columns[c - 1], drm, "4-6-7", "no_effect") + 1e-12);
      CHECK(chance(columns[c], drm, "4-6-8", "broken") <=
            chance(columns[c], drm, "4-6-7", "broken") + 1e-12);
    }
  }
}

}  // namespace
}  // namespace combat_odds
