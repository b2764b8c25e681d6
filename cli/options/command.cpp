#include "cli/options/command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace combat_odds::cli {

const Option& Option::required() const {
  option_->required();
  return *this;
}

const Option& Option::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

const Option& Option::type_name(std::function<std::string()> name) const {
  option_->type_name_fn(std::move(name));
  return *this;
}

const Option& Option::group(const std::string& name) const {
  option_->group(name);
  return *this;
}

const Option& Option::shows_default() const {
  option_->capture_default_str();
  return *this;
}

const Option& Option::expected(int least, int most) const {
  if (least == most) {
    option_->expected(most);
  } else {
    option_->expected(least, most);
  }
  return *this;
}

const Option& Option::when_given(std::function<void(const std::string&)> act) const {
  option_->each(std::move(act));
  return *this;
}

bool Option::given() const { return option_->count() > 0; }
std::string Option::name() const { return option_->get_name(); }

Command Command::add_command(const std::string& name, const std::string& meaning) const {
  return Command(*app_->add_subcommand(name, meaning), words_);
}

bool Command::is_wanted(std::string_view name) const {
  return words_.empty() || std::ranges::find(words_, name) != words_.end();
}

Option Command::add_option(const std::string& name, std::string& value,
                           const std::string& meaning) const {
  return Option(*app_->add_option(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& meaning) const {
  return Option(*app_->add_option(name, values, meaning));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& meaning) const {
  return Option(*app_->add_flag(name, value, meaning));
}

bool Command::has_option(const std::string& name) const {
  return app_->get_option_no_throw(name) != nullptr;
}

const Command& Command::require_command() const {
  app_->require_subcommand(1);
  return *this;
}

const Command& Command::require_no_command() const {
  app_->require_subcommand(0);
  return *this;
}

const Command& Command::fallthrough() const {
  app_->fallthrough();
  return *this;
}

const Command& Command::help_in_group(const std::string& name) const {
  app_->set_help_flag();  // takes it away
  app_->set_help_flag("-h,--help", "Print this help message and exit")->group(name);
  return *this;
}

const Command& Command::group(const std::string& name) const {
  app_->group(name);
  return *this;
}

const Command& Command::description(const std::string& text) const {
  app_->description(text);
  return *this;
}

const Command& Command::footer(const std::string& text) const {
  app_->footer(text);
  return *this;
}

void Command::when_named(std::function<void()> act) const {
  app_->preparse_callback([act = std::move(act)](std::size_t) { act(); });
}

void Command::callback(std::function<void()> act) const { app_->callback(std::move(act)); }

}  // namespace combat_odds::cli
