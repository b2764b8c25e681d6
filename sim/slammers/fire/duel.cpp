#include <array>
#include <cstdint>

#include "combat_odds/sim/slammers/fire/defence_values.hpp"
#include "combat_odds/sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// One of the two vehicles as it comes into the duel.
struct Duellist {
  QualityRoll roll;
  QualityRoll dead_eye;
  int weapons = 1;
  int shots = 1;
  int firepower = 0;
  int dv = 0;
  bool double_tap = false;
  bool has_dead_eye = false;
  DamageRules damage;  ///< what it suffers, with its own Field Mechanic
};

/// A vehicle in the course of the duel.
struct Fighter {
  std::uint8_t weapons = 0;
  std::uint8_t stalled = 0;  ///< does not fire the next time that it could
  std::uint8_t out = 0;      ///< destroyed or blown up

  friend bool operator==(const Fighter&, const Fighter&) = default;
};

struct Duel {
  std::uint8_t turn = 0;
  std::array<Fighter, 2> fighters{};
};

/// Two vehicles that fire at each other turn after turn.
class DuelRule : public Process<Duel> {
 public:
  DuelRule(const Arguments& arguments, const Charts& charts)
      : sides_{asked(arguments, charts, "first_"), asked(arguments, charts, "second_")},
        turns_(arguments.integer("turns")) {
    const std::string& order = arguments.choice("order");
    order_ = order == "simultaneous" ? Order::simultaneous
             : order == "first"      ? Order::first
             : order == "second"     ? Order::second
                                     : Order::rolled;
  }

  Duel start() const override {
    Duel duel;
    for (std::size_t side = 0; side < 2; ++side) {
      duel.fighters[side].weapons = static_cast<std::uint8_t>(sides_[side].weapons);
    }
    return duel;
  }

  Duel step(const Duel& duel, Dice& dice) const override {
    State state;
    state.duel = duel;
    ++state.duel.turn;
    if (order_ == Order::simultaneous) {
      // Both fire with what they had before the exchange.
      state.held_fires = ready(state.duel.fighters[1]) ? 1 : 0;
      state.held_weapons = state.duel.fighters[1].weapons;
      fire(dice, state, 0, ready(state.duel.fighters[0]), state.duel.fighters[0].weapons);
      fire(dice, state, 1, state.held_fires != 0, state.held_weapons);
    } else {
      std::size_t leads = order_ == Order::second ? 1 : 0;
      if (order_ == Order::rolled) leads = dice.chit(2) == 0 ? 0 : 1;
      fire_in_turn(dice, state, leads);
      fire_in_turn(dice, state, 1 - leads);
    }
    return state.duel;
  }

  std::optional<Outcome> outcome(const Duel& duel) const override {
    const Fighter& first = duel.fighters[0];
    const Fighter& second = duel.fighters[1];
    const bool helpless = first.weapons == 0 && second.weapons == 0;
    if (first.out == 0 && second.out == 0 && !helpless && duel.turn < turns_) return std::nullopt;
    return Outcome(first.out != 0 && second.out != 0 ? "both_knocked_out"
                   : second.out != 0                 ? "first_wins"
                   : first.out != 0                  ? "second_wins"
                                                     : "undecided")
        .measure("turns", duel.turn)
        .measure("first_weapons", first.out != 0 ? 0 : first.weapons)
        .measure("second_weapons", second.out != 0 ? 0 : second.weapons);
  }

 private:
  enum class Order : std::uint8_t { simultaneous, first, second, rolled };

  struct State {
    Duel duel;
    std::uint8_t side = 0;
    std::uint8_t fired = 0;         ///< how many have had their turn to fire
    std::uint8_t held_fires = 0;    ///< whether the second fires in a simultaneous exchange
    std::uint8_t held_weapons = 0;  ///< and with how many weapons
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;
    std::uint8_t jams = 0;
  };

