#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/neighbours.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// A charge is resolved as an overrun (92.81), against which an entrenchment is worth 4 (54.7).
constexpr int entrenchment = 4;
constexpr int charge_modifier = -2;     // 92.88
constexpr int moving_in_the_open = -2;  // 92.87
constexpr int mounted = -1;             // 92.7

/// Losses of a hex, or of several.
struct Losses {
  std::uint8_t eliminated = 0;
  std::uint8_t broken = 0;
  std::uint8_t leader = 0;

  void add(const TargetStack& stack) {
    eliminated = small(eliminated + how_many(stack, Status::eliminated));
    broken = small(broken + how_many(stack, Status::broken));
    if (fate_of(stack, Status::good).leader_lost) leader = 1;
  }
};

/// How far a charge has come: all that the rest depends on, and what is told in the end.
struct Charge {
  enum class Stage : std::uint8_t { checks, fired_at, charges, in_the_open, entrenched };
  Stage stage = Stage::checks;
  std::uint8_t shooter = 0;     ///< the next one, in this hex
  std::uint8_t hex = 0;         ///< the hex that is charged; 0: the first
  std::uint8_t charged = 0;     ///< hexes that have been
  std::uint8_t fired = 0;       ///< defenders of the first hex
  std::uint8_t fate_there = 0;  ///< of the squad, when it had been charged
  std::uint8_t result = 0;      ///< what those in the entrenchment have still to suffer
  Losses first;
  Losses further;
};

/// 92.8: mounted cavalry charges a hex; its defenders may fire before it is on them. 92.85: it goes
/// on and may charge others.
struct CavalryCharge {
  enum class DefensiveFire { point_blank, earlier, none };
  enum class FireAs { each, group };

  static constexpr std::size_t most_further = 4;

