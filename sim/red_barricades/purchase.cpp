#include "sim/red_barricades/purchase.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/suggest.hpp"
#include "sim/declare/calendar.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The names under which a user can ask for a group.
std::vector<std::string> names_of(const ReinforcementGroup& group) {
  std::vector<std::string> names = {group.id, group.name};
  const bool vehicles = group.kind == ReinforcementGroup::Kind::platoon;
  if (vehicles) names.push_back(group.units.front().name);
  return names;
}

}  // namespace

bool Purchase::Drawn::has(const ReinforcementGroup& group) const {
  return std::find(kinds.begin(), kinds.end(), group.kind) != kinds.end();
}

void Purchase::describe(Declaration<Purchase>& asks, const Drawn& drawn) {
  const auto wanted = [drawn](std::string_view name, std::string_view /*parameter*/) {
    return Wanted{std::string(name), drawn};
  };
  const auto names = [drawn](const Charts& charts) {
    std::vector<NamedValue> all;
    for (const ReinforcementGroup& group : charts.get<ReinforcementGroups>().all()) {
      if (!drawn.has(group)) continue;
      for (std::string& name : names_of(group)) all.push_back({std::move(name), 0});
    }
    return all;
  };
  asks.asks(&Purchase::side, "side", one_of({"german", "russian"}),
            "whose Reinforcement Group Chart")
      .asks(&Purchase::group, "group",
            "an id or name of the side's chart, such as " + drawn.example,
            "the Reinforcement Group", wanted)
      .or_named({ReinforcementGroups::chart_name, names})
      .tried_with(drawn.tried)
      .asks(&Purchase::date, "date", "1942-10-17", "1942-11-15", "the day of purchase")
      .tried_with({"1942-10-17", "1942-10-20", "1942-10-31", "1942-11-02", "1942-11-11", "15 Nov"});
}

void Purchase::prepare(const Charts& charts) {
  bought = &find(charts.get<ReinforcementGroups>());
  const auto& historical = charts.get<HistoricalDrm>();
  const std::string asked = day_text(date);
  const std::optional<std::size_t> day = historical.day(asked);
  if (!day) {
    throw ArgumentError("date", fmt::format("date is '{}'", asked), historical.allowed());
  }
  if (!bought->available(asked)) {
    throw ArgumentError("date", fmt::format("{} is not available on {}", bought->name, asked),
                        bought->availability());
  }
  circumstances.historical_drm = historical.drm(side, *day);
}

Outcome Purchase::outcome(const Received& received, std::initializer_list<UnitKind> counted) const {
  Outcome outcome(received.label);
  for (const auto& [kind, measure] : measures_of_kinds()) {
    if (std::ranges::find(counted, kind) != counted.end())
      outcome.measure(measure, received.count(kind));
  }
  return outcome.measure("cpp", bought->cpp);
}

const ReinforcementGroup& Purchase::find(const ReinforcementGroups& groups) const {
  const ReinforcementGroup* const known = groups.find(side, group.name);
  if (known != nullptr && group.drawn.has(*known)) return *known;
  std::vector<std::string> right;
  std::vector<std::string> of_this_kind;
  for (const ReinforcementGroup& other : groups.all()) {
    if (other.side != side || !group.drawn.has(other)) continue;
    right.push_back(fmt::format("{} {}", other.id, other.name));
    for (std::string& name : names_of(other)) of_this_kind.push_back(std::move(name));
  }
  const std::string all = right.empty() ? fmt::format("the {} side has none", name_of(side))
                                        : fmt::format("{}", fmt::join(right, ", "));
  if (known != nullptr) {
    throw ArgumentError(
        "group", fmt::format("{} {} is not drawn by this procedure", known->id, known->name), all);
  }
  throw ArgumentError("group", fmt::format("no {} group '{}'", name_of(side), group.name),
                      did_you_mean(group.name, of_this_kind, all));
}

}  // namespace combat_odds::red_barricades
