#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/inner.hpp"
#include "core/dice/working.hpp"
#include "sim/asl/close_fight/assault_vehicle.hpp"
#include "sim/asl/to_kill/gun_at_infantry.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/gun_marks.hpp"

namespace combat_odds::asl {

/// The HE of a group's gun as a step of an assault: a phase of asl.gun-at-infantry at whoever is
/// left of a group.
class AssaultShells {
 public:
  /// Behind an Overrun a vehicle fires at the range of its group.
  static constexpr bool fires_in_its_own_hex = false;
  GunAtInfantry gun;
  bool bounding = false;

  static void describe(Declaration<AssaultShells>& shells);
  /// A vehicle is buttoned up, and in Advancing Fire it is taken to have moved.
  static std::vector<std::string> words_of_phase(const AssaultStep& step,
                                                 const AssaultForce::Group& firing);
  void prepare(const Charts& charts) { gun.attack.prepare(charts); }
  /// A21.13: a gun is for crews; others are not qualified. A vehicle has its own.
  static bool is_qualified(const AssaultForce::Group& firing, const FireTarget& firers);
  /// Fire in the AFPh of a vehicle that has moved: cases B and C, and one shot.
  static void bound(Aim& aim, const Charts& charts);

  /// The Location under fire is that of this group.
  void at(const AssaultForce::Group& target, const Charts& charts);
  /// Call after at(), when both sides have all their types: who fires are those of `firing`.
  void settle(const AssaultForce::Group& firing, const FireTarget& firers, const FireTarget& target,
              const Charts& charts);

  /// Who is left to fire it, of those with these marks. Nothing: nobody.
  enum class By : std::uint8_t { able, pinned, shaken };
  static std::optional<By> by(const FireTarget& rules, const TargetStack& side, std::uint8_t out);

  /// The Location after the fire, and marks of the gun that fires and of one in that Location.
  struct Fired {
    TargetStack stack;
    std::uint8_t own = 0;
    std::uint8_t theirs = 0;
  };
  Fired fire(Dice& dice, const TargetStack& stack, By by) const;

  /// Adds its sums to the working. Returns its situation.
  std::string tell(Working& working) const;

 private:
  struct Question {
    TargetStack stack;
    By by = By::able;
  };
  class Shots : public Inner<Question, Fired> {
   public:
    std::array<GunAtInfantry, 3> guns;  ///< by who fires
    Fired play(const Question& question, Dice& dice) const override;
  };

  Shots shots_;
};

}  // namespace combat_odds::asl
