#include <algorithm>
#include <array>
#include <cstdint>

#include "core/dice/even_handed.hpp"
#include "core/dice/small.hpp"
#include "core/explore/parted_states.hpp"
#include "sim/slammers/duels/duelist.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int most_vehicles = 8;  ///< an elite detachment
constexpr const char* backup_weapon = "powergun_rifle";

/// Vehicles of one kind on one side.
struct Troop {
  /// Where the enemy is, for the firing arcs of Combat Cars (Supplement 4, UCCF). All three weapons
  /// fire ahead; the front one and that side's one fire to a flank; none fire to the rear.
  enum class Arc : std::uint8_t { all, ahead, flank, behind };

  int number = 1;
  Duelist vehicle;
  Arc arc = Arc::all;
  bool backup = false;
  bool double_tap = false;

  static void describe(Declaration<Troop>& asks, const std::string& who) {
    asks.asks(&Troop::number, "number", 1, most_vehicles, "vehicles of " + who)
        .includes(&Troop::vehicle, "", who, "weapons of each of them", "Sh of each weapon")
        .adjust("shots",
                [](Parameter& shots) {
                  shots.tried = {"1", "2"};
                })
        .asks(
            &Troop::arc, "arc", one_of({"all", "ahead", "flank", "behind"}),
            "where its enemy is: all weapons bear, or those of a Combat Car ahead (3), on a flank "
            "(2) or behind (none)")
        .only_when(
            [](const Troop& troop) { return troop.arc == Arc::all || troop.vehicle.weapons == 3; },
            "only a Combat Car's three weapons have arcs", "--weapons 3")
        .asks(
            &Troop::backup, "backup",
            "a crew member fires a powergun rifle (Sh 1, FP 2) where a weapon is lost or does not "
            "bear")
        .asks(&Troop::double_tap, "double_tap", "it uses Double Tap each turn, 1 LP a weapon")
        .includes(&Troop::vehicle, Duelist::describe_mechanic)
        .includes(&Troop::vehicle, Duelist::describe_snapshot);
  }

  void prepare(const Charts& charts) {
    const Weapon& rifle = charts.get<Weapons>().find(backup_weapon, "backup");
    rifle_shots = shots_of(rifle);
    rifle_firepower = firepower_of(rifle, false);
    bearing = arc == Arc::flank ? 2 : arc == Arc::behind ? 0 : vehicle.weapons;
    if (bearing == 0 && !backup) {
      throw ArgumentError("arc", "no weapon bears on an enemy behind", "flank, or backup true");
    }
  }

  /// Whether the backup weapon fires beside so many that bear.
  std::uint8_t rifles(int bearing_now) const {
    return backup && bearing_now < vehicle.weapons ? 1 : 0;
  }

  int rifle_shots = 1;
  int rifle_firepower = 0;
  int bearing = 1;
};

/// A vehicle during the fight.
struct Vehicle {
  std::uint8_t out = 1;      ///< knocked out, disarmed or never there
  std::uint8_t bearing = 0;  ///< working weapons that bear on the enemy
  std::uint8_t others = 0;
  std::uint8_t stalled = 0;     ///< misses its next chance to fire
  std::uint8_t held = 0;        ///< weapons that it has still to fire in this turn
  std::uint8_t held_rifle = 0;  ///< whether its backup weapon has still to fire
  std::uint8_t jams = 0;        ///< weapons that jammed in an exchange that is not over
  /// Of its Snapshot: 0: none in this turn, or phase 5 has begun.
  std::uint8_t snapshot = 0;
  static constexpr std::uint8_t to_come = 1;
  static constexpr std::uint8_t fired = 2;

  auto operator<=>(const Vehicle&) const = default;

  bool fires() const { return held + held_rifle > 0 || snapshot == to_come; }
  /// Only the fire that it still has in this turn.
  Vehicle fire_alone() const { return {1, 0, 0, 0, held, held_rifle, 0, snapshot}; }
  /// Once a vehicle is out, nothing else matters.
  Vehicle in_short() const { return out != 0 ? fire_alone() : *this; }
};

using Vehicles = std::array<Vehicle, most_vehicles>;

/// The progress of one vehicle's fire.
struct Salvo {
  std::uint8_t fires = 0;  ///< whether a salvo is going on
  std::uint8_t side = 0;
  std::uint8_t firer = 0;
  std::uint8_t target = 0;
  std::uint8_t weapons = 0;  ///< weapons in the salvo
  std::uint8_t rifle = 0;    ///< whether the backup weapon fires after them
  std::uint8_t burst = 0;
  std::uint8_t weapon = 0;
  std::uint8_t shot = 0;
  std::uint8_t jamming = 0;
  std::uint8_t jams = 0;
  std::uint8_t in_move = 0;  ///< it is a Snapshot
  std::uint8_t waits = 0;    ///< the target's fire of this turn is settled and still to come
};

