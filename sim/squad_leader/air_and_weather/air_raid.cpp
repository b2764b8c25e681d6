#include "combat_odds/sim/squad_leader/air_and_weather/air_raid.hpp"

#include <algorithm>
#include <cstring>

#include "combat_odds/sim/squad_leader/air_and_weather/aircraft.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/squad_leader/ordnance/he_columns.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

constexpr int aircraft_morale = 8;  // 101.851
constexpr int rocket_calibre = 82;  // Supplement A 2
constexpr int most_damage = 15;

/// What has happened apart from the infantry; small enough for TargetHex::memo.
struct Raid {
  unsigned flying : 2 = 0;   ///< aircraft that attack
  unsigned plane : 2 = 0;    ///< the one whose turn it is
  unsigned stage : 3 = 0;    ///< how far it has come
  unsigned vehicle : 1 = 0;  ///< still there
  unsigned second_vehicle : 1 = 0;
  unsigned vehicles_lost : 2 = 0;
  unsigned damage : 4 = 0;  ///< by how much this one failed its check
  unsigned shot_down : 2 = 0;
  unsigned damaged : 2 = 0;
  unsigned friends_attacked : 1 = 0;
  unsigned diverted : 1 = 0;
  unsigned on_target : 1 = 0;  ///< the first phase was against the chosen hex
  unsigned unused : 10 = 0;    ///< equal raids have equal bytes
};
static_assert(sizeof(Raid) == 4);

