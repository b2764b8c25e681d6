#include <algorithm>

#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

/// A Gun battery, or a platoon of weapons with their crews. A depleted one gets one less of each
/// type of Gun.
class Battery : public Reinforcement {
 public:
  Battery(const ReinforcementGroup& group, const Circumstances& circumstances)
      : group_(group), drm_(circumstances.historical_drm + circumstances.balance_drm) {
    const bool rolls =
        group.kind == ReinforcementGroup::Kind::battery && circumstances.strength.empty();
    if (rolls && !circumstances.battery_full_at_most) {
      throw ArgumentError("full_at_most",
                          "the Strength of " + group.name +
                              " is unknown: the numbers of the Gun Battery Table are lost",
                          "the highest Final DR for Full Strength printed on your chart, or fix "
                          "the Strength to full or depleted");
    }
    if (rolls) full_at_most_ = circumstances.battery_full_at_most;
    fixed_full_ = circumstances.strength != "depleted";
  }

  Received draw(Dice& dice) const override {
    const bool full =
        full_at_most_ ? dice.DR([&](TwoDice roll) { return roll.total() + drm_ <= *full_at_most_; })
                      : fixed_full_;
    Received received;
    received.label = full ? "full" : "depleted";
    for (const Count& weapon : group_.units) {
      const bool small_arm = weapon.name.ends_with("MG") || weapon.name.starts_with("MOL-P");
      received.units.push_back({small_arm ? UnitKind::support_weapon : UnitKind::gun, weapon.name,
                                std::max(0, weapon.number - (full ? 0 : 1))});
    }
    return received;
  }

 private:
  const ReinforcementGroup& group_;
  int drm_;
  std::optional<int> full_at_most_;  ///< nothing: not rolled for
  bool fixed_full_ = true;
};

class BatteryRule : public Rule {
 public:
  BatteryRule(const Arguments& arguments, const Charts& all) {
    const CampaignCharts charts(all);
    const ReinforcementGroup& group =
        group_asked(arguments, charts, {ReinforcementGroup::Kind::battery});
    Circumstances circumstances = circumstances_asked(arguments, charts, group);
    circumstances.battery_full_at_most = arguments.integer("full_at_most");
    cpp_ = group.cpp;
    draw_ = battery_draw(group, circumstances);
  }

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_->draw(dice);
    return Outcome(received.label)
        .measure("guns", received.count(UnitKind::gun))
        .measure("cpp", cpp_);
  }

 private:
  std::unique_ptr<Reinforcement> draw_;
  int cpp_;
};

}  // namespace

std::unique_ptr<Reinforcement> battery_draw(const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Battery>(group, circumstances);
}

Procedure battery() {
  return {
      .name = "rb.battery",
      .rule = "O11.6201, Gun Battery Table",
      .summary = "a Gun battery of the Red Barricades campaign: its Strength",
      .details =
          "A DR with the Historical DRM of the day on the Gun Battery Table; a depleted battery "
          "gets "
          "one less of each type of Gun. The table's numbers are lost: full_at_most is the highest "
          "Final DR for Full Strength on the player's own chart.",
      .parameters = {side_parameter(),
                     group_parameter({ReinforcementGroup::Kind::battery}, "G1 or 'AT Battery I'",
                                     {"G1", "G2", "G3"}),
                     date_parameter(),
                     integer("full_at_most", -10, 30,
                             "the highest Final DR for Full Strength printed on your Gun Battery "
                             "Table")
                         .tried_with({"2", "6", "8", "10"}),
                     balance_parameter()},
      .outcomes = {{"full", "Full Strength"}, {"depleted", "one less of each type of Gun"}},
      .events = {},
      .measures = {{"guns", "Guns received"}, cpp_measure()},
      .charts = {ReinforcementGroups::chart_name, HistoricalDrm::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<BatteryRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
