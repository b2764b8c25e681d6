#include <algorithm>
#include <optional>

#include "combat_odds/sim/common_words.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/squad_leader/ordnance/gunnery.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

constexpr std::size_t most_units = 6;
constexpr int leader_alone = 2;   // 36.12
constexpr int armour_around = 2;  // 64.44, 72.3
constexpr int atr_reaches = 12;   // 88.3
constexpr int atr_calibre = 14;

/// The vehicle and those who attack it, between two rolls.
struct SmallArms {
  TargetHex passengers;
  Damage vehicle = Damage::none;
  std::uint8_t abandoned = 0;
  std::uint8_t stunned = 0;  ///< 2: and must leave the board
  std::uint8_t weapons = 0;  ///< ATRs and machine guns that have fired
  std::uint8_t broken_down = 0;
  std::uint8_t checked = 0;  ///< units that have made their check
  std::uint8_t dare = 0;     ///< a bit for each unit that passed it
  std::uint8_t attacks = 0;  ///< of the infantry
  std::uint8_t led = 0;      ///< a bit for each leader who has directed one
};

/// 36.1, 72.3, 88: small arms against an AFV in one Defensive Fire Phase, Close Combat left out.
struct VehicleUnderSmallArms {
  enum class Terrain { wheatfield, building, shellhole, entrenchment, woods, large_building };
  enum class Kind { closed_topped, open_topped };
  enum class MachineGun { mmg_or_hmg, hmg_50cal };
  enum class Line { vehicle_in_other, vehicle_in_woods_or_building, vehicle_hull_down };

  std::vector<UnitName> units;
  std::optional<Terrain> terrain;
  bool fire_group = false;
  std::vector<UnitName> passengers;
  bool crew_exposed = false;
  int crew_morale = 7;
  int fire_drm = 0;
  int machine_guns = 0;
  MachineGun machine_gun = MachineGun::mmg_or_hmg;
  int atrs = 0;
  int atr_range = 1;
  Line atr_target = Line::vehicle_in_other;
  bool red_numbers = false;
  int to_hit_drm = 0;
  int breakdown_number = 12;
  KillTarget::Facing facing = KillTarget::Facing::front;
  Kind kind = Kind::closed_topped;
  std::optional<int> armor;
  std::optional<int> side_armor;
  std::optional<int> mg_kill_number;
  std::optional<int> atr_kill_number;
  std::optional<int> atr_rear_kill_number;
  int kill_drm = 0;
  bool already_immobilized = false;

  void prepare(const Charts& charts) {
    if (units.empty() && machine_guns == 0 && atrs == 0) {
      throw ArgumentError("units", "nobody attacks", "units, machine_guns or atrs");
    }
    order_units();
    passengers_ = target_hex(passengers, Status::good);
    if (anybody_exposed() && has_infantry()) ift_ = &charts.get<Ift>();
    if (machine_guns > 0) {
      const bool heavy = machine_gun == MachineGun::hmg_50cal;
      machine_gun_.emplace(
          KillWeapon{heavy ? "a .50 calibre HMG" : "a MMG or HMG",
                     heavy ? "ap_50cal_20mm" : "ap_mg", false, false, false, false},
          target(mg_kill_number, {}), false, charts);
    }
    if (atrs == 0) return;
    if (!atr_kill_number)
      refuse_atr("atr_kill_number", facing_words().words[static_cast<std::size_t>(facing)]);
    if (!atr_rear_kill_number && facing != KillTarget::Facing::rear)
      refuse_atr("atr_rear_kill_number", "rear");
    atr_.emplace(KillWeapon{"an ATR", "", false, true, false},
                 target(atr_kill_number, atr_rear_kill_number), true, charts);
    Aim aim;
    aim.gun.gun.calibre = atr_calibre;
    aim.range = atr_range;
    aim.target = static_cast<Aim::Target>(static_cast<int>(atr_target));
    aim.numbers = red_numbers ? Aim::Numbers::red : Aim::Numbers::black;
    aim.drm = to_hit_drm;
    aim.breakdown_number = breakdown_number;
    gunnery_.emplace(aim, charts);
  }

