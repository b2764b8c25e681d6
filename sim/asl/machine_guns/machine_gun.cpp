#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/asl/infantry/vehicle_machine_guns.hpp"
#include "sim/asl/machine_guns/sustained_fire.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

constexpr const char* chart = "asl/machine-guns.csv";

/// A9.2, A9.3, A9.7-.72: the shots of a MG in several fire phases, and whether it lasts.
struct MachineGun {
  enum class Status : std::uint8_t { fires, malfunctions, lost };

  std::string weapon;
  int fire_phases = 6;
  int most_shots = 4;
  int repairs = 1;
  bool sustained = false;
  bool inexperienced = false;
  bool gun_disabled = false;

  /// Of an AFV: its guns are `guns` of them, and fire one after the other.
  static constexpr std::size_t most_guns = 4;
  struct State {
    std::uint8_t phase = 0;
    std::uint8_t shots = 0;
    std::uint8_t here = 0;      ///< shots in this phase
    std::uint8_t repaired = 0;  ///< attempts to repair it since
    Status status = Status::fires;
    std::uint8_t malfunctioned = 0;
    std::uint8_t shooting = 1;
    std::array<Status, most_guns> guns{};  ///< of an AFV
    std::uint8_t next = 0;                 ///< the gun that fires or is repaired next
    std::uint8_t recalled = 0;
  };

  bool of_vehicle() const { return guns_ > 0; }

  void prepare(const Charts& charts) {
    const std::optional<VehicleFactors> factors = VehicleMachineGuns::of(weapon, "weapon", charts);
    if (factors) {
      prepare_vehicle(*factors);
      return;
    }
    if (gun_disabled) {
      throw ArgumentError("gun_disabled", "only an AFV has a main armament",
                          "an AFV as --weapon, such as 'vehicle 3/5'");
    }
    const NamedNumbers& numbers = charts.get<NamedNumbers>(chart);
    if (!numbers.find(weapon, "rof")) {
      throw ArgumentError("weapon", "'" + weapon + "' is no MG of the chart",
                          "such as 'German HMG' or 'Russian MMG'");
    }
    rate_ = sustained ? 0 : numbers.at(weapon, "rof");
    lowered_ = (sustained ? sustained_breakdown : 0) + (inexperienced ? 1 : 0);
    breakdown_ = numbers.at(weapon, "breakdown") - lowered_;
    repair_ = numbers.at(weapon, "repair");
  }

  State start() const { return {}; }

  State step(State state, Dice& dice) const {
    if (of_vehicle()) {
      step_of_vehicle(state, dice);
      return state;
    }
    if (state.shooting != 0) {
      shoot(dice, state);
    } else if (state.repaired < repairs) {
      attempt_repair(dice, state);
    }
    const bool done =
        state.shooting == 0 && (state.status != Status::malfunctions || state.repaired >= repairs);
    if (done) {
      ++state.phase;
      state.here = state.repaired = 0;
      state.shooting = state.status == Status::fires ? 1 : 0;
    }
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    if (of_vehicle()) return outcome_of_vehicle(state);
    const bool between = state.here == 0 && state.repaired == 0;
    if (state.status != Status::lost && (state.phase < fire_phases || !between)) {
      return std::nullopt;
    }
    const Outcome outcome = Outcome(state.status == Status::fires          ? "fires"
                                    : state.status == Status::malfunctions ? "malfunctions"
                                                                           : "lost")
                                .event("malfunction", state.malfunctioned != 0)
                                .measure("shots", state.shots);
    return outcome;
  }

 private:
  void shoot(Dice& dice, State& state) const {
    enum class Shot : std::uint8_t { malfunctions, breaks_for_good, keeps_its_rate, ends };
    const Shot shot = dice.DR([&](TwoDice roll) {
      // A.11: where the B# is lowered, the original one is an X#.
      if (lowered_ > 0 && roll.total() >= breakdown_ + lowered_) {
        return Shot::breaks_for_good;
      }
      if (roll.total() >= breakdown_) return Shot::malfunctions;
      return roll.coloured <= rate_ ? Shot::keeps_its_rate : Shot::ends;
    });
    ++state.shots;
    ++state.here;
    if (shot == Shot::malfunctions || shot == Shot::breaks_for_good) {
      state.status = shot == Shot::malfunctions ? Status::malfunctions : Status::lost;
      state.malfunctioned = 1;
    }
    if (shot != Shot::keeps_its_rate || state.here >= most_shots) state.shooting = 0;
  }

  /// A9.72
  void attempt_repair(Dice& dice, State& state) const {
    state.status =
        repaired(dice, repair_, Repairable{Status::fires, Status::malfunctions, Status::lost});
    ++state.repaired;
  }

