#include "sim/declare/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/limits.hpp"
#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

std::string quoted(std::string_view text) { return fmt::format("'{}'", text); }

std::optional<double> read_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return number_in<double>(text);
}

Argument numeric(const Parameter& parameter, std::string_view text) {
  const std::optional<double> value = read_number(text);
  if (!value && takes_names(parameter)) return {std::string(text), 0};
  const bool whole = parameter.type == Parameter::Type::integer;
  if (!value || (whole && *value != std::floor(*value)) || *value < parameter.least ||
      *value > parameter.most) {
    throw ArgumentError(parameter.name, fmt::format("{} is {}", parameter.name, quoted(text)),
                        parameter.allowed());
  }
  const double plain = *value == 0 ? 0 : *value;  // no "-0"
  return {fmt::format("{}", plain), plain};
}

std::chrono::sys_days day_of(double days) {
  return std::chrono::sys_days(std::chrono::days(static_cast<int>(days)));
}

Argument day(const Parameter& parameter, std::string_view text) {
  const std::chrono::year_month_day first(day_of(parameter.least));
  const std::optional<std::chrono::sys_days> value = read_day(text, first.year());
  if (!value || *value < day_of(parameter.least) || *value > day_of(parameter.most)) {
    throw ArgumentError(parameter.name, fmt::format("{} is {}", parameter.name, quoted(text)),
                        parameter.allowed());
  }
  return {day_text(*value), static_cast<double>(value->time_since_epoch().count())};
}

Argument one_of(const Parameter& parameter, std::string_view text,
                const std::vector<std::string>& choices) {
  const std::optional<std::size_t> known = find_name(text, choices);
  if (!known) {
    throw ArgumentError(parameter.name, fmt::format("{} is {}", parameter.name, quoted(text)),
                        did_you_mean(text, choices, parameter.allowed()));
  }
  return {choices[*known], static_cast<double>(*known)};
}

}  // namespace

std::vector<std::string> example_values(const Parameter& parameter) {
  std::vector<std::string> whole;
  for (const std::string& value : parameter.tried) {
    if (value.find('.') == std::string::npos) whole.push_back(value);
  }
  if (!whole.empty()) return whole;
  if (!parameter.choices.empty()) return parameter.choices;
  constexpr double short_range = 20;
  const double range = parameter.most - parameter.least;
  if (parameter.type != Parameter::Type::integer || range > short_range) return {};
  std::vector<std::string> values;
  for (const double value :
       {parameter.least, parameter.least + std::floor(range / 2), parameter.most}) {
    // None of something shows nothing.
    const std::string text =
        number_text(value == 0 && value < parameter.most && parameter.least == 0 ? 1 : value);
    if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
  }
  return values;
}

std::string option_of(std::string_view parameter) {
  static constexpr std::array<std::string_view, 38> of_odds = {
      "better",      "by",           "charts", "cite",      "confidence", "for_spreadsheet",
      "force",       "format",       "full",   "help",      "link",       "link_base",
      "listing",     "method",       "narrow", "over",      "page",       "pivot",
      "plot",        "plot_measure", "policy", "precision", "presets",    "quiet",
      "relative_to", "rules",        "seed",   "show",      "subtitle",   "threads",
      "time_limit",  "title",        "tree",   "trials",    "until",      "what_matters",
      "why",         "wide"};
  const bool is_taken = std::find(of_odds.begin(), of_odds.end(), parameter) != of_odds.end();
  std::string option = fmt::format("--{}{}", is_taken ? "parameter-" : "", parameter);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string options_renamed(std::string_view text,
                            const std::function<std::string(const std::string& name)>& rename) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  std::string renamed;
  for (std::size_t dashes; (dashes = text.find("--")) != std::string_view::npos;) {
    const auto end = std::find_if_not(text.begin() + dashes, text.end(), in_name);
    std::string name(text.begin() + dashes + 2, end);
    std::replace(name.begin(), name.end(), '-', '_');
    renamed.append(text.substr(0, dashes)).append(rename(name));
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  }
  return renamed.append(text);
}

ArgumentError prefixed(const std::string& prefix, const ArgumentError& error) {
  const auto with_prefix = [&](const std::string& text) {
    return options_renamed(text, [&](const std::string& name) { return option_of(prefix + name); });
  };
  const bool named = error.wrong().starts_with(error.parameter() + ' ');
  return {prefix + error.parameter(), (named ? prefix : "") + with_prefix(error.wrong()),
          with_prefix(error.right())};
}

std::string Parameter::option() const { return option_of(name); }

std::string Parameter::allowed() const {
  const std::string or_named = named_form.empty() ? "" : ", or " + named_form;
  switch (type) {
    case Type::integer:
      return fmt::format("a whole number from {} to {}{}", least, most, or_named);
    case Type::number:
      return fmt::format("a number from {} to {}{}", least, most, or_named);
    case Type::choice:
      return fmt::format("one of {}", fmt::join(choices, ", "));
    case Type::flag:
      return "true or false";
    case Type::text:
      return form;
    case Type::date:
      return fmt::format("a day from {} to {}", day_text(day_of(least)), day_text(day_of(most)));
  }
  return "";
}

void name_by_unit(Parameter& parameter, UnitFact fact) {
  parameter.unit_fact = fact;
  parameter.named_form = fact == UnitFact::leadership ? "a leader such as 8-1"
                         : fact == UnitFact::morale   ? "a unit such as 4-6-7"
                         : fact == UnitFact::close_combat
                             ? "units such as 2*4-6-7, or a leader alone"
                             : "units such as 2*4-6-7";
}

std::string number_text(double number) { return fmt::format("{}", number); }

std::string text_of(const Parameter& parameter, long long value) {
  if (parameter.type != Parameter::Type::date) return std::to_string(value);
  return day_text(day_of(static_cast<double>(value)));
}

Argument read_argument(const Parameter& parameter, std::string_view text) {
  if (parameter.default_value == "") {
    // "none,8-0,9-2": a list needs a word for what else is left out.
    const bool is_choice = std::ranges::find(parameter.choices, "none") != parameter.choices.end();
    if (text.empty() || (text == "none" && !is_choice)) return {};
  }
  if (text.size() > limits::value_bytes) {
    throw ArgumentError(parameter.name,
                        fmt::format("a value of {} has {} bytes", parameter.name, text.size()),
                        fmt::format("at most {}", limits::value_bytes));
  }
  switch (parameter.type) {
    case Parameter::Type::integer:
    case Parameter::Type::number:
      return numeric(parameter, text);
    case Parameter::Type::choice:
      return one_of(parameter, text, parameter.choices);
    case Parameter::Type::flag: {
      static const std::vector<std::string> truths = {"false", "true"};
      const std::optional<bool> truth = truth_in(text);
      return one_of(parameter, truth ? truths[*truth ? 1 : 0] : text, truths);
    }
    case Parameter::Type::date:
      return day(parameter, text);
    case Parameter::Type::text:
      // The list "4-6-7," has an empty last value.
      if (text.empty()) {
        throw ArgumentError(parameter.name, fmt::format("{} has an empty value", parameter.name),
                            parameter.allowed());
      }
  }
  return {std::string(text), 0};
}

const Parameter* parameter_named(const std::vector<Parameter>& parameters, std::string_view name) {
  const auto as_declared = [](char c) { return c == '-' ? '_' : lower(c); };
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& one) {
    return std::ranges::equal(one.name, name, {}, {}, as_declared);
  });
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace combat_odds
