#pragma once

#include <span>
#include <string>
#include <vector>

#include "ask/why.hpp"
#include "reports/tables/comparison.hpp"
#include "reports/tables/page.hpp"
#include "reports/tables/pivot.hpp"

namespace combat_odds {

// What an answer is on a page: the parts before the situations one by one.

/// The picture of a few situations.
void add_odds_picture(Page& page, std::span<const SituationOdds> results,
                      const ReportOptions& options, const std::string& measure,
                      const std::vector<std::string>& shown = {});

/// A ranking: what it comes to, as a picture and as a table.
void add_ranking(Page& page, const std::vector<Ranked>& ranking, const Quantity& quantity,
                 Better better, const ReportOptions& options);

/// A two-way table, as a heat map and as text.
void add_pivot(Page& page, const Pivot& pivot, const Quantity& quantity,
               std::span<const SituationOdds> results, const ReportOptions& options);

/// How the answer comes about: the first rolls, as a tree where it is small, and as a table.
void add_why(Page& page, const WhyRoll& first, const SituationOdds& result,
             const ReportOptions& options);

}  // namespace combat_odds
