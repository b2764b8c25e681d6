#include "ask/sentence_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/sentence_rewriting.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "+1", "-2", "-2..3", "0", "0..3".
std::optional<std::string> signed_number_said(const std::string& word) {
  if (word == "0") return word;
  if (word.starts_with("0..") && is_digits(std::string_view(word).substr(3))) return word;
  const bool has_sign = word.starts_with('+') || word.starts_with('-');
  if (!has_sign || word.size() < 2 || word[1] < '0' || word[1] > '9') return std::nullopt;
  if (word.find_first_not_of("0123456789.,+-") != word.npos) return std::nullopt;
  return word.front() == '+' ? word.substr(1) : word;
}

/// Whether a word names units in the plural: "467s", "4-4-7's".
bool is_plural(std::string_view word) { return word.size() > 1 && word.ends_with('s'); }

/// "75L", "76*" or "37", as guns are called, also with mm behind; in the spelling of the charts.
std::optional<std::string> gun_said(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits < 2 || digits > 3) return std::nullopt;
  constexpr std::string_view widest = "210";  // mm; beyond it stand units: "447"
  if (digits == 3 && word.substr(0, digits) > widest) return std::nullopt;
  std::string gun(word.substr(0, digits));
  std::string_view rest = word.substr(digits);
  if (rest.ends_with("mm")) rest.remove_suffix(2);
  if (rest.starts_with("mm")) rest.remove_prefix(2);
  if (rest == "l") return gun + "L";
  if (rest == "ll") return gun + "LL";
  if (rest == "*" || rest.empty()) return gun + std::string(rest);
  return std::nullopt;
}

/// The two TEM of a pillbox, against fire from its CA and other fire, in "1-3-5", "1+3+5" (its
/// capacity first) and "3/5".
std::optional<std::pair<std::string, std::string>> pillbox_said(std::string_view word) {
  const auto is_one_digit = [](std::string_view part) {
    return part.size() == 1 && is_digits(part);
  };
  for (const auto& [sign, size] : {std::pair('-', 3U), std::pair('+', 3U), std::pair('/', 2U)}) {
    const std::vector<std::string_view> parts = parts_of(word, sign);
    if (parts.size() != size || !std::ranges::all_of(parts, is_one_digit)) continue;
    return std::pair(std::string(parts[size - 2]), std::string(parts[size - 1]));
  }
  return std::nullopt;
}

/// A small number of things: "2", "two".
std::optional<std::string> count_said(const std::string& word) {
  auto count = number_said(word);
  if (!count || !is_digits(*count) || count->size() > 2) return std::nullopt;
  return count;
}

/// "2*4-6-7" at "two 4-6-7", "4-6-7" at "one 4-6-7" and at "4-6-7".
std::optional<NamesSaid::Found> counted_units_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return std::nullopt;
  if (auto units = units_said(words[at])) return NamesSaid::Found{*units, 1};
  const auto count = count_said(words[at]);
  if (!count || at + 1 >= words.size()) return std::nullopt;
  const auto units = units_said(words[at + 1]);
  if (!units || units->find('*') != units->npos) return std::nullopt;
  return NamesSaid::Found{*count == "1" ? *units : *count + "*" + *units, 2};
}

/// "8 fp", "12 factors", "12 flat", "12 -1".
bool is_firepower_at(const Words& words, std::size_t at) {
  static const Words names = {"fp", "factors", "factor", "firepower", "flat", "even", "column"};
  return at + 1 < words.size() && number_said(words[at]) &&
         (std::ranges::find(names, words[at + 1]) != names.end() ||
          (signed_number_said(words[at + 1]) && words[at + 1] != "0"));
}

bool is_units_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return false;
  return counted_units_at(words, at) || words[at].find("fp") != words[at].npos ||
         is_firepower_at(words, at);
}

/// Whether an expression is asked of the dice that were named: "(2d6) = 12" of "2d6".
bool is_asked_of(const std::string& dice, const std::string& asked) {
  return is_dice(dice) &&
         (asked.starts_with("(" + dice + ")") || asked.starts_with("(" + dice + " "));
}

bool compares(std::string_view expression) {
  return expression.find_first_of("<>=") != expression.npos;
}

/// What a leader shares with the squad that he is with.
bool is_of_whole_stack(std::string_view state) {
  static constexpr std::string_view states[] = {"concealed", "hidden",  "moving",
                                                "running",   "dashing", "cx"};
  return std::ranges::find(states, state) != std::end(states);
}

bool is_noun_of_leader(std::string_view noun) {
  return noun.starts_with("leader") || noun == "commissar";
}

/// Whether the unit is what a noun says: an 8-1 is a leader, a 4-6-7 a squad.
bool is_such(const std::string& noun, const std::string& unit) {
  const auto units = units_said(unit);
  return units && is_leader(*units) == is_noun_of_leader(noun);
}

std::string said_at(const Words& words, std::size_t at, std::size_t length) {
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
  return fmt::format("{}", fmt::join(first, first + static_cast<std::ptrdiff_t>(length), " "));
}

void put(std::string& text, const std::string& hole, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(hole, at)) != text.npos; at += by.size()) {
    text.replace(at, hole.size(), by);
  }
}

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_leader(const std::string& text) {
  return text.find_first_of("* ") == text.npos && units_said(text) &&
         read_unit(text, "unit").leader;
}

std::optional<std::string> number_said(const std::string& word) {
  const auto known = common_words().numbers.find(word);
  if (known != common_words().numbers.end()) return known->second;
  if (word.empty() || word.find_first_not_of("0123456789.,") != word.npos) return std::nullopt;
  const char first = word.front();
  const char last = word.back();
  return first >= '0' && first <= '9' && last >= '0' && last <= '9' ? std::optional(word)
                                                                    : std::nullopt;
}

std::optional<std::string> units_said(std::string_view word) {
  const std::size_t star = word.find('*');
  const std::string_view count = star == word.npos ? "" : word.substr(0, star);
  if (star != word.npos && (!is_digits(count) || count.size() > 2)) return std::nullopt;
  const std::string name(star == word.npos ? word : word.substr(star + 1));
  const std::string one =
      is_plural(name) ? name.substr(0, name.size() - (name.ends_with("'s") ? 2 : 1)) : name;
  if (!is_unit(one)) return std::nullopt;
  constexpr std::size_t shortest = 3;  // "81" is a number, if name_leaders() does not name him
  if (one.size() < shortest) return std::nullopt;
  // "105" is a calibre.
  const bool is_short = one.size() == 3 && is_digits(one);
  if (is_short && one[1] == '0' && !one.ends_with("00")) return std::nullopt;
  const UnitName unit = read_unit(one, "unit");
  constexpr int least_morale = 6;  // of a leader: "1-2" and "2-1" are odds
  if (unit.leader && unit.morale < least_morale) return std::nullopt;
  return (star == word.npos ? "" : std::string(count) + "*") + unit.text;
}

bool is_dice(std::string_view word) {
  const std::size_t d = word.find('d');
  if (d == word.npos || d + 1 >= word.size() || (d > 0 && !is_digits(word.substr(0, d)))) {
    return false;
  }
  const char sides = word[d + 1];
  return (sides >= '1' && sides <= '9') || sides == '%';
}

namespace {

std::string key_of(const Words& words, std::size_t first, std::size_t length) {
  std::string text;
  for (std::size_t i = first; i < first + length; ++i) text += words[i];
  return name_key(text);
}

}  // namespace

NamesSaid::NamesSaid(const std::vector<std::string>& names) {
  const auto begins = [&](const std::string& begun, const std::string& name) {
    std::vector<std::string>& known = beginnings_[begun];
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  };
  for (const std::string& name : names) {
    const Words words = spoken_words(name);
    if (words.empty()) continue;
    longest_ = std::max(longest_, words.size() + 1);
    const std::string whole = key_of(words, 0, words.size());
    keys_.emplace(whole, name);
    for (std::size_t length = 1; length < words.size(); ++length) {
      begins(key_of(words, 0, length), name);
    }
    for (const std::string& begun : common_words().begun) {
      const bool has_it = whole.starts_with(begun) || whole.ends_with(begun);
      if (has_it && whole != begun) begins(begun, name);
    }
  }
}

std::optional<NamesSaid::Found> NamesSaid::at(const Words& words, std::size_t first) const {
  const std::size_t most = std::min(longest_, words.size() - first);
  for (std::size_t length = most; length > 0; --length) {
    const auto known = keys_.find(key_of(words, first, length));
    if (known != keys_.end()) return Found{known->second, length};
  }
  for (std::size_t length = most; length > 0; --length) {
    const std::string begun = key_of(words, first, length);
    const auto known = beginnings_.find(begun);
    const bool may_begin =
        begun.find_first_of("0123456789") != begun.npos || common_words().begun.contains(begun);
    if (known == beginnings_.end() || !may_begin) continue;
    std::vector<std::string> others(known->second.begin() + 1, known->second.end());
    return Found{known->second.front(), length, std::move(others)};
  }
  return std::nullopt;
}

SentenceReader::SentenceReader(const Procedure& procedure, Vocabulary vocabulary,
                               const Library& library)
    : procedure_(procedure), vocabulary_(std::move(vocabulary)), library_(library) {
  for (Phrase& phrase : vocabulary_.phrases) {
    const auto has_hole = [](const std::string& word) { return word.find('{') != word.npos; };
    const auto hole = std::ranges::find_if(phrase.words, has_hole);
    phrase.plain_at_front = static_cast<std::size_t>(hole - phrase.words.begin());
    by_word_[phrase.plain_at_front > 0 ? phrase.words.front() : std::string()].push_back(&phrase);
  }
  const std::vector<const Phrase*> open = by_word_[""];
  for (auto& [word, phrases] : by_word_) {
    if (word.empty()) continue;
    const auto middle = static_cast<std::ptrdiff_t>(phrases.size());
    phrases.insert(phrases.end(), open.begin(), open.end());
    // They stand in one vector.
    std::inplace_merge(phrases.begin(), phrases.begin() + middle, phrases.end());
  }
}

