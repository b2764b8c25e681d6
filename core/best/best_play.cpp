#include "core/best/best_play.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "core/best/choice_solver.hpp"
#include "core/best/rounds_in_steps.hpp"
#include "core/best/solves_itself.hpp"
#include "core/dice/dice_behind.hpp"
#include "core/dice/in_parts.hpp"
#include "core/explore/choice_table.hpp"
#include "core/explore/state_explorer.hpp"
#include "core/text/error.hpp"

namespace combat_odds {
namespace {

/// Dice that decide by a policy.
class DecidedDice : public DiceBehind {
 public:
  DecidedDice(Dice& behind, const Policy& policy) : DiceBehind(behind), policy_(policy) {}

 private:
  int decide(const Decision& decision, std::string_view state, FunctionRef<Facts()> /*words*/,
             int otherwise) override {
    if (!policy_.free.contains(decision) || decision.options.size() < 2) return otherwise;
    return static_cast<int>(policy_.option(choice_key(decision, state)));
  }

  const Policy& policy_;
};

class DecidedOnce : public Rule {
 public:
  DecidedOnce(const Rule& rule, std::shared_ptr<const Policy> policy)
      : rule_(rule), policy_(std::move(policy)) {}
  Outcome resolve(Dice& dice) const override {
    DecidedDice decided(dice, *policy_);
    return rule_.resolve(decided);
  }
  Working working() const override { return rule_.working(); }
  std::shared_ptr<const Policy> policy() const override { return policy_; }

 private:
  const Rule& rule_;
  const std::shared_ptr<const Policy> policy_;
};

/// States are reduced by make_alike(): the policy knows no others.
class DecidedSteps : public StagedRule {
 public:
  DecidedSteps(const StagedRule& rule, std::shared_ptr<const Policy> policy)
      : policy_(std::move(policy)), in_steps_(rule) {}

  std::size_t state_size() const override { return in_steps_.state_size(); }
  void first(std::byte* state) const override {
    in_steps_.first(state);
    in_steps_.make_alike(state);
  }
  void next(std::byte* state, Dice& dice) const override {
    DecidedDice decided(dice, *policy_);
    in_steps_.next(state, decided);
    in_steps_.make_alike(state);
  }
  void make_alike(std::byte* state) const override { in_steps_.make_alike(state); }
  int rounds() const override { return 0; }
  bool between_rounds(const std::byte* /*state*/) const override { return false; }
  void begin(std::byte* /*state*/, int /*round*/) const override {}
  std::optional<Outcome> ended(const std::byte* state, int /*played*/) const override {
    return in_steps_.ended(state, 0);
  }
  Working working() const override { return in_steps_.working(); }
  std::shared_ptr<const Policy> policy() const override { return policy_; }

 private:
  const std::shared_ptr<const Policy> policy_;
  const RoundsInSteps in_steps_;
};

/// Solves when it is first played, because many rules are made and never played.
class PlayedBest : public Rule, public InParts {
 public:
  PlayedBest(std::unique_ptr<Rule> rule, BestPlay best)
      : rule_(std::move(rule)), best_(std::move(best)) {}

  Outcome resolve(Dice& dice) const override { return solved().resolve(dice); }
  Working working() const override { return rule_->working(); }
  const StagedRule* staged() const override { return solved().staged(); }
  std::shared_ptr<const Policy> policy() const override { return solved().policy(); }

  int parts(std::string_view measure) const override { return parts_of(*rule_, measure); }

  const Rule& solved(const RunControl* control = nullptr) const try {
    const std::lock_guard lock(mutex_);
    if (!solved_) {
      Policy policy = best_policy(*rule_, best_, most_graph_nodes, control);
      solved_ = played_by(*rule_, std::make_shared<const Policy>(std::move(policy)));
    }
    return *solved_;
  } catch (const GraphTooLarge& error) {
    throw SystemError(std::string("best play is too large to be found: ") + error.what());
  }

