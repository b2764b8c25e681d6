#include "cli/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "cli/files/input_file.hpp"
#include "cli/files/inputs.hpp"
#include "cli/files/standing_file.hpp"
#include "cli/interrupts/leftovers.hpp"
#include "core/text/error.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot_write(path, errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// A file that is closed and removed unless it was kept.
struct Temporary {
  Leftover leftover;
  int file = -1;
  bool kept = false;
  ~Temporary() {
    if (file >= 0) ::close(file);
    if (!kept) leftover.remove();
  }
};

/// How a file was asked for, by its path.
struct Asked {
  std::string option;
  bool force = false;
};
std::map<std::string, Asked>& asked_files() {
  static std::map<std::string, Asked> all;
  return all;
}

/// Whether a file that stands there is one that a command wrote under that name and nobody changed.
bool is_own(const std::string& path, const struct stat& there, const std::string& name) {
  if (static_cast<std::size_t>(there.st_size) > limits::file_bytes) return false;
  try {
    return has_own_mark(name, contents_of(path));
  } catch (const InputError&) {  // it can't be read
    return false;
  }
}

InputError not_own(const std::string& path, const Asked& asked) {
  return InputError({asked.option},
                    fmt::format("'{}' is there, and not as combat-odds left it", path),
                    fmt::format("{}, or --force to replace it", another_name(asked.option, path)));
}

/// Refuses to replace what is the user's own.
void check_standing(const std::string& path, const Asked& asked) {
  struct stat there {};
  if (asked.force || ::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return;
  if (!is_own(path, there, path)) throw not_own(path, asked);
}

/// A file by how the user knows it, its permissions, and whether it may replace another.
struct Told {
  const std::string& path;
  mode_t mode;
  bool replaces;
};

bool rename_in(const Descriptor& folder, const char* from, const std::string& to, unsigned flags) {
  return ::renameat2(folder.number(), from, folder.number(), to.c_str(), flags) == 0;
}

/// Puts a new file in the place of an old one, which then has the new one's name and is looked at
/// there: what came into its place since it was looked at before, by whatever link, comes back.
/// Puts it where none is. False: the error is in errno, and nothing has changed.
bool replace(const Descriptor& folder, const std::string& around, const char* part,
             const std::string& name, const Told& told, bool& is_moved) {
  const auto rename = [&](unsigned flags) { return rename_in(folder, part, name, flags); };
  const auto asked = asked_files().find(told.path);
  const bool is_checked = asked != asked_files().end() && !asked->second.force;
  constexpr int most_tries = 100;  // it may come and go
  for (int i = 0; i < most_tries; ++i) {
    if (rename(RENAME_NOREPLACE)) return is_moved = true;
    if (errno == EEXIST && rename(RENAME_EXCHANGE)) {
      struct stat old {};
      const bool is_known = ::fstatat(folder.number(), part, &old, AT_SYMLINK_NOFOLLOW) == 0 &&
                            S_ISREG(old.st_mode) &&
                            (!is_checked || is_own(around + "/" + part, old, name));
      if (is_known) return true;
      if (rename(RENAME_EXCHANGE)) {
        if (is_checked) throw not_own(told.path, asked->second);
        errno = EEXIST;
        return false;
      }
    }
    // EINVAL: a file system that can't exchange them.
    if (errno == EINVAL) {
      if (is_checked) check_standing(told.path, asked->second);
      return is_moved = rename(0);
    }
    if (errno != ENOENT && errno != EEXIST) return false;
  }
  return false;
}

/// Writes a whole file, or none, into a folder, whose path is `around`.
void write_in(const Descriptor& folder, const std::string& around, const std::string& name,
              std::string_view text, const Told& told) {
  const CleanEnd clean_end;
  Temporary temporary{Leftover(fmt::format(".{}.{}.part", name, ::getpid()), folder.number())};
  const char* const part = temporary.leftover.path().c_str();
  temporary.file =
      ::openat(folder.number(), part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, told.mode);
  if (temporary.file < 0) {
    const int error = errno;
    temporary.kept = error == EEXIST;  // it is not ours
    throw cannot_write(told.path, error);
  }
  write_all(temporary.file, text, told.path);
  if (::fsync(temporary.file) != 0) throw cannot_write(told.path, errno);
  const Undisturbed undisturbed;
  const auto rename = [&](unsigned flags) { return rename_in(folder, part, name, flags); };
  if (told.replaces) {
    if (!replace(folder, around, part, name, told, temporary.kept)) {
      throw cannot_write(told.path, errno);
    }
    return;
  }
  // EINVAL: a file system that can't say whether there is one.
  if (!rename(RENAME_NOREPLACE) && !(errno == EINVAL && rename(0))) {
    throw cannot_write(told.path, errno);
  }
  temporary.kept = true;
}

}  // namespace

void name_output(const std::string& option, const std::string& path, bool force) {
  note_output(option, path);
  asked_files()[path] = {option, force};
}

void check_outputs() {
  for (const auto& [path, asked] : asked_files()) check_standing(path, asked);
}

SystemError cannot_write(const std::string& path, int error) {
  return SystemError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
}

bool write_file(const std::string& path, std::string_view contents) {
  const std::string text = with_mark(path, contents);
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) throw cannot_write(path, EISDIR);
  if (exists && was_read(there)) {
    throw InputError({path}, "is read by this command", "another name for what is written");
  }
  if (exists && !S_ISREG(there.st_mode)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) throw cannot_write(path, errno);
    write_all(file, text, path);
    if (::close(file) != 0) throw cannot_write(path, errno);
    return false;
  }
  // A link stays one: the file that it leads to is replaced.
  std::string target = path;
  if (char* const real = exists ? ::realpath(path.c_str(), nullptr) : nullptr; real != nullptr) {
    target = real;
    std::free(real);
  }
  const fs::path whole = target;
  const fs::path around = whole.has_parent_path() ? whole.parent_path() : ".";
  const Descriptor folder(::open(around.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) throw cannot_write(path, errno);
  write_in(folder, around.string(), whole.filename().string(), text,
           {path, exists ? there.st_mode & 0777 : 0666, true});
  return true;
}

void write_file_in(const Descriptor& folder, const std::string& name, std::string_view contents,
                   const std::string& told) {
  write_in(folder, "", name, with_mark(name, contents), {told, 0666, false});
}

}  // namespace combat_odds::cli
