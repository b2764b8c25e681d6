#include "ask/sentence_reader.hpp"

#include <algorithm>

#include "ask/vocabulary.hpp"

namespace combat_odds {

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
    const Taken* const verb = verb_of(words, steps, begin);
    const bool stands_first = verb != nullptr && (verb->first < begin) != verb->is_of_object;
    if (!leads && (verb == nullptr || stands_first)) try_order({false, begin});
    if (leads || verb == nullptr || !stands_first) try_order({true, begin});
  }
  if (found.empty() && has_firepower) {
    SentenceReading reading = pass(words, {true, words.size() + 1});
    const bool is_read = reading.not_understood.empty() && reading.values.contains("firepower") &&
                         !sides_[1].things.empty();
    if (is_read) return reading;  // perhaps to be asked back
  }
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
    static const Words holding = {"held", "occupied", "defended"};
    const bool is_by = before == "by" && !(taken.first > 1 && has(holding, words[taken.first - 2]));
    const bool is_thing = !now.empty() || (taken.is_thing && !units);  // a vehicle or a gun
    if (is_thing && has_thing && (is_of_others || is_by)) return {taken.first};
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

/// The verb that tells who acts: the last one between the two, else that behind the second; null:
/// none.
const SentenceReader::Taken* SentenceReader::verb_of(const Words& words,
                                                     const std::vector<Taken>& steps,
                                                     std::size_t split) {
  // Who stands before them acts, where they only lead to what is asked: "A shoots B, hit?"
  static const Words acting = {"shoots", "shoot", "shooting", "fires", "fire", "firing"};
  const Taken* between = nullptr;
  const Taken* behind = nullptr;
  bool has_thing = false;
  for (const Taken& taken : steps) {
    // "447 fires, do i break": the first that says who acts, not what becomes of the other.
    const bool is_better = behind == nullptr || behind->is_of_object;
    if (taken.is_verb && taken.first >= split && is_better) behind = &taken;
    const bool acts = taken.is_verb || has(acting, words[taken.first]);
    if (acts && taken.first < split && has_thing) between = &taken;
    has_thing = has_thing || taken.is_thing;
  }
  return between != nullptr ? between : behind;
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

/// "at", "against", or "under fire from" where the object comes first. How many words; 0: none.
std::size_t SentenceReader::divide_at(const Words& words, std::size_t at) {
  // "447 in woods vs 8 fp": he stands there whom it is done to.
  const bool may_face_firepower =
      order_.object_first || (!sides_[0].things.empty() && !reading_.values.contains("firepower"));
  bool is_before_firepower = false;
  const auto longest = [&](const std::vector<Words>& all) {
    std::size_t length = 0;
    is_before_firepower = false;
    for (const Words& each : all) {
      const bool before_unit = each.back() == "{unit}";  // only there: "from" two squads
      const bool before_fp = each.back() == "{fp}";
      const std::size_t size = each.size() - (before_unit || before_fp ? 1 : 0);
      const auto end = each.begin() + static_cast<std::ptrdiff_t>(size);
      if (size <= length || each.front() != words[at]) continue;
      if (!stands_at(words, at, {each.begin(), end})) continue;
      if (before_unit && !is_units_at(words, at + size)) continue;
      if (before_fp && !(may_face_firepower && is_firepower_at(words, at + size))) continue;
      length = size;
      is_before_firepower = before_fp;
    }
    return length;
  };
  const std::size_t forward =
      std::max(longest(vocabulary_.divides), longest(common_words().divides));
  reverses_ = false;
  if (vocabulary_.object.empty()) return forward;
  const std::size_t reverse = longest(common_words().reverses);
  const bool is_reverse = reverse > forward || (reverse == forward && is_before_firepower);
  forward_ = !is_reverse;
  if (vocabulary_.subject.empty()) return std::max(forward, reverse);
  reverses_ = is_reverse && !order_.object_first && order_.split == 0 &&
              (!divided_ || was_divided_by_verb_ || leads_);
  const bool wants_reverse =
      order_.object_first && order_.split == 0 && things_said() > 0 && !verb_is_of_object_;
  return wants_reverse ? reverse : std::max(forward, reverse);
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

void SentenceReader::note_verb_of_object(const Phrase& phrase) {
  is_of_object_ = true;
  if (!phrase.divides) verb_is_of_object_ = true;  // "break a 4-4-7" is what others do
}

/// "breaking a 4-5-8 in woods if two 4-6-7 fire": units of another nation that do not stand beside
/// those of that side.
bool SentenceReader::is_of_another_nation(const Words& words, std::size_t at,
                                          const NamesSaid::Found& thing, bool is_object) const {
  if (takes_counted_names(slot(is_object)))
    return false;  // a list: nobody does anything to anybody
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

/// "dc 8-3-8 4-4-7": units of two nations side by side, and nothing parts them.
void SentenceReader::check_nations() {
  const bool is_parted = divided_ && !was_divided_by_verb_;
  if (!mixes_nations_ || is_parted) return;
  fault("who does it to whom is not said", "'at' or 'against' between the two");
}

}  // namespace combat_odds
