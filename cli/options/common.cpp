#include "cli/options/common.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "cli/files/output_file.hpp"
#include "core/text/number_text.hpp"
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

int read_integer(const std::string& option, const std::string& text, int least, int most) {
  const std::optional<int> value = number_in<int>(text);
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

void print(std::string_view text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) {
    throw cannot_write("standard output", errno);
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
  std::vector<std::string> all = {shard_file, rule_sources_file, policy_file};
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
}

}  // namespace combat_odds::cli
