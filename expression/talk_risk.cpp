#include "expression/said_of_dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace combat_odds::expression {
namespace {

std::optional<Talk> risk_odds(int attackers, int defenders, const std::string& loser,
                              std::optional<int> lost) {
  const auto list = [](const std::string& name, int count) {
    std::vector<std::string> all;
    for (int i = 1; i <= count; ++i) all.push_back(fmt::format("_{}{}", name, i));
    return fmt::format("{}", fmt::join(all, ", "));
  };
  std::string text;
  for (int i = 1; i <= attackers; ++i) text += fmt::format("_a{} = d6; ", i);
  for (int i = 1; i <= defenders; ++i) text += fmt::format("_d{} = d6; ", i);
  const auto highest = [&](const std::string& name, int count) {
    return count == 1 ? list(name, 1) : fmt::format("max({})", list(name, count));
  };
  std::string won =
      fmt::format("({} > {} ? 1 : 0)", highest("a", attackers), highest("d", defenders));
  const int pairs = std::min(attackers, defenders);
  if (pairs == 2) {
    won += fmt::format(" + ({{{}}} kh2 - {} > min({}) ? 1 : 0)", list("a", attackers),
                       highest("a", attackers), list("d", 2));
  }
  Talk talk;
  talk.told.emplace_back("the highest dice in order; ties to the defender");
  if (lost) {
    const bool is_attacker = loser.starts_with("attack");
    if (loser.empty() || *lost < 1 || *lost > pairs) return std::nullopt;
    const int wanted = is_attacker ? pairs - *lost : *lost;
    talk.expressions = {fmt::format("{}({}) = {}", text, won, wanted)};
    return talk;
  }
  if (!loser.empty()) return std::nullopt;
  const char* const table = pairs == 1 ? " on 0:\"attacker loses one\" 1:\"defender loses one\""
                                       : " on 0:\"attacker loses two\" 1:\"each loses one\" "
                                         "2:\"defender loses two\"";
  talk.expressions = {text + "(" + won + ")" + table};
  return talk;
}

}  // namespace

std::optional<Talk> risk_said(const TalkWords& words) {
  if (std::find(words.begin(), words.end(), "risk") == words.end()) return std::nullopt;
  std::vector<int> dice;
  std::string loser;
  std::optional<int> lost;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& each = words[i];
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    if (const auto number = number_said(each)) {
      if (next.starts_with("arm")) {
        lost = *number;
      } else {
        dice.push_back(*number);
      }
    } else if (each == "both") {
      lost = 2;
    } else if (is_any_of(each, {"loses", "lose"})) {
      loser = i > 0 ? words[i - 1] : "";
    } else if (!is_any_of(
                   each,
                   {"risk",      ",",         "in",      "dice", "die",    "attacker", "attackers",
                    "defender",  "defenders", "against", "vs",   "versus", "army",     "armies",
                    "attacking", "defending", "attack",  "on",   "with",   "chance",   "odds",
                    "of",        "what",      "are",     "is",   "that",   "i",        "at",
                    "roll",      "battle",    "attacks", "and"})) {
      return std::nullopt;
    }
  }
  if (dice.size() != 2 || dice[0] < 1 || dice[0] > 3 || dice[1] < 1 || dice[1] > 2) {
    return std::nullopt;
  }
  return risk_odds(dice[0], dice[1], loser, lost);
}

}  // namespace combat_odds::expression
