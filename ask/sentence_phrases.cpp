#include "ask/sentence_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/sentence_dates.hpp"
#include "core/text/parts.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

/// The longest phrases there, those that are only told or the others; of those that are as long
/// the procedure's own.
SentenceReader::Match SentenceReader::phrase_at(const Words& words, std::size_t at,
                                                bool told) const {
  Match best;
  for (const Phrase* const each : phrases_from(words[at])) {
    const Phrase& phrase = *each;
    const bool is_verb = phrase.parameter.empty();  // its side is who does it
    if ((phrase.parameter == "<told>" || phrase.parameter == "<chance>") != told) continue;
    if (!phrase.game.empty() && phrase.game != game_) continue;
    const bool fits_there = is_verb || fits(phrase.side, told);
    if (!fits_there && told) continue;
    Meaning meaning;
    const std::size_t length = matched(phrase, words, at, meaning);
    if (length == 0 || length < best.length || !(fits_there || stands_free(phrase))) continue;
    const Phrase* const known = best.meanings.empty() ? nullptr : best.meanings.front().phrase;
    // Words that say something may also be a verb: "throw a DC".
    const bool says_more = known != nullptr && known->parameter.empty() != phrase.parameter.empty();
    const bool better = known == nullptr || length > best.length ||
                        (phrase.is_own && !known->is_own) ||
                        (says_more && known->parameter.empty() && phrase.is_own);
    if (better) {
      const bool divides = known != nullptr && length == best.length && known->divides;
      if (divides)
        best.meanings.push_back(std::move(meaning));
      else
        best = {length, {std::move(meaning)}};
    } else if (phrase.line == known->line || (says_more && phrase.divides)) {
      const bool is_there = std::ranges::any_of(best.meanings, [&](const Meaning& there) {
        return there.phrase->parameter == phrase.parameter && there.value == meaning.value;
      });
      if (!is_there) best.meanings.push_back(std::move(meaning));
    }
  }
  return best;
}

/// Whether it would say something otherwise than it has been said.
bool SentenceReader::contradicts(const Match& match) const { return differing(match) > 0; }

/// How many parameters it would give another value than they have.
std::size_t SentenceReader::differing(const Match& match) const {
  return static_cast<std::size_t>(
      std::count_if(match.meanings.begin(), match.meanings.end(), [&](const Meaning& meaning) {
        const auto known = reading_.values.find(meaning.phrase->parameter);
        return known != reading_.values.end() && known->second != meaning.value &&
               !meaning.value.starts_with(adds_to);
      }));
}

/// "radio contact, 3 turns": the number that would end the phrase belongs to the noun behind it,
/// which has no other.
bool SentenceReader::is_number_of_next(const Phrase& phrase, const Words& words,
                                       std::size_t number) const {
  if (number + 1 >= words.size()) return false;
  const bool noun_has_other = number + 2 < words.size() && number_said(words[number + 2]);
  if (noun_has_other) return false;
  return std::ranges::any_of(vocabulary_.phrases, [&](const Phrase& other) {
    const bool counts = other.words.size() > 1 &&
                        (other.words.front() == "{}" || other.words.front() == "{n}") &&
                        other.words[1] == words[number + 1];
    const bool says_other = !other.parameter.empty() && !other.parameter.starts_with('<') &&
                            other.parameter != phrase.parameter;
    Meaning meaning;
    return counts && says_other && matched(other, words, number, meaning) > 0;
  });
}

