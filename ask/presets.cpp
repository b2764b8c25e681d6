#include "ask/presets.hpp"

#include <fmt/format.h>

#include "core/text/suggest.hpp"

namespace combat_odds {

std::string_view Preset::value(std::string_view parameter) const {
  for (const auto& [known, given] : values) {
    if (known == parameter) return given;
  }
  return {};
}

std::string Preset::text() const {
  std::string all;
  for (const auto& [parameter, given] : values) {
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", parameter, given);
  }
  return all;
}

namespace {

/// Where the value that begins at `from` ends: at the last semicolon in front of a name and "=".
/// The sign of "attackers >= 2" stands behind no name.
std::size_t before_next_name(std::string_view text, std::size_t from) {
  constexpr std::string_view in_names = "abcdefghijklmnopqrstuvwxyz0123456789_";
  for (std::size_t next = text.find('=', from); next < text.size();
       next = text.find('=', next + 1)) {
    const std::size_t end = text.rfind(';', next);
    if (end == text.npos || end < from) continue;
    const std::string_view name = text.substr(end + 1, next - end - 1);
    if (!name.empty() && name.find_first_not_of(in_names) == name.npos) return end;
  }
  return text.size();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_preset_values(const Columns::Row& row,
                                                                    const Procedure& procedure) {
  std::vector<std::pair<std::string, std::string>> values;
  constexpr const char* column = "parameters";
  const std::string_view text = row.text(column);
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = std::min(text.find(';', start), text.size());
    const std::size_t equals = std::min(text.find('=', start), end);
    const std::string name(text.substr(start, equals - start));
    const Parameter* const parameter = procedure.parameter(name);
    // A value may have semicolons of its own ("fire 8 1; rout"): it goes on to the next name.
    if (parameter != nullptr && parameter->form.find(';') != std::string::npos) {
      end = before_next_name(text, equals + 1);
    }
    const std::string value(
        text.substr(std::min(equals + 1, end), end - std::min(equals + 1, end)));
    start = end + 1;
    if (parameter == nullptr) {
      std::vector<std::string> known;
      for (const Parameter& other : procedure.parameters) known.push_back(other.name);
      throw row.error(column, fmt::format("{} has no parameter '{}'", procedure.name, name),
                      did_you_mean(name, known, "as in firepower=8;drm=1"));
    }
    if (value.empty()) {
      throw row.error(column, fmt::format("no value for {}", name), parameter->allowed());
    }
    try {
      read_argument(*parameter, value);
    } catch (const ArgumentError& error) {
      throw row.error(column, error.wrong(), error.right());
    }
    values.emplace_back(name, value);
  }
  return values;
}

}  // namespace combat_odds
