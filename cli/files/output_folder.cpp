#include "cli/files/output_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "cli/files/inputs.hpp"
#include "cli/files/output_file.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

struct stat about(int file) {
  struct stat found {};
  ::fstat(file, &found);
  return found;
}

/// What stands under a name, links not followed; nothing (st_ino 0) where there is none.
struct stat about(int folder, const std::string& name) {
  struct stat found {};
  if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) found.st_ino = 0;
  return found;
}

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

void sync_folder(int folder) {
  const Descriptor open(::openat(folder, ".", as_folder));
  if (open.is_open()) ::fsync(open.number());
}

/// A folder that was just made, until somebody else sees to its removal. Does not keep the name.
class ToRemove {
 public:
  ToRemove(int in, const char* folder) : in_(in), folder_(folder) {}
  ~ToRemove() {
    if (folder_ != nullptr) ::unlinkat(in_, folder_, AT_REMOVEDIR);
  }
  ToRemove(const ToRemove&) = delete;
  ToRemove& operator=(const ToRemove&) = delete;
  void keep() const { folder_ = nullptr; }

 private:
  int in_;
  mutable const char* folder_;
};

/// The names of what a folder holds. (std::filesystem ends the program where it gets no memory.)
std::vector<std::string> names_in(int folder) {
  const int open = ::openat(folder, ".", as_folder);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(open < 0 ? nullptr : ::fdopendir(open),
                                                    &::closedir);
  if (!entries && open >= 0) ::close(open);
  std::vector<std::string> all;
  while (const dirent* const entry = entries ? ::readdir(entries.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") all.emplace_back(name);
  }
  return all;
}

SystemError no_folder(const std::string& path, int error) {
  return SystemError(fmt::format("{}: cannot be made a folder: {}", path, std::strerror(error)));
}

/// ".out.k3fQ0x": a name that nobody else has.
std::string hidden_name(const std::string& of) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::array<unsigned char, 6> dice = {};
  if (::getrandom(dice.data(), dice.size(), 0) < 0)
    dice.fill(static_cast<unsigned char>(::getpid()));
  std::string name = "." + of + ".";
  for (const unsigned char die : dice) name += letters[die % letters.size()];
  return name;
}

}  // namespace

OutputFolder::OutputFolder(const OutputPlace& place, std::vector<std::string> own, Nothing)
    : path_(place.folder),
      standing_(place, std::move(own)),
      for_spreadsheet_(place.for_spreadsheet) {}

OutputFolder::OutputFolder(const OutputPlace& place, std::vector<std::string> own)
    : OutputFolder(place, std::move(own), Nothing()) {
  make_folder();
  lock();
  standing_.look(folder_.number());
  make_temporary();
}

