#include "studies/balance/field/fitting_rarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/play/parallel.hpp"
#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/balance_report.hpp"
#include "studies/balance/candidate.hpp"
#include "studies/balance/field/field.hpp"

namespace combat_odds {
namespace {

/// Looks for the prices at which each unit breaks even against the mix of what there was.
class PriceFit {
 public:
  PriceFit(const BalanceGame& game, const BalanceSetting& setting, Fights& fights)
      : game_(game), setting_(setting), ground_(setting_, fights) {
    for (std::size_t i = 0; i < setting.prices.size(); ++i) {
      const double available = setting.available[i].value_or(0);
      if (!setting.has(i) || available == 0) {
        setting_.prices[i] = std::numeric_limits<double>::infinity();
        continue;
      }
      there_.push_back(i);
      worth_ += available * setting.prices[i];
    }
  }

  const std::vector<std::size_t>& there() const { return there_; }
  const std::vector<double>& prices() const { return setting_.prices; }

  /// The points that go to each unit when all there were are bought.
  std::vector<double> spent() const {
    std::vector<double> weights(setting_.prices.size());
    for (const std::size_t i : there_) weights[i] = *setting_.available[i] * setting_.prices[i];
    return weights;
  }

  /// Whether it found them.
  bool fit() {
    constexpr int most_rounds = 500;
    constexpr double near_enough = 1e-10;
    for (int round = 0; round < most_rounds; ++round) {
      const std::vector<double> before = setting_.prices;
      const std::vector<double> weights = spent();
      std::vector<double> next = before;
      std::vector<char> bounded(before.size());
      parallel_for(there_.size(), [&](std::size_t k) {
        const std::size_t i = there_[k];
        std::vector<double> others = weights;
        others[i] = 0;  // its own kind is even in any case
        const BreakEven even = Candidate(game_, i, ground_).break_even(others);
        bounded[i] = even.at_most ? 1 : 0;
        next[i] = std::sqrt(before[i] * even.price);  // half of the way: the others move as well
      });
      double worth = 0;
      for (const std::size_t i : there_) worth += *setting_.available[i] * next[i];
      double moved = 0;
      for (const std::size_t i : there_) {
        const double budget = setting_.points - game_.units()[i].fixed_points;
        const double price = next[i] * worth_ / worth;
        setting_.prices[i] = std::clamp(price, budget / game_.most(), budget);
        if (price != setting_.prices[i]) bounded[i] = 1;
        moved = std::max(moved, std::abs(std::log(setting_.prices[i] / before[i])));
      }
      if (moved < near_enough) return std::ranges::count(bounded, 1) == 0;
    }
    return false;
  }

 private:
  const BalanceGame& game_;
  BalanceSetting setting_;  ///< at the prices so far
  Ground ground_;
  std::vector<std::size_t> there_;
  double worth_ = 0;  ///< of all there were, at the listed prices
};

}  // namespace

FittingRarity fitting_rarity(const BalanceGame& game, const BalanceResult& result, Fights& fights,
                             double step) {
  const BalanceSetting& setting = result.setting;
  const bool is_told = std::ranges::any_of(
      setting.available, [](const std::optional<double>& number) { return number.has_value(); });
  if (!is_told) {
    throw OptionError("--rarity", "needs to know how many of each unit there were",
                      "a column 'available' in the list: 120, or 1942-03=40;1942-09=120");
  }
  PriceFit prices(game, setting, fights);
  FittingRarity fit;
  fit.units.resize(game.units().size());
  if (prices.there().size() < 2) return fit;
  fit.found = prices.fit();
  const std::vector<double> spent = prices.spent();
  double all = 0;
  for (const double points : spent) all += points;

  BalanceResult among = result;  // what there was none of is not to be had
  among.setting.prices.assign(setting.prices.size(), std::numeric_limits<double>::infinity());
  for (const std::size_t i : prices.there()) among.setting.prices[i] = setting.prices[i];
  const Mix mix = fielded(scores_among(result, prices.there()));
  for (std::size_t k = 0; k < prices.there().size(); ++k) {
    const std::size_t i = prices.there()[k];
    const BalanceUnit& listed = game.units()[i];
    FittingRarity::Unit& unit = fit.units[i];
    unit.is_there = true;
    unit.available = *setting.available[i];
    unit.share_there = spent[i] / all;
    unit.listed = setting.prices[i] / listed.points;
    unit.fitting = prices.prices()[i] / listed.points;
    unit.factor = unit.listed / listed.rarity;
    unit.share_listed = mix.shares[k];
    const double change = step * unit.factor * listed.points;
    unit.share_a_step_up =
        share_at(game, among, Ground(among.setting, fights), i, setting.prices[i] + change);
    unit.share_a_step_down =
        share_at(game, among, Ground(among.setting, fights), i, setting.prices[i] - change);
  }
  return fit;
}

std::string rarity_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                       const std::vector<FittingRarity>& all) {
  struct Line {
    const BalanceSetting& setting;
    const FittingRarity& fit;
    std::size_t position;
    const FittingRarity::Unit& unit() const { return fit.units[position]; }
  };
  const auto if_found = [](double FittingRarity::Unit::*number) {
    return [number](const Line& line) {
      return line.fit.found ? std::optional(line.unit().*number) : std::nullopt;
    };
  };
  CsvColumns<Line> columns;
  columns.include(setting_columns(game), [](const Line& line) { return &line.setting; })
      .add("unit", [&](const Line& line) { return game.units()[line.position].name; })
      .add("available", [](const Line& line) { return line.unit().available; })
      .add("share_there", if_found(&FittingRarity::Unit::share_there))
      .add("bpv", [&](const Line& line) { return game.units()[line.position].points; })
      .add("rarity", [](const Line& line) { return line.unit().listed; })
      .add("fitting_rarity", if_found(&FittingRarity::Unit::fitting))
      .add("off",
           [](const Line& line) {
             return line.fit.found ? std::optional(line.unit().listed / line.unit().fitting)
                                   : std::nullopt;
           })
      .add("share_at_listed", [](const Line& line) { return line.unit().share_listed; })
      .add("share_a_step_down", [](const Line& line) { return line.unit().share_a_step_down; })
      .add("share_a_step_up", [](const Line& line) { return line.unit().share_a_step_up; });
  std::string text = columns.header();
  for (std::size_t s = 0; s < all.size(); ++s) {
    for (std::size_t i = 0; i < all[s].units.size(); ++i) {
      if (all[s].units[i].is_there) columns.append(text, {results[s].setting, all[s], i});
    }
  }
  return text;
}

