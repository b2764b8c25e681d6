#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/morale/variants.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/summary.hpp"
#include "sim/squad_games/fire_group.hpp"

// The parameters of a FireTarget and what it reports.

namespace combat_odds::asl {
namespace {

/// Sorts the leaders by the order in which they check, within the places that leaders have. Which
/// of them was named first makes no difference.
std::vector<UnitName> best_leaders_first(std::vector<UnitName> units) {
  std::vector<UnitName> leaders;
  std::copy_if(units.begin(), units.end(), std::back_inserter(leaders),
               [](const UnitName& unit) { return unit.leader; });
  std::ranges::stable_sort(leaders, {}, [](const UnitName& leader) {
    return std::pair(-leader.morale, leader.modifier);
  });
  auto next = leaders.begin();
  for (UnitName& unit : units) {
    if (unit.leader) unit = *next++;
  }
  return units;
}

}  // namespace

void FireTarget::describe(Declaration<FireTarget>& target, InPlace in_place, Groups groups,
                          Climbing climbing) {
  const bool grouped = groups == Groups::several;
  target.asks(&FireTarget::units, "target", grouped ? groups_form : units_form,
              grouped ? "the units under fire, all by one DR (A4.6)" : "the units under fire",
              [in_place, grouped](std::string_view text, std::string_view parameter) {
                const bool afv = in_place == InPlace::afv && text == "afv";
                const std::string_view who = afv ? "" : text;
                return grouped ? read_groups_if_any(who, parameter) : read_if_any(who, parameter);
              });
  if (in_place == InPlace::nobody) {
    target.by_default("").tried_with({"4-6-7", "2-4-7", "2-2-8", "2*4-4-7 8-1"});
  } else {
    target.or_named(names_in(Infantry::chart_name, "unit"))
        .tried_with({"4-6-7", "4-2-6", "2-4-7", "8-1", "2-2-8", "2*4-6-7 8-1",
                     "4-4-7 2-4-8 9-1 8-0", "3*4-5-8", "8-3-8 9-1", "1-4-9 4-2-6 9-0"});
  }
  if (grouped && in_place != InPlace::afv) {
    target.adjust("target", [](Parameter& parameter) {
      parameter.tried.push_back("4-6-7@-2; 4-6-7");
      parameter.tried.push_back("8-1; 2*4-4-7@-1");
      parameter.tried.push_back("4-6-7@-3; 4-6-7@-2; 8-1");
    });
  }
  if (in_place == InPlace::afv) {
    target.adjust("target", [](Parameter& parameter) {
      parameter.form += ", or afv";
      parameter.names = both(words({"afv"}), *parameter.names);
      parameter.tried = {"afv", "4-6-7", "2*4-6-7 8-1", "1-4-9"};
    });
    target.adjust("target", [grouped](Parameter& parameter) {
      parameter.meaning = grouped ? "the units under attack, all by one DR (A4.6), or afv: an AFV"
                                  : "the units under attack, or afv: an AFV";
      if (grouped) parameter.tried.push_back("4-6-7@-2; 8-1; 4-6-7");
    });
  }
  target.asks(&FireTarget::status, "status", one_of({"good", "broken"}),
              "whether the target is broken already");
  describe_quality(target, climbing);
  if (in_place == InPlace::nobody) {
    const auto has_units = [](const FireTarget& asked) { return !asked.units.empty(); };
    target.only_when({"casualty_vp"}, has_units, "", "units as --target");
  }
  if (in_place == InPlace::afv) {
    target.adjust("casualty_vp",
                  [](Parameter& parameter) { parameter.meaning += "; of an AFV its vehicle_vp"; });
  }
}

void FireTarget::describe_quality(Declaration<FireTarget>& target, Climbing climbing) {
  std::vector<std::string> words = {"encircled", "fanatic", "berserk", "wounded"};
  std::string meaning =
      "what the target is besides: encircled, fanatic, berserk, wounded (the SMC among it)";
  std::vector<std::string> tried = {"encircled", "fanatic", "berserk", "wounded",
                                    "wounded fanatic"};
  if (climbing == Climbing::possible) {
    words.emplace_back("climbing");
    tried.emplace_back("climbing");
    meaning += "; climbing: who breaks or is wounded is eliminated, and nobody is pinned (B11.42)";
  }
  target
      .asks(&FireTarget::elr, "elr", 0, 5,
            "the Experience Level Rating of the target; it is 5 for underlined morale, and crews, "
            "heroes, commissars and broken units have none")
      .asks(&FireTarget::state, "target_state", "words such as 'encircled fanatic'", meaning,
            [words](std::string_view text, std::string_view parameter) {
              return MoraleState::read(text, parameter, words);
            })
      .by_default("")
      .tried_with(tried);
  describe_casualties(target);
}

void FireTarget::describe_casualties(Declaration<FireTarget>& target) {
  target.asks(&FireTarget::casualty_vp, "casualty_vp",
              "tells the Casualty VP that the target loses (A26.22): a squad or crew 2, a "
              "half-squad 1, a leader 1 and his modifier");
}

Term FireTarget::casualty_measure() {
  return {"casualty_vp", "with --casualty-vp: the Casualty VP that the target lost (A26.22)"};
}

void FireTarget::describe_heat(Declaration<FireTarget>& target) {
  target.includes(&FireTarget::heat, [](Declaration<HeatOfBattle>& heat) {
    HeatOfBattle::describe(heat,
                           "whose Heat of Battle follows an Original 2 on an MC of the target "
                           "(A15); none leaves it out");
  });
}

Term FireTarget::heat_event() {
  return {"heat_of_battle", "a unit had its Heat of Battle (what comes of it: asl.heat-of-battle)"};
}

std::vector<UnitName> FireTarget::read_if_any(std::string_view text, std::string_view parameter) {
  if (text.empty()) return {};
  return read_units(text, parameter, TargetStack::most_units);
}

std::vector<UnitName> FireTarget::read_groups_if_any(std::string_view text,
                                                     std::string_view parameter) {
  if (text.empty()) return {};
  return read_groups(text, parameter, TargetStack::most_units, most_groups);
}

std::string FireTarget::text() const {
  std::string words;
  const auto add = [&](bool holds, const char* word) {
    if (holds) words += (words.empty() ? "" : ", ") + std::string(word);
  };
  add(status == Status::broken, "broken");
  add(state.traits.encircled, "encircled");
  add(state.traits.fanatic, "fanatic");
  add(state.traits.berserk, "berserk");
  add(state.traits.wounded, "wounded");
  add(state.climbing, "climbing");
  return units_text(units) + (words.empty() ? "" : " (" + words + ")");
}

/// Adds the unit to the roster, with its status and every type that it can turn into. Returns its
/// type.
std::uint8_t FireTarget::enlist(const Infantry& infantry, const UnitName& name) {
  UnitName printed = name;
  printed.group = printed.drm = 0;
  const int type = infantry.enlist(printed, roster_);
  Variants variants(infantry, heat.hardening(), nation_text(heat.nation), roster_);
  Traits traits = variants.allowed(type, state.traits);
  traits.group = small(name.group);
  const bool as_printed = !heat.played() && traits == Traits();
  return small(as_printed ? type : variants.of(type, traits));
}

void FireTarget::prepare(const Charts& charts) {
  const Infantry& infantry = charts.get<Infantry>();
  heat.prepare(charts);
  if (!units.empty()) group_drms_ = drms_of(units);
  may_be_berserk_ = heat.played() || state.traits.berserk;
  constexpr std::size_t types_of_most = 8;  // a unit, and what it turns into
  roster_.reserve(types_of_most);
  for (const UnitName& name : best_leaders_first(units)) enlist(infantry, name);
  std::vector<std::uint8_t> types;
  std::size_t most_slots = 0;
  bool any_smc = false;
  for (const UnitName& name : units) {
    types.push_back(enlist(infantry, name));
    const UnitType& unit = roster_[types.back()];
    if (status == Status::broken && unit.never_breaks()) {
      throw ArgumentError("status",
                          name.text + (unit.is_hero() ? " is a hero, who never breaks (A15.2)"
                                                      : " is berserk, and does not break (A15.42)"),
                          "--status good");
    }
    any_smc = any_smc || unit.is_smc();
    most_slots += unit.underlined_morale && unit.kind == UnitType::Kind::squad ? 2 : 1;
  }
  if (state.traits.wounded && !any_smc && !units.empty()) {
    throw ArgumentError("target_state", "there is no SMC, and only an SMC is wounded (A17)",
                        "add a leader or hero to --target, or leave out wounded");
  }
  if (state.climbing) check_climbers();
  if (most_slots + vehicles.size() > TargetStack::most_units) {
    throw ArgumentError("target",
                        "more units than fit: each squad of underlined morale may become two",
                        "at most 12 units, such a squad counted twice");
  }
  has_commissar_ = std::any_of(roster_.begin(), roster_.end(),
                               [](const UnitType& unit) { return unit.is_commissar(); });
  int groups = 1;
  for (const UnitName& unit : units) groups = std::max(groups, unit.group + 1);
  for (int group = 0; group < groups; ++group) {
    const auto other = std::find_if(roster_.begin(), roster_.end(), [&](const UnitType& unit) {
      return !unit.is_commissar() && unit.traits.group == group;
    });
    std::uint8_t& settled = no_commissar_.at(static_cast<std::size_t>(group));
    if (other != roster_.end()) {
      settled = small(other - roster_.begin());
    } else if (has_groups()) {  // a group of commissars alone
      UnitName anybody = read_unit("4-6-7", "target");
      anybody.group = group;
      settled = enlist(infantry, anybody);
    }
  }
  constexpr std::size_t most_types = 255;
  if (roster_.size() > most_types) {
    throw ArgumentError("target", "the units can turn into too many others",
                        "fewer groups, or no --heat-of-battle");
  }
  find_alike();
  named_ = types;
  // Leaders check first, the best first (A10.2); equal units stand together.
  std::stable_sort(types.begin(), types.end(), [&](std::uint8_t a, std::uint8_t b) {
    const UnitType& one = roster_[a];
    const UnitType& two = roster_[b];
    if (one.is_leader() != two.is_leader()) return one.is_leader();
    if (one.is_leader() && one.name.morale != two.name.morale) {
      return one.name.morale > two.name.morale;
    }
    return a < b;
  });
  for (const std::uint8_t type : types) {
    TargetUnit& unit = start_.units[start_.unit_count++];
    unit.type = type;
    if (status == Status::broken) unit.status = TargetUnit::broken;
    if (roster_[type].is_leader()) ++start_.leader_count;
  }
  break_at_start(infantry);
  for (const UnitName& name : vehicles) {
    UnitType vehicle;
    vehicle.name = name;
    vehicle.kind = UnitType::Kind::vehicle;
    start_.units.at(start_.unit_count++).type = small(roster_.size());
    roster_.push_back(std::move(vehicle));
  }
  keep_new_types_apart();
}

/// B11.4: only Good Order Infantry climbs, and it has no Heat of Battle (A15.1).
void FireTarget::check_climbers() const {
  if (status == Status::broken || state.traits.berserk || state.traits.wounded) {
    throw ArgumentError("target_state", "only unbroken, unwounded units climb (B11.4, B11.41)",
                        "leave out climbing, or --status good and neither berserk nor wounded");
  }
  if (heat.played()) {
    throw ArgumentError("heat_of_battle", "units that climb have no Heat of Battle (A15.1)",
                        "none, or leave out climbing");
  }
}

/// Some of the units are broken at the start. They are of other types than their like, so that in
/// the end it is known.
void FireTarget::break_at_start(const Infantry& infantry) {
  for (const UnitName& name : broken) {
    const auto end = start_.units.begin() + start_.unit_count;
    const auto unit = std::find_if(start_.units.begin(), end, [&](const TargetUnit& other) {
      return !other.is(TargetUnit::broken) && type(other).name == name;
    });
    if (unit == end || type(*unit).never_breaks()) {
      throw ArgumentError("broken",
                          unit == end
                              ? fmt::format("there is no {} that is unbroken so far", name.text)
                              : name.text + " never breaks (A15.2)",
                          "units of that side that are in Good Order");
    }
    Variants variants(infantry, heat.hardening(), nation_text(heat.nation), roster_);
    Traits traits = type(*unit).traits;
    traits.came_broken = true;
    *unit = {small(variants.of(unit->type, traits)), TargetUnit::broken};
  }
  if (broken.empty()) return;
  alike_broken_.clear();
  find_alike();
  tell_broken_apart();
}

TargetUnit FireTarget::named(std::size_t place) const {
  TargetUnit unit;
  unit.type = named_[place];
  if (status == Status::broken) unit.status = TargetUnit::broken;
  return unit;
}

/// Broken squads are equivalent if they and the half-squads that they become check with the same
/// morale. So are other broken units of the same morale. Leaders are not, because their modifier
/// matters again when they are eliminated.
void FireTarget::find_alike() {
  constexpr int commissar_bonus = 1;
  least_morale_ = 10;
  for (const UnitType& type : roster_) {
    if (type.is_leader()) continue;
    least_morale_ = std::min({least_morale_, type.name.morale, type.broken_morale});
    most_morale_ = std::max({most_morale_, type.name.morale, type.broken_morale});
  }
  most_morale_ += commissar_bonus;
  const auto half = [&](const UnitType& type) -> const UnitType* {
    if (type.kind != UnitType::Kind::squad || type.reduced_to < 0) return nullptr;
    return &roster_[static_cast<std::size_t>(type.reduced_to)];
  };
  const auto alike = [&](const UnitType& a, const UnitType& b) {
    if (a.traits.group != b.traits.group) return false;
    if (a.is_smc() || b.is_smc() || a.broken_morale != b.broken_morale) return false;
    if (casualty_vp && casualty_points(a) != casualty_points(b)) return false;
    const bool squads = a.kind == UnitType::Kind::squad && b.kind == UnitType::Kind::squad;
    if (!squads) return a.kind != UnitType::Kind::squad && b.kind != UnitType::Kind::squad;
    return (half(a) != nullptr) == (half(b) != nullptr) &&
           (half(a) == nullptr || half(a)->broken_morale == half(b)->broken_morale);
  };
  for (std::size_t i = 0; i < roster_.size(); ++i) {
    std::size_t first = heat.played() ? i : 0;  // an Original 2 makes something else of each type
    while (first < i && !alike(roster_[first], roster_[i])) ++first;
    alike_broken_.push_back(small(first));
  }
}

void FireTarget::tell_broken_apart() {
  for (std::size_t i = 0; i < alike_broken_.size(); ++i) {
    alike_broken_[i] = small(i);
  }
}

std::uint8_t FireTarget::add_type(const Charts& charts, const UnitName& name, Traits traits) {
  const Infantry& infantry = charts.get<Infantry>();
  Variants variants(infantry, heat.hardening(), nation_text(heat.nation), roster_);
  const int type = variants.of(infantry.enlist(name, roster_), traits);
  keep_new_types_apart();
  return small(type);
}

void FireTarget::keep_new_types_apart() {
  while (alike_broken_.size() < roster_.size()) {
    alike_broken_.push_back(small(alike_broken_.size()));
  }
}

/// A19.13: Fanatic units are never Disrupted, and a squad of underlined morale falls apart instead.
/// A15.5: who surrenders is Disrupted, too.
void FireTarget::tell_disrupted(const Charts& charts) {
  Variants variants(charts.get<Infantry>(), nullptr, "", roster_);
  const std::size_t orderly = roster_.size();
  for (std::size_t i = 0; i < orderly; ++i) {
    const UnitType unit = roster_[i];
    Traits traits = unit.traits;
    traits.disrupted = true;
    const bool falls_apart = unit.underlined_morale && unit.kind == UnitType::Kind::squad;
    const bool replaceable = unit.has_elr() && !unit.never_breaks() && !unit.traits.fanatic;
    if (replaceable && unit.replaced_by < 0 && !falls_apart) {
      roster_[i].replaced_by = variants.of(static_cast<int>(i), traits);
    }
    if (heat.played() && heat.may_surrender(unit)) {
      roster_[i].surrenders_as = variants.of(static_cast<int>(i), traits);
    }
  }
  for (std::size_t i = orderly; i < roster_.size(); ++i) {
    UnitType& unit = roster_[i];
    Traits traits = unit.traits;
    traits.disrupted = false;
    // The last such type: with Heat of Battle a printed one comes first that has no links for it.
    const auto printed = [&](std::size_t type) {
      return roster_[type].printed >= 0 ? roster_[type].printed : static_cast<int>(type);
    };
    std::size_t before = i - 1;
    while (roster_[before].traits != traits || printed(before) != unit.printed) --before;
    unit.rallied_as = static_cast<int>(before);
    unit.hardened_to = roster_[before].hardened_to;
    unit.berserk_as = roster_[before].berserk_as;
    unit.heroic_as = roster_[before].heroic_as;
  }
  keep_new_types_apart();
}

void FireTarget::add_leader(TargetStack& stack, std::uint8_t type) {
  if (stack.unit_count == TargetStack::most_units) return;
  const auto at = stack.units.begin() + stack.leader_count;
  std::copy_backward(at, stack.units.begin() + stack.unit_count,
                     stack.units.begin() + stack.unit_count + 1);
  *at = {type, 0};
  ++stack.unit_count;
  ++stack.leader_count;
}

std::uint8_t FireTarget::add_settled_type() {
  const auto settled = small(roster_.size());
  roster_.emplace_back();
  alike_broken_.push_back(settled);
  return settled;
}

Outcome FireTarget::outcome(const TargetStack& stack) const {
  const auto end = stack.units.begin() + stack.unit_count;
  const auto count = [&](auto counts) {
    return static_cast<int>(std::count_if(stack.units.begin(), end, [&](const TargetUnit& unit) {
      return is_counted(unit) && counts(unit);
    }));
  };
  const int all = count([](const TargetUnit&) { return true; });
  const auto tell_events = [&](Outcome& outcome) {
    outcome.event("nmc_or_better", stack.nmc_or_better != 0)
        .event("replaced", stack.replaced != 0)
        .event("heat_of_battle", stack.heat != 0);
    if (has_groups()) {
      outcome.event("first_group_broken_or_worse", is_hurt(stack, false))
          .event("other_group_broken_or_worse", is_hurt(stack, true));
    }
    if (casualty_vp) outcome.measure("casualty_vp", stack.casualty_vp);
  };
  const std::uint8_t start = status == Status::broken ? TargetUnit::broken : 0;
  const auto with = [&](int wanted) {
    return count([=](const TargetUnit& unit) { return (unit.status & ~start) == wanted; });
  };

  if (start_.unit_count == 1) {
    Outcome result("no_effect");
    const int eliminated = with(TargetUnit::eliminated);
    if (eliminated == all) {
      result = Outcome("eliminated");
    } else if (eliminated > 0) {
      // One of the two half-squads that the squad had become (A19.13), both of them broken.
      Outcome split("reduced_broken");
      tell_events(split);
      return tell(split, fate(stack), Pins::yes);
    }
    if (with(TargetUnit::reduced | TargetUnit::broken) > 0) result = Outcome("reduced_broken");
    if (with(TargetUnit::reduced | TargetUnit::pinned) > 0) result = Outcome("reduced_pinned");
    if (with(TargetUnit::reduced) > 0) result = Outcome("reduced");
    if (with(TargetUnit::broken) > 0) result = Outcome("broken");
    if (with(TargetUnit::pinned) > 0) result = Outcome("pinned");
    tell_events(result);
    return tell(result, fate(stack), Pins::yes);
  }

  const auto any = [&](int wanted) {
    return count([=](const TargetUnit& unit) { return (unit.status & ~start & wanted) != 0; });
  };
  std::string summary;
  add_to_summary(summary, with(TargetUnit::eliminated), "eliminated");
  add_to_summary(summary, with(TargetUnit::reduced | TargetUnit::broken), "reduced_broken");
  add_to_summary(summary, with(TargetUnit::reduced | TargetUnit::pinned), "reduced_pinned");
  add_to_summary(summary, with(TargetUnit::reduced), "reduced");
  add_to_summary(summary, with(TargetUnit::broken), "broken");
  add_to_summary(summary, with(TargetUnit::pinned), "pinned");
  const int unharmed = with(0);
  if (unharmed == all) {
    summary = "no_effect";
  } else {
    add_to_summary(summary, unharmed, "unharmed");
  }
  Outcome result(summary);
  tell_events(result);
  result.measure("eliminated", with(TargetUnit::eliminated))
      .measure("reduced", any(TargetUnit::reduced))
      .measure("broken", any(TargetUnit::broken))
      .measure("pinned", any(TargetUnit::pinned))
      .measure("unharmed", unharmed);
  return tell(result, fate(stack), Pins::yes);
}

bool FireTarget::is_hurt(const TargetStack& stack, bool other) const {
  const int start = status == Status::broken ? TargetUnit::broken : 0;
  return std::any_of(
      stack.units.begin(), stack.units.begin() + stack.unit_count, [&](const TargetUnit& unit) {
        constexpr int hurt = TargetUnit::broken | TargetUnit::reduced | TargetUnit::eliminated;
        return (type(unit).traits.group > 0) == other && is_counted(unit) &&
               (unit.status & ~start & hurt) != 0;
      });
}

InfantryFate FireTarget::fate(const TargetStack& stack) const {
  constexpr int lost = TargetUnit::eliminated | TargetUnit::reduced;
  InfantryFate fate;
  fate.units = start_.unit_count;
  fate.broken_or_worse = fate.units;  // less those below; two half-squads were one (A19.13)
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!is_counted(stack.units[i])) continue;
    const int start = (was_broken(stack.units[i]) ? TargetUnit::broken : 0) | TargetUnit::routed |
                      TargetUnit::engaged;
    const int what = told(stack.units[i]) & ~start;
    if (what == 0) {
      ++fate.unharmed;
      const bool berserk = state.traits.berserk || type(stack.units[i]).traits.berserk;
      fate.not_in_good_order += was_broken(stack.units[i]) || berserk ? 1 : 0;
    }
    fate.broken_or_worse -= (what & (lost | TargetUnit::broken)) == 0 ? 1 : 0;
    fate.eliminated_or_reduced += (what & lost) != 0 ? 1 : 0;
    const bool out = (what & (TargetUnit::broken | TargetUnit::eliminated)) != 0;
    fate.leader_lost = fate.leader_lost || (i < stack.leader_count && out);
  }
  return fate;
}

