#include "sim/squad_leader/air_and_weather/board.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "core/text/number_text.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::squad_leader {

const char* const hex_form = "a hex such as Q5";
const char* const hexes_form = "hexes such as 'Q5 Q6 EE7', or none";

namespace {

/// A hex in axial coordinates, in which a direction is the same step everywhere.
struct Axial {
  int q;
  int r;
};

/// Rows are counted from a line that sinks by a hex every two columns; so do they in axial ones.
int sunk(int column) { return (column - 1) >> 1; }

Axial axial(BoardHex hex) { return {hex.column, hex.row - sunk(hex.column)}; }

BoardHex board_hex(Axial hex) { return {hex.q, hex.r + sunk(hex.q)}; }

constexpr Axial steps[6] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};

}  // namespace

std::optional<BoardHex> read_hex(std::string_view text) {
  std::size_t letters = 0;
  while (letters < text.size() && text[letters] >= 'A' && text[letters] <= 'Z') ++letters;
  const bool alike = letters == 1 || (letters == 2 && text[0] == text[1]);
  if (!alike) return std::nullopt;
  BoardHex hex;
  hex.column = text[0] - 'A' + 1 + (letters == 2 ? 26 : 0);
  hex.row = number_in<int>(text.substr(letters)).value_or(-1);
  if (hex.row < 0 || hex.row > 99) return std::nullopt;
  return hex;
}

BoardHex read_one_hex(std::string_view text, std::string_view parameter) {
  const std::optional<BoardHex> hex = read_hex(text);
  if (hex) return *hex;
  throw ArgumentError(parameter, "'" + std::string(text) + "' is not a hex", hex_form);
}

std::vector<BoardHex> read_hexes(std::string_view text, std::string_view parameter) {
  std::vector<BoardHex> hexes;
  if (text == "none") return hexes;
  std::istringstream tokens{std::string(text)};
  for (std::string token; tokens >> token;) {
    const std::optional<BoardHex> hex = read_hex(token);
    if (!hex) throw ArgumentError(parameter, "'" + token + "' is not a hex", hexes_form);
    hexes.push_back(*hex);
  }
  return hexes;
}

std::string hex_name(BoardHex hex) {
  const bool twice = hex.column > 26;
  const auto letter = static_cast<char>('A' + (hex.column - 1) % 26);
  return std::string(twice ? 2 : 1, letter) + std::to_string(hex.row);
}

BoardHex moved(BoardHex hex, int direction, int hexes) {
  const Axial step = steps[direction - 1];
  const Axial from = axial(hex);
  return board_hex({from.q + hexes * step.q, from.r + hexes * step.r});
}

int range(BoardHex a, BoardHex b) {
  const int q = axial(b).q - axial(a).q;
  const int r = axial(b).r - axial(a).r;
  return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
}

int direction_to_neighbour(BoardHex from, BoardHex to) {
  for (int direction = 1; direction <= 6; ++direction) {
    if (moved(from, direction, 1) == to) return direction;
  }
  return 0;
}

bool Board::holds(BoardHex hex) const {
  const bool even = hex.column % 2 == 0;
  return hex.column >= 1 && hex.column <= columns && hex.row >= (even ? 0 : 1) && hex.row <= rows;
}

}  // namespace combat_odds::squad_leader
