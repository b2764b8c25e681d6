#include "studies/what_matters/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// Longer lists of names are catalogues, such as all vehicles of a game: no steps from each other.
constexpr std::size_t most_names = 12;

bool is_numeric(const Parameter& parameter) {
  return parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
}

std::optional<Step> moved(const Parameter& parameter, double from, int direction) {
  const double value = from + direction;
  if (value < parameter.least || value > parameter.most) return std::nullopt;
  const bool is_date = parameter.type == Parameter::Type::date;
  return Step{&parameter,
              is_date ? text_of(parameter, static_cast<long long>(value)) : number_text(value),
              {},
              {},
              is_date ? 0 : direction};
}

/// "3" and "4-6-7" of "3*4-6-7"; the count is 1 where none is written.
struct CountedItem {
  int count = 1;
  std::string name;
  bool is_counted = false;  ///< a count is written

  std::string text(int number) const {
    return number == 1 ? name : fmt::format("{}*{}", number, name);
  }
};

CountedItem counted(std::string_view text) {
  const std::size_t sign = text.find_first_of("*x");
  const std::optional<int> count =
      sign == text.npos ? std::nullopt : number_in<int>(trimmed(text.substr(0, sign)));
  if (!count) return {1, std::string(text)};
  return {*count, std::string(trimmed(text.substr(sign + 1))), true};
}

std::string ordinal(int number) {
  constexpr const char* words[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  return number <= 6 ? words[number - 1] : fmt::format("{}th", number);
}

bool is_leader(const std::string& name) { return is_unit(name) && read_unit(name, "").leader; }

/// One of an item more and less. The other items stand in front of it and behind.
void add_item_steps(std::vector<Step>& steps, const Parameter& parameter, std::string_view front,
                    std::string_view item_text, std::string_view back) {
  const CountedItem item = counted(item_text);
  const auto whole = [&](const std::string& text) {
    return fmt::format("{}{}{}", front, text, back);
  };
  // A second leader changes little or is not allowed.
  if (!is_leader(item.name)) {
    steps.push_back({&parameter, whole(item.text(item.count + 1)),
                     fmt::format("a {} {}", ordinal(item.count + 1), item.name), item.name});
  }
  if (item.count > 1) {
    steps.push_back({&parameter, whole(item.text(item.count - 1)),
                     fmt::format("the {} {}", ordinal(item.count), item.name), item.name});
    return;
  }
  // Alone, there is nothing to take it from.
  std::string rest = fmt::format("{}{}", front, back);
  const auto between = [](char c) { return c == ' ' || c == '+' || c == ';'; };
  while (!rest.empty() && between(rest.back())) rest.pop_back();
  rest.erase(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, between) - rest.begin()));
  for (std::size_t twice; (twice = rest.find("  ")) != rest.npos;) rest.erase(twice, 1);
  for (std::size_t twice; (twice = rest.find("+ + ")) != rest.npos;) rest.erase(twice, 2);
  if (!rest.empty()) steps.push_back({&parameter, rest, "the " + item.name, item.name});
}

/// "2*4-6-7 + German HMG" has items between its plus signs; "2*4-6-7 8-1" is units between spaces,
/// and names of several words stand between them as they are.
std::vector<Step> item_steps(const Parameter& parameter, std::string_view text) {
  std::vector<Step> steps;
  const bool is_sum = text.find('+') != text.npos && !is_unit(trimmed(text));
  const std::string_view ends = is_sum ? "+" : " ;";
  for (std::size_t at = 0; at < text.size();) {
    std::size_t stop = std::min(text.find_first_of(ends, at), text.size());
    const std::string_view item = trimmed(text.substr(at, stop - at));
    const std::size_t begin = static_cast<std::size_t>(item.data() - text.data());
    const CountedItem one = counted(item);
    const bool is_item =
        !item.empty() && (is_sum ? !number_in<double>(item) : one.is_counted || is_unit(one.name));
    if (is_item) {
      add_item_steps(steps, parameter, text.substr(0, begin), item,
                     text.substr(begin + item.size()));
    }
    at = stop + 1;
  }
  return steps;
}

}  // namespace

std::vector<Step> steps_from(const Parameter& parameter, const Argument& asked,
                             const Charts& charts) {
  std::vector<Step> steps;
  const auto add = [&](const std::string& value) {
    if (value != asked.text && name_key(value) != name_key(asked.text)) {
      steps.push_back({&parameter, value});
    }
  };
  const auto move = [&](double from) {
    for (const int direction : {1, -1}) {
      if (auto step = moved(parameter, from, direction)) steps.push_back(std::move(*step));
    }
  };
  if (parameter.is_goal) return steps;
  switch (parameter.type) {
    case Parameter::Type::choice:
      for (const std::string& choice : parameter.choices) add(choice);
      return steps;
    case Parameter::Type::flag:
      add("true");
      add("false");
      return steps;
    case Parameter::Type::integer:
    case Parameter::Type::number:
    case Parameter::Type::text:
    case Parameter::Type::date:
      break;
  }
  if (asked.text.empty()) return steps;
  const std::optional<double> number = number_in<double>(asked.text);
  if (parameter.type == Parameter::Type::date) {
    move(asked.number);
    return steps;
  }
  if (number && (is_numeric(parameter) || parameter.least < parameter.most)) {
    move(*number);
    return steps;
  }
  if (asked.text == "none") return steps;
  steps = item_steps(parameter, asked.text);
  if (!steps.empty()) return steps;
  const std::vector<std::string> names = known_names(parameter, charts);
  if (is_numeric(parameter)) {
    move(names_looked_up({parameter}, {asked}, charts).front().number);
  } else if (names.size() <= most_names) {
    for (const std::string& name : names) add(name);
  }
  return steps;
}

std::optional<Step> further(const Step& step) {
  const std::optional<double> value = number_in<double>(step.value);
  if (step.direction == 0 || !value) return std::nullopt;
  return moved(*step.parameter, *value, step.direction);
}

}  // namespace combat_odds