Losses FireTarget::losses(const TargetStack& stack) const {
  Losses losses;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (!is_counted(unit)) continue;
    const std::uint8_t status = told(unit);
    const auto is = [status](TargetUnit::Status wanted) { return (status & wanted) != 0; };
    losses.eliminated += is(TargetUnit::eliminated) ? 1 : 0;
    losses.reduced += is(TargetUnit::reduced) ? 1 : 0;
    losses.broken += is(TargetUnit::broken) && !was_broken(unit) ? 1 : 0;
    losses.pinned += is(TargetUnit::pinned) ? 1 : 0;
    constexpr int not_left = TargetUnit::broken | TargetUnit::eliminated | TargetUnit::routed;
    losses.unbroken += (status & not_left) == 0 ? 1 : 0;
  }
  return losses;
}

std::vector<Term> FireTarget::outcomes() {
  return {
      {"eliminated", "the unit is eliminated"},
      {"reduced_broken", "a squad is now a broken half-squad, or a leader wounded and broken"},
      {"reduced_pinned", "a squad is now a pinned half-squad"},
      {"reduced", "a squad is now a half-squad, or a leader is wounded"},
      {"broken", "the unit is broken"},
      {"pinned", "the unit is pinned"},
      {"no_effect", "nothing happens to the target"},
  };
}

std::vector<Term> FireTarget::events() {
  std::vector<Term> terms = {
      {"nmc_or_better", "an attack came to an NMC or more: an MC, a K or a KIA"},
      {"replaced", "a unit failed an MC by more than its ELR (Replaced or Disrupted)"},
  };
  for (Term& term : infantry_events(Pins::yes)) terms.push_back(std::move(term));
  return terms;
}

std::vector<Term> FireTarget::group_events() {
  return {{"first_group_broken_or_worse",
           "target '4-6-7@-2; 4-6-7': one of the first group breaks or worse"},
          {"other_group_broken_or_worse", "one of another group does"}};
}

std::vector<Term> FireTarget::measures() {
  std::vector<Term> terms = {
      {"eliminated", "units eliminated"},
      {"reduced", "squads turned into half-squads and leaders wounded"},
      {"broken", "units broken"},
      {"pinned", "units pinned"},
      {"unharmed", "units to which nothing happened"},
      casualty_measure(),
  };
  for (Term& term : infantry_measures()) terms.push_back(std::move(term));
  return terms;
}

}  // namespace combat_odds::asl
