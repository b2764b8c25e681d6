#pragma once

#include <string>
#include <vector>

#include "tests/support/ask.hpp"

namespace combat_odds::test {

// What cross_check_test must be told. Each list is short: the spread of situations finds most
// things by itself. An entry that is no longer needed is reported as well.

/// A situation that is tried besides the spread and the presets; lists and ranges of values count
/// as several.
struct ExtraSituation {
  std::string procedure;
  Given values;
  std::string shows;
};

inline const std::vector<ExtraSituation> extra_situations = {};

/// Something that no tried situation shows, and why.
struct NotShown {
  std::string procedure;
  std::string name;
  std::string why;
};

/// Outcomes, events and measures that never occur.
inline const std::vector<NotShown> never_occurs = {};

/// Parameters that never change the exact odds.
inline const std::vector<NotShown> changes_nothing = {};

}  // namespace combat_odds::test
