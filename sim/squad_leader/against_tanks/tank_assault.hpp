#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/small.hpp"
#include "core/dice/working.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_leader/against_tanks/panzerfaust.hpp"
#include "sim/squad_leader/charges_and_flames/molotov.hpp"
#include "sim/squad_leader/close_fight/close_combat_vehicle.hpp"
#include "sim/squad_leader/close_fight/overrun.hpp"

namespace combat_odds::squad_leader {

enum class TankStep : std::uint8_t { panzerfaust, molotov, immobilize, overrun, close_combat };
/// Their words, in the same order.
const std::vector<std::string>& tank_step_names();

/// An AFV of the chart by its name, nothing for an empty text. Throws ArgumentError about
/// `parameter`.
std::optional<Vehicles::Vehicle> read_tank(std::string_view text, std::string_view parameter,
                                           const Charts& charts);

/// A tank goes for infantry in its hex, in the order that the steps have.
struct TankAssault {
  using Status = TargetUnit::Status;
  using Vehicle = Vehicles::Vehicle;
  static constexpr std::size_t most_units = 6;

  std::vector<TankStep> steps;
  std::vector<UnitName> defender;
  std::optional<Vehicle> tank;
  MainArmament main_armament;
  double mg = 0;
  bool open_topped = false;
  std::optional<int> armor;
  bool buttoned_up = true;
  int crew_morale = 7;
  int panzerfausts = 1;
  int range = 1;
  std::optional<int> to_hit_number;
  bool moving = false;
  int to_hit_drm = 0;
  KillTarget::Facing facing = KillTarget::Facing::front;
  std::optional<int> kill_number;
  std::optional<int> rear_kill_number;
  int kill_drm = 0;
  int molotovs = 1;
  std::optional<int> molotov_to_hit;
  std::optional<int> molotov_kill;
  std::optional<int> molotov_rear_kill;
  std::optional<int> immobilization_number;
  int drm = 0;
  bool close_terrain = false;
  int armor_leader = 0;
  Smoke smoke;  ///< in their hex; said by other rules

  /// The defenders and the tank, with all that the rest depends on.
  struct State {
    TargetStack stack;
    Damage tank = Damage::none;
    std::uint8_t step = 0;
    std::uint8_t next = 0;    ///< 1 + the unit that acts in the step; 0: none yet
    std::uint8_t in_hex = 0;  ///< 1: the tank is in their hex
    std::uint8_t met = 0;     ///< 1: somebody attacked it in Close Combat
    std::array<std::uint8_t, TargetStack::most_units + 1> has_led{};  ///< in this phase
    std::array<std::uint8_t, TargetStack::most_units + 1> dares{};    ///< in this phase
  };

  /// All that is asked.
  static void describe(Declaration<TankAssault>& tank);
  void prepare(const Charts& charts) {
    if (tank) {
      main_armament = {};
      if (!tank->gun.empty()) main_armament = read_main_armament(tank->name, "tank", charts);
      mg = tank->machine_guns;
      open_topped = tank->kind == "open_topped";
      if (!armor) armor = tank->armor;
    }
    notes_ = unlisted_notes(defender, charts);
    start_ = target_stack(defender, Status::good, {}, &kinds_);
    if (has(TankStep::overrun)) run_over(charts);
    meets_.stop = returning(immobilization_number.value_or(2), charts);
    arm_all(charts);
  }
  /// From now on the units have these names, by their kind: those of a side, of which some are
  /// there.
  void know(const std::vector<UnitName>& kinds, const Charts& charts) {
    kinds_ = kinds;
    meets_.overrun.know(kinds);
    meets_.stop.know(kinds);
    arm_all(charts);
  }

  Outcome resolve(Dice& dice) const {
    State state;
    state.stack = start_;
    for (; state.step < steps.size(); ++state.step) {
      if (is_out(state) || nobody_left(state)) break;
      play_step(dice, state);
    }
    return told(state);
  }