/// Those that may begin with a word, in their order.
const std::vector<const Phrase*>& SentenceReader::phrases_from(std::string_view word) const {
  const auto known = by_word_.find(word);
  return known == by_word_.end() ? by_word_.find("")->second : known->second;
}

SentenceReading SentenceReader::read(const Words& words, const std::string& game) {
  game_ = game;
  reversed_ = false;
  SentenceReading reading = pass(words, {});
  if (has_both() && asks_of_first(words)) {
    const std::vector<std::size_t> others = begins_of_enemies(words, steps_);
    const bool stands_first = !others.empty() && was_divided_by_verb_;
    if (stands_first) return pass(words, {true, others.front()});
  }
  if (reversed_) {
    reading = pass(words, {true, 0});
  } else if (reading.has_verb() || !vocabulary_.needs_verb) {
    if (auto other = split(words, reading)) reading = *std::move(other);
  }
  return reading;
}

/// "447 in woods, 467 fires", "at 447 in woods, 467": who acts on whom is said by the order alone.
/// Nothing where a word says it ("at"), or where no order makes sense.
std::optional<SentenceReading> SentenceReader::split(const Words& words,
                                                     const SentenceReading& unsplit) {
  if (slot(false).empty() || slot(true).empty()) return std::nullopt;
  const std::vector<std::size_t> enemies =
      sides_[0].things.empty() ? begins_of_enemies(words, steps_) : std::vector<std::size_t>();
  if (!enemies.empty()) {
    SentenceReading reading = pass(words, {true, enemies.front()});
    if (reading.is_complete() && has_both()) return reading;
    return std::nullopt;
  }
  const bool is_divided = divided_ && !was_divided_by_verb_;
  if ((is_divided && !leads_) || has_both()) return std::nullopt;
  if (unsplit.is_complete() && !sides_[1].things.empty() && !leads_) return std::nullopt;
  const bool leads = leads_;
  const bool has_firepower = procedure_.parameter("firepower") != nullptr &&
                             vocabulary_.subject != "firepower" &&
                             (unsplit.values.contains("firepower") || sides_[1].things.empty());
  const std::vector<Taken> steps = steps_;
  std::vector<SentenceReading> found;
  const auto try_order = [&](Order order) {
    SentenceReading reading = pass(words, order);
    const bool makes_sense =
        reading.is_complete() &&
        (has_both() || (reading.values.contains("firepower") && !sides_[1].things.empty()));
    const bool is_new = std::ranges::none_of(
        found, [&](const SentenceReading& known) { return known.values == reading.values; });
    if (makes_sense && is_new) found.push_back(std::move(reading));
  };
  for (const std::size_t begin : begins(words, steps)) {
    const Taken* const verb = verb_of(steps, begin);
    const bool stands_first = verb != nullptr && (verb->first < begin) != verb->is_of_object;
    if (!leads && (verb == nullptr || stands_first)) try_order({false, begin});
    if (leads || verb == nullptr || !stands_first) try_order({true, begin});
  }
  if (found.empty() && has_firepower) try_order({true, words.size() + 1});
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    found.front().fault = "who does it to whom is not said";
    found.front().remedy = "'at' or 'against' between the two";
  }
  return std::move(found.front());
}

/// Where the second one may begin: with a unit, a weapon or a vehicle that does not go with those
/// before it.
std::vector<std::size_t> SentenceReader::begins(const Words& words,
                                                const std::vector<Taken>& steps) const {
  static const Words joining = {"and", "with", "by", "or"};
  std::vector<std::size_t> all;
  bool has_thing = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].is_thing) continue;
    std::size_t first = steps[i].first;
    while (first > 0 && (common_words().states.contains(words[first - 1]) ||
                         common_words().is_adjective(words[first - 1]))) {
      --first;
    }
    const bool goes_on = i > 0 && first == steps[i].first && steps[i - 1].is_thing;
    const bool is_joined = first > 0 && has(joining, words[first - 1]);
    if (has_thing && !goes_on && !is_joined) {
      all.push_back(first);
      // "447 moving, 467": the word may be said of those before it.
      if (first < steps[i].first) all.push_back(steps[i].first);
    }
    has_thing = true;
  }
  return all;
}

/// "break a 4-4-7 with two 4-6-7": where "with" stands before units of another nation, or "by"
/// before units.
std::vector<std::size_t> SentenceReader::begins_of_enemies(const Words& words,
                                                           const std::vector<Taken>& steps) {
  std::string nation;
  bool has_thing = false;
  for (const Taken& taken : steps) {
    const auto units = counted_units_at(words, taken.first);
    const std::string now = units ? common_words().nation_of(units->name) : "";
    const std::string before = taken.first > 0 ? words[taken.first - 1] : "";
    const bool is_of_others = before == "with" && !nation.empty() && now != nation;
    if (!now.empty() && has_thing && (is_of_others || before == "by")) return {taken.first};
    if (!now.empty()) nation = now;
    has_thing = has_thing || taken.is_thing;
  }
  return {};
}

/// "kill a concealed 4-4-7 ...": whom it is done to stands right behind, and first of all.
bool SentenceReader::asks_of_first(const Words& words) {
  static const Words verbs = {"kill", "eliminate", "destroy", "break", "pin", "hurt"};
  const auto verb = std::find_first_of(words.begin(), words.end(), verbs.begin(), verbs.end());
  if (verb == words.end()) return false;
  const auto at = static_cast<std::size_t>(verb - words.begin());
  const bool is_first = std::none_of(
      words.begin(), verb, [](const std::string& word) { return units_said(word).has_value(); });
  return is_first && is_before_thing(words, at + 1);
}

/// The verb that tells who acts: the last one between the two, else behind the second; null: none.
const SentenceReader::Taken* SentenceReader::verb_of(const std::vector<Taken>& steps,
                                                     std::size_t split) {
  const Taken* between = nullptr;
  const Taken* behind = nullptr;
  bool has_thing = false;
  for (const Taken& taken : steps) {
    if (taken.is_verb && taken.first >= split) behind = &taken;
    if (taken.is_verb && taken.first < split && has_thing) between = &taken;
    has_thing = has_thing || taken.is_thing;
  }
  return between != nullptr ? between : behind;
}

SentenceReading SentenceReader::pass(const Words& words, Order order) {
  reading_ = SentenceReading();
  reading_.procedure = &procedure_;
  reading_.words = words;
  for (Side& side : sides_) side = Side();
  states_.clear();
  said_for_nothing_.clear();
  steps_.clear();
  last_set_.clear();
  order_ = order;
  words_said_ = words.size();
  // "close assault: 3 elite vs 4 trained": the verb in front parts nothing.
  static const Words parting = {"vs", "versus", "against"};
  parts_later_ = std::ranges::any_of(words, [](const std::string& word) {
    return std::ranges::find(parting, word) != parting.end();
  });
  parts_later_ = parts_later_ || parts_units(words);
  parts_by_word_ = parts_later_;
  parts_later_ =
      parts_later_ || dividing_verbs(words) > 1;  // "close assault: 2 elite swarm a tank"
  divided_ = was_divided_by_verb_ = verb_is_last_ = leads_ = verb_is_of_object_ = false;
  is_either_ = counts_ = mixes_nations_ = false;
  last_thing_end_ = 0;
  for (std::size_t at = 0; at < words.size();) {
    if (order_.split > 0 && at >= order_.split && !divided_) divided_ = true;
    if (words[at] == "or" && at > 0 && at + 1 < words.size() && !is_either_) {
      is_either_ = true;
      ++at;
      continue;
    }
    const std::size_t things_before = things_said();
    const std::size_t verbs_before = reading_.verbs.size();
    is_filler_ = is_of_object_ = false;
    const std::size_t length = step(words, at);
    const bool goes_on = is_filler_ && at + length < words.size();  // "or with 8-0"
    if (is_either_ && !goes_on) reading_.not_understood.push_back("or");
    is_either_ = is_either_ && goes_on;
    steps_.push_back({at, length, things_said() > things_before,
                      reading_.verbs.size() > verbs_before, is_of_object_});
    at += length;
  }
  reading_.has_both = slot(false).empty() || slot(true).empty() || has_both() ||
                      (reading_.values.contains("firepower") && !sides_[1].things.empty());
  check_nations();
  put_leaders();
  put_director();
  put_slots();
  ask_how_many();
  reading_.says_something = !reading_.values.empty();
  put_unsaid();
  check_states();
  check_nouns();
  check_sides();
  check_what_goes_together();
  if (!reading_.left_out.empty()) {
    reading_.told.push_back(fmt::format("left out: '{}'", fmt::join(reading_.left_out, "', '")));
  }
  return std::move(reading_);
}

/// How many verbs that part who acts from whom it is done to stand in a sentence.
std::size_t SentenceReader::dividing_verbs(const Words& words) const {
  std::size_t number = 0;
  for (std::size_t at = 0; at < words.size();) {
    std::size_t longest = 0;
    for (const Phrase* const phrase : phrases_from(words[at])) {
      const bool is_there = phrase->divides && stands_at(words, at, phrase->words);
      if (is_there) longest = std::max(longest, phrase->words.size());
    }
    number += longest > 0 ? 1 : 0;
    at += std::max<std::size_t>(longest, 1);
  }
  return number;
}

