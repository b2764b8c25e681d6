#include <algorithm>
#include <cstring>

#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/air_and_weather/air_support.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr int aircraft_morale = 8;  // 101.851
constexpr int most_damage = 15;
constexpr int second_phase_range = 4;  // 101.42

/// The state of the raid apart from the infantry; small enough for TargetStack::memo.
struct Raid {
  unsigned flying : 2 = 0;   ///< aircraft that attack
  unsigned plane : 2 = 0;    ///< the aircraft whose turn it is
  unsigned stage : 3 = 0;    ///< its stage
  unsigned vehicle : 1 = 0;  ///< 1: still there
  unsigned second_vehicle : 1 = 0;
  unsigned vehicles_lost : 2 = 0;
  unsigned damage : 4 = 0;  ///< how far this aircraft failed its check
  unsigned shot_down : 2 = 0;
  unsigned damaged : 2 = 0;
  unsigned friends_attacked : 1 = 0;
  unsigned diverted : 1 = 0;
  unsigned on_target : 1 = 0;  ///< 1: the first phase was against the chosen hex
  unsigned aa_shots : 3 = 0;   ///< anti-aircraft guns that have not fired
  unsigned version : 2 = 0;    ///< index in AirSupport::armaments
  unsigned screams : 2 = 0;    ///< Stukas heard in the adjacent hex
  unsigned rubble : 1 = 0;
  unsigned fire : 1 = 0;
  unsigned in_reach : 1 = 0;  ///< 1: of a mistaken attack the chosen hex is in reach (101.84)
};
static_assert(sizeof(Raid) == 4);

/// The result of a raid.
struct Result {
  std::uint8_t eliminated = 0;
  std::uint8_t broken = 0;
  std::uint8_t vehicle_gone = 0;
  std::uint8_t vehicles_lost = 0;
  std::uint8_t shot_down = 0;
  std::uint8_t damaged = 0;
  std::uint8_t friends_attacked = 0;
  std::uint8_t diverted = 0;
  std::uint8_t leader_lost = 0;
  std::uint8_t screams = 0;
  std::uint8_t rubble = 0;
  std::uint8_t fire = 0;
  std::uint8_t adjacent_eliminated = 0;
  std::uint8_t adjacent_broken = 0;
};

void raise_morale(TargetStack& stack, int by) {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    unit.morale = small(unit.morale + by);
    unit.broken_morale = small(unit.broken_morale + by);
  }
}

/// One play of a raid: the dice, the stack and the state so far.
class AirRaid {
 public:
  AirRaid(const AirSupport& asked, Dice& dice) : asked_(asked), dice_(dice), stack_(asked.stack) {}

  /// All aircraft attack in turn.
  Result play() {
    raid_.vehicle = asked_.vehicle ? 1 : 0;
    raid_.second_vehicle = asked_.second_vehicle ? 1 : 0;
    raid_.aa_shots = static_cast<unsigned>(asked_.aa_shots) & 7u;
    if (asked_.armaments.size() > 1) {  // Supplement A 7
      const auto& versions = asked_.version_of_die;
      raid_.version =
          dice_.die([&](int roll) { return versions[static_cast<std::size_t>(roll) - 1]; }) & 3u;
    }
    // ASL E7.21 instead of the table of 101.2: half the die, fractions rounded up.
    const int flying =
        asked_.flying > 0 ? asked_.flying : dice_.die([](int roll) { return (roll + 1) / 2; });
    raid_.flying = static_cast<unsigned>(flying) & 3u;
    for (unsigned plane = 1; plane <= raid_.flying; ++plane) {
      raid_.plane = plane & 3u;
      raid_.damage = 0;
      raid_.on_target = raid_.in_reach = 0;
      reach(waiting);
      attack();
    }
    return result();
  }

 private:
  enum Stage : unsigned { waiting, screaming, strafing, anti_aircraft, second_phase, falling };

  void remember() { std::memcpy(stack_.memo.data(), &raid_, sizeof(raid_)); }

