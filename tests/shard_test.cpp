#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "core/explore/run_control.hpp"
#include "core/text/fnv1a.hpp"
#include "reports/text/written_command.hpp"
#include "studies/merge/merge.hpp"
#include "studies/run/run_shard.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::read_file;
using test::run;
using test::Run;
using test::Workspace;

/// The lines of a shard without the last, which is the seal.
std::vector<std::string> lines_in(const std::string& shard) {
  std::vector<std::string> lines = test::lines_of(shard);
  lines.pop_back();
  return lines;
}

/// A shard of these lines with the right checksum.
std::string sealed(const std::vector<std::string>& lines) {
  Fnv1a checksum;
  std::string text;
  for (const std::string& line : lines) {
    checksum.add(line).add('\n');
    text += line + "\n";
  }
  return text +
         fmt::format("{{\"lines\":{},\"fnv1a\":\"{:016x}\"}}\n", lines.size(), checksum.value());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// A command.csv without the lines for the files of its folder and their checksums.
std::string without_files(const std::string& command_csv) {
  std::string kept;
  for (const std::string& line : test::lines_of(command_csv)) {
    if (!line.starts_with("file,")) kept += line + "\n";
  }
  return kept;
}

/// The two shards of a command, as written.
class TwoShards {
 public:
  TwoShards(const std::string& file, const std::string& text, const std::string& command) {
    const Workspace workspace;
    workspace.write(file, text);
    for (const char* const part : {"1", "2"}) {
      const Run done = run(workspace, "combat-odds " + command + " --trials 200k --quiet --shard " +
                                          part + "/2 --out part" + part);
      REQUIRE(done.exit_code == 0);
      shards_.push_back(read_file(workspace.path() / ("part" + std::string(part)) / shard_file));
    }
    REQUIRE(
        run(workspace, "combat-odds " + command + " --trials 200k --quiet --out whole").exit_code ==
        0);
    whole_ = test::read_folder(workspace.path() / "whole").files;
    whole_[command_file] = without_files(whole_.at(command_file));
  }

  const std::string& shard(std::size_t number) const { return shards_[number - 1]; }
  const std::map<std::string, std::string>& whole() const { return whole_; }

  /// The error of merging these texts, or the shards that were cut short; "" if all is well.
  std::string merged(const std::vector<std::string>& texts) {
    Library library;
    files_.clear();
    std::vector<ShardFile> shards;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      shards.push_back({fmt::format("part{}", i + 1), [text = texts[i]] {
                          const auto lines = std::make_shared<std::istringstream>(text);
                          return [lines](std::string& line) {
                            return static_cast<bool>(std::getline(*lines, line));
                          };
                        }});
    }
    const std::size_t begin = shards_[0].find("\"combat-odds ", shards_[0].find("program")) + 1;
    const std::string program = shards_[0].substr(begin, shards_[0].find('"', begin) - begin);
    try {
      const std::vector<std::string> cut_short = merge_shards(
          shards, program, library,
          [&](const std::string& file, std::string_view text) { files_[file] += text; });
      return fmt::format("{}", fmt::join(cut_short, ", "));
    } catch (const InputError& error) {
      CHECK(files_.empty());  // found before anything is written
      return error.what();
    }
  }
  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  std::vector<std::string> shards_;
  std::map<std::string, std::string> whole_;
  std::map<std::string, std::string> files_;
};

TwoShards a_run() {
  return {"s.csv", "scenario,procedure,firepower,drm,target\na,asl.fire,\"4,8\",0..2,4-6-7\n",
          "run s.csv"};
}

TwoShards a_campaign() {
  return {"plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,2\n", "campaign plan.csv"};
}

const std::string damaged = " is damaged (the file as combat-odds wrote it)";
std::string damaged_at(int line) { return fmt::format("part1:{}:1:", line) + damaged; }

