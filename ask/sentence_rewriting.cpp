#include "ask/sentence_rewriting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/sentence_dates.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// The numbers of "4..6" and "2,3,4"; none where it is neither.
std::vector<int> counts_in(std::string_view text) {
  constexpr int most = 12;
  std::vector<int> counts;
  const std::size_t dots = text.find("..");
  if (dots != text.npos) {
    const auto first = number_in<int>(text.substr(0, dots));
    const auto last = number_in<int>(text.substr(dots + 2));
    if (!first || !last || *first < 1 || *last <= *first || *last - *first >= most) return {};
    for (int count = *first; count <= *last; ++count) counts.push_back(count);
    return counts;
  }
  for (const std::string_view part : parts_of(text, ',')) {
    const auto count = number_in<int>(part);
    if (!count || *count < 1 || *count > most) return {};
    counts.push_back(*count);
  }
  return counts.size() > 1 ? counts : std::vector<int>();
}

/// What "how many" asks the number of, as all that it may be; empty: nothing that is known.
std::string all_numbers_of(const Words& words, std::size_t at) {
  std::size_t thing = at;
  while (thing < words.size() && common_words().is_adjective(words[thing]) &&
         !common_words().nouns.contains(words[thing])) {
    ++thing;
  }
  if (thing >= words.size()) return "";
  const std::string& word = words[thing];
  if (units_said(word) || word.starts_with("squad") || word.starts_with("half-squad")) {
    return how_many_squads;
  }
  if (word == "fp" || word == "firepower" || word == "factors") return "1,2,4,6,8,12,16,20,24";
  static constexpr std::string_view few[] = {"missiles", "missile", "panzerfausts", "attacks",
                                             "shots",    "rounds",  "turns",        "attempts"};
  return std::ranges::find(few, word) == std::end(few) ? "" : "1..6";
}

/// Takes "50%" or "50 percent", and "at least" before it, out of the words; what it was.
std::string take_percentage(Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool has_sign = words[at].size() > 1 && words[at].back() == '%';
    const bool is_apart =
        at + 1 < words.size() && (words[at + 1] == "percent" || words[at + 1] == "%");
    const std::string number = has_sign ? words[at].substr(0, words[at].size() - 1) : words[at];
    if (!(has_sign || is_apart) || !number_in<double>(number)) continue;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    words.erase(first, first + (has_sign ? 1 : 2));
    if (at > 1 && words[at - 2] == "at" && words[at - 1] == "least") {
      takes_away(words, at - 2, {"at", "least"});
    }
    return number + "%";
  }
  return "";
}

}  // namespace

void put_counts_in_front(Words& words) {
  for (std::string& word : words) {  // "447*2", as "447 x2" is joined
    const std::size_t star = word.find('*');
    if (star == word.npos) continue;
    const auto units = units_said(word.substr(0, star));
    const auto count = number_in<int>(word.substr(star + 1));
    constexpr int most = 12;
    const bool is_behind = units && count && *count >= 1 && *count <= most;
    if (is_behind) word = fmt::format("{}*{}", *count, *units);
  }
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_apart = words[at + 1] == "x" && at + 2 < words.size() && units_said(words[at]) &&
                          number_said(words[at + 2]);
    if (is_apart) {
      words[at + 1] += *number_said(words[at + 2]);
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 2));
    }
    const std::string& behind = words[at + 1];
    const auto units = units_said(words[at]);
    const bool counts = units && units->find('*') == units->npos && behind.size() > 1 &&
                        (behind.front() == 'x' || behind.front() == '*') &&
                        number_said(behind.substr(1));
    if (!counts) continue;
    words[at] = behind.substr(1) + "*" + *units;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1));
  }
}

void part_lists(Words& words) {
  Words parted;
  for (const std::string& word : words) {
    const std::vector<std::string_view> parts = parts_of(word, ',');
    const bool are_units =
        parts.size() > 1 && std::ranges::all_of(parts, [](std::string_view part) {
          return units_said(part).has_value();
        });
    if (!are_units) {
      parted.push_back(word);
      continue;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) parted.emplace_back("or");
      parted.emplace_back(parts[i]);
    }
  }
  words = std::move(parted);
}

