#include "ask/odds_question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/situation.hpp"
#include "core/text/shell_word.hpp"

namespace combat_odds {

std::string OddsQuestion::command() const {
  std::string words = odds_command(procedure, values);
  if (!shown.empty()) words += " --show " + shell_word(fmt::format("{}", fmt::join(shown, ",")));
  return words;
}

std::string commands_of(const std::vector<OddsQuestion>& questions, std::string_view between) {
  std::string text;
  for (const OddsQuestion& question : questions) {
    text += fmt::format("{}{}", text.empty() ? "" : between, question.command());
  }
  return text;
}

}  // namespace combat_odds
