#include "ask/sample_situations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>

#include "core/text/number_text.hpp"

namespace combat_odds {
namespace {

/// Combinations tried for each situation that is wanted.
constexpr std::size_t tries_each = 200;
/// Refused values that are changed before a combination is given up.
constexpr int most_changes = 80;
/// How many of twelve values are the default; each situation takes one of these. If most of many
/// parameters are given, hardly any two go together; if few are, much is never met.
constexpr std::array<unsigned, 6> defaults_of_twelve = {3, 6, 6, 8, 9, 9};

/// Why a situation makes no sense; empty if it does.
std::optional<InputError> refusal(const Scenario& scenario, const Charts& charts) {
  try {
    scenario.rule(0, charts);
    return std::nullopt;
  } catch (const InputError& error) {
    return error;
  }
}

bool is_number(const Parameter& parameter) {
  return parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
}

/// Whether the default is drawn beside the values to try. If those of a number are named and it is
/// none of them, it may take too long.
bool takes_default(const Parameter& parameter) {
  if (!parameter.default_value) return false;
  const std::string& preset = *parameter.default_value;
  return preset.empty() || parameter.tried.empty() || !is_number(parameter) ||
         std::ranges::find(parameter.tried, preset) != parameter.tried.end();
}

/// Random values. A value that does not go with the others becomes its parameter's default, and a
/// default that does not becomes another value: where many parameters limit each other, hardly any
/// combination would be left otherwise.
class Combinations {
 public:
  Combinations(const Library& library, const Procedure& procedure)
      : library_(library), procedure_(procedure) {
    for (const Parameter& parameter : procedure.parameters) {
      values_.push_back(values_to_try(parameter));
    }
  }

  /// The next combination; empty if it makes no sense.
  std::optional<Scenario> next() {
    defaults_ = defaults_of_twelve[engine_() % defaults_of_twelve.size()];
    std::vector<GivenValue> given;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string& name = procedure_.parameters[i].name;
      given.push_back({name, random_value(i), {name}});
    }
    for (int changes = 0; changes <= most_changes; ++changes) {
      Scenario scenario("spread", procedure_, given, {});
      const std::optional<InputError> refused = refusal(scenario, library_.charts());
      if (!refused) return scenario;
      const Parameter* const parameter = procedure_.parameter(refused->place().file);
      if (parameter == nullptr) break;
      const auto i = static_cast<std::size_t>(parameter - procedure_.parameters.data());
      const std::string preset = parameter->default_value.value_or("");
      given[i].text =
          given[i].text == preset || !parameter->default_value ? random_value(i) : preset;
    }
    return std::nullopt;
  }

 private:
  std::string random_value(std::size_t i) {
    const Parameter& parameter = procedure_.parameters[i];
    // Empty: the decision is free for best play.
    if (parameter.decides && engine_() % 4 == 0) return "";
    if (takes_default(parameter) && engine_() % 12 < defaults_) return *parameter.default_value;
    return values_[i][engine_() % values_[i].size()];
  }

  const Library& library_;
  const Procedure& procedure_;
  std::vector<std::vector<std::string>> values_;
  std::mt19937 engine_{20421017};
  unsigned defaults_ = 0;
};

}  // namespace

std::vector<std::string> values_to_try(const Parameter& parameter) {
  if (!parameter.tried.empty()) return parameter.tried;
  switch (parameter.type) {
    case Parameter::Type::choice:
      return parameter.choices;
    case Parameter::Type::flag:
      return {"false", "true"};
    case Parameter::Type::integer:
    case Parameter::Type::number: {
      const double low = std::ceil(std::max(parameter.least, -3.0));
      const double high = std::min(parameter.most, std::max(low + 6, 6.0));
      std::vector<std::string> values;
      if (low > high) values.push_back(number_text(parameter.least));  // such as 0.125 to 0.5
      for (double value = low; value <= high; ++value) {
        values.push_back(std::to_string(static_cast<int>(value)));
      }
      if (parameter.default_value) values.push_back(*parameter.default_value);
      return values;
    }
    case Parameter::Type::text:
    case Parameter::Type::date:
      break;
  }
  if (parameter.default_value) return {*parameter.default_value};
  throw std::logic_error("parameter " + parameter.name + " needs values to be tried with");
}

std::vector<Scenario> sample_situations(const Library& library, const Procedure& procedure,
                                        std::size_t count) {
  Combinations combinations(library, procedure);
  std::vector<Scenario> scenarios;
  for (std::size_t tries = 0; tries < tries_each * count && scenarios.size() < count; ++tries) {
    if (std::optional<Scenario> scenario = combinations.next()) {
      scenarios.push_back(*std::move(scenario));
    }
  }
  return scenarios;
}

std::set<std::string> charts_read(const Library& library, const Procedure& procedure) {
  constexpr std::size_t situations = 60;
  std::set<std::string> read;
  const Charts recording = library.charts().recording(read);
  for (const Preset& preset : library.presets_of(procedure)) {
    refusal(Scenario(preset.name, procedure, with_preset({}, preset), {}), recording);
  }
  for (const Scenario& scenario : sample_situations(library, procedure, situations)) {
    scenario.rule(0, recording);
  }
  for (const Parameter& parameter : procedure.parameters) {
    if (is_number(parameter) && parameter.names && !parameter.names->chart.empty()) {
      read.insert(parameter.names->chart);
    }
  }
  return read;
}

}  // namespace combat_odds
