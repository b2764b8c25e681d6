#include "core/text/csv.hpp"
#include "core/text/csv_columns.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::lines_of;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string head = "scenario,procedure,firepower,target\n";

TEST_CASE("semicolons separate fields if the first line has them and no commas") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario;procedure;firepower;target\r\nsweep;asl.fire;4, 8;4-6-7\r\n"
                  "\"a;b\";asl.fire;8;4-4-7\r\n");
  const Run made = run(workspace, "combat-odds run s.csv --out out --quiet --method exact");
  CHECK(made.err == "");
  const std::string situations = read_file(workspace.path() / "out" / "situations.csv");
  CHECK(has(situations, "\nsweep[firepower=8],asl.fire,8,"));
  CHECK(has(situations, "\na;b,asl.fire,8,"));
  workspace.write("long.csv", "scenario;procedure;firepower;target\na;asl.fire;8;4-6-7;1\n");
  CHECK(has(run(workspace, "combat-odds run long.csv --out no").err,
            "long.csv:2:20: 5 fields where the first line has 4 (quote a field that has "
            "semicolons)"));
  // Lines without anything before the first are none.
  workspace.write("blank.csv", "\r\n\nscenario;procedure;firepower;target\na;asl.fire;8;4-6-7\n");
  CHECK(run(workspace, "combat-odds run blank.csv --out blank --quiet --method exact").err == "");
}

TEST_CASE("a comma in a number is what the file's author means by it, or is asked back") {
  const Workspace workspace;
  const auto situations = [&](const std::string& cell) {
    workspace.write("s.csv",
                    "scenario;procedure;firepower;target\na;asl.fire;" + cell + ";4-6-7\n");
    const Run made =
        run(workspace, "combat-odds run s.csv --out out --force --quiet --method exact");
    return made.exit_code == 0 ? read_file(workspace.path() / "out" / "situations.csv") : made.err;
  };
  // 12.5 FP, not 12 FP and 5 FP.
  CHECK(has(situations("12,5"), "\na,asl.fire,12.5,"));
  CHECK(has(situations("12, 5"), "\na[firepower=5],asl.fire,5,"));
  CHECK(has(situations("4,8,12"), "\na[firepower=12],asl.fire,12,"));
  CHECK(has(situations("1,200"),
            "s.csv:2:12: firepower is '1,200': 1 and 200, or 1200? ('1, 200' or 1200)"));
  // In a file with commas between the fields a quoted list stays a list.
  workspace.write("c.csv", head + "a,asl.fire,\"12,5\",4-6-7\nb,asl.fire,\"1,200\",4-6-7\n");
  CHECK(refused_run(workspace, "combat-odds run c.csv --out no") ==
        "c.csv:3:12: firepower is '1,200': 1 and 200, or 1200? ('1, 200' or 1200)\n");
}

TEST_CASE("what spreadsheets make of a file is read") {
  const Workspace workspace;
  // Empty columns on the right, and the separator in a line of its own in front.
  const CsvTable table = read_csv("sep=;\r\na;b;;\r\n1;2;;\r\n", "x.csv");
  REQUIRE(table.header.size() == 2);
  CHECK(table.rows[0][1].text == "2");
  CHECK(table.rows[0][1].line == 3);
  CHECK(read_csv("a,b,,\n1,2,,\n", "x.csv").rows[0].size() == 2);
  CHECK_THROWS_AS(read_csv("a,,b\n1,,2\n", "x.csv"), InputError);
  // Whole numbers with decimals, dates as they are shown.
  workspace.write("b.csv",
                  "date,side,cpp\n17.10.1942,german,12\n1942/10/18,german,12\n19 Oct,german,12\n");
  workspace.write("p.csv", "date,side,group,quantity\n17.10.1942,german,I1,1.0\n");
  const Run campaign = run(workspace,
                           "combat-odds campaign p.csv --budget b.csv --method exact --quiet "
                           "--out o");
  CHECK(campaign.err == "");
  workspace.write("p.csv", "date,side,group,quantity\n17.10.1942,german,I1,1.5\n");
  CHECK(has(run(workspace, "combat-odds campaign p.csv --budget b.csv --out n").err,
            "quantity is '1.5'"));
  // 4-6-7 is the fourth of June 2007 to a spreadsheet.
  workspace.write("s.csv", head + "a,asl.fire,8,2007-06-04\n");
  CHECK(has(run(workspace, "combat-odds run s.csv --out n").err,
            "'2007-06-04' is not a unit (a unit such as 4-6-7; a spreadsheet made a date of it: "
            "make the column text)"));
}

