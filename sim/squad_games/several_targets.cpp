#include "sim/squad_games/several_targets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "core/text/parts.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t most_units = 12;

constexpr const char* targets_form =
    "units such as '4-4-7 8-0', with their own modifier behind an @ and a / between groups, "
    "'4-4-7@-2 / 4-4-7'; those of up to three hexes with ; between";

std::vector<std::vector<UnitName>> read_targets(std::string_view text, std::string_view parameter) {
  std::vector<std::vector<UnitName>> targets;
  for (const std::string_view part : parts_of(text, ';')) {
    std::string groups(part);
    std::replace(groups.begin(), groups.end(), '/', ';');
    targets.push_back(read_groups(groups, parameter, most_units, most_units));
  }
  if (targets.size() > FirePhaseGroups::most_targets) {
    throw ArgumentError(std::string(parameter), fmt::format("{} targets", targets.size()),
                        fmt::format("at most {}", FirePhaseGroups::most_targets));
  }
  return targets;
}

}  // namespace

void SeveralTargets::describe(Declaration<SeveralTargets>& targets) {
  targets.asks(&SeveralTargets::units, "target", targets_form,
               "the units under fire; those of several hexes with ; between", read_targets);
}

std::vector<std::string> SeveralTargets::names() const {
  std::vector<std::string> names;
  for (const std::vector<UnitName>& hex : units) {
    std::string name = units_text(hex);
    // Targets with the same name are numbered.
    const auto same = [&](const std::vector<UnitName>& other) { return units_text(other) == name; };
    if (std::ranges::count_if(units, same) > 1) name += fmt::format(" ({})", names.size() + 1);
    names.push_back(std::move(name));
  }
  return names;
}

std::string SeveralTargets::text() const { return fmt::format("{}", fmt::join(names(), " and ")); }

std::string SeveralTargets::fact(const std::string& what, std::size_t target) const {
  return units.size() == 1 ? what : fmt::format("{} of {}", what, names()[target]);
}

void add_fate(InfantryFate& all, const InfantryFate& one) {
  all.units += one.units;
  all.unharmed += one.unharmed;
  all.not_in_good_order += one.not_in_good_order;
  all.broken_or_worse += one.broken_or_worse;
  all.eliminated_or_reduced += one.eliminated_or_reduced;
  all.leader_lost = all.leader_lost || one.leader_lost;
}

const char* label_of(int unbroken, int units) {
  return unbroken == 0 ? "none_unbroken" : unbroken < units ? "some_unbroken" : "all_unbroken";
}

std::vector<Term> phase_outcomes() {
  return {{"none_unbroken", "no unit under fire is unbroken in the end"},
          {"some_unbroken", "some are, and others are not"},
          {"all_unbroken", "all of them are"}};
}

void describe_fire_groups(Declaration<FirePhaseGroups::Rules>& rules) {
  using Rules = FirePhaseGroups::Rules;
  rules
      .asks(&Rules::habit, "grouping", one_of({"together", "separately"}),
            "together: as many as may in one Fire Group, at the first target with an unbroken "
            "unit; separately: each place by itself, in the order in which they are named")
      .decides()
      .asks(&Rules::adjacent, "adjacent", "all, none, or pairs of places such as 'A-B B-C'",
            "which places of the attackers are next to each other: only those form a Fire Group")
      .tried_with({"none"});
}

}  // namespace combat_odds
