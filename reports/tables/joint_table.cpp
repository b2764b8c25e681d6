#include "reports/tables/joint_table.hpp"

#include <map>
#include <string_view>
#include <utility>

#include "core/text/measure_text.hpp"
#include "core/text/number_text.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {
namespace {

/// "3, 5"
std::optional<std::pair<double, double>> pair_of(std::string_view label) {
  const std::size_t comma = label.find(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<double> first = number_in<double>(label.substr(0, comma));
  const std::optional<double> second = number_in<double>(label.substr(comma + 2));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

}  // namespace

std::optional<Table> joint_table(const SituationOdds& result, std::size_t most) {
  std::map<std::pair<double, double>, double> chances;
  std::map<double, double> down;
  std::map<double, double> across;
  for (const Chance& chance : result.odds.chances) {
    if (chance.kind != Chance::Kind::outcome) continue;
    const auto pair = pair_of(chance.name);
    if (!pair) return std::nullopt;
    const double probability = chance.best(result.odds.trials);
    chances[*pair] += probability;
    down[pair->first] += probability;
    across[pair->second] += probability;
  }
  if (chances.empty() || down.size() > most || across.size() > most) return std::nullopt;
  Table table({"first \\ second"});
  for (const auto& [value, chance] : across) table.header.push_back(measure_text(value));
  table.header.emplace_back("all");
  for (const auto& [first, of_all] : down) {
    std::vector<std::string> row = {measure_text(first)};
    for (const auto& [second, chance] : across) {
      const auto known = chances.find({first, second});
      row.push_back(known == chances.end() ? "" : percent(known->second));
    }
    row.push_back(percent(of_all));
    table.add(std::move(row));
  }
  std::vector<std::string> last = {"all"};
  for (const auto& [value, chance] : across) last.push_back(percent(chance));
  last.push_back(percent(1));
  table.add(std::move(last));
  return table;
}

}  // namespace combat_odds