void expand_counts(Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    // "1..3 German 4-6-7"
    const std::size_t unit_at = common_words().behind_adjectives(words, at + 1);
    const bool is_parted = unit_at > at + 1 && unit_at < words.size() && units_said(words[unit_at]);
    if (is_parted && !counts_in(words[at]).empty()) {
      std::rotate(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                  words.begin() + static_cast<std::ptrdiff_t>(unit_at));
    }
    std::string word = words[at];
    const bool is_apart = at + 1 < words.size() && word.find('*') == word.npos &&
                          units_said(words[at + 1]) && words[at + 1].find('*') == std::string::npos;
    const std::size_t star = word.find('*');
    if (star == word.npos && !is_apart) continue;
    const std::string counts = star == word.npos ? word : word.substr(0, star);
    const std::string unit = star == word.npos ? words[at + 1] : word.substr(star + 1);
    const std::vector<int> all = counts_in(counts);
    if (all.empty() || !units_said(unit)) continue;
    Words each;
    for (const int count : all) {
      if (!each.empty()) each.emplace_back("or");
      each.push_back(count == 1 ? unit : fmt::format("{}*{}", count, unit));
    }
    const auto place =
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                    words.begin() + static_cast<std::ptrdiff_t>(at + (star == word.npos ? 2 : 1)));
    words.insert(place, each.begin(), each.end());
    at += each.size() - 1;
  }
}

void join_unit_numbers(Words& words) {
  const auto is_one_digit = [&](std::size_t at) {
    return at < words.size() && words[at].size() == 1 && words[at][0] >= '0' && words[at][0] <= '9';
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::size_t digits = 0;
    while (is_one_digit(at + digits)) ++digits;
    if (digits == 3 || digits == 4) {
      const std::size_t first = at + digits - 3;
      const std::string unit = words[first] + "-" + words[first + 1] + "-" + words[first + 2];
      if (units_said(unit)) {
        words[at] = (digits == 4 ? words[at] + "*" : "") + unit;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                    words.begin() + static_cast<std::ptrdiff_t>(at + digits));
        continue;
      }
    }
    at += digits > 0 ? digits - 1 : 0;
  }
}

void join_numbers(Words& words) {
  for (std::size_t at = 0; at + 2 < words.size();) {
    const auto first = number_said(words[at]);
    const auto second = number_said(words[at + 2]);
    const bool have_signs = is_signed(words[at]) && is_signed(words[at + 2]);
    if (words[at + 1] != "or" || !((first && second) || have_signs)) {
      ++at;
      continue;
    }
    const std::size_t unit = common_words().behind_adjectives(words, at + 3);
    const auto units = unit < words.size() ? units_said(words[unit]) : std::nullopt;
    if (first && units && units->find('*') == units->npos) {  // "one or two german 4-6-7"
      const auto of = [&](const std::string& count) {
        return count == "1" ? *units : count + "*" + *units;
      };
      const Words parted = {of(*first), "or", of(*second)};
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(unit));
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 3));
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(unit - 3), parted.begin(),
                   parted.end());
      at = unit;
      continue;
    }
    words[at] = first ? *first + "," + *second : words[at] + "," + words[at + 2];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                words.begin() + static_cast<std::ptrdiff_t>(at + 3));
  }
}

void put_numbers_before_units(Words& words) {
  constexpr std::size_t most_between = 2;
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    const auto count = number_said(words[at]);
    if (!count || count->size() > 2 || count->find_first_of(".,") != count->npos) continue;
    std::size_t unit = at + 1;
    while (unit < words.size() && unit - at <= most_between &&
           common_words().is_adjective(words[unit])) {
      ++unit;
    }
    std::size_t noun = at + 1;
    while (noun < words.size() && common_words().states.contains(words[noun])) ++noun;
    const bool is_noun =
        noun > at + 1 && noun < words.size() && common_words().nouns.contains(words[noun]);
    if (is_noun && !(unit < words.size() && units_said(words[unit]))) unit = noun;
    const bool is_between =
        unit > at + 1 && unit < words.size() && (units_said(words[unit]) || is_noun);
    if (is_between) {
      std::rotate(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                  words.begin() + static_cast<std::ptrdiff_t>(unit));
    }
  }
}

