#pragma once

#include <string>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/plan/objective.hpp"
#include "studies/plan/offers.hpp"

namespace combat_odds::red_barricades {

/// What so many CPP can buy on one day, no more being affordable that counts.
struct Basket {
  std::vector<std::pair<std::size_t, int>> bought;  ///< offers and how many
  int cpp = 0;
  double value = 0;
};

/// What is asked of one day, as words.
struct OneDayInput {
  std::string side;
  std::string on;
  std::string cpp;
  std::string best = "squads";
  std::vector<std::string> without;
  std::optional<TextFile> points;
  int scenario_turns = 0;
  CampaignSettings settings;
};

/// All baskets of a day by what they are expected to bring, the best first, of equal ones the
/// cheaper. The first companies of their kind: no Leader DRM for the sixth. Throws InputError.
class OneDay {
 public:
  OneDay(const OneDayInput& input, const Charts& charts);
  const std::vector<Basket>& baskets() const { return baskets_; }
  /// rank,bought,cpp,left,value,squads,leaders,leadership,afvs
  std::string csv() const;
  std::string table(TableStyle style, std::size_t most) const;

 private:
  double mean(const Basket& basket, const std::string& measure) const;
  std::string text(const Basket& basket) const;

  CampaignCharts charts_;
  CampaignSettings settings_;
  UnitPoints points_;
  std::unique_ptr<Offers> offers_;
  Objective objective_;
  std::size_t day_ = 0;
  int cpp_ = 0;
  std::vector<Basket> baskets_;
};

/// side,id,group,date,cpp,daily_max,cg3_max,brings,expected,expected_per_cpp: every group on every
/// day on which it is for sale.
std::string price_csv(const Charts& charts);
/// The groups of both sides: prices, maxima, when they are for sale, and on which day they bring
/// most and least.
std::string price_table(const Charts& charts, TableStyle style);

}  // namespace combat_odds::red_barricades
