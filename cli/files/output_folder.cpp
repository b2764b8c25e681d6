#include "cli/files/output_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "cli/files/output_file.hpp"
#include "combat_odds/reports/written_command.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

struct stat about(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) found.st_ino = 0;
  return found;
}

bool same(const struct stat& a, const struct stat& b) {
  return a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

void sync_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

/// A folder that was just made, until somebody else sees to its removal. Does not keep the name.
class ToRemove {
 public:
  explicit ToRemove(const char* folder) : folder_(folder) {}
  ~ToRemove() {
    if (folder_ != nullptr) ::rmdir(folder_);
  }
  ToRemove(const ToRemove&) = delete;
  ToRemove& operator=(const ToRemove&) = delete;
  void keep() const { folder_ = nullptr; }

 private:
  mutable const char* folder_;
};

/// The names of what a folder holds. (std::filesystem ends the program where it gets no memory.)
std::vector<std::string> names_in(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), &::closedir);
  std::vector<std::string> all;
  while (const dirent* const entry = folder ? ::readdir(folder.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") all.emplace_back(name);
  }
  return all;
}

}  // namespace

OutputFolder::OutputFolder(const std::string& path, std::vector<std::string> own, Nothing)
    : path_(path), own_(std::move(own)) {}

OutputFolder::OutputFolder(const std::string& path, std::vector<std::string> own)
    : OutputFolder(path, std::move(own), Nothing()) {
  make_folder();
  lock();
  make_temporary();
}

void OutputFolder::make_folder() {
  const auto fail = [&](int error) {
    throw SystemError(fmt::format("{}: cannot be made a folder: {}", path_, std::strerror(error)));
  };
  fs::path so_far;
  for (const fs::path& part : fs::path(path_)) {
    so_far /= part;
    if (part.empty() || part == "." || part == "..") continue;
    if (::mkdir(so_far.c_str(), 0777) == 0) {
      const ToRemove made(so_far.c_str());
      made_.push_back(std::make_unique<Leftover>(fs::absolute(so_far).string()));
      made.keep();
    } else if (errno != EEXIST) {
      const int error = errno;  // "Read-only file system" of a folder that is there is no reason
      struct stat there {};
      if (::stat(so_far.c_str(), &there) != 0) fail(error);
    }
  }
  struct stat there {};
  if (::stat(path_.c_str(), &there) != 0) fail(errno);
  if (!S_ISDIR(there.st_mode)) fail(ENOTDIR);
  char* const real = ::realpath(path_.c_str(), nullptr);
  if (real == nullptr) fail(errno);
  target_ = real;
  std::free(real);
}

/// Another program that writes there holds the lock of the folder. Once it is done, another folder
/// may stand in its place.
void OutputFolder::lock() {
  for (;;) {
    lock_ = ::open(target_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0) throw cannot_write(path_, errno);
    const bool locked = ::flock(lock_, LOCK_EX | LOCK_NB) == 0;
    const bool taken = !locked && errno == EWOULDBLOCK;  // else: a file system without locks
    struct stat held {};
    ::fstat(lock_, &held);
    if (!taken && same(held, about(target_))) return;
    ::close(std::exchange(lock_, -1));
    if (taken) throw SystemError(fmt::format("{}: another combat-odds is writing there", path_));
  }
}

/// Beside the folder, or where that is not allowed or on another file system, in it.
void OutputFolder::make_temporary() {
  const fs::path target = target_;
  int error = 0;
  for (const fs::path& place : {target.parent_path(), target}) {
    std::string name = (place / fmt::format(".{}.XXXXXX", target.filename().string())).string();
    // Known before it is made: nothing can fail between making it and knowing it.
    std::string inside = (target / fs::path(name).filename()).string();
    if (::mkdtemp(name.data()) == nullptr) {
      error = errno;
      continue;
    }
    inside.replace(inside.size() - 6, 6, name, name.size() - 6, 6);
    const ToRemove made(name.c_str());
    const ToRemove moved(inside.c_str());
    if (place == target || (::rename(name.c_str(), inside.c_str()) == 0 &&
                            ::rename(inside.c_str(), name.c_str()) == 0)) {
      temporary_ = std::make_unique<Leftover>(name);
      made.keep();
      moved.keep();
      return;
    }
    error = errno;
  }
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
  if (lock_ >= 0) ::close(lock_);
}

std::string OutputFolder::told(const std::string& file) const {
  return (fs::path(path_) / file).string();
}

std::string OutputFolder::temporary(const std::string& file) const {
  return temporary_->path() + "/" + file;
}

std::string OutputFolder::final(const std::string& file) const { return target_ + "/" + file; }

OutputFolder::Stream& OutputFolder::open(const std::string& file) {
  const std::string path = temporary(file);
  Stream stream;
  stream.leftover = std::make_unique<Leftover>(path);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) stream.file = ::fdopen(descriptor, "wb");
  if (stream.file == nullptr) throw cannot_write(told(file), errno);
  return streams_.emplace(file, std::move(stream)).first->second;
}