  /// Sets a checkpoint.
  void reach(Stage stage) {
    raid_.stage = static_cast<unsigned>(stage) & 7u;
    remember();
    stack_.next = stack_.except = 0;
    dice_.at(stack_);
  }

  void attack() {
    if (!first_attack()) return;
    reach(anti_aircraft);
    if (!fired_at()) return;
    reach(second_phase);
    if (!armed().bombs()) {
      if (raid_.on_target == 1 || raid_.in_reach == 1) shoot_37l();
    } else {
      drop();
    }
  }

  /// 101.5: one of several aircraft has the 37L.
  const AirSupport::Armament& armed() const {
    const bool has_37l =
        asked_.with_37l && raid_.plane == (asked_.first_37l ? 1u : unsigned{raid_.flying});
    return has_37l ? asked_.armament_37l : asked_.armaments[raid_.version];
  }

  /// 101.41, 101.8: the pilot may attack the wrong target or none. Returns whether he attacked.
  bool first_attack() {
    enum class Target : std::uint8_t { chosen, own_unit, other_enemy, none };
    Target target = Target::none;
    for (int phase = 0; phase < asked_.fire_phases && target == Target::none; ++phase) {
      target = dice_.DR([&](TwoDice roll) {
        if (roll.coloured != 6 && roll.white != 6) return Target::chosen;
        const int radius = std::min(roll.coloured, roll.white);  // the other die; 6 for two sixes
        const bool own = asked_.nearest_friend > 0 && asked_.nearest_friend <= radius;
        const bool enemy = asked_.nearest_other_enemy > 0 && asked_.nearest_other_enemy <= radius;
        // Among equally near targets the owner takes the enemy.
        if (own && (!enemy || asked_.nearest_friend < asked_.nearest_other_enemy))
          return Target::own_unit;
        return enemy ? Target::other_enemy : Target::none;
      });
    }
    if (target == Target::none) return false;
    if (target == Target::own_unit) raid_.friends_attacked = 1;
    if (target == Target::other_enemy) raid_.diverted = 1;
    if (target != Target::chosen) {
      const int away =
          target == Target::own_unit ? asked_.nearest_friend : asked_.nearest_other_enemy;
      raid_.in_reach = away <= second_phase_range ? 1 : 0;
      return true;
    }
    raid_.on_target = 1;
    if (asked_.screams()) scream();
    raid_.stage = strafing;
    strafe();
    return true;
  }

  /// 101.9: before 1942 a Stuka makes all units check morale.
  void scream() {
    raid_.stage = screaming;
    remember();
    // -1 to the roll is the same as +1 to morale.
    if (asked_.entrenched) raise_morale(stack_, 1);
    morale_checks(dice_, stack_, 0);
    if (asked_.entrenched) raise_morale(stack_, -1);
    if (!asked_.adjacent.empty()) ++raid_.screams;
    reach(screaming);
  }

  void strafe() {
    fire_at_infantry(armed().strafing_column);
    for (int shot = 0; shot < armed().type->cannon_shots && raid_.vehicle == 1; ++shot) {
      if (!shot_goes_on(*armed().cannon_kill_number)) break;
    }
  }

  /// One roll on the AFV Kill Table. Returns false if the weapon jams (101.6).
  bool shot_goes_on(int kill_number) {
    enum class Shot : std::uint8_t { kill, miss, jam };
    const Shot shot = dice_.DR([&](TwoDice roll) {
      return roll.total() <= kill_number ? Shot::kill : roll.total() == 12 ? Shot::jam : Shot::miss;
    });
    if (shot == Shot::kill) kill();
    return shot != Shot::jam;
  }

  void kill() {
    raid_.vehicle = 0;
    ++raid_.vehicles_lost;
  }

  void fire_at_infantry(int column) {
    if (how_many(stack_, Status::eliminated) == stack_.unit_count) return;
    const FireResult result =
        dice_.DR([&](TwoDice roll) { return asked_.ift->at(column, roll.total() + asked_.drm); });
    remember();
    resolve_fire(dice_, stack_, result);
  }

