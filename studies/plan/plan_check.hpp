#pragma once

#include <string>
#include <vector>

#include "core/text/folder.hpp"
#include "studies/campaign/day_by_day.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// Plans of a side through `campaign`, with the budget that was asked about: an independent way to
/// what they come to.
class PlanCheck {
 public:
  /// Throws InputError where exact odds are asked for and the budget has dice.
  PlanCheck(const PlanInput& input, const AskedPlan& asked, const Charts& charts,
            const OddsOptions& options, std::vector<TextFile> plans);

  const CampaignResult& result() const { return result_; }
  /// The number of a plan's force in the result.
  std::size_t force_of(std::size_t plan) const;

  /// Writes the files of `campaign`.
  void write(const ReportOptions& options, const WrittenCommand& given, const Charts& charts,
             const FileSink& write) const;
  FanChart fan(const ReportOptions& options, const std::string& measure,
               const std::string& title) const;

 private:
  Campaign campaign_;
  CampaignCounts counted_;
  CampaignResult result_;
};

}  // namespace combat_odds::red_barricades
