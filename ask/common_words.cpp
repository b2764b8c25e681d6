#include <algorithm>

#include "ask/spoken_words.hpp"
#include "ask/vocabulary.hpp"
#include "ask/word_forms.hpp"
#include "ask/words_lines.hpp"
#include "core/text/lower.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "3 x 4-6-7" as "3*4-6-7".
void join_counts(std::string& text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == 'x' || c == '*') {
      const std::size_t after = text.find_first_not_of(' ', i + 1);
      const std::size_t before = joined.find_last_not_of(' ');
      const bool counts =
          after != text.npos && is_digit(text[after]) && before != joined.npos &&
          is_digit(joined[before]) &&
          (before == 0 || joined[before - 1] == ' ' || is_digit(joined[before - 1]));
      if (counts) {
        joined.resize(before + 1);
        joined += '*';
        i = after - 1;
        continue;
      }
    }
    joined += c;
  }
  text = std::move(joined);
}

/// "5+": the sign at `plus` ends a word that else is a number.
bool is_number_or_more(std::string_view text, std::size_t plus) {
  std::size_t first = plus;
  while (first > 0 && is_digit(text[first - 1])) --first;
  const bool begins = first == 0 || text[first - 1] == ' ';
  const bool ends = plus + 1 == text.size() || text[plus + 1] == ' ' || text[plus + 1] == ',';
  return first < plus && begins && ends;
}

}  // namespace

bool CommonWords::is_adjective(std::string_view word) const {
  return std::ranges::find(adjectives, word) != adjectives.end();
}

std::size_t CommonWords::behind_adjectives(const std::vector<std::string>& words,
                                           std::size_t at) const {
  while (at < words.size() && is_adjective(words[at])) ++at;
  return at;
}

bool CommonWords::is_divide(std::string_view word) const {
  return std::ranges::any_of(divides, [&](const std::vector<std::string>& each) {
    return each.size() == 1 && each.front() == word;
  });
}

bool CommonWords::is_article(std::string_view word) const {
  return std::ranges::find(articles, word) != articles.end();
}

std::string CommonWords::nation_of(std::string_view units) const {
  for (const std::string_view each : words_of(units)) {
    const auto known = nations.find(without_count(each));
    if (known != nations.end()) return known->second;
  }
  return "";
}

const CommonWords& common_words() {
  static const CommonWords all = [] {
    CommonWords common;
    std::vector<std::string> divides;
    std::vector<std::string> reverses;
    std::vector<std::string> left;
    std::vector<std::string> light;
    std::vector<std::string> story;
    std::vector<std::string> usual;
    for (const WordsLine& line : words_lines()) {
      if (line.procedures.front() != "*" || line.parameters.empty()) continue;
      const std::string& kind = line.parameters.front();
      for (const std::string& words : line.words) {
        if (kind == "<article>") common.articles.push_back(words);
        if (kind == "<number>") common.numbers.emplace(words, line.value);
        if (kind == "<game>") common.games.emplace(words, line.value);
        if (kind == "<adjective>") common.adjectives.push_back(words);
        const std::size_t colon = line.value.find(':');  // "sl:infantry": in one game
        if (kind == "<same>" && colon != line.value.npos) {
          common.same_of_game[line.value.substr(0, colon)].emplace(words,
                                                                   line.value.substr(colon + 1));
        } else if (kind == "<same>" && words.find(' ') == words.npos) {
          common.same.emplace(words, line.value);
        } else if (kind == "<same>") {
          const std::vector<std::string> phrase = copied(words_of(words));
          common.same_phrases[phrase.front()].emplace_back(phrase, line.value);
        }
        if (kind == "<unlisted>") {
          const std::string name = line.value.substr(colon == line.value.npos ? 0 : colon + 1);
          common.unlisted.emplace(words, name);
          if (colon != line.value.npos) {
            common.unlisted_games.emplace(name, line.value.substr(0, colon));
          }
        }
        if (kind == "<begun>") common.begun.insert(name_key(words));
        if (kind == "<state>") common.states.insert(words);
        if (kind == "<unnamed>") common.unnamed.insert(words);
        if (kind == "<noun>") common.nouns.insert(words);
        if (kind == "<reference>") common.references.emplace(words, line.value);
        if (kind == "<left>" || kind == "<light>" || kind == "<story>") {
          for (std::string& form : word_forms(words, line.value)) {
            (kind == "<left>"    ? left
             : kind == "<light>" ? light
                                 : story)
                .push_back(std::move(form));
          }
        }
        if (kind == "<usual>") usual.push_back(words);
        if (kind == "<squad>") common.squads.emplace_back(spoken_form(words), line.value);
        if (kind == "<nation>") common.nations.emplace(words, line.value);
        if (kind == "<divide>") divides.push_back(words);
        if (kind == "<reverse>") reverses.push_back(words);
      }
    }
    const auto split = [&](const std::vector<std::string>& texts) {
      std::vector<std::vector<std::string>> lists;
      for (const std::string& text : texts) {
        std::vector<std::string> list;
        for (const std::string_view word : words_of(text)) {
          if (!common.is_article(word)) list.emplace_back(word);
        }
        lists.push_back(std::move(list));
      }
      return lists;
    };
    common.divides = split(divides);
    common.reverses = split(reverses);
    for (std::vector<std::string>& words : split(left)) {
      if (!words.empty()) common.left_out[words.front()].push_back(std::move(words));
    }
    for (std::vector<std::string>& words : split(light)) {
      if (!words.empty()) common.light[words.front()].push_back(std::move(words));
    }
    for (std::vector<std::string>& words : split(story)) {
      if (!words.empty()) common.story[words.front()].push_back(std::move(words));
    }
    for (std::vector<std::string>& words : split(usual)) {
      if (!words.empty()) common.usual[words.front()].push_back(std::move(words));
    }
    return common;
  }();
  return all;
}