TEST_CASE("a rule in Lua may begin with a byte order mark") {
  const Workspace workspace;
  workspace.write(
      "rules/rule.lua",
      "\xef\xbb\xbfreturn {name = 'my.rule', summary = 'x', resolve = function() return "
      "'a' end}");
  const Run odds = run(workspace, "combat-odds odds my.rule --rules rules");
  CHECK(odds.err == "");
  CHECK(odds.exit_code == 0);
}

TEST_CASE("text inside quotes of the first line does not separate its fields") {
  const CsvTable lists = read_csv("\"units, all\";points\na;1\n", "x.csv");
  REQUIRE(lists.header.size() == 2);
  CHECK(lists.header[0].text == "units, all");
  CHECK(lists.rows[0][1].text == "1");
  CHECK(read_csv("\"a;b\"\nc\n", "x.csv").header.size() == 1);
}

TEST_CASE("tabs and blanks around a field are kept as it is written and read again") {
  for (const std::string text : {"a\t", "\ta", " a", "a ", "\t"}) {
    CHECK(read_csv("head,end\n" + csv_field(text) + ",1\n", "x.csv").rows[0][0].text == text);
  }
  CHECK(csv_field("a\tb c") == "a\tb c");
}

TEST_CASE("Windows-1252 is recognized by its letters and refused") {
  const Workspace workspace;
  workspace.write("s.csv", head + "M\xfcller,asl.fire,8,4-6-7\n");
  CHECK(refused_run(workspace, "combat-odds run s.csv --out out") ==
        "s.csv:2:2: byte 0xfc is not text (a CSV file in UTF-8; this one looks like Windows-1252: "
        "have it saved as 'CSV UTF-8')\n");
}

TEST_CASE("run and luck report all faults at once, a line each") {
  const Workspace workspace;
  workspace.write("s.csv", head +
                               "a,asl.fire,3..1,4-6-7\nb,asl.fier,8,4-6-7\n,asl.fire,8,4-6-7\n"
                               "d,asl.fire,8,4-6-7\nd,asl.fire,4,4-6-7\n");
  const Run faulty = run(workspace, "combat-odds run s.csv --out out");
  CHECK(faulty.exit_code == 2);
  const std::vector<std::string> told = lines_of(faulty.err);
  REQUIRE(told.size() == 4);
  CHECK(has(told[0], "s.csv:2:12: the range 3..1 of firepower runs backwards"));
  CHECK(told[1] == "s.csv:3:3: no procedure 'asl.fier' (did you mean 'asl.fire'?)");
  CHECK(told[2] == "s.csv:4:1: a scenario without a name (any text)");
  CHECK(has(told[3], "s.csv:6:1: scenario 'd' of asl.fire stands at s.csv:5 already"));
  // The meaning of values is checked once all of them can be read.
  workspace.write("units.csv", head + "a,asl.fire,8,4-6\nb,asl.fire,8,x\n");
  CHECK(lines_of(run(workspace, "combat-odds run units.csv --out out").err).size() == 2);
  // With a line that can't be read, too; then several faults in one line.
  workspace.write("mixed.csv", head + "a,asl.fire,8,4-6\nb,asl.fire,3..1,4-6-7\n");
  const std::vector<std::string> mixed =
      lines_of(run(workspace, "combat-odds run mixed.csv --out out").err);
  REQUIRE(mixed.size() == 2);
  CHECK(has(mixed[0], "mixed.csv:2:14: '4-6' is not a unit"));
  CHECK(has(mixed[1], "mixed.csv:3:12: the range 3..1"));
  workspace.write("line.csv",
                  "scenario,procedure,firepower,drm,elr,target\na,asl.fire,8,99,9,4-6-7\n");
  const std::vector<std::string> in_one =
      lines_of(run(workspace, "combat-odds run line.csv --out out").err);
  REQUIRE(in_one.size() == 2);
  CHECK(has(in_one[0], "line.csv:2:14: drm is '99'"));
  CHECK(has(in_one[1], "line.csv:2:17: elr is '9'"));
  workspace.write("log.csv", "roll,kind\n13,DR\n7,Dr\n3+4,dr\n5,dr\n");
  const Run luck = run(workspace, "combat-odds luck log.csv");
  CHECK(luck.err ==
        "log.csv:2:1: roll is '13' (a whole number from 2 to 12)\n"
        "log.csv:3:3: kind is 'Dr' (dr for one die, DR for two, or dice such as d20, 2d10 or '4d6 "
        "kh3')\n"
        "log.csv:4:1: roll of a dr is '3+4' (one die, from 1 to 6)\n");
}