  void prepare_vehicle(const VehicleFactors& factors) {
    const auto refuse = [](bool given, const char* parameter) {
      if (given) {
        throw ArgumentError(parameter, "it is not for the machine guns of an AFV", "leave it out");
      }
    };
    refuse(sustained, "sustained");
    refuse(inexperienced, "inexperienced");
    guns_ = 0;
    for (const int factor : factors) guns_ += factor > 0 ? 1 : 0;
    if (guns_ == 0) {
      throw ArgumentError("weapon", "the vehicle has no machine guns",
                          "an AFV with some, such as 'vehicle 3/5'");
    }
  }

  static bool any(const State& state, std::size_t guns, Status status) {
    return std::find(state.guns.begin(), state.guns.begin() + static_cast<std::ptrdiff_t>(guns),
                     status) != state.guns.begin() + static_cast<std::ptrdiff_t>(guns);
  }

  /// Each of its machine guns fires once in a fire phase, and malfunctions on an Original 12. In
  /// each Rally Phase all that malfunction are repaired on a dr of 1, and disabled on a 6
  /// (A9.7-.72; RB III.9 has them try). Where the main armament is disabled, an AFV without another
  /// gun that works is Recalled at once (CoS 7.4).
  void step_of_vehicle(State& state, Dice& dice) const {
    constexpr int breakdown = 12;
    constexpr int repair = 1;
    Status& gun = state.guns[state.next];
    if (state.shooting != 0) {
      if (gun == Status::fires) {
        if (dice.DR([](TwoDice roll) { return roll.total() >= breakdown; })) {
          gun = Status::malfunctions;
          state.malfunctioned = 1;
          if (gun_disabled && !any(state, guns_, Status::fires)) state.recalled = 1;
        }
        ++state.shots;
      }
    } else if (gun == Status::malfunctions) {
      gun = repaired(dice, repair, Repairable{Status::fires, Status::malfunctions, Status::lost});
    }
    if (++state.next < guns_) return;
    state.next = 0;
    if (state.shooting != 0) {
      state.shooting = 0;
    } else {
      ++state.repaired;
    }
    if (state.repaired < repairs) return;
    ++state.phase;
    state.repaired = 0;
    state.shooting = 1;
  }

  std::optional<Outcome> outcome_of_vehicle(const State& state) const {
    const bool all_lost =
        !any(state, guns_, Status::fires) && !any(state, guns_, Status::malfunctions);
    if (state.recalled == 0 && !all_lost && state.phase < fire_phases) return std::nullopt;
    return Outcome(state.recalled != 0                       ? "recalled"
                   : any(state, guns_, Status::fires)        ? "fires"
                   : any(state, guns_, Status::malfunctions) ? "malfunctions"
                                                             : "lost")
        .event("malfunction", state.malfunctioned != 0)
        .measure("shots", state.shots);
  }

  std::size_t guns_ = 0;  ///< of an AFV
  int rate_ = 0;
  int breakdown_ = 12;
  int lowered_ = 0;
  int repair_ = 1;
};

}  // namespace

Procedure machine_gun() {
  return procedure<MachineGun>("asl.machine-gun", "A9.2, A9.3, A9.7",
                               "what a MG gets to fire over several fire phases, with repairs")
      .asks(&MachineGun::weapon, "weapon",
            "a MG such as 'German HMG', or an AFV such as PzIIIL or 'vehicle 3/5'",
            "the MG, or all machine guns of an AFV, each of which fires once in a phase")
      .or_named(names_in(chart, "weapon"))
      .tried_with({"German HMG", "German LMG", "Russian MMG", "Russian LMG", "vehicle 3/5"})
      .asks(&MachineGun::fire_phases, "fire_phases", 1, 12, "in how many fire phases it may fire")
      .asks(&MachineGun::most_shots, "most_shots", 1, 8,
            "at most so many shots in each while it keeps its rate of fire")
      .asks(&MachineGun::repairs, "repairs", 0, 2,
            "Rally Phases between two fire phases in which it may be repaired, one dr each")
      .asks(&MachineGun::sustained, "sustained",
            "Sustained Fire: one shot in each phase, with a B# 2 lower (A9.3)")
      .asks(&MachineGun::inexperienced, "inexperienced",
            "Conscripts fire it, with a B# 1 lower (A19.32)")
      .asks(
          &MachineGun::gun_disabled, "gun_disabled",
          "the AFV's main armament is disabled: it is Recalled as soon as none of its machine guns "
          "works, whatever is repaired later (Crucible of Steel 7.4)")
      .outcome("fires", "it can fire after the last phase")
      .outcome("malfunctions", "it malfunctions then")
      .outcome("lost", "it broke for good, or a repair dr of 6 eliminated it")
      .outcome("recalled", "the AFV is Recalled")
      .event("malfunction", "it malfunctioned at least once")
      .measure("shots", "shots fired")
      .headline("mean shots", "{} shots on average")
      .headline("malfunction", "it malfunctions at least once");
}

}  // namespace combat_odds::asl
