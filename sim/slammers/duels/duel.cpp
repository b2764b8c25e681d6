#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/slammers/duels/duelist.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int confire_lp = 2;
constexpr int rapid_fire_lp = 3;

/// One of the two vehicles at the start of the duel.
struct DuelSide {
  /// The price of second bursts: 1 LP a weapon, 3 LP a weapon, or 3 LP for all of them.
  enum class SecondBursts : std::uint8_t { double_tap, rapid_fire, rapid_fire_of_tu };
  enum class PointsFor : std::uint8_t { turn, duel };

  Duelist vehicle;
  bool double_tap = false;
  bool has_dead_eye = false;
  std::optional<int> points;  ///< leadership points; empty: not counted
  PointsFor points_for = PointsFor::turn;
  SecondBursts second_bursts = SecondBursts::double_tap;
  bool confire = false;

  static void describe(Declaration<DuelSide>& asks, const std::string& who, int side) {
    asks.includes(&DuelSide::vehicle, "", who, "weapons of " + who + " that bear on the other",
                  "Sh of each of them")
        .asks(&DuelSide::double_tap, "double_tap", "it uses Double Tap each turn, 1 LP a weapon")
        .decides(side)
        .asks(&DuelSide::has_dead_eye, "dead_eye",
              "it has the skill Dead Eye: +1 QR for the first burst of one weapon")
        .includes(&DuelSide::vehicle, Duelist::describe_mechanic);
  }

  /// Parameters that were added later.
  static void describe_points(Declaration<DuelSide>& asks, const std::string& prefix,
                              const std::string& who, int side) {
    const auto counted = [](const DuelSide& of) { return of.points.has_value(); };
    const std::string points = option_of(prefix + "lp");
    asks.asks(&DuelSide::points, prefix + "lp", 0, 60,
              "leadership points that " + who +
                  " may spend on its fire; default: as many as it wants, uncounted")
        .asks(&DuelSide::points_for, prefix + "lp_for", one_of({"turn", "duel"}),
              "whether they are for each turn, in which they are rolled, or for all turns together")
        .only_when(counted, "", points)
        .asks(&DuelSide::second_bursts, prefix + "second_bursts",
              one_of({"double_tap", "rapid_fire", "rapid_fire_of_tu"}),
              "what second bursts cost " + who +
                  ": Double Tap 1 LP a weapon, Rapid Fire 3 LP a weapon or for all of the TU")
        .only_when(counted, "", points)
        .asks(&DuelSide::confire, prefix + "confire",
              who + " uses ConFire in each turn in which it fires: 2 LP, a level better")
        .only_when(counted, "", points)
        .only_when([](const DuelSide& of) { return of.points.value_or(confire_lp) >= confire_lp; },
                   "ConFire costs 2 LP", points + " 2 or more")
        .decides(side);
  }

  void prepare(const Charts& charts) {
    is_elite = vehicle.troops.in_a_fight(charts) == Quality::elite;
    if (confire && is_elite) {
      throw ArgumentError("confire", "nobody is better than Elite", "false, or other troops");
    }
    for (int levels = 0; levels < 3; ++levels) {
      better.at(static_cast<std::size_t>(levels)) =
          vehicle.troops.roll(charts, vehicle.qr_modifier + levels);
    }
  }

  /// The LP for second bursts of so many weapons.
  int price(int number) const {
    if (second_bursts == SecondBursts::double_tap) return number;
    const bool once = second_bursts == SecondBursts::rapid_fire_of_tu;
    return rapid_fire_lp * (once ? std::min(number, 1) : number);
  }

  std::array<QualityRoll, 3> better;  ///< its fire, none, one or two levels better
  bool is_elite = false;
};

/// A vehicle during the duel.
struct DuelVehicle {
  std::uint8_t weapons = 0;
  std::uint8_t stalled = 0;  ///< misses its next chance to fire
  std::uint8_t out = 0;      ///< destroyed or blown up
  std::uint8_t spent = 0;    ///< leadership points, if they are counted
};

