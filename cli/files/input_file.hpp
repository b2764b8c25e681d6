#pragma once

#include <streambuf>
#include <string>
#include <vector>

#include "core/text/folder.hpp"
#include "core/text/limits.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds::cli {

/// Reads a whole file. Throws InputError where it cannot be read or is too large; `wanted` is what
/// would be right.
TextFile read_file(const std::string& path, const char* wanted = "a CSV file",
                   std::size_t most_bytes = limits::file_bytes);

/// The same of a file that is not read for what it says, but may be replaced: it is no input.
std::string contents_of(const std::string& path);

/// Reads a line; false at the end. Of a line that is longer than `most_bytes`, one byte more than
/// that is kept.
bool read_line(std::streambuf& from, std::string& line, std::size_t most_bytes);

/// Throws the same where a file can't be opened.
void check_readable(const std::string& path, const char* wanted);

std::vector<TextFile> read_files(const std::vector<std::string>& paths);

/// Those of the named files that are in a folder. Throws InputError where it is none, or where one
/// of them cannot be read.
Folder read_folder(const std::string& path, const std::vector<std::string>& names);

/// The path of a file in a folder.
std::string path_in(const std::string& folder, const std::string& file);

}  // namespace combat_odds::cli
