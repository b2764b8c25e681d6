#include "ask/ask.hpp"
#include "studies/soundness/soundness.hpp"
#include "tests/support/catch.hpp"

// The examples of docs/adding-a-procedure.md, tests/examples/.

namespace combat_odds {

namespace squad_leader {
Procedure storm();
Procedure battery();
}  // namespace squad_leader
namespace asl {
Procedure rush();
}  // namespace asl

namespace {

const Library& library() {
  static const Library& with_examples = [&]() -> const Library& {
    static Library library;
    library.add(squad_leader::storm());
    library.add(squad_leader::battery());
    library.add(asl::rush());
    return library;
  }();
  return with_examples;
}

Answer answer(const Question& question) { return ask(library(), question); }

TEST_CASE("storm: fire, and close combat with those who are left") {
  const Answer storm =
      answer({"example.storm", {{"target", "4-4-7"}, {"firepower", "8"}, {"attackers", "12"}}});
  // 8 FP: KIA on 2 and 3 (3 of 36), 2 on 4 and 5 (7), 1 on 6 and 7 (11), M on 8 (5), else nothing
  // (10). The squad passes on 5, 6 and 7 or less (10, 15, 21 of 36) and is unbroken in
  // 360 + 7 * 10 + 11 * 15 + 5 * 21 = 700 of 1296 cases. It is killed at 3-1 on 8 or less (26 of
  // 36), and kills at 1-4 on 3 or less (3 of 36).
  const double unbroken = 700.0 / 1296;
  CHECK(storm.outcome("melee").exact->value == Approx(unbroken * 10 * 33 / 1296));
  CHECK(storm.outcome("defender_holds").exact->value == Approx(unbroken * 10 * 3 / 1296));
  CHECK(storm.outcome("nobody_holds").exact->value == Approx(unbroken * 26 * 3 / 1296));
  CHECK(storm.outcome("attacker_holds").exact->value ==
        Approx(596.0 / 1296 + unbroken * 26 * 33 / 1296));
}

TEST_CASE("battery: like guns, each repaired for itself") {
  // In two phases a gun is repaired on a 1 at once or after 2 to 5: 1/6 + 4/6 * 1/6 = 5/18.
  const Answer one = answer({"example.battery", {{"guns", "1"}, {"phases", "2"}}});
  CHECK(one.outcome("all").exact->fraction == "5/18");
  // No gun of four in one phase: (5/6)^4.
  const Answer four = answer({"example.battery", {{"guns", "4"}, {"phases", "1"}}});
  CHECK(four.outcome("none").exact->fraction == "625/1296");
}

TEST_CASE("rush: a part with a state of its own goes on with what another left") {
  // 1 FP at +3: an Original 2 is a PTC, which a 4-6-7 fails on 8 or more (15 of 36); nothing else
  // has an effect. At 1-1 a side is eliminated on 4 or less (6 of 36). A pinned squad fights at 1-2
  // (3 or less, 3 of 36). The attacker holds where he kills and is not killed:
  // (1281 * 6 * 30 + 15 * 6 * 33) / 1296^2.
  const auto rush = [](const char* firepower, const char* drm, const char* goes_in) {
    return answer({"example.rush",
                   {{"firepower", firepower},
                    {"drm", drm},
                    {"target", "4-6-7"},
                    {"attackers", "4-6-7"},
                    {"goes_in", goes_in}}});
  };
  CHECK(rush("1", "3", "true").outcome("attacker_holds").exact->fraction == "4325/31104");
  CHECK(rush("1", "3", "false").outcome("defender_holds").exact->fraction == "1/1");
  // 36 FP at -10 is a KIA whatever is rolled.
  const Answer gone = rush("36", "-10", "true");
  CHECK(gone.outcome("attacker_holds").exact->fraction == "1/1");
  CHECK(gone.measure("defenders_eliminated", 1).exact->fraction == "1/1");
  // Broken units keep their FP. 1 FP at +0 breaks an encircled 5-4-8 in 102 of 1296 cases, 6 more
  // are a broken half-squad. At 4-5 it is eliminated on 3 or less (3 of 36), broken on 5 or less
  // (10), the half-squad at 2-1 on 9 or less (30): 1188 * 3 + 102 * 10 + 6 * 30.
  const Answer broken = answer({"example.rush",
                                {{"firepower", "1"},
                                 {"target", "5-4-8"},
                                 {"target_state", "encircled"},
                                 {"casualty_vp", "true"},
                                 {"attackers", "4-6-7"}}});
  CHECK(broken.event("defender_gone").exact->fraction == "397/3888");
  CHECK(broken.measure("casualty_vp", 2).exact->fraction == "397/3888");
  // At 4-1 a leader is eliminated on 8 or less (26 of 36) and wounded on 9 (4), of which one who is
  // wounded already dies on 4 or more: 26 + 4 * 3/6.
  const Answer wounded = answer({"example.rush",
                                 {{"firepower", "1"},
                                  {"drm", "10"},
                                  {"target", "8-1"},
                                  {"target_state", "wounded"},
                                  {"attackers", "4-6-7"}}});
  CHECK(wounded.event("defender_gone").exact->fraction == "7/9");
}

TEST_CASE("the examples are sound") {
  for (const char* const name : {"example.storm", "example.battery", "example.rush"}) {
    for (const Fault& fault : faults(library(), library().procedure(name))) {
      FAIL_CHECK(name << ": " << fault.wrong);
    }
  }
}

}  // namespace
}  // namespace combat_odds