struct TroopFight {
  std::array<Vehicles, 2> sides{};
  Salvo salvo;
  std::uint8_t turn = 0;
  std::uint8_t leads = 0;  ///< the side that fires first in this turn
  /// 0: a turn begins; 1, 2: the first or second side of the turn fires; apart: only the salvo and
  /// its target are here, at the first place of its side (see PartedStates); first_moves,
  /// second_moves: its Snapshots.
  std::uint8_t half = 0;
  static constexpr std::uint8_t apart = 3;
  static constexpr std::uint8_t first_moves = 4;
  static constexpr std::uint8_t second_moves = 5;

  bool moving() const { return half == first_moves || half == second_moves; }
  /// The side that fires in this half.
  std::size_t acting() const {
    return half == 1 || half == first_moves ? leads : std::size_t{1} - leads;
  }

  Vehicle& firer() { return sides[salvo.side][salvo.firer]; }
  Vehicle& target() { return sides[1 - salvo.side][salvo.target]; }
};

struct TroopDuel {
  Troop first;
  Troop second;
  DuelTurns turns;
  DamageRules damage;

  void prepare(const Charts& /*charts*/) {
    first.vehicle.damaged_by(damage);
    second.vehicle.damaged_by(damage);
  }

  const Troop& troop(std::size_t side) const { return side == 0 ? first : second; }

  TroopFight start() const {
    TroopFight fight;
    for (std::size_t side = 0; side < 2; ++side) {
      const Troop& own = troop(side);
      for (int i = 0; i < own.number; ++i) {
        fight.sides[side][static_cast<std::size_t>(i)] = {
            0, small(own.bearing), small(own.vehicle.weapons - own.bearing), 0, 0, 0, 0};
      }
    }
    return fight;
  }

  /// Plays the next shot, or the end of the turn.
  TroopFight step(const TroopFight& before, Dice& dice) const {
    TroopFight fight = before;
    if (fight.half == 0) {
      ++fight.turn;
      fight.leads = turns.leader(dice);
      const bool snapshots = first.vehicle.snaps() || second.vehicle.snaps();
      begin_half(fight, snapshots ? TroopFight::first_moves : std::uint8_t{1});
    }
    while (fight.half != 0) {
      if (fight.salvo.fires != 0) {
        shoot(dice, fight);
        end_bursts(fight);
        return fight;
      }
      begin_salvo(fight);
    }
    return fight;
  }

  TroopFight alike(const TroopFight& fight) const {
    TroopFight sorted = fight;
    if (fight.salvo.fires != 0) return sorted;  // the salvo refers to vehicles by their index
    // The damage of a simultaneous exchange must not change who fires first in it.
    const bool in_exchange = turns.simultaneous() && fight.half != 0;
    for (Vehicles& vehicles : sorted.sides) {
      if (in_exchange) {
        for (Vehicle& vehicle : vehicles) vehicle = vehicle.in_short();
      } else {
        sort_damaged_first(vehicles);
      }
    }
    return sorted;
  }

  // A salvo goes by its progress and its target alone.
  static TroopFight salvo_of(const TroopFight& fight) {
    TroopFight acting;
    acting.salvo = fight.salvo;
    acting.salvo.firer = acting.salvo.target = 0;
    acting.target() = fight.sides[1 - fight.salvo.side][fight.salvo.target];
    acting.half = TroopFight::apart;
    return acting;
  }
  static TroopFight without_salvo(const TroopFight& fight) {
    TroopFight standing = fight;
    standing.salvo = {
        .side = fight.salvo.side, .firer = fight.salvo.firer, .target = fight.salvo.target};
    standing.target() = {};
    return standing;
  }
  TroopFight joined(TroopFight acting, const TroopFight& standing) const {
    TroopFight fight = standing;
    fight.target() = acting.target();
    fight.salvo = acting.salvo;
    fight.salvo.firer = standing.salvo.firer;
    fight.salvo.target = standing.salvo.target;
    if (fight.salvo.fires == 0) end_salvo(fight);
    return fight;
  }

  std::unique_ptr<Rule> rule(const Charts& charts) const;