TEST_CASE("a shard that is not as it was written is refused") {
  for (TwoShards shards : {a_run(), a_campaign()}) {
    const std::string& one = shards.shard(1);
    const std::string& two = shards.shard(2);
    REQUIRE(shards.merged({one, two}).empty());
    CHECK(shards.files() == shards.whole());

    const std::vector<std::string> lines = lines_in(one);
    const auto last = static_cast<int>(lines.size()) + 1;
    const auto with = [&](const std::string& from, const std::string& to) {
      std::vector<std::string> changed = lines;
      changed.front() = replaced(changed.front(), from, to);
      return sealed(changed);
    };
    CHECK(sealed(lines) == one);

    // Cut off, doubled, with something after it, with a digit changed.
    const std::size_t seal = one.rfind('{');
    CHECK(shards.merged({one.substr(0, seal), two}) ==
          fmt::format("part1:{}:1: ends before its end is due (the whole file as combat-odds wrote "
                      "it)",
                      last));
    CHECK(shards.merged({"", two}) ==
          "part1:1:1: is empty (the file of a shard as combat-odds wrote it)");
    for (const std::string& more : {one, std::string("[0]\n")}) {
      CHECK(shards.merged({one + more, two}) ==
            fmt::format("part1:{}:1: something stands here after the end (the file as combat-odds "
                        "wrote it)",
                        last + 1));
    }
    std::string other = one;
    other[one.find("\"seed\":1") + 7] = '2';  // of both, so that they are of one run
    std::string other_two = two;
    other_two[two.find("\"seed\":1") + 7] = '2';
    CHECK(shards.merged({other, other_two}) == damaged_at(last));

    // From another run, program or version of the format.
    CHECK(
        shards.merged({one, replaced(two, "\"seed\":1", "\"seed\":2")}) ==
        "part2:1:1: is not a shard of the run of part1: its seed is 2, not 1 (shards of one run)");
    CHECK(has(shards.merged({one, replaced(two, "\"text\":\"", "\"text\":\" ")}),
              "it reads other files"));
    CHECK(
        has(shards.merged({with("\"program\":\"combat-odds ", "\"program\":\"combat-odds 9"), two}),
            "was written by combat-odds 9"));
    CHECK(has(shards.merged({with("\"version\":2", "\"version\":3"), two}), "is of version 3"));
    CHECK(has(shards.merged({with("\"shard\":1", "\"shard\":3"), two}),
              "part1:1:1: is not the file of a shard"));
    CHECK(has(shards.merged({one, one}), "part2:1:1: shard 1 is part1 already"));
    CHECK(has(shards.merged({two}), "part1:1:1: shard 1 of 2 is missing"));
    for (const std::string& text :
         {std::string("{}"), std::string("\xff\xfe"), std::string(1'000'000, '['),
          "{\"format\":" + std::string(1'000'000, '[')}) {
      CHECK(has(shards.merged({text + "\n", two}), "part1:1:1: is not the file of a shard"));
    }
  }
}

TEST_CASE("counts that do not add up are refused even if the checksum is right") {
  TwoShards shards = a_run();
  const std::vector<std::string> lines = lines_in(shards.shard(1));
  const auto merged = [&](const std::vector<std::string>& changed) {
    return shards.merged({sealed(changed), shards.shard(2)});
  };
  const auto with_second = [&](const std::string& line) {
    std::vector<std::string> changed = lines;
    changed[1] = line;
    return merged(changed);
  };
  const std::string& line = lines[1];
  const std::size_t comma = line.find(',');
  const std::string trials = line.substr(1, comma - 1);
  const std::string counts = line.substr(comma);
  CHECK(with_second("[" + std::to_string(std::stoull(trials) + 1) + counts) == damaged_at(2));
  CHECK(with_second("[" + trials + ",-1" + counts) == damaged_at(2));
  CHECK(with_second("[" + trials + ",0" + counts) != "");  // a leaf too many
  CHECK(with_second("[" + trials + ",1.5" + counts) == damaged_at(2));
  CHECK(with_second("[]") == damaged_at(2));
  CHECK(with_second("[null]") == damaged_at(2));
  CHECK(with_second("[18446744073709551615,18446744073709551615]") == damaged_at(2));
  // More than this machine's share, although they add up.
  const auto first_count = std::stoull(counts.substr(1));
  const std::string rest = counts.substr(counts.find(',', 1));
  CHECK(with_second(fmt::format("[{},{}{}", std::stoull(trials) + 200'000, first_count + 200'000,
                                rest)) == damaged_at(2));
  std::vector<std::string> changed = lines;
  changed.pop_back();
  CHECK(has(merged(changed), damaged));
  changed = lines;
  changed.push_back(lines.back());
  CHECK(has(merged(changed), damaged));
}

