#include "studies/what_matters/what_matters.hpp"

#include <algorithm>

#include "studies/what_matters/steps.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::run;
using test::Run;
using test::Workspace;
using Texts = std::vector<std::string>;

Texts steps(const std::string& procedure, const std::string& name, const std::string& value) {
  const Parameter& parameter = *test::library().procedure(procedure).parameter(name);
  Texts texts;
  for (const Step& step : steps_from(parameter, read_argument(parameter, value), test::charts())) {
    texts.push_back(step.value);
  }
  return texts;
}

TEST_CASE("a step is one more or less, another choice, or one unit more or less") {
  CHECK(steps("asl.fire", "drm", "1") == Texts{"2", "0"});
  CHECK(steps("asl.fire", "attacks", "1") == Texts{"2"});  // none is no attack
  CHECK(steps("asl.fire", "cx", "false") == Texts{"true"});
  CHECK(steps("asl.fire", "target", "2*4-6-7 8-1") == Texts{"3*4-6-7 8-1", "4-6-7 8-1", "2*4-6-7"});
  CHECK(steps("asl.fire", "target", "4-6-7") == Texts{"2*4-6-7"});
  CHECK(steps("asl.fire", "firepower", "2*4-6-7 + German HMG") ==
        Texts{"3*4-6-7 + German HMG", "4-6-7 + German HMG", "2*4-6-7 + 2*German HMG", "2*4-6-7"});
  CHECK(steps("asl.fire", "firepower", "8") == Texts{"9", "7"});
}

const std::string ask = "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 ";

// 8 FP at +1 leave a 4-6-7 alone in 25 of 48. As long as they do, a second attack is the same:
// It breaks or worse in 445 of 1296 (389 broken, 45 reduced and broken, 6 reduced, 4 reduced and
// pinned, 1 eliminated): 34.34 %. (25/48)^2 = 625/2304, less by 575/2304 = 0.2495659...
TEST_CASE("the steps are ranked by what they do to the event") {
  const Workspace workspace;
  const Run csv =
      run(workspace, ask + "--what-matters no_effect --method exact --format csv --quiet");
  REQUIRE(csv.exit_code == 0);
  const auto lines = test::lines_of(csv.out);
  CHECK(lines[1] == ",,,no_effect,,,,0.5208333333333334,25/48,,,,,");
  CHECK(
      lines[2].starts_with("attacks,1,2,no_effect,,,,0.2712673611111111,625/2304,-0.249565972222"));
  // A column holds from 8 to 11 FP: the least number that changes anything is 12.
  CHECK(has(csv.out, "firepower,8,12,no_effect"));
  CHECK_FALSE(has(csv.out, "firepower,8,9,"));
  const Run table = run(workspace, ask + "--what-matters no_effect --method exact --quiet");
  CHECK(has(table.out,
            "No effect: 52.08 % as asked. What changes it most: attacks 2 in place of 1,"));
  // 27.13 - 52.08.
  CHECK(has(table.out, "-24.96"));
  CHECK(has(run(workspace, ask + "--what-matters --method exact --quiet").out,
            "Broken or worse: 34.34 % as asked."));  // what the headline begins with
}

TEST_CASE("each step is what the changed question answers") {
  const Workspace workspace;
  const std::string melee = "combat-odds odds asl.close-combat --method exact --quiet ";
  const Run answer =
      run(workspace, melee + "--attacker '2*4-6-7 9-1' --defender 2*4-4-7 --what-matters");
  const auto asked = [&](const std::string& sides) { return run(workspace, melee + sides).out; };
  std::string sentence = answer.out;
  std::ranges::replace(sentence, '\n', ' ');
  CHECK(has(sentence, "The second 4-6-7 is worth more than the 9-1: 13.43 points against 11.57."));
  // The questions by themselves: 25.46 %, without the one 12.04 %, without the other 13.89 %.
  CHECK(has(asked("--attacker '2*4-6-7 9-1' --defender 2*4-4-7"), "25.46 %"));
  CHECK(has(asked("--attacker '4-6-7 9-1' --defender 2*4-4-7"), "12.04 %"));
  CHECK(has(asked("--attacker 2*4-6-7 --defender 2*4-4-7"), "13.89 %"));
}

TEST_CASE("what does not go together is refused, and steps that a condition refuses are left out") {
  const Workspace workspace;
  CHECK(run(workspace, "combat-odds odds asl.fire --firepower 4,8 --target 4-6-7 --what-matters")
            .err ==
        "--what-matters: firepower has several values (one value for each parameter)\n");
  CHECK(run(workspace, ask + "--what-matters --by broken").err ==
        "--what-matters does not go with --by (one of the two)\n");
  CHECK(has(run(workspace, ask + "--what-matters no_efect").err, "did you mean 'no_effect'?"));
  CHECK(run(workspace, ask + "--what-matters --plot x.svg --page p.html").exit_code == 0);
  CHECK(has(test::read_file(workspace.path() / "x.svg"), "attacks: more 2: +"));
  CHECK(has(test::read_file(workspace.path() / "p.html"), "What changes it most"));
  CHECK(has(run(workspace, ask + "--what-matters --format json --quiet").out, "\"as_asked\""));
}

}  // namespace
}  // namespace combat_odds
