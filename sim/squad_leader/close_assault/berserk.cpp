#include <algorithm>
#include <optional>

#include "combat_odds/sim/common_words.hpp"
#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/terrain.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

constexpr std::size_t most_units = 6;
constexpr int to_follow = 4;  // 18.5
constexpr int squad_mf = 6;   // 18.4
constexpr int leader_mf = 8;  // of those with him too
constexpr int moving_in_the_open = -2;
constexpr int double_timing = -1;  // 73.5, 73.9
constexpr int exhausted = -1;      // 73.5, 73.8

enum class Stage : std::uint8_t {
  follow,
  defensive_fire,
  advancing_fire,
  close_combat,
  prep_fire,  // in the enemy's player turn, like what follows
  own_defensive_fire,
  over,
};

/// A charge between two rolls.
struct Charge {
  TargetHex defenders;
  std::uint8_t running = 0;  ///< a bit for each berserk unit that is there
  Stage stage = Stage::follow;
  std::uint8_t next = 0;       ///< who rolls next whether he follows
  std::uint8_t followers = 0;  ///< of the leader
  std::uint8_t resolving = 0;  ///< fire at the defenders
  std::uint8_t distance = 0;
  std::uint8_t moved = 0;      ///< hexes in this Movement Phase
  std::uint8_t exhausted = 0;  ///< Close Combat Phases in which they still are
  std::uint8_t player_turns = 0;
  std::uint8_t reached = 0;
  std::uint8_t close_combat = 0;  ///< 1: they died in it, 2: the defenders did, 3: both
};

/// 18.4, 18.5: berserk units charge the nearest enemy.
struct Berserk {
  enum class AdvancingFire { none, halved };

