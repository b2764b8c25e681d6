#include "cli/files/chart_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/files/output_file.hpp"
#include "cli/interrupts/leftovers.hpp"
#include "core/text/option_error.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

/// Files and folders that go again unless they are kept, the last one first.
class Made {
 public:
  Made() = default;
  ~Made() {
    for (; !kept_ && !all_.empty(); all_.pop_back()) {
      const char* const path = all_.back()->path().c_str();
      if (::unlink(path) != 0) ::rmdir(path);
    }
  }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

  /// To be called before the file is written.
  void file(const fs::path& path) { note(path.string()); }
  /// Makes a folder with those that it stands in.
  void folder(const fs::path& path) {
    fs::path so_far;
    for (const fs::path& part : path) {
      so_far /= part;
      struct stat there {};
      if (::stat(so_far.c_str(), &there) == 0 && S_ISDIR(there.st_mode)) continue;
      note(so_far.string());
      if (::mkdir(so_far.c_str(), 0777) == 0 || part.empty()) continue;
      const int error = errno;
      all_.pop_back();
      throw SystemError(
          fmt::format("{}: cannot be made a folder: {}", so_far.string(), std::strerror(error)));
    }
  }
  void keep() { kept_ = true; }

 private:
  void note(std::string path) { all_.push_back(std::make_unique<Leftover>(std::move(path))); }

  CleanEnd clean_end_;
  std::vector<std::unique_ptr<Leftover>> all_;
  bool kept_ = false;
};

}  // namespace

void write_chart_folder(const std::string& folder,
                        const std::map<std::string, std::string>& files) {
  std::error_code error;
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    if (!fs::exists(path, error)) continue;
    throw OptionError("--export", fmt::format("{} is there already", path.string()),
                      "another folder");
  }
  Made made;
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    made.folder(path.parent_path());
    made.file(path);
    write_file(path.string(), text);
  }
  made.keep();
}

}  // namespace combat_odds::cli
