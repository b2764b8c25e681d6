#include "sim/asl/close_fight/close_combat.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/both_sides.hpp"

namespace combat_odds::asl {
namespace {

/// Fire at a Location; then, if the attacker wants it, a round of close combat with those left.
struct Rush {
  static constexpr std::size_t most_units = 5;  // squads of underlined morale may become two

  double firepower = 8;
  int drm = 0;
  FireTarget target;
  std::vector<UnitName> attackers;
  bool goes_in = true;

  void prepare(const Charts& charts) {  // that of target has been called
    if (target.units.size() > most_units) {
      throw ArgumentError("target", "they have no room in close combat", "at most 5 units");
    }
    target.tell_broken_apart();  // close combat asks for their FP
    ift_ = &charts.get<Ift>();
    fight_.attacker = attackers;
    fight_.defender = target.units;
    fight_.casualty_vp = target.casualty_vp;
    fight_.terms.prepare(charts);
    fight_.prepare(charts);
    // Both parts number the types of units. Those of close combat are numbered in this order.
    const Infantry& infantry = charts.get<Infantry>();
    MeleeRoster roster;
    for (const UnitName& name : attackers) roster.enlist(name, infantry);
    for (const UnitName& name : target.units) roster.enlist(name, infantry);
    const std::vector<UnitType>& types = target.roster();
    for (const UnitType& type : types) {
      const UnitType& as_printed =
          type.printed < 0 ? type : types[static_cast<std::size_t>(type.printed)];
      type_there_.push_back(roster.enlist(as_printed.name, infantry));
    }
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = target.start();
    const int column = ift_->column(firepower);
    const IftResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + drm); });  // A7.3
    target.resolve(dice, stack, result, false);  // not the last: the stack is still read
    Melee both = after_fire(stack);
    const auto words = [&] {
      return Facts{{"enemy units", static_cast<int>(both.sides[1].count())}};
    };
    const bool goes =
        dice.choose({"goes_in", "Go in?", no_or_yes}, both, words, goes_in ? 1 : 0) == 1;
    if (goes && both.sides[1].count() > 0) {
      both = fight_.round(both, 0);
      while (!fight_.round_over(both)) both = fight_.step(both, dice);
    }
    return holder_outcome(goes && both.sides[0].count() > 0, both.sides[1].count() > 0)
        .measure("defenders_eliminated", both.sides[1].eliminated)
        .measure("attackers_eliminated", both.sides[0].eliminated)
        .measure_if(target.casualty_vp, "casualty_vp", both.sides[1].points_eliminated);
  }

 private:
  /// What the fire left, as close combat begins with it. Its losses go on being counted there.
  Melee after_fire(const TargetStack& stack) const {
    Melee both = fight_.start();
    MeleeSide& side = both.sides[1];
    side = {};
    side.points_eliminated = stack.casualty_vp;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      if (unit.is(TargetUnit::eliminated)) {
        ++side.eliminated;
        continue;
      }
      MeleeUnit there{type_there_[unit.type]};
      const bool came_wounded = target.type(unit).traits.wounded;
      if (unit.is(TargetUnit::reduced) || came_wounded) there.set(MeleeUnit::hurt);
      if (unit.is(TargetUnit::broken)) there.set(MeleeUnit::broken);
      if (unit.is(TargetUnit::pinned)) there.set(MeleeUnit::pinned);
      side.add(there);
    }
    return both;
  }

  const Ift* ift_ = nullptr;
  CloseCombat fight_;
  std::vector<std::uint8_t> type_there_;
};

}  // namespace

Procedure rush() {
  using Asked = Rush;
  return procedure<Asked>("example.rush", "A7.3, A11.1", "fire at a Location, and a round in it")
      .asks(&Asked::firepower, "firepower", 1, 100, "FP of the fire")
      .asks(&Asked::drm, "drm", -10, 10, "its DRM")
      .includes(&Asked::target)
      .asks(&Asked::attackers, "attackers", units_form, "the units that go in", units_up_to<8>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .required()
      .tried_with({"4-6-7", "2*4-4-7 8-1", "2-2-8"})
      .asks(&Asked::goes_in, "goes_in", "the attacker goes in after the fire")
      .decides()
      .outcomes(holder_outcomes())
      .events(holder_events())
      .measure("defenders_eliminated", "units of the defender eliminated")
      .measure("attackers_eliminated", "units of the attacker eliminated")
      .measures({FireTarget::casualty_measure()})  // target asks for it
      .headline("attacker_holds", "the attacker holds the Location")
      .headline("melee", "a Melee");
}

}  // namespace combat_odds::asl
