#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/rate_of_fire.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/attacks_by_firers.hpp"

namespace combat_odds::asl {

/// Who is left of a group to fire, in the words of asl.fire.
struct GroupLeft {
  std::string able;
  std::string pinned;
  std::string leader;  ///< who directs
  std::string leaders_alone;
  int able_units = 0;
  int pinned_units = 0;
};
/// Tells it: of `side`, whose roster is in `units`. The key is the same where it is.
GroupLeft group_left(const FireTarget& units, const TargetStack& side);
std::string key_of_group_left(const FireTarget& units, const TargetStack& side);

/// One step of an assault that is a fire attack. Its FP is given, worked out as in asl.fire, or
/// that of the firing side's surviving units.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Cowering cowering;
  Attackers attackers = Attackers::or_vehicle();
  RateOfFire rate;

  static void describe(Declaration<AssaultFire>& fire);
  /// In Advancing Fire a vehicle is taken to have moved: Bounding Fire (D3.5).
  static std::vector<std::string> words_of_phase(const AssaultStep& step,
                                                 const AssaultForce::Group& firing);
  void prepare(const Charts& charts);

  /// From now on the units and weapons that are named are a group's own: who is left of it fires,
  /// with as many of the weapons as give the most FP.
  void by_whoever_is_left(const Charts& charts);
  /// Whether the side's own units fire, so that their losses lower the FP.
  bool by_own_units() const { return factor.has_value() || by_firers_.prepared(); }

  /// Whether an attack of `side` can come to an NMC or more, which puts broken units under DM
  /// (A10.62). It is on those of `at`.
  bool can_demoralize(const FireTarget& units, const TargetStack& side, const FireTarget& at,
                      std::uint8_t jammed) const;
  /// Rolls one attack of `side`, whose roster is in `units`, on `target` of `at`, after `shots`
  /// earlier shots of the same attack, the last of which gave `again`. Its weapons in `jammed` had
  /// broken down before. Rolls nothing if no unit is left to fire.
  FireShot roll(Dice& dice, const FireTarget& units, const TargetStack& side, const FireTarget& at,
                const TargetStack& target, int shots, std::uint8_t again,
                std::uint8_t jammed) const;

  /// Adds sums and notes to `working` and returns a summary: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  struct Attack {
    int column = -1;
    int drm = 0;
    Cowering cowering;
    Cowering on_rate;  ///< of the MGs that fire on without the others
    RateOfFire rate;
    /// A MG of the group that fires, by its number there.
    struct Gun {
      std::size_t weapon = 0;
      int breakdown = 12;
    };
    std::vector<Gun> guns;
  };
  Attack own_attack(const FireTarget& units, const TargetStack& side, std::uint8_t jammed) const;
  const Attack& attack_of_those_left(const FireTarget& units, const TargetStack& side,
                                     std::uint8_t jammed) const;
  Attack worked_out(const GroupLeft& left, std::uint8_t jammed, const Charts& charts) const;
  Attack by_vehicle(const std::string& who, std::uint8_t jammed, const Charts& charts) const;
  Attack made(const Attackers& attack, double firepower, const std::vector<std::size_t>& weapons,
              const Charts& charts) const;
  std::uint8_t over_number(const Attack& attack, int original, std::uint8_t again) const;
  void malfunction(Dice& dice, const Attack& attack, FireShot& shot) const;

  const Ift* ift_ = nullptr;
  Attack given_;
  // Where a group fires that loses units:
  AttacksByFirers<Attack> by_firers_;
};

}  // namespace combat_odds::asl
