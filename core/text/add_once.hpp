#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace combat_odds {

/// Adds a line unless it is among them already.
inline void add_once(std::vector<std::string>& lines, std::string line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

}  // namespace combat_odds
