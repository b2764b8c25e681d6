#include <fmt/format.h>

#include <algorithm>

#include "core/text/words.hpp"
#include "expression/said_of_dice.hpp"

namespace combat_odds::expression {
namespace {

bool ends_with(const TalkWords& words, std::string_view phrase) {
  const std::size_t length = words_of(phrase).size();
  return words.size() > length && stands(words, words.size() - length, phrase) > 0;
}

void take_end(TalkWords& words, std::size_t length) {
  words.resize(words.size() - length);
  while (!words.empty() && is_any_of(words.back(), {",", "and"})) words.pop_back();
}

/// One expression that means one thing.
std::optional<Talk> clear(const TalkWords& words) {
  if (words.empty()) return std::nullopt;
  auto talk = one_said(words);
  if (!talk || talk->is_unclear || talk->expressions.size() != 1) return std::nullopt;
  const bool is_one = talk->expressions.front().find(';') == std::string::npos;
  return is_one ? talk : std::nullopt;
}

/// Where a condition ends and the next one begins, and how many words part them.
std::size_t parting_at(const TalkWords& words, std::size_t at) {
  std::size_t length = words[at] == "," ? 1 : 0;
  for (const std::string_view each :
       {"and then", "and also", "followed by", "and again", "and", "then"}) {
    const std::size_t found = stands(words, at + length, each);
    if (found > 0) return length + found;
  }
  return length;
}

/// "d6 under 3 and 2d6 at least 9", each with dice of its own.
std::optional<Talk> conditions_said(TalkWords words) {
  bool is_either = false;
  for (const std::string_view end : {"both true", "both succeed", "both of them", "together",
                                     "both together", "both at once", "both"}) {
    if (ends_with(words, end)) take_end(words, words_of(end).size());
  }
  for (const std::string_view end : {"at least one of them", "at least one of two", "either"}) {
    if (!ends_with(words, end)) continue;
    is_either = true;
    take_end(words, words_of(end).size());
  }
  if (!words.empty() && words.front() == "both") words.erase(words.begin());
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const std::size_t length = parting_at(words, at);
    if (length == 0 || at + length >= words.size()) continue;
    const auto first = clear(words_between(words, 0, at));
    if (!first || !first->is_condition) continue;
    const TalkWords rest = words_between(words, at + length, words.size());
    auto second = conditions_said(rest);
    if (!second) second = clear(rest);
    if (!second || !second->is_condition) continue;
    Talk talk;
    talk.is_condition = true;
    talk.told = first->told;
    talk.told.insert(talk.told.end(), second->told.begin(), second->told.end());
    talk.expressions = {fmt::format("({}) {} ({})", first->expressions.front(),
                                    is_either ? "or" : "and", second->expressions.front())};
    return talk;
  }
  return std::nullopt;
}

/// Two rolls that are compared otherwise than for the higher one: "2d6 lower than 2d6".
std::optional<Talk> compared(const TalkWords& words) {
  struct Comparing {
    std::string_view words;
    const char* sign;
  };
  static constexpr Comparing all[] = {
      {"is at least as high as", ">="},
      {"at least as high as", ">="},
      {"is at most as high as", "<="},
      {"at most as high as", "<="},
      {"is not higher than", "<="},
      {"not higher than", "<="},
      {"is lower than", "<"},
      {"rolls lower than", "<"},
      {"lower than", "<"},
      {"less than", "<"},
      {"smaller than", "<"},
      {"is less than", "<"},
      {"equal to", "="},
      {"is equal to", "="},
      {"equals", "="},
      {"same as", "="},
      {"higher than", ">"},
      {"is higher than", ">"},
      {"greater than", ">"},
  };
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    for (const Comparing& each : all) {
      const std::size_t length = stands(words, at, each.words);
      if (length == 0) continue;
      TalkWords first = words_between(words, 0, at);
      TalkWords second = words_between(words, at + length, words.size());
      const auto put = [](TalkWords& side) {
        if (side.size() > 1 && is_any_of(side.front(), {"another", "other", "second"}))
          side.erase(side.begin());
        const bool is_named = side.size() <= 2 &&
                              is_any_of(side.front(), {"red", "white", "coloured", "colored",
                                                       "black", "first", "second", "one", "other"});
        const bool is_die = side.size() < 2 || is_any_of(side[1], {"die", "one"});
        if (is_named && is_die) side = {"d6"};
        if (side.size() == 1 && is_any_of(side.front(), {"die", "another"})) side = {"d6"};
      };
      while (!first.empty() && is_any_of(first.front(), {"chance", "that", "probability", "is",
                                                         "does", "of", "odds", "what", "are"}))
        first.erase(first.begin());
      if (first.empty() || second.empty()) return std::nullopt;
      put(first);
      put(second);
      const auto left = clear(first);
      const auto right = clear(second);
      if (!left || !right || left->is_condition || right->is_condition) return std::nullopt;
      Talk talk;
      talk.is_condition = true;
      talk.expressions = {fmt::format("({}) {} ({})", left->expressions.front(), each.sign,
                                      right->expressions.front())};
      return talk;
    }
  }
  return std::nullopt;
}

/// "2d6+1 against 2d6, lower wins".
std::optional<Talk> lower_wins(TalkWords words) {
  std::size_t length = 0;
  for (const std::string_view end : {"lower wins", "low wins", "lowest wins", "lower total wins",
                                     "lower roll wins", "lower one wins", "low roll wins"}) {
    if (ends_with(words, end)) length = words_of(end).size();
  }
  if (length == 0) return std::nullopt;
  take_end(words, length);
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (!is_any_of(words[at], {"against", "vs", "vs.", "versus"})) continue;
    const auto left = clear(words_between(words, 0, at));
    const auto right = clear(words_between(words, at + 1, words.size()));
    if (!left || !right || left->is_condition || right->is_condition) return std::nullopt;
    Talk talk;
    talk.expressions = {
        fmt::format("a = {}; b = {}; (a < b ? 1 : a > b ? 2 : 0) on 0:tie 1:first 2:second",
                    left->expressions.front(), right->expressions.front())};
    return talk;
  }
  return std::nullopt;
}

/// "two dice, difference at least 3", "two d6 differ by 2 or more".
std::optional<Talk> difference_said(TalkWords words) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    std::size_t length = 0;
    for (const std::string_view each :
         {"differ by", "difference is", "difference of", "difference"}) {
      if (length == 0) length = stands(words, at, each);
    }
    if (length == 0) continue;
    auto bound = bound_said(words, at + length);
    if (!bound || at + length + bound->length != words.size()) return std::nullopt;
    TalkWords dice = words_between(words, 0, at);
    while (!dice.empty() && is_any_of(dice.back(), {",", "with", "have", "that"})) dice.pop_back();
    const auto roll = clear(dice);
    if (!roll || !roll->expressions.front().starts_with("2d")) return std::nullopt;
    const std::string die = roll->expressions.front().substr(1);
    if (die.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
    Talk talk;
    talk.is_condition = true;
    talk.expressions = {fmt::format("abs({0} - {0}) {1}", die, bound->text())};
    return talk;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Talk> several_said(const TalkWords& words) {
  if (auto wins = lower_wins(words)) return wins;
  if (auto difference = difference_said(words)) return difference;
  if (auto both = conditions_said(words)) return both;
  // What the reader knows as two rolls against each other stays so.
  if (auto one = one_said(words)) return one;
  return compared(words);
}

}  // namespace combat_odds::expression
