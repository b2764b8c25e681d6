#pragma once

#include <string>
#include <vector>

#include "ask/evaluate.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// A chance or a mean that a citation names.
struct CitedNumber {
  std::string name;
  Estimate number;
  bool is_chance = true;
};

/// What the answer's sentence is about.
std::vector<CitedNumber> numbers_cited(const SituationOdds& result, double confidence);

/// How an author names them: "Combat Odds 0.3.0, asl.fire (A7.3). 8 FP, +1, at
/// 4-6-7: broken_or_worse 445/1296 = 34.34 %, no_effect 25/48 = 52.08 %. Asked: combat-odds odds
/// ...; https://...". A chance that is only simulated has its interval, the trials and the seed.
/// `program` is its name and version; `link` may be empty.
std::string citation(const SituationOdds& result, const std::vector<CitedNumber>& numbers,
                     const std::string& program, const std::string& command,
                     const std::string& link, const ReportOptions& options);

}  // namespace combat_odds
