#include <algorithm>
#include <set>

#include "ask/said.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/words.hpp"
#include "sim/declare/units.hpp"

// Questions that are another one with words more (<as> in words.csv): "..., chance of a KIA",
// "..., together or one by one", "..., then close combat".

namespace combat_odds {
namespace {

const std::string* value_said(const Said& said, std::string_view name) {
  for (const auto& [parameter, value] : said.values) {
    if (parameter == name) return &value;
  }
  return nullptr;
}

/// The words of a sentence without those of the question, these, and the units named among them.
struct Parted {
  Words rest;
  Words taken;
  std::string units;
  bool is_asked = false;
};

/// How many words a phrase takes there; {unit} are units with the leaders behind them, {n} a
/// number.
std::size_t phrase_length(const Words& words, std::size_t first, const Words& phrase,
                          std::string& units) {
  std::size_t at = first;
  std::string found;
  for (const std::string& wanted : phrase) {
    if (at >= words.size()) return 0;
    if (wanted != "{unit}") {
      if (wanted == "{n}" ? !number_said(words[at]) : words[at] != wanted) return 0;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    for (; at < words.size(); ++at) {
      const auto unit = units_said(words[at]);
      if (unit) found += (found.empty() ? "" : " ") + *unit;
      if (!unit && words[at] != "and" && words[at] != "with") break;
    }
    if (at == begin || found.empty()) return 0;
  }
  if (!found.empty()) units = found;
  return at - first;
}

/// A result is said with words about it: "at least a 2MC", "take a 1MC or worse".
bool is_about_result(const std::string& word) {
  static const std::set<std::string, std::less<>> known = {
      "at",    "least", "or",   "worse", "better", "more", "any",   "result", "results", "take",
      "takes", "get",   "gets", "give",  "gives",  "to",   "force", "forces", "minimum", "of"};
  return known.contains(word);
}

Parted without_question(const AskedAs& asked, const Words& words) {
  Parted parted;
  for (std::size_t at = 0; at < words.size();) {
    std::size_t longest = 0;
    bool asks = false;
    for (const auto* const phrases : {&asked.phrases, &asked.beside}) {
      for (const Words& phrase : *phrases) {
        std::string units;
        const std::size_t length = phrase_length(words, at, phrase, units);
        if (length <= longest) continue;
        longest = length;
        asks = phrases == &asked.phrases;
        if (!units.empty()) parted.units = units;
      }
    }
    parted.is_asked = parted.is_asked || asks;
    if (longest == 0) {
      parted.rest.push_back(words[at++]);
      continue;
    }
    std::size_t end = at + longest;
    if (asked.parameters.empty()) {
      Words before;
      while (!parted.rest.empty() && is_about_result(parted.rest.back())) {
        before.insert(before.begin(), parted.rest.back());
        parted.rest.pop_back();
      }
      parted.taken.insert(parted.taken.end(), before.begin(), before.end());
      while (end < words.size() && is_about_result(words[end]) && words[end] != "at") ++end;
    }
    parted.taken.insert(parted.taken.end(), words.begin() + static_cast<std::ptrdiff_t>(at),
                        words.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
  return parted;
}

/// "2*4-6-7 LMG 8-1" as "4-6-7" and "4-6-7 LMG 8-1": each squad with what stands behind it.
Words places_of(const std::string& attackers) {
  Words places;
  std::string next;  // a weapon in front of the first squad
  for (const std::string_view word : words_of(attackers)) {
    const auto units = units_said(word);
    if (!units || is_leader(*units)) {
      std::string& place = places.empty() ? next : places.back();
      place += (place.empty() ? "" : " ") + std::string(word);
      continue;
    }
    const std::size_t star = units->find('*');
    const int count = star == std::string::npos ? 1 : std::stoi(units->substr(0, star));
    const std::string unit = star == std::string::npos ? *units : units->substr(star + 1);
    for (int i = 0; i < count; ++i) places.push_back(unit);
    if (!next.empty()) places.back() += " " + next;
    next.clear();
  }
  return places;
}

/// A template with what was said in it: {name}, {range:1}, where nothing else may be said, {men of
/// name}, {unit} and {rest}, all that no template names, as "range 3 terrain woods". Nothing where
/// something in it was not said.
std::optional<std::string> filled_in(const std::string& text, const Said& said,
                                     const std::string& units, const std::string& rest) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      filled += text[at++];
      continue;
    }
    constexpr std::string_view men = "men of ";
    std::string name = text.substr(at + 1, end - at - 1);
    const bool is_of_men = name.starts_with(men);
    if (is_of_men) name.erase(0, men.size());
    const std::size_t colon = name.find(':');
    const std::string only = colon == std::string::npos ? "" : name.substr(colon + 1);
    const std::string* known = name == "rest"   ? &rest
                               : name == "unit" ? &units
                                                : value_said(said, name.substr(0, colon));
    if (!only.empty() && known == nullptr) known = &only;
    if (known == nullptr || (known->empty() && name != "rest")) return std::nullopt;
    if (!only.empty() && *known != only) return std::nullopt;
    filled += is_of_men ? men_of(*known) : *known;
    at = end + 1;
  }
  return filled;
}

/// "each {attackers}{rest}" for each squad of the attackers.
std::optional<std::string> filled_for_each(const std::string& text, const Said& said,
                                           const std::string& units, const std::string& rest) {
  constexpr std::string_view each = "each ";
  if (!text.starts_with(each)) return filled_in(text, said, units, rest);
  std::string all;
  Said one = said;
  for (auto& [parameter, value] : one.values) {
    if (text.find("{" + parameter + "}") == std::string::npos) continue;
    const Words places = places_of(value);
    if (places.size() < 2) return std::nullopt;
    for (const std::string& place : places) {
      value = place;
      const auto filled = filled_in(text.substr(each.size()), one, units, rest);
      if (!filled) return std::nullopt;
      all += (all.empty() ? "" : "; ") + *filled;
    }
    return all;
  }
  return std::nullopt;
}

/// The values of a question whose templates say them.
bool put_templates(const AskedAs& asked, const Said& read, const std::string& units, Said& said) {
  std::string rest;
  const bool is_for_each = std::ranges::any_of(
      asked.values, [](const std::string& text) { return text.starts_with("each "); });
  for (const auto& given : read.values) {
    const std::string& parameter = given.first;
    const std::string& value = given.second;
    const bool is_named = std::ranges::any_of(asked.values, [&](const std::string& text) {
      return text.find("{" + parameter + "}") != std::string::npos ||
             text.find("{" + parameter + ":") != std::string::npos;
    });
    const bool is_one =
        value.find(',') == std::string::npos && value.find("..") == std::string::npos;
    if (!is_one) return false;
    if (is_named) continue;
    if (parameter == "leader" && is_for_each) return false;  // one place alone has him
    rest += " " + parameter + " " + value;
  }
  for (std::size_t i = 0; i < asked.parameters.size(); ++i) {
    const auto filled = filled_for_each(asked.values[i], read, units, rest);
    if (!filled) return false;
    said.values.emplace_back(asked.parameters[i], *filled);
  }
  return true;
}

}  // namespace

/// The sentence without the words of the question is read as that other one, which must be whole;
/// nothing where it is not. `results`: where both take the same parameters; `templates`: where the
/// other's are made of what was said.
std::optional<Said> Sentences::as_another(const Words& words, const std::string& game,
                                          const std::set<std::string>& given, AskedOf asked_of) {
  for (const AskedAs& asked : asked_as()) {
    if ((asked_of == AskedOf::results) != asked.parameters.empty()) continue;
    const Procedure* const procedure = library_.find(asked.procedure);
    const Parted parted = without_question(asked, words);
    const Procedure* const of = library_.find(asked.of);
    if (procedure == nullptr || of == nullptr || !parted.is_asked || parted.rest.empty()) continue;
    const auto read = try_words(parted.rest, game, given);
    if (!read || read->procedure != asked.of) continue;
    const bool says_who = value_said(*read, reader(*of).vocabulary().subject) != nullptr ||
                          value_said(*read, "firepower") != nullptr;
    if (!says_who) continue;
    Said said;
    said.procedure = asked.procedure;
    said.note = read->note;
    if (!asked.note.empty()) said.note += (said.note.empty() ? "" : "\n") + asked.note;
    if (!asked.parameters.empty()) {
      if (!put_templates(asked, *read, parted.units, said)) continue;
      return said;
    }
    const SentenceReading result = reader(*procedure).read(parted.taken, game);
    if (!result.is_complete() || result.shown.empty() || !read->shown.empty()) continue;
    said.shown = result.shown;
    bool is_whole = true;
    for (const auto& value : read->values) {
      const bool is_known = procedure->parameter(value.first) != nullptr;
      if (is_known) said.values.push_back(value);
      is_whole = is_whole && (is_known || value.first == "target" || value.first == "status");
    }
    if (is_whole) return said;
  }
  return std::nullopt;
}

}  // namespace combat_odds
