#include "expression/talk_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "expression/talk_rolls.hpp"

namespace combat_odds::expression {
namespace {

bool begins_number(char c) { return c >= '0' && c <= '9'; }

/// Where "2d6+1" is parted: before a sign that has something in front of it and a number or dice
/// behind it. "19-20" stays whole.
std::size_t part_of(std::string_view word) {
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    if (word[i] != '+' && word[i] != '-') continue;
    if (!begins_number(word[i + 1]) && word[i + 1] != 'd') continue;
    const bool is_range = word[i] == '-' && word.find('d') == word.npos;
    if (!is_range) return i;
  }
  return word.npos;
}

void add(TalkWords& words, std::string_view word) {
  while (word.size() > 1 && word.back() == '\'') word.remove_suffix(1);
  if (word.size() > 2 && word.ends_with("'s")) word.remove_suffix(2);
  while (word.size() > 1 && word.back() == '.') word.remove_suffix(1);
  if (word.empty() || is_any_of(word, {"the", "a", "an"})) return;
  const std::size_t part = part_of(word);
  if (part != word.npos) {
    add(words, word.substr(0, part));
    return add(words, word.substr(part));
  }
  // "1d10 + 2d4", "1d10+2d4": more dice
  if (word.size() > 2 && word.front() == '+' && word.find('d') != word.npos) {
    words.emplace_back("and");
    return add(words, word.substr(1));
  }
  if (!words.empty() && words.back() == "+" && word.find('d') != word.npos &&
      begins_number(word.front())) {
    words.back() = "and";
    words.emplace_back(word);
    return;
  }
  // "d20 + 5"
  const bool is_signed = !words.empty() && is_any_of(words.back(), {"+", "-"});
  if (is_signed && begins_number(word.front())) {
    words.back() += word;
    return;
  }
  words.emplace_back(word);
}

/// "sixes", "6s".
std::optional<int> face_said(std::string_view word) {
  static constexpr std::array<std::string_view, 13> names = {
      "",       "ones",   "twos",  "threes", "fours",   "fives",  "sixes",
      "sevens", "eights", "nines", "tens",   "elevens", "twelves"};
  const auto named = std::find(names.begin() + 1, names.end(), word);
  if (named != names.end()) return static_cast<int>(named - names.begin());
  if (word == "twenties") return 20;
  if (word.size() > 1 && word.back() == 's' && begins_number(word.front())) {
    return number_in<int>(word.substr(0, word.size() - 1));
  }
  return std::nullopt;
}

struct Spoken {
  std::string_view words;
  const char* sign;
};

constexpr Spoken before[] = {
    {"at least", ">="},
    {"at minimum", ">="},
    {"minimum", ">="},
    {"not less than", ">="},
    {"no less than", ">="},
    {"not fewer than", ">="},
    {"no fewer than", ">="},
    {"not under", ">="},
    {">=", ">="},
    {"at most", "<="},
    {"maximum", "<="},
    {"no more than", "<="},
    {"not more than", "<="},
    {"not over", "<="},
    {"up to", "<="},
    {"<=", "<="},
    {"more than", ">"},
    {"over", ">"},
    {"above", ">"},
    {"greater than", ">"},
    {"higher than", ">"},
    {"better than", ">"},
    {"beating", ">"},
    {"beats", ">"},
    {"beat", ">"},
    {"tops", ">"},
    {"topping", ">"},
    {"exceeds", ">"},
    {"exceeding", ">"},
    {">", ">"},
    {"less than", "<"},
    {"fewer than", "<"},
    {"lower than", "<"},
    {"under", "<"},
    {"below", "<"},
    {"<", "<"},
    {"not equal to", "!="},
    {"other than", "!="},
    {"anything but", "!="},
    {"anything except", "!="},
    {"not", "!="},
    {"exactly", "="},
    {"just", "="},
    {"equal to", "="},
    {"equals", "="},
    {"=", "="},
};

constexpr Spoken after[] = {
    {"or more", ">="},   {"or better", ">="},  {"or higher", ">="}, {"or above", ">="},
    {"or up", ">="},     {"or greater", ">="}, {"and up", ">="},    {"and over", ">="},
    {"and above", ">="}, {"and higher", ">="}, {"or over", ">="},   {"and better", ">="},
    {"or less", "<="},   {"or lower", "<="},   {"or fewer", "<="},  {"or under", "<="},
    {"or below", "<="},  {"and below", "<="},  {"exactly", "="},
};

/// "5", "five", "fives", "5+", "19-20": a number as it stands alone.
std::optional<Bound> number_alone(const std::string& word) {
  Bound bound;
  bound.length = 1;
  bound.sign = "=";
  if (const auto number = number_said(word)) {
    bound.numbers = {*number};
    bound.is_plain = true;
    return bound;
  }
  if (const auto face = face_said(word)) {
    bound.numbers = {*face};
    bound.is_plural = true;
    bound.is_plain = true;
    return bound;
  }
  if (word.size() > 1 && word.back() == '+') {
    const auto number = number_in<int>(std::string_view(word).substr(0, word.size() - 1));
    if (!number || !begins_number(word.front())) return std::nullopt;
    bound.numbers = {*number};
    bound.sign = ">=";
    bound.is_plus = true;
    return bound;
  }
  const std::size_t dash = word.find('-');
  if (dash == 0 || dash == word.npos || !begins_number(word.front())) return std::nullopt;
  const auto least = number_in<int>(std::string_view(word).substr(0, dash));
  const auto most = number_in<int>(std::string_view(word).substr(dash + 1));
  constexpr int most_between = 1000;
  if (!least || !most || *least >= *most || *most - *least > most_between) return std::nullopt;
  bound.sign = "in";
  for (int number = *least; number <= *most; ++number) bound.numbers.push_back(number);
  return bound;
}

/// "5 or 6", "4, 5 or 6", "5s and 6s".
void add_others(const TalkWords& words, std::size_t first, Bound& bound) {
  std::vector<int> numbers = bound.numbers;
  std::size_t at = first + bound.length;
  bool is_last = false;
  while (!is_last) {
    std::size_t next = at;
    const bool has_comma = word_at(words, next) == ",";
    if (has_comma) ++next;
    is_last = word_at(words, next) == "or" || (bound.is_plural && word_at(words, next) == "and");
    if (is_last) ++next;
    if (!has_comma && !is_last) return;
    const auto other = number_alone(word_at(words, next));
    if (!other || !other->is_plain || other->is_plural != bound.is_plural) return;
    if (word_at(words, next + 1) == "or" && is_last) return;  // "5 or 6 or more"
    numbers.push_back(other->number());
    at = next + 1;
  }
  bound.numbers = std::move(numbers);
  bound.sign = "in";
  bound.is_plain = false;
  bound.length = at - first;
}

std::optional<Bound> between_said(const TalkWords& words, std::size_t first) {
  // "5 to 9 on 2d6"
  if (word_at(words, first + 1) == "to" && is_any_of(word_at(words, first + 3), {"on", "with"}) &&
      (first == 0 || !is_any_of(words[first - 1], {"between", "from"}))) {
    TalkWords from{"from", words[first], "to", words[first + 2]};
    auto bound = between_said(from, 0);
    if (bound) bound->length = 3;
    return bound;
  }
  if (word_at(words, first) != "between" && word_at(words, first) != "from") return std::nullopt;
  const auto least = number_said(word_at(words, first + 1));
  const auto most = number_said(word_at(words, first + 3));
  const std::string joint = word_at(words, first + 2);
  constexpr int most_between = 1000;
  if (!least || !most || (joint != "and" && joint != "to") || *least > *most ||
      *most - *least > most_between) {
    return std::nullopt;
  }
  Bound bound;
  bound.sign = "in";
  for (int number = *least; number <= *most; ++number) bound.numbers.push_back(number);
  bound.length = 4;
  if (word_at(words, first + 4) == "inclusive") ++bound.length;
  return bound;
}

/// "two sixes at least" as "at least two sixes": the bound stands behind at the end of a clause.
void put_bounds_in_front(TalkWords& words) {
  for (std::size_t at = 2; at + 1 < words.size(); ++at) {
    const bool is_bound = words[at] == "at" && is_any_of(words[at + 1], {"least", "most"});
    const bool ends = at + 2 == words.size() || words[at + 2] == ",";
    if (!is_bound || !ends) continue;
    const bool are_counted = face_said(words[at - 1]) && number_said(words[at - 2]);
    if (!are_counted) continue;  // "a six at least" is one of the dice, or the sum
    const auto bound = words.begin() + static_cast<std::ptrdiff_t>(at);
    std::rotate(bound - 2, bound, bound + 2);
  }
}

/// The words that say two dice: "2d10", "two d6"; their number, 0 where that does not stand there.
std::size_t two_dice_at(const TalkWords& words, std::size_t at) {
  if (words[at].starts_with("2d") && words[at].size() > 2) return 1;
  const std::string next = word_at(words, at + 1);
  const bool is_die =
      next == "dice" || (next.size() > 1 && next[0] == 'd' && begins_number(next[1]));
  return is_die && number_said(words[at]) == 2 ? 2 : 0;
}

/// Of two dice "both 8 or more" is "all 8 or more"; "both roll" are two players.
void put_both_as_all(TalkWords& words) {
  bool are_two = false;
  for (std::size_t at = 0; at < words.size(); ++at) are_two = are_two || two_dice_at(words, at) > 0;
  for (std::size_t at = 0; are_two && at + 1 < words.size(); ++at) {
    const std::string& next = words[at + 1];
    const bool is_of_dice =
        number_said(next) || face_said(next) || is_any_of(next, {"show", "are", "come"});
    if (words[at] == "both" && is_of_dice) words[at] = "all";
  }
}

/// "each of 3d6 at least 4" as "3d6 all at least 4".
void put_each_behind(TalkWords& words) {
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    if (!is_any_of(words[at], {"each", "all", "every"})) continue;
    std::size_t of = at + 1;
    if (is_any_of(words[of], {"one", "die"})) ++of;
    if (word_at(words, of) != "of") continue;
    const std::string dice = word_at(words, of + 1);
    const std::size_t d = dice.find('d');
    const bool is_one_word = d != dice.npos && d > 0 && begins_number(dice.front());
    const std::string next = word_at(words, of + 2);
    const bool is_two_words =
        number_said(dice) && (next == "dice" || (next.size() > 1 && next[0] == 'd'));
    if (!is_one_word && !is_two_words) continue;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(of + (is_one_word ? 2 : 3));
    std::rotate(first, words.begin() + static_cast<std::ptrdiff_t>(of + 1), end);
    const auto rest = end - static_cast<std::ptrdiff_t>(of + 1 - at);
    *rest = "all";
    words.erase(rest + 1, end);
    return;
  }
}

