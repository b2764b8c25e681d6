#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/firers.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/duels/engagement.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"

namespace combat_odds::squad_leader {
namespace {

using Fate = Engagement::Fate;

constexpr int most_squads_of_a_side = 12;
constexpr int most_vehicles = 8;

/// The remaining units of a side.
struct CombinedSide {
  std::uint8_t squads = 0;      ///< unbroken
  std::uint8_t shaken = 0;      ///< broken since the last Rally Phase (14.6)
  std::uint8_t broken = 0;      ///< broken before that
  std::uint8_t vehicles = 0;    ///< mobile ones, which also fire
  std::uint8_t stuck = 0;       ///< immobilized ones, which still fire
  std::uint8_t antitank = 0;    ///< anti-tank weapons of its infantry
  std::uint8_t trying = 0;      ///< broken squads that have not tried to rally yet
  std::uint8_t trying_new = 0;  ///< the same under desperation morale

  int all_vehicles() const { return vehicles + stuck; }
  bool is_left() const { return squads + all_vehicles() > 0; }
};

/// A fight of infantry and vehicles between two rolls.
struct CombinedState {
  enum class Phase : std::uint8_t { draw, rally, prep, defensive, over };

  std::array<CombinedSide, 2> sides{};
  Phase phase = Phase::over;  ///< between two player turns
  std::uint8_t mover = 0;
  // Weapons that have not fired in this phase:
  std::uint8_t guns = 0;          ///< shots
  std::uint8_t machine_guns = 0;  ///< vehicles, all of their machine guns
  std::uint8_t other_mgs = 0;     ///< vehicles whose gun fired at one: those not bound to it
  std::uint8_t antitank = 0;
  std::uint8_t squads = 0;  ///< 1: the squads, as one Fire Group
};

/// One side: equal groups, each of squads, vehicles, or both.
struct CombinedForce {
  enum class Aims { vehicles, infantry };
  enum class Cover { other, woods, cover };

  int number = 1;
  std::vector<UnitName> infantry;
  std::optional<UnitName> leader;
  int cover_drm = 0;
  Cover cover_line = Cover::other;
  int antitank = 0;
  std::optional<int> antitank_to_hit;
  std::optional<int> antitank_kill;
  bool antitank_lasts = false;
  int vehicles = 0;
  MountedGun gun;
  Aim::Numbers numbers = Aim::Numbers::black;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  int to_hit_drm = 0;
  std::optional<int> kill_number;
  std::optional<int> rear_kill_number;
  int machine_guns = 0;        ///< factors of coaxial ones, bound to the line of the gun
  int other_machine_guns = 0;  ///< of bow and AA ones
  KillTarget target;
  Aims aims_at = Aims::vehicles;

  bool has_vehicles() const { return vehicles > 0; }
  int shots() const { return rate_of_fire.value_or(gun.rate_of_fire); }
  bool has_infantry() const { return !infantry.empty(); }
  bool has_antitank() const { return antitank > 0; }
  int all_squads() const { return number * static_cast<int>(infantry.size()); }
  int all_vehicles() const { return number * vehicles; }

  static void describe(Declaration<CombinedForce>& asked, const std::string& of);
};

struct CombinedDuel {
  using State = CombinedState;
  using Phase = CombinedState::Phase;
  enum class First { die, a, b };

  CombinedForce a;
  CombinedForce b;
  int range = 0;
  int turns = 6;
  int stacking = 3;
  bool same_hex = false;
  First first = First::die;
  int crew_morale = 7;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    for (CombinedForce* const force : {&a, &b}) {
      if (!force->target.armor) force->target.armor = force->gun.armor;  // 33.41
    }
    arm(0, charts);
    arm(1, charts);
  }

  State start() const {
    State state;
    for (std::size_t side = 0; side < 2; ++side) {
      const CombinedForce& own = force(side);
      state.sides[side].squads = small(own.all_squads());
      state.sides[side].vehicles = small(own.all_vehicles());
      state.sides[side].antitank = small(own.number * own.antitank);
    }
    state.mover = first == First::b ? 1 : 0;
    return state;
  }
  int rounds() const { return turns; }

  /// A player turn.
  State round(const State& before, int number) const {
    State state = before;
    if (number == 0 && first == First::die) {
      state.phase = Phase::draw;
      return state;
    }
    if (number > 0) state.mover = 1 - state.mover;
    begin_rally(state);
    return state;
  }
  bool round_over(const State& state) const { return state.phase == Phase::over; }

