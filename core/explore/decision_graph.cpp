#include "core/explore/decision_graph.hpp"

#include "core/explore/graph_finisher.hpp"
#include "core/explore/path_explorer.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

DecisionGraph decision_graph(const Rule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                             const RunControl* control) {
  if (const StagedRule* const staged = rule.staged()) {
    StateExplorer explorer(*staged, most_nodes, checkpoints, control);
    explorer.explore();
    return finished(explorer);
  }
  RawGraph graph;
  OutcomeTable leaves;
  PathExplorer paths(graph, most_nodes, checkpoints, control);
  const Link root = paths.explore([&](Dice& dice) -> Link {
    Outcome outcome = rule.resolve(dice);
    if (paths.coasting()) return {};
    return {Link::Kind::leaf, leaves.index_of(std::move(outcome))};
  });
  return finished(graph, root, leaves);
}

}  // namespace combat_odds
