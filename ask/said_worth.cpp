#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/said.hpp"
#include "ask/sentence_rewriting.hpp"

// "Does an 8-1 help ...?", "is an extra squad worth it ...?": with it beside without it.

namespace combat_odds {
namespace {

/// What is asked about, and the rest of the sentence.
struct Worth {
  Words thing;
  Words rest;
};

Words between(const Words& words, std::size_t first, std::size_t last) {
  return Words(words.begin() + static_cast<std::ptrdiff_t>(first),
               words.begin() + static_cast<std::ptrdiff_t>(last));
}

/// The ways to part "does X help Y", "does X Y help" and "is X worth it for Y".
std::vector<Worth> ways_to_part(const Words& words) {
  static const Words helping = {"help", "helps", "pay", "pays", "worth"};
  static const Words asking = {"does", "do", "would", "will", "is", "are"};
  static const Words joining = {"it", "for", "against", "when", "off", "while", "to", "effort"};
  std::vector<Worth> ways;
  const auto help = std::find_if(words.begin(), words.end(),
                                 [](const std::string& word) { return has(helping, word); });
  if (help == words.end()) return ways;
  const std::size_t end = static_cast<std::size_t>(help - words.begin());
  std::size_t begin = end;
  while (begin > 0 && !has(asking, words[begin - 1])) --begin;
  if (begin == 0 || begin == end) return ways;
  static const Words effort = {"it", "while", "effort", "having"};
  const bool is_price =
      *help == "worth" && (end + 1 == words.size() || !has(effort, words[end + 1]));
  if (is_price) return ways;  // "what is a 4-6-7 worth"
  std::size_t behind = end + 1;
  while (behind < words.size() && has(joining, words[behind])) ++behind;
  Words rest = between(words, 0, begin - 1);
  const Words next = between(words, behind, words.size());
  rest.insert(rest.end(), next.begin(), next.end());
  if (!rest.empty()) ways.push_back({between(words, begin, end), rest});
  for (std::size_t at = begin + 1; rest.empty() && at < end && at < begin + 4; ++at) {
    ways.push_back({between(words, begin, at), between(words, at, end)});
  }
  return ways;
}

/// "2*4-6-7 or 3*4-6-7" in place of "2*4-6-7": one more of the first units.
Words with_one_more(const Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto units = counted_units_at(words, at);
    if (!units || is_leader(units->name)) continue;
    const std::string one(without_count(units->name));
    const std::size_t star = units->name.find('*');
    const int count = star == std::string::npos ? 1 : std::stoi(units->name.substr(0, star));
    Words more = between(words, 0, at);
    more.push_back(units->name);
    more.emplace_back("or");
    more.push_back(std::to_string(count + 1) + "*" + one);
    const Words rest = between(words, at + units->length, words.size());
    more.insert(more.end(), rest.begin(), rest.end());
    return more;
  }
  return {};
}

/// With "with or without" and the thing at the end, and right behind the first units.
std::vector<Words> asked_both_ways(const Worth& worth) {
  static const Words more = {"extra", "another", "third", "additional", "more"};
  static const Words squads = {"squad", "one", "4-6-7", "4-4-7"};
  const bool is_one_more =
      worth.thing.size() == 2 && has(more, worth.thing[0]) && has(squads, worth.thing[1]);
  if (is_one_more) return {with_one_more(worth.rest)};
  Words asked = {"with", "or", "without"};
  for (const std::string& word : worth.thing) {
    const bool is_noun = is_noun_of_leader(word) && worth.thing.size() > 1;  // "a leader 8-1"
    if (!is_noun && word != "having" && word != "using") asked.push_back(word);
  }
  std::vector<Words> ways;
  for (std::size_t at = 0; at < worth.rest.size(); ++at) {
    const auto units = counted_units_at(worth.rest, at);
    if (!units) continue;
    Words inside = worth.rest;
    inside.insert(inside.begin() + static_cast<std::ptrdiff_t>(at + units->length), asked.begin(),
                  asked.end());
    ways.push_back(inside);
    break;
  }
  Words last = worth.rest;
  last.insert(last.end(), asked.begin(), asked.end());
  ways.push_back(last);
  return ways;
}

}  // namespace

/// Nothing where no such words stand there, or it can't be asked both ways.
std::optional<Said> Sentences::of_worth(const Words& words, const std::string& game,
                                        const Place& place, const std::set<std::string>& given) {
  for (const Worth& worth : ways_to_part(words)) {
    for (const Words& asked : asked_both_ways(worth)) {
      if (asked.empty()) continue;
      try {
        const Said said = read_in_some_way(asked, "", game, place, given);
        const bool compares = std::ranges::any_of(said.values, [](const auto& value) {
          return value.second.find(',') != std::string::npos;
        });
        if (compares) return said;
      } catch (const InputError&) {
        // it is said in another place
      }
    }
  }
  return std::nullopt;
}

}  // namespace combat_odds
