#pragma once

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/best/best_play.hpp"
#include "core/best/solves_itself.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/path_explorer.hpp"
#include "sim/squad_games/fire_phase_groups.hpp"

namespace combat_odds {

/// Finds the best policy of a fire phase, in doubles. The effect of an attack depends neither on
/// the firers who have fired nor on the other targets. So each effect is explored once, and only
/// its worth is computed anew for each set of remaining firers. `Game` is the rule:
///
///     Stack, Result, State              units under fire, an IFT result, all that the rest depends
///                                       on; State has stacks, phase and over
///     groups(), target_count(), start(), words(state), left(state), outcome(state)
///     result(attack, roll)              the result of a DR
///     begun(target, stack, result, last), stepped(target, stack, dice), is_resolved(stack),
///     made_alike(target, stack)
template <class Game>
class FirePhaseSolver {
  using Stack = typename Game::Stack;
  using State = typename Game::State;
  using Result = typename Game::Result;
  using Attack = FirePhaseGroups::Attack;
  using Phase = FirePhaseGroups::Phase;

 public:
  FirePhaseSolver(const Game& game, const BestPlay& best, const RunControl* control)
      : game_(game), best_(best), control_(control) {}

  Policy policy() {
    find_results();
    for (std::size_t i = 0; i < game_.target_count(); ++i) explore(i);
    find_phases();
    for (const std::uint32_t phase : by_firers_) {
      heed_control();
      solve(phase);
    }
    return play();
  }

 private:
  /// The resolution of fire at a target, as a graph whose leaves are resolved stacks.
  struct Resolution {
    std::vector<Stack> stacks;
    boost::unordered_flat_map<std::string, std::uint32_t> index;
    std::vector<Link> roots;              ///< by stack; unexplored: the stack is resolved
    std::vector<std::uint32_t> resolved;  ///< the resolved stacks
    std::vector<std::uint32_t> places;    ///< by stack: its place among the resolved stacks
    std::vector<std::uint32_t> starts;    ///< by place and result: the stack under fire
    RawGraph graph;
    std::vector<std::uint32_t> order;  ///< the nodes, successors first
  };
  /// A set of remaining firers, and the worth of every position with them.
  struct PhaseWorth {
    Phase phase;
    std::vector<double> worth;               ///< by position
    std::vector<std::vector<double>> begun;  ///< by target; by position and result
    bool solved = false;
  };
  static constexpr std::size_t most_numbers = 40'000'000;

  void heed_control() const {
    if (control_ != nullptr && control_->stopped()) throw Interrupted();
  }

  static std::string bytes(const Stack& stack) {
    return {reinterpret_cast<const char*>(&stack), sizeof(Stack)};
  }

  /// The results that any attack may have, and how likely each is.
  void find_results() {
    for (const Attack& attack : game_.groups().attacks()) {
      std::vector<double> chances;
      for (int coloured = 1; coloured <= 6; ++coloured) {
        for (int white = 1; white <= 6; ++white) {
          const Result result = game_.result(attack, {coloured, white});
          const auto known = std::find(results_.begin(), results_.end(), result);
          const auto r = static_cast<std::size_t>(known - results_.begin());
          if (known == results_.end()) results_.push_back(result);
          chances.resize(std::max(chances.size(), r + 1));
          chances[r] += 1.0 / 36;
        }
      }
      chances_.push_back(std::move(chances));
    }
  }

  std::uint32_t add(Resolution& all, const Stack& stack) {
    const auto [place, is_new] =
        all.index.try_emplace(bytes(stack), static_cast<std::uint32_t>(all.stacks.size()));
    if (is_new) {
      all.stacks.push_back(stack);
      if (all.stacks.size() > most_graph_nodes) {
        throw GraphTooLarge("more than " + std::to_string(most_graph_nodes) +
                            " stacks: ask for fewer targets, units or kinds of units");
      }
    }
    return place->second;
  }

