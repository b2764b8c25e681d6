#include "sim/squad_leader/morale/rally.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/morale/leader.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

}  // namespace

void Rally::prepare(const Charts&) {
  for (const UnitName& unit : units) people_.push_back({unit, false});
  if (leader) people_.push_back({*leader, true});
  // Leaders try first, as a leader who rallies helps the others from then on. Units of one kind
  // are equivalent and stand together.
  std::stable_sort(people_.begin(), people_.end(), [this](const Person& a, const Person& b) {
    if (a.unit.leader != b.unit.leader) return a.unit.leader;
    return a.unit.leader ? leads_before(a.unit, b.unit) : kind(a.unit) < kind(b.unit);
  });
  leaders_ = static_cast<std::size_t>(std::count_if(
      people_.begin(), people_.end(), [](const Person& person) { return person.unit.leader; }));
  if (leaders_ == 0 && !self_rally) {
    throw ArgumentError("leader",
                        "without a leader " + units.front().text + " can't try to rally (14)",
                        "--leader such as 8-1, or --self-rally for a unit that may");
  }
}

bool Rally::has_squads() const {
  return std::any_of(units.begin(), units.end(), [](const UnitName& unit) { return !unit.leader; });
}

bool Rally::may_be_inexperienced() const {
  return !has_squads() || std::any_of(units.begin(), units.end(), [](const UnitName& unit) {
    return !unit.leader && broken_side_morale(unit) == unit.morale;
  });
}

RallyHex Rally::start() const {
  RallyHex hex;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    hex.people[i] = people_[i].helper ? Status::good : Status::broken;
  }
  return hex;
}

RallyHex Rally::step(const RallyHex& before, Dice& dice) const {
  RallyHex hex = before;
  ++hex.phase;
  const auto reach = [&](unsigned tried, std::size_t next) {
    if (people_.size() == 1) return;
    dice.at(Progress{hex, small(tried), small(next)});
  };
  // A leader's Original 12 may break other leaders, who may then try once each (14).
  unsigned tried = 0;
  for (std::size_t i = 0; i < leaders_;) {
    if (hex.people[i] != Status::broken || (tried >> i & 1u) != 0) {
      ++i;
      continue;
    }
    if (!is_to_try(dice, hex, i, tried)) {
      ++i;
      continue;
    }
    reach(tried, i);
    tried |= 1u << i;
    attempt(dice, hex, i, tried);
    i = 0;
  }
  for (std::size_t i = leaders_; i < people_.size(); ++i) {
    reach(0, i);
    const bool may = hex.people[i] == Status::broken && may_try(hex, i);
    if (may && is_to_try(dice, hex, i, 0)) attempt(dice, hex, i, 0);
  }
  // The order of units of one kind does not matter: sort them.
  for (std::size_t i = 0; i < people_.size(); ++i) {
    for (std::size_t j = i + 1; j < people_.size() && same_kind(i, j); ++j) {
      if (hex.people[j] < hex.people[i]) std::swap(hex.people[i], hex.people[j]);
    }
  }
  return hex;
}

std::optional<Outcome> Rally::outcome(const RallyHex& hex) const {
  const auto count = [&](Status status) {
    int units_so = 0;
    for (std::size_t i = 0; i < people_.size(); ++i) {
      units_so += !people_[i].helper && hex.people[i] == status ? 1 : 0;
    }
    return units_so;
  };
  const int broken = count(Status::broken);
  if (hex.phase < rally_phases && broken > 0) return std::nullopt;
  const int rallied = count(Status::good);
  const int eliminated = count(Status::eliminated);
  const bool all = rallied == static_cast<int>(units.size());
  bool helper_lost = false;
  for (std::size_t i = 0; i < leaders_; ++i) {
    helper_lost |= people_[i].helper && hex.people[i] != Status::good;
  }
  return Outcome(summary_of_rally(units.size(), rallied, broken, eliminated))
      .event("leader_lost", helper_lost)
      .event("all_rallied", all)
      .measure_if(all, "rally_phase", hex.last_rallied)
      .measure("rallied", rallied)
      .measure("eliminated", eliminated);
}

