#include "cli/files/inputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "core/text/error.hpp"

namespace combat_odds::cli {
namespace {

using FileNumber = std::pair<dev_t, ino_t>;

struct Output {
  std::string option;
  std::string path;
};

std::set<FileNumber>& inputs() {
  static std::set<FileNumber> all;
  return all;
}
std::map<FileNumber, Output>& outputs() {
  static std::map<FileNumber, Output> all;
  return all;
}

FileNumber number_of(const struct stat& file) { return {file.st_dev, file.st_ino}; }

InputError refused(const Output& output) {
  std::filesystem::path other = output.path;
  other.replace_filename("new-" + other.filename().string());
  return {{output.option, 0, 0},
          fmt::format("'{}' is read by this command", output.path),
          fmt::format("another name, such as {} {}", output.option, other.string())};
}

}  // namespace

void note_input(int file) {
  struct stat about {};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return;
  const auto written = outputs().find(number_of(about));
  if (written != outputs().end()) throw refused(written->second);
  inputs().insert(number_of(about));
}

void note_output(const std::string& option, const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return;
  if (was_read(about)) throw refused({option, path});
  outputs()[number_of(about)] = {option, path};
}

bool was_read(const struct stat& file) { return inputs().contains(number_of(file)); }

bool same_file(const struct stat& a, const struct stat& b) { return number_of(a) == number_of(b); }

}  // namespace combat_odds::cli
