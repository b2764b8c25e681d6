#pragma once

#include <span>
#include <string>

#include "ask/best.hpp"
#include "reports/tables/page.hpp"
#include "reports/tables/policy_rules.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// What best play comes to, the habits beside it, and what to do when, as tables; no line but a
/// table's is longer than `width` characters (0: as long as it takes). `result` has a policy.
std::string best_text(const BestAnswer& answer, const SituationOdds& result, TableStyle style,
                      std::size_t width);

/// The same as a section of a page.
void add_best(Page& page, const BestAnswer& answer, const SituationOdds& result);

/// What to do when, as the tables of best_text(); the aim is a chance where `probability`.
std::string policy_text(const Policy& policy, bool probability, TableStyle style,
                        std::size_t width);
/// The lines of those tables, their numbers with four digits:
/// question,side,when,do,situations,times_a_game,least_cost,most_cost
std::string policy_rules_csv(const Policy& policy);

/// Every state of every decision with each of its options:
/// scenario,procedure,side,question,situation,option,best,chosen,value,cost,times_a_game
/// `value` is the aim's, best play following; `cost` what the option loses.
std::string policy_header();
std::string policy_lines(const SituationOdds& result);
std::string policy_lines(const std::string& scenario, const std::string& procedure,
                         const Policy& policy);

}  // namespace combat_odds
