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

/// Reads CSV text that is named `file` in messages; a first line with semicolons and no commas
/// tells that semicolons part the fields. Throws InputError where the text is empty, is not text,
/// has a stray or open quote, or a row with more or fewer fields than the header; a header with an
/// empty or repeated name is an error too. Blank lines are left out, and so is the empty rest of a
/// row that is longer than the header.
CsvTable read_csv(std::string_view text, const std::string& file);

inline CsvTable read_csv(const TextFile& file) { return read_csv(file.text, file.name); }

/// The text as a CSV field: quoted where it needs to be.
std::string csv_field(std::string_view text);

/// A name of the user's own as a CSV field. A spreadsheet takes what begins with = + - @ for a
/// formula: such a name gets an apostrophe in front, which makes it text there and which
/// name_in_csv takes off again.
std::string csv_name(std::string_view name);
std::string name_in_csv(std::string_view field);

}  // namespace combat_odds