/// How many words a phrase takes there, and its meaning; 0 where it does not stand there.
std::size_t SentenceReader::matched(const Phrase& phrase, const Words& words, std::size_t first,
                                    Meaning& meaning) const {
  const std::size_t plain = phrase.plain_at_front;
  const Words& all_wanted = phrase.words;
  if (first + plain > words.size()) return 0;
  for (std::size_t i = 0; i < plain; ++i) {
    if (words[first + i] != all_wanted[i]) return 0;
  }
  std::size_t at = first + plain;
  Words captured;
  bool names_thing = false;
  for (std::size_t i = plain; i < all_wanted.size(); ++i) {
    const std::string& wanted = all_wanted[i];
    if (at >= words.size()) return 0;
    const std::string& word = words[at];
    std::optional<std::string> found;
    std::size_t length = 1;
    const std::size_t open = wanted.find('{');
    if (open == wanted.npos) {
      if (word != wanted) return 0;
      ++at;
      continue;
    }
    const std::size_t close = wanted.find('}', open);
    const std::string_view before = std::string_view(wanted).substr(0, open);
    const std::string_view after = std::string_view(wanted).substr(close + 1);
    const std::string_view kind = std::string_view(wanted).substr(open, close - open + 1);
    if (!word.starts_with(before) || !word.ends_with(after) ||
        word.size() <= before.size() + after.size()) {
      return 0;
    }
    const std::string inside =
        word.substr(before.size(), word.size() - before.size() - after.size());
    const auto take_named = [&](const NamesSaid& known, bool may_be_several) {
      const auto named = known.at(words, at);
      if (!named || (!named->others.empty() && !may_be_several)) return;
      found = fmt::format("{}{}{}", named->name, named->others.empty() ? "" : ",",
                          fmt::join(named->others, ","));
      length = named->length;
    };
    if (kind == "{}") {
      found = number_said(inside);
    } else if (kind == "{n}") {
      found = count_said(inside);
    } else if (kind == "{twice}") {  // "6 game turns" are 12 Player Turns
      const auto count = count_said(inside);
      const auto number = count ? number_in<int>(*count) : std::nullopt;
      if (number) found = std::to_string(2 * *number);
    } else if (kind == "{+}") {
      found = signed_number_said(inside);
    } else if (kind == "{sign}") {  // with its sign
      if (signed_number_said(inside) && inside != "0") found = inside;
    } else if (kind == "{plus}") {  // "5+"
      found = number_or_more_said(inside);
    } else if (kind == "{pair}") {  // "3/2"
      const std::size_t slash = inside.find('/');
      if (slash != inside.npos && is_digits(inside.substr(0, slash)) &&
          is_digits(inside.substr(slash + 1))) {
        captured.push_back(inside.substr(0, slash));
        found = inside.substr(slash + 1);
      }
    } else if (kind == "{pillbox}") {  // "1-3-5", "3/5"
      if (const auto tems = pillbox_said(inside)) {
        captured.push_back(tems->first);
        found = tems->second;
      }
    } else if (kind == "{date}") {
      found = days_said(inside);
    } else if (kind == "{dice}") {
      if (is_dice(inside)) found = inside;
    } else if (kind == "{vehicle}") {
      take_named(vehicles(), true);
      names_thing = true;
    } else if (kind.starts_with("{=")) {  // a name however it is typed
      const std::string key = name_key(kind.substr(2, kind.size() - 3));
      constexpr std::size_t most_words = 3;
      for (std::size_t size = 1; size <= std::min(most_words, words.size() - at); ++size) {
        if (key_of(words, at, size) != key) continue;
        found = std::string(kind);
        length = size;
      }
    } else if (kind == "{terrain}") {
      take_named(terrains(), true);
    } else if (kind == "{unit}") {
      const auto units = counted_units_at(words, at);
      if (units && word == inside) {
        found = units->name;
        length = units->length;
      }
    } else if (kind == "{one}") {
      found = units_said(inside);
      if (found && found->find('*') != found->npos) return 0;
    } else if (kind == "{leader}") {
      found = units_said(inside);
      if (found && !is_leader(*found)) return 0;
    } else if (kind == "{name}") {
      take_named(names(phrase.parameter), false);
    } else if (kind.size() > 2) {  // "{vehicle_vp}": what another parameter takes
      const std::string other(kind.substr(1, kind.size() - 2));
      if (procedure_.parameter(other) != nullptr) take_named(names(other), true);
      if (found && other == phrase.parameter) found = one_of_alike(other, *found);
      names_thing = true;
    }
    if (!found) return 0;
    at += length;
    // "led by 9-2 or 8-0", "in woods or stone building".
    while (word == inside && at + 1 < words.size() && words[at] == "or") {
      std::optional<NamesSaid::Found> other;
      if (kind == "{name}") other = names(phrase.parameter).at(words, at + 1);
      const auto leader = kind == "{leader}" ? units_said(words[at + 1]) : std::nullopt;
      if (leader && is_leader(*leader)) other = NamesSaid::Found{*leader, 1};
      if (!other || !other->others.empty()) break;
      *found += "," + other->name;
      at += 1 + other->length;
    }
    captured.push_back(*found);
    // "DM 2 467": the number is that of the units behind it.
    const bool is_last = i + 1 == all_wanted.size();
    if (kind == "{n}" && is_last && at < words.size()) {
      const auto units = units_said(words[at]);
      if (units && units->find('*') == units->npos) return 0;
    }
    const bool ends_with_number = is_last && at > first + 1 && (kind == "{}" || kind == "{n}");
    if (ends_with_number && is_number_of_next(phrase, words, at - 1)) return 0;
  }
  meaning.phrase = &phrase;
  meaning.value = phrase.value;
  const bool has_hole = phrase.value.find('{') != phrase.value.npos;
  // "HMG" as a German one.
  const bool says_more =
      captured.empty() && !has_hole &&
      spoken_form(phrase.value).ends_with(" " + fmt::format("{}", fmt::join(phrase.words, " ")));
  if (((names_thing && !has_hole) || says_more) && phrase.parameter == "<part>") {
    meaning.told = fmt::format("taken as {}", phrase.value);
  }
  // "2d6 = 7 or 11" is one question, "2d6 at most 7 or 11" are two.
  constexpr std::string_view is_one = ") = {2}";
  constexpr std::string_view is_number = " {2}";
  const bool are_several = captured.size() == 2 && captured[1].find(',') != std::string::npos &&
                           meaning.value.ends_with(is_number);
  if (are_several && !meaning.value.ends_with(is_one)) {
    std::string each;
    for (const std::string_view number : parts_of(captured[1], ',')) {
      each += each.empty() ? "" : ",";
      each += meaning.value;
      put(each, "{2}", std::string(number));
    }
    meaning.value = std::move(each);
  } else if (are_several) {
    meaning.value.replace(meaning.value.size() - is_one.size(), is_one.size(), ") in {{2}}");
  }
  for (std::size_t i = 0; i < captured.size(); ++i) {
    put(meaning.value, fmt::format("{{{}}}", i + 1), captured[i]);
  }
  if (!captured.empty()) put(meaning.value, "{}", captured.back());
  return at - first;
}

