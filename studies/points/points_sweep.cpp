#include "studies/points/points_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/text/option_error.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/points/points_report.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t most_months = 600;

Month read_one(std::string_view text, const std::string& all) {
  const std::optional<Month> month = read_month(trimmed(text));
  if (month) return *month;
  throw OptionError("--date", fmt::format("'{}' is no month", all),
                    "a year and a month, such as 1942-10, or a range such as 1942-01..1943-06");
}

Month from_count(int count) { return {count / 12, count % 12 + 1}; }

std::string name_of(const PricedUnit& unit) {
  std::string name = unit.side + ": ";
  if (unit.side != unit.nationality) name += unit.nationality + " ";
  return name + unit.unit + (unit.options.empty() ? "" : " (" + unit.options + ")");
}

std::string price_of(const PricedUnit& unit) {
  return unit.availability == Availability::not_yet ? "-" : points_text(unit.each.npv);
}

std::vector<std::string> sides_of(const std::vector<PricedUnit>& force) {
  std::vector<std::string> sides;
  for (const PricedUnit& unit : force) {
    if (std::ranges::find(sides, unit.side) == sides.end()) sides.push_back(unit.side);
  }
  return sides;
}

/// The total price of a side; empty if one of its units is not available yet.
std::string total_of(const std::vector<PricedUnit>& force, const std::string& side) {
  double total = 0;
  for (const PricedUnit& unit : force) {
    if (unit.side != side) continue;
    if (unit.availability == Availability::not_yet) return "-";
    total += unit.quantity * unit.each.npv;
  }
  return points_text(total);
}

/// The share of a side's NPV that Rarity adds to its BPV. It is below 0 if Rarities are below 1.
/// Empty if one of the units is not available yet.
std::optional<double> rarity_share(const std::vector<PricedUnit>& force, const std::string& side) {
  double bpv = 0;
  double npv = 0;
  for (const PricedUnit& unit : force) {
    if (unit.side != side) continue;
    if (unit.availability == Availability::not_yet) return std::nullopt;
    bpv += unit.quantity * unit.each.bpv;
    npv += unit.quantity * unit.each.npv;
  }
  return (npv - bpv) / npv;
}

}  // namespace

std::vector<Month> read_months(const std::string& text) {
  std::vector<Month> months;
  for (const std::string_view item : parts_of(text, ',')) {
    const std::size_t dots = item.find("..");
    const Month first = read_one(item.substr(0, dots), text);
    const Month last =
        dots == std::string_view::npos ? first : read_one(item.substr(dots + 2), text);
    if (first.count() > last.count()) {
      throw OptionError("--date", fmt::format("the range {} runs backwards", item),
                        fmt::format("{}..{}", month_text(last), month_text(first)));
    }
    for (int month = first.count(); month <= last.count(); ++month) {
      months.push_back(from_count(month));
      if (months.size() > most_months) {
        throw OptionError("--date", fmt::format("more than {} months", most_months), "fewer");
      }
    }
  }
  return months;
}

std::string points_sweep_table(const std::vector<PricedMonth>& months, TableStyle style,
                               std::size_t width) {
  const std::vector<PricedUnit>& units = months.front().force;
  std::vector<std::size_t> changing;
  std::vector<std::string> same;
  for (std::size_t u = 0; u < units.size(); ++u) {
    const bool changes = std::ranges::any_of(months, [&](const PricedMonth& month) {
      return price_of(month.force[u]) != price_of(units[u]);
    });
    if (changes) {
      changing.push_back(u);
    } else {
      same.push_back(name_of(units[u]) + " " + price_of(units[u]));
    }
  }
  std::vector<std::string> header = {"NPV in"};
  for (const std::size_t u : changing) header.push_back(name_of(units[u]));
  const std::vector<std::string> sides = sides_of(units);
  for (const std::string& side : sides) header.push_back(side + " in all");
  Table grid(header);
  grid.wrap_header();
  for (const PricedMonth& month : months) {
    std::vector<std::string> row = {month_text(month.date)};
    for (const std::size_t u : changing) row.push_back(price_of(month.force[u]));
    for (const std::string& side : sides) row.push_back(total_of(month.force, side));
    grid.add(std::move(row));
  }
  std::string text = grid.text(style);
  if (!same.empty()) {
    text += "\n" + wrapped(fmt::format("the same in every month: {}", joined(same)), width) + "\n";
  }
  const std::string rarity = rarity_words(months);
  return rarity.empty() ? text : text + "\n" + rarity;
}

std::string rarity_words(const std::vector<PricedMonth>& months) {
  std::string text;
  for (const std::string& side : sides_of(months.front().force)) {
    const PricedMonth* least = nullptr;
    const PricedMonth* most = nullptr;
    double least_share = 0;
    double most_share = 0;
    for (const PricedMonth& month : months) {
      const std::optional<double> share = rarity_share(month.force, side);
      if (!share) continue;
      if (least == nullptr || *share < least_share) {
        least = &month;
        least_share = *share;
      }
      if (most == nullptr || *share > most_share) {
        most = &month;
        most_share = *share;
      }
    }
    if (least == nullptr || (least_share == 0 && most_share == 0)) continue;
    text += least_share == most_share
                ? fmt::format("{}: Rarity is {:.1f} % of its NPV\n", side, 100 * least_share)
                : fmt::format("{}: Rarity is {:.1f} % ({}) to {:.1f} % ({}) of its NPV\n", side,
                              100 * least_share, month_text(least->date), 100 * most_share,
                              month_text(most->date));
  }
  return text;
}

HeatMap price_map(const std::vector<PricedMonth>& months) {
  HeatMap map;
  map.caption.title = "What each unit costs by month";
  map.caption.note = "NPV: BPV x Rarity of the month";
  map.rows = "unit";
  map.columns = "month";
  map.unit = "NPV";
  const std::vector<PricedUnit>& units = months.front().force;
  for (const PricedUnit& unit : units) map.row_names.push_back(name_of(unit));
  for (const PricedMonth& month : months) map.column_names.push_back(month_text(month.date));
  HeatMap::Panel& panel = map.panels.emplace_back();
  for (std::size_t u = 0; u < units.size(); ++u) {
    auto& cells = panel.cells.emplace_back();
    for (const PricedMonth& month : months) {
      const PricedUnit& unit = month.force[u];
      cells.push_back(unit.availability == Availability::not_yet ? std::nullopt
                                                                 : std::optional(unit.each.npv));
    }
  }
  map.decimals = 0;
  fit_scale(map);
  return map;
}

std::string points_sweep_csv(const std::vector<PricedMonth>& months) {
  Table all;
  for (const PricedMonth& month : months) {
    Table lines = points_lines(month.force);
    lines.header.insert(lines.header.begin(), "date");
    all.header = lines.header;
    for (std::vector<std::string>& line : lines.rows) {
      line.insert(line.begin(), month_text(month.date));
      all.add(std::move(line));
    }
  }
  return all.csv();
}

std::string points_sweep_json(const std::vector<PricedMonth>& months) {
  auto list = nlohmann::ordered_json::array();
  for (const PricedMonth& month : months) {
    list.push_back(nlohmann::ordered_json::parse(points_json(month.force, month.date)));
  }
  return list.dump(2) + "\n";
}

}  // namespace combat_odds
