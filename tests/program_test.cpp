#include <algorithm>
#include <set>

#include "core/text/csv.hpp"
#include "sim/declare/parameter.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"
#include "tests/support/sanitized.hpp"

namespace combat_odds {
namespace {

using test::lines_of;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string line = "scenario,procedure,firepower,drm,target\n";

/// Bad input: exit code 2, one line that says this, nothing on standard output, no report.
void check_refused(const Workspace& workspace, const std::string& command,
                   const std::string& says) {
  CHECK(refused_run(workspace, command) == says + "\n");
}

TEST_CASE("list names the procedures under the contract's header") {
  const Workspace workspace;
  const Run list = run(workspace, "combat-odds list --format csv");
  CHECK(list.exit_code == 0);
  CHECK(lines_of(list.out).front() == "procedure,game,rule,summary");
  CHECK(list.out.find("\nasl.fire,asl,A7.3,") != std::string::npos);
  CHECK(run(workspace, "combat-odds list --format json").out.find("\"procedure\": \"sl.fire\"") !=
        std::string::npos);
}

TEST_CASE("describe shows parameters, results, rule and charts with their confidence") {
  const Workspace workspace;
  const std::string text = run(workspace, "combat-odds describe sl.fire").out;
  for (const char* const part :
       {"Rule: COI 10, 12, 17.5, 64.48, 95", "--firepower  a number from 0 to 1000", "[required]",
        "[default false]", "Outcomes", "eliminated", "Events", "Measures",
        "squad-leader/ift.csv (Infantry Fire Table, 10), confidence: derived"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("odds in CSV: the contract's columns, exact fractions, empty cells for nothing") {
  const Workspace workspace;
  const std::string header =
      "scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,"
      "seed";
  const std::string ask =
      "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --format csv ";
  const auto exact = lines_of(run(workspace, ask + "--method exact").out);
  CHECK(exact.at(0) == header);
  // 8 FP at +1: only a K/2 on an Original 2, and the half-squad's 12 on its MC: 1/36 of 1/36.
  CHECK(exact.at(1) == "asl.fire,asl.fire,outcome,eliminated,,,,,0.0007716049382716049,1/1296,,");
  const auto simulated =
      lines_of(run(workspace, ask + "--method monte-carlo --trials 5k --seed 9").out);
  CHECK(simulated.at(0) == header);
  CHECK(simulated.at(1).ends_with(",,,5000,9"));
  const auto both = lines_of(run(workspace, ask + "--trials 5k").out);
  CHECK(both.at(1).ends_with(",0.0007716049382716049,1/1296,5000,1"));
}

TEST_CASE("lists and ranges make one situation for every combination, named by what varies") {
  const Workspace workspace;
  const Run sweep =
      run(workspace,
          "combat-odds odds asl.fire --firepower 4,8 --drm -1..0 --target 4-6-7,4-4-7 "
          "--method exact --format csv");
  for (const char* const name : {"\"asl.fire[firepower=4,drm=-1,target=4-6-7]\"",
                                 "\"asl.fire[firepower=8,drm=0,target=4-4-7]\""}) {
    CHECK(sweep.out.find(name) != std::string::npos);
  }
}

TEST_CASE("a text may stand in a file, a part a line") {
  const Workspace workspace;
  workspace.write("turn.txt",
                  "# Prep Fire\r\nfire 8 1;  # all, of course\r\n\n  fire 4 0 x2\nrout");
  workspace.write("other.txt", "fire 4 0\n");
  const std::string ask =
      "combat-odds odds sl.assault --defender 4-4-7 --method exact --format csv --steps ";
  const Run file = run(workspace, ask + "turn.txt");
  CHECK(file.exit_code == 0);
  CHECK(file.out == run(workspace, ask + "'fire 8 1; fire 4 0 x2; rout'").out);
  CHECK(run(workspace, ask + "turn.txt,other.txt").out ==
        run(workspace, ask + "'fire 8 1; fire 4 0 x2; rout,fire 4 0'").out);
  CHECK(refused_run(workspace, ask + "none.txt").find("none.txt: ") == 0);
}

TEST_CASE("run writes its reports, and how they were made") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,drm,target,sustained_fire,note\n"
                  "open,asl.fire,8,\"-1,0\",4-6-7,,a note\n"
                  "stack,sl.fire,8,,2*4-6-7 8-1,true,\n");
  const Run result = run(workspace, "combat-odds run s.csv --out out/deep --trials 20k --quiet");
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err.empty());
  const auto folder = workspace.path() / "out" / "deep";
  CHECK(lines_of(read_file(folder / "distribution.csv"))
            .at(1)
            .starts_with("open[drm=-1],asl.fire,outcome,"));
  const auto situations = lines_of(read_file(folder / "situations.csv"));
  CHECK(situations.at(0).starts_with(
      "scenario,procedure,firepower,drm,cowering,attacks,target,status,elr,target_state,casualty_vp,"));
  CHECK(situations.at(0).ends_with(",working"));
  CHECK(situations.at(1).starts_with("open[drm=-1],asl.fire,8,-1,none,1,4-6-7,good,5,,false,"));
  CHECK(situations.at(3).starts_with("stack,sl.fire,8,0,,,2*4-6-7 8-1,good,,"));
  // It is a scenario file itself.
  workspace.write("again.csv", read_file(folder / "situations.csv"));
  CHECK(run(workspace, "combat-odds run again.csv --out again --trials 20k --quiet").exit_code ==
        0);
  const auto summary = lines_of(read_file(folder / "summary.csv"));
  CHECK(
      summary.at(0) ==
      "scenario,procedure,measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,p05,"
      "median,p95,chance");
  CHECK(summary.at(1).starts_with("stack,sl.fire,eliminated,"));
  const std::string command = read_file(folder / "command.csv");
  CHECK(command.starts_with("option,value\nprogram,combat-odds "));
  CHECK(test::has(
      command,
      "\ncommand,run\nSCENARIOS,s.csv\n--trials,20k\n--seed,1\n--method,both\n--confidence,0.95\n"
      "file,charts.csv "));
  const std::string charts = read_file(folder / "charts.csv");
  CHECK(charts.find("asl/ift.csv,Infantry Fire Table,A7.3,verbatim") != std::string::npos);
  CHECK(charts.find("squad-leader/ift.csv,Infantry Fire Table,10,derived") != std::string::npos);
}

TEST_CASE("the same seed gives the same bytes on any number of threads, another seed others") {
  const Workspace workspace;
  workspace.write("s.csv", line + "a,asl.fire,\"4,8\",0,\"4-6-7,2*4-6-7 8-1\"\n");
  const std::string start = "combat-odds run s.csv --quiet --trials 300k ";
  REQUIRE(run(workspace, start + "--threads 1 --out one && " + start +
                             "--threads 5 --out five && " + start + "--seed 2 --out other")
              .exit_code == 0);
  const auto report = [&](const char* folder) {
    return read_file(workspace.path() / folder / "distribution.csv");
  };
  CHECK(report("one") == report("five"));
  CHECK(report("one") != report("other"));
}

TEST_CASE("the user's own chart replaces the built-in one and is named") {
  const Workspace workspace;
  std::string ift = read_file(COMBAT_ODDS_SOURCE "/sim/asl/infantry/ift.csv");
  workspace.write("mine/asl/ift.csv", ift);
  const Run same =
      run(workspace,
          "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --charts mine --method exact");
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("note: chart asl/ift.csv (Infantry Fire Table) is 'user'") !=
        std::string::npos);

