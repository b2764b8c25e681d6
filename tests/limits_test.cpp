#include "core/text/limits.hpp"
#include "sim/declare/names.hpp"

#include <chrono>
#include <filesystem>
#include <limits>
#include <set>

#include "ask/headline.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/text/nearest_whole.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "reports/pictures/colour_scale.hpp"
#include "reports/tables/table_report.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sanitized.hpp"

namespace combat_odds {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::run;
using test::Run;
using test::Workspace;

const std::string head = "scenario,procedure,firepower,target\n";
const std::string fire = "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --trials 1k ";
const std::string not_text = "a\xff";

/// Refused in one short line before anything was written, and soon.
void check_refused(const Workspace& workspace, const std::string& command,
                   const std::string& line) {
  INFO(command);
  const auto start = std::chrono::steady_clock::now();
  const Run refused = run(workspace, command);
  CHECK(std::chrono::steady_clock::now() - start <
        std::chrono::seconds(test::sanitized ? 300 : 20));
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, line));
  CHECK(refused.err.size() < 3000);
  CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
  CHECK(refused.out.empty());
  CHECK_FALSE(fs::exists(workspace.path() / "out"));
}

TEST_CASE("infinities and NaN are no numbers, wherever they come from") {
  for (const char* const text :
       {"nan", "-nan", "NaN", "nan(1)", "inf", "-inf", "+inf", "infinity", "1e999", "-1e999"}) {
    INFO(text);
    CHECK_FALSE(number_in<double>(text));
    for (const Procedure* procedure : test::library().procedures()) {
      for (const Parameter& parameter : procedure->parameters) {
        if (parameter.type != Parameter::Type::integer &&
            parameter.type != Parameter::Type::number) {
          continue;
        }
        INFO(procedure->name << " " << parameter.name);
        bool refused = false;
        try {
          refused = !read_argument(parameter, text).text.empty() && takes_names(parameter);
        } catch (const ArgumentError&) {
          refused = true;
        }
        CHECK(refused);  // or left to the names of the charts
      }
    }
  }
  const Workspace workspace;
  workspace.write("s.csv", head + "a,asl.fire,nan,4-6-7\n");
  check_refused(workspace, "combat-odds run s.csv --out out --quiet",
                "s.csv:2:12: firepower is 'nan'");
  check_refused(workspace, "combat-odds odds asl.fire --firepower -inf --target 4-6-7", "'-inf'");
  const Run asked = run(workspace,
                        "echo '{\"procedure\":\"asl.fire\",\"parameters\":{\"firepower\":\"inf\","
                        "\"target\":\"4-6-7\"}}' | combat-odds ask");
  CHECK(asked.exit_code == 2);
  CHECK(has(asked.out, "\"parameter\":\"firepower\""));
}

TEST_CASE("text is UTF-8 without control characters") {
  constexpr std::size_t all = std::string_view::npos;
  CHECK(first_not_text("a\tb\r\nä€😀") == all);
  CHECK(first_not_text("ab\xff") == 2);
  CHECK(first_not_text("ab\xc3") == 2);
  CHECK(first_not_text("\xc0\x80") == 0);
  CHECK(first_not_text("a\xed\xa0\x80") == 1);
  CHECK(first_not_text("\xf5\x80\x80\x80") == 0);
  CHECK(first_not_text("a\x1b[2J") == 1);
  CHECK(first_not_text("a\xc2\x9b") == 1);
  CHECK(one_line("a\nb\x1b\xc2\x9bö") == "a b???ö");
  CHECK(clipped("aö", 2) == "a");
}

