#include <algorithm>
#include <cstdint>
#include <span>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// A charge is resolved as an overrun (92.81), against which an entrenchment is worth 4 (54.7).
constexpr int entrenchment = 4;
constexpr int charge_modifier = -2;     // 92.88
constexpr int moving_in_the_open = -2;  // 92.87
constexpr int mounted = -1;             // 92.7

/// Losses of a hex.
struct Losses {
  std::uint8_t eliminated = 0;
  std::uint8_t broken = 0;
  bool leader = false;

  void add(const TargetStack& stack) {
    eliminated = small(eliminated + how_many(stack, Status::eliminated));
    broken = small(broken + how_many(stack, Status::broken));
    leader = leader || fate_of(stack, Status::good).leader_lost;
  }
};

/// 92.8: mounted cavalry charges a hex; its defenders may fire before it is on them.
struct CavalryCharge {
  enum class DefensiveFire { point_blank, earlier, none };
  enum class FireAs { each, group };

  std::vector<UnitName> cavalry;
  std::vector<UnitName> target;
  std::vector<UnitName> entrenched_target;
  DefensiveFire defensive_fire = DefensiveFire::point_blank;
  int defensive_drm = 0;
  int charge_drm = 0;
  bool wheatfield = false;
  FireAs fire_as = FireAs::each;

  void prepare(const Charts& charts) {
    const auto squads = std::count_if(cavalry.begin(), cavalry.end(),
                                      [](const UnitName& name) { return !name.leader; });
    if (squads != 1) {
      throw ArgumentError("cavalry", "a horse carries one squad and at most one leader (92.4)",
                          "such as 5-3-7 or '5-3-7 8-0'");
    }
    if (target.empty() && entrenched_target.empty()) {
      throw ArgumentError("target", "nobody is charged", "units, or --entrenched-target");
    }
    if (target.size() + entrenched_target.size() > TargetStack::most_units) {
      throw ArgumentError("target", "more than 12 units in the hex",
                          "up to 12 with --entrenched-target");
    }
    ift_ = &charts.get<Ift>();
    int firepower = 0;
    for (const UnitName& rider : cavalry) firepower += 2 * rider.firepower;  // 92.88
    charge_column_ = ift_->column(wheatfield ? firepower / 2.0 : static_cast<double>(firepower));
    riders_ = target_stack(cavalry, Status::good);
    open_ = target_stack(target, Status::good);
    entrenched_ = target_stack(entrenched_target, Status::good);
    add_shooters(target, open_);
    add_shooters(entrenched_target, entrenched_);
  }

  Outcome resolve(Dice& dice) const {
    TargetStack riders = riders_;
    const int fired = defensive_fire == DefensiveFire::none ? 0 : shoot(dice, riders);
    const Status fate = riders.units[riders.leader_count].status;  // the squad's
    Losses losses;
    if (fate == Status::good) losses = charge(dice, fired);

    const int defenders = open_.unit_count + entrenched_.unit_count;
    const int unharmed = defenders - losses.eliminated - losses.broken;
    const char* label = fate != Status::good             ? "repulsed"
                        : losses.eliminated == defenders ? "target_eliminated"
                        : unharmed == 0                  ? "target_defeated"
                        : unharmed < defenders           ? "target_hurt"
                                                         : "no_effect";
    InfantryFate defence;
    defence.units = defenders;
    defence.unharmed = unharmed;
    defence.broken_or_worse = losses.eliminated + losses.broken;
    defence.eliminated_or_reduced = losses.eliminated;
    defence.leader_lost = losses.leader;
    Outcome outcome(label);
    tell(outcome, defence, Pins::no);
    outcome.event("cavalry_broken", fate == Status::broken)
        .event("cavalry_eliminated", fate == Status::eliminated)
        .measure("defenders_fired", fired)
        .measure("defenders_eliminated", losses.eliminated)
        .measure("defenders_broken", losses.broken)
        .measure("defenders_unharmed", unharmed);
    return outcome;
  }

 private:
  struct Shooter {
    int firepower;  ///< at the range at which it fires
    int morale;     ///< with the leader's modifier
  };

  /// The squads and crews of a place. The best leader there modifies their checks, including the
  /// check before they fire (12).
  void add_shooters(const std::vector<UnitName>& names, const TargetStack& place) {
    const int times = defensive_fire == DefensiveFire::point_blank ? 2 : 1;
    for (const UnitName& name : names) {
      if (name.leader) continue;
      shooters_.push_back(
          {times * name.firepower, name.morale - leadership_for(place, place.leader_count)});
    }
  }

  /// The defenders fire at the cavalry one by one until it is stopped, or as one Fire Group.
  /// Returns the number that fired.
  int shoot(Dice& dice, TargetStack& riders) const {
    const std::size_t together = fire_as == FireAs::group ? shooters_.size() : 1;
    int fired = 0;
    for (std::size_t i = 0; i < shooters_.size(); i += together) {
      // Only the squad charges: once it is broken, the others hold their fire.
      if (riders.units[riders.leader_count].status != Status::good) break;
      riders.memo[0] = small(2 * i);
      riders.memo[1] = small(fired);
      if (i > 0) dice.at(riders);
      const Shot shot = dice.DR(
          [&](TwoDice roll) { return attack(std::span(shooters_).subspan(i, together), roll); });
      fired += shot.fired;
      riders.memo[0] = small(2 * i + 1);
      riders.memo[1] = small(fired);
      resolve_fire(dice, riders, shot.result);
      leave_off_horse(riders);
    }
    return fired;
  }

