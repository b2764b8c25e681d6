#include "expression/expression.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::has;

test::Answer rolled(const std::string& expression) {
  return test::Answer("dice.roll", {{"expression", expression}});
}

std::string total(const std::string& expression, int value) {
  return rolled(expression).measure("total", value);
}

TEST_CASE("dice are added up") {
  CHECK(total("2d6+1", 8) == "1/6");
  CHECK(total("d6", 3) == "1/6");
  CHECK(total("1d6 - 1d6", 0) == "1/6");
  CHECK(total("2*d6", 12) == "1/6");
  CHECK(total("2*d6", 11) == "0/1");
  CHECK(total("d100", 37) == "1/100");
  CHECK(total("d%", 100) == "1/100");
  // Four Fudge dice: 19 of 81 throws sum to 0 (1 + 12 + 6).
  CHECK(total("4dF", 0) == "19/81");
  CHECK(total("-(2d6)", -12) == "1/36");
  CHECK(total("7/2", 3) == "1/1");
  CHECK(total("0d6+2", 2) == "1/1");
  CHECK(rolled("20d20 + 20d20").mean("total") == Approx(420));
}

TEST_CASE("the highest or lowest are kept or dropped") {
  // 18 with three of four: all sixes, or one other die of five faces in four places: 21 of 1296.
  CHECK(total("4d6 kh3", 18) == "7/432");
  CHECK(total("4d6kh3", 3) == "1/1296");
  CHECK(total("4d6 dl1", 18) == "7/432");
  CHECK(total("4d6 kl3", 3) == "7/432");
  CHECK(total("4d6 dh1", 3) == "7/432");
  CHECK(total("2d20 k1", 20) == "39/400");
  CHECK(total("2d20 kl1", 20) == "1/400");
  CHECK(total("2d6 kh5", 12) == "1/36");
}

TEST_CASE("dice are rolled again or explode") {
  CHECK(total("d6 r1", 2) == "1/5");
  CHECK(total("d6 r1", 1) == "0/1");
  CHECK(total("d6 r<=2", 3) == "1/4");
  CHECK(total("d6 ro1", 1) == "1/36");
  CHECK(total("d6 ro1", 2) == "7/36");
  CHECK(total("d6!x1", 6) == "0/1");
  CHECK(total("d6!x1", 12) == "1/36");
  CHECK(total("d6!x2", 18) == "1/216");
  // Fives explode too: only 5 + 1 makes 6 (a 6 itself goes on).
  CHECK(total("d6!>=5x1", 6) == "1/36");
  // One exploding die, the lower one dropped: a 6 adds a second die and stays; otherwise no die is
  // left.
  CHECK(total("1d6!x1 dl1", 6) == "1/6");
}

TEST_CASE("dice are counted") {
  // Two of three dice with a chance of 1/3 each: 3 * 1/9 * 2/3.
  CHECK(total("3d6 c>=5", 2) == "2/9");
  CHECK(total("3d6 c=6", 3) == "1/216");
  CHECK(total("3d6 c>=5 + 1", 1) == "8/27");
  // Counted after the better of two is kept: 1 - (4/6)^2.
  CHECK(total("2d6 kh1 c>=5", 1) == "5/9");
  CHECK(total("d6!x1 c=6", 2) == "1/36");
}

TEST_CASE("comparisons, choices, names and functions") {
  CHECK(rolled("1d20+5 >= 15").outcome("yes") == "11/20");
  CHECK(rolled("2d6 > 2d6").outcome("yes") == "575/1296");  // (1296 - 146) / 2 of 1296
  CHECK(rolled("d6 != 1").outcome("no") == "1/6");
  CHECK(total("hit = 1d20; hit >= 11 ? 1d6 : 0", 0) == "1/2");
  CHECK(total("hit = 1d20; hit >= 11 ? 1d6 : 0", 6) == "1/12");
  CHECK(rolled("hit = 1d20; hit >= 11 ? 1d6 : 0").measure("hit", 7) == "1/20");
  CHECK(total("a = d6; a - a", 0) == "1/1");  // rolled once, however often it is named
  CHECK(total("max(d6; d6)", 6) == "11/36");
  CHECK(total("min(2;d6)", 2) == "5/6");
}