TEST_CASE("counts of a campaign that do not add up are refused, too") {
  TwoShards shards = a_campaign();
  const std::vector<std::string> lines = lines_in(shards.shard(1));
  REQUIRE(lines.size() == 2);
  const auto with_counts = [&](const std::string& line) {
    return shards.merged({sealed({lines[0], line}), shards.shard(2)});
  };
  const std::string& line = lines[1];
  const std::size_t places = line.find(',') + 1;
  const std::size_t pairs = line.find(",[") + 1;
  const std::string trials = line.substr(1, places - 2);
  const std::string head = line.substr(0, pairs);
  // [place,count]: one more of the first, none of it, it twice, a place that does not exist.
  const std::size_t end = line.find(']', pairs);
  const std::string pair = line.substr(pairs, end + 1 - pairs);
  const std::string place = pair.substr(1, pair.find(',') - 1);
  const auto count = std::stoull(pair.substr(pair.find(',') + 1));
  const std::string rest = line.substr(end + 1);
  CHECK(with_counts(fmt::format("{}[{},{}]{}", head, place, count + 1, rest)) == damaged_at(2));
  CHECK(with_counts(head + rest.substr(1)) == damaged_at(2));
  CHECK(with_counts(head + pair + "," + pair + rest) == damaged_at(2));
  CHECK(with_counts(replaced(line, pair, "[1000000000," + pair.substr(pair.find(',') + 1))) ==
        damaged_at(2));
  CHECK(with_counts("[" + trials + ",7]") == damaged_at(2));
  CHECK(shards.merged({sealed({lines[0], line, line}), shards.shard(2)}) == damaged_at(3));
  CHECK(shards.merged({sealed({lines[0]}), shards.shard(2)}) == damaged_at(2));
}

TEST_CASE("a shard that was cut short is named") {
  TwoShards shards = a_run();
  std::vector<std::string> lines = lines_in(shards.shard(2));
  std::string nothing = "[0";
  for (const char c : lines[3]) nothing += c == ',' ? ",0" : "";
  lines[3] = nothing + "]";
  const std::string cut = shards.merged({shards.shard(1), sealed(lines)});
  CHECK(cut.starts_with("part2: "));
  CHECK(cut.ends_with(" trials"));
  CHECK(shards.files().size() == shards.whole().size());
}

/// More paths than anyone can enumerate, with an event and a measure.
class ManyResults : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    int sum = 0;
    for (int i = 0; i < 12; ++i) sum += dice.die() * (i + 1);
    return Outcome(sum % 2 == 0 ? "even" : "odd")
        .event("high", sum > 300)
        .measure("tens", sum / 10);
  }
};

TEST_CASE("a shard may have the largest blocks") {
  const Tally tally{16'777'216, {16'777'216}, {}, 16'777'216};
  std::set<std::string> names;
  CHECK(tally_in_shard_line(run_shard_line(tally), names).block == 16'777'216);
}

