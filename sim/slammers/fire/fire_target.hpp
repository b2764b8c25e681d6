#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/outcome.hpp"
#include "sim/slammers/fire/vehicle_damage.hpp"

namespace combat_odds::slammers {

/// What a TU under fire has suffered.
struct TargetState {
  VehicleState vehicle;
  std::uint8_t killed = 0;
  std::uint8_t suppression = 0;  ///< markers on infantry

  bool dead() const { return killed != 0 || vehicle.wreck != VehicleState::none; }
};

/// A TU under fire: infantry, a vehicle or a Firefly, and what a hit does to it.
struct FireTarget {
  enum class Kind : std::uint8_t { infantry, vehicle, firefly };
  /// What destroys a Firefly (Supplement 4 says both "DV 9" and "ANY hit destroys").
  enum class Destroyed : std::uint8_t { any_hit, dv_reached };

  static constexpr int firefly_dv = 9;  ///< in all arcs (Supplement 4, Fireflies)

  Kind kind = Kind::infantry;
  std::optional<int> dv;
  DamageRules damage;
  int suppression_kills = 0;  ///< the markers that kill infantry; 0: none do
  Destroyed destroyed = Destroyed::any_hit;

  /// Fireflies are hit with the firepower against infantry: the text gives them infantry's armour.
  bool hit_as_infantry() const { return kind != Kind::vehicle; }
  /// Whether it is destroyed whatever the firepower.
  bool falls_to_any_hit() const { return kind == Kind::firefly && destroyed == Destroyed::any_hit; }

  /// Resolves one hit: 1D6 + firepower against the DV.
  void hit(Dice& dice, TargetState& state, int firepower) const;

  /// The state as an outcome: killed, suppressed, vaporised, destroyed, damaged or no_effect, with
  /// the events and measures of that kind of target.
  Outcome outcome(const TargetState& state) const;

  static OneOf destroyed_words();
  /// A Firefly.
  static FireTarget firefly(Destroyed destroyed);

  /// The outcomes and events of a vehicle.
  static std::vector<Term> vehicle_outcomes(
      std::string no_effect = "nothing happens to the target");
  static std::vector<Term> vehicle_events();
  /// What matters most about a single TU.
  static std::vector<HeadlinePart> headline();

  /// A single TU reports what happens to it; of several only their numbers are of interest, and
  /// their suppression markers are not counted.
  enum class Reported : std::uint8_t { single, by_number };
  /// `kinds` are the first kinds of target.
  static void describe(Declaration<FireTarget>& asks, OneOf kinds, const std::string& dv_meaning,
                       Reported reported = Reported::single);
  void prepare(const Charts& charts);

  /// A vehicle of that DV, for rules that attack nothing else.
  static FireTarget vehicle(int dv, const DamageRules& damage) {
    return {Kind::vehicle, dv, damage};
  }
};

}  // namespace combat_odds::slammers