  /// Expands all stacks. With `further`, resolved stacks are fired at again.
  void expand(std::size_t target, Resolution& all, bool further) {
    PathExplorer paths(all.graph, most_graph_nodes, Checkpoints::heeded, control_);
    for (std::uint32_t s = 0; s < all.stacks.size(); ++s) {
      const Stack stack = all.stacks[s];
      all.places.push_back(static_cast<std::uint32_t>(all.resolved.size()));
      if (!game_.is_resolved(stack)) {
        paths.forget();
        all.roots.push_back(paths.explore([&](Dice& dice) -> Link {
          const Stack next = game_.made_alike(target, game_.stepped(target, stack, dice));
          return paths.coasting() ? Link() : Link(Link::Kind::leaf, add(all, next));
        }));
        continue;
      }
      all.roots.emplace_back();
      all.resolved.push_back(s);
      for (std::size_t r = 0; further && r < results_.size(); ++r) {
        all.starts.push_back(
            add(all, game_.made_alike(target, game_.begun(target, stack, results_[r], false))));
      }
    }
    sort(all);
  }

  /// Sorts the nodes so that each comes after its successors.
  static void sort(Resolution& all) {
    std::vector<std::uint8_t> seen(all.graph.nodes.size());
    std::vector<std::pair<std::uint32_t, std::size_t>> open;
    const auto visit = [&](std::uint32_t node) {
      if (seen[node] != 0) return;
      seen[node] = 1;
      open.emplace_back(node, 0);
      while (!open.empty()) {
        auto& [now, branch] = open.back();
        const RawGraph::Node& at = all.graph.nodes[now];
        if (branch == at.count) {
          all.order.push_back(now);
          open.pop_back();
          continue;
        }
        const Link link = end_of(all, all.graph.branches[at.first + branch++].link);
        if (!link.is(Link::Kind::node) || seen[link.index()] != 0) continue;
        seen[link.index()] = 1;
        open.emplace_back(link.index(), 0);
      }
    };
    for (std::uint32_t node = 0; node < all.graph.nodes.size(); ++node) visit(node);
  }

  /// A node, or a resolved stack as a leaf.
  static Link end_of(const Resolution& all, Link link) {
    while (link.is(Link::Kind::leaf)) {
      const Link root = all.roots[link.index()];
      if (root.is(Link::Kind::unexplored)) return link;
      link = root;
    }
    return link;
  }

  void explore(std::size_t target) {
    Resolution& all = resolutions_.emplace_back();
    add(all, game_.made_alike(target, game_.start().stacks.at(target)));
    expand(target, all, true);
    // The last attack of all: only the fate of the stack matters after it.
    Resolution& last = last_.emplace_back();
    for (const std::uint32_t s : all.resolved) {
      for (const Result& result : results_) {
        last.starts.push_back(
            add(last, game_.made_alike(target, game_.begun(target, all.stacks[s], result, true))));
      }
    }
    expand(target, last, false);
    strides_.push_back(positions_);
    positions_ *= all.resolved.size();
    if (positions_ * results_.size() > most_numbers) {
      throw GraphTooLarge("more positions than can be kept: ask for fewer groups or targets");
    }
  }

  std::size_t place(std::size_t position, std::size_t target) const {
    return position / strides_[target] % resolutions_[target].resolved.size();
  }

  State state_at(const Phase& phase, std::size_t position) const {
    State state = game_.start();
    for (std::size_t i = 0; i < resolutions_.size(); ++i) {
      const Resolution& all = resolutions_[i];
      state.stacks.at(i) = all.stacks[all.resolved[place(position, i)]];
    }
    state.phase = phase;
    return state;
  }

  double worth_of(State state) const {
    state.over = 1;
    const long long worth = best_.goal.worth(*game_.outcome(state));
    return static_cast<double>(best_.goal.least ? -worth : worth);
  }

  // Phases.

  static std::uint32_t key(const Phase& phase) {
    std::uint32_t key = phase.unfired;
    for (const std::uint8_t places : phase.fired_at) key = key << 8 | places;
    return key;
  }

  void find_phases() {
    by_key_.emplace(key(game_.groups().start()), 0);
    phases_.push_back({game_.groups().start(), {}, {}, false});
    for (std::size_t p = 0; p < phases_.size(); ++p) {
      const Phase phase = phases_[p].phase;
      for (const Attack* const attack : game_.groups().allowed(phase)) {
        Phase next = phase;
        game_.groups().fire(next, *attack);
        const auto number = static_cast<std::uint32_t>(phases_.size());
        if (by_key_.emplace(key(next), number).second) phases_.push_back({next, {}, {}, false});
      }
    }
    if (phases_.size() * positions_ * results_.size() * resolutions_.size() > most_numbers) {
      throw GraphTooLarge("more positions than can be kept: ask for fewer groups or targets");
    }
    for (std::uint32_t p = 0; p < phases_.size(); ++p) by_firers_.push_back(p);
    std::stable_sort(by_firers_.begin(), by_firers_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::popcount(phases_[a].phase.unfired) < std::popcount(phases_[b].phase.unfired);
    });
  }

