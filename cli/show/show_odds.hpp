#pragma once

#include <functional>
#include <string>

#include "ask/situation.hpp"
#include "cli/options/command.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/view.hpp"

namespace combat_odds::cli {

/// The options that choose how odds are shown.
void add_view_options(const Command& command, ViewInput& view);

/// What a situation is called, where its scenario's name and what varies do not say it best.
using NameOf = std::function<std::string(const Situation&)>;

/// Works out the situations of a scenario and shows them as the words say; pictures and pages tell
/// the command as it was given.
void show_odds(const Scenario& scenario, const ViewInput& words, const SimulationInput& simulating,
               const Command& command, Library& library, const NameOf& name = {});

/// The command roll: the odds of a dice expression.
void add_roll(const Command& program, Library& library);

}  // namespace combat_odds::cli