  std::vector<UnitName> units;
  bool follow = false;
  int distance = 1;
  std::string approach = "open ground";
  int mf_per_hex = 1;
  bool more_exposed = false;
  AdvancingFire advancing_fire = AdvancingFire::none;
  std::vector<UnitName> defenders;
  std::string defender_terrain = "open ground";
  int machine_gun_factors = 0;
  int machine_gun_range = 8;
  int fire_drm = 0;
  int player_turns = 8;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    table_ = &charts.get<CloseCombatTable>();
    const auto& terrain = charts.get<TerrainChart>("squad-leader/terrain-effects.csv");
    approach_ = terrain.read(approach, "approach");
    defender_drm_ = terrain.read(defender_terrain, "defender_terrain").modifier;
    const auto leaders =
        std::count_if(units.begin(), units.end(), [](const UnitName& unit) { return unit.leader; });
    if (follow && (leaders != 1 || units.size() == 1)) {
      throw ArgumentError("follow", "others follow one leader who went berserk (18.5)",
                          "units with one leader, such as '2*4-4-7 8-0'");
    }
    kinds_.clear();
    defenders_ = target_hex(defenders, Status::good, {}, &kinds_);
  }

  Charge start() const {
    Charge now;
    now.defenders = defenders_;
    now.stage = Stage::follow;
    now.distance = static_cast<std::uint8_t>(distance);
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!follow || units[i].leader) now.running |= static_cast<std::uint8_t>(1 << i);
    }
    if (follow) {
      skip_leader(now);
    } else {
      own_turn(now);
    }
    return now;
  }

  Charge step(const Charge& before, Dice& dice) const {
    Charge now = before;
    switch (now.stage) {
      case Stage::follow:
        roll_to_follow(dice, now);
        break;
      case Stage::defensive_fire:
      case Stage::prep_fire:
        fire_at_them(dice, now);
        break;
      case Stage::advancing_fire:
      case Stage::own_defensive_fire:
        fire_at_defenders(dice, now);
        break;
      case Stage::close_combat:
        fight(dice, now);
        break;
      case Stage::over:
        break;
    }
    return now;
  }

  Charge alike(const Charge& state) const {
    Charge result = state;
    make_alike(result.defenders);
    return result;
  }

  std::optional<Outcome> outcome(const Charge& now) const {
    if (now.stage != Stage::over) return std::nullopt;
    const bool broken = !anybody_unbroken(now.defenders) && now.close_combat == 0;
    std::optional<Outcome> outcome(std::in_place, now.close_combat == 3   ? "both_eliminated"
                                                  : now.close_combat == 2 ? "defenders_eliminated"
                                                  : now.close_combat == 1 ? "lost_in_close_combat"
                                                  : now.running == 0      ? "shot_down"
                                                  : broken                ? "defenders_broken"
                                                                          : "goes_on");
    outcome->event("reaches_enemy", now.reached != 0);
    tell(*outcome, fate_of(now.defenders, Status::good), Pins::no)
        .measure("hexes_covered", distance - now.distance)
        .measure("player_turns", now.player_turns)
        .measure("defenders_eliminated", how_many(now.defenders, Status::eliminated))
        .measure("defenders_broken", how_many(now.defenders, Status::broken));
    if (follow) outcome->measure("followers", now.followers);
    return outcome;
  }

  bool machine_guns_fire() const { return machine_gun_factors > 0; }
  bool moves() const { return distance > 1; }

 private:
  static bool anybody_unbroken(const TargetHex& hex) { return how_many(hex, Status::good) > 0; }
  bool is_there(const Charge& now, std::size_t unit) const {
    return (now.running >> unit & 1) != 0;
  }

  // Who follows.

  void skip_leader(Charge& now) const {
    while (now.next < units.size() && units[now.next].leader) ++now.next;
    if (now.next == units.size()) own_turn(now);
  }

  void roll_to_follow(Dice& dice, Charge& now) const {
    const auto leader =
        std::find_if(units.begin(), units.end(), [](const UnitName& unit) { return unit.leader; });
    const int needed = units[now.next].morale - to_follow - leader->modifier;
    if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) {
      now.running |= static_cast<std::uint8_t>(1 << now.next);
      ++now.followers;
    }
    ++now.next;
    skip_leader(now);
  }

  // The sequence of play.

  /// 18.4: they move until they are adjacent, as fast as they can.
  void own_turn(Charge& now) const {
    if (!next_turn(now)) return;
    if (now.reached != 0) {
      now.stage = Stage::close_combat;
      return;
    }
    const bool led = leads(now);
    const int mf = led || only_leaders(now) ? leader_mf : squad_mf;
    now.moved = static_cast<std::uint8_t>(std::min(mf / mf_per_hex, now.distance - 1));
    now.distance = static_cast<std::uint8_t>(now.distance - now.moved);
    now.exhausted = now.moved > 0 ? 2 : 0;
    now.stage = Stage::defensive_fire;
    if (column_at_them(now) < 0) after_defensive_fire(now);
  }

  void after_defensive_fire(Charge& now) const {
    if (now.running == 0) {
      end(now);
      return;
    }
    // 73.6: who moved in Double Time does not fire; the base game has him fire at half.
    const bool fires = now.moved == 0 || advancing_fire == AdvancingFire::halved;
    now.stage = Stage::advancing_fire;
    if (!fires || column_at_defenders(now) < 0) after_advancing_fire(now);
  }

  /// The Advance Phase takes them one hex further, into the enemy's where they are adjacent.
  void after_advancing_fire(Charge& now) const {
    if (!anybody_unbroken(now.defenders)) {
      end(now);
      return;
    }
    --now.distance;
    now.moved = 0;
    if (now.distance == 0) {
      now.reached = 1;
      now.stage = Stage::close_combat;
    } else {
      enemy_turn(now);
    }
  }

  void enemy_turn(Charge& now) const {
    if (!next_turn(now)) return;
    now.stage = now.reached != 0 ? Stage::close_combat : Stage::prep_fire;
    if (now.reached == 0 && column_at_them(now) < 0) after_prep_fire(now);
  }

  void after_prep_fire(Charge& now) const {
    if (now.running == 0) {
      end(now);
      return;
    }
    now.stage = Stage::own_defensive_fire;
    if (column_at_defenders(now) < 0) own_turn(now);
  }

  bool next_turn(Charge& now) const {
    if (now.player_turns == player_turns) {
      end(now);
      return false;
    }
    ++now.player_turns;
    return true;
  }

  static void end(Charge& now) {
    now.stage = Stage::over;
    now.moved = now.exhausted = now.next = 0;
  }

  // Fire.

  bool leads(const Charge& now) const {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i].leader && is_there(now, i)) return true;
    }
    return false;
  }
  bool only_leaders(const Charge& now) const {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!units[i].leader && is_there(now, i)) return false;
    }
    return true;
  }

  /// 9.1, 9.2.
  static double at_range(int firepower, int normal_range, int distance) {
    if (distance <= 1) return 2.0 * firepower;
    if (distance <= normal_range) return firepower;
    return distance <= 2 * normal_range ? firepower / 2.0 : 0;
  }

  /// The unbroken defenders fire together, with their machine guns as long as a squad is unbroken.
  int column_at_them(const Charge& now) const {
    double firepower = 0;
    bool anybody = false;
    for (std::size_t i = now.defenders.leader_count; i < now.defenders.unit_count; ++i) {
      const HexUnit& unit = now.defenders.units[i];
      if (unit.status != Status::good) continue;
      const UnitName& name = kinds_[unit.kind];
      firepower += at_range(name.firepower, name.range, now.distance);
      anybody = true;
    }
    if (anybody) firepower += at_range(machine_gun_factors, machine_gun_range, now.distance);
    return ift_->column(firepower);
  }

  /// 11, 73.5, Supplement D. A leader's +1 may be refused (Q&A 15.1).
  int drm_at_them(const Charge& now) const {
    int drm = fire_drm + approach_.modifier +
              std::min(0, leadership_for(now.defenders, now.defenders.unit_count));
    if (now.moved == 0) return drm;
    if (approach_.open) {
      drm += moving_in_the_open - (more_exposed ? now.moved - 1 : 0);
    } else if (!approach_.name.starts_with("entrench")) {
      drm += double_timing;
    }
    return drm;
  }

  /// Only a KIA stops them.
  void fire_at_them(Dice& dice, Charge& now) const {
    const int column = column_at_them(now);
    const int drm = drm_at_them(now);
    const bool killed = dice.DR([&](TwoDice roll) {
      return ift_->at(column, roll.total() + drm).kind == FireResult::Kind::kia;
    });
    if (killed) now.running = 0;
    if (now.stage == Stage::defensive_fire) {
      after_defensive_fire(now);
    } else {
      after_prep_fire(now);
    }
  }

  int best_leader(const Charge& now) const {
    int best = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i].leader && is_there(now, i)) best = std::min(best, units[i].modifier);
    }
    return best;
  }

  int column_at_defenders(const Charge& now) const {
    double firepower = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i].leader || !is_there(now, i)) continue;
      firepower += at_range(units[i].firepower, units[i].range, now.distance);
    }
    return ift_->column(now.moved > 0 ? firepower / 2 : firepower);
  }

  void fire_at_defenders(Dice& dice, Charge& now) const {
    if (now.resolving == 0) {
      const int column = column_at_defenders(now);
      const int drm = defender_drm_ + best_leader(now);
      const FireResult result =
          dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + drm); });
      begin_fire(now.defenders, result);
      now.resolving = 1;
    } else {
      squad_leader::step(dice, now.defenders);
    }
    if (!resolved(now.defenders)) return;
    now.resolving = 0;
    if (now.stage == Stage::advancing_fire) {
      after_advancing_fire(now);
    } else if (!anybody_unbroken(now.defenders)) {
      end(now);
    } else {
      own_turn(now);
    }
  }

  // Close Combat.

  /// 20.3: a side's factors; a leader has one where he is alone.
  static int factors(int of_squads, bool leaders) {
    return of_squads > 0 ? of_squads : leaders ? 1 : 0;
  }

  /// Both sides attack all of the other at once.
  void fight(Dice& dice, Charge& now) const {
    int own = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!units[i].leader && is_there(now, i)) own += units[i].firepower;
    }
    own = factors(own, leads(now));
    int theirs = 0;
    for (std::size_t i = now.defenders.leader_count; i < now.defenders.unit_count; ++i) {
      const HexUnit& unit = now.defenders.units[i];
      if (unit.status == Status::good) {
        theirs += kinds_[unit.kind].firepower;
      }
    }
    theirs = factors(theirs, true);
    const int needed = table_->kill_number(own, theirs) - best_leader(now);
    const int their_modifier =
        std::min(0, leadership_for(now.defenders, now.defenders.unit_count)) +
        (now.exhausted > 0 ? exhausted : 0);
    const int they_need = table_->kill_number(theirs, own) - their_modifier;
    const bool kills = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
    const bool dies = dice.DR([&](TwoDice roll) { return roll.total() <= they_need; });
    if (now.exhausted > 0) --now.exhausted;
    if (kills) {
      for (std::size_t i = 0; i < now.defenders.unit_count; ++i) {
        Status& status = now.defenders.units[i].status;
        if (status == Status::good) status = Status::eliminated;
      }
    }
    if (dies) now.running = 0;
    now.close_combat = static_cast<std::uint8_t>((dies ? 1 : 0) + (kills ? 2 : 0));
    if (now.close_combat != 0) {
      end(now);
    } else if (now.player_turns % 2 == 1) {
      enemy_turn(now);
    } else {
      own_turn(now);
    }
  }

  const Ift* ift_ = nullptr;
  const CloseCombatTable* table_ = nullptr;
  Terrain approach_;
  int defender_drm_ = 0;
  std::vector<UnitName> kinds_;
  TargetHex defenders_;
};

}  // namespace

