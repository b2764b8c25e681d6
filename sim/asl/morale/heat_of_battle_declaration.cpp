#include <fmt/format.h>

#include <algorithm>

#include "sim/asl/morale/heat_of_battle.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

/// A15: a unit has rolled an Original 2 on its MC, or on a Rally DR under a leader.
struct HeatQuestion {
  enum class Class { as_printed, elite, regular, inexperienced };
  using Result = HeatOfBattle::Result;

  std::vector<UnitName> unit;
  HeatOfBattle heat;
  Class of_class = Class::as_printed;
  bool broken = false;
  bool fanatic = false;
  bool casualty_vp = false;
  std::vector<UnitName> others;

  void prepare(const Charts& charts) {
    heat.prepare(charts);
    const Infantry& infantry = charts.get<Infantry>();
    std::vector<UnitType> roster;
    const int type = infantry.enlist(unit.front(), roster);
    unit_ = roster[static_cast<std::size_t>(type)];
    unit_.traits.fanatic = fanatic;
    if (!HeatOfBattle::concerns(unit_)) {
      throw ArgumentError("unit", unit_.name.text + " has no Heat of Battle (A15.1)",
                          "a squad, half-squad or leader");
    }
    set_class();
    if (!others.empty() && !unit_.is_leader()) {
      throw ArgumentError("others", "only a leader makes others go berserk (A15.41)",
                          "a leader as the unit, or nobody");
    }
    std::vector<UnitType> there;
    for (const UnitName& other : others) {
      roster.clear();
      there.push_back(roster[static_cast<std::size_t>(infantry.enlist(other, roster))]);
    }
    const bool watched = std::any_of(there.begin(), there.end(),
                                     [](const UnitType& kind) { return kind.is_commissar(); });
    for (const UnitType& kind : there) {
      if (HeatOfBattle::concerns(kind)) needed_.push_back(needed_to_follow(kind, watched));
    }
  }

  Outcome resolve(Dice& dice) const {
    const Result rolled = heat.roll(dice, unit_, class_, broken);
    if (unit_.is_commissar() && rolled == Result::battle_hardening) {
      return Outcome("no_effect")
          .measure("berserk_units", 0)
          .measure_if(casualty_vp, "casualty_vp", 0);
    }
    const bool only_hero = unit_.is_commissar() && rolled == Result::hero_and_battle_hardening;
    const Result result = only_hero ? Result::hero : rolled;
    int berserk = result == Result::berserk ? 1 : 0;
    if (berserk > 0) {
      for (const int needed : needed_) berserk += follows(dice, needed) ? 1 : 0;
    }
    const bool both = result == Result::hero_and_battle_hardening;
    static constexpr std::array<const char*, 5> labels = {
        "hero", "hero_and_battle_hardening", "battle_hardening", "berserk", "surrender"};
    return Outcome(labels[static_cast<std::size_t>(result)])
        .event("hero_created", both || result == Result::hero)
        .event("hardened", both || result == Result::battle_hardening)
        .measure("berserk_units", berserk)
        .measure_if(casualty_vp, "casualty_vp",
                    result == Result::surrender ? casualty_points(unit_) : 0);
  }

  Working working() const {
    Working working;
    working.situation = fmt::format("Heat of Battle of {}, {}", unit.front().text,
                                    signed_text(heat.modifier(class_, broken)));
    if (becomes_.empty()) return working;
    working.notes.push_back(
        fmt::format("Battle Hardening makes {} {} (A15.3)", unit.front().text, becomes_));
    return working;
  }

 private:
  /// A15.41: an NTC with the leader's modifier. A commissar present raises the others' morale by
  /// one, up to 10; neither he nor they use another leader's modifier (A25.22).
  int needed_to_follow(const UnitType& kind, bool watched) const {
    constexpr int most_morale = 10;
    if (kind.is_commissar()) return kind.name.morale;
    if (watched) return std::min(kind.name.morale + 1, most_morale);
    return kind.name.morale - unit_.name.modifier;
  }

  /// A25.223: a commissar leaves no choice.
  bool follows(Dice& dice, int needed) const {
    if (unit_.is_commissar()) return true;
    return DR_at_most(dice, needed);
  }

