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

/// The share of a unit that one of this measure stands for; 0 where it tells no losses.
double units_lost(const std::vector<DuelDeclaration::Lost>& told, const std::string& measure) {
  const auto lost = std::ranges::find(told, measure, &DuelDeclaration::Lost::measure);
  return lost == told.end() ? 0 : 1.0 / lost->to_a_unit;
}

std::string in_group(const std::string& name, const std::string& units) {
  return name.empty() ? units : name + ": " + units;
}

bool has_outcome(const Procedure& procedure, const std::string& name) {
  return std::any_of(procedure.outcomes.begin(), procedure.outcomes.end(),
                     [&](const Term& outcome) { return outcome.name == name; });
}

}  // namespace

DuelForm::DuelForm(const Procedure& procedure, const Place& place) : procedure_(&procedure) {
  if (procedure.duel) {
    columns_ = procedure.duel->columns;
    always_ = procedure.duel->always;
    vehicle_of_first_ = procedure.duel->vehicle_of_first;
    vehicle_of_second_ = procedure.duel->vehicle_of_second;
    for (const std::string& outcome : procedure.duel->won_by_first) {
      results_[outcome] = Result::first;
    }
    for (const std::string& outcome : procedure.duel->won_by_second) {
      results_[outcome] = Result::second;
    }
    forces_ = procedure.duel->forces;
    units_column_ = forces_.column;
    lost_by_first_ = procedure.duel->lost_by_first;
    lost_by_second_ = procedure.duel->lost_by_second;
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
    lost_by_first_ = {{first + "lost"}};
    lost_by_second_ = {{second + "lost"}};
    return;
  }
  throw InputError(place, fmt::format("{} is no duel of two sides", procedure.name),
                   "one such as sl.firefight, sl.engagement or slammers.duel");
}

std::string DuelForm::units_of_first(const std::string& units) const {
  return in_group(forces_.first, units);
}
std::string DuelForm::units_of_second(const std::string& units) const {
  return in_group(forces_.second, units);
}

std::pair<std::string, std::string> DuelForm::roles() const {
  if (!procedure_->duel) return {};
  return {procedure_->duel->role_of_first, procedure_->duel->role_of_second};
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
      const double lost = probability * chance.value;
      ends.lost_by_first += lost * units_lost(lost_by_first_, chance.name);
      ends.lost_by_second += lost * units_lost(lost_by_second_, chance.name);
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
