#include <cstdint>

#include "sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// Laser Burn Through (+1B): a second die for each hit (Supplement 5, as quoted on the force
/// sheets).
struct BurnThrough {
  Troops crew;
  int shots = 0;
  int fp_infantry = 0;
  int fp_vehicle = 0;
  int qr_modifier = 0;
  FireTarget target;

  void prepare(const Charts& charts) { roll = crew.roll(charts, qr_modifier); }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t shot = 0;
      TargetState target;
    };
    State state;
    bool burned_out = false;
    const int firepower = target.hit_as_infantry() ? fp_infantry : fp_vehicle;
    for (; state.shot < shots && roll.possible() && !burned_out; ++state.shot) {
      dice.at(state);
      if (!roll.made(dice)) continue;
      enum class Burn : std::uint8_t { barrel_gone, one_more, through };
      const Burn burn = dice.die([](int dr) {
        return dr == 1 ? Burn::barrel_gone : dr == 6 ? Burn::through : Burn::one_more;
      });
      const int more = burn == Burn::through ? fp_infantry : burn == Burn::one_more ? 1 : 0;
      burned_out = burn == Burn::barrel_gone;
      target.hit(dice, state.target, firepower + more);
    }
    return target.outcome(state.target).event("burned_out", burned_out);
  }

  QualityRoll roll;
};

}  // namespace

Procedure burn_through() {
  return procedure<BurnThrough>("slammers.burn-through", "Supplement 5, Laser Burn Through",
                                "a laser's burst with a second die for each hit")
      .includes(&BurnThrough::crew, "", "those who fire")
      .asks(&BurnThrough::shots, "shots", 1, 12, "Sh of the laser, as printed on its card")
      .required()
      .asks(&BurnThrough::fp_infantry, "fp_infantry", 0, 20,
            "FP against infantry, which a 6 on the second die adds, too")
      .required()
      .asks(&BurnThrough::fp_vehicle, "fp_vehicle", 0, 20, "FP against vehicles")
      .required()
      .asks(&BurnThrough::qr_modifier, "qr_modifier", -4, 4,
            "the sum of the QR modifiers: range, cover")
      .includes(&BurnThrough::target, "", one_of({"infantry", "vehicle"}),
                "the DV of the facing under fire, with cover")
      .event("burned_out", "the barrel burned out")
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("damaged", "it is damaged")
      .headline("killed", "the infantry is killed")
      .headline("burned_out", "the barrel burns out");
}

}  // namespace combat_odds::slammers
