#include "scenarios/evaluate.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace combat_odds {

void check(std::span<const Situation> situations, const Charts& charts) {
  for (const Situation& situation : situations) situation.scenario->rule(situation.index, charts);
}

void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink) {
  constexpr std::size_t batch_size = 2048;
  for (std::size_t first = 0; first < situations.size(); first += batch_size) {
    const auto batch = situations.subspan(first, std::min(batch_size, situations.size() - first));
    std::vector<SituationOdds> done(batch.size());
    tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t i) {
      const Scenario& scenario = *batch[i].scenario;
      const std::unique_ptr<Rule> rule = scenario.rule(batch[i].index, charts);
      const std::uint64_t key =
          situation_key(scenario.procedure(), scenario.arguments(batch[i].index));
      done[i] = {batch[i], batch[i].name(), odds_of(*rule, key, options)};
    });
    for (SituationOdds& result : done) sink(std::move(result));
  }
}

}  // namespace combat_odds