bool Rally::is_to_try(Dice& dice, const RallyHex& hex, std::size_t unit, unsigned tried) const {
  static constexpr std::string_view options[] = {"wait", "try"};
  const auto words = [&] {
    Facts facts = {{"unit", people_[unit].unit.text},
                   {"needs", number_needed(hex, unit)},
                   {"Rally Phases to come", rally_phases - hex.phase},
                   {"under desperation", std::max(desperation_phases - hex.phase, 0)}};
    if (people_.size() == 1) return facts;
    int broken = 0;
    int leading = 0;
    for (std::size_t i = 0; i < people_.size(); ++i) {
      broken += i != unit && hex.people[i] == Status::broken ? 1 : 0;
      leading += i < leaders_ && hex.people[i] == Status::good ? 1 : 0;
    }
    facts.emplace_back("others broken", broken);
    facts.emplace_back("leaders unbroken", leading);
    return facts;
  };
  const bool by_habit = tries == Tries::always || !desperate(hex.phase);
  const Progress progress{hex, small(tried), small(unit)};
  return dice.choose({"tries", "Try to rally?", options}, progress, words, by_habit ? 1 : 0) != 0;
}

std::tuple<int, int, bool> Rally::kind(const UnitName& unit) const {
  return {unit.morale, morale_broken(unit), knows_no_desperation(unit)};
}

bool Rally::same_kind(std::size_t i, std::size_t j) const {
  const UnitName& a = people_[i].unit;
  const UnitName& b = people_[j].unit;
  return a.leader == b.leader && kind(a) == kind(b) && a.modifier == b.modifier &&
         people_[i].helper == people_[j].helper;
}

bool Rally::is_desperate_by_itself(std::size_t unit, int phase) const {
  return desperate(phase) && !knows_no_desperation(people_[unit].unit);
}

int Rally::across_forces(int modifier) const {
  return leader_from != From::own_force && modifier < 0 ? modifier + 1 : modifier;
}

Rally::Help Rally::help_for(const RallyHex& hex, std::size_t unit) const {
  Help help;
  for (std::size_t i = 0; i < leaders_; ++i) {
    if (i == unit || hex.people[i] != Status::good) continue;
    const bool other_force = people_[i].helper != people_[unit].helper;
    const bool foreign = other_force && leader_from == From::allied_army;
    const int own = people_[i].unit.modifier;
    const int modifier = other_force ? across_forces(own) : own;
    const bool better = !help.led || (help.foreign && !foreign) ||
                        (help.foreign == foreign && modifier < help.modifier);
    if (better) help = {true, foreign, modifier};
  }
  return help;
}

bool Rally::may_try(const RallyHex& hex, std::size_t unit) const {
  if (may_alone(unit)) return true;
  const Help help = help_for(hex, unit);
  return help.led && !(help.foreign && is_desperate_by_itself(unit, hex.phase));
}

int Rally::morale_broken(const UnitName& unit) const {
  if (unit.leader) return unit.morale;
  return broken_morale.value_or(inexperienced ? unit.morale - 1 : broken_side_morale(unit));
}

int Rally::number(std::size_t unit, int phase, const Help& help) const {
  const bool guest = people_[unit].helper && leader_from != From::own_force;
  const bool of_ss = guest ? leader_from == From::ss_and_wehrmacht && !ss : ss;
  // 14.6, 83.2. With a foreign leader all units are under desperation morale (74.1), Americans
  // too.
  const bool is_desperate = is_desperate_by_itself(unit, phase) || help.foreign;
  return number_to_rally(morale_broken(people_[unit].unit) + marsh.morale(), drm + help.modifier,
                         is_desperate, of_ss);
}

int Rally::number_needed(const RallyHex& hex, std::size_t unit) const {
  const Help help = help_for(hex, unit);
  const int needed = number(unit, hex.phase, help);
  if (!help.foreign || !may_alone(unit)) return needed;
  return std::max(needed, number(unit, hex.phase, {}));
}

void Rally::attempt(Dice& dice, RallyHex& hex, std::size_t unit, unsigned tried) const {
  hex.people[unit] = attempt_to_rally(dice, number_needed(hex, unit), original_12);
  if (hex.people[unit] == Status::good) hex.last_rallied = hex.phase;
  if (hex.people[unit] == Status::eliminated && unit < leaders_ && people_.size() > 1) {
    all_others_check(dice, hex, unit, tried);
  }
}

