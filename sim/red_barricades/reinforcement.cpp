#include "combat_odds/sim/red_barricades/reinforcement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

/// What comes as printed: nothing is rolled.
class AsPrinted : public Reinforcement {
 public:
  AsPrinted(UnitKind kind, std::string_view name, int number) {
    received_.label = "as printed";
    received_.units.push_back({kind, name, number});
  }
  Received draw(Dice& /*dice*/) const override { return received_; }

 private:
  Received received_;
};

}  // namespace

CampaignCharts::CampaignCharts(const Charts& charts)
    : groups(charts.get<ReinforcementGroups>(ReinforcementGroups::chart_name)),
      historical(charts.get<HistoricalDrm>(HistoricalDrm::chart_name)),
      leaders(charts.get<LeaderTable>(LeaderTable::chart_name)),
      leader_drm(charts.get<LeaderDrm>(LeaderDrm::chart_name)),
      strength(charts.get<StrengthTable>(StrengthTable::chart_name)),
      ammo(charts.get<AmmoTable>(AmmoTable::chart_name)),
      weapons(charts.get<CompanyWeapons>(CompanyWeapons::chart_name)),
      points(charts.get<InfantryPoints>(InfantryPoints::chart_name)) {}

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
      return platoon_draw(charts, group, circumstances);
    case Kind::weapons_platoon:
    case Kind::battery:
      return battery_draw(group, circumstances);
    case Kind::oba_module:
      return oba_module_draw(charts, group, circumstances);
    case Kind::stuka:
      return stuka_draw(circumstances);
    case Kind::observer:
      return std::make_unique<AsPrinted>(UnitKind::observer, "Offboard Observer", 1);
    case Kind::spotter_plane:
      return std::make_unique<AsPrinted>(UnitKind::spotter_plane, "Observation Plane", 1);
    case Kind::fortifications:
      return std::make_unique<AsPrinted>(UnitKind::fpp, "FPP", group.units.front().number);
    case Kind::sniper:
      return std::make_unique<AsPrinted>(UnitKind::san, "SAN", 1);
    case Kind::mol_capability:
      return std::make_unique<AsPrinted>(UnitKind::mol_capability, "MOL Capability", 1);
  }
  throw std::logic_error("a kind of group without a draw");
}

Parameter side_parameter() {
  return choice("side", {"german", "russian"}, "whose Reinforcement Group Chart");
}

Parameter group_parameter(std::vector<ReinforcementGroup::Kind> kinds, const std::string& example,
                          std::vector<std::string> tried) {
  const auto names = [kinds = std::move(kinds)](const Charts& charts) {
    std::vector<NamedValue> all;
    for (const ReinforcementGroup& group :
         charts.get<ReinforcementGroups>(ReinforcementGroups::chart_name).all()) {
      if (std::find(kinds.begin(), kinds.end(), group.kind) == kinds.end()) continue;
      all.push_back({group.id, 0});
      all.push_back({group.name, 0});
      if (group.kind == Kind::platoon) all.push_back({group.units.front().name, 0});
    }
    return all;
  };
  return text("group", fmt::format("an id or name of the side's chart, such as {}", example),
              "the Reinforcement Group")
      .or_named({ReinforcementGroups::chart_name, names})
      .tried_with(std::move(tried));
}

Parameter date_parameter() {
  return date("date", "1942-10-17", "1942-11-15", "the day of purchase")
      .tried_with({"1942-10-17", "1942-10-20", "1942-10-31", "1942-11-02", "1942-11-11", "15 Nov"});
}

Term cpp_measure() { return {"cpp", "its price, whatever the dice bring"}; }

Parameter balance_parameter() {
  return integer("balance_drm", -5, 5, "the Balance provision of the scenario").by_default("0");
}

const ReinforcementGroup& group_asked(const Arguments& arguments, const CampaignCharts& charts,
                                      const std::vector<Kind>& kinds) {
  const auto is_asked = [&](const ReinforcementGroup& group) {
    return std::find(kinds.begin(), kinds.end(), group.kind) != kinds.end();
  };
  const Side side = *side_named(arguments.choice("side"));
  const std::string& name = arguments.text("group");
  const ReinforcementGroup* group = charts.groups.find(side, name);
  if (group != nullptr && is_asked(*group)) return *group;
  std::vector<std::string> right;
  std::vector<std::string> of_this_kind;
  for (const ReinforcementGroup& other : charts.groups.all()) {
    if (other.side != side || !is_asked(other)) continue;
    right.push_back(fmt::format("{} {}", other.id, other.name));
    of_this_kind.insert(of_this_kind.end(), {other.id, other.name});
    if (other.kind == Kind::platoon) of_this_kind.push_back(other.units.front().name);
  }
  const std::string all = right.empty() ? fmt::format("the {} side has none", name_of(side))
                                        : fmt::format("{}", fmt::join(right, ", "));
  if (group != nullptr) {
    throw ArgumentError("group", fmt::format("{} {} is drawn otherwise", group->id, group->name),
                        all);
  }
  throw ArgumentError("group", fmt::format("no {} group '{}'", name_of(side), name),
                      did_you_mean(name, of_this_kind, all));
}

std::size_t day_asked(const Arguments& arguments, const CampaignCharts& charts,
                      const ReinforcementGroup& group) {
  const std::string& date = arguments.date("date");
  const std::optional<std::size_t> day = charts.historical.day(date);
  if (!day) {
    throw ArgumentError("date", fmt::format("date is '{}'", date), charts.historical.allowed());
  }
  if (!group.available(charts.historical.dates()[*day])) {
    throw ArgumentError(
        "date",
        fmt::format("{} is not available on {}", group.name, charts.historical.dates()[*day]),
        group.availability());
  }
  return *day;
}

Circumstances circumstances_asked(const Arguments& arguments, const CampaignCharts& charts,
                                  const ReinforcementGroup& group) {
  Circumstances circumstances;
  circumstances.historical_drm =
      charts.historical.drm(group.side, day_asked(arguments, charts, group));
  circumstances.balance_drm = arguments.integer("balance_drm");
  return circumstances;
}

}  // namespace combat_odds::red_barricades
