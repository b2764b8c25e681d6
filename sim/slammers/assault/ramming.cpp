#include "sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// Supplement 4, "Ramming Infantry and other vehicle TUs": an attack like that of an ADS, Sh 1,
/// with a Quality Roll to hit.
struct Ramming {
  enum class Rammer : std::uint8_t { other, jeep, heavy };

  Troops crew;
  Rammer rammer = Rammer::other;
  std::optional<int> firepower;
  FireTarget target;
  ThunderRunTokens thunder_run;
  int qr_modifier = 0;

  void prepare(const Charts& charts) {
    roll = crew.roll(charts, thunder_run.modifier() + qr_modifier);
    if (firepower) return;
    const bool light = target.kind == FireTarget::Kind::infantry || rammer == Rammer::jeep;
    firepower = light ? 3 : rammer == Rammer::heavy ? 5 : 4;
  }

  Outcome resolve(Dice& dice) const {
    TargetState state;
    const bool hit = roll.made(dice);
    if (hit) target.hit(dice, state, *firepower);
    return target.outcome(state).event("hit", hit);
  }

  QualityRoll roll;
};

}  // namespace

Procedure ramming() {
  return procedure<Ramming>("slammers.ramming", "Supplement 4, Ramming",
                            "a vehicle runs into infantry or a smaller vehicle")
      .includes(&Ramming::crew, "", "the ramming crew")
      .asks(
          &Ramming::rammer, "rammer", one_of({"other", "jeep", "heavy"}),
          "who rams: jeep for a jeep or the like, heavy for a large tank or a dozer; against infantry all have FP 3")
      .only_when([](const Ramming& ram) { return !ram.firepower; }, "--firepower takes its place",
                 "")
      .asks(&Ramming::firepower, "firepower", 0, 20,
            "the FP of the ram, in place of Supplement 4's")
      .includes(&Ramming::target, "", one_of({"infantry", "vehicle"}),
                "the DV of the infantry, or of the facing that is rammed")
      .includes(&Ramming::thunder_run, "", "the ramming vehicle")
      .asks(&Ramming::qr_modifier, "qr_modifier", -4, 4, "the sum of all other QR modifiers")
      .event("hit", "the Quality Roll succeeds")
      .headline("hit", "it is hit")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
