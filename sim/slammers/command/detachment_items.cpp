#include "sim/slammers/command/detachment_items.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::slammers {
namespace {

/// The points that units and equipment cost.
class PointsChart {
 public:
  struct Item {
    int points = 0;
    std::optional<int> most;  ///< in one detachment
    std::optional<int> tus;   ///< 0: a leader, who is in another TU
    std::string quality;      ///< empty: not known
  };

  explicit PointsChart(const CsvTable& chart) {
    const Columns columns = Columns::of_chart(chart, {"item", "points", "most"});
    const bool tus = columns.has("tus");  // older copies have no such columns
    const bool quality = columns.has("quality");
    for (const Columns::Row row : columns) {
      Item& entry = items_[row.text("item")];
      entry.points = row.whole_number("points");
      entry.most = row.whole_number_if_any("most");
      if (tus) entry.tus = row.whole_number("tus");
      if (quality) entry.quality = row.text("quality");
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

}  // namespace

DetachmentItems read_detachment_items(std::string_view text, std::string_view parameter,
                                      const Charts& charts) {
  DetachmentItems sum;
  if (text.empty()) return sum;
  const auto& chart = charts.get<PointsChart>(points_chart);
  const std::vector<std::string> names = chart.names();
  std::map<std::string, int> counts;
  for (const CountedName& named : read_names(text, names, parameter)) {
    counts[names[named.position]] += named.count;
  }
  for (const auto& [name, count] : counts) {
    const PointsChart::Item& item = chart.at(name);
    if (item.most && count > *item.most) {
      throw ArgumentError(parameter, fmt::format("{} times {}", count, name),
                          fmt::format("{} at most", *item.most));
    }
    if (!item.quality.empty()) sum.qualities.emplace_back(name, item.quality);
    sum.points += count * item.points;
    sum.sums.push_back(
        fmt::format("{} {} at {}: {}", count, plain_name(name), item.points, count * item.points));
    sum.tus += count * item.tus.value_or(0);
    sum.tus_known = sum.tus_known && item.tus.has_value();
  }
  return sum;
}

DetachmentItems read_own_items(std::string_view text, std::string_view parameter) {
  DetachmentItems sum;
  for (const std::string_view word : words_of(text)) {
    const std::size_t equals = word.rfind('=');
    const std::size_t star = word.find('*');
    const bool counted = star < equals && star != word.npos;
    const std::optional<int> count = counted ? number_in<int>(word.substr(0, star)) : 1;
    const std::optional<int> price =
        equals == word.npos ? std::nullopt : number_in<int>(word.substr(equals + 1));
    constexpr int most_of_one = 60;
    constexpr int dearest = 10'000;
    const bool named = equals != word.npos && equals > (counted ? star + 1 : 0);
    if (!named || !count || *count < 1 || *count > most_of_one || !price || *price < 0 ||
        *price > dearest) {
      throw ArgumentError(parameter, fmt::format("'{}' has no name, number or price", word),
                          "names with the points of your Detachment Card, such as 2*tank=410");
    }
    sum.points += *count * *price;
    sum.tus += *count;
  }
  return sum;
}

}  // namespace combat_odds::slammers
