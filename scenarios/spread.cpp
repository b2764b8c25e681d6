#include "combat_odds/scenarios/spread.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

namespace combat_odds {
namespace {

/// How many combinations are tried for each situation that is wanted.
constexpr std::size_t tries_each = 200;

bool makes_sense(const Scenario& scenario, const Charts& charts) {
  try {
    scenario.rule(0, charts);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> values_to_try(const Parameter& parameter) {
  if (!parameter.spread.empty()) return parameter.spread;
  switch (parameter.type) {
    case Parameter::Type::choice:
      return parameter.choices;
    case Parameter::Type::flag:
      return {"false", "true"};
    case Parameter::Type::integer:
    case Parameter::Type::number: {
      const double low = std::max(parameter.least, -3.0);
      const double high = std::min(parameter.most, std::max(low + 6, 6.0));
      std::vector<std::string> values;
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

std::vector<Scenario> spread(const Library& library, const Procedure& procedure,
                             std::size_t count) {
  std::mt19937 engine(20421017);
  std::vector<Scenario> scenarios;
  for (std::size_t tries = 0; tries < tries_each * count && scenarios.size() < count; ++tries) {
    std::vector<GivenValue> given;
    for (const Parameter& parameter : procedure.parameters) {
      const std::vector<std::string> values = values_to_try(parameter);
      given.push_back({parameter.name, values[engine() % values.size()], {parameter.name, 0, 0}});
    }
    Scenario scenario("spread", procedure, given, {});
    if (makes_sense(scenario, library.charts())) scenarios.push_back(std::move(scenario));
  }
  return scenarios;
}

std::set<std::string> charts_read(const Library& library, const Procedure& procedure) {
  constexpr std::size_t situations = 20;
  std::set<std::string> read;
  const Charts recording = library.charts().recording(read);
  for (const Preset& preset : library.presets_of(procedure)) {
    makes_sense(Scenario(preset.name, procedure, with_preset({}, preset), {}), recording);
  }
  for (const Scenario& scenario : spread(library, procedure, situations)) {
    scenario.rule(0, recording);
  }
  for (const Parameter& parameter : procedure.parameters) {
    const bool is_number =
        parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number;
    if (is_number && parameter.names && !parameter.names->chart.empty()) {
      read.insert(parameter.names->chart);
    }
  }
  return read;
}

}  // namespace combat_odds
