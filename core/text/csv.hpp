#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/error.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds {

/// One field of a CSV file and where it stands.
struct CsvCell {
  std::string text;
  int line = 0;
  int column = 0;
};

/// A CSV file (RFC 4180) as read: a header and rows of as many cells.
struct CsvTable {
  std::string file;
  std::vector<CsvCell> header;
  std::vector<std::vector<CsvCell>> rows;

  Place place(const CsvCell& cell) const { return {file, cell.line, cell.column}; }
  /// The position of the column of that name, in upper or lower case; -1 where there is none.
  int column(std::string_view name) const;
};

/// Reads CSV text that is named `file` in messages. Where the first line has semicolons and no
/// commas, semicolons separate the fields. Throws InputError where the text is empty, is not text,
/// has a stray or open quote, has a row with more or fewer fields than the header, or a header with
/// an empty or repeated name. Blank lines are left out, and so are empty fields at the end of a row
/// that is longer than the header. The apostrophe of csv_field is taken off.
CsvTable read_csv(std::string_view text, const std::string& file);

inline CsvTable read_csv(const TextFile& file) { return read_csv(file.text, file.name); }

/// The text as a field of a CSV file: in quotes where it needs them. A spreadsheet takes text that
/// begins with = + - @ for a formula and runs it, so such text gets an apostrophe in front, which
/// read_csv takes off again. Numbers stay as they are.
std::string csv_field(std::string_view text);

}  // namespace combat_odds