/// "ambush: 6-2-8 9-1 going in on a 4-6-7": a word parts units from others behind it.
bool SentenceReader::parts_units(const Words& words) {
  static const Words parting = {"at", "on", "upon", "onto"};
  bool has_units = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (has_units && has(parting, words[at]) && is_before_thing(words, at + 1)) return true;
    has_units = has_units || units_said(words[at]);
  }
  return false;
}

/// The side that the words now read are on.
SentenceSide SentenceReader::side() const {
  if (vocabulary_.object.empty()) return SentenceSide::subject;
  if (vocabulary_.subject.empty()) return SentenceSide::object;
  return divided_ != order_.object_first ? SentenceSide::object : SentenceSide::subject;
}

bool SentenceReader::fits(SentenceSide wanted, bool exactly) const {
  if (wanted == SentenceSide::any || wanted == side()) return true;
  const bool one_sided = vocabulary_.object.empty() || vocabulary_.subject.empty();
  // "is fired at by two 4-6-7 in open ground": behind who acts may stand more of the other.
  const bool is_behind =
      order_.object_first && order_.split == 0 && divided_ && wanted == SentenceSide::object;
  if (!exactly && order_.split > words_said_) return true;  // nobody else is named
  return !exactly && (one_sided || is_behind);
}

const std::string& SentenceReader::slot(bool is_object) const {
  return is_object ? vocabulary_.object : vocabulary_.subject;
}

/// Reads what stands at that word; how many words it takes.
std::size_t SentenceReader::step(const Words& words, std::size_t at) {
  if (parts_by_and(words, at)) {
    divided_ = true;
    was_divided_by_verb_ = false;
    return 1;
  }
  Match match = phrase_at(words, at, false);
  Match told = phrase_at(words, at, true);
  const bool is_filler =
      !match.meanings.empty() && match.meanings.front().phrase->parameter == "<filler>";
  // Who does it to whom has been said, or nobody stands behind: "4-6-7 at 4-4-7, killed".
  const bool says_no_more = !match.meanings.empty() && !told.meanings.empty() &&
                            match.meanings.front().phrase->divides &&
                            told.meanings.front().phrase->parameter == "<chance>" &&
                            (divided_ || !has_thing_behind(words, at + match.length));
  const bool is_own_told = !told.meanings.empty() && told.meanings.front().phrase->is_own;
  const bool are_one_line =
      told.length > 0 && told.length == match.length &&
      told.meanings.front().phrase->line == match.meanings.front().phrase->line;
  if (are_one_line) {
    match.meanings.insert(match.meanings.end(), told.meanings.begin(), told.meanings.end());
  } else if (told.length > match.length ||
             (told.length > 0 && told.length == match.length &&
              (is_filler || says_no_more || (is_own_told && contradicts(match))))) {
    match = std::move(told);
  }
  bool is_object_thing = is_object();
  auto thing = thing_at(words, at, is_object_thing);
  // A unit where only a vehicle can stand is of the other side: "assault on a tank, 4-4-7"; so is a
  // vehicle where only a weapon can: "PF, range 1, KV-1".
  const bool is_free = sides_[is_object_thing ? 0 : 1].things.empty();
  if (!thing && is_free && match.length == 0 && !takes_units(slot(is_object_thing)) &&
      (takes_units(slot(!is_object_thing)) || takes_one_name(slot(!is_object_thing)))) {
    thing = thing_at(words, at, !is_object_thing);
    is_object_thing = !is_object_thing;
  }
  const std::size_t thing_length = thing ? thing->length : 0;
  const std::size_t divide = divide_at(words, at);
  const bool divides_better = divide >= match.length && is_filler;
  const bool may_count = (match.length == 0 || is_filler) && !thing;
  if (const std::size_t count = may_count ? take_quantity(words, at) : 0) return count;
  const ResultWords* const whole_result = may_count ? result_at(words, at) : nullptr;
  const bool says_result =  // "back in action", of which "back" alone says nothing
      whole_result != nullptr &&
      whole_result->words.size() > std::max<std::size_t>(match.length, 1);
  if (says_result) return take_result(words, at);
  const bool is_least = may_count && match.length == 0 && stands_at(words, at, {"at", "least"});
  if (const std::size_t result = is_least ? take_result(words, at) : 0) return result;
  // "in fact" and the like, of which "in" alone would say nothing.
  const std::size_t usual = longest_of(common_words().usual, words, at);
  if (usual > std::max({match.length, thing_length, divide, std::size_t{1}})) {
    if (const std::size_t taken = take_usual(words, at)) return taken;
  }
  if (longest_of(common_words().left_out, words, at) >
      std::max({match.length, thing_length, divide, std::size_t{1}})) {
    return leave_out(words, at);
  }
  if (match.length > 0 && match.length >= std::max(thing_length, divide) &&
      !(divide > 0 && divides_better)) {
    reversed_ = reversed_ || (reverses_ && match.length == divide);
    return take_match(match, words, at);
  }
  if (divide > 0 && divide >= thing_length) {
    reversed_ = reversed_ || reverses_;
    return take_divide(words, at, divide);
  }
  if (thing) {
    if (is_of_another_nation(words, at, *thing, is_object_thing)) {
      if (last_thing_end_ == at) {
        mixes_nations_ = true;  // "4-6-7 4-4-7 at 5-2-7": a German second line, if "at" follows
      } else {
        fault("who does it to whom is not said", "'at' or 'against' between the two");
      }
    }
    static const Words asking = {"does", "do", "will", "would", "can", "is", "if", "did"};
    const bool is_asked =
        at > 0 && has(asking, words[at - 1]) &&
        std::ranges::any_of(sides_[is_object_thing ? 0 : 1].things,
                            [&](const Thing& other) { return other.text == thing->name; });
    if (is_asked) {
      fault(fmt::format("{} acts, and what becomes of whom it is done to is answered", thing->name),
            "ask what becomes of the other, or what the firer risks in a question of its own");
    }
    last_thing_end_ = at + thing->length;
    return take_thing(*thing, is_object_thing);
  }
  if (const std::size_t parted = part_by_kind(words, at)) return parted;
  if (const std::size_t noun = noun_at(words, at)) return noun;
  if (const std::size_t negated = take_negated_chance(words, at)) return negated;
  if (usual > 0 || has(words, "no") || has(words, "not") || has(words, "without")) {
    if (const std::size_t taken = take_usual(words, at)) return taken;
  }
  if (const std::size_t result = take_result(words, at)) return result;
  if (const std::size_t left = leave_out(words, at)) return left;
  if (const std::size_t single = in_singular(words, at)) return single;
  return fail(words, at);
}

/// "in foxholes" as "in foxhole", where only that is known. How many words; 0: it is not.
std::size_t SentenceReader::in_singular(const Words& words, std::size_t at) {
  constexpr std::size_t shortest = 5;
  const std::string& word = words[at];
  if (word.size() < shortest || !word.ends_with('s') || word.ends_with("ss")) return 0;
  Words single = words;
  single[at].pop_back();
  const bool is_known =
      phrase_at(single, at, false).length > 0 || phrase_at(single, at, true).length > 0;
  return is_known ? step(single, at) : 0;
}

std::size_t SentenceReader::take_match(const Match& match, const Words& words, std::size_t at) {
  const Phrase& first = *match.meanings.front().phrase;
  if (first.parameter == "status" && ask_what_breaks(words, at)) return match.length;
  if (first.parameter == "<unknown>") {
    for (std::size_t i = 0; i < match.length; ++i) reading_.not_understood.push_back(words[at + i]);
    here().is_interrupted = true;
    return match.length;
  }
  const bool names_units = std::ranges::any_of(
      match.meanings, [](const Meaning& meaning) { return meaning.phrase->parameter == "<part>"; });
  if (match.length == 1 && common_words().states.contains(words[at])) {
    take_state(first, words, at);
  }
  if (is_either_ && differing(match) > 1) {
    fault("what 'or' stands between are two questions", "one question for each");
  }
  bool is_joined = false;
  for (const Meaning& meaning : match.meanings) {
    if (meaning.phrase->parameter == "<chance>") {
      take_chance(meaning.value, said_at(words, at, match.length));
      continue;
    }
    if (meaning.phrase->parameter == "<told>") {
      tell(words, at, match.length, meaning.value);
      is_either_ = is_either_ && !has(last_set_, "<told>");
      continue;
    }
    if (!meaning.told.empty()) {
      tell(words, at, match.length, meaning.told);
    }
    take(*meaning.phrase, meaning.value, names_units);
    is_joined = is_joined || (is_either_ && has(last_set_, meaning.phrase->parameter));
    if (meaning.phrase->parameter.empty()) {
      reading_.verbs.push_back(said_at(words, at, match.length));
    }
  }
  if (is_joined) is_either_ = false;
  is_filler_ = first.parameter == "<filler>";
  if (is_filler_ || first.parameter.empty()) {
    said_for_nothing_.push_back(said_at(words, at, match.length));
  }
  if (is_filler_) return match.length;
  last_set_.clear();
  for (const Meaning& meaning : match.meanings) last_set_.push_back(meaning.phrase->parameter);
  has_verb_within(words, at, match.length, reading_.verbs);
  const bool is_verb = first.parameter.empty();
  if (is_verb) verb_is_last_ = !sides_[0].things.empty();
  if (first.parameter != "<filler>" && !is_verb) here().is_interrupted = !names_units;
  return match.length;
}

