#include "core/text/csv.hpp"

#include <csv.h>
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>

#include "core/text/csv_line.hpp"
#include "core/text/csv_rows.hpp"
#include "core/text/limits.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/spreadsheet.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// Spreadsheets in half the world write semicolons where others write commas. Inside quotes,
/// neither separates fields.
char separator_of(std::string_view text) {
  bool quoted = false;
  bool semicolons = false;
  bool empty = true;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',') return ',';
    const bool ends = c == '\r' || c == '\n';
    if (ends && !empty) break;
    empty = empty && ends;  // the header is the first line with anything on it
    semicolons = semicolons || c == ';';
  }
  return semicolons ? ';' : ',';
}

/// "sep=;", which spreadsheets put in front of the first line: the separator that it names. Takes
/// the line off.
std::optional<char> take_separator(std::string_view& text) {
  constexpr std::string_view word = "sep=";
  if (!text.starts_with(word) || text.size() <= word.size()) return std::nullopt;
  const char separator = text[word.size()];
  std::string_view rest = text.substr(word.size() + 1);
  if (rest.starts_with('\r')) rest.remove_prefix(1);
  if (!rest.starts_with('\n') || (separator != ',' && separator != ';')) return std::nullopt;
  text = rest.substr(1);
  return separator;
}

/// Accented letters in Windows-1252 and similar encodings; the last two bytes start UTF-16.
bool is_letter_of_windows(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0xc0 && code < 0xfe;
}

bool begins_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

/// Text that csv_field or SpreadsheetCsv may have put an apostrophe in front of, or that would be
/// taken for such.
bool is_marked(std::string_view text) {
  if (!text.starts_with('\'')) return false;
  const std::string_view rest = text.substr(std::min(text.find_first_not_of('\''), text.size()));
  return begins_formula(rest) || spreadsheet_changes(rest);
}

/// A field as it was before that.
std::string_view unmarked(std::string_view field) {
  return is_marked(field) ? field.substr(1) : field;
}

