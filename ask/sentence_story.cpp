#include "ask/sentence_story.hpp"

#include <algorithm>
#include <optional>

#include "ask/spoken_words.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/lower.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

/// A word as it was typed, and as it is compared.
struct Typed {
  std::string_view text;
  std::string bare;
  std::string_view end;  ///< the signs that end it
};

Typed typed(std::string_view text) {
  constexpr std::string_view opening = "(\"'`";
  constexpr std::string_view closing = ",;:.!?)\"'`";
  std::string_view bare = text;
  while (!bare.empty() && opening.find(bare.front()) != opening.npos) bare.remove_prefix(1);
  std::size_t size = bare.size();
  while (size > 0 && closing.find(bare[size - 1]) != closing.npos) --size;
  Typed word{text, {}, bare.substr(size)};
  for (const char c : bare.substr(0, size)) word.bare += lower(c);
  put(word.bare, "\u2019", "'");
  return word;
}

/// How many words the phrase takes there, with the articles in it; 0: it does not stand there.
std::size_t length_at(const std::vector<Typed>& words, std::size_t first,
                      const std::vector<std::string>& phrase) {
  std::size_t at = first;
  for (std::size_t i = 0; i < phrase.size(); ++at) {
    if (at == words.size()) return 0;
    if (i > 0 && !words[at - 1].end.empty()) return 0;
    if (words[at].bare == phrase[i]) {
      ++i;
    } else if (i == 0 || !common_words().is_article(words[at].bare)) {
      return 0;
    }
  }
  return at - first;
}

std::size_t story_at(const std::vector<Typed>& words, std::size_t at) {
  const auto& story = common_words().story;
  std::string_view bare = words[at].bare;
  if (bare.ends_with("'s") && !story.contains(bare)) bare.remove_suffix(2);  // "Dave's"
  const auto known = story.find(bare);
  std::size_t length = 0;
  if (known == story.end()) return 0;
  for (const std::vector<std::string>& phrase : known->second) {
    length = std::max(length, phrase.size() == 1 ? 1 : length_at(words, at, phrase));
  }
  return length;
}

/// Ends what was written as the word that is left out ended: "broken, folks?" as "broken?".
void put_end(std::string& sentence, std::string_view end) {
  if (sentence.empty() || end.empty()) return;
  if (sentence.ends_with(',')) sentence.pop_back();
  if (std::string_view(":.!?").find(sentence.back()) == std::string_view::npos) sentence += end;
}

}  // namespace

WithoutStory take_story(std::string_view sentence) {
  std::vector<Typed> words;
  for (const std::string_view text : words_of(sentence)) words.push_back(typed(text));
  WithoutStory without;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = story_at(words, at);
    if (length == 0) {
      without.sentence += (without.sentence.empty() ? "" : " ") + std::string(words[at].text);
      ++at;
      continue;
    }
    std::string said;
    for (std::size_t i = at; i < at + length; ++i) said += (i > at ? " " : "") + words[i].bare;
    const bool is_new = std::ranges::find(without.taken, said) == without.taken.end();
    if (is_new) without.taken.push_back(std::move(said));
    at += length;
    put_end(without.sentence, words[at - 1].end);
  }
  if (without.sentence.empty() || without.taken.empty()) return {std::string(sentence), {}};
  return without;
}

}  // namespace combat_odds
