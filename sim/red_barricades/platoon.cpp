#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An AFV platoon: one Strength DR.
class Platoon : public Reinforcement {
 public:
  Platoon(const CampaignCharts& charts, const ReinforcementGroup& group,
          const Circumstances& circumstances)
      : strength_(charts.strength),
        group_(group),
        drm_(circumstances.historical_drm + circumstances.balance_drm),
        fixed_(circumstances.strength) {}

  Received draw(Dice& dice) const override {
    const bool full =
        fixed_.empty() ? dice.DR([&](TwoDice roll) { return strength_.full(roll.total() + drm_); })
                       : fixed_ == "full";
    Received received;
    received.label = full ? "full" : "depleted";
    received.units.push_back(
        {UnitKind::afv, group_.units.front().name, full ? group_.full : group_.depleted});
    return received;
  }

 private:
  const StrengthTable& strength_;
  const ReinforcementGroup& group_;
  int drm_;
  std::string fixed_;
};

class PlatoonRule : public Rule {
 public:
  PlatoonRule(const Arguments& arguments, const Charts& all) {
    const CampaignCharts charts(all);
    const ReinforcementGroup& group =
        group_asked(arguments, charts, {ReinforcementGroup::Kind::platoon});
    cpp_ = group.cpp;
    draw_ = platoon_draw(charts, group, circumstances_asked(arguments, charts, group));
  }

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_->draw(dice);
    return Outcome(received.label)
        .measure("afvs", received.count(UnitKind::afv))
        .measure("cpp", cpp_);
  }

 private:
  std::unique_ptr<Reinforcement> draw_;
  int cpp_;
};

}  // namespace

std::unique_ptr<Reinforcement> platoon_draw(const CampaignCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Platoon>(charts, group, circumstances);
}

Procedure platoon() {
  return {
      .name = "rb.platoon",
      .rule = "O11.6201",
      .summary = "an AFV platoon of the Red Barricades campaign: its Strength",
      .details =
          "A Strength DR with the Historical DRM of the day: 8 or less brings the platoon at Full "
          "Strength. Armor leaders (O11.6205-.6207) are left out: the rules at hand have no table "
          "for "
          "them. The exchange of an SPW 251/1 for a 251/10 is free and changes no number.",
      .parameters = {side_parameter(),
                     group_parameter({ReinforcementGroup::Kind::platoon},
                                     "A1, 'StuG B Pltn' or 'StuG IIIB'",
                                     {"A1", "A2", "A3", "A5", "A9"}),
                     date_parameter(), balance_parameter()},
      .outcomes = {{"full", "Full Strength"}, {"depleted", "Depleted"}},
      .events = {},
      .measures = {{"afvs", "AFVs received"}, cpp_measure()},
      .charts = {ReinforcementGroups::chart_name, HistoricalDrm::chart_name,
                 StrengthTable::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<PlatoonRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
