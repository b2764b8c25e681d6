#pragma once

#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds {

/// The files that `balance` writes.
inline const std::vector<std::string> balance_files = {
    "matrix.csv",   "field.csv",         "rarity.csv",   "against.csv",    "even.csv",
    "together.csv", "armies.csv",        "prices.csv",   "efficiency.csv", "sensitivity.csv",
    "compared.csv", "proposed-list.csv", "proposal.csv", "steps.csv",      "moves.csv",
    "charts.csv",   command_file};

/// The page of what `balance` wrote into a folder. Throws InputError.
std::string balance_page(const Folder& folder, PageFormat format);

}  // namespace combat_odds
