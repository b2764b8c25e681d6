#include "sim/red_barricades/reinforcement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/suggest.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

}  // namespace

CompanyCharts::CompanyCharts(const Charts& charts)
    : leaders(charts.get<LeaderTable>()),
      leader_drm(charts.get<LeaderDrm>()),
      strength(charts.get<StrengthTable>()),
      weapons(charts.get<CompanyWeapons>()) {}

CampaignCharts::CampaignCharts(const Charts& charts)
    : CompanyCharts(charts),
      groups(charts.get<ReinforcementGroups>()),
      historical(charts.get<HistoricalDrm>()),
      ammo(charts.get<AmmoTable>()),
      points(charts.get<InfantryPoints>()) {}

std::vector<std::string> CampaignCharts::names() {
  return {ReinforcementGroups::chart_name, HistoricalDrm::chart_name, LeaderTable::chart_name,
          LeaderDrm::chart_name,           StrengthTable::chart_name, AmmoTable::chart_name,
          CompanyWeapons::chart_name,      InfantryPoints::chart_name};
}

const std::vector<std::pair<UnitKind, std::string>>& measures_of_kinds() {
  static const std::vector<std::pair<UnitKind, std::string>> names = {
      {UnitKind::squad, "squads"},
      {UnitKind::leader, "leaders"},
      {UnitKind::afv, "afvs"},
      {UnitKind::gun, "guns"},
      {UnitKind::crew, "crews"},
      {UnitKind::support_weapon, "support_weapons"},
      {UnitKind::oba_module, "oba_modules"},
      {UnitKind::pre_registered_hex, "pre_registered_hexes"},
      {UnitKind::stuka, "stukas"},
      {UnitKind::observer, "observers"},
      {UnitKind::spotter_plane, "spotter_planes"},
      {UnitKind::fpp, "fpp"},
      {UnitKind::san, "san"},
      {UnitKind::mol_capability, "mol_capability"}};
  return names;
}

int Received::count(UnitKind kind) const {
  int number = 0;
  for (const ReceivedUnits& some : units) number += some.kind == kind ? some.number : 0;
  return number;
}

int Received::leadership() const {
  int sum = 0;
  for (const ReceivedUnits& some : units) {
    if (some.kind == UnitKind::leader) sum += some.number * read_unit(some.name, "leader").modifier;
  }
  return sum;
}

std::vector<std::string> strengths(const ReinforcementGroup& group) {
  switch (group.kind) {
    case Kind::company:
      if (group.always_full) return {"full"};
      return {"full", "depleted"};
    case Kind::platoon:
    case Kind::weapons_platoon:
    case Kind::battery:
      return {"full", "depleted"};
    case Kind::oba_module:
      if (group.rocket) return {};
      return {"plentiful", "normal", "scarce"};
    case Kind::stuka:
      return {"1", "2", "3"};
    default:
      return {};
  }
}

std::unique_ptr<Reinforcement> reinforcement(const CampaignCharts& charts,
                                             const ReinforcementGroup& group,
                                             const Circumstances& circumstances) {
  if (!circumstances.strength.empty()) {
    const std::vector<std::string> known = strengths(group);
    if (std::find(known.begin(), known.end(), circumstances.strength) == known.end()) {
      const std::string right = known.empty() ? std::string("nothing: no Strength is rolled for")
                                              : fmt::format("{}", fmt::join(known, " or "));
      throw ArgumentError(
          "strength", fmt::format("strength of {} is '{}'", group.name, circumstances.strength),
          circumstances.strength.size() > 2 ? did_you_mean(circumstances.strength, known, right)
                                            : right);
    }
  }
  switch (group.kind) {
    case Kind::company:
      return company_draw(charts, group, circumstances);
    case Kind::platoon:
      return platoon_draw(charts.strength, group, circumstances);
    case Kind::weapons_platoon:
    case Kind::battery:
      return battery_draw(group, circumstances);
    case Kind::oba_module:
      return oba_module_draw(charts.ammo, group, circumstances);
    case Kind::stuka:
      return stuka_draw(circumstances);
    default:
      return as_printed_draw(group);
  }
}

}  // namespace combat_odds::red_barricades