TEST_CASE("tables") {
  const test::Answer answer = rolled("2d6 on 2-4:miss 5-9:hit 10-12:kill");
  CHECK(answer.outcome("miss") == "1/6");
  CHECK(answer.outcome("hit") == "2/3");
  CHECK(answer.outcome("kill") == "1/6");
  CHECK(answer.measure("total", 7) == "1/6");
  CHECK(rolled("d6-3 on -2..0:\"no luck\" 1+:luck").outcome("no luck") == "1/2");
}

/// The error for an expression, and its place.
std::string refusal(const std::string& expression) {
  return test::refused([&] {
    const Procedure procedure = expression::roll_procedure(expression);
    const Scenario scenario("roll", procedure, {}, {});
    decision_graph(*scenario.rule(0, test::charts()));
  });
}

TEST_CASE("faulty expressions are reported with the place") {
  CHECK(
      refusal("2d6!") ==
      "EXPRESSION:1:5: the expression ends too early (say how many times a 6 may explode: d6!x3)");
  CHECK(refusal("2d6 +") ==
        "EXPRESSION:1:6: the expression ends too early (dice such as 2d6, a "
        "number or a name)");
  CHECK(has(refusal("(1d6"), "EXPRESSION:1:5: the expression ends too early (a closing bracket )"));
  CHECK(has(refusal("2d6 4"), "EXPRESSION:1:5: '4' does not go on like this"));
  CHECK(has(refusal("damge = d6; damage"), "'damage' is not known (did you mean 'damge'?"));
  CHECK(has(refusal("300d6"), "EXPRESSION:1:1: 300 dice (0 to 200)"));
  CHECK(has(refusal("200d20"), "200 dice of 20 sides are too many (at most such as 100d6"));
  CHECK(has(refusal("d6 r<=6"), "every face is rolled again"));
  CHECK(has(refusal("d6 on 1-3:low"), "4 is on no line of the table"));
  CHECK(has(refusal("d6 on 1-3:low 3+:high"), "two lines of the table have a number in common"));
  CHECK(has(refusal("1/(d6-1)"), "a division by 0"));
  CHECK(has(refusal("{1..3,2}d6"), "2 stands there twice"));
  CHECK(has(refusal(""), "the expression ends too early"));
  CHECK(has(refusal(std::string(400, '(')), "too deep"));
  CHECK(has(refusal("999999999999d6"), "too large"));
  CHECK(has(refusal("1000000*1000000*1000000*1000000*d6"), "the result is too large"));
}

TEST_CASE("where a sum of dice is compared, the answer says so") {
  const test::Workspace workspace;
  const auto rolled = [&](const std::string& expression) {
    return test::run(workspace, "combat-odds roll '" + expression + "' --method exact").out;
  };
  CHECK(has(rolled("5d6 >= 4"), "the sum of 5d6 is compared; 5d6 c>=4 counts the dice\n"));
  for (const char* const plain : {"5d6 c>=4", "1d6 >= 4", "5d6 kh1 >= 4", "5d6", "4 <= 5d6"}) {
    INFO(plain);
    CHECK_FALSE(has(rolled(plain), "is compared"));
  }
}

TEST_CASE("the command rolls, sweeps and draws") {
  const test::Workspace here;
  const test::Run plain = test::run(here, "combat-odds roll 2d6+1 --trials 1000");
  CHECK(plain.exit_code == 0);
  CHECK(has(plain.out, "1/36"));
  const test::Run csv =
      test::run(here, "combat-odds roll '{dice=1..2}d6+{0,3}' --method exact --format csv");
  CHECK(csv.exit_code == 0);
  CHECK(has(csv.out, "\"{dice=1..2}d6+{0,3}[dice=2,a=3]\",dice.roll,measure,total,15,,,,"));
  CHECK(test::run(here, "combat-odds roll '{dice=1..4}d6' --pivot dice expression --show total")
            .exit_code == 0);
  const test::Run at_least = test::run(here, "combat-odds roll 3d6 --at-least --method exact");
  CHECK(has(at_least.out, "1.85 %"));  // 17 or more: 4 of 216
  CHECK(test::run(here, "combat-odds roll 3d6 --method exact --plot roll.svg").exit_code == 0);
  CHECK(has(test::read_file(here.path() / "roll.svg"), "total"));
  CHECK(test::run(here, "combat-odds roll 3d6 --format json").exit_code == 0);
  const test::Run wrong = test::run(here, "combat-odds roll 2d6xx");
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "EXPRESSION:1:4: 'xx' does not go on like this"));
}

}  // namespace
}  // namespace combat_odds