  State step(const State& before, Dice& dice) const {
    State state = before;
    if (state.phase == Phase::draw) {
      state.mover = dice.die([](int roll) { return roll > 3; }) ? 1 : 0;
      begin_rally(state);
      return state;
    }
    if (state.phase == Phase::rally) {
      rally(state, dice);
    } else {
      fire(state, dice);
    }
    go_on(state);
    return state;
  }

  std::optional<Outcome> outcome(const State& state, int played) const {
    const bool a_left = state.sides[0].is_left();
    const bool b_left = state.sides[1].is_left();
    if (a_left && b_left && played < turns) return std::nullopt;
    std::optional<Outcome> outcome(std::in_place, !b_left   ? "a_holds"
                                                  : !a_left ? "b_holds"
                                                            : "both");
    static constexpr const char* lost[] = {"a_lost", "b_lost"};
    static constexpr const char* squads[] = {"a_squads_lost", "b_squads_lost"};
    static constexpr const char* vehicles[] = {"a_vehicles_lost", "b_vehicles_lost"};
    for (std::size_t side = 0; side < 2; ++side) {
      const CombinedForce& own = force(side);
      const int of_squads = own.all_squads() - state.sides[side].squads;
      const int of_vehicles = own.all_vehicles() - state.sides[side].all_vehicles();
      const int of_group = static_cast<int>(own.infantry.size()) + own.vehicles;
      outcome->measure(lost[side], (of_squads + of_vehicles) / of_group)
          .measure(squads[side], of_squads)
          .measure(vehicles[side], of_vehicles);
    }
    outcome->measure("turns", played);
    return outcome;
  }

  bool somebody_has_vehicles() const { return a.has_vehicles() || b.has_vehicles(); }
  bool somebody_has_infantry() const { return a.has_infantry() || b.has_infantry(); }

 private:
  /// The numbers of a side's weapons.
  struct Arms {
    std::optional<Gunnery> at_vehicles;
    std::optional<Gunnery> at_infantry;
    std::optional<Penetration> penetration;
    int shell = -1;         ///< column of the IFT
    int machine_guns = -1;  ///< column of one vehicle
    int other_mgs = -1;     ///< the same without those that are bound to its gun
    double squad = 0;       ///< firepower of one squad at this range
  };

  const CombinedForce& force(std::size_t side) const { return side == 0 ? a : b; }

  /// Throws ArgumentError for values that do not go together or that no chart covers.
  void arm(std::size_t side, const Charts& charts) {
    const std::string prefix = side == 0 ? "a_" : "b_";
    const CombinedForce& own = force(side);
    const CombinedForce& enemy = force(1 - side);
    if (own.infantry.empty() && own.vehicles == 0) {
      throw ArgumentError(prefix + "infantry", "the force is empty", "squads, or vehicles");
    }
    for (const UnitName& unit : own.infantry) {
      if (unit.leader || unit != own.infantry.front()) {
        throw ArgumentError(prefix + "infantry", "names several kinds of units",
                            "squads of one kind, such as 2*4-6-7");
      }
    }
    if (own.all_squads() > most_squads_of_a_side || own.all_vehicles() > most_vehicles) {
      throw ArgumentError(
          prefix + "number",
          fmt::format("{} squads and {} vehicles", own.all_squads(), own.all_vehicles()),
          fmt::format("up to {} and {}", most_squads_of_a_side, most_vehicles));
    }
    Arms& arms = arms_[side];
    if (own.has_infantry()) {
      const UnitName& squad = own.infantry.front();
      arms.squad = squad.firepower * reach_factor(squad.range, range) * near_factor(range);
    }
    if (!own.has_vehicles()) return;
    arms.machine_guns =
        ift_->column((own.machine_guns + own.other_machine_guns) * near_factor(range));
    arms.other_mgs = ift_->column(own.other_machine_guns * near_factor(range));
    if (own.shots() == 0) return;
    if (enemy.has_vehicles() && !enemy.target.armor) {
      const std::string armor = (side == 0 ? "b_" : "a_") + std::string("armor");
      throw ArgumentError(armor, armor + " is missing",
                          "the upper armor modifier printed on its counter (64.3)");
    }
    with_prefix(prefix, [&] { load(arms, own, enemy, charts); });
  }

