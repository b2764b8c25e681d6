#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/chart.hpp"
#include "core/odds.hpp"
#include "reports/csv_report.hpp"
#include "reports/table_report.hpp"

namespace combat_odds::cli {

/// The words of the command line after the program's name.
using Words = std::vector<std::string>;

/// Each adds one command to the program: its options, and what it does once they are read. A new
/// command is one file with such a function and its line in main.cpp.
void add_merge(CLI::App& program, const Words& words);
void add_list(CLI::App& program, const Words& words);
void add_describe(CLI::App& program, const Words& words);
void add_odds(CLI::App& program, const Words& words);
void add_run(CLI::App& program, const Words& words);
void add_compare(CLI::App& program, const Words& words);
void add_balance(CLI::App& program, const Words& words);
void add_points(CLI::App& program, const Words& words);
void add_campaign(CLI::App& program, const Words& words);
void add_completion(CLI::App& program, const Words& words);
void add_manual(CLI::App& program, const Words& words);
void add_luck(CLI::App& program, const Words& words);
void add_report(CLI::App& program, const Words& words);

/// The options that all simulating commands share, as words until they are read.
class SimulationOptions {
 public:
  SimulationOptions() = default;
  /// With a default method of the command's own.
  explicit SimulationOptions(std::string method) : method_(std::move(method)) {}

  void add_to(CLI::App& command);

  /// The readings throw InputError where a word is not what the option takes.
  OddsOptions odds() const;
  ReportOptions report() const;
  Charts charts() const;
  int threads() const;
  bool quiet() const { return quiet_; }
  bool trials_given() const { return trials_option_ != nullptr && trials_option_->count() > 0; }

 private:
  std::string trials_ = "1M";
  std::string seed_ = "1";
  std::string threads_;
  std::string method_ = "both";
  std::string confidence_ = "0.95";
  std::string charts_;
  bool quiet_ = false;
  const CLI::Option* trials_option_ = nullptr;
};

/// A number of trials: 250000, 1e6, 10M. Throws InputError.
std::uint64_t read_trials(const std::string& text);

/// One of `choices`; InputError with the nearest suggestion otherwise.
std::string read_choice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

/// Writes to standard output; SystemError where that fails.
void print(std::string_view text);

/// How tables are drawn on this terminal.
TableStyle terminal_style();

/// The procedure of that name; InputError with the nearest suggestion otherwise.
const Procedure& procedure_named(const std::string& name);

}  // namespace combat_odds::cli
