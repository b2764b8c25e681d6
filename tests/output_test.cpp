#include <map>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string head = "scenario,procedure,firepower,target\n";
const std::string quick = head + "a,asl.fire,8,4-6-7\n";
/// Takes seconds for its graph.
const std::string slow = head + "a,asl.fire,8,10*4-6-7 9-2 8-1\n";

/// The contents of a folder, without the test's own script.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != ".script" && name != ".stdout" && name != ".stderr") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

const std::vector<std::string> run_files = {"charts.csv", "command.csv", "distribution.csv",
                                            "situations.csv", "summary.csv"};

TEST_CASE("a run replaces everything that an earlier command left, and nothing else") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  const auto done = [&](const std::string& command) {
    REQUIRE(run(workspace, "combat-odds " + command + " --out out --trials 1k --quiet").exit_code ==
            0);
    return names_in(workspace.path() / "out");
  };
  const auto with = [](std::vector<std::string> names, const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
    std::sort(names.begin(), names.end());
    return names;
  };
  // The user's own files, matrix.csv among them: no command wrote it here.
  workspace.write("out/matrix.csv", "mine");
  CHECK(done("run s.csv") == with(run_files, {"matrix.csv"}));
  fs::remove(workspace.path() / "out/matrix.csv");
  workspace.write("out/notes.txt", "mine");
  fs::create_symlink("nowhere", workspace.path() / "out/link");
  fs::permissions(workspace.path() / "out", fs::perms::owner_all | fs::perms::group_read);
  CHECK(done("run s.csv --shard 1/2") == with(run_files, {"link", "notes.txt", "shard.jsonl"}));
  CHECK(done("run s.csv") == with(run_files, {"link", "notes.txt"}));
  CHECK(read_file(workspace.path() / "out/notes.txt") == "mine");
  CHECK(fs::status(workspace.path() / "out").permissions() ==
        (fs::perms::owner_all | fs::perms::group_read));
  const std::vector<std::string> campaign = done("campaign plan.csv");
  CHECK(std::find(campaign.begin(), campaign.end(), "situations.csv") == campaign.end());
  CHECK(campaign.size() == 10);

  // A folder in the folder can't be taken along: the files are exchanged one by one.
  workspace.write("out/deep/notes.txt", "mine");
  CHECK(done("run s.csv") == with(run_files, {"deep", "link", "notes.txt"}));
  CHECK(read_file(workspace.path() / "out/deep/notes.txt") == "mine");
  // The same in the user's current folder.
  CHECK(
      run(workspace, "cd out && combat-odds run ../s.csv --out . --trials 1k --quiet && ls").out ==
      "charts.csv\ncommand.csv\ndeep\ndistribution.csv\nlink\nnotes.txt\n"
      "situations.csv\nsummary.csv\n");
  CHECK(names_in(workspace.path()) == std::vector<std::string>{"out", "plan.csv", "s.csv"});
}

TEST_CASE("a link to a folder stays one") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  fs::create_directory(workspace.path() / "real");
  fs::create_directory_symlink("real", workspace.path() / "out");
  REQUIRE(run(workspace, "combat-odds run s.csv --out out --trials 1k --quiet").exit_code == 0);
  CHECK(fs::is_symlink(workspace.path() / "out"));
  CHECK(names_in(workspace.path() / "real") == run_files);
  CHECK(names_in(workspace.path()) == std::vector<std::string>{"out", "real", "s.csv"});
}

TEST_CASE("a run that fails leaves the results of others alone") {
  const Workspace workspace;
  workspace.write("quick.csv", quick);
  workspace.write("slow.csv", slow);
  // Both make results/. The first fails for lack of space once the second is done.
  const Run failed =
      run(workspace,
          "(trap '' XFSZ; ulimit -f 4; combat-odds run slow.csv --out results/a --trials 1k "
          "--quiet) &\n"
          "until ls -d results/.a.*; do sleep 0.02; done\n"
          "combat-odds run quick.csv --out results/b --trials 1k --quiet || exit 9\nwait $!");
  CHECK(failed.exit_code == 1);
  CHECK(has(failed.err, "results/a/distribution.csv: cannot be written: File too large"));
  CHECK(names_in(workspace.path() / "results") == std::vector<std::string>{"b"});
  CHECK(names_in(workspace.path() / "results/b") == run_files);
}