  void load(Arms& arms, const CombinedForce& own, const CombinedForce& enemy,
            const Charts& charts) const {
    Aim aim;
    aim.gun = own.gun;
    aim.numbers = own.numbers;
    aim.range = range;
    aim.drm = own.to_hit_drm;
    if (enemy.has_vehicles()) {
      arms.at_vehicles.emplace(aim, charts);
      KillTarget target = enemy.target;
      target.range = range;
      target.kill_number = own.kill_number;
      target.rear_kill_number = own.rear_kill_number;
      arms.penetration.emplace(gun_weapon(own.gun.gun, Ammunition::ap), target, true, charts);
    }
    if (!enemy.has_infantry()) return;
    static constexpr Aim::Target lines[] = {Aim::Target::infantry_in_other,
                                            Aim::Target::infantry_in_woods,
                                            Aim::Target::infantry_in_cover};
    aim.target = lines[static_cast<std::size_t>(enemy.cover_line)];
    aim.at_afv = false;
    arms.at_infantry.emplace(aim, charts);
    const int firepower = charts.get<HeColumns>().firepower(own.gun.gun.calibre);
    arms.shell = ift_->column(firepower * near_factor(range));
  }

  // The Rally Phase (14): the squads of both sides try to rally, with a leader behind the line.

  void begin_rally(State& state) const {
    state.phase = Phase::rally;
    for (std::size_t side = 0; side < 2; ++side) {
      CombinedSide& own = state.sides[side];
      if (!force(side).leader) continue;
      // Who can't succeed does not risk an Original 12 (14.2, 18.3).
      own.trying = needed_to_rally(side, false) >= lowest_dr ? own.broken : 0;
      own.trying_new = needed_to_rally(side, true) >= lowest_dr ? own.shaken : 0;
    }
    go_on(state);
  }

  /// `shaken`: under desperation morale (14.6), from which American squads are exempt (50.1).
  int needed_to_rally(std::size_t side, bool shaken) const {
    const CombinedForce& of = force(side);
    if (!of.leader || of.infantry.empty()) return 0;
    const UnitName& squad = of.infantry.front();
    return broken_side_morale(squad) - of.leader->modifier -
           (shaken ? desperation_of(squad, false) : 0);
  }

  void rally(State& state, Dice& dice) const {
    const std::size_t side = state.sides[0].trying + state.sides[0].trying_new > 0 ? 0 : 1;
    CombinedSide& own = state.sides[side];
    const bool shaken = own.trying == 0;
    const int needed = needed_to_rally(side, shaken);
    const TargetUnit::Status result = attempt_to_rally(dice, needed);
    --(shaken ? own.trying_new : own.trying);
    std::uint8_t& from = shaken ? own.shaken : own.broken;
    --from;
    if (result == TargetUnit::Status::good) ++own.squads;
    if (result == TargetUnit::Status::broken)
      ++own.broken;  // shaken squads have had their try (14.6)
  }

  // A fire phase: guns, machine guns, anti-tank weapons, and the squads as one Fire Group.

  std::size_t firing(const State& state) const {
    return state.phase == Phase::prep ? state.mover : 1U - state.mover;
  }

  void begin_fire(State& state, Phase phase) const {
    state.phase = phase;
    const std::size_t side = firing(state);
    const CombinedSide& own = state.sides[side];
    const int vehicles = own.all_vehicles();
    state.guns = small(vehicles * force(side).shots());
    state.machine_guns = small(vehicles);
    state.other_mgs = 0;
    state.antitank = std::min(own.antitank, own.squads);  // 8.4: one to a squad
    state.squads = own.squads > 0 ? 1 : 0;
  }

  /// Whether the guns of the side fire at vehicles now.
  bool fires_at_vehicles(const State& state, std::size_t side) const {
    const CombinedSide& enemy = state.sides[1 - side];
    const CombinedForce& own = force(side);
    const bool at_vehicles_first = own.shots() > 0 && own.aims_at == CombinedForce::Aims::vehicles;
    return enemy.all_vehicles() > 0 && (at_vehicles_first || enemy.squads == 0);
  }

