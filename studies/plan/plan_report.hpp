#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/plan/best_chance.hpp"
#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// date,side,group,quantity,pre_registered,stuka_cpp,scenario_turns,adjustment,strength,note:
/// what `campaign`
/// reads.
std::string plan_csv(const AskedPlan& asked, const Purchases& purchases);

/// date,group,name,quantity,cpp,adds,adds_per_cpp,relaxed_worth,relaxed_gain: what each purchase
/// adds to the objective, and what its CPP would be worth elsewhere if purchases need not be whole.
std::string why_csv(const AskedPlan& asked, const FixedPlan& plan);

/// date,income,at_hand,spent,left,one_cpp_more,proven,one_kept,one_kept_proven; one_kept: what it
/// costs to keep one CPP until the next day
std::string plan_days_csv(const AskedPlan& asked, const FixedPlan& plan);

/// kind,leave_date,leave_group,take_date,take_group,quantity,loss: ties, and what the next best
/// plan does otherwise.
std::string alternatives_csv(const AskedPlan& asked, const FixedPlan& plan, const FixedPlan& next);

/// One term of the objective as the plan reckons it and as `campaign` found it.
struct CheckedTerm {
  std::string name;
  double weight = 1;
  double planned = 0;
  std::optional<double> exact;
  std::optional<double> simulated;
};

/// The same plan through `campaign`: its own draws, convolutions and dice. `result` is of the plan
/// alone.
std::vector<CheckedTerm> checked(const AskedPlan& asked, const Purchases& purchases,
                                 const CampaignResult& result, double confidence,
                                 std::size_t force = 0);
/// The chance of at least so many, by the campaign; planned is the chance as the plan reckons it.
CheckedTerm checked_chance(const AskedPlan& asked, double planned, const CampaignResult& result);
/// term,weight,planned,exact,simulated
std::string check_csv(const std::vector<CheckedTerm>& terms);
/// The objective by what was simulated, or worked out.
double objective_of(const std::vector<CheckedTerm>& terms, bool simulated);

/// For the terminal: day by day what is bought; what it comes to; ties and the next best plan.
std::string plan_table(const AskedPlan& asked, const FixedPlan& plan, TableStyle style,
                       std::size_t width);
std::string plan_answer(const AskedPlan& asked, const FixedPlan& plan, const FixedPlan& next,
                        const std::vector<CheckedTerm>& terms);
/// The chance, how sure it is that there is no better, and the campaign's.
std::string chance_answer(const AskedPlan& asked, const ChancePlan& found,
                          const std::optional<CheckedTerm>& checked);

/// "2 Rifle Coy"; "Btl Mtr with 1 Pre-Registered hex"; "Stuka at 2 CPP".
std::string offer_text(const Offer& offer, int quantity);

}  // namespace combat_odds::red_barricades