/// What a side pays for in a turn.
struct Paid {
  std::uint8_t twice = 0;  ///< weapons with a second burst
  std::uint8_t confire = 0;
  std::uint8_t points = 0;
};

struct Duel {
  std::uint8_t turn = 0;
  std::array<DuelVehicle, 2> vehicles{};
};

/// Two vehicles fire at each other turn by turn.
struct DuelRule {
  DuelSide first;
  DuelSide second;
  DuelTurns turns;
  DamageRules damage;

  void prepare(const Charts& /*charts*/) {
    first.vehicle.damaged_by(damage);
    second.vehicle.damaged_by(damage);
  }

  Duel start() const {
    Duel duel;
    duel.vehicles[0].weapons = small(first.vehicle.weapons);
    duel.vehicles[1].weapons = small(second.vehicle.weapons);
    return duel;
  }

  Duel step(const Duel& duel, Dice& dice) const {
    State state;
    state.duel = duel;
    ++state.duel.turn;
    if (turns.simultaneous()) {
      // Both fire with the weapons that they had before the exchange.
      state.held_fires = ready(state.duel.vehicles[1]) ? 1 : 0;
      state.held_weapons = state.duel.vehicles[1].weapons;
      const bool fires = ready(state.duel.vehicles[0]);
      // Both pay before either fires.
      if (fires) pay(dice, state, 0);
      if (state.held_fires != 0) pay(dice, state, 1);
      fire(dice, state, 0, fires, state.duel.vehicles[0].weapons);
      fire(dice, state, 1, state.held_fires != 0, state.held_weapons);
    } else {
      const std::size_t leads = turns.leader(dice);
      fire_in_turn(dice, state, leads);
      fire_in_turn(dice, state, 1 - leads);
    }
    return state.duel;
  }

  std::optional<Outcome> outcome(const Duel& duel) const {
    const auto& [one, other] = duel.vehicles;
    const bool helpless = one.weapons == 0 && other.weapons == 0;
    if (one.out == 0 && other.out == 0 && !helpless && duel.turn < turns.most) return std::nullopt;
    std::optional<Outcome> outcome(std::in_place, one.out != 0 && other.out != 0
                                                      ? "both_knocked_out"
                                                  : other.out != 0 ? "first_wins"
                                                  : one.out != 0   ? "second_wins"
                                                                   : "undecided");
    outcome->measure("turns", duel.turn)
        .measure("first_weapons", one.out != 0 ? 0 : one.weapons)
        .measure("second_weapons", other.out != 0 ? 0 : other.weapons);
    const auto tell = [&](const DuelSide& side, int spent, const char* what, const char* left) {
      if (!side.points) return;
      outcome->measure(what, spent);
      if (side.points_for == DuelSide::PointsFor::duel)
        outcome->measure(left, *side.points - spent);
    };
    tell(first, one.spent, "first_lp_spent", "first_lp_left");
    tell(second, other.spent, "second_lp_spent", "second_lp_left");
    return outcome;
  }

  struct State {
    Duel duel;
    std::uint8_t side = 0;
    std::uint8_t fired = 0;         ///< vehicles that have fired in this turn
    std::uint8_t held_fires = 0;    ///< whether the second fires in a simultaneous exchange
    std::uint8_t held_weapons = 0;  ///< its weapons then
    std::array<Paid, 2> paid{};
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;
    std::uint8_t jams = 0;
  };

  /// Whether it fires now. Ends a stall: it costs the fire of one turn.
  static bool ready(DuelVehicle& vehicle) {
    const bool fires = vehicle.out == 0 && vehicle.stalled == 0;
    vehicle.stalled = 0;
    return fires;
  }

  void fire_in_turn(Dice& dice, State& state, std::size_t side) const {
    DuelVehicle& vehicle = state.duel.vehicles[side];
    const std::uint8_t weapons = vehicle.weapons;
    ++state.fired;
    const bool fires = ready(vehicle);
    if (fires) pay(dice, state, side);
    fire(dice, state, side, fires, weapons);
  }

