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

/// The outputs by what their paths come to, for those that are not there yet.
std::map<std::string, Output>& named() {
  static std::map<std::string, Output> all;
  return all;
}

InputError refused(const Output& output) {
  return {{output.option},
          fmt::format("'{}' is read by this command", output.path),
          another_name(output.option, output.path)};
}

/// One file for two outputs: the second would replace the first.
void check_only_output(const Output& output, const Output& other) {
  if (other.option == output.option) return;
  if (output.path == "-") {
    throw InputError({output.option}, fmt::format("{} takes standard output already", other.option),
                     fmt::format("a file, such as {} policy.csv", output.option));
  }
  throw InputError({output.option},
                   fmt::format("'{}' is what {} writes, too", output.path, other.option),
                   another_name(output.option, output.path));
}

}  // namespace

void note_input(int file) {
  struct stat about {};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return;
  const auto written = outputs().find(number_of(about));
  if (written != outputs().end()) throw refused(written->second);
  inputs().insert(number_of(about));
}

std::string another_name(const std::string& option, const std::string& path) {
  std::filesystem::path other = path;
  other.replace_filename("new-" + other.filename().string());
  return fmt::format("another name, such as {} {}", option, other.string());
}

void note_output(const std::string& option, const std::string& path) {
  namespace fs = std::filesystem;
  const Output output{option, path};
  struct stat about {};
  const bool there = ::stat(path.c_str(), &about) == 0;
  if (there && !S_ISREG(about.st_mode)) return;  // a pipe or a device takes all that comes
  std::error_code ignored;
  const std::string whole =
      path == "-" ? path : fs::weakly_canonical(fs::absolute(path), ignored).string();
  check_only_output(output, named().try_emplace(whole, output).first->second);
  if (!there || path == "-") return;
  if (was_read(about)) throw refused(output);
  check_only_output(output, outputs().try_emplace(number_of(about), output).first->second);
}

bool was_read(const struct stat& file) { return inputs().contains(number_of(file)); }

bool same_file(const struct stat& a, const struct stat& b) { return number_of(a) == number_of(b); }

}  // namespace combat_odds::cli
