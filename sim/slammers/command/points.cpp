#include <fmt/format.h>

#include <map>
#include <optional>

#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/slammers/command/quality.hpp"

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

int points_of(std::string_view text, const PointsChart& chart) {
  const std::vector<std::string> names = chart.names();
  std::map<std::string, int> counts;
  for (const CountedName& named : read_names(text, names, "items")) {
    counts[names[named.position]] += named.count;
  }
  int points = 0;
  for (const auto& [name, count] : counts) {
    const PointsChart::Item& item = chart.at(name);
    if (item.most && count > *item.most) {
      throw ArgumentError("items", fmt::format("{} times {}", count, name),
                          fmt::format("{} at most", *item.most));
    }
    points += count * item.points;
  }
  return points;
}

class Points : public Rule {
 public:
  Points(const Arguments& arguments, const Charts& charts)
      : points_(
            points_of(arguments.text("items"), charts.get<PointsChart>(PointsChart::chart_name)) +
            arguments.integer("more")),
        budget_(arguments.given("budget") ? arguments.integer("budget") : points_) {}

  Outcome resolve(Dice& /*dice*/) const override {
    return Outcome(points_ <= budget_ ? "within_budget" : "over_budget").measure("points", points_);
  }

 private:
  int points_;
  int budget_;
};

}  // namespace

Procedure points() {
  return {
      .name = "slammers.points",
      .rule = "Supplement 4, Prime Detachments; force sheets",
      .summary = "what a detachment costs",
      .details =
          "No dice: adds up the points of the things that the chart knows, Lt Huber's Prime "
          "Detachment of Supplement 4 and what the authors' force sheets give. Anything else goes "
          "into more, with the number printed on its Detachment Card.",
      .parameters = {text("items", "items of the chart such as 8*huber_combat_car huber_lieutenant",
                          "what the detachment has")
                         .or_named(names_in(PointsChart::chart_name, "item"))
                         .tried_with({"8*huber_combat_car huber_lieutenant", "2*fasolini_infantry",
                                      "tas_captain"}),
                     integer("more", 0, 100000, "points of all else").by_default("0"),
                     integer("budget", 0, 100000, "the points allowed; left out: no limit")
                         .optional()
                         .tried_with({"", "100"})},
      .outcomes = {{"within_budget", "the points do not exceed the budget"},
                   {"over_budget", "they do"}},
      .events = {},
      .measures = {{"points", "the points of the detachment"}},
      .charts = {PointsChart::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Points>(arguments, charts); },
  };
}

}  // namespace combat_odds::slammers
