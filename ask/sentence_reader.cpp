#include "ask/sentence_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// Whether an expression is asked of the dice that were named: "(2d6) = 12" of "2d6".
bool is_asked_of(const std::string& dice, const std::string& asked) {
  return is_dice(dice) &&
         (asked.starts_with("(" + dice + ")") || asked.starts_with("(" + dice + " "));
}

/// "+1" and "-2", too.
std::optional<int> signed_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_in<int>(text);
}

bool compares(std::string_view expression) {
  return expression.find_first_of("<>=") != expression.npos;
}

}  // namespace

SentenceReader::SentenceReader(const Procedure& procedure, const Library& library, Wording wording)
    : procedure_(procedure),
      library_(library),
      wording_(wording),
      vocabulary_(vocabulary_of(procedure, library.charts(), wording)) {
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

SentenceReading SentenceReader::read(const Words& said, const std::string& game) {
  const Words words = takes_counted_names(slot(false)) ? with_nations_in_front(said) : said;
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

SentenceReading SentenceReader::pass(const Words& words, Order order) {
  reading_ = SentenceReading();
  reading_.procedure = &procedure_;
  reading_.words = words;
  for (Side& side : sides_) side = Side();
  states_.clear();
  said_for_nothing_.clear();
  user_.clear();
  references_.clear();
  steps_.clear();
  last_set_.clear();
  added_.clear();
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
  is_undivided_ = !parts_later_ && dividing_verbs(words) == 0 &&
                  std::ranges::none_of(words, [](const std::string& word) {
                    return common_words().is_divide(word);
                  });
  divided_ = was_divided_by_verb_ = verb_is_last_ = leads_ = verb_is_of_object_ = false;
  is_either_ = counts_ = mixes_nations_ = asks_of_first_ = false;
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
  take_unlisted();
  ask_how_many();
  ask_of_first();
  put_first_to_fire();
  reading_.says_something = !reading_.values.empty();
  put_given();
  put_by_nation();
  put_unsaid();
  check_states();
  check_nouns();
  check_references();
  check_sides();
  check_what_goes_together();
  if (!reading_.left_out.empty()) {
    reading_.told.push_back(fmt::format("left out: '{}'", fmt::join(reading_.left_out, "', '")));
  }
  return std::move(reading_);
}

/// The side that the words now read are on.
SentenceSide SentenceReader::side() const {
  const bool names_nobody = vocabulary_.object.empty() && vocabulary_.subject.empty();
  if (vocabulary_.object.empty() && !names_nobody) return SentenceSide::subject;
  if (vocabulary_.subject.empty() && !names_nobody) return SentenceSide::object;
  return divided_ != order_.object_first ? SentenceSide::object : SentenceSide::subject;
}

bool SentenceReader::fits(SentenceSide wanted, bool exactly) const {
  if (wanted == SentenceSide::any || wanted == side()) return true;
  const bool one_sided = vocabulary_.object.empty() || vocabulary_.subject.empty();
  // "a stealthy squad ambushes a CX one": where no parameter names them, the verb still parts them.
  const bool names_nobody = vocabulary_.object.empty() && vocabulary_.subject.empty();
  if (names_nobody && divided_ && wanted == SentenceSide::subject) return false;
  // "is fired at by two 4-6-7 in open ground": behind who acts may stand more of the other.
  const bool is_behind =
      order_.object_first && order_.split == 0 && divided_ && wanted == SentenceSide::object;
  if (!exactly && order_.split > words_said_) return true;  // nobody else is named
  return !exactly && (one_sided || is_behind);
}

/// "panzerfaust, moving T-34, 2 hexes": what is said of one side alone, in a sentence without a
/// word between the two.
bool SentenceReader::stands_free(const Phrase& phrase) const {
  if (wording_ != Wording::wide || !is_undivided_ || order_.split > 0) return false;
  return std::ranges::none_of(vocabulary_.phrases, [&](const Phrase& other) {
    return other.side != SentenceSide::any && other.side != phrase.side &&
           other.words == phrase.words;
  });
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
  if (const std::size_t again = named_again(words, at)) return again;
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
  if (!thing && is_free && (match.length == 0 || is_filler) &&
      !takes_units(slot(is_object_thing)) &&
      (takes_units(slot(!is_object_thing)) || takes_one_name(slot(!is_object_thing)))) {
    thing = thing_at(words, at, !is_object_thing);
    if (thing && thing->length <= match.length) thing.reset();  // "panzer" alone says nothing
    if (thing || match.length == 0) is_object_thing = !is_object_thing;
  }
  const std::size_t thing_length = thing ? thing->length : 0;
  const std::size_t divide = divide_at(words, at);
  const bool divides_better = divide >= match.length && is_filler;
  // A vehicle whose name is understood and changes nothing, where it does change something.
  const bool is_better_thing = thing && match.length == thing_length && match.length > 0 &&
                               match.meanings.front().phrase->parameter == "<told>" &&
                               match.meanings.front().phrase->words == Words{"{vehicle}"};
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
    if (const std::size_t left = leave_out(words, at)) return left;
  }
  if (match.length > 0 && match.length >= std::max(thing_length, divide) &&
      !(divide > 0 && divides_better) && !is_better_thing) {
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
  if (refers(words, at)) return 1;
  if (const std::size_t date = idle_date(words, at)) return date;
  if (const std::size_t single = in_singular(words, at)) return single;
  if (const std::size_t form = in_another_form(words, at)) return form;
  if (const std::size_t user = take_user(words, at)) return user;
  return fail(words, at);
}

/// "in foxholes" as "in foxhole", where only that is known. How many words; 0: it is not.
std::size_t SentenceReader::in_singular(const Words& words, std::size_t at) {
  Words single = words;
  single[at] = singular_of(words[at]);
  if (single[at] == words[at]) return 0;
  const bool is_known =
      phrase_at(single, at, false).length > 0 || phrase_at(single, at, true).length > 0;
  return is_known ? step(single, at) : 0;
}

/// "cleared" as "clear", "self-rallying" as "self-rally", where that is a verb or asks a chance: a
/// state is not what is done. How many words; 0: none.
std::size_t SentenceReader::in_another_form(const Words& words, std::size_t at) {
  if (wording_ != Wording::wide) return 0;
  // "pinned" may be a state; "cleared by" is not.
  const bool is_state =
      words[at].ends_with("ed") && (at + 1 == words.size() || words[at + 1] != "by");
  if (is_state) return 0;
  const auto says_what_happens = [](const Meaning& meaning) {
    const std::string& parameter = meaning.phrase->parameter;
    return parameter.empty() || parameter == "<chance>";
  };
  for (std::string& form : other_forms_of_verb(words[at])) {
    Words other = words;
    other[at] = std::move(form);
    for (const bool told : {false, true}) {
      const Match match = phrase_at(other, at, told);
      if (match.length > 0 && std::ranges::all_of(match.meanings, says_what_happens)) {
        tell(words, at, 1, fmt::format("taken as '{}'", other[at]));
        return take_match(match, other, at);
      }
    }
  }
  return 0;
}

/// "an 8-3-8 uses its flamethrower": a squad of the line or better, where nothing asks who acts.
/// How many words; 0: none stands there, or it may be whom it is done to.
std::size_t SentenceReader::take_user(const Words& words, std::size_t at) {
  const bool asks_who = slot(false).empty() ? !takes_units(slot(true)) : takes_units(slot(false));
  if (wording_ != Wording::wide || is_object() || is_undivided_ || asks_who) return 0;
  const auto units = units_said(words[at]);
  if (!units || units->find('*') != units->npos) return 0;
  const UnitName unit = read_unit(*units, "unit");
  constexpr int least_firepower = 4;  // no half-squad
  constexpr int least_morale = 7;     // no conscripts
  if (unit.leader || unit.firepower < least_firepower || unit.morale < least_morale) return 0;
  user_ = *units;
  tell(words, at, 1, "who acts changes nothing here but by what he is besides");
  return 1;
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

std::size_t SentenceReader::fail(const Words& words, std::size_t at) {
  reading_.not_understood.push_back(words[at]);
  here().is_interrupted = true;
  return 1;
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
    const std::string& word = phrase.words.front();
    if (phrase.words.size() == 1 && common_words().references.contains(word)) {
      references_.push_back({word, std::string(texts.front()), std::string(texts.back())});
    } else {
      fault(std::string(texts.front()), std::string(texts.back()));
    }
  } else if (phrase.parameter == "<part>") {
    push(here(), {value, true, {}});
  } else if (phrase.parameter == "<verb>") {
    reading_.verbs.push_back(value);
  } else if (phrase.parameter != "<filler>") {
    if (!adds && value.starts_with(adds_to)) {
      add(phrase, value.substr(adds_to.size()));
    } else {
      set(phrase.parameter, value, adds);
    }
  }
}

/// Adds to what other words say of the parameter: -1 of a Stealthy side to -2 of a concealed one,
/// "fanatic" to "encircled".
void SentenceReader::add(const Phrase& phrase, const std::string& value) {
  const auto [again, is_first] = added_.emplace(std::pair(phrase.parameter, phrase.line), value);
  if (!is_first && again->second == value) return;
  const auto known = reading_.values.find(phrase.parameter);
  const bool is_choice = is_either_ && has(last_set_, phrase.parameter);
  if (known == reading_.values.end() || is_choice || !is_first) return set(phrase.parameter, value);
  const std::optional<int> sum = signed_number(known->second);
  const std::optional<int> more = signed_number(value);
  if (sum && more) {
    known->second = std::to_string(*sum + *more);
  } else if (sum || more) {
    set(phrase.parameter, value);
  } else if (!has(copied(words_of(known->second)), value)) {
    known->second += " " + value;
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
  // "5-4-8 in CC, no PAATC": the unit stands for the check that is not taken.
  if (asked != nullptr && asked->unit_fact == UnitFact::morale && known->second == "none") return;
  // "5-4-8, smoke exponent 2": the unit stands for its own number, and another one is said.
  const bool takes_unit =
      asked != nullptr && (asked->unit_fact == UnitFact::morale || asked->names);
  const bool is_first = units_said(known->second) && is_digits(value);
  if (takes_unit && (is_first || (units_said(value) && is_digits(known->second)))) {
    const std::string& unit = is_first ? known->second : value;
    const std::string number = is_first ? value : known->second;
    reading_.told.push_back(
        fmt::format("'{}': {} {} is said of it", unit, plain_name(parameter), number));
    known->second = number;
    return;
  }
  const bool may_be_list = asked != nullptr && !asked->has_commas && !is_dice &&
                           known->second.find(',') == std::string::npos;
  fault(fmt::format("{} is said twice: {} and {}", plain_name(parameter), known->second, value),
        may_be_list ? fmt::format("say it once, or both as a list: {} '{},{}'",
                                  option_of(parameter), known->second, value)
                    : "say it once");
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

}  // namespace combat_odds