  Outcome resolve(Dice& dice) const {
    SmallArms now;
    now.passengers = passengers_;
    if (already_immobilized) now.vehicle = Damage::immobilized;
    fire_weapons(dice, now);
    if (!is_out(now) && has_infantry()) {
      check_before_attacking(dice, now);
      attack(dice, now);
    }
    return told(now);
  }

  bool has_infantry() const { return !units.empty(); }
  bool has_machine_guns() const { return machine_guns > 0; }
  bool has_atrs() const { return atrs > 0; }
  bool rolls_to_kill() const { return has_machine_guns() || has_atrs(); }
  bool anybody_exposed() const { return crew_exposed || !passengers.empty(); }
  bool is_exposed_to_infantry() const { return anybody_exposed() && has_infantry(); }

 private:
  [[noreturn]] static void refuse_atr(const char* parameter, const std::string& of) {
    throw ArgumentError(
        parameter, std::string(parameter) + " is missing: the numbers of an ATR were not recovered",
        "the number printed on your AFV KILL chart, " + of + " target facing");
  }

  KillTarget target(std::optional<int> number, std::optional<int> rear_number) const {
    KillTarget target;
    target.facing = facing;
    target.kind = static_cast<KillTarget::Kind>(static_cast<int>(kind));
    target.armor = armor;
    target.side_armor = side_armor;
    target.kill_number = number;
    target.rear_kill_number = rear_number;
    target.hull_down = atr_target == Line::vehicle_hull_down;
    target.drm = kill_drm;
    return target;
  }

  /// Leaders in front, who check first, the best first; squads in the order in which they are
  /// named.
  void order_units() {
    units_ = units;
    std::stable_sort(units_.begin(), units_.end(), [](const UnitName& one, const UnitName& other) {
      if (one.leader != other.leader) return one.leader;
      return one.leader && leads_before(one, other);
    });
    leaders_ = static_cast<std::size_t>(std::count_if(
        units_.begin(), units_.end(), [](const UnitName& unit) { return unit.leader; }));
  }

  static bool is_out(const SmallArms& now) {
    return now.vehicle >= Damage::eliminated || now.abandoned != 0;
  }

  /// ATRs first, then machine guns.
  void fire_weapons(Dice& dice, SmallArms& now) const {
    for (; now.weapons < atrs + machine_guns && !is_out(now); ++now.weapons) {
      dice.at(now);
      const bool immobilized = now.vehicle == Damage::immobilized;
      const bool is_atr = now.weapons < atrs;
      bool critical = false;
      if (is_atr) {
        const Shot shot = gunnery_->fire(dice, 0);
        if (shot.gun == Shot::Gun::jammed) now.broken_down = 1;
        if (shot.hit == Shot::Hit::miss) continue;
        critical = shot.hit == Shot::Hit::critical;
      }
      const Penetration& weapon = is_atr ? *atr_ : *machine_gun_;
      const Damage damage = weapon.roll(dice, critical, immobilized);
      now.vehicle = std::max(now.vehicle, damage);
      // 39.3, 66.4: a hit that could have killed shakes the crew of an immobilized AFV.
      if (immobilized && damage == Damage::none && weapon.can_kill()) {
        const bool leaves = dice.DR([&](TwoDice roll) { return roll.total() > crew_morale; });
        now.abandoned = leaves ? 1 : 0;
      }
    }
    now.weapons = static_cast<std::uint8_t>(atrs + machine_guns);
  }

  bool dares(const SmallArms& now, std::size_t unit) const { return (now.dare >> unit & 1) != 0; }

  /// The modifier of the best leader who has not failed his check, the unit itself not counted.
  int help_for(const SmallArms& now, std::size_t unit) const {
    std::optional<int> best;
    for (std::size_t i = 0; i < leaders_; ++i) {
      if (i == unit || (i < now.checked && !dares(now, i))) continue;
      best = std::min(best.value_or(units_[i].modifier), units_[i].modifier);
    }
    return best.value_or(0);
  }

