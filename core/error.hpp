#pragma once

#include <stdexcept>
#include <string>

namespace combat_odds {

/// Where in an input something stands. Lines and columns count from 1; 0 means "not known".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

/// Input that its author can mend: "file:line:column: what is wrong (what would be right)".
/// The program ends with exit code 2 and writes nothing.
class InputError : public std::runtime_error {
 public:
  InputError(const Place& place, const std::string& wrong, const std::string& right);
};

/// The system did not do what was asked of it (a full disk, a folder without write permission).
/// The program ends with exit code 1.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace combat_odds
