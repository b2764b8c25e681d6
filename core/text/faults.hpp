#pragma once

#include <string>
#include <vector>

#include "core/text/columns.hpp"

namespace combat_odds {

/// What is wrong with input files, all of it.
class Faults {
 public:
  /// After the 50th fault it throws, as throw_if_any() does: nobody mends more before the next try.
  void add(const Place& place, const std::string& wrong, const std::string& right);
  /// A file that can't be read at all.
  void add(const InputError& error);
  bool empty() const { return found_.empty(); }
  /// Throws one InputError with a line for each fault, by file and line, if there are any.
  void throw_if_any() const;

  /// For Columns that go on reading after a fault. Must not outlive this.
  Columns::Fault noting();

 private:
  struct Fault {
    std::size_t file = 0;  ///< in the order of their first fault
    Place place;
    std::string wrong;
    std::string right;
  };

  /// What is wrong in three lines of a file or more is said once, with their number.
  static void put_together(std::vector<Fault>& faults);

  std::vector<std::string> files_;
  std::vector<Fault> found_;
  bool more_ = false;  ///< there were more than are kept
};

}  // namespace combat_odds
