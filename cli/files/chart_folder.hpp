#pragma once

#include <map>
#include <string>

namespace combat_odds::cli {

/// Writes files by their names, folders in them (asl/ift.csv), to a folder. Throws InputError where
/// the folder has any of them already, which may be somebody's own, and SystemError where it can't
/// be written; what was made before that goes again, by a signal too.
void write_chart_folder(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace combat_odds::cli
