#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An OBA module: a DR for its ammunition. Rocket OBA has one mission and nothing to roll for.
class ObaModule : public Reinforcement {
 public:
  ObaModule(const CampaignCharts& charts, const ReinforcementGroup& group,
            const Circumstances& circumstances)
      : ammo_(charts.ammo),
        side_(group.side),
        drm_(circumstances.historical_drm + circumstances.balance_drm),
        fixed_(group.rocket ? "rocket" : circumstances.strength),
        pre_registered_(circumstances.pre_registered) {}

  Received draw(Dice& dice) const override {
    Received received;
    if (fixed_.empty()) {
      const int row = dice.DR([&](TwoDice roll) {
        const std::string& ammo = ammo_.ammo(side_, roll.total() + drm_);
        return ammo == "plentiful" ? 0 : ammo == "normal" ? 1 : 2;
      });
      static const char* const names[] = {"plentiful", "normal", "scarce"};
      received.label = names[row];
    } else {
      received.label = fixed_;
    }
    static const std::string_view known[] = {"plentiful", "normal", "scarce", "rocket"};
    for (const std::string_view name : known) {
      if (received.label == name) received.units.push_back({UnitKind::oba_module, name, 1});
    }
    if (pre_registered_ > 0) {
      received.units.push_back(
          {UnitKind::pre_registered_hex, "Pre-Registered hex", pre_registered_});
    }
    return received;
  }

 private:
  const AmmoTable& ammo_;
  Side side_;
  int drm_;
  std::string fixed_;
  int pre_registered_;
};

class ObaModuleRule : public Rule {
 public:
  ObaModuleRule(const Arguments& arguments, const Charts& all) {
    const CampaignCharts charts(all);
    const ReinforcementGroup& group =
        group_asked(arguments, charts, {ReinforcementGroup::Kind::oba_module});
    cpp_ = group.cpp;
    draw_ = oba_module_draw(charts, group, circumstances_asked(arguments, charts, group));
  }

  Outcome resolve(Dice& dice) const override {
    const Received received = draw_->draw(dice);
    return Outcome(received.label)
        .measure("oba_modules", received.count(UnitKind::oba_module))
        .measure("cpp", cpp_);
  }

 private:
  std::unique_ptr<Reinforcement> draw_;
  int cpp_;
};

}  // namespace

std::unique_ptr<Reinforcement> oba_module_draw(const CampaignCharts& charts,
                                               const ReinforcementGroup& group,
                                               const Circumstances& circumstances) {
  return std::make_unique<ObaModule>(charts, group, circumstances);
}

Procedure oba_module() {
  return {
      .name = "rb.oba-module",
      .rule = "O11.6201, OBA Table",
      .summary = "an OBA module of the Red Barricades campaign: its ammunition",
      .details =
          "A DR with the Historical DRM of the day on the side's OBA column. Rocket OBA "
          "(NebelWerfer, "
          "Katyusha) fires one mission and rolls for nothing. The chart's columns are scrambled in "
          "the text; they are read as German 4 or less Plentiful, 9 or more Scarce, and Russian 2 "
          "or "
          "less Plentiful, 8 or more Scarce.",
      .parameters = {side_parameter(),
                     group_parameter({ReinforcementGroup::Kind::oba_module}, "O1 or 'Btl Mtr'",
                                     {"O1", "O2", "O3", "O4", "O5"}),
                     date_parameter(), balance_parameter()},
      .outcomes = {{"plentiful", "Plentiful Ammunition: one black chit more"},
                   {"normal", "the usual draw pile"},
                   {"scarce", "Scarce Ammunition: one red chit more"},
                   {"rocket", "Rocket OBA: one mission"}},
      .events = {},
      .measures = {{"oba_modules", "modules received"}, cpp_measure()},
      .charts = {ReinforcementGroups::chart_name, HistoricalDrm::chart_name, AmmoTable::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<ObaModuleRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::red_barricades
