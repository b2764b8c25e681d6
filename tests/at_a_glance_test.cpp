#include <algorithm>
#include <string>

#include "reports/tables/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

// What the program prints where nobody asks for more: within 80 columns, once, and in the words to
// go on with.
namespace combat_odds {
namespace {

using test::has;
using test::run;
using test::Run;
using test::Workspace;

const std::string own_settings = "export XDG_CONFIG_HOME=\"$PWD/config\"; ";

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    width = std::max(width, Table::width(text.substr(start, end - start)));
    start = end + 1;
  }
  return width;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("tables take 80 columns where there is no wider terminal") {
  const Workspace workspace;
  for (const char* const asked :
       {"odds asl.fire --preset stack-in-the-open --drm -2..3 --columns '>='",
        "odds asl.fire --firepower 8 --target 2*4-6-7 --columns '=,>=,<='", "roll 2d6",
        "roll '{2..4}d6' --at-least", "roll 'd6 on 1..2:AE 3:EX 4..6:DR'",
        "odds asl.fire --firepower 4,8 --target 3*4-6-7 --by 'unharmed<=1'",
        "odds sl.tank-duel --first T-34 --second 'PzKw IV F2 hull down' --range 2,3",
        "odds sl.rally --preset try-or-wait"}) {
    INFO(asked);
    const Run shown = run(workspace, std::string("combat-odds ") + asked + " --trials 1000");
    CHECK(shown.exit_code == 0);
    CHECK(widest(shown.out) <= 80);
  }
  // What is asked for in full is as wide as it takes.
  CHECK(widest(run(workspace, "combat-odds roll 2d6 --full --trials 1000").out) > 80);
}

TEST_CASE("roll says once what it counts") {
  const Workspace workspace;
  const Run shown = run(workspace, "combat-odds roll '{2..4}d6' --at-least --trials 1000");
  CHECK(times(shown.out, "mean total") == 1);
  CHECK(times(shown.out, "total or more") == 1);
}

TEST_CASE("--quiet of balance and campaign prints the result and nothing else") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  const std::string balance =
      "combat-odds balance units.csv --range 6 --turns 3 --points 50 --method exact ";
  const Run loud = run(workspace, balance + "--out a");
  const Run quiet = run(workspace, balance + "--out b --quiet");
  REQUIRE(loud.exit_code == 0);
  CHECK(quiet.exit_code == 0);
  CHECK_FALSE(quiet.out.empty());
  CHECK(loud.out.starts_with(quiet.out));
  CHECK(loud.out.size() > quiet.out.size());
  CHECK_FALSE(has(quiet.out, "balance.csv"));
  CHECK(quiet.err.empty());
}

TEST_CASE("--cite names program, rule, question, fraction and link") {
  const Workspace workspace;
  const Run cited = run(workspace, own_settings +
                                       "combat-odds set page https://odds.example.org/; "
                                       "combat-odds odds asl.fire --firepower 8 --drm 1 "
                                       "--target 4-6-7 --cite | tr '\\n' ' '");
  for (const char* const part :
       {", asl.fire (A7.3). 8 FP", "445/1296 = 34.34 %", "25/48 = 52.08 %",
        "Asked: combat-odds odds asl.fire", "--firepower 8 --drm 1;",
        "https://odds.example.org/#/asl.fire?firepower=8&drm=1&target=4-6-7"}) {
    INFO(part);
    CHECK(has(cited.out, part));
  }
  CHECK_FALSE(has(cited.out, "--cite"));
  const Run one = run(workspace, own_settings +
                                     "combat-odds odds asl.fire --firepower 8 --drm 1 --target "
                                     "4-6-7 --cite no_effect | tr '\\n' ' '");
  CHECK(has(one.out, "no_effect 25/48 = 52.08 %. Asked:"));
  CHECK_FALSE(has(one.out, "34.34 %"));
  CHECK_FALSE(has(one.out, "--cite"));
  CHECK(run(workspace, "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --cite no_efect")
            .exit_code == 2);
  const Run simulated =
      run(workspace,
          "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --cite --seed 7 "
          "--method monte-carlo --trials 1000 | tr '\\n' ' '");
  CHECK(has(simulated.out, "1000 trials, seed 7"));
  CHECK(has(simulated.out, "95 % interval"));
  CHECK(run(workspace, own_settings + "combat-odds set page 'no address'").exit_code == 2);
}

