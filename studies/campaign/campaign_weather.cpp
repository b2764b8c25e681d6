#include "studies/campaign/campaign_weather.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"

namespace combat_odds::red_barricades {

std::map<std::size_t, DieChance> read_campaign_weather(const TextFile& file,
                                                       const CampaignCharts& charts,
                                                       Faults& faults) {
  const Columns rows =
      campaign_columns(file, {"date", "overcast"}, {"note"}, "day's weather", faults);
  std::map<std::size_t, DieChance> overcast;
  for (const Columns::Row row : rows) {
    const std::optional<std::size_t> day = charts.historical.day(row.text("date"));
    if (!day) {
      row.fault("date", fmt::format("'{}' is not possible", row.text("date")),
                charts.historical.allowed());
    }
    const std::optional<DieChance> chance = read_die_chance(row.text("overcast"));
    if (!chance) {
      row.fault("overcast", fmt::format("'{}' is no chance", row.text("overcast")),
                "a chance such as 20% or 7/36");
    }
    if (!day || !chance) continue;
    if (!overcast.try_emplace(*day, *chance).second) {
      row.fault("date", fmt::format("{} is listed twice", row.text("date")), "each day once");
    }
  }
  return overcast;
}

}  // namespace combat_odds::red_barricades
