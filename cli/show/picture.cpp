#include "cli/show/picture.hpp"

#include "cli/files/output_file.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/text/error.hpp"
#include "core/text/option_error.hpp"
#include "core/text/parts.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

constexpr const char* converter = "rsvg-convert";

/// "svg" of "a.svg".
std::string format_of(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  return ending.empty() ? ending : ending.substr(1);
}

bool in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  return std::ranges::any_of(parts_of(folders, ':'), [&](std::string_view folder) {
    return ::access((fs::path(folder) / program).c_str(), X_OK) == 0;
  });
}

SystemError no_converter() {
  return SystemError(fmt::format(
      "--plot: the program {} is missing, which makes PNG and PDF (Debian: apt install librsvg2-bin; .svg needs nothing)",
      converter));
}

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(a / "."), ignored) ==
         fs::weakly_canonical(fs::absolute(b / "."), ignored);
}

/// In a folder that `will_be`, everything can.
void check_can_be_written(const std::string& path, bool will_be) {
  const auto fail = [&](int error) { throw cannot_write(path, error); };
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (fs::is_directory(there)) fail(EISDIR);
  if (!fs::status_known(there)) fail(error.value());
  const fs::path folder = fs::path(path).parent_path();
  const bool in_folder = !fs::exists(there) || fs::is_regular_file(there);
  const std::string written = !in_folder ? path : folder.empty() ? "." : folder.string();
  if (!will_be && ::access(written.c_str(), W_OK) != 0) fail(errno);
}

/// A file without a name: gone when it is closed, however the program ends.
class NamelessFile {
 public:
  NamelessFile() : file_(std::tmpfile(), &std::fclose) {
    if (!file_) fail();
  }
  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0) {
      fail();
    }
    std::rewind(file_.get());
  }
  std::string read() {
    std::rewind(file_.get());
    std::string text;
    char part[4096];
    while (const std::size_t size = std::fread(part, 1, sizeof part, file_.get())) {
      text.append(part, size);
    }
    if (std::ferror(file_.get()) != 0) fail();
    return text;
  }
  int descriptor() const { return ::fileno(file_.get()); }

 private:
  [[noreturn]] static void fail() {
    throw SystemError(fmt::format("a temporary file: {}", std::strerror(errno)));
  }
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// The environment, with a date that makes a PDF the same whenever it is made; and GLib is to end
/// the converter where it warns: of memory that was missing, it draws boxes in place of letters and
/// calls that success.
class ConverterEnvironment {
 public:
  ConverterEnvironment() {
    for (char** one = environ; *one != nullptr; ++one) variables_.push_back(*one);
    for (std::string& own : own_) {
      const std::string name = own.substr(0, own.find('='));
      if (std::getenv(name.c_str()) == nullptr) variables_.push_back(own.data());
    }
    variables_.push_back(nullptr);
  }
  char* const* get() const { return variables_.data(); }

 private:
  std::array<std::string, 2> own_ = {"SOURCE_DATE_EPOCH=0", "G_DEBUG=fatal-warnings"};
  std::vector<char*> variables_;
};

/// The SVG as PNG or PDF.
std::string converted(const std::string& path, const std::string& format, const std::string& svg) {
  NamelessFile input;
  NamelessFile output;
  NamelessFile complaints;
  input.write(svg);
  // PNG for print and screens of high resolution; a PDF has no pixels.
  std::vector<std::string> words = {converter, "--format", format, "--zoom",
                                    format == "png" ? "2" : "1"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const ConverterEnvironment environment;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, complaints.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, converter, &actions, nullptr, arguments.data(), environment.get());
  posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT) throw no_converter();
  if (failed != 0) throw SystemError(fmt::format("{}: {}", converter, std::strerror(failed)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::string picture = output.read();
  // A PNG ends with the chunk IEND and its checksum, a PDF with %%EOF: what does not is cut off.
  const bool whole =
      format == "png" ? picture.ends_with("IEND\xae\x42\x60\x82") : picture.ends_with("%%EOF\n");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !whole) {
    std::string said = complaints.read();
    std::replace(said.begin(), said.end(), '\n', ' ');
    throw SystemError(fmt::format("{}: {} could not make it: {}", path, converter, said));
  }
  return picture;
}

}  // namespace

void check_picture(const std::string& option, const std::string& path, bool force,
                   const std::string& to_come) {
  const std::string format = format_of(path);
  if (format != "svg" && format != "png" && format != "pdf") {
    throw OptionError(option, fmt::format("'{}' is no kind of picture", path),
                      "a name that ends in .svg, .png or .pdf");
  }
  name_output(option, path, force);
  const fs::path folder = fs::path(path).parent_path();
  const bool will_be = !to_come.empty() && same_folder(folder, to_come);
  std::error_code error;
  if (!folder.empty() && !will_be && !fs::is_directory(folder, error)) {
    throw SystemError(fmt::format("{}: there is no folder {}", path, folder.string()));
  }
  check_can_be_written(path, will_be);
  if (format != "svg" && !in_path(converter)) throw no_converter();
}

void check_plot_measure(const std::string& plot, const std::string& measure) {
  if (measure.empty() || !plot.empty()) return;
  throw OptionError("--plot-measure", "needs --plot", "the file to draw to");
}

void check_plotted(std::size_t count, std::size_t most, const std::string& things,
                   const std::string& otherwise) {
  if (count <= most) return;
  throw OptionError("--plot", fmt::format("{} {} are too many for one plot", count, things),
                    fmt::format("at most {}{}{}", most, otherwise.empty() ? "" : ", ", otherwise));
}

void check_heat_map(std::size_t panels, std::size_t rows, std::size_t columns) {
  constexpr std::size_t most_lines = 80;
  check_plotted(panels, most_lines / 4, "tables");
  check_plotted(panels * rows, most_lines, "rows");
  check_plotted(columns, most_lines, "columns");
}

void write_picture(const std::string& path, const std::string& svg) {
  const std::string format = format_of(path);
  const std::string bytes = format == "svg" ? svg : converted(path, format, svg);
  write_file(path, bytes);
}

void write_picture_after(const std::string& out, const std::string& path, const std::string& svg) {
  try {
    write_picture(path, svg);
  } catch (const SystemError& error) {
    throw SystemError(fmt::format("{}; the results are written to {}", error.what(), out));
  }
}

}  // namespace combat_odds::cli
