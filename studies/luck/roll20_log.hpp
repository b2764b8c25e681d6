#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// A roll in the chat of Roll20, as it comes out when it is marked and copied:
///
///     Anna:rolling 2d6+1
///     (4+3)+1
///     =8
///
/// Line breaks and blanks may stand anywhere between the parts.
struct Roll20Line {
  std::string who;   ///< empty: not said
  std::string dice;  ///< "2d6+1"
  std::string total;
  int line = 0;  ///< of "rolling"
};

/// Whether the text is such a log.
bool is_roll20_log(std::string_view text);

/// Its rolls; what else was said there is left alone, and so is a roll without a total.
std::vector<Roll20Line> read_roll20_log(std::string_view text);

}  // namespace combat_odds
