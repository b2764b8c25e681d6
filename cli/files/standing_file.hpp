#pragma once

#include <string>
#include <string_view>

namespace combat_odds::cli {

// A picture or page that a command writes by itself has a mark with its own checksum, where its
// format has room for one: as long as the mark is right, nobody has changed the file, and another
// command may replace it. A folder of reports has its checksums in command.csv (StandingFiles).

/// The contents of a file with its mark; as they are where the ending of the name ("x.svg") tells
/// of no format that has room for one (CSV).
std::string with_mark(const std::string& path, std::string_view contents);

/// Whether these are contents that a command wrote and nobody changed since.
bool has_own_mark(const std::string& path, std::string_view contents);

}  // namespace combat_odds::cli