  /// What the steps leave of both, for a rule in which they are some of several.
  struct Fight {
    TargetStack stack;
    Damage tank = Damage::none;
    std::uint8_t in_hex = 0;
    /// Leaders who have directed an attack in this phase.
    std::array<std::uint8_t, TargetStack::most_units + 1> has_led{};
  };
  Fight after(Dice& dice, const Fight& fight) const {
    State state;
    state.stack = fight.stack;
    state.tank = fight.tank;
    state.in_hex = fight.in_hex;
    state.has_led = fight.has_led;
    for (; state.step < steps.size() && !is_out(state); ++state.step) play_step(dice, state);
    return {state.stack, state.tank, state.in_hex, state.has_led};
  }

  Working working() const {
    std::string turn;
    for (const TankStep step : steps) {
      turn += (turn.empty() ? "" : "; ") + tank_step_names()[static_cast<std::size_t>(step)];
    }
    Working working;
    working.situation =
        fmt::format("{} against {}: {}", tank ? tank->name : "a tank", units_text(defender), turn);
    working.notes = notes_;
    return working;
  }

  bool has(TankStep step) const {
    return std::find(steps.begin(), steps.end(), step) != steps.end();
  }
  bool fires_panzerfausts() const { return has(TankStep::panzerfaust); }
  bool throws_molotovs() const { return has(TankStep::molotov); }
  bool tries_to_stop() const { return has(TankStep::immobilize); }
  bool overruns() const { return has(TankStep::overrun); }
  bool in_close_combat() const { return has(TankStep::close_combat); }
  bool has_no_tank() const { return !tank; }
  bool needs_armament() const { return overruns() && !tank && main_armament.firepower + mg <= 0; }

 private:
  void play_step(Dice& dice, State& state) const {
    dice.at(state);
    play(dice, state);
    state.next = 0;
    state.dares = {};
  }

  /// Infantry that meets the tank: before and after.
  struct Meeting {
    enum class What : std::uint8_t {
      overrun,
      stop,   ///< they try to stop it
      check,  ///< they check whether they dare to attack it
    };
    TargetStack stack;  ///< memo[0]: the fate of the vehicle, as in Overrun
    std::array<std::uint8_t, TargetStack::most_units + 1> has_led{};
    std::array<std::uint8_t, TargetStack::most_units + 1> dares{};
    What what = What::overrun;
  };
  class Meets : public Inner<Meeting, Meeting> {
   public:
    Overrun overrun;
    Overrun stop;

    Meeting play(const Meeting& question, Dice& dice) const override {
      Overrun::Fight fight{question.stack, {}, 0, 0, {}, question.has_led};
      switch (question.what) {
        case Meeting::What::overrun:
          fight = overrun.fought(dice, question.stack);
          break;
        case Meeting::What::stop:
          stop.check_before_attacking(dice, fight);
          stop.strike_back(dice, fight);
          break;
        case Meeting::What::check:
          stop.check_before_attacking(dice, fight);
          break;
      }
      Meeting reply = question;
      reply.stack = fight.stack;
      reply.has_led = fight.has_led;
      reply.dares = fight.dares;
      return reply;
    }
  };

  /// The attacks that a leader of that modifier can direct.
  struct Attacks {
    std::optional<Panzerfaust> panzerfaust;
    std::optional<Molotov> molotov;
    std::optional<Molotov> molotov_in_hex;
    std::vector<CloseCombatVehicle> close_combat;  ///< by kind of unit
  };
  static constexpr std::size_t most_modifiers = 4;  ///< 0 to -3
  static std::size_t place(int modifier) { return static_cast<std::size_t>(-modifier); }

  KillTarget::Kind kind() const {
    return open_topped ? KillTarget::Kind::open_topped : KillTarget::Kind::closed_topped;
  }

  void arm_all(const Charts& charts) {
    attacks_ = {};
    arm(0, charts);
    for (const UnitName& kind : kinds_) {
      if (kind.leader) arm(std::min(kind.modifier, 0), charts);
    }
  }

