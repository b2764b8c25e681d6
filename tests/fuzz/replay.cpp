// Plays files against their targets: replay FOLDER, where each target has its own folder.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/fuzz/target.hpp"

using namespace combat_odds;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::size_t played = 0;
  for (const auto& folder : std::filesystem::directory_iterator(argv[1])) {
    if (!folder.is_directory()) continue;
    const auto target = fuzz::targets().find(folder.path().filename().string());
    if (target == fuzz::targets().end()) {
      std::fprintf(stderr, "%s: no target of that name\n", folder.path().c_str());
      return 2;
    }
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      std::printf("%s\n", file.path().c_str());
      std::fflush(stdout);
      std::ostringstream text;
      text << std::ifstream(file.path(), std::ios::binary).rdbuf();
      try {
        target->second(text.str());
      } catch (const InputError& error) {
        std::printf("  %.200s\n", error.what());
      }
      ++played;
    }
  }
  std::printf("%zu files\n", played);
  return played > 0 ? 0 : 1;
}
