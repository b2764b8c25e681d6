#include <fmt/format.h>

#include <map>
#include <optional>

#include "core/number_text.hpp"
#include "core/suggest.hpp"
#include "sim/slammers/quality.hpp"

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
    const auto item = static_cast<std::size_t>(chart_column(chart, "item"));
    const auto points = static_cast<std::size_t>(chart_column(chart, "points"));
    const auto most = static_cast<std::size_t>(chart_column(chart, "most"));
    for (const auto& row : chart.rows) {
      Item& entry = items_[row[item].text];
      entry.points = chart_integer(chart, row[points]);
      if (!row[most].text.empty()) entry.most = chart_integer(chart, row[most]);
    }
  }

  const Item& at(std::string_view name) const {
    const auto known = items_.find(name);
    if (known != items_.end()) return known->second;
    std::vector<std::string> names;
    for (const auto& [other, item] : items_) names.push_back(other);
    throw ArgumentError(
        "items", fmt::format("the chart has no '{}'", name),
        did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
  }

 private:
  std::map<std::string, Item, std::less<>> items_;
};

int count_before_star(std::string_view word) {
  const int count = number_in<int>(word).value_or(0);
  if (count < 1 || count > 99) {
    throw ArgumentError("items", fmt::format("'{}' is no number of things", word),
                        "1 to 99, as in 8*huber_combat_car");
  }
  return count;
}

int points_of(std::string_view text, const PointsChart& chart) {
  std::map<std::string, int, std::less<>> counts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    std::string_view word = text.substr(start, end - start);
    start = end + 1;
    if (word.empty()) continue;
    int count = 1;
    if (const std::size_t star = word.find('*'); star != std::string_view::npos) {
      count = count_before_star(word.substr(0, star));
      word = word.substr(star + 1);
    }
    chart.at(word);
    counts[std::string(word)] += count;
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