TEST_CASE("vehicles that are kept go by their names, in every game that has them") {
  const Workspace workspace;
  const Run asl =
      run(workspace, own_settings +
                         "combat-odds set template asl:Tiger | sed "
                         "'s/,?,.*/,german,yes,11,8,11,8,1,88L,12,yes,6,/' > tiger.csv; "
                         "combat-odds set listing tiger.csv; "
                         "combat-odds odds 'PaK 40 at Tiger, 8 hexes' --quiet "
                         "--method exact");
  CHECK(asl.exit_code == 0);
  CHECK(has(asl.out, "PaK 40 against a Tiger at 8 hexes"));
  CHECK(has(run(workspace, own_settings + "combat-odds set listing").out, "listings/tiger.csv"));
  const Run slammers =
      run(workspace, own_settings +
                         "combat-odds set template slammers:Hog | sed 's/,$/,6/' > hog.csv; "
                         "combat-odds set listing hog.csv; combat-odds odds slammers.direct-fire "
                         "--weapon powergun_rifle --target vehicle --dv 'Hog rear' --quiet "
                         "--method exact");
  CHECK(slammers.exit_code == 0);
  const Run wrong =
      run(workspace, "echo a,b > bad.csv; " + own_settings + "combat-odds set listing bad.csv");
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "bad.csv:1:1:"));
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "config/combat-odds/listings/bad.csv"));
  // The template as it is: its nationality is still a question mark.
  const Run blank = run(workspace, own_settings +
                                       "combat-odds set template asl:Panther > blank.csv; "
                                       "combat-odds set listing blank.csv");
  CHECK(blank.exit_code == 2);
  CHECK(has(blank.err, "blank.csv:2:9: nationality is '?'"));
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "config/combat-odds/listings/blank.csv"));
}

TEST_CASE("words are looked for in commands and pages, too") {
  const Workspace workspace;
  CHECK(has(run(workspace, "combat-odds list rarity").out, "combat-odds balance --help"));
  CHECK(has(run(workspace, "combat-odds list rarity").out, "docs/balance.md"));
  CHECK(run(workspace, "combat-odds list clear mines")
            .out.starts_with("combat-odds odds asl.clearance --help"));
  const auto first = [&](const char* words) {
    return run(workspace, std::string("combat-odds list --format csv ") + words).out;
  };
  CHECK(has(first("curve over range | head -2"), "--plot curve.svg"));
  CHECK(has(first("chart to print | head -3"), "--pivot firepower drm"));
  CHECK(has(first("compare two situations | head -2"), "--by broken_or_worse"));
  CHECK(has(first("house rule die | head -2"), "docs/house-rules.md"));
  CHECK(run(workspace, "$(combat-odds list sensitivity | head -1 | sed 's/  .*//')").exit_code ==
        0);
}

TEST_CASE("best play is told in 80 columns") {
  const Workspace workspace;
  for (const char* asked :
       {"asl.assault --preset in-or-not", "asl.close-combat --preset stay-or-withdraw",
        "asl.engagement --preset tracks-or-armor", "asl.fire-groups --preset which-target",
        "sl.engagement --preset duel-of-gunners", "sl.engagement --preset fire-or-move",
        "sl.firefight --preset one-group-or-several", "slammers.duel --preset what-to-pay-for"}) {
    INFO(asked);
    const Run shown = run(workspace, std::string("combat-odds odds ") + asked + " --method exact");
    CHECK(shown.exit_code == 0);
    CHECK(widest(shown.out) <= 80);
  }
}

TEST_CASE("who asks for help is given questions to begin with") {
  const Workspace workspace;
  for (const char* asked : {"help", "'what can you do'"}) {
    const Run shown = run(workspace, std::string("combat-odds odds ") + asked);
    CHECK(shown.exit_code == 2);
    CHECK(has(shown.err, "combat-odds odds asl.rally --unit 4-6-7"));
  }
}

TEST_CASE("help begins with an example, then what is required, then what players change") {
  const Workspace workspace;
  const std::string help = run(workspace, "combat-odds odds asl.fire --help").out;
  const auto at = [&](const char* part) {
    INFO(part);
    const std::size_t found = help.find(part);
    CHECK(found != help.npos);
    return found;
  };
  CHECK(at("For example: combat-odds odds asl.fire") < at("Required parameters:"));
  CHECK(at("Required parameters:") < at("  --target TEXT"));
  CHECK(at("  --target TEXT") < at("Most used:"));
  CHECK(at("Most used:") < at("  --drm NUMBER"));
  CHECK(at("  --drm NUMBER") < at("The rest:"));
  CHECK(at("The rest:") < at("  --sustained-fire"));
  CHECK(at("  --sustained-fire") < at("General options:"));
  CHECK(at("General options:") < at("  --preset"));
  CHECK(at("General options:") < at("  -h,--help"));
}

}  // namespace
}  // namespace combat_odds
