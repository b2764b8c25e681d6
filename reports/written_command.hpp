#pragma once

#include <string>
#include <utility>
#include <vector>

#include "combat_odds/core/folder.hpp"

namespace combat_odds {

/// The file that tells how a folder was made.
constexpr const char* command_file = "command.csv";

/// A command as command.csv has it: `option,value`, first the program with its version and the
/// command's name, then its files and all options that its numbers depend on, one line a value.
struct WrittenCommand {
  std::string program;  ///< "combat-odds 0.1.0"
  std::string name;     ///< "campaign"
  std::vector<std::pair<std::string, std::string>> options;
  std::string typed = {};  ///< the command as it was typed, without what only says where to write

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

/// Reads command.csv of a folder. Throws InputError.
WrittenCommand read_command(const Folder& folder);

}  // namespace combat_odds