/// "fireflies" in "three fireflies": the verb stands in words that say something else, too.
bool SentenceReader::has_verb_within(const Words& words, std::size_t first, std::size_t length,
                                     Words& verbs) {
  const Phrase* found = nullptr;
  for (std::size_t at = first; at < first + length; ++at) {
    for (const Phrase* const phrase : phrases_from(words[at])) {
      const bool is_earlier = found == nullptr || phrase < found;
      if (!phrase->parameter.empty() || at + phrase->words.size() > first + length || !is_earlier) {
        continue;
      }
      Meaning meaning;
      if (matched(*phrase, words, at, meaning) > 0) found = phrase;
    }
  }
  if (found == nullptr) return false;
  verbs.push_back(fmt::format("{}", fmt::join(found->words, " ")));
  if (found->side == SentenceSide::object) note_verb_of_object(*found);
  return true;
}

/// The first of several names that stand for the same number: "T-34 M41" of "T-34 M41,T-34 M43".
std::string SentenceReader::one_of_alike(const std::string& parameter,
                                         const std::string& names) const {
  const Parameter* const asked = procedure_.parameter(parameter);
  if (asked == nullptr || !asked->names || !asked->names->read) return names;
  const std::vector<NamedValue> known = asked->names->read(library_.charts());
  std::set<double> numbers;
  const std::vector<std::string_view> each = parts_of(names, ',');
  for (const std::string_view name : each) {
    const auto value = std::ranges::find(known, name, &NamedValue::name);
    if (value == known.end() || asked->type == Parameter::Type::text) return names;
    numbers.insert(value->number);
  }
  return numbers.size() == 1 ? std::string(each.front()) : names;
}

const NamesSaid& SentenceReader::names(const std::string& parameter) const {
  const auto known = names_.find(parameter);
  if (known != names_.end()) return known->second;
  return names_.emplace(parameter, NamesSaid(names_taken(procedure_, parameter, library_)))
      .first->second;
}

/// The vehicles that any game knows, with numbers or without.
const NamesSaid& SentenceReader::vehicles() const {
  const auto known = names_.find("{vehicle}");
  if (known != names_.end()) return known->second;
  return names_.emplace("{vehicle}", NamesSaid(known_vehicles(library_))).first->second;
}

/// What the game's fire attacks call terrain.
const NamesSaid& SentenceReader::terrains() const {
  const auto known = names_.find("{terrain}");
  if (known != names_.end()) return known->second;
  const Procedure* const fire = library_.find(std::string(procedure_.game()) + ".fire");
  std::vector<std::string> all;
  if (fire != nullptr) all = names_taken(*fire, "terrain", library_);
  return names_.emplace("{terrain}", NamesSaid(all)).first->second;
}

}  // namespace combat_odds
