#include "ask/sentence_refusal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t most_ways = 2;

bool is_no_parameter(std::string_view parameter) { return parameter.starts_with('<'); }

/// Whether the question without the word would be another one: numbers, comparisons, and what names
/// a unit, a thing or what becomes of it.
bool changes_the_question(std::string_view word, const Vocabulary& vocabulary) {
  static constexpr std::string_view words[] = {
      "least",  "most",   "over",  "under",   "more",     "less",   "fewer",  "better",  "than",
      "no",     "not",    "never", "lost",    "after",    "before", "unless", "only",    "both",
      "each",   "every",  "all",   "none",    "nobody",   "twice",  "again",  "ties",    "either",
      "worse",  "lose",   "loses", "losing",  "wins",     "win",    "until",  "without", "or",
      "except", "second", "third", "another", "together", "first",  "last",   "half",    "double"};
  const CommonWords& common = common_words();
  if (word.find_first_of("0123456789") != word.npos || common.numbers.contains(word) ||
      common.states.contains(word) || common.nouns.contains(word) || common.is_adjective(word) ||
      std::ranges::find(words, word) != std::end(words)) {
    return true;
  }
  return std::ranges::any_of(vocabulary.phrases, [&](const Phrase& phrase) {
    const bool says_something = !phrase.parameter.empty() && phrase.parameter != "<filler>";
    return says_something && std::ranges::find(phrase.words, word) != phrase.words.end();
  });
}

/// Words that stand in many phrases and mean little in them.
bool says_little(std::string_view word) {
  static constexpr std::string_view little[] = {
      "into",    "over",  "under", "through", "from",    "with",    "without", "behind",
      "not",     "gun",   "tank",  "rear",    "vehicle", "overrun", "side",    "front",
      "directs", "fires", "shot",  "shots",   "hexes",   "first",   "unit",    "units"};
  return std::ranges::find(little, word) != std::end(little);
}

/// Two forms of one word: "acquired" and "acquisition", "dashes" and "dashing".
bool are_alike(std::string_view a, std::string_view b) {
  if (a == b) return true;
  constexpr std::size_t least = 4;
  const std::size_t length = std::min(a.size(), b.size());
  if (length < least) return false;
  const auto shared = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(length), b.begin()).first -
      a.begin());
  constexpr std::size_t stem = 5;  // "chart" is no "charging"
  return shared >= std::min(stem, length) && shared + 3 >= length &&
         shared * 2 >= std::max(a.size(), b.size());
}

/// How a phrase may be typed: "smoke +2" for "smoke {+}".
std::string typed(const Phrase& phrase, const Procedure& procedure, const Library& library) {
  static constexpr std::pair<std::string_view, std::string_view> examples[] = {
      {"{}", "3"},           {"{n}", "2"},           {"{+}", "+2"},       {"{sign}", "+1"},
      {"{plus}", "5+"},      {"{unit}", "4-6-7"},    {"{leader}", "8-1"}, {"{dice}", "2d6"},
      {"{vehicle}", "T-34"}, {"{terrain}", "woods"}, {"{pair}", "3/2"},   {"{pillbox}", "1-3-5"},
  };
  std::string text = fmt::format("{}", fmt::join(phrase.words, " "));
  const auto put = [&](std::string_view hole, std::string_view by) {
    for (std::size_t at; (at = text.find(hole)) != text.npos;) text.replace(at, hole.size(), by);
  };
  for (const auto& [hole, by] : examples) put(hole, by);
  if (text.find("{name}") == text.npos) return text;
  const std::vector<std::string> names = names_taken(procedure, phrase.parameter, library);
  put("{name}", names.empty() ? "..." : names.front());
  return text;
}

/// Not what was said already: "for 'open' say 'open ground'".
void add(Words& ways, std::string way, const Words& said = {}) {
  const std::string form = spoken_form(way);
  if (fmt::format(" {} ", fmt::join(said, " ")).find(" " + form + " ") != std::string::npos) return;
  if (ways.size() < most_ways && std::ranges::find(ways, way) == ways.end()) {
    ways.push_back(std::move(way));
  }
}

