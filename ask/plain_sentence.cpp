#include "ask/plain_sentence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "ask/names_said.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_number(char c) { return c >= '0' && c <= '9'; }

/// A dash that stands alone, but that of a number or of dice: "2d6 - 1".
bool is_parting_dash(std::string_view dash, std::string_view before, std::string_view behind) {
  static constexpr std::array<std::string_view, 5> long_dashes = {"--", "---", "\u2013", "\u2014",
                                                                  "\u2015"};
  if (std::ranges::find(long_dashes, dash) != long_dashes.end()) return true;
  if (dash != "-") return false;
  const bool is_behind_number =
      !before.empty() && (is_number(before.back()) || before.back() == ')') && !units_said(before);
  const bool is_before_number = !behind.empty() && (is_number(behind.front()) || is_dice(behind));
  return !(is_behind_number && is_before_number && !units_said(behind)) && !is_dice(before);
}

/// The parts of a word between those signs, without what ends a clause; empty: it has one.
std::vector<std::string_view> parts_between(std::string_view word, char sign) {
  std::vector<std::string_view> parts = parts_of(word, sign);
  if (parts.size() < 2) return {};
  for (std::string_view& part : parts) {
    while (!part.empty() && std::string_view(",;:.?!)\"").find(part.back()) != part.npos) {
      part.remove_suffix(1);
    }
  }
  return parts;
}

/// Two letters or more.
bool is_plain_word(std::string_view part) {
  constexpr std::size_t shortest = 2;
  return part.size() >= shortest && std::ranges::all_of(part, is_letter);
}

/// "467+8-1", "467+467+mmg": units and weapons that go together.
bool are_together(std::string_view word) {
  const std::vector<std::string_view> parts = parts_between(word, '+');
  const auto is_unit = [](std::string_view part) { return units_said(part).has_value(); };
  return std::ranges::any_of(parts, is_unit) &&
         std::ranges::all_of(
             parts, [&](std::string_view part) { return is_unit(part) || is_plain_word(part); });
}

/// Whether what stands between strokes are words, units, firepower and modifiers, not the name of
/// a vehicle or a gun.
bool are_clauses(std::string_view word) {
  const std::vector<std::string_view> parts = parts_between(word, '/');
  const auto is_word_or_unit = [](std::string_view part) {
    return is_plain_word(part) || units_said(part).has_value();
  };
  return std::ranges::any_of(parts, is_word_or_unit) &&
         std::ranges::all_of(parts, [&](std::string_view part) {
           const bool is_modifier =
               part.size() == 2 && part.front() == '+' && is_number(part.back());
           const bool is_firepower =
               part.size() > 2 && part.ends_with("fp") && is_number(part.front());
           return is_word_or_unit(part) || is_modifier || is_firepower;
         });
}

}  // namespace

std::string plain_punctuation(std::string_view sentence) {
  std::string text(sentence);
  for (std::size_t at = 0; (at = text.find("\u2014", at)) != std::string::npos;) {
    text.replace(at, 3, " \u2014 ");
    at += 5;
  }
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    const bool is_joined = text[at] == ',' && text[at + 1] != ' ' && text[at - 1] != ' ';
    const bool is_list = is_number(text[at + 1]) || text[at + 1] == '+' || text[at + 1] == '-' ||
                         text[at + 1] == '(';
    const bool is_joined_list =  // "447,8fp", "woods,8fp"
        is_joined && is_list && is_letter(text[at - 1]);
    if (is_joined && (is_letter(text[at + 1]) || is_joined_list)) text.insert(at + 1, " ");
  }
  const std::vector<std::string_view> typed = words_of(text);
  Words plain;
  for (std::size_t at = 0; at < typed.size(); ++at) {
    std::string word(typed[at]);
    const std::string_view before = at > 0 ? typed[at - 1] : std::string_view();
    const std::string_view behind = at + 1 < typed.size() ? typed[at + 1] : std::string_view();
    if (is_parting_dash(word, before, behind)) {
      const bool ends = plain.empty() || std::string_view(",;:.?!").find(plain.back().back()) !=
                                             std::string_view::npos;
      if (!ends) plain.back() += ',';
      continue;
    }
    if (word == "&") word = "and";
    const bool is_with = (word.starts_with("w/") || word.starts_with("W/")) && word.size() > 4 &&
                         !word.starts_with("w/out");  // "w/LMG"
    if (is_with) word.replace(0, 2, "with ");
    if (are_clauses(word)) {
      std::string apart = word;
      std::ranges::replace(apart, '/', ' ');
      // "squad/leader" is no game.
      const bool is_game = common_words().games.contains(spoken_form(apart));
      word = is_game ? fmt::format("{}", fmt::join(parts_of(word, '/'), " and ")) : apart;
    }
    if (are_together(word)) std::ranges::replace(word, '+', ' ');
    const std::size_t percent = word.find('%');
    const bool is_percent_of = percent != word.npos && percent > 1 && is_letter(word.front()) &&
                               is_letter(word[percent - 1]);
    if (is_percent_of) word.erase(percent, 1);
    if (word.starts_with('[') && word.find(']') == word.npos) word.front() = '(';
    if (word.ends_with("]") && word.find('[') == word.npos) word.back() = ')';
    plain.push_back(std::move(word));
  }
  return fmt::format("{}", fmt::join(plain, " "));
}