  workspace.write("bad/asl/ift.csv", ift.replace(ift.find("7KIA"), 4, "7KAI"));
  check_refused(workspace, "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --charts bad",
                "bad/asl/ift.csv:2:53: '7KAI' is not a result (#KIA, K/#, #MC, NMC, PTC or -)");
  workspace.write("short/asl/ift.csv", "final_dr,1\n0,1KIA\n1,K/1\n");
  check_refused(workspace, "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --charts short",
                "short/asl/ift.csv:3:1: the row for Final DR 2 is missing (rows 0 to 15)");
  workspace.write("misnamed/asl/itf.csv", "x\n1\n");
  check_refused(
      workspace, "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --charts misnamed",
      "misnamed/asl/itf.csv is not a chart of this program (did you mean 'asl/ift.csv'?)");
}

TEST_CASE("a parameter named as an option of odds is asked as --parameter-...") {
  const Workspace workspace;
  const std::string help = run(workspace, "combat-odds odds --help").out;
  std::size_t options = 0;
  for (std::size_t at = help.find("  --"); at != help.npos; at = help.find("  --", at + 1)) {
    const std::size_t begin = at + 4;
    const std::string option =
        help.substr(begin, help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin) - begin);
    std::string name = option;
    std::replace(name.begin(), name.end(), '-', '_');
    INFO(option);
    CHECK(combat_odds::option_of(name) == "--parameter-" + option);
    ++options;
  }
  CHECK(options >= 35);
  CHECK(test::has(run(workspace, "combat-odds describe sl.engagement").out, "--parameter-until"));
}