TEST_CASE("two programs can't write to one folder at the same time") {
  const Workspace workspace;
  workspace.write("quick.csv", quick);
  workspace.write("slow.csv", slow);
  const Run both =
      run(workspace,
          "combat-odds run slow.csv --out out --trials 1k --quiet &\n"
          "until ls -d .out.*; do sleep 0.02; done >/dev/null 2>&1\n"
          "combat-odds run quick.csv --out out --trials 1k --quiet\necho $? \nwait $!");
  CHECK(both.exit_code == 0);
  CHECK(both.out == "1\n");
  CHECK(both.err == "combat-odds: out: another combat-odds is writing there\n");
  CHECK(has(read_file(workspace.path() / "out/situations.csv"), "10*4-6-7"));
}

TEST_CASE("SIGTERM and SIGHUP end a command as Ctrl-C does") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  for (const std::string signal : {"TERM", "HUP"}) {
    const Run stopped = run(workspace, "timeout --foreground --signal=" + signal +
                                           " 1 '" COMBAT_ODDS_PROGRAM "' run s.csv --out " +
                                           signal + " --trials 1e14 --quiet");
    CHECK(stopped.err == "combat-odds: stopped by SIG" + signal +
                             "; what was simulated of 1 of 1 situations is written, the trials "
                             "column tells how much\n");
    CHECK(names_in(workspace.path() / signal) == run_files);
  }
  // nohup: SIGHUP is ignored.
  const Run kept = run(workspace, "(trap '' HUP; exec '" COMBAT_ODDS_PROGRAM
                                  "' run s.csv --out kept --trials 1e14 --time-limit 1 --quiet) &\n"
                                  "sleep 0.3; kill -HUP $!; wait $!");
  CHECK(kept.exit_code == 1);
  CHECK(kept.err ==
        "combat-odds: the time was up; what was simulated of 1 of 1 situations is written, the "
        "trials column tells how much\n");
  CHECK(names_in(workspace.path() / "kept") == run_files);
}

TEST_CASE("an interrupted merge leaves nothing behind") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  REQUIRE(
      run(workspace,
          "for i in 1 2; do combat-odds run s.csv --shard $i/2 --out part$i --trials 200k "
          "--quiet || exit 1; done\nrm part2/shard.jsonl; ln -s /dev/stdin part2/shard.jsonl; mkfifo pipe")
          .exit_code == 0);
  const std::vector<std::string> before = names_in(workspace.path());
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    // Reads from a pipe that nothing ever writes to.
    const Run ended = run(workspace, "set -m\nexec 3<>pipe\n'" COMBAT_ODDS_PROGRAM
                                     "' merge part1 part2 --out new/out <&3 &\n"
                                     "until ls -d new/.out.*; do sleep 0.02; done\nkill -" +
                                         signal + " $!\nwait $!");
    CHECK(ended.exit_code == (signal == "INT" ? 130 : signal == "TERM" ? 143 : 129));
    CHECK(names_in(workspace.path()) == before);
    CHECK(ended.err.ends_with("combat-odds: ended by " +
                              (signal == "INT" ? "Ctrl-C" : "SIG" + signal) +
                              "; what was not finished is removed\n"));
  }
}

