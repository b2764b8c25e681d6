#include "cli/files/chart_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/files/output_file.hpp"
#include "combat_odds/core/error.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;

void write_chart_folder(const std::string& folder,
                        const std::map<std::string, std::string>& files) {
  std::error_code error;
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    if (!fs::exists(path, error)) continue;
    throw InputError({"--export", 0, 0}, fmt::format("{} is there already", path.string()),
                     "another folder");
  }
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    fs::create_directories(path.parent_path(), error);
    if (error) {
      throw SystemError(fmt::format("{}: cannot be made a folder: {}", path.parent_path().string(),
                                    error.message()));
    }
    write_file(path.string(), text);
  }
}

}  // namespace combat_odds::cli
