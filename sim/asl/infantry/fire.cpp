#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/rate_of_fire.hpp"
#include "sim/asl/units/support_weapons.hpp"
#include "sim/declare/rounds_in_bodies.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

struct Fire {
  std::optional<double> firepower;
  int drm = 0;
  Cowering cowering;
  int attacks = 1;
  FireTarget target;
  Attackers attackers = Attackers::or_vehicle();
  RateOfFire rate;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
    rate.prepare(attackers, *ift_, column_);
    drm_ = attackers.drm(drm);
    cowers_on_rate_ = attackers.on_rate(cowering);
    attackers.settle(cowering);
    if (target.heat.played()) check_heat();
    if (target.state.climbing) check_climbers(charts);
    // Any: some_steps_go_by says that what follows the DR goes by neither FP nor DRM.
    target.expect_any(*ift_);
    if (attackers.has_flamethrower()) target.check_no_tem("a Flamethrower", "A22.1");
    if (attackers.in_pillbox() && target.state.traits.encircled) {
      throw ArgumentError("target_state", "units in a pillbox are never Encircled (Table 8)",
                          "leave out encircled");
    }
    target.check_movers(attackers.of_motion() != 0, "--target-moves");
    const bool told_as_whole = target.casualty_vp || target.state.climbing;
    if (is_large() && attackers.of_motion() == 0 && !target.has_groups() && !told_as_whole) {
      target.keep_in_bodies();
    }
    target_notes_ = charts.get<Infantry>().unlisted_notes(target.units);
  }

  bool is_given_as_firepower() const { return !attackers.given(); }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, cowering);
    if (attacks > 1)
      working.situation = fmt::format("{} attacks of {}", attacks, working.situation);
    working.situation += ", at " + target.text();
    rate.tell(working, *ift_);
    working.notes.insert(working.notes.end(), target_notes_.begin(), target_notes_.end());
    return working;
  }

  std::unique_ptr<Rule> rule(const Charts& /*charts*/) &&;

  // Only the attack's DR depends on these parameters; everything after it depends on the target.
  static constexpr std::array<std::string_view, 3> some_steps_go_by{"firepower", "drm", "cowering"};
  static bool goes_by_them(const TargetStack& stack) {
    return stack.memo[next_roll] != none && FireTarget::resolved(stack);
  }

  // A round is an attack.
  int rounds() const { return attacks; }
  TargetStack start() const { return target.start(); }
  TargetStack round(TargetStack stack, int number) const {
    const bool is_last = number + 1 == attacks && attacks <= few_attacks;
    stack.memo[next_roll] = is_last ? last_attack : attack;
    stack.memo[shots] = stack.memo[on_rate] = 0;
    return stack;
  }
  bool round_over(const TargetStack& stack) const {
    return stack.memo[next_roll] == none && FireTarget::resolved(stack);
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    const std::uint8_t rolled = stack.memo[next_roll];
    if (rolled == none || !FireTarget::resolved(stack)) {
      target.step(dice, stack);
    } else {
      shoot(dice, stack);
    }
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    target.make_alike(stack);
    return stack;
  }

  using Unit = TargetUnit;
  std::vector<InBodies::Body> bodies() const {
    if (!target.in_bodies()) return {};
    const auto both = target.bodies(0);
    return {both.begin(), both.end()};
  }
  InBodies::Turn turn(const TargetStack& message) const {
    if (!FireTarget::resolved(message)) return target.turn(message);
    return {InBodies::Turn::Kind::step, FireTarget::leaders, 0};
  }
  unsigned between_rounds(const TargetStack& /*message*/, int attacks_made) const {
    return attacks_made < attacks ? 0 : FireTarget::leaders | FireTarget::others;
  }
  TargetStack step_of_crowd(TargetStack stack, Dice& dice) const {
    target.step_of_crowd(dice, stack);
    return stack;
  }
  static bool may_be_selected(const TargetUnit& unit, int among) {
    return FireTarget::may_be_selected(unit, among);
  }
  static void select(TargetUnit& unit, int among) { FireTarget::select(unit, among); }
  static void selected(TargetStack& message) { FireTarget::selected(message); }

  std::optional<Outcome> outcome(const TargetStack& stack, int attacks_made) const {
    if (attacks_made < attacks) return std::nullopt;
    // Copied: GCC 12 warns of an overrun where it is moved into the optional.
    const Outcome outcome = target.outcome(stack);
    return outcome;
  }

 private:
  /// Stands in the memo of the stack until the attack's own DR is rolled.
  static constexpr std::size_t next_roll = 0;
  /// How many shots of this attack have been fired.
  static constexpr std::size_t shots = 1;
  /// The MGs that fire on, as RateOfFire numbers them.
  static constexpr std::size_t on_rate = 2;
  enum : std::uint8_t { none, attack, last_attack };
  /// With more attacks than this the last one shares its states with the others.
  static constexpr int few_attacks = 2;

  /// Whether there are so many states that playing it by bodies is quicker.
  bool is_large() const {
    constexpr std::size_t many_units = 7;
    constexpr std::size_t some_units = 4;
    return target.units.size() >= (attacks > 1 ? some_units : many_units);
  }

  /// With Heat of Battle units turn into so many kinds that only a few attacks can be followed.
  void check_heat() const {
    const int most = target.units.size() > 1 ? 1 : 3;
    if (attacks * (rate.played() ? rate.shots() : 1) <= most) return;
    throw ArgumentError(
        "heat_of_battle",
        "it is played for three attacks on one unit or one on several, each shot "
        "of a rate of fire counted",
        rate.played() ? "--most-shots 1 or --rate-of-fire 0" : "fewer attacks, or none");
  }

  /// B11.42: who climbs moves hazardously, and has no TEM.
  void check_climbers(const Charts& charts) const {
    using Moves = Attackers::Moves;
    const bool hazardous = attackers.moves == Moves::hazardous;
    if (!hazardous && (attackers.given() || attackers.moves != Moves::no)) {
      throw ArgumentError("target_moves", "who climbs uses Hazardous Movement (B11.42)",
                          "--target-moves hazardous");
    }
    if (!attackers.in_terrain) return;
    const auto& terrain = charts.get<TerrainChart>("asl/terrain.csv");
    if (attackers.in_pillbox() || terrain.read(*attackers.in_terrain, "terrain").modifier > 0) {
      throw ArgumentError("terrain", "who climbs has no TEM (B11.42)",
                          "leave it out, or --hindrance for what lies between");
    }
  }

  /// A7.3, A9.2: the attack, then the shots of MGs that keep their rate of fire.
  void shoot(Dice& dice, TargetStack& stack) const {
    const std::uint8_t fires = stack.memo[on_rate];
    const int number = ++stack.memo[shots];
    const int column = fires == 0 ? column_ : rate.column(fires);
    const int modifier = fires == 0 ? drm_ : drm_ + rate.drm();
    const Cowering cowers = fires == 0 ? cowering : cowers_on_rate_;
    const bool tells_pinned = attackers.of_motion() != 0 && FireTarget::any_pinned(stack);
    const int group_drm = target.group_drms().front();
    FireShot shot = dice.DR([&](TwoDice roll) {
      const int lost = cowers.columns(roll);
      const auto result = [&](int more) {
        return column < lost ? IftResult{}
                             : ift_->at(column - lost, roll.total() + modifier + more);
      };
      FireShot seen;
      static_cast<DrResults&>(seen) = target.results(result);
      if (tells_pinned) seen.other = result(group_drm - attackers.of_motion());
      rate.note(seen, roll, fires, number, lost != 0);
      return seen;
    });
    rate.cower(dice, shot, fires);
    const bool last = stack.memo[next_roll] == last_attack && shot.again == 0;
    stack.memo[on_rate] = shot.again;
    if (shot.again == 0) stack.memo[next_roll] = stack.memo[shots] = none;
    if (target.has_groups()) {
      target.begin(stack, shot, last);
    } else {
      target.begin_with_pinned(stack, shot.result, shot.other, last);
    }
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  Cowering cowers_on_rate_;
  std::vector<std::string> target_notes_;
};

