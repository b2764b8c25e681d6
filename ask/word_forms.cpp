#include "ask/word_forms.hpp"

#include <algorithm>

#include "core/text/parts.hpp"

namespace combat_odds {
namespace {

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

bool ends_with_any(std::string_view word, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (word.ends_with(ending)) return true;
  }
  return false;
}

/// "carry", not "play".
bool has_y_behind_consonant(std::string_view word) {
  return word.size() > 1 && word.ends_with('y') && !is_vowel(word[word.size() - 2]);
}

std::string without_end(std::string_view word, std::size_t letters) {
  return std::string(word.substr(0, word.size() - letters));
}

/// "grin" as "grinn": one syllable that ends with one consonant behind one vowel.
std::string with_doubled_end(std::string_view word) {
  std::size_t syllables = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto sounds = [&](std::size_t at) { return is_vowel(word[at]) || word[at] == 'y'; };
    if (sounds(i) && (i == 0 || !sounds(i - 1))) ++syllables;
  }
  const std::size_t size = word.size();
  const bool is_doubled = syllables == 1 && size > 2 && !is_vowel(word[size - 1]) &&
                          std::string_view("wxy").find(word[size - 1]) == std::string_view::npos &&
                          is_vowel(word[size - 2]) && !is_vowel(word[size - 3]);
  return std::string(word) + (is_doubled ? std::string(1, word[size - 1]) : "");
}

/// "tries", "wishes": of a verb and of a noun.
std::string with_s(std::string_view word) {
  if (has_y_behind_consonant(word)) return without_end(word, 1) + "ies";
  return std::string(word) + (ends_with_any(word, {"s", "x", "z", "ch", "sh", "o"}) ? "es" : "s");
}

std::string with_ing(std::string_view word) {
  if (word.ends_with("ie")) return without_end(word, 2) + "ying";
  const bool is_silent = word.ends_with('e') && !ends_with_any(word, {"ee", "oe", "ye"});
  return (is_silent ? without_end(word, 1) : with_doubled_end(word)) + "ing";
}

std::string with_ed(std::string_view word) {
  if (word.ends_with('e')) return std::string(word) + "d";
  if (has_y_behind_consonant(word)) return without_end(word, 1) + "ied";
  return with_doubled_end(word) + "ed";
}

std::string with_ly(std::string_view word) {
  constexpr std::size_t shortest = 5;  // "happy"; "shyly" keeps its y
  if (word.ends_with("ic")) return std::string(word) + "ally";
  if (word.ends_with("ll")) return std::string(word) + "y";
  if (word.size() > 2 && word.ends_with("le") && !is_vowel(word[word.size() - 3])) {
    return without_end(word, 1) + "y";
  }
  if (word.size() >= shortest && has_y_behind_consonant(word)) return without_end(word, 1) + "ily";
  return std::string(word) + "ly";
}

}  // namespace

std::vector<std::string> word_forms(std::string_view word, std::string_view kind) {
  const std::vector<std::string_view> parts = parts_of(word, '/');
  const std::string_view base = parts.front();
  std::vector<std::string> forms = {std::string(base)};
  if (kind == "verb") {
    forms.push_back(with_s(base));
    forms.push_back(with_ing(base));
    if (parts.size() == 1) forms.push_back(with_ed(base));
  } else if (kind == "noun") {
    if (parts.size() == 1) forms.push_back(with_s(base));
  } else if (kind == "adjective") {
    forms.push_back(with_ly(base));
  }
  forms.insert(forms.end(), parts.begin() + 1, parts.end());
  return forms;
}

std::vector<std::string> other_forms_of_verb(std::string_view word) {
  std::vector<std::string> bases{std::string(word)};
  for (const std::string_view ending : {"s", "es", "d", "ed", "ing"}) {
    if (!word.ends_with(ending)) continue;
    const std::string stem = without_end(word, ending.size());
    if (stem.size() < 2) continue;
    bases.push_back(stem);
    bases.push_back(stem + "e");
    if (stem.ends_with('i')) bases.push_back(without_end(stem, 1) + "y");
    if (stem[stem.size() - 1] == stem[stem.size() - 2]) bases.push_back(without_end(stem, 1));
  }
  std::vector<std::string> others;
  for (const std::string& base : bases) {
    const std::vector<std::string> forms = word_forms(base, "verb");
    if (std::ranges::find(forms, word) == forms.end()) continue;
    for (const std::string& form : forms) {
      if (form != word && std::ranges::find(others, form) == others.end()) others.push_back(form);
    }
  }
  return others;
}

}  // namespace combat_odds