  // Backwards.

  void solve(std::uint32_t number) {
    PhaseWorth& here = phases_[number];
    const bool is_last = here.phase.unfired == 0;
    if (held_.empty()) {
      for (std::size_t p = 0; p < positions_; ++p) held_.push_back(worth_of(state_at({}, p)));
    }
    if (!is_last) {
      here.worth.resize(positions_);
      for (std::size_t p = 0; p < positions_; ++p) {
        const State state = state_at(here.phase, p);
        double most = held_[p];
        for (const Attack* const attack :
             game_.groups().options(here.phase, game_.left(state)).attacks) {
          most = std::max(most, worth_of_attack(here.phase, *attack, p));
        }
        here.worth[p] = most;
      }
    }
    for (std::size_t i = 0; i < resolutions_.size(); ++i) begin_worth(here, i, is_last);
  }

  double worth_of_attack(const Phase& phase, const Attack& attack, std::size_t position) const {
    Phase next = phase;
    game_.groups().fire(next, attack);
    const PhaseWorth& after = phases_[by_key_.at(key(next))];
    const std::vector<double>& begun = after.begun[attack.target];
    const std::vector<double>& chances = chances_[number_of(attack)];
    double sum = 0;
    for (std::size_t r = 0; r < chances.size(); ++r) {
      if (chances[r] > 0) sum += chances[r] * begun[position * results_.size() + r];
    }
    return sum;
  }
  std::size_t number_of(const Attack& attack) const {
    return static_cast<std::size_t>(&attack - game_.groups().attacks().data());
  }

  /// The worth of each result on a target with these firers remaining.
  void begin_worth(PhaseWorth& here, std::size_t target, bool is_last) {
    const Resolution& before = resolutions_[target];
    const Resolution& all = is_last ? last_[target] : before;
    std::vector<double>& begun = here.begun.emplace_back(positions_ * results_.size());
    std::vector<double> ends(all.resolved.size());
    std::vector<double> nodes(all.graph.nodes.size());
    const auto worth = [&](Link link) {
      return link.is(Link::Kind::node) ? nodes[link.index()] : ends[all.places[link.index()]];
    };
    for (std::size_t position = 0; position < positions_; ++position) {
      if (place(position, target) != 0) continue;  // a row of them begins here
      State state = state_at(here.phase, position);
      for (std::size_t end = 0; end < ends.size(); ++end) {
        if (is_last) {
          state.stacks.at(target) = all.stacks[all.resolved[end]];
          ends[end] = worth_of(state);
        } else {
          ends[end] = here.worth[position + end * strides_[target]];
        }
      }
      for (const std::uint32_t node : all.order) {
        const RawGraph::Node& at = all.graph.nodes[node];
        double sum = 0;
        for (std::size_t b = 0; b < at.count; ++b) {
          const RawGraph::Branch& branch = all.graph.branches[at.first + b];
          sum += static_cast<double>(branch.throws) * worth(end_of(all, branch.link));
        }
        nodes[node] = sum / static_cast<double>(at.throws);
      }
      for (std::size_t end = 0; end < before.resolved.size(); ++end) {
        for (std::size_t r = 0; r < results_.size(); ++r) {
          const Link start(Link::Kind::leaf, all.starts[end * results_.size() + r]);
          begun[(position + end * strides_[target]) * results_.size() + r] =
              worth(end_of(all, start));
        }
      }
    }
  }

  // Forwards: the choices that best play meets.

  Policy play() {
    Policy policy;
    policy.free = best_.free;
    policy.exact = false;
    policy.value = shown(phases_[0].worth[start_position()]);
    std::vector<std::vector<double>> visits(phases_.size());
    visits[0].resize(positions_);
    visits[0][start_position()] = 1;
    for (std::size_t n = by_firers_.size(); n-- > 0;) {
      const std::uint32_t number = by_firers_[n];
      if (phases_[number].phase.unfired == 0) continue;
      for (std::size_t p = 0; p < visits[number].size(); ++p) {
        if (visits[number][p] > 0) choose(policy, number, p, visits);
      }
      std::vector<double>().swap(visits[number]);
    }
    policy.index();
    return policy;
  }

  std::size_t start_position() const { return 0; }  // each target's start was found first