TEST_CASE("other signals that end a program leave nothing behind, and are named") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  REQUIRE(
      run(workspace,
          "for i in 1 2; do combat-odds run s.csv --shard $i/2 --out part$i --trials 200k "
          "--quiet || exit 1; done\nrm part2/shard.jsonl; ln -s /dev/stdin part2/shard.jsonl; mkfifo pipe")
          .exit_code == 0);
  const std::vector<std::string> before = names_in(workspace.path());
  // By signal(7), on x86 and ARM.
  const std::map<std::string, int> numbers = {{"USR1", 10}, {"USR2", 12}, {"ALRM", 14},
                                              {"XCPU", 24}, {"XFSZ", 25}, {"VTALRM", 26},
                                              {"PROF", 27}, {"PWR", 30}};
  for (const auto& [signal, number] : numbers) {
    INFO(signal);
    // A command that does not simulate ends at once ...
    const Run ended = run(workspace, "set -m\nexec 3<>pipe\n'" COMBAT_ODDS_PROGRAM
                                     "' merge part1 part2 --out new/out 2>said <&3 &\n"
                                     "until ls -d new/.out.*; do sleep 0.02; done\nkill -" +
                                         signal + " $!\nwait $!");
    CHECK(ended.exit_code == 128 + number);
    CHECK(read_file(workspace.path() / "said") ==
          "combat-odds: ended by SIG" + signal + "; what was not finished is removed\n");
    fs::remove(workspace.path() / "said");
    CHECK(names_in(workspace.path()) == before);
    // ... and a simulation stops and writes what it has.
    const Run stopped = run(workspace, "timeout --foreground --signal=" + signal +
                                           " 1 '" COMBAT_ODDS_PROGRAM "' run s.csv --out " +
                                           signal + " --trials 1e14 --quiet 2>said");
    const std::string said = read_file(workspace.path() / "said");
    if (signal == "XFSZ") {  // a file that can't grow any more
      CHECK(said == "combat-odds: ended by SIGXFSZ; what was not finished is removed\n");
      CHECK_FALSE(fs::exists(workspace.path() / signal));
    } else {
      CHECK(said == "combat-odds: stopped by SIG" + signal +
                        "; what was simulated of 1 of 1 situations is written, the trials column "
                        "tells how much\n");
      CHECK(names_in(workspace.path() / signal) == run_files);
    }
    fs::remove(workspace.path() / "said");
    fs::remove_all(workspace.path() / signal);
    CHECK(names_in(workspace.path()) == before);
  }
}

TEST_CASE("limits of processor time and file size end a command cleanly") {
  const Workspace workspace;
  workspace.write("quick.csv", quick);
  workspace.write("slow.csv", slow);
  // The limit is signalled again every second; the last message is still the first one's.
  const Run late = run(workspace, "ulimit -S -t 1; '" COMBAT_ODDS_PROGRAM
                                  "' run quick.csv --out late --trials 1e14 --threads 1 --quiet");
  CHECK(late.exit_code == 1);
  CHECK(late.err.starts_with("combat-odds: stopped by SIGXCPU; what was simulated of 1 of 1 "));
  CHECK(names_in(workspace.path() / "late") == run_files);
  const Run large = run(workspace, "ulimit -f 4; '" COMBAT_ODDS_PROGRAM
                                   "' run slow.csv --out large --trials 1k --quiet");
  CHECK(large.exit_code == 128 + 25);
  CHECK(large.err == "combat-odds: ended by SIGXFSZ; what was not finished is removed\n");
  CHECK(names_in(workspace.path()) == std::vector<std::string>{"late", "quick.csv", "slow.csv"});
}

TEST_CASE("standard output that may not grow is told, and ends the program as other errors do") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  for (const std::string command :
       {"list --format json", "odds asl.fire --firepower 8 --target 4-6-7 --drm=-9..9 --format csv",
        "--help"}) {
    INFO(command);
    const Run cut = run(workspace, "(ulimit -f 1; '" COMBAT_ODDS_PROGRAM "' " + command + " >o)");
    CHECK(cut.exit_code == 1);
    CHECK(cut.err == "combat-odds: standard output: cannot be written: File too large\n");
    CHECK(fs::file_size(workspace.path() / "o") <= 1024);
  }
}