  /// 36.11: who fails is not broken, but does not attack the AFV.
  void check_before_attacking(Dice& dice, SmallArms& now) const {
    for (; now.checked < units_.size(); ++now.checked) {
      dice.at(now);
      const int needed = units_[now.checked].morale - help_for(now, now.checked);
      const bool passes = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
      if (passes) now.dare |= static_cast<std::uint8_t>(1 << now.checked);
    }
  }

  /// Who attacks: a unit of its own, or all squads as a group.
  struct Attack {
    std::size_t unit = 0;
    int firepower = 0;
    bool at_afv = false;
  };

  /// The attacks in their order: squads that dare, those that fire at who is exposed only, and
  /// leaders who dare and have no squad to direct.
  std::vector<Attack> attacks(const SmallArms& now) const {
    std::vector<Attack> all;
    const auto squads = [&](bool at_afv) {
      for (std::size_t i = leaders_; i < units_.size(); ++i) {
        if (dares(now, i) == at_afv) all.push_back({i, units_[i].firepower, at_afv});
      }
    };
    squads(true);
    squads(false);
    if (fire_group && !all.empty()) {
      for (std::size_t i = 1; i < all.size(); ++i) all[0].firepower += all[i].firepower;
      all.resize(1);
    }
    for (std::size_t i = 0; i < leaders_; ++i) {
      if (dares(now, i)) all.push_back({i, 0, true});
    }
    return all;
  }

  /// 36.4: each leader who dares modifies one attack, his own counted; one with +1 stays out of it
  /// (Q&A 15.1).
  std::optional<std::size_t> leader_for(const SmallArms& now) const {
    for (std::size_t i = 0; i < leaders_; ++i) {
      if (dares(now, i) && (now.led >> i & 1) == 0 && units_[i].modifier <= 0) return i;
    }
    return std::nullopt;
  }

  /// 36.12, 36.13: one DR is the try to stop the AFV and the fire at those who are exposed on it.
  void attack(Dice& dice, SmallArms& now) const {
    const std::vector<Attack> all = attacks(now);
    for (; now.attacks < all.size(); ++now.attacks) {
      const Attack& attack = all[now.attacks];
      const bool by_leader = attack.unit < leaders_;
      const bool immobilizes = attack.at_afv && now.vehicle == Damage::none;
      const bool fires = !by_leader && somebody_exposed(now);
      if (!immobilizes && !fires) continue;
      const std::optional<std::size_t> leader = by_leader ? attack.unit : leader_for(now);
      if (by_leader && ((now.led >> attack.unit & 1) != 0 || units_[attack.unit].modifier > 0)) {
        continue;
      }
      dice.at(now);
      if (leader) now.led |= static_cast<std::uint8_t>(1 << *leader);
      const int modifier = leader ? units_[*leader].modifier : 0;
      const int number = by_leader ? leader_alone : immobilization_number();
      const int column = fires ? ift_->column(2.0 * attack.firepower) : -1;  // adjacent
      struct Results {
        FireResult fire;
        bool stopped;
      };
      const Results results = dice.DR([&](TwoDice roll) -> Results {
        const int modified = roll.total() + modifier;
        return {fires ? ift_->at(column, modified + armour_around + fire_drm) : FireResult{},
                immobilizes && modified <= number};
      });
      if (results.stopped) now.vehicle = Damage::immobilized;
      suffer(dice, now, results.fire);
    }
    now.checked = now.dare = now.led = 0;
  }

  int immobilization_number() const {
    static constexpr int numbers[] = {2, 3, 3, 3, 4, 4};
    return numbers[static_cast<std::size_t>(*terrain)];
  }

  bool somebody_exposed(const SmallArms& now) const {
    return (crew_exposed && now.stunned == 0) ||
           how_many(now.passengers, Status::eliminated) < now.passengers.unit_count;
  }

  /// The fire at passengers and crew.
  void suffer(Dice& dice, SmallArms& now, FireResult result) const {
    if (passengers_.unit_count > 0) {
      begin_fire(now.passengers, result);
      while (!resolved(now.passengers)) {
        make_alike(now.passengers);
        dice.at(WithResult{now, result});
        step(dice, now.passengers);
      }
      make_alike(now.passengers);
    }
    if (!crew_exposed || now.stunned != 0 || result.kind == FireResult::Kind::none) return;
    if (result.kind == FireResult::Kind::kia) {
      now.stunned = 2;
      return;
    }
    dice.at(WithResult{now, result});
    const int needed = crew_morale - result.number;
    if (dice.DR([&](TwoDice roll) { return roll.total() > needed; })) now.stunned = 1;
  }
  struct WithResult {
    SmallArms now;
    FireResult result;
  };

