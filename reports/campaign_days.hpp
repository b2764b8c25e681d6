#pragma once

#include <string>
#include <vector>

#include "reports/campaign_report.hpp"
#include "reports/fan_chart.hpp"

namespace combat_odds::red_barricades {

/// How one measure of one side is spread: what one day brings, or all days up to it.
struct CampaignDay {
  std::string plan;  ///< empty where there is one plan
  std::string side;
  std::string date;
  std::string measure;
  bool so_far = false;  ///< the running total
  double mean = 0;
  FanPoint spread;
};

/// What is drawn where nothing is asked for.
constexpr const char* usual_fan_measure = "squads";

/// The measure asked for, or the usual one (where no force has it, the first that there is); throws
/// InputError with the nearest name.
std::string fan_measure(const std::vector<CampaignForce>& forces, const std::string& asked);

/// All measures but those of single kinds of units ("squads 4-6-7"), and `also`, day by day. What
/// a day brings is there where it can be anything but zero. The running totals, from the first to
/// the last day, are exact, by convolution, and there only for forces whose purchases have their
/// day: their days are independent. With dice in the budget one day's purchases depend on what the
/// days before left over.
std::vector<CampaignDay> campaign_days(const CampaignReport& report, const std::string& also = "");

/// side,date,measure,counted,mean,p05,p25,median,p75,p95; `counted` is day or so_far. With several
/// plans `plan` comes first.
std::string campaign_days_csv(const std::vector<CampaignDay>& days);
std::vector<CampaignDay> read_campaign_days(const std::string& directory);

/// One measure as a fan chart: the running totals where all forces have them, else what each day
/// brings. Both sides in one panel, with two plans a panel for each side. Throws InputError where
/// there is nothing to draw.
FanChart campaign_fan(const std::vector<CampaignDay>& days, const std::string& measure,
                      const std::string& title, const std::string& note);

/// The picture's heading, and how its numbers were made.
std::string fan_title(const CampaignReport& report);
std::string fan_note(const CampaignReport& report);

}  // namespace combat_odds::red_barricades
