#include "ask/evaluate.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ask/kept_steps.hpp"
#include "ask/rules_in_turn.hpp"
#include "core/play/parallel.hpp"
#include "core/text/faults.hpp"

namespace combat_odds {

namespace {

/// What is wrong with each of some scenarios.
using ScenarioFaults = std::vector<std::pair<const Scenario*, InputError>>;

/// Constructs the rules of consecutive situations.
ScenarioFaults checked(std::span<const Situation> situations, RulesInTurn& rules) {
  ScenarioFaults faults;
  const Scenario* faulty = nullptr;  // one fault in a sweep is enough
  for (const Situation& situation : situations) {
    if (situation.scenario == faulty) continue;
    try {
      rules.rule(situation);
    } catch (const InputError& error) {
      faults.emplace_back(situation.scenario, error);
      faulty = situation.scenario;
    }
  }
  return faults;
}

/// The odds of the situation with this number in its run.
SituationOdds evaluated(const Situation& situation, std::size_t number, RulesInTurn& rules,
                        const OddsOptions& options, KeptSteps& kept, const OddsOf& work) try {
  const Scenario& scenario = *situation.scenario;
  const std::unique_ptr<Rule> rule = rules.rule(situation);
  const std::vector<Argument>& arguments = rules.arguments();
  // Of random words, of which exact odds take none.
  const std::uint64_t key =
      options.method == Method::exact ? 0 : situation_key(scenario.procedure(), arguments);
  OddsOptions own = options;
  own.shard = shard_of_situation(options.shard, number);
  KeptSteps::Taken steps(kept, scenario.procedure(), arguments, *rule);
  own.kept = steps.states();
  SituationOdds result{situation,
                       situation.name(),
                       work ? work(*rule, key, own, number) : odds_of(*rule, key, own),
                       rule->working(),
                       true,
                       nullptr};
  result.complete = is_complete(result.odds, own);
  if (!result.odds.chances.empty()) result.policy = rule->policy();
  return result;
} catch (const Endless&) {
  throw endless(situation);
}

}  // namespace

std::set<std::string> check(SituationSource& situations, const Charts& charts) {
  constexpr std::size_t part_size = 256;
  std::set<std::string> read;
  Faults faults;
  std::string faulty;  // the scenario of the last fault
  for (std::size_t first = 0; first < situations.size(); first += evaluated_at_once) {
    const std::vector<Situation> some = situations.some(first, evaluated_at_once);
    RulesForThreads rules(charts, true);  // not for the next: the scenarios may stay no longer
    std::vector<ScenarioFaults> parts((some.size() + part_size - 1) / part_size);
    const auto check_part = [&](std::size_t part) {
      const std::size_t begin = part * part_size;
      std::unique_ptr<RulesForThreads::Own> own = rules.take();
      parts[part] = checked(
          std::span(some).subspan(begin, std::min(part_size, some.size() - begin)), own->rules());
      rules.give_back(std::move(own));
    };
    if (parts.size() == 1) {
      check_part(0);
    } else {
      parallel_for(parts.size(), check_part);
    }
    read.merge(rules.read());
    for (const ScenarioFaults& part : parts) {
      for (const auto& [scenario, error] : part) {
        const std::string name = scenario->procedure().name + ' ' + scenario->name();
        if (name != faulty) faults.add(error);
        faulty = name;
      }
    }
  }
  faults.throw_if_any();
  return read;
}

namespace {

/// Situations that are in memory already.
class TheseSituations : public SituationSource {
 public:
  explicit TheseSituations(std::span<const Situation> all) : all_(all) {}
  std::size_t size() const override { return all_.size(); }
  std::vector<Situation> some(std::size_t first, std::size_t count) override {
    const auto part = all_.subspan(first, std::min(count, all_.size() - first));
    return {part.begin(), part.end()};
  }

 private:
  std::span<const Situation> all_;
};

}  // namespace

std::set<std::string> check(std::span<const Situation> situations, const Charts& charts) {
  TheseSituations these(situations);
  return check(these, charts);
}

Shard shard_of_situation(const Shard& shard, std::size_t situation) {
  return {(shard.index + situation) % shard.count, shard.count};
}

namespace {

void evaluate(SituationSource& situations, const Charts& charts, const OddsOptions& options,
              const std::function<void(SituationOdds&&)>& sink, const OddsOf& work,
              KeptSteps& kept) {
  const auto stopped = [&] { return options.control != nullptr && options.control->stopped(); };
  for (std::size_t first = 0; first < situations.size(); first += evaluated_at_once) {
    const std::vector<Situation> batch = situations.some(first, evaluated_at_once);
    std::vector<SituationOdds> done(batch.size());
    RulesForThreads rules(charts, false);  // not for the next: the scenarios may stay no longer
    parallel_for(batch.size(), [&](std::size_t i) {
      std::unique_ptr<RulesForThreads::Own> own = rules.take();
      done[i] = evaluated(batch[i], first + i, own->rules(), options, kept, work);
      rules.give_back(std::move(own));
    });
    for (SituationOdds& result : done) {
      const bool answered = result.odds.trials > 0 ||
                            (options.method == Method::exact && !result.odds.chances.empty());
      if (options.shard.count == 1 && !answered && stopped()) return;
      sink(std::move(result));
    }
  }
}

}  // namespace

void evaluate(SituationSource& situations, const Charts& charts, const OddsOptions& options,
              const std::function<void(SituationOdds&&)>& sink, const OddsOf& work) {
  KeptSteps kept;
  evaluate(situations, charts, options, sink, work, kept);
}

void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink,
              KeptSteps& kept) {
  TheseSituations these(situations);
  evaluate(these, charts, options, sink, {}, kept);
}

void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink,
              const OddsOf& work) {
  TheseSituations these(situations);
  evaluate(these, charts, options, sink, work);
}

}  // namespace combat_odds