TEST_CASE("names that begin like formulas are allowed, and harmless in a spreadsheet") {
  const Workspace workspace;
  workspace.write("s.csv", head + "+1 leader,asl.fire,8,4-6-7\n'=x,asl.fire,4,4-6-7\n");
  REQUIRE(run(workspace, "combat-odds run s.csv --out out --quiet --method exact").err == "");
  for (const char* const file : {"situations.csv", "distribution.csv"}) {
    const std::string text = read_file(workspace.path() / "out" / file);
    CHECK(has(text, "\n'+1 leader,asl.fire,"));
    CHECK(has(text, "\n'=x,asl.fire,"));
  }
  // A text that was written is read back as the same name.
  REQUIRE(
      run(workspace, "combat-odds run out/situations.csv --out again --quiet --method exact").err ==
      "");
  CHECK(read_file(workspace.path() / "again" / "situations.csv") ==
        read_file(workspace.path() / "out" / "situations.csv"));
  REQUIRE(run(workspace, "combat-odds report out --out page.html").exit_code == 0);
  CHECK(has(read_file(workspace.path() / "page.html"), ">+1 leader</h3>"));
  const Run ranked = run(workspace, "combat-odds compare s.csv --by no_effect --method exact");
  CHECK(has(ranked.out, "\n+1 leader "));
}

TEST_CASE("a text that a spreadsheet would take for a formula stands behind an apostrophe") {
  struct Case {
    const char* text;
    const char* field;
  };
  for (const auto& [text, field] :
       {Case{"=1+1", "'=1+1"}, Case{"+1 leader", "'+1 leader"}, Case{"-2..2", "'-2..2"},
        Case{"@x", "'@x"}, Case{"=\"a\",b", "\"'=\"\"a\"\",b\""}, Case{"-", "'-"},
        // Numbers are no formulas.
        Case{"-2", "-2"}, Case{"-1.5e-05", "-1.5e-05"},
        // An apostrophe of one's own is not lost.
        Case{"'=x", "''=x"}, Case{"''-2", "'''-2"}, Case{"'s", "'s"}, Case{"4-6-7", "4-6-7"},
        // Quotes around what would end the field or be lost, each quote inside doubled.
        Case{"a\nb", "\"a\nb\""}, Case{"say \"x\"", "\"say \"\"x\"\"\""}, Case{"\"", "\"\"\"\""},
        Case{"a ", "\"a \""}, Case{" a", "\" a\""}}) {
    INFO(text);
    CHECK(csv_field(text) == field);
    CHECK(read_csv("a,b\n" + csv_field(text) + ",1\n", "x.csv").rows[0][0].text == text);
  }
}

TEST_CASE("words of a stranger's rule and of a stranger's presets are inert in a spreadsheet") {
  const Workspace workspace;
  workspace.write("rules/odd.lua",
                  "return {name = 'odd.rule', summary = '=SUM(1)',\n"
                  "outcomes = {{'=cmd', 'it does'}},\n"
                  "resolve = function() return '=cmd' end}");
  workspace.write("presets.csv",
                  "procedure,preset,meaning,parameters\nasl.fire,mine,@now,firepower=8;"
                  "target=4-6-7\n");
  const std::string rules = " --rules rules ";
  const Run odds = run(workspace, "combat-odds odds odd.rule --method exact --format csv" + rules);
  CHECK(has(odds.out, ",outcome,'=cmd,,,,,1,1/1,,\n"));
  CHECK(has(run(workspace, "combat-odds list --format csv" + rules).out, ",'=SUM(1)\n"));
  CHECK(has(run(workspace, "combat-odds list --presets presets.csv --format csv").out,
            "asl.fire,mine,'@now,"));

  // What was written is read again as it was.
  workspace.write("s.csv", "scenario,procedure\na,odd.rule\n");
  const Run made = run(workspace, "combat-odds run s.csv --out out --trials 1000" + rules);
  REQUIRE(made.err == "");
  CHECK(has(read_file(workspace.path() / "out/distribution.csv"), "a,odd.rule,outcome,'=cmd,"));
  REQUIRE(
      run(workspace, "combat-odds report out --format markdown --out out.md" + rules).exit_code ==
      0);
  CHECK(has(read_file(workspace.path() / "out.md"), "| =cmd "));
  CHECK_FALSE(has(read_file(workspace.path() / "out.md"), "'=cmd"));
}

