#include "core/best/choice_solver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/best/worths.hpp"
#include "core/exact/nearest_double.hpp"
#include "core/exact/sparse_equations.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/strong_components.hpp"
#include "core/text/error.hpp"

namespace combat_odds {
namespace {

using Id = Worths::Id;
using Nodes = std::vector<std::uint32_t>;

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t most_improvements = 10'000;

/// Solves an explored graph from its ends up, one strong component at a time: everything that a
/// component leads to is solved before it. Most components are a single node. A component of
/// several nodes is a game that can return to an earlier state; under a policy it is an absorbing
/// Markov chain.
class ChoiceSolver {
 public:
  ChoiceSolver(const RawGraph& graph, OutcomeTable& leaves, ChoiceTable& choices,
               const BestPlay& best, const RunControl* control)
      : graph_(graph),
        choices_(choices),
        best_(best),
        control_(control),
        choice_of_(graph.nodes.size(), none),
        worth_(graph.nodes.size(), 0),
        local_(graph.nodes.size(), none) {
    for (std::size_t i = 0; i < choices.choices.size(); ++i) {
      choice_of_[choices.node(i)] = static_cast<std::uint32_t>(i);
    }
    const Goal& against = best.against ? *best.against : best.goal;
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      const auto payoff = [&](const Goal& goal) {
        return goal.least ? -goal.worth(leaves[leaf]) : goal.worth(leaves[leaf]);
      };
      const std::array<long long, 2> payoffs{payoff(best.goal), best.against ? payoff(against) : 0};
      const long long sum = payoffs[0] * against.scale + payoffs[1] * best.goal.scale;
      if (leaf == 0) sum_of_payoffs_ = sum;
      opposite_ = opposite_ && sum == sum_of_payoffs_;
      leaf_worth_.push_back(worths_.ended(payoffs));
    }
  }

  void solve(Link root) {
    if (!root.is(Link::Kind::node)) return;
    components_ = strong_components(graph_, root.index());
    std::size_t count = 0;
    for (const Nodes& component : components_) {
      if (count++ % 1024 == 0 && control_ != nullptr && control_->stopped()) throw Interrupted();
      if (component.size() == 1 && !leads_to_itself_by_choice(component.front())) {
        solve_node(component.front());
      } else {
        solve_component(component);
      }
    }
    count_visits(root);
  }

  Policy policy(Link root) {
    Policy policy;
    policy.free = best_.free;
    for (std::size_t i = 0; i < choices_.choices.size(); ++i) fill(i);
    policy.choices = std::move(choices_.choices);
    const Id id = worth(root);
    policy.exact = worths_.is_exact(id);
    policy.value = shown(worths_.value(id, 0), 0);
    constexpr std::size_t few = 10'000;
    if (policy.exact && worths_.size() <= few) {
      Worths::Rational value = worths_.exact(id, 0) / best_.goal.scale;
      if (best_.goal.least) value = -value;
      const bool negative = value < 0;
      if (negative) value = -value;
      const auto top = numerator(value);
      const auto bottom = denominator(value);
      policy.value = (negative ? -1 : 1) * nearest_double(top, bottom);
      policy.fraction = fraction_text(top, bottom);
      if (negative && !policy.fraction.empty()) policy.fraction.insert(0, "-");
    }
    policy.index();
    return policy;
  }

 private:
  const RawGraph::Node& node(std::uint32_t n) const { return graph_.nodes[n]; }
  Link link(std::uint32_t n, std::size_t branch) const {
    return graph_.branches[graph_.nodes[n].first + branch].link;
  }
  bool is_choice(std::uint32_t n) const { return choice_of_[n] != none; }
  Choice& choice(std::uint32_t n) { return choices_.choices[choice_of_[n]]; }
  int side(std::uint32_t n) { return choice(n).side; }

  Id worth(Link link) const {
    return link.is(Link::Kind::leaf) ? leaf_worth_[link.index()] : worth_[link.index()];
  }

  bool leads_to_itself_by_choice(std::uint32_t n) const {
    if (!is_choice(n)) return false;
    for (std::size_t b = 0; b < node(n).count; ++b) {
      if (link(n, b) == Link(Link::Kind::node, n)) return true;
    }
    return false;
  }

  /// Ties go to the habitual option.
  void solve_node(std::uint32_t n) {
    if (is_choice(n)) {
      Choice& here = choice(n);
      std::size_t best = here.otherwise;
      for (std::size_t b = 0; b < node(n).count; ++b) {
        if (worths_.compared(worth(link(n, b)), worth(link(n, best)), here.side) > 0) best = b;
      }
      here.chosen = best;
      worth_[n] = worth(link(n, best));
      return;
    }
    edges_.clear();
    for (std::size_t b = 0; b < node(n).count; ++b) {
      const RawGraph::Branch& branch = graph_.branches[node(n).first + b];
      if (branch.link == Link(Link::Kind::node, n)) continue;  // rerolled
      edges_.emplace_back(worth(branch.link), branch.throws);
    }
    if (edges_.empty()) throw Endless();
    worth_[n] = worths_.rolled(edges_);
  }

