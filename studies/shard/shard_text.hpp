#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/odds/odds.hpp"
#include "core/text/chart.hpp"
#include "core/text/fnv1a.hpp"
#include "core/text/folder.hpp"
#include "reports/text/written_command.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {

/// What one machine's part of a simulation leaves beside its reports. A text of lines: the head,
/// then counts as JSON arrays, in the end how many lines there are and their checksum.
inline constexpr const char* shard_file = "shard.jsonl";

/// A chart of the user's own.
struct OwnChart {
  std::string name;  ///< of the chart that it replaces
  std::string file;
  std::string text;
};
std::vector<OwnChart> own_charts(const Charts& charts);

/// What a shard is a shard of: all that the reports are made from, but the counts.
struct ShardHead {
  WrittenCommand command;  ///< with the program that counted
  std::string input;       ///< what the command reads, as JSON of its own
  std::vector<OwnChart> own_charts;
  OddsOptions options;
  std::vector<RuleSource> rules;       ///< of the procedures that did not come with the program
  std::vector<TextFile> listing = {};  ///< the user's vehicles and guns
};

/// Writes a shard to the file of that name.
class ShardWriter {
 public:
  ShardWriter(const ShardHead& head, FileSink write);
  /// A line of counts: a JSON array.
  void add(const std::string& line);
  void finish();

 private:
  FileSink write_;
  Fnv1a checksum_;
  std::uint64_t lines_ = 0;
};

/// The next line of a text, without its end; false after the last.
using NextLine = std::function<bool(std::string& line)>;

/// A file with a shard.
struct ShardFile {
  std::string name;  ///< for messages
  std::function<NextLine()> open;
};

/// Reads the shards of one run, one after the other. Throws InputError where one is missing, stands
/// there twice, is not whole, is of another run or was written by another program.
class ShardReader {
 public:
  explicit ShardReader(std::string program) : program_(std::move(program)) {}

  /// Says beforehand which run all shards must be of.
  void expect(const ShardHead& head);

  /// Goes to the first or next shard. What is in its head beside the number of the shard is the
  /// same for all.
  void open(const ShardFile& file);
  const ShardHead& head() const { return head_; }

  /// The next line of counts; false after the last, once the shard is known to be whole.
  bool next(std::string& line);
  /// That something is wrong with the line that was read last, or with the whole shard.
  InputError damaged() const;
  /// The name of the shard that is open.
  const std::string& name() const { return file_; }

  /// Once all have been read: that none is missing.
  void check_all_there() const;

 private:
  bool take(std::string& line);

  std::string program_;
  std::string file_;
  std::string first_file_;
  NextLine lines_;
  int line_ = 0;
  Fnv1a checksum_;
  ShardHead head_;
  std::string run_;  ///< of the first: what all have in common, as JSON
  std::map<std::uint64_t, std::string> seen_;
};

}  // namespace combat_odds
