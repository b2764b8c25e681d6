#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"

namespace combat_odds::squad_leader {

/// The main armament of the vehicle: its infantry firepower equivalent, and whether it is known to
/// fire more than once in a fire phase.
struct MainArmament {
  double firepower = 0;
  bool multi_shot = false;
};

/// Reads a number, or the name of a vehicle with a gun, for the parameter.
MainArmament read_main_armament(std::string_view text, std::string_view parameter,
                                const Charts& charts);

/// A vehicle drives over infantry (35, COI 72.1-.7).
struct Overrun {
  using Status = TargetUnit::Status;

  MainArmament main_armament;
  bool multi_shot = false;
  double mg = 0;
  double passengers = 0;
  bool close_terrain = false;
  bool open_topped = false;
  int leadership = 0;
  int drm = 0;
  std::vector<UnitName> target;
  std::optional<int> immobilization_number;
  std::vector<UnitName> exposed_passengers;
  bool fire_group = false;
  Smoke smoke;  ///< Q&A 35.1: a die; with close_terrain (72.4). Said by other rules

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    const double firepower =
        4 + main_armament.firepower / 2 * (fires_often() ? 2 : 1) + (mg + passengers);
    column_ = ift_->column(close_terrain ? firepower / 2 : firepower);  // 72.4
    immobilized_from_ = close_terrain ? 11 : 12;
    stack_ = target_stack(target, Status::good, {}, &kinds_);
    group_drms_ = drms_of(target);
    exposed_ = target_stack(exposed_passengers, Status::good);
  }

  /// From now on the units of the target have these names, by their kind.
  void know(const std::vector<UnitName>& kinds) { kinds_ = kinds; }

  Outcome resolve(Dice& dice) const { return told(fought(dice, stack_)); }

  enum class Vehicle : std::uint8_t { good, immobilized, destroyed };
  /// Both sides after the Overrun. memo[0] of `stack` is the fate of the vehicle.
  struct Fight {
    TargetStack stack;
    TargetStack passengers;
    std::uint8_t checked = 0;  ///< units that have made their check to attack
    std::uint8_t attacks = 0;  ///< attacks made in return
    std::array<std::uint8_t, TargetStack::most_units + 1> dares{};
    std::array<std::uint8_t, TargetStack::most_units + 1> has_led{};
  };
  static Vehicle vehicle_of(const Fight& fight) {
    return static_cast<Vehicle>(fight.stack.memo[0]);
  }

  /// The Overrun of what is left of the target, and what they do in return.
  Fight fought(Dice& dice, TargetStack stack) const {
    struct Attack {
      GroupResults results;
      Vehicle vehicle() const { return static_cast<Vehicle>(results.noted(most_groups)); }
      std::string text() const {
        return results.text() + (vehicle() == Vehicle::good          ? ""
                                 : vehicle() == Vehicle::immobilized ? ", vehicle immobilized"
                                                                     : ", vehicle destroyed");
      }
    };
    const auto attack_of = [&](int original, int smoke_drm) -> Attack {
      // 72.5, 72.6: grenades. An open-topped vehicle is also destroyed by a roll one below.
      const Vehicle vehicle = original >= immobilized_from_ ? Vehicle::immobilized
                              : open_topped && original == immobilized_from_ - 1
                                  ? Vehicle::destroyed
                                  : Vehicle::good;
      GroupResults results(*ift_, column_, original + drm + leadership + smoke_drm, group_drms_);
      results.note(most_groups, small(vehicle));
      return {results};
    };
    Attack attack;
    if (smoke.rolls()) {  // 24.6: the die comes after the DR
      const int original = dice.DR([](TwoDice roll) { return roll.total(); });
      attack = attack_of(original, smoke.roll(dice));
    } else {
      attack = dice.DR([&](TwoDice roll) { return attack_of(roll.total(), 0); });
    }
    stack.memo[0] = small(attack.vehicle());
    resolve_fire(dice, stack, attack.results.all());
    Fight fight{stack, exposed_, {}};
    if (vehicle_of(fight) == Vehicle::destroyed) {
      begin_fire(fight.passengers, {FireResult::Kind::kia, 0});
    } else if (immobilization_number || somebody_exposed()) {
      check_before_attacking(dice, fight);
      strike_back(dice, fight);
    }
    return fight;
  }

  /// 36.11: a unit makes a Morale Check before it attacks the AFV; nobody breaks. Fire at
  /// passengers needs no check.
  void check_before_attacking(Dice& dice, Fight& fight) const {
    const TargetStack& stack = fight.stack;
    for (; fight.checked < stack.unit_count; ++fight.checked) {
      const std::size_t unit = fight.checked;
      if (!is_good(stack, unit)) continue;
      fight.dares[unit] = 1;
      if (!may_be_stopped(fight)) continue;
      dice.at(fight);
      const int needed = stack.units[unit].morale - help_for(fight, unit);
      const bool dares = DR_at_most(dice, needed);
      fight.dares[unit] = dares ? 1 : 0;
    }
  }