bool is_times_noun(std::string_view word) {
  return is_any_of(word, {"times", "tries", "throws", "rolls", "attempts"});
}

/// "snake eyes", "boxcars", "double six": what two dice come to, and how many words say it; the sum
/// is 0 of other doubles, whose sum other faces have, too.
std::pair<int, std::size_t> double_face_at(const TalkWords& words, std::size_t at) {
  if (words[at] == "boxcars") return {12, 1};
  if (const std::size_t length = stands(words, at, "snake eyes"); length > 0) return {2, length};
  if (!is_any_of(words[at], {"double", "doubles"})) return {0, 0};
  const std::string next = word_at(words, at + 1);
  const auto face = face_said(next) ? face_said(next) : number_said(next);
  if (!face || word_at(words, at + 2) == "dice" || is_times_noun(word_at(words, at + 2))) {
    return {0, 0};
  }
  return {*face == 6 ? 12 : *face == 1 ? 2 : 0, 2};
}

/// Whether the sentence has no dice (0), two of six faces (2), or others (1).
int dice_of_doubles(const TalkWords& words) {
  int dice = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (const std::size_t pair = stands(words, at, "pair of dice"); pair > 0) {
      dice = 2;
      at += pair - 1;
    } else if (const std::size_t two = two_dice_at(words, at); two > 0) {
      if (!is_any_of(words[at + two - 1], {"2d6", "d6", "dice"})) return 1;
      dice = 2;
      at += two - 1;
    } else if (is_any_of(words[at], {"dice", "die"}) ||
               (words[at].size() > 1 && words[at].find('d') != std::string::npos &&
                words[at].find_first_of("0123456789") != std::string::npos)) {
      return 1;
    }
  }
  return dice;
}

