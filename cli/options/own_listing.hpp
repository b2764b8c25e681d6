#pragma once

#include <string>
#include <vector>

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

  /// Adds the vehicles that are kept (load_kept()) and those of the file that was given. Throws
  /// InputError where they make no sense.
  void load(Library& library) const;

  /// Adds those of the user's configuration folder, where there are any: listing.csv, and what
  /// `combat-odds set listing FILE` put into its folder `listings`. A second time it does nothing.
  static void load_kept(Library& library);
  /// Keeps a file there: a listing of Squad Leader, or lines for a chart of vehicles of another
  /// game, with that chart's headings. Throws InputError where it is neither; gives its place.
  static std::string keep(const std::string& path);
  /// The files that are kept, sorted.
  static std::vector<std::string> kept();

 private:
  std::string file_;
};

}  // namespace combat_odds::cli
