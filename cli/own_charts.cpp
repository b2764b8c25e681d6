#include <fmt/format.h>

#include <filesystem>

#include "cli/common.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;

void replace_charts(Charts& charts, const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error);
  if (error) {
    throw InputError({folder, 0, 0}, fmt::format("cannot be read: {}", error.message()),
                     "a folder with your own charts, such as asl/ift.csv");
  }
  for (const auto& entry : files) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file() || path.extension() != ".csv" || path.filename() == "index.csv") {
      continue;
    }
    const std::string name = fs::relative(path, folder).generic_string();
    charts.replace(name, path.string(), read_text_file(path.string()).text);
  }
}

}  // namespace combat_odds::cli