/// The procedure's phrases with the word in them, the shortest first.
Words phrases_with(const std::string& word, const SentenceReading& reading,
                   const Vocabulary& vocabulary, const Library& library) {
  std::vector<const Phrase*> found;
  constexpr std::size_t least = 3;  // "or" and "no" say nothing by themselves
  if (word.size() < least || says_little(word)) return {};
  for (const Phrase& phrase : vocabulary.phrases) {
    const bool says_something = !phrase.parameter.empty() && !is_no_parameter(phrase.parameter);
    const bool has_word = std::ranges::any_of(
        phrase.words, [&](const std::string& known) { return are_alike(word, known); });
    const bool is_taken = reading.values.contains(phrase.parameter);
    const bool denies = std::ranges::any_of(phrase.words, [](const std::string& known) {
      return known == "no" || known == "not" || known == "without" || known == "nobody";
    });
    if (says_something && has_word && !is_taken && !denies) found.push_back(&phrase);
  }
  std::ranges::stable_sort(
      found, [](const Phrase* a, const Phrase* b) { return a->words.size() < b->words.size(); });
  Words ways;
  for (const Phrase* phrase : found) {
    std::string way = typed(*phrase, *reading.procedure, library);
    // It is known, and stands on the other side.
    const bool is_said = std::ranges::all_of(phrase->words, [&](const std::string& known) {
      return known.find('{') != known.npos ||
             std::ranges::find(reading.words, known) != reading.words.end();
    });
    if (is_said && phrase->side != SentenceSide::any) {
      way += phrase->side == SentenceSide::object ? "' behind 'at" : "' in front of 'at";
    }
    add(ways, "'" + way + "'", reading.words);
  }
  return ways;
}

/// The names with the word in them that a parameter takes: "stone rubble".
Words names_with(const std::string& word, const SentenceReading& reading, const Library& library) {
  constexpr std::size_t least = 4;
  Words ways;
  if (word.size() < least || says_little(word)) return ways;
  for (const Parameter& parameter : reading.procedure->parameters) {
    if (reading.values.contains(parameter.name)) continue;
    for (const std::string& name : names_taken(*reading.procedure, parameter.name, library)) {
      const std::string form = plain_name(name);
      const std::vector<std::string_view> words = words_of(form);
      const bool says_more = words.size() > 1 && std::ranges::find(words, word) != words.end();
      if (says_more) add(ways, "'" + form + "'", reading.words);
    }
  }
  return ways;
}

/// The options whose names have the word.
Words options_about(const std::string& word, const SentenceReading& reading) {
  constexpr std::size_t least = 6;  // short words stand in many a name
  Words ways;
  if (word.size() < least) return ways;
  for (const Parameter& parameter : reading.procedure->parameters) {
    const std::string name = plain_name(parameter.name);
    const bool is_about = std::ranges::any_of(
        words_of(name), [&](std::string_view known) { return are_alike(word, known); });
    if (is_about && !reading.values.contains(parameter.name)) add(ways, parameter.option());
  }
  return ways;
}

Words misspelt(const std::string& word, const SentenceReading& reading,
               const Vocabulary& vocabulary, const Library& library) {
  Words ways;
  for (const Parameter& parameter : reading.procedure->parameters) {
    if (reading.values.contains(parameter.name)) continue;
    for (const std::string& name : names_taken(*reading.procedure, parameter.name, library)) {
      const std::string form = plain_name(name);
      if (is_misspelt(word, form)) add(ways, "'" + form + "'");
    }
  }
  for (const Phrase& phrase : vocabulary.phrases) {
    if (is_no_parameter(phrase.parameter)) continue;  // which says nothing
    for (const std::string& known : phrase.words) {
      if (known.find('{') == known.npos && is_misspelt(word, known)) add(ways, "'" + known + "'");
    }
  }
  return ways;
}

/// The longest hint whose words were said and not understood.
const Hint* hint_for(const SentenceReading& reading, const Vocabulary& vocabulary) {
  const Hint* best = nullptr;
  for (const Hint& hint : vocabulary.hints) {
    const bool is_said = std::ranges::all_of(hint.words, [&](const std::string& word) {
      return std::ranges::find(reading.not_understood, word) != reading.not_understood.end();
    });
    if (is_said && (best == nullptr || hint.words.size() > best->words.size())) best = &hint;
  }
  return best;
}

/// "in the jungle": what is known in its place, and never the question without it.
std::string places_known(const SentenceReading& reading, const Library& library) {
  static const Words before = {"in", "on", "behind"};
  const Parameter* const terrain = reading.procedure->parameter("terrain");
  if (terrain == nullptr || reading.values.contains("terrain")) return "";
  const bool is_place = std::ranges::any_of(reading.not_understood, [&](const std::string& word) {
    const auto at = std::ranges::find(reading.words, word);
    return at != reading.words.end() && at != reading.words.begin() &&
           std::ranges::find(before, *(at - 1)) != before.end();
  });
  if (!is_place) return "";
  for (const std::string& name : names_taken(*reading.procedure, "terrain", library)) {
    for (const std::string& word : reading.not_understood) {
      if (is_slip(word, plain_name(name)))
        return fmt::format("did you mean '{}'?", plain_name(name));
    }
  }
  constexpr std::size_t most = 6;
  Words names;
  for (const std::string& name : names_taken(*reading.procedure, "terrain", library)) {
    const std::string form = "'" + plain_name(name) + "'";
    if (names.size() < most && std::ranges::find(names, form) == names.end()) names.push_back(form);
  }
  return fmt::format("it knows {} and more: combat-odds odds {} --help", fmt::join(names, ", "),
                     reading.procedure->name);
}

