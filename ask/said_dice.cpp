#include "ask/said_dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"
#include "core/text/trimmed.hpp"
#include "expression/expression.hpp"
#include "expression/talk.hpp"

namespace combat_odds {

bool is_notation(std::string_view text) {
  const auto is_number = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_among = [](char c, std::string_view all) { return all.find(c) != all.npos; };
  bool has_die = false;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool begins = i == 0 || is_among(text[i - 1], " ([{,+-*/@!") || is_number(text[i - 1]);
    const bool is_of = is_number(text[i + 1]) || is_among(text[i + 1], "%{Ff");
    has_die = has_die || (begins && is_among(text[i], "dD") && is_of);
  }
  if (!has_die) return false;
  if (text.starts_with('/') || text.starts_with("output ")) return true;
  return text.find(' ') == text.npos || text.find_first_of("[]{}()!*#@") != text.npos;
}
namespace {

/// An expression with each combination of its lists: "{1..2}d6" gives "1d6", "2d6".
Words one_by_one(const std::string& text) {
  const expression::Expression expression(text);
  std::vector<std::vector<int>> all{{}};
  for (const expression::Sweep& sweep : expression.sweeps()) {
    std::vector<std::vector<int>> more;
    for (const std::vector<int>& values : all) {
      for (const int value : sweep.values) {
        more.push_back(values);
        more.back().push_back(value);
      }
    }
    all = std::move(more);
  }
  Words texts;
  for (const std::vector<int>& values : all) texts.push_back(expression.filled(values));
  return texts;
}

}  // namespace

std::optional<Said> roll_said(std::string_view sentence, const Words& words) {
  const auto is_target = [](const std::string& word) {  // "3+"
    return word.size() == 2 && word[0] >= '1' && word[0] <= '9' && word[1] == '+';
  };
  const bool has_dice = std::ranges::any_of(words, [](const std::string& word) {
    return is_dice(word) || word == "dice" || word == "die";
  });
  if (!has_dice && std::ranges::count_if(words, is_target) < 2) return std::nullopt;
  std::string text(trimmed(sentence));
  while (!text.empty() && (text.back() == '?' || text.back() == '.')) text.pop_back();
  // A comment and the names of a table could hide words.
  if (text.find_first_of("#:") != text.npos) return std::nullopt;
  try {
    if (!expression::Expression(text).sweeps().empty()) return std::nullopt;
  } catch (const expression::SyntaxError&) {
    return std::nullopt;
  }
  Said said;
  said.procedure = "dice.roll";
  said.values.emplace_back("expression", std::move(text));
  return said;
}

std::optional<Said> notation_said(std::string_view sentence, const Place& place) {
  const std::string text(trimmed(sentence));
  if (!is_notation(text)) return std::nullopt;
  try {
    if (!expression::Expression(text).sweeps().empty()) return std::nullopt;
  } catch (const expression::SyntaxError& error) {
    if (!std::string_view(error.what()).ends_with("may mean two things")) return std::nullopt;
    throw InputError(place, error.what(), error.right());
  }
  Said said;
  said.procedure = "dice.roll";
  said.values.emplace_back("expression", text);
  return said;
}

std::optional<Said> talk_said(std::string_view sentence, const Place& place) {
  const auto talk = expression::talk_of(sentence);
  if (!talk) return std::nullopt;
  std::vector<Said> all;
  Words each;
  try {
    for (const std::string& text : talk->expressions) {
      Words single = one_by_one(text);
      all.emplace_back();
      all.back().procedure = "dice.roll";
      all.back().values.emplace_back("expression", fmt::format("{}", fmt::join(single, ",")));
      each.insert(each.end(), single.begin(), single.end());
    }
  } catch (const expression::SyntaxError&) {
    return std::nullopt;
  }
  if (talk->is_unclear) {
    const std::vector<OddsQuestion> asked(all.begin(), all.end());
    throw Refusal(place, "that may mean two things", commands_of(asked), asked);
  }
  Said said = all.front();
  said.values.front().second = fmt::format("{}", fmt::join(each, ","));
  said.note = fmt::format("{}", fmt::join(talk->told, "\n"));
  return said;
}

void refuse_without_dice(std::string_view sentence, const Place& place) {
  std::string text(trimmed(sentence));
  while (!text.empty() && (text.back() == '?' || text.back() == '.')) text.pop_back();
  const auto with_dice = expression::talk_of(text + ", 5 dice");
  const bool says_nothing =
      !with_dice || with_dice->expressions == expression::talk_of("5 dice")->expressions;
  if (says_nothing) return;
  throw InputError(place, "which dice are rolled is not said", fmt::format("'{}, 5 dice'", text));
}

/// "3d6 at least 14 twice in a row": each time. "Twice" alone may also ask how often, and both are
/// asked back. Nothing where no roll is compared and repeated.
std::optional<Said> Sentences::read_repeated(const Words& words, const Place& place,
                                             const std::set<std::string>& given) {
  if (words.empty() || !is_dice(words.front())) return std::nullopt;
  const auto repeated = repetition_at_end(words);
  if (!repeated) return std::nullopt;
  const Words once(words.begin(), words.end() - static_cast<std::ptrdiff_t>(repeated->length));
  Said said;
  try {
    said = read_words(once, "", place, given);
  } catch (const InputError&) {
    auto talk = talk_said(fmt::format("{}", fmt::join(once, " ")), place);
    if (!talk) return std::nullopt;
    said = *std::move(talk);
  }
  if (said.procedure != "dice.roll" || said.values.size() != 1) return std::nullopt;
  std::string& expression = said.values.front().second;
  const bool compares = expression.find_first_of("<>=") != expression.npos;
  if (!compares || expression.find(',') != expression.npos) return std::nullopt;
  std::string each = "(" + expression + ")";
  for (int time = 1; time < repeated->times; ++time) each += " and (" + expression + ")";
  expression = each;
  if (repeated->each_time) return said;
  const auto counted =
      roll_said(fmt::format("{} times {}", repeated->times, fmt::join(once, " ")), words);
  if (!counted) return said;
  const std::vector<OddsQuestion> both = {said, *counted};
  throw Refusal(place, "each time, or how often?", commands_of(both), both);
}

}  // namespace combat_odds