std::optional<WithoutUntil> take_until(const Words& words) {
  static const Words who = {"it",       "he",       "they",    "one",   "somebody", "someone",
                            "one side", "target",   "she",     "side",  "either",   "that",
                            "both",     "all",      "unit",    "squad", "tank",     "enemy",
                            "dice",     "mortar",   "mortars", "gun",   "howitzer", "russian",
                            "german",   "russians", "germans"};
  static const Words being = {"is", "are", "gets", "get", "has", "have", "been", "be", "goes"};
  const auto until = std::ranges::find(words, "until");
  if (until == words.end() || until == words.begin()) return std::nullopt;
  WithoutUntil found;
  found.words.assign(words.begin(), until);
  found.said = fmt::format("{}", fmt::join(until, words.end(), " "));
  auto at = until + 1;
  while (at != words.end() && has(who, *at)) ++at;
  while (at != words.end() && has(being, *at)) ++at;
  found.event.assign(at, words.end());
  constexpr std::size_t most = 3;
  const bool is_event =
      found.event.size() <= most && std::ranges::all_of(found.event, [](const std::string& word) {
        return kind_of(word) == 'w' && word.find_first_of("0123456789") == word.npos;
      });
  return is_event ? std::optional(found) : std::nullopt;
}

std::optional<Swept> swept(const Words& said) {
  static const std::vector<Words> needing = {
      {"do", "i", "need"},   {"do", "we", "need"},   {"i", "need"},           {"are", "needed"},
      {"is", "needed"},      {"does", "it", "take"}, {"it", "takes"},         {"needed"},
      {"must", "i", "have"}, {"should", "i", "use"}, {"should", "i", "take"}, {"need"}};
  static constexpr std::string_view asking[] = {"which", "what"};
  Swept asked{said, {}};
  Words& words = asked.words;
  const auto take_need = [&] {
    for (const Words& need : needing) {
      for (std::size_t at = 0; at < words.size(); ++at) {
        if (takes_away(words, at, need)) return true;
      }
    }
    return false;
  };
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    const bool asks_leader =
        std::ranges::find(asking, words[at]) != std::end(asking) && words[at + 1] == "leader";
    const bool asks_number = words[at] == "how" && words[at + 1] == "many";
    if (!asks_leader && !asks_number) continue;
    const std::string numbers = asks_number ? all_numbers_of(words, at + 2) : "";
    if (asks_number && numbers.empty()) return std::nullopt;
    if (!take_need()) return std::nullopt;
    takes_away(words, at, {words[at], words[at + 1]});
    static const Words leaders = {"7-0", "or", "8-0", "or", "8-1", "or",
                                  "9-1", "or", "9-2", "or", "10-2"};
    if (asks_leader) {
      const bool is_rally = std::ranges::any_of(
          words, [](const std::string& word) { return word.starts_with("rall"); });
      if (is_rally) words.emplace_back("with");
      const auto place = is_rally ? words.end() : words.begin() + static_cast<std::ptrdiff_t>(at);
      words.insert(place, leaders.begin(), leaders.end());
    } else {
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), numbers);
    }
    const std::string percentage = take_percentage(words);
    if (!percentage.empty()) {
      asked.told.push_back(fmt::format("'{}': the answers below tell which reach it", percentage));
    }
    return asked;
  }
  return std::nullopt;
}

namespace {

/// "morale 8" behind a 4-5-8, perhaps with "with" between: whether that is its morale. Nothing
/// where it does not stand behind a unit.
std::optional<bool> is_morale_of_unit(const Words& words, std::size_t at, std::size_t length,
                                      const std::string& unit) {
  static const Words between = {"with", "has", "having", "is", "at"};
  if (length == 0 || !has(words, "morale")) return std::nullopt;
  const bool says_morale =
      std::find(words.begin() + static_cast<std::ptrdiff_t>(at),
                words.begin() + static_cast<std::ptrdiff_t>(at + length),
                "morale") != words.begin() + static_cast<std::ptrdiff_t>(at + length);
  std::size_t named = at;
  while (named > 0 && has(between, words[named - 1])) --named;
  if (!says_morale || named == 0) return std::nullopt;
  const auto units = units_said(words[named - 1]);
  if (!units || is_leader(*units)) return std::nullopt;
  const UnitName known = read_unit(std::string(without_count(*units)), "unit");
  return known.morale == read_unit(unit, "unit").morale;
}

}  // namespace