  std::optional<Outcome> outcome(const TroopFight& fight) const {
    if (fight.half != 0) return std::nullopt;
    std::array<int, 2> fit{};
    for (std::size_t side = 0; side < 2; ++side) {
      for (const Vehicle& vehicle : fight.sides[side]) fit[side] += vehicle.out == 0 ? 1 : 0;
    }
    if (fit[0] > 0 && fit[1] > 0 && fight.turn < turns.most) return std::nullopt;
    return Outcome(fit[0] > 0 && fit[1] > 0 ? "undecided"
                   : fit[0] > 0             ? "first_wins"
                   : fit[1] > 0             ? "second_wins"
                                            : "both_out")
        .measure("turns", fight.turn)
        .measure("first_lost", first.number - fit[0])
        .measure("second_lost", second.number - fit[1]);
  }

 private:
  /// Both fire with the weapons that they had before a simultaneous exchange.
  void begin_half(TroopFight& fight, std::uint8_t half) const {
    fight.half = half;
    const bool opens = half == 1 || half == TroopFight::first_moves;
    if (turns.simultaneous() && !opens) return;
    make_ready(fight, fight.acting());
    if (turns.simultaneous()) make_ready(fight, 1 - fight.acting());
  }

  /// Sets the weapons that each vehicle of a side will fire: in its move if it has a Snapshot, else
  /// in phase 5. Puts them in the order of their fire: damaged ones first, those that are out last.
  void make_ready(TroopFight& fight, std::size_t side) const {
    const Troop& own = troop(side);
    sort_damaged_first(fight.sides[side]);
    for (Vehicle& vehicle : fight.sides[side]) {
      if (!fight.moving()) {
        settle(vehicle, own);
      } else if (own.vehicle.snaps()) {
        settle_move(vehicle, own);
      }
    }
  }

  static void sort_damaged_first(Vehicles& vehicles) {
    for (Vehicle& vehicle : vehicles) vehicle = vehicle.in_short();
    std::sort(vehicles.begin(), vehicles.end());
  }

  /// A stalled vehicle stays so until its phase 5: it neither moves nor fires before.
  static void settle_move(Vehicle& vehicle, const Troop& own) {
    if (vehicle.out != 0 || vehicle.stalled != 0 || vehicle.bearing == 0) return;
    vehicle.snapshot = Vehicle::to_come;
    vehicle.held = own.vehicle.roll.possible() ? small(vehicle.bearing - 1) : std::uint8_t{0};
  }

  /// Its fire in phase 5. A stall costs the fire of one turn: of the next for those who have fired
  /// a Snapshot, else of this one (Supplement 4, FAQ on result 2).
  static void settle(Vehicle& vehicle, const Troop& own) {
    const bool moved = vehicle.snapshot == Vehicle::fired;
    const bool able = vehicle.out == 0 && (moved || vehicle.stalled == 0);
    const bool fires = able && own.vehicle.roll.possible();
    if (!moved) vehicle.stalled = 0;
    vehicle.held = !fires ? std::uint8_t{0} : moved ? vehicle.held : vehicle.bearing;
    vehicle.held_rifle = fires ? own.rifles(vehicle.bearing) : 0;
    vehicle.snapshot = 0;
  }

  /// Whether it has fire to come in a turn that is not simultaneous.
  static bool still_fires(const Vehicle& vehicle, const Troop& own) {
    if (vehicle.snapshot == 0) return vehicle.fires() || vehicle.stalled == 0;
    const bool rifle = own.rifles(vehicle.bearing) > 0 && own.vehicle.roll.possible();
    return vehicle.fires() || rifle;
  }

  /// The enemy vehicle with the fewest weapons left, then with the fewest that bear, then a stalled
  /// one, then one that has still to fire: fire stays on a damaged vehicle until it is out. In a
  /// simultaneous exchange it does not matter who has still to fire. Empty if all are out.
  std::optional<std::size_t> target_of(const Vehicles& enemies, const Troop& theirs) const {
    std::optional<std::size_t> best;
    const auto key = [&](const Vehicle& vehicle) {
      std::array<int, 6> all = {vehicle.bearing + vehicle.others, vehicle.bearing,
                                vehicle.stalled != 0 ? 0 : 1};
      if (!turns.simultaneous()) {
        all[3] = still_fires(vehicle, theirs) ? 0 : 1;
        all[4] = vehicle.held;
        all[5] = vehicle.held_rifle;
      }
      return all;
    };
    for (std::size_t i = 0; i < enemies.size(); ++i) {
      if (enemies[i].out != 0) continue;
      if (!best || key(enemies[i]) < key(enemies[*best])) best = i;
    }
    return best;
  }

