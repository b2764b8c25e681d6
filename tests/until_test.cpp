#include "studies/until/until.hpp"

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

TEST_CASE("conditions are read: a quantity, a relation, a number or a share") {
  const Condition share = read_condition("eliminated>=50%", {});
  CHECK(share.quantity == "eliminated");
  CHECK(share.at_least);
  CHECK(share.bound == 0.5);
  CHECK(share.in_percent);
  const Condition counted = read_condition("casualties>=2 <= 12.5 %", {});
  CHECK(counted.quantity == "casualties>=2");
  CHECK_FALSE(counted.at_least);
  CHECK(counted.bound == 0.125);
  CHECK(read_condition("mean broken >= 2", {}).quantity == "mean broken");
  for (const char* const wrong : {"", "eliminated", ">=5", "eliminated>=", "a>=x%", "a=5"}) {
    INFO(wrong);
    CHECK_THROWS_AS(read_condition(wrong, {"--until", 0, 0}), InputError);
  }
}

// 8 FP at +1 leave a 4-6-7 alone in 25 of 48; as long as they do, the next attack is the same.
// (25/48)^3 = 15625/110592 = 14.13 %, (25/48)^4 = 390625/5308416 = 7.36 %.
const std::string ask = "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 ";

TEST_CASE("the least value that is enough, and the result of one less") {
  const Workspace workspace;
  const Run found = run(workspace, ask + "--until 'no_effect<=10%' --over attacks --method exact");
  CHECK(found.exit_code == 0);
  CHECK(found.out ==
        "attacks 4 is enough for no effect at most 10 %: 7.36 %. attacks 3: 14.13 %.\n");
  const Run csv = run(workspace, ask +
                                     "--until 'no_effect<=10%' --over attacks --method exact "
                                     "--format csv");
  CHECK(csv.out ==
        "parameter,value,standing,by,monte_carlo,ci_low,ci_high,exact,exact_fraction\n"
        "attacks,4,enough,no_effect,,,,0.07358598120418595,390625/5308416\n"
        "attacks,3,one less,no_effect,,,,0.14128508391203703,15625/110592\n");
  CHECK(has(run(workspace, ask + "--until 'no_effect<=10%' --over attacks --format json").out,
            "\"standing\": \"one less\""));
}

TEST_CASE("if the first value is enough, or none is, the answer says so") {
  const Workspace workspace;
  CHECK(
      run(workspace, ask + "--until 'no_effect<=60%' --over attacks --method exact").out ==
      "attacks 1 is enough for no effect at most 60 %: 52.08 %. It is the least that\nwas tried.\n");
  // (25/48)^10 is 0.15 %.
  CHECK(has(run(workspace, ask + "--until 'no_effect<=0.1%' --over attacks --method exact").out,
            "No attacks from 1 to 10 is enough for no effect at most 0.1 %: 10 comes nearest"));
  // If values are given, those are tried.
  CHECK(has(
      run(workspace, ask + "--attacks 2,6 --until 'no_effect<=10%' --over attacks --method exact")
          .out,
      "attacks 6 is enough for no effect at most 10 %: 2.00 %. attacks 2: 27.13 %."));
}

TEST_CASE("firepower can be swept, too") {
  // 8 and 12 FP need a DR of 2 for a KIA at +0 (1/36 = 2.8 %); 16 FP one of 3 or less (3/36).
  const Workspace workspace;
  const Run result = run(workspace,
                         "combat-odds odds asl.fire --firepower 1 --target 4-6-7 "
                         "--until 'eliminated>=5%' --over firepower --method exact");
  CHECK(has(result.out, "firepower 16 is enough for eliminated at least 5 %: "));
}

TEST_CASE("--over alone lists the parameters that can be swept; others are refused") {
  const Workspace workspace;
  const Run list = run(workspace, "combat-odds odds asl.fire --over");
  CHECK(list.exit_code == 0);
  CHECK(has(list.out, "\n  attacks: how often the attack is made"));
  CHECK_FALSE(has(list.out, "\n  target:"));
  const auto refused = [&](const std::string& rest, const std::string& says) {
    CHECK(has(refused_run(workspace, ask + rest), says));
  };
  refused("--until 'no_effect<=10%'", "--until needs --over");
  refused("--over attacks", "--over needs --until");
  refused("--over atacks --until 'broken>=1%'", "did you mean 'attacks'?");
  refused("--over target --until 'broken>=1%'", "--over: target is no number");
  refused("--over attacks --until broken", "--until: 'broken' is no condition");
  refused("--over attacks --until 'brokn>=1%'", "did you mean 'broken'?");
  const Run two = run(workspace,
                      "combat-odds odds asl.fire --firepower 4,8 --target 4-6-7 --over attacks "
                      "--until 'broken>=1%'");
  CHECK(two.err ==
        "--over: firepower has several values, too (one value for each of the others)\n");
}

}  // namespace
}  // namespace combat_odds
