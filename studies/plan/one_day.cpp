#include "studies/plan/one_day.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/plain_text.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/plan/plan_input.hpp"
#include "studies/plan/plan_report.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr std::size_t most_baskets = 1'000'000;

OptionError not_possible(const std::string& option, const std::string& text,
                         const std::string& right) {
  return OptionError(option, fmt::format("'{}' is not possible", text), right);
}

constexpr const char* shown_measures[] = {"squads", "leaders", "leadership", "afvs"};

/// Observers and Spotter Planes come with a module only (notes o and s).
bool needs_module(const ReinforcementGroup& group) {
  return group.kind == ReinforcementGroup::Kind::observer ||
         group.kind == ReinforcementGroup::Kind::spotter_plane;
}

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

PlanInput plan_of_one_day(const OneDayInput& input, const Charts& charts) {
  const CampaignCharts campaign(charts);
  const std::vector<std::string>& dates = campaign.historical.dates();
  const std::optional<std::size_t> day = campaign.historical.day(input.on);
  if (!day) throw not_possible("--on", input.on, campaign.historical.allowed());
  PlanInput plan = input.plan;
  plan.from = plan.to = dates[*day];
  plan.counts_to = dates.back();
  if (input.cpp.empty()) return plan;
  const std::optional<int> cpp = number_in<int>(plain_whole(input.cpp));
  if (!cpp || *cpp < 0 || *cpp > 1000) {
    throw not_possible("--cpp", input.cpp, "a whole number from 0 to 1000");
  }
  // What is kept of other days has been paid for, or will be.
  std::map<std::size_t, int> income = {{*day, *cpp}};
  const Side side = read_side(plan.side);
  Faults faults;
  if (plan.keep) {
    for (const PlanLine& line :
         read_campaign_plan(*plan.keep, campaign, plan.settings, faults).lines) {
      if (line.group->side == side && line.day != *day) {
        income[line.day] += line.quantity * line.cpp();
      }
    }
  }
  faults.throw_if_any();
  plan.budget = {"--cpp", "date,side,cpp\n"};
  for (const auto& [when, number] : income) {
    plan.budget.text += fmt::format("{},{},{}\n", dates[when], name_of(side), number);
  }
  return plan;
}

OneDay::OneDay(const AskedPlan& asked, const std::function<bool()>& stop)
    : asked_(asked), day_(asked.from()) {
  const Offers& offers = asked_.offers();
  if (asked_.objective().at_least) {
    throw not_possible("--best", asked_.objective().text, "a sum, not a chance, for one day");
  }
  if (!asked_.fixed_income()) {
    throw OptionError("--budget", "has dice, so the CPP at hand are not known",
                      "--cpp with the CPP at hand in its place");
  }
  for (std::size_t day = 0; day <= day_; ++day) {
    if (const DiceSum* sum = asked_.income(day)) cpp_ += sum->constant;
  }
  for (std::size_t o = 0; o < offers.all().size(); ++o) {
    const Offer& offer = offers[o];
    if (!offer.fixed) continue;
    kept_.push_back({o, offer.line.day, *offer.fixed});
    if (offer.line.day <= day_) cpp_ -= *offer.fixed * offer.cpp();
  }
  std::ranges::stable_sort(kept_, {}, &PlannedPurchase::day);
  value_ = reckon(asked_, kept_).value;
  find_baskets(stop);
  std::stable_sort(baskets_.begin(), baskets_.end(), [](const Basket& a, const Basket& b) {
    if (std::abs(a.value - b.value) > 1e-9) return a.value > b.value;
    return a.cpp < b.cpp;
  });
}

