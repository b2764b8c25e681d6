#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/odds/odds.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// How a procedure is asked as a duel of two sides, and what its answer says of them.
///
/// A procedure is one where its declaration says so (Declaration::duel), or where its parameters
/// come in pairs, a_... and b_... or first_... and second_..., and its outcomes are a_holds and
/// b_holds or first_wins and second_wins.
class DuelForm {
 public:
  /// Throws InputError at `place` where the procedure is no duel.
  DuelForm(const Procedure& procedure, const Place& place);

  /// A column of the list and the parameters that it is for each side.
  using Column = DuelDeclaration::Column;
  const std::vector<Column>& columns() const { return columns_; }
  const Procedure& procedure() const { return *procedure_; }

  /// The column that says how many of a unit fight; empty: one against one.
  const std::string& number_column() const { return number_column_; }
  /// The column of the units themselves, written "3*4-6-7": the number stands before them.
  const std::string& units_column() const { return units_column_; }
  /// The units of a side as its parameter takes them: in the group that the declaration names.
  std::string units_of_first(const std::string& units) const;
  std::string units_of_second(const std::string& units) const;
  bool fights_in_numbers() const { return !number_column_.empty() || !units_column_.empty(); }

  /// What the sides are where they are not alike (DuelDeclaration), that of the first in front.
  std::pair<std::string, std::string> roles() const;

  /// The names under which each side's vehicle may be given (vehicle_names()); null: none.
  const char* vehicle_of_first() const { return vehicle_of_first_; }
  const char* vehicle_of_second() const { return vehicle_of_second_; }

  /// Parameters that are neither side's, so settings, and those that always have this value.
  bool is_shared(const std::string& parameter) const;
  const std::vector<std::pair<std::string, std::string>>& always() const { return always_; }

  /// How one duel ends, the side that is asked first in front.
  struct Ends {
    double first = 0;
    double second = 0;
    double both_lost = 0;
    double open = 0;           ///< nobody has won
    double lost_by_first = 0;  ///< units, on average; only where they fight in numbers
    double lost_by_second = 0;
  };
  Ends ends(const Odds& odds) const;
  /// The trials in which the first side won, or the second.
  std::uint64_t won(const Odds& odds, bool first) const;

 private:
  enum class Result { first, second, both_lost, open };
  Result result_of(const std::string& outcome) const;

  const Procedure* procedure_;
  std::vector<Column> columns_;
  const char* vehicle_of_first_ = nullptr;
  const char* vehicle_of_second_ = nullptr;
  std::string number_column_;
  std::string units_column_;
  std::vector<std::pair<std::string, std::string>> always_;
  std::map<std::string, Result> results_;
  DuelDeclaration::Forces forces_;
  std::vector<DuelDeclaration::Lost> lost_by_first_;
  std::vector<DuelDeclaration::Lost> lost_by_second_;
};

}  // namespace combat_odds
