#include <array>
#include <cstdint>
#include <utility>

#include "combat_odds/sim/slammers/fire/defence_values.hpp"
#include "combat_odds/sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// One of the two vehicles as it comes into the duel.
struct Duellist {
  Troops troops;
  int weapons = 1;
  int shots = 3;
  int firepower = 0;
  int dv = 0;
  int qr_modifier = 0;
  bool double_tap = false;
  bool has_dead_eye = false;
  bool field_mechanic = false;

  static void describe(Declaration<Duellist>& asks, const std::string& who, int side) {
    asks.includes(&Duellist::troops, "", who)
        .asks(&Duellist::weapons, "weapons", 1, 4, "weapons of " + who + " that bear on the other")
        .tried_with({"1", "2"})
        .asks(&Duellist::shots, "shots", 1, 12, "Sh of each of them")
        .tried_with({"1", "3"})
        .asks(
            &Duellist::firepower, "fp_vehicle", 0, 20,
            "FP against vehicles of the weapons of " + who + ", as printed on its Detachment Card")
        .required()
        .tried_with({"3", "5"})
        .asks(&Duellist::dv, "dv", 1, 30, "the DV of the facing of " + who + " under fire")
        .required()
        .or_named(defence_values(), dv_form)
        .tried_with({"7", "8"})
        .asks(&Duellist::qr_modifier, "qr_modifier", -4, 4,
              "the sum of the QR modifiers of its fire: range, cover")
        .asks(&Duellist::double_tap, "double_tap", "it uses Double Tap each turn, 1 LP a weapon")
        .decides(side)
        .asks(&Duellist::has_dead_eye, "dead_eye",
              "it has the skill Dead Eye: +1 QR for the first burst of one weapon")
        .asks(&Duellist::field_mechanic, "field_mechanic", "it has the skill Field Mechanic");
  }

  void prepare(const Charts& charts) {
    roll = troops.roll(charts, qr_modifier);
    dead_eye = troops.roll(charts, qr_modifier + 1);
    if (field_mechanic) repair = troops.roll(charts, 0);
  }

  QualityRoll roll;
  QualityRoll dead_eye;
  QualityRoll repair;
  DamageRules damage;  ///< what it suffers, with its own Field Mechanic
};

/// A vehicle in the course of the duel.
struct Fighter {
  std::uint8_t weapons = 0;
  std::uint8_t stalled = 0;  ///< does not fire the next time that it could
  std::uint8_t out = 0;      ///< destroyed or blown up
};

struct Duel {
  std::uint8_t turn = 0;
  std::array<Fighter, 2> fighters{};
};

/// Two vehicles that fire at each other turn after turn.
struct DuelRule {
  enum class Order : std::uint8_t { simultaneous, first, second, rolled };

  Duellist first;
  Duellist second;
  Order order = Order::simultaneous;
  int turns = 6;
  DamageRules damage;

  void prepare(const Charts& /*charts*/) {
    for (Duellist* const side : {&first, &second}) {
      side->damage = damage;
      side->damage.repair = side->repair;
    }
  }

  Duel start() const {
    Duel duel;
    duel.fighters[0].weapons = static_cast<std::uint8_t>(first.weapons);
    duel.fighters[1].weapons = static_cast<std::uint8_t>(second.weapons);
    return duel;
  }

  Duel step(const Duel& duel, Dice& dice) const {
    State state;
    state.duel = duel;
    ++state.duel.turn;
    if (order == Order::simultaneous) {
      // Both fire with what they had before the exchange.
      state.held_fires = ready(state.duel.fighters[1]) ? 1 : 0;
      state.held_weapons = state.duel.fighters[1].weapons;
      const bool fires = ready(state.duel.fighters[0]);
      // Both pay before either fires.
      if (fires) state.bursts = bursts(dice, state, 0);
      if (state.held_fires != 0) state.held_bursts = bursts(dice, state, 1);
      fire(dice, state, 0, fires, state.duel.fighters[0].weapons);
      state.bursts = std::exchange(state.held_bursts, std::uint8_t{0});
      fire(dice, state, 1, state.held_fires != 0, state.held_weapons);
    } else {
      std::size_t leads = order == Order::second ? 1 : 0;
      if (order == Order::rolled) leads = dice.chit(2) == 0 ? 0 : 1;
      fire_in_turn(dice, state, leads);
      fire_in_turn(dice, state, 1 - leads);
    }
    return state.duel;
  }

