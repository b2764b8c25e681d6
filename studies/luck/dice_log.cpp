#include "studies/luck/dice_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "core/text/faults.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "studies/luck/roll20_log.hpp"

namespace combat_odds {
namespace {

/// So many are added up in seconds; a campaign of many evenings stays far below.
constexpr std::size_t most_rolls = 100'000;

/// The single dice of "3+4", "3,4", "3;4", "3/4" or "3 4"; nothing where it is something else. (A
/// file with semicolons has "3.4" for "3,4".)
std::optional<int> sum_of_dice(const RolledDice& kind, std::string_view text) {
  if (kind.dice < 2) return std::nullopt;
  int sum = 0;
  int dice = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::optional<int> die = number_in<int>(text.substr(0, end));
    if (!die || *die < 1 || *die > kind.sides) return std::nullopt;
    sum += *die;
    ++dice;
    const std::size_t next = text.find_first_of("0123456789", end);
    const std::string_view between =
        text.substr(end, std::min(next, text.size()) - std::min(end, text.size()));
    if (between.find_first_not_of(" +,;/.") != std::string_view::npos) return std::nullopt;
    if (next == std::string_view::npos && !between.empty()) return std::nullopt;
    text.remove_prefix(std::min(next, text.size()));
  }
  return dice == kind.dice ? std::optional(sum) : std::nullopt;
}

/// What a roll of that kind can be.
std::string totals_form(const RolledDice& kind) {
  const std::string range = fmt::format("{} to {}", kind.totals.least(), kind.totals.most());
  if (kind.dice == 1) return fmt::format("one die, from {}", range);
  if (kind.dice == 2) {
    return fmt::format("two dice from 1 to {}, such as 3+4, or their total", kind.sides);
  }
  return fmt::format("a total from {}", range);
}

/// The total of a roll; nothing, with its fault, where that kind can't come to it.
std::optional<int> read_total(const RolledDice& kind, const std::string& text, const Place& place,
                              Faults& faults) {
  if (const std::optional<int> total = number_in<int>(plain_whole(text))) {
    if (kind.totals.at(*total).value > 0) return total;
    faults.add(
        place, fmt::format("roll is '{}'", text),
        fmt::format("a whole number from {} to {}", kind.totals.least(), kind.totals.most()));
    return std::nullopt;
  }
  if (const std::optional<int> sum = sum_of_dice(kind, text)) return sum;
  faults.add(place, fmt::format("roll of a {} is '{}'", kind.name, text), totals_form(kind));
  return std::nullopt;
}

/// "<=7", "7-" and "7 or less"; ">=5", "5+" and "5 or more"; "5..8".
std::optional<NeededTotals> needed_in(const RolledDice& kind, std::string_view written) {
  const std::string plain = plain_dashes(written);
  std::string_view text = trimmed(plain);
  const auto number = [](std::string_view part) {
    return number_in<int>(plain_whole(trimmed(part)));
  };
  const auto after = [&](std::string_view front) -> std::optional<int> {
    return text.starts_with(front) ? number(text.substr(front.size())) : std::nullopt;
  };
  const auto before = [&](std::string_view back) -> std::optional<int> {
    return text.ends_with(back) ? number(text.substr(0, text.size() - back.size())) : std::nullopt;
  };
  const int least = kind.totals.least();
  const int most = kind.totals.most();
  for (const char* const front : {"<=", "\u2264"}) {
    if (const auto end = after(front)) return NeededTotals{least, *end};
  }
  for (const char* const front : {">=", "\u2265"}) {
    if (const auto end = after(front)) return NeededTotals{*end, most};
  }
  if (const auto end = after("<")) return NeededTotals{least, *end - 1};
  if (const auto end = after(">")) return NeededTotals{*end + 1, most};
  for (const char* const back : {" or less", " or lower", "-"}) {
    if (const auto end = before(back)) return NeededTotals{least, *end};
  }
  for (const char* const back : {" or more", " or higher", "+"}) {
    if (const auto end = before(back)) return NeededTotals{*end, most};
  }
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const std::optional<int> first = number(text.substr(0, dots));
    const std::optional<int> last = number(text.substr(dots + 2));
    if (first && last && *first <= *last) return NeededTotals{*first, *last};
  }
  return std::nullopt;
}

/// The names of those who roll: the first spelling of each is everybody's.
class Sides {
 public:
  std::string of(const std::string& spelled) {
    return known_.try_emplace(folded(spelled), spelled).first->second;
  }

 private:
  std::map<std::string, std::string> known_;
};

std::string side_in(const Columns::Row& row) {
  const std::string side = row.name("side");
  const std::string player = row.name("player");
  return side + (!side.empty() && !player.empty() ? ", " : "") + player;
}

