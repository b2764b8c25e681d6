#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "combat_odds/core/outcome.hpp"
#include "combat_odds/sim/slammers/fire/vehicle_damage.hpp"

namespace combat_odds::slammers {

/// What a TU under fire has suffered.
struct TargetState {
  VehicleState vehicle;
  std::uint8_t killed = 0;
  std::uint8_t suppression = 0;  ///< markers on infantry

  bool dead() const { return killed != 0 || vehicle.wreck != VehicleState::none; }
};

/// A TU under fire: infantry, a vehicle or a Firefly, and what a hit does to it.
class FireTarget {
 public:
  enum class Kind : std::uint8_t { infantry, vehicle, firefly };

  Kind kind() const { return kind_; }
  /// Fireflies are hit with the firepower against infantry: the text gives them infantry's armour.
  bool hit_as_infantry() const { return kind_ != Kind::vehicle; }

  /// Resolves one hit: 1D6 + firepower against the DV.
  void hit(Dice& dice, TargetState& state, int firepower) const;

  /// The state as an outcome: killed, suppressed, vaporised, destroyed, damaged or no_effect, with
  /// the events and measures of that kind of target.
  Outcome outcome(const TargetState& state) const;

  static std::vector<Term> outcomes();
  static std::vector<Term> events();
  static std::vector<Term> measures();

  /// `target` (`kinds` are the choices), `dv` and the damage rules.
  static std::vector<Parameter> parameters(std::vector<std::string> kinds,
                                           const std::string& dv_meaning);
  static FireTarget asked(const Arguments& arguments, const Charts& charts);

  /// `suppression_kills`: the markers that kill infantry.
  static Parameter suppression_kills_parameter();
  void ask_suppression_kills(const Arguments& arguments);

  /// Cover adds to the DV.
  void add_dv(int bonus) { dv_ += bonus; }

  /// A vehicle of that DV, for rules that attack nothing else.
  static FireTarget vehicle(int dv, DamageRules damage);

 private:
  Kind kind_ = Kind::vehicle;
  int dv_ = 0;
  int suppression_kills_ = 0;
  DamageRules damage_;
};

}  // namespace combat_odds::slammers
