#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// Whether a spreadsheet that opens a CSV file would make something else of this text: a date of
/// "7/12", "4-6-7" or "Oct 5", a rounded number of more than fifteen digits.
bool spreadsheet_changes(std::string_view text);

/// Turns CSV, as CsvLine writes it, into CSV that survives being opened and saved in a spreadsheet:
/// a byte order mark in front, so that it is taken for UTF-8, and an apostrophe in front of each
/// text that spreadsheet_changes(). read_csv() takes both off again. Numbers stay numbers, and days
/// ("1942-10-17") days.
class SpreadsheetCsv {
 public:
  /// The next piece of the file; of a field that is not at its end yet it keeps the beginning.
  std::string next(std::string_view piece);

 private:
  void end_field(std::string& out);

  bool begun_ = false;
  bool quoted_ = false;
  std::string field_;  ///< as it was written, with quotes
};

}  // namespace combat_odds
