#include "studies/balance/duel_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/named_vehicles.hpp"

namespace combat_odds {
namespace {

/// The names of the two sides in a duel's parameters and outcomes.
struct Sides {
  const char* first;
  const char* second;
  const char* wins;
};
constexpr Sides known_sides[] = {{"a_", "b_", "holds"}, {"first_", "second_", "wins"}};

bool has_outcome(const Procedure& procedure, const std::string& name) {
  return std::any_of(procedure.outcomes.begin(), procedure.outcomes.end(),
                     [&](const Term& outcome) { return outcome.name == name; });
}

/// In sl.engagement the firer's gun has the plain columns, the target's gun those of return fire.
/// As a target, each is described by the other's set.
constexpr const char* gun_columns[] = {
    "gun",          "ammunition",       "to_hit_numbers",   "to_hit_number",
    "rate_of_fire", "intensive_fire",   "breakdown_number", "to_hit_drm",
    "kill_number",  "rear_kill_number", "kill_drm"};
constexpr const char* target_columns[] = {"target", "target_kind", "facing", "armor", "side_armor"};

}  // namespace

DuelForm::DuelForm(const Procedure& procedure, const Place& place) : procedure_(&procedure) {
  if (procedure.name == "sl.engagement") {
    const auto returned = [](const char* column) { return std::string("return_") + column; };
    for (const char* const column : gun_columns) {
      columns_.push_back({column, column, returned(column)});
    }
    for (const char* const column : target_columns) {
      columns_.push_back({column, returned(column), column});
    }
    always_ = {{"return_fire", "true"}};
    vehicle_of_first_ = "firer";
    vehicle_of_second_ = "target";
    for (const char* const out : {"target_burning", "target_eliminated", "target_abandoned"}) {
      results_[out] = Result::first;
    }
    for (const char* const out : {"firer_eliminated", "firer_abandoned"}) {
      results_[out] = Result::second;
    }
    return;
  }
  for (const Sides& sides : known_sides) {
    const std::string first = sides.first;
    const std::string second = sides.second;
    if (!has_outcome(procedure, first + sides.wins) ||
        !has_outcome(procedure, second + sides.wins)) {
      continue;
    }
    for (const Parameter& parameter : procedure.parameters) {
      if (!parameter.name.starts_with(first)) continue;
      const std::string column = parameter.name.substr(first.size());
      if (procedure.parameter(second + column) == nullptr) continue;
      columns_.push_back({column, first + column, second + column});
      if (column == "number") number_column_ = column;
      if (column == "units" && parameter.type == Parameter::Type::text) units_column_ = column;
    }
    if (columns_.empty()) continue;
    if (is_vehicle_name(procedure, "first") && first == "first_") {
      vehicle_of_first_ = "first";
      vehicle_of_second_ = "second";
    }
    results_[first + sides.wins] = Result::first;
    results_[second + sides.wins] = Result::second;
    results_["both_knocked_out"] = Result::both_lost;
    lost_by_first_ = first + "lost";
    lost_by_second_ = second + "lost";
    return;
  }
  throw InputError(place, fmt::format("{} is no duel of two sides", procedure.name),
                   "one such as sl.firefight, sl.engagement or slammers.duel");
}

bool DuelForm::is_shared(const std::string& parameter) const {
  const bool of_a_side = std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) {
    return column.of_first == parameter || column.of_second == parameter;
  });
  const bool is_set = std::any_of(always_.begin(), always_.end(),
                                  [&](const auto& fixed) { return fixed.first == parameter; });
  return !of_a_side && !is_set;
}

DuelForm::Result DuelForm::result_of(const std::string& outcome) const {
  const auto known = results_.find(outcome);
  return known == results_.end() ? Result::open : known->second;
}

DuelForm::Ends DuelForm::ends(const Odds& odds) const {
  Ends ends;
  for (const Chance& chance : odds.chances) {
    const double probability = chance.best(odds.trials);
    if (chance.kind == Chance::Kind::outcome) {
      switch (result_of(chance.name)) {
        case Result::first:
          ends.first += probability;
          break;
        case Result::second:
          ends.second += probability;
          break;
        case Result::both_lost:
          ends.both_lost += probability;
          break;
        case Result::open:
          ends.open += probability;
          break;
      }
    } else if (chance.kind == Chance::Kind::measure) {
      if (chance.name == lost_by_first_) ends.lost_by_first += probability * chance.value;
      if (chance.name == lost_by_second_) ends.lost_by_second += probability * chance.value;
    }
  }
  return ends;
}

std::uint64_t DuelForm::won(const Odds& odds, bool first) const {
  std::uint64_t count = 0;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::outcome) continue;
    if (result_of(chance.name) == (first ? Result::first : Result::second)) count += chance.count;
  }
  return count;
}

}  // namespace combat_odds
