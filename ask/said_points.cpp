#include "ask/said_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "core/text/lower.hpp"

namespace combat_odds {
namespace {

/// "Trench" of "trenches", "LMG" of "lmgs"; empty: none of the names.
std::string name_said(std::string_view word, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const std::string form = lower(name);
    if (word == form || word == form + "s" || word == form + "es") return std::string(name);
  }
  return "";
}

/// Those fortifications of the Red Barricades chart that are one word.
std::string fortification_said(std::string_view word) {
  return name_said(word, {"Trench", "Roadblock", "Wire", "Tunnel"});
}

std::string weapon_said(std::string_view word) { return name_said(word, {"LMG", "MMG", "HMG"}); }

}  // namespace

void refuse_prices(const Words& words, const Place& place) {
  const auto says = [&](std::string_view any) {
    return std::ranges::find(words, any) != words.end();
  };
  const bool asks_fortifications = says("fpp");
  static constexpr std::string_view asking[] = {"cost", "costs", "price"};
  const bool asks_price =  // "cost of three 4-6-7"; behind something else it may be casualties
      !words.empty() && std::ranges::find(asking, words.front()) != std::end(asking);
  if (!asks_fortifications && !asks_price && !says("points") && !says("bpv")) return;
  std::string side = "german";
  for (const char* const nation : {"russian", "american"}) {
    if (says(nation)) side = nation;
  }
  static constexpr std::string_view between[] = {"german", "russian", "american", "elite"};
  Words rows;
  std::string count = "1";
  for (const std::string& word : words) {
    const auto units = units_said(word);
    if (asks_fortifications) {
      const std::string name = fortification_said(word);
      if (!name.empty()) rows.push_back(fmt::format("{},{}", name, count));
    } else if (units) {
      const std::size_t star = units->find('*');
      const std::string number = star == std::string::npos ? count : units->substr(0, star);
      rows.push_back(fmt::format("{},{},{}", side, without_count(*units), number));
    } else if (const std::string weapon = weapon_said(word); !weapon.empty()) {
      rows.push_back(fmt::format("{},{},{}", side, weapon, count));
    }
    const auto number = count_said(word);
    if (number) {
      count = *number;
    } else if (std::ranges::find(between, word) == std::end(between)) {
      count = "1";
    }
  }
  if (rows.empty()) return;
  throw InputError(
      place, "a price is no chance",
      asks_fortifications
          ? fmt::format("printf '%s\\n' fortification,quantity {} | combat-odds points /dev/stdin "
                        "--side {}",
                        fmt::join(rows, " "), says("german") ? "german" : "russian")
          : fmt::format("by the prices of Cross of Iron: printf '%s\\n' side,unit,quantity {} | "
                        "combat-odds points /dev/stdin --date 1942-10",
                        fmt::join(rows, " ")));
}

}  // namespace combat_odds
