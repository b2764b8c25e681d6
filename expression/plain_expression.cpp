#include "expression/plain_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/text/lower.hpp"

namespace combat_odds::expression {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Avrae: "1d20+5 adv" is "1d20 adv+5", "!rr 6 4d6kh3" is 6 rolls. AnyDice: what stands behind
/// `named` is the output's title. The text keeps its length.
void put_right(std::string& text) {
  const std::string small = lower(text);
  const std::size_t last = small.find_last_not_of(" \t\n");
  if (last == std::string::npos) return;
  if (const std::size_t title = small.find(" named \""); title != std::string::npos) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(title), text.end(), ' ');
    return;
  }
  for (const std::string_view word : {"advantage on d20", "disadvantage on d20"}) {
    const std::size_t at = small.find_first_not_of(" \t\n");
    const bool behind = at + word.size() < small.size() && is_digit(small[at + word.size()]);
    if (small.compare(at, word.size(), word) != 0 || behind) continue;
    const std::string_view what = word.substr(0, word.find(' '));
    text.replace(at, word.size(), fmt::format("d20 {}   ", what));
    return;
  }
  for (const std::string_view word : {" with advantage", " with disadvantage", " advantage",
                                      " disadvantage", " adv", " disadv", " dis"}) {
    const std::size_t at = small.rfind(word);
    const std::size_t die = small.find("d20");
    if (at == std::string::npos || die == std::string::npos || die >= at) continue;
    const std::size_t end = at + word.size();
    const bool ends = end == last + 1;
    // "d20+5 with advantage vs DC 15"
    const std::size_t bonus = small.find_first_not_of("+-0123456789 ", die + 3);
    if (!ends && (small[end] != ' ' || bonus != at + 1)) continue;
    if (is_digit(small[die + 3])) return;
    if (small.find("d20", die + 1) != std::string::npos) return;
    std::string moved = text.substr(0, die + 3) + std::string(word) +
                        text.substr(die + 3, at - die - 3) + text.substr(end);
    text = std::move(moved);
    return;
  }
  const std::size_t first = small.find_first_not_of(" \t\n");
  if (small.compare(first, 4, "!rr ") == 0) {
    const std::size_t digits = small.find_first_not_of(' ', first + 4);
    const std::size_t end = small.find_first_not_of("0123456789", std::min(digits, small.size()));
    if (digits == std::string::npos || end == std::string::npos || small[end] != ' ') return;
    text.replace(first, 3, "   ");
    text[end] = '#';
  }
}

}  // namespace

/// Typeset signs, and what chats put before a roll, as plain ASCII of the same length: columns stay
/// those of the text.
std::string plain_expression(const std::string& text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 17> signs{{
      {"×", "*"},
      {"✕", "*"},
      {"·", "*"},
      {"÷", "/"},
      {"−", "-"},
      {"–", "-"},
      {"—", "-"},
      {"‐", "-"},
      {"‑", "-"},
      {"≥", ">="},
      {"≤", "<="},
      {"≠", "!="},
      {"\u00a0", " "},
      {"\u2009", " "},
      {"\u202f", " "},
      {"“", "\""},
      {"”", "\""},
  }};
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') quoted = !quoted;
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const auto& of) {
      return text.compare(i, of.first.size(), of.first) == 0;
    });
    if (sign == signs.end() || (quoted && sign->second != "\"")) {
      result += text[i++];
      continue;
    }
    const std::string pad(sign->first.size() - sign->second.size(), ' ');
    const bool opens = sign->second == "\"" && !quoted;
    if (sign->second == "\"") quoted = !quoted;
    result += opens ? pad + std::string(sign->second) : std::string(sign->second) + pad;
    i += sign->first.size();
  }
  put_right(result);
  const auto blank_out = [&](std::size_t at, std::size_t length) {
    std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
  };
  // What may stand before the dice, one after the other: "what are the odds of rolling".
  static constexpr std::array before{std::string_view("/roll"),
                                     std::string_view("/r"),
                                     std::string_view("/gmroll"),
                                     std::string_view("/gmr"),
                                     std::string_view("!roll"),
                                     std::string_view("!r"),
                                     std::string_view("output"),
                                     std::string_view("what is"),
                                     std::string_view("what's"),
                                     std::string_view("what are"),
                                     std::string_view("how likely is"),
                                     std::string_view("the odds of"),
                                     std::string_view("odds of"),
                                     std::string_view("the chance of"),
                                     std::string_view("chance of"),
                                     std::string_view("the chances of"),
                                     std::string_view("chances of"),
                                     std::string_view("the probability of"),
                                     std::string_view("probability of"),
                                     std::string_view("the average of"),
                                     std::string_view("average of"),
                                     std::string_view("the mean of"),
                                     std::string_view("mean of"),
                                     std::string_view("the chance to"),
                                     std::string_view("chance to"),
                                     std::string_view("the chance that"),
                                     std::string_view("chance that"),
                                     std::string_view("the odds that"),
                                     std::string_view("odds that"),
                                     std::string_view("the probability that"),
                                     std::string_view("probability that"),
                                     std::string_view("chance"),
                                     std::string_view("odds"),
                                     std::string_view("probability"),
                                     std::string_view("rolling"),
                                     std::string_view("getting"),
                                     std::string_view("to roll"),
                                     std::string_view("roll")};
  std::size_t first = result.find_first_not_of(" \t\n");
  for (bool found = true; found && first != std::string::npos;) {
    found = false;
    for (const std::string_view word : before) {
      const std::size_t end = first + word.size();
      if (end >= result.size() || result[end] != ' ') continue;
      if (lower(std::string_view(result).substr(first, word.size())) != word) continue;
      blank_out(first, word.size());
      first = result.find_first_not_of(" \t\n");
      found = true;
      break;
    }
  }
  for (std::size_t at = result.find("[["); at != std::string::npos; at = result.find("[[", at)) {
    const std::size_t close = result.find("]]", at);
    if (close == std::string::npos) break;
    result[at] = result[close + 1] = ' ';  // what is in between stays in brackets of its own
    result[at + 1] = '(';
    result[close] = ')';
  }
  return result;
}

}  // namespace combat_odds::expression