/// Some of what else the procedure understands, its own words first.
std::string words_known(const SentenceReading& reading, const Vocabulary& vocabulary,
                        const Library& library) {
  constexpr std::size_t most = 4;
  Words parameters;
  Words ways;
  for (const bool is_own : {true, false}) {
    for (const Phrase& phrase : vocabulary.phrases) {
      const bool is_odd = std::ranges::any_of(phrase.words, [](const std::string& word) {
        return word.find('{') != word.npos && word != "{leader}" && word != "{name}";
      });
      const bool is_known = phrase.is_own != is_own || phrase.parameter.empty() || is_odd ||
                            is_no_parameter(phrase.parameter) ||
                            reading.values.contains(phrase.parameter) ||
                            std::ranges::find(parameters, phrase.parameter) != parameters.end();
      if (is_known || ways.size() == most) continue;
      parameters.push_back(phrase.parameter);
      std::string way = "'" + typed(phrase, *reading.procedure, library) + "'";
      if (std::ranges::find(ways, way) == ways.end()) ways.push_back(std::move(way));
    }
  }
  return ways.empty() ? "" : fmt::format("it knows {}", fmt::join(ways, ", "));
}

}  // namespace

std::string with_what_was_said(std::string text, const SentenceReading& reading) {
  const auto said = [&](const std::string& name) -> std::string {
    const auto value = reading.values.find(name);
    if (value != reading.values.end()) return value->second;
    for (std::size_t i = 1; i < reading.words.size(); ++i) {
      const bool is_number = number_in<int>(reading.words[i - 1]).has_value();
      if (reading.words[i] == name && is_number) return reading.words[i - 1];
    }
    return "";
  };
  std::size_t from = 0;
  while ((from = text.find('{', from)) != text.npos) {
    const std::size_t colon = text.find(':', from);
    const std::size_t end = text.find('}', from);
    if (end == text.npos) break;
    if (colon < end) {
      std::string put = said(text.substr(from + 1, colon - from - 1));
      if (put.empty()) put = text.substr(colon + 1, end - colon - 1);
      text.replace(from, end + 1 - from, put);
    }
    ++from;
  }
  return text;
}

bool has_hint(const SentenceReading& reading, const Vocabulary& vocabulary) {
  return hint_for(reading, vocabulary) != nullptr;
}

std::string what_to_say(const SentenceReading& reading, const Vocabulary& vocabulary,
                        const Library& library, const std::string& command) {
  if (const Hint* const hint = hint_for(reading, vocabulary)) {
    std::string text = with_what_was_said(hint->text, reading);
    const std::string rest = command.empty() ? "the rest of it" : command;
    for (std::size_t hole = 0; (hole = text.find("{}", hole)) != text.npos; hole += rest.size()) {
      text.replace(hole, 2, rest);
    }
    return text;
  }
  for (const std::string& word : reading.not_understood) {
    Words ways = names_with(word, reading, library);
    if (ways.empty()) ways = phrases_with(word, reading, vocabulary, library);
    if (!ways.empty()) {
      return fmt::format("for '{}' say {}", word, fmt::join(ways, " or "));
    }
    ways = misspelt(word, reading, vocabulary, library);
    if (!ways.empty()) return fmt::format("did you mean {}?", fmt::join(ways, " or "));
    ways = options_about(word, reading);
    if (!ways.empty()) {
      return fmt::format("for '{}' give {} behind the sentence", word, fmt::join(ways, " or "));
    }
  }
  const std::string places = places_known(reading, library);
  if (!places.empty()) return places;
  const std::string known = words_known(reading, vocabulary, library);
  const bool changes = std::ranges::any_of(reading.not_understood, [&](const std::string& word) {
    return changes_the_question(word, vocabulary);
  });
  if (command.empty() || changes) return known.empty() ? "say it in other words" : known;
  return fmt::format("{}{}without {}: {}", known, known.empty() ? "" : "; ",
                     reading.not_understood.size() == 1 ? "it" : "them", command);
}

}  // namespace combat_odds
