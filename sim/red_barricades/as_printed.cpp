#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {Kind::weapons_platoon, Kind::observer,
                                        Kind::spotter_plane,   Kind::fortifications,
                                        Kind::sniper,          Kind::mol_capability};
  return all;
}

/// A group for which nothing is rolled.
class AsPrintedRule : public Rule {
 public:
  AsPrintedRule(const Arguments& arguments, const Charts& all) {
    const CampaignCharts charts(all);
    const ReinforcementGroup& group = group_asked(arguments, charts, kinds());
    cpp_ = group.cpp;
    day_asked(arguments, charts, group);  // refused on a day on which it can't be bought
    draw_ = reinforcement(charts, group, {});
  }

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_->draw(dice);
    Outcome outcome("as_printed");
    for (const auto& [kind, measure] : measures_of_kinds()) {
      if (const int number = received.count(kind); number > 0) outcome.measure(measure, number);
    }
    return outcome.measure("cpp", cpp_);
  }

 private:
  std::unique_ptr<Reinforcement> draw_;
  int cpp_;
};

}  // namespace

Procedure as_printed() {
  return {
      .name = "rb.as-printed",
      .rule = "RG Charts",
      .summary = "a group of the Red Barricades campaign that comes as printed on its chart",
      .details =
          "Weapons platoons, Offboard Observers, Spotter Planes, Fortification points, Snipers and "
          "MOL Capability: nothing is rolled for them, and the answer is the chart's number with "
          "its price, to be set beside the groups whose Strength is rolled.\n"
          "HW and MOL-P Platoons have no depleted numbers in the text and come as printed; mortars "
          "of "
          "81 and 82 mm are counted as Guns.",
      .parameters = {side_parameter(),
                     group_parameter(kinds(), "M1 or 'HW Pltn'",
                                     {"I4", "I7", "I8", "O5", "O6", "M1", "M2", "M3", "HW Pltn",
                                      "Fortifications"}),
                     date_parameter()},
      .outcomes = {{"as_printed", "what the chart says"}},
      .events = {},
      .measures = {{"guns", "Guns received"},
                   {"support_weapons", "support weapons received"},
                   {"observers", "Offboard Observers received"},
                   {"spotter_planes", "Spotter Planes received"},
                   {"fpp", "Fortification points received"},
                   {"san", "what the Sniper Activation Number rises by"},
                   {"mol_capability", "MOL Capability received"},
                   cpp_measure()},
      .charts = {ReinforcementGroups::chart_name, HistoricalDrm::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<AsPrintedRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
