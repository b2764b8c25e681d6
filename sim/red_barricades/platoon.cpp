#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An AFV platoon: one Strength DR.
class Afvs : public Reinforcement {
 public:
  Afvs(const StrengthTable& strength, const ReinforcementGroup& group,
       const Circumstances& circumstances)
      : strength_(strength),
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

struct Platoon {
  Purchase purchase;
  Balance balance;

  void prepare(const Charts& charts) {
    purchase.circumstances.balance_drm = balance.drm;
    draw = platoon_draw(charts.get<StrengthTable>(), *purchase.bought, purchase.circumstances);
  }

  Outcome resolve(Dice& dice) const { return purchase.outcome(draw->draw(dice), {UnitKind::afv}); }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> platoon_draw(const StrengthTable& strength,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Afvs>(strength, group, circumstances);
}

Procedure platoon() {
  const Purchase::Drawn drawn = {{ReinforcementGroup::Kind::platoon},
                                 "A1, 'StuG B Pltn' or 'StuG IIIB'",
                                 {"A1", "A2", "A3", "A5", "A9"}};
  return procedure<Platoon>("rb.platoon", "O11.6201",
                            "an AFV platoon of the Red Barricades campaign: its Strength")
      .includes(&Platoon::purchase, "", drawn)
      .includes(&Platoon::balance)
      .outcome("full", "Full Strength")
      .outcome("depleted", "Depleted")
      .measure("afvs", "AFVs received")
      .measures({cpp_measure()})
      .headline("full", "it comes at Full Strength")
      .headline("mean afvs", "{} AFVs on average")
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