  /// 101.7: bombs and rockets are high explosive. A KIA brings a building down, and another KIA
  /// sets fire to it (58.1, 59.3).
  void explode(int column) {
    if (!asked_.building) {
      fire_at_infantry(column);
      return;
    }
    if (raid_.rubble != 0) return;
    const auto roll = [&] {
      return dice_.DR([&](TwoDice dr) { return asked_.ift->at(column, dr.total() + asked_.drm); });
    };
    const FireResult result = roll();
    if (result.kind == FireResult::Kind::kia) {
      raid_.rubble = 1;
      raid_.fire = roll().kind == FireResult::Kind::kia ? 1 : 0;
    }
    remember();
    resolve_fire(dice_, stack_, result);
  }

  /// 101.85: anti-aircraft fire between the phases, by guns that have not fired in this player turn
  /// (101.852). Returns whether the aircraft flies on.
  bool fired_at() {
    if (asked_.aa_column < 0) return true;
    while (raid_.aa_shots > 0) {
      --raid_.aa_shots;
      const FireResult result =
          dice_.DR([&](TwoDice roll) { return asked_.ift->at(asked_.aa_column, roll.total()); });
      if (result.kind == FireResult::Kind::kia) {
        ++raid_.shot_down;
        return false;
      }
      if (result.kind == FireResult::Kind::none) continue;
      const int failed_by = dice_.DR([&](TwoDice roll) {
        return std::max(0, roll.total() + result.number - aircraft_morale);
      });
      if (failed_by > 0 && raid_.damage == 0) ++raid_.damaged;
      raid_.damage =
          static_cast<unsigned>(std::min(most_damage, static_cast<int>(raid_.damage) + failed_by)) &
          15u;
      remember();
      dice_.at(stack_);
    }
    return true;
  }

  /// The bomb (101.42), or all rockets at once (Supplement A 5).
  void drop() {
    if (raid_.on_target == 0 && raid_.in_reach == 0) return;
    const std::optional<int> number =
        raid_.on_target == 1 ? asked_.bombing_number : asked_.far_bombing_number;
    if (!number) return;
    const bool rockets = armed().type->load == Aircraft::Load::rockets;
    const int drm = static_cast<int>(raid_.damage) + (rockets ? rocket_drm(asked_.year) : 0);
    enum class Fall : std::uint8_t { hit, in_the_hex, next_to_it };
    const Fall fall = dice_.die([&](int roll) {
      return roll + drm <= *number       ? Fall::hit
             : roll + drm == *number + 1 ? Fall::in_the_hex
                                         : Fall::next_to_it;
    });
    raid_.damage = static_cast<unsigned>(fall) & 15u;  // holds the fall of the bomb from here on
    reach(falling);
    raid_.damage = 0;
    if (fall == Fall::hit) {
      if (raid_.vehicle == 1) {
        // Supplement A 5.1: a die less three, but at least one.
        const int rolls = rockets ? dice_.die([](int roll) { return std::max(1, roll - 3); }) : 1;
        for (int roll = 0; roll < rolls && raid_.vehicle == 1; ++roll) {
          if (DR_at_most(dice_, *armed().load_kill_number)) kill();
        }
      }
      explode(armed().load_column);
    } else if (fall == Fall::in_the_hex || rockets) {
      // 100: half strength. A barrage also reaches the hexes around it.
      explode(armed().half_load_column);
    }
  }

  /// 101.53: two shots that hit automatically. The second may be at another vehicle.
  void shoot_37l() {
    for (int shot = 0; shot < 2; ++shot) {
      if (raid_.vehicle == 0) {
        if (raid_.second_vehicle == 0) return;
        raid_.second_vehicle = 0;
        raid_.vehicle = 1;
        const unsigned before = raid_.vehicles_lost;
        const bool goes_on =
            shot_goes_on(*armed().load_kill_number - static_cast<int>(raid_.damage));
        if (raid_.vehicles_lost == before) {
          raid_.vehicle = 0;
          raid_.second_vehicle = 1;
        }
        if (!goes_on) return;
      } else if (!shot_goes_on(*armed().load_kill_number - static_cast<int>(raid_.damage))) {
        return;
      }
    }
  }