namespace {

/// What may stand between a number and its units.
bool is_beside_unit(const std::string& word) {
  static const Words of_ambush = {"stealthy", "lax", "cx", "hidden"};
  const CommonWords& common = common_words();
  return common.states.contains(word) || common.is_adjective(word) || has(of_ambush, word);
}

/// Whether a unit stands there, perhaps behind other words that say how it is.
bool is_unit_behind(const Words& words, std::size_t at) {
  while (at < words.size() && is_beside_unit(words[at])) ++at;
  return at < words.size() && counted_units_at(words, at).has_value();
}

/// "8 FP, target 4-4-7": what stands behind is what it is done to.
bool put_target_behind_at(Words& words) {
  static const Words targets = {"target", "targets", "tgt", "tgts", "targeting", "targetting"};
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (common_words().is_divide(words[at])) return false;
    if (at == 0 || !has(targets, words[at])) continue;
    const std::size_t behind = words[at + 1] == "is" ? at + 2 : at + 1;
    if (!is_unit_behind(words, behind)) continue;
    words[at] = "at";
    if (behind == at + 2) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1));
    return true;
  }
  return false;
}

/// "non-moving", "un-pinned" as "not moving", "not pinned".
bool part_negations(Words& words) {
  bool is_changed = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string word = words[at];
    std::string denied;
    for (const std::string_view front : {"non-", "un-", "not-"}) {
      if (word.starts_with(front)) denied = word.substr(front.size());
    }
    const bool is_state = word.starts_with("un") && common_words().states.contains(word.substr(2));
    if (denied.empty() && is_state) denied = word.substr(2);
    if (denied.empty()) continue;
    words[at] = "not";
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at + 1), denied);
    is_changed = true;
  }
  return is_changed;
}

/// "16+2" as "16 +2": firepower and its modifier.
bool part_firepower(Words& words) {
  bool is_changed = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string word = words[at];
    const std::size_t plus = word.find('+');
    const bool is_one = plus != word.npos && plus > 0 && plus <= 2 && plus + 2 == word.size() &&
                        is_digits(word.substr(0, plus)) && is_digits(word.substr(plus + 1));
    if (!is_one) continue;
    words[at] = word.substr(0, plus);
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at + 1), word.substr(plus));
    is_changed = true;
  }
  return is_changed;
}

/// "three squads fire at four in woods" as "... at four squads in woods".
bool put_noun_behind_number(Words& words) {
  static const Words behind = {"in", "behind", "at", "moving", "adjacent", "range"};
  std::string noun;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_noun = words[at] == "squads" || words[at] == "half-squads";
    if (is_noun && noun.empty()) noun = words[at];
    const bool is_parted = at > 0 && common_words().is_divide(words[at - 1]);
    const bool is_alone = at + 1 == words.size() || has(behind, words[at + 1]);
    if (noun.empty() || !is_parted || !is_alone || !common_words().numbers.contains(words[at]))
      continue;
    const bool is_one = words[at] == "one";
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                 is_one ? noun.substr(0, noun.size() - 1) : noun);
    return true;
  }
  return false;
}

}  // namespace

void put_states_as_events(Words& words) {
  static const Words some = {"both", "either", "all", "none", "any", "neither"};
  const CommonWords& common = common_words();
  const auto put_event = [&](std::size_t at) {
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), verb_of_coming_to(words[at]));
  };
  const auto is_state = [](const std::string& word) { return !verb_of_coming_to(word).empty(); };
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_in_time = is_state(words[at]) && stands_at(words, at + 1, {"by", "then"});
    if (is_in_time) {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 3));
      put_event(at);
      ++at;
      continue;
    }
    if (!has(some, words[at])) continue;
    std::size_t unit = at + 1;
    while (unit < words.size() &&
           ((common.is_adjective(words[unit]) && !is_state(words[unit])) ||
            common.numbers.contains(words[unit]) || common.nouns.contains(words[unit])) &&
           !units_said(words[unit])) {
      ++unit;
    }
    const bool is_noun = unit > at + 1 && common.nouns.contains(words[unit - 1]);
    const std::size_t behind = unit < words.size() && units_said(words[unit]) ? unit + 1
                               : is_noun                                      ? unit
                                                                              : words.size();
    if (behind < words.size() && is_state(words[behind])) put_event(behind);
  }
}

