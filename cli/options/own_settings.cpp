#include "cli/options/own_settings.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/files/output_file.hpp"
#include "core/text/error.hpp"

namespace combat_odds::cli {

std::string settings_folder() {
  namespace fs = std::filesystem;
  const char* const configured = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  const bool is_configured = configured != nullptr && *configured == '/';
  if (!is_configured && (home == nullptr || *home == '\0')) return "";
  const fs::path base = is_configured ? fs::path(configured) : fs::path(home) / ".config";
  return (base / "combat-odds").string();
}

namespace {

/// The first word of a setting's file.
std::string kept_word(const std::string& name) {
  std::string word;
  if (const std::string folder = settings_folder(); !folder.empty()) {
    std::ifstream(folder + "/" + name) >> word;
  }
  return word;
}

}  // namespace

std::string usual_game() {
  const std::string game = kept_word("game");
  return game.empty() || game.size() > 40 ? "asl" : game;
}

bool is_page_address(const std::string& text) {
  constexpr std::size_t longest = 2000;
  return (text.starts_with("https://") || text.starts_with("http://")) && text.size() <= longest &&
         text.find_first_of("# \t\n\r\"'<>") == text.npos;
}

std::string page_address() {
  const std::string address = kept_word("page");
  return is_page_address(address) ? address : "";
}

const std::string& made_settings_folder(const std::string& folder) {
  if (folder.empty()) throw SystemError("there is no folder to keep settings in: HOME is not set");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw SystemError(fmt::format("{}: {}", folder, error.message()));
  return folder;
}

void keep_setting(const std::string& name, const std::string& value) {
  write_file(made_settings_folder(settings_folder()) + "/" + name, value + "\n");
}

}  // namespace combat_odds::cli