  Result result() const {
    Result result;
    result.eliminated = small(how_many(stack_, Status::eliminated));
    result.broken = small(how_many(stack_, Status::broken));
    result.vehicle_gone = asked_.vehicle && raid_.vehicle == 0 ? 1 : 0;
    result.vehicles_lost = raid_.vehicles_lost;
    result.shot_down = raid_.shot_down;
    result.damaged = raid_.damaged;
    result.friends_attacked = raid_.friends_attacked;
    result.diverted = raid_.diverted;
    result.leader_lost = fate_of(stack_, Status::good).leader_lost ? 1 : 0;
    result.screams = raid_.screams;
    result.rubble = raid_.rubble;
    result.fire = raid_.fire;
    return result;
  }

  const AirSupport& asked_;
  Dice& dice_;
  TargetStack stack_;
  Raid raid_;
};

/// 101.9: units in the adjacent hex check for each Stuka that they hear. They roll last here: the
/// odds are the same, as nothing else depends on them.
void hear_screams(const AirSupport& asked, Dice& dice, Result& result) {
  if (result.screams == 0) return;
  TargetStack stack = asked.adjacent_stack;
  if (asked.adjacent_entrenched) raise_morale(stack, 1);
  for (; result.screams > 0; --result.screams) {
    static_assert(sizeof(Result) <= sizeof(stack.memo));
    std::memcpy(stack.memo.data(), &result, sizeof(result));
    morale_checks(dice, stack, 0);
  }
  result.adjacent_eliminated = small(how_many(stack, Status::eliminated));
  result.adjacent_broken = small(how_many(stack, Status::broken));
}

Outcome outcome(const AirSupport& asked, const Result& result, const char* label,
                int arrival_turn) {
  Outcome outcome(label);
  if (asked.stack.unit_count > 0) {
    InfantryFate fate;
    fate.units = asked.stack.unit_count;
    fate.broken_or_worse = result.eliminated + result.broken;
    fate.unharmed = fate.units - fate.broken_or_worse;
    fate.eliminated_or_reduced = result.eliminated;
    fate.leader_lost = result.leader_lost != 0;
    tell(outcome, fate, Pins::no);
  }
  if (asked.vehicle) tell(outcome, VehicleFate{result.vehicle_gone != 0, false});
  outcome.event("own_units_attacked", result.friends_attacked > 0)
      .event("other_enemy_attacked", result.diverted > 0)
      .event("arrived", arrival_turn > 0)
      .measure_if(arrival_turn > 0, "arrival_turn", arrival_turn)
      .measure("eliminated", result.eliminated)
      .measure("broken", result.broken)
      .measure("vehicles_eliminated", result.vehicles_lost)
      .measure("aircraft_shot_down", result.shot_down)
      .measure("aircraft_damaged", result.damaged);
  if (asked.building) outcome.event("rubble", result.rubble > 0).event("fire", result.fire > 0);
  if (!asked.adjacent.empty()) {
    outcome.measure("adjacent_broken", result.adjacent_broken)
        .measure("adjacent_eliminated", result.adjacent_eliminated);
  }
  return outcome;
}

}  // namespace

Outcome AirSupport::resolve(Dice& dice) const {
  // By the rules the turn of arrival is rolled first (101.1). Rolled last, the odds are the same
  // and there are fewer states.
  Result result = AirRaid(*this, dice).play();
  hear_screams(*this, dice, result);
  const int harmed = result.eliminated + result.broken + result.vehicle_gone;
  const int all = stack.unit_count + (vehicle ? 1 : 0);
  const char* const label = harmed == 0          ? "no_effect"
                            : harmed < all       ? "target_hurt"
                            : result.broken == 0 ? "target_eliminated"
                                                 : "target_defeated";
  if (turns == 0) return outcome(*this, result, label, 0);
  dice.at(result);
  for (int turn = 1; turn <= turns; ++turn) {
    if (dice.die([](int roll) { return roll == 1; })) return outcome(*this, result, label, turn);
  }
  return outcome(*this, {}, "no_support", 0);
}

}  // namespace combat_odds::squad_leader
