#include <fmt/format.h>

#include <map>
#include <optional>

#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/names.hpp"

namespace combat_odds::slammers {
namespace {

/// What things cost, chart slammers/points.csv.
class PointsChart {
 public:
  static constexpr const char* chart_name = "slammers/points.csv";

  struct Item {
    int points = 0;
    std::optional<int> most;  ///< in one detachment
  };

  explicit PointsChart(const CsvTable& chart) {
    const auto item = chart_column(chart, "item");
    const auto points = chart_column(chart, "points");
    const auto most = chart_column(chart, "most");
    for (const auto& row : chart.rows) {
      Item& entry = items_[row[item].text];
      entry.points = chart_integer(chart, row[points]);
      if (!row[most].text.empty()) entry.most = chart_integer(chart, row[most]);
    }
  }

  const Item& at(const std::string& name) const { return items_.at(name); }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, item] : items_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, Item> items_;
};

int read_items(std::string_view text, std::string_view parameter, const Charts& charts) {
  const auto& chart = charts.get<PointsChart>();
  const std::vector<std::string> names = chart.names();
  std::map<std::string, int> counts;
  for (const CountedName& named : read_names(text, names, parameter)) {
    counts[names[named.position]] += named.count;
  }
  int points = 0;
  for (const auto& [name, count] : counts) {
    const PointsChart::Item& item = chart.at(name);
    if (item.most && count > *item.most) {
      throw ArgumentError(parameter, fmt::format("{} times {}", count, name),
                          fmt::format("{} at most", *item.most));
    }
    points += count * item.points;
  }
  return points;
}

struct Points {
  int items = 0;  ///< what they cost together
  int more = 0;
  std::optional<int> budget;

  Outcome resolve(Dice& /*dice*/) const {
    const int points = items + more;
    return Outcome(points <= budget.value_or(points) ? "within_budget" : "over_budget")
        .measure("points", points);
  }
};

}  // namespace

Procedure points() {
  return procedure<Points>("slammers.points", "Supplement 4, Prime Detachments; force sheets",
                           "what a detachment costs")
      .asks(&Points::items, "items",
            "items of the chart such as 8*huber_combat_car huber_lieutenant",
            "what the detachment has", read_items)
      .or_named(names_in(PointsChart::chart_name, "item"))
      .tried_with({"8*huber_combat_car huber_lieutenant", "2*fasolini_infantry", "tas_captain"})
      .asks(&Points::more, "more", 0, 100000, "points of all else")
      .asks(&Points::budget, "budget", 0, 100000, "the points allowed; left out: no limit")
      .tried_with({"", "100"})
      .outcome("within_budget", "the points do not exceed the budget")
      .outcome("over_budget", "they do")
      .measure("points", "the points of the detachment")
      .headline("mean points", "{} points");
}

}  // namespace combat_odds::slammers