/// Feeds libcsv the bytes between two fields one by one, to know where every field began.
class Reader {
 public:
  /// The text begins in that line of the file.
  Reader(const std::string& file, char separator, int line)
      : file_(file), separator_(separator), line_(line), field_line_(line) {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) {
      throw std::bad_alloc();
    }
    csv_set_delim(&parser_, static_cast<unsigned char>(separator));
  }
  ~Reader() { csv_free(&parser_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Reads rows from a mark on, until there are `most` or the text ends, and moves the mark.
  /// `not_text` is where it is no text.
  std::vector<std::vector<CsvCell>> read(std::string_view text, CsvRows::Mark& mark,
                                         std::size_t not_text, std::size_t most) {
    std::size_t i = mark.at;
    while (i < text.size() && rows_.size() < most) {
      const char byte = text[i];
      if (i == not_text) {
        fail(line_, column_,
             fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(byte)),
             is_letter_of_windows(byte) ? "a CSV file in UTF-8; this one looks like Windows-1252: "
                                          "have it saved as 'CSV UTF-8'"
                                        : "a CSV file in UTF-8");
      }
      if (byte == '"') quote_ = {"", line_, column_};
      const std::string_view fed = piece_at(text, i, not_text);
      const std::size_t taken =
          csv_parse(&parser_, fed.data(), fed.size(), field, end_of_row, this);
      if (taken != fed.size()) {
        advance(fed.substr(0, taken));
        fail(line_, column_, "a stray quote",
             "quotes around the whole field, and \"\" for a quote inside it");
      }
      field_bytes_ += taken;
      if (field_bytes_ > limits::cell_bytes) {
        fail(field_line_, field_column_, fmt::format("more than {} bytes", limits::cell_bytes),
             "a shorter cell");
      }
      if (row_.size() > limits::columns) {
        fail(line_, column_, fmt::format("more than {} columns", limits::columns), "fewer columns");
      }
      advance(fed);
      i += taken;
    }
    if (after_return_ && i < text.size() && text[i] == '\n') ++i;  // of the same line
    if (csv_fini(&parser_, field, end_of_row, this) != 0) {
      fail(quote_.line, quote_.column, "a quote that is not closed",
           "a \" at the end of the field");
    }
    mark = {i, line_};
    return std::move(rows_);
  }

 private:
  static void field(void* data, std::size_t length, void* self) {
    auto& reader = *static_cast<Reader*>(self);
    reader.field_bytes_ = 0;
    const std::string_view written(static_cast<const char*>(data), length);
    reader.row_.push_back(
        {std::string(unmarked(written)), reader.field_line_, reader.field_column_});
    reader.field_line_ = reader.line_;
    reader.field_column_ = reader.column_ + 1;
  }
  static void end_of_row(int terminator, void* self) {
    auto& reader = *static_cast<Reader*>(self);
    const bool has_ended = terminator == '\n' && reader.after_return_;
    bool blank = true;
    for (const CsvCell& cell : reader.row_) blank = blank && cell.text.empty();
    if (!blank) reader.rows_.push_back(std::move(reader.row_));
    reader.row_.clear();
    reader.field_line_ = reader.line_ + (has_ended ? 0 : 1);
    reader.field_column_ = 1;
  }

  /// The byte there, or all up to the next that may end a field or quote it.
  std::string_view piece_at(std::string_view text, std::size_t at, std::size_t not_text) const {
    constexpr std::size_t most = 4096;
    const std::size_t end = std::min({at + most, text.size(), not_text});
    const auto is_special = [&](char c) {
      return c == separator_ || c == '"' || c == '\n' || c == '\r';
    };
    std::size_t after = at;
    while (after < end && !is_special(text[after])) ++after;
    return text.substr(at, std::max<std::size_t>(after - at, 1));
  }

  void advance(std::string_view passed) {
    for (const char byte : passed) {
      if (byte == '\r' || (byte == '\n' && !after_return_)) {
        ++line_;
        column_ = 1;
      } else if (byte != '\n' && (static_cast<unsigned char>(byte) & 0xc0) != 0x80) {
        ++column_;  // not inside a character
      }
      after_return_ = byte == '\r';
    }
  }

  [[noreturn]] void fail(int line, int column, const std::string& wrong, const std::string& right) {
    throw InputError({file_, line, column}, wrong, right);
  }

  const std::string& file_;
  const char separator_;
  csv_parser parser_{};
  int line_;
  int column_ = 1;
  bool after_return_ = false;  ///< a line may end with \r, \n or both
  int field_line_;
  int field_column_ = 1;
  std::size_t field_bytes_ = 0;
  CsvCell quote_;
  std::vector<CsvCell> row_;
  std::vector<std::vector<CsvCell>> rows_;
};

/// "12,5" becomes "12.5": who has semicolons between fields has commas in numbers. "1,200", which
/// may be a thousand, stays, and so does a list ("4, 8", "4,8,12").
void read_decimal_comma(std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t comma = text.find(',');
  const std::size_t first = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  if (comma == std::string::npos || comma == first) return;
  const std::size_t decimals = text.size() - comma - 1;
  constexpr std::size_t thousands = 3;
  if (decimals == 0 || decimals == thousands) return;
  if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first),
                   text.begin() + static_cast<std::ptrdiff_t>(comma), is_digit) ||
      !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(comma) + 1, text.end(), is_digit)) {
    return;
  }
  text[comma] = '.';
}

/// Puts plain dashes into a cell in which every word has a digit: a number, a date, dice, units.
void read_dashes(std::string& text) {
  constexpr char first_of_dashes = '\xe2';
  if (text.find(first_of_dashes) == std::string::npos) return;
  for (const std::string_view word : words_of(text)) {
    if (word.find_first_of("0123456789") == std::string_view::npos) return;
  }
  text = plain_dashes(text);
}

void check_header(const CsvTable& table) {
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    const CsvCell& cell = table.header[i];
    if (cell.text.empty()) {
      throw InputError(table.place(cell), "a column without a name", "a name in the first line");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (same_name(table.header[j].text, cell.text)) {
        throw InputError(table.place(cell), fmt::format("column '{}' is listed twice", cell.text),
                         "each column once");
      }
    }
  }
}

/// By their bytes, characters that a field can't have without quotes.
constexpr std::array<bool, 256> takes_quotes = [] {
  std::array<bool, 256> all{};
  for (const unsigned char c : {',', '"', '\r', '\n'}) all[c] = true;
  return all;
}();