  void arm(int modifier, const Charts& charts) {
    Attacks& by = attacks_.at(place(modifier));
    if (fires_panzerfausts()) {
      Panzerfaust& one = by.panzerfaust.emplace();
      one.range = range;
      one.to_hit_number = to_hit_number;
      one.leadership = modifier;
      one.moving = moving;
      one.to_hit_drm = to_hit_drm;
      one.target.facing = facing;
      one.target.kind = kind();
      one.target.armor = armor;
      one.target.kill_number = kill_number;
      one.target.rear_kill_number = rear_kill_number;
      one.target.drm = kill_drm;
      one.crew_morale = crew_morale;
      one.prepare(charts);
    }
    if (throws_molotovs()) {
      for (const bool in_hex : {false, true}) {
        Molotov& one = (in_hex ? by.molotov_in_hex : by.molotov).emplace();
        one.to_hit_number = molotov_to_hit;
        one.leadership = modifier;
        one.vehicle = kind();
        one.facing = in_hex ? KillTarget::Facing::rear : facing;  // 97.51
        one.kill_number = in_hex ? molotov_rear_kill : molotov_kill;
        one.rear_kill_number = molotov_rear_kill;
        one.crew_morale = crew_morale;
        one.prepare(charts);
      }
    }
    if (!in_close_combat() || !by.close_combat.empty()) return;
    for (const UnitName& name : kinds_) {
      CloseCombatVehicle& one = by.close_combat.emplace_back();
      one.unit = name;
      one.leadership = modifier;
      one.open_topped = open_topped || !buttoned_up;
      one.no_mg = mg <= 0;
      one.prepare(charts);
    }
  }

  void run_over(const Charts& charts) {
    Overrun& overrun = meets_.overrun;
    overrun.main_armament = main_armament;
    overrun.mg = mg;
    overrun.close_terrain = close_terrain || smoke.rolls();
    overrun.smoke = smoke;
    overrun.open_topped = open_topped;
    overrun.leadership = armor_leader;
    overrun.drm = drm;
    overrun.target = defender;
    overrun.prepare(charts);
  }

  /// What the defenders do to a tank that they can stop with that number (36.1).
  Overrun returning(int number, const Charts& charts) const {
    Overrun tries;
    tries.target = defender;
    tries.immobilization_number = number;
    tries.prepare(charts);
    return tries;
  }

  static bool is_out(const State& state) { return state.tank >= Damage::abandoned; }
  static bool nobody_left(const State& state) { return how_many(state.stack, Status::good) == 0; }
  static bool is_good(const State& state, std::size_t unit) {
    return state.stack.units[unit].status == Status::good;
  }

  void play(Dice& dice, State& state) const {
    switch (steps[state.step]) {
      case TankStep::panzerfaust:
        if (state.in_hex != 0) break;  // 37.31
        each_squad(dice, state, panzerfausts, [&](const Attacks& by) {
          Panzerfaust::State shot{1, state.tank, false, false};
          by.panzerfaust->fire(dice, shot);
          state.tank = shot.afv;
        });
        break;
      case TankStep::molotov:
        each_squad(dice, state, molotovs, [&](const Attacks& by) {
          const Molotov& thrown = state.in_hex != 0 ? *by.molotov_in_hex : *by.molotov;
          state.tank = thrown.thrown_at(dice, state.tank);
        });
        break;
      case TankStep::immobilize:
        if (state.tank == Damage::none) stop(dice, state);
        break;
      case TankStep::overrun:
        if (state.tank == Damage::none) overrun(dice, state);
        break;
      case TankStep::close_combat:
        close_combat(dice, state);
        break;
    }
  }

