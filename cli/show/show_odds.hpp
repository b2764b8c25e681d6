#pragma once

#include "ask/situation.hpp"
#include "cli/options/command.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/view.hpp"

namespace combat_odds::cli {

/// The options that choose how odds are shown.
void add_view_options(const Command& command, ViewInput& view);

/// Works out the situations of a scenario and shows them as the words say; pictures and pages tell
/// the command as it was given.
void show_odds(const Scenario& scenario, const ViewInput& words, const SimulationInput& simulating,
               const Command& command, Library& library);

/// The command roll: the odds of a dice expression.
void add_roll(const Command& program, Library& library);

}  // namespace combat_odds::cli
