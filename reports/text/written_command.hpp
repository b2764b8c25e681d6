#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/folder.hpp"

namespace combat_odds {

/// The file that tells how a folder was made.
constexpr const char* command_file = "command.csv";

/// A command as command.csv has it: `option,value`, first the program with its version and the
/// command's name, then its files and all options that its numbers depend on, one line a value. In
/// a folder lines follow that name each file of it with its checksum (see file_line()).
struct WrittenCommand {
  std::string program;  ///< "combat-odds 0.1.0"
  std::string name;     ///< "campaign"
  std::vector<std::pair<std::string, std::string>> options;
  std::string typed = {};  ///< the command as it was typed, without what only says where to write
  std::string drawn = {};  ///< the same with what it takes to draw the same picture
  /// The files that it left in its folder, with their checksums; only of what was read.
  std::map<std::string, std::uint64_t> files = {};

  std::string csv() const;
  /// The value of an option; empty where it was not given.
  std::string value(const std::string& option) const;
  /// All values of an option.
  std::vector<std::string> values(const std::string& option) const;
  /// "95 % interval", of the confidence that was asked for.
  std::string interval() const;
  /// The words for a shell, with another folder for the reports.
  std::string line() const;
};

/// A line of command.csv: a file and its XXH64. The last, command.csv's own, is of all before it.
std::string file_line(const std::string& file, std::uint64_t checksum);

/// Whether a command.csv is as it was written, by the checksum in its last line.
bool is_as_written(std::string_view command_csv);

/// Reads command.csv of a folder. Throws InputError.
WrittenCommand read_command(const Folder& folder);

}  // namespace combat_odds