  Outcome told(const SmallArms& now) const {
    Outcome outcome = now.abandoned != 0 ? Outcome("abandoned") : damage_outcome(now.vehicle);
    if (now.abandoned != 0) tell(outcome, VehicleFate{true, true});
    outcome.event("crew_stunned", now.stunned != 0)
        .event("recalled", now.stunned == 2)
        .event("atr_breakdown", now.broken_down != 0);
    if (!passengers.empty()) {
      outcome.measure("passengers_eliminated", how_many(now.passengers, Status::eliminated))
          .measure("passengers_broken", how_many(now.passengers, Status::broken));
    }
    return outcome;
  }

  const Ift* ift_ = nullptr;
  std::vector<UnitName> units_;
  std::size_t leaders_ = 0;
  TargetHex passengers_;
  std::optional<Penetration> machine_gun_;
  std::optional<Penetration> atr_;
  std::optional<Gunnery> gunnery_;
};

}  // namespace

Procedure vehicle_under_small_arms() {
  using Asked = VehicleUnderSmallArms;
  return procedure<Asked>(
             "sl.vehicle-under-small-arms", "36.1, 36.4, 47.6, COI 64.44, 64.48, 66, 72.3, 88",
             "infantry, machine guns and anti-tank rifles against an AFV outside Close Combat")
      .asks(
          &Asked::units, "units", units_form,
          "squads and leaders in a hex to which the AFV was adjacent in its move, who try to stop "
          "it; or none",
          none_or_units_up_to<most_units>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .tried_with({"none", "4-6-7", "2*4-6-7 9-1", "4-4-7 8-0", "3*6-2-8 9-2 8-1", "8-1"})
      .asks(&Asked::terrain, "terrain",
            one_of(
                {"wheatfield", "building", "shellhole", "entrenchment", "woods", "large_building"}),
            "theirs: they stop it on 2 in a wheatfield, on 4 in woods or a building of three hexes "
            "and more, else on 3; not from open ground (36.12)")
      .needed_when(&Asked::has_infantry, "it says which DR stops the AFV (36.12)",
                   "such as woods; infantry in the open can't try")
      .only_when(&Asked::has_infantry, "no infantry tries to stop it", "left out, or units")
      .asks(&Asked::fire_group, "fire_group",
            "the squads fire as one group at those who are exposed, with one try to stop it (72.3)")
      .only_when(&Asked::is_exposed_to_infantry, "nobody is exposed to their fire", "false")
      .asks(&Asked::passengers, "passengers", units_form,
            "the exposed passengers of an armored halftrack, or none", none_or_units_up_to<4>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .only_when(&Asked::has_infantry, "only the fire of units is read for them", "none, or units")
      .tried_with({"none", "4-6-7", "4-6-7 8-1"})
      .asks(&Asked::crew_exposed, "crew_exposed", "a CE counter is on the AFV (64.44)")
      .only_when(&Asked::has_infantry, "only the fire of units is read for it", "false, or units")
      .asks(
          &Asked::crew_morale, "crew_morale", 2, 12,
          "of the crew or the armor leader: when it is fired at while exposed, or when the AFV is "
          "hit again while immobilized (66.4)")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "6", "9"})
      .asks(&Asked::fire_drm, "fire_drm", -5, 5,
            "modifiers of the fire at those who are exposed beside the +2 of the armor")
      .only_when(&Asked::is_exposed_to_infantry, "nobody is exposed to fire", "0")
      .tried_with({"0", "0", "1"})
      .asks(&Asked::machine_guns, "machine_guns", 0, 6,
            "MMGs and HMGs that fire at it within their normal range, and hit")
      .tried_with({"0", "1", "2"})
      .asks(&Asked::machine_gun, "machine_gun", one_of({"mmg_or_hmg", "hmg_50cal"}),
            "which they are")
      .only_when(&Asked::has_machine_guns, "there are none", "mmg_or_hmg, the default")
      .asks(&Asked::atrs, "atrs", 0, 6, "anti-tank rifles that fire at it")
      .tried_with({"0", "1", "2"})
      .asks(&Asked::atr_range, "atr_range", 0, atr_reaches, "their range in hexes")
      .only_when(&Asked::has_atrs, "there are none", "1, the default")
      .tried_with({"1", "5", "10"})
      .asks(&Asked::atr_target, "atr_target",
            one_of({"vehicle_in_other", "vehicle_in_woods_or_building", "vehicle_hull_down"}),
            "the target line of their To Hit roll")
      .only_when(&Asked::has_atrs, "there are none", "vehicle_in_other, the default")
      .asks(&Asked::red_numbers, "red_numbers", "they are Russian: the red To Hit numbers")
      .only_when(&Asked::has_atrs, "there are none", "false")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -10, 15,
            "the modifiers of their To Hit roll: +2 at a moving AFV")
      .only_when(&Asked::has_atrs, "there are none", "0")
      .tried_with({"0", "2"})
      .asks(&Asked::breakdown_number, "breakdown_number", 7, 13,
            "an ATR breaks down on an Original To Hit roll of this or more; 13: never")
      .only_when(&Asked::has_atrs, "there are none", "12, the default")
      .tried_with({"12", "11"})
      .asks(&Asked::facing, "facing", facing_words(), "the target facing that is hit (33.5)")
      .only_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs", "front, the default")
      .asks(&Asked::kind, "target_kind", one_of({"closed_topped", "open_topped"}), "which AFV")
      .only_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs",
                 "closed_topped, the default")
      .asks(&Asked::armor, "armor", -9, 9,
            "the upper armor modifier, for the front (64.31); halftracks of the base game have -5")
      .needed_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs",
                   "the upper armor modifier printed on its counter (64.3)")
      .only_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs", "left out")
      .tried_with({"", "-5", "-5", "0", "1"})
      .asks(&Asked::side_armor, "side_armor", -9, 9,
            "the lower armor modifier, for side and rear (64.32); left out: the upper one")
      .only_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs", "left out")
      .tried_with({"", "", "-4"})
      .asks(
          &Asked::mg_kill_number, "mg_kill_number", -5, 25,
          "the AFV KILL number of the machine guns on your chart; left out: the base-game chart's")
      .only_when(&Asked::has_machine_guns, "there are none", "left out")
      .tried_with({"", "", "2"})
      .asks(&Asked::atr_kill_number, "atr_kill_number", -5, 25,
            "the AFV KILL number of an ATR on your chart, not recovered")
      .only_when(&Asked::has_atrs, "there are none", "left out")
      .tried_with({"", "4", "3", "5"})
      .asks(&Asked::atr_rear_kill_number, "atr_rear_kill_number", -5, 25,
            "the same for the rear facing, for critical hits (68.2)")
      .only_when(
          [](const Asked& asked) {
            return asked.has_atrs() && asked.facing != KillTarget::Facing::rear;
          },
          "it is for critical hits of ATRs that fire at another facing", "left out")
      .tried_with({"", "5", "6", "6"})
      .asks(&Asked::kill_drm, "kill_drm", -10, 10,
            "modifiers of the kill rolls, such as the effect of range (65.2, not recovered)")
      .only_when(&Asked::rolls_to_kill, "it counts for machine guns and ATRs", "0")
      .tried_with({"0", "0", "1"})
      .asks(&Asked::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("crew_stunned", "the exposed crew is stunned, by a KIA or not (64.44)")
      .event("recalled", "stunned by a KIA: the AFV must then leave the board")
      .event("atr_breakdown", "an ATR breaks down")
      .measure("passengers_eliminated", "exposed passengers eliminated by the fire")
      .measure("passengers_broken", "exposed passengers broken by it")
      .headlines(vehicle_headline())
      .headline("crew_stunned", "its crew is stunned")
      .headline("mean passengers_eliminated", "{} passengers are eliminated on average")
      .headline("no_effect", "nothing happens to it");
}

}  // namespace combat_odds::squad_leader
