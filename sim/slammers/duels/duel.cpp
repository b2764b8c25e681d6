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
        .includes(&DuelSide::vehicle, Duelist::describe_mechanic)
        .includes(&DuelSide::vehicle, Duelist::describe_snapshot);
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
      const auto index = static_cast<std::size_t>(levels);
      better.at(index) = vehicle.troops.roll(charts, vehicle.qr_modifier + levels);
      better_in_move.at(index) =
          vehicle.troops.roll(charts, vehicle.qr_modifier + vehicle.snapshot_qr + levels);
    }
  }

  /// Whether it has a Snapshot that can be rolled, with ConFire or without. Dead Eye goes with it.
  bool snaps(bool with_confire) const {
    const std::size_t levels = (has_dead_eye ? 1u : 0u) + (with_confire ? 1u : 0u);
    return vehicle.snapshot && better_in_move.at(levels).possible();
  }

  /// The LP for second bursts of so many weapons.
  int price(int number) const {
    if (second_bursts == SecondBursts::double_tap) return number;
    const bool once = second_bursts == SecondBursts::rapid_fire_of_tu;
    return rapid_fire_lp * (once ? std::min(number, 1) : number);
  }

  std::array<QualityRoll, 3> better;          ///< its fire, none, one or two levels better
  std::array<QualityRoll, 3> better_in_move;  ///< the same of its Snapshot
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
    state.leads = turns.leader(dice);
    if (first.snaps(first.confire) || second.snaps(second.confire)) {
      state.moving = 1;
      exchange(dice, state);
      state.moving = 0;
    }
    exchange(dice, state);
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

  /// What a vehicle fires in this turn.
  struct Aim {
    std::uint8_t fires = 0;
    std::uint8_t weapons = 0;   ///< that are still to fire in phase 5
    std::uint8_t snapshot = 0;  ///< whether its Snapshot is still to come
    std::uint8_t waits = 0;     ///< it has aimed in phase 4, and phase 5 has not begun for it
    std::uint8_t in_move = 0;   ///< it has aimed in phase 4
  };

  struct State {
    Duel duel;
    std::uint8_t side = 0;
    std::uint8_t leads = 0;   ///< the side that fires first in this turn
    std::uint8_t moving = 0;  ///< 1: phase 4, Snapshots alone; 0: phase 5
    std::array<Aim, 2> aims{};
    std::array<Paid, 2> paid{};
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;
    std::uint8_t jams = 0;
  };

  const DuelSide& force(std::size_t side) const { return side == 0 ? first : second; }

  /// One fires after the other, or both as they were before the exchange.
  void exchange(Dice& dice, State& state) const {
    const std::array<std::size_t, 2> order = {state.leads, std::size_t{1} - state.leads};
    if (turns.simultaneous()) {
      std::array<bool, 2> aimed{};
      for (const std::size_t side : order) aimed[side] = aim(state, side);
      // Both pay before either fires.
      for (const std::size_t side : order) {
        if (aimed[side]) pay(dice, state, side);
      }
    }
    for (const std::size_t side : order) {
      if (!turns.simultaneous() && aim(state, side)) pay(dice, state, side);
      fire(dice, state, side);
    }
  }

  /// Settles what a vehicle fires in this turn: in its move if it has a Snapshot, else in phase 5.
  /// A stall costs the fire of one turn; who misses it has neither moved nor fired until its
  /// phase 5, and another stall before that costs no more (Supplement 4, FAQ on result 2).
  /// Whether it was settled now, and it fires.
  bool aim(State& state, std::size_t side) const {
    DuelVehicle& vehicle = state.duel.vehicles[side];
    Aim& aim = state.aims[side];
    const bool has_snapshot = state.moving != 0 && may_snap(state, side);
    const bool settles = has_snapshot || (state.moving == 0 && aim.in_move == 0);
    if (settles) {
      aim.fires = small(vehicle.out == 0 && vehicle.stalled == 0 ? 1 : 0);
      aim.snapshot = has_snapshot && vehicle.weapons > 0 ? aim.fires : 0;
      aim.weapons = small(vehicle.weapons - aim.snapshot);
      aim.waits = aim.in_move = small(has_snapshot ? 1 : 0);
    }
    if (state.moving == 0) {
      aim.waits = 0;
      if (vehicle.out != 0) aim.fires = 0;
      if (aim.fires == 0) vehicle.stalled = 0;
    }
    return settles && aim.fires != 0;
  }

  /// Whether it means to fire a Snapshot, which may need the ConFire that it pays for.
  bool may_snap(const State& state, std::size_t side) const {
    const DuelSide& own = force(side);
    const bool pays = own.confire && own.points &&
                      left(own, state.duel.vehicles[side], state.paid[side]) >= confire_lp;
    return own.snaps(pays);
  }

  /// Everything is paid for before the first burst (Supplement 4, FAQ on Rapid Fire).
  void pay(Dice& dice, State& state, std::size_t side) const {
    const DuelSide& own = force(side);
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
    if (state.moving != 0 && !own.snaps(paid.confire != 0)) {  // all its weapons fire in phase 5
      state.aims[side] = {};
      return;
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
    const DuelSide& own = force(side);
    const DuelVehicle& vehicle = state.duel.vehicles[side];
    const int most_twice = state.aims[side].weapons;
    const bool all_or_none =
        !own.points || own.second_bursts == DuelSide::SecondBursts::rapid_fire_of_tu;
    std::vector<std::string_view> options = {"no"};
    std::vector<int> weapons = {0};
    for (int number = all_or_none ? std::max(most_twice, 1) : 1; number <= most_twice; ++number) {
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
    const DuelSide& own = force(side);
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
      if (side == 1 && (state.aims[0].in_move != 0 || state.moving == 0))
        facts.emplace_back("the enemy fires", state.aims[0].fires == 0  ? "not"
                                              : state.paid[0].twice > 0 ? "twice"
                                                                        : "once");
    } else {
      facts.emplace_back("fires", side == state.leads ? "first" : "second");
    }
    return facts;
  }

  void fire(Dice& dice, State& state, std::size_t side) const {
    Aim& aim = state.aims[side];
    const DuelVehicle& target = state.duel.vehicles[1 - side];
    const bool at_a_wreck = target.out != 0;
    state.side = static_cast<std::uint8_t>(side);
    if (state.moving != 0) {
      if (aim.snapshot != 0 && !at_a_wreck) burst(dice, state);
      aim.snapshot = 0;
      return;
    }
    if (aim.fires != 0 && !at_a_wreck) {
      const int weapons = aim.weapons;
      const int twice = std::min<int>(state.paid[side].twice, weapons);
      for (state.burst = 0; state.burst < (twice > 0 ? 2 : 1); ++state.burst) {
        const int firing = state.burst == 0 ? weapons : twice;
        for (state.weapon = 0; state.weapon < firing; ++state.weapon) {
          if (state.burst > 0 && target.out != 0) continue;  // a wreck gets no second burst
          burst(dice, state);
        }
      }
      DuelVehicle& vehicle = state.duel.vehicles[side];
      vehicle.weapons = small(vehicle.weapons > state.jams ? vehicle.weapons - state.jams : 0);
      state.jams = state.burst = state.weapon = state.shot = 0;
    }
    state.paid[side] = {};
    aim = {};
  }

  /// The next burst of the side that fires.
  void burst(Dice& dice, State& state) const {
    const DuelSide& own = force(state.side);
    const Aim& aim = state.aims[state.side];
    // A Snapshot is the first burst of the turn.
    const bool first_burst =
        state.moving != 0 || (aim.in_move == 0 && state.burst == 0 && state.weapon == 0);
    const bool dead_eye = own.has_dead_eye && first_burst;
    const bool confire = state.paid[state.side].confire != 0;
    const std::size_t levels = (dead_eye ? 1u : 0u) + (confire ? 1u : 0u);
    const QualityRoll& roll =
        state.moving != 0 ? own.better_in_move.at(levels) : own.better.at(levels);
    if (!roll.possible()) return;
    for (state.shot = 0; state.shot < own.vehicle.shots; ++state.shot) {
      dice.at(state);
      const Shot shot = roll_shot(dice, roll, state.burst > 0);
      if (shot == Shot::natural_1) state.jamming = 1;
      if (shot == Shot::hit) hit(dice, state);
    }
    state.shot = 0;
    state.jams = small(state.jams + state.jamming);
    state.jamming = 0;
  }

  void hit(Dice& dice, State& state) const {
    const std::size_t other_side = std::size_t{1} - state.side;
    const Duelist& own = force(state.side).vehicle;
    const Duelist& other = force(other_side).vehicle;
    DuelVehicle& target = state.duel.vehicles[other_side];
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
        lose_weapon(target, state.aims[other_side], *damage == Damage::weapon_attacker_choice);
        break;
      case Damage::destroyed:
      case Damage::vaporised:
        target.out = 1;
        break;
    }
  }

  /// The attacker picks a weapon that has still to fire, the owner the one of the Snapshot.
  static void lose_weapon(DuelVehicle& vehicle, Aim& aim, bool attacker_picks) {
    if (vehicle.weapons == 0) return;
    --vehicle.weapons;
    if (aim.waits == 0 || aim.weapons == 0) return;
    if (attacker_picks || aim.weapons > vehicle.weapons) --aim.weapons;
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