/// "two double sixes in 24 rolls" as "total 12 two times in 24 rolls on 2d6"; without a number it
/// is at least once. False where that is of no two dice, or not of the highest or lowest faces.
bool put_double_faces_as_sums(TalkWords& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto [sum, length] = double_face_at(words, at);
    if (length == 0) continue;
    const int dice = dice_of_doubles(words);
    if (sum == 0 || dice == 1) return false;
    std::size_t first = at;  // "at least two"
    if (first > 0 && number_said(words[first - 1])) {
      --first;
      if (first > 0 && words[first - 1] == "exactly") --first;
      if (first > 1 && words[first - 2] == "at") first -= 2;
    }
    const TalkWords count(words.begin() + static_cast<std::ptrdiff_t>(first),
                          words.begin() + static_cast<std::ptrdiff_t>(at));
    const TalkWords behind(words.begin() + static_cast<std::ptrdiff_t>(at + length), words.end());
    TalkWords put(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
    const bool is_repeated = std::any_of(behind.begin(), behind.end(), is_times_noun) ||
                             std::any_of(put.begin(), put.end(), is_times_noun);
    const bool says_how_often =
        std::any_of(words.begin(), words.end(), [](const std::string& word) {
          return is_any_of(word, {"once", "twice", "thrice", "times", "time", "row", "until"});
        });
    put.insert(put.end(), {"total", std::to_string(sum)});
    if (!count.empty()) {
      put.insert(put.end(), count.begin(), count.end());
      put.emplace_back("times");
    } else if (is_repeated && !says_how_often) {
      put.insert(put.end(), {"at", "least", "once"});
    }
    put.insert(put.end(), behind.begin(), behind.end());
    if (dice == 0) put.insert(put.end(), {"on", "2d6"});
    words = std::move(put);
    return true;
  }
  return true;
}

