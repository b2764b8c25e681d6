#include "cli/options/common.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "cli/files/output_file.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/spreadsheet.hpp"
#include "core/text/suggest.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/text/rule_sources.hpp"
#include "studies/campaign/campaign_page.hpp"
#include "studies/run/run_reports.hpp"
#include "studies/shard/shard_text.hpp"

namespace combat_odds::cli {

OptionError bad_option(const std::string& option, const std::string& text,
                       const std::string& right) {
  return {option, fmt::format("'{}' is not possible", text), right};
}

void need(const std::string& option, const std::string& value, const std::string& right) {
  if (value.empty()) throw OptionError(option, "is missing", right);
}

int read_integer(const std::string& option, const std::string& text, int least, int most) {
  const std::optional<int> value = number_in<int>(plain_whole(text));
  if (!value || *value < least || *value > most) {
    throw bad_option(option, text, fmt::format("a whole number from {} to {}", least, most));
  }
  return *value;
}

std::string read_choice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices) {
  for (const std::string& choice : choices) {
    if (folded(choice) == folded(text)) return choice;
  }
  throw bad_option(option, text,
                   did_you_mean(text, choices, fmt::format("one of {}", fmt::join(choices, ", "))));
}

namespace {

/// While it lives, a file that may not grow any more is an error of the call that writes (EFBIG),
/// and no signal that ends the program without a word.
class LimitIsAnError {
 public:
  LimitIsAnError() {
    struct sigaction ignored {};
    ignored.sa_handler = SIG_IGN;
    sigemptyset(&ignored.sa_mask);
    ::sigaction(SIGXFSZ, &ignored, &before_);
  }
  ~LimitIsAnError() { ::sigaction(SIGXFSZ, &before_, nullptr); }
  LimitIsAnError(const LimitIsAnError&) = delete;
  LimitIsAnError& operator=(const LimitIsAnError&) = delete;

 private:
  struct sigaction before_ {};
};

/// Standard output as --for-spreadsheet has it; nothing where that is not asked for.
std::optional<SpreadsheetCsv>& printed_for_spreadsheet() {
  static std::optional<SpreadsheetCsv> csv;
  return csv;
}

}  // namespace

void print_for_spreadsheet() { printed_for_spreadsheet().emplace(); }

bool is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

void print_long(const std::string& text) {
  winsize size = {};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  const auto lines = std::ranges::count(text, '\n');
  const char* const asked = std::getenv("PAGER");
  const std::string pager = asked == nullptr ? "less" : asked;
  if (!is_terminal() || !is_known || lines < size.ws_row || pager.empty() || pager == "cat") {
    return print(text);
  }
  ::setenv("LESS", "FRX", 0);  // as git has it: what fits is only printed
  std::FILE* const pages = ::popen(pager.c_str(), "w");
  if (pages == nullptr) return print(text);
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // it may be left before the end
  std::fwrite(text.data(), 1, text.size(), pages);
  const int status = ::pclose(pages);
  std::signal(SIGPIPE, before);
  constexpr int not_found = 127;
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_found) print(text);
}

void print(std::string_view text) {
  std::string changed;
  if (auto& csv = printed_for_spreadsheet()) text = changed = csv->next(text);
  const LimitIsAnError limit;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) {
    const int error = errno;
    std::clearerr(stdout);  // else the end of the program tries once more
    throw cannot_write("standard output", error);
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

std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  constexpr std::size_t narrowest = 40;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
  return std::max<std::size_t>(size.ws_col, narrowest);
}

std::vector<std::string> run_may_write() {
  std::vector<std::string> all = {shard_file, rule_sources_file, policy_file, wide_file};
  all.insert(all.end(), run_files.begin(), run_files.end());
  return all;
}

std::vector<std::string> campaign_may_write() {
  std::vector<std::string> all = red_barricades::campaign_file_names;
  all.emplace_back(shard_file);
  return all;
}

void add_output_options(const Command& command, OutputPlace& place, bool required) {
  const Option out = command.add_option("--out", place.folder, "the folder for the reports");
  if (required) out.required();
  command.add_flag("--force", place.force,
                   "replace files in the way there that are not as combat-odds left them");
  add_for_spreadsheet(command, place.for_spreadsheet);
}

void add_titles(const Command& command, PictureWords& picture) {
  if (!command.has_option("--title")) {
    command.add_option("--title", picture.title, "with --plot: the picture's heading");
  }
  command.add_option("--subtitle", picture.subtitle, "with --plot: the line under it");
  command.add_flag("--narrow", picture.is_narrow, "with --plot: drawn for a phone");
}

void add_force(const Command& command, bool& force) {
  command.add_flag("--force", force,
                   "replace a file in the way that is not as combat-odds left it");
}

Option add_for_spreadsheet(const Command& command, bool& for_spreadsheet) {
  return command.add_flag(
      "--for-spreadsheet", for_spreadsheet,
      "CSV in which a spreadsheet makes no dates of 7/12 and 4-6-7: an apostrophe goes before them");
}

}  // namespace combat_odds::cli
