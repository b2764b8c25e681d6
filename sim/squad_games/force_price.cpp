#include "sim/squad_games/force_price.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/dice/rule.hpp"

namespace combat_odds {
namespace {

std::set<std::string> nations_of(const PricedItem& item) {
  std::set<std::string> nations;
  for (const auto& [nation, price] : item.each) nations.insert(nation);
  return nations;
}

/// Those that have all items. Throws ArgumentError where there is none.
std::set<std::string> nations_of_all(const std::vector<PricedItem>& list, std::string_view items) {
  std::set<std::string> nations = nations_of(list.front());
  for (const PricedItem& item : list) {
    const std::set<std::string> before = nations;
    std::erase_if(nations, [&](const std::string& nation) { return !item.each.contains(nation); });
    if (!nations.empty()) continue;
    throw ArgumentError(std::string(items),
                        fmt::format("{} is {}, and what stands before it {}", item.name,
                                    fmt::join(nations_of(item), " or "), fmt::join(before, " or ")),
                        "a price for each nation by itself");
  }
  return nations;
}

Bill bill(const std::vector<PricedItem>& list, const std::string& nation, std::string_view items) {
  Bill made{nation, 0, {}};
  for (const PricedItem& item : list) {
    const auto price = item.each.find(nation);
    if (price == item.each.end()) {
      throw ArgumentError(std::string(items), fmt::format("no {} price for {}", nation, item.name),
                          fmt::format("it is {}", fmt::join(nations_of(item), " or ")));
    }
    made.sum += item.count * price->second;
    made.lines.push_back(item.count == 1 ? fmt::format("{}: {}", item.name, price->second)
                                         : fmt::format("{} x {} at {}: {}", item.count, item.name,
                                                       price->second, item.count * price->second));
  }
  return made;
}

}  // namespace

Bill bill_of(const std::vector<PricedItem>& list, const std::optional<std::string>& nation,
             std::string_view items, std::string_view nations) {
  if (nation) return bill(list, *nation, items);
  std::vector<Bill> all;
  for (const std::string& each : nations_of_all(list, items)) {
    all.push_back(bill(list, each, items));
  }
  const bool are_equal =
      std::ranges::all_of(all, [&](const Bill& other) { return other.sum == all.front().sum; });
  if (are_equal) return all.front();
  std::vector<std::string> sums;
  for (const Bill& each : all) sums.push_back(fmt::format("{} {}", each.nation, each.sum));
  throw ArgumentError(std::string(nations),
                      fmt::format("whose they are is not said: {}", fmt::join(sums, ", ")),
                      fmt::format("{}", fmt::join(nations_of_all(list, items), " or ")));
}

std::string list_text(const std::vector<PricedItem>& list) {
  std::vector<std::string> parts;
  for (const PricedItem& item : list) {
    parts.push_back(item.count == 1 ? item.name : fmt::format("{}*{}", item.count, item.name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace combat_odds