/// "at least twice in 24 rolls" as "at least 2 times in 24 rolls".
void put_twice_as_number(TalkWords& words) {
  for (std::size_t at = 2; at + 1 < words.size(); ++at) {
    const bool is_twice = is_any_of(words[at], {"twice", "thrice"});
    const bool is_bound = words[at - 2] == "at" && is_any_of(words[at - 1], {"least", "most"});
    if (!is_twice || !is_bound || !is_any_of(words[at + 1], {"in", "of", "out"})) continue;
    const char* const number = words[at] == "twice" ? "2" : "3";
    words[at] = "times";
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), number);
    return;
  }
}

/// "snake eyes or boxcars" as "2 or 12", of 2d6 alone.
void put_both_ends_as_sums(TalkWords& words) {
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    const std::size_t low_first = stands(words, at, "snake eyes or boxcars");
    const std::size_t length = low_first + stands(words, at, "boxcars or snake eyes");
    if (length == 0) continue;
    TalkWords rest(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
    rest.insert(rest.end(), {"2", "or", "12"});
    rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(at + length), words.end());
    bool has_dice = false;
    for (std::size_t other = 0; other < words.size(); ++other) {
      if (const std::size_t two = two_dice_at(words, other); two > 0) {
        if (!is_any_of(words[other + two - 1], {"2d6", "d6", "dice"})) return;
        has_dice = true;
        ++other;
      } else if (is_any_of(words[other], {"dice", "die"}) ||
                 words[other].find("d6") != std::string::npos) {
        return;  // not of two
      }
    }
    if (!has_dice) rest.insert(rest.end(), {"on", "2d6"});
    words = std::move(rest);
    return;
  }
}

}  // namespace

