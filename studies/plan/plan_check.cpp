#include "studies/plan/plan_check.hpp"

#include <algorithm>

#include "core/text/option_error.hpp"

namespace combat_odds::red_barricades {
namespace {

CampaignInput campaign_input(const PlanInput& input, const AskedPlan& asked,
                             std::vector<TextFile> plans) {
  CampaignInput campaign;
  campaign.plans = std::move(plans);
  campaign.budget = input.budget;
  campaign.points = input.points;
  campaign.weather = input.weather;
  campaign.settings = input.settings;
  for (const Objective::Summand& term : asked.objective().summands)
    campaign.follow.push_back(term.measure);
  return campaign;
}

}  // namespace

PlanCheck::PlanCheck(const PlanInput& input, const AskedPlan& asked, const Charts& charts,
                     const OddsOptions& options, std::vector<TextFile> plans)
    : campaign_(campaign_input(input, asked, std::move(plans)), charts) {
  if (options.method == Method::exact && !asked.fixed_income()) {
    throw OptionError("--method", "no exact odds of a plan with dice in the budget",
                      "both or monte-carlo");
  }
  if (options.method != Method::exact) counted_ = simulate_campaign(campaign_, options);
  result_ = campaign_result(campaign_, counted_, options.method);
}

std::size_t PlanCheck::force_of(std::size_t plan) const {
  const auto& plans = campaign_.plan_of();
  return static_cast<std::size_t>(std::find(plans.begin(), plans.end(), plan) - plans.begin());
}

void PlanCheck::write(const ReportOptions& options, const WrittenCommand& given,
                      const Charts& charts, const FileSink& write) const {
  const CampaignReport report{&campaign_, &result_, options};
  for (const auto& [name, text] :
       campaign_files(report, campaign_days(report), ahead_days(report), given, charts)) {
    write(name, text);
  }
}

FanChart PlanCheck::fan(const ReportOptions& options, const std::string& measure,
                        const std::string& title) const {
  const CampaignReport report{&campaign_, &result_, options};
  return campaign_fan(campaign_days(report), measure, title, fan_note(report));
}

}  // namespace combat_odds::red_barricades
