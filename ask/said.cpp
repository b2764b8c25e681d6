#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "ask/named_vehicles.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/limits.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/shell_word.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

using Words = std::vector<std::string>;

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "3", "two", "1..6" or "2,4,8" as a parameter takes it; nothing where it is no number.
std::optional<std::string> number_said(const std::string& word) {
  const auto known = common_words().numbers.find(word);
  if (known != common_words().numbers.end()) return known->second;
  if (word.empty() || word.find_first_not_of("0123456789.,") != word.npos) return std::nullopt;
  const char first = word.front();
  const char last = word.back();
  return first >= '0' && first <= '9' && last >= '0' && last <= '9' ? std::optional(word)
                                                                    : std::nullopt;
}

/// "+1", "-2", "-2..3", "0".
std::optional<std::string> signed_number_said(const std::string& word) {
  if (word == "0") return word;
  const bool has_sign = word.starts_with('+') || word.starts_with('-');
  if (!has_sign || word.size() < 2 || word[1] < '0' || word[1] > '9') return std::nullopt;
  if (word.find_first_not_of("0123456789.,+-") != word.npos) return std::nullopt;
  return word.front() == '+' ? word.substr(1) : word;
}

/// "2*4-6-7" for "2*467"; nothing where the word is no unit.
std::optional<std::string> units_said(std::string_view word) {
  const std::size_t star = word.find('*');
  const std::string_view count = star == word.npos ? "" : word.substr(0, star);
  if (star != word.npos && (!is_digits(count) || count.size() > 2)) return std::nullopt;
  const std::string name(star == word.npos ? word : word.substr(star + 1));
  const bool is_plural = name.size() > 1 && name.ends_with('s');
  const std::string one =
      is_plural ? name.substr(0, name.size() - (name.ends_with("'s") ? 2 : 1)) : name;
  if (!is_unit(one)) return std::nullopt;
  const UnitName unit = read_unit(one, "unit");
  return (star == word.npos ? "" : std::string(count) + "*") + unit.text;
}

/// "75L", "76*" or "37", as guns are called, also with mm behind; in the spelling of the charts.
std::optional<std::string> gun_said(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits < 2 || digits > 3) return std::nullopt;
  std::string gun(word.substr(0, digits));
  std::string_view rest = word.substr(digits);
  if (rest.ends_with("mm")) rest.remove_suffix(2);
  if (rest.starts_with("mm")) rest.remove_prefix(2);
  if (rest == "l") return gun + "L";
  if (rest == "ll") return gun + "LL";
  if (rest == "*" || rest.empty()) return gun + std::string(rest);
  return std::nullopt;
}

/// A parameter that takes names, by which it is known what was named.
class Names {
 public:
  Names(const Procedure& procedure, const std::string& parameter, const Library& library) {
    for (const std::string& name : names_taken(procedure, parameter, library)) {
      const Words words = spoken_words(name);
      if (words.empty()) continue;
      longest_ = std::max(longest_, words.size() + 1);
      keys_.emplace(key(words, 0, words.size()), name);
    }
  }

  struct Found {
    std::string name;
    std::size_t length = 0;
  };
  /// The longest name that begins at `first`.
  std::optional<Found> at(const Words& words, std::size_t first) const {
    for (std::size_t length = std::min(longest_, words.size() - first); length > 0; --length) {
      const auto known = keys_.find(key(words, first, length));
      if (known != keys_.end()) return Found{known->second, length};
    }
    return std::nullopt;
  }

 private:
  static std::string key(const Words& words, std::size_t first, std::size_t length) {
    std::string text;
    for (std::size_t i = first; i < first + length; ++i) text += words[i];
    return name_key(text);
  }

  std::map<std::string, std::string> keys_;
  std::size_t longest_ = 1;
};

/// What a procedure makes of a sentence.
struct Reading {
  const Procedure* procedure = nullptr;
  std::map<std::string, std::string> values;
  Words not_understood;
  std::string fault;  ///< said twice; empty: none
  bool has_verb = false;

  bool is_complete() const { return not_understood.empty() && fault.empty(); }
};

class SentenceReader {
 public:
  SentenceReader(const Procedure& procedure, Vocabulary vocabulary, const Library& library)
      : procedure_(procedure), vocabulary_(std::move(vocabulary)), library_(library) {}

  Reading read(const Words& words) {
    Reading reading = pass(words, false);
    if (reversed_) reading = pass(words, true);
    return reading;
  }

