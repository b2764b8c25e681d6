#include <fmt/format.h>

#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An infantry company: Strength, then Leaders, then the support weapons of its type.
class Company : public Reinforcement {
 public:
  Company(const CampaignCharts& charts, const ReinforcementGroup& group,
          const Circumstances& circumstances)
      : charts_(charts),
        group_(group),
        strength_drm_(circumstances.historical_drm + circumstances.balance_drm),
        leader_drm_(charts.leader_drm.company(group, circumstances.ordinal)),
        rolls_strength_(!group.always_full && circumstances.strength.empty()),
        fixed_full_(group.always_full || circumstances.strength == "full") {
    if (circumstances.second_campaign_game) {
      leader_drm_ += charts.leader_drm.second_campaign_game(group.side);
    }
  }

  Received draw(Dice& dice) const override {
    bool full = fixed_full_;
    if (rolls_strength_) {
      full = dice.DR(
          [&](TwoDice roll) { return charts_.strength.full(roll.total() + strength_drm_); });
    }
    const int leader_drm = leader_drm_ + (full ? 0 : charts_.leader_drm.depleted(group_.side));
    const std::size_t row =
        dice.DR([&](TwoDice roll) { return charts_.leaders.row(roll.total() + leader_drm); });
    const std::vector<std::string>& leaders = charts_.leaders.leaders(group_.side, row);

    Received received;
    received.label = fmt::format("{} {}", full ? "full" : "depleted", fmt::join(leaders, " "));
    received.units.push_back(
        {UnitKind::squad, group_.units.front().name, full ? group_.full : group_.depleted});
    for (const std::string& leader : leaders) {
      received.units.push_back({UnitKind::leader, leader, 1});
    }
    for (const Count& weapon : charts_.weapons.of(group_)) {
      received.units.push_back({UnitKind::support_weapon, weapon.name, weapon.number});
    }
    return received;
  }

 private:
  const CampaignCharts charts_;
  const ReinforcementGroup& group_;
  int strength_drm_;
  int leader_drm_;
  bool rolls_strength_;
  bool fixed_full_;
};

class CompanyRule : public Rule {
 public:
  CompanyRule(const Arguments& arguments, const Charts& all) : charts_(all) {
    const ReinforcementGroup& group =
        group_asked(arguments, charts_, {ReinforcementGroup::Kind::company});
    Circumstances circumstances = circumstances_asked(arguments, charts_, group);
    circumstances.ordinal = arguments.integer("ordinal");
    circumstances.second_campaign_game = arguments.flag("cg2_scenario");
    cpp_ = group.cpp;
    draw_ = company_draw(charts_, group, circumstances);
    squad_points_ = charts_.points.points(group.side, group.units.front().name);
    if (arguments.given("squad_points")) squad_points_ = arguments.integer("squad_points");
  }

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_->draw(dice);
    Outcome outcome(received.label);
    outcome.event("full_strength", received.label.starts_with("full"))
        .measure("squads", received.count(UnitKind::squad))
        .measure("leaders", received.count(UnitKind::leader))
        .measure("leadership", received.leadership())
        .measure("support_weapons", received.count(UnitKind::support_weapon))
        .measure("cpp", cpp_);
    if (squad_points_) {
      outcome.measure("points", received.count(UnitKind::squad) * *squad_points_);
    }
    return outcome;
  }

 private:
  CampaignCharts charts_;
  std::unique_ptr<Reinforcement> draw_;
  int cpp_;
  std::optional<int> squad_points_;
};

}  // namespace

std::unique_ptr<Reinforcement> company_draw(const CampaignCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Company>(charts, group, circumstances);
}

Procedure company() {
  return {
      .name = "rb.company",
      .rule = "O11.620-.6207; Red Barricades CG III 6-7",
      .summary = "an infantry company of the Red Barricades campaign: Strength and leaders",
      .details =
          "A Strength DR with the Historical DRM of the day (8 or less: Full), except for "
          "Pioneers, "
          "Engineers and Militia, which always come full; then a Leader DR with the DRM of the "
          "company's type, of depletion and, for German Rifle Companies, of the order of "
          "purchase.\n"
          "The chart gives a Leader DRM for the sixth to eighth and for the ninth German Rifle "
          "Company and ends there; the tenth and later ones are read as no better than the ninth. "
          "'ordinal' matters to no other company. Every company gets the support weapons of its "
          "type, full or depleted; of the chart's note on depletion nothing is left in the text.\n"
          "'points' are the BPV of the squads alone, for leaders and support weapons have none; "
          "they "
          "are left out for 5-4-8 and 8-3-8, whose BPV was not found, unless squad_points gives "
          "it.",
      .parameters = {side_parameter(),
                     group_parameter({ReinforcementGroup::Kind::company}, "I1 or 'Rifle Coy'",
                                     {"I1", "I2", "I3", "I4", "I5", "I6", "Rifle Coy", "SMG Coy"}),
                     date_parameter(),
                     integer("ordinal", 1, 30, "which German Rifle Coy of the campaign it is")
                         .by_default("1")
                         .tried_with({"1", "6", "8", "9", "12"}),
                     balance_parameter(),
                     flag("cg2_scenario", "a scenario of Campaign Game II: German Leader DRM +1"),
                     integer("squad_points", 0, 100,
                             "the BPV of one of its squads, where the chart has none")
                         .optional()
                         .tried_with({"", "14"})},
      .outcomes = {},
      .events = {{"full_strength", "the company comes at Full Strength"}},
      .measures = {{"squads", "squads received"},
                   {"leaders", "leaders received"},
                   {"leadership", "the sum of the leaders' modifiers, -2 for a 9-1 and an 8-1"},
                   {"support_weapons", "support weapons received"},
                   cpp_measure(),
                   {"points", "the BPV of the squads"}},
      .charts = {ReinforcementGroups::chart_name, HistoricalDrm::chart_name,
                 StrengthTable::chart_name, LeaderTable::chart_name, LeaderDrm::chart_name,
                 CompanyWeapons::chart_name, InfantryPoints::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CompanyRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
