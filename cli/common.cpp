#include "cli/common.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/suggest.hpp"
#include "sim/registry.hpp"

namespace combat_odds::cli {
namespace {

template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number value{};
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stopped != text.data() + text.size()) return std::nullopt;
  return value;
}

InputError bad_option(const std::string& option, const std::string& text,
                      const std::string& right) {
  return {{option, 0, 0}, fmt::format("'{}' is not possible", text), right};
}

}  // namespace

void SimulationOptions::add_to(CLI::App& command) {
  const std::string group = "Simulation";
  trials_option_ =
      command.add_option("--trials", trials_, "how often to play each situation: 250000, 1e6, 10M")
          ->capture_default_str()
          ->group(group);
  command.add_option("--seed", seed_, "same seed, same result")
      ->capture_default_str()
      ->group(group);
  command.add_option("--threads", threads_, "cores to use (default: all)")->group(group);
  command.add_option("--method", method_, "simulated, exact, or both")
      ->type_name("both|monte-carlo|exact")
      ->capture_default_str()
      ->group(group);
  command.add_option("--confidence", confidence_, "of the intervals")
      ->capture_default_str()
      ->group(group);
  command.add_option("--charts", charts_, "a folder with your own charts, such as asl/ift.csv")
      ->group(group);
  command.add_flag("--quiet", quiet_, "say nothing but the result")->group(group);
}

std::uint64_t read_trials(const std::string& text) {
  constexpr double most = 1e15;
  std::string_view digits = text;
  double times = 1;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'k':
      case 'K':
        times = 1e3;
        break;
      case 'M':
        times = 1e6;
        break;
      case 'G':
        times = 1e9;
        break;
      case 'T':
        times = 1e12;
        break;
      default:
        break;
    }
    if (times > 1) digits.remove_suffix(1);
  }
  const std::optional<double> value = read_number<double>(digits);
  const double trials = value ? *value * times : 0;
  if (!(trials >= 1 && trials <= most) || trials != std::floor(trials)) {
    throw bad_option("--trials", text, "a whole number from 1 to 1e15, such as 250000, 1e6 or 10M");
  }
  return static_cast<std::uint64_t>(trials);
}

std::string read_choice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  throw bad_option(option, text,
                   did_you_mean(text, choices, fmt::format("one of {}", fmt::join(choices, ", "))));
}

OddsOptions SimulationOptions::odds() const {
  OddsOptions options;
  options.trials = read_trials(trials_);
  const std::optional<std::uint64_t> seed = read_number<std::uint64_t>(seed_);
  if (!seed) throw bad_option("--seed", seed_, "a whole number from 0 to 2^64 - 1");
  options.seed = *seed;
  const std::string method = read_choice("--method", method_, {"both", "monte-carlo", "exact"});
  options.method = method == "both"    ? Method::both
                   : method == "exact" ? Method::exact
                                       : Method::monte_carlo;
  return options;
}

ReportOptions SimulationOptions::report() const {
  const OddsOptions options = odds();
  const std::optional<double> confidence = read_number<double>(confidence_);
  if (!confidence || !(*confidence > 0 && *confidence < 1)) {
    throw bad_option("--confidence", confidence_, "a number between 0 and 1, such as 0.95");
  }
  return {options.method, options.seed, *confidence};
}

Charts SimulationOptions::charts() const { return Charts(built_in_charts(), charts_); }

int SimulationOptions::threads() const {
  if (threads_.empty()) return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const std::optional<int> threads = read_number<int>(threads_);
  if (!threads || *threads < 1 || *threads > 4096) {
    throw bad_option("--threads", threads_, "a whole number from 1 to 4096");
  }
  return *threads;
}

void print(std::string_view text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) {
    throw SystemError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  }
}

TableStyle terminal_style() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale = value;
    const bool unicode = locale.find("UTF-8") != std::string_view::npos ||
                         locale.find("utf8") != std::string_view::npos;
    return unicode ? TableStyle::terminal : TableStyle::ascii;
  }
  return TableStyle::ascii;
}

const Procedure& procedure_named(const std::string& name) {
  if (const Procedure* procedure = find_procedure(name)) return *procedure;
  throw InputError({"", 0, 0}, fmt::format("no procedure '{}'", name),
                   did_you_mean(name, procedure_names(), "'combat-odds list' names them"));
}

}  // namespace combat_odds::cli
