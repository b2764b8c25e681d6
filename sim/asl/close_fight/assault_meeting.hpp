#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/dice/inner.hpp"
#include "sim/asl/charges_and_flames/molotov_at_afv.hpp"
#include "sim/asl/close_fight/assault_vehicle.hpp"
#include "sim/asl/close_fight/close_combat_vehicle.hpp"
#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/asl/to_kill/light_anti_tank.hpp"
#include "sim/squad_games/assault_force.hpp"

namespace combat_odds::asl {

// What infantry and a vehicle do to each other as a step of an assault.

/// Light anti-tank weapons of infantry, as in asl.light-anti-tank.
struct LightAntiTankStep {
  LightAntiTank weapon;
  int shots = 1;

  static void describe(Declaration<LightAntiTankStep>& step);
};

/// Molotovs, as in asl.molotov.
struct MolotovStep {
  MolotovAtAfv afv;
  MolotovCheck user;
  int throws = 1;

  static void describe(Declaration<MolotovStep>& step);
};

/// Close Combat with it, as in asl.close-combat-vehicle.
struct VehicleMeleeStep {
  CloseCombatVehicle attack;

  static void describe(Declaration<VehicleMeleeStep>& step);
};

/// Its Overrun: an attack on the IFT whose FP is said.
struct OverrunStep {
  AssaultFire fire;

  static void describe(Declaration<OverrunStep>& step);
};

class AssaultMeeting {
 public:
  using Step = std::variant<LightAntiTankStep, MolotovStep, VehicleMeleeStep, OverrunStep>;

  AssaultMeeting() = default;
  explicit AssaultMeeting(Step step) { play_.step = std::move(step); }

  /// The words of a step: in those of its procedure, who meets whom. Throws ArgumentError about
  /// steps for words about what the groups tell.
  static std::vector<std::string> words(const AssaultStep& step, const AssaultForce::Group& vehicle,
                                        const AssaultForce::Group& infantry);
  /// Call when the infantry's side has all its types.
  void settle(const AssaultForce::Group& vehicle, const FireTarget& infantry, const Charts& charts);
  bool overruns() const { return std::holds_alternative<OverrunStep>(play_.step); }

  /// Both, before and after.
  struct Fight {
    TargetStack infantry;
    VehicleState vehicle;
    std::uint8_t in_hex = 0;  ///< 1: the vehicle is in the infantry's hex
    std::uint8_t jammed = 0;  ///< its machine guns that have malfunctioned, a bit for each
  };
  Fight after(Dice& dice, const Fight& fight) const;

 private:
  class Play : public Inner<Fight, Fight> {
   public:
    Step step;
    FireTarget infantry;
    bool has_machine_gun = true;
    bool own_firepower = true;  ///< it attacks back with its own MGs:
    int coaxial = 0;
    int rear = 0;

    Fight play(const Fight& fight, Dice& dice) const override;

   private:
    /// What the rest of a step depends on.
    struct Stage {
      Fight fight;
      std::uint8_t unit = 0;  ///< who acts next
      std::uint8_t smc = 0;   ///< how many may combine with others
      std::uint8_t first = 0;
      std::uint8_t ambush = 0;
    };
    // Bits of Fight::jammed.
    static constexpr int coaxial_gun = 1;
    static constexpr int rear_gun = 3;

    void shoot(Dice& dice, Fight& fight, const LightAntiTankStep& shots) const;
    void hurl(Dice& dice, Fight& fight, const MolotovStep& molotov) const;
    void close_in(Dice& dice, Fight& fight, const CloseCombatVehicle& asked) const;
    void run_over(Dice& dice, Fight& fight, const AssaultFire& fire) const;
    void suffer(Dice& dice, TargetStack& stack, std::size_t unit, FireTarget::Strike strike) const;
    bool is_wounded(const TargetStack& stack, std::size_t unit) const {
      return stack.units[unit].is(TargetUnit::reduced) && infantry.type(stack, unit).is_smc();
    }
    std::vector<std::size_t> shooters(const TargetStack& stack, bool pinned_too) const;
    int best_leader(const TargetStack& stack) const;
    CloseCombatVehicle attack_of(const Fight& fight, const CloseCombatVehicle& asked,
                                 std::size_t unit, std::optional<std::size_t> smc,
                                 bool first) const;
    void leave(TargetStack& stack, const VehicleMelee& melee, const CloseCombatVehicle& attack,
               std::size_t unit, std::optional<std::size_t> smc) const;
  };

  Play play_;
};

/// Reads a step into the values of its kind.
class AssaultMeetingReader {
 public:
  AssaultMeeting read(const AssaultStep& step, std::string_view parameter,
                      const Charts& charts) const;
};

}  // namespace combat_odds::asl