  /// Everything is paid for before the first burst (Supplement 4, FAQ on Rapid Fire).
  void pay(Dice& dice, State& state, std::size_t side) const {
    const DuelSide& own = side == 0 ? first : second;
    DuelVehicle& vehicle = state.duel.vehicles[side];
    Paid& paid = state.paid[side];
    if (vehicle.weapons == 0 || state.duel.vehicles[1 - side].out != 0) return;
    if (own.points && !own.is_elite && left(own, vehicle, paid) >= confire_lp) {
      const Decision decision{side == 0 ? "first_confire" : "second_confire",
                              side == 0 ? "ConFire?" : "ConFire in return?", no_or_yes,
                              static_cast<int>(side)};
      const bool yes =
          dice.choose(
              decision, state, [&] { return words(state, side); }, own.confire ? 1 : 0) != 0;
      if (yes) paid = {0, 1, confire_lp};
    }
    paid.twice = small(weapons_twice(dice, state, side));
    if (!own.points) return;
    paid.points = small(paid.points + own.price(paid.twice));
    vehicle.spent = small(vehicle.spent + paid.points);
  }

  /// The points that the side can still spend in this turn.
  static int left(const DuelSide& own, const DuelVehicle& vehicle, const Paid& paid) {
    const bool in_all = own.points_for == DuelSide::PointsFor::duel;
    return *own.points - paid.points - (in_all ? vehicle.spent : 0);
  }

  int weapons_twice(Dice& dice, const State& state, std::size_t side) const {
    static constexpr std::array<std::string_view, 5> numbers = {"no", "1 weapon", "2 weapons",
                                                                "3 weapons", "4 weapons"};
    const DuelSide& own = side == 0 ? first : second;
    const DuelVehicle& vehicle = state.duel.vehicles[side];
    const bool all_or_none =
        !own.points || own.second_bursts == DuelSide::SecondBursts::rapid_fire_of_tu;
    std::vector<std::string_view> options = {"no"};
    std::vector<int> weapons = {0};
    for (int number = all_or_none ? vehicle.weapons : 1; number <= vehicle.weapons; ++number) {
      if (own.points && own.price(number) > left(own, vehicle, state.paid[side])) break;
      options.push_back(all_or_none ? "yes" : numbers[static_cast<std::size_t>(number)]);
      weapons.push_back(number);
    }
    if (weapons.size() < 2) return 0;
    const Decision decision{side == 0 ? "first_double_tap" : "second_double_tap",
                            own.second_bursts == DuelSide::SecondBursts::double_tap
                                ? (side == 0 ? "Double Tap?" : "Double Tap in return?")
                                : (side == 0 ? "Rapid Fire?" : "Rapid Fire in return?"),
                            options, static_cast<int>(side)};
    const int most = static_cast<int>(weapons.size()) - 1;
    return weapons[static_cast<std::size_t>(dice.choose(
        decision, state, [&] { return words(state, side); }, own.double_tap ? most : 0))];
  }

  /// The facts that the paying side sees.
  Facts words(const State& state, std::size_t side) const {
    const DuelSide& own = side == 0 ? first : second;
    const DuelVehicle& vehicle = state.duel.vehicles[side];
    const DuelVehicle& enemy = state.duel.vehicles[1 - side];
    Facts facts = {{"turns to come", turns.most - state.duel.turn},
                   {"weapons", int{vehicle.weapons}},
                   {"enemy weapons", int{enemy.weapons}},
                   {"enemy stalled", enemy.stalled != 0}};
    if (own.points) {
      facts.emplace_back("points left", left(own, vehicle, state.paid[side]));
      if (!own.is_elite) facts.emplace_back("ConFire", state.paid[side].confire != 0);
    }
    if (turns.simultaneous()) {
      // The second side knows what the first has paid for.
      if (side == 1)
        facts.emplace_back("the enemy fires", state.paid[0].twice > 0 ? "twice" : "once");
    } else {
      facts.emplace_back("fires", state.fired == 1 ? "first" : "second");
    }
    return facts;
  }