  /// 36.12, 36.13, 72.31: one DR both tries to stop the vehicle and is the fire at its passengers.
  void strike_back(Dice& dice, Fight& fight) const {
    const std::vector<Return> all = returns(fight);
    for (; fight.attacks < all.size(); ++fight.attacks) {
      const Return& attack = all[fight.attacks];
      const bool stops = attack.at_afv && may_be_stopped(fight);
      const bool fires = !attack.by_leader && anybody_left(fight.passengers);
      const std::optional<std::size_t> leader = leader_for(fight, attack);
      if ((!stops && !fires) || (attack.by_leader && !leader)) continue;
      dice.at(fight);
      if (leader) fight.has_led[*leader] = 1;
      const int modifier = leader ? fight.stack.units[*leader].modifier : 0;
      const int number = attack.by_leader ? leader_alone : immobilization_number.value_or(0);
      const int column = fires ? ift_->column(2 * attack.firepower) : -1;  // adjacent
      struct Results {
        FireResult fire;
        bool stopped;
      };
      const Results results = dice.DR([&](TwoDice roll) -> Results {
        const int modified = roll.total() + modifier;
        return {fires ? ift_->at(column, modified + armour_around) : FireResult{},
                stops && modified <= number};
      });
      if (results.stopped) fight.stack.memo[0] = small(Vehicle::immobilized);
      suffer(dice, fight, results.fire);
    }
  }

  bool nothing_but_mgs() const { return main_armament.firepower + passengers <= 0; }
  bool fires_often() const { return multi_shot || main_armament.multi_shot; }
  bool somebody_exposed() const { return !exposed_passengers.empty(); }

 private:
  static bool is_good(const TargetStack& stack, std::size_t unit) {
    return stack.units[unit].status == Status::good;
  }
  /// Whether the vehicle itself can still be harmed.
  bool may_be_stopped(const Fight& fight) const {
    return immobilization_number && vehicle_of(fight) == Vehicle::good;
  }
  static bool anybody_left(const TargetStack& passengers) {
    return how_many(passengers, Status::eliminated) < passengers.unit_count;
  }

  /// The modifier of the best leader who has not failed his check, other than the unit itself.
  static int help_for(const Fight& fight, std::size_t unit) {
    std::optional<int> best;
    for (std::size_t i = 0; i < fight.stack.leader_count; ++i) {
      const bool failed = i < fight.checked && fight.dares[i] == 0;
      if (i == unit || !is_good(fight.stack, i) || failed) continue;
      best = std::min<int>(best.value_or(fight.stack.units[i].modifier),
                           fight.stack.units[i].modifier);
    }
    return best.value_or(0);
  }

  /// An attack in return: by a squad, by all squads as a group, or by a leader.
  struct Return {
    std::optional<std::size_t> by_leader;
    double firepower = 0;
    bool at_afv = false;
  };

  std::vector<Return> returns(const Fight& fight) const {
    const TargetStack& stack = fight.stack;
    std::vector<Return> all;
    const auto squads = [&](bool dare) {
      for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
        if (!is_good(stack, i) || (fight.dares[i] != 0) != dare) continue;
        all.push_back({{}, static_cast<double>(kinds_[stack.units[i].kind].firepower), dare});
      }
    };
    squads(true);
    squads(false);
    if (fire_group && !all.empty()) {  // 72.3: one DR, and one try to stop the vehicle
      for (std::size_t i = 1; i < all.size(); ++i) all[0].firepower += all[i].firepower;
      all.resize(1);
    }
    for (std::size_t i = 0; i < stack.leader_count; ++i) {
      if (fight.dares[i] != 0) all.push_back({i, 0, true});
    }
    return all;
  }

  /// 36.4: each leader who dares directs one attack, which may be his own. A +1 leader stays out of
  /// it (Q&A 15.1).
  static bool may_lead(const Fight& fight, std::size_t leader) {
    return fight.dares[leader] != 0 && fight.has_led[leader] == 0 &&
           fight.stack.units[leader].modifier <= 0;
  }
  static std::optional<std::size_t> leader_for(const Fight& fight, const Return& attack) {
    if (attack.by_leader) {
      return may_lead(fight, *attack.by_leader) ? attack.by_leader : std::nullopt;
    }
    for (std::size_t i = 0; i < fight.stack.leader_count; ++i) {
      if (may_lead(fight, i)) return i;
    }
    return std::nullopt;
  }

  void suffer(Dice& dice, Fight& fight, FireResult result) const {
    if (!somebody_exposed()) return;
    begin_fire(fight.passengers, result);
    while (!resolved(fight.passengers)) {
      make_alike(fight.passengers);
      dice.at(fight);
      step(dice, fight.passengers);
    }
    make_alike(fight.passengers);
  }

  Outcome told(const Fight& fight) const {
    const Vehicle vehicle = vehicle_of(fight);
    Outcome outcome = fire_outcome(fight.stack, Status::good);
    outcome.event("vehicle_immobilized", vehicle == Vehicle::immobilized)
        .event("vehicle_destroyed", vehicle == Vehicle::destroyed)
        .event("target_all_out", how_many(fight.stack, Status::good) == 0);
    if (somebody_exposed()) {
      outcome.measure("passengers_eliminated", how_many(fight.passengers, Status::eliminated))
          .measure("passengers_broken", how_many(fight.passengers, Status::broken));
    }
    return outcome;
  }

  static constexpr int armour_around = 2;  // 72.3
  static constexpr int leader_alone = 2;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int immobilized_from_ = 12;
  TargetStack stack_;
  std::vector<int> group_drms_;
  std::vector<UnitName> kinds_;
  TargetStack exposed_;
};

}  // namespace combat_odds::squad_leader