void OneDay::find_baskets(const std::function<bool()>& stop) {
  const Offers& offers = asked_.offers();
  const std::vector<std::size_t> for_sale = useful();
  std::map<const ReinforcementGroup*, int> today;
  std::map<const ReinforcementGroup*, int> in_all;  // of the other days
  for (const PlannedPurchase& kept : kept_) {
    (kept.day == day_ ? today : in_all)[&offers[kept.offer].group()] += kept.quantity;
  }
  Basket basket;
  const auto fill = [&](const auto& self, std::size_t i) -> void {
    if (i == for_sale.size()) {
      if (stop && stop()) throw SystemError("stopped before all sets were compared");
      if (basket.bought.empty()) return;
      const bool has_surely = std::ranges::any_of(for_sale, [&](std::size_t o) {
        const ReinforcementGroup& group = offers[o].group();
        return asked_.value(o, day_, 0) > 0 && basket.cpp + offers[o].cpp() <= cpp_ &&
               today[&group] < asked_.daily_max(group) &&
               in_all[&group] + today[&group] < asked_.most(group) && !needs_module(group);
      });
      if (has_surely) return;  // without reckoning
      const Reckoned reckoned = reckon(asked_, with(basket.bought));
      if (!reckoned.possible) return;
      const bool has_room =
          std::ranges::any_of(for_sale, [&](std::size_t o) { return takes_one_more(basket, o); });
      if (has_room) return;
      if (baskets_.size() == most_baskets) {
        throw OptionError("--cpp", fmt::format("{} CPP buy too many different sets", cpp_),
                          "fewer CPP, or leave groups out by --without");
      }
      baskets_.push_back(basket);
      baskets_.back().value = reckoned.value - value_;
      return;
    }
    const std::size_t o = for_sale[i];
    const Offer& offer = offers[o];
    int& bought = today[&offer.group()];
    const Basket before = basket;
    const int had = bought;
    for (int n = 0;; ++n) {
      if (n > 0) {
        if (had + n > asked_.daily_max(offer.group()) || before.cpp + n * offer.cpp() > cpp_) break;
        basket = before;
        basket.bought.emplace_back(o, n);
        basket.cpp += n * offer.cpp();
        bought = had + n;
      }
      self(self, i + 1);
    }
    basket = before;
    bought = had;
  };
  fill(fill, 0);
}

std::vector<std::size_t> OneDay::useful() const {
  const Offers& offers = asked_.offers();
  std::vector<std::size_t> all;
  double value_before = 0;
  bool observers = false;
  const auto may_be_bought = [&](std::size_t o) {
    return !offers[o].fixed && asked_.open(o, day_) && asked_.most(offers[o].group()) > 0;
  };
  for (std::size_t o = 0; o < offers.all().size(); ++o) {
    const ReinforcementGroup& group = offers[o].group();
    if (!may_be_bought(o)) continue;
    const double value = asked_.value(o, day_, 0);
    const bool same_group = !all.empty() && &offers[all.back()].group() == &group;
    const bool is_asked = asked_.at_least().contains(&group) && !same_group;
    if (!is_asked && (value <= 0 || (same_group && value_before >= value))) continue;
    observers = observers || needs_module(group);
    all.push_back(o);
    value_before = value;
  }
  if (!observers) return all;
  for (std::size_t o = 0; o < offers.all().size(); ++o) {
    const ReinforcementGroup& group = offers[o].group();
    const auto is_same = [&](std::size_t known) { return &offers[known].group() == &group; };
    if (takes_observer(group) && may_be_bought(o) && std::ranges::none_of(all, is_same)) {
      all.push_back(o);
    }
  }
  return all;
}

Purchases OneDay::with(const std::vector<std::pair<std::size_t, int>>& bought) const {
  Purchases all = kept_;
  for (const auto& [o, n] : bought) all.push_back({o, day_, n});
  std::ranges::stable_sort(all, {}, &PlannedPurchase::day);
  return all;
}

bool OneDay::takes_one_more(const Basket& basket, std::size_t offer) const {
  if (!(asked_.value(offer, day_, 0) > 0)) return false;
  if (basket.cpp + asked_.offers()[offer].cpp() > cpp_) return false;
  auto more = basket.bought;
  const auto known = std::ranges::find(more, offer, &std::pair<std::size_t, int>::first);
  if (known == more.end()) {
    more.emplace_back(offer, 1);
  } else {
    ++known->second;
  }
  return reckon(asked_, with(more)).possible;
}

