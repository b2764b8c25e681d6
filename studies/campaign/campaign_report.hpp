#pragma once

#include <set>
#include <string>

#include "reports/tables/table_report.hpp"
#include "reports/text/csv_report.hpp"
#include "studies/campaign/campaign.hpp"

namespace combat_odds::red_barricades {

/// What a campaign's reports are written from. With several plans every file starts with a column
/// `plan`.
struct CampaignReport {
  const Campaign* campaign = nullptr;
  const CampaignResult* result = nullptr;
  ReportOptions options;
};

/// side,date,measure,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
std::string campaign_distribution(const CampaignReport& report);

/// side,date,measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,p05,median,p95,
/// mean_per_cpp
std::string campaign_summary(const CampaignReport& report);

/// One line for every line of the plans: when it is bought, and what it brings.
std::string campaign_purchases(const CampaignReport& report);

/// first,second,measure,kind,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
std::string campaign_comparison(const CampaignReport& report);

/// plan,line,date,name,needs,side,attacker,defender,outcome,monte_carlo,...: what each fight comes
/// to
std::string campaign_fights(const CampaignReport& report);

/// The charts that every campaign uses, and those of this one, with its fights'.
std::set<std::string> campaign_charts_used();
std::set<std::string> campaign_charts_used(const Campaign& campaign);

/// The totals of all forces side by side, for the terminal or in Markdown.
std::string campaign_table(const CampaignReport& report, TableStyle style);

/// What of the plans is not always bought on its day, for want of CPP: how often, and how late. For
/// the terminal or in Markdown; empty where all is.
std::string unpaid_table(const CampaignReport& report, TableStyle style);

/// What each fight comes to, for the terminal or in Markdown; empty where there are none.
std::string fights_table(const CampaignReport& report, TableStyle style);

/// What a reader of the points should know: the units that have no value.
std::string unvalued_note(const CampaignReport& report);
/// What was bought and counts in no fight.
std::string idle_note(const CampaignReport& report);

}  // namespace combat_odds::red_barricades