  std::vector<UnitName> cavalry;
  std::vector<UnitName> target;
  std::vector<UnitName> entrenched_target;
  DefensiveFire defensive_fire = DefensiveFire::point_blank;
  int defensive_drm = 0;
  int charge_drm = 0;
  bool wheatfield = false;
  FireAs fire_as = FireAs::each;
  std::vector<OccupiedHex> further;

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
    Charged& first = hexes_.emplace_back(target_stack(target, Status::good),
                                         target_stack(entrenched_target, Status::good), charge_drm);
    add_shooters(first, target, first.open);
    add_shooters(first, entrenched_target, first.entrenched);
    for (const OccupiedHex& hex : further) {
      Charged& next =
          hexes_.emplace_back(target_stack(hex.units, Status::good), TargetStack(), hex.drm);
      add_shooters(next, hex.units, next.open);
    }
  }

  Outcome resolve(Dice& dice) const {
    TargetStack riders = riders_;
    Charge now;
    for (std::size_t hex = 0; hex < hexes_.size() && squad(riders).status == Status::good; ++hex) {
      now.hex = small(hex);
      if (defensive_fire != DefensiveFire::none) shoot(dice, riders, now);
      if (hex == 0) now.fate_there = small(squad(riders).status);
      if (squad(riders).status == Status::good) charge(dice, riders, now);
    }
    const Status fate = squad(riders).status;
    const auto before = static_cast<Status>(now.fate_there);
    const Losses& losses = now.first;

    const int defenders = hexes_[0].open.unit_count + hexes_[0].entrenched.unit_count;
    const int unharmed = defenders - losses.eliminated - losses.broken;
    const char* label = before != Status::good           ? "repulsed"
                        : losses.eliminated == defenders ? "target_eliminated"
                        : unharmed == 0                  ? "target_defeated"
                        : unharmed < defenders           ? "target_hurt"
                                                         : "no_effect";
    InfantryFate defence;
    defence.units = defenders;
    defence.unharmed = unharmed;
    defence.broken_or_worse = losses.eliminated + losses.broken;
    defence.eliminated_or_reduced = losses.eliminated;
    defence.leader_lost = losses.leader != 0;
    Outcome outcome(label);
    tell(outcome, defence, Pins::no);
    outcome.event("cavalry_broken", fate == Status::broken)
        .event("cavalry_eliminated", fate == Status::eliminated)
        .measure("defenders_fired", now.fired)
        .measure("defenders_eliminated", losses.eliminated)
        .measure("defenders_broken", losses.broken)
        .measure("defenders_unharmed", unharmed);
    if (!goes_on()) return outcome;
    return std::move(outcome.event("every_hex_charged", now.charged == hexes_.size())
                         .measure("hexes_charged", now.charged)
                         .measure("further_eliminated", now.further.eliminated)
                         .measure("further_broken", now.further.broken));
  }

  bool goes_on() const { return !further.empty(); }

 private:
  struct Shooter {
    int firepower;  ///< at the range at which it fires
    int morale;     ///< with the leader's modifier
  };

  /// A hex that is charged, and its defenders.
  struct Charged {
    TargetStack open;
    TargetStack entrenched;
    int drm = 0;  ///< of the charge
    std::vector<Shooter> shooters;

    Charged(const TargetStack& outside, const TargetStack& inside, int modifiers)
        : open(outside), entrenched(inside), drm(modifiers) {}
  };

  static const TargetUnit& squad(const TargetStack& riders) {
    return riders.units[riders.leader_count];
  }

  static void remember(TargetStack& stack, const Charge& now) {
    static_assert(sizeof(Charge) <= sizeof(stack.memo) &&
                  std::has_unique_object_representations_v<Charge>);
    std::memcpy(stack.memo.data(), &now, sizeof(now));
  }

  /// The squads and crews of a place. The best leader there modifies their checks, including the
  /// check before they fire (12).
  void add_shooters(Charged& hex, const std::vector<UnitName>& names,
                    const TargetStack& place) const {
    const int times = defensive_fire == DefensiveFire::point_blank ? 2 : 1;
    for (const UnitName& name : names) {
      if (name.leader) continue;
      hex.shooters.push_back(
          {times * name.firepower, name.morale - leadership_for(place, place.leader_count)});
    }
  }

  /// The defenders of a hex fire at the cavalry one by one until it is stopped, or as one Fire
  /// Group.
  void shoot(Dice& dice, TargetStack& riders, Charge& now) const {
    const std::span<const Shooter> shooters = hexes_[now.hex].shooters;
    const std::size_t together = fire_as == FireAs::group ? shooters.size() : 1;
    for (std::size_t i = 0; i < shooters.size(); i += together) {
      // Only the squad charges: once it is broken, the others hold their fire.
      if (squad(riders).status != Status::good) break;
      now.stage = Charge::Stage::checks;
      now.shooter = small(i);
      remember(riders, now);
      if (i > 0 || now.hex > 0) dice.at(riders);
      const Shot shot =
          dice.DR([&](TwoDice roll) { return attack(shooters.subspan(i, together), roll); });
      if (now.hex == 0) now.fired = small(now.fired + shot.fired);
      now.stage = Charge::Stage::fired_at;
      remember(riders, now);
      resolve_fire(dice, riders, shot.result);
      leave_off_horse(riders);
    }
    now.shooter = 0;
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
  void charge(Dice& dice, TargetStack& riders, Charge& now) const {
    struct Results {
      FireResult open;
      FireResult entrenched;
    };
    const Charged& hex = hexes_[now.hex];
    now.stage = Charge::Stage::charges;
    remember(riders, now);
    dice.at(riders);
    ++now.charged;
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      const int final_dr = roll.total() + hex.drm + charge_modifier;
      const bool outside = hex.open.unit_count > 0;
      const bool inside = hex.entrenched.unit_count > 0;
      return {outside ? ift_->at(charge_column_, final_dr) : FireResult{},
              inside ? ift_->at(charge_column_, final_dr + entrenchment) : FireResult{}};
    });
    now.result = GroupResults::packed(results.entrenched);
    Losses& losses = now.hex == 0 ? now.first : now.further;
    const auto suffer = [&](TargetStack stack, FireResult result, Charge::Stage stage) {
      if (stack.unit_count == 0) return;
      now.stage = stage;
      remember(stack, now);
      // Whoever rides on charges the next hex: a leader beside the squad, or none.
      stack.memo.back() = riders.leader_count;
      resolve_fire(dice, stack, result);
      losses.add(stack);
    };
    suffer(hex.open, results.open, Charge::Stage::in_the_open);
    now.result = 0;
    suffer(hex.entrenched, results.entrenched, Charge::Stage::entrenched);
  }

  const Ift* ift_ = nullptr;
  int charge_column_ = -1;
  TargetStack riders_;
  std::vector<Charged> hexes_;
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
      .asks(&Asked::wheatfield, "wheatfield",
            "the hex that is charged is a wheatfield, and so are all of --further")
      .asks(&Asked::fire_as, "fire_as", one_of({"each", "group"}),
            "the defenders fire each for itself, or all as one Fire Group")
      .only_when(
          [](const Asked& asked) { return asked.defensive_fire != Asked::DefensiveFire::none; }, "",
          "--defensive-fire")
      .asks(
          &Asked::further, "further", hex_line_form,
          "the hexes that it charges after that one, if nobody stops it, each with the modifiers of "
          "the charge there behind @, an entrenchment's 4 among them; their defenders fire before, "
          "as those of the first (92.85)",
          [](std::string_view text, std::string_view parameter) {
            return read_hexes(text, parameter, Asked::most_further);
          })
      .by_default("none")
      .tried_with({"2-4-7", "4-6-7@4; 2-4-7"})
      .outcome("target_eliminated", "all defenders are eliminated")
      .outcome("target_defeated", "all are eliminated or broken")
      .outcome("target_hurt", "some are")
      .outcome("no_effect", "the charge was made and did nothing")
      .outcome("repulsed", "the cavalry was broken or eliminated before it could attack")
      .events(infantry_events(Pins::no))
      .event("cavalry_broken", "the squad was broken and lost its horses")
      .event("cavalry_eliminated", "the squad was eliminated")
      .event("every_hex_charged", "it charged every hex of --further, too")
      .measure("defenders_fired", "defenders that did fire")
      .measure("defenders_eliminated", "defenders eliminated")
      .measure("defenders_broken", "defenders broken")
      .measure("defenders_unharmed", "defenders to whom nothing happened")
      .measure("hexes_charged", "hexes that it charged, the first among them")
      .measure("further_eliminated", "defenders eliminated in the further hexes")
      .measure("further_broken", "defenders broken there")
      .measures(infantry_measures())
      .headline("broken_or_worse", "at least one defender breaks or worse",
                "the defender breaks or worse")
      .headline("target_eliminated", "all are eliminated", "it is eliminated")
      .headline("repulsed", "the charge is repulsed")
      .headline("every_hex_charged", "it charges every hex");
}

}  // namespace combat_odds::squad_leader
