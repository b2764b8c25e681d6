#pragma once

#include <string>

namespace combat_odds {

/// A text and the name of the file that it was read from.
struct TextFile {
  std::string name;
  std::string text;
};

/// Reads a whole file. Throws InputError where it cannot be read; `wanted` is what would be right
/// ("a CSV file").
TextFile read_text_file(const std::string& path, const char* wanted = "a CSV file");

}  // namespace combat_odds
