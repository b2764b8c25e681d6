#include "expression/talk.hpp"

#include "expression/said_of_dice.hpp"
#include "expression/talk_words.hpp"

namespace combat_odds::expression {

std::optional<Talk> one_said(const TalkWords& words) {
  std::optional<SaidOfDice> said = said_of_dice(words);
  if (!said || !settle(*said)) return std::nullopt;
  return expressed(*said);
}

std::optional<Talk> talk_of(std::string_view sentence) {
  const TalkWords words = talk_words(sentence);
  if (words.empty()) return std::nullopt;
  if (auto risk = risk_said(words)) return risk;
  if (auto several = several_said(words)) return several;
  return one_said(words);
}

}  // namespace combat_odds::expression
