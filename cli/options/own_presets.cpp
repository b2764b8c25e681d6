#include "cli/options/own_presets.hpp"

#include <cstdlib>

#include "cli/files/input_file.hpp"
#include "core/text/csv.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;

fs::path own_file(const std::string& name) {
  const auto value = [](const char* variable) {
    const char* const text = std::getenv(variable);
    return std::string(text == nullptr ? "" : text);
  };
  // By the XDG Base Directory Specification, a path that is not absolute is none.
  fs::path folder = value("XDG_CONFIG_HOME");
  if (!folder.is_absolute()) {
    const fs::path home = value("HOME");
    if (!home.is_absolute()) return {};
    folder = home / ".config";
  }
  return folder / "combat-odds" / name;
}

namespace {

constexpr const char* wanted =
    "a table of presets (CSV: procedure,preset,meaning,parameters), as 'combat-odds list --presets "
    "--format csv' prints them";

}  // namespace

void OwnPresets::add_option(const Command& command) {
  command.add_option("--presets", file_, "a table of your own presets (CSV)");
}

void OwnPresets::load(Library& library) const { load(library, file_); }

void OwnPresets::load(Library& library, const std::string& file) {
  const fs::path usual = own_file("presets.csv");
  std::error_code error;
  if (!usual.empty() && fs::is_regular_file(usual, error)) {
    library.add_presets(read_csv(read_file(usual.string(), wanted)));
  }
  if (!file.empty()) library.add_presets(read_csv(read_file(file, wanted)));
}

}  // namespace combat_odds::cli