  /// Skips weapons that need no roll, and goes on to the next phase.
  void go_on(State& state) const {
    while (state.phase != Phase::over) {
      if (!state.sides[0].is_left() || !state.sides[1].is_left()) {
        end(state);
        return;
      }
      if (state.phase == Phase::rally) {
        const auto tries = [](const CombinedSide& side) { return side.trying + side.trying_new; };
        if (tries(state.sides[0]) + tries(state.sides[1]) > 0) return;
        begin_fire(state, Phase::prep);
        continue;
      }
      if (may_fire(state)) return;
      if (state.phase == Phase::prep) {
        begin_fire(state, Phase::defensive);
      } else {
        end(state);
      }
    }
  }

  static void end(State& state) {
    state.phase = Phase::over;
    state.guns = state.machine_guns = state.other_mgs = state.antitank = state.squads = 0;
    for (CombinedSide& side : state.sides) side.trying = side.trying_new = 0;
  }

  /// Whether a roll is next. Attacks that can have no effect are not rolled.
  bool may_fire(State& state) const {
    const std::size_t side = firing(state);
    const Arms& arms = arms_[side];
    const CombinedSide& enemy = state.sides[1 - side];
    const bool at_vehicles = fires_at_vehicles(state, side);
    const std::optional<Gunnery>& gunnery = at_vehicles ? arms.at_vehicles : arms.at_infantry;
    const bool target = at_vehicles || (enemy.squads > 0 && arms.shell >= 0);
    if (!target || !gunnery || !gunnery->needed()) state.guns = 0;
    if (state.guns > 0) return true;
    if (enemy.squads == 0 || arms.machine_guns < 0) state.machine_guns = 0;
    if (state.machine_guns > 0) return true;
    if (enemy.squads == 0 || arms.other_mgs < 0) state.other_mgs = 0;
    if (state.other_mgs > 0) return true;
    if (enemy.all_vehicles() == 0) state.antitank = 0;
    if (state.antitank > 0) return true;
    if (enemy.squads == 0 || ift_->column(arms.squad * state.sides[side].squads) < 0) {
      state.squads = 0;
    }
    return state.squads > 0;
  }

  void fire(State& state, Dice& dice) const {
    const std::size_t side = firing(state);
    const Arms& arms = arms_[side];
    const CombinedForce& own = force(side);
    CombinedSide& enemy = state.sides[1 - side];
    if (state.guns > 0) {
      bind_machine_guns(state, side);
      --state.guns;
      shoot(state, dice, side);
    } else if (state.machine_guns > 0) {
      --state.machine_guns;
      strike(dice, enemy, 1 - side, arms.machine_guns);
    } else if (state.other_mgs > 0) {
      --state.other_mgs;
      strike(dice, enemy, 1 - side, arms.other_mgs);
    } else if (state.antitank > 0) {
      --state.antitank;
      if (!own.antitank_lasts) --state.sides[side].antitank;
      const auto succeeds = [&](int number) { return DR_at_most(dice, number); };
      if (succeeds(*own.antitank_to_hit) && succeeds(*own.antitank_kill)) knock_out(enemy);
    } else {
      state.squads = 0;
      strike(dice, enemy, 1 - side, ift_->column(arms.squad * state.sides[side].squads));
    }
  }

  /// 64.46: the coaxial machine guns of a vehicle whose gun fires at another vehicle can't fire
  /// elsewhere in the phase. Each gun fires all its shots before the next one.
  void bind_machine_guns(State& state, std::size_t side) const {
    const bool first_shot = state.guns % force(side).shots() == 0;
    if (same_hex || !first_shot || !fires_at_vehicles(state, side)) return;
    --state.machine_guns;
    ++state.other_mgs;
  }

  void shoot(State& state, Dice& dice, std::size_t side) const {
    const Arms& arms = arms_[side];
    CombinedSide& enemy = state.sides[1 - side];
    if (!fires_at_vehicles(state, side)) {
      const Shot shot = arms.at_infantry->fire(dice, 0);
      if (shot.hit != Shot::Hit::miss) strike(dice, enemy, 1 - side, arms.shell);
      return;
    }
    const Shot shot = arms.at_vehicles->fire(dice, 0);
    if (shot.hit == Shot::Hit::miss) return;
    const bool stuck = enemy.vehicles == 0;  // mobile ones are fired at first
    const Fate fate =
        Engagement::after_hit(dice, stuck ? Fate::immobilized : Fate::none, *arms.penetration,
                              shot.hit == Shot::Hit::critical, crew_morale);
    if (fate >= Fate::abandoned) {
      knock_out(enemy);
    } else if (!stuck && fate == Fate::immobilized) {
      --enemy.vehicles;
      ++enemy.stuck;
    }
  }

