#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds::test {

/// The contents of a workspace, with folders and links: path and content.
inline std::map<std::string, std::string> all_in(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (name == ".script" || name == ".stdout" || name == ".stderr") continue;
    all[name] = entry.is_symlink()        ? fs::read_symlink(entry.path()).string()
                : entry.is_directory()    ? "a folder"
                : entry.is_regular_file() ? read_file(entry.path())
                                          : "a pipe or a device";
  }
  return all;
}

/// What a command says of bad input. Such a command ends with exit code 2, prints nothing else and
/// writes nothing.
inline std::string refused_run(const Workspace& workspace, const std::string& command) {
  const auto before = all_in(workspace.path());
  const Run refused = run(workspace, command);
  INFO(command << "\n" << refused.err);
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK(all_in(workspace.path()) == before);
  return refused.err;
}

}  // namespace combat_odds::test
