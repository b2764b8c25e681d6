#pragma once

#include <optional>

#include "sim/asl/close_fight/close_combat_table.hpp"
#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/asl/morale/heat_of_battle.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Infantry and a vehicle in one Location: who is still there, and what has become of the vehicle.
struct VehicleMelee {
  /// From the least to the most.
  enum class Effect : std::uint8_t { none, immobilized, eliminated, burning_wreck };
  enum class Smc : std::uint8_t { absent, fit, wounded };
  static constexpr std::uint8_t nobody = 255;

  std::uint8_t unit = nobody;  ///< CloseCombatVehicle::Unit
  std::uint8_t unit_wounded = 0;
  Smc smc = Smc::absent;
  std::int8_t leadership = 0;
  Effect vehicle = Effect::none;
  std::uint8_t rounds = 0;
  std::uint8_t over = 0;
  std::uint8_t dares_not = 0;
  std::uint8_t had_atmm = 0;
  std::uint8_t was_pinned = 0;
  std::uint8_t casualties = 0;
  std::uint8_t got_away = 0;
  std::uint8_t weapon_lost = 0;
  std::uint8_t leader_created = 0;
  std::uint8_t casualty_vp = 0;  ///< of the infantry, where they are counted
  std::uint8_t ambush = 0;       ///< 1: by the infantry, 2: by the vehicle

  bool any_infantry() const { return unit != nobody || smc != Smc::absent; }
};

/// Infantry attacks a vehicle in close combat, and the vehicle may attack back (A11.5-.7).
struct CloseCombatVehicle {
  using Effect = VehicleMelee::Effect;
  using Smc = VehicleMelee::Smc;
  enum class Unit { squad, half_squad, crew, smc, tank_hunter_hero };
  static OneOf units() {
    return one_of({"squad", "half_squad", "crew", "smc", "tank_hunter_hero"});
  }
  enum class Ambush { none, possible, street_fighting };
  enum class ReactionFire { no, unmarked, marked };
  enum class AtmmRules { none, standard, red_barricades, crucible_of_steel };

  Unit unit = Unit::squad;
  int extra_smc = 0;
  bool assault_engineers = false;
  bool inexperienced = false;
  int halvings = 0;
  AtmmRules atmm = AtmmRules::none;
  bool cx = false;
  bool antitank_crew = false;
  bool unarmored = false;
  bool helpless = false;
  int leadership = 0;
  int drm = 0;
  std::optional<int> morale;
  int rounds = 1;
  double vehicle_firepower = 0;
  int vehicle_drm = 0;
  bool immobile = false;
  bool drives_off = false;
  bool withdraws = false;
  bool slips_away = false;
  Nation nation = Nation::none;
  std::optional<int> base_morale;
  Ambush ambush = Ambush::none;
  int ambush_drm = 0;
  int vehicle_ambush_drm = 0;
  ReactionFire reaction_fire = ReactionFire::no;
  bool casualty_vp = false;
  std::optional<int> vehicle_vp;
  bool by_habit = false;  ///< nobody is asked, in a rule of which this is a part

  bool is_crew() const { return unit == Unit::crew; }
  bool is_smc() const { return unit == Unit::smc || unit == Unit::tank_hunter_hero; }
  bool is_mmc() const { return !is_smc(); }
  bool not_antitank_crew() const { return !antitank_crew; }
  bool may_have_atmm() const { return atmm != AtmmRules::crucible_of_steel || is_mmc(); }
  bool may_be_elite() const { return atmm != AtmmRules::red_barricades || !inexperienced; }
  bool check_has_drm() const {
    return atmm == AtmmRules::standard || atmm == AtmmRules::crucible_of_steel;
  }
  bool may_be_engineers() const {
    return (unit == Unit::squad || unit == Unit::half_squad) && !inexperienced;
  }
  bool leader_matters() const { return extra_smc > 0 || morale.has_value(); }
  bool is_afv() const { return !unarmored; }
  bool not_helpless() const { return !helpless; }
  bool attacks_back() const { return vehicle_firepower > 0; }
  bool goes_on() const { return rounds > 1; }
  bool may_drive() const { return goes_on() && !immobile; }
  bool one_round() const { return rounds == 1; }
  bool may_ambush() const { return ambush == Ambush::possible; }
  bool fights_in_street() const { return ambush == Ambush::street_fighting; }
  bool reacts() const { return reaction_fire != ReactionFire::no; }
  bool does_not_react() const { return !reacts(); }
  bool no_nation() const { return nation == Nation::none; }
  bool morale_unknown() const { return nation != Nation::none && !morale; }

  void prepare(const Charts& charts);
  VehicleMelee start() const;
  VehicleMelee step(const VehicleMelee& before, Dice& dice) const;
  std::optional<Outcome> outcome(const VehicleMelee& melee) const;

  /// The PAATC of an MMC whose morale is known (A11.6).
  bool dares(Dice& dice) const;

 private:
  /// The ATMM that a unit tries for (C13.7): what the check needs and what they give.
  struct Atmm {
    int needed = 0;  ///< 0: it does not try
    int check_drm = 0;
    int attack_drm = 0;
  };
  /// A Close Combat Phase on its way.
  struct Turn {
    VehicleMelee melee;
    std::uint8_t stage = 0;
    std::uint8_t pinned = 0;
    std::uint8_t leaving = 0;
  };

  void roll_ambush(Dice& dice, VehicleMelee& melee) const;
  int ambush_modifier(const VehicleMelee& melee) const;
  Atmm atmm_of(Unit who) const;
  int ccv(const VehicleMelee& melee) const;
  int own_drm(const VehicleMelee& melee) const;
  void attack(Dice& dice, Turn& turn) const;
  void attack_back(Dice& dice, Turn& turn) const;
  std::optional<int> created_leader(Dice& dice, Turn& turn) const;
  void reduce_one(Dice& dice, VehicleMelee& melee) const;
  void reduce_unit(Dice& dice, VehicleMelee& melee) const;
  void lose_unit(VehicleMelee& melee) const;
  void lose_smc(VehicleMelee& melee) const;
  void count_points(VehicleMelee& melee, int points) const;
  void reduce_smc(Dice& dice, VehicleMelee& melee) const;
  bool asks(Dice& dice, Turn& turn, const char* parameter, const char* question, bool habit,
            int side) const;
  static Effect effect(int original, int modifier, int ccv);

  std::array<int, 5> printed_ccv_{};
  const CloseCombatTable* table_ = nullptr;
  LeaderCreation creation_;
  std::array<int, LeaderCreation::kinds> created_modifier_{};
};

}  // namespace combat_odds::asl