/// What is asked for; with "not " in front what the others leave of a hundred.
void SentenceReader::take_chance(std::string_view names, const std::string& said) {
  const bool is_rest = names.starts_with("not ");
  if (is_rest) names.remove_prefix(4);
  for (const std::string_view name : parts_of(names, ',')) {
    if (!has(reading_.shown, std::string(name))) reading_.shown.emplace_back(name);
  }
  if (is_rest) {
    reading_.told.push_back(
        fmt::format("'{}': what '{}' leaves of 100 %", said, plain_name(std::string(names))));
  }
  is_either_ = false;  // "broken or dead"
}

/// "not killed", "without losing a man": what that leaves of a hundred. How many words; 0: none.
std::size_t SentenceReader::take_negated_chance(const Words& words, std::size_t at) {
  static const Words negations = {"not", "without", "nobody", "none",   "never",
                                  "no",  "avoid",   "avoids", "neither"};
  static const Words between = {"anyone", "anybody", "anything", "any", "being",  "getting", "them",
                                "him",    "it",      "been",     "be",  "either", "is",      "are"};
  if (!has(negations, words[at])) return 0;
  std::size_t first = at + 1;
  while (first < words.size() && has(between, words[first])) ++first;
  if (first >= words.size()) return 0;
  const Match asked = phrase_at(words, first, true);
  const bool is_chance = asked.length > 0 && asked.meanings.front().phrase->parameter == "<chance>";
  const ResultWords* const result = is_chance ? nullptr : result_at(words, first);
  if (!is_chance && (result == nullptr || result->shown.empty())) return 0;
  const std::string& names = is_chance ? asked.meanings.front().value : result->shown;
  if (names.starts_with("not ")) return 0;
  const std::size_t length = first + (is_chance ? asked.length : result->words.size()) - at;
  take_chance("not " + names, said_at(words, at, length));
  return length;
}

/// "at least two of them", "more than one", "both", "none": how many of several, which the answer
/// tells. How many words; 0: that does not stand there.
std::size_t SentenceReader::take_quantity(const Words& words, std::size_t at) {
  static const std::vector<Words> before = {{"at", "least"},
                                            {"at", "most"},
                                            {"no", "more", "than"},
                                            {"more", "than"},
                                            {"fewer", "than"},
                                            {"less", "than"},
                                            {"exactly"},
                                            {"all"}};
  static const Words whole = {"both", "all", "none", "neither", "either", "each"};
  static const Words measuring = {"hexes", "hex",    "fp",     "factors", "mf",     "mp",
                                  "turns", "rounds", "phases", "%",       "percent"};
  const bool counts = !procedure_.measures.empty() && procedure_.name != "dice.roll";
  const bool counts_units = takes_units(slot(false)) || takes_units(slot(true));
  if (!counts) return 0;
  std::size_t length = 0;
  const auto counted_at = [&](std::size_t number) {
    const bool is_there = number < words.size() && count_said(words[number]);
    const bool has_other = is_there && number + 1 < words.size() &&
                           (has(measuring, words[number + 1]) || is_before_thing(words, number));
    return is_there && !has_other;
  };
  for (const Words& each : before) {
    if (stands_at(words, at, each) && counted_at(at + each.size())) length = each.size() + 1;
    if (length > 0) break;
  }
  const bool is_open =
      length == 0 && counted_at(at) &&
      (stands_at(words, at + 1, {"or", "more"}) || stands_at(words, at + 1, {"or", "fewer"}));
  if (is_open) length = 3;
  const bool is_whole =
      length == 0 && counts_units && has(whole, words[at]) && !is_before_thing(words, at + 1);
  if (is_whole) length = 1;
  if (length == 0) return 0;
  // "none breaks": what that leaves of a hundred
  if (const std::size_t negated = take_negated_chance(words, at)) return negated;
  tell(words, at, length, "the answer tells how many of them");
  counts_ = true;
  is_filler_ = true;
  while (at + length < words.size() &&
         (words[at + length] == "them" || words[at + length] == "squads")) {
    ++length;
  }
  return length;
}

/// The longest words for a result that stand there; null: none. What may be said of the units
/// beside it ("broken 4-4-7") is none.
const ResultWords* SentenceReader::result_at(const Words& words, std::size_t at) const {
  const bool is_state = common_words().states.contains(words[at]);
  const std::string before = at > 0 ? words[at - 1] : "";
  const std::string behind = at + 1 < words.size() ? words[at + 1] : "";
  const bool is_of_unit =
      is_state && (is_before_thing(words, at + 1) || units_said(before) || before == "both" ||
                   before == "all" || common_words().nouns.contains(behind));
  if (is_of_unit) return nullptr;
  const ResultWords* longest = nullptr;
  for (const ResultWords& result : vocabulary_.results) {
    const bool is_longer = longest == nullptr || result.words.size() > longest->words.size();
    if (is_longer && stands_at(words, at, result.words)) longest = &result;
  }
  return longest;
}

/// "is it destroyed?", "hit included": what may become of somebody, in words that mean nothing else
/// here. How many words; 0: none.
std::size_t SentenceReader::take_result(const Words& words, std::size_t at) {
  const bool is_least = stands_at(words, at, {"at", "least"}) && at + 2 < words.size();
  static const Words whose = {"target", "defender", "attacker", "enemy", "squad", "unit", "tank"};
  const bool says_whose = has(whose, words[at]) && at + 1 < words.size();
  const std::size_t first = at + (is_least ? 2 : says_whose ? 1 : 0);
  const ResultWords* const result = result_at(words, first);
  if (result == nullptr) return 0;
  const std::size_t length = first - at + result->words.size();
  if (says_whose && result->shown.empty()) return 0;
  reading_.loose += result->shown.empty() ? 2 : 1;
  if (result->shown.empty()) {
    tell(words, at, length, "what is asked stands in the answer");
  } else {
    take_chance(result->shown, said_at(words, at, length));
  }
  is_filler_ = true;
  is_either_ = false;
  return length;
}

/// "stationary", "not encircled": what is taken where nothing is said. How many words; 0: none.
std::size_t SentenceReader::take_usual(const Words& words, std::size_t at) {
  static const Words negations = {"no", "not", "without", "never", "nobody"};
  // Who rallies or routs is broken.
  const bool is_of_broken = procedure_.name.find("rall") != std::string::npos ||
                            procedure_.name.find("rout") != std::string::npos;
  if (is_of_broken && words[at] == "unbroken") return 0;
  std::size_t length = longest_of(common_words().usual, words, at);
  if (has(negations, words[at]) && at + 1 < words.size()) {
    const Match denied = phrase_at(words, at + 1, false);
    const bool are_otherwise =
        denied.length > 0 && std::ranges::all_of(denied.meanings, [&](const Meaning& meaning) {
          const Parameter* const parameter = procedure_.parameter(meaning.phrase->parameter);
          const bool is_place =
              meaning.phrase->parameter == "terrain" || meaning.phrase->parameter == "range";
          return !is_place && parameter != nullptr && parameter->default_value &&
                 *parameter->default_value != meaning.value &&
                 !reading_.values.contains(meaning.phrase->parameter);
        });
    if (are_otherwise) length = std::max(length, denied.length + 1);
  }
  if (length == 0) return 0;
  tell(words, at, length, "that is how it is taken");
  ++reading_.loose;
  is_filler_ = true;
  return length;
}

/// Where rallying is asked of some, the answer counts those who rally.
void SentenceReader::ask_how_many() {
  if (!counts_ || !reading_.shown.empty()) return;
  const bool counts_rallied = std::ranges::any_of(procedure_.measures, [](const Term& measure) {
    return measure.name == std::string("rallied");
  });
  if (counts_rallied) reading_.shown.emplace_back("rallied");
}