bool needs_quotes(std::string_view text) {
  for (const char c : text) {
    if (takes_quotes[static_cast<unsigned char>(c)]) return true;
  }
  return false;
}

/// Whether a field is surely written as it is, as most are.
bool is_plain_word(std::string_view text) {
  const char c = text.front();
  const bool begins_plainly =
      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return begins_plainly && text.back() != ' ' && text.back() != '\t' && !needs_quotes(text);
}

}  // namespace

int CsvTable::column(std::string_view name) const {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (same_name(header[i].text, name)) return static_cast<int>(i);
  }
  return -1;
}

CsvRows::CsvRows(std::string_view text, std::string file) : text_(text) {
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
  const std::optional<char> named = take_separator(text_);
  separator_ = named ? *named : separator_of(text_);
  mark_.line = named ? 2 : 1;
  not_text_ = first_not_text(text_);
  head_.file = std::move(file);
  auto first = Reader(head_.file, separator_, mark_.line).read(text_, mark_, not_text_, 1);
  if (first.empty()) {
    throw InputError({head_.file, 1, 1}, "the file is empty",
                     "a first line with the names of the columns");
  }
  head_.header = std::move(first.front());
  // Columns that a spreadsheet has beside those that are filled in.
  while (head_.header.size() > 1 && head_.header.back().text.empty()) head_.header.pop_back();
  check_header(head_);
}

CsvTable CsvRows::next(std::size_t most) {
  CsvTable table = head_;
  table.rows = Reader(head_.file, separator_, mark_.line).read(text_, mark_, not_text_, most);
  for (std::vector<CsvCell>& row : table.rows) {
    while (row.size() > table.header.size() && row.back().text.empty()) row.pop_back();
    if (row.size() != table.header.size()) {
      const CsvCell& at = row.size() > table.header.size() ? row[table.header.size()] : row.front();
      throw InputError(
          table.place(at),
          fmt::format("{} fields where the first line has {}", row.size(), table.header.size()),
          separator_ == ';' ? "quote a field that has semicolons"
                            : "quote a field that has commas");
    }
    for (CsvCell& cell : row) {
      read_dashes(cell.text);
      if (separator_ == ';') read_decimal_comma(cell.text);
    }
  }
  return table;
}

CsvTable read_csv(std::string_view text, const std::string& file) {
  return CsvRows(text, file).next(std::numeric_limits<std::size_t>::max());
}

std::string csv_field(std::string_view text) {
  std::string field;
  CsvLine(field).add(text);
  return field;
}

void CsvLine::separate() {
  if (!first_) *text_ += ',';
  first_ = false;
}

void CsvLine::add(std::string_view text) {
  separate();
  if (text.empty()) return;
  if (is_plain_word(text)) {
    *text_ += text;
    return;
  }
  const bool formula = begins_formula(text) && !number_in<double>(text);
  const std::string marked = formula || is_marked(text) ? "'" + std::string(text) : "";
  if (!marked.empty()) text = marked;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  if (!is_blank(text.front()) && !is_blank(text.back()) && !text.starts_with(byte_order_mark) &&
      !needs_quotes(text)) {
    *text_ += text;
    return;
  }
  *text_ += '"';
  for (std::size_t quote; (quote = text.find('"')) != std::string_view::npos;) {
    text_->append(text.substr(0, quote)).append("\"\"");
    text.remove_prefix(quote + 1);
  }
  text_->append(text).append(1, '"');
}

void CsvLine::add_number(double value) {
  constexpr double most = 1e15;  // shown without an exponent
  if (const auto whole = static_cast<std::int64_t>(std::abs(value) < most ? value : 0);
      static_cast<double>(whole) == value && !std::signbit(value)) {
    add_number(whole);
    return;
  }
  separate();
  std::array<char, 64> digits;
  text_->append(digits.data(), fmt::format_to(digits.data(), FMT_COMPILE("{}"), value));
}

void CsvLine::add_number(std::int64_t value) {
  separate();
  *text_ += fmt::format_int(value).c_str();
}

void CsvLine::add_number(std::uint64_t value) {
  separate();
  *text_ += fmt::format_int(value).c_str();
}

}  // namespace combat_odds
