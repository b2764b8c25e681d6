#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/library.hpp"
#include "cli/files/standing_files.hpp"
#include "cli/options/command.hpp"
#include "core/text/option_error.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds::cli {

/// Name and version, as reports tell it.
inline constexpr const char* program_version = "combat-odds " COMBAT_ODDS_VERSION;

/// Each adds one command to the program: its options, and what it does with the library once they
/// are read. A new command is one file with such a function and its line in main.cpp.
void add_merge(const Command& program, Library& library);
void add_list(const Command& program, Library& library);
void add_describe(const Command& program, Library& library);
void add_ask(const Command& program, Library& library);
void add_odds(const Command& program, Library& library);
void add_run(const Command& program, Library& library);
void add_compare(const Command& program, Library& library);
void add_balance(const Command& program, Library& library);
void add_points(const Command& program, Library& library);
void add_campaign(const Command& program, Library& library);
void add_plan(const Command& program, Library& library);
void add_completion(const Command& program, Library& library);
void add_manual(const Command& program, Library& library);
void add_luck(const Command& program, Library& library);
void add_report(const Command& program, Library& library);
void add_set(const Command& program, Library& library);
void add_charts_command(const Command& program, Library& library);

/// Ends the program with exit code 2 once each refusal has been told where it belongs.
struct RefusedQuestions {};

/// "'text' is not possible" for an option, and what would be.
OptionError bad_option(const std::string& option, const std::string& text,
                       const std::string& right);

/// Throws InputError that the option is missing where its value is empty.
void need(const std::string& option, const std::string& value, const std::string& right);

/// A whole number from `least` to `most`; InputError otherwise.
int read_integer(const std::string& option, const std::string& text, int least, int most);

/// One of `choices`, in upper or lower case; InputError with the nearest suggestion otherwise.
std::string read_choice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

/// Writes to standard output; SystemError where that fails.
void print(std::string_view text);
/// The same through the user's pager (PAGER, else less) where it is longer than his terminal.
void print_long(const std::string& text);
/// Whether standard output is a terminal.
bool is_terminal();
/// From here on what is printed is CSV that survives a spreadsheet (SpreadsheetCsv).
void print_for_spreadsheet();

/// How tables are drawn on this terminal.
TableStyle terminal_style();
/// How many characters a line of standard output holds: 80 where that is no terminal.
std::size_t terminal_width();

/// Puts the user's own charts, laid out in the folder as asl/ift.csv, in place of the built-in
/// ones; nothing where `folder` is empty. What is ignored there is named on standard error, unless
/// `quiet`. Throws InputError where it can't be read or holds a file that is no chart's name.
void replace_charts(Charts& charts, const std::string& folder, bool quiet = false);

/// The names of all files that `run` and `campaign` may write to the folder of --out; `merge`
/// writes those of either.
std::vector<std::string> run_may_write();
std::vector<std::string> campaign_may_write();

/// --out, --force and --for-spreadsheet of a command that writes a folder.
void add_output_options(const Command& command, OutputPlace& place, bool required = true);
/// --title, --subtitle and --narrow of a picture.
void add_titles(const Command& command, PictureWords& picture);
/// --force of a command that writes a picture, a page or a table.
void add_force(const Command& command, bool& force);
/// --for-spreadsheet of a command that prints or writes CSV.
Option add_for_spreadsheet(const Command& command, bool& for_spreadsheet);

}  // namespace combat_odds::cli
