#include "studies/points/pre_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/error.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/names.hpp"
#include "studies/points/points_report.hpp"

namespace combat_odds {
namespace {

std::string share(double chance) { return fmt::format("{:.4g} %", 100 * chance); }

struct Cost {
  std::string side;
  double expected = 0;
  double worst = 0;
  bool complete = true;  ///< every unit is available already
};

std::vector<Cost> costs(const std::vector<PricedUnit>& force) {
  std::vector<Cost> all;
  for (const PricedUnit& unit : force) {
    auto cost = std::ranges::find(all, unit.side, &Cost::side);
    if (cost == all.end()) cost = all.insert(all.end(), Cost{.side = unit.side});
    cost->expected += unit.quantity * unit.each.npv;
    cost->worst += unit.quantity * unit.each.worst_npv;
    if (unit.availability == Availability::not_yet) cost->complete = false;
  }
  return all;
}

}  // namespace

std::string pre_game_words(const std::vector<PricedUnit>& force) {
  std::string text;
  for (const PricedUnit& unit : force) {
    for (const squad_leader::OptionalArmament& weapon : unit.diced) {
      const double chance = weapon.chance();
      text += fmt::format("  {}: {}, {} on {} of {} or less{}: {} each", unit.side, unit.unit,
                          weapon.name, weapon.one_die ? "a die" : "a DR", *weapon.number,
                          weapon.allowed < 1 ? ", without the nbw (64.52)" : "", share(chance));
      if (unit.quantity > 1) {
        text += fmt::format("; of {} on average {}, none {}, all {}", unit.quantity,
                            points_text(unit.quantity * chance),
                            share(std::pow(1 - chance, unit.quantity)),
                            share(std::pow(chance, unit.quantity)));
      }
      text += "\n";
    }
    if (unit.versions.empty()) continue;
    text += fmt::format("  {}: {}, a die each:", unit.side, unit.unit);
    std::string between = " ";
    for (std::size_t i = 0; i < unit.versions.size(); ++i) {
      const std::string& version = unit.versions[i];
      if (std::find(unit.versions.begin(), unit.versions.begin() + static_cast<long>(i), version) !=
          unit.versions.begin() + static_cast<long>(i)) {
        continue;
      }
      const auto faces = std::ranges::count(unit.versions, version);
      text += fmt::format(
          "{}{} {}", between, version,
          share(static_cast<double>(faces) / static_cast<double>(unit.versions.size())));
      between = ", ";
    }
    text += "\n";
  }
  return text.empty() ? text : "dice before the game\n" + text;
}

std::string expected_words(const std::vector<PricedUnit>& force) {
  std::string text;
  for (const Cost& cost : costs(force)) {
    if (!cost.complete || cost.expected == cost.worst) continue;
    text += fmt::format("{}: NPV {} on average, {} at worst\n", cost.side,
                        points_text(cost.expected), points_text(cost.worst));
  }
  return text;
}

std::vector<Budget> read_budgets(const std::vector<std::string>& texts) {
  std::vector<Budget> budgets;
  for (const std::string& text : texts) {
    const auto refuse = [&] {
      return OptionError("--budget", fmt::format("'{}' is no budget", text),
                         "SIDE=POINTS or SIDE@MONTH=POINTS, such as german@1943-07=800");
    };
    const std::string_view all = text;
    const std::size_t equals = all.rfind('=');
    if (equals == std::string_view::npos) throw refuse();
    const std::string_view who = trimmed(all.substr(0, equals));
    const std::size_t at = who.rfind('@');
    Budget budget;
    budget.side = std::string(trimmed(who.substr(0, at)));
    if (at != std::string_view::npos) {
      budget.from = read_month(trimmed(who.substr(at + 1)));
      if (!budget.from) throw refuse();
    }
    const std::optional<double> points = number_in<double>(trimmed(all.substr(equals + 1)));
    if (budget.side.empty() || !points || !(*points > 0 && *points < 1e9)) throw refuse();
    budget.points = *points;
    budgets.push_back(std::move(budget));
  }
  return budgets;
}

std::string budget_words(const std::vector<Budget>& budgets, const std::vector<PricedUnit>& force,
                         Month date) {
  const std::vector<Cost> all = costs(force);
  for (const Budget& budget : budgets) {
    const bool is_there = std::ranges::any_of(
        all, [&](const Cost& cost) { return name_key(cost.side) == name_key(budget.side); });
    if (!is_there) {
      throw OptionError("--budget", fmt::format("the force has no side '{}'", budget.side),
                        "a side of the force list");
    }
  }
  std::string text;
  for (const Cost& cost : all) {
    const Budget* holds = nullptr;
    for (const Budget& budget : budgets) {
      if (name_key(budget.side) != name_key(cost.side)) continue;
      if (budget.from && date.count() < budget.from->count()) continue;
      const int since = budget.from ? budget.from->count() : 0;
      if (holds == nullptr || since >= (holds->from ? holds->from->count() : 0)) holds = &budget;
    }
    if (holds == nullptr) continue;
    if (!cost.complete) {
      text += fmt::format("{}: not all of it is to be had in {}\n", cost.side, month_text(date));
      continue;
    }
    const double left = holds->points - cost.worst;
    const char* const worst = cost.expected == cost.worst ? "" : " at worst";
    text += left >= 0 ? fmt::format("{}: {} of {} points left{}\n", cost.side, points_text(left),
                                    points_text(holds->points), worst)
                      : fmt::format("{}: {} points over its {}{}\n", cost.side, points_text(-left),
                                    points_text(holds->points), worst);
  }
  return text;
}

}  // namespace combat_odds