std::string spoken_form(std::string_view typed) {
  std::string text = plain_dashes(typed);
  for (std::size_t at; (at = text.find("\u00d7")) != text.npos;) text.replace(at, 2, "x");
  std::ranges::transform(text, text.begin(), [](char c) {
    return c == '\t' || c == '\n' || c == '&' ? ' ' : lower(c);
  });
  // "4-6-7 +LMG" and "4-6-7+LMG": the sign is one with a number only.
  for (std::size_t at = text.find('+'); at != text.npos; at = text.find('+', at + 1)) {
    const bool is_placeholder = at > 0 && text[at - 1] == '{';
    if (is_placeholder || is_number_or_more(text, at)) continue;
    if (at + 1 >= text.size() || !is_digit(text[at + 1])) text[at] = ' ';
  }
  // "8/+1" are two numbers.
  for (std::size_t at = text.find('/'); at != text.npos; at = text.find('/', at + 1)) {
    const bool has_sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    if (at > 0 && is_digit(text[at - 1]) && has_sign) text[at] = ' ';
  }
  // "p(broken or worse)" asks for a chance, and "half squad" is one word.
  for (std::size_t at; (at = text.find("p(")) != text.npos && (at == 0 || text[at - 1] == ' ');) {
    text[at + 1] = ' ';
  }
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    if (at > 0 && !is_digit(text[at - 1]) && text[at - 1] != ' ') text[at] = ' ';
  }
  for (std::size_t at; (at = text.find("half squad")) != text.npos;) text[at + 4] = '-';
  join_counts(text);
  std::string form;
  const std::vector<std::string_view> typed_words = words_of(text);
  for (std::size_t i = 0; i < typed_words.size(); ++i) {
    std::string_view word = typed_words[i];
    // "467 ? at 447", "at a ? 447": under a concealment counter; "its ? back": the counter itself.
    const bool is_counter = word == "?" && i + 1 < typed_words.size();
    if (is_counter && is_unit(without_count(typed_words[i + 1]))) {
      form += form.empty() ? "concealed" : " concealed";
      continue;
    }
    if (is_counter && i > 0 && is_digit(typed_words[i - 1].back())) {
      form.insert(form.rfind(' ') == form.npos ? 0 : form.rfind(' ') + 1, "concealed ");
      continue;
    }
    if (is_counter) word = "concealment";
    while (!word.empty() && std::string_view("(\"'`").find(word.front()) != word.npos) {
      word.remove_prefix(1);
    }
    while (!word.empty() && std::string_view(",;:.!?)\"'`").find(word.back()) != word.npos) {
      word.remove_suffix(1);
    }
    if (!word.empty()) form += (form.empty() ? "" : " ") + std::string(word);
  }
  return form;
}

namespace {

/// "t-34's" as "t-34"; "4-6-7's" are several.
std::string_view without_possessive(std::string_view word) {
  if (!word.ends_with("'s")) return word;
  const std::string_view owner = word.substr(0, word.size() - 2);
  return is_unit(owner) || owner.find('*') != owner.npos ? word : owner;
}

/// "4-6-7/lmg", "8fp" and "4mf" are two words, and "?4-6-7" is under a concealment counter.
std::vector<std::string_view> parts_of_word(std::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  const bool has_digits = digits != word.npos && digits > 0;
  static constexpr std::string_view counted[] = {"fp", "ap", "mf", "mp", "cpp"};
  if (has_digits && std::ranges::find(counted, word.substr(digits)) != std::end(counted)) {
    return {word.substr(0, digits), word.substr(digits)};
  }
  if (word.starts_with('?') && is_unit(word.substr(1))) return {"concealed", word.substr(1)};
  const std::size_t stroke = word.find('/');
  if (stroke == word.npos || stroke + 1 >= word.size() || is_digit(word[stroke + 1])) return {word};
  const std::string_view front = word.substr(0, stroke);
  if (!is_unit(without_count(front))) return {word};
  return {front, word.substr(stroke + 1)};
}

/// Puts other words in place of several (<same>).
void put_same_phrases(std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto known = common_words().same_phrases.find(words[at]);
    if (known == common_words().same_phrases.end()) continue;
    for (const auto& [phrase, same] : known->second) {
      if (!stands_at(words, at, phrase)) continue;
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
      words.erase(first, first + static_cast<std::ptrdiff_t>(phrase.size()));
      const std::vector<std::string> put = copied(words_of(same));
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), put.begin(), put.end());
      break;
    }
  }
}

}  // namespace

std::vector<std::string> spoken_words(std::string_view text) {
  std::vector<std::string> words;
  const std::string form = spoken_form(text);
  std::vector<std::string_view> parts;
  for (const std::string_view typed : words_of(form)) {
    for (const std::string_view part : parts_of_word(typed)) {
      parts.push_back(without_possessive(part));
    }
  }
  for (const std::string_view word : parts) {
    if (common_words().is_article(word)) continue;
    const auto same = common_words().same.find(word);
    if (same == common_words().same.end()) {
      words.emplace_back(word);
    } else {
      for (const std::string_view written_out : words_of(same->second)) {
        words.emplace_back(written_out);
      }
    }
  }
  put_same_phrases(words);
  return words;
}

}  // namespace combat_odds