TEST_CASE("invalid UTF-8 is refused wherever it comes from, with its place") {
  const Workspace workspace;
  workspace.write("s.csv", head + not_text + ",asl.fire,8,4-6-7\n");
  workspace.write("good.csv", head + "a,asl.fire,8,4-6-7\n");
  workspace.write("note.csv", "date,side,group,quantity,note\n1942-10-20,german,I1,1," + not_text);
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("charts/asl/ift.csv", "x," + not_text);
  workspace.write("one.csv", "x\n" + not_text);
  fs::create_directory(workspace.path() / "folder");
  fs::copy(workspace.path() / "one.csv", workspace.path() / "folder/command.csv");
  const std::string place = ":2:2: byte 0xff is not text (a CSV file in UTF-8)";
  check_refused(workspace, "combat-odds run s.csv --out out", "s.csv" + place);
  check_refused(workspace, "combat-odds compare s.csv --by broken", "s.csv" + place);
  check_refused(workspace, "combat-odds campaign note.csv --out out", "note.csv:2:25: byte 0xff");
  check_refused(workspace, "combat-odds campaign plan.csv --budget one.csv --out out", place);
  check_refused(workspace, "combat-odds campaign plan.csv --points one.csv --out out", place);
  check_refused(workspace, "combat-odds balance one.csv --out out", place);
  check_refused(workspace, "combat-odds points one.csv --date 1942-10", place);
  check_refused(workspace, "combat-odds luck one.csv", place);
  check_refused(workspace, "combat-odds report folder --out out", place);
  // A chart that nothing reads.
  check_refused(workspace, "combat-odds run good.csv --out out --charts charts", "byte 0xff");
  check_refused(workspace, "combat-odds run good.csv --out $'out\\xff'", "of the command line");
  check_refused(workspace, "combat-odds odds asl.fire --target $'\\e[2J'", "'?[2J', is not text");
  const Run asked = run(workspace, "printf '{\"procedure\":\"a\\xff\"}\\n' | combat-odds ask");
  CHECK(asked.exit_code == 2);
  CHECK(has(asked.out, "is not JSON"));
}

