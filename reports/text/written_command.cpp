#include "reports/text/written_command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <system_error>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/xxh64.hpp"
#include "reports/text/text.hpp"

namespace combat_odds {
namespace {

/// What stands in the place of an option's name: those begin with a dash or are in capitals.
constexpr const char* file_row = "file";

/// "summary.csv 00c0ffee00c0ffee"; nothing where it is something else.
std::optional<std::pair<std::string, std::uint64_t>> read_file_row(const std::string& given) {
  const std::size_t space = given.rfind(' ');
  if (space == std::string::npos || space == 0) return std::nullopt;
  const char* const end = given.data() + given.size();
  std::uint64_t checksum = 0;
  const auto read = std::from_chars(given.data() + space + 1, end, checksum, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return {{given.substr(0, space), checksum}};
}

}  // namespace

std::string WrittenCommand::csv() const {
  std::string text = "option,value\nprogram," + csv_field(program) + "\ncommand," + name + "\n";
  for (const auto& [option, given] : options) {
    text += option + "," + csv_field(given) + "\n";
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

std::string file_line(const std::string& file, std::uint64_t checksum) {
  return fmt::format("{},{} {:016x}\n", file_row, file, checksum);
}

bool is_as_written(std::string_view command_csv) {
  const std::size_t last = command_csv.rfind(std::string("\n") + file_row + ",") + 1;
  const std::string_view before = command_csv.substr(0, last);
  return command_csv.substr(last) == file_line(command_file, Xxh64().add(before).value());
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
    } else if (option == file_row) {
      if (auto file = read_file_row(given)) command.files.insert(std::move(*file));
    } else {
      command.options.emplace_back(option, given);
    }
  }
  return command;
}

}  // namespace combat_odds