  /// Starts the fire of the side's next vehicle; without one, the other side's half or the end of
  /// the turn follows.
  void begin_salvo(TroopFight& fight) const {
    const std::size_t side = fight.acting();
    Vehicles& own = fight.sides[side];
    const auto waits = [&](const Vehicle& vehicle) {
      return fight.moving() ? vehicle.snapshot == Vehicle::to_come : vehicle.fires();
    };
    const auto next = std::find_if(own.begin(), own.end(), waits);
    if (next == own.end()) {
      end_half(fight);
      return;
    }
    const std::optional<std::size_t> target = target_of(fight.sides[1 - side], troop(1 - side));
    if (target) {
      fight.salvo = {.fires = 1,
                     .side = static_cast<std::uint8_t>(side),
                     .firer = small(next - own.begin()),
                     .target = small(*target),
                     .weapons = fight.moving() ? std::uint8_t{1} : next->held,
                     .rifle = fight.moving() ? std::uint8_t{0} : next->held_rifle,
                     .in_move = small(fight.moving() ? 1 : 0),
                     .waits = small(its_fire_waits(fight, 1 - side) ? 1 : 0)};
    }
    if (fight.moving()) {
      next->snapshot = Vehicle::fired;
    } else {
      next->held = next->held_rifle = 0;
    }
  }

  void end_half(TroopFight& fight) const {
    if (fight.half == TroopFight::first_moves) {
      begin_half(fight, TroopFight::second_moves);
    } else if (fight.half == TroopFight::second_moves) {
      begin_half(fight, 1);
    } else if (fight.half == 1) {
      begin_half(fight, 2);
    } else {
      fight.half = 0;
      fight.leads = 0;
      if (turns.simultaneous()) end_exchange(fight);
    }
  }

  /// Whether a side has settled its fire in its moves, and can still lose some of it.
  bool its_fire_waits(const TroopFight& fight, std::size_t side) const {
    const bool still_to_come = fight.moving() || (fight.half == 1 && !turns.simultaneous());
    return troop(side).vehicle.snaps() && still_to_come;
  }

  /// One shot of the salvo. The backup weapon fires last, after all bursts.
  void shoot(Dice& dice, TroopFight& fight) const {
    Salvo& salvo = fight.salvo;
    const Troop& own = troop(salvo.side);
    const bool rifle = salvo.weapon >= salvo.weapons;
    const bool risky = salvo.burst > 0 && !rifle;
    const QualityRoll& roll = salvo.in_move != 0 ? own.vehicle.roll_in_move : own.vehicle.roll;
    const Shot shot = roll_shot(dice, roll, risky);
    if (shot == Shot::natural_1) salvo.jamming = 1;
    if (shot == Shot::hit && fight.target().out == 0) {
      hit(dice, fight.target(), troop(1 - salvo.side),
          rifle ? own.rifle_firepower : own.vehicle.firepower, salvo.waits != 0);
    }
    ++salvo.shot;
  }

  /// Moves on to the next weapon or burst after a weapon's last shot. Ends the salvo when no fire
  /// is left or the target is out.
  void end_bursts(TroopFight& fight) const {
    Salvo& salvo = fight.salvo;
    const Troop& own = troop(salvo.side);
    const bool out = fight.target().out != 0;
    if (salvo.weapon < salvo.weapons) {
      // A second burst is fired to its end, because it may jam.
      const bool goes_on = salvo.shot < own.vehicle.shots && (!out || salvo.burst > 0);
      if (goes_on) return;
      salvo.jams = small(salvo.jams + salvo.jamming);
      salvo.jamming = salvo.shot = 0;
      ++salvo.weapon;
      const bool second_burst = own.double_tap && salvo.burst == 0 && salvo.in_move == 0;
      if (salvo.weapon == salvo.weapons && second_burst) {
        salvo.burst = 1;
        salvo.weapon = 0;
      }
      if (!out && (salvo.weapon < salvo.weapons || salvo.rifle != 0)) return;
    } else if (!out && salvo.shot < own.rifle_shots) {
      return;
    }
    salvo = {.side = salvo.side, .firer = salvo.firer, .target = salvo.target, .jams = salvo.jams};
    if (fight.half != TroopFight::apart) end_salvo(fight);
  }

  void end_salvo(TroopFight& fight) const {
    fight.firer().jams = fight.salvo.jams;
    if (!turns.simultaneous()) clear_jams(fight.firer(), troop(fight.salvo.side));
    fight.salvo = {};
  }

