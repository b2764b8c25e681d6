#include "core/dice/reference.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace combat_odds {
namespace {

class BoostDice : public ThrownDice {
 public:
  explicit BoostDice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t throws() const { return throws_; }

 private:
  int throw_die(int sides) override {
    ++throws_;
    return boost::random::uniform_int_distribution<int>(0, sides - 1)(engine_);
  }

  boost::random::mt19937_64 engine_;
  std::uint64_t throws_ = 0;
};

}  // namespace

std::vector<OutcomeCount> simulate_reference(const Rule& rule, std::uint64_t trials,
                                             std::uint64_t seed, std::uint64_t most_throws) {
  constexpr std::uint64_t least_trials = 100;
  BoostDice dice(seed);
  std::vector<OutcomeCount> counts;
  for (std::uint64_t i = 0; i < trials; ++i) {
    if (most_throws > 0 && dice.throws() >= most_throws && i >= least_trials) break;
    Outcome outcome = rule.resolve(dice);
    const auto known = std::find_if(counts.begin(), counts.end(), [&](const OutcomeCount& entry) {
      return entry.outcome == outcome;
    });
    if (known != counts.end()) {
      ++known->count;
    } else {
      counts.push_back({std::move(outcome), 1});
    }
  }
  return counts;
}

}  // namespace combat_odds
