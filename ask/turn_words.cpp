#include "ask/turn_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "ask/names_said.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::turn {

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

void append_units(std::string& units, const std::string& more) {
  units += (units.empty() || more.empty() ? "" : " ") + more;
}

Words units_in(const Words& words) {
  Words units;
  for (std::size_t at = 0; at < words.size();) {
    const auto found = counted_units_at(words, at);
    if (found) units.push_back(found->name);
    at += found ? found->length : 1;
  }
  return units;
}

const Words& of_attacker() {
  static const Words words = {"i", "we", "us", "me", "attacker", "attackers"};
  return words;
}

const Words& of_defender() {
  static const Words words = {"enemy",    "enemies",   "he",       "him",      "his",
                              "opponent", "opponents", "defender", "defenders"};
  return words;
}

const Words& pronouns() {
  static const Words words = {"it", "they", "them", "those", "survivors"};
  return words;
}

std::string nation_in(const Words& words) {
  static const std::vector<std::pair<std::string, std::string>> nations = {
      {"germans", "german"},     {"german", "german"},     {"russians", "russian"},
      {"russian", "russian"},    {"soviets", "russian"},   {"soviet", "russian"},
      {"americans", "american"}, {"american", "american"}, {"british", "british"}};
  for (const auto& [word, nation] : nations) {
    if (has(words, word)) return nation;
  }
  return "";
}

bool take_all(Words& words, const Words& phrase) {
  bool is_said = false;
  for (std::size_t at = 0; at < words.size();) {
    const bool taken = takes_away(words, at, phrase);
    is_said = is_said || taken;
    at += taken ? 0 : 1;
  }
  return is_said;
}

int take_times(Words& words) {
  if (take_all(words, {"twice"})) return 2;
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto count = count_said(words[at]);
    if (!count || words[at + 1] != "times") continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                words.begin() + static_cast<std::ptrdiff_t>(at) + 2);
    return number_in<int>(*count).value_or(1);
  }
  return 1;
}

int take_turns(Words& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const auto count = count_said(words[at]);
    std::size_t next = at + 1;
    if (words[next] == "player" && next + 1 < words.size()) ++next;
    if (!count || words[next] != "turns") continue;
    const std::size_t first =
        at > 0 && (words[at - 1] == "for" || words[at - 1] == "over") ? at - 1 : at;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first),
                words.begin() + static_cast<std::ptrdiff_t>(next) + 1);
    return number_in<int>(*count).value_or(1);
  }
  return 1;
}

bool take_next_turn(Words& words) {
  bool is_said = false;
  for (const Words& phrase : std::vector<Words>{{"in", "next", "player", "turn"},
                                                {"next", "player", "turn"},
                                                {"in", "next", "turn"},
                                                {"next", "turn"}}) {
    is_said = take_all(words, phrase) || is_said;
  }
  return is_said;
}

std::size_t target_at(const Words& words) {
  static const Words dividing = {"at", "on", "against", "vs", "versus", "upon", "into"};
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (!has(dividing, words[at])) continue;
    const std::string& next = words[at + 1];
    static const Words states = {"broken", "concealed", "pinned", "moving", "adjacent"};
    const std::size_t unit = has(states, next) ? at + 2 : at + 1;
    const bool is_somebody = counted_units_at(words, unit) || has(of_attacker(), next) ||
                             has(of_defender(), next) || has(pronouns(), next);
    if (is_somebody) return at;
  }
  return words.size();
}

}  // namespace combat_odds::turn