TEST_CASE("what was typed is inert in command.csv, and read again as it was typed") {
  const Workspace workspace;
  workspace.write("=s.csv", head + "a,asl.fire,8,4-6-7\n");
  REQUIRE(run(workspace, "combat-odds run =s.csv --out out --quiet --trials 1000").err == "");
  CHECK(has(read_file(workspace.path() / "out/command.csv"), ",'=s.csv\n"));
  CHECK(has(read_file(workspace.path() / "out/command.csv"), "\n--trials,1000\n"));
  REQUIRE(run(workspace, "combat-odds report out --out out.html").exit_code == 0);
  CHECK(has(read_file(workspace.path() / "out.html"), "combat-odds run =s.csv "));
}

TEST_CASE("headings and fields of a CSV file come from one list") {
  struct Part {
    int number = 0;
    std::optional<double> share;
  };
  struct Line {
    std::string name;
    Part part;
    bool sure = false;
    std::optional<Part> second = {};
  };
  CsvColumns<Part> part;
  part.add("number", &Part::number).add("share", &Part::share);
  CsvColumns<Line> columns;
  columns.add("name", &Line::name)
      .include(part, &Line::part)
      .add("twice", [](const Line& line) { return 2 * line.part.number; })
      .add("sure", &Line::sure)
      .include(part, &Line::second);
  CHECK(columns.table(
            std::vector<Line>{{"a,b", {-1, 0.1}, true}, {"-x", {7, {}}, false, Part{2, 0.5}}}) ==
        "name,number,share,twice,sure,number,share\n"
        "\"a,b\",-1,0.1,-2,true,,\n"
        "'-x,7,,14,false,2,0.5\n");
  CHECK(columns.table(std::vector<Line>{}) == "name,number,share,twice,sure,number,share\n");
  // Nothing in the first columns of a line: no comma in front of it.
  CsvColumns<Line> second;
  second.include(part, &Line::second).add("sure", &Line::sure);
  CHECK(second.lines(std::vector<Line>{{"a", {}, true}}) == ",,true\n");
}

TEST_CASE("case does not matter in names, headings, choices and yes or no") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "Scenario,PROCEDURE,Firepower,Target,Cowering,NOTE\n"
                  "a,ASL.Fire,8,4-6-7,COWER,x\n");
  CHECK(run(workspace, "combat-odds run s.csv --out out --quiet --Method EXACT").err == "");
  CHECK(has(read_file(workspace.path() / "out" / "situations.csv"), "\na,asl.fire,8,"));
  workspace.write("sl.csv",
                  "scenario,procedure,firepower,target,sustained_fire\n"
                  "a,sl.fire,8,4-6-7,TRUE\nb,sl.fire,8,4-6-7,Yes\nc,sl.fire,8,4-6-7,no\n");
  CHECK(run(workspace, "combat-odds run sl.csv --out sl --quiet --method exact").err == "");
  CHECK(run(workspace,
            "combat-odds ODDS ASL.FIRE --FIREPOWER 8 --Target 4-6-7 --format CSV "
            "--method exact")
            .out.starts_with("scenario,procedure,kind,"));
  workspace.write("force.csv", "Side,Unit,Quantity\nGerman,4-6-7,2\n");
  CHECK(run(workspace, "combat-odds points force.csv --date 1942-10").err == "");
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-17,German,rifle coy,1\n");
  CHECK(run(workspace, "combat-odds campaign plan.csv --trials 1k --quiet --out plan").err == "");
}

TEST_CASE("a value that was not quoted gets the hint to quote it") {
  const Workspace workspace;
  CHECK(run(workspace, "combat-odds odds asl.fire --firepower 8 --target 3*4-6-7 8-1").err ==
        "combat-odds: '8-1' is not known here (quote a value with spaces: --target '3*4-6-7 "
        "8-1')\n");
  CHECK(run(workspace, "combat-odds odds asl.fire --fp 8 --target 4-6-7").err ==
        "combat-odds: '--fp' is not known here (did you mean '--firepower'?)\n");
}

TEST_CASE("list takes a game; an abbreviation finds the name") {
  const Workspace workspace;
  const std::vector<std::string> asl =
      lines_of(run(workspace, "combat-odds list asl --format csv").out);
  REQUIRE(asl.size() > 5);
  for (std::size_t i = 1; i < asl.size(); ++i) CHECK(asl[i].starts_with("asl."));
  CHECK(has(run(workspace, "combat-odds list Slammers").out, "slammers.direct-fire"));
  CHECK(has(run(workspace, "combat-odds list 'red barricades'").out, "rb.company"));
  CHECK(lines_of(run(workspace, "combat-odds list asl.fire --format csv").out).size() == 2);
  CHECK(run(workspace, "combat-odds list asll").err ==
        "list: nothing is about 'asll' (did you mean 'asl'?)\n");
  const Run platoon = run(workspace, "combat-odds odds rb.platoon --group PSW --date 1942-10-17");
  CHECK(has(platoon.err, "PSW"));
}

