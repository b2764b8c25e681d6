#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

// A number, a unit, a date, yes and no are read alike wherever they are read: as a spreadsheet, a
// word processor or another country writes them.

namespace combat_odds {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

/// Where something is read: in a file or on the command line, in the place of "~".
struct Door {
  std::string command;
  std::string file = {};  ///< its name; empty: none has a "~"
  std::string text = {};
};

std::string filled(std::string text, const std::string& spelled) {
  for (std::size_t at = 0; (at = text.find('~', at)) != std::string::npos; at += spelled.size()) {
    text.replace(at, 1, spelled);
  }
  return text;
}

/// All that comes of it: what is printed and what is written, but for the words that were typed.
std::string answer(const Door& door, const std::string& spelled) {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("budget.csv", "date,side,cpp\n1942-10-20,german,20\n");
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("force.csv", "side,unit,quantity\ngerman,4-6-7,2\n");
  workspace.write("listing.csv",
                  read_file(COMBAT_ODDS_SOURCE "/scenarios/listing/vehicles-and-guns.csv"));
  if (!door.file.empty()) workspace.write(door.file, filled(door.text, spelled));
  const Run result = run(workspace, "combat-odds " + filled(door.command, spelled));
  std::string all = result.err + result.out;
  if (result.exit_code != 0) all += " exit code " + std::to_string(result.exit_code);
  if (fs::exists(workspace.path() / "o")) {
    for (const auto& [name, text] : test::read_folder(workspace.path() / "o").files) {
      if (name != "command.csv") all += name + "\n" + text;
    }
  }
  return all;
}

void check_alike(const std::vector<Door>& doors, const std::string& plain,
                 const std::vector<std::string>& spellings) {
  for (const Door& door : doors) {
    INFO(door.command << " " << door.file << " " << door.text);
    const std::string expected = answer(door, plain);
    CHECK(expected.find("exit code") == std::string::npos);
    for (const std::string& spelled : spellings) {
      INFO(spelled);
      CHECK(answer(door, spelled) == expected);
    }
  }
}

const std::string scenario_head = "scenario,procedure,firepower,target,drm,encircled\n";
const std::string run_it = "run x.csv --method exact --quiet --out o";
const std::string ask_it = "ask --method exact <x.csv";
const std::string campaign_it = "--method exact --quiet --out o";
const std::string plan_it =
    "plan --side german --best squads --method exact --from 20-Oct --to 21-Oct --quiet --out o ";

std::string asked(const std::string& parameters) {
  return R"({"procedure":"asl.fire","parameters":{)" + parameters + "}}\n";
}

TEST_CASE("minus signs and dashes are read as a minus at every door") {
  check_alike(
      {{"odds asl.fire --firepower 8 --target 4-6-7 --drm=~ --method exact"},
       {"odds asl.fire --firepower 8 --target 4-6-7 --drm=~..2 --method exact --format csv"},
       {run_it, "x.csv", scenario_head + "a,asl.fire,8,4-6-7,~,\n"},
       {ask_it, "x.csv", asked(R"("firepower":8,"target":"4-6-7","drm":"~")")},
       {"odds asl.fire --preset mine --presets x.csv --method exact", "x.csv",
        "procedure,preset,meaning,parameters\nasl.fire,mine,a shot,firepower=8;target=4-6-7;"
        "drm=~\n"},
       {"campaign x.csv " + campaign_it, "x.csv",
        "date,side,group,quantity,adjustment\n1942-10-20,german,I1,1,~\n"},
       {"campaign plan.csv --german-balance=~ " + campaign_it},
       {plan_it + "--budget budget.csv --balance=~"},
       {plan_it + "--budget budget.csv --adjust 'I1=~'"},
       {"luck x.csv", "x.csv", "roll,kind\n~,1d6-3\n"},
       {"balance units.csv --range 4 --drm=~ --quiet --out o"}},
      "-1", {"\u22121", "\u20131"});
  // In the middle of an expression, and of dice for a budget.
  check_alike({{"odds dice.roll --expression '2d6~' --method exact"},
               {plan_it + "--budget x.csv", "x.csv", "date,side,cpp\n1942-10-20,german,20~\n"}},
              "-1", {"\u22121", "\u20131"});
}

TEST_CASE("whole numbers with decimals of a spreadsheet are whole numbers at every door") {
  check_alike(
      {{"odds asl.fire --firepower ~ --target 4-6-7 --method exact"},
       {run_it, "x.csv", scenario_head + "a,asl.fire,~,4-6-7,,\n"},
       {ask_it, "x.csv", asked(R"("firepower":"~","target":"4-6-7")")},
       {ask_it, "x.csv", asked(R"("firepower":~,"target":"4-6-7")")},
       {"campaign plan.csv --budget x.csv " + campaign_it, "x.csv",
        "date,side,cpp\n1942-10-20,german,1~\n"},
       {"campaign plan.csv --points x.csv " + campaign_it, "x.csv", "unit,points\n4-6-7,~\n"},
       {plan_it + "--budget x.csv", "x.csv", "date,side,cpp\n1942-10-20,german,1~\n"},
       {plan_it + "--budget budget.csv --at-most 'I1=~'"},
       {"plan --side german --on 20-Oct --cpp ~"},
       {"plan --fpp ~ --values x.csv", "x.csv", "fortification,value\nWire,~\n"},
       {"points x.csv --date 1943-06", "x.csv", "side,unit,quantity\ngerman,4-6-7,~\n"},
       {"luck x.csv", "x.csv", "roll,kind\n~,DR\n"},
       {"balance x.csv --duel sl.firefight --quiet --out o", "x.csv",
        "nationality,unit,points\ngerman,4-6-7,~\nrussian,4-4-7,7\n"},
       {"balance units.csv --range ~ --quiet --out o"}},
      "8", {"8.0", "8.00"});
}

TEST_CASE("units may have dashes at every door") {
  check_alike(
      {{"odds asl.fire --firepower 8 --target '~ 8-1' --method exact"},
       {run_it, "x.csv", scenario_head + "a,asl.fire,8,~,,\n"},
       {ask_it, "x.csv", asked(R"("firepower":8,"target":"~")")},
       {"campaign plan.csv --points x.csv " + campaign_it, "x.csv", "unit,points\n~,8\n"},
       {"points x.csv --date 1943-06", "x.csv", "side,unit,quantity\ngerman,~,8\n"},
       {"balance x.csv --quiet --out o", "x.csv", "nationality,unit\ngerman,~\nrussian,4-4-7\n"}},
      "4-6-7", {"4\u20136\u20137", "4\u22126\u22127", "4\u20116\u20117"});
  check_alike({{"balance x.csv --points 150 --quiet --out o", "x.csv",
                "nationality,unit,leader\ngerman,4-6-7,~\nrussian,4-4-7,\n"}},
              "8-1", {"8\u20131"});
}

TEST_CASE("days are read in every form at every door") {
  check_alike(
      {{"campaign x.csv " + campaign_it, "x.csv", "date,side,group,quantity\n~,german,I1,1\n"},
       {"campaign plan.csv --budget x.csv " + campaign_it, "x.csv", "date,side,cpp\n~,german,20\n"},
       {"campaign plan.csv --weather x.csv " + campaign_it, "x.csv", "date,overcast\n~,1/6\n"},
       {plan_it + "--budget x.csv", "x.csv", "date,side,cpp\n~,german,20\n"},
       {plan_it + "--budget budget.csv --keep x.csv", "x.csv",
        "date,side,group,quantity\n~,german,I1,1\n"},
       {plan_it + "--budget budget.csv --weather x.csv", "x.csv", "date,overcast\n~,1/6\n"},
       {"plan --side german --best squads --method exact --budget budget.csv --from '~' "
        "--to '~' --quiet --out o"},
       {"plan --side german --on '~' --cpp 20"}},
      "1942-10-20",
      {"20.10.1942", "1942/10/20", "1942\u201310\u201320", "20 Oct", "20-Oct", "20\u2013Oct",
       "20 October"});
}

TEST_CASE("months are read in every form at every door") {
  const std::string tanks =
      "procedure,name,vehicle,points,to_hit_drm,year_from\n"
      "sl.engagement,T-34,T-34,150,1,1942-01\nsl.engagement,PzKw IV F2,PzKw IV F2,160,1,";
  check_alike({{"points force.csv --date '~'"},
               {"points force.csv --date '~..1943-08'"},
               {"points force.csv --date 1943-08 --budget 'german@~=900'"},
               {"balance x.csv --date '~' --set range=8 --points 480 --quiet --out o", "x.csv",
                tanks + "1942-03\n"},
               {"balance x.csv --date 1943-08 --set range=8 --points 480 --quiet --out o", "x.csv",
                tanks + "~\n"}},
              "1943-06", {"1943\u201306", "1943/06", "06.1943", "1943-6", "1943-06-01"});
}

TEST_CASE("yes and no are read in every form at every door") {
  const std::vector<std::string> spellings = {"TRUE", "True", "yes", "YES", "Yes"};
  check_alike(
      {{"odds asl.fire --firepower 8 --target 4-6-7 --encircled=~ --method exact"},
       {run_it, "x.csv", scenario_head + "a,asl.fire,8,4-6-7,,~\n"},
       {ask_it, "x.csv", asked(R"("firepower":8,"target":"4-6-7","encircled":"~")")},
       {"odds asl.fire --preset mine --presets x.csv --method exact", "x.csv",
        "procedure,preset,meaning,parameters\nasl.fire,mine,a shot,firepower=8;target=4-6-7;"
        "encircled=~\n"},
       {"odds asl.fire --firepower 8 --target 4-6-7 --terrain woods --charts c --method exact",
        "c/asl/terrain.csv",
        "terrain,also,drm,open,hexside\nopen,,0,~,false\nwoods,,-1,false,false\n"}},
      "true", spellings);
}

TEST_CASE("CSV for a spreadsheet holds no text that it would change") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,target\n4-6-7,asl.fire,8,4-6-7\n"
                  "Oct 5,asl.fire,4,4-6-7\n");
  const std::string make = "combat-odds run s.csv --method exact --quiet --out ";
  REQUIRE(run(workspace, make + "plain").exit_code == 0);
  REQUIRE(run(workspace, make + "marked --for-spreadsheet").exit_code == 0);
  const fs::path marked = workspace.path() / "marked";
  CHECK(read_file(marked / "distribution.csv").starts_with("\xef\xbb\xbfscenario,"));
  CHECK(read_file(marked / "command.csv").starts_with("option,"));
  for (const char* const file : {"distribution.csv", "situations.csv"}) {
    // What a spreadsheet takes for a date: numbers with signs between them, months.
    const std::string text = read_file(marked / file);
    for (const char* const changed : {"\n4-6-7,", ",4-6-7,", "\nOct 5,", ",4-6-7\n"}) {
      CHECK(text.find(changed) == std::string::npos);
    }
    CHECK(text.find("'4-6-7") != std::string::npos);
    // The program reads the same from both.
    const CsvTable one = test::read_csv_file(workspace.path() / "plain" / file);
    const CsvTable other = test::read_csv_file(marked / file);
    REQUIRE(one.rows.size() == other.rows.size());
    for (std::size_t row = 0; row < one.rows.size(); ++row) {
      for (std::size_t cell = 0; cell < one.header.size(); ++cell) {
        CHECK(one.rows[row][cell].text == other.rows[row][cell].text);
      }
    }
  }
  // So do the commands that read folders.
  CHECK(run(workspace,
            "combat-odds report marked --out marked.md && combat-odds report plain "
            "--out plain.md && cmp <(grep -v out marked.md | head -n -1) <(grep -v out "
            "plain.md | head -n -1)")
            .exit_code == 0);
  const Run printed = run(workspace, "combat-odds roll 2d6 --method exact --for-spreadsheet");
  CHECK(printed.out.find(",'1/36,") != std::string::npos);
  CHECK(printed.out.find(",1/36,") == std::string::npos);
  CHECK(refused_run(workspace, "combat-odds roll 2d6 --format json --for-spreadsheet") ==
        "--for-spreadsheet is for CSV (--format csv)\n");
}

}  // namespace
}  // namespace combat_odds
