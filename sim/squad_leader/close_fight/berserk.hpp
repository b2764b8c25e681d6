#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// 18.5: the DR or less with which an unbroken unit follows a leader who goes berserk.
constexpr int needed_to_follow(int morale, int leader_modifier) {
  constexpr int harder = 4;
  return morale - harder - leader_modifier;
}

/// A charge between two rolls.
struct Charge {
  enum class Stage : std::uint8_t {
    follow,
    defensive_fire,
    advancing_fire,
    close_combat,
    prep_fire,  // from here on in the enemy's player turn
    own_defensive_fire,
    over,
  };

  TargetStack defenders;
  std::uint8_t running = 0;  ///< one bit for each berserk unit that is left
  Stage stage = Stage::follow;
  std::uint8_t next = 0;       ///< the unit that rolls next to follow the leader
  std::uint8_t followers = 0;  ///< units that follow the leader
  std::uint8_t resolving = 0;  ///< 1: fire at the defenders is being resolved
  std::uint8_t distance = 0;
  std::uint8_t moved = 0;      ///< hexes in this Movement Phase
  std::uint8_t exhausted = 0;  ///< Close Combat Phases for which they are still exhausted
  std::uint8_t player_turns = 0;
  std::uint8_t reached = 0;
  std::uint8_t close_combat = 0;  ///< eliminated in it: 1 the chargers, 2 the defenders, 3 both
};

/// 18.4, 18.5: berserk units charge the nearest enemy.
struct Berserk {
  static constexpr std::size_t most_units = 6;

  enum class AdvancingFire { none, halved };

  std::vector<UnitName> units;
  bool follow = false;
  int distance = 1;
  std::string approach = "open ground";
  std::optional<int> mf_per_hex;  ///< nothing: by the approach
  bool more_exposed = false;
  AdvancingFire advancing_fire = AdvancingFire::none;
  std::vector<UnitName> defenders;
  std::string defender_terrain = "open ground";
  int machine_gun_factors = 0;
  int machine_gun_range = 8;
  int fire_drm = 0;
  int player_turns = 8;

  void prepare(const Charts& charts);
  Charge start() const;
  Charge step(const Charge& before, Dice& dice) const;
  Charge alike(const Charge& state) const;
  std::optional<Outcome> outcome(const Charge& now) const;

  bool machine_guns_fire() const { return machine_gun_factors > 0; }
  bool moves() const { return distance > 1; }

 private:
  static bool anybody_unbroken(const TargetStack& stack) {
    return how_many(stack, TargetUnit::Status::good) > 0;
  }
  bool is_there(const Charge& now, std::size_t unit) const;

  // Following a berserk leader (18.5).

  void skip_leader(Charge& now) const;
  void roll_to_follow(Dice& dice, Charge& now) const;

  // The sequence of play.

  /// 18.4: they move at full speed until they are adjacent.
  void own_turn(Charge& now) const;
  void after_defensive_fire(Charge& now) const;

  /// In the Advance Phase they go one hex further, into the enemy's hex if they are adjacent.
  void after_advancing_fire(Charge& now) const;
  void enemy_turn(Charge& now) const;
  void after_prep_fire(Charge& now) const;
  bool next_turn(Charge& now) const;
  static void end(Charge& now);

  // Fire.

  int leaders_there(const Charge& now) const;

  /// Firepower at a distance (9.1, 9.2).
  static double at_range(int firepower, int normal_range, int distance);

  /// The unbroken defenders fire together. Their machine guns fire as long as a squad is unbroken.
  int column_at_them(const Charge& now) const;

  /// 11, 73.5, Supplement D. A leader's +1 may be refused (Q&A 15.1).
  int drm_at_them(const Charge& now) const;

  /// Only a KIA stops berserk units.
  void fire_at_them(Dice& dice, Charge& now) const;
  int best_leader(const Charge& now) const;
  int column_at_defenders(const Charge& now) const;
  void fire_at_defenders(Dice& dice, Charge& now) const;

  // Close Combat.

  /// Each side attacks all units of the other at once.
  void fight(Dice& dice, Charge& now) const;

  const Ift* ift_ = nullptr;
  const CloseCombatTable* table_ = nullptr;
  Terrain approach_;
  int cost_ = 1;  ///< MF of a hex
  int defender_drm_ = 0;
  std::vector<UnitName> kinds_;
  TargetStack defenders_;
};

}  // namespace combat_odds::squad_leader
