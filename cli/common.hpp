#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/error.hpp"
#include "combat_odds/core/text_file.hpp"
#include "combat_odds/reports/table_report.hpp"
#include "combat_odds/reports/written_command.hpp"

namespace combat_odds::cli {

/// The words of the command line after the program's name.
using Words = std::vector<std::string>;

/// Name and version, as reports tell it.
inline constexpr const char* program_version = "combat-odds " COMBAT_ODDS_VERSION;

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

/// "'text' is not possible" for an option, and what would be.
InputError bad_option(const std::string& option, const std::string& text, const std::string& right);

/// One of `choices`; InputError with the nearest suggestion otherwise.
std::string read_choice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

/// Writes to standard output; SystemError where that fails.
void print(std::string_view text);

/// How tables are drawn on this terminal.
TableStyle terminal_style();

/// What command.csv tells of this command as it was given: its files, and all options but those
/// that change no number (--out, --format, --quiet, --threads, --plot).
WrittenCommand command_given(const CLI::App& command);

/// The charts of a folder of the user's own (none where it is empty). What is ignored there is
/// named on standard error, unless `quiet`.
std::vector<TextFile> own_charts(const std::string& folder, bool quiet);

/// The names of all files that commands write to the folder of --out.
std::vector<std::string> report_files();

/// The procedure of that name; InputError with the nearest suggestion otherwise.
const Procedure& procedure_named(const std::string& name);

}  // namespace combat_odds::cli