 private:
  struct Match {
    std::size_t length = 0;
    std::vector<std::pair<const Phrase*, std::string>> phrases;  ///< each with its value
  };

  Reading pass(const Words& words, bool object_first) {
    reading_ = Reading();
    reading_.procedure = &procedure_;
    texts_[0].clear();
    texts_[1].clear();
    object_first_ = object_first;
    divided_ = was_divided_by_verb_ = false;
    for (std::size_t at = 0; at < words.size();) at += step(words, at);
    put_slots();
    put_unsaid();
    return std::move(reading_);
  }

  /// The side that the words now read are on.
  SentenceSide side() const {
    if (vocabulary_.object.empty()) return SentenceSide::subject;
    if (vocabulary_.subject.empty()) return SentenceSide::object;
    return divided_ != object_first_ ? SentenceSide::object : SentenceSide::subject;
  }
  bool fits(SentenceSide wanted) const {
    const bool one_sided = vocabulary_.object.empty() || vocabulary_.subject.empty();
    return wanted == SentenceSide::any || one_sided || wanted == side();
  }
  const std::string& slot() const {
    return side() == SentenceSide::object ? vocabulary_.object : vocabulary_.subject;
  }
  std::vector<std::string>& texts() { return texts_[side() == SentenceSide::object ? 1 : 0]; }

  /// Reads what stands at that word; how many words it takes.
  std::size_t step(const Words& words, std::size_t at) {
    const Match match = phrase_at(words, at);
    const auto thing = thing_at(words, at);
    const std::size_t thing_length = thing ? thing->length : 0;
    const std::size_t divide = divide_at(words, at);
    if (match.length > 0 && match.length >= std::max(thing_length, divide)) {
      for (const auto& [phrase, value] : match.phrases) take(*phrase, value);
      if (has_verb_within(words, at, match.length)) reading_.has_verb = true;
      return match.length;
    }
    if (divide > 0 && divide >= thing_length) {
      if (divided_ && !was_divided_by_verb_) return fail(words, at);
      divided_ = true;
      was_divided_by_verb_ = false;
      return divide;
    }
    if (thing) {
      texts().push_back(thing->name);
      return thing->length;
    }
    return fail(words, at);
  }

  /// "fireflies" in "three fireflies": the verb stands in words that say something else, too.
  bool has_verb_within(const Words& words, std::size_t first, std::size_t length) const {
    return std::ranges::any_of(vocabulary_.phrases, [&](const Phrase& phrase) {
      if (!phrase.parameter.empty() || phrase.words.size() > length) return false;
      for (std::size_t at = first; at + phrase.words.size() <= first + length; ++at) {
        if (std::equal(phrase.words.begin(), phrase.words.end(), words.begin() + at)) return true;
      }
      return false;
    });
  }

  std::size_t fail(const Words& words, std::size_t at) {
    reading_.not_understood.push_back(words[at]);
    return 1;
  }

  void take(const Phrase& phrase, const std::string& value) {
    if (phrase.parameter.empty()) {
      reading_.has_verb = true;
      if (phrase.divides && !divided_) divided_ = was_divided_by_verb_ = true;
    } else if (phrase.parameter == "<part>") {
      texts().push_back(value);
    } else if (phrase.parameter != "<filler>") {
      set(phrase.parameter, value);
    }
  }

  void set(const std::string& parameter, const std::string& value) {
    const auto [known, is_new] = reading_.values.emplace(parameter, value);
    if (is_new || known->second == value) return;
    if (reading_.fault.empty()) {
      reading_.fault =
          fmt::format("{} is said twice: {} and {}", plain_name(parameter), known->second, value);
    }
  }

  /// "at", "against", or "under fire from" where the object comes first. How many words; 0: none.
  std::size_t divide_at(const Words& words, std::size_t at) {
    if (vocabulary_.object.empty()) return 0;
    const auto longest = [&](const std::vector<Words>& all) {
      std::size_t length = 0;
      for (const Words& each : all) {
        const bool stands = each.size() > length && at + each.size() <= words.size() &&
                            std::equal(each.begin(), each.end(), words.begin() + at);
        if (stands) length = each.size();
      }
      return length;
    };
    const std::size_t forward = longest(common_words().divides);
    const std::size_t reverse = longest(common_words().reverses);
    if (vocabulary_.subject.empty()) return std::max(forward, reverse);
    if (reverse > forward && !object_first_ && !divided_) reversed_ = true;
    return object_first_ ? reverse : std::max(forward, reverse);
  }

