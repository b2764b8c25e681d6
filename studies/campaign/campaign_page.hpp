#pragma once

#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds::red_barricades {

/// That of the fights, which `campaign` writes where there are any.
inline const std::string campaign_fights_file = "campaign-fights.csv";

/// The files that `campaign` writes.
inline const std::vector<std::string> campaign_file_names = {
    "campaign-distribution.csv", "campaign-summary.csv", "campaign-purchases.csv",
    "campaign-comparison.csv",   "campaign-ahead.csv",   "campaign-days.csv",
    campaign_fights_file,        "charts.csv",           command_file};

/// The page of what `campaign` wrote into a folder. Throws InputError.
std::string campaign_page(const Folder& folder, PageFormat format);

}  // namespace combat_odds::red_barricades
