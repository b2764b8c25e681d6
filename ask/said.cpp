#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "ask/named_vehicles.hpp"
#include "ask/unlisted.hpp"
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

/// Whether a word names units in the plural: "467s", "4-4-7's".
bool is_plural(std::string_view word) { return word.size() > 1 && word.ends_with('s'); }

/// "2*4-6-7" for "2*467"; nothing where the word is no unit.
std::optional<std::string> units_said(std::string_view word) {
  const std::size_t star = word.find('*');
  const std::string_view count = star == word.npos ? "" : word.substr(0, star);
  if (star != word.npos && (!is_digits(count) || count.size() > 2)) return std::nullopt;
  const std::string name(star == word.npos ? word : word.substr(star + 1));
  const std::string one =
      is_plural(name) ? name.substr(0, name.size() - (name.ends_with("'s") ? 2 : 1)) : name;
  if (!is_unit(one)) return std::nullopt;
  const UnitName unit = read_unit(one, "unit");
  constexpr int least_morale = 6;  // of a leader: "1-2" and "2-1" are odds
  if (unit.leader && unit.morale < least_morale) return std::nullopt;
  return (star == word.npos ? "" : std::string(count) + "*") + unit.text;
}

/// "2d6", "d20+5": dice in one word.
bool is_dice(std::string_view word) {
  const std::size_t d = word.find('d');
  if (d == word.npos || d + 1 >= word.size() || (d > 0 && !is_digits(word.substr(0, d)))) {
    return false;
  }
  const char sides = word[d + 1];
  return (sides >= '1' && sides <= '9') || sides == '%';
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

}  // namespace

/// A parameter that takes names, by which it is known what was named.
class NamesSaid {
 public:
  explicit NamesSaid(const std::vector<std::string>& names) {
    std::map<std::string, std::vector<std::string>> beginnings;
    for (const std::string& name : names) {
      const Words words = spoken_words(name);
      if (words.empty()) continue;
      longest_ = std::max(longest_, words.size() + 1);
      keys_.emplace(key(words, 0, words.size()), name);
      for (std::size_t length = 1; length < words.size(); ++length) {
        std::vector<std::string>& known = beginnings[key(words, 0, length)];
        if (std::ranges::find(known, name) == known.end()) known.push_back(name);
      }
    }
    beginnings_ = std::move(beginnings);
  }

