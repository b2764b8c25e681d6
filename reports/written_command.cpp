#include "combat_odds/reports/written_command.hpp"

#include <fmt/format.h>

#include <optional>

#include "combat_odds/core/number_text.hpp"

#include "combat_odds/reports/text.hpp"
#include "combat_odds/reports/written.hpp"

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

WrittenCommand read_command(const std::string& directory) {
  const Written file(directory, command_file);
  WrittenCommand command;
  for (const auto& row : file.table().rows) {
    const std::string& option = file.text(row, "option");
    const std::string& given = file.text(row, "value");
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