void OutputFolder::check(const OutputPlace& place, std::vector<std::string> own) {
  const Descriptor folder(::open(place.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) return StandingFiles(place, std::move(own)).look(folder.number());
  if (errno != ENOENT) throw no_folder(place.folder, errno);
}

void OutputFolder::make_folder() {
  fs::path so_far;
  for (const fs::path& part : fs::path(path_)) {
    so_far /= part;
    if (part.empty() || part == "." || part == "..") continue;
    if (::mkdir(so_far.c_str(), 0777) == 0) {
      const ToRemove made(AT_FDCWD, so_far.c_str());
      made_.push_back(std::make_unique<Leftover>(fs::absolute(so_far).string()));
      made.keep();
    } else if (errno != EEXIST) {
      const int error = errno;  // "Read-only file system" of a folder that is there is no reason
      struct stat there {};
      if (::stat(so_far.c_str(), &there) != 0) throw no_folder(path_, error);
    }
  }
  struct stat there {};
  if (::stat(path_.c_str(), &there) != 0) throw no_folder(path_, errno);
  if (!S_ISDIR(there.st_mode)) throw no_folder(path_, ENOTDIR);
  char* const real = ::realpath(path_.c_str(), nullptr);
  if (real == nullptr) throw no_folder(path_, errno);
  const std::unique_ptr<char, void (*)(void*)> owner(real, &std::free);
  target_ = real;
}

/// Another program that writes there holds the lock of the folder. Once it is done, another folder
/// may stand in its place.
void OutputFolder::lock() {
  const fs::path target = target_;
  name_ = target.has_filename() ? target.filename().string() : ".";
  around_ = Descriptor(::open(target.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!around_.is_open()) throw cannot_write(path_, errno);
  for (;;) {
    folder_ = Descriptor(::openat(around_.number(), name_.c_str(), as_folder));
    if (!folder_.is_open()) throw cannot_write(path_, errno);
    const bool locked = ::flock(folder_.number(), LOCK_EX | LOCK_NB) == 0;
    const bool taken = !locked && errno == EWOULDBLOCK;  // else: a file system without locks
    if (taken) throw SystemError(fmt::format("{}: another combat-odds is writing there", path_));
    if (stands()) return;
  }
}

/// Whether the folder that is held is still the one of that name.
bool OutputFolder::stands() const {
  return same_file(about(folder_.number()), about(around_.number(), name_));
}

SystemError OutputFolder::replaced() const {
  return SystemError(fmt::format(
      "{}: something else came to stand there in the meantime; nothing is written", path_));
}

/// Beside the folder, or where that is not allowed or on another file system, in it.
void OutputFolder::make_temporary() {
  const fs::path target = target_;
  int error = 0;
  for (const bool beside : {true, false}) {
    const int place = beside ? around_.number() : folder_.number();
    const std::string name = hidden_name(target.filename().string());
    // Known before it is made: nothing can fail between making it and knowing it.
    temporary_ = std::make_unique<Leftover>(name, place);
    if (::mkdirat(place, name.c_str(), 0700) != 0) {
      error = errno;
      continue;
    }
    const ToRemove made(place, name.c_str());
    const ToRemove moved(folder_.number(), name.c_str());
    const auto rename = [&](int from, int to) {
      return ::renameat(from, name.c_str(), to, name.c_str()) == 0;
    };
    if (!beside || (rename(place, folder_.number()) && rename(folder_.number(), place))) {
      inside_ = Descriptor(::openat(place, name.c_str(), as_folder));
    }
    error = errno;
    if (!inside_.is_open()) continue;
    place_ = place;
    made.keep();
    moved.keep();
    return;
  }
  temporary_.reset();
  throw cannot_write(path_, error);
}

OutputFolder::~OutputFolder() {
  if (!committed_) {
    for (auto& [name, stream] : streams_) {
      if (stream.file != nullptr) std::fclose(stream.file);
    }
    remove_temporary();
    for (; !made_.empty(); made_.pop_back()) ::rmdir(made_.back()->path().c_str());
  }
}

std::string OutputFolder::told(const std::string& file) const {
  return (fs::path(path_) / file).string();
}

OutputFolder::Stream& OutputFolder::open(const std::string& file) {
  constexpr std::size_t buffer_size = std::size_t{1} << 17;
  Stream stream;
  stream.buffer = std::make_unique<char[]>(buffer_size);
  stream.leftover = std::make_unique<Leftover>(file, inside_.number());
  const int descriptor = ::openat(inside_.number(), file.c_str(),
                                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor >= 0) stream.file = ::fdopen(descriptor, "wb");
  if (stream.file == nullptr) throw cannot_write(told(file), errno);
  std::setvbuf(stream.file, stream.buffer.get(), _IOFBF, buffer_size);
  return streams_.emplace(file, std::move(stream)).first->second;
}

void OutputFolder::write(const std::string& file, std::string_view written) {
  const auto known = streams_.find(file);
  Stream& stream = known != streams_.end() ? known->second : open(file);
  std::string changed;
  std::string_view text = written;
  if (for_spreadsheet_ && file.ends_with(".csv") && file != command_file) {
    text = changed = stream.spreadsheet.next(written);
  }
  if (std::fwrite(text.data(), 1, text.size(), stream.file) != text.size()) {
    throw cannot_write(told(file), errno);
  }
  stream.checksum.add(text);
}

/// Says in command.csv what the folder holds.
void OutputFolder::add_checksums() {
  const auto command = streams_.find(command_file);
  if (command == streams_.end()) return;
  for (const auto& [name, stream] : streams_) {
    if (name != command_file) write(command_file, file_line(name, stream.checksum.value()));
  }
  write(command_file, file_line(command_file, command->second.checksum.value()));
}

void OutputFolder::close_all() {
  for (auto& [name, stream] : streams_) {
    const bool flushed = std::fflush(stream.file) == 0 && ::fsync(::fileno(stream.file)) == 0;
    const int error = errno;
    const bool closed = std::fclose(std::exchange(stream.file, nullptr)) == 0;
    if (!flushed) throw cannot_write(told(name), error);
    if (!closed) throw cannot_write(told(name), errno);
  }
}

/// Gives the new folder what else is in the old one, and its owner and permissions. False where
/// that can't be done.
bool OutputFolder::take_along() {
  const struct stat old = about(folder_.number());
  const struct stat fresh = about(inside_.number());
  if (same_file(old, about(AT_FDCWD, ".")) || old.st_uid != fresh.st_uid) return false;
  if (place_ == folder_.number()) return false;
  if (old.st_gid != fresh.st_gid && ::fchown(inside_.number(), old.st_uid, old.st_gid) != 0) {
    return false;
  }
  if (::fchmod(inside_.number(), old.st_mode & 07777) != 0) return false;
  const std::vector<std::string> all = names_in(folder_.number());
  const auto can_be_linked = [&](const std::string& name) {
    const mode_t mode = about(folder_.number(), name).st_mode;
    return standing_.goes(name) || S_ISREG(mode) || S_ISLNK(mode);
  };
  if (!std::ranges::all_of(all, can_be_linked)) return false;
  for (const std::string& name : all) {
    if (standing_.goes(name)) continue;
    if (::linkat(folder_.number(), name.c_str(), inside_.number(), name.c_str(), 0) != 0) {
      return false;
    }
  }
  return true;
}

/// False where the two folders can't change places; nothing has happened then.
bool OutputFolder::exchange() {
  if (!take_along()) {
    for (const std::string& name : names_in(inside_.number())) {
      if (!streams_.contains(name)) ::unlinkat(inside_.number(), name.c_str(), 0);
    }
    return false;
  }
  sync_folder(inside_.number());
  const auto change_places = [&](unsigned flags) {
    return ::renameat2(place_, temporary_->path().c_str(), around_.number(), name_.c_str(),
                       flags) == 0;
  };
  if (!stands()) throw replaced();
  if (!change_places(RENAME_EXCHANGE)) {
    // To where an empty folder is.
    exchanged_ =
        ::renameat(place_, temporary_->path().c_str(), around_.number(), name_.c_str()) == 0;
    return exchanged_;
  }
  // Whatever came to stand there after the last look goes back, unseen.
  if (!same_file(about(folder_.number()), about(place_, temporary_->path()))) {
    change_places(RENAME_EXCHANGE);
    throw replaced();
  }
  try {
    take_newcomers();
  } catch (const SystemError&) {
    change_places(RENAME_EXCHANGE);
    throw;
  }
  exchanged_ = true;
  return true;
}

/// What came into the old folder in the meantime goes to the new one. Throws SystemError where it
/// has the name of a file that was written.
void OutputFolder::take_newcomers() {
  std::vector<std::string> newcomers;
  for (std::string& name : names_in(folder_.number())) {
    const struct stat there = about(folder_.number(), name);
    const bool linked = same_file(there, about(inside_.number(), name));
    if (linked || standing_.goes(name, there)) continue;
    if (streams_.contains(name)) {
      throw SystemError(
          fmt::format("{}: was put there in the meantime; nothing is written", told(name)));
    }
    newcomers.push_back(std::move(name));
  }
  for (const std::string& name : newcomers) {
    // A file of the user's that was taken along may have been saved anew.
    ::renameat(folder_.number(), name.c_str(), inside_.number(), name.c_str());
  }
}

void OutputFolder::move_one_by_one() {
  if (!stands()) throw replaced();
  constexpr const char* kept = ".replaced";
  if (standing_.goes(command_file) &&
      ::renameat(folder_.number(), command_file, inside_.number(), kept) != 0) {
    throw cannot_write(told(command_file), errno);
  }
  /// As long as all files are still those of the old command, its name goes back.
  struct PutBack {
    int from;
    int to;
    bool due = true;
    ~PutBack() {
      if (due) ::renameat(from, kept, to, command_file);
    }
  } put_back{inside_.number(), folder_.number()};
  sync_folder(folder_.number());
  const auto move = [&](const std::string& file) {
    const auto moved = [&](unsigned flags) {
      return ::renameat2(inside_.number(), file.c_str(), folder_.number(), file.c_str(), flags) ==
             0;
    };
    // EINVAL: a file system that can't say whether there is one.
    const bool done =
        standing_.goes(file) ? moved(0) : moved(RENAME_NOREPLACE) || (errno == EINVAL && moved(0));
    if (!done) throw cannot_write(told(file), errno);
    put_back.due = false;
  };
  for (const auto& [name, stream] : streams_) {
    if (name != command_file) move(name);
  }
  for (const auto& [name, seen] : standing_.going()) {
    if (!streams_.contains(name)) ::unlinkat(folder_.number(), name.c_str(), 0);
  }
  sync_folder(folder_.number());
  if (streams_.contains(command_file)) move(command_file);
}

void OutputFolder::commit() {
  add_checksums();
  close_all();
  const Undisturbed undisturbed;
  standing_.look(folder_.number());
  if (!exchange()) move_one_by_one();
  sync_folder(exchanged_ ? inside_.number() : folder_.number());
  sync_folder(around_.number());
  committed_ = true;
  remove_temporary();
}

/// Removes the files of a folder; of the old one only what may go or is in the new one, too.
void OutputFolder::remove_all_in(int folder, bool only_what_goes) noexcept {
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      for (const std::string& name : names_in(folder)) {
        const struct stat there = about(folder, name);
        if (only_what_goes && !standing_.goes(name, there) &&
            !same_file(there, about(inside_.number(), name))) {
          continue;
        }
        ::unlinkat(folder, name.c_str(), 0);
      }
      return;
    } catch (const std::bad_alloc&) {  // perhaps there is some for the second attempt
    }
  }
}

void OutputFolder::remove_temporary() noexcept {
  if (!temporary_) return;
  // What is known goes without asking for memory, of which there may be none.
  const int old = exchanged_ ? folder_.number() : inside_.number();
  if (exchanged_) {
    for (const auto& [name, seen] : standing_.going()) {
      if (standing_.goes(name, about(old, name))) ::unlinkat(old, name.c_str(), 0);
    }
  } else {
    for (const auto& [name, stream] : streams_) ::unlinkat(old, name.c_str(), 0);
  }
  if (::unlinkat(place_, temporary_->path().c_str(), AT_REMOVEDIR) == 0) return;
  remove_all_in(old, exchanged_);
  ::unlinkat(place_, temporary_->path().c_str(), AT_REMOVEDIR);
}

}  // namespace combat_odds::cli
