#include "core/text/spreadsheet.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {
namespace {

constexpr std::array<std::string_view, 12> months = {"jan", "feb", "mar", "apr", "may", "jun",
                                                     "jul", "aug", "sep", "oct", "nov", "dec"};
/// What a double, and so a spreadsheet, holds of a whole number.
constexpr std::size_t safe_digits = 15;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "1942-10-17", which is meant as a day.
bool is_day(std::string_view text) {
  constexpr std::string_view form = "0000-00-00";
  return std::ranges::equal(
      text, form, [](char c, char wanted) { return wanted == '0' ? is_digit(c) : c == wanted; });
}

/// "Oct 5", "5-May", "March 1943".
bool names_a_month(std::string_view text) {
  std::string letters;
  bool other = false;
  for (const char c : text) {
    if (is_letter(c)) letters += c;
    other = other || (!is_letter(c) && !is_digit(c) &&
                      std::string_view(" -/.,").find(c) == std::string_view::npos);
  }
  if (other || std::ranges::none_of(text, is_digit)) return false;
  const std::string word = folded(letters);
  return std::ranges::any_of(months,
                             [&](std::string_view month) { return word.starts_with(month); });
}

}  // namespace

bool spreadsheet_changes(std::string_view text) {
  if (text.empty() || is_day(text) || std::ranges::none_of(text, is_digit)) return false;
  if (number_in<double>(text)) {
    const bool whole = std::ranges::all_of(text, is_digit);
    return whole && text.size() > safe_digits;
  }
  const bool signs_only = std::ranges::all_of(text, [](char c) {
    return is_digit(c) || std::string_view("/-:., ").find(c) != std::string_view::npos;
  });
  return signs_only || names_a_month(text);
}

void SpreadsheetCsv::end_field(std::string& out) {
  const bool in_quotes = field_.size() >= 2 && field_.front() == '"';
  const std::string_view text =
      in_quotes ? std::string_view(field_).substr(1, field_.size() - 2) : std::string_view(field_);
  if (spreadsheet_changes(text)) {
    field_.insert(in_quotes ? 1 : 0, 1, '\'');
  }
  out += field_;
  field_.clear();
}

std::string SpreadsheetCsv::next(std::string_view piece) {
  std::string out;
  if (!begun_ && !piece.empty()) {
    begun_ = true;
    out += byte_order_mark;
  }
  for (const char c : piece) {
    if (c == '"') quoted_ = !quoted_;
    const bool ends = !quoted_ && (c == ',' || c == '\n');
    if (ends) end_field(out);
    (ends ? out : field_) += c;
  }
  return out;
}

}  // namespace combat_odds
