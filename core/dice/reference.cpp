#include "core/dice/reference.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace combat_odds {
namespace {

class BoostDice : public ThrownDice {
 public:
  explicit BoostDice(std::uint64_t seed) : engine_(seed) {}

 private:
  int throw_die(int sides) override {
    return boost::random::uniform_int_distribution<int>(0, sides - 1)(engine_);
  }

  boost::random::mt19937_64 engine_;
};

}  // namespace

std::vector<OutcomeCount> simulate_reference(const Rule& rule, std::uint64_t trials,
                                             std::uint64_t seed) {
  BoostDice dice(seed);
  std::vector<OutcomeCount> counts;
  for (std::uint64_t i = 0; i < trials; ++i) {
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
