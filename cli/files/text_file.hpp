#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/folder.hpp"
#include "combat_odds/core/text_file.hpp"

namespace combat_odds::cli {

/// Reads a whole file. Throws InputError where it cannot be read; `wanted` is what would be right.
TextFile read_file(const std::string& path, const char* wanted = "a CSV file");

/// Throws the same where a file can't be opened.
void check_readable(const std::string& path, const char* wanted);

std::vector<TextFile> read_files(const std::vector<std::string>& paths);

/// Those of the named files that are in a folder. Throws InputError where it is none, or where one
/// of them cannot be read.
Folder read_folder(const std::string& path, const std::vector<std::string>& names);

/// The path of a file in a folder.
std::string path_in(const std::string& folder, const std::string& file);

}  // namespace combat_odds::cli
