#include <algorithm>

#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

/// A MOL-Projector is no machine gun and, in the literal reading of note c, no Gun.
bool is_projector(const Count& weapon) { return weapon.name.starts_with("MOL-P"); }

/// A Gun battery or a platoon of weapons: both get the crews of note c and roll on the same table
/// (note d). A depleted one has one less of each type of Gun or weapon.
class Guns : public Reinforcement {
 public:
  Guns(const ReinforcementGroup& group, const Circumstances& circumstances)
      : group_(group), drm_(circumstances.historical_drm + circumstances.balance_drm) {
    projector_crews_ = circumstances.projector_crews;
    const bool rolls = circumstances.strength.empty();
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
    int with_machine_guns = 0;
    int with_guns = 0;
    for (const Count& weapon : group_.units) {
      const bool machine_gun = weapon.name.ends_with("MG");
      const bool projector = is_projector(weapon);
      const int number = std::max(0, weapon.number - (full ? 0 : 1));
      received.units.push_back({machine_gun || projector ? UnitKind::support_weapon : UnitKind::gun,
                                weapon.name, number});
      if (machine_gun) with_machine_guns += number;
      if (!machine_gun && (!projector || projector_crews_)) with_guns += number;
    }
    // Note c of the Reinforcement Group Charts.
    if (with_machine_guns > 0) {
      received.units.push_back({UnitKind::crew, "1-2-7", with_machine_guns});
    }
    if (with_guns > 0) received.units.push_back({UnitKind::crew, "2-2-8", with_guns});
    return received;
  }

 private:
  const ReinforcementGroup& group_;
  int drm_;
  std::optional<int> full_at_most_;  ///< empty: no roll
  bool fixed_full_ = true;
  bool projector_crews_ = false;
};

struct Battery {
  Purchase purchase;
  int full_at_most = 0;
  Balance balance;
  bool projector_crews = false;

  void prepare(const Charts& /*charts*/) {
    Circumstances& circumstances = purchase.circumstances;
    circumstances.balance_drm = balance.drm;
    circumstances.battery_full_at_most = full_at_most;
    circumstances.projector_crews = projector_crews;
    if (projector_crews && std::ranges::none_of(purchase.bought->units, is_projector)) {
      throw ArgumentError("projector_crews", purchase.bought->name + " has no MOL-Projectors",
                          "leave it out, or ask for the MOL-P Pltn");
    }
    draw = battery_draw(*purchase.bought, circumstances);
  }

  Outcome resolve(Dice& dice) const {
    return purchase.outcome(draw->draw(dice),
                            {UnitKind::gun, UnitKind::crew, UnitKind::support_weapon});
  }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> battery_draw(const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Guns>(group, circumstances);
}

Procedure battery() {
  const Purchase::Drawn drawn = {
      {ReinforcementGroup::Kind::battery, ReinforcementGroup::Kind::weapons_platoon},
      "G1, 'AT Battery I' or 'HW Pltn'",
      {"G1", "G2", "G3", "I4", "I7", "I8"}};
  return procedure<Battery>(
             "rb.battery", "O11.6201, Gun Battery Table",
             "a Gun battery, HW or MOL-P Platoon of the Red Barricades campaign: its Strength")
      .includes(&Battery::purchase, "", drawn)
      .asks(&Battery::full_at_most, "full_at_most", -10, 30,
            "the highest Final DR for Full Strength printed on your Gun Battery Table")
      .required()
      .tried_with({"2", "6", "8", "10"})
      .includes(&Battery::balance)
      .asks(&Battery::projector_crews, "projector_crews",
            "note c's crew of a Gun comes with each MOL-Projector, too")
      .outcome("full", "Full Strength")
      .outcome("depleted", "one less of each type of Gun or weapon")
      .measure("guns", "Guns and mortars received")
      .measure("crews", "crews received: 1-2-7 for a machine gun, 2-2-8 for a Gun")
      .measure("support_weapons", "machine guns and MOL-Projectors received")
      .measures({cpp_measure()})
      .headline("full", "it comes at Full Strength")
      .headline("depleted", "it comes Depleted")
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
