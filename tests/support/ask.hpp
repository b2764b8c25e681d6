#pragma once

#include <map>
#include <string>
#include <vector>

#include "combat_odds/core/odds.hpp"
#include "combat_odds/scenarios/situation.hpp"
#include "combat_odds/sim/registry.hpp"

namespace combat_odds::test {

/// Parameters and their values as a user gives them.
using Given = std::map<std::string, std::string>;

/// The same with some of them given or changed.
inline Given with(Given given, const Given& more) {
  for (const auto& [name, value] : more) given[name] = value;
  return given;
}

inline const Charts& charts() {
  static const Charts charts(built_in_charts());
  return charts;
}

/// A scenario of the named procedure; what is not given takes its default.
inline Scenario scenario(const std::string& procedure_name, const Given& given) {
  const Procedure* procedure = find_procedure(procedure_name);
  if (procedure == nullptr) throw std::invalid_argument("no procedure " + procedure_name);
  std::vector<GivenValue> values(procedure->parameters.size());
  for (const auto& [name, value] : given) {
    const Parameter* parameter = procedure->parameter(name);
    if (parameter == nullptr) throw std::invalid_argument("no parameter " + name);
    values[static_cast<std::size_t>(parameter - procedure->parameters.data())] = {value,
                                                                                  {name, 0, 0}};
  }
  return Scenario("test", *procedure, values, {});
}

/// The exact odds of one situation.
class Answer {
 public:
  Answer(const std::string& procedure, const Given& given) {
    const Scenario asked = scenario(procedure, given);
    OddsOptions options;
    options.method = Method::exact;
    odds_ = odds_of(*asked.rule(0, charts()), 0, options);
  }

  /// "5/36"; "0/1" for what can't happen.
  std::string outcome(const std::string& name) const {
    return find(Chance::Kind::outcome, name).fraction;
  }
  std::string event(const std::string& name) const {
    return find(Chance::Kind::event, name).fraction;
  }
  std::string measure(const std::string& name, int value) const {
    return find(Chance::Kind::measure, name, value).fraction;
  }
  double outcome_value(const std::string& name) const {
    return find(Chance::Kind::outcome, name).value;
  }
  double event_value(const std::string& name) const {
    return find(Chance::Kind::event, name).value;
  }
  double mean(const std::string& measure) const {
    double mean = 0;
    for (const Chance& chance : odds_.chances) {
      if (chance.kind == Chance::Kind::measure && chance.name == measure) {
        mean += chance.value * chance.exact->value;
      }
    }
    return mean;
  }
  const Odds& odds() const { return odds_; }

 private:
  ExactProbability find(Chance::Kind kind, const std::string& name, int value = 0) const {
    for (const Chance& chance : odds_.chances) {
      if (chance.kind == kind && chance.name == name && chance.value == value) return *chance.exact;
    }
    return {0, "0/1"};
  }

  Odds odds_;
};

}  // namespace combat_odds::test