double OneDay::mean(const Basket& basket, const std::string& measure) const {
  double sum = 0;
  int rifle_companies = 0;
  for (const PlannedPurchase& purchase : with(basket.bought)) {
    for (int n = 0; n < purchase.quantity; ++n) {
      const bool counts = CampaignForce::counts_ordinal(asked_.offers()[purchase.offer].group());
      const std::size_t c = counts ? CampaignForce::ordinal_class(++rifle_companies) : 0;
      if (asked_.offers()[purchase.offer].fixed) continue;
      sum += asked_.offers().mean(purchase.offer, day_, c, measure);
    }
  }
  return sum;
}

std::string OneDay::text(const Basket& basket) const {
  std::vector<std::string> parts;
  for (const auto& [o, n] : basket.bought) parts.push_back(offer_text(asked_.offers()[o], n));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string OneDay::csv() const {
  Table table({"rank", "bought", "cpp", "left", "value"});
  table.header.insert(table.header.end(), std::begin(shown_measures), std::end(shown_measures));
  for (const Basket& basket : baskets_) {
    table.add(table.rows.size() + 1, text(basket), basket.cpp, cpp_ - basket.cpp,
              fmt::format("{:.10g}", basket.value));
    for (const char* const measure : shown_measures) {
      table.rows.back().push_back(fmt::format("{:.10g}", mean(basket, measure)));
    }
  }
  return table.csv();
}

std::string OneDay::table(TableStyle style, std::size_t most, std::size_t width) const {
  const std::string& objective = asked_.objective().text;
  Table grid({"rank", "bought", "CPP", objective});
  const auto is_beside = [&](const char* measure) { return measure != objective; };
  for (const char* const measure : shown_measures) {
    if (is_beside(measure)) grid.header.emplace_back(measure);
  }
  grid.set_left(1);
  grid.wrap_header();
  grid.fit(width, 1);
  std::size_t rank = 0;
  for (const Basket& basket : baskets_) {
    if (rank == most) break;
    std::vector<std::string> row = {fmt::format("{}", ++rank), text(basket),
                                    fmt::format("{}", basket.cpp),
                                    fmt::format("{:.4g}", basket.value)};
    for (const char* const measure : shown_measures) {
      if (is_beside(measure)) row.push_back(fmt::format("{:.4g}", mean(basket, measure)));
    }
    grid.add(std::move(row));
  }
  std::string text = grid.text(style);
  text +=
      wrapped(fmt::format("ranked by what it is expected to bring of '{}'; what brings none of "
                          "that is left out{}; --best ranks by something else",
                          objective,
                          objective == "squads" ? ", and guns, OBA and AFVs count nothing" : ""),
              style == TableStyle::markdown ? 0 : width) +
      "\n";
  if (baskets_.size() > most) {
    text += fmt::format("{} sets in all; --format csv has them\n", baskets_.size());
  }
  return text;
}

std::string price_csv(const Charts& charts) {
  Table table({"side", "id", "group", "date", "cpp", "daily_max", "cg3_max", "brings", "expected",
               "expected_per_cpp"});
  for_each_group(charts, [&](const CampaignCharts& campaign, const Offers& offers,
                             const ReinforcementGroup& group, std::size_t offer) {
    for (std::size_t day = 0; day < offers.days(); ++day) {
      const std::string& date = campaign.historical.dates()[day];
      if (!group.available(date)) continue;
      std::vector<std::string> brings(3);  // empty where the table of its Strength is lost
      if (offer != SIZE_MAX) {
        brings[0] = brought(offers, offer, day);
        const double mean = offers.mean(offer, day, 0, brings[0]);
        brings[1] = fmt::format("{:.10g}", mean);
        brings[2] = fmt::format("{:.10g}", mean / group.cpp);
      }
      table.add(name_of(group.side), group.id, group.name, date, group.cpp, group.daily_max,
                group.campaign_max, brings[0], brings[1], brings[2]);
    }
  });
  return table.csv();
}

std::string price_table(const Charts& charts, TableStyle style) {
  Table grid({"side", "id", "group", "CPP", "a day", "in all", "for sale", "brings", "most",
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
