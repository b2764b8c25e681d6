#pragma once

#include <optional>
#include <string>

#include "cli/files/standing_files.hpp"
#include "cli/options/command.hpp"
#include "cli/options/simulation_options.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::cli {

/// What `plan` was asked for a campaign, read and checked.
struct PlanQuestion {
  const Command& command;
  const Charts& charts;
  const SimulationOptions& simulation;
  const red_barricades::PlanInput& input;
  const red_barricades::AskedPlan& asked;
  const OutputPlace& out;                ///< the folder
  std::string plot;                      ///< the picture; empty: none
  std::uint64_t most_states = 0;         ///< of a policy
  std::optional<TextFile> against = {};  ///< a plan of the other side
  std::optional<TextFile> sectors = {};  ///< where both sides stand
};

/// Finds the best plan by what was asked for (a sum, a chance, dice in the budget), checks it by
/// `campaign`, writes the folder and the picture, and prints the answer.
void answer_plan(const PlanQuestion& question);

}  // namespace combat_odds::cli
