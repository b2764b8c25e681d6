#include <unistd.h>

#include <cstdlib>
#include <map>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string scenarios =
    "scenario,procedure,firepower,drm,target\n"
    "a,asl.fire,\"4,8\",0..2,\"4-6-7,2*4-6-7 8-1\"\n"
    "b,sl.fire,8,1,4-6-7\n";

const char* const reports[] = {"distribution.csv", "summary.csv", "situations.csv", "charts.csv",
                               "command.csv"};

TEST_CASE("four shards under GNU parallel add up to the bytes of one machine") {
  const Workspace workspace;
  workspace.write("s.csv", scenarios);
  workspace.write("shard.sh", "#!/bin/bash\nexec '" COMBAT_ODDS_PROGRAM
                              "' run s.csv --shard $1/4 --out part$1 --trials 300k --quiet\n");
  REQUIRE(run(workspace, "parallel --will-cite bash shard.sh ::: 1 2 3 4").exit_code == 0);
  REQUIRE(run(workspace, "combat-odds run s.csv --out whole --trials 300k --quiet").exit_code == 0);
  const Run merged = run(workspace, "combat-odds merge part4 part2 part1 part3 --out merged");
  CHECK(merged.exit_code == 0);
  CHECK(merged.err.empty());
  for (const char* const report : reports) {
    CHECK(read_file(workspace.path() / "merged" / report) ==
          read_file(workspace.path() / "whole" / report));
  }

  const auto refused = [&](const std::string& command, const std::string& says) {
    CHECK(refused_run(workspace, command + " --out none") == says + "\n");
  };
  refused("combat-odds merge part1 part2 part4",
          "part1/shard.jsonl:1:1: shard 3 of 4 is missing (the folders of all shards)");
  refused("combat-odds merge part1 part2 part2 part3",
          "part2/shard.jsonl:1:1: shard 2 is part2/shard.jsonl already (each shard once)");
  REQUIRE(run(workspace, "combat-odds run s.csv --shard 4/4 --out other --trials 400k --quiet")
              .exit_code == 0);
  refused("combat-odds merge part1 part2 part3 other",
          "other/shard.jsonl:1:1: is not a shard of the run of part1/shard.jsonl: its --trials is "
          "400k (shards of one run)");
  const std::string no_shard =
      "/shard.jsonl: cannot be read: No such file or directory (a folder that '--shard' of a run or "
      "a campaign wrote)";
  refused("combat-odds merge whole", "whole" + no_shard);
  refused("combat-odds merge merged", "merged" + no_shard);
  refused("combat-odds run s.csv --shard 5/4",
          "--shard: '5/4' is not possible (i/n with i from 1 to n, such as 1/4)");
}

TEST_CASE("an interrupted run goes on where it was") {
  const Workspace workspace;
  workspace.write("s.csv", scenarios);
  const std::string ask = "combat-odds run s.csv --trials 20M --quiet --out ";
  REQUIRE(run(workspace, ask + "whole").exit_code == 0);
  const auto parts = workspace.path() / "a.parts";

  // Part 3 as another machine would have left it, with another seed: it is not taken for this
  // run's.
  REQUIRE(run(workspace, ask + "a.parts/3 --shard 3/64 --seed 2").exit_code == 0);
  CHECK(refused_run(workspace, ask + "a --resume") ==
        "a.parts/3/shard.jsonl:1:1: is not a shard of the run of this command: its --seed is 2 "
        "(shards of one run)\n");
  std::filesystem::remove_all(parts);

  // Ended by kill -9 and by the clock again and again, the run gives the same reports as in one go.
  run(workspace, "timeout -s KILL 0.3 " + ask + "a --resume");
  int goes = 1;
  Run last = run(workspace, ask + "a --resume --time-limit 0.2");
  for (; last.exit_code == 1 && goes < 100; ++goes) {
    CHECK(last.err.find(" of 64 parts are kept in a.parts, and the same command goes on with the "
                        "others\n") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(workspace.path() / "a"));
    last = run(workspace, ask + "a --resume");
  }
  INFO(last.err);
  CHECK(last.exit_code == 0);
  for (const char* const report : reports) {
    CHECK(read_file(workspace.path() / "a" / report) ==
          read_file(workspace.path() / "whole" / report));
  }
  CHECK_FALSE(std::filesystem::exists(parts));

  // A damaged part is named, and nothing is written.
  REQUIRE(run(workspace, ask + "b.parts/7 --shard 7/64").exit_code == 0);
  const auto seventh = workspace.path() / "b.parts" / "7" / "shard.jsonl";
  std::filesystem::resize_file(seventh, std::filesystem::file_size(seventh) - 30);
  CHECK(refused_run(workspace, ask + "b --resume").starts_with("b.parts/7/shard.jsonl:"));

  CHECK(run(workspace, ask + "c --resume --shard 1/2").err ==
        "--resume does not go with --shard (leave one of the two out: a shard is a part itself)\n");
}

