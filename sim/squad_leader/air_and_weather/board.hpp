#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::squad_leader {

/// A hex of a mapboard as players name it: columns A to Z, AA, BB..., rows from the top, "Q5". The
/// even columns (B, D...) lie half a hex lower than the odd ones and begin with a half hex 0.
struct BoardHex {
  int column = 1;  ///< A is 1
  int row = 1;

  friend auto operator<=>(const BoardHex&, const BoardHex&) = default;
};

extern const char* const hex_form;
extern const char* const hexes_form;

/// Reads "Q5". Nothing if the text does not name a hex.
std::optional<BoardHex> read_hex(std::string_view text);

/// The same; throws ArgumentError about `parameter` if the text does not name a hex.
BoardHex read_one_hex(std::string_view text, std::string_view parameter);

/// Reads hexes separated by spaces, or "none". Throws ArgumentError about `parameter`.
std::vector<BoardHex> read_hexes(std::string_view text, std::string_view parameter);

std::string hex_name(BoardHex hex);

/// The hex at a distance of `hexes` along the hex grain. Direction 1 is up, the others follow
/// clockwise (as on the Direction of Error diagram).
BoardHex moved(BoardHex hex, int direction, int hexes);

/// The range between two hexes.
int range(BoardHex a, BoardHex b);

/// The direction from a hex to an adjacent one; 0 if they are not adjacent.
int direction_to_neighbour(BoardHex from, BoardHex to);

/// A board, or several joined into one. Its first hex is A1.
struct Board {
  int columns = 33;
  int rows = 10;

  /// Half hexes at the edges belong to the board.
  bool holds(BoardHex hex) const;
};

}  // namespace combat_odds::squad_leader
