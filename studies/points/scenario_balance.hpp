#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.hpp"
#include "studies/points/force_file.hpp"
#include "studies/points/side_totals.hpp"

namespace combat_odds {

/// One scenario of a list of many: what both sides cost and how far apart they are.
struct ScenarioBalance {
  enum class Verdict { even, apart, one_side, faulty };

  std::string scenario;
  std::vector<SideTotal> sides;  ///< none of one that is faulty
  Verdict verdict = Verdict::even;
};

/// "10%" or "10": how many percent the dearer side may cost more. Throws InputError at --apart.
double read_apart(const std::string& text);

/// Each scenario of the list, in its order. It is apart where the NPV of the dearer side is more
/// than `percent` above that of the other. The sides stand in the order in which the list first
/// names them, so that the first is the same side in all.
std::vector<ScenarioBalance> scenario_balances(const ForceList& list, double percent);

/// scenario,first,second,first_bpv,second_bpv,bpv_difference,bpv_ratio,first_npv,second_npv,
/// npv_difference,npv_ratio,verdict,prices; empty cells where a side is missing.
std::string scenario_balances_csv(const std::vector<ScenarioBalance>& scenarios);
std::string scenario_balances_json(const std::vector<ScenarioBalance>& scenarios, Month date,
                                   double percent);
/// How many are even, and a line for each.
std::string scenario_balances_table(const std::vector<ScenarioBalance>& scenarios, Month date,
                                    double percent, TableStyle style);

}  // namespace combat_odds