std::vector<LoggedRoll> read_csv_log(const TextFile& file, Faults& faults) {
  const Columns log(read_csv(file), {"roll", "kind"}, {"side", "player", "needed"},
                    Columns::Others::ignored, faults.noting());
  if (faults.empty()) log.need_rows("roll");
  if (log.size() > most_rolls) {
    throw InputError(log[most_rolls].place(), fmt::format("more than {} rolls", most_rolls),
                     "several logs");
  }
  DiceKinds kinds;
  Sides sides;
  std::vector<LoggedRoll> rolls;
  for (const Columns::Row row : log) {
    LoggedRoll roll;
    try {
      roll.kind = kinds.of(row.text("kind"), row.place("kind"));
    } catch (const InputError& error) {
      faults.add(error);
      continue;
    }
    roll.written = row.text("roll");
    const std::optional<int> total =
        read_total(*roll.kind, roll.written, row.place("roll"), faults);
    if (!total) continue;
    roll.total = *total;
    roll.spelled = side_in(row);
    roll.side = sides.of(roll.spelled);
    roll.note = row.text("note");
    roll.line = row.place().line;
    if (row.has("needed")) {
      roll.needed = row.text("needed");
      roll.succeeds = needed_in(*roll.kind, roll.needed);
      if (!roll.succeeds) {
        faults.add(row.place("needed"), fmt::format("needed is '{}'", roll.needed),
                   "<=7 or '7 or less', >=5 or 5+");
        continue;
      }
    }
    rolls.push_back(std::move(roll));
  }
  return rolls;
}

std::vector<LoggedRoll> read_chat(const TextFile& file, Faults& faults) {
  DiceKinds kinds;
  Sides sides;
  std::vector<LoggedRoll> rolls;
  for (const Roll20Line& line : read_roll20_log(file.text)) {
    const Place place{file.name, line.line, 1};
    if (rolls.size() == most_rolls) {
      throw InputError(place, fmt::format("more than {} rolls", most_rolls), "several logs");
    }
    try {
      LoggedRoll roll;
      roll.kind = kinds.of(line.dice, place);
      const std::optional<int> total = read_total(*roll.kind, line.total, place, faults);
      if (!total) continue;
      roll.total = *total;
      roll.spelled = one_line(line.who);
      roll.side = sides.of(roll.spelled);
      roll.line = line.line;
      roll.written = line.total;
      rolls.push_back(std::move(roll));
    } catch (const InputError& error) {
      faults.add(error);
    }
  }
  if (rolls.empty() && faults.empty()) {
    throw InputError({file.name, 1, 1}, "no roll with a total", "the chat of Roll20, as copied");
  }
  return rolls;
}

constexpr const char* between_numbers = " \t\r\n,;";

/// Whether the text is numbers and nothing else.
bool is_plain_log(std::string_view text) {
  const bool has_number = text.find_first_of("0123456789") != text.npos;
  return has_number && text.find_first_not_of(std::string("0123456789") + between_numbers) ==
                           std::string_view::npos;
}

struct PlainNumber {
  std::string_view text;
  Place place;
};

std::vector<PlainNumber> plain_numbers(const TextFile& file) {
  const std::string_view text = file.text;
  std::vector<PlainNumber> numbers;
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(between_numbers, at), text.size());
    if (end > at) {
      numbers.push_back(
          {text.substr(at, end - at), {file.name, line, static_cast<int>(at - line_start) + 1}});
    }
    at = end + 1;
    if (end < text.size() && text[end] == '\n') {
      ++line;
      line_start = at;
    }
  }
  return numbers;
}

/// Which dice numbers alone are of.
const char* kind_of(std::span<const int> totals, const Place& place) {
  constexpr const char* say_it =
      "a first line 'roll,kind' and lines such as '4,DR' (two dice), '4,dr' (one) or '4,d10'";
  const auto [least, most] = std::ranges::minmax(totals);
  constexpr int die = 6;
  if (least >= 2 && most > die && most <= 2 * die) return "DR";
  if (least == 1 && most <= die) return "dr";
  const bool is_either = least >= 2 && most <= die;
  throw InputError(place,
                   is_either
                       ? fmt::format("rolls from {} to {} may be of one die or of two", least, most)
                       : fmt::format("rolls from {} to {} are none of one die (1 to 6) or "
                                     "two (2 to 12)",
                                     least, most),
                   say_it);
}

std::vector<LoggedRoll> read_plain_log(const TextFile& file, Faults& faults) {
  std::vector<LoggedRoll> rolls;
  std::vector<int> totals;
  for (const auto& [text, place] : plain_numbers(file)) {
    if (rolls.size() == most_rolls) {
      throw InputError(place, fmt::format("more than {} rolls", most_rolls), "several logs");
    }
    const std::optional<int> total = number_in<int>(text);
    if (!total) {
      faults.add(place, fmt::format("roll is '{}'", text), "a whole number");
      continue;
    }
    totals.push_back(*total);
    LoggedRoll roll;
    roll.total = *total;
    roll.written = text;
    roll.line = place.line;
    roll.kind_taken = true;
    rolls.push_back(std::move(roll));
  }
  if (!faults.empty()) return rolls;
  const Place place{file.name, 1, 1};
  DiceKinds kinds;
  const std::shared_ptr<const RolledDice> kind = kinds.of(kind_of(totals, place), place);
  for (LoggedRoll& roll : rolls) roll.kind = kind;
  return rolls;
}

}  // namespace

std::vector<LoggedRoll> read_luck_log(const TextFile& file) {
  Faults faults;
  std::vector<LoggedRoll> rolls = is_roll20_log(file.text)  ? read_chat(file, faults)
                                  : is_plain_log(file.text) ? read_plain_log(file, faults)
                                                            : read_csv_log(file, faults);
  faults.throw_if_any();
  return rolls;
}

}  // namespace combat_odds