TEST_CASE("a faulty command line: one line with what would be right, exit code 2") {
  const Workspace workspace;
  const std::string fire = "combat-odds odds asl.fire --firepower 8 --target 4-6-7 ";
  const auto refused = [&](const std::string& command, const std::string& says) {
    check_refused(workspace, command, says);
  };
  const std::string first_steps =
      "combat-odds: what are the odds? Three questions to begin with:\n"
      "  combat-odds odds '2*4-6-7 LMG 8-1 at 4-4-7 in a stone building, range 3'\n"
      "  combat-odds odds asl.rally --unit 4-6-7 --leader 8-1 --terrain stone\n"
      "  combat-odds roll 2d6+1\n"
      "'combat-odds list clear mines' looks for words, 'combat-odds list' names all that can be asked,\n"
      "'combat-odds --help' the commands.";
  refused("combat-odds", first_steps);
  refused("combat-odds odds", first_steps);
  refused("combat-odds oods", "combat-odds: no command 'oods' (did you mean 'odds'?)");
  refused("combat-odds odds asl.fier",
          "combat-odds: no procedure 'asl.fier' (did you mean 'asl.fire'?)");
  refused("combat-odds describe sl.fir",
          "combat-odds: no procedure 'sl.fir' (did you mean 'sl.fire'?)");
  refused(
      "combat-odds odds asl.fire --target 4-6-7",
      "combat-odds: --firepower is missing: with what is fired? (the FP of the attack, or --attackers "
      "such as '2*4-6-7 LMG' with their --range)");
  refused(fire + "--firepowr 8",
          "combat-odds: '--firepowr' is not known here (did you mean '--firepower'?)");
  refused(fire + "--drm x", "--drm is 'x' (a whole number from -20 to 20)");
  refused(fire + "--drm 1.5", "--drm is '1.5' (a whole number from -20 to 20)");
  refused(fire + "--drm 21", "--drm is '21' (a whole number from -20 to 20)");
  refused(fire + "--drm 4..-2", "--drm: the range 4..-2 of drm runs backwards (-2..4)");
  refused(fire + "--drm 1,1", "--drm names 1 twice (each value once)");
  refused("combat-odds odds asl.rout --unit 4-6-7,",
          "--unit has an empty value (one unit: a squad such as 4-6-7 or a leader such as 8-1)");
  refused(fire + "--cowering cowr", "--cowering is 'cowr' (did you mean 'cower'?)");
  refused(
      "combat-odds odds asl.fire --firepower 8 --target 4-6",
      "--target: '4-6' is not a unit (a squad or crew such as 4-6-7, a leader such as 8-1 or 6+1)");
  refused(
      fire + "--trials 0",
      "--trials: '0' is not possible (a whole number from 1 to 1e15, such as 250000, 1e6 or 10M)");
  refused(fire + "--seed -1", "--seed: '-1' is not possible (a whole number from 0 to 2^64 - 1)");
  refused(fire + "--method exakt", "--method: 'exakt' is not possible (did you mean 'exact'?)");
  refused(fire + "--confidence 2",
          "--confidence: '2' is not possible (a number from 1e-12 to 1 - 1e-12, such as 0.95)");
  refused(fire + "--format xml",
          "--format: 'xml' is not possible (one of table, csv, json, markdown)");
  refused(fire + "--threads none",
          "--threads: 'none' is not possible (a whole number from 1 to 4096)");
}

