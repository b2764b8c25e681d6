#include "studies/luck/dice_log.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "core/text/faults.hpp"

namespace combat_odds {
namespace {

/// Convolution takes time with the square of this; a campaign of many evenings stays far below.
constexpr std::size_t most_rolls = 10'000;

int digit(char c) { return c >= '1' && c <= '6' ? c - '0' : 0; }

int read_total(const Columns::Row& row, int dice) {
  const std::string& text = row.text("roll");
  if (text.find('+') == std::string::npos) return row.whole_number("roll", dice, 6 * dice);
  const bool pair = text.size() == 3 && text[1] == '+' && digit(text[0]) > 0 && digit(text[2]) > 0;
  if (dice == 1 || !pair) {
    row.fault(
        "roll", fmt::format("roll of a {} is '{}'", kind_of_dice(dice), text),
        dice == 1 ? "one die, from 1 to 6" : "two dice from 1 to 6, such as 3+4, or their total");
    return dice;
  }
  return digit(text[0]) + digit(text[2]);
}

/// "dr" is one die and "DR" two: here case counts.
std::optional<int> read_dice(const Columns::Row& row) {
  const std::string& kind = row.text("kind");
  if (kind == "dr") return 1;
  if (kind == "DR") return 2;
  row.fault("kind", fmt::format("kind is '{}'", kind), "dr for one die, DR for two");
  return std::nullopt;
}

}  // namespace

int ways_to_roll(int dice, int total) { return dice == 1 ? 1 : 6 - std::abs(7 - total); }
int all_ways(int dice) { return dice == 1 ? 6 : 36; }
const char* kind_of_dice(int dice) { return dice == 1 ? "dr" : "DR"; }

std::vector<LoggedRoll> read_luck_log(const TextFile& file) {
  Faults faults;
  const Columns log(read_csv(file), {"roll", "kind"}, {"side", "player"}, Columns::Others::refused,
                    faults.noting());
  if (faults.empty()) log.need_rows("roll");
  if (log.size() > most_rolls) {
    throw InputError(log[most_rolls].place(), fmt::format("more than {} rolls", most_rolls),
                     "several logs");
  }
  std::vector<LoggedRoll> rolls;
  for (const Columns::Row row : log) {
    const std::optional<int> dice = read_dice(row);
    if (!dice) continue;
    LoggedRoll roll;
    roll.dice = *dice;
    roll.written = row.text("roll");
    roll.total = read_total(row, roll.dice);
    const std::string side = row.name("side");
    const std::string player = row.name("player");
    roll.side = side;
    if (!side.empty() && !player.empty()) roll.side += ", ";
    roll.side += player;
    roll.note = row.text("note");
    roll.line = row.place().line;
    rolls.push_back(std::move(roll));
  }
  faults.throw_if_any();
  return rolls;
}

}  // namespace combat_odds