namespace {

/// "a CX 4-6-7 is ambushed by a 4-5-8" as "a 4-5-8 ambush CX 4-6-7".
void turn_passive_ambush(Words& words, std::size_t at) {
  static const Words being = {"is", "are", "gets", "get", "being"};
  const bool is_passive = at > 1 && has(being, words[at - 1]) && units_said(words[at - 2]) &&
                          at + 2 < words.size() && words[at + 1] == "by" &&
                          is_unit_behind(words, at + 2);
  if (!is_passive) return;
  std::size_t first = at - 2;
  while (first > 0 &&
         (is_beside_unit(words[first - 1]) || common_words().numbers.contains(words[first - 1]))) {
    --first;
  }
  std::size_t last = at + 2;
  while (!units_said(words[last])) ++last;
  const auto place = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
  Words turned(place(at + 2), place(last + 1));
  turned.emplace_back("ambush");
  turned.insert(turned.end(), place(first), place(at - 1));
  words.erase(place(first), place(last + 1));
  words.insert(place(first), turned.begin(), turned.end());
}

}  // namespace

void put_ambush(Words& words) {
  static const Words asking = {"do",     "does",    "did",         "can",   "could",
                               "will",   "would",   "odds",        "often", "chance",
                               "likely", "chances", "probability", "how"};
  static const Words given = {"if", "when", "after", "once", "where", "who"};
  static const Words asked_last = {"chance", "chances", "odds", "probability", "likely"};
  bool asks = !words.empty() && has(asked_last, words.back());
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    asks = (asks || has(asking, words[at])) && !has(given, words[at]);
    const bool stands_between =
        at > 0 && units_said(words[at - 1]) && is_unit_behind(words, at + 1);
    if (words[at] == "ambush" && stands_between && !asks) words[at] = "ambushes";
    if (words[at] == "ambushes" && stands_between && asks) words[at] = "ambush";
    if (words[at] == "ambushed" && asks) turn_passive_ambush(words, at);
  }
}

void put_each_as_number(Words& words) {
  static const Words weapons = {"lmg", "mmg", "hmg", "dc", "ft"};
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (words[at] != "each") continue;
    if (has(weapons, words[at - 1])) {
      for (std::size_t unit = at - 1; unit-- > 0;) {
        const auto units =
            counted_units_at(words, unit > 0 && count_said(words[unit - 1]) ? unit - 1 : unit);
        if (!units || is_leader(units->name)) continue;
        const std::size_t star = units->name.find('*');
        std::string count = star == std::string::npos ? "" : units->name.substr(0, star);
        // "2 squads of 4-6-7"
        const bool is_of_noun = count.empty() && unit > 1 &&
                                common_words().nouns.contains(words[unit - 1]) &&
                                count_said(words[unit - 2]);
        if (is_of_noun) count = *count_said(words[unit - 2]);
        if (count.empty()) break;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(at - 1), count);
        break;
      }
    }
  }
}

void put_one_as_number(Words& words) {
  const auto is_number = [&](std::size_t at) {
    return at < words.size() && number_said(words[at]) && !units_said(words[at]);
  };
  const auto is_up_to = [&](std::size_t at) { return stands_at(words, at, {"up", "to"}); };
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_one = words[at] == "one";
    if (is_one && is_up_to(at + 1) && is_number(at + 3)) words = without(words, at + 1, at + 2);
    const bool is_span = words[at + 1] == "to" && is_number(at + 2);
    const bool is_list = is_number(at + 1) && at + 2 < words.size() &&
                         (words[at + 2] == "and" || words[at + 2] == "or");
    const bool counts_units =
        is_up_to(at) && is_number(at + 2) && !(at > 0 && number_said(words[at - 1])) &&
        counted_units_at(words, common_words().behind_adjectives(words, at + 3)).has_value();
    if ((is_one && (is_span || is_list)) || counts_units) words[at] = "1";
  }
}

bool put_plainly(Words& words) {
  const bool has_target = put_target_behind_at(words);
  const bool denies = part_negations(words);
  const bool has_firepower = part_firepower(words);
  const bool has_noun = put_noun_behind_number(words);
  return has_target || denies || has_firepower || has_noun;
}

}  // namespace combat_odds
