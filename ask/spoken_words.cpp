#include "ask/spoken_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/vocabulary.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "+1", "-2", "-2..3", "0", "0..3".
std::optional<std::string> signed_number_said(const std::string& word) {
  if (word == "0") return word;
  if (word.starts_with("0..") && is_digits(std::string_view(word).substr(3))) return word;
  const bool has_sign = word.starts_with('+') || word.starts_with('-');
  if (!has_sign || word.size() < 2 || word[1] < '0' || word[1] > '9') return std::nullopt;
  if (word.find_first_not_of("0123456789.,+-") != word.npos) return std::nullopt;
  return word.front() == '+' ? word.substr(1) : word;
}

bool is_signed(std::string_view word) {
  return word.size() > 1 && (word.front() == '+' || word.front() == '-') &&
         is_digits(word.substr(1));
}

std::string men_of(const std::string& attackers) {
  std::string men;
  for (const std::string_view word : words_of(attackers)) {
    const auto units = units_said(word);
    if (units) men += (men.empty() ? "" : " ") + *units;
  }
  return men;
}

bool is_plural(std::string_view word) { return word.size() > 1 && word.ends_with('s'); }

std::optional<std::string> gun_said(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits < 2 || digits > 3) return std::nullopt;
  constexpr std::string_view widest = "210";  // mm; beyond it stand units: "447"
  if (digits == 3 && word.substr(0, digits) > widest) return std::nullopt;
  std::string gun(word.substr(0, digits));
  std::string_view rest = word.substr(digits);
  if (rest.ends_with("mm")) rest.remove_suffix(2);
  if (rest.starts_with("mm")) rest.remove_prefix(2);
  if (rest == "l") return gun + "L";
  if (rest == "ll") return gun + "LL";
  if (rest == "*" || rest.empty()) return gun + std::string(rest);
  return std::nullopt;
}

std::optional<std::pair<std::string, std::string>> pillbox_said(std::string_view word) {
  const auto is_one_digit = [](std::string_view part) {
    return part.size() == 1 && is_digits(part);
  };
  for (const auto& [sign, size] : {std::pair('-', 3U), std::pair('+', 3U), std::pair('/', 2U)}) {
    const std::vector<std::string_view> parts = parts_of(word, sign);
    if (parts.size() != size || !std::ranges::all_of(parts, is_one_digit)) continue;
    return std::pair(std::string(parts[size - 2]), std::string(parts[size - 1]));
  }
  return std::nullopt;
}

std::optional<std::string> count_said(const std::string& word) {
  auto count = number_said(word);
  if (!count || !is_digits(*count) || count->size() > 2) return std::nullopt;
  return count;
}

std::optional<std::string> number_said(const std::string& word) {
  const auto known = common_words().numbers.find(word);
  if (known != common_words().numbers.end()) return known->second;
  if (word.empty() || word.find_first_not_of("0123456789.,") != word.npos) return std::nullopt;
  const char first = word.front();
  const char last = word.back();
  return first >= '0' && first <= '9' && last >= '0' && last <= '9' ? std::optional(word)
                                                                    : std::nullopt;
}

std::optional<std::string> number_or_more_said(const std::string& word) {
  if (word.size() < 2 || !word.ends_with('+')) return std::nullopt;
  const std::string number = word.substr(0, word.size() - 1);
  return is_digits(number) ? std::optional(number) : std::nullopt;
}

std::string_view without_count(std::string_view units) {
  const std::size_t star = units.find('*');
  return units.substr(star == units.npos ? 0 : star + 1);
}

std::optional<std::string> units_said(std::string_view word) {
  const std::size_t star = word.find('*');
  const std::string_view count = star == word.npos ? "" : word.substr(0, star);
  if (star != word.npos && (!is_digits(count) || count.size() > 2)) return std::nullopt;
  const std::string name(without_count(word));
  const std::string one =
      is_plural(name) ? name.substr(0, name.size() - (name.ends_with("'s") ? 2 : 1)) : name;
  if (!is_unit(one)) return std::nullopt;
  constexpr std::size_t shortest = 3;  // "81" is a number, if name_leaders() does not name him
  if (one.size() < shortest) return std::nullopt;
  // "105" is a calibre.
  const bool is_short = one.size() == 3 && is_digits(one);
  if (is_short && one[1] == '0' && !one.ends_with("00")) return std::nullopt;
  const UnitName unit = read_unit(one, "unit");
  constexpr int least_morale = 6;  // of a leader: "1-2" and "2-1" are odds
  if (unit.leader && unit.morale < least_morale) return std::nullopt;
  return (star == word.npos ? "" : std::string(count) + "*") + unit.text;
}

std::string singular_of(std::string_view word) {
  constexpr std::size_t shortest = 5;
  const bool is_plural = word.size() >= shortest && word.ends_with('s') && !word.ends_with("ss");
  return std::string(word.substr(0, word.size() - (is_plural ? 1 : 0)));
}

bool is_leader(const std::string& text) {
  return text.find_first_of("* ") == text.npos && units_said(text) &&
         read_unit(text, "unit").leader;
}

bool is_noun_of_leader(std::string_view noun) {
  static constexpr std::string_view ranks[] = {"commissar", "officer",  "lieutenant", "lt",
                                               "captain",   "capt",     "sergeant",   "sgt",
                                               "nco",       "corporal", "officers",   "sergeants"};
  return noun.starts_with("leader") || std::ranges::find(ranks, noun) != std::end(ranks);
}

bool is_such(const std::string& noun, const std::string& unit) {
  const auto units = units_said(unit);
  return units && is_leader(*units) == is_noun_of_leader(noun);
}

bool is_dice(std::string_view word) {
  const std::size_t d = word.find('d');
  if (d == word.npos || d + 1 >= word.size() || (d > 0 && !is_digits(word.substr(0, d)))) {
    return false;
  }
  const char sides = word[d + 1];
  return (sides >= '1' && sides <= '9') || sides == '%';
}

std::string said_at(const Words& words, std::size_t at, std::size_t length) {
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
  return fmt::format("{}", fmt::join(first, first + static_cast<std::ptrdiff_t>(length), " "));
}

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_of_whole_stack(std::string_view state) {
  static constexpr std::string_view states[] = {"concealed", "hidden",  "moving",
                                                "running",   "dashing", "cx"};
  return std::ranges::find(states, state) != std::end(states);
}

std::string verb_of_coming_to(std::string_view state) {
  if (state == "berserk") return "goes";
  return state == "broken" || state == "pinned" ? "gets" : "";
}

bool stands_at(const Words& words, std::size_t at, const Words& phrase) {
  return at + phrase.size() <= words.size() &&
         std::equal(phrase.begin(), phrase.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
}

bool takes_away(Words& words, std::size_t at, const Words& phrase) {
  if (!stands_at(words, at, phrase)) return false;
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
  words.erase(first, first + static_cast<std::ptrdiff_t>(phrase.size()));
  return true;
}

void put(std::string& text, const std::string& hole, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(hole, at)) != text.npos; at += by.size()) {
    text.replace(at, hole.size(), by);
  }
}

}  // namespace combat_odds
