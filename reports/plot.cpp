#include "reports/plot.hpp"

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

#include "core/suggest.hpp"

extern char** environ;

namespace combat_odds {
namespace fs = std::filesystem;
namespace {

/// Okabe and Ito's palette, which colour-blind readers can tell apart, each with a hatching and a
/// point of its own for print in black and white.
struct Look {
  const char* colour;
  int pattern;
  int point;
};
constexpr std::array<Look, most_plotted> looks = {{{"#56B4E9", 3, 7},
                                                   {"#E69F00", 4, 4},
                                                   {"#009E73", 1, 9},
                                                   {"#CC79A7", 5, 12},
                                                   {"#0072B2", 2, 6},
                                                   {"#D55E00", 6, 5},
                                                   {"#F0E442", 7, 8},
                                                   {"#000000", 0, 2}}};

/// Text for gnuplot. Nothing is special between single quotes but the quote itself.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

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

/// One class on the x axis.
struct Class {
  std::string name;
  int value = 0;
  std::size_t position = 0;  ///< in the procedure's own list
};

std::vector<Class> classes_of(std::span<const SituationOdds> results, const std::string& measure) {
  std::vector<Class> classes;
  for (const SituationOdds& result : results) {
    const Procedure& procedure = result.situation.scenario->procedure();
    for (const Chance* chance : in_report_order(result)) {
      const bool wanted = measure.empty()
                              ? chance->kind == Chance::Kind::outcome
                              : chance->kind == Chance::Kind::measure && chance->name == measure;
      const auto same = [&](const Class& other) {
        return other.name == chance->name && other.value == chance->value;
      };
      if (!wanted || std::any_of(classes.begin(), classes.end(), same)) continue;
      classes.push_back({chance->name, chance->value, report_position(*chance, procedure)});
    }
  }
  std::stable_sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) {
    return a.position != b.position ? a.position < b.position : a.value < b.value;
  });
  return classes;
}

std::string no_measure_help(const Procedure& procedure, const std::string& measure) {
  std::vector<std::string> names;
  for (const Term& term : procedure.measures) names.push_back(term.name);
  if (names.empty()) return procedure.name + " has none";
  if (std::find(names.begin(), names.end(), measure) != names.end()) {
    return "nothing is measured in these situations; leave it out for the outcomes";
  }
  return did_you_mean(measure, names, fmt::format("one of {}", fmt::join(names, ", ")));
}

/// The measure to draw: the one asked for; where outcomes are too many for bars, the first one.
std::string measure_drawn(std::span<const SituationOdds> results, const std::string& asked) {
  constexpr std::size_t most_outcomes = 16;
  const Procedure& procedure = results.front().situation.scenario->procedure();
  if (asked.empty()) {
    const bool many = classes_of(results, "").size() > most_outcomes;
    return many && !procedure.measures.empty() ? procedure.measures.front().name : "";
  }
  if (classes_of(results, asked).empty()) {
    throw InputError({"--plot-measure", 0, 0}, fmt::format("no measure '{}'", asked),
                     no_measure_help(procedure, asked));
  }
  return asked;
}

/// position, percent, low, high of one situation. Where a class can't happen: 0.
std::string data_block(const SituationOdds& result, const std::vector<Class>& classes,
                       const ReportOptions& options, const std::string& measure, double offset) {
  std::string block;
  const std::uint64_t trials = result.odds.trials;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    double best = 0;
    std::uint64_t count = 0;
    for (const Chance& chance : result.odds.chances) {
      const bool kind = (chance.kind == Chance::Kind::measure) == !measure.empty() &&
                        chance.kind != Chance::Kind::event;
      if (kind && chance.name == classes[i].name && chance.value == classes[i].value) {
        best = chance.best(trials);
        count = chance.count;
      }
    }
    const double x = offset + (measure.empty() ? static_cast<double>(i) : classes[i].value);
    const Interval interval =
        trials > 0 ? wilson_interval(count, trials, options.confidence) : Interval{best, best};
    block += fmt::format("{:.6g} {:.10g} {:.10g} {:.10g}\n", x, 100 * best, 100 * interval.low,
                         100 * interval.high);
  }
  return block;
}

/// "firepower=8" for "asl.fire[firepower=8]" under a title that names the procedure.
std::string short_name(const SituationOdds& result, const Procedure& procedure) {
  const std::string start = procedure.name + "[";
  if (!result.name.starts_with(start) || !result.name.ends_with("]")) return result.name;
  return result.name.substr(start.size(), result.name.size() - start.size() - 1);
}

std::string terminal(const std::string& format) {
  if (format == "svg") return "svg size 900,600 font 'DejaVu Sans,14' background '#ffffff'";
  if (format == "png") return "pngcairo size 1800,1200 font 'DejaVu Sans,26' linewidth 2";
  return "pdfcairo size 18cm,12cm font 'DejaVu Sans,11'";
}

std::string how_made(const SituationOdds& result, const ReportOptions& options) {
  if (result.odds.trials == 0) return "odds: exact";
  const bool exact = !result.odds.chances.empty() && result.odds.chances.front().exact.has_value();
  return fmt::format("{}; whiskers: {:g} % interval of {} simulated trials, seed {}",
                     exact ? "odds: exact" : "odds: simulated", 100 * options.confidence,
                     result.odds.trials, options.seed);
}

}  // namespace