TEST_CASE("a rule without a decision graph has shards, too") {
  const StreamKey key{1, 2, 0};
  constexpr std::uint64_t trials = 300'000;
  const Tally whole = simulate_directly(ManyResults(), key, {trials, 0, {}, nullptr});
  Tally sum;
  for (const std::uint64_t part : {2ull, 0ull, 1ull}) {
    const BlockRange range{trials, 0, {part, 3}, nullptr};
    sum.add(simulate_directly(ManyResults(), key, range));
  }
  CHECK(sum.trials == trials);
  CHECK(sum.counts == whole.counts);
  CHECK(sum.outcomes == whole.outcomes);
  std::set<std::string> names;
  const Tally read = tally_in_shard_line(run_shard_line(whole), names);
  CHECK(read.trials == trials);
  CHECK(read.counts == whole.counts);
  CHECK(read.outcomes == whole.outcomes);
  // As odds they equal those of one machine.
  const Odds odds = odds_of(ManyResults(), read, Method::both);
  CHECK(odds.trials == trials);
  CHECK(odds.chances.front().name == "even");
  CHECK(odds.chances.front().count + odds.chances[1].count == trials);
}

/// 7,260 nodes: how many of so many tosses came up heads.
class Tosses : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    struct Here {
      int tossed, heads;
    };
    int heads = 0;
    for (int tossed = 0; tossed < 120; ++tossed) {
      if (dice.at(Here{tossed, heads})) return Outcome();
      heads += dice.die(2, [](int side) { return side == 2; }) ? 1 : 0;
    }
    return Outcome(std::to_string(heads));
  }
};

TEST_CASE("on a graph of many nodes blocks are larger, and shards are the same blocks") {
  // A power of two from a sixteenth of the trials, 16 for a node or more, 256 for a node or less.
  CHECK(graph_block_trials(6, 1'000'000) == 65'536);
  CHECK(graph_block_trials(6, 1'000'000'000'000) == 65'536);
  CHECK(graph_block_trials(7260, 1'000'000) == 65'536);             // 62,500; 116,160 for the nodes
  CHECK(graph_block_trials(7260, 3'000'000) == 131'072);            // 187,500
  CHECK(graph_block_trials(7260, 1'000'000'000'000) == 1'048'576);  // 1,858,560 for the nodes
  CHECK(graph_block_trials(500'000, 1'000'000) == 4'194'304);       // 8,000,000 for the nodes
  CHECK(graph_block_trials(500'000, 1'000'000'000'000) == 16'777'216);

  const DecisionGraph graph = decision_graph(Tosses());
  CHECK(graph.nodes.size() == 7260);  // 1 + 2 + ... + 120
  const RollingGraph rolling(graph);
  const StreamKey key{1, 2, 0};
  constexpr std::uint64_t trials = 3'000'000;
  const Tally whole = simulate(rolling, key, {trials, 0, {}, nullptr});
  CHECK(whole.block == 131'072);
  Tally sum;
  for (const std::uint64_t part : {2ull, 0ull, 1ull}) {
    Tally shard = simulate(rolling, key, {trials, 0, {part, 3}, nullptr});
    CHECK(shard.trials == BlockRange{trials, 0, {part, 3}, nullptr}.size(131'072));
    std::set<std::string> names;
    sum.add(tally_in_shard_line(run_shard_line(shard), names));
  }
  CHECK(sum.trials == trials);
  CHECK(sum.block == whole.block);
  CHECK(sum.counts == whole.counts);
}

TEST_CASE("the blocks of all shards are all blocks") {
  for (const std::uint64_t trials : {1ull, 100ull, 4096ull, 4097ull, 100'000ull, 1'000'003ull}) {
    for (const std::uint64_t count : {1ull, 2ull, 3ull, 7ull, 100ull}) {
      std::uint64_t sum = 0;
      for (std::uint64_t index = 0; index < count; ++index) {
        sum += BlockRange{trials, 0, {index, count}, nullptr}.size(4096);
      }
      CHECK(sum == trials);
    }
  }
  CHECK(BlockRange{10'000, 0, {0, 2}, nullptr}.size(4096) == 4096 + 10'000 - 8192);
  CHECK(BlockRange{10'000, 1, {0, 2}, nullptr}.size(4096) == 10'000 - 8192);
}

}  // namespace
}  // namespace combat_odds
