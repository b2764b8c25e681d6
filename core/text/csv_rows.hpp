#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/csv.hpp"

namespace combat_odds {

/// CSV text read a piece at a time, for files of more rows than are wanted in memory. It says what
/// read_csv() says, as soon as it gets there; read_csv() is all of it in one piece.
class CsvRows {
 public:
  /// Reads the first line. The text must outlive it.
  CsvRows(std::string_view text, std::string file);

  /// Where a row begins.
  struct Mark {
    std::size_t at = 0;
    int line = 1;
  };
  Mark mark() const { return mark_; }
  /// Goes back, or forth, to a row.
  void go_to(Mark mark) { mark_ = mark; }

  /// The next rows, at most so many, as a table with the first line on top; without rows at the
  /// end.
  CsvTable next(std::size_t most);

  /// A table without rows.
  const CsvTable& head() const { return head_; }

 private:
  std::string_view text_;
  std::size_t not_text_;  ///< where it is no text
  char separator_ = ',';
  CsvTable head_;
  Mark mark_;
};

}  // namespace combat_odds