  /// 92.5, 92.72: a leader who broke is off the horse, and further fire strikes only who rides on.
  static void leave_off_horse(TargetStack& riders) {
    if (riders.leader_count == 0 || riders.units[0].status == Status::good) return;
    riders.units[0] = riders.units[1];
    riders.units[1] = {};
    riders.leader_count = 0;
    riders.unit_count = 1;
  }

  struct Shot {
    FireResult result;
    std::uint8_t fired;
  };

  /// 92.86: units must pass a check for point-blank fire at chargers. One DR is both the check of
  /// each firer and the attack.
  Shot attack(std::span<const Shooter> group, TwoDice roll) const {
    const int drm = defensive_drm + moving_in_the_open + mounted;
    int firepower = 0;
    std::uint8_t fired = 0;
    for (const Shooter& shooter : group) {
      if (defensive_fire == DefensiveFire::point_blank && roll.total() > shooter.morale) continue;
      firepower += shooter.firepower;
      ++fired;
    }
    const int column = ift_->column(static_cast<double>(firepower));
    return {column < 0 ? FireResult{} : ift_->at(column, roll.total() + drm), fired};
  }

  /// 92.88: one DR for the hex, modified for each unit by its position.
  Losses charge(Dice& dice, int fired) const {
    struct Results {
      FireResult open;
      FireResult entrenched;
    };
    struct Arrival {
      std::uint8_t fired;
      char what;
    };
    dice.at(Arrival{small(fired), 'c'});
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      const int final_dr = roll.total() + charge_drm + charge_modifier;
      return {target.empty() ? FireResult{} : ift_->at(charge_column_, final_dr),
              entrenched_target.empty() ? FireResult{}
                                        : ift_->at(charge_column_, final_dr + entrenchment)};
    });
    Losses losses;
    const auto suffer = [&](TargetStack stack, FireResult result, std::uint8_t place) {
      if (stack.unit_count == 0) return;
      stack.memo = {small((losses.leader ? 128 : 0) + 64 + place), small(fired),
                    static_cast<std::uint8_t>(losses.eliminated << 4 | losses.broken),
                    static_cast<std::uint8_t>(results.entrenched.number << 2 |
                                              static_cast<int>(results.entrenched.kind))};
      resolve_fire(dice, stack, result);
      losses.add(stack);
    };
    suffer(open_, results.open, 0);
    suffer(entrenched_, results.entrenched, 1);
    return losses;
  }

  const Ift* ift_ = nullptr;
  int charge_column_ = -1;
  TargetStack riders_;
  TargetStack open_;
  TargetStack entrenched_;
  std::vector<Shooter> shooters_;
};

}  // namespace

Procedure cavalry_charge() {
  using Asked = CavalryCharge;
  return procedure<Asked>(
             "sl.cavalry-charge", "COI 92.6-92.88",
             "mounted cavalry charges a hex, and its defenders fire before it gets there")
      .asks(&Asked::cavalry, "cavalry", units_form, "one squad and perhaps a leader on the horse",
            units_up_to<2>)
      .tried_with({"5-3-7", "5-3-7 8-0", "4-4-7"})
      .asks(&Asked::target, "target", units_form,
            "the defenders in the open; none: all are entrenched",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .tried_with({"2-4-7", "4-6-7", "2*4-6-7", "4-6-7 8-1"})
      .asks(&Asked::entrenched_target, "entrenched_target", units_form,
            "the defenders in an entrenchment, or none",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .tried_with({"4-6-7", "4-6-7 9-1"})
      .asks(&Asked::defensive_fire, "defensive_fire", one_of({"point_blank", "earlier", "none"}),
            "when the defenders fire: adjacent, at a range, or not at all")
      .asks(&Asked::defensive_drm, "defensive_drm", -10, 10,
            "modifiers of their fire beside -2 for movement in the open and -1 for horses")
      .only_when(
          [](const Asked& asked) { return asked.defensive_fire != Asked::DefensiveFire::none; }, "",
          "--defensive-fire")
      .asks(&Asked::charge_drm, "charge_drm", -10, 10,
            "modifiers of the charge beside its own -2 and the entrenchment's 4")
      .asks(&Asked::wheatfield, "wheatfield", "the hex that is charged is a wheatfield")
      .asks(&Asked::fire_as, "fire_as", one_of({"each", "group"}),
            "the defenders fire each for itself, or all as one Fire Group")
      .only_when(
          [](const Asked& asked) { return asked.defensive_fire != Asked::DefensiveFire::none; }, "",
          "--defensive-fire")
      .outcome("target_eliminated", "all defenders are eliminated")
      .outcome("target_defeated", "all are eliminated or broken")
      .outcome("target_hurt", "some are")
      .outcome("no_effect", "the charge was made and did nothing")
      .outcome("repulsed", "the cavalry was broken or eliminated before it could attack")
      .events(infantry_events(Pins::no))
      .event("cavalry_broken", "the squad was broken and lost its horses")
      .event("cavalry_eliminated", "the squad was eliminated")
      .measure("defenders_fired", "defenders that did fire")
      .measure("defenders_eliminated", "defenders eliminated")
      .measure("defenders_broken", "defenders broken")
      .measure("defenders_unharmed", "defenders to whom nothing happened")
      .measures(infantry_measures())
      .headline("broken_or_worse", "at least one defender breaks or worse",
                "the defender breaks or worse")
      .headline("target_eliminated", "all are eliminated", "it is eliminated")
      .headline("repulsed", "the charge is repulsed");
}

}  // namespace combat_odds::squad_leader