  static void knock_out(CombinedSide& enemy) {
    --(enemy.vehicles > 0 ? enemy.vehicles : enemy.stuck);
  }

  /// An attack on a hex full of squads (10.6, 12).
  void strike(Dice& dice, CombinedSide& enemy, std::size_t side, int column) const {
    const CombinedForce& of = force(side);
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + of.cover_drm); });
    if (result.kind == FireResult::Kind::none) return;
    const int hit = std::min<int>(stacking, enemy.squads);
    enemy.squads = small(enemy.squads - hit);
    if (result.kind == FireResult::Kind::kia) return;
    const int needed = of.infantry.front().morale - result.number;
    int good = 0;
    for (int i = 0; i < hit; ++i) {
      good += DR_at_most(dice, needed) ? 1 : 0;
    }
    enemy.squads = small(enemy.squads + good);
    // 14.1: without a leader nobody rallies them.
    if (of.leader) enemy.shaken = small(enemy.shaken + hit - good);
  }

  const Ift* ift_ = nullptr;
  std::array<Arms, 2> arms_;
};

void CombinedForce::describe(Declaration<CombinedForce>& asked, const std::string& of) {
  using Force = CombinedForce;
  const auto with_vehicles = &Force::has_vehicles;
  const auto with_infantry = &Force::has_infantry;
  asked.asks(&Force::number, "number", 1, most_vehicles, "how many groups fight" + of)
      .tried_with({"1", "2"})
      .asks(&Force::infantry, "infantry", "squads of one kind, such as 2*4-6-7, or none",
            "the squads of a group" + of, none_or_units_up_to<6>)
      .by_default("none")
      .tried_with({"4-6-7", "2*4-4-7", "2*6-2-8"})
      .asks(&Force::leader, "leader", "a leader such as 8-1",
            "who rallies broken squads" + of + ", behind the line; default: they do not rally",
            read_leader)
      .tried_with({"8-1"})
      .asks(&Force::cover_drm, "cover_drm", -5, 6, "what the infantry" + of + " stands in (11.1)")
      .or_named(terrain_names("squad-leader/terrain-effects.csv"), "a terrain such as stone")
      .tried_with({"0", "1", "stone"})
      .asks(&Force::cover_line, "cover_line", one_of({"other", "woods", "cover"}),
            "its line of the To Hit chart; cover: buildings, rubble, entrenchments")
      .asks(&Force::antitank, "antitank", 0, 6,
            "anti-tank weapons of a group's infantry" + of + ", one to a squad in a fire phase")
      .tried_with({"0", "1", "2"})
      .only_when(AllFrom{"leader"}, with_infantry, "", "--infantry")
      .asks(&Force::antitank_to_hit, "antitank_to_hit", 2, 12,
            "the To Hit number of such a weapon at this range")
      .tried_with({"6"})
      .needed_when(&Force::has_antitank, "anti-tank weapons are to hit", "the number of its table")
      .asks(&Force::antitank_kill, "antitank_kill", 2, 12,
            "its kill number against the enemy's vehicles, armor counted")
      .tried_with({"8"})
      .needed_when(&Force::has_antitank, "anti-tank weapons are to kill", "the number of its chart")
      .asks(&Force::antitank_lasts, "antitank_lasts",
            "such a weapon fires again (an ATR, a bazooka); otherwise it is gone (a Panzerfaust)")
      .only_when(AllFrom{"antitank_to_hit"}, &Force::has_antitank, "", "--antitank 1 or more")
      .asks(&Force::vehicles, "vehicles", 0, 4, "the vehicles of a group" + of)
      .tried_with({"0", "1", "2"})
      .asks(&Force::gun, "gun", gun_form, "the gun of its vehicles", read_mounted_gun)
      .or_named(vehicles_with_guns())
      .by_default("75")
      .tried_with({"76", "50"})
      .asks(&Force::numbers, "to_hit_numbers", one_of({"black", "red"}),
            "red: a Russian gun (33.3); a Russian vehicle by its name has them anyway")
      .asks(&Force::rate_of_fire, "rate_of_fire", 0, 3,
            "its shots in a fire phase (63.14); 0: machine guns only; default: as the vehicle's "
            "name says, else 1")
      .tried_with({"", "2", "0"})
      .asks(&Force::to_hit_drm, "to_hit_drm", -5, 10,
            "To Hit modifiers of its shots: +1 buttoned up (64.47), smoke and the like")
      .asks(&Force::kill_number, "kill_number", -2, 15,
            "the kill number of its gun against the facing of the enemy's vehicles, on your chart")
      .tried_with({"8"})
      .asks(&Force::rear_kill_number, "rear_kill_number", -2, 15,
            "the same against the rear, for critical hits (68.2)")
      .tried_with({"9"})
      .asks(&Force::machine_guns, "machine_guns", 0, 30,
            "coaxial machine gun factors of one vehicle that bear on infantry at this range: they "
            "fire along the line of its gun (64.46)")
      .tried_with({"0", "4", "6"})
      .asks(&Force::other_machine_guns, "other_machine_guns", 0, 30,
            "the same of its bow and AA machine guns, which fire elsewhere at any time (64.41, "
            "64.43)")
      .tried_with({"0", "2"})
      .includes(&Force::target,
                [](Declaration<KillTarget>& target) {
                  target
                      .asks(&KillTarget::facing, "facing", facing_words(),
                            "the facing that they show the enemy")
                      .asks(&KillTarget::armor, "armor", -6, 8,
                            "their upper armor modifier (64.3); default: the base game's, where "
                            "gun names the vehicle (33.41)")
                      .tried_with({"0", "1"})
                      .asks(&KillTarget::side_armor, "side_armor", -6, 8,
                            "that of side and rear, where it is another");
                })
      .asks(&Force::aims_at, "aims_at", one_of({"vehicles", "infantry"}),
            "what its guns fire at while the enemy has both")
      .only_when(
          {"gun", "to_hit_numbers", "rate_of_fire", "to_hit_drm", "kill_number", "rear_kill_number",
           "machine_guns", "other_machine_guns", "facing", "armor", "side_armor", "aims_at"},
          with_vehicles, "", "--vehicles 1 or more")
      .only_when(
          {"to_hit_numbers", "to_hit_drm", "kill_number", "rear_kill_number", "aims_at"},
          [](const Force& force) { return force.shots() > 0; }, "", "--rate-of-fire 1 or more");
}

}  // namespace

