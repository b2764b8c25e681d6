#include "combat_odds/scenarios/presets.hpp"

#include <fmt/format.h>

#include "combat_odds/core/suggest.hpp"

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
    const std::size_t end = std::min(text.find(';', start), text.size());
    const std::string_view part = text.substr(start, end - start);
    start = end + 1;
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name(part.substr(0, equals));
    const std::string value(part.substr(std::min(equals + 1, part.size())));
    const Parameter* const parameter = procedure.parameter(name);
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
