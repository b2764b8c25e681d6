#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/dice/working.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/against_tanks/panzerfaust.hpp"
#include "sim/squad_leader/charges_and_flames/molotov.hpp"
#include "sim/squad_leader/close_fight/close_combat_vehicle.hpp"
#include "sim/squad_leader/close_fight/overrun.hpp"

namespace combat_odds::squad_leader {
namespace {

const char* const tank_steps_form =
    "steps such as 'panzerfaust; immobilize; overrun; close-combat', one after the other";
const char* const tank_form = "a vehicle such as 'PzKw IV F2'";

enum class TankStep : std::uint8_t { panzerfaust, molotov, immobilize, overrun, close_combat };

const std::vector<std::string>& tank_step_names() {
  static const std::vector<std::string> names = {"panzerfaust", "molotov", "immobilize", "overrun",
                                                 "close-combat"};
  return names;
}

/// Throws ArgumentError for an unknown step and for an order that the rules do not allow.
std::vector<TankStep> read_tank_steps(std::string_view text, std::string_view parameter) {
  constexpr std::size_t most = 8;
  std::vector<TankStep> steps;
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  const auto has = [&](TankStep step) {
    return std::find(steps.begin(), steps.end(), step) != steps.end();
  };
  for (const std::string_view written : parts_of(text, ';')) {
    const std::optional<std::size_t> found = find_name(written, tank_step_names());
    if (!found) {
      refuse(fmt::format("'{}' is no step", written),
             did_you_mean(written, tank_step_names(), tank_steps_form));
    }
    const auto step = static_cast<TankStep>(*found);
    if (has(TankStep::close_combat) && step != TankStep::close_combat) {
      refuse(fmt::format("'{}': the Close Combat Phase ends the Player Turn, 4.8", written),
             fmt::format("'{}' in front of close-combat", written));
    }
    if (step == TankStep::overrun && has(step)) {
      refuse("'overrun': the tank is in their hex already", "one overrun");
    }
    if (step == TankStep::immobilize && has(step)) {
      refuse("'immobilize': each squad tries once, 36.3", "one immobilize");
    }
    if (step == TankStep::panzerfaust && has(TankStep::overrun)) {
      refuse("'panzerfaust': there is no To Hit number for the own hex, 37.31",
             "panzerfaust in front of overrun");
    }
    steps.push_back(step);
  }
  if (steps.empty() || steps.size() > most) {
    refuse(fmt::format("{} steps", steps.size()), fmt::format("1 to {}", most));
  }
  return steps;
}

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
    std::vector<int> modifiers = {0};
    for (std::size_t i = 0; i < start_.leader_count; ++i) {
      modifiers.push_back(std::min<int>(start_.units[i].modifier, 0));
    }
    for (const int modifier : modifiers) arm(modifier, charts);
    if (has(TankStep::overrun)) run_over(charts);
    meets_.stop = returning(immobilization_number.value_or(2), charts);
  }