Procedure combined_duel() {
  using Asked = CombinedDuel;
  return procedure<Asked>("sl.combined-duel", "8 to 15, 33, 34, COI 63.14, 66, 68",
                          "infantry and vehicles of two sides fire at each other until one is out")
      .includes(&Asked::a, "a_", " of side A")
      .includes(&Asked::b, "b_", " of side B")
      .asks(&Asked::range, "range", 1, 39, "the range in hexes")
      .required()
      .tried_with({"1", "4", "8"})
      .asks(&Asked::turns, "turns", 1, 12, "player turns after which it ends")
      .tried_with({"1", "2"})
      .asks(&Asked::stacking, "stacking", 1, 3, "the most squads that one attack hits")
      .only_when(&Asked::somebody_has_infantry, "", "infantry on a side")
      .asks(&Asked::same_hex, "same_hex",
            "vehicles and infantry of a side share hexes, so that machine guns fire at the "
            "infantry while the gun fires at a vehicle there (34.3)")
      .only_when(
          [](const Asked& asked) {
            return (asked.a.has_vehicles() && asked.a.has_infantry()) ||
                   (asked.b.has_vehicles() && asked.b.has_infantry());
          },
          "", "vehicles and infantry on one side")
      .asks(&Asked::first, "first", one_of({"die", "a", "b"}), "whose player turn is the first")
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "of an immobilized vehicle that is hit again (39.3, 66.4)")
      .only_when(&Asked::somebody_has_vehicles, "", "vehicles on a side")
      .outcome("a_holds", "side B has no unbroken squad and no vehicle left")
      .outcome("b_holds", "side A has none left")
      .outcome("both", "both have when the turns are over")
      .measure("a_lost", "whole groups' worth of squads and vehicles that side A has lost")
      .measure("b_lost", "the same of side B")
      .measure("a_squads_lost", "squads of side A that are eliminated or broken at the end")
      .measure("b_squads_lost", "the same of side B")
      .measure("a_vehicles_lost", "vehicles of side A that are knocked out or abandoned")
      .measure("b_vehicles_lost", "the same of side B")
      .measure("turns", "player turns that it took")
      .headline("a_holds", "A holds")
      .headline("b_holds", "B holds")
      .headline("both", "both have somebody left");
}

}  // namespace combat_odds::squad_leader
