#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/text/folder.hpp"

namespace combat_odds::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline CsvTable read_csv_file(const std::filesystem::path& path) {
  return read_csv(read_file(path), path.string());
}

/// The files of these names that a folder has.
inline Folder read_folder(const std::filesystem::path& path) {
  Folder folder{path.string(), {}};
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    folder.files[entry.path().filename().string()] = read_file(entry.path());
  }
  return folder;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The text without its line ends: sentences are broken where a screen ends.
inline std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// A folder for the test, removed at the end.
class Workspace {
 public:
  Workspace() {
    std::string name = (std::filesystem::temp_directory_path() / "combat-odds-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Workspace() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

struct Run {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Runs a shell command in the workspace; "combat-odds" is the program under test, or the one that
/// COMBAT_ODDS_TESTED names (tests/mutate has a changed one).
inline Run run(const Workspace& workspace, const std::string& command) {
  const auto out = workspace.path() / ".stdout";
  const auto err = workspace.path() / ".stderr";
  const std::string whole =
      "cd '" + workspace.path().string() +
      "' && export LC_ALL=C.UTF-8 && combat-odds() { \"${COMBAT_ODDS_TESTED:-" COMBAT_ODDS_PROGRAM
      "}\" \"$@\"; } && { " +
      command + "\n} >'" + out.string() + "' 2>'" + err.string() + "' </dev/null";
  const std::filesystem::path script = workspace.write(".script", whole);
  const int status = std::system(("bash '" + script.string() + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
}

}  // namespace combat_odds::test