TEST_CASE("own presets: a file, or the usual place; --preset, list and completion know them") {
  const Workspace workspace;
  const std::string table =
      "procedure,preset,meaning,parameters\n"
      "asl.fire,my-nest,my own nest,firepower=12;drm=2;target=4-4-7\n";
  workspace.write("mine.csv", table);
  workspace.write("config/combat-odds/presets.csv",
                  "procedure,preset,meaning,parameters\n"
                  "asl.fire,usual,the usual,firepower=4;target=4-6-7\n");
  const std::string ask = "combat-odds odds asl.fire --method exact --format csv --preset ";
  CHECK(run(workspace, ask + "my-nest --presets mine.csv").exit_code == 0);
  CHECK(run(workspace, ask + "my-nest").exit_code == 2);
  const std::string home = "export XDG_CONFIG_HOME=\"$PWD/config\"; ";
  CHECK(run(workspace, home + ask + "usual").exit_code == 0);
  CHECK(run(workspace, ask + "usual").exit_code == 2);
  CHECK(has(run(workspace, home + "combat-odds list --presets asl.fire").out, "usual"));
  const std::string both =
      run(workspace, home + "combat-odds list asl.fire --presets mine.csv").out;
  CHECK(has(both, "my-nest"));
  CHECK(has(both, "usual"));
  CHECK(has(run(workspace, "combat-odds completion bash --presets mine.csv").out, "my-nest"));
  CHECK(has(run(workspace, "combat-odds describe asl.fire --presets mine.csv").out, "my-nest"));
  workspace.write("faulty.csv", table + "asl.fire,other,x,firepowr=8\n");
  CHECK(has(run(workspace, ask + "my-nest --presets faulty.csv").err,
            "faulty.csv:3:18: asl.fire has no parameter 'firepowr' (did you mean 'firepower'?)"));
}

TEST_CASE("charts lists the charts and writes them with their confidence") {
  const Workspace workspace;
  CHECK(has(run(workspace, "combat-odds charts").out, "asl/ift.csv"));
  CHECK(run(workspace, "combat-odds charts --format csv")
            .out.starts_with("chart,title,rule,confidence,file,notes\n"));
  REQUIRE(run(workspace, "combat-odds charts --export mine").exit_code == 0);
  CHECK(read_file(workspace.path() / "mine/asl/ift.csv") ==
        read_file(COMBAT_ODDS_SOURCE "/sim/asl/infantry/ift.csv"));
  CHECK(read_file(workspace.path() / "mine/asl/index.csv") ==
        read_file(COMBAT_ODDS_SOURCE "/sim/asl/index.csv"));
  // --charts takes all of them.
  const Run asked =
      run(workspace,
          "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --charts mine --method exact");
  CHECK(asked.err == "");
  CHECK(has(asked.out, "'user'"));
  CHECK(has(refused_run(workspace, "combat-odds charts --export mine"),
            "is there already (another folder)"));
}

TEST_CASE("bash completes --by, --show and --over with the procedure's names") {
  const Workspace workspace;
  const auto offered = [&](const std::string& words, int cursor) {
    return run(workspace,
               "combat-odds completion bash >completion && source ./completion && COMP_WORDS=(" +
                   words + ") COMP_CWORD=" + std::to_string(cursor) +
                   " && _combat_odds && echo \" ${COMPREPLY[*]} \"")
        .out;
  };
  CHECK(has(offered("combat-odds odds asl.fire --by ''", 4), " reduced_broken "));
  CHECK(offered("combat-odds odds asl.fire --show unh", 4) == " unharmed \n");
  CHECK(offered("combat-odds odds asl.fire --over att", 4) == " attacks \n");
}

TEST_CASE("merge can be quiet") {
  const Workspace workspace;
  workspace.write("s.csv", head + "a,asl.fire,8,4-6-7\n");
  REQUIRE(run(workspace,
              "combat-odds run s.csv --trials 100k --shard 1/2 --out a --quiet && combat-odds run "
              "s.csv --trials 100k --shard 2/2 --out b --quiet")
              .exit_code == 0);
  CHECK(run(workspace, "combat-odds merge a b --out c --quiet").out == "");
  CHECK(run(workspace, "combat-odds merge a b --out d").out == "2 shards added up: d\n");
}

}  // namespace
}  // namespace combat_odds
