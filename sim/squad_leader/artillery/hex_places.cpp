#include "sim/squad_leader/artillery/hex_places.hpp"

#include <string>
#include <vector>

#include "core/dice/small.hpp"
#include "core/text/error.hpp"
#include "core/text/words.hpp"

namespace combat_odds::squad_leader {
namespace {

bool is_die(char digit) { return digit >= '1' && digit <= '6'; }

std::size_t index(char digit) { return static_cast<std::size_t>(digit - '1'); }

/// Sets the hexes of "3", "4.5" or "1.2-6". Returns false for any other text.
bool fill(HexTable& table, std::string_view entry) {
  if (entry.empty() || !is_die(entry[0])) return false;
  std::size_t from = 0;
  std::size_t to = 5;
  if (entry.size() > 1) {
    const bool one = entry.size() == 3;
    const bool several = entry.size() == 5 && entry[3] == '-' && is_die(entry[4]);
    if (entry[1] != '.' || (!one && !several) || !is_die(entry[2])) return false;
    from = index(entry[2]);
    to = index(entry.back());
    if (to < from) return false;
  }
  for (std::size_t extent = from; extent <= to; ++extent) table[index(entry[0])][extent] = true;
  return true;
}

}  // namespace

const char* const landing_form =
    "direction 1 to 6 and hexes such as 3.4, or 0 for the hex aimed at";
const char* const hex_table_form =
    "directions 1 to 6, or hexes of them, such as '3 4.5 1.2-6', or none";

FireMission::Landing read_landing(std::string_view text, std::string_view parameter) {
  if (text == "0") return {};
  if (text.size() == 3 && text[1] == '.' && is_die(text[0]) && is_die(text[2])) {
    return {small(text[0] - '0'), small(text[2] - '0')};
  }
  throw ArgumentError(parameter, "'" + std::string(text) + "' is no hex", landing_form);
}

HexTable read_hex_table(std::string_view text, std::string_view parameter) {
  HexTable table{};
  if (text == "none") return table;
  const std::vector<std::string_view> hexes = words_of(text);
  if (hexes.empty()) throw ArgumentError(parameter, "no hexes are named", hex_table_form);
  for (const std::string_view hex : hexes) {
    if (!fill(table, hex)) {
      throw ArgumentError(parameter, "'" + std::string(hex) + "' names no hexes", hex_table_form);
    }
  }
  return table;
}

}  // namespace combat_odds::squad_leader