/// "8 FP at 4-4-7 in woods: broken?": at the end, and beside no unit, it is what may happen.
/// Whether it is that, or is asked back, since nothing says that a chance is asked for.
bool SentenceReader::ask_what_breaks(const Words& words, std::size_t at) {
  static const Words asking = {"odds",       "chance", "chances", "likely", "probability",
                               "likelihood", "often",  "will",    "does",   "p"};
  if (words[at] != "broken" || at + 1 != words.size() || at == 0 || units_said(words[at - 1])) {
    return false;
  }
  const Match event = phrase_at({"gets", "broken"}, 0, true);
  if (event.meanings.empty()) return false;
  const bool asks = std::ranges::any_of(asking, [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
  if (asks) {
    reading_.shown.push_back(event.meanings.front().value);
  } else {
    fault("whether 'broken' is what they are or what becomes of them is not said",
          "'broken 4-4-7' for those who are, 'gets broken' for the chance");
  }
  return true;
}

/// "broken 4-4-7" and "4-4-7 broken": of which units it is said.
void SentenceReader::take_state(const Phrase& phrase, const Words& words, std::size_t at) {
  const std::string& word = words[at];
  Side& side = here();
  const bool is_behind = at > 0 && units_said(words[at - 1]) && !side.things.empty();
  const bool is_before = is_before_thing(words, at + 1);
  const auto is_leader_at = [&](std::size_t i) {
    const auto units = i < words.size() ? units_said(words[i]) : std::nullopt;
    return units && is_leader(*units);
  };
  if (is_before && is_behind && is_of_whole_stack(word) && is_leader_at(at + 1)) {
    states_.push_back(word);  // "467 ? 8-1": they are one stack
    for (Thing& thing : side.things) thing.states.push_back(word);
    side.states.push_back({phrase.parameter, word});
    reading_.told.push_back(fmt::format("'{}': taken of the {} and the {}", word,
                                        side.things.back().text, words[at + 1]));
    return;
  }
  if (is_before && is_behind) {
    fault(fmt::format(
              "whether '{}' is said of the unit before it or of that behind it is not clear", word),
          fmt::format("an 'and' between them: '4-4-7 and {} 4-6-7'", word));
  }
  if (is_before) {
    states_.push_back(word);
  } else {
    for (Thing& thing : side.things) thing.states.push_back(word);
  }
  const bool is_value = !phrase.parameter.empty() && !phrase.parameter.starts_with('<');
  if (is_value && (is_before || is_behind)) side.states.push_back({phrase.parameter, word});
}

std::size_t SentenceReader::take_divide(const Words& words, std::size_t at, std::size_t length) {
  if (is_choice_of_leaders(words, at, length)) {  // "rally 4-4-7, 8-0 vs 9-1"
    is_either_ = true;
    is_filler_ = true;
    return length;
  }
  if (is_skipped_divide(words, at, length)) return length;
  // "what cowering costs at 8 FP against 4-4-7": who fires stands there.
  const bool is_of_subject = !divided_ && things_said() == 0 && !order_.object_first &&
                             order_.split == 0 && forward_ && is_firepower_at(words, at + length) &&
                             vocabulary_.subject != "firepower" && parts_later_;
  if (is_of_subject && words[at] == "at") return length;
  const bool leads = !divided_ && reading_.values.empty() && things_said() == 0;
  if (leads && order_.object_first) return length;
  if ((divided_ && !was_divided_by_verb_) || order_.split > 0) return fail(words, at);
  leads_ = leads;
  // "4-6-7 crosses the road vs 4-4-7": he does it whom it is done to.
  if (verb_is_of_object_ && !order_.object_first && !sides_[0].things.empty()) reversed_ = true;
  // Who acts is nothing that is asked for here: he is not among those it is done to.
  if (vocabulary_.subject.empty() && !order_.object_first && forward_) {
    for (Thing& actor : sides_[1].things) reading_.not_understood.push_back(actor.text);
    sides_[1].things.clear();
  }
  divided_ = true;
  was_divided_by_verb_ = false;
  return length;
}

/// Where only one side is asked for, "vs" between two leaders is "or".
bool SentenceReader::is_choice_of_leaders(const Words& words, std::size_t at,
                                          std::size_t length) const {
  const auto is_leader_at = [&](std::size_t i) {
    if (i >= words.size()) return false;
    const auto units = units_said(words[i]);
    return units && is_leader(*units);
  };
  return vocabulary_.object.empty() && (words[at] == "vs" || words[at] == "versus") && at > 0 &&
         is_leader_at(at - 1) && is_leader_at(at + length);
}

/// Where only one side is asked for, "at" and "on" part nothing: "minefield attack on a 4-4-7".
bool SentenceReader::is_skipped_divide(const Words& words, std::size_t at,
                                       std::size_t length) const {
  if (!vocabulary_.object.empty()) return false;
  return sides_[0].things.empty() || !is_units_at(words, at + length);
}

std::size_t SentenceReader::take_thing(const NamesSaid::Found& thing, bool is_object) {
  verb_is_last_ = false;
  last_set_.clear();
  Side& side = sides_[is_object ? 1 : 0];
  const bool is_begun = !thing.others.empty();  // "StuG IIIG at T-34, the StuG fires first"
  const auto is_said = [&](const std::string& name) {
    return std::ranges::any_of(sides_, [&](const Side& each) {
      return (&each == &side || is_begun) &&
             std::ranges::any_of(each.things,
                                 [&](const Thing& known) { return known.text == name; });
    });
  };
  const bool is_named = !takes_units(slot(is_object));
  if (is_named && (is_said(thing.name) || std::ranges::any_of(thing.others, is_said))) {
    return thing.length;  // the same once more: "..., T-34 hull down"
  }
  constexpr std::size_t few = 3;
  if (thing.others.size() > few || (!thing.others.empty() && !takes_one_name(slot(is_object)))) {
    fault(fmt::format("there are several: {}, {}", thing.name, fmt::join(thing.others, ", ")),
          "say which");
  } else if (!thing.others.empty()) {  // all of them are asked about
    reading_.told.push_back(
        fmt::format("there are {} and {}", thing.name, fmt::join(thing.others, " and ")));
  }
  push(side, {thing.name, false, {}, thing.others});
  return thing.length;
}

/// "breaking a 4-5-8 in woods if two 4-6-7 fire": units of another nation that do not stand beside
/// those of that side.
bool SentenceReader::is_of_another_nation(const Words& words, std::size_t at,
                                          const NamesSaid::Found& thing, bool is_object) const {
  static const Words joining = {"and", "with", "or", "plus", "leader"};
  const CommonWords& common = common_words();
  const std::string nation = common.nation_of(thing.name);
  const std::vector<Thing>& things = sides_[is_object ? 1 : 0].things;
  const bool is_another = !nation.empty() && std::ranges::any_of(things, [&](const Thing& known) {
    const std::string other = known.is_part ? std::string() : common.nation_of(known.text);
    return !other.empty() && other != nation;
  });
  if (!is_another) return false;
  if (last_thing_end_ == at) return true;
  for (std::size_t i = last_thing_end_; i < at; ++i) {
    if (!has(joining, words[i]) && !common.nouns.contains(words[i]) &&
        !common.states.contains(words[i]) && !common.is_adjective(words[i])) {
      return true;
    }
  }
  return false;
}

/// "does a 4-4-7 with a MOL burn a moving T-34": what can only be of the other side begins it. How
/// many words it takes; 0: that is not so.
std::size_t SentenceReader::part_by_kind(const Words& words, std::size_t at) {
  const bool may_part = !divided_ && order_.split == 0 && !order_.object_first &&
                        !sides_[0].things.empty() && !vocabulary_.object.empty();
  if (!may_part) return 0;
  divided_ = true;
  const Match first = phrase_at(words, at, false);
  Match last = first;
  for (std::size_t i = at + first.length; last.length > 0 && i < words.size(); i += last.length) {
    const Phrase& phrase = *last.meanings.front().phrase;
    if (phrase.side != SentenceSide::object || phrase.parameter == "<part>") break;
    last = phrase_at(words, i, false);
  }
  const bool is_of_object = last.length > 0 &&
                            last.meanings.front().phrase->side == SentenceSide::object &&
                            last.meanings.front().phrase->parameter == "<part>";
  if (!is_of_object) {
    divided_ = false;
    return 0;
  }
  was_divided_by_verb_ = true;
  return take_match(first, words, at);
}

std::string SentenceReader::Thing::either() const {
  return others.empty() ? text : fmt::format("{},{}", text, fmt::join(others, ","));
}

/// "467 8-1 or 9-1" is a choice of leaders; "467 8-1 or 2*467" could be one of two groups.
void SentenceReader::check_either(const Side& side, const Thing& thing) {
  const Thing& before = side.things.back();
  const auto is_of_mmc = [](const Thing& each) {
    return !each.is_part && units_said(each.text) && !is_leader(each.text);
  };
  const bool are_alike = before.is_part == thing.is_part && before.states == thing.states &&
                         is_leader(before.text) == is_leader(thing.text);
  const bool is_only = !is_of_mmc(thing) || side.things.size() == 1;
  if (are_alike && is_only) return;
  fault("what 'or' stands between is not clear", "one question for each");
}

void SentenceReader::push(Side& side, Thing thing) {
  thing.states = std::move(states_);
  states_.clear();
  if (is_either_ && !side.things.empty() && !side.is_interrupted) {
    check_either(side, thing);
    Words& others = side.things.back().others;
    others.push_back(thing.text);
    others.insert(others.end(), thing.others.begin(), thing.others.end());
    is_either_ = false;
    return;
  }
  const bool is_there = std::ranges::any_of(
      side.things, [&](const Thing& known) { return known.text == thing.text; });
  if (is_there && side.is_interrupted && !thing.is_part) {
    fault(fmt::format("{} is named twice", thing.text),
          fmt::format("say it once, or 2*{} for two of them", thing.text));
  }
  const Side& other = &side == &sides_[0] ? sides_[1] : sides_[0];
  const bool is_opposite = !side.things.empty() && side.is_interrupted && !thing.is_part &&
                           std::ranges::any_of(other.things, [&](const Thing& known) {
                             return known.text == thing.text;
                           });
  if (is_opposite) {
    fault(fmt::format("which {} is meant is not clear: there is one on the other side", thing.text),
          "say what holds for it where it is named first");
  }
  const auto is_led = [](const Side& each) {
    return std::ranges::any_of(each.things,
                               [](const Thing& known) { return is_leader(known.text); });
  };
  const bool is_of_either = &side == &sides_[1] && side.is_interrupted && !side.things.empty() &&
                            is_leader(thing.text) && thing.states.empty() &&
                            !other.things.empty() && !is_led(other) && !is_led(side);
  if (is_of_either) {
    fault(fmt::format("whose leader the {} is is not clear", thing.text),
          fmt::format("'{}' right beside the units that he is with", thing.text));
  }
  side.is_interrupted = false;
  side.things.push_back(std::move(thing));
}

/// "a duel between A and B", "A and B duel": the "and" parts the two, where each side has one name
/// or the words say that it does.
bool SentenceReader::parts_by_and(const Words& words, std::size_t at) {
  static const Words meeting = {"duel", "duels", "fight", "fights", "firefight"};
  const bool is_first = !divided_ && !order_.object_first && order_.split == 0;
  if (words[at] != "and" || !is_first || at + 1 >= words.size()) return false;
  if (slot(false).empty() || slot(true).empty() || sides_[0].things.empty()) return false;
  const auto from = words.begin();
  const auto here = from + static_cast<std::ptrdiff_t>(at);
  const bool is_between = std::find(from, here, "between") != here;
  const bool meets =
      takes_one_name(slot(false)) &&
      std::ranges::any_of(words, [](const std::string& word) { return has(meeting, word); });
  return (is_between || meets) && thing_at(words, at + 1, true).has_value();
}

/// Whether a unit stands there, perhaps behind other words that say how it is.
bool SentenceReader::is_before_thing(const Words& words, std::size_t at) {
  while (at < words.size() &&
         (common_words().states.contains(words[at]) || common_words().is_adjective(words[at]))) {
    ++at;
  }
  return at < words.size() && counted_units_at(words, at).has_value();
}

/// Whether a unit, a weapon, a vehicle, a squad or what is said of them only stands from there on.
bool SentenceReader::has_thing_behind(const Words& words, std::size_t first) {
  for (std::size_t at = first; at < words.size(); ++at) {
    if (counted_units_at(words, at) || common_words().nouns.contains(words[at]) ||
        names(slot(true)).at(words, at)) {
      return true;
    }
  }
  return std::ranges::any_of(vocabulary_.phrases, [&](const Phrase& phrase) {
    Meaning meaning;
    const bool is_theirs = phrase.parameter == "<part>" || phrase.side == SentenceSide::object;
    for (std::size_t at = first; is_theirs && at < words.size(); ++at) {
      if (matched(phrase, words, at, meaning) > 0) return true;
    }
    return false;
  });
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

std::size_t SentenceReader::fail(const Words& words, std::size_t at) {
  reading_.not_understood.push_back(words[at]);
  here().is_interrupted = true;
  return 1;
}

/// How many words the longest of them that stands there has; 0: none does.
std::size_t SentenceReader::longest_of(const ByFirst& all, const Words& words, std::size_t at) {
  std::size_t length = 0;
  const auto known = all.find(words[at]);
  if (known == all.end()) return 0;
  for (const Words& each : known->second) {
    if (each.size() > length && stands_at(words, at, each)) length = each.size();
  }
  return length;
}

/// "but", "this time": what states nothing (<left>), and "one" for "a". How many words; 0: none.
std::size_t SentenceReader::leave_out(const Words& words, std::size_t at) {
  std::size_t length = longest_of(common_words().left_out, words, at);
  static const Words behind_numbers = {"of", "by", "after", "at", "under", "or", "more", "another"};
  const bool is_article = length == 0 && words[at] == "one" && at + 1 < words.size() &&
                          !has(behind_numbers, words[at + 1]);
  if (is_article) length = 1;
  if (length == 0) return 0;
  const std::string said = said_at(words, at, length);
  if (!has(reading_.left_out, said)) reading_.left_out.push_back(said);
  here().is_interrupted = true;
  is_filler_ = true;
  return length;
}

/// "squad", "leader" beside a unit say nothing; "two squads" without one do not say which. How many
/// words; 0: none stands there.
std::size_t SentenceReader::noun_at(const Words& words, std::size_t at) {
  const auto& nouns = common_words().nouns;
  const bool is_counted = at + 1 < words.size() && nouns.contains(words[at + 1]) &&
                          (count_said(words[at]) || words[at] == how_many_squads);
  const bool has_slot = takes_units(slot(false)) || takes_units(slot(true));
  if (is_counted && has_slot) {
    reading_.nouns.push_back({at, 2, is_object()});
    fault(fmt::format("'{} {}' does not say which", words[at], words[at + 1]),
          words[at + 1].starts_with("leader") ? "leaders by what is printed on them: 8-1 9-1"
                                              : "a unit by what is printed on it: 2*4-4-7");
    return 2;
  }
  if (!nouns.contains(words[at])) return 0;
  const bool is_leader_of_whom = words[at] == "leader" && is_object() && here().is_interrupted &&
                                 !slot(false).empty() && at + 1 < words.size() &&
                                 units_said(words[at + 1]);
  if (is_leader_of_whom) {
    fault(fmt::format("whose leader the {} is is not clear", words[at + 1]),
          fmt::format("'{}' right beside the units that he is with", words[at + 1]));
  }
  const auto is_unit = [&](std::size_t i) {
    return i < words.size() && is_such(words[at], words[i]);
  };
  const bool is_beside = is_unit(at + 1) || (at > 0 && is_unit(at - 1));
  if (!is_beside && !has_slot) {  // who does it is not asked here, whom it is done to is
    if (is_object() && !slot(true).empty()) return 0;
    tell(words, at, 1, "");
    return 1;
  }
  if (!is_beside) {
    here().noun = words[at];
    reading_.nouns.push_back({at, 1, is_object()});
  }
  return 1;
}

void SentenceReader::note_verb_of_object(const Phrase& phrase) {
  is_of_object_ = true;
  if (!phrase.divides) verb_is_of_object_ = true;  // "break a 4-4-7" is what others do
}

void SentenceReader::take(const Phrase& phrase, const std::string& value, bool adds) {
  if (phrase.parameter.empty() || phrase.parameter == "<divide>") {
    if (phrase.parameter == "<divide>") {
      const bool parts_behind = parts_by_word_ || dividing_verbs(reading_.words) > 0;
      if (order_.split == 0 && !(parts_behind && things_said() == 0)) {
        divided_ = true;
        was_divided_by_verb_ = false;
      }
    } else if (phrase.divides && !divided_ && !order_.object_first && order_.split == 0 &&
               !(parts_later_ && things_said() == 0 &&
                 (reading_.values.empty() ||
                  (parts_by_word_ && !reading_.values.contains("firepower"))))) {
      divided_ = was_divided_by_verb_ = true;
    }
    if (phrase.side == SentenceSide::object) note_verb_of_object(phrase);
  } else if (phrase.parameter == "<reverse>") {
    if (order_.object_first) {
      divided_ = true;
      was_divided_by_verb_ = false;
    } else {
      reversed_ = true;
    }
  } else if (phrase.parameter == "<ask>") {
    const std::vector<std::string_view> texts = parts_of(value, '|');
    fault(std::string(texts.front()), std::string(texts.back()));
  } else if (phrase.parameter == "<part>") {
    push(here(), {value, true, {}});
  } else if (phrase.parameter == "<verb>") {
    reading_.verbs.push_back(value);
  } else if (phrase.parameter != "<filler>") {
    set(phrase.parameter, value, adds);
  }
}

void SentenceReader::set(const std::string& parameter, const std::string& value, bool adds) {
  const auto [known, is_new] = reading_.values.emplace(parameter, value);
  if (is_new) return;
  if (adds) {
    known->second += " " + value;
    return;
  }
  const Parameter* const asked = procedure_.parameter(parameter);
  const bool is_dice = asked != nullptr && asked->is_dice;  // "2d6 + 1" is no "2d6 1"
  if (!is_dice && plain_name(known->second) == plain_name(value)) return;
  // "2d6, chance of boxcars": what is asked of these dice.
  if (is_dice && is_asked_of(known->second, value)) {
    known->second = value;
    return;
  }
  // "2d6+4 or 2d6+1 at least 10": is the first asked for 10, too?
  const bool are_alike = !is_dice || compares(known->second) == compares(value);
  if (is_either_ && has(last_set_, parameter) && are_alike) {
    known->second += "," + value;
    return;
  }
  fault(fmt::format("{} is said twice: {} and {}", plain_name(parameter), known->second, value),
        "say it once");
}

/// The first fault counts.
void SentenceReader::fault(std::string wrong, std::string right) {
  if (!reading_.fault.empty()) return;
  reading_.fault = std::move(wrong);
  reading_.remedy = std::move(right);
}

void SentenceReader::tell(const Words& words, std::size_t at, std::size_t length,
                          const std::string& reason) {
  std::string line = fmt::format("'{}': {}", said_at(words, at, length),
                                 reason.empty() ? "makes no difference here" : reason);
  if (!has(reading_.told, line)) reading_.told.push_back(std::move(line));
}

/// "at", "against", or "under fire from" where the object comes first. How many words; 0: none.
std::size_t SentenceReader::divide_at(const Words& words, std::size_t at) {
  const auto longest = [&](const std::vector<Words>& all) {
    std::size_t length = 0;
    for (const Words& each : all) {
      const bool before_unit = each.back() == "{unit}";  // only there: "from" two squads
      const bool before_fp = each.back() == "{fp}";
      const std::size_t size = each.size() - (before_unit || before_fp ? 1 : 0);
      const auto end = each.begin() + static_cast<std::ptrdiff_t>(size);
      if (size <= length || each.front() != words[at]) continue;
      if (!stands_at(words, at, {each.begin(), end})) continue;
      if (before_unit && !is_units_at(words, at + size)) continue;
      if (before_fp && !is_firepower_at(words, at + size)) continue;
      length = size;
    }
    return length;
  };
  const std::size_t forward = longest(common_words().divides);
  reverses_ = false;
  if (vocabulary_.object.empty()) return forward;
  const std::size_t reverse = longest(common_words().reverses);
  forward_ = forward >= reverse;
  if (vocabulary_.subject.empty()) return std::max(forward, reverse);
  reverses_ = reverse > forward && !order_.object_first && order_.split == 0 &&
              (!divided_ || was_divided_by_verb_ || leads_);
  const bool wants_reverse =
      order_.object_first && order_.split == 0 && things_said() > 0 && !verb_is_of_object_;
  return wants_reverse ? reverse : std::max(forward, reverse);
}

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
    if (!is_verb && !fits(phrase.side, told)) continue;
    Meaning meaning;
    const std::size_t length = matched(phrase, words, at, meaning);
    if (length == 0 || length < best.length) continue;
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
        return known != reading_.values.end() && known->second != meaning.value;
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
    } else if (kind == "{+}") {
      found = signed_number_said(inside);
    } else if (kind == "{sign}") {  // with its sign
      if (signed_number_said(inside) && inside != "0") found = inside;
    } else if (kind == "{plus}") {  // "5+"
      if (inside.ends_with('+') &&
          is_digits(std::string_view(inside).substr(0, inside.size() - 1))) {
        found = inside.substr(0, inside.size() - 1);
      }
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
  // "2d6 = 7 or 11" is one question.
  constexpr std::string_view is_one = "= {2}";
  const bool is_any_of_several = captured.size() == 2 &&
                                 captured[1].find(',') != std::string::npos &&
                                 meaning.value.ends_with(is_one);
  if (is_any_of_several) {
    meaning.value.replace(meaning.value.size() - is_one.size(), is_one.size(), "in {{2}}");
  }
  for (std::size_t i = 0; i < captured.size(); ++i) {
    put(meaning.value, fmt::format("{{{}}}", i + 1), captured[i]);
  }
  if (!captured.empty()) put(meaning.value, "{}", captured.back());
  return at - first;
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

bool SentenceReader::takes_units(const std::string& name) const {
  const Parameter* const parameter = procedure_.parameter(name);
  return parameter != nullptr && (parameter->unit_fact != UnitFact::none ||
                                  parameter->form.find("-7") != parameter->form.npos ||
                                  parameter->form.find("-1") != parameter->form.npos);
}

/// A gun or a vehicle: there is one.
bool SentenceReader::takes_one_name(const std::string& name) const {
  const Parameter* const parameter = procedure_.parameter(name);
  if (takes_units(name)) return false;
  return is_vehicle_name(procedure_, name) || name == "vehicle" || name == "weapon" ||
         (parameter != nullptr && parameter->form.find("calibre") != parameter->form.npos);
}

/// A unit, a weapon or a vehicle, as the parameter of that side takes it.
std::optional<NamesSaid::Found> SentenceReader::thing_at(const Words& words, std::size_t at,
                                                         bool is_object) {
  const std::string& parameter_name = slot(is_object);
  if (parameter_name.empty()) return std::nullopt;
  auto named = names(parameter_name).at(words, at);
  constexpr std::size_t short_leader = 2;  // "80" rolls: name_leaders() has named those who are
  const bool is_number = words[at].size() == short_leader && is_digits(words[at]);
  if (named && !(is_number && named->length == 1 && units_said(named->name))) return named;
  if (takes_units(parameter_name)) {
    auto units = counted_units_at(words, at);
    if (units) {
      if (units->length == 1 && is_plural(words[at]) &&
          units->name.find('*') == std::string::npos) {
        fault(fmt::format("how many {} are meant is not said", units->name),
              fmt::format("a number, as in 2*{}", units->name));
      }
      return units;
    }
  }
  const Parameter* const parameter = procedure_.parameter(parameter_name);
  const bool takes_guns =
      parameter != nullptr && parameter->form.find("calibre") != parameter->form.npos;
  if (takes_guns) {
    if (auto gun = gun_said(words[at])) {
      const bool spaced_mm = at + 1 < words.size() && words[at + 1] == "mm";
      return NamesSaid::Found{*gun, spaced_mm ? std::size_t{2} : std::size_t{1}};
    }
  }
  return std::nullopt;
}

/// Where leaders help others (<leaders>), those who stand among the others and are not said to be
/// broken do.
void SentenceReader::put_leaders() {
  if (vocabulary_.leaders.empty()) return;
  std::vector<Thing>& things = sides_[0].things;
  const auto helps = [&](const Thing& thing) {
    return !thing.is_part && is_leader(thing.text) && !has(thing.states, "broken");
  };
  if (std::ranges::all_of(things, [](const Thing& thing) { return is_leader(thing.text); })) return;
  for (const Thing& thing : things) {
    if (!helps(thing)) continue;
    const auto after = things.begin() + (&thing - things.data()) + 1;
    const bool is_before_broken = std::any_of(
        after, things.end(), [](const Thing& other) { return has(other.states, "broken"); });
    if (verb_is_last_ && things.size() > 1 && !is_before_broken) {
      fault(fmt::format("whether the {} is one of the broken is not said", thing.text),
            fmt::format("'with {0}' for the leader who helps, or 'broken {0}'", thing.text));
    }
    if (has(thing.states, "wounded")) {
      fault(fmt::format("a wounded leader who helps is not asked as {}", thing.text),
            "his morale is one lower and his modifier one worse: an 8-1 counts as 7-0");
    }
    set(vocabulary_.leaders, thing.either(), true);
  }
  std::erase_if(things, helps);
}

/// "12 FP with a 9-1": he directs, where the firepower is given by itself.
void SentenceReader::put_director() {
  std::vector<Thing>& things = sides_[0].things;
  const bool is_given = reading_.values.contains("firepower") && vocabulary_.subject != "firepower";
  const bool may_direct = is_given && things.size() == 1 && is_leader(things.front().text) &&
                          procedure_.parameter("leader") != nullptr;
  if (!may_direct) return;
  set("leader", things.front().either());
  things.clear();
}

/// "HMG at 4-4-7": a machine gun that stands alone is the enemy's of those whom it fires at, and a
/// half-squad mans it, whose own firepower it takes.
void SentenceReader::name_machine_guns() {
  std::vector<Thing>& things = sides_[0].things;
  const auto nation_on = [](const Side& side) {
    for (const Thing& thing : side.things) {
      const std::string nation = common_words().nation_of(thing.text);
      if (!nation.empty()) return nation;
    }
    return std::string();
  };
  const bool has_men = std::ranges::any_of(things, [](const Thing& thing) {
    const bool names_its_men = units_said(thing.text.substr(0, thing.text.find(' '))).has_value();
    return thing.is_part ? names_its_men : !is_leader(thing.text);  // "2-4-7 MMG"
  });
  const std::string target = nation_on(sides_[1]);
  if (has_men) {
    name_those_of_both_nations(target);
    return;
  }
  // A leader directs who mans it; only alone does he fire it himself.
  static const Words alone = {"alone", "himself", "lone", "solo"};
  const bool is_led_alone =
      std::ranges::any_of(things, [](const Thing& thing) { return is_leader(thing.text); }) &&
      std::ranges::any_of(alone,
                          [&](const std::string& word) { return has(reading_.words, word); });
  const bool mans_named = !is_led_alone && !vocabulary_.object.empty();
  for (Thing& thing : things) {
    static constexpr std::string_view kinds[] = {"LMG", "MMG", "HMG"};
    const std::size_t space = thing.text.find(' ') + 1;
    const bool is_named = space > 0;
    const std::string kind = thing.text.substr(space);
    const bool is_gun = thing.is_part && std::ranges::find(kinds, kind) != std::end(kinds);
    const bool has_crew = is_named && units_said(thing.text.substr(0, space - 1)).has_value();
    if (!is_gun || has_crew || (is_named ? !mans_named : target.empty())) continue;
    const std::string whose = is_named             ? thing.text.substr(0, space - 1)
                              : target == "german" ? "Russian"
                                                   : "German";
    const std::string men = whose == "German" ? "2-4-7" : "2-2-7";
    const std::string name = fmt::format("{} {}", whose, kind);
    reading_.told.push_back(
        fmt::format("'{}': taken as a {} that a {} mans", thing.text, name, men));
    thing.text = men + " " + name;
  }
}

/// "4-4-7 LMG": a 4-4-7 is Russian, if nothing says that it is one of the Germans' second line.
/// A crew is of either.
void SentenceReader::name_those_of_both_nations(const std::string& target) {
  const auto is_of_both = [](const Thing& thing) {
    return thing.text.ends_with("4-4-7") || thing.text.ends_with("2-2-8");
  };
  std::vector<Thing>& things = sides_[0].things;
  const bool are_all = std::ranges::all_of(things, [&](const Thing& thing) {
    return thing.is_part || is_leader(thing.text) || is_of_both(thing);
  });
  const bool is_german = has(reading_.words, "german") || has(reading_.words, "germans");
  if (!are_all || procedure_.game() != "asl") return;
  const bool are_crews = std::ranges::none_of(
      things, [](const Thing& thing) { return thing.text.ends_with("4-4-7"); });
  const bool is_russian = has(reading_.words, "russian") || has(reading_.words, "russians");
  const std::string whose = !are_crews            ? "Russian"
                            : is_german           ? "German"
                            : is_russian          ? "Russian"
                            : target == "german"  ? "Russian"
                            : target == "russian" ? "German"
                                                  : "";
  if (whose.empty() || (is_german && !are_crews)) return;
  for (Thing& thing : things) {
    const std::size_t star = thing.text.find('*');
    const std::size_t name = star == std::string::npos ? 0 : star + 1;
    const std::string gun = thing.text.substr(name);
    if (!thing.is_part || (gun != "LMG" && gun != "MMG" && gun != "HMG")) continue;
    reading_.told.push_back(
        are_crews ? fmt::format("'{}': taken as a {} {}", gun, whose, gun)
                  : fmt::format("'{}': taken as a Russian {}, since 4-4-7 are Russian; 'German {}' "
                                "asks for theirs",
                                gun, gun, gun));
    thing.text.insert(name, whose + " ");
  }
}

void SentenceReader::put_slots() {
  name_machine_guns();
  for (const bool is_object : {false, true}) {
    const std::string& parameter = slot(is_object);
    const std::vector<Thing>& things = sides_[is_object ? 1 : 0].things;
    if (things.empty()) continue;
    Words texts = {""};  // with each of what stands on both sides of "or"
    Words whole;
    for (const Thing& thing : things) {
      Words all;
      for (const std::string& text : texts) {
        all.push_back(text + (text.empty() ? "" : " ") + thing.text);
        for (const std::string& other : thing.others) {
          all.push_back(text + (text.empty() ? "" : " ") + other);
        }
      }
      texts = std::move(all);
      if (!thing.is_part) whole.push_back(thing.text);
    }
    constexpr std::size_t most = 12;
    if (texts.size() > most) {
      fault("there are too many ways to read it", "name one of each");
      texts.resize(1);
    }
    const Parameter* const asked = procedure_.parameter(parameter);
    const bool takes_one_unit = asked != nullptr && asked->unit_fact == UnitFact::morale;
    if (takes_one_unit && (whole.size() > 1 || texts.front().find('*') != std::string::npos)) {
      fault("one unit is asked for", "say one of them");
    }
    if (takes_one_name(parameter) && whole.size() > 1) {
      fault(fmt::format("{} are named where there is one", fmt::join(whole, " and ")),
            "say one of them");
    }
    // A vehicle's name fills in many parameters: it cannot be a list.
    if (asked == nullptr && texts.size() > 1) {
      if (reading_.fault.empty() || !reading_.either.empty()) {
        reading_.either.emplace_back(parameter, texts);
      }
      fault(fmt::format("there are several: {}", fmt::join(texts, ", ")), "say which");
    }
    const std::string text = fmt::format("{}", fmt::join(texts, ","));
    set(parameter, text);
    if (!is_object && !vocabulary_.also_subject.empty()) set(vocabulary_.also_subject, text);
  }
}

bool SentenceReader::says_any(const Words& parameters) const {
  return std::ranges::any_of(
      parameters, [&](const std::string& name) { return reading_.values.contains(name); });
}

void SentenceReader::put_unsaid() {
  std::vector<const ToldDefault*> told;
  for (const ToldDefault& each : vocabulary_.told_defaults) {
    const bool is_unsaid = procedure_.parameter(each.parameter) != nullptr &&
                           !reading_.values.contains(each.parameter);
    const bool holds = !says_any(each.without) && (each.with.empty() || says_any(each.with));
    if (is_unsaid && holds) told.push_back(&each);
  }
  for (const Unsaid& unsaid : vocabulary_.unsaid) {
    if (reading_.values.contains(unsaid.parameter) || says_any(unsaid.without)) continue;
    if (!unsaid.game.empty() && unsaid.game != game_) continue;
    if (unsaid.side != SentenceSide::any && !is_on(unsaid.side, unsaid.unit)) continue;
    if (!unsaid.shown.empty() && reading_.shown != Words{unsaid.shown}) continue;
    reading_.values.emplace(unsaid.parameter, unsaid.value);
  }
  for (const ToldDefault* const each : told) {
    const auto value = reading_.values.find(each->parameter);
    std::string line = each->text;
    put(line, "{}",
        value != reading_.values.end()
            ? value->second
            : procedure_.parameter(each->parameter)->default_value.value_or(""));
    reading_.defaults.emplace_back(each->parameter, line);
    reading_.told.push_back(std::move(line));
  }
  name_guns_of_nations();
}

/// "4-4-7 LMG" in a firefight, where the nationality is a parameter of its own.
void SentenceReader::name_guns_of_nations() {
  for (auto& [parameter, gun] : reading_.values) {
    constexpr std::string_view ending = "_machine_guns";
    if (!parameter.ends_with(ending)) continue;
    const std::string side = parameter.substr(0, parameter.size() - ending.size());
    const auto nation = reading_.values.find(side + "_nationality");
    const bool is_kind = gun == "LMG" || gun == "MMG" || gun == "HMG";
    if (nation == reading_.values.end() || nation->second != "russian" || !is_kind) continue;
    gun.insert(0, "Russian ");
    reading_.told.push_back(fmt::format("'{}' is that of the Russians", gun.substr(8)));
  }
}

/// What is said right before one of several units holds for it alone, and the procedure knows it
/// of all of them only: "a 4-4-7 and a broken 4-2-6".
void SentenceReader::check_states() {
  for (const Side& side : sides_) {
    for (const State& state : side.states) {
      // One counter hides a squad and the leader with it.
      const bool is_of_stack = state.word == "concealed" || state.word == "hidden";
      const auto lacks = std::ranges::find_if(side.things, [&](const Thing& thing) {
        return !thing.is_part && units_said(thing.text) && !has(thing.states, state.word) &&
               !(is_of_stack && is_leader(thing.text));
      });
      if (lacks == side.things.end()) continue;
      if (is_of_whole_stack(state.word) && is_leader(lacks->text)) {
        reading_.told.push_back(fmt::format("'{}': taken of the {}, too", state.word, lacks->text));
        continue;
      }
      fault(fmt::format("'{}' is not said of the {}, and {} takes it of all of them", state.word,
                        lacks->text, procedure_.name),
            fmt::format("say it of each, or ask for the {} alone", lacks->text));
    }
  }
}

/// "dc 8-3-8 4-4-7": units of two nations side by side, and nothing parts them.
void SentenceReader::check_nations() {
  const bool is_parted = divided_ && !was_divided_by_verb_;
  if (!mixes_nations_ || is_parted) return;
  fault("who does it to whom is not said", "'at' or 'against' between the two");
}

/// "at a squad", and no unit is named; "4-6-7 and a leader", and no leader is.
void SentenceReader::check_nouns() {
  for (const bool is_object : {false, true}) {
    const Side& side = sides_[is_object ? 1 : 0];
    const bool of_leader = is_noun_of_leader(side.noun);
    const bool is_led = std::ranges::any_of(reading_.values, [](const auto& value) {
      return value.first.starts_with("leader") && value.second != "none";
    });
    const bool is_named =
        (of_leader && is_led) || std::ranges::any_of(side.things, [&](const Thing& thing) {
          return is_such(side.noun, thing.text);
        });
    if (is_named) {  // which says what the noun stands for
      std::erase_if(reading_.nouns, [&](const SentenceReading::Noun& noun) {
        return noun.length == 1 && noun.is_of_object == is_object;
      });
    }
    if (side.noun.empty() || is_named) continue;
    fault(fmt::format("'{}' does not say which", side.noun),
          side.noun == "commissar" ? "9-0 or 10-0, by what is printed on him"
          : of_leader              ? "a leader by what is printed on him: 8-1"
                                   : "a unit by what is printed on it: 4-4-7");
  }
}

/// "at a T-34 with a bazooka": a word that says something in front of "at" is a mere verb behind
/// it.
void SentenceReader::check_sides() {
  for (const std::string& word : said_for_nothing_) {
    for (const Phrase* const each : phrases_from(word.substr(0, word.find(' ')))) {
      const Phrase& phrase = *each;
      const bool says_something = !phrase.parameter.empty() && !phrase.parameter.starts_with('<');
      const bool is_it = says_something && phrase.side != SentenceSide::any &&
                         word == fmt::format("{}", fmt::join(phrase.words, " "));
      if (!is_it || reading_.values.contains(phrase.parameter)) continue;
      fault(fmt::format("'{}' says nothing where it stands", word),
            phrase.side == SentenceSide::subject ? "it belongs in front of 'at'"
                                                 : "it belongs behind 'at'");
    }
  }
}

/// "cover": it is said; "!cover": it is not; "target!infantry": it is, and is not that.
bool SentenceReader::holds(const std::string& condition) const {
  const std::size_t but = condition.find('!');
  const auto said = reading_.values.find(but == 0 ? condition.substr(1) : condition.substr(0, but));
  if (but == 0) return said == reading_.values.end();
  return said != reading_.values.end() &&
         (but == condition.npos ||
          plain_name(condition.substr(but + 1)) != plain_name(said->second));
}

void SentenceReader::check_what_goes_together() {
  for (const Moot& moot : vocabulary_.moot) {
    const auto said = reading_.values.find(moot.parameter);
    const bool holds_all = std::ranges::all_of(
        moot.beside, [&](const std::string& condition) { return holds(condition); });
    if (said == reading_.values.end() || !holds_all) continue;
    if (!moot.reason.empty()) {
      reading_.told.push_back(
          fmt::format("'{} {}': {}", plain_name(moot.parameter), said->second, moot.reason));
    }
    reading_.values.erase(said);
  }
  for (const Unclear& unclear : vocabulary_.unclear) {
    const bool are_said = std::ranges::all_of(
        unclear.parameters, [&](const std::string& condition) { return holds(condition); });
    if (are_said) fault(unclear.wrong, unclear.right);
  }
}

bool SentenceReader::is_on(SentenceSide side, const std::string& unit) const {
  const std::vector<Thing>& things = sides_[side == SentenceSide::object ? 1 : 0].things;
  if (unit.empty()) return !things.empty();
  return std::ranges::any_of(things, [&](const Thing& thing) {
    return thing.text == unit || thing.text.ends_with("*" + unit) ||
           thing.text.starts_with(unit + " ");
  });
}

}  // namespace combat_odds
