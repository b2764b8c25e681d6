#include "studies/plan/one_day.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/csv.hpp"
#include "core/text/number_text.hpp"
#include "reports/tables/grid.hpp"
#include "reports/text/text.hpp"
#include "studies/plan/plan_input.hpp"
#include "studies/plan/plan_report.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr std::size_t most_baskets = 1'000'000;

InputError fault(const std::string& option, const std::string& text, const std::string& right) {
  return {{option, 0, 0}, fmt::format("'{}' is not possible", text), right};
}

constexpr const char* shown_measures[] = {"squads", "leaders", "leadership", "afvs"};

/// The measure that a group is bought for: the first in a report's order that it brings.
std::string brought(const Offers& offers, std::size_t offer, std::size_t day) {
  for (const auto& [kind, name] : measures_of_kinds()) {
    if (offers.mean(offer, day, 0, name) > 0) return name;
  }
  return "";
}

/// Calls use(offer, its days for sale) for every group of both sides.
template <class Use>
void for_each_group(const Charts& charts, const Use& use) {
  const CampaignCharts campaign(charts);
  const CampaignSettings settings;
  const UnitPoints points;
  for (const Side side : {Side::german, Side::russian}) {
    const Offers offers(side, {}, {}, campaign, settings, points, 0);
    for (const ReinforcementGroup& group : campaign.groups.all()) {
      if (group.side != side) continue;
      std::size_t found = SIZE_MAX;
      for (std::size_t o = 0; o < offers.all().size() && found == SIZE_MAX; ++o) {
        if (&offers[o].group() == &group) found = o;
      }
      use(campaign, offers, group, found);
    }
  }
}

}  // namespace

OneDay::OneDay(const OneDayInput& input, const Charts& charts)
    : charts_(charts), settings_(input.settings) {
  const Side side = read_side(input.side);
  const std::optional<std::size_t> day = charts_.historical.day(input.on);
  if (!day) throw fault("--on", input.on, charts_.historical.allowed());
  day_ = *day;
  const std::optional<int> cpp = number_in<int>(input.cpp);
  if (!cpp || *cpp < 0 || *cpp > 1000)
    throw fault("--cpp", input.cpp, "a whole number from 0 to 1000");
  cpp_ = *cpp;
  Faults faults;
  if (input.points) points_ = read_unit_points(*input.points, charts_, faults);
  faults.throw_if_any();
  offers_ =
      std::make_unique<Offers>(side, CampaignPlan{}, std::map<const ReinforcementGroup*, int>{},
                               charts_, settings_, points_, input.scenario_turns);
  objective_ = read_objective(input.best, offers_->measures(), charts_.historical,
                              charts_.historical.dates().size() - 1);
  if (objective_.at_least) throw fault("--best", input.best, "a sum, not a chance, for one day");
  std::vector<const ReinforcementGroup*> without;
  for (const std::string& name : input.without) {
    without.push_back(&read_group("--without", name, side, charts_.groups));
  }

  std::vector<std::pair<std::size_t, double>> useful;
  for (std::size_t o = 0; o < offers_->all().size(); ++o) {
    const ReinforcementGroup& group = (*offers_)[o].group();
    if (std::find(without.begin(), without.end(), &group) != without.end()) continue;
    if (!offers_->available(o, day_)) continue;
    const double value = objective_.value(
        day_, [&](const std::string& measure) { return offers_->mean(o, day_, 0, measure); });
    const bool cheaper = !useful.empty() && &(*offers_)[useful.back().first].group() == &group &&
                         useful.back().second >= value;
    if (value > 0 && !cheaper) useful.emplace_back(o, value);
  }
  Basket basket;
  std::map<const ReinforcementGroup*, int> today;
  const auto fill = [&](const auto& self, std::size_t i) -> void {
    if (i == useful.size()) {
      // Only full baskets count: nothing useful can be added to them.
      for (const auto& [o, value] : useful) {
        const ReinforcementGroup& group = (*offers_)[o].group();
        if (basket.cpp + (*offers_)[o].cpp() <= cpp_ && today[&group] < group.daily_max) return;
      }
      if (baskets_.size() == most_baskets) {
        throw InputError({"--cpp", 0, 0}, fmt::format("{} CPP buy too many different sets", cpp_),
                         "fewer CPP, or leave groups out by --without");
      }
      if (!basket.bought.empty()) baskets_.push_back(basket);
      return;
    }
    const auto [o, value] = useful[i];
    const Offer& offer = (*offers_)[o];
    int& bought = today[&offer.group()];
    const Basket before = basket;
    const int had = bought;
    for (int n = 0;; ++n) {
      if (n > 0) {
        if (had + n > offer.group().daily_max || before.cpp + n * offer.cpp() > cpp_) break;
        basket = before;
        basket.bought.emplace_back(o, n);
        basket.cpp += n * offer.cpp();
        basket.value += n * value;
        bought = had + n;
      }
      self(self, i + 1);
    }
    basket = before;
    bought = had;
  };
  fill(fill, 0);
  std::stable_sort(baskets_.begin(), baskets_.end(), [](const Basket& a, const Basket& b) {
    if (std::abs(a.value - b.value) > 1e-9) return a.value > b.value;
    return a.cpp < b.cpp;
  });
}

