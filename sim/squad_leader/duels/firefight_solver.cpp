#include "sim/squad_leader/duels/firefight_solver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds::squad_leader {
namespace {

/// One roll of a firefight. The label of its outcome holds the bytes of the result.
class OneRoll : public Rule {
 public:
  OneRoll(const Firefight& firefight, const Pending& pending)
      : firefight_(firefight), pending_(pending) {}

  Outcome resolve(Dice& dice) const override {
    Rolling rolling;
    while (!Firefight::rolled(pending_, rolling)) {
      make_alike(rolling.stack);
      if (dice.at(rolling)) return {};
      firefight_.roll(dice, pending_, rolling);
    }
    const RollResult result = Firefight::result(pending_, rolling);
    return Outcome(std::string(reinterpret_cast<const char*>(&result), sizeof(result)));
  }

 private:
  const Firefight& firefight_;
  const Pending& pending_;
};

constexpr int most_left = 15;  ///< squads that have not fired

/// The stage of a state in its player turn. Every roll leads to a later stage.
std::size_t progress(const FirefightState& state) {
  return static_cast<std::size_t>(static_cast<int>(state.phase) * (most_left + 1) + most_left -
                                  state.left);
}
constexpr std::size_t stages = (static_cast<std::size_t>(Phase::turn_ends) + 1) * (most_left + 1);

}  // namespace

template <class Value>
std::size_t FirefightSolver::BytesHash::operator()(const Value& value) const {
  static_assert(std::has_unique_object_representations_v<Value>);
  const auto* const bytes = reinterpret_cast<const char*>(&value);
  std::uint64_t seed = 0;
  const auto mix = [&](std::uint64_t word) {
    seed = (seed ^ word) * 0x9e3779b97f4a7c15u;
    seed ^= seed >> 32;
  };
  std::uint64_t word = 0;
  constexpr std::size_t rest = sizeof(Value) % sizeof(word);
  for (std::size_t at = 0; at + sizeof(word) <= sizeof(Value); at += sizeof(word)) {
    std::memcpy(&word, bytes + at, sizeof(word));
    mix(word);
  }
  if constexpr (rest > 0) {
    word = 0;
    std::memcpy(&word, bytes + sizeof(Value) - rest, rest);
    mix(word);
  }
  return static_cast<std::size_t>(seed);
}

const std::vector<FirefightSolver::WeightedResult>& FirefightSolver::chances(
    const Firefight& firefight, const Pending& pending) {
  Pending asked = pending;
  asked.side = 0;  // does not affect the roll
  const auto [entry, is_new] = known_.try_emplace(asked);
  if (is_new) {
    const DecisionGraph graph = decision_graph(OneRoll(firefight, asked));
    const ExactOdds odds(graph);
    for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
      WeightedResult chance;
      std::memcpy(&chance.result, graph.leaves[leaf].label().data(), sizeof(chance.result));
      chance.probability = odds.leaf(leaf);
      entry->second.push_back(chance);
    }
  }
  return entry->second;
}

/// The states of one firefight and their current probabilities.
class FirefightSolver::Chain {
 public:
  Chain(FirefightSolver& solver, const Firefight& firefight, const RunControl* control)
      : solver_(solver), firefight_(firefight), control_(control) {
    const std::uint32_t start = number(firefight.start());
    likely_[start] = 1;
  }

  FirefightOdds odds() {
    for (int turn = 0; turn < firefight_.turns() && begin(turn); ++turn) {
      for (std::size_t stage = 0; stage + 1 < stages; ++stage) {
        if (control_ != nullptr && control_->stopped()) throw Interrupted();
        std::vector<std::uint32_t>& here = of_stage_[stage];
        for (std::size_t i = 0; i < here.size(); ++i) roll(here[i]);
      }
      end(turn);
    }
    return odds_;
  }

 private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  struct Step {
    std::uint32_t to;
    double probability;
  };
  struct Steps {
    std::uint32_t first = unknown;
    std::uint32_t count = 0;
  };

  std::uint32_t number(const FirefightState& state) {
    const auto [known, is_new] =
        numbers_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (is_new) {
      states_.push_back(state);
      likely_.push_back(0);
      steps_.emplace_back();
      of_stage_[Firefight::turn_over(state) ? stages - 1 : progress(state)].push_back(
          known->second);
    }
    return known->second;
  }

  /// Carries the states that remain after a turn into the next. False if none remain.
  bool begin(int turn) {
    bool any = false;
    const std::vector<std::uint32_t> borders = of_stage_[stages - 1];
    std::vector<double> carried;
    for (const std::uint32_t border : borders) {
      carried.push_back(std::exchange(likely_[border], 0));
    }
    for (std::size_t i = 0; i < borders.size(); ++i) {
      if (carried[i] == 0) continue;
      any = true;
      const std::uint32_t next = number(firefight_.next_turn(states_[borders[i]], turn));
      likely_[next] += carried[i];
    }
    return any;
  }

  void roll(std::uint32_t state) {
    const double probability = std::exchange(likely_[state], 0);
    if (probability == 0) return;
    if (steps_[state].first == unknown) find_steps(state);
    const Steps steps = steps_[state];
    for (const Step& step : std::span(all_steps_).subspan(steps.first, steps.count)) {
      likely_[step.to] += probability * step.probability;
    }
  }

  void find_steps(std::uint32_t state) {
    const FirefightState from = states_[state];
    const Pending pending = firefight_.pending(from);
    const auto first = static_cast<std::uint32_t>(all_steps_.size());
    for (const WeightedResult& chance : solver_.chances(firefight_, pending)) {
      all_steps_.push_back(
          {number(firefight_.after(from, pending, chance.result)), chance.probability});
    }
    steps_[state] = {first, static_cast<std::uint32_t>(all_steps_.size()) - first};
  }

  /// Adds up the states in which the firefight is over.
  void end(int turn) {
    for (const std::uint32_t border : of_stage_[stages - 1]) {
      const FirefightState& state = states_[border];
      if (likely_[border] == 0) continue;
      const std::optional<Holder> holder = firefight_.over(state, turn + 1);
      if (!holder) continue;
      const double probability = std::exchange(likely_[border], 0);
      (*holder == Holder::a      ? odds_.a_holds
       : *holder == Holder::b    ? odds_.b_holds
       : *holder == Holder::both ? odds_.both
                                 : odds_.neither) += probability;
      odds_.points_lost_a += probability * firefight_.points_lost(state, 0);
      odds_.points_lost_b += probability * firefight_.points_lost(state, 1);
      odds_.turns += probability * (turn + 1);
    }
  }

  FirefightSolver& solver_;
  const Firefight& firefight_;
  const RunControl* control_;
  FirefightOdds odds_;
  boost::unordered_flat_map<FirefightState, std::uint32_t, BytesHash> numbers_;
  std::vector<FirefightState> states_;
  std::vector<double> likely_;
  std::vector<Steps> steps_;  ///< ranges in all_steps_
  std::vector<Step> all_steps_;
  std::array<std::vector<std::uint32_t>, stages> of_stage_;  ///< by stage of the player turn
};

FirefightOdds FirefightSolver::solve(const Firefight& firefight, const RunControl* control) {
  return Chain(*this, firefight, control).odds();
}

}  // namespace combat_odds::squad_leader