  // A component of several nodes.

  /// A policy that leaves the component: each choice takes the option nearest to a way out,
  /// whatever it is worth.
  void find_way_out(const Nodes& component) {
    std::vector<Nodes> into(component.size());
    std::vector<std::uint32_t> ready;
    std::vector<bool> done(component.size(), false);
    const auto reach = [&](std::uint32_t n, std::size_t branch) {
      const std::uint32_t here = local_[n];
      if (done[here]) return;
      done[here] = true;
      if (is_choice(n)) choice(n).chosen = branch;
      ready.push_back(n);
    };
    for (const std::uint32_t n : component) {
      for (std::size_t b = 0; b < node(n).count; ++b) {
        if (inside(link(n, b))) {
          into[local_[link(n, b).index()]].push_back(n);
        } else {
          reach(n, b);
        }
      }
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      const std::uint32_t there = ready[i];
      for (const std::uint32_t n : into[local_[there]]) {
        for (std::size_t b = 0; b < node(n).count; ++b) {
          if (link(n, b) == Link(Link::Kind::node, there)) reach(n, b);
        }
      }
    }
    if (ready.size() < component.size()) throw Endless();
  }

  bool inside(Link link) const { return link.is(Link::Kind::node) && local_[link.index()] != none; }

  /// I - P for the nodes of a component under the policy; `transposed` to count visits.
  std::vector<SparseEntry> matrix(const Nodes& component, bool transposed) {
    std::vector<SparseEntry> entries;
    const auto add = [&](std::size_t row, std::size_t column, double value) {
      if (transposed) std::swap(row, column);
      entries.emplace_back(row, column, value);
    };
    for (std::size_t i = 0; i < component.size(); ++i) {
      add(i, i, 1);
      for_each_way(component[i], [&](Link link, double share) {
        if (inside(link)) add(i, local_[link.index()], -share);
      });
    }
    return entries;
  }

  /// Calls visit(link, probability) for everything that the node leads to under the policy.
  template <class Visit>
  void for_each_way(std::uint32_t n, Visit&& visit) {
    if (is_choice(n)) {
      visit(link(n, choice(n).chosen), 1.0);
      return;
    }
    for (std::size_t b = 0; b < node(n).count; ++b) {
      const RawGraph::Branch& branch = graph_.branches[node(n).first + b];
      visit(branch.link, static_cast<double>(branch.throws) / static_cast<double>(node(n).throws));
    }
  }

  /// Solves for `columns` right-hand sides. They are stored one after the other, and each has a
  /// number for each node.
  std::vector<double> solution(const std::vector<SparseEntry>& matrix,
                               const std::vector<double>& right, std::size_t columns) const {
    const SparseEquations equations(right.size() / columns, matrix, control_);
    if (!equations.solvable()) put_off();
    std::vector<double> result = equations.solved(right, columns);
    const auto is_finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(result.begin(), result.end(), is_finite)) put_off();
    return result;
  }

  [[noreturn]] static void put_off() {
    throw InputError({"best"}, "a side gains by never coming to an end",
                     "an aim that the end of the game decides");
  }

  void evaluate(const Nodes& component) {
    std::vector<double> right(2 * component.size(), 0.0);
    for (std::size_t i = 0; i < component.size(); ++i) {
      for_each_way(component[i], [&](Link link, double share) {
        if (inside(link)) return;
        for (std::size_t s = 0; s < 2; ++s) {
          right[s * component.size() + i] +=
              share * worths_.value(worth(link), static_cast<int>(s));
        }
      });
    }
    values_ = solution(matrix(component, false), right, 2);
  }

  double value(Link link, int side) const {
    if (!inside(link)) return worths_.value(worth(link), side);
    const std::size_t first = side == 0 ? 0 : values_.size() / 2;
    return values_[first + local_[link.index()]];
  }

  /// Switches choices of the side to better options. Returns whether there were any.
  bool improve(const Nodes& component, int side_improving) {
    bool bettered = false;
    for (const std::uint32_t n : component) {
      if (!is_choice(n) || side(n) != side_improving) continue;
      Choice& here = choice(n);
      const double now = value(link(n, here.chosen), here.side);
      double most = now + 1e-10 * std::max(1.0, std::abs(now));
      for (std::size_t b = 0; b < node(n).count; ++b) {
        const double other = value(link(n, b), here.side);
        if (other <= most) continue;
        most = other;
        here.chosen = b;
        bettered = true;
      }
    }
    return bettered;
  }