void Rally::all_others_check(Dice& dice, RallyHex& hex, std::size_t lost, unsigned tried) const {
  TargetStack checking;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const UnitName& unit = people_[i].unit;
    // The modifier of a squad counts for nothing: it keeps kinds apart where checks sort them.
    const int modifier = i >= leaders_       ? (knows_no_desperation(unit) ? 1 : 0)
                         : people_[i].helper ? across_forces(unit.modifier)
                                             : unit.modifier;
    checking.units[i] = {small(unit.morale), small(morale_broken(unit)),
                         static_cast<std::int8_t>(modifier), hex.people[i]};
  }
  checking.unit_count = small(people_.size());
  checking.leader_count = small(leaders_);
  marsh.lower_morale(checking);
  checking.memo = {hex.phase, hex.last_rallied, small(tried)};
  leader_lost(dice, checking, lost);
  // Checks sort the others, but by kind first.
  for (std::size_t i = 0; i < people_.size(); ++i) hex.people[i] = checking.units[i].status;
}
Procedure rally() {
  return procedure<Rally>("sl.rally", "COI 14, 74, 83, 94.5",
                          "broken units rally over several Rally Phases")
      .asks(&Rally::units, "unit", units_form, "the broken units, at most six",
            units_up_to<RallyHex::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "6-5-8", "8-1", "2*4-4-7", "4-6-7 8-0", "3*4-4-7 4-3-6"})
      .asks(&Rally::leader, "leader", "a leader such as 8-1, or none",
            "the unbroken leader in their hex, who takes part in every Rally Phase",
            read_leader_or_none)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"8-0", "9-2", "6+1"})
      .asks(&Rally::leader_from, "leader_from",
            one_of({"own_force", "allied_army", "ss_and_wehrmacht"}),
            "whether the leader is of the units' own force (74, 83.7)")
      .only_when([](const Rally& rally) { return rally.leader.has_value(); }, "", "--leader")
      .asks(&Rally::self_rally, "self_rally",
            "the squads may rally without a leader (14.3); leaders always may")
      .only_when(&Rally::has_squads, "leaders rally without one anyway (14.3)", "")
      .asks(&Rally::rally_phases, "rally_phases", 1, 20, "how many Rally Phases they have")
      .asks(&Rally::desperation_phases, "desperation_phases", 0, 20,
            "in how many of them, from the first on, they are under desperation morale")
      .only_when([](const Rally& rally) { return rally.desperation_phases <= rally.rally_phases; },
                 "", "as many --rally-phases")
      .asks(&Rally::tries, "tries", one_of({"always", "after_desperation"}),
            "whether units try to rally under desperation morale, or wait for it to pass")
      .decides()
      .asks(&Rally::ss, "ss", "they are SS (83.2, 83.3)")
      .asks(&Rally::inexperienced, "inexperienced", "they are inexperienced infantry (94.5)")
      .only_when([](const Rally& rally) { return !rally.ss; },
                 "the SS has no inexperienced infantry here", "--ss false")
      .only_when(&Rally::may_be_inexperienced,
                 "a 4-3-6 has its lower morale when broken anyway (94.5)", "")
      .only_when(&Rally::has_squads, "", "a squad as --unit")
      .asks(&Rally::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side of the squads, where it is not that of the front")
      .only_when([](const Rally& rally) { return !rally.inexperienced; },
                 "the broken side of inexperienced infantry shows the lower morale already (94.5)",
                 "")
      .only_when(&Rally::has_squads, "leaders keep their morale", "a squad as --unit")
      .asks(&Rally::original_12, "original_12", original_12_words(),
            "what an Original 12 does to a unit that tries to rally (18.3); a leader's makes all "
            "others check their morale")
      .asks(&Rally::drm, "drm", -6, 6, "all other modifiers of the rally dice roll")
      .includes(&Rally::marsh)
      .outcome("rallied", "the unit rallied")
      .outcome("broken", "it is still broken after the last Rally Phase")
      .outcome("eliminated", "it was eliminated by an Original 12, its own or a leader's")
      .event("leader_lost", "the leader who was unbroken at first no longer is")
      .event("all_rallied", "every unit rallied")
      .measure("rally_phase", "the Rally Phase in which the last unit rallied")
      .only_where({"all_rallied"})
      .less_is_better()
      .measure("rallied", "units that rallied")
      .measure("eliminated", "units eliminated by an Original 12, their own or a leader's")
      .headline("all_rallied", "all rally", "it rallies")
      .headline("mean eliminated", "{} are eliminated on average", "it is eliminated");
}

}  // namespace combat_odds::squad_leader
