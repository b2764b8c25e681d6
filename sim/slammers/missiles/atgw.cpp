#include <cstdint>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/defence_values.hpp"
#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int chances = 36;  // the fates of launcher and designator are given in 36ths

/// From launch to damage (Supplement 4, "More on ATGWs", "More on Snipers", Enhanced Data Link;
/// play sheet, phases 5 and 7a).
struct Atgw {
  enum class LineOfSight : std::uint8_t { launcher, data_link, designator };

  Troops crew;
  int firepower = 0;
  int top_dv = 0;
  int missiles = 1;
  ThunderRunTokens thunder_run;
  int qr_modifier = 0;
  bool designator = false;
  int designator_killed = 0;
  int designator_suppressed = 0;
  LineOfSight line_of_sight = LineOfSight::launcher;
  int launcher_destroyed = 0;
  bool target_closes = false;
  bool last_round = false;
  Interception interception;
  DamageRules damage;

  void prepare(const Charts& charts) {
    const int modifier = thunder_run.modifier() + qr_modifier;
    plain = crew.roll(charts, modifier);
    with_designator = crew.roll(charts, modifier + 1);
    target = FireTarget::vehicle(top_dv, damage);
    if (designator_killed + designator_suppressed > chances) {
      throw ArgumentError("designator_suppressed",
                          "designator_killed and designator_suppressed are more than 36 together",
                          "chances in 36, 36 at most together");
    }
  }

  Outcome resolve(Dice& dice) const {
    State state;
    QualityRoll roll = plain;
    const bool locked = flight(dice, roll);
    Stage stage = Stage::missed;
    // The natural 1 is rolled on firing: the launcher may run empty even if the lock is lost later.
    if (locked || last_round) {
      for (state.missiles_left = small(missiles); state.missiles_left > 0 && state.empty == 0;
           --state.missiles_left) {
        state.roll_at_least = small(roll.at_least);
        state.lost = locked ? 0 : 1;
        dice.at(state);
        stage = missile(dice, state, roll);
      }
    }
    const Outcome of_target = target.outcome(state.target);
    std::string label = of_target.label();
    if (!locked) {
      label = "lock_lost";
    } else if (missiles == 1 && stage != Stage::arrived) {
      label = stage == Stage::missed ? "missed" : "intercepted";
    }
    Outcome outcome(std::move(label));
    for (const std::string_view event : of_target.events()) outcome.event(event);
    for (const auto& [name, value] : of_target.measures()) outcome.measure(name, value);
    return outcome.event("lock_lost", !locked)
        .event("launcher_empty", state.empty != 0)
        .measure("arrived", state.arrived);
  }

  enum class Stage : std::uint8_t { missed, intercepted, arrived };

  struct State {
    std::uint8_t missiles_left = 0;
    std::uint8_t helpers_spent = 0;
    std::uint8_t arrived = 0;
    std::uint8_t empty = 0;
    std::uint8_t roll_at_least = 0;
    std::uint8_t lost = 0;
    TargetState target;
  };

  /// The time between launch and landing; false if the lock is lost. Sets `roll` to the Quality
  /// Roll that remains.
  bool flight(Dice& dice, QualityRoll& roll) const {
    if (target_closes) return false;
    if (happens(dice, launcher_destroyed)) return false;
    if (!designator) return true;
    enum class Fate : std::uint8_t { unharmed, suppressed, killed };
    const Fate fate = dice.die(chances, [&](int die) {
      return die <= designator_killed                           ? Fate::killed
             : die <= designator_killed + designator_suppressed ? Fate::suppressed
                                                                : Fate::unharmed;
    });
    if (fate == Fate::unharmed) roll = with_designator;
    return !(fate == Fate::killed && line_of_sight == LineOfSight::designator);
  }