  std::optional<Outcome> outcome(const Duel& duel) const {
    const auto& [one, other] = duel.fighters;
    const bool helpless = one.weapons == 0 && other.weapons == 0;
    if (one.out == 0 && other.out == 0 && !helpless && duel.turn < turns) return std::nullopt;
    return Outcome(one.out != 0 && other.out != 0 ? "both_knocked_out"
                   : other.out != 0               ? "first_wins"
                   : one.out != 0                 ? "second_wins"
                                                  : "undecided")
        .measure("turns", duel.turn)
        .measure("first_weapons", one.out != 0 ? 0 : one.weapons)
        .measure("second_weapons", other.out != 0 ? 0 : other.weapons);
  }

  struct State {
    Duel duel;
    std::uint8_t side = 0;
    std::uint8_t fired = 0;         ///< how many have had their turn to fire
    std::uint8_t held_fires = 0;    ///< whether the second fires in a simultaneous exchange
    std::uint8_t held_weapons = 0;  ///< and with how many weapons
    std::uint8_t held_bursts = 0;   ///< and how many bursts of each
    std::uint8_t bursts = 0;        ///< of each weapon of the side that fires
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;
    std::uint8_t jams = 0;
  };

  /// Whether it fires now; a stall is over once it has cost a turn's fire.
  static bool ready(Fighter& fighter) {
    const bool fires = fighter.out == 0 && fighter.stalled == 0;
    fighter.stalled = 0;
    return fires;
  }

  void fire_in_turn(Dice& dice, State& state, std::size_t side) const {
    Fighter& fighter = state.duel.fighters[side];
    const std::uint8_t weapons = fighter.weapons;
    ++state.fired;
    const bool fires = ready(fighter);
    if (fires) state.bursts = bursts(dice, state, side);
    fire(dice, state, side, fires, weapons);
  }

  /// Double Tap is paid for before the first burst (Supplement 4, FAQ on Rapid Fire).
  std::uint8_t bursts(Dice& dice, const State& state, std::size_t side) const {
    const Duellist& own = side == 0 ? first : second;
    const Fighter& fighter = state.duel.fighters[side];
    const Fighter& enemy = state.duel.fighters[1 - side];
    if (fighter.weapons == 0 || enemy.out != 0) return own.double_tap ? 2 : 1;
    const auto words = [&] {
      Facts facts = {{"turns to come", turns - state.duel.turn},
                     {"weapons", int{fighter.weapons}},
                     {"enemy weapons", int{enemy.weapons}},
                     {"enemy stalled", enemy.stalled != 0}};
      if (order == Order::simultaneous) {
        // What the first pays for is known to the second.
        if (side == 1) facts.emplace_back("the enemy fires", state.bursts == 2 ? "twice" : "once");
      } else {
        facts.emplace_back("fires", state.fired == 1 ? "first" : "second");
      }
      return facts;
    };
    const Decision decision{side == 0 ? "first_double_tap" : "second_double_tap",
                            side == 0 ? "Double Tap?" : "Double Tap in return?", no_or_yes,
                            static_cast<int>(side)};
    return dice.choose(decision, state, words, own.double_tap ? 1 : 0) != 0 ? 2 : 1;
  }

