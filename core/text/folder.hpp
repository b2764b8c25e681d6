#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/text/csv.hpp"

namespace combat_odds {

/// A folder as it was read: the texts of its files by their names.
struct Folder {
  std::string name;
  std::map<std::string, std::string> files;

  bool has(const std::string& file) const { return files.contains(file); }

  /// A file of the folder as CSV. Throws InputError, also where there is no such file.
  CsvTable csv(const std::string& file) const {
    const std::string path = name.empty() || name.ends_with('/') ? name + file : name + "/" + file;
    const auto found = files.find(file);
    if (found == files.end()) {
      throw InputError({path}, "is missing", "a folder as combat-odds wrote it");
    }
    return read_csv(found->second, path);
  }
};

/// Takes texts that go to the end of a file, by its name.
using FileSink = std::function<void(const std::string& file, std::string_view text)>;

}  // namespace combat_odds
