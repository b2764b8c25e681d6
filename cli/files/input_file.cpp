#include "cli/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/files/descriptor.hpp"
#include "cli/files/inputs.hpp"
#include "core/text/error.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

InputError unreadable(const std::string& path, int error, const char* wanted) {
  return {{path}, fmt::format("cannot be read: {}", std::strerror(error)), wanted};
}

bool is_standard_input(const struct stat& file) {
  struct stat input {};
  return ::fstat(STDIN_FILENO, &input) == 0 && same_file(input, file);
}

/// Opens an ordinary file, or standard input by its name. A pipe that nobody writes to and a device
/// that never ends are refused: reading them would hang every command.
Descriptor open_regular(const std::string& path, const char* wanted) {
  // O_NONBLOCK: else opening a pipe waits for somebody who writes to it.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about {};
  if (!file.is_open() || ::fstat(file.number(), &about) != 0) {
    throw unreadable(path, errno, wanted);
  }
  if (S_ISDIR(about.st_mode)) throw unreadable(path, EISDIR, wanted);
  if (!S_ISREG(about.st_mode)) {
    if (!is_standard_input(about)) {
      throw InputError({path}, S_ISFIFO(about.st_mode) ? "is a pipe" : "is a device",
                       fmt::format("{}, or /dev/stdin", wanted));
    }
    ::fcntl(file.number(), F_SETFL, 0);  // reading waits
  }
  return file;
}

/// The same of what the command reads.
Descriptor open_file(const std::string& path, const char* wanted) {
  Descriptor file = open_regular(path, wanted);
  note_input(file.number());
  return file;
}

TextFile read_all(const Descriptor& file, const std::string& path, const char* wanted,
                  std::size_t most_bytes) {
  TextFile text{path, {}};
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw unreadable(path, errno, wanted);
    if (count == 0) return text;
    text.text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.text.size() > most_bytes) {
      throw InputError({path}, fmt::format("is larger than {} MiB", most_bytes >> 20), wanted);
    }
  }
}

}  // namespace

void check_readable(const std::string& path, const char* wanted) { open_file(path, wanted); }

TextFile read_file(const std::string& path, const char* wanted, std::size_t most_bytes) {
  return read_all(open_file(path, wanted), path, wanted, most_bytes);
}

std::string contents_of(const std::string& path) {
  constexpr const char* wanted = "a file";
  return read_all(open_regular(path, wanted), path, wanted, limits::file_bytes).text;
}

bool read_line(std::streambuf& from, std::string& line, std::size_t most_bytes) {
  line.clear();
  constexpr int end = std::streambuf::traits_type::eof();
  int byte = from.sbumpc();
  if (byte == end) return false;
  for (; byte != end && byte != '\n'; byte = from.sbumpc()) {
    if (line.size() <= most_bytes) line += static_cast<char>(byte);
  }
  return true;
}

std::vector<TextFile> read_files(const std::vector<std::string>& paths) {
  std::vector<TextFile> files;
  files.reserve(paths.size());
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
    folder.files[name] =
        read_file(file, "a folder that combat-odds wrote, with files of at most 64 MiB").text;
  }
  return folder;
}

}  // namespace combat_odds::cli