NamedSquads name_squads(const Words& words, std::string_view game) {
  NamedSquads named;
  const auto is_unit = [&](std::size_t at) { return at < words.size() && units_said(words[at]); };
  for (std::size_t at = 0; at < words.size();) {
    std::size_t length = 0;
    std::string unit;
    for (const auto& [phrase, stands_for] : common_words().squads) {
      const std::size_t colon = stands_for.find(':');  // "sl:4-3-6": of that game
      if (colon != stands_for.npos && stands_for.substr(0, colon) != game) continue;
      const Words wanted = spoken_words(phrase);
      if (wanted.size() <= length || !stands_at(words, at, wanted)) continue;
      length = wanted.size();
      unit = stands_for.substr(colon == stands_for.npos ? 0 : colon + 1);
    }
    const bool is_named = is_unit(at + length) || (at > 0 && is_unit(at - 1));
    if (const auto is_its_morale = is_morale_of_unit(words, at, length, unit)) {
      if (*is_its_morale) {
        named.told.push_back(fmt::format("'{}': printed on it", said_at(words, at, length)));
      } else {  // what is meant is not known
        for (std::size_t i = at; i < at + length; ++i) named.words.push_back(words[i]);
      }
      at += length;
      continue;
    }
    if (length == 0 || is_named) {
      named.words.push_back(words[at++]);
      continue;
    }
    std::string said;
    for (std::size_t i = at; i < at + length; ++i) said += (i > at ? " " : "") + words[i];
    named.told.push_back(fmt::format("'{}': taken as {}", said, unit));
    const auto count = named.words.empty() ? std::nullopt : number_said(named.words.back());
    const bool is_counted = count && count->find_first_not_of("0123456789") == count->npos;
    if (is_counted) {
      named.words.back() = (*count == "1" ? "" : *count + "*") + unit;
    } else {
      if (said.ends_with('s')) named.uncounted = said;
      named.words.push_back(unit);
    }
    at += length;
  }
  return named;
}

Words without(const Words& words, std::size_t first, std::size_t last) {
  Words rest(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
  rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(last), words.end());
  return rest;
}

char kind_of(const std::string& word) {
  if (const auto units = units_said(word)) {
    return units->find('*') == units->npos && read_unit(*units, "unit").leader ? 'l' : 'u';
  }
  if (is_dice(word)) return 'd';
  return number_said(word) ? 'n' : 'w';
}

bool are_alike(const Words& words, std::size_t at, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (kind_of(words[at - length + i]) != kind_of(words[at + 1 + i])) return false;
  }
  return true;
}

std::optional<Repetition> repetition_at_end(const Words& words) {
  static const std::vector<Words> each = {
      {"in", "row"}, {"running"}, {"each", "time"}, {"every", "time"}, {"both", "times"}};
  constexpr int most = 10;
  const auto ends_with = [&](const Words& wanted, std::size_t end) {
    return wanted.size() <= end && stands_at(words, end - wanted.size(), wanted);
  };
  Repetition repetition;
  std::size_t end = words.size();
  for (const Words& way : each) {
    if (!ends_with(way, end)) continue;
    end -= way.size();
    repetition.each_time = true;
    if (way.front() == "both") repetition.times = 2;
    break;
  }
  if (end > 0 && words[end - 1] == "twice") {
    repetition.times = 2;
    --end;
  } else if (end > 1 && words[end - 1] == "times") {
    const auto count = number_said(words[end - 2]);
    const auto times = count ? number_in<int>(*count) : std::nullopt;
    if (!times || *times < 2 || *times > most) return std::nullopt;
    repetition.times = *times;
    end -= 2;
  }
  if (repetition.times == 0) return std::nullopt;
  repetition.length = words.size() - end;
  return repetition;
}

namespace {

/// "8 FP at 4-5-8, broken, reduced or gone?": a list of results at the end, with a state among
/// them.
std::optional<std::string> with_listed_states_as_events(std::string_view text) {
  static const Words results = {
      "broken",     "pinned",    "reduced", "gone",    "dead",    "eliminated", "killed",
      "kia",        "destroyed", "fine",    "ok",      "unhurt",  "untouched",  "lost",
      "casualties", "worse",     "routed",  "berserk", "nothing", "wiped",      "casualty",
      "out",        "breaks",    "or",      "and",     "just",    "survives",   "dies"};
  const std::vector<std::string_view> typed = words_of(text);
  std::size_t first = typed.size();
  const auto plain = [&](std::size_t at) {
    std::string word = lower(std::string(typed[at]));
    while (!word.empty() &&
           std::string_view(",;:.?!").find(word.back()) != std::string_view::npos) {
      word.pop_back();
    }
    return word;
  };
  while (first > 0 && has(results, plain(first - 1))) --first;
  const bool is_list =
      typed.size() - first > 1 && first > 0 &&
      std::string_view(",:;").find(typed[first - 1].back()) != std::string_view::npos;
  // "broken or dead", "pinned or worse" are phrases of their own.
  const bool is_of_several =
      is_list && std::any_of(typed.begin() + static_cast<std::ptrdiff_t>(first), typed.end() - 1,
                             [](std::string_view word) { return word.back() == ','; });
  if (!is_of_several || verb_of_coming_to(plain(first)).empty()) return std::nullopt;
  Words all;
  for (std::size_t at = 0; at < typed.size(); ++at) {
    const std::string verb = at >= first ? verb_of_coming_to(plain(at)) : "";
    if (!verb.empty()) all.push_back(verb);
    all.emplace_back(typed[at]);
  }
  return fmt::format("{}", fmt::join(all, " "));
}

}  // namespace

