#include "studies/until/until.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {
namespace {

constexpr const char* form =
    "a name, >= or <=, and a number, such as 'eliminated>=50%' or 'mean broken>=2'";

/// The error lists the parameters that can be swept.
[[noreturn]] void refuse(const Procedure& procedure, const std::string& parameter) {
  std::vector<std::string> names;
  for (const Parameter* known : swept_parameters(procedure)) names.push_back(known->name);
  const Parameter* const known = procedure.parameter(parameter);
  throw InputError(
      {"--over"},
      known == nullptr ? fmt::format("{} has no parameter '{}'", procedure.name, parameter)
                       : fmt::format("{} is no number", known->name),
      names.empty()
          ? procedure.name + " has none that can be swept"
          : did_you_mean(parameter, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

bool can_be_swept(const Parameter& parameter) {
  return parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
}

/// The values to try, in rising order: the ones given, else all whole numbers of the range.
std::vector<std::string> values_to_sweep(const Parameter& parameter,
                                         const std::vector<GivenValue>& given,
                                         const Procedure& procedure) {
  for (const GivenValue& value : given) {
    if (procedure.parameter(value.parameter) != &parameter || value.text.empty()) continue;
    const Scenario asked("until", procedure, given, {});
    std::vector<Argument> values;
    for (std::uint64_t i = 0; i < asked.size(); ++i) {
      values.push_back(asked.argument(i, parameter.name));
    }
    std::ranges::stable_sort(values, {}, &Argument::number);
    if (values.size() < 2) break;  // a single value is where the sweep begins
    std::vector<std::string> texts;
    for (const Argument& one : values) texts.push_back(one.text);
    return texts;
  }
  std::vector<std::string> texts;
  for (double value = std::ceil(parameter.least); value <= parameter.most; ++value) {
    texts.push_back(number_text(value));
  }
  return texts;
}

void check_single(const Scenario& scenario) {
  for (const std::string& name : scenario.varied()) {
    throw OptionError("--over", fmt::format("{} has several values, too", name),
                      "one value for each of the others");
  }
}

}  // namespace

std::string Condition::text() const {
  const char* const words = at_least ? "at least" : "at most";
  return in_percent ? fmt::format("{} {:g} %", words, 100 * bound)
                    : fmt::format("{} {:g}", words, bound);
}

Condition read_condition(const std::string& text, const Place& place) {
  const auto refusal = [&] {
    return InputError(place, fmt::format("'{}' is no condition", text), form);
  };
  std::size_t sign = std::string::npos;  // of the last relation: "casualties>=2 >= 10 %"
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if ((text[at] == '>' || text[at] == '<') && text[at + 1] == '=') sign = at;
  }
  if (sign == std::string::npos || sign == 0) throw refusal();
  Condition condition;
  condition.quantity = trimmed(std::string_view(text).substr(0, sign));
  condition.at_least = text[sign] == '>';
  std::string_view number = trimmed(std::string_view(text).substr(sign + 2));
  condition.in_percent = number.ends_with('%');
  if (condition.in_percent) number = trimmed(number.substr(0, number.size() - 1));
  const std::optional<double> bound = number_in<double>(number);
  if (!bound) throw refusal();
  condition.bound = condition.in_percent ? *bound / 100 : *bound;
  return condition;
}

std::vector<const Parameter*> swept_parameters(const Procedure& procedure) {
  std::vector<const Parameter*> parameters;
  for (const Parameter& parameter : procedure.parameters) {
    if (can_be_swept(parameter)) parameters.push_back(&parameter);
  }
  return parameters;
}

Until until(const Procedure& procedure, std::vector<GivenValue> given, const Charts& charts,
            const std::string& name, const Condition& condition, const OddsOptions& options,
            double confidence) {
  const Parameter* const parameter = procedure.parameter(name);
  if (parameter == nullptr || !can_be_swept(*parameter)) refuse(procedure, name);
  const std::vector<std::string> values = values_to_sweep(*parameter, given, procedure);
  std::erase_if(given, [&](const GivenValue& value) {
    return procedure.parameter(value.parameter) == parameter;
  });

  Until result;
  result.parameter = parameter->name;
  result.condition = condition;
  result.first = values.front();
  result.last = values.back();
  std::exception_ptr refused;
  for (const std::string& value : values) {
    std::vector<GivenValue> asked = given;
    asked.push_back({parameter->name, value, {"--over"}});
    const Scenario scenario(procedure.name, procedure, asked, {});
    check_single(scenario);
    const Situation situation{&scenario, 0};
    try {
      scenario.rule(0, charts);
    } catch (const InputError&) {
      if (!refused) refused = std::current_exception();
      continue;
    }
    const Situation situations[] = {situation};
    Quantity::check(condition.quantity, "--until", situations);
    std::vector<SituationOdds> odds;
    evaluate(situations, charts, options,
             [&](SituationOdds&& one) { odds.push_back(std::move(one)); });
    if (odds.empty()) throw SystemError("stopped before an answer was found");
    const Quantity quantity(condition.quantity, "--until", odds);
    if (condition.in_percent && !quantity.is_probability()) {
      throw OptionError("--until", fmt::format("'{}' is a mean, no chance", condition.quantity),
                        "a bound without %");
    }
    Tried tried{value, quantity.of(odds.front(), confidence)};
    result.quantity = quantity;
    if (!tried.estimate.exists()) continue;  // what is timed can't happen
    const double reached = tried.estimate.best();
    if (condition.holds(reached)) {
      result.enough = std::move(tried);
      result.nearest.reset();
      return result;
    }
    const bool nearer =
        !result.nearest || (condition.at_least ? reached > result.nearest->estimate.best()
                                               : reached < result.nearest->estimate.best());
    if (nearer) result.nearest = tried;
    result.one_less = std::move(tried);
  }
  if (!result.quantity && refused) std::rethrow_exception(refused);
  return result;
}

}  // namespace combat_odds
