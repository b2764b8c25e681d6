#pragma once

#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds::red_barricades {

/// The files that `plan` writes: for an income without dice why.csv and alternatives.csv, with dice
/// policy.csv, policy-rules.csv, policy-states.csv and worth.csv; in both cases those of the
/// campaign that checks the plan.
inline const std::vector<std::string> plan_file_names = {"plan.csv",
                                                         "fixed-plan.csv",
                                                         "why.csv",
                                                         "plan-days.csv",
                                                         "alternatives.csv",
                                                         "check.csv",
                                                         "opposed.csv",
                                                         "sectors.csv",
                                                         "plan-game.csv",
                                                         "plan-mix.csv",
                                                         "policy.csv",
                                                         "policy-rules.csv",
                                                         "policy-states.csv",
                                                         "policy-tree.csv",
                                                         "typical-game.csv",
                                                         "waiting.csv",
                                                         "worth.csv",
                                                         "campaign-distribution.csv",
                                                         "campaign-summary.csv",
                                                         "campaign-purchases.csv",
                                                         "campaign-comparison.csv",
                                                         "campaign-ahead.csv",
                                                         "campaign-days.csv",
                                                         "charts.csv",
                                                         command_file};

/// The page of what `plan` wrote into a folder. Throws InputError.
std::string plan_page(const Folder& folder, PageFormat format);

}  // namespace combat_odds::red_barricades