  double shown(double worth) const {
    return (best_.goal.least ? -worth : worth) / static_cast<double>(best_.goal.scale);
  }

  void choose(Policy& policy, std::uint32_t number, std::size_t position,
              std::vector<std::vector<double>>& visits) {
    const Phase& phase = phases_[number].phase;
    const State state = state_at(phase, position);
    const auto options = game_.groups().options(phase, game_.left(state));
    if (options.attacks.empty()) return;
    Choice choice;
    const Decision decision{FirePhaseGroups::parameter, FirePhaseGroups::question, {}};
    choice.key = choice_key(decision, {reinterpret_cast<const char*>(&state), sizeof(State)});
    choice.parameter = decision.parameter;
    choice.question = decision.question;
    choice.facts = game_.groups().with_firers(game_.words(state), phase);
    choice.otherwise = options.habit;
    choice.visits = visits[number][position];
    std::vector<double> worths;
    for (const Attack* const attack : options.attacks) {
      choice.options.push_back(attack->name);
      worths.push_back(worth_of_attack(phase, *attack, position));
    }
    choice.options.emplace_back(FirePhaseGroups::hold);
    worths.push_back(held_[position]);
    // Sums of products of doubles that differ by less are the same.
    double largest = 1;
    for (const double worth : worths) largest = std::max(largest, std::abs(worth));
    const double near = 1e-11 * largest;
    const double most = *std::max_element(worths.begin(), worths.end());
    choice.chosen = worths[options.habit] >= most - near
                        ? options.habit
                        : static_cast<std::size_t>(
                              std::find_if(worths.begin(), worths.end(),
                                           [&](double worth) { return worth >= most - near; }) -
                              worths.begin());
    for (const double worth : worths) {
      choice.values.push_back(shown(worth));
      choice.best.push_back(worth >= most - near);
    }
    if (choice.chosen < options.attacks.size()) {
      go_on(phase, *options.attacks[choice.chosen], position, choice.visits, visits);
    }
    policy.choices.push_back(std::move(choice));
  }

  /// Adds the positions after an attack, with their probabilities.
  void go_on(const Phase& phase, const Attack& attack, std::size_t position, double often,
             std::vector<std::vector<double>>& visits) {
    Phase next = phase;
    game_.groups().fire(next, attack);
    if (next.unfired == 0) return;
    std::vector<double>& there = visits[by_key_.at(key(next))];
    there.resize(positions_);
    const Resolution& all = resolutions_[attack.target];
    std::vector<double> nodes(all.graph.nodes.size());
    const std::size_t from = place(position, attack.target);
    const std::size_t row = position - from * strides_[attack.target];
    const auto arrive = [&](Link link, double share) {
      if (link.is(Link::Kind::node)) {
        nodes[link.index()] += share;
      } else {
        there[row + all.places[link.index()] * strides_[attack.target]] += share;
      }
    };
    const std::vector<double>& chances = chances_[number_of(attack)];
    for (std::size_t r = 0; r < chances.size(); ++r) {
      if (chances[r] == 0) continue;
      const Link start(Link::Kind::leaf, all.starts[from * results_.size() + r]);
      arrive(end_of(all, start), often * chances[r]);
    }
    for (std::size_t n = all.order.size(); n-- > 0;) {
      const std::uint32_t node = all.order[n];
      if (nodes[node] == 0) continue;
      const RawGraph::Node& at = all.graph.nodes[node];
      for (std::size_t b = 0; b < at.count; ++b) {
        const RawGraph::Branch& branch = all.graph.branches[at.first + b];
        const double share = static_cast<double>(branch.throws) / static_cast<double>(at.throws);
        arrive(end_of(all, branch.link), nodes[node] * share);
      }
    }
  }

  const Game& game_;
  const BestPlay& best_;
  const RunControl* const control_;
  std::vector<Result> results_;
  std::vector<std::vector<double>> chances_;  ///< by attack: the probability of each result
  std::vector<Resolution> resolutions_;       ///< by target
  std::vector<Resolution> last_;
  std::vector<std::size_t> strides_;
  std::size_t positions_ = 1;
  std::vector<double> held_;  ///< the worth of a position if nobody fires any more
  std::vector<PhaseWorth> phases_;
  std::map<std::uint32_t, std::uint32_t> by_key_;
  std::vector<std::uint32_t> by_firers_;  ///< few remaining firers first
};

}  // namespace combat_odds
