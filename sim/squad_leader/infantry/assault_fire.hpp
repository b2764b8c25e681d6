#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/attacks_by_firers.hpp"
#include "sim/squad_leader/infantry/attackers.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {

/// A fire attack as a step of an assault. Its firepower is given, or computed as in sl.fire, or
/// that of the remaining units of the side that fires.
class AssaultFire {
 public:
  std::optional<double> firepower;
  std::optional<double> factor;
  int drm = 0;
  Attackers attackers;

  // Of the assault, for all steps:
  Smoke smoke;                          ///< where there is any
  std::optional<int> breakdown_number;  ///< of a group's machine guns, if not their own

  static void describe(Declaration<AssaultFire>& fire);
  /// In Advancing Fire a vehicle's machine guns are halved one by one, for what it did.
  static std::vector<std::string> words_of_phase(const AssaultStep& step,
                                                 const AssaultForce::Group& firing);
  void prepare(const Charts& charts);

  /// From now on the units and weapons that are named are a group's own: who is left of it fires,
  /// with as many of the weapons as give the most firepower.
  void by_whoever_is_left(const Charts& charts);
  /// Whether the units of the side itself fire, so that only the remaining ones count.
  bool by_own_units() const { return factor.has_value() || by_firers_.prepared(); }

  /// Whether a vehicle's rear turret MG fires with the others.
  bool has_rear_turret() const;
  /// The vehicle's gun fires in this phase, too.
  void beside_own_gun(const Charts& charts);

  /// Whether anybody is left to fire with a factor or more.
  bool fires(const std::vector<UnitName>& kinds, const TargetStack& side,
             std::uint8_t jammed) const {
    return attack(kinds, side, jammed).column >= 0;
  }
  /// The results of a DR, by the modifiers of the units' own, and the weapons of the group that
  /// break down by it, a bit for each.
  struct Shot {
    GroupResults results;
    std::uint8_t jams() const {
      return small(results.noted(breakdowns) | results.noted(breakdowns + 1) << 4);
    }
    void jam(std::size_t weapon) {
      const std::size_t place = breakdowns + weapon / 4;
      results.note(place, small(results.noted(place) | 1 << weapon % 4));
    }
    std::string text() const { return results.text() + (jams() != 0 ? ", breakdown" : ""); }
    friend bool operator==(const Shot&, const Shot&) = default;

   private:
    static constexpr std::size_t breakdowns = GroupResults::most - 2;  ///< behind the results
    static_assert(breakdowns >= most_groups && GroupWeapons::most_jammed == 8);
  };
  /// One DR on the IFT by `side`, whose units have these names and whose weapons have broken down
  /// where they are in `jammed`, at units with these modifiers of their own. No result, and no
  /// roll, if no unit is left to fire.
  Shot roll(Dice& dice, const std::vector<UnitName>& kinds, const TargetStack& side,
            std::uint8_t jammed, bool in_smoke, const std::vector<int>& own, int more_drm) const;

  /// Adds its sums and notes to the working. Returns a short text: "8 FP (8 column), +1".
  std::string tell(Working& working) const;

 private:
  struct Attack {
    int column = -1;
    int drm = 0;
    std::vector<std::size_t> weapons;  ///< of the group, that fire
  };
  Attack attack(const std::vector<UnitName>& kinds, const TargetStack& side,
                std::uint8_t jammed) const;
  const Attack& attack_of_those_left(const std::vector<UnitName>& kinds, const TargetStack& side,
                                     std::uint8_t jammed) const;
  Attack worked_out(const std::string& able, int leadership, std::uint8_t jammed,
                    const Charts& charts) const;
  Attack of_leaders_alone(const std::string& leaders, std::uint8_t jammed,
                          const Charts& charts) const;
  bool reaches(std::size_t weapon) const;
  bool jams(std::size_t weapon, int original) const;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  // Where a group fires that loses units:
  AttacksByFirers<Attack> by_firers_;
};

/// The modifier of the best leader in good order if it helps (15.7, Q&A 15.1), otherwise 0.
int leader_who_helps(const TargetStack& stack);

}  // namespace combat_odds::squad_leader