Procedure berserk() {
  using Asked = Berserk;
  return procedure<Asked>("sl.berserk", "18.4, 18.5, COI 73.9, 83.6, Supplement D",
                          "berserk units charge the nearest enemy")
      .asks(&Asked::units, "units", units_form, "who is berserk", units_up_to<most_units>)
      .or_named(infantry_names())
      .tried_with({"4-4-7", "2*4-4-7 8-0", "6-2-8", "9-1", "4-4-7 9-2"})
      .asks(
          &Asked::follow, "follow",
          "only their leader has gone berserk, and each of the others follows him on a DR, modified "
          "by his leadership, of its morale less 4 (18.5)")
      .asks(&Asked::distance, "distance", 1, 20, "in hexes to the nearest enemy; 1 is adjacent")
      .tried_with({"1", "2", "4", "8"})
      .asks(&Asked::approach, "approach", "a terrain such as woods, or its modifier",
            "the terrain that they come through and are fired at in")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"open ground", "woods", "wheatfield", "shellhole"})
      .asks(&Asked::mf_per_hex, "mf_per_hex", 1, 6,
            "what a hex costs on the cheapest route: woods 2")
      .only_when(&Asked::moves, "adjacent they do not move before they advance", "1, the default")
      .tried_with({"1", "2"})
      .asks(&Asked::more_exposed, "more_exposed",
            "Supplement D: the -2 for moving in the open is one more for each hex after the first")
      .only_when(&Asked::moves, "adjacent they do not move before they advance", "false")
      .asks(
          &Asked::advancing_fire, "advancing_fire", one_of({"none", "halved"}),
          "what they do in the Advancing Fire Phase after they moved: nothing, for they used Double "
          "Time (73.6, 73.9), or fire at half by the base game (18.4)")
      .only_when(&Asked::moves, "who is adjacent has not moved, and fires", "none, the default")
      .asks(&Asked::defenders, "defenders", units_form, "the enemy", units_up_to<most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-6-7 8-1", "2-4-7", "8-0"})
      .asks(&Asked::defender_terrain, "defender_terrain",
            "a terrain such as stone, or its modifier", "what the enemy is in")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"))
      .tried_with({"open ground", "stone", "woods"})
      .asks(&Asked::machine_gun_factors, "machine_gun_factors", 0, 40,
            "of the enemy's machine guns, which fire with his squads")
      .tried_with({"0", "2", "4"})
      .asks(&Asked::machine_gun_range, "machine_gun_range", 1, 40, "their normal range")
      .only_when(&Asked::machine_guns_fire, "there are none", "8, the default")
      .tried_with({"8", "2"})
      .asks(
          &Asked::fire_drm, "fire_drm", -10, 10,
          "other modifiers of the fire at them; terrain, movement and the enemy's leader are known")
      .asks(&Asked::player_turns, "player_turns", 1, 40,
            "how many player turns there are; theirs is the first")
      .tried_with({"1", "2", "4"})
      .outcome("defenders_eliminated", "the enemy dies in Close Combat, they do not")
      .outcome("defenders_broken", "their fire leaves no unbroken enemy")
      .outcome("both_eliminated", "both die in Close Combat")
      .outcome("lost_in_close_combat", "they die in Close Combat, the enemy does not")
      .outcome("shot_down", "they are shot down before they get there")
      .outcome("goes_on", "it is not over within the time")
      .events(infantry_events(Pins::no))
      .event("reaches_enemy", "they get into the enemy's hex")
      .measure("hexes_covered", "hexes towards the enemy that they cover, his own included")
      .measure("player_turns", "player turns that it takes")
      .measure("followers", "units that follow the leader")
      .measure("defenders_eliminated", "units of the enemy eliminated")
      .measure("defenders_broken", "units of the enemy broken")
      .measures(infantry_measures())
      .headline("reaches_enemy", "they reach the enemy")
      .headline("defenders_eliminated", "the enemy dies in Close Combat and they do not")
      .headline("shot_down", "they are shot down before")
      .headline("mean hexes_covered", "they cover {} hexes on average");
}

}  // namespace combat_odds::squad_leader
