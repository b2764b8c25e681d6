#include "cli/options/output_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/common.hpp"

namespace combat_odds::cli {

TableStyle Output::style() const { return is_markdown() ? TableStyle::markdown : terminal_style(); }

void OutputWords::add_to(const Command& command, const std::string& meaning) {
  command.add_option("--format", format_, meaning)
      .type_name(fmt::format("{}", fmt::join(formats_, "|")))
      .shows_default();
}

Output OutputWords::read() const { return Output(read_choice("--format", format_, formats_)); }

}  // namespace combat_odds::cli
