#include <algorithm>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 12.1-.4, 13.6: a Morale Check of the units of a hex, whatever calls for it.
struct MoraleCheck {
  enum class Number { m, one, two, three, four };

  Number check = Number::m;
  std::vector<UnitName> target;
  TargetUnit::Status status = TargetUnit::Status::good;
  std::optional<int> broken_morale;
  bool goes_berserk = false;

  /// Whether a squad or crew may check while it is broken.
  bool may_check_broken() const {
    const auto is_leader = [](const UnitName& unit) { return unit.leader; };
    const bool led = std::any_of(target.begin(), target.end(), is_leader);
    const bool squads = !std::all_of(target.begin(), target.end(), is_leader);
    return squads && (status == TargetUnit::Status::broken || led);
  }

  TargetStack start() const {
    TargetStack stack = target_stack(target, status, broken_morale);
    if (goes_berserk) stack.berserk = BerserkChecks::of_fire;
    begin_fire(stack, FireResult{FireResult::Kind::morale_check,
                                 static_cast<std::uint8_t>(static_cast<int>(check))});
    return stack;
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    squad_leader::step(dice, stack);
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    make_alike(stack);
    return stack;
  }
  std::optional<Outcome> outcome(const TargetStack& stack) const {
    if (!resolved(stack)) return std::nullopt;
    return fire_outcome(stack, status);
  }

  Working working() const {
    static constexpr const char* names[] = {"M", "1", "2", "3", "4"};
    Working working;
    working.situation = std::string("Morale Check ") + names[static_cast<std::size_t>(check)] +
                        " of " + units_text(target);
    if (status == TargetUnit::Status::broken) working.situation += ", broken";
    return working;
  }
};

}  // namespace

Procedure morale_check_alone() {
  using Asked = MoraleCheck;
  return procedure<Asked>("sl.morale-check", "12.1-.4, 13.6, 18.4, COI 83.6",
                          "a Morale Check of units, whatever calls for it")
      .asks(&Asked::check, "check", one_of({"m", "1", "2", "3", "4"}),
            "M, or the number that the IFT adds to the roll")
      .asks(&Asked::target, "target", units_form, "the units of the hex",
            units_up_to<TargetStack::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-6-7", "4-3-6", "8-1", "2*4-6-7 8-1", "4-4-7 9-1 8-0"})
      .asks(&Asked::status, "status", one_of({"good", "broken"}), "whether they are broken already")
      .asks(&Asked::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front (13.6)")
      .only_when(&Asked::may_check_broken,
                 "only a squad that is broken, or that checks twice because its leader is lost, "
                 "checks with the morale of its broken side",
                 "--status broken, or a leader in --target")
      .asks(
          &Asked::goes_berserk, "berserk",
          "Russian or SS infantry under enemy fire, which goes berserk on an Original 2 (18.4, 83.6)")
      .outcomes(fire_outcomes())
      .outcome("berserk", "the unit goes berserk (18.4)")
      .events(fire_events())
      .event("berserk", "a unit goes berserk")
      .measures(fire_measures())
      .measure("berserk", "units that go berserk")
      .headlines(infantry_headline())
      .headline("berserk", "one goes berserk", "it goes berserk");
}

}  // namespace combat_odds::squad_leader