std::string plot_script(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::string& asked, const std::string& format,
                        const std::string& output) {
  if (results.size() > most_plotted) {
    throw InputError({"--plot", 0, 0},
                     fmt::format("{} situations are too many for one plot", results.size()),
                     fmt::format("at most {}", most_plotted));
  }
  const std::string measure = measure_drawn(results, asked);
  const std::vector<Class> classes = classes_of(results, measure);
  const Procedure& procedure = results.front().situation.scenario->procedure();
  const bool one = results.size() == 1;
  const bool lines = !measure.empty() && !one;

  std::string script = fmt::format("set terminal {}\nset output {}\nset termoption noenhanced\n",
                                   terminal(format), quoted(output));
  script += "set encoding utf8\nset border 3\nset tics nomirror out\n";
  script +=
      "set grid ytics linetype 1 linecolor '#c8c8c8' linewidth 0.5\nset pointintervalbox 0\nset "
      "yrange [0:*]\n";
  script += "set ylabel 'probability (%)'\n";
  script += fmt::format("set title {}\n", quoted(one && results.front().name != procedure.name
                                                     ? results.front().name
                                                     : procedure.name + ": " + procedure.summary));
  const std::string made = how_made(results.front(), options);
  script += fmt::format(
      "set label {} at screen 0.99,0.025 right textcolor '#505050'\n"
      "set bmargin {}\n",
      quoted(made), measure.empty() ? 8 : 6);
  if (measure.empty()) {
    std::string tics;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(classes[i].name), i);
      longest = std::max(longest, classes[i].name.size());
    }
    // Set aslant where the names would run into each other.
    const bool aslant = longest * classes.size() > 60;
    script += fmt::format("set xtics ({}){}\n", tics, aslant ? " rotate by -25 left" : "");
    script += fmt::format("set xlabel 'outcome'{}\nset xrange [-0.6:{}.6]\n",
                          aslant ? " offset 0,0.5" : "", classes.size() - 1);
  } else {
    script += fmt::format(
        "set xlabel {}\nset xrange [{}.4:{}.6]\n", quoted(measure),
        classes.front().value == 0 ? "-0" : fmt::format("{}", classes.front().value - 1),
        classes.back().value);
    if (classes.back().value - classes.front().value <= 20) script += "set xtics 1\n";
  }
  script += one ? "unset key\n" : "set key above Left reverse samplen 2 width 1\n";

  const double width = lines || one ? 0.7 : 0.84 / static_cast<double>(results.size());
  script += fmt::format("set boxwidth {:.4g}\n", lines ? 0.7 : width * 0.94);
  std::string plot;
  for (std::size_t s = 0; s < results.size(); ++s) {
    // Points of several situations stand a little apart, so that their whiskers do not hide.
    const double offset = (static_cast<double>(s) - (static_cast<double>(results.size()) - 1) / 2) *
                          (lines ? 0.06 : width);
    script += fmt::format("$situation{} << END\n{}END\n", s,
                          data_block(results[s], classes, options, measure, offset));
    const Look& look = looks[s];
    const std::string name = quoted(short_name(results[s], procedure));
    // Whiskers are drawn as arrows with blunt ends: gnuplot's own erase what is around the point.
    const std::string whiskers =
        results[s].odds.trials == 0
            ? ""
            : fmt::format(
                  "$situation{} using 1:3:(0):($4-$3) with vectors heads size graph 0.005,90 "
                  "linecolor 'black' linewidth 1 notitle",
                  s);
    if (s > 0) plot += ", ";
    if (lines) {
      if (!whiskers.empty()) plot += whiskers + ", ";
      plot += fmt::format(
          "$situation{} using 1:2 with linespoints linecolor '{}' linewidth 1.5 dashtype {} "
          "pointtype {} pointsize 1.4 title {}",
          s, look.colour, s + 1, look.point, name);
    } else {
      plot += fmt::format(
          "$situation{} using 1:2 with boxes fillstyle pattern {} border linecolor 'black' "
          "linecolor '{}' title {}",
          s, look.pattern, look.colour, name);
      if (!whiskers.empty()) plot += ", " + whiskers;
    }
  }
  return script + "plot " + plot + "\n";
}

void check_plot(const std::string& path) {
  const std::string format = extension(path);
  if (format != "svg" && format != "png" && format != "pdf") {
    throw InputError({"--plot", 0, 0}, fmt::format("'{}' is no kind of picture", path),
                     "a name that ends in .svg, .png or .pdf");
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder)) {
    throw SystemError(fmt::format("{}: there is no folder {}", path, folder.string()));
  }
  if (!in_path("gnuplot")) throw no_gnuplot();
}

void plot_odds(std::span<const SituationOdds> results, const ReportOptions& options,
               const std::string& measure, const std::string& path) {
  if (results.empty()) return;
  const fs::path target = path;
  const Temporary picture{
      (target.parent_path() / fmt::format(".{}.{}.part", target.filename().string(), ::getpid()))
          .string()};
  const std::string script = plot_script(results, options, measure, extension(path), picture.path);

  std::string name = (fs::temp_directory_path() / "combat-odds-plot-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  if (file < 0) throw SystemError(fmt::format("{}: {}", name, std::strerror(errno)));
  const Temporary commands{name};
  const bool written =
      ::write(file, script.data(), script.size()) == static_cast<ssize_t>(script.size());
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
