#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// 96: a sniper shoots repeatedly at one counter.
struct Sniper {
  enum class Range { normal, point_blank, long_range };

  int sniper_drm = 0;
  int firepower = 1;
  int drm = 0;
  Range range = Range::normal;
  bool area_fire = false;
  UnitName target;
  std::vector<UnitName> others;
  Status status = Status::good;
  std::optional<int> broken_morale;
  int shots = 1;
  int suspected_hexes = 0;
  Marsh marsh;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
    // 96.7: circumstances that change firepower change the sniper's DRM.
    int modifier = sniper_drm;
    if (range == Range::point_blank) modifier *= 2;
    if (range == Range::long_range) modifier /= 2;
    if (area_fire) modifier /= 2;
    final_drm_ = drm + modifier;

    std::vector<UnitName> names{target};
    names.insert(names.end(), others.begin(), others.end());
    stack_ = target_stack(names, Status::good, broken_morale);
    marsh.lower_morale(stack_);
    // Leaders come first; among equals the target, which was named first.
    target_ =
        target.leader
            ? static_cast<std::size_t>(std::count_if(
                  others.begin(), others.end(),
                  [&](const UnitName& name) { return name.leader && leads_before(name, target); }))
            : stack_.leader_count;
    stack_.units[target_].status = status;
  }

  /// Whether a squad may have to check with the morale of its broken side.
  bool squad_may_be_broken() const {
    if (!target.leader) return status == Status::broken || shots > 1;
    const auto squads = std::count_if(others.begin(), others.end(),
                                      [](const UnitName& unit) { return !unit.leader; });
    const auto leaders = static_cast<std::ptrdiff_t>(others.size()) - squads;
    return squads > 0 && (leaders > 0 || shots > 1);
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = stack_;
    int fired = 0;
    int searched = 0;
    bool found = false;
    while (fired < shots && stack.units[target_].status != Status::eliminated) {
      ++fired;
      stack.memo = {small(fired), small(searched), small(found ? 1 : 0), 0};
      stack.next = stack.except = 0;
      if (fired > 1) dice.at(stack);
      shoot(dice, stack);
      stack.memo[3] = 1;
      stack.next = stack.except = 0;
      dice.at(stack);
      if (found) continue;
      // 96.51: every unbroken unit may ask about one hex that has not been asked about before.
      const int left = suspected_hexes - searched;
      const int asking = std::min(left, how_many(stack, Status::good));
      if (asking <= 0) continue;
      found = dice.chit(left, [&](int where) { return where < asking; });
      searched = found ? 0 : searched + asking;
    }
    return outcome(stack, fired, found);
  }

 private:
  /// 96.4-96.6: leaders are killed, or check morale as usual. Other units check morale on a KIA and
  /// ignore lesser results.
  void shoot(Dice& dice, TargetStack& stack) const {
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + final_drm_); });
    const bool leader = target.leader;
    const bool kia = result.kind == FireResult::Kind::kia;
    if (result.kind == FireResult::Kind::none || (!leader && !kia)) return;
    if (leader && kia) {
      stack.units[target_].status = Status::eliminated;
    } else {
      if (morale_check(dice, stack, target_, kia ? 0 : result.number)) return;
    }
    if (leader) leader_lost(dice, stack, target_);
  }

  Outcome outcome(const TargetStack& stack, int fired, bool found) const {
    const Status fate = stack.units[target_].status;
    const auto others_that_are = [&](Status what) {
      return how_many(stack, what) - (fate == what ? 1 : 0);
    };
    Outcome outcome(fate == status           ? "no_effect"
                    : fate == Status::broken ? "broken"
                                             : "eliminated");
    // Only the target may have been broken before.
    TargetStack by_him = stack;
    if (fate == status) by_him.units[target_].status = Status::good;
    InfantryFate all = fate_of(by_him, Status::good);
    all.not_in_good_order = status == Status::broken && fate == status ? 1 : 0;
    tell(outcome, all, Pins::no);
    outcome.event("sniper_found", found)
        .measure("shots_fired", fired)
        .measure("others_eliminated", others_that_are(Status::eliminated))
        .measure("others_broken", others_that_are(Status::broken));
    return outcome;
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int final_drm_ = 0;
  TargetStack stack_;
  std::size_t target_ = 0;
};

}  // namespace

Procedure sniper() {
  return procedure<Sniper>("sl.sniper", "COI 96",
                           "a sniper shoots at one counter in a hex, once or again and again")
      .asks(&Sniper::sniper_drm, "sniper_drm", -4, 0,
            "the modifier on the sniper's counter; 0 once he is seen")
      .required()
      .asks(&Sniper::firepower, "firepower", 1, 4, "the sniper's firepower")
      .asks(&Sniper::drm, "drm", -10, 10, "all other modifiers, such as terrain")
      .asks(&Sniper::range, "range", one_of({"normal", "point_blank", "long_range"}),
            "the range of the shot, which changes his modifier (96.7)")
      .only_when([](const Sniper& sniper) { return sniper.sniper_drm != 0; },
                 "a sniper in sight has no modifier to change", "")
      .asks(&Sniper::area_fire, "area_fire", "the target is concealed: half his modifier (96.7)")
      .only_when([](const Sniper& sniper) { return sniper.sniper_drm != 0; },
                 "a sniper in sight has no modifier to halve", "")
      .asks(&Sniper::target, "target", "one unit: a leader such as 8-1 or a squad such as 4-6-7",
            "the counter that is aimed at", read_unit)
      .or_named(infantry_names())
      .tried_with({"8-1", "4-6-7", "9-2"})
      .asks(&Sniper::others, "others", units_form, "the other infantry in the hex, or none",
            none_or_units_up_to<TargetStack::most_units - 1>)
      .by_default("none")
      .tried_with({"4-6-7", "2*4-6-7 8-0", "9-1 4-4-7"})
      .asks(&Sniper::status, "status", one_of({"good", "broken"}),
            "whether the target is broken already")
      .asks(&Sniper::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .only_when(&Sniper::squad_may_be_broken,
                 "no squad checks its morale while it is broken: it would have to be broken, shot "
                 "at twice, or beside two leaders",
                 "")
      .asks(&Sniper::shots, "shots", 1, 20, "how often he shoots")
      .asks(&Sniper::suspected_hexes, "suspected_hexes", 0, 100,
            "in how many hexes he may be, for their Sniper Checks; 0: they make none")
      .tried_with({"0", "1", "3", "10"})
      .includes(&Sniper::marsh)
      .outcome("eliminated", "the target is eliminated")
      .outcome("broken", "it is broken")
      .outcome("no_effect", "it is as before")
      .events(infantry_events(Pins::no))
      .event("sniper_found", "a Sniper Check named the hex that he fired from")
      .measure("shots_fired", "shots until the target was eliminated or there were no more")
      .measure("others_eliminated", "other units eliminated")
      .measure("others_broken", "other units broken")
      .measures(infantry_measures())
      .headline("eliminated", "the target is eliminated")
      .headline("broken", "it breaks")
      .headline("sniper_found", "the sniper is found");
}

}  // namespace combat_odds::squad_leader