/// 101, Supplement A: aircraft arrive, attack one hex, are fired at, and bomb it.
class AirRaid : public Rule {
 public:
  AirRaid(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        aircraft_(aircraft_named(arguments.choice("aircraft"))),
        year_(arguments.integer("year")),
        turns_(arguments.integer("turns")),
        drm_(arguments.integer("drm")),
        entrenched_(arguments.flag("entrenched")),
        second_vehicle_(arguments.flag("second_vehicle")),
        nearest_friend_(arguments.integer("nearest_friend")),
        nearest_enemy_(arguments.integer("nearest_other_enemy")),
        fire_phases_(arguments.integer("fire_phases")),
        aa_column_(ift_.column(arguments.number("aa_firepower"))),
        aa_shots_(arguments.integer("aa_shots")) {
    if (year_ < aircraft_.from_year || year_ > aircraft_.to_year) {
      throw ArgumentError("year",
                          "a " + aircraft_.name + " flies from " +
                              std::to_string(aircraft_.from_year) + " to " +
                              std::to_string(aircraft_.to_year),
                          "a year out of those, or another aircraft");
    }
    read_number(arguments);
    read_targets(arguments);
    const int barrage = charts.get<HeColumns>(HeColumns::chart_name).firepower(rocket_calibre);
    const int load = aircraft_.load == Aircraft::Load::rockets ? barrage : aircraft_.bomb_firepower;
    strafing_column_ = ift_.column(aircraft_.strafing_firepower);
    load_column_ = ift_.column(load);
    half_load_column_ = ift_.column(load / 2.0);
  }

  Outcome resolve(Dice& dice) const override {
    TargetHex hex = hex_;
    Raid raid;
    raid.vehicle = vehicle_ ? 1 : 0;
    raid.second_vehicle = second_vehicle_ ? 1 : 0;
    // ASL E7.21 in place of the table of 101.2: half the die, fractions up.
    raid.flying = static_cast<unsigned>(
                      number_ > 0 ? number_ : dice.dr([](int roll) { return (roll + 1) / 2; })) &
                  3u;
    for (unsigned plane = 1; plane <= raid.flying; ++plane) {
      raid.plane = plane & 3u;
      raid.stage = waiting;
      raid.damage = 0;
      raid.on_target = 0;
      at(dice, hex, raid);
      attack(dice, hex, raid);
    }
    // The turn of their arrival is rolled before (101.1); rolled last the odds are the same, and
    // the raid need not be told apart by it.
    const Result result = result_of(hex, raid);
    if (turns_ == 0) return outcome(result, label(result), 0);
    dice.at(result);
    for (int turn = 1; turn <= turns_; ++turn) {
      if (dice.dr([](int roll) { return roll == 1; })) return outcome(result, label(result), turn);
    }
    return outcome({}, "no_support", 0);
  }

 private:
  /// What a raid came to.
  struct Result {
    std::uint8_t eliminated = 0;
    std::uint8_t broken = 0;
    std::uint8_t vehicle_gone = 0;
    std::uint8_t vehicles_lost = 0;
    std::uint8_t shot_down = 0;
    std::uint8_t damaged = 0;
    std::uint8_t friends_attacked = 0;
    std::uint8_t diverted = 0;
  };

  enum Stage : unsigned { waiting, screaming, strafing, anti_aircraft, second_phase, falling };

  void read_number(const Arguments& arguments) {
    const bool by_asl = arguments.flag("asl_number");
    if (arguments.given("number")) {
      if (by_asl) {
        throw ArgumentError("asl_number", "the number of aircraft is given already",
                            "either number or asl_number");
      }
      number_ = arguments.integer("number");
    } else if (!aircraft_.stuka && !by_asl) {
      number_ = 2;  // Supplement A 6
    } else if (!by_asl) {
      throw ArgumentError("number", "the table of 101.2 was not found",
                          "the number of aircraft on your table, or asl_number for that of ASL");
    }
    if (aircraft_.name == "stuka_37l" && number_ != 1) {
      throw ArgumentError("number", "only one Stuka may carry the 37L (101.5)", "1");
    }
  }

  void read_targets(const Arguments& arguments) {
    vehicle_ = arguments.flag("vehicle");
    if (arguments.text("target") != "none") {
      hex_ = target_hex(read_units(arguments.text("target"), "target", TargetHex::most_units),
                        Status::good);
    } else if (!vehicle_) {
      throw ArgumentError("target", "nobody is attacked", "the infantry in the hex, or vehicle");
    }
    const bool gun = aircraft_.load == Aircraft::Load::antitank_gun;
    if (second_vehicle_ && !(gun && vehicle_)) {
      throw ArgumentError("second_vehicle", "only a 37L may go on to a second vehicle (101.531)",
                          "an aircraft with the 37L and a vehicle");
    }
    if (vehicle_) {
      cannon_kill_ =
          needed(arguments, "cannon_kill_number",
                 "the kill number of its cannon or machine guns against the rear on your "
                 "AFV Kill Table, with armor and height modifiers");
      load_kill_ = needed(arguments, "load_kill_number",
                          "the kill number of its bomb (150+ HE), rockets (80+ HE) or 37L against "
                          "the rear on your AFV Kill Table, with its modifiers");
    }
    if (!gun) {
      hit_number_ = needed(arguments, "bombing_number",
                           "the highest die that hits the hex of the first attack on your Bombing "
                           "Table (101.421)");
    }
    if (arguments.given("far_bombing_number")) {
      far_hit_number_ = arguments.integer("far_bombing_number");
    }
  }

  static int needed(const Arguments& arguments, const char* parameter, const char* what) {
    if (!arguments.given(parameter)) {
      throw ArgumentError(parameter, std::string(parameter) + " is needed", what);
    }
    return arguments.integer(parameter);
  }

  static void remember(TargetHex& hex, const Raid& raid) {
    std::memcpy(hex.memo.data(), &raid, sizeof(raid));
  }

  static void at(Dice& dice, TargetHex& hex, const Raid& raid) {
    remember(hex, raid);
    hex.next = hex.except = 0;
    dice.at(hex);
  }

  void attack(Dice& dice, TargetHex& hex, Raid& raid) const {
    if (!first_attack(dice, hex, raid)) return;
    raid.stage = anti_aircraft;
    at(dice, hex, raid);
    if (!fired_at(dice, hex, raid)) return;
    raid.stage = second_phase;
    at(dice, hex, raid);
    if (aircraft_.load == Aircraft::Load::antitank_gun) {
      if (raid.on_target == 1) shoot_37l(dice, raid);
    } else {
      drop(dice, hex, raid);
    }
  }

  /// 101.41, 101.8: the pilot may take the wrong target or none. Gives whether he attacked at all.
  bool first_attack(Dice& dice, TargetHex& hex, Raid& raid) const {
    enum class Target : std::uint8_t { chosen, own_unit, other_enemy, none };
    Target target = Target::none;
    for (int phase = 0; phase < fire_phases_ && target == Target::none; ++phase) {
      target = dice.DR([&](TwoDice roll) {
        if (roll.coloured != 6 && roll.white != 6) return Target::chosen;
        const int radius = std::min(roll.coloured, roll.white);  // the other die; 6 for two sixes
        const bool own = nearest_friend_ > 0 && nearest_friend_ <= radius;
        const bool enemy = nearest_enemy_ > 0 && nearest_enemy_ <= radius;
        // Of equally near ones the owner takes the enemy.
        if (own && (!enemy || nearest_friend_ < nearest_enemy_)) return Target::own_unit;
        return enemy ? Target::other_enemy : Target::none;
      });
    }
    if (target == Target::none) return false;
    if (target == Target::own_unit) raid.friends_attacked = 1;
    if (target == Target::other_enemy) raid.diverted = 1;
    if (target != Target::chosen) return true;
    raid.on_target = 1;
    if (aircraft_.stuka && year_ < 1942) scream(dice, hex, raid);
    raid.stage = strafing;
    strafe(dice, hex, raid);
    return true;
  }

  /// 101.9: before 1942 a Stuka makes everybody check morale.
  void scream(Dice& dice, TargetHex& hex, Raid& raid) const {
    raid.stage = screaming;
    remember(hex, raid);
    // One less on the dice is one more morale.
    if (entrenched_) raise_morale(hex, 1);
    morale_checks(dice, hex, 0);
    if (entrenched_) raise_morale(hex, -1);
    at(dice, hex, raid);
  }

  static void raise_morale(TargetHex& hex, int by) {
    for (std::size_t i = 0; i < hex.unit_count; ++i) {
      hex.units[i].morale = static_cast<std::uint8_t>(hex.units[i].morale + by);
    }
  }

  void strafe(Dice& dice, TargetHex& hex, Raid& raid) const {
    fire_at_infantry(dice, hex, raid, strafing_column_);
    for (int shot = 0; shot < aircraft_.cannon_shots && raid.vehicle == 1; ++shot) {
      if (!shot_goes_on(dice, raid, cannon_kill_)) break;
    }
  }

  /// One roll on the AFV Kill Table; gives false where the weapon jams (101.6).
  static bool shot_goes_on(Dice& dice, Raid& raid, int kill_number) {
    enum class Shot : std::uint8_t { kill, miss, jam };
    const Shot shot = dice.DR([&](TwoDice roll) {
      return roll.total() <= kill_number ? Shot::kill : roll.total() == 12 ? Shot::jam : Shot::miss;
    });
    if (shot == Shot::kill) kill(raid);
    return shot != Shot::jam;
  }

  static void kill(Raid& raid) {
    raid.vehicle = 0;
    ++raid.vehicles_lost;
  }

  void fire_at_infantry(Dice& dice, TargetHex& hex, Raid& raid, int column) const {
    const bool anybody =
        std::any_of(hex.units.begin(), hex.units.begin() + hex.unit_count,
                    [](const HexUnit& unit) { return unit.status != Status::eliminated; });
    if (!anybody) return;
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_.at(column, roll.total() + drm_); });
    remember(hex, raid);
    resolve_fire(dice, hex, result);
  }

  /// 101.85: anti-aircraft fire between the phases. Gives whether the aircraft flies on.
  bool fired_at(Dice& dice, TargetHex& hex, Raid& raid) const {
    if (aa_column_ < 0) return true;
    for (int shot = 0; shot < aa_shots_; ++shot) {
      const FireResult result =
          dice.DR([&](TwoDice roll) { return ift_.at(aa_column_, roll.total()); });
      if (result.kind == FireResult::Kind::kia) {
        ++raid.shot_down;
        return false;
      }
      if (result.kind == FireResult::Kind::none) continue;
      const int failed_by = dice.DR([&](TwoDice roll) {
        return std::max(0, roll.total() + result.number - aircraft_morale);
      });
      if (failed_by > 0 && raid.damage == 0) ++raid.damaged;
      raid.damage =
          static_cast<unsigned>(std::min(most_damage, static_cast<int>(raid.damage) + failed_by)) &
          15u;
      struct Fired {
        TargetHex hex;
        std::uint8_t shots;
      };
      remember(hex, raid);
      dice.at(Fired{hex, static_cast<std::uint8_t>(shot + 1)});
    }
    return true;
  }

  /// 101.42: the bomb, or Supplement A 5: all rockets at once.
  void drop(Dice& dice, TargetHex& hex, Raid& raid) const {
    const int number = raid.on_target == 1 ? hit_number_ : far_hit_number_;
    if (number < 0) return;
    const bool rockets = aircraft_.load == Aircraft::Load::rockets;
    const int drm = static_cast<int>(raid.damage) + (rockets ? rocket_drm(year_) : 0);
    enum class Fall : std::uint8_t { hit, in_the_hex, next_to_it };
    const Fall fall = dice.dr([&](int roll) {
      return roll + drm <= number       ? Fall::hit
             : roll + drm == number + 1 ? Fall::in_the_hex
                                        : Fall::next_to_it;
    });
    raid.stage = falling;
    raid.damage = 0;
    at(dice, hex, with_fall(raid, static_cast<unsigned>(fall)));
    if (fall == Fall::hit) {
      if (raid.vehicle == 1) {
        // Supplement A 5.1: three less than a die rolls, but one at least.
        const int rolls = rockets ? dice.dr([](int roll) { return std::max(1, roll - 3); }) : 1;
        for (int roll = 0; roll < rolls && raid.vehicle == 1; ++roll) {
          if (dice.DR([&](TwoDice dr) { return dr.total() <= load_kill_; })) kill(raid);
        }
      }
      fire_at_infantry(dice, hex, raid, load_column_);
    } else if (fall == Fall::in_the_hex || rockets) {
      // 100: half strength; a barrage reaches the hexes around it too.
      fire_at_infantry(dice, hex, raid, half_load_column_);
    }
  }

  /// The state of a raid whose bomb has just fallen: the damage no longer matters.
  static Raid with_fall(Raid raid, unsigned fall) {
    raid.damage = fall & 15u;
    return raid;
  }

  /// 101.53: two shots that hit of themselves; the second may go on to another vehicle.
  void shoot_37l(Dice& dice, Raid& raid) const {
    for (int shot = 0; shot < 2; ++shot) {
      if (raid.vehicle == 0) {
        if (raid.second_vehicle == 0) return;
        raid.second_vehicle = 0;
        raid.vehicle = 1;
        const unsigned before = raid.vehicles_lost;
        const bool goes_on = shot_goes_on(dice, raid, load_kill_ - static_cast<int>(raid.damage));
        if (raid.vehicles_lost == before) {
          raid.vehicle = 0;
          raid.second_vehicle = 1;
        }
        if (!goes_on) return;
      } else if (!shot_goes_on(dice, raid, load_kill_ - static_cast<int>(raid.damage))) {
        return;
      }
    }
  }

  Result result_of(const TargetHex& hex, const Raid& raid) const {
    Result result;
    for (std::size_t i = 0; i < hex.unit_count; ++i) {
      if (hex.units[i].status == Status::eliminated) ++result.eliminated;
      if (hex.units[i].status == Status::broken) ++result.broken;
    }
    result.vehicle_gone = vehicle_ && raid.vehicle == 0 ? 1 : 0;
    result.vehicles_lost = raid.vehicles_lost;
    result.shot_down = raid.shot_down;
    result.damaged = raid.damaged;
    result.friends_attacked = raid.friends_attacked;
    result.diverted = raid.diverted;
    return result;
  }

  const char* label(const Result& result) const {
    const int harmed = result.eliminated + result.broken + result.vehicle_gone;
    const int all = hex_.unit_count + (vehicle_ ? 1 : 0);
    return harmed == 0          ? "no_effect"
           : harmed < all       ? "target_hurt"
           : result.broken == 0 ? "target_eliminated"
                                : "target_defeated";
  }

  static Outcome outcome(const Result& result, const char* label, int arrival_turn) {
    return Outcome(label)
        .event("own_units_attacked", result.friends_attacked > 0)
        .event("other_enemy_attacked", result.diverted > 0)
        .measure("arrival_turn", arrival_turn)
        .measure("eliminated", result.eliminated)
        .measure("broken", result.broken)
        .measure("vehicles_eliminated", result.vehicles_lost)
        .measure("aircraft_shot_down", result.shot_down)
        .measure("aircraft_damaged", result.damaged);
  }

  const Ift& ift_;
  const Aircraft& aircraft_;
  int year_;
  int turns_;
  int drm_;
  bool entrenched_;
  bool vehicle_ = false;
  bool second_vehicle_;
  int nearest_friend_;
  int nearest_enemy_;
  int fire_phases_;
  int aa_column_;
  int aa_shots_;
  int number_ = 0;  ///< 0: rolled as in ASL
  int cannon_kill_ = 0;
  int load_kill_ = 0;
  int hit_number_ = -1;
  int far_hit_number_ = -1;
  int strafing_column_ = -1;
  int load_column_ = -1;
  int half_load_column_ = -1;
  TargetHex hex_;
};

}  // namespace

std::unique_ptr<Rule> air_raid(const Arguments& arguments, const Charts& charts) {
  return std::make_unique<AirRaid>(arguments, charts);
}

}  // namespace combat_odds::squad_leader
