#include "combat_odds/reports/written_command.hpp"

#include <fmt/format.h>

#include <optional>

#include "combat_odds/core/columns.hpp"
#include "combat_odds/core/number_text.hpp"
#include "combat_odds/reports/text.hpp"

namespace combat_odds {

std::string WrittenCommand::csv() const {
  std::string text = "option,value\nprogram," + csv_field(program) + "\ncommand," + name + "\n";
  for (const auto& [option, given] : options) {
    text += csv_field(option) + "," + csv_field(given) + "\n";
  }
  return text;
}

std::vector<std::string> WrittenCommand::values(const std::string& option) const {
  std::vector<std::string> found;
  for (const auto& [name_of_option, given] : options) {
    if (name_of_option == option) found.push_back(given);
  }
  return found;
}

std::string WrittenCommand::value(const std::string& option) const {
  const std::vector<std::string> found = values(option);
  return found.empty() ? std::string() : found.front();
}

std::string WrittenCommand::interval() const {
  const std::optional<double> confidence = number_in<double>(value("--confidence"));
  return confidence ? fmt::format("{:g} % interval", 100 * *confidence) : std::string("interval");
}

std::string WrittenCommand::line() const {
  std::string words = "combat-odds " + name;
  for (const auto& [option, given] : options) {
    // With "=" a value may begin with a dash: --drm=-2..2.
    words += " " + (option.starts_with("--") ? option + "=" : std::string()) + shell_word(given);
  }
  return words + " --out again";
}

WrittenCommand read_command(const Folder& folder) {
  const Columns lines(folder.csv(command_file), {"option", "value"});
  WrittenCommand command;
  for (const Columns::Row row : lines) {
    const std::string& option = row.text("option");
    const std::string& given = row.text("value");
    if (option == "program") {
      command.program = given;
    } else if (option == "command") {
      command.name = given;
    } else {
      command.options.emplace_back(option, given);
    }
  }
  return command;
}

}  // namespace combat_odds
