#pragma once

#include "core/best/best_play.hpp"
#include "core/explore/choice_table.hpp"
#include "core/explore/raw_graph.hpp"

namespace combat_odds {

/// The best choice at every choice node of an explored graph without links to states or borders.
Policy solved_choices(const RawGraph& graph, Link root, OutcomeTable& leaves, ChoiceTable&& choices,
                      const BestPlay& best, const RunControl* control);

}  // namespace combat_odds