  /// The longest phrases there; of those that are as long the procedure's own.
  Match phrase_at(const Words& words, std::size_t at) const {
    Match best;
    for (const Phrase& phrase : vocabulary_.phrases) {
      if (!fits(phrase.side)) continue;
      std::string value;
      const std::size_t length = matched(phrase, words, at, value);
      if (length == 0 || length < best.length) continue;
      const Phrase* const known = best.phrases.empty() ? nullptr : best.phrases.front().first;
      // Words that say something may also be a verb: "throw a DC".
      const bool says_more =
          known != nullptr && known->parameter.empty() != phrase.parameter.empty();
      const bool better = known == nullptr || length > best.length ||
                          (phrase.is_own && !known->is_own) ||
                          (says_more && known->parameter.empty() && phrase.is_own);
      if (better) {
        const bool divides = known != nullptr && length == best.length && known->divides;
        if (divides)
          best.phrases.push_back({&phrase, value});
        else
          best = {length, {{&phrase, value}}};
      } else if (phrase.line == known->line || (says_more && phrase.divides)) {
        best.phrases.push_back({&phrase, value});
      }
    }
    return best;
  }

  /// How many words a phrase takes there, and its value; 0 where it does not stand there.
  std::size_t matched(const Phrase& phrase, const Words& words, std::size_t first,
                      std::string& value) const {
    std::size_t at = first;
    std::string captured;
    for (const std::string& wanted : phrase.words) {
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
      if (kind == "{}") {
        found = number_said(inside);
      } else if (kind == "{+}") {
        found = signed_number_said(inside);
      } else if (kind == "{unit}" || kind == "{leader}") {
        found = units_said(inside);
        if (found && kind == "{leader}" &&
            (found->find('*') != found->npos || !read_unit(*found, "unit").leader)) {
          return 0;
        }
      } else if (kind == "{name}") {
        if (const auto named = names(phrase.parameter).at(words, at)) {
          found = named->name;
          length = named->length;
        }
      }
      if (!found) return 0;
      captured = *found;
      at += length;
    }
    value = phrase.value;
    for (std::size_t hole; (hole = value.find("{}")) != value.npos;) {
      value.replace(hole, 2, captured);
    }
    return at - first;
  }

  const Names& names(const std::string& parameter) const {
    const auto known = names_.find(parameter);
    if (known != names_.end()) return known->second;
    return names_.emplace(parameter, Names(procedure_, parameter, library_)).first->second;
  }

  /// A unit, a weapon or a vehicle, as the parameter of this side takes it.
  std::optional<Names::Found> thing_at(const Words& words, std::size_t at) {
    const std::string& parameter_name = slot();
    if (parameter_name.empty()) return std::nullopt;
    const Parameter* const parameter = procedure_.parameter(parameter_name);
    auto named = names(parameter_name).at(words, at);
    const bool takes_units =
        parameter != nullptr && (parameter->unit_fact != UnitFact::none ||
                                 parameter->form.find("-7") != parameter->form.npos ||
                                 parameter->form.find("-1") != parameter->form.npos);
    if (takes_units && !named) {
      if (auto units = units_said(words[at])) return Names::Found{*units, 1};
      const auto count = number_said(words[at]);
      if (count && is_digits(*count) && count->size() <= 2 && at + 1 < words.size()) {
        const auto units = units_said(words[at + 1]);
        if (units && units->find('*') == units->npos) {
          return Names::Found{*count == "1" ? *units : *count + "*" + *units, 2};
        }
      }
    }
    const bool takes_guns =
        parameter != nullptr && parameter->form.find("calibre") != parameter->form.npos;
    if (takes_guns && !named) {
      if (auto gun = gun_said(words[at])) {
        const bool spaced_mm = at + 1 < words.size() && words[at + 1] == "mm";
        return Names::Found{*gun, spaced_mm ? std::size_t{2} : std::size_t{1}};
      }
    }
    return named;
  }

  void put_slots() {
    for (const bool is_object : {false, true}) {
      const std::string& parameter = is_object ? vocabulary_.object : vocabulary_.subject;
      const std::vector<std::string>& said = texts_[is_object ? 1 : 0];
      if (said.empty()) continue;
      set(parameter, fmt::format("{}", fmt::join(said, " ")));
      if (!is_object && !vocabulary_.also_subject.empty()) {
        set(vocabulary_.also_subject, fmt::format("{}", fmt::join(said, " ")));
      }
    }
  }