  static void clear_jams(Vehicle& firer, const Troop& own) {
    firer.bearing = small(firer.bearing - std::min(firer.bearing, firer.jams));
    firer.jams = 0;
    disarm(firer, own);
  }

  /// What jams in a simultaneous exchange changes nothing for those who fire in it.
  void end_exchange(TroopFight& fight) const {
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vehicle& vehicle : fight.sides[side]) clear_jams(vehicle, troop(side));
    }
  }

  /// `waits`: its fire of this turn is settled and still to come.
  static void hit(Dice& dice, Vehicle& target, const Troop& other, int firepower, bool waits) {
    const std::optional<Damage> damage =
        other.vehicle.damage.attack(dice, firepower, other.vehicle.dv);
    if (!damage) return;
    const auto lose = [](std::uint8_t& one, std::uint8_t& else_one) {
      std::uint8_t& lost = one > 0 ? one : else_one;
      if (lost > 0) --lost;
    };
    switch (*damage) {
      case Damage::stalled:
        target.stalled = 1;
        break;
      case Damage::transmission:
        break;  // it can still fire
      case Damage::weapon_owner_choice:
        lose(target.others, target.bearing);
        break;
      case Damage::weapon_attacker_choice:
        if (waits && target.held > 0) --target.held;  // not the one of the Snapshot
        lose(target.bearing, target.others);
        break;
      case Damage::destroyed:
      case Damage::vaporised:
        target.out = 1;
        break;
    }
    if (waits) target.held = std::min(target.held, target.bearing);
    disarm(target, other);
  }

  /// A vehicle that can no longer fire at the enemy is out of the fight.
  static void disarm(Vehicle& vehicle, const Troop& own) {
    if (vehicle.bearing == 0 && !own.backup) vehicle.out = 1;
  }
};

/// The fight as the rule that slammers.troop-duel plays.
class TroopDuelRule final : public Process<TroopFight>, public PartedStates, public EvenHanded {
 public:
  explicit TroopDuelRule(const TroopDuel& duel) : duel_(duel) {}

  TroopFight start() const override { return duel_.start(); }
  TroopFight step(const TroopFight& fight, Dice& dice) const override {
    return duel_.step(fight, dice);
  }
  TroopFight alike(const TroopFight& fight) const override { return duel_.alike(fight); }
  std::optional<Outcome> outcome(const TroopFight& fight) const override {
    return duel_.outcome(fight);
  }

  bool part(std::byte* state, std::byte* standing) const override {
    const TroopFight fight = read(state);
    if (fight.salvo.fires == 0) return false;
    write(state, TroopDuel::salvo_of(fight));
    write(standing, TroopDuel::without_salvo(fight));
    return true;
  }
  bool goes_on_apart(const std::byte* acting) const override {
    return read(acting).salvo.fires != 0;
  }
  void join(std::byte* acting, const std::byte* standing) const override {
    write(acting, duel_.joined(read(acting), read(standing)));
  }

  /// A roll says who leads in each turn.
  bool is_even_handed() const override { return duel_.turns.order == DuelTurns::Order::rolled; }

 private:
  TroopDuel duel_;
};

std::unique_ptr<Rule> TroopDuel::rule(const Charts& /*charts*/) const {
  return std::make_unique<TroopDuelRule>(*this);
}

}  // namespace

Procedure troop_duel() {
  return procedure<TroopDuel>("slammers.troop-duel",
                              "Supplement 4, UCCF; play sheet, phase 5, turn after turn",
                              "two troops of vehicles fire at each other until one is out")
      .includes(&TroopDuel::first, "first_", "the first troop")
      .includes(&TroopDuel::second, "second_", "the second troop")
      .includes(&TroopDuel::turns, "", "which troop", std::vector<std::string>{"1", "2"})
      .includes(&TroopDuel::damage, "", DamageRules::Asked{.mechanic = false})
      .outcome("first_wins", "only the first troop has vehicles that can fire")
      .outcome("second_wins", "only the second troop has")
      .outcome("both_out", "neither has")
      .outcome("undecided", "both have when the turns are over")
      .measure("turns", "turns that it took")
      .measure("first_lost", "vehicles of the first troop knocked out or disarmed")
      .measure("second_lost", "vehicles of the second troop knocked out or disarmed")
      .headline("first_wins", "the first troop wins")
      .headline("second_wins", "the second troop wins")
      .headline("undecided", "it is undecided");
}

}  // namespace combat_odds::slammers
