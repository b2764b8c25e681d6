#include "combat_odds/sim/squad_leader/infantry/firefight_solver.hpp"

#include <boost/container_hash/hash.hpp>
#include <cstring>
#include <map>
#include <string>

#include "combat_odds/core/decision_graph.hpp"
#include "combat_odds/core/exact.hpp"

namespace combat_odds::squad_leader {
namespace {

/// One roll of a firefight; the label of its outcome is the result, byte for byte.
class OneRoll : public Rule {
 public:
  OneRoll(const Firefight& firefight, const Pending& pending)
      : firefight_(firefight), pending_(pending) {}

  Outcome resolve(Dice& dice) const override {
    const RollResult result = firefight_.roll(dice, pending_, FirefightState{});
    return Outcome(std::string(reinterpret_cast<const char*>(&result), sizeof(result)));
  }

 private:
  const Firefight& firefight_;
  const Pending& pending_;
};

/// How far a state has come: every roll leads to a later one.
int progress(const FirefightState& state) {
  return (state.turn * 16 + static_cast<int>(state.phase)) * 256 + (255 - state.left);
}

}  // namespace

template <class Value>
std::size_t FirefightSolver::BytesHash::operator()(const Value& value) const {
  static_assert(std::has_unique_object_representations_v<Value>);
  const auto* const bytes = reinterpret_cast<const char*>(&value);
  std::size_t seed = 0;
  for (std::size_t at = 0; at < sizeof(Value); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof(word), sizeof(Value) - at));
    boost::hash_combine(seed, word);
  }
  return seed;
}

const std::vector<FirefightSolver::Chance>& FirefightSolver::chances(const Firefight& firefight,
                                                                     const Pending& pending) {
  Pending asked = pending;
  asked.side = 0;  // makes no difference to the roll
  const auto [entry, is_new] = known_.try_emplace(asked);
  if (is_new) {
    const DecisionGraph graph = decision_graph(OneRoll(firefight, asked));
    const ExactOdds odds(graph);
    for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
      Chance chance;
      std::memcpy(&chance.result, graph.leaves[leaf].label().data(), sizeof(chance.result));
      chance.probability = odds.leaf(leaf);
      entry->second.push_back(chance);
    }
  }
  return entry->second;
}

FirefightOdds FirefightSolver::solve(const Firefight& firefight) {
  using States = boost::unordered_flat_map<FirefightState, double, BytesHash>;
  std::map<int, States> layers;
  FirefightOdds odds;
  const auto arrive = [&](const FirefightState& state, double probability) {
    const std::optional<Holder> holder = firefight.over(state);
    if (!holder) {
      layers[progress(state)][state] += probability;
      return;
    }
    (*holder == Holder::a      ? odds.a_holds
     : *holder == Holder::b    ? odds.b_holds
     : *holder == Holder::both ? odds.both
                               : odds.neither) += probability;
    odds.points_lost_a += probability * firefight.points_lost(state, 0);
    odds.points_lost_b += probability * firefight.points_lost(state, 1);
    odds.turns += probability * firefight.turns_taken(state);
  };
  arrive(firefight.start(), 1.0);
  while (!layers.empty()) {
    const States states = std::move(layers.begin()->second);
    layers.erase(layers.begin());
    for (const auto& [state, probability] : states) {
      const Pending pending = firefight.pending(state);
      for (const Chance& chance : chances(firefight, pending)) {
        arrive(firefight.after(state, pending, chance.result), probability * chance.probability);
      }
    }
  }
  return odds;
}

}  // namespace combat_odds::squad_leader
