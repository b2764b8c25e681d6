#include "cli/options/own_settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

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

std::string usual_game() {
  std::string game;
  if (const std::string folder = settings_folder(); !folder.empty()) {
    std::ifstream(folder + "/game") >> game;
  }
  return game.empty() || game.size() > 40 ? "asl" : game;
}

}  // namespace combat_odds::cli