TEST_CASE("a faulty scenario file: the place, what is wrong, exit code 2 and nothing written") {
  const Workspace workspace;
  const auto refused = [&](const std::string& text, const std::string& says) {
    workspace.write("s.csv", text);
    check_refused(workspace, "combat-odds run s.csv --out out", says);
  };
  check_refused(workspace, "combat-odds run none.csv --out out",
                "none.csv: cannot be read: No such file or directory (a CSV file)");
  check_refused(workspace, "combat-odds run . --out out",
                ".: cannot be read: Is a directory (a CSV file)");
  refused("", "s.csv:1:1: the file is empty (a first line with the names of the columns)");
  refused(line, "s.csv:2:1: no scenario under the first line (a line for each scenario)");
  refused(std::string("scenario,procedure\n\x7f"
                      "ELF\x01\x02",
                      25),
          "s.csv:2:1: byte 0x7f is not text (a CSV file in UTF-8)");
  refused(
      line + "a,asl.fire,\"8\"x,0,4-6-7\n",
      "s.csv:2:15: a stray quote (quotes around the whole field, and \"\" for a quote inside it)");
  refused(
      line + "a,asl.fire,\"8\"  x,0,4-6-7\n",
      "s.csv:2:17: a stray quote (quotes around the whole field, and \"\" for a quote inside it)");
  refused(
      line + "a,asl.fire,\u00e4\"8,0,4-6-7\n",
      "s.csv:2:13: a stray quote (quotes around the whole field, and \"\" for a quote inside it)");
  refused(
      line + "\"a\nb\",asl.fire,\"8\"x,0,4-6-7\n",
      "s.csv:3:16: a stray quote (quotes around the whole field, and \"\" for a quote inside it)");
  refused(
      line + "a,asl.fire,\"8\",0,\"4-6-7\" \"\n",
      "s.csv:2:26: a stray quote (quotes around the whole field, and \"\" for a quote inside it)");
  refused(line + "a,asl.fire,8,0,\"4-6-7\n",
          "s.csv:2:16: a quote that is not closed (a \" at the end of the field)");
  refused(line + "a,asl.fire,8,0,4-6-7,1\n",
          "s.csv:2:22: 6 fields where the first line has 5 (quote a field that has commas)");
  refused("scenario,firepower\na,8\n",
          "s.csv:1:1: column 'procedure' is missing (the first line names scenario,procedure)");
  refused("scenario,procedure,firepower,firepower\na,asl.fire,8,8\n",
          "s.csv:1:30: column 'firepower' is listed twice (each column once)");
  refused("scenario,procedure,firepowr,target\na,asl.fire,8,4-6-7\n",
          "s.csv:1:20: no procedure of this file has a parameter 'firepowr' (did you mean "
          "'firepower'?)");
  refused(line + "a,asl.fier,8,0,4-6-7\n",
          "s.csv:2:3: no procedure 'asl.fier' (did you mean 'asl.fire'?)");
  refused(line + "a,asl.fire,8,0,4-6-7\nb,asl.fire,eight,0,4-6-7\n",
          "s.csv:3:12: firepower is 'eight' (a number from 0 to 1000, or units and weapons such as "
          "'2*4-6-7 + German HMG')");
  refused(line + "a,asl.fire,8,5..1,4-6-7\n",
          "s.csv:2:14: the range 5..1 of drm runs backwards (1..5)");
  refused(
      line + "a,asl.fire,8,0,4-6-7 x\n",
      "s.csv:2:16: 'x' is not a unit (a squad or crew such as 4-6-7, a leader such as 8-1 or 6+1)");
  refused(line + "a[drm=1],asl.fire,8,0,4-6-7\na,asl.fire,4,\"0,1\",4-6-7\n",
          "s.csv:3:1: situation 'a[drm=1]' of asl.fire stands at s.csv:2 already (another name)");
  refused(line + "a,asl.fire,8,0,4-6-7\na,asl.fire,4,0,4-6-7\n",
          "s.csv:3:1: scenario 'a' of asl.fire stands at s.csv:2 already (another name)");
  refused(
      "scenario,procedure,firepower,target,broken_morale\na,asl.fire,8,4-6-7,6\nb,sl.fire,8,4-"
      "6-7,\n",
      "s.csv:2:20: asl.fire has no parameter 'broken_morale' (leave the cell empty)");
  workspace.write("s.csv",
                  "scenario,procedure,firepower,drm,target,elr,attacks\n"
                  "a,asl.fire,1..99,-20..20,\"4-6-7,4-4-7,5-4-8,4-3-6,4-2-6\",0..5,1..10\n");
  check_refused(workspace, "combat-odds run s.csv --shard 1/2 --out out",
                "s.csv: the lists and ranges make more than 1000000 situations (fewer values, "
                "or several runs)");
}

