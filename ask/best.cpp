#include "ask/best.hpp"

#include <algorithm>

#include "ask/sample_situations.hpp"
#include "core/text/error.hpp"
#include "sim/declare/goal.hpp"

namespace combat_odds {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

std::string value_of(const std::vector<Parameter>& parameters,
                     const std::vector<Argument>& arguments, std::string_view name) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].is_goal && parameters[i].name == name) return arguments[i].text;
  }
  return "";
}

/// All values of a parameter, or the ones to try if there are many.
std::vector<std::string> all_values(const Parameter& parameter) {
  constexpr double few = 16;
  if (parameter.type == Parameter::Type::integer && parameter.most - parameter.least < few) {
    std::vector<std::string> values;
    for (double value = parameter.least; value <= parameter.most; ++value) {
      values.push_back(text_of(parameter, static_cast<long long>(value)));
    }
    return values;
  }
  if (parameter.type == Parameter::Type::choice) return parameter.choices;
  std::vector<std::string> values;
  for (const std::string& value : values_to_try(parameter)) {
    if (!value.empty() && std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

/// Whether some choice asks for the parameter. True if side 0 has no choices at all.
bool matters(const Policy& policy, const std::string& parameter) {
  const auto side_0 = [](const Choice& choice) { return choice.side == 0; };
  return std::ranges::none_of(policy.choices, side_0) ||
         std::ranges::any_of(policy.choices,
                             [&](const Choice& choice) { return choice.parameter == parameter; });
}

bool certain(const Odds& odds) {
  return std::ranges::all_of(odds.chances,
                             [](const Chance& chance) { return chance.exact.has_value(); });
}

/// Whether the term's outcome is a measure in these odds, with a value of `least` or more.
bool is_measure(const Odds& odds, const Goal::Summand& term, double least = 0) {
  return term.kind == Goal::Kind::outcome &&
         std::ranges::any_of(odds.chances, [&](const Chance& chance) {
           return chance.kind == Chance::Kind::measure && chance.name == term.name &&
                  chance.value >= least;
         });
}

}  // namespace

double worth_of(const Odds& odds, const Goal& goal) {
  double sum = 0;
  for (const Goal::Summand& term : goal.summands) {
    double worth = 0;
    const Goal::Kind kind = is_measure(odds, term) ? Goal::Kind::measure : term.kind;
    for (const Chance& chance : odds.chances) {
      if (chance.name != term.name) continue;
      const double probability = chance.best(odds.trials);
      if (chance.kind != Chance::Kind::measure) {
        const bool is_outcome = chance.kind == Chance::Kind::outcome;
        const bool wanted = kind == (is_outcome ? Goal::Kind::outcome : Goal::Kind::event);
        worth += wanted ? probability : 0;
      } else if (kind == Goal::Kind::measure) {
        worth += chance.value * probability;
      } else if ((kind == Goal::Kind::equal && chance.value == term.bound) ||
                 (kind == Goal::Kind::at_least && chance.value >= term.bound) ||
                 (kind == Goal::Kind::at_most && chance.value <= term.bound)) {
        worth += probability;
      }
    }
    sum += static_cast<double>(term.weight) * worth;
  }
  return sum / static_cast<double>(goal.scale);
}

namespace {

/// Every combination of fixed decisions in place of those that best play makes; none where it makes
/// none that matters.
std::vector<Values> habits_to_try(const Policy& policy, const std::vector<Parameter>& parameters,
                                  const std::vector<Argument>& arguments) {
  std::vector<Values> habits(1);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].decides != 0 || arguments[i].given) continue;
    if (!matters(policy, parameters[i].name)) continue;
    const std::vector<std::string> says = all_values(parameters[i]);
    if (habits.size() * says.size() > most_habits) continue;
    std::vector<Values> more;
    for (const Values& habit : habits) {
      for (const std::string& value : says) {
        more.push_back(habit);
        more.back().emplace_back(parameters[i].name, value);
      }
    }
    habits = std::move(more);
  }
  if (habits.front().empty()) habits.clear();
  return habits;
}

/// The odds of the same situation where the decisions are fixed by a habit. Throws InputError where
/// they make no sense in it.
Odds odds_by_habit(const Values& habit, const SituationOdds& result, const BestAnswer& answer,
                   const Charts& charts, OddsOptions options) {
  const Scenario& scenario = *result.situation.scenario;
  const Procedure& procedure = scenario.procedure();
  const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
  std::vector<GivenValue> given;
  for (const auto& [name, value] : habit) given.push_back({name, value, {}});
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    // Without a goal, the other side does not play its best.
    const bool is_left_out = parameter.is_goal && answer.against.empty();
    const bool is_free = parameter.decides && !arguments[i].given;
    if (!is_left_out && !is_free) given.push_back({parameter.name, arguments[i].text, {}});
  }
  const Scenario asked("habit", procedure, given, {});
  const std::unique_ptr<Rule> rule = asked.rule(0, charts);
  const std::uint64_t key = situation_key(procedure, asked.arguments(0));
  if (options.method == Method::both) options.method = Method::exact;
  try {
    return odds_of(*rule, key, options);
  } catch (const SystemError&) {  // too large for exact odds
    options.method = Method::monte_carlo;
    return odds_of(*rule, key, options);
  }
}

}  // namespace

BestAnswer best_answer(const SituationOdds& result, const Charts& charts,
                       const OddsOptions& options) {
  const Scenario& scenario = *result.situation.scenario;
  const Procedure& procedure = scenario.procedure();
  const std::vector<Parameter>& parameters = procedure.parameters;
  const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
  BestAnswer answer;
  answer.goal = value_of(parameters, arguments, "best");
  answer.against = value_of(parameters, arguments, "against");
  const Goal goal = read_goal(answer.goal, procedure, "best");
  answer.least = goal.least;
  answer.probability = goal.summands.size() == 1 && goal.summands.front().weight == goal.scale &&
                       goal.summands.front().kind != Goal::Kind::measure &&
                       !is_measure(result.odds, goal.summands.front(), 2);
  answer.worth = worth_of(result.odds, goal);
  answer.exact = certain(result.odds);

  for (Values& habit : habits_to_try(*result.policy, parameters, arguments)) {
    try {
      const Odds odds = odds_by_habit(habit, result, answer, charts, options);
      if (odds.chances.empty()) continue;  // stopped before they were known
      answer.habits.push_back({std::move(habit), worth_of(odds, goal), certain(odds)});
    } catch (const InputError&) {
      continue;  // it makes no sense in this situation
    }
  }
  return answer;
}

}  // namespace combat_odds
