#include <map>

#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

namespace fs = std::filesystem;
using test::all_in;
using test::has;
using test::lines_of;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string head = "scenario,procedure,firepower,target\n";

void write_inputs(const Workspace& workspace) {
  workspace.write("s.csv", head + "a,asl.fire,8,4-6-7\nb,asl.fire,4,4-6-7\n");
  workspace.write("plan.csv",
                  "date,side,group,quantity\n1942-10-20,german,I1,1\n1942-10-20,russian,I3,1\n");
  workspace.write("keep.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("budget.csv", "date,side,cpp\n1942-10-20,german,20\n");
  workspace.write("points.csv", "unit,points\n5-4-8,14\n");
  workspace.write("weather.csv", "date,overcast\n1942-10-20,1/6\n");
  workspace.write("losses.csv", "side,measure,lost\ngerman,squads,10%\n");
  workspace.write("fights.csv",
                  "date,side,steps,attacker,defender\n"
                  "1942-10-20,german,close-combat,4-6-7,4-4-7\n");
  workspace.write("units.csv", "nationality,unit,leader\ngerman,4-6-7,\nrussian,4-4-7,\n");
  workspace.write("other.csv", "nationality,unit,leader\ngerman,4-6-7,\nrussian,4-4-7,\n");
  workspace.write("force.csv", "side,unit,quantity\ngerman,4-6-7,2\n");
  workspace.write("log.csv", "roll,kind\n3+4,DR\n6,dr\n");
  workspace.write("presets.csv",
                  "procedure,preset,meaning,parameters\nasl.fire,mine,a shot,firepower=8\n");
  workspace.write("config/combat-odds/presets.csv",
                  "procedure,preset,meaning,parameters\nasl.fire,ours,a shot,firepower=4\n");
  workspace.write("listing.csv",
                  read_file(COMBAT_ODDS_SOURCE "/scenarios/listing/vehicles-and-guns.csv"));
  workspace.write("charts/asl/ift.csv", read_file(COMBAT_ODDS_SOURCE "/sim/asl/infantry/ift.csv"));
  workspace.write("rules/risk.lua", read_file(COMBAT_ODDS_SOURCE "/rules/risk-attack.lua"));
  workspace.write("rules/presets.csv",
                  "procedure,preset,meaning,parameters\nasl.fire,rule,a shot,firepower=2\n");
  REQUIRE(run(workspace,
              "combat-odds run s.csv --out made --trials 1k --quiet && "
              "combat-odds run s.csv --out part --trials 1k --shard 1/1 --quiet")
              .exit_code == 0);
}

/// A command that reads files and writes one or more.
struct Asked {
  std::string command;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;  ///< options
};

std::vector<Asked> all_asked(bool with_rules) {
  const std::string own = with_rules ? " --charts charts --rules rules" : " --charts charts";
  const auto and_own = [&](std::vector<std::string> inputs) {
    inputs.emplace_back("charts/asl/ift.csv");
    if (with_rules) inputs.insert(inputs.end(), {"rules/risk.lua", "rules/presets.csv"});
    return inputs;
  };
  const std::string fire =
      "odds asl.fire --firepower 8 --target 4-6-7 --presets presets.csv "
      "--listing listing.csv --why --trials 1k" +
      own;
  const std::vector<std::string> odds =
      and_own({"presets.csv", "listing.csv", "config/combat-odds/presets.csv"});
  const std::string run_asked = "run s.csv --listing listing.csv --quiet" + own;
  return {
      {run_asked + " --trials 1k", and_own({"s.csv", "listing.csv"}), {"--out"}},
      {run_asked + " --trials 100k --shard 1/2", and_own({"s.csv", "listing.csv"}), {"--out"}},
      {run_asked + " --trials 100k --resume", and_own({"s.csv", "listing.csv"}), {"--out"}},
      {fire, odds, {"--plot", "--page", "--tree"}},
      {"odds sl.rally --preset try-or-wait --presets presets.csv --trials 1k" + own,
       and_own({"presets.csv"}),
       {"--policy"}},
      {"roll 2d6 --why --trials 1k" + own, and_own({}), {"--plot", "--page", "--tree"}},
      {"compare s.csv --by broken --listing listing.csv --trials 1k" + own,
       and_own({"s.csv", "listing.csv"}),
       {"--plot", "--page"}},
      {"campaign plan.csv --budget budget.csv --points points.csv --weather weather.csv --losses "
       "losses.csv --fight fights.csv --trials 1k --quiet" +
           own,
       and_own({"plan.csv", "budget.csv", "points.csv", "weather.csv", "losses.csv", "fights.csv"}),
       {"--out", "--plot"}},
      {"campaign plan.csv --trials 100k --resume --quiet", {"plan.csv"}, {"--out"}},
      {"plan --side german --budget budget.csv --keep keep.csv --points points.csv --weather "
       "weather.csv --best squads --from 20-Oct --to 21-Oct --trials 1k --quiet" +
           own,
       and_own({"budget.csv", "keep.csv", "points.csv", "weather.csv"}),
       {"--out", "--plot"}},
      {"balance units.csv --compare other.csv --listing listing.csv --quiet" + own,
       and_own({"units.csv", "other.csv", "listing.csv"}),
       {"--out", "--plot"}},
      {"points force.csv --date 1943-06..1943-08 --listing listing.csv --charts charts",
       {"force.csv", "listing.csv", "charts/asl/ift.csv"},
       {"--plot"}},
      {"luck log.csv", {"log.csv"}, {"--plot", "--page"}},
      {"merge part", {"part/shard.jsonl"}, {"--out"}},
      {"report made",
       {"made/command.csv", "made/distribution.csv", "made/summary.csv", "made/situations.csv",
        "made/charts.csv"},
       {"--out page"}},
  };
}

/// "--plot X.svg" for a name, and the file in question.
std::pair<std::string, std::string> output(const std::string& option, const std::string& name) {
  // All commands that write a folder write charts.csv.
  if (option == "--out") return {"--out " + name, name + "/charts.csv"};
  const std::string file = name + (option == "--policy"                           ? ".csv"
                                   : option == "--page" || option == "--out page" ? ".html"
                                                                                  : ".svg");
  return {option.substr(0, option.find(' ')) + " " + file, file};
}

TEST_CASE("no command overwrites its input, and it says so before it computes anything") {
  const Workspace workspace;
  write_inputs(workspace);
  const bool with_rules = run(workspace, "combat-odds list --rules rules").exit_code == 0;
  const std::string start = "export XDG_CONFIG_HOME=$PWD/config; ";
  std::size_t pairs = 0;
  for (const Asked& asked : all_asked(with_rules)) {
    for (const std::string& option : asked.outputs) {
      // With another output the command works. (Pictures and policies go beside a folder.)
      const bool beside = asked.command.starts_with("campaign") ||
                          asked.command.starts_with("plan") || asked.command.starts_with("balance");
      const auto more = [&](const std::string& folder) {
        return option == "--plot" && beside ? " --out " + folder : std::string();
      };
      INFO(asked.command << " " << option);
      const Run fine = run(workspace, start + "combat-odds " + asked.command + " " +
                                          output(option, "fine").first + more("else"));
      CHECK(fine.err == "");
      REQUIRE(fine.exit_code == 0);
      CHECK(fs::exists(workspace.path() / output(option, "fine").second));
      for (const char* const made : {"fine", "fine.svg", "fine.html", "fine.csv", "else"}) {
        fs::remove_all(workspace.path() / made);
      }
      // The input itself under the name of the output, and a link to it. With so many trials, the
      // command would take years.
      std::string endless = asked.command;
      const std::size_t trials = endless.find("--trials 1");
      if (trials != std::string::npos) {
        endless.replace(trials, endless.find(' ', trials + 9) - trials, "--trials 1e14");
      }
      for (const std::string& input : asked.inputs) {
        for (const bool symbolic : {false, true}) {
          const auto [words, file] = output(option, "mine");
          INFO("over " << input << (symbolic ? ", by a symbolic link" : ""));
          const fs::path target = workspace.path() / file;
          fs::create_directories(target.parent_path());
          if (symbolic) {
            fs::create_symlink(workspace.path() / input, target);
          } else {
            fs::create_hard_link(workspace.path() / input, target);
          }
          const auto before = all_in(workspace.path());
          for (const char* const force : {"", " --force"}) {
            if (*force != '\0' && option != "--out") continue;
            const Run refused = run(workspace, start + "timeout 20 '" COMBAT_ODDS_PROGRAM "' " +
                                                   endless + " " + words + more("else") + force);
            CHECK(refused.exit_code == 2);
            CHECK(lines_of(refused.err).size() == 1);
            CHECK(has(refused.err, option.substr(0, option.find(' ')) + ": '" + file +
                                       "' is read by this command (another "));
            CHECK(all_in(workspace.path()) == before);
          }
          fs::remove(target);
          if (option == "--out") fs::remove(workspace.path() / "mine");
        }
        ++pairs;
      }
    }
  }
  INFO(pairs);
  CHECK(pairs >= 48);
  // An export does not overwrite the user's charts, whether they are read or not.
  const auto before = all_in(workspace.path());
  CHECK(run(workspace, "combat-odds charts --export charts").exit_code == 2);
  CHECK(all_in(workspace.path()) == before);
}

TEST_CASE("inputs in the output folder stay if they are not in the way") {
  const Workspace workspace;
  write_inputs(workspace);
  fs::create_directory(workspace.path() / "g");
  for (const char* const file : {"plan.csv", "points.csv"}) {
    fs::copy(workspace.path() / file, workspace.path() / "g" / file);
  }
  fs::rename(workspace.path() / "g/points.csv", workspace.path() / "g/prices.csv");
  for (int time = 0; time < 2; ++time) {
    CHECK(run(workspace, "combat-odds campaign g/plan.csv --out g --trials 1k --quiet").exit_code ==
          0);
    CHECK(read_file(workspace.path() / "g/plan.csv") == read_file(workspace.path() / "plan.csv"));
    CHECK(read_file(workspace.path() / "g/prices.csv") ==
          read_file(workspace.path() / "points.csv"));
  }
  // The output of `plan` would be removed as a former command's, but it is read.
  REQUIRE(run(workspace,
              "combat-odds plan --side german --budget budget.csv --best squads --from 20-Oct --to "
              "21-Oct --trials 1k --out pl --quiet")
              .exit_code == 0);
  for (const char* const force : {"", " --force"}) {
    CHECK(
        refused_run(workspace,
                    std::string("combat-odds campaign pl/plan.csv --out pl --trials 1k") + force) ==
        "--out: 'pl/plan.csv' is read by this command (another folder, such as --out pl-new)\n");
  }
  CHECK(run(workspace, "combat-odds campaign pl/plan.csv --out pl-new --trials 1k").exit_code == 0);
}

TEST_CASE("only files that are still as a command left them are replaced or removed") {
  const Workspace workspace;
  write_inputs(workspace);
  const std::string again = "combat-odds run s.csv --out o --trials 1k --quiet";
  const auto refused = [&](const std::string& says) {
    CHECK(refused_run(workspace, again) == "--out: " + says + "\n");
  };
  const auto forced = [&] {
    CHECK(run(workspace, again + " --force").exit_code == 0);
    CHECK(run(workspace, again).exit_code == 0);
  };
  const std::string one =
      " in the way, and not as combat-odds left it there (another folder, such "
      "as --out o-new, or --force to replace it)";
  // The user's own files, in a folder that no command has written.
  workspace.write("o/summary.csv", "mine");
  refused("'o/summary.csv' is" + one);
  workspace.write("o/command.csv", "mine, too");
  refused(
      "'o/command.csv', 'o/summary.csv' are in the way, and not as combat-odds left them there "
      "(another folder, such as --out o-new, or --force to replace them)");
  forced();
  // Files of a command that the user has changed since, command.csv itself, too.
  for (const std::string file : {"distribution.csv", "command.csv"}) {
    const std::string text = read_file(workspace.path() / "o" / file);
    workspace.write("o/" + file, text + "note,mine\n");
    refused("'o/" + file + "' is" + one);
    workspace.write("o/" + file, text);
    CHECK(run(workspace, again).exit_code == 0);
    workspace.write("o/" + file, text.substr(0, text.size() - 1) + "\r\n");
    refused("'o/" + file + "' is" + one);
    forced();
  }
  // A user's link: --force replaces the link, not its target.
  fs::rename(workspace.path() / "o/summary.csv", workspace.path() / "kept.csv");
  const std::string kept = read_file(workspace.path() / "kept.csv");
  fs::create_symlink("../kept.csv", workspace.path() / "o/summary.csv");
  refused("'o/summary.csv' is" + one);
  forced();
  CHECK(fs::is_regular_file(fs::symlink_status(workspace.path() / "o/summary.csv")));
  CHECK(read_file(workspace.path() / "kept.csv") == kept);
  // A user's folder is never replaced.
  fs::remove(workspace.path() / "o/summary.csv");
  workspace.write("o/summary.csv/diary.txt", "mine");
  for (const char* const force : {"", " --force"}) {
    CHECK(refused_run(workspace, again + force) ==
          "--out: 'o/summary.csv' is a folder, and a file of that name is to be written (another "
          "folder, such as --out o-new)\n");
  }
}

TEST_CASE("another command removes the former one's files, except those that were changed") {
  const Workspace workspace;
  write_inputs(workspace);
  const auto there = [&](const char* file) { return fs::exists(workspace.path() / "o" / file); };
  REQUIRE(run(workspace, "combat-odds run s.csv --out o --trials 1k --quiet").exit_code == 0);
  workspace.write("o/situations.csv", "mine now\n");
  workspace.write("o/matrix.csv", "mine\n");  // has the name of a third command's file
  REQUIRE(run(workspace, "combat-odds campaign plan.csv --out o --trials 1k --quiet").exit_code ==
          0);
  CHECK_FALSE(there("distribution.csv"));
  CHECK(there("campaign-days.csv"));
  CHECK(read_file(workspace.path() / "o/situations.csv") == "mine now\n");
  CHECK(read_file(workspace.path() / "o/matrix.csv") == "mine\n");
  CHECK(run(workspace, "combat-odds balance units.csv --out o --quiet").exit_code == 2);
  CHECK(read_file(workspace.path() / "o/matrix.csv") == "mine\n");
}

TEST_CASE("a folder from a version without checksums") {
  const Workspace workspace;
  write_inputs(workspace);
  REQUIRE(run(workspace,
              "combat-odds run s.csv --out o --trials 1k --quiet; sed -i '/^file,/d; "
              "s/^program,.*/program,combat-odds 0.1.0/' o/command.csv")
              .exit_code == 0);
  CHECK(run(workspace, "combat-odds report o --out page.html").exit_code == 0);
  CHECK(refused_run(workspace, "combat-odds run s.csv --out o/ --trials 1k") ==
        "--out: 'o/' is of combat-odds 0.1.0, which kept no checksums of its files (another "
        "folder, such as --out o-new, or --force to replace them)\n");
  CHECK(run(workspace, "combat-odds run s.csv --out o --trials 1k --force").exit_code == 0);
  CHECK(run(workspace, "combat-odds run s.csv --out o --trials 1k").exit_code == 0);
}

TEST_CASE("a stranger's command.csv removes nothing elsewhere") {
  const Workspace workspace;
  write_inputs(workspace);
  workspace.write("o/notes.txt", "");
  // cbf29ce484222325 is FNV-1a of nothing, as its authors publish it: both files are empty.
  workspace.write("diary.txt", "");
  workspace.write("o/command.csv",
                  "option,value\nprogram,combat-odds 0.2.0\ncommand,run\n"
                  "file,../diary.txt cbf29ce484222325\nfile,.. 0\nfile,. 0\nfile,/ 0\n");
  CHECK(run(workspace, "combat-odds run s.csv --out o --trials 1k --force").exit_code == 0);
  CHECK(fs::exists(workspace.path() / "diary.txt"));
}

TEST_CASE("files that appear while a command is busy are not replaced") {
  const Workspace workspace;
  write_inputs(workspace);
  for (const bool was_there : {false, true}) {
    INFO(was_there);
    if (was_there) {
      REQUIRE(run(workspace, "combat-odds run s.csv --out o --trials 1k --quiet").exit_code == 0);
    }
    const Run busy = run(workspace, "'" COMBAT_ODDS_PROGRAM
                                    "' run s.csv --out o --trials 1e14 --time-limit 2 --quiet &\n"
                                    "until ls -d .o.*; do sleep 0.02; done >/dev/null 2>&1\n"
                                    "echo mine >o/summary.csv; echo mine >o/notes.txt; wait $!");
    CHECK(busy.exit_code == 2);
    CHECK(busy.err ==
          "--out: 'o/summary.csv' is in the way, and not as combat-odds left it there (another "
          "folder, such as --out o-new, or --force to replace it)\n");
    CHECK(read_file(workspace.path() / "o/summary.csv") == "mine\n");
    CHECK(read_file(workspace.path() / "o/notes.txt") == "mine\n");
    CHECK(run(workspace, "ls -d .o.*").exit_code != 0);
    fs::remove_all(workspace.path() / "o");
  }
}

/// Commands that write a single file, each with its option and the endings that it takes.
struct SingleFile {
  std::string command;
  std::string option;
  std::vector<std::string> endings;
};
const std::vector<SingleFile> single_files = {
    {"odds asl.fire --firepower 8 --target 4-6-7 --method exact", "--plot", {".svg"}},
    {"odds asl.fire --firepower 8 --target 4-6-7 --method exact", "--page", {".html", ".md"}},
    {"odds asl.fire --firepower 8 --target 4-6-7 --method exact --why", "--tree", {".svg"}},
    {"roll 2d6", "--plot", {".svg"}},
    {"compare s.csv --by broken --method exact", "--page", {".html"}},
    {"luck log.csv", "--plot", {".svg"}},
    {"luck log.csv", "--page", {".md"}},
    {"points force.csv --date 1943-06..1943-08 --listing listing.csv", "--plot", {".svg"}},
    {"report made", "--out", {".html", ".md"}},
    {"campaign plan.csv --method exact --quiet --out o", "--plot", {".svg"}},
    {"balance units.csv --quiet --out o", "--plot", {".svg"}},
};

TEST_CASE("a single file of the user's is not replaced, and the program's own is") {
  const Workspace workspace;
  write_inputs(workspace);
  for (const SingleFile& single : single_files) {
    for (const std::string& ending : single.endings) {
      const std::string file = "x" + ending;
      const std::string command =
          "combat-odds " + single.command + " " + single.option + " " + file;
      INFO(command);
      const auto refused = [&] {
        CHECK(refused_run(workspace, command) ==
              single.option + ": '" + file +
                  "' is there, and not as combat-odds left it (another name, such "
                  "as " +
                  single.option + " new-" + file + ", or --force to replace it)\n");
      };
      const auto fine = [&](const std::string& more = "") {
        const Run result = run(workspace, command + more);
        CHECK(result.err == "");
        CHECK(result.exit_code == 0);
      };
      workspace.write(file, "mine");
      refused();
      fine(" --force");
      fine();
      // A line of the user's, at the end and in the middle; and the program's own file again.
      const std::string own = read_file(workspace.path() / file);
      workspace.write(file, own + "mine\n");
      refused();
      workspace.write(file, own.substr(0, 100) + "mine" + own.substr(100));
      refused();
      workspace.write(file, own);
      fine();
      fs::remove(workspace.path() / file);
      fs::remove_all(workspace.path() / "o");
    }
  }
}

TEST_CASE("a table of best play has no room for a mark: it is replaced by --force only") {
  const Workspace workspace;
  const std::string command =
      "combat-odds odds sl.rally --preset try-or-wait --method exact --policy p.csv";
  CHECK(run(workspace, command).exit_code == 0);
  CHECK(refused_run(workspace, command) ==
        "--policy: 'p.csv' is there, and not as combat-odds left it (another name, such as "
        "--policy new-p.csv, or --force to replace it)\n");
  CHECK(run(workspace, command + " --force").exit_code == 0);
}

TEST_CASE("pictures of all formats are known again, and stay what they are") {
  const Workspace workspace;
  if (run(workspace, "command -v rsvg-convert").exit_code != 0) return;  // none can be made
  for (const std::string ending : {"png", "pdf"}) {
    const std::string command = "combat-odds roll 2d6 --method exact --plot x." + ending;
    INFO(command);
    CHECK(run(workspace, command).exit_code == 0);
    CHECK(run(workspace, command).exit_code == 0);
    const std::string own = read_file(workspace.path() / ("x." + ending));
    // The chunk of a PNG: 11 letters, a zero, 16 digits. A PDF ends as all do.
    CHECK(has(own, ending == "png" ? std::string("\0\0\0\x1ctEXtcombat-odds\0", 20)
                                   : std::string("\n% combat-odds ")));
    if (ending == "pdf") CHECK(own.ends_with("%%EOF\n"));
    workspace.write("x." + ending, own.substr(0, own.size() / 2));
    CHECK(run(workspace, command).exit_code == 2);
    fs::remove(workspace.path() / ("x." + ending));
  }
  // The CRC of each chunk, by another program's arithmetic.
  CHECK(run(workspace, "combat-odds roll 2d6 --method exact --plot x.png").exit_code == 0);
  workspace.write("crc.py",
                  "import zlib\n"
                  "data = open('x.png', 'rb').read()\n"
                  "at, names = 8, []\n"
                  "while at < len(data):\n"
                  "    size = int.from_bytes(data[at:at + 4], 'big')\n"
                  "    chunk = data[at + 4:at + 8 + size]\n"
                  "    crc = int.from_bytes(data[at + 8 + size:at + 12 + size], 'big')\n"
                  "    assert crc == zlib.crc32(chunk), chunk[:4]\n"
                  "    names.append(chunk[:4].decode())\n"
                  "    at += 12 + size\n"
                  "print(names[0], names[-2], names[-1])\n");
  CHECK(run(workspace, "python3 crc.py").out == "IHDR tEXt IEND\n");
}

TEST_CASE("a single file that appears while a command is busy is not replaced") {
  const Workspace workspace;
  const Run busy =
      run(workspace, "'" COMBAT_ODDS_PROGRAM
                     "' roll 2d6 --trials 1e14 --time-limit 1 --plot x.svg >/dev/null &\n"
                     "sleep 0.4; echo mine >x.svg; wait $!");
  CHECK(busy.exit_code == 2);
  CHECK(has(busy.err, "--plot: 'x.svg' is there, and not as combat-odds left it"));
  CHECK(read_file(workspace.path() / "x.svg") == "mine\n");
}

TEST_CASE("two outputs of one command can't have one name") {
  const Workspace workspace;
  write_inputs(workspace);
  fs::create_directory(workspace.path() / "d");
  workspace.write("old.svg", "mine");
  fs::create_hard_link(workspace.path() / "old.svg", workspace.path() / "same.svg");
  const std::string fire = "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --why ";
  const std::map<std::string, std::string> all = {
      {fire + "--plot x.svg --tree x.svg", "--tree: 'x.svg' is what --plot writes, too"},
      {fire + "--plot x.svg --tree ./d/../x.svg",
       "--tree: './d/../x.svg' is what --plot writes, too"},
      {fire + "--force --plot old.svg --tree same.svg",
       "--tree: 'same.svg' is what --plot writes, too"},
      {"combat-odds odds sl.rally --preset try-or-wait --page - --policy -",
       "--policy: --page takes standard output already"},
  };
  for (const auto& [command, says] : all) {
    const std::string told = refused_run(workspace, command);
    CHECK(has(told, says));
    CHECK(lines_of(told).size() == 1);
  }
}

TEST_CASE("command.csv names each file with its checksum") {
  const Workspace workspace;
  write_inputs(workspace);
  // XXH64 by its specification.
  workspace.write(
      "xxh64.py",
      "P = [0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,\n"
      "     0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5]\n"
      "M = 2**64 - 1\n"
      "def turned(x, by): return (x << by | x >> 64 - by) & M\n"
      "def number(some): return int.from_bytes(some, 'little')\n"
      "def mixed(x, lane): return turned((x + lane * P[1]) & M, 31) * P[0] & M\n"
      "def xxh64(data):\n"
      "    lanes = [(P[0] + P[1]) & M, P[1], 0, -P[0] & M]\n"
      "    at = 0\n"
      "    while at + 32 <= len(data):\n"
      "        for i in range(4):\n"
      "            lanes[i] = mixed(lanes[i], number(data[at:at + 8]))\n"
      "            at += 8\n"
      "    h = P[4]\n"
      "    if at > 0:\n"
      "        h = sum(turned(x, by) for x, by in zip(lanes, (1, 7, 12, 18))) & M\n"
      "        for x in lanes: h = ((h ^ mixed(0, x)) * P[0] + P[3]) & M\n"
      "    h = (h + len(data)) & M\n"
      "    while at + 8 <= len(data):\n"
      "        h = (turned(h ^ mixed(0, number(data[at:at + 8])), 27) * P[0] + P[3]) & M\n"
      "        at += 8\n"
      "    if at + 4 <= len(data):\n"
      "        h ^= number(data[at:at + 4]) * P[0] & M\n"
      "        h = (turned(h, 23) * P[1] + P[2]) & M\n"
      "        at += 4\n"
      "    for byte in data[at:]: h = turned(h ^ byte * P[4] & M, 11) * P[0] & M\n"
      "    for by, p in ((33, P[1]), (29, P[2]), (32, 1)): h = (h ^ h >> by) * p & M\n"
      "    return f'{h:016x}'\n"
      // The answers that the method's authors give.
      "assert xxh64(b'') == 'ef46db3751d8e999'\n"
      "assert xxh64(b'abc') == '44bc2cf5ad770999'\n"
      "assert xxh64(b'Nobody inspects the spammish repetition') == "
      "'fbcea83c8a378bf1'\n"
      "lines = open('made/command.csv', 'rb').read().splitlines(True)\n"
      "names = [l.decode()[5:].split() for l in lines if l.startswith(b'file,')]\n"
      "for name, told in names:\n"
      "    data = open('made/' + name, 'rb').read()\n"
      "    if name == 'command.csv': data = b''.join(lines[:-1])\n"
      "    print(name, xxh64(data) == told)\n");
  CHECK(run(workspace, "python3 xxh64.py").out ==
        "charts.csv True\ndistribution.csv True\nsituations.csv True\nsummary.csv True\n"
        "command.csv True\n");
}

}  // namespace
}  // namespace combat_odds
