#pragma once

#include <string>

#include "ask/library.hpp"
#include "cli/options/command.hpp"

namespace combat_odds::cli {

/// The option --listing FILE: vehicles and guns as a player typed them in from his counters.
class OwnListing {
 public:
  void add_option(const Command& command,
                  const std::string& meaning =
                      "your vehicles and guns of Squad Leader (CSV), which firer, target, first "
                      "and second may name");

  /// Adds the vehicles of the user's configuration folder, where there are any
  /// ($XDG_CONFIG_HOME/combat-odds/listing.csv, else ~/.config/combat-odds/listing.csv), and those
  /// of the file that was given. Throws InputError where they make no sense.
  void load(Library& library) const;

 private:
  std::string file_;
};

}  // namespace combat_odds::cli
