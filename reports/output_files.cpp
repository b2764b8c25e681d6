#include "combat_odds/reports/output_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "combat_odds/core/error.hpp"

namespace combat_odds {
namespace fs = std::filesystem;
namespace {

/// The names of the temporary files, where a signal handler can read them.
constexpr std::size_t most_temporary = 64;
constexpr std::size_t longest_name = 4096;
char temporary_names[most_temporary][longest_name];

void remember(const std::string& name) {
  for (auto& slot : temporary_names) {
    if (slot[0] != '\0' || name.size() >= longest_name) continue;
    std::memcpy(slot + 1, name.c_str() + 1, name.size());
    slot[0] = name[0];  // last: only now does the name count
    return;
  }
}

void forget(const std::string& name) {
  for (auto& slot : temporary_names) {
    if (name == slot) slot[0] = '\0';
  }
}

SystemError cannot_write(const std::string& path, int error) {
  return SystemError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
}

}  // namespace

OutputFiles::OutputFiles(std::string directory) : directory_(std::move(directory)) {
  std::error_code error;
  for (fs::path missing = directory_; !missing.empty() && !fs::exists(missing, error);
       missing = missing.parent_path()) {
    made_directory_ = missing.string();
  }
  fs::create_directories(directory_, error);
  if (error || !fs::is_directory(directory_)) {
    made_directory_.clear();
    throw SystemError(fmt::format("{}: cannot be made a folder: {}", directory_,
                                  error ? error.message() : "something else has that name"));
  }
}

OutputFiles::~OutputFiles() {
  for (const auto& file : files_) {
    if (file->stream_ != nullptr) std::fclose(file->stream_);
    if (!committed_) std::remove(file->temporary_.c_str());
    forget(file->temporary_);
  }
  std::error_code ignored;
  if (!committed_ && !made_directory_.empty()) fs::remove_all(made_directory_, ignored);
}

OutputFiles::File& OutputFiles::open(const std::string& name) {
  auto file = std::make_unique<File>();
  file->path_ = (fs::path(directory_) / name).string();
  file->temporary_ = (fs::path(directory_) / fmt::format(".{}.{}.part", name, ::getpid())).string();
  file->stream_ = std::fopen(file->temporary_.c_str(), "wb");
  if (file->stream_ == nullptr) throw cannot_write(file->path_, errno);
  remember(file->temporary_);
  files_.push_back(std::move(file));
  return *files_.back();
}

void OutputFiles::File::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) {
    throw cannot_write(path_, errno);
  }
}

void OutputFiles::commit() {
  for (const auto& file : files_) {
    const bool flushed = std::fflush(file->stream_) == 0 && ::fsync(::fileno(file->stream_)) == 0;
    const int error = errno;
    std::fclose(std::exchange(file->stream_, nullptr));
    if (!flushed) throw cannot_write(file->path_, error);
  }
  for (const auto& file : files_) {
    std::error_code error;
    fs::rename(file->temporary_, file->path_, error);
    if (error) throw cannot_write(file->path_, error.value());
  }
  committed_ = true;
}

void remove_temporary_files() noexcept {
  for (const auto& slot : temporary_names) {
    if (slot[0] != '\0') ::unlink(slot);
  }
}

}  // namespace combat_odds