  void fire(Dice& dice, State& state, std::size_t side, bool fires, int weapons) const {
    const Duellist& own = side == 0 ? first : second;
    const Duellist& other = side == 0 ? second : first;
    Fighter& target = state.duel.fighters[1 - side];
    state.side = static_cast<std::uint8_t>(side);
    if (!fires) return;
    for (state.burst = 0; state.burst < state.bursts; ++state.burst) {
      for (state.weapon = 0; state.weapon < weapons; ++state.weapon) {
        if (state.burst > 0 && target.out != 0) continue;  // Double Tap is held then
        burst(dice, state, own, other, target);
      }
    }
    Fighter& fighter = state.duel.fighters[side];
    fighter.weapons =
        static_cast<std::uint8_t>(fighter.weapons > state.jams ? fighter.weapons - state.jams : 0);
    state.jams = state.burst = state.weapon = state.shot = state.bursts = 0;
  }

  void burst(Dice& dice, State& state, const Duellist& own, const Duellist& other,
             Fighter& target) const {
    const bool dead_eye = own.has_dead_eye && state.burst == 0 && state.weapon == 0;
    const QualityRoll& roll = dead_eye ? own.dead_eye : own.roll;
    if (!roll.possible()) return;
    for (state.shot = 0; state.shot < own.shots; ++state.shot) {
      dice.at(state);
      enum class Shot : std::uint8_t { miss, hit, natural_1 };
      const Shot shot = dice.dr([&](int dr) {
        return state.burst > 0 && dr == 1 ? Shot::natural_1
               : roll.succeeds(dr)        ? Shot::hit
                                          : Shot::miss;
      });
      if (shot == Shot::natural_1) state.jamming = 1;
      if (shot == Shot::hit) hit(dice, own, other, target);
    }
    state.jams = static_cast<std::uint8_t>(state.jams + state.jamming);
    state.jamming = 0;
  }

  static void hit(Dice& dice, const Duellist& own, const Duellist& other, Fighter& target) {
    const std::optional<Damage> damage = other.damage.attack(dice, own.firepower, other.dv);
    if (!damage) return;
    switch (*damage) {
      case Damage::stalled:
        target.stalled = 1;
        break;
      case Damage::transmission:
        break;  // it fires on
      case Damage::weapon_owner_choice:
      case Damage::weapon_attacker_choice:
        if (target.weapons > 0) --target.weapons;
        break;
      case Damage::destroyed:
      case Damage::vaporised:
        target.out = 1;
        break;
    }
  }
};

}  // namespace

Procedure duel() {
  return procedure<DuelRule>("slammers.duel",
                             "Supplement 4 and play sheet, phase 5, turn after turn",
                             "two vehicles fire at each other until one is knocked out")
      .includes(&DuelRule::first, "first_", "the first vehicle", 0)
      .includes(&DuelRule::second, "second_", "the second vehicle", 1)
      .asks(&DuelRule::order, "order", one_of({"simultaneous", "first", "second", "rolled"}),
            "who fires first in a turn; rolled: each with an even chance, every turn")
      .asks(&DuelRule::turns, "turns", 1, 12, "turns after which it ends")
      .tried_with({"1", "2", "3"})
      .includes(&DuelRule::damage, "", DamageRules::Asked{.mechanic = false})
      .outcome("first_wins", "the second vehicle is knocked out, the first is not")
      .outcome("second_wins", "the first vehicle is knocked out, the second is not")
      .outcome("both_knocked_out", "both are, in the same turn")
      .outcome("undecided", "neither is when the turns are over or no weapon is left")
      .measure("turns", "turns that it took")
      .measure("first_weapons", "weapons left to the first vehicle; 0 if it is knocked out")
      .measure("second_weapons", "weapons left to the second vehicle; 0 if it is knocked out")
      .headline("first_wins", "the first wins")
      .headline("second_wins", "the second wins")
      .headline("both_knocked_out", "both are knocked out")
      .headline("undecided", "it is undecided");
}

}  // namespace combat_odds::slammers
