#include "studies/luck/roll20_log.hpp"

#include <algorithm>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

constexpr std::string_view rolling = "rolling ";

/// Where "rolling " begins in a line: at its front, or behind "Anna:".
std::size_t rolling_in(std::string_view line) {
  const std::size_t at = line.find(rolling);
  if (at == std::string_view::npos || at == 0) return at;
  const std::string_view before = trimmed(line.substr(0, at));
  return before.ends_with(':') ? at : std::string_view::npos;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = parts_of(text, '\n');
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line = trimmed(line.substr(0, line.size() - 1));
  }
  return lines;
}

/// The whole number behind a "=" at the front of a line, or behind the last one in it.
std::string total_in(std::string_view line) {
  const std::size_t equals = line.rfind('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view total = trimmed(line.substr(equals + 1));
  return number_in<int>(total) ? std::string(total) : std::string();
}

}  // namespace

bool is_roll20_log(std::string_view text) {
  return std::ranges::any_of(lines_of(text), [](std::string_view line) {
    return rolling_in(line) != std::string_view::npos;
  });
}

std::vector<Roll20Line> read_roll20_log(std::string_view text) {
  std::vector<Roll20Line> rolls;
  std::string speaker;
  bool open = false;  // the last roll has no total yet
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const std::size_t at = rolling_in(line);
    if (at != std::string_view::npos) {
      if (open) rolls.pop_back();
      const std::string_view before = trimmed(line.substr(0, at));
      if (!before.empty()) speaker = trimmed(before.substr(0, before.size() - 1));
      std::string_view dice = line.substr(at + rolling.size());
      const std::string_view behind = dice.substr(std::min(dice.find_first_of("(="), dice.size()));
      dice.remove_suffix(behind.size());
      rolls.push_back({speaker, std::string(trimmed(dice)), total_in(behind), number});
      open = rolls.back().total.empty();
    } else if (open) {
      // "(4+3)+1 =8" or the total on a line by itself behind "=".
      rolls.back().total = total_in(line);
      open = rolls.back().total.empty();
    } else if (line.ends_with(':')) {  // a name on a line by itself
      speaker = trimmed(line.substr(0, line.size() - 1));
    }
  }
  if (open) rolls.pop_back();
  return rolls;
}

}  // namespace combat_odds