  void put_unsaid() {
    for (const Unsaid& unsaid : vocabulary_.unsaid) {
      if (reading_.values.contains(unsaid.parameter)) continue;
      if (!unsaid.unit.empty() && !is_on(unsaid.side, unsaid.unit)) continue;
      reading_.values.emplace(unsaid.parameter, unsaid.value);
    }
  }

  bool is_on(SentenceSide side, const std::string& unit) const {
    const std::vector<std::string>& said = texts_[side == SentenceSide::object ? 1 : 0];
    return std::ranges::any_of(said, [&](const std::string& text) {
      return text == unit || text.ends_with("*" + unit) || text.starts_with(unit + " ");
    });
  }

  const Procedure& procedure_;
  Vocabulary vocabulary_;
  const Library& library_;
  mutable std::map<std::string, Names> names_;
  Reading reading_;
  std::vector<std::string> texts_[2];  ///< of the subject and of the object
  bool object_first_ = false;
  bool divided_ = false;
  bool was_divided_by_verb_ = false;
  bool reversed_ = false;
};

/// Takes "sl:" off the front; the game, or nothing.
std::string game_said(std::string_view& sentence) {
  const std::size_t colon = sentence.find(':');
  if (colon == sentence.npos) return "";
  const std::string name = spoken_form(sentence.substr(0, colon));
  const auto known = common_words().games.find(name);
  if (known == common_words().games.end()) return "";
  sentence.remove_prefix(colon + 1);
  return known->second;
}

/// Advanced Squad Leader has its campaign and Crucible of Steel with it.
bool is_of(const std::string& game, std::string_view asked) {
  return game == asked || (asked == "asl" && (game == "rb" || game == "cos"));
}

Said said_by(const Reading& reading) {
  Said said;
  said.procedure = reading.procedure->name;
  for (const Parameter& parameter : reading.procedure->parameters) {
    const auto value = reading.values.find(parameter.name);
    if (value != reading.values.end()) said.values.emplace_back(*value);
  }
  for (const auto& [parameter, value] : reading.values) {
    if (reading.procedure->parameter(parameter) == nullptr) {
      said.values.emplace_back(parameter, value);
    }
  }
  return said;
}

/// The required parameters that a reading lacks; a vehicle's name brings its numbers with it.
std::vector<std::string> missing(const Reading& reading, const Library& library) {
  std::vector<GivenValue> given;
  for (const auto& [parameter, value] : reading.values) given.push_back({parameter, value, {}});
  try {
    given = with_vehicles(std::move(given), nullptr, *reading.procedure, library.listing(),
                          library.charts());
  } catch (const InputError&) {
    return {};  // the question itself will say what is wrong
  }
  std::vector<std::string> names;
  for (const Parameter& parameter : reading.procedure->parameters) {
    const bool is_given = std::ranges::any_of(
        given, [&](const GivenValue& value) { return value.parameter == parameter.name; });
    if (!parameter.default_value && !is_given) {
      names.push_back(fmt::format("{} ({})", parameter.option(), parameter.allowed()));
    }
  }
  return names;
}

std::string quoted(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
  return text;
}

/// The nearest reading: it understands most, by a verb, and is of the usual game.
const Reading* nearest_reading(const std::vector<Reading>& readings, std::string_view usual_game) {
  const auto cost = [&](const Reading& reading) {
    return std::tuple(reading.not_understood.size() + (reading.has_verb ? 0 : 1),
                      !is_of(reading.procedure->game(), usual_game), reading.procedure->name);
  };
  const auto best =
      std::min_element(readings.begin(), readings.end(),
                       [&](const Reading& a, const Reading& b) { return cost(a) < cost(b); });
  return best == readings.end() ? nullptr : &*best;
}

std::vector<std::string> words_known(const Vocabulary& vocabulary) {
  std::vector<std::string> known;
  for (const Phrase& phrase : vocabulary.phrases) {
    for (const std::string& word : phrase.words) {
      if (word.size() > 2 && word.find('{') == word.npos) known.push_back(word);
    }
  }
  return known;
}

