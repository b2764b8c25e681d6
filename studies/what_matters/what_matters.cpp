#include "studies/what_matters/what_matters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "reports/tables/comparison.hpp"
#include "studies/what_matters/steps.hpp"

namespace combat_odds {
namespace {

constexpr const char* option = "--what-matters";
/// How far a number is moved that changes nothing: the widest gap between columns of the fire
/// tables.
constexpr int furthest = 6;

std::vector<GivenValue> with_value(std::vector<GivenValue> given, const Procedure& procedure,
                                   const Step& step) {
  std::erase_if(given, [&](const GivenValue& value) {
    return procedure.parameter(value.parameter) == step.parameter;
  });
  given.push_back({step.parameter->name, step.value, {option}});
  return given;
}

/// Whether the procedure plays it.
bool is_allowed(const Scenario& scenario, const Charts& charts) {
  try {
    scenario.rule(0, charts);
    return scenario.size() == 1;
  } catch (const InputError&) {
    return false;
  }
}

/// The rounding of numerical solutions is no change.
bool is_change(double difference) { return std::abs(difference) > 1e-11; }

class Study {
 public:
  Study(const Procedure& procedure, const std::vector<GivenValue>& given, const Charts& charts,
        const OddsOptions& options)
      : procedure_(procedure), given_(given), charts_(charts), options_(options) {
    answer_.scenarios.emplace_back(procedure.name, procedure, given, Place{});
    const Scenario& asked = answer_.scenarios.front();
    for (const std::string& name : asked.varied()) {
      throw OptionError(option, fmt::format("{} has several values", name),
                        "one value for each parameter");
    }
    asked.rule(0, charts);
  }

  WhatMatters answered(const std::string& event, double confidence) {
    play();
    if (answer_.results.empty()) throw SystemError("stopped before an answer was found");
    std::vector<Step> steps;
    const Scenario& asked = answer_.scenarios.front();
    for (const Parameter& parameter : procedure_.parameters) {
      const Argument argument = asked.argument(0, parameter.name);
      for (Step& step : steps_from(parameter, argument, charts_)) steps.push_back(std::move(step));
    }
    const std::string quantity = event.empty() ? subject() : event;
    for (int round = 1; round <= furthest && !steps.empty() && answer_.complete; ++round) {
      const std::size_t first = answer_.results.size();
      take(steps);
      play();
      steps = round < furthest ? unchanged(first, quantity) : std::vector<Step>();
    }
    conclude(quantity, confidence);
    return std::move(answer_);
  }

 private:
  /// What the answer is about.
  std::string subject() const {
    const Odds* const asked[] = {&answer_.results.front().odds};
    const std::vector<std::string> names = main_subjects(procedure_, asked);
    if (names.empty()) {
      throw OptionError(option, "needs an outcome, event or measure",
                        "one that 'combat-odds describe " + procedure_.name + "' names");
    }
    return names.front();
  }

  /// Makes a scenario of each step that is allowed.
  void take(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      try {
        answer_.scenarios.emplace_back(fmt::format("{}={}", step.parameter->name, step.value),
                                       procedure_, with_value(given_, procedure_, step), Place{});
      } catch (const InputError&) {
        continue;
      }
      if (is_allowed(answer_.scenarios.back(), charts_)) {
        steps_.push_back(step);
      } else {
        answer_.scenarios.pop_back();
      }
    }
  }

  /// The scenarios that have no results yet.
  void play() {
    std::vector<Situation> situations;
    for (std::size_t i = answer_.results.size(); i < answer_.scenarios.size(); ++i) {
      situations.push_back({&answer_.scenarios[i], 0});
    }
    evaluate(situations, charts_, options_, [&](SituationOdds&& result) {
      answer_.complete = answer_.complete && result.complete;
      answer_.results.push_back(std::move(result));
    });
    answer_.complete = answer_.complete && answer_.results.size() == answer_.scenarios.size();
  }

  /// The next steps of those numbers that changed nothing, from that result on. They give up their
  /// places.
  std::vector<Step> unchanged(std::size_t first, const std::string& text) {
    std::vector<Step> next;
    const Quantity quantity(text, option, answer_.results);
    const Estimate asked = quantity.of(answer_.results.front(), options_confidence);
    for (std::size_t i = first; i < answer_.results.size(); ++i) {
      const Estimate estimate = quantity.of(answer_.results[i], options_confidence);
      const bool known = asked.exact && estimate.exact;
      if (!known || is_change(*estimate.exact - *asked.exact)) continue;
      if (auto step = further(steps_[i - 1])) next.push_back(std::move(*step));
    }
    return next;
  }

  void conclude(const std::string& text, double confidence) {
    std::vector<SituationOdds>& results = answer_.results;
    answer_.quantity.emplace(text, option, results);
    const Quantity& quantity = *answer_.quantity;
    quantity.check_occurs(option, results);
    answer_.asked = quantity.of(results.front(), confidence);
    if (!answer_.asked.exists()) {
      throw OptionError(option, fmt::format("'{}' does not happen as asked", text),
                        "an outcome or event");
    }
    for (std::size_t i = 1; i < results.size(); ++i) {
      const Step& step = steps_[i - 1];
      Moved moved{step.parameter->name,
                  results.front().situation.scenario->argument(0, step.parameter->name).text,
                  results[i].situation.scenario->argument(0, step.parameter->name).text,
                  step.unit,
                  step.item,
                  quantity.of(results[i], confidence),
                  {}};
      if (!moved.estimate.exists()) continue;
      moved.change = difference(moved.estimate, answer_.asked);
      answer_.moved.push_back(std::move(moved));
    }
    drop_idle();
    std::ranges::stable_sort(answer_.moved, std::greater<>(),
                             [](const Moved& moved) { return std::abs(moved.change.difference); });
  }

  /// Of a number that went on, only where it got to counts.
  void drop_idle() {
    std::vector<Moved> kept;
    for (Moved& moved : answer_.moved) {
      const auto same_way = [&](const Moved& other) {
        return other.parameter == moved.parameter && !other.matters() && other.unit.empty() &&
               is_further(other, moved);
      };
      std::erase_if(kept, same_way);
      kept.push_back(std::move(moved));
    }
    answer_.moved = std::move(kept);
  }
  bool is_further(const Moved& near, const Moved& far) const {
    const std::optional<double> from = number_in<double>(near.asked);
    const std::optional<double> first = number_in<double>(near.value);
    const std::optional<double> last = number_in<double>(far.value);
    return from && first && last && (*first > *from) == (*last > *from);
  }

  static constexpr double options_confidence = 0.95;  // of intervals, which nothing here uses

  const Procedure& procedure_;
  const std::vector<GivenValue>& given_;
  const Charts& charts_;
  const OddsOptions& options_;
  std::vector<Step> steps_;  ///< of all scenarios but the first
  WhatMatters answer_;
};

}  // namespace

bool Moved::matters() const {
  return change.exact ? is_change(change.difference)
                      : change.interval.low > 0 || change.interval.high < 0;
}

WhatMatters what_matters(const Procedure& procedure, const std::vector<GivenValue>& given,
                         const Charts& charts, const std::string& event, const OddsOptions& options,
                         double confidence) {
  return Study(procedure, given, charts, options).answered(event, confidence);
}

}  // namespace combat_odds
