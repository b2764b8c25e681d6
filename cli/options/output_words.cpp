#include "cli/options/output_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/options/common.hpp"

namespace combat_odds::cli {

TableStyle Output::style() const { return is_markdown() ? TableStyle::markdown : terminal_style(); }

void OutputWords::add_to(const Command& command, const std::string& meaning) {
  command.add_option("--format", format_, meaning)
      .type_name(fmt::format("{}", fmt::join(formats_, "|")))
      .shows_default();
  if (std::ranges::find(formats_, "csv") != formats_.end()) {
    add_for_spreadsheet(command, for_spreadsheet_);
  }
}

Output OutputWords::read() const {
  const Output output(read_choice("--format", format_, formats_));
  if (!for_spreadsheet_) return output;
  if (output.is_json() || output.is_markdown()) {
    throw OptionError("--for-spreadsheet", "is for CSV", "--format csv");
  }
  print_for_spreadsheet();
  return Output("csv");
}

}  // namespace combat_odds::cli
