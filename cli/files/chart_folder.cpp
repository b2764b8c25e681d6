#include "cli/files/chart_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

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

SystemError no_folder(const fs::path& path, int error) {
  return SystemError(
      fmt::format("{}: cannot be made a folder: {}", path.string(), std::strerror(error)));
}

/// Files and folders that go again unless they are kept, the last one first. All but the folder
/// itself are known by the descriptors of what they stand in.
class Made {
 public:
  Made() = default;
  ~Made() {
    for (; !kept_ && !all_.empty(); all_.pop_back()) all_.back()->remove();
  }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

  /// Makes the folder, with those that it stands in.
  void folder(const fs::path& path) {
    fs::path so_far;
    for (const fs::path& part : path) make(AT_FDCWD, part, so_far /= part);
    open(AT_FDCWD, path.empty() ? "." : path, path);
  }
  /// Writes a file into it, by its name there, making folders in it.
  void file(const fs::path& name, const std::string& text, const fs::path& folder) {
    fs::path so_far = folder;
    const Descriptor* in = &folders_.at(so_far);
    for (const fs::path& part : name.parent_path()) {
      so_far /= part;
      if (const auto known = folders_.find(so_far); known != folders_.end()) {
        in = &known->second;
        continue;
      }
      make(in->number(), part, so_far);
      in = &open(in->number(), part, so_far);
    }
    // Known before it is written.
    note(name.filename().string(), in->number());
    write_file_in(*in, name.filename().string(), text, (folder / name).string());
  }
  void keep() { kept_ = true; }

 private:
  void note(std::string path, int folder) {
    all_.push_back(std::make_unique<Leftover>(std::move(path), folder));
  }
  /// Makes one folder where there is none. `told` is how the user knows it, and where it stands if
  /// it is the working folder that it is made from.
  void make(int in, const fs::path& name, const fs::path& told) {
    const std::string path = in == AT_FDCWD ? told.string() : name.string();
    struct stat there {};
    if (name.empty() || (::fstatat(in, path.c_str(), &there, 0) == 0 && S_ISDIR(there.st_mode))) {
      return;
    }
    note(path, in);
    if (::mkdirat(in, path.c_str(), 0777) == 0) return;
    const int error = errno;
    all_.pop_back();
    throw no_folder(told, error);
  }
  const Descriptor& open(int in, const fs::path& path, const fs::path& told) {
    Descriptor opened(::openat(in, path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened.is_open()) throw no_folder(told, errno);
    return folders_.emplace(told, std::move(opened)).first->second;
  }

  CleanEnd clean_end_;
  std::map<fs::path, Descriptor> folders_;
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
  made.folder(folder);
  for (const auto& [name, text] : files) made.file(name, text, folder);
  made.keep();
}

}  // namespace combat_odds::cli