  struct Found {
    std::string name;
    std::size_t length = 0;
    std::vector<std::string> others = {};  ///< that begin alike: which is meant is not said
  };
  /// The longest name that begins at `first`; else those that begin with what stands there, such
  /// as "T-34 M41" and "T-34 M43" with "T-34". These have a digit, so that no word of a sentence is
  /// taken for one.
  std::optional<Found> at(const Words& words, std::size_t first) const {
    for (std::size_t length = std::min(longest_, words.size() - first); length > 0; --length) {
      const auto known = keys_.find(key(words, first, length));
      if (known != keys_.end()) return Found{known->second, length};
    }
    for (std::size_t length = std::min(longest_, words.size() - first); length > 0; --length) {
      const std::string begun = key(words, first, length);
      const auto known = beginnings_.find(begun);
      if (known == beginnings_.end() || begun.find_first_of("0123456789") == begun.npos) continue;
      std::vector<std::string> others(known->second.begin() + 1, known->second.end());
      return Found{known->second.front(), length, std::move(others)};
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
  std::map<std::string, std::vector<std::string>> beginnings_;
  std::size_t longest_ = 1;
};

/// What a procedure makes of a sentence.
struct SentenceReading {
  const Procedure* procedure = nullptr;
  std::map<std::string, std::string> values;
  Words not_understood;
  std::string fault;  ///< said twice, or not said which; empty: none
  std::string remedy;
  bool has_verb = false;

  bool is_complete() const { return not_understood.empty() && fault.empty(); }
};

/// Reads sentences as questions of one procedure.
class SentenceReader {
 public:
  SentenceReader(const Procedure& procedure, Vocabulary vocabulary, const Library& library)
      : procedure_(procedure), vocabulary_(std::move(vocabulary)), library_(library) {}

  /// Whether sentences can ask for the procedure at all.
  bool speaks() const { return vocabulary_.speaks(); }
  bool needs_verb() const { return vocabulary_.needs_verb; }

  SentenceReading read(const Words& words) {
    SentenceReading reading = pass(words, false);
    if (reversed_) reading = pass(words, true);
    return reading;
  }

 private:
  struct Match {
    std::size_t length = 0;
    std::vector<std::pair<const Phrase*, std::string>> phrases;  ///< each with its value
  };

  SentenceReading pass(const Words& words, bool object_first) {
    reading_ = SentenceReading();
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
    // "is fired at by two 4-6-7 in open ground": behind who acts may stand more of the other.
    const bool is_behind = object_first_ && divided_ && wanted == SentenceSide::object;
    return wanted == SentenceSide::any || one_sided || wanted == side() || is_behind;
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
    const bool divides_better = divide >= match.length && !match.phrases.empty() &&
                                match.phrases.front().first->parameter == "<filler>";
    if (match.length > 0 && match.length >= std::max(thing_length, divide) &&
        !(divide > 0 && divides_better)) {
      for (const auto& [phrase, value] : match.phrases) {
        if (phrase->parameter == "<unknown>") {
          for (std::size_t i = 0; i < match.length; ++i) fail(words, at + i);
        } else {
          take(*phrase, value);
        }
      }
      if (has_verb_within(words, at, match.length)) reading_.has_verb = true;
      return match.length;
    }
    if (divide > 0 && divide >= thing_length) {
      if (divided_ && !was_divided_by_verb_) return fail(words, at);
      // Who acts is nothing that is asked for here: he is not among those it is done to.
      if (vocabulary_.subject.empty() && !object_first_ && forward_) {
        for (std::string& actor : texts_[1]) reading_.not_understood.push_back(std::move(actor));
        texts_[1].clear();
      }
      divided_ = true;
      was_divided_by_verb_ = false;
      return divide;
    }
    if (thing) {
      if (!thing->others.empty()) {
        fault(fmt::format("there are several: {}, {}", thing->name, fmt::join(thing->others, ", ")),
              "say which");
      }
      texts().push_back(thing->name);
      return thing->length;
    }
    return fail(words, at);
  }

  /// "fireflies" in "three fireflies": the verb stands in words that say something else, too.
  bool has_verb_within(const Words& words, std::size_t first, std::size_t length) const {
    return std::ranges::any_of(vocabulary_.phrases, [&](const Phrase& phrase) {
      if (!phrase.parameter.empty() || phrase.words.size() > length) return false;
      std::string value;
      for (std::size_t at = first; at + phrase.words.size() <= first + length; ++at) {
        if (matched(phrase, words, at, value) > 0) return true;
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
      if (phrase.divides && !divided_ && !object_first_) divided_ = was_divided_by_verb_ = true;
    } else if (phrase.parameter == "<part>") {
      texts().push_back(value);
    } else if (phrase.parameter != "<filler>") {
      set(phrase.parameter, value);
    }
  }

  void set(const std::string& parameter, const std::string& value) {
    const auto [known, is_new] = reading_.values.emplace(parameter, value);
    if (is_new || known->second == value) return;
    fault(fmt::format("{} is said twice: {} and {}", plain_name(parameter), known->second, value),
          "say it once");
  }

  /// The first fault counts.
  void fault(std::string wrong, std::string right) {
    if (!reading_.fault.empty()) return;
    reading_.fault = std::move(wrong);
    reading_.remedy = std::move(right);
  }

  /// "at", "against", or "under fire from" where the object comes first. How many words; 0: none.
  std::size_t divide_at(const Words& words, std::size_t at) {
    if (vocabulary_.object.empty()) return 0;
    const auto longest = [&](const std::vector<Words>& all) {
      std::size_t length = 0;
      for (const Words& each : all) {
        const bool before_unit = each.back() == "{unit}";  // only there: "from" two squads
        const std::size_t size = each.size() - (before_unit ? 1 : 0);
        const bool stands =
            size > length && at + size <= words.size() &&
            std::equal(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(size),
                       words.begin() + static_cast<std::ptrdiff_t>(at));
        if (stands && (!before_unit || is_units_at(words, at + size))) length = size;
      }
      return length;
    };
    const std::size_t forward = longest(common_words().divides);
    const std::size_t reverse = longest(common_words().reverses);
    forward_ = forward >= reverse;
    if (vocabulary_.subject.empty()) return std::max(forward, reverse);
    if (reverse > forward && !object_first_ && (!divided_ || was_divided_by_verb_)) {
      reversed_ = true;
    }
    return object_first_ ? reverse : std::max(forward, reverse);
  }

  static bool is_units_at(const Words& words, std::size_t at) {
    if (at >= words.size()) return false;
    if (units_said(words[at]) || words[at].find("fp") != words[at].npos) return true;
    return at + 1 < words.size() && number_said(words[at]) && units_said(words[at + 1]);
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
        const bool is_there = std::ranges::any_of(best.phrases, [&](const auto& there) {
          return there.first->parameter == phrase.parameter && there.second == value;
        });
        if (!is_there) best.phrases.push_back({&phrase, value});
      }
    }
    return best;
  }

  /// How many words a phrase takes there, and its value; 0 where it does not stand there.
  std::size_t matched(const Phrase& phrase, const Words& words, std::size_t first,
                      std::string& value) const {
    std::size_t at = first;
    std::vector<std::string> captured;
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
      } else if (kind == "{sign}") {  // with its sign
        if (signed_number_said(inside) && inside != "0") found = inside;
      } else if (kind == "{plus}") {  // "5+"
        if (inside.ends_with('+') &&
            is_digits(std::string_view(inside).substr(0, inside.size() - 1))) {
          found = inside.substr(0, inside.size() - 1);
        }
      } else if (kind == "{dice}") {
        if (is_dice(inside)) found = inside;
      } else if (kind == "{vehicle}") {
        if (const auto named = vehicles().at(words, at)) {
          found = named->name;
          length = named->length;
        }
      } else if (kind == "{unit}" || kind == "{leader}") {
        found = units_said(inside);
        if (found && kind == "{leader}" &&
            (found->find('*') != found->npos || !read_unit(*found, "unit").leader)) {
          return 0;
        }
      } else if (kind == "{name}") {
        const auto named = names(phrase.parameter).at(words, at);
        if (named && named->others.empty()) {
          found = named->name;
          length = named->length;
        }
      }
      if (!found) return 0;
      captured.push_back(*found);
      at += length;
    }
    value = phrase.value;
    const auto put = [&](const std::string& hole, const std::string& by) {
      for (std::size_t at_hole; (at_hole = value.find(hole)) != value.npos;) {
        value.replace(at_hole, hole.size(), by);
      }
    };
    for (std::size_t i = 0; i < captured.size(); ++i)
      put(fmt::format("{{{}}}", i + 1), captured[i]);
    if (!captured.empty()) put("{}", captured.back());
    return at - first;
  }