TEST_CASE("a report can go to a device or pipe, and never over a file that it reads") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  REQUIRE(run(workspace, "combat-odds run s.csv --out r --trials 1k --quiet").exit_code == 0);
  REQUIRE(run(workspace,
              "mkfifo pipe; cat pipe >got & combat-odds report r --out pipe; wait; test -p pipe")
              .exit_code == 0);
  CHECK(read_file(workspace.path() / "got").ends_with("</html>\n"));
  CHECK(run(workspace, "combat-odds report r --out /dev/stdout | cat").out ==
        read_file(workspace.path() / "got"));

  const std::string before = read_file(workspace.path() / "r/summary.csv");
  fs::create_symlink("r/summary.csv", workspace.path() / "link");
  for (const auto& [out, other] :
       std::map<std::string, std::string>{{"r/summary.csv", "r/new-summary.csv"},
                                          {"./r/../r/summary.csv", "./r/../r/new-summary.csv"},
                                          {"link", "new-link"}}) {
    CHECK(refused_run(workspace, "combat-odds report r --out " + out) ==
          "--out: '" + out + "' is read by this command (another name, such as --out " + other +
              ")\n");
  }
  CHECK(read_file(workspace.path() / "r/summary.csv") == before);
  CHECK(run(workspace, "combat-odds report r --out r").err ==
        "combat-odds: r: cannot be written: Is a directory\n");
  // Through a link to its target.
  workspace.write("page.html", "old");
  fs::create_symlink("page.html", workspace.path() / "latest.html");
  CHECK(run(workspace, "combat-odds report r --out latest.html --force").exit_code == 0);
  CHECK(fs::is_symlink(workspace.path() / "latest.html"));
  // The file has the mark behind it by which it is known.
  CHECK(read_file(workspace.path() / "page.html")
            .starts_with(read_file(workspace.path() / "got") + "<!-- combat-odds "));
}

TEST_CASE("merge does not overwrite its input") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  REQUIRE(run(workspace, "combat-odds run s.csv --shard 1/1 --out part --trials 1k --quiet")
              .exit_code == 0);
  CHECK(run(workspace, "combat-odds merge part --out ./part").err ==
        "--out: './part/shard.jsonl' is read by this command (another folder, such as --out "
        "part-new)\n");
  CHECK(fs::exists(workspace.path() / "part/shard.jsonl"));
}

TEST_CASE("report uses the command that wrote the folder") {
  const Workspace workspace;
  workspace.write("s.csv", quick);
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  REQUIRE(run(workspace, "combat-odds campaign plan.csv --out r --trials 1k --quiet").exit_code ==
          0);
  workspace.write("r/situations.csv", "scenario,procedure\n");  // of another time
  const Run made = run(workspace, "combat-odds report r --out page.md --format markdown");
  CHECK(made.out.starts_with("page.md: the page of what 'campaign' wrote (combat-odds "));
  CHECK(has(read_file(workspace.path() / "page.md"), "# What does plan bring?"));
  fs::remove(workspace.path() / "r/command.csv");
  CHECK(has(run(workspace, "combat-odds report r --out page.md").err, "nothing here to report on"));
}

TEST_CASE("unreadable folders of charts, and files that are ignored in one") {
  const Workspace workspace;
  const std::string ask =
      "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --method exact --charts ";
  fs::create_symlink("loop", workspace.path() / "loop");
  for (const std::string& folder :
       {std::string("loop"), std::string(5000, 'x'), std::string("no")}) {
    CHECK(refused_run(workspace, ask + folder).starts_with(folder + ": cannot be read: "));
  }
  const std::string chart = read_file(COMBAT_ODDS_SOURCE "/sim/asl/infantry/ift.csv");
  workspace.write("own/asl/ift.csv", chart);
  workspace.write("own/index.csv", "");
  workspace.write("own/.git/x.csv", "");
  workspace.write("own/asl/IFT.CSV", chart);
  workspace.write("own/README.md", "");
  const Run named = run(workspace, ask + "own");
  CHECK(named.exit_code == 0);
  CHECK(named.err ==
        "combat-odds: own: ignored: README.md, asl/IFT.CSV (a chart is named as asl/ift.csv)\n");
  CHECK(run(workspace, ask + "own --quiet").err.empty());
  workspace.write("own/ASL/ift.csv", chart);
  CHECK(run(workspace, ask + "own").exit_code == 2);
}

TEST_CASE("a run that lacks situations because of the time limit says so") {
  const Workspace workspace;
  std::string many = head;
  for (int i = 0; i < 3000; ++i) many += "s" + std::to_string(i) + ",asl.fire,8,4-6-7\n";
  workspace.write("s.csv", many);
  const Run limited =
      run(workspace, "combat-odds run s.csv --out out --trials 1e12 --time-limit 0.5 --quiet");
  CHECK(limited.exit_code == 1);
  CHECK(limited.err.starts_with("combat-odds: the time was up; what was simulated of "));
  CHECK(
      limited.err.ends_with(" of 3000 situations is written, the trials column tells how much\n"));
  CHECK(names_in(workspace.path() / "out") == run_files);
}

}  // namespace
}  // namespace combat_odds
