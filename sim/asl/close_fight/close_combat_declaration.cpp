#include <algorithm>

#include "sim/asl/close_fight/close_combat.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

constexpr std::size_t most_units = 8;

std::vector<Term> of_the_defender(std::vector<Term> terms) {
  for (Term& term : terms) term.meaning = "of the defender: " + term.meaning;
  return terms;
}

}  // namespace

void CloseCombat::SideTerms::describe(Declaration<SideTerms>& side, const std::string& whose,
                                      int number) {
  using Asked = SideTerms;
  side.asks(&Asked::broken, "broken", units_form,
            "which of " + whose + " units are broken: they do not attack, and are attacked at -2",
            units_up_to<most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-4-7", "8-1"})
      .asks(&Asked::pinned, "pinned", units_form,
            "which of " + whose +
                " units are pinned in the first round: they attack with half and may not leave",
            units_up_to<most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-4-7", "8-1"})
      .asks(&Asked::withdraws, "withdraws", one_of({"never", "all", "all_but_one"}),
            "who withdraws at the start of each round of the Melee; the one who stays covers the "
            "others")
      .decides(number)
      .asks(&Asked::slips_away, "slips_away",
            "it leaves where Infiltration (an Original 2 or 12) or its own ambush lets it (A11.22, "
            "A11.41)")
      .decides(number)
      .asks(&Asked::captures, "captures",
            "it attacks to capture: +1, or -1 for Conscripts, for each unit by itself (A20.22)")
      .asks(&Asked::nation, "nation", one_of({"none", "german", "russian", "american", "british"}),
            "whose MMC may bring forth a leader by an Original 2 (A18.12); none: that is left out");
}

std::optional<Outcome> CloseCombat::outcome(const Melee& m, int played) const {
  const auto there = [&](std::size_t s) {
    const MeleeSide& own = m.sides.at(s);
    return own.count() > 0 || (own.freed > 0 && m.sides.at(1 - s).count() == 0);
  };
  const bool attackers = there(0);
  const bool defenders = there(1);
  const bool both_fight = m.sides[0].count() > 0 && m.sides[1].count() > 0;
  if (both_fight && played < most_rounds) return std::nullopt;
  const bool anybody_left = m.sides[0].left > 0 || m.sides[1].left > 0;
  Outcome outcome(attackers && defenders ? "melee"
                  : attackers            ? "attacker_holds"
                  : defenders            ? "defender_holds"
                  : anybody_left         ? "abandoned"
                                         : "both_eliminated");
  const auto number = [](std::size_t count) { return static_cast<int>(count); };
  outcome.event("attacker_ambushes", m.ambush == 1)
      .event("defender_ambushes", m.ambush == 2)
      .event("attacker_gets_away", m.sides[0].left > 0)
      .event("defender_gets_away", m.sides[1].left > 0)
      .measure("attackers_eliminated", m.sides[0].eliminated)
      .measure("attackers_reduced", number(m.sides[0].hurt()) + m.sides[0].left_hurt)
      .measure("defenders_eliminated", m.sides[1].eliminated)
      .measure("defenders_reduced", number(m.sides[1].hurt()) + m.sides[1].left_hurt)
      .measure("attackers_captured", m.sides[0].captured)
      .measure("defenders_captured", m.sides[1].captured)
      .measure("rounds", played);
  if (casualty_vp) {
    const auto points = [&](const MeleeSide& side) {
      return side.points_eliminated + side.points_captured;
    };
    outcome.measure("attackers_points_lost", points(m.sides[0]))
        .measure("defenders_points_lost", points(m.sides[1]));
  }
  // The defender's fate, in the words of an attack on infantry.
  const MeleeSide& defending_side = m.sides[1];
  InfantryFate fate;
  fate.units = number(start_.sides[1].count());
  const bool any_lost = defending_side.eliminated + defending_side.captured + defending_side.freed +
                            number(defending_side.hurt()) + defending_side.left_hurt >
                        0;
  fate.unharmed = defending_side.unharmed();
  fate.broken_or_worse = fate.eliminated_or_reduced = fate.units - fate.unharmed;
  fate.newcomer_harmed = any_lost && fate.unharmed == fate.units;
  fate.leader_lost = defending_side.leader_lost != 0;
  // Broken units are not in Good Order, whatever becomes of them (A10.4).
  fate.not_in_good_order = defending_side.unharmed_broken();
  return tell(outcome, fate, Pins::yes);
}

Procedure close_combat() {
  const std::vector<std::string> sides = {"4-6-7", "2*4-4-7 8-1", "8-1", "2-4-7 2-2-8", "6-2-8"};
  return procedure<CloseCombat>(
             "asl.close-combat", "A11.1-.4, A18.12, A20.22, J2.31",
             "close combat between infantry, Player Turn after Player Turn: ambush, hand-to-hand, "
             "withdrawal, Infiltration, capture")
      .asks(&CloseCombat::attacker, "attacker", units_form, "the units of the attacking side",
            units_up_to<most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with(sides)
      .asks(&CloseCombat::defender, "defender", units_form, "the units of the other side",
            units_up_to<most_units>)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with(sides)
      .asks(&CloseCombat::most_rounds, "rounds", 1, 20,
            "how many rounds are fought at most, one in each Player Turn")
      .includes(&CloseCombat::terms)
      .asks(&CloseCombat::leaders_direct, "leaders_direct",
            "the best leader and the heroes of each attack modify its DR as long as they take part "
            "(A11.141); false: attacker_drm and defender_drm have them")
      .tried_with({"true", "false"})
      .asks(&CloseCombat::melee, "melee",
            "it is a Melee from the first round on: nobody is ambushed, and withdrawal may be "
            "announced")
      .only_when([](const CloseCombat& asked) { return !asked.terms.ambush_possible; },
                 "nobody is ambushed in a Melee", "--ambush-possible false")
      .includes(&CloseCombat::attacking, "attacker_", "the attacker's", 0)
      .includes(&CloseCombat::defending, "defender_", "the other side's", 1)
      .only_when({"attacker_withdraws", "defender_withdraws"}, &CloseCombat::has_melee,
                 "nobody withdraws in the first round (A11.2)", "--rounds 2 or more, or --melee")
      .asks(&CloseCombat::casualty_vp, "casualty_vp",
            "tells the Casualty VP that both sides lose (A26.22): a squad or crew 2, a half-squad "
            "1, a leader 1 and his modifier; who is captured counts as eliminated")
      .outcome("attacker_holds", "only attackers are left")
      .outcome("defender_holds", "only defenders are left")
      .outcome("both_eliminated", "nobody is left")
      .outcome("abandoned", "nobody is there any more, and some have got away")
      .outcome("melee", "both are still there")
      .event("attacker_ambushes", "the attacker ambushes")
      .event("defender_ambushes", "the defender ambushes")
      .event("attacker_gets_away", "some of the attacker leave the Location")
      .event("defender_gets_away", "some of the other side do")
      .events(of_the_defender(infantry_events(Pins::yes)))
      .measure("attackers_eliminated", "units of the attacker eliminated")
      .measure("attackers_reduced", "of those left, squads reduced and SMC wounded")
      .measure("defenders_eliminated", "units of the defender eliminated")
      .measure("defenders_reduced", "of those left, squads reduced and SMC wounded")
      .measure("attackers_captured", "units and half-squads of the attacker taken prisoner")
      .measure("defenders_captured", "units and half-squads of the defender taken prisoner")
      .measure("rounds", "rounds fought")
      .measure("defenders_points_lost", "with --casualty-vp: those that the defender lost")
      .measure("attackers_points_lost", "with --casualty-vp: those that the attacker lost")
      .less_is_better()
      .measures(of_the_defender(infantry_measures()))
      .headline("attacker_holds", "the attacker holds the Location")
      .headline("defender_holds", "the defender holds it")
      .headline("melee", "both are still there")
      .headline("both_eliminated", "nobody is left");
}

}  // namespace combat_odds::asl
