#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// One letter of a text in UTF-8. A byte that belongs to none is U+FFFD.
struct Letter {
  char32_t code = 0;
  std::size_t bytes = 1;
};

/// The letter that begins at that byte.
Letter letter_at(std::string_view text, std::size_t byte);

/// About how wide a text is in pixels: as set in DejaVu Sans or Verdana, the widest of the fonts
/// that a picture may meet, so that it takes less room rather than more.
double text_width(std::string_view text, double size);

/// The text in at most `most` lines of that width in pixels, broken at spaces and after commas, a
/// longer word anywhere. What is too much is replaced in its middle by "…", for names often differ
/// at their ends.
std::vector<std::string> fitted(const std::string& text, double width, std::size_t most,
                                double size);

}  // namespace combat_odds