TEST_CASE("an interrupted campaign goes on where it was") {
  const Workspace workspace;
  const std::string plan = COMBAT_ODDS_SOURCE "/scenarios/campaign/full-campaign.csv";
  const std::string ask = "combat-odds campaign " + plan + " --trials 200k --quiet --out ";
  REQUIRE(run(workspace, ask + "whole").exit_code == 0);
  REQUIRE(run(workspace, ask + "part --shard 64/64").exit_code == 0);
  std::filesystem::create_directories(workspace.path() / "a.parts" / "64");
  std::filesystem::rename(workspace.path() / "part" / "shard.jsonl",
                          workspace.path() / "a.parts" / "64" / "shard.jsonl");
  REQUIRE(run(workspace, ask + "a --resume").exit_code == 0);
  CHECK(run(workspace, "diff -r a whole").out.empty());
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "a.parts"));
}

/// The trials column in the first line.
double trials_of(const std::string& distribution) {
  std::istringstream text(distribution);
  std::string line;
  std::getline(text, line);
  std::getline(text, line);
  const std::string without_seed = line.substr(0, line.rfind(','));
  return std::stod(without_seed.substr(without_seed.rfind(',') + 1));
}

TEST_CASE("--precision stops as soon as every interval is narrow enough") {
  const Workspace workspace;
  const std::string ask = "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --format csv ";
  // The widest half-width of an outcome is below 1.96 * sqrt(1/4 / n): 0.001 needs at most 960,400
  // trials, and half as many are not enough for an outcome near 1/2, so 524,288 or 1,048,576 are
  // played.
  const double trials = trials_of(run(workspace, ask + "--precision 0.001").out);
  CHECK((trials == 524'288 || trials == 1'048'576));
  CHECK(trials_of(run(workspace, ask + "--precision 0.001 --trials 100k").out) == 100'000);
  // A mean is shown, too: the deviation of 2d6 is sqrt(35/6) = 2.415, and 1.96 * 2.415 / sqrt(n) is
  // 0.001 at n = 22.4 million: 2^24 trials are too few, 2^25 enough.
  const std::string roll = "combat-odds roll 2d6 --method monte-carlo --format csv --trials 1G ";
  CHECK(trials_of(run(workspace, roll + "--precision 0.001").out) == 33'554'432);
  CHECK(run(workspace, ask + "--precision 2").err ==
        "--precision: '2' is not possible (a number between 0 and 1, such as 0.001)\n");
}

TEST_CASE("--time-limit and Ctrl-C write what was simulated, and the trials column says how much") {
  const Workspace workspace;
  workspace.write("s.csv", "scenario,procedure,firepower,target\na,asl.fire,8,4-6-7\n");
  const Run limited =
      run(workspace, "combat-odds run s.csv --out limited --trials 1e14 --time-limit 1 --quiet");
  CHECK(limited.exit_code == 1);
  CHECK(limited.err ==
        "combat-odds: the time was up; what was simulated of 1 of 1 situations is written, the "
        "trials column tells how much\n");
  const double played = trials_of(read_file(workspace.path() / "limited" / "distribution.csv"));
  CHECK(played > 0);
  CHECK(played < 1e14);
  CHECK(std::fmod(played, 65'536) == 0);  // whole blocks

  const Run stopped = run(workspace, "timeout --foreground --signal=INT 1 '" COMBAT_ODDS_PROGRAM
                                     "' run s.csv --out stopped --trials 1e14 --quiet");
  CHECK(stopped.err ==
        "combat-odds: stopped by Ctrl-C; what was simulated of 1 of 1 situations is written, the "
        "trials "
        "column tells how much\n");
  CHECK(trials_of(read_file(workspace.path() / "stopped" / "distribution.csv")) > 0);
}

TEST_CASE("a second Ctrl-C ends at once with exit code 130 and leaves the folder as it was") {
  const Workspace workspace;
  const auto write = [&](const char* name, const char* target) {
    workspace.write(
        name, "scenario,procedure,firepower,target\na,asl.fire,8," + std::string(target) + "\n");
  };
  write("quick.csv", "4-6-7");
  write("long.csv", "10*4-6-7 9-2 8-1");  // seconds for its graph, which the first Ctrl-C lets be
  REQUIRE(run(workspace, "combat-odds run quick.csv --out out --trials 1k --quiet").exit_code == 0);
  const auto files = [&](const char* folder) {
    std::map<std::string, std::string> found;
    if (!std::filesystem::exists(workspace.path() / folder)) return found;
    for (const auto& entry : std::filesystem::directory_iterator(workspace.path() / folder)) {
      found[entry.path().filename().string()] = read_file(entry.path());
    }
    return found;
  };
  const auto before = files("out");
  CHECK(before.size() == 5);

  for (const std::string folder : {"out", "new"}) {
    INFO(folder);
    // Two equal pending signals count once. So SIGTERM serves as the second Ctrl-C, and the program
    // is stopped until both are pending.
    const Run result =
        run(workspace, "set -m\n'" COMBAT_ODDS_PROGRAM "' run long.csv --out " + folder +
                           " --trials 1k --quiet &\npid=$!\n"
                           "until ls -d ." +
                           folder +
                           ".*; do sleep 0.02; done\n"
                           "kill -STOP $pid\nkill -INT $pid\nkill -TERM $pid\n"
                           "kill -CONT $pid\n"
                           "wait $pid; code=$?\n"
                           "while [ $code = 147 ]; do wait $pid; code=$?; done  # it was stopped\n"
                           "exit $code");
    CHECK((result.exit_code == 130 || result.exit_code == 143));
  }
  CHECK(files("out") == before);
  CHECK(files("new").empty());
}

TEST_CASE("a terminal has a progress bar, unless told otherwise") {
  const Workspace workspace;
  if (run(workspace, "script --quiet --return --command true /dev/null").exit_code != 0) {
    WARN("this system gives out no pseudo-terminals: the progress bar was not looked at");
    return;
  }
  const std::string ask = "'" COMBAT_ODDS_PROGRAM
                          "' odds asl.fire --firepower 8 --target 4-6-7 --trials 1e14 "
                          "--time-limit 3";
  const auto on_terminal = [&](const std::string& options) {
    workspace.write("ask.sh", ask + options);
    const Run result = run(workspace, "script --quiet --return --command 'bash ask.sh' /dev/null");
    CHECK(result.exit_code == 1);
    CHECK(result.out.find("8 FP (8 column), 0, at 4-6-7. ") != std::string::npos);
    return result.out;
  };
  const std::string shown = on_terminal("");
  // The bar, the share, how many and how fast, the time left; in the end the line is cleared.
  CHECK(shown.find("\r[..............................]   0 %  ") != std::string::npos);
  CHECK(shown.find(" trials, ") != std::string::npos);
  CHECK(shown.find("/s, ") != std::string::npos);
  CHECK(shown.find(" left\x1b[K") != std::string::npos);
  CHECK(shown.find("\r\x1b[K") != std::string::npos);
  CHECK(on_terminal(" --quiet").find('[') == std::string::npos);
}

TEST_CASE("compare and odds stop early, and show what they have") {
  const Workspace workspace;
  workspace.write("s.csv", "scenario,procedure,firepower,target\na,asl.fire,8,4-6-7\n");
  for (const std::string ask :
       {"compare s.csv --by broken", "odds asl.fire --firepower 8 --target 4-6-7"}) {
    INFO(ask);
    const std::string all = ask + " --trials 1e14 --method monte-carlo --quiet";
    const Run limited = run(workspace, "combat-odds " + all + " --time-limit 0.5");
    CHECK(limited.exit_code == 1);
    CHECK(limited.err ==
          "combat-odds: the time was up; what was simulated of 1 of 1 situations is shown\n");
    CHECK(limited.out.find("broken") != std::string::npos);
    CHECK(limited.out.find("100000000000000 trials") == std::string::npos);
    const Run stopped =
        run(workspace, "timeout --foreground --signal=INT 1 '" COMBAT_ODDS_PROGRAM "' " + all);
    CHECK(stopped.out.find("broken") != std::string::npos);
    CHECK(stopped.err ==
          "combat-odds: stopped by Ctrl-C; what was simulated of 1 of 1 situations is shown\n");
  }
}

TEST_CASE("one thread is enough if the system grants no more") {
  const Workspace workspace;
  const std::string fire = "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --trials 1k ";
  // Threads of 1 GB each, in less memory than that.
  const Run made =
      run(workspace, "ulimit -s 1048576 -v 1000000; " + fire + "--threads 8 --format csv");
  CHECK(made.exit_code == 0);
  CHECK(made.out == run(workspace, fire + "--threads 1 --format csv").out);
  if (::geteuid() != 0 || std::system("command -v setpriv prlimit >/dev/null") != 0) return;
  const Run alone = run(
      workspace,
      "chmod 755 .; setpriv --reuid=65533 --regid=65533 --clear-groups prlimit "
      "--nproc=1 '" COMBAT_ODDS_PROGRAM
      "' --version >/dev/null 2>&1 || exit 77\n"
      "setpriv --reuid=65533 --regid=65533 --clear-groups prlimit --nproc=1 '" COMBAT_ODDS_PROGRAM
      "' odds asl.fire --firepower 8 --target 4-6-7 "
      "--trials 1M --threads 8 --format csv");
  CHECK((alone.exit_code == 0 || alone.exit_code == 77));
}

TEST_CASE("piped output has no progress bar") {
  const Workspace workspace;
  const Run result =
      run(workspace,
          "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --trials 1e14 --time-limit 1.2");
  CHECK(result.err ==
        "combat-odds: the time was up; what was simulated of 1 of 1 situations is shown\n");
}

TEST_CASE("a time limit that was not reached is not reported") {
  const Workspace workspace;
  workspace.write("s.csv", scenarios);
  for (const std::string enough : {"--trials 100k", "--precision 0.01", "--method exact"}) {
    const Run done =
        run(workspace, "combat-odds run s.csv --out out --quiet --time-limit 10m " + enough);
    CHECK(done.exit_code == 0);
    CHECK(done.err.empty());
  }
  // A shard says so itself, and is named once it is merged.
  const Run cut = run(workspace,
                      "combat-odds run s.csv --out part1 --shard 1/2 --trials 1e13 --time-limit 1 "
                      "--quiet");
  CHECK(cut.exit_code == 1);
  CHECK(cut.err.starts_with("combat-odds: the time was up; "));
  REQUIRE(run(workspace,
              "combat-odds run s.csv --out part2 --shard 2/2 --trials 1e13 --time-limit 1 "
              "--quiet")
              .exit_code == 1);
  const Run merged = run(workspace, "combat-odds merge part1 part2 --out whole");
  CHECK(merged.exit_code == 1);
  CHECK(merged.err.starts_with(
      "combat-odds: the sum is written, but of shards that were cut short: part1/shard.jsonl: "));
  CHECK(merged.err.find(", part2/shard.jsonl: ") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