  /// Policy iteration: side 0 finds its best answer to side 1, then side 1 improves its choices.
  void solve_component(const Nodes& component) {
    for (std::size_t i = 0; i < component.size(); ++i) {
      local_[component[i]] = static_cast<std::uint32_t>(i);
    }
    std::array<bool, 2> decides{};
    for (const std::uint32_t n : component) {
      if (is_choice(n)) decides[static_cast<std::size_t>(side(n))] = true;
    }
    if (decides[0] && decides[1] && !opposite_) {
      throw InputError({"against"}, "positions come back, so the two aims must be opposites",
                       "the aim of best with :least, or without it");
    }
    find_way_out(component);
    evaluate(component);
    for (std::size_t count = 0;; ++count) {
      if (count > most_improvements) throw std::runtime_error("policies that improve for ever");
      if (control_ != nullptr && control_->stopped()) throw Interrupted();
      if (!improve(component, 0) && !improve(component, 1)) break;
      evaluate(component);
    }
    for (std::size_t i = 0; i < component.size(); ++i) {
      worth_[component[i]] = worths_.numerical({values_[i], values_[component.size() + i]});
    }
    for (const std::uint32_t n : component) local_[n] = none;
  }

  /// The expected number of visits to each node, starting from the root.
  void count_visits(Link root) {
    visits_.assign(graph_.nodes.size(), 0);
    visits_[root.index()] = 1;
    for (std::size_t c = components_.size(); c-- > 0;) {
      const Nodes& component = components_[c];
      if (component.size() == 1 && !leads_to_itself_by_choice(component.front())) {
        visit_on(component.front());
        continue;
      }
      std::vector<double> arriving(component.size());
      for (std::size_t i = 0; i < component.size(); ++i) {
        local_[component[i]] = static_cast<std::uint32_t>(i);
        arriving[i] = visits_[component[i]];
      }
      if (*std::max_element(arriving.begin(), arriving.end()) > 0) {
        const std::vector<double> all = solution(matrix(component, true), arriving, 1);
        for (std::size_t i = 0; i < component.size(); ++i) {
          const double often = all[i];
          visits_[component[i]] = often;
          for_each_way(component[i], [&](Link link, double share) {
            if (link.is(Link::Kind::node) && !inside(link)) {
              visits_[link.index()] += often * share;
            }
          });
        }
      }
      for (const std::uint32_t n : component) local_[n] = none;
    }
  }

  void visit_on(std::uint32_t n) {
    double again = 0;
    const Link itself(Link::Kind::node, n);
    for_each_way(n, [&](Link link, double share) { again += link == itself ? share : 0; });
    if (again > 0) visits_[n] /= 1 - again;
    if (visits_[n] == 0) return;
    for_each_way(n, [&](Link link, double share) {
      if (link.is(Link::Kind::node) && link != itself) visits_[link.index()] += visits_[n] * share;
    });
  }

  double shown(double payoff, int side) const {
    const Goal& goal = side == 1 && best_.against ? *best_.against : best_.goal;
    return (goal.least ? -payoff : payoff) / static_cast<double>(goal.scale);
  }

  void fill(std::size_t index) {
    Choice& here = choices_.choices[index];
    const std::uint32_t n = choices_.node(index);
    const Id chosen = worth(link(n, here.chosen));
    for (std::size_t b = 0; b < node(n).count; ++b) {
      const Id option = worth(link(n, b));
      here.values.push_back(shown(worths_.value(option, here.side), here.side));
      here.best.push_back(b == here.chosen || worths_.compared(option, chosen, here.side) == 0);
    }
    here.visits = visits_.empty() ? 0 : visits_[n];
  }

  const RawGraph& graph_;
  ChoiceTable& choices_;
  const BestPlay& best_;
  const RunControl* const control_;
  Worths worths_;
  std::vector<Id> leaf_worth_;
  bool opposite_ = true;  ///< one side's gain is the other's loss
  long long sum_of_payoffs_ = 0;
  Nodes choice_of_;
  std::vector<Id> worth_;  ///< of every node
  std::vector<Nodes> components_;
  Nodes local_;                 ///< the index of a node within the current component
  std::vector<double> values_;  ///< of the current component: for side 0, then for side 1
  std::vector<double> visits_;
  std::vector<std::pair<Id, std::uint64_t>> edges_;
};

}  // namespace

Policy solved_choices(const RawGraph& graph, Link root, OutcomeTable& leaves, ChoiceTable&& choices,
                      const BestPlay& best, const RunControl* control) {
  ChoiceSolver solver(graph, leaves, choices, best, control);
  solver.solve(root);
  return solver.policy(root);
}

}  // namespace combat_odds
