#include "cli/files/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "combat_odds/core/error.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

/// More text than anyone writes: /dev/zero is refused before it fills the memory.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

class Descriptor {
 public:
  explicit Descriptor(int open) : number(open) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  const int number;
};

InputError unreadable(const std::string& path, int error, const char* wanted) {
  return {{path, 0, 0}, fmt::format("cannot be read: {}", std::strerror(error)), wanted};
}

Descriptor open_file(const std::string& path, const char* wanted) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat about {};
  if (file < 0 || ::fstat(file, &about) != 0) throw unreadable(path, errno, wanted);
  if (S_ISDIR(about.st_mode)) {
    ::close(file);
    throw unreadable(path, EISDIR, wanted);
  }
  return Descriptor(file);
}

bool hidden(const fs::path& path) {
  return std::any_of(path.begin(), path.end(),
                     [](const fs::path& part) { return part.string().starts_with('.'); });
}

}  // namespace

void check_readable(const std::string& path, const char* wanted) { open_file(path, wanted); }

TextFile read_file(const std::string& path, const char* wanted) {
  const Descriptor file = open_file(path, wanted);
  TextFile text{path, {}};
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = ::read(file.number, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw unreadable(path, errno, wanted);
    if (count == 0) return text;
    text.text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.text.size() > most_bytes) throw unreadable(path, EFBIG, wanted);
  }
}

std::vector<TextFile> read_files(const std::vector<std::string>& paths) {
  std::vector<TextFile> files;
  for (const std::string& path : paths) files.push_back(read_file(path));
  return files;
}

std::string path_in(const std::string& folder, const std::string& file) {
  return (fs::path(folder) / file).string();
}

Folder read_folder(const std::string& path, const std::vector<std::string>& names) {
  Folder folder{path, {}};
  for (const std::string& name : names) {
    const std::string file = path_in(path, name);
    if (::access(file.c_str(), F_OK) != 0 && errno == ENOENT) continue;
    folder.files[name] = read_file(file, "a folder that combat-odds wrote").text;
  }
  return folder;
}

ChartFolder read_chart_folder(const std::string& path) {
  ChartFolder folder;
  if (path.empty()) return folder;
  const auto unreadable = [&](const std::error_code& error) {
    return InputError({path, 0, 0}, fmt::format("cannot be read: {}", error.message()),
                      "a folder with your own charts, such as asl/ift.csv");
  };
  std::error_code error;
  fs::recursive_directory_iterator files(path, error);
  if (error) throw unreadable(error);
  for (const auto end = fs::end(files); files != end;) {
    const fs::path name = files->path().lexically_relative(path);
    const bool is_folder = files->is_directory(error);
    if (!is_folder && !hidden(name) && name.filename() != "index.csv") {
      if (files->is_regular_file(error) && name.extension() == ".csv") {
        folder.charts.push_back({name.generic_string(), read_file(files->path().string()).text});
      } else {
        folder.ignored.push_back(name.generic_string());
      }
    }
    files.increment(error);
    if (error) throw unreadable(error);
  }
  std::ranges::sort(folder.charts, {}, &TextFile::name);
  std::ranges::sort(folder.ignored);
  return folder;
}

}  // namespace combat_odds::cli