std::size_t stands(const TalkWords& words, std::size_t first, std::string_view phrase) {
  std::size_t at = first;
  for (const std::string_view word : words_of(phrase)) {
    if (at >= words.size() || words[at] != word) return 0;
    ++at;
  }
  return at - first;
}

std::string word_at(const TalkWords& words, std::size_t at) {
  return at < words.size() ? words[at] : "";
}

TalkWords words_between(const TalkWords& words, std::size_t first, std::size_t end) {
  using Position = TalkWords::difference_type;
  return {words.begin() + static_cast<Position>(first), words.begin() + static_cast<Position>(end)};
}

TalkWords talk_words(std::string_view sentence) {
  std::string text;
  for (const char c : sentence) {
    if (std::string_view("[]{}#;\"*/^!@").find(c) != std::string_view::npos) return {};
    if (c == ',' || c == ':' || c == '?') {
      text += " , ";
    } else if (c == '(' || c == ')') {
      return {};
    } else {
      text += lower(c);
    }
  }
  TalkWords words;
  for (const std::string_view word : words_of(text)) add(words, word);
  while (!words.empty() && (words.back() == "," || words.back() == ".")) words.pop_back();
  put_bounds_in_front(words);
  put_both_as_all(words);
  put_both_ends_as_sums(words);
  put_each_behind(words);
  put_rolls_in_known_words(words);
  put_twice_as_number(words);
  if (!put_double_faces_as_sums(words)) return {};
  return words;
}

std::optional<int> number_said(std::string_view word) {
  static constexpr std::array<std::string_view, 21> names = {
      "zero",     "one",     "two",     "three",     "four",     "five",     "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
  const auto named = std::find(names.begin(), names.end(), word);
  if (named != names.end()) return static_cast<int>(named - names.begin());
  if (word.empty() || !begins_number(word.front())) return std::nullopt;
  return number_in<int>(word);
}

std::string Bound::text() const {
  if (sign != "in") return fmt::format("{} {}", sign, number());
  return fmt::format("in {}", counted());
}

std::string Bound::counted() const {
  if (sign != "in") return fmt::format("{}{}", sign, number());
  const bool is_range = numbers.size() > 2 &&
                        numbers.back() - numbers.front() + 1 == static_cast<int>(numbers.size());
  if (is_range) return fmt::format("{{{}..{}}}", numbers.front(), numbers.back());
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

Bound Bound::or_more() const {
  Bound bound = *this;
  if (is_plain) bound.sign = ">=";
  bound.is_plain = false;
  return bound;
}

std::optional<Bound> bound_said(const TalkWords& words, std::size_t first) {
  if (auto between = between_said(words, first)) return between;
  for (const Spoken& spoken : before) {
    const std::size_t length = stands(words, first, spoken.words);
    if (length == 0) continue;
    auto bound = number_alone(word_at(words, first + length));
    if (!bound || !bound->is_plain) continue;
    bound->sign = spoken.sign;
    bound->is_plain = false;
    bound->length += length;
    if (bound->sign == "=") {  // "equals 5 or 9"
      const std::size_t before_number = length;
      const std::size_t alone = bound->length - before_number;
      bound->length = alone;
      add_others(words, first + before_number, *bound);
      bound->length += before_number;
    }
    return bound;
  }
  auto bound = number_alone(word_at(words, first));
  if (!bound || !bound->is_plain) return bound;
  for (const Spoken& spoken : after) {
    const std::size_t length = stands(words, first + 1, spoken.words);
    if (length == 0) continue;
    // "total 2 exactly once" is a 2, one time.
    const bool belongs_behind =
        spoken.words == "exactly" && number_said(word_at(words, first + 1 + length));
    if (belongs_behind) continue;
    bound->sign = spoken.sign;
    bound->is_plain = false;
    bound->length += length;
    return bound;
  }
  add_others(words, first, *bound);
  return bound;
}

}  // namespace combat_odds::expression