  static Duellist asked(const Arguments& arguments, const Charts& charts, const std::string& side) {
    const auto& levels = charts.get<QualityLevels>(QualityLevels::chart_name);
    const Quality quality = fighting_quality(arguments, charts, side + "quality");
    const int modifier = arguments.integer(side + "qr_modifier");
    Duellist duellist;
    duellist.roll = levels.roll(quality, modifier);
    duellist.dead_eye = levels.roll(quality, modifier + 1);
    duellist.weapons = arguments.integer(side + "weapons");
    duellist.shots = arguments.integer(side + "shots");
    duellist.firepower = arguments.integer(side + "fp_vehicle");
    duellist.dv = arguments.integer(side + "dv");
    duellist.double_tap = arguments.flag(side + "double_tap");
    duellist.has_dead_eye = arguments.flag(side + "dead_eye");
    duellist.damage = DamageRules(
        charts.get<VehicleDamageChart>(VehicleDamageChart::chart_name),
        arguments.choice("overkill") == "excess", DamageRules::asked_order(arguments),
        arguments.flag(side + "field_mechanic") ? levels.roll(quality, 0) : QualityRoll{});
    return duellist;
  }

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
    fire(dice, state, side, ready(fighter), weapons);
  }

  void fire(Dice& dice, State& state, std::size_t side, bool fires, int weapons) const {
    const Duellist& own = sides_[side];
    Fighter& target = state.duel.fighters[1 - side];
    state.side = static_cast<std::uint8_t>(side);
    if (!fires) return;
    for (state.burst = 0; state.burst < (own.double_tap ? 2 : 1); ++state.burst) {
      for (state.weapon = 0; state.weapon < weapons; ++state.weapon) {
        if (state.burst > 0 && target.out != 0) continue;  // Double Tap is held then
        burst(dice, state, own, sides_[1 - side], target);
      }
    }
    Fighter& fighter = state.duel.fighters[side];
    fighter.weapons =
        static_cast<std::uint8_t>(fighter.weapons > state.jams ? fighter.weapons - state.jams : 0);
    state.jams = state.burst = state.weapon = state.shot = 0;
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
    const int excess = dice.dr([&](int dr) {
      const int above = dr + own.firepower - other.dv;
      return above < 0 ? -1 : other.damage.relevant(above);
    });
    if (excess < 0) return;
    const Damage damage = other.damage.roll(dice, excess);
    if (other.damage.repaired(dice, damage)) return;
    switch (damage) {
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

  std::array<Duellist, 2> sides_;
  int turns_;
  Order order_ = Order::simultaneous;
};

std::vector<Parameter> side_parameters(const std::string& side, const std::string& who) {
  return {
      quality_parameter(side + "quality", "the quality, or class, of " + who),
      integer(side + "weapons", 1, 4, "weapons of " + who + " that bear on the other")
          .by_default("1")
          .tried_with({"1", "2"}),
      integer(side + "shots", 1, 12, "Sh of each of them").by_default("3").tried_with({"1", "3"}),
      integer(
          side + "fp_vehicle", 0, 20,
          "FP against vehicles of the weapons of " + who + ", as printed on its Detachment Card")
          .tried_with({"3", "5"}),
      integer(side + "dv", 1, 30, "the DV of the facing of " + who + " under fire")
          .or_named(defence_values(), dv_form)
          .tried_with({"7", "8"}),
      integer(side + "qr_modifier", -4, 4, "the sum of the QR modifiers of its fire: range, cover")
          .by_default("0"),
      flag(side + "double_tap", "it uses Double Tap each turn, 1 LP a weapon"),
      flag(side + "dead_eye", "it has the skill Dead Eye: +1 QR for the first burst of one weapon"),
      flag(side + "field_mechanic", "it has the skill Field Mechanic"),
  };
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = side_parameters("first_", "the first vehicle");
  append(all, side_parameters("second_", "the second vehicle"));
  append(all, {choice("order", {"simultaneous", "first", "second", "rolled"},
                      "who fires first in a turn; rolled: each with an even chance, every turn"),
               integer("turns", 1, 12, "turns after which it ends")
                   .by_default("6")
                   .tried_with({"1", "2", "3"}),
               DamageRules::overkill_parameter(), DamageRules::order_parameter()});
  return all;
}

}  // namespace

Procedure duel() {
  return {
      .name = "slammers.duel",
      .rule = "Supplement 4 and play sheet, phase 5, turn after turn",
      .summary = "two vehicles fire at each other until one is knocked out",
      .details =
          "Each turn both fire all weapons that are left (see slammers.direct-fire), all of a "
          "kind. A weapon destroyed or jammed is gone, and with it its shots; the crew's stowed "
          "rifle is left out. A stall costs the fire of the same turn if the vehicle has not "
          "fired yet, else of the next (Supplement 4, FAQ); the transmission does not matter to "
          "fire. Double Tap is held once the other is knocked out, but risks a jam every turn "
          "before. How initiative is rolled was not found: order is yours to say. It ends after "
          "the turns asked for, or when neither has a weapon left.\n" +
          std::string(damage_details),
      .parameters = parameters(),
      .outcomes = {{"first_wins", "the second vehicle is knocked out, the first is not"},
                   {"second_wins", "the first vehicle is knocked out, the second is not"},
                   {"both_knocked_out", "both are, in the same turn"},
                   {"undecided", "neither is when the turns are over or no weapon is left"}},
      .events = {},
      .measures = {{"turns", "turns that it took"},
                   {"first_weapons", "weapons left to the first vehicle; 0 if it is knocked out"},
                   {"second_weapons",
                    "weapons left to the second vehicle; 0 if it is knocked out"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<DuelRule>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
