#pragma once

#include <string>
#include <utility>
#include <vector>

namespace combat_odds {

/// How a procedure is asked as a duel of two sides. Only needed where the names of its parameters
/// and outcomes do not show it (a_..., b_... and a_holds, or first_..., second_... and first_wins).
struct DuelDeclaration {
  /// What a list of units calls it, and the parameters that it is for the side that is asked first
  /// and for the other.
  struct Column {
    std::string name;
    std::string of_first;
    std::string of_second;
  };
  std::vector<Column> columns;
  std::vector<std::pair<std::string, std::string>> always;  ///< parameters with their only value

  /// The names under which each side's vehicle may be given; null: none.
  const char* vehicle_of_first = nullptr;
  const char* vehicle_of_second = nullptr;

  std::vector<std::string> won_by_first;  ///< outcomes
  std::vector<std::string> won_by_second;

  /// What each side is, where they are not alike: "attacker" and "defender". Empty: they are.
  std::string role_of_first;
  std::string role_of_second;

  /// Where forces meet: the column of a side's units, and the name of the group in which each side
  /// stands. Three "4-6-7" with an 8-1 are "line: 3*4-6-7 8-1". An empty column: one against one.
  struct Forces {
    std::string column;
    std::string first;
    std::string second;
  };
  Forces forces;
  /// What tells how many units of a force are lost: measures, and how many of it are one unit.
  struct Lost {
    std::string measure;
    int to_a_unit = 1;
  };
  std::vector<Lost> lost_by_first;
  std::vector<Lost> lost_by_second;
};

}  // namespace combat_odds