std::string with_last_state_as_event(std::string_view sentence) {
  static constexpr std::pair<std::string_view, std::string_view> states[] = {
      {"broken", "gets"}, {"pinned", "gets"}, {"berserk", "goes"}, {"immobilized", "gets"}};
  const std::string_view text = trimmed(sentence);
  if (auto listed = with_listed_states_as_events(text)) return *std::move(listed);
  for (const auto& [state, comes] : states) {
    for (const char sign : {',', ':'}) {
      const std::string end = fmt::format("{} {}?", sign, state);
      if (!text.ends_with(end)) continue;
      return fmt::format("{}{} {} {}?", text.substr(0, text.size() - end.size()), sign, comes,
                         state);
    }
  }
  return std::string(sentence);
}

std::string with_topic_behind(std::string sentence) {
  static constexpr std::string_view topics[] = {"to hit:", "hit:", "chance to hit:"};
  const std::string small = lower(sentence);
  for (const std::string_view topic : topics) {
    if (!small.starts_with(topic)) continue;
    std::string rest(trimmed(std::string_view(sentence).substr(topic.size())));
    while (!rest.empty() && (rest.back() == '?' || rest.back() == '.')) rest.pop_back();
    return rest + ", hit?";
  }
  return sentence;
}

namespace {

/// Whether something is done to somebody in these typed words: "at" before a number is a range.
bool has_divide(const Words& typed, std::size_t first, std::size_t last) {
  for (std::size_t at = first; at < last; ++at) {
    const std::string word = spoken_form(typed[at]);
    if (!common_words().is_divide(word)) continue;
    const std::string next = at + 1 < last ? spoken_form(typed[at + 1]) : "";
    if (!(word == "at" && (number_said(next) || next == "range"))) return true;
  }
  return false;
}

bool has_digit(const Words& typed, std::size_t first, std::size_t last) {
  return std::any_of(
      typed.begin() + static_cast<std::ptrdiff_t>(first),
      typed.begin() + static_cast<std::ptrdiff_t>(last),
      [](const std::string& word) { return word.find_first_of("0123456789") != word.npos; });
}

}  // namespace

std::string with_target_for_pronoun(std::string_view sentence) {
  static const Words pronouns = {"it", "him", "them"};
  Words typed = copied(words_of(sentence));
  std::size_t clause = 0;  // where the first one ends
  while (clause < typed.size() &&
         std::string_view(",;.").find(typed[clause].back()) == std::string_view::npos) {
    ++clause;
  }
  if (clause++ == typed.size()) return std::string(sentence);
  std::size_t pronoun = clause + 1;
  while (pronoun < typed.size() && !(has(pronouns, spoken_form(typed[pronoun])) &&
                                     common_words().is_divide(spoken_form(typed[pronoun - 1])))) {
    ++pronoun;
  }
  const bool is_said = pronoun < typed.size() && has_digit(typed, 0, clause) &&
                       has_digit(typed, clause, pronoun) && !has_divide(typed, 0, clause) &&
                       !has_divide(typed, clause, pronoun - 1);
  if (!is_said) return std::string(sentence);
  const char end = typed[pronoun].back();
  typed[clause - 1].pop_back();
  const auto behind = typed.begin() + static_cast<std::ptrdiff_t>(clause);
  typed[pronoun] = fmt::format("{}", fmt::join(typed.begin(), behind, " "));
  if (std::string_view(",;:.?").find(end) != std::string_view::npos) typed[pronoun] += end;
  typed.erase(typed.begin(), behind);
  return fmt::format("{}", fmt::join(typed, " "));
}