TEST_CASE("a byte order mark, CRLF, blank lines and quoted fields are no faults") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "\xef\xbb\xbfscenario,procedure,firepower,target\r\n\r\n\"a "
                  "\"\"b\"\"\",asl.fire,\"4,8\",4-6-7\r\n");
  const Run result = run(workspace, "combat-odds run s.csv --out out --quiet --method exact");
  CHECK(result.err.empty());
  CHECK(
      read_file(workspace.path() / "out" / "situations.csv").find("\"a \"\"b\"\"[firepower=4]\"") !=
      std::string::npos);
}

TEST_CASE("output that can't be written: exit code 1, one line, no partial file") {
  const Workspace workspace;
  workspace.write("s.csv", line + "a,asl.fire,\"1,2,4,6,8,12\",-4..8,4-6-7\n");
  const Run blocked = run(workspace, "combat-odds run s.csv --out s.csv --trials 100");
  CHECK(blocked.exit_code == 1);
  CHECK(blocked.err == "combat-odds: s.csv: cannot be made a folder: Not a directory\n");

  // A file size limit stands for a full disk: the write fails half way.
  const Run full = run(
      workspace, "trap '' XFSZ; ulimit -f 8; combat-odds run s.csv --out out --trials 100 --quiet");
  CHECK(full.exit_code == 1);
  CHECK(full.err == "combat-odds: out/distribution.csv: cannot be written: File too large\n");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "out"));

  std::filesystem::create_directory(workspace.path() / "kept");
  workspace.write("kept/distribution.csv", "old\n");
  CHECK(run(workspace,
            "trap '' XFSZ; ulimit -f 8; combat-odds run s.csv --out kept --trials 100 --quiet "
            "--force")
            .exit_code == 1);
  CHECK(read_file(workspace.path() / "kept" / "distribution.csv") == "old\n");
  int files = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(workspace.path() / "kept")) {
    ++files;
  }
  CHECK(files == 1);

  const Run device = run(workspace, "combat-odds list > /dev/full");
  CHECK(device.exit_code == 1);
  CHECK(device.err == "combat-odds: standard output: cannot be written: No space left on device\n");
}

/// A file of scenarios; under a sanitizer the first one of each procedure.
std::string scenarios_to_try(const std::string& file) {
  if (!test::sanitized) return file;
  const CsvTable table = read_csv(file, "shipped.csv");
  const auto procedure = static_cast<std::size_t>(table.column("procedure"));
  const std::vector<std::string> lines = lines_of(file);
  REQUIRE(lines.size() == table.rows.size() + 1);
  std::string first = lines.front() + '\n';
  std::set<std::string> seen;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (seen.insert(table.rows[i][procedure].text).second) first += lines[i + 1] + '\n';
  }
  return first;
}

TEST_CASE("every shipped scenario file runs") {
  const Workspace workspace;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(COMBAT_ODDS_SOURCE "/scenarios")) {
    if (entry.path().extension() != ".csv") continue;
    ++files;
    INFO(entry.path().string());
    workspace.write("shipped.csv", scenarios_to_try(read_file(entry.path())));
    const Run result =
        run(workspace, "combat-odds run shipped.csv --out out --trials 1000 --quiet");
    CHECK(result.err.empty());
    CHECK(result.exit_code == 0);
  }
  CHECK(files >= 4);
}

}  // namespace
}  // namespace combat_odds