  const NamesSaid& names(const std::string& parameter) const {
    const auto known = names_.find(parameter);
    if (known != names_.end()) return known->second;
    return names_.emplace(parameter, NamesSaid(names_taken(procedure_, parameter, library_)))
        .first->second;
  }

  /// The vehicles that any game knows, with numbers or without.
  const NamesSaid& vehicles() const {
    const auto known = names_.find("{vehicle}");
    if (known != names_.end()) return known->second;
    return names_.emplace("{vehicle}", NamesSaid(known_vehicles(library_))).first->second;
  }

  /// A unit, a weapon or a vehicle, as the parameter of this side takes it.
  std::optional<NamesSaid::Found> thing_at(const Words& words, std::size_t at) {
    const std::string& parameter_name = slot();
    if (parameter_name.empty()) return std::nullopt;
    const Parameter* const parameter = procedure_.parameter(parameter_name);
    auto named = names(parameter_name).at(words, at);
    const bool takes_units =
        parameter != nullptr && (parameter->unit_fact != UnitFact::none ||
                                 parameter->form.find("-7") != parameter->form.npos ||
                                 parameter->form.find("-1") != parameter->form.npos);
    if (takes_units && !named) {
      if (auto units = units_said(words[at])) {
        if (is_plural(words[at]) && units->find('*') == units->npos) {
          fault(fmt::format("how many {} are meant is not said", *units),
                fmt::format("a number, as in 2*{}", *units));
        }
        return NamesSaid::Found{*units, 1};
      }
      const auto count = number_said(words[at]);
      if (count && is_digits(*count) && count->size() <= 2 && at + 1 < words.size()) {
        const auto units = units_said(words[at + 1]);
        if (units && units->find('*') == units->npos) {
          return NamesSaid::Found{*count == "1" ? *units : *count + "*" + *units, 2};
        }
      }
    }
    const bool takes_guns =
        parameter != nullptr && parameter->form.find("calibre") != parameter->form.npos;
    if (takes_guns && !named) {
      if (auto gun = gun_said(words[at])) {
        const bool spaced_mm = at + 1 < words.size() && words[at + 1] == "mm";
        return NamesSaid::Found{*gun, spaced_mm ? std::size_t{2} : std::size_t{1}};
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
      if (unsaid.side != SentenceSide::any && !is_on(unsaid.side, unsaid.unit)) continue;
      reading_.values.emplace(unsaid.parameter, unsaid.value);
    }
  }

  bool is_on(SentenceSide side, const std::string& unit) const {
    const std::vector<std::string>& said = texts_[side == SentenceSide::object ? 1 : 0];
    if (unit.empty()) return !said.empty();
    return std::ranges::any_of(said, [&](const std::string& text) {
      return text == unit || text.ends_with("*" + unit) || text.starts_with(unit + " ");
    });
  }

  const Procedure& procedure_;
  Vocabulary vocabulary_;
  const Library& library_;
  mutable std::map<std::string, NamesSaid> names_;
  SentenceReading reading_;
  std::vector<std::string> texts_[2];  ///< of the subject and of the object
  bool object_first_ = false;
  bool divided_ = false;
  bool was_divided_by_verb_ = false;
  bool reversed_ = false;
  bool forward_ = false;  ///< the last divide_at() was "at", not "under fire from"
};

namespace {

/// Takes "sl:" off the front; the game, or nothing. The games of house rules go by the first part
/// of their names.
std::string game_said(std::string_view& sentence, const Library* library = nullptr) {
  const std::size_t colon = sentence.find(':');
  if (colon == sentence.npos) return "";
  const std::string name = spoken_form(sentence.substr(0, colon));
  std::string game;
  const auto known = common_words().games.find(name);
  if (known != common_words().games.end()) {
    game = known->second;
  } else if (library != nullptr) {
    const std::vector<std::string> names = library->procedure_names();
    const bool is_game = std::ranges::any_of(
        names, [&](const std::string& each) { return each.starts_with(name + "."); });
    if (is_game) game = name;
  }
  if (!game.empty()) sentence.remove_prefix(colon + 1);
  return game;
}

/// Advanced Squad Leader has its campaign and Crucible of Steel with it.
bool is_of(const std::string& game, std::string_view asked) {
  return game == asked || (asked == "asl" && (game == "rb" || game == "cos"));
}

Said said_by(const SentenceReading& reading) {
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
std::vector<std::string> missing(const SentenceReading& reading, const Library& library) {
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
const SentenceReading* nearest_reading(const std::vector<SentenceReading>& readings,
                                       std::string_view usual_game) {
  const auto cost = [&](const SentenceReading& reading) {
    return std::tuple(reading.not_understood.size() + (reading.has_verb ? 0 : 1),
                      !is_of(reading.procedure->game(), usual_game), reading.procedure->name);
  };
  const auto best = std::min_element(
      readings.begin(), readings.end(),
      [&](const SentenceReading& a, const SentenceReading& b) { return cost(a) < cost(b); });
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

[[noreturn]] void refuse(const SentenceReading& reading, const Library& library,
                         const Place& place) {
  const std::string& name = reading.procedure->name;
  const std::string help = fmt::format("'combat-odds odds {} --help' lists its options", name);
  if (reading.not_understood.empty()) throw InputError(place, reading.fault, reading.remedy);
  const Vocabulary vocabulary = vocabulary_of(*reading.procedure, library.charts());
  std::vector<std::string> known = words_known(vocabulary);
  std::erase(known, reading.not_understood.front());  // it means something elsewhere only
  throw InputError(place,
                   fmt::format("{} {} not understood (taken as {})", quoted(reading.not_understood),
                               reading.not_understood.size() == 1 ? "is" : "are", name),
                   did_you_mean(reading.not_understood.front(), known, help));
}

/// Those of the games that are asked; all where none of them is.
std::vector<const SentenceReading*> of_game(const std::vector<const SentenceReading*>& readings,
                                            std::string_view game) {
  std::vector<const SentenceReading*> found;
  for (const SentenceReading* reading : readings) {
    if (is_of(reading->procedure->game(), game)) found.push_back(reading);
  }
  return found.empty() ? readings : found;
}

Said chosen(const std::vector<const SentenceReading*>& all, std::string_view usual_game,
            bool names_game, const Place& place, const Library& library) {
  std::vector<const SentenceReading*> whole;
  for (const SentenceReading* reading : all) {
    if (missing(*reading, library).empty()) whole.push_back(reading);
  }
  // What the usual game reads and only lacks a number for is asked back: it is no other game's.
  const bool lacks = std::ranges::none_of(whole,
                                          [&](const SentenceReading* reading) {
                                            return is_of(reading->procedure->game(), usual_game);
                                          }) &&
                     std::ranges::any_of(all, [&](const SentenceReading* reading) {
                       return reading->has_verb && is_of(reading->procedure->game(), usual_game);
                     });
  if (lacks) whole.clear();
  const std::vector<const SentenceReading*> of_usual =
      of_game(whole.empty() ? all : whole, usual_game);
  const SentenceReading& first = *of_usual.front();
  if (of_usual.size() > 1) {
    Words commands;
    for (const SentenceReading* reading : of_usual) commands.push_back(said_by(*reading).command());
    throw InputError(place, fmt::format("that can mean {} things", commands.size()),
                     fmt::format("{}", fmt::join(commands, ", or ")));
  }
  if (whole.empty()) {
    throw InputError(place, fmt::format("for {} something is missing", first.procedure->name),
                     fmt::format("say also {}", fmt::join(missing(first, library), " and ")));
  }
  Said said = said_by(first);
  const bool of_others = std::ranges::any_of(whole, [&](const SentenceReading* reading) {
    return reading->procedure->game() != first.procedure->game();
  });
  const bool is_usual = is_of(first.procedure->game(), usual_game);
  const bool can_be_named =  // in front of a sentence; not dice
      std::ranges::any_of(common_words().games,
                          [&](const auto& game) { return game.second == first.procedure->game(); });
  if ((of_others || !is_usual) && !names_game && can_be_named) {
    said.note = fmt::format(
        "taken as {}{}", game_title(first.procedure->game()),
        is_usual ? "; 'sl: ...' in front asks another game" : ", the only game that reads it so");
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

namespace {

/// Takes a game that is named anywhere out of the words ("in Squad Leader, ..."); the game, or
/// nothing. Throws InputError where two are named.
std::string game_among(Words& words, std::string game, const Place& place) {
  for (std::size_t at = 0; at < words.size();) {
    std::size_t length = 0;
    std::string named;
    for (const auto& [name, known] : common_words().games) {
      const Words wanted = spoken_words(name);
      const bool stands =
          wanted.size() > length && at + wanted.size() <= words.size() &&
          std::equal(wanted.begin(), wanted.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
      if (!stands) continue;
      length = wanted.size();
      named = known;
    }
    if (length == 0) {
      ++at;
      continue;
    }
    if (!game.empty() && game != named) {
      throw InputError(place, "it names two games",
                       fmt::format("'{}: ...' or '{}: ...'", game, named));
    }
    game = named;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    words.erase(first, first + static_cast<std::ptrdiff_t>(length));
  }
  return game;
}

/// The longest name of a vehicle without numbers (<unlisted>) among the words, with one that was
/// not understood.
std::optional<std::string> unlisted_among(const Words& words, const Words& not_understood) {
  static const NamesSaid names = [] {
    std::vector<std::string> all;
    for (const auto& [spelling, name] : common_words().unlisted) all.push_back(spelling);
    return NamesSaid(all);
  }();
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto found = names.at(words, at);
    if (!found || !found->others.empty()) continue;
    for (std::size_t i = at; i < at + found->length; ++i) {
      if (std::ranges::find(not_understood, words[i]) != not_understood.end()) {
        return common_words().unlisted.find(found->name)->second;
      }
    }
  }
  return std::nullopt;
}

/// "two german 4-6-7s" as "german two 4-6-7s": a number stands before its units.
void put_numbers_before_units(Words& words) {
  constexpr std::size_t most_between = 2;
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    const auto count = number_said(words[at]);
    if (!count || !is_digits(*count) || count->size() > 2) continue;
    std::size_t unit = at + 1;
    while (unit < words.size() && unit - at <= most_between &&
           common_words().is_adjective(words[unit])) {
      ++unit;
    }
    const bool is_between = unit > at + 1 && unit < words.size() && units_said(words[unit]);
    if (is_between) {
      std::rotate(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                  words.begin() + static_cast<std::ptrdiff_t>(unit));
    }
  }
}

}  // namespace

Sentences::Sentences(const Library& library, std::string usual_game)
    : library_(library), usual_game_(std::move(usual_game)) {}
Sentences::~Sentences() = default;

SentenceReader& Sentences::reader(const Procedure& procedure) {
  std::unique_ptr<SentenceReader>& known = readers_[&procedure];
  if (known == nullptr) {
    known = std::make_unique<SentenceReader>(procedure, vocabulary_of(procedure, library_.charts()),
                                             library_);
  }
  return *known;
}

Said Sentences::read(std::string_view sentence, const Place& place) {
  if (sentence.size() > limits::value_bytes) {
    throw InputError(place, "the sentence is too long",
                     fmt::format("at most {} bytes", limits::value_bytes));
  }
  std::string game = game_said(sentence, &library_);
  Words words = spoken_words(sentence);
  game = game_among(words, std::move(game), place);
  put_numbers_before_units(words);
  if (words.empty()) {
    throw InputError(place, "nothing is said", "'2*4-6-7 at 4-4-7 in woods, range 3'");
  }
  const std::string& usual_game = game.empty() ? usual_game_ : game;
  std::vector<SentenceReading> complete;
  std::vector<SentenceReading> others;
  for (const Procedure* procedure : library_.procedures()) {
    if (!game.empty() && !is_of(procedure->game(), game)) continue;
    SentenceReader& asked = reader(*procedure);
    if (!asked.speaks()) continue;
    SentenceReading reading = asked.read(words);
    if (asked.needs_verb() && !reading.has_verb) continue;
    (reading.is_complete() ? complete : others).push_back(std::move(reading));
  }
  if (complete.empty()) {
    const SentenceReading* const nearest = nearest_reading(others, usual_game);
    if (nearest == nullptr) {
      throw InputError(place, "it is not said what they do", "such as fire, rally, close combat");
    }
    if (const auto name = unlisted_among(words, nearest->not_understood)) {
      const UnlistedVehicle vehicle(*name, nearest->procedure->game());
      throw InputError(place, vehicle.wrong(), vehicle.right());
    }
    refuse(*nearest, library_, place);
  }
  std::vector<const SentenceReading*> all;
  for (const SentenceReading& reading : complete) all.push_back(&reading);
  return chosen(all, usual_game, !game.empty(), place, library_);
}

Said said(const Library& library, std::string_view sentence, const Place& place,
          std::string_view usual_game) {
  return Sentences(library, std::string(usual_game)).read(sentence, place);
}

bool is_sentence(std::string_view text) {
  std::string_view rest = text;
  if (!game_said(rest).empty()) return true;
  const std::string form = spoken_form(text);
  const std::vector<std::string_view> words = words_of(form);
  if (words.size() == 1) return is_dice(words.front());
  return words.size() > 1 && std::ranges::any_of(words, [](std::string_view word) {
           return word.find_first_of("0123456789") != word.npos;
         });
}

}  // namespace combat_odds
