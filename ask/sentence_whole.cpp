#include "ask/sentence_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ask/names_said.hpp"
#include "ask/sentence_refusal.hpp"
#include "ask/sentence_rewriting.hpp"
#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {
namespace {

/// "dm 4-6-7 and 8-0": it is the units behind it that are broken; "dm 4-6-7 building 8-0" leaves
/// that open.
bool says_dm_before_units(const Words& words) {
  bool is_said = false;
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto units = counted_units_at(words, at + 1);
    if (!units) continue;
    if (is_said && words[at] == "and" && is_leader(units->name)) return true;
    is_said = is_said || (words[at] == "dm" && !is_leader(units->name));
  }
  return false;
}

}  // namespace

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
    // "broken 4-4-7 8-1": he is not, where another one is said to be.
    const bool is_behind_broken =
        std::any_of(things.begin(), after - 1,
                    [](const Thing& other) { return has(other.states, "broken"); }) ||
        (after - 1 != things.begin() && says_dm_before_units(reading_.words));
    if (is_behind_broken) {
      reading_.told.push_back(
          fmt::format("the {0} is taken as Good Order; 'broken {0}' asks for one "
                      "who is not",
                      thing.text));
    } else if (verb_is_last_ && things.size() > 1 && !is_before_broken) {
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
    bool is_at_vehicle = false;
    for (const Thing& thing : things) {
      // "a KV-1, ... destroying the tank": any vehicle is 'afv' there, said once or more often.
      if (thing.is_part && thing.text == "afv" && std::exchange(is_at_vehicle, true)) continue;
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
    const bool are_each = !is_object && takes_one_name(parameter) && whole.size() > 1 &&
                          whole.size() == things.size() && asked != nullptr && divided_ &&
                          !sides_[1].things.empty() && !sides_[0].is_scattered;
    // "T-34 76L": its own gun.
    const bool names_calibre = std::ranges::any_of(
        whole, [](const std::string& name) { return is_digits(name.substr(0, 1)); });
    if (are_each && !names_calibre) {  // "PaK 40, StuG IIIG at T-34"
      texts = whole;
      reading_.told.push_back(fmt::format("'{}': each by itself", fmt::join(whole, "', '")));
    }
    if ((!are_each || names_calibre) && takes_one_name(parameter) && whole.size() > 1) {
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
    std::string text = fmt::format("{}", fmt::join(texts, ","));
    // "T-34": which of them does not matter where all are of one size.
    if (parameter == "target_size") text = one_of_alike(parameter, text);
    // "3*5-2-7 attack a T-34": how many attack is asked apart from who each of them is.
    const std::size_t star = text.find('*');
    const bool is_count = star != text.npos && is_digits(text.substr(0, star));
    if (parameter == "unit" && procedure_.parameter("units") != nullptr && is_count &&
        text.find_first_of(" ,") == text.npos) {
      set("units", text.substr(0, star));
      text.erase(0, star + 1);
    }
    set(parameter, text);
    if (!is_object && !vocabulary_.also_subject.empty()) set(vocabulary_.also_subject, text);
  }
}

/// "a Tiger, AF 11": a vehicle without numbers (<unlisted>) whose armor is said.
void SentenceReader::take_unlisted() {
  if (!reading_.values.contains("armor")) return;
  static const NamesSaid unlisted = [] {
    Words all;
    for (const auto& [spelling, name] : common_words().unlisted) all.push_back(spelling);
    return NamesSaid(all);
  }();
  Words& open = reading_.not_understood;
  for (std::size_t at = 0; at < open.size();) {
    const auto found = unlisted.at(open, at);
    if (!found || !found->others.empty()) {
      ++at;
      continue;
    }
    reading_.told.push_back(fmt::format("'{}': by the armor that is said of it", found->name));
    open = without(open, at, at + found->length);
  }
}

/// "the Germans fire first", "the T-34 shoots first": whose Player Turn is the first, where a line
/// says "of russian" or "of T-34 M43".
void SentenceReader::put_first_to_fire() {
  const auto first = reading_.values.find("first_turn");
  constexpr std::string_view of = "of ";
  if (first == reading_.values.end() || !first->second.starts_with(of)) return;
  const std::string who = first->second.substr(of.size());
  const auto is_it = [&](const char* parameter) {
    const auto said = reading_.values.find(parameter);
    if (said == reading_.values.end()) return false;
    const auto& nations = common_words().nations;
    return std::ranges::any_of(parts_of(said->second, ','), [&](std::string_view name) {
      const auto nation = nations.find(spoken_form(name));
      return name_key(name) == name_key(who) || (nation != nations.end() && nation->second == who);
    });
  };
  const bool by_gun = is_it("gun");
  if (by_gun == is_it("vehicle")) {
    reading_.values.erase(first);
    return fault("who fires first is not said", "name that one first: 'StuG IIIG duels T-34 M43'");
  }
  first->second = by_gun ? "own" : "enemy";
}

bool SentenceReader::says_any(const Words& parameters) const {
  return std::ranges::any_of(parameters,
                             [&](const std::string& condition) { return holds(condition); });
}

/// "a full strength Sturm Coy with a 10-2": the Strength is given where the leader is asked for.
void SentenceReader::put_given() {
  for (const Given& given : vocabulary_.given) {
    Words& shown = reading_.shown;
    const bool asks_other = std::ranges::any_of(
        given.beside, [&](const std::string& other) { return has(shown, other); });
    if (!has(shown, given.event) || !asks_other) continue;
    shown.erase(std::ranges::find(shown, given.event));
    set(given.parameter, given.value);
  }
}

/// "MMG, German" is the German one of the two that "MMG" may be; "4-4-7 ATR at SPW 251/1": of two
/// that the weapon may be, the one of his nation.
void SentenceReader::put_by_nation() {
  const bool of_germans = has(reading_.words, "german") || has(reading_.words, "germans");
  const bool of_russians = has(reading_.words, "russian") || has(reading_.words, "russians");
  for (auto& [parameter, value] : reading_.values) {
    const std::size_t comma = value.find(",Russian ");
    const bool are_two = value.starts_with("German ") && comma != value.npos &&
                         value.find(',', comma + 1) == value.npos;
    if (!are_two || of_germans == of_russians) continue;
    value = of_germans ? value.substr(0, comma) : value.substr(comma + 1);
  }
  const auto made = reading_.values.find("russian_made");
  const std::string nation = user_.empty() ? "" : common_words().nation_of(user_);
  if (made == reading_.values.end() || nation.empty()) return;
  if (made->second == "true,false") made->second = nation == "russian" ? "true" : "false";
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
    if (!unsaid.with.empty() && !says_any(unsaid.with)) continue;
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

/// "cover": it is said; "!cover": it is not; "target!infantry": it is, and is not that; "use=set":
/// it is that.
bool SentenceReader::holds(const std::string& condition) const {
  if (const std::size_t is = condition.find('='); is != condition.npos) {
    const auto value = reading_.values.find(condition.substr(0, is));
    if (value == reading_.values.end()) return false;
    const std::string wanted = condition.substr(is + 1);
    if (wanted == "{leader}") return is_leader(value->second);
    return plain_name(wanted) == plain_name(value->second);
  }
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
    if (are_said) fault(unclear.wrong, with_what_was_said(unclear.right, reading_));
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