std::unique_ptr<Rule> Fire::rule(const Charts& /*charts*/) && {
  return std::make_unique<SharedRoundsInBodies<Fire>>(std::move(*this));
}

}  // namespace

Procedure fire() {
  return procedure<Fire>("asl.fire", "A7.3",
                         "a fire attack on the Infantry Fire Table against infantry")
      .asks(&Fire::firepower, "firepower", 0, 1000,
            "the FP of the attack after all multipliers; or attackers, and it is worked out")
      .needed_when(&Fire::is_given_as_firepower, "with what is fired?",
                   "the FP of the attack, or --attackers such as '2*4-6-7 LMG' with their --range")
      .only_when(&Fire::is_given_as_firepower, "--attackers already give the FP", "")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&Fire::drm, "drm", -20, 20, "all DRM except those that have an option of their own")
      .includes(&Fire::cowering)
      .asks(&Fire::attacks, "attacks", 1, 10,
            "how often the attack is made, one after the other, on what is left")
      .includes(&Fire::target, "", FireTarget::InPlace::nothing, FireTarget::Groups::several,
                FireTarget::Climbing::possible)
      .includes(&Fire::attackers, "", Attackers::Cx::asked, Attackers::Vehicles::possible)
      .includes(&Fire::rate)
      .only_when({"rate_firepower"}, &Fire::is_given_as_firepower,
                 "the MGs among the attackers already give the FP", "")
      .includes(&Fire::target, FireTarget::describe_heat)
      .outcomes(FireTarget::outcomes())
      .events(FireTarget::events())
      .events({FireTarget::heat_event()})
      .events(FireTarget::group_events())
      .measures(FireTarget::measures())
      .headlines(infantry_headline())
      .headline("mean casualty_vp", "{} Casualty VP lost on average");
}

}  // namespace combat_odds::asl
