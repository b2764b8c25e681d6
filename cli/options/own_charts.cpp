#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/files/input_file.hpp"
#include "cli/options/common.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

bool hidden(const fs::path& path) {
  return std::any_of(path.begin(), path.end(),
                     [](const fs::path& part) { return part.string().starts_with('.'); });
}

/// All that lies in a folder and the folders in it, but hidden files and indexes.
std::vector<std::string> charts_in(const std::string& folder) {
  const auto unreadable = [&](const std::error_code& error) {
    return InputError({folder}, fmt::format("cannot be read: {}", error.message()),
                      "a folder with your own charts, such as asl/ift.csv");
  };
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error);
  if (error) throw unreadable(error);
  while (files != fs::recursive_directory_iterator()) {
    const fs::path name = files->path().lexically_relative(folder);
    std::error_code ignored;  // of a link that leads nowhere
    const bool is_folder = files->is_directory(ignored);
    if (!is_folder && !hidden(name) && name.filename() != "index.csv") {
      names.push_back(name.generic_string());
    }
    files.increment(error);
    if (error) throw unreadable(error);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

void replace_charts(Charts& charts, const std::string& folder, bool quiet) {
  if (folder.empty()) return;
  std::vector<std::string> ignored;
  for (const std::string& name : charts_in(folder)) {
    const std::string path = path_in(folder, name);
    if (name.ends_with(".csv")) {
      charts.replace(name, path, read_file(path).text);
    } else {
      ignored.push_back(name);
    }
  }
  if (ignored.empty() || quiet) return;
  const std::string note =
      fmt::format("combat-odds: {}: ignored: {} (a chart is named as asl/ift.csv)", folder,
                  fmt::join(ignored, ", "));
  std::fputs((one_line(note) + "\n").c_str(), stderr);
}

}  // namespace combat_odds::cli
