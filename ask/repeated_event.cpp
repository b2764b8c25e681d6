#include "ask/repeated_event.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ask/headline.hpp"
#include "ask/measure_event.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

/// What may follow a name, said where something else does.
constexpr const char* form = "such as 'NAME>=1 of 3': a name, =, >= or <=, how often, of how many";

std::string without_brackets(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return std::string(trimmed(text));
}

/// A whole number from 0 up.
int number_of(std::string_view text, const std::string& whole, const std::string& option) {
  const std::optional<int> number = number_in<int>(trimmed(text));
  if (number && *number >= 0) return *number;
  throw OptionError(option, fmt::format("'{}' in '{}' is no whole number", trimmed(text), whole),
                    form);
}

}  // namespace

std::string RepeatedEvent::words(const std::string& words_of_once) const {
  using Relation = Repeats::Relation;
  const auto [times, relation, bound] = repeats;
  const bool at_an_end = (relation == Relation::at_least && bound == times) ||
                         (relation == Relation::at_most && bound == 0);
  const char* const how = at_an_end || (relation == Relation::equal && bound % times == 0) ? ""
                          : relation == Relation::at_least ? "at least "
                          : relation == Relation::at_most  ? "at most "
                                                           : "exactly ";
  return fmt::format("{}{} of {} times: {}", how, bound, times, words_of_once);
}

std::optional<RepeatedEvent> repeated_event(const std::string& text, const std::string& option) {
  constexpr std::string_view between = " of ";
  const std::size_t of = text.rfind(between);
  if (of == std::string::npos) return std::nullopt;
  std::size_t sign = text.find_last_of("<>=", of);
  if (sign == std::string::npos || sign == 0) return std::nullopt;
  if (text[sign] == '=' && (text[sign - 1] == '<' || text[sign - 1] == '>')) --sign;
  const std::string_view all = text;
  std::string_view numbers = all.substr(sign, of - sign);
  const std::optional<Repeats::Relation> relation = take_relation(numbers);
  if (!relation) throw OptionError(option, fmt::format("'{}' is not possible", text), form);
  RepeatedEvent event{without_brackets(all.substr(0, sign)), {}};
  if (event.once.empty()) {
    throw OptionError(option, fmt::format("'{}' names nothing", text), form);
  }
  const int bound = number_of(numbers, text, option);
  const int times = number_of(all.substr(of + between.size()), text, option);
  if (times < 1 || times > Repeats::most_times) {
    throw OptionError(option, fmt::format("{} times in '{}' are not possible", times, text),
                      fmt::format("1 to {}", Repeats::most_times));
  }
  if (bound > times) {
    throw OptionError(option,
                      fmt::format("'{}' can't come {} times of {}", event.once, bound, times),
                      fmt::format("0 to {}", times));
  }
  event.repeats = {times, *relation, bound};
  return event;
}

std::string event_words(const std::string& name) {
  if (const auto repeated = repeated_event(name, "--show")) {
    return repeated->words(event_words(repeated->once));
  }
  const auto event = measure_event(name, "--show");
  return event ? event->words() : plain_name(name);
}

OptionError no_event(const std::string& option, const std::string& once) {
  return {option, fmt::format("'{}' is a number here, no event that comes so often", once),
          fmt::format("such as '({}>=1)>=1 of 3'", once)};
}

Chance repeated(Chance once, const Repeats& repeats) {
  once.repeats = repeats;
  if (once.exact) once.exact = repeats.chance(*once.exact);
  return once;
}

Chance once_in(const Odds& odds, const RepeatedEvent& event) {
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::measure && is_named(chance, event.once)) return chance;
  }
  if (const auto measured = measure_event(event.once, "--show")) return chance_in(odds, *measured);
  return sum_of(odds, [](const Chance&) { return false; });
}

void add_event(Odds& odds, const std::string& text, const RepeatedEvent& event) {
  add_event(odds, text, repeated(once_in(odds, event), event.repeats));
}

}  // namespace combat_odds
