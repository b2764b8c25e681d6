#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::expression {

using TalkWords = std::vector<std::string>;

inline bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words of a sentence about dice: lower case, without articles; "," for what parts it; "2d6+1"
/// is "2d6", "+1". Empty where a sign stands in it that no sentence has.
TalkWords talk_words(std::string_view sentence);

/// How many words the phrase has where it stands at `first`; else 0.
std::size_t stands(const TalkWords& words, std::size_t first, std::string_view phrase);

/// Empty behind the last.
std::string word_at(const TalkWords& words, std::size_t at);

TalkWords words_between(const TalkWords& words, std::size_t first, std::size_t end);

/// "3", "three".
std::optional<int> number_said(std::string_view word);

/// A number that a roll, a die or a count of dice is compared with.
struct Bound {
  std::string sign;          ///< "=", ">=", "<=", ">", "<", "in"
  std::vector<int> numbers;  ///< one; of "in" all
  bool is_plain = false;     ///< just a number
  bool is_plural = false;    ///< "5s", "sixes": what dice show
  bool is_plus = false;      ///< "5+"
  std::size_t length = 0;    ///< how many words it took

  int number() const { return numbers.front(); }
  /// ">= 8", "in {7,11}"
  std::string text() const;
  /// ">=8", "{5,6}": behind the c of a pool
  std::string counted() const;
  /// "at least 5" for a number alone
  Bound or_more() const;
};

/// "at least 9", "more than 14", "5s or better", "between 2 and 4", "4, 5 or 6", "19-20", "5+",
/// "7", at `first`.
std::optional<Bound> bound_said(const TalkWords& words, std::size_t first);

}  // namespace combat_odds::expression