  Stage missile(Dice& dice, State& state, const QualityRoll& roll) const {
    // The designator is still there when the missile is fired.
    if (!(designator ? with_designator : plain).possible()) return Stage::missed;
    enum class Launch : std::uint8_t { missed, natural_1, hit };
    const Launch launch = dice.die([&](int dr) {
      return roll.succeeds(dr)       ? Launch::hit
             : dr == 1 && last_round ? Launch::natural_1
                                     : Launch::missed;
    });
    if (launch == Launch::natural_1) state.empty = 1;
    if (launch != Launch::hit || state.lost != 0) return Stage::missed;
    int helpers_left = interception.helpers - state.helpers_spent;
    const bool stopped = interception.stops(dice, helpers_left);
    state.helpers_spent = small(interception.helpers - helpers_left);
    if (stopped) return Stage::intercepted;
    ++state.arrived;
    target.hit(dice, state.target, firepower);
    return Stage::arrived;
  }

  static bool happens(Dice& dice, int in_36) {
    return dice.die(chances, [&](int die) { return die <= in_36; });
  }

  QualityRoll plain;
  QualityRoll with_designator;
  FireTarget target;
};

}  // namespace

Procedure atgw() {
  const auto designated = [](const Atgw& attack) { return attack.designator; };
  return procedure<Atgw>("slammers.atgw", "Supplement 4, ATGWs; play sheet, phases 5 and 7a",
                         "anti-tank guided missiles from launch to destruction")
      .includes(&Atgw::crew, "", "the launcher's crew")
      .asks(
          &Atgw::firepower, "firepower", 0, 20,
          "the missile's FP against vehicles, as printed on its Detachment Card: no source at hand gives it")
      .required()
      .tried_with({"3", "5", "7"})
      .asks(&Atgw::top_dv, "top_dv", 1, 30, "the target's Top DV: an ATGW strikes from above")
      .required()
      .or_named(defence_values(), dv_form)
      .tried_with({"6", "8"})
      .asks(&Atgw::missiles, "missiles", 1, 12, "missiles of one launcher that fly at the target")
      .includes(&Atgw::thunder_run, "", "the launcher")
      .asks(&Atgw::qr_modifier, "qr_modifier", -4, 4,
            "the sum of all other QR modifiers of the launch")
      .asks(&Atgw::designator, "designator", "a sniper designates the target (1 LP): +1 QR")
      .asks(&Atgw::designator_killed, "designator_killed", 0, chances,
            "chances in 36 that he is killed before the missile lands")
      .only_when(designated, "", "--designator")
      .asks(&Atgw::designator_suppressed, "designator_suppressed", 0, chances,
            "chances in 36 that he is suppressed before it lands")
      .tried_with({"0", "12"})
      .only_when(designated, "", "--designator")
      .asks(
          &Atgw::line_of_sight, "line_of_sight", one_of({"launcher", "data_link", "designator"}),
          "who sees the target up to phase 7a: the launcher, another TU over an Enhanced Data Link, or the designator alone")
      .only_when(
          [](const Atgw& attack) {
            return attack.designator || attack.line_of_sight != Atgw::LineOfSight::designator;
          },
          "", "--designator, or --line-of-sight launcher or data_link")
      .asks(
          &Atgw::launcher_destroyed, "launcher_destroyed", 0, chances,
          "chances in 36 that the launcher's TU is destroyed before the missile lands; the loss of its missile weapon alone does no harm")
      .asks(&Atgw::target_closes, "target_closes",
            "the target ends within Close range of the launcher: lock lost")
      .asks(&Atgw::last_round, "last_round",
            "optional rule: a natural 1 on the launch is the launcher's last missile")
      .includes(&Atgw::interception, "", "target_")
      .includes(&Atgw::damage, "", DamageRules::Asked{})
      .outcome("lock_lost", "no missile reaches the target: the lock is lost")
      .outcome("missed", "the missile misses its Quality Roll (one missile)")
      .outcome("intercepted", "the missile is shot down (one missile)")
      .outcomes(FireTarget::vehicle_outcomes("no missile gets through to harm the target"))
      .events(FireTarget::vehicle_events())
      .event("lock_lost", "the lock is lost")
      .event("launcher_empty", "the launcher has fired its last missile")
      .measure("weapons_lost", "weapons lost by a vehicle that survives (9: nine or more)")
      .measure("arrived", "missiles that hit and are not intercepted")
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("damaged", "it is damaged")
      .headline("intercepted", "all missiles are intercepted")
      .headline("missed", "they miss");
}

}  // namespace combat_odds::slammers