void OutputFolder::write(const std::string& file, std::string_view text) {
  const auto known = streams_.find(file);
  Stream& stream = known != streams_.end() ? known->second : open(file);
  if (std::fwrite(text.data(), 1, text.size(), stream.file) != text.size()) {
    throw cannot_write(told(file), errno);
  }
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

bool OutputFolder::goes(const std::string& file) const {
  if (streams_.contains(file)) return true;
  return was_of_a_command_ && std::ranges::find(own_, file) != own_.end();
}

/// Gives the new folder what else is in the old one, and its owner and permissions. False where
/// that can't be done.
bool OutputFolder::take_along() {
  const struct stat old = about(target_);
  const struct stat fresh = about(temporary_->path());
  if (same(old, about(".")) || same(old, fresh) || old.st_uid != fresh.st_uid) return false;
  if (fs::path(temporary_->path()).parent_path() == target_) return false;
  const std::string& folder = temporary_->path();
  if (old.st_gid != fresh.st_gid && ::chown(folder.c_str(), old.st_uid, old.st_gid) != 0) {
    return false;
  }
  if (::chmod(folder.c_str(), old.st_mode & 07777) != 0) return false;
  const std::vector<std::string> all = names_in(target_);
  const auto can_be_linked = [&](const std::string& name) {
    struct stat there {};
    return goes(name) || (::lstat(final(name).c_str(), &there) == 0 &&
                          (S_ISREG(there.st_mode) || S_ISLNK(there.st_mode)));
  };
  if (!std::ranges::all_of(all, can_be_linked)) return false;
  for (const std::string& name : all) {
    if (goes(name)) continue;
    if (::linkat(AT_FDCWD, final(name).c_str(), AT_FDCWD, temporary(name).c_str(), 0) != 0) {
      return false;
    }
  }
  return true;
}

/// False where the two folders can't change places; nothing has happened then.
bool OutputFolder::exchange() {
  if (!take_along()) {
    for (const std::string& name : names_in(temporary_->path())) {
      if (!streams_.contains(name)) ::unlink(temporary(name).c_str());
    }
    return false;
  }
  sync_folder(temporary_->path());
  const bool exchanged = ::renameat2(AT_FDCWD, temporary_->path().c_str(), AT_FDCWD,
                                     target_.c_str(), RENAME_EXCHANGE) == 0 ||
                         ::rename(temporary_->path().c_str(), target_.c_str()) == 0;
  if (!exchanged) return false;
  // What came into the old folder in the meantime goes to the new one.
  for (const std::string& name : names_in(temporary_->path())) {
    if (goes(name)) continue;
    ::renameat2(AT_FDCWD, temporary(name).c_str(), AT_FDCWD, final(name).c_str(), RENAME_NOREPLACE);
  }
  return true;
}

void OutputFolder::move_one_by_one() {
  const std::string command = final(command_file);
  const std::string replaced = temporary(".replaced");
  if (::rename(command.c_str(), replaced.c_str()) != 0 && errno != ENOENT) {
    throw cannot_write(told(command_file), errno);
  }
  /// As long as all files are still those of the old command, its name goes back.
  struct PutBack {
    const char* from;
    const char* to;
    bool due = true;
    ~PutBack() {
      if (due) ::rename(from, to);
    }
  } put_back{replaced.c_str(), command.c_str()};
  sync_folder(target_);
  const auto move = [&](const std::string& file) {
    if (::rename(temporary(file).c_str(), final(file).c_str()) != 0) {
      throw cannot_write(told(file), errno);
    }
    put_back.due = false;
  };
  for (const auto& [name, stream] : streams_) {
    if (name != command_file) move(name);
  }
  for (const std::string& name : own_) {
    if (was_of_a_command_ && !streams_.contains(name)) ::unlink(final(name).c_str());
  }
  sync_folder(target_);
  if (streams_.contains(command_file)) move(command_file);
}

void OutputFolder::commit() {
  close_all();
  was_of_a_command_ = about(final(command_file)).st_ino != 0;
  const Undisturbed undisturbed;
  if (!exchange()) move_one_by_one();
  sync_folder(target_);
  sync_folder(fs::path(target_).parent_path().string());
  committed_ = true;
  remove_temporary();
}

void OutputFolder::remove_temporary() noexcept {
  if (!temporary_) return;
  // What is known goes without asking for memory, of which there may be none.
  for (const auto& [name, stream] : streams_) {
    if (stream.leftover) ::unlink(stream.leftover->path().c_str());
  }
  if (::rmdir(temporary_->path().c_str()) == 0) return;
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      for (const std::string& name : names_in(temporary_->path())) {
        ::unlink(temporary(name).c_str());
      }
    } catch (const std::bad_alloc&) {  // perhaps there is some for the second attempt
    }
    if (::rmdir(temporary_->path().c_str()) == 0) return;
  }
}

}  // namespace combat_odds::cli
