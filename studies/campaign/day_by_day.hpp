#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/pictures/fan_chart.hpp"
#include "reports/text/written_command.hpp"
#include "studies/campaign/ahead.hpp"
#include "studies/campaign/campaign_report.hpp"

namespace combat_odds::red_barricades {

/// How one measure of one side is spread: what one day brings, or all days up to it.
struct CampaignDay {
  std::string plan;  ///< empty where there is one plan
  std::string side;
  std::string date;
  std::string measure;
  bool so_far = false;  ///< the running total
  double mean = 0;
  FanPoint percentiles;
};

/// What is drawn where nothing is asked for.
constexpr const char* usual_fan_measure = "squads";

/// The measure asked for, or the first that stands on the map, or the usual one (where no force has
/// it, the first that there is); throws InputError with the nearest name.
std::string fan_measure(const Campaign& campaign, const std::string& asked);

/// What stands on the map, and all measures but those of single kinds of units ("squads 4-6-7")
/// that are not among Campaign::running_measures(), day by day: what a day brings where it can be
/// anything but zero, and the running totals where they are known (CampaignResult::running).
std::vector<CampaignDay> campaign_days(const CampaignReport& report);

/// side,date,measure,counted,mean,p05,p25,median,p75,p95; `counted` is day or so_far. With several
/// plans `plan` comes first.
std::string campaign_days_csv(const std::vector<CampaignDay>& days);
/// Reads campaign-days.csv of a folder. Throws InputError.
std::vector<CampaignDay> read_campaign_days(const Folder& folder);

/// One measure as a fan chart: the running totals where all forces have them, else what each day
/// brings. Both sides in one panel, with two plans a panel for each side. Throws InputError where
/// there is nothing to draw.
FanChart campaign_fan(const std::vector<CampaignDay>& days, const std::string& measure,
                      const std::string& title, const std::string& note);

/// All files of a campaign by their names: campaign-distribution.csv, campaign-summary.csv,
/// campaign-purchases.csv, campaign-comparison.csv, campaign-ahead.csv, campaign-days.csv,
/// charts.csv and command.csv, and with fights campaign-fights.csv.
std::map<std::string, std::string> campaign_files(const CampaignReport& report,
                                                  const std::vector<CampaignDay>& days,
                                                  const std::vector<AheadDay>& ahead,
                                                  const WrittenCommand& command,
                                                  const Charts& charts);

/// The picture's heading, and how its numbers were made.
std::string fan_title(const CampaignReport& report);
std::string fan_note(const CampaignReport& report);

}  // namespace combat_odds::red_barricades
