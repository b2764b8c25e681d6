#include "combat_odds/reports/gnuplot.hpp"

#include <fcntl.h>
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
#include <fstream>
#include <iterator>

#include "combat_odds/core/error.hpp"
#include "combat_odds/reports/text.hpp"

extern char** environ;

namespace combat_odds {
namespace fs = std::filesystem;
namespace {

std::string extension(const std::string& path) {
  std::string name = fs::path(path).extension().string();
  return name.empty() ? name : name.substr(1);
}

bool in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  for (std::size_t start = 0; start <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', start), folders.size());
    const fs::path file = fs::path(folders.substr(start, end - start)) / program;
    if (::access(file.c_str(), X_OK) == 0) return true;
    start = end + 1;
  }
  return false;
}

SystemError no_gnuplot() {
  return SystemError("--plot: the program gnuplot is missing (Debian: apt install gnuplot-nox)");
}

/// Removed at the end, whatever happens.
struct Temporary {
  std::string path;
  ~Temporary() { std::remove(path.c_str()); }
};

std::string terminal(const std::string& format, PlotSize size) {
  const auto [width, height] = size;
  if (format == "svg") {
    return fmt::format("svg size {:.0f},{:.0f} font 'DejaVu Sans,14' background '#ffffff'", width,
                       height);
  }
  if (format == "png") {
    return fmt::format("pngcairo size {:.0f},{:.0f} font 'DejaVu Sans,26' linewidth 2", 2 * width,
                       2 * height);
  }
  return fmt::format("pdfcairo size {:.4g}cm,{:.4g}cm font 'DejaVu Sans,11'", width / 50,
                     height / 50);
}

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(a / "."), ignored) ==
         fs::weakly_canonical(fs::absolute(b / "."), ignored);
}

}  // namespace

std::string plot_text(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

std::string plot_lines(const std::string& text, std::size_t letters) {
  std::string result;
  for (const std::string& line : broken_lines(text, letters)) {
    result += (result.empty() ? "" : ".\"\\n\".") + plot_text(line);
  }
  return result.empty() ? plot_text("") : result;
}

std::string plot_head(const PlotFile& file, PlotSize size) {
  return fmt::format(
      "set terminal {}\nset output {}\nset termoption noenhanced\nset encoding utf8\n",
      terminal(file.format, size), plot_text(file.name));
}

std::string plot_note(const std::string& text, PlotSize size) {
  return fmt::format("set label {} at screen 0.99,{:.5g} right textcolor '#505050'\n",
                     plot_text(text), 15 / size.height);
}

void check_plot_measure(const std::string& plot, const std::string& measure) {
  if (measure.empty() || !plot.empty()) return;
  throw InputError({"--plot-measure", 0, 0}, "needs --plot", "the file to draw to");
}

void check_plotted(std::size_t count, std::size_t most, const std::string& things) {
  if (count <= most) return;
  throw InputError({"--plot", 0, 0}, fmt::format("{} {} are too many for one plot", count, things),
                   fmt::format("at most {}", most));
}

void check_plot(const std::string& path, const std::string& to_come) {
  const std::string format = extension(path);
  if (format != "svg" && format != "png" && format != "pdf") {
    throw InputError({"--plot", 0, 0}, fmt::format("'{}' is no kind of picture", path),
                     "a name that ends in .svg, .png or .pdf");
  }
  const fs::path folder = fs::path(path).parent_path();
  const bool will_be = !to_come.empty() && same_folder(folder, to_come);
  if (!folder.empty() && !will_be && !fs::is_directory(folder)) {
    throw SystemError(fmt::format("{}: there is no folder {}", path, folder.string()));
  }
  if (!in_path("gnuplot")) throw no_gnuplot();
}

void draw_plot(const std::string& path, const std::function<std::string(const PlotFile&)>& script) {
  const fs::path target = path;
  const Temporary picture{
      (target.parent_path() / fmt::format(".{}.{}.part", target.filename().string(), ::getpid()))
          .string()};
  const std::string text = script({extension(path), picture.path});

  std::string name = (fs::temp_directory_path() / "combat-odds-plot-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  if (file < 0) throw SystemError(fmt::format("{}: {}", name, std::strerror(errno)));
  const Temporary commands{name};
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  if (!written) throw SystemError(fmt::format("{}: cannot be written", name));

  const Temporary complaints{name + ".err"};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints.path.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::string program = "gnuplot";
  std::array<char*, 3> arguments = {program.data(), name.data(), nullptr};
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT) throw no_gnuplot();
  if (failed != 0) throw SystemError(fmt::format("gnuplot: {}", std::strerror(failed)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::error_code error;
  const bool drawn = WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                     fs::file_size(picture.path, error) > 0 && !error;
  if (!drawn) {
    std::ifstream stream(complaints.path);
    std::string said{std::istreambuf_iterator<char>(stream), {}};
    std::replace(said.begin(), said.end(), '\n', ' ');
    throw SystemError(fmt::format("{}: gnuplot could not draw it: {}", path, said));
  }
  fs::rename(picture.path, target, error);
  if (error) throw SystemError(fmt::format("{}: cannot be written: {}", path, error.message()));
}

}  // namespace combat_odds