  void set_class() {
    const BattleHardening::Row* const row =
        heat.hardening()->listed(nation_text(heat.nation), unit_.name.text);
    if (row != nullptr) {
      class_ = *row;
      becomes_ = row->hardened.empty() ? "Fanatic" : "a " + row->hardened;
    } else if (of_class == Class::as_printed && !unit_.is_leader()) {
      throw ArgumentError("class",
                          fmt::format("the chart has no class of a {} {}", nation_text(heat.nation),
                                      unit_.name.text),
                          "elite, regular (1st or 2nd Line) or inexperienced, as its counter says");
    }
    if (of_class != Class::as_printed) {
      if (unit_.is_smc()) {
        throw ArgumentError("class", "leaders have no class (A19.2)", "as_printed");
      }
      class_.elite = of_class == Class::elite;
      class_.inexperienced = of_class == Class::inexperienced;
    }
    if (unit_.is_commissar()) becomes_.clear();
  }

  UnitType unit_;
  BattleHardening::Row class_;
  std::string becomes_;
  std::vector<int> needed_;  ///< the DR needed, by unit that may follow
};

}  // namespace

Procedure heat_of_battle() {
  return procedure<HeatQuestion>("asl.heat-of-battle", "A15",
                                 "Heat of Battle, after an Original 2 on an MC or a Rally DR")
      .asks(&HeatQuestion::unit, "unit", "a unit such as 4-6-7", "the unit that rolled it",
            units_up_to<1>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-6-7", "4-6-8", "8-1", "4-2-6", "4-4-7", "9-0", "4-5-8", "6+1"})
      .includes(&HeatQuestion::heat,
                [](Declaration<HeatOfBattle>& heat) {
                  heat.asks(&HeatOfBattle::nation, "nation",
                            one_of({"none", "german", "russian", "american", "british", "finnish",
                                    "french", "partisan", "allied_minor", "italian", "axis_minor",
                                    "japanese"}),
                            "whose unit it is")
                      .needed_when([](const HeatOfBattle& asked) { return !asked.played(); },
                                   "the modifiers go by nation", "such as german or russian")
                      .asks(&HeatOfBattle::no_quarter, "no_quarter",
                            "Surrender is Berserk, as in all of Red Barricades (RB14)")
                      .asks(&HeatOfBattle::no_known_enemy, "no_known_enemy",
                            "no Known enemy is in its LOS: Berserk is Battle Hardening (A15.44)")
                      .asks(&HeatOfBattle::drm, "drm", -5, 5, "all other modifiers");
                })
      .asks(&HeatQuestion::of_class, "class",
            one_of({"as_printed", "elite", "regular", "inexperienced"}),
            "its class, where the chart of Germans and Russians has it not; regular is 1st and 2nd "
            "Line")
      .asks(&HeatQuestion::broken, "broken", "it was broken when it rolled the 2")
      .asks(&HeatQuestion::fanatic, "fanatic", "it is Fanatic: it never surrenders")
      .asks(&HeatQuestion::others, "others", "units such as 2*4-6-7, or none",
            "the unbroken units with a leader, whom he may drag along when he goes berserk",
            none_or_units_up_to<6>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .by_default("none")
      .tried_with({"4-6-7", "2*4-4-7 2-2-8"})
      .asks(
          &HeatQuestion::casualty_vp, "casualty_vp",
          "tells the Casualty VP of a unit that surrenders, where an enemy is ADJACENT (A26.22): a "
          "squad 2, a half-squad 1, a leader 1 and his modifier")
      .outcome("hero", "a hero: he steps forward from an MMC, a leader becomes one")
      .outcome("hero_and_battle_hardening", "both")
      .outcome("battle_hardening", "the next better class or leader, or Fanatic")
      .outcome("berserk", "it goes berserk")
      .outcome("no_effect", "a commissar is not hardened (A25.221)")
      .outcome("surrender", "it breaks, is Disrupted, and surrenders to an ADJACENT enemy")
      .event("hero_created", "there is a hero")
      .event("hardened", "the unit is hardened")
      .measure("berserk_units", "units that go berserk, those with their leader among them")
      .measure("casualty_vp", "with --casualty-vp: those of a unit that surrenders (A26.22)")
      .headline("hero_created", "a hero is created")
      .headline("hardened", "the unit is hardened")
      .headline("berserk", "it goes berserk")
      .headline("surrender", "it surrenders");
}

}  // namespace combat_odds::asl