std::string rarity_table(const BalanceGame& game, const BalanceResult& result,
                         const FittingRarity& fit, TableStyle style) {
  Table grid({"what there was", "available", "of the points", "Rarity", "fitting", "fielded",
              "a step down", "a step up"});
  const auto share = [](const std::optional<double>& part) {
    return part ? percent(*part) : std::string("-");
  };
  for (std::size_t i = 0; i < fit.units.size(); ++i) {
    const FittingRarity::Unit& unit = fit.units[i];
    if (!unit.is_there) continue;
    grid.add({game.units()[i].name, fmt::format("{}", unit.available),
              fit.found ? percent(unit.share_there) : "-", price_text(unit.listed),
              fit.found ? fmt::format("{:.2f}", unit.fitting) : "-", percent(unit.share_listed),
              share(unit.share_a_step_down), share(unit.share_a_step_up)});
  }
  std::string text = setting_heading(result.setting, style) + grid.text(style);
  text +=
      fit.found
          ? "\nfitting: at these Rarities what there was is what people would field; fielded: "
            "at the listed ones, and if this one were a step less or more\n"
          : "\nno Rarities make people field what there was at these points (other --points may)\n";
  return text;
}

namespace {

/// The Rarity that would fit one unit, without the factor of the month.
struct FitOfAll {
  double mean = 0;  ///< geometric, over the settings
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  int count = 0;  ///< of settings in which there is one
};

FitOfAll fit_of(std::size_t unit, const std::vector<FittingRarity>& all) {
  FitOfAll one;
  double sum = 0;
  for (const FittingRarity& fit : all) {
    const FittingRarity::Unit& there = fit.units[unit];
    if (!fit.found || !there.is_there) continue;
    const double rarity = there.fitting / there.factor;
    sum += std::log(rarity);
    one.least = std::min(one.least, rarity);
    one.most = std::max(one.most, rarity);
    ++one.count;
  }
  if (one.count > 0) one.mean = std::exp(sum / one.count);
  return one;
}

}  // namespace

std::string farthest_rarity(const BalanceGame& game, const std::vector<FittingRarity>& all) {
  const auto distance = [&](std::size_t unit) {
    const FitOfAll fit = fit_of(unit, all);
    return fit.count == 0 ? -1.0 : std::abs(std::log(fit.mean / game.units()[unit].rarity));
  };
  std::size_t farthest = 0;
  for (std::size_t i = 1; i < game.units().size(); ++i) {
    if (distance(i) > distance(farthest)) farthest = i;
  }
  if (distance(farthest) < 0) return {};
  return fmt::format(
      "The Rarity of {} is farthest from what there was: {} in the list, {:.2f} would fit.\n",
      game.units()[farthest].name, price_text(game.units()[farthest].rarity),
      fit_of(farthest, all).mean);
}

std::string rarity_fit_words(const BalanceGame& game, const std::vector<FittingRarity>& all) {
  std::string text;
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    const FitOfAll fit = fit_of(i, all);
    if (fit.count == 0) continue;
    text += fmt::format("{}: Rarity {} in the list, {:.2f} would fit", game.units()[i].name,
                        price_text(game.units()[i].rarity), fit.mean);
    text += fit.count == 1 ? "\n" : fmt::format(" ({:.2f} to {:.2f})\n", fit.least, fit.most);
  }
  return text;
}

}  // namespace combat_odds
