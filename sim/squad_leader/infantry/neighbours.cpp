#include "sim/squad_leader/infantry/neighbours.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/parameter.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

OccupiedHex read_hex(std::string_view text, std::string_view parameter, const char* form) {
  OccupiedHex hex;
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    hex.drm = read_whole(trimmed(text.substr(at + 1)), parameter, form);
    text = text.substr(0, at);
  }
  hex.units = read_units(trimmed(text), parameter, TargetStack::most_units);
  return hex;
}

}  // namespace

const char* const occupied_hex_form = "units and, behind @, their DRM: '4-6-7 8-1@1', or none";
const char* const hex_line_form =
    "hexes with their units and, behind @, their DRM: '4-6-7@1; 2*4-4-7 8-0', or none";
const char* const neighbours_form =
    "hexes 1 to 6 with their units and, behind @, their DRM: '2=4-6-7@1; 5=4-6-7 8-1', or none";

int read_whole(std::string_view text, std::string_view parameter, const char* form) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<int> value = number_in<int>(text);
  if (!value) {
    throw ArgumentError(parameter, "'" + std::string(text) + "' is not a whole number", form);
  }
  return *value;
}

OccupiedHex read_occupied_hex(std::string_view text, std::string_view parameter) {
  return text == "none" ? OccupiedHex() : read_hex(text, parameter, occupied_hex_form);
}

std::vector<OccupiedHex> read_hexes(std::string_view text, std::string_view parameter,
                                    std::size_t most) {
  std::vector<OccupiedHex> hexes;
  if (text == "none") return hexes;
  for (const std::string_view entry : parts_of(text, ';')) {
    hexes.push_back(read_hex(entry, parameter, occupied_hex_form));
  }
  if (hexes.size() > most) {
    throw ArgumentError(parameter, "more hexes than fit", fmt::format("at most {}", most));
  }
  return hexes;
}

Neighbours read_neighbours(std::string_view text, std::string_view parameter) {
  Neighbours hexes;
  if (text == "none") return hexes;
  for (const std::string_view entry : parts_of(text, ';')) {
    if (entry.empty()) continue;  // behind the last semicolon
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) {
      throw ArgumentError(parameter, "'" + std::string(entry) + "' names no hex", neighbours_form);
    }
    const int hex = read_whole(trimmed(entry.substr(0, equals)), parameter, neighbours_form);
    if (hex < 1 || hex > 6 || !hexes[static_cast<std::size_t>(hex - 1)].units.empty()) {
      throw ArgumentError(parameter, "there is no further hex " + std::to_string(hex),
                          neighbours_form);
    }
    hexes[static_cast<std::size_t>(hex - 1)] =
        read_hex(entry.substr(equals + 1), parameter, neighbours_form);
  }
  return hexes;
}

}  // namespace combat_odds::squad_leader