  /// The best leader who may direct an attack on the tank: each one of a phase (36.4), nobody with
  /// a +1 (Q&A 15.1). Nothing: nobody.
  static std::optional<std::size_t> director(const State& state) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < state.stack.leader_count; ++i) {
      const TargetUnit& leader = state.stack.units[i];
      if (!is_good(state, i) || state.has_led[i] != 0 || leader.modifier > 0) continue;
      if (!best || leader.modifier < state.stack.units[*best].modifier) best = i;
    }
    return best;
  }

  /// As many unbroken squads as there are attacks make one each, led as long as there are leaders.
  template <class Attack>
  void each_squad(Dice& dice, State& state, int attacks, Attack attack) const {
    int left = attacks;
    for (std::size_t i = state.stack.leader_count; i < state.stack.unit_count && left > 0; ++i) {
      if (!is_good(state, i)) continue;
      --left;
      if (is_out(state)) break;
      state.next = small(i + 1);
      dice.at(state);
      const std::optional<std::size_t> leader = director(state);
      if (leader) state.has_led[*leader] = 1;
      attack(attacks_.at(place(leader ? state.stack.units[*leader].modifier : 0)));
    }
  }

  /// 36.11, 36.12
  void stop(Dice& dice, State& state) const {
    const Meeting after = meeting(dice, state, Meeting::What::stop);
    state.has_led = after.has_led;
  }

  void overrun(Dice& dice, State& state) const {
    state.in_hex = 1;
    const Meeting after = meeting(dice, state, Meeting::What::overrun);
    state.stack = after.stack;
    state.stack.memo[0] = 0;
    make_alike(state.stack);
  }

  Meeting meeting(Dice& dice, State& state, Meeting::What what) const {
    const Meeting after = dice.play(meets_, Meeting{state.stack, state.has_led, {}, what});
    switch (static_cast<Overrun::Vehicle>(after.stack.memo[0])) {
      case Overrun::Vehicle::good:
        break;
      case Overrun::Vehicle::immobilized:
        state.tank = Damage::immobilized;
        break;
      case Overrun::Vehicle::destroyed:
        state.tank = Damage::eliminated;
        break;
    }
    return after;
  }

  /// 36.2: who has to advance into its hex checks morale first; squads attack one after the other,
  /// then leaders who have directed nobody.
  void close_combat(Dice& dice, State& state) const {
    state.has_led = {};
    for (std::size_t i = 0; i < state.stack.unit_count; ++i) {
      state.dares[i] = is_good(state, i) ? 1 : 0;
    }
    if (state.in_hex == 0) {
      const Meeting after = dice.play(meets_, Meeting{state.stack, {}, {}, Meeting::What::check});
      state.dares = after.dares;
      for (std::size_t i = 0; i < state.stack.leader_count; ++i) {
        state.has_led[i] = state.dares[i] == 0 ? 1 : 0;  // he is not with them
      }
    }
    const std::size_t leaders = state.stack.leader_count;
    const std::size_t units = state.stack.unit_count;
    for (std::size_t turn = 0; turn < units; ++turn) {
      const std::size_t i = turn < units - leaders ? leaders + turn : turn - (units - leaders);
      if (is_out(state) || state.dares[i] == 0) continue;
      const TargetUnit& unit = state.stack.units[i];
      std::optional<std::size_t> leader;
      if (i >= leaders) leader = director(state);
      if (i < leaders && state.has_led[i] != 0) continue;
      state.next = small(turn + 1);
      dice.at(state);
      state.met = 1;
      if (leader) state.has_led[*leader] = 1;
      const int modifier = leader ? state.stack.units[*leader].modifier : 0;
      const CloseCombatVehicle::Blow blow = attacks_.at(place(modifier))
                                                .close_combat.at(unit.kind)
                                                .strike(dice, leader.has_value(), state.tank);
      state.tank = blow.afv;
      if (blow.lost) state.stack.units[i].status = Status::eliminated;
    }
    state.has_led = {};
  }

  Outcome told(const State& state) const {
    Outcome outcome = damage_outcome(state.tank);
    const TargetStack& stack = state.stack;
    outcome.event("tank_in_hex", state.in_hex != 0).event("close_combat", state.met != 0);
    combat_odds::tell(outcome, fate_of(stack, Status::good), Pins::no);
    return outcome.measure("defenders_eliminated", how_many(stack, Status::eliminated))
        .measure("defenders_broken", how_many(stack, Status::broken))
        .measure("defenders_unharmed", how_many(stack, Status::good));
  }

  TargetStack start_;
  std::vector<std::string> notes_;
  std::vector<UnitName> kinds_;
  std::array<Attacks, most_modifiers> attacks_;
  Meets meets_;
};

}  // namespace combat_odds::squad_leader
