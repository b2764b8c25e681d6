#include <algorithm>

#include "combat_odds/sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

/// A Gun battery, or a platoon of weapons with their crews. A depleted one gets one less of each
/// type of Gun.
class Guns : public Reinforcement {
 public:
  Guns(const ReinforcementGroup& group, const Circumstances& circumstances)
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

struct Battery {
  Purchase purchase;
  int full_at_most = 0;
  Balance balance;

  void prepare(const Charts& /*charts*/) {
    Circumstances& circumstances = purchase.circumstances;
    circumstances.balance_drm = balance.drm;
    circumstances.battery_full_at_most = full_at_most;
    draw = battery_draw(*purchase.bought, circumstances);
  }

  Outcome resolve(Dice& dice) const { return purchase.outcome(draw->draw(dice), UnitKind::gun); }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> battery_draw(const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Guns>(group, circumstances);
}

Procedure battery() {
  const Purchase::Drawn drawn = {
      {ReinforcementGroup::Kind::battery}, "G1 or 'AT Battery I'", {"G1", "G2", "G3"}};
  return procedure<Battery>("rb.battery", "O11.6201, Gun Battery Table",
                            "a Gun battery of the Red Barricades campaign: its Strength")
      .includes(&Battery::purchase, "", drawn)
      .asks(&Battery::full_at_most, "full_at_most", -10, 30,
            "the highest Final DR for Full Strength printed on your Gun Battery Table")
      .required()
      .tried_with({"2", "6", "8", "10"})
      .includes(&Battery::balance)
      .outcome("full", "Full Strength")
      .outcome("depleted", "one less of each type of Gun")
      .measure("guns", "Guns received")
      .measures({cpp_measure()});
}

}  // namespace combat_odds::red_barricades
