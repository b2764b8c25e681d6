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
      const std::size_t next = std::min(text.find('=', equals + 1), text.size());
      end = next == text.size() ? next : text.rfind(';', next);
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
