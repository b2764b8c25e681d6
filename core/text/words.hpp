#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/text/number_text.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {

/// The words of a text, which spaces and tabs separate.
inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

/// A word that stands for several of its kind.
struct CountedWord {
  int count = 1;
  std::string_view word;
};

/// "3*gun" is three of "gun", "gun" is one; nothing where the count is not from 1 to `most`.
inline std::optional<CountedWord> counted_word(std::string_view word, int most) {
  const std::size_t star = word.find('*');
  if (star == word.npos) return CountedWord{1, word};
  const std::optional<int> count = number_in<int>(word.substr(0, star));
  if (!count || *count < 1 || *count > most) return std::nullopt;
  return CountedWord{*count, word.substr(star + 1)};
}

}  // namespace combat_odds