  Outcome resolve(Dice& dice) const {
    State state;
    state.stack = start_;
    for (; state.step < steps.size(); ++state.step) {
      if (is_out(state) || nobody_left(state)) break;
      dice.at(state);
      play(dice, state);
      state.next = 0;
      state.dares = {};
    }
    return told(state);
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
    overrun.close_terrain = close_terrain;
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

std::optional<Vehicles::Vehicle> read_tank(std::string_view text, std::string_view parameter,
                                           const Charts& charts) {
  if (text.empty()) return std::nullopt;
  const Vehicles::Vehicle* const named = vehicle_named(text, charts);
  if (named == nullptr || named->kind == "unarmored") {
    std::vector<std::string> known;
    for (const Vehicles::Vehicle& one : charts.get<Vehicles>().all()) {
      if (one.kind != "unarmored") known.push_back(one.name);
    }
    throw ArgumentError(std::string(parameter), fmt::format("{} is '{}'", parameter, text),
                        did_you_mean(text, known, tank_form));
  }
  return *named;
}

}  // namespace

Procedure tank_assault() {
  using Asked = TankAssault;
  return procedure<Asked>(
             "sl.tank-assault", "35, 36, 37.3, COI 66, 72, 85, 97",
             "a tank goes for infantry: Panzerfausts, tries to stop it, an Overrun and "
             "Close Combat, each with what the last one left")
      .asks(
          &Asked::steps, "steps", tank_steps_form,
          "what happens, one step after the other: 'panzerfaust' and 'molotov' at the tank, "
          "'immobilize' (36.12), 'overrun', 'close-combat', several times in further Player Turns",
          read_tank_steps)
      .required()
      .tried_with({"panzerfaust; overrun; close-combat", "immobilize; overrun; close-combat",
                   "overrun; immobilize; close-combat; close-combat", "close-combat",
                   "panzerfaust; close-combat"})
      .asks(&Asked::defender, "defender", units_form, "the infantry that it goes for",
            units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-4-7", "4-6-7 8-1", "2*4-6-7", "2*4-6-7 9-1 8-0"})
      .asks(&Asked::tank, "tank", tank_form,
            "the tank: its gun and rate of fire, MG factors, top and armor. Left out: those below",
            read_tank)
      .by_default("")
      .or_named(vehicles_with_guns())
      .tried_with({"PzKw IV F2", "T-34", "M10"})
      .asks(&Asked::main_armament, "main_armament", "a number such as 8",
            "the infantry firepower equivalent of the main armament (75mm: 8)", read_main_armament)
      .by_default("0")
      .tried_with({"0", "8"})
      .asks(&Asked::mg, "mg", 0, 60, "its MG factors")
      .needed_when(&Asked::needs_armament, "with what does it overrun them?",
                   "--tank, or its MG factors or --main-armament")
      .tried_with({"4", "6"})
      .asks(&Asked::open_topped, "open_topped", "it is open-topped")
      .only_when({"main_armament", "mg", "open_topped"}, &Asked::has_no_tank,
                 "the tank that is named has its own", "no --tank")
      .asks(&Asked::armor, "armor", -9, 9,
            "its armor modifier, for all facings (64.31); default: that of the tank that is named")
      .only_when(&Asked::fires_panzerfausts, "", "panzerfaust as one of the --steps")
      .tried_with({"0", "1"})
      .asks(&Asked::buttoned_up, "buttoned_up", "it is buttoned up: no -1 in Close Combat (72.81)")
      .only_when(&Asked::in_close_combat, "", "close-combat as one of the --steps")
      .asks(&Asked::panzerfausts, "panzerfausts", 1, 6,
            "how many the squads have for a step: each unbroken squad or crew fires one")
      .asks(&Asked::range, "range", 1, 3, "from which they are fired, in hexes")
      .asks(&Asked::to_hit_number, "to_hit_number", -5, 12,
            "the number on the back of the counter; default: the base-game chart's")
      .asks(&Asked::moving, "moving", "the tank is moving: +2")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -5, 10,
            "all other To Hit modifiers of the panzerfaust")
      .asks(&Asked::facing, "facing", facing_words(), "the facing that is hit")
      .asks(&Asked::kill_number, "kill_number", -5, 25,
            "the AFV KILL number of your panzerfaust for that facing; default: the base-game "
            "chart's")
      .tried_with({"8", "6"})
      .asks(&Asked::rear_kill_number, "rear_kill_number", -5, 25,
            "the same for the rear, for critical hits (68.2); needed with a kill number")
      .only_when([](const Asked& asked) { return asked.facing != KillTarget::Facing::rear; },
                 "the kill number is that of the rear already", "")
      .tried_with({"10", "12"})
      .asks(&Asked::kill_drm, "kill_drm", -10, 10,
            "all modifiers of the panzerfaust's kill roll but armor")
      .only_when({"panzerfausts", "range", "to_hit_number", "moving", "to_hit_drm", "kill_number",
                  "rear_kill_number", "kill_drm"},
                 &Asked::fires_panzerfausts, "", "panzerfaust as one of the --steps")
      .only_when(
          {"facing"},
          [](const Asked& asked) { return asked.fires_panzerfausts() || asked.throws_molotovs(); },
          "", "panzerfaust or molotov as one of the --steps")
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of its crew, when an immobilized tank is hit and not killed (39.3, 66.4)")
      .only_when(
          [](const Asked& asked) { return asked.fires_panzerfausts() || asked.throws_molotovs(); },
          "", "panzerfaust or molotov as one of the --steps")
      .tried_with({"7", "6", "9"})
      .asks(&Asked::molotovs, "molotovs", 1, 6,
            "how many the squads have for a step: each unbroken squad or crew throws one")
      .asks(&Asked::molotov_to_hit, "molotov_to_hit", 2, 12,
            "the number on your Molotov Cocktail To Hit chart (97.4)")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .asks(&Asked::molotov_kill, "molotov_kill", -5, 25,
            "the Molotov Cocktail number on your AFV KILL chart for that facing")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .asks(&Asked::molotov_rear_kill, "molotov_rear_kill", -5, 25,
            "the same for the rear facing: a critical hit (68.2), or a tank in their hex (97.51)")
      .needed_when(&Asked::throws_molotovs, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for the rear")
      .only_when({"molotovs", "molotov_to_hit", "molotov_kill", "molotov_rear_kill"},
                 &Asked::throws_molotovs, "", "molotov as one of the --steps")
      .asks(&Asked::immobilization_number, "immobilization_number", 2, 6,
            "the DR with which a squad stops it (36.12): 2 in a wheatfield, 3 in a small building, "
            "shellhole or entrenchment, 4 in woods or a large building")
      .needed_when(&Asked::tries_to_stop, "it depends on the terrain",
                   "3 in a small building, 4 in woods or a large building (36.12)")
      .only_when(&Asked::tries_to_stop, "", "immobilize as one of the --steps")
      .tried_with({"3", "4"})
      .asks(&Asked::drm, "drm", -5, 10,
            "terrain and all other modifiers of the Overrun; entrenchments +4")
      .or_named(terrain_names("squad-leader/terrain-effects.csv", AttackKind::inside),
                "a terrain such as woods")
      .asks(&Asked::close_terrain, "close_terrain",
            "in woods, smoke or wheatfield: half firepower (72.4)")
      .asks(&Asked::armor_leader, "armor_leader", -3, 2, "the modifier of an armor leader")
      .or_of_unit(UnitFact::leadership)
      .only_when({"drm", "close_terrain", "armor_leader"}, &Asked::overruns, "",
                 "overrun as one of the --steps")
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("tank_in_hex", "it overruns them, and is in their hex")
      .event("close_combat", "somebody attacks it in Close Combat")
      .events(infantry_events(Pins::no))
      .measure("defenders_eliminated", "defenders eliminated")
      .measure("defenders_broken", "defenders broken")
      .measure("defenders_unharmed", "defenders in good order")
      .measures(infantry_measures())
      .headlines(vehicle_headline())
      .headline("broken_or_worse", "a defender breaks or worse", "the defender breaks or worse");
}

}  // namespace combat_odds::squad_leader