 private:
  const std::unique_ptr<const Rule> rule_;
  const BestPlay best_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const Rule> solved_;
};

}  // namespace

void find_policy(const Rule& rule, const RunControl* control) {
  if (const auto* const best = dynamic_cast<const PlayedBest*>(&rule)) best->solved(control);
}

long long Goal::worth(const Outcome& outcome) const {
  long long sum = 0;
  for (const Summand& summand : summands) {
    if (summand.kind == Kind::event) {
      sum += outcome.happened(summand.name) ? summand.weight : 0;
      continue;
    }
    const auto& measures = outcome.measures();
    const auto measure = std::find_if(measures.begin(), measures.end(),
                                      [&](const auto& one) { return one.first == summand.name; });
    // The fate of one unit is an outcome; the number of units with that fate is a measure of the
    // same name.
    if (summand.kind == Kind::outcome) {
      const int times = measure != measures.end()         ? measure->second
                        : outcome.label() == summand.name ? 1
                                                          : 0;
      sum += summand.weight * times;
      continue;
    }
    if (measure == measures.end()) {
      if (summand.kind != Kind::measure) continue;  // the turn of what did not happen is not <= 3
      throw InputError({"best"},
                       "the outcome '" + outcome.label() + "' has no '" + summand.name + "'",
                       "an outcome, an event, a measure that every outcome has, or a comparison "
                       "such as '" +
                           summand.name + "<=3'");
    }
    const int value = measure->second;
    const double bound = summand.bound * summand.parts;
    const bool holds = summand.kind == Kind::equal      ? value == bound
                       : summand.kind == Kind::at_least ? value >= bound
                                                        : value <= bound;
    sum += summand.kind == Kind::measure ? summand.weight * value : holds ? summand.weight : 0;
  }
  return sum;
}

void count_parts(Goal& goal, const Rule& rule) {
  long long common = 1;
  for (Goal::Summand& term : goal.summands) {
    term.parts = parts_of(rule, term.name);
    common = std::lcm(common, static_cast<long long>(term.parts));
  }
  goal.scale *= common;
  for (Goal::Summand& term : goal.summands) {
    const bool is_measure = term.kind == Goal::Kind::measure || term.kind == Goal::Kind::outcome;
    term.weight *= is_measure ? common / term.parts : common;
  }
}

std::string choice_key(const Decision& decision, std::string_view state) {
  std::string key;
  key.reserve(decision.parameter.size() + decision.question.size() + state.size() + 2);
  key.append(decision.parameter).push_back('\0');
  key.append(decision.question).push_back('\0');
  return key.append(state);
}

void Policy::index() {
  by_key_.clear();
  for (std::size_t i = 0; i < choices.size(); ++i) by_key_.emplace(choices[i].key, i);
}

std::size_t Policy::option(const std::string& key) const {
  const auto known = by_key_.find(key);
  if (known == by_key_.end()) {
    throw std::logic_error("a decision in a state that was not explored");
  }
  return choices[known->second].chosen;
}

namespace {

Policy policy_of_graph(const Rule& rule, const BestPlay& best, std::size_t most_nodes,
                       const RunControl* control) {
  ChoiceTable choices(best.free);
  if (const StagedRule* const staged = rule.staged()) {
    const RoundsInSteps in_steps(*staged);
    StateExplorer explorer(in_steps, most_nodes, Checkpoints::heeded, control, &choices);
    explorer.explore();
    return solved_choices(explorer.graph, explorer.root, explorer.leaves, std::move(choices), best,
                          control);
  }
  RawGraph graph;
  OutcomeTable leaves;
  PathExplorer paths(graph, most_nodes, Checkpoints::heeded, control, &choices);
  const Link root = paths.explore([&](Dice& dice) -> Link {
    Outcome outcome = rule.resolve(dice);
    if (paths.coasting()) return {};
    return {Link::Kind::leaf, leaves.index_of(std::move(outcome))};
  });
  return solved_choices(graph, root, leaves, std::move(choices), best, control);
}

}  // namespace

Policy best_policy(const Rule& rule, const BestPlay& best, std::size_t most_nodes,
                   const RunControl* control) {
  const auto* const solves_itself = dynamic_cast<const SolvesItself*>(&rule);
  if (solves_itself == nullptr) return policy_of_graph(rule, best, most_nodes, control);
  constexpr std::size_t few_nodes = 50'000;
  try {
    return policy_of_graph(rule, best, std::min(most_nodes, few_nodes), control);
  } catch (const GraphTooLarge&) {
    return solves_itself->solved(best, control);
  }
}

std::unique_ptr<Rule> played_by(const Rule& rule, std::shared_ptr<const Policy> policy) {
  if (const StagedRule* const staged = rule.staged()) {
    return std::make_unique<DecidedSteps>(*staged, std::move(policy));
  }
  return std::make_unique<DecidedOnce>(rule, std::move(policy));
}

std::unique_ptr<Rule> played_best(std::unique_ptr<Rule> rule, BestPlay best) {
  return std::make_unique<PlayedBest>(std::move(rule), std::move(best));
}

}  // namespace combat_odds
