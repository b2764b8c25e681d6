#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ask/evaluate.hpp"
#include "reports/tables/comparison.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// What one step of one parameter comes to, all else as asked.
struct Moved {
  std::string parameter;  ///< "leader_modifier"
  std::string asked;      ///< its value as asked; empty: left out
  std::string value;      ///< its value after the step
  std::string unit;       ///< what the step adds or takes away: "a second 4-6-7"; may be empty
  std::string item;       ///< that unit's name: "4-6-7"
  Estimate estimate;
  Difference change;  ///< to what was asked

  /// Whether it is known to change anything.
  bool matters() const;
};

/// How much each parameter of a question does to one chance or mean of its answer.
struct WhatMatters {
  std::deque<Scenario> scenarios;      ///< of the results
  std::vector<SituationOdds> results;  ///< as asked, then a situation for each step
  std::optional<Quantity> quantity;
  Estimate asked;
  std::vector<Moved> moved;  ///< by how much they change, most first
  bool complete = true;      ///< false: stopped before all steps were played
};

/// Moves each parameter by one step (see steps_from()) and ranks the steps by what they do to
/// `event`, which is named as for --by; empty: what the headline tells first. A number that changes
/// nothing goes on, six steps at most. Steps that the procedure refuses are left out. Throws
/// InputError where a parameter has several values and where there is no such event.
WhatMatters what_matters(const Procedure& procedure, const std::vector<GivenValue>& given,
                         const Charts& charts, const std::string& event, const OddsOptions& options,
                         double confidence);

/// "Attacker holds: 25.46 % as asked. What changes it most: rounds 2 in place of 1, +18.10 points
/// (43.57 %). The second 4-6-7 is worth more than the 9-1: 13.43 points
/// against 11.57."
std::string what_matters_sentence(const WhatMatters& answer);
/// The sentence and a table of the steps, the greatest first: the first twenty that change
/// something, and a line about the others; `full`: all of them.
std::string what_matters_text(const WhatMatters& answer, const ReportOptions& options,
                              TableStyle style, std::size_t width, bool full);
/// The table alone, for a page.
Table what_matters_rows(const WhatMatters& answer, const ReportOptions& options, bool full);
/// parameter,asked,value,by,monte_carlo,ci_low,ci_high,exact,exact_fraction,difference,
/// difference_ci_low,difference_ci_high,trials,seed: first a line for what was asked, without a
/// parameter.
std::string what_matters_csv(const WhatMatters& answer, const ReportOptions& options);
std::string what_matters_json(const WhatMatters& answer, const ReportOptions& options);
/// A tornado: for each parameter a bar from what was asked to the most and to the least that one
/// step of it gives. Throws InputError where nothing changes anything.
std::string what_matters_plot(const WhatMatters& answer, const ReportOptions& options,
                              const Drawing& drawing = {});

}  // namespace combat_odds