void name_leaders(Words& words) {
  static const Words counted = {
      "rolls",  "roll",    "rounds", "turns",    "phases",   "hexes",   "hex",     "times",
      "shots",  "checks",  "dr",     "drs",      "attacks",  "fp",      "factors", "mm",
      "%",      "percent", "points", "cpp",      "fpp",      "trials",  "enemy",   "dice",
      "mortar", "mortars", "gun",    "howitzer", "attempts", "missiles"};
  static const Words counting = {"range", "san", "turn", "distance", "x",  "times",
                                 "-",     "+",   "/",    "mortar",   "mtr"};
  for (std::size_t at = 0; at < words.size(); ++at) {
    constexpr std::size_t digits = 2;
    constexpr int least_morale = 6;
    const std::string& word = words[at];
    const bool is_short = word.size() == digits && number_in<int>(word) && is_unit(word);
    if (!is_short) continue;
    const UnitName unit = read_unit(word, "unit");
    const bool is_number = (at + 1 < words.size() && has(counted, words[at + 1])) ||
                           (at > 0 && has(counting, words[at - 1]));
    if (!is_number && unit.leader && unit.morale >= least_morale) words[at] = unit.text;
  }
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto unit = units_said(words[at + 1]);
    const bool is_rank = is_noun_of_leader(words[at]) && words[at] != "commissar";
    if (is_rank && unit && is_leader(*unit)) words[at] = "leader";
  }
  static const Words who = {"it", "them", "him"};
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const auto unit = units_said(words[at - 1]);
    const bool is_with_them =
        words[at] == "with" && has(who, words[at + 1]) && unit && is_leader(*unit);
    if (!is_with_them) continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1));
    std::swap(words[at - 1], words[at]);
  }
}

void put_both_as_number(Words& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    std::size_t unit = at + 1;
    while (
        unit < words.size() &&
        (common_words().is_adjective(words[unit]) || common_words().states.contains(words[unit])) &&
        !common_words().nouns.contains(words[unit])) {
      ++unit;
    }
    const auto units = unit < words.size() ? units_said(words[unit]) : std::nullopt;
    const bool is_one_kind =
        units && units->find('*') == units->npos && kind_of(words[unit]) == 'u';
    const bool joins_two = unit + 1 < words.size() && words[unit + 1] == "and";
    if (words[at] == "both" && is_one_kind && !joins_two) words[at] = "2";
    const bool is_counted = words[at] == "all" && number_said(words[at + 1]) &&
                            at + 2 < words.size() && units_said(words[at + 2]);
    if (is_counted) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void join_facings(Words& words) {
  static const Words facings = {"front", "side", "rear"};
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const bool are_two = has(facings, words[at - 1]) && has(facings, words[at + 1]);
    if (words[at] == "and" && are_two) words[at] = "or";
  }
}

void part_compounds(Words& words) {
  static const Words counted = {"factor", "factors", "strength", "turn",
                                "round",  "phase",   "attempt"};
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::size_t dash = words[at].find('-');
    if (dash == std::string::npos || dash == 0) continue;
    const auto number = number_said(words[at].substr(0, dash));
    const std::string noun = words[at].substr(dash + 1);
    if (!number || !has(counted, noun)) continue;
    words[at] = noun == "strength" ? "factor" : noun;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), *number);
  }
}

void put_ordinals(Words& words) {
  static const Words counted = {"turn", "round", "phase", "attempt", "shot", "rally", "fire"};
  static const Words before = {"by", "within"};
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {  // "inside 3 turns"
    if (words[at] == "inside" && number_said(words[at + 1])) words[at] = "within";
  }
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    const std::string number = day_said(words[at + 1]);
    const bool is_ordinal = !number.empty() && !number_in<int>(words[at + 1]);
    if (!has(before, words[at]) || !is_ordinal) continue;
    std::size_t noun = at + 2;
    const bool is_compound = noun + 1 < words.size() && words[noun + 1] == "phase";
    if (!has(counted, words[noun])) continue;
    noun += is_compound ? 1 : 0;
    words[at] = "within";
    words[at + 1] = number;
    if (number != "1") words[noun] += "s";
  }
}

