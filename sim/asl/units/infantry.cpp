#include "sim/asl/units/infantry.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/columns.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::asl {
namespace {

/// Adds the half-squad of a squad whose own the chart does not list.
void add_half(std::vector<UnitType>& roster, std::size_t squad) {
  UnitType half = roster[squad];
  half.kind = UnitType::Kind::half_squad;
  --half.broken_morale;  // A1.122
  half.name.text += " half-squad";
  half.name.firepower /= 2;
  half.replaced_by = -1;
  roster.push_back(half);
  roster[squad].reduced_to = static_cast<int>(roster.size()) - 1;
}

}  // namespace

Infantry::Infantry(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(
      chart, {"unit", "kind", "broken_morale", "underlined_morale", "reduced_to", "replaced_by"});
  static const std::vector<std::string> kinds = {"squad",  "half_squad", "crew",
                                                 "leader", "commissar",  "hero"};
  for (const Columns::Row row : columns) {
    Counter counter;
    try {
      counter.type.name = read_unit(row.text("unit"), "unit");
    } catch (const ArgumentError& error) {
      throw row.error("unit", error.what(), error.right());
    }
    counter.type.kind = static_cast<UnitType::Kind>(row.one_of("kind", kinds));
    counter.type.broken_morale = row.whole_number("broken_morale");
    counter.type.underlined_morale = row.truth("underlined_morale", false);
    counter.type.inexperienced = row.truth("inexperienced", false);
    counter.reduced_to = row.text("reduced_to");
    counter.replaced_by = row.text("replaced_by");
    counters_.emplace(row.text("unit"), counter);
  }
  for (const Columns::Row row : columns) {
    for (const char* const other : {"reduced_to", "replaced_by"}) {
      if (row.has(other) && !counters_.contains(row.text(other))) {
        throw row.error(other, fmt::format("unit '{}' has no row of its own", row.text(other)),
                        "a unit of this chart");
      }
    }
  }
}

int Infantry::enlist(const UnitName& name, std::vector<UnitType>& roster) const {
  const auto enlisted = std::find_if(roster.begin(), roster.end(),
                                     [&](const UnitType& type) { return type.name == name; });
  if (enlisted != roster.end()) return static_cast<int>(enlisted - roster.begin());

  const auto position = roster.size();
  const auto known = counters_.find(name.text);
  if (known != counters_.end()) {
    roster.push_back(known->second.type);
    const auto turns_into = [&](const std::string& other) {
      return other.empty() ? -1 : enlist(counters_.find(other)->second.type.name, roster);
    };
    const int reduced = turns_into(known->second.reduced_to);
    const int replaced = turns_into(known->second.replaced_by);
    roster[position].reduced_to = reduced;
    roster[position].replaced_by = replaced;
    const bool half_unlisted = reduced < 0 && roster[position].kind == UnitType::Kind::squad;
    if (half_unlisted) add_half(roster, position);
    return static_cast<int>(position);
  }

  UnitType type;
  type.name = name;
  type.broken_morale = name.morale;
  if (name.leader) {
    type.kind = UnitType::Kind::leader;
  } else if (name.firepower < 4) {
    type.kind = UnitType::Kind::half_squad;
    --type.broken_morale;
  }
  roster.push_back(type);
  if (type.kind == UnitType::Kind::squad) add_half(roster, position);
  return static_cast<int>(position);
}

std::vector<std::string> Infantry::unlisted_notes(const std::vector<UnitName>& units) const {
  std::vector<std::string> notes;
  for (const UnitName& unit : units) {
    if (counters_.contains(unit.text)) continue;
    std::vector<UnitType> roster;
    const UnitType& type = roster[static_cast<std::size_t>(enlist(unit, roster))];
    const char* const kind = unit.leader                          ? "a leader"
                             : type.kind == UnitType::Kind::squad ? "a squad"
                                                                  : "a half-squad";
    add_once(notes, fmt::format("the chart does not list {}: it counts as {} of broken morale {}",
                                unit.text, kind, type.broken_morale));
  }
  return notes;
}

}  // namespace combat_odds::asl
