#include "ask/sentence_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/named_vehicles.hpp"
#include "sim/squad_games/force_price.hpp"

namespace combat_odds {

std::string SentenceReader::Thing::either() const {
  return others.empty() ? text : fmt::format("{},{}", text, fmt::join(others, ","));
}

bool SentenceReader::takes_units(const std::string& name) const {
  const Parameter* const parameter = procedure_.parameter(name);
  return parameter != nullptr && (parameter->unit_fact != UnitFact::none ||
                                  parameter->form.find("-7") != parameter->form.npos ||
                                  parameter->form.find("-1") != parameter->form.npos);
}

/// A list of names with their numbers: "2*Rifle Coy StuG G Pltn".
bool SentenceReader::takes_counted_names(const std::string& name) const {
  const Parameter* const parameter = procedure_.parameter(name);
  return parameter != nullptr && parameter->names &&
         parameter->form.starts_with(counted_names_form);
}

/// A gun or a vehicle: there is one.
bool SentenceReader::takes_one_name(const std::string& name) const {
  const Parameter* const parameter = procedure_.parameter(name);
  if (takes_units(name)) return false;
  return is_vehicle_name(procedure_, name) || name == "vehicle" || name == "weapon" ||
         name == "target_size" ||
         (parameter != nullptr && parameter->form.find("calibre") != parameter->form.npos);
}

/// A unit, a weapon or a vehicle, as the parameter of that side takes it.
std::optional<NamesSaid::Found> SentenceReader::thing_at(const Words& words, std::size_t at,
                                                         bool is_object) {
  const std::string& parameter_name = slot(is_object);
  if (parameter_name.empty()) return std::nullopt;
  if (takes_counted_names(parameter_name)) {
    auto counted = counted_names_at(names(parameter_name), words, at);
    const auto unit = counted_units_at(words, at);
    if (counted && !(unit && unit->length >= counted->length)) return counted;
  }
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
                            (!other.things.empty() || reading_.values.contains("firepower")) &&
                            !is_led(other) && !is_led(side);
  if (is_of_either) {
    fault(fmt::format("whose leader the {} is is not clear", thing.text),
          fmt::format("'{}' right beside the units that he is with", thing.text));
  }
  side.is_scattered = side.is_scattered || (side.is_interrupted && !side.things.empty());
  side.is_interrupted = false;
  side.things.push_back(std::move(thing));
}

/// Whether a unit stands there, perhaps behind other words that say how it is.
bool SentenceReader::is_before_thing(const Words& words, std::size_t at) {
  while (at < words.size() &&
         (common_words().states.contains(words[at]) || common_words().is_adjective(words[at]))) {
    ++at;
  }
  return at < words.size() && counted_units_at(words, at).has_value();
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
  if (!is_beside && !is_noun_of_named(words, at)) {
    here().noun = words[at];
    reading_.nouns.push_back({at, 1, is_object()});
  }
  return 1;
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

/// "8 FP at 4-6-7 8-1: do the leader and the squad break": those that were named before, where it
/// is not the noun that begins the other side ("fires at a squad").
bool SentenceReader::is_noun_of_named(const Words& words, std::size_t at) {
  const auto is_it = [&](const Thing& thing) { return is_such(words[at], thing.text); };
  const bool is_known = std::ranges::any_of(
      sides_, [&](const Side& side) { return std::ranges::any_of(side.things, is_it); });
  return is_known &&
         (!here().things.empty() || (!is_object() && reading_.values.contains("firepower")));
}

/// "the tank", "the firer": whether such a word stands there.
bool SentenceReader::refers(const Words& words, std::size_t at) {
  const auto kind = common_words().references.find(words[at]);
  if (kind == common_words().references.end()) return false;
  // "firer moved" says nothing of the target.
  static const Words being = {"is", "are", "was", "were", "has", "have", "had"};
  std::size_t behind = at + 1;
  while (behind < words.size() && has(being, words[behind])) ++behind;
  const Match said = behind < words.size() ? phrase_at(words, behind, false) : Match();
  const bool is_of_target = std::ranges::any_of(said.meanings, [](const Meaning& meaning) {
    return meaning.phrase->side == SentenceSide::object ||
           meaning.phrase->parameter.starts_with("target");
  });
  if ((kind->second == "firer" || kind->second == "gun") && is_of_target) return false;
  references_.push_back({words[at], "", ""});
  is_filler_ = true;
  return true;
}

/// Whether one of that kind is named in the sentence.
bool SentenceReader::is_named(const std::string& kind) {
  const std::vector<Thing>& first = sides_[0].things;
  const std::vector<Thing>& second = sides_[1].things;
  const auto has_value = [&](const char* name) { return reading_.values.contains(name); };
  if (kind == "firer") return !first.empty() || has_value("firepower");
  if (kind == "target") {  // "target DV 6": what is printed on it
    return !second.empty() || reading_.values.contains(vocabulary_.object);
  }
  if (kind == "gun") {
    return has_value("gun") || has_value("weapon") ||
           (!first.empty() && takes_one_name(slot(false)));
  }
  if (kind == "infantry") {
    return std::ranges::any_of(sides_, [](const Side& side) {
      return std::ranges::any_of(side.things, [](const Thing& thing) {
        return !thing.is_part && units_said(thing.text).has_value();
      });
    });
  }
  for (std::size_t at = 0; at < reading_.words.size(); ++at) {
    if (vehicles().at(reading_.words, at)) return true;
  }
  return false;
}

/// Words for those who are named say nothing new. Others are not understood, or asked back.
void SentenceReader::check_references() {
  for (const Reference& reference : references_) {
    const auto kind = common_words().references.find(reference.word);
    if (kind != common_words().references.end() && is_named(kind->second)) {
      std::string line = fmt::format("'{}': the one that is named", reference.word);
      if (!has(reading_.told, line)) reading_.told.push_back(std::move(line));
      ++reading_.loose;
    } else if (reference.wrong.empty()) {
      reading_.not_understood.push_back(reference.word);
    } else {
      fault(reference.wrong, reference.right);
    }
  }
}

}  // namespace combat_odds