  void fire(Dice& dice, State& state, std::size_t side, bool fires, int weapons) const {
    const DuelSide& own = side == 0 ? first : second;
    const DuelSide& other = side == 0 ? second : first;
    DuelVehicle& target = state.duel.vehicles[1 - side];
    state.side = static_cast<std::uint8_t>(side);
    if (!fires) return;
    const int twice = state.paid[side].twice;
    for (state.burst = 0; state.burst < (twice > 0 ? 2 : 1); ++state.burst) {
      const int firing = state.burst == 0 ? weapons : twice;
      for (state.weapon = 0; state.weapon < firing; ++state.weapon) {
        if (state.burst > 0 && target.out != 0) continue;  // a wreck gets no second burst
        burst(dice, state, own, other, target);
      }
    }
    DuelVehicle& vehicle = state.duel.vehicles[side];
    vehicle.weapons = small(vehicle.weapons > state.jams ? vehicle.weapons - state.jams : 0);
    state.jams = state.burst = state.weapon = state.shot = 0;
    state.paid[side] = {};
  }

  void burst(Dice& dice, State& state, const DuelSide& own, const DuelSide& other,
             DuelVehicle& target) const {
    const bool dead_eye = own.has_dead_eye && state.burst == 0 && state.weapon == 0;
    const bool confire = state.paid[state.side].confire != 0;
    const QualityRoll& roll = own.better.at((dead_eye ? 1u : 0u) + (confire ? 1u : 0u));
    if (!roll.possible()) return;
    for (state.shot = 0; state.shot < own.vehicle.shots; ++state.shot) {
      dice.at(state);
      const Shot shot = roll_shot(dice, roll, state.burst > 0);
      if (shot == Shot::natural_1) state.jamming = 1;
      if (shot == Shot::hit) hit(dice, own.vehicle, other.vehicle, target);
    }
    state.jams = small(state.jams + state.jamming);
    state.jamming = 0;
  }

  static void hit(Dice& dice, const Duelist& own, const Duelist& other, DuelVehicle& target) {
    const std::optional<Damage> damage = other.damage.attack(dice, own.firepower, other.dv);
    if (!damage) return;
    switch (*damage) {
      case Damage::stalled:
        target.stalled = 1;
        break;
      case Damage::transmission:
        break;  // it can still fire
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
      .includes(&DuelRule::turns, "", "who", std::vector<std::string>{"1", "2", "3"})
      .includes(&DuelRule::damage, "", DamageRules::Asked{.mechanic = false})
      .includes(&DuelRule::first,
                [](Declaration<DuelSide>& asks) {
                  DuelSide::describe_points(asks, "first_", "the first vehicle", 0);
                })
      .includes(&DuelRule::second,
                [](Declaration<DuelSide>& asks) {
                  DuelSide::describe_points(asks, "second_", "the second vehicle", 1);
                })
      .outcome("first_wins", "the second vehicle is knocked out, the first is not")
      .outcome("second_wins", "the first vehicle is knocked out, the second is not")
      .outcome("both_knocked_out", "both are, in the same turn")
      .outcome("undecided", "neither is when the turns are over or no weapon is left")
      .measure("turns", "turns that it took")
      .measure("first_weapons", "weapons left to the first vehicle; 0 if it is knocked out")
      .measure("second_weapons", "weapons left to the second vehicle; 0 if it is knocked out")
      .measure("first_lp_spent", "leadership points that the first vehicle spent")
      .less_is_better()
      .measure("first_lp_left", "those that are left to it of the duel's")
      .measure("second_lp_spent", "leadership points that the second vehicle spent")
      .less_is_better()
      .measure("second_lp_left", "those that are left to it of the duel's")
      .headline("first_wins", "the first wins")
      .headline("second_wins", "the second wins")
      .headline("both_knocked_out", "both are knocked out")
      .headline("undecided", "it is undecided");
}

}  // namespace combat_odds::slammers
