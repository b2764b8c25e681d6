#pragma once

#include <filesystem>
#include <string>

#include "ask/library.hpp"
#include "cli/options/command.hpp"

namespace combat_odds::cli {

/// A file of the user's configuration folder; empty where there is no such place.
std::filesystem::path own_file(const std::string& name);

/// The option that all commands with presets share: --presets FILE, a table of one's own.
class OwnPresets {
 public:
  void add_option(const Command& command);

  /// Adds the presets of the user's configuration folder, where there are any
  /// ($XDG_CONFIG_HOME/combat-odds/presets.csv, else ~/.config/combat-odds/presets.csv), and those
  /// of the file that was given. Throws InputError where they make no sense.
  void load(Library& library) const;
  /// The same with another file than the one that was given.
  static void load(Library& library, const std::string& file);

 private:
  std::string file_;
};

}  // namespace combat_odds::cli