double OneDay::mean(const Basket& basket, const std::string& measure) const {
  double sum = 0;
  for (const auto& [o, n] : basket.bought) sum += n * offers_->mean(o, day_, 0, measure);
  return sum;
}

std::string OneDay::text(const Basket& basket) const {
  std::vector<std::string> parts;
  for (const auto& [o, n] : basket.bought) parts.push_back(offer_text((*offers_)[o], n));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string OneDay::csv() const {
  std::string text = "rank,bought,cpp,left,value,squads,leaders,leadership,afvs\n";
  std::size_t rank = 0;
  for (const Basket& basket : baskets_) {
    text += fmt::format("{},{},{},{},{:.10g}", ++rank, csv_field(this->text(basket)), basket.cpp,
                        cpp_ - basket.cpp, basket.value);
    for (const char* const measure : shown_measures) {
      text += fmt::format(",{:.10g}", mean(basket, measure));
    }
    text += "\n";
  }
  return text;
}

std::string OneDay::table(TableStyle style, std::size_t most) const {
  Grid grid({"rank", "bought", "CPP", objective_.text, "squads", "leaders", "leadership", "afvs"});
  grid.set_left(1);
  std::size_t rank = 0;
  for (const Basket& basket : baskets_) {
    if (rank == most) break;
    std::vector<std::string> row = {fmt::format("{}", ++rank), text(basket),
                                    fmt::format("{}", basket.cpp),
                                    fmt::format("{:.4g}", basket.value)};
    for (const char* const measure : shown_measures) {
      row.push_back(fmt::format("{:.4g}", mean(basket, measure)));
    }
    grid.add(std::move(row));
  }
  std::string text = grid.text(style);
  if (baskets_.size() > most) {
    text += fmt::format("{} sets in all; --format csv has them\n", baskets_.size());
  }
  return text;
}

std::string price_csv(const Charts& charts) {
  std::string text = "side,id,group,date,cpp,daily_max,cg3_max,brings,expected,expected_per_cpp\n";
  for_each_group(charts, [&](const CampaignCharts& campaign, const Offers& offers,
                             const ReinforcementGroup& group, std::size_t offer) {
    for (std::size_t day = 0; day < offers.days(); ++day) {
      const std::string& date = campaign.historical.dates()[day];
      if (!group.available(date)) continue;
      text +=
          fmt::format("{},{},{},{},{},{},{},", name_of(group.side), group.id, csv_field(group.name),
                      date, group.cpp, group.daily_max, group.campaign_max);
      if (offer == SIZE_MAX) {
        text += ",,\n";  // the table of its Strength is lost
        continue;
      }
      const std::string measure = brought(offers, offer, day);
      const double mean = offers.mean(offer, day, 0, measure);
      text += fmt::format("{},{:.10g},{:.10g}\n", measure, mean, mean / group.cpp);
    }
  });
  return text;
}

std::string price_table(const Charts& charts, TableStyle style) {
  Grid grid({"side", "id", "group", "CPP", "a day", "in all", "for sale", "brings", "most",
             "per CPP", "on", "least", "per CPP", "on"});
  for (const std::size_t left : {1, 2, 6, 7, 10, 13}) grid.set_left(left);
  for_each_group(charts, [&](const CampaignCharts& campaign, const Offers& offers,
                             const ReinforcementGroup& group, std::size_t offer) {
    std::vector<std::string> row = {name_of(group.side),
                                    group.id,
                                    group.name,
                                    fmt::format("{}", group.cpp),
                                    fmt::format("{}", group.daily_max),
                                    fmt::format("{}", group.campaign_max),
                                    group.availability().empty() ? "always" : group.availability()};
    if (offer == SIZE_MAX) {
      row.insert(row.end(), {"(its Strength table is lost)", "", "", "", "", "", ""});
      grid.add(std::move(row));
      return;
    }
    std::optional<std::size_t> best;
    std::optional<std::size_t> worst;
    std::string measure;
    const auto mean = [&](std::size_t day) { return offers.mean(offer, day, 0, measure); };
    for (std::size_t day = 0; day < offers.days(); ++day) {
      if (!offers.available(offer, day)) continue;
      if (measure.empty()) measure = brought(offers, offer, day);
      if (!best || mean(day) > mean(*best) + 1e-12) best = day;
      if (!worst || mean(day) < mean(*worst) - 1e-12) worst = day;
    }
    row.push_back(measure);
    const bool same = mean(*best) <= mean(*worst) + 1e-12;
    for (const std::size_t day : {*best, *worst}) {
      const bool again = day == *worst && same && row.size() > 8;
      row.push_back(again ? "" : fmt::format("{:.4g}", mean(day)));
      row.push_back(again ? "" : fmt::format("{:.3g}", mean(day) / group.cpp));
      row.push_back(again || same ? (again ? "" : "any day")
                                  : short_date(campaign.historical.dates()[day]));
    }
    grid.add(std::move(row));
  });
  return grid.text(style);
}

}  // namespace combat_odds::red_barricades