void put_between_as_range(Words& words) {
  constexpr std::size_t longest = 3;  // "17 october 1942"
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    if (words[at] != "between" || !number_said(words[at + 1])) continue;
    for (std::size_t joined = at + 2; joined <= at + 1 + longest; ++joined) {
      if (joined + 1 >= words.size()) break;
      if (words[joined] != "and" || !number_said(words[joined + 1])) continue;
      words[joined] = "to";
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    }
  }
}

void put_without_in_front(Words& words) {
  static const Words nothing = {"it", "them", "one", "that", "any"};
  for (std::size_t with = 0; with + 3 < words.size(); ++with) {
    if (words[with] != "with") continue;
    std::size_t joined = with + 2;
    while (joined + 1 < words.size() &&
           !((words[joined] == "and" || words[joined] == "or") && words[joined + 1] == "without")) {
      ++joined;
    }
    if (joined + 1 >= words.size()) return;
    const bool has_pronoun = joined + 2 < words.size() && has(nothing, words[joined + 2]);
    if (!has_pronoun && joined + 2 < words.size()) return;  // "with it and without that"
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(joined),
                words.begin() + static_cast<std::ptrdiff_t>(joined + (has_pronoun ? 3 : 2)));
    const Words both = {"or", "without"};
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(with + 1), both.begin(), both.end());
    return;
  }
}

void put_roman_models(Words& words) {
  static constexpr std::string_view makes[] = {"pzkw", "panzer", "pz", "mk"};
  static constexpr std::string_view models[] = {"iii", "iv", "v", "vi"};  // from 3 on
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::string& word = words[at];
    const bool stands_behind = at > 0 && (words[at - 1] == "pz" || words[at - 1] == "pzkw");
    std::size_t digit = 0;
    for (const std::string_view make : makes) {
      if (digit == 0 && word.starts_with(make)) digit = make.size();
    }
    if (digit == 0 && !stands_behind) continue;
    const bool is_model = digit < word.size() && word[digit] >= '3' && word[digit] <= '6' &&
                          (digit + 1 == word.size() || !is_digits(word.substr(digit + 1, 1)));
    const bool is_number = at + 1 < words.size() && digit == 0 && word.size() == 1 &&
                           (words[at + 1].starts_with("hex") || words[at + 1] == "shots");
    if (!is_model || is_number) continue;
    const std::string model(models[word[digit] - '3']);
    const std::string rest = word.substr(digit + 1);
    word = (digit > 0 && !rest.empty() ? "pz" : "") + model + rest;
    if (digit > 0 && rest.empty())
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), "pz");
  }
}

bool join_ranges(Words& words) {
  bool is_joined = false;
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    if (words[at + 1] != "to") continue;
    const bool are_signed = (is_signed(words[at]) || words[at] == "0") &&
                            (is_signed(words[at + 2]) || words[at + 2] == "0");
    const auto value = [&](const std::string& word) {
      const auto number = are_signed ? std::optional(word.starts_with('+') ? word.substr(1) : word)
                                     : number_said(word);
      return number ? number_in<int>(*number) : std::nullopt;
    };
    const auto first = value(words[at]);
    const auto last = value(words[at + 2]);
    if (!first || !last || *first >= *last) continue;
    words[at] = fmt::format("{}{}..{}", are_signed && *first > 0 ? "+" : "", *first, *last);
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + 1),
                words.begin() + static_cast<std::ptrdiff_t>(at + 3));
    is_joined = true;
  }
  return is_joined;
}

void take_plain(Words& words) {
  static constexpr std::string_view saying_nothing[] = {"plain",    "ordinary", "normal",
                                                        "standard", "typical",  "usual"};
  for (std::size_t at = words.size(); at-- > 1;) {
    const bool is_plain =
        std::ranges::find(saying_nothing, words[at - 1]) != std::end(saying_nothing);
    if (is_plain && common_words().nouns.contains(words[at])) {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at - 1));
    }
  }
}

void take_dashes(Words& words) {
  for (std::size_t at = words.size(); at-- > 0;) {
    const bool is_dash = words[at] == "-" || words[at] == "/" || words[at] == "--";
    const bool is_minus =
        at + 1 < words.size() && !units_said(words[at + 1]) &&
        (is_dice(words[at + 1]) || words[at + 1].find_first_of("0123456789") == 0);
    const bool divides =
        words[at] == "/" && at > 0 && !number_said(words[at - 1]) && !is_dice(words[at - 1]);
    if (is_dash && (!is_minus || divides))
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace combat_odds
