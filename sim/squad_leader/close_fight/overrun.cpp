#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// The main armament of the vehicle: its infantry firepower equivalent, and whether it is known to
/// fire more than once in a fire phase.
struct MainArmament {
  double firepower = 0;
  bool multi_shot = false;
};

constexpr double most_main_armament = 60;
const char* const main_armament_form = "a number such as 8, or a vehicle such as 'PzKw IV F2'";

MainArmament read_main_armament(std::string_view text, std::string_view parameter,
                                const Charts& charts) {
  if (const std::optional<double> number = number_in<double>(text)) {
    if (*number >= 0 && *number <= most_main_armament) return {*number, false};
    throw ArgumentError(parameter, fmt::format("{} is {}", parameter, text), "0 to 60");
  }
  const Vehicles::Vehicle* const named = vehicle_named(text, charts);
  if (named == nullptr || named->gun.empty()) {
    std::vector<std::string> armed;
    for (const Vehicles::Vehicle& known : charts.get<Vehicles>().all()) {
      if (!known.gun.empty()) armed.push_back(known.name);
    }
    throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, text),
                        did_you_mean(text, armed, main_armament_form));
  }
  const int calibre = read_gun(named->gun, parameter).calibre;
  return {static_cast<double>(charts.get<HeColumns>().firepower(calibre)), named->rate_of_fire > 1};
}

struct Overrun {
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

  Outcome resolve(Dice& dice) const {
    struct Attack {
      GroupResults results;
      Vehicle vehicle() const { return static_cast<Vehicle>(results.noted(most_groups)); }
      std::string text() const {
        return results.text() + (vehicle() == Vehicle::good          ? ""
                                 : vehicle() == Vehicle::immobilized ? ", vehicle immobilized"
                                                                     : ", vehicle destroyed");
      }
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      const int original = roll.total();
      // 72.5, 72.6: grenades. An open-topped vehicle is also destroyed by a roll one below.
      const Vehicle vehicle = original >= immobilized_from_ ? Vehicle::immobilized
                              : open_topped && original == immobilized_from_ - 1
                                  ? Vehicle::destroyed
                                  : Vehicle::good;
      GroupResults results(*ift_, column_, original + drm + leadership, group_drms_);
      results.note(most_groups, small(vehicle));
      return {results};
    });
    TargetStack stack = stack_;
    stack.memo[0] = small(attack.vehicle());
    resolve_fire(dice, stack, attack.results.all());
    Fight fight{stack, exposed_, {}};
    if (vehicle_of(fight) == Vehicle::destroyed) {
      begin_fire(fight.passengers, {FireResult::Kind::kia, 0});
    } else if (immobilization_number || somebody_exposed()) {
      check_before_attacking(dice, fight);
      strike_back(dice, fight);
    }
    return told(fight);
  }

  bool nothing_but_mgs() const { return main_armament.firepower + passengers <= 0; }
  bool fires_often() const { return multi_shot || main_armament.multi_shot; }
  bool somebody_exposed() const { return !exposed_passengers.empty(); }

 private:
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

}  // namespace

Procedure overrun() {
  return procedure<Overrun>("sl.overrun", "35, COI 72.1-72.7", "a vehicle drives over infantry")
      .asks(
          &Overrun::main_armament, "main_armament", main_armament_form,
          "the infantry firepower equivalent of the main armament (75mm: 8), or the vehicle, which "
          "brings its rate of fire",
          read_main_armament)
      .or_named(vehicles_with_guns())
      .by_default("0")
      .adjust("main_armament", [](Parameter& parameter) { parameter.most = most_main_armament; })
      .tried_with({"0", "8", "12"})
      .asks(&Overrun::multi_shot, "multi_shot", "the main armament has a multi-shot rate of fire")
      .only_when([](const Overrun& asked) { return asked.main_armament.firepower > 0; }, "",
                 "--main-armament")
      .only_when([](const Overrun& asked) { return !asked.main_armament.multi_shot; },
                 "the vehicle named in --main-armament has it anyway", "")
      .asks(&Overrun::mg, "mg", 0, 60, "the MG factors used")
      .needed_when(&Overrun::nothing_but_mgs,
                   "an Overrun needs some firepower beside the base of 4 (72.1)",
                   "the MG factors used, or --main-armament or --passengers")
      .or_named(vehicle_machine_guns(), vehicle_form)
      .asks(&Overrun::passengers, "passengers", 0, 60,
            "the firepower of the passengers of a halftrack")
      .or_of_unit(UnitFact::firepower)
      .asks(&Overrun::close_terrain, "close_terrain",
            "in woods, smoke or wheatfield: half firepower (72.4)")
      .asks(&Overrun::open_topped, "open_topped", "the vehicle is open-topped")
      .asks(&Overrun::leadership, "leadership", -3, 2,
            "the modifier of an armor leader or of a passenger")
      .or_of_unit(UnitFact::leadership)
      .asks(&Overrun::drm, "drm", -5, 10, "terrain and all other modifiers; entrenchments +4")
      .or_named(terrain_names("squad-leader/terrain-effects.csv", AttackKind::inside),
                "a terrain such as woods")
      .asks(&Overrun::target, "target", groups_form,
            "the units in the hex, all by one DR (16.5, 54.4, 92.7)",
            groups_up_to<TargetStack::most_units, TargetStack::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-4-7", "2*4-6-7 8-1", "4-6-7@4; 4-6-7 8-1"})
      .asks(
          &Overrun::immobilization_number, "immobilization_number", 2, 6,
          "the DR with which survivors who pass a Morale Check stop the vehicle (36.11, 36.12); left "
          "out: they don't try")
      .asks(
          &Overrun::exposed_passengers, "exposed_passengers", units_form,
          "the exposed passengers of a halftrack, or none: survivors fire at them, adjacent, at +2 "
          "(72.3, 72.31)",
          none_or_units_up_to<4>)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"4-6-7", "4-6-7 8-1"})
      .asks(&Overrun::fire_group, "fire_group",
            "the survivors fire at them as one group, with one try to stop the vehicle (72.3)")
      .only_when(&Overrun::somebody_exposed, "", "--exposed-passengers")
      .outcomes(fire_outcomes())
      .events(fire_events())
      .event("vehicle_immobilized", "the overrunning vehicle is immobilized")
      .event("vehicle_destroyed", "the open-topped vehicle is destroyed with its crew")
      .event("target_all_out", "every target unit is broken or eliminated")
      .measures(fire_measures())
      .measure("passengers_eliminated", "exposed passengers eliminated")
      .measure("passengers_broken", "exposed passengers broken")
      .headlines(infantry_headline())
      .headline("vehicle_immobilized", "the vehicle is immobilized")
      .headline("vehicle_destroyed", "it is destroyed");
}

}  // namespace combat_odds::squad_leader