[[noreturn]] void refuse(const Reading& reading, const Library& library, const Place& place) {
  const std::string& name = reading.procedure->name;
  const std::string help = fmt::format("'combat-odds odds {} --help' tells what it asks", name);
  if (reading.not_understood.empty()) throw InputError(place, reading.fault, "say it once");
  const Vocabulary vocabulary = vocabulary_of(*reading.procedure, library.charts());
  throw InputError(place,
                   fmt::format("{} {} not understood (taken as {})", quoted(reading.not_understood),
                               reading.not_understood.size() == 1 ? "is" : "are", name),
                   did_you_mean(reading.not_understood.front(), words_known(vocabulary), help));
}

/// Those of the games that are asked; all where none of them is.
std::vector<const Reading*> of_game(const std::vector<const Reading*>& readings,
                                    std::string_view game) {
  std::vector<const Reading*> found;
  for (const Reading* reading : readings) {
    if (is_of(reading->procedure->game(), game)) found.push_back(reading);
  }
  return found.empty() ? readings : found;
}

Said chosen(const std::vector<const Reading*>& all, std::string_view usual_game, bool names_game,
            const Place& place, const Library& library) {
  std::vector<const Reading*> whole;
  for (const Reading* reading : all) {
    if (missing(*reading, library).empty()) whole.push_back(reading);
  }
  const std::vector<const Reading*> of_usual = of_game(whole.empty() ? all : whole, usual_game);
  const Reading& first = *of_usual.front();
  if (of_usual.size() > 1) {
    Words commands;
    for (const Reading* reading : of_usual) commands.push_back(said_by(*reading).command());
    throw InputError(place, fmt::format("that can mean {} things", commands.size()),
                     fmt::format("{}", fmt::join(commands, ", or ")));
  }
  if (whole.empty()) {
    throw InputError(place, fmt::format("for {} something is missing", first.procedure->name),
                     fmt::format("say also {}", fmt::join(missing(first, library), " and ")));
  }
  Said said = said_by(first);
  const bool of_others = std::ranges::any_of(whole, [&](const Reading* reading) {
    return reading->procedure->game() != first.procedure->game();
  });
  if (of_others && !names_game) {
    said.note = fmt::format("taken as {}; 'sl: ...' in front asks another game",
                            game_title(first.procedure->game()));
  }
  return said;
}

}  // namespace

std::string Said::command() const {
  std::string words = "combat-odds odds " + procedure;
  for (const auto& [parameter, value] : values) {
    words += fmt::format(" {}{}{}", option_of(parameter), value.starts_with('-') ? "=" : " ",
                         shell_word(value));
  }
  return words;
}

Said said(const Library& library, std::string_view sentence, const Place& place,
          std::string_view usual_game) {
  if (sentence.size() > limits::value_bytes) {
    throw InputError(place, "the sentence is too long",
                     fmt::format("at most {} bytes", limits::value_bytes));
  }
  const std::string game = game_said(sentence);
  const Words words = spoken_words(sentence);
  if (words.empty()) {
    throw InputError(place, "nothing is said", "'2*4-6-7 at 4-4-7 in woods, range 3'");
  }
  std::vector<Reading> complete;
  std::vector<Reading> others;
  for (const Procedure* procedure : library.procedures()) {
    if (!game.empty() && !is_of(procedure->game(), game)) continue;
    Vocabulary vocabulary = vocabulary_of(*procedure, library.charts());
    if (!vocabulary.speaks()) continue;
    const bool needs_verb = vocabulary.needs_verb;
    Reading reading = SentenceReader(*procedure, std::move(vocabulary), library).read(words);
    if (needs_verb && !reading.has_verb) continue;
    (reading.is_complete() ? complete : others).push_back(std::move(reading));
  }
  if (complete.empty()) {
    const Reading* const nearest = nearest_reading(others, game.empty() ? usual_game : game);
    if (nearest == nullptr) {
      throw InputError(place, "it is not said what they do", "such as fire, rally, close combat");
    }
    refuse(*nearest, library, place);
  }
  std::vector<const Reading*> all;
  for (const Reading& reading : complete) all.push_back(&reading);
  return chosen(all, game.empty() ? usual_game : game, !game.empty(), place, library);
}

bool is_sentence(std::string_view text) {
  std::string_view rest = text;
  if (!game_said(rest).empty()) return true;
  const std::string form = spoken_form(text);
  const std::vector<std::string_view> words = words_of(form);
  return words.size() > 1 && std::ranges::any_of(words, [](std::string_view word) {
           return word.find_first_of("0123456789") != word.npos;
         });
}

}  // namespace combat_odds
