#include "cli/files/standing_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/files/descriptor.hpp"
#include "cli/files/inputs.hpp"
#include "core/text/error.hpp"
#include "core/text/limits.hpp"
#include "core/text/xxh64.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

bool same_time(const struct timespec& a, const struct timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/// Whether nobody wrote to the file between the two looks. (A link to it changes st_ctim.)
bool untouched(const struct stat& a, const struct stat& b) {
  return same_file(a, b) && a.st_size == b.st_size && same_time(a.st_mtim, b.st_mtim) &&
         same_time(a.st_ctim, b.st_ctim);
}

/// Hands on a file in pieces, for as long as they are wanted.
template <typename Take>
void read_pieces(int folder, const std::string& file, const std::string& told, const Take& take) {
  const auto fail = [&] {
    throw SystemError(fmt::format("{}: cannot be read: {}", told, std::strerror(errno)));
  };
  const Descriptor open(
      ::openat(folder, file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!open.is_open()) fail();
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = ::read(open.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    if (count == 0 || !take(std::string_view(buffer.data(), static_cast<std::size_t>(count)))) {
      return;
    }
  }
}

/// command.csv; empty where it is too large to be one.
std::string command_text(int folder, const std::string& told) {
  std::string text;
  read_pieces(folder, command_file, told, [&](std::string_view piece) {
    text += piece;
    return text.size() <= limits::file_bytes;
  });
  if (text.size() > limits::file_bytes) text.clear();
  return text;
}

/// A name in the folder itself: a command.csv of a stranger may have any.
bool is_name(const std::string& file) {
  return file.find('/') == std::string::npos && !file.starts_with('.');
}

std::string another_folder(const std::string& folder) {
  fs::path path = fs::path(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  const std::string name = path.filename().string();
  if (name.empty() || name == "." || name == "..") return "another folder, such as --out results";
  return fmt::format("another folder, such as --out {}", path.string() + "-new");
}

InputError refused(const std::string& wrong, const std::string& right) {
  return {{"--out"}, wrong, right};
}

}  // namespace

std::string StandingFiles::told(const std::string& file) const {
  return (fs::path(place_.folder) / file).string();
}

/// What command.csv of the folder says; nothing where there is none of this program's.
WrittenCommand StandingFiles::former(int folder) const {
  struct stat there {};
  if (::fstatat(folder, command_file, &there, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(there.st_mode)) {
    return {};
  }
  try {
    const std::string told = this->told(command_file);
    return read_command({place_.folder, {{command_file, command_text(folder, told)}}});
  } catch (const InputError&) {
    return {};
  }
}

/// Whether a file is as the former command left it.
bool StandingFiles::unchanged(int folder, const std::string& file, const struct stat& now,
                              const WrittenCommand& former) {
  if (!S_ISREG(now.st_mode)) return false;
  if (file == command_file) return is_as_written(command_text(folder, told(file)));
  const auto left = former.files.find(file);
  if (left == former.files.end()) return false;
  const auto known = summed_.find(file);
  if (known != summed_.end() && untouched(known->second.of, now)) {
    return known->second.checksum == left->second;
  }
  Xxh64 sum;
  read_pieces(folder, file, told(file), [&](std::string_view piece) {
    sum.add(piece);
    return true;
  });
  summed_[file] = {now, sum.value()};
  return sum.value() == left->second;
}

void StandingFiles::look(int folder) {
  going_.clear();
  const WrittenCommand former = this->former(folder);
  const std::set<std::string> own(own_.begin(), own_.end());
  std::set<std::string> all = own;
  for (const auto& [file, checksum] : former.files) {
    if (is_name(file)) all.insert(file);
  }
  std::vector<std::string> in_the_way;
  for (const std::string& file : all) {
    struct stat there {};
    struct stat leads_to {};
    if (::fstatat(folder, file.c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (::fstatat(folder, file.c_str(), &leads_to, 0) == 0 && was_read(leads_to)) {
      throw refused(fmt::format("'{}' is read by this command", told(file)),
                    another_folder(place_.folder));
    }
    const bool is_own = own.contains(file);
    if (S_ISDIR(there.st_mode)) {
      if (!is_own) continue;
      throw refused(
          fmt::format("'{}' is a folder, and a file of that name is to be written", told(file)),
          another_folder(place_.folder));
    }
    if (unchanged(folder, file, there, former) || (place_.force && is_own)) {
      going_.emplace(file, there);
    } else if (is_own) {
      in_the_way.push_back("'" + told(file) + "'");
    }
  }
  if (in_the_way.empty()) {
    for (const std::string& file : own_) note_output("--out", told(file));
    return;
  }
  const std::string right = another_folder(place_.folder) + ", or --force to replace ";
  if (former.files.empty() && former.program.starts_with("combat-odds ")) {
    throw refused(fmt::format("'{}' is of {}, which kept no checksums of its files", place_.folder,
                              former.program),
                  right + "them");
  }
  const bool one = in_the_way.size() == 1;
  throw refused(fmt::format("{} {} in the way, and not as combat-odds left {} there",
                            fmt::join(in_the_way, ", "), one ? "is" : "are", one ? "it" : "them"),
                right + (one ? "it" : "them"));
}

bool StandingFiles::goes(const std::string& file, const struct stat& now) const {
  const auto known = going_.find(file);
  return known != going_.end() && untouched(known->second, now);
}

}  // namespace combat_odds::cli
