#include "cli/options/help.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "cli/options/common.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds::cli {
namespace {

class WrappedHelp : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + shown_opts(option),
                 make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(true), command->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(CLI::Formatter::make_description(app), terminal_width()) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override {
    return wrapped(CLI::Formatter::make_footer(app), terminal_width());
  }

 private:
  /// Choices are parted by bars: a space after each lets them be wrapped.
  std::string shown_opts(const CLI::Option* option) const {
    std::string opts = make_option_opts(option);
    if (opts.size() + 24 < terminal_width()) return opts;
    for (std::size_t at = opts.find('|'); at != std::string::npos; at = opts.find('|', at + 2)) {
      opts.replace(at, 1, "| ");
    }
    return opts;
  }

  /// The name, and its meaning beside it, or below where there is no room.
  std::string entry(const std::string& name, const std::string& meaning) const {
    const std::size_t width = terminal_width();
    std::string text = "  " + wrapped(name, width - 2, 8);
    if (meaning.empty()) return text + "\n";
    const std::size_t last = text.size() - (text.rfind('\n') + 1);
    const bool beside = text.find('\n') == std::string::npos && last < column_width_;
    text +=
        beside ? std::string(column_width_ - last, ' ') : "\n" + std::string(column_width_, ' ');
    std::string lines = wrapped(meaning, width - column_width_);
    for (std::size_t at = lines.find('\n'); at != std::string::npos;
         at = lines.find('\n', at + column_width_)) {
      lines.insert(at + 1, column_width_, ' ');
    }
    return text + lines + "\n";
  }
};

}  // namespace

void wrap_help(CLI::App& program) {
  const auto formatter = std::make_shared<WrappedHelp>();
  formatter->column_width(26);
  program.formatter(formatter);
}

}  // namespace combat_odds::cli
