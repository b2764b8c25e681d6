#include "ask/rules_in_turn.hpp"

#include <utility>

#include "sim/declare/names.hpp"

namespace combat_odds {

std::unique_ptr<Rule> RulesInTurn::rule(const Situation& situation) {
  const Scenario& scenario = *situation.scenario;
  // Of none, should what follows fail.
  const bool goes_on = std::exchange(scenario_, nullptr) == &scenario;
  try {
    if (!goes_on) begin(scenario);
    for (Varied& varied : varied_) {
      const Argument& value = scenario.argument(situation.index, varied.parameter);
      if (varied.value != &value) put(scenario.procedure(), varied.parameter, value);
      varied.value = &value;
    }
    std::unique_ptr<Rule> rule = scenario.procedure().rule_for(looked_up_, charts_);
    scenario_ = &scenario;
    return rule;
  } catch (const ArgumentError&) {
    // Made from the beginning, it says where the faulty value stands.
    return scenario.rule(situation.index, charts_);
  }
}

void RulesInTurn::begin(const Scenario& scenario) {
  const std::size_t count = scenario.procedure().parameters.size();
  asked_.assign(count, {});
  looked_up_.assign(count, {});
  varied_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (scenario.values_of(i) > 1) {
      varied_.push_back({i});
    } else {
      put(scenario.procedure(), i, scenario.argument(0, i));
    }
  }
}

void RulesInTurn::put(const Procedure& procedure, std::size_t place, const Argument& value) {
  asked_[place] = value;
  const Parameter& parameter = procedure.parameters[place];
  if (!takes_names(parameter)) {
    looked_up_[place] = value;
    return;
  }
  auto known = names_.find(&value);
  if (known == names_.end()) {
    Argument found = std::move(names_looked_up({parameter}, {value}, charts_).front());
    known = names_.emplace(&value, std::move(found)).first;
  }
  looked_up_[place] = known->second;
}

std::unique_ptr<RulesForThreads::Own> RulesForThreads::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Own> own = std::move(free_.back());
      free_.pop_back();
      return own;
    }
  }
  return std::make_unique<Own>(charts_, records_);
}

void RulesForThreads::give_back(std::unique_ptr<Own> own) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(own));
}

std::set<std::string> RulesForThreads::read() const {
  std::set<std::string> read;
  for (const std::unique_ptr<Own>& own : free_) {
    read.insert(own->read().begin(), own->read().end());
  }
  return read;
}

}  // namespace combat_odds