TEST_CASE("inputs that are too large are refused soon") {
  const Workspace workspace;
  const auto long_text = [](std::size_t size) { return std::string(size, 'x'); };
  workspace.write("value.csv", head + "a,asl.fire,8," + long_text(99'000) + "\n");
  workspace.write("cell.csv", head + "a," + long_text(10'000'000) + ",8,4-6-7\n");
  workspace.write("name.csv", head + "a," + long_text(90'000) + ",8,4-6-7\n");
  workspace.write("scenario.csv", head + long_text(1001) + ",asl.fire,8,4-6-7\n");
  std::string columns = "x0";
  for (int i = 1; i <= 1001; ++i) columns += ",x" + std::to_string(i);
  workspace.write("columns.csv", columns + "\n");
  const auto check = [&](const std::string& file, const std::string& line) {
    check_refused(workspace, "combat-odds run " + file + " --out out", line);
  };
  check("value.csv", "value.csv:2:14: a value of target has 99000 bytes (at most 1000)");
  check("cell.csv", "cell.csv:2:3: more than 100000 bytes");
  check("name.csv", "name.csv:2:3: no procedure 'xxx");
  check("scenario.csv", "scenario.csv:2:1: a name of 1001 bytes (at most 1000)");
  check("columns.csv", "more than 1000 columns");
  workspace.write("large.csv", head);
  fs::resize_file(workspace.path() / "large.csv", (std::uintmax_t{64} << 20) + 1);
  check("large.csv", "large.csv is larger than 64 MiB");
  check_refused(workspace,
                "combat-odds odds asl.fire --firepower 8 --target $(printf 'x%.0s' {1..100000})",
                "--target: a value of target has 100000 bytes");
}

TEST_CASE("pipes and devices are refused wherever a file is read; standard input is not") {
  const Workspace workspace;
  // Nothing writes to the pipes: a program that reads one would wait for ever.
  REQUIRE(run(workspace,
              "mkfifo pipe; mkdir -p rules charts/asl folder shard; ln -s ../pipe rules/own.lua; "
              "ln -s ../../pipe charts/asl/ift.csv; ln -s ../pipe folder/command.csv; "
              "ln -s ../pipe shard/shard.jsonl")
              .exit_code == 0);
  const std::string ended = "timeout 20 '" COMBAT_ODDS_PROGRAM "' ";
  const std::string asked = "odds asl.fire --firepower 8 --target 4-6-7 ";
  for (const std::string& command : std::vector<std::string>{
           "run pipe --out o", "campaign pipe --out o", "points pipe --date 1942-10", "luck pipe",
           "balance pipe --out o", "report folder --out page.html", "merge shard shard --out o",
           asked + "--presets pipe", asked + "--charts charts", asked + "--rules rules",
           "odds sl.engagement --listing pipe --firer a --target b",
           "plan --side german --budget pipe --best squads --out o"}) {
    check_refused(workspace, ended + command, "is a pipe");
  }
  check_refused(workspace, ended + "run /dev/zero --out o", "/dev/zero is a device");
  workspace.write("s.csv", "scenario,procedure,firepower,target\na,asl.fire,8,4-6-7\n");
  const std::string from_input = "combat-odds run /dev/stdin --out o --trials 1k --quiet";
  CHECK(run(workspace, "cat s.csv | " + from_input).exit_code == 0);
  CHECK(run(workspace, from_input + " <s.csv").exit_code == 0);
}

TEST_CASE("report refuses files that would take all memory") {
  const Workspace workspace;
  workspace.write("s.csv", head + "a,asl.fire,8,4-6-7\n");
  REQUIRE(run(workspace, "combat-odds run s.csv --out r --trials 1k --quiet").exit_code == 0);
  fs::resize_file(workspace.path() / "r/distribution.csv", (64u << 20) + 1);
  check_refused(workspace, "combat-odds report r --out out",
                "r/distribution.csv is larger than 64 MiB");
}

TEST_CASE("a question with very many keys is refused at once") {
  const Workspace workspace;
  std::string parameters;
  for (int i = 0; i < 90'000; ++i) {
    parameters += (i == 0 ? "\"x" : ",\"x") + std::to_string(i) + "\":1";
  }
  for (const char* const key : {"parameters", "id"}) {
    INFO(key);
    workspace.write("keys.json", "{\"procedure\":\"asl.fire\",\"" + std::string(key) + "\":{" +
                                     parameters + "}}\n");
    const auto start = std::chrono::steady_clock::now();
    const Run asked = run(workspace, "combat-odds ask <keys.json");
    CHECK(std::chrono::steady_clock::now() - start <
          std::chrono::seconds(test::sanitized ? 60 : 2));
    CHECK(asked.exit_code == 2);
    CHECK(has(asked.out, "has 90002 keys"));
  }
}

TEST_CASE("deep questions, and impossible intervals") {
  const Workspace workspace;
  std::string deep = "{\"id\":" + std::string(400'000, '[') + std::string(400'000, ']') + "}";
  workspace.write("deep.json", deep + "\n");
  const Run asked = run(workspace, "combat-odds ask <deep.json");
  CHECK(asked.exit_code == 2);
  CHECK(has(asked.out, "is nested too deep"));
  for (const char* const confidence : {"1e-17", "1e-300", "1", "0.99999999999999999", "nan"}) {
    check_refused(workspace, fire + "--confidence " + confidence,
                  "--confidence: '" + std::string(confidence) + "' is not possible (");
  }
  CHECK(run(workspace, fire + "--confidence 1e-12").exit_code == 0);
  CHECK(run(workspace, fire + "--confidence 0.999999999999").exit_code == 0);
}

TEST_CASE("numbers of any size can be shown") {
  CHECK(percent(0.5) == "50.00 %");
  CHECK(percent(-0.5) == "-50.00 %");
  CHECK(percent(std::numeric_limits<double>::quiet_NaN()).ends_with(" %"));
  CHECK(percent(1e308).ends_with(" %"));
  CHECK(percent(5e-324).ends_with(" %"));
  CHECK(spoken_percent(std::numeric_limits<double>::quiet_NaN()).ends_with(" %"));
}

TEST_CASE("a number of any size is rounded within bounds") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  CHECK(nearest_whole(2.5, 0, 9) == 3);
  CHECK(nearest_whole(-2.4, -9, 9) == -2);
  CHECK(nearest_whole(nan, -9, 9) == -9);
  CHECK(nearest_whole(-infinite, -9, 9) == -9);
  CHECK(nearest_whole(infinite, -9, 9) == 9);
  constexpr auto most = std::numeric_limits<std::int64_t>::max();  // 2^63 as a double: one more
  CHECK(nearest_whole<std::int64_t>(0x1p63, 0, most) == most);
  CHECK(nearest_whole<std::int64_t>(1e300, 0, most) == most);
  CHECK(nearest_whole<std::size_t>(-1, 0, 8) == 0);
}

TEST_CASE("bars and colours for numbers of any size") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(bar_text(0.5, TableStyle::ascii, 4) == "##");
  CHECK(bar_text(1e300, TableStyle::ascii, 4) == "####");
  CHECK(bar_text(1e300, TableStyle::terminal, 2) == "██");
  CHECK(bar_text(-1, TableStyle::terminal, 2).empty());
  CHECK(bar_text(nan, TableStyle::terminal, 2).empty());
  CHECK(scale_colour(nan) == scale_colour(nan));
  CHECK(scale_colour(1e300) == scale_colour(1));
}

TEST_CASE("points that buy more units than can be counted are refused") {
  // 60 points at 7 x 1e-12 are 8.6e12 squads; their number wrapped to a small one.
  for (const char* const rarity : {"1e-12", "1e-300", "1e-7"}) {
    INFO(rarity);
    const Workspace workspace;
    workspace.write("u.csv", "nationality,unit,leader,rarity\nrussian,4-4-7,,1\ngerman,4-6-7,," +
                                 std::string(rarity) + "\n");
    check_refused(workspace, "combat-odds balance u.csv --out out --quiet",
                  "u.csv:3:8: 60 points buy more than 12 'german 4-6-7' at ");
  }
}

TEST_CASE("an exploration ends when it is stopped") {
  class Long : public Rule {
    Outcome resolve(Dice& dice) const override {
      std::uint64_t sum = 0;
      for (int i = 0; i < 12; ++i) sum = sum * 7 + static_cast<std::uint64_t>(dice.die());
      return Outcome(std::to_string(sum));
    }
  };
  RunControl control;
  control.stop();
  CHECK_THROWS_AS(decision_graph(Long(), most_graph_nodes, Checkpoints::heeded, &control),
                  Interrupted);
}

TEST_CASE("--time-limit holds while graphs are built, and says what is missing") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,target,attacks\n"
                  "a,asl.fire,8,4-6-7,1\n"
                  "b,asl.fire,8,10*4-6-7 9-2 8-1,3\n");
  const auto limited = [&](const std::string& method, const std::string& seconds) {
    const auto start = std::chrono::steady_clock::now();
    Run run = test::run(workspace,
                        "combat-odds run s.csv --out out --trials 1k --threads 1 --time-limit " +
                            seconds + " --method " + method);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
    return run;
  };
  const Run exact = limited("exact", "0.1");
  CHECK(exact.exit_code == 1);
  CHECK(has(exact.err, "the time was up"));
  // A situation whose exact odds take more than their share of the time is simulated all the same.
  const Run both = limited("both", "3");
  CHECK(both.exit_code == 0);
  const CsvTable odds = test::read_csv_file(workspace.path() / "out/distribution.csv");
  const auto cell = [&](const auto& row, const char* column) {
    return row[static_cast<std::size_t>(odds.column(column))].text;
  };
  std::set<std::string> simulated;
  for (const auto& row : odds.rows) {
    if (cell(row, "trials") == "1000") simulated.insert(cell(row, "scenario"));
    if (cell(row, "scenario") == "b") CHECK(cell(row, "exact").empty());
  }
  CHECK(simulated == std::set<std::string>{"a", "b"});
}

TEST_CASE("a name for two situations is refused") {
  const Workspace workspace;
  workspace.write("twice.csv",
                  head + "a,asl.fire,\"6,8\",4-6-7\na[firepower=6],asl.fire,8,4-6-7\n");
  check_refused(
      workspace, "combat-odds run twice.csv --out out",
      "twice.csv:3:1: situation 'a[firepower=6]' of asl.fire stands at twice.csv:2 already");
}

TEST_CASE("unreadable files and failed output are reported in one line") {
  const Workspace workspace;
  fs::create_symlink("loop.csv", workspace.path() / "loop.csv");
  check_refused(workspace, "combat-odds run loop.csv --out out", "loop.csv: cannot be read: ");
  check_refused(workspace, "combat-odds run " + std::string(300, 'x') + ".csv --out out",
                "cannot be read: ");
  check_refused(workspace, fire + "--charts loop.csv", "loop.csv: cannot be read: ");
  const Run looped = run(workspace, fire + "--plot loop.csv/x.svg");
  CHECK(looped.exit_code == 1);
  CHECK(looped.out.empty());
  if (!fs::exists("/dev/full")) return;
  for (const char* const asked : {"--help", "odds --help", "--version", "list"}) {
    const Run full = run(workspace, "combat-odds " + std::string(asked) + " >/dev/full");
    CHECK(full.exit_code == 1);
    CHECK(has(full.err, "standard output: cannot be written"));
  }
}

TEST_CASE("two million lines with a wrong name are given up at the fiftieth") {
  const Workspace workspace;
  std::string lines = head;
  for (int i = 0; i < 2'000'000; ++i) lines += std::to_string(i) + ",asl.firr,8,4-6-7\n";
  workspace.write("wrong.csv", lines);
  const auto start = std::chrono::steady_clock::now();
  const Run refused = run(workspace, "combat-odds run wrong.csv --out out --quiet");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  CHECK(refused.exit_code == 2);
  CHECK(refused.err ==
        "wrong.csv:2:3: no procedure 'asl.firr'; 49 lines more have it: 3, 4, 5 ... (did you mean "
        "'asl.fire'?)\nand more, once these are mended\n");
  CHECK_FALSE(fs::exists(workspace.path() / "out"));
}

TEST_CASE("a file of faults is given up after fifty of them") {
  const Workspace workspace;
  std::string lines = head;
  for (int i = 0; i < 200'000; ++i) lines += "a,asl.fire,8,4-6-7\n";
  workspace.write("same.csv", lines);
  const Run refused = run(workspace, "combat-odds run same.csv --out out --quiet");
  CHECK(refused.exit_code == 2);
  CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 2);  // once for all
  CHECK(has(refused.err, "same.csv:3:1: scenario 'a' of asl.fire stands at same.csv:2 already"));
  CHECK(has(refused.err, "and more, once these are mended"));
  CHECK_FALSE(fs::exists(workspace.path() / "out"));
}

TEST_CASE("a run of too many situations is refused at the line that is too much") {
  const Workspace workspace;
  std::string lines = "scenario,procedure,firepower,drm,target\n";
  // 36 x 41 = 1,476 situations a line: 678 lines are 1,000,728.
  for (int i = 1; i <= 1'000; ++i) {
    lines += "s" + std::to_string(i) + ",asl.fire,1..36,-20..20,4-6-7\n";
  }
  workspace.write("large.csv", lines);
  const std::string too_many =
      "large.csv:679:1: the lists and ranges make more than 1000000 situations";
  check_refused(workspace, "combat-odds compare large.csv --by broken --quiet", too_many);
  // Parts are added up in memory; a run by itself takes more.
  check_refused(workspace, "combat-odds run large.csv --out out --shard 1/2 --quiet",
                "the lists and ranges make more than 1000000 situations");
}

TEST_CASE("what is not explored in its share of the time is played") {
  const Workspace workspace;
  // Neither had an answer within any time.
  for (const char* const pool : {"20d20 kh10", "50d6 > 50d6"}) {
    INFO(pool);
    const Run limited = run(workspace, std::string("combat-odds roll '") + pool +
                                           "' --trials 100G --time-limit 2s --quiet");
    CHECK(limited.exit_code == 1);  // the time was up
    CHECK(has(limited.out, "%"));
  }
  if (test::sanitized) return;  // going through 200 million rolls takes many minutes there
  const Run unlimited =
      run(workspace, "combat-odds roll '50d6 > 50d6' --trials 10k --method monte-carlo --quiet");
  CHECK(unlimited.exit_code == 0);
  CHECK(has(unlimited.out, "yes"));
}

}  // namespace
}  // namespace combat_odds
