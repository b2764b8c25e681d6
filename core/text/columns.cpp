#include "core/text/columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/text/limits.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"

namespace combat_odds {
namespace {

/// "7", and "7.0" of a spreadsheet.
std::optional<int> whole_in(std::string_view text) {
  if (const std::optional<int> whole = number_in<int>(text)) return whole;
  const std::optional<double> number = number_in<double>(text);
  constexpr double most = 1e9;
  if (!number || std::abs(*number) > most || *number != std::floor(*number)) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace

Columns::Columns(CsvTable table, std::vector<std::string> required,
                 std::vector<std::string> optional, Others others, Fault fault)
    : fault_(std::move(fault)) {
  const auto own = std::make_shared<CsvTable>(std::move(table));
  table_ = own;
  std::vector<std::string> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  known.emplace_back("note");
  for (const CsvCell& cell : own->header) {
    const auto is_this = [&](const std::string& name) { return folded(name) == folded(cell.text); };
    if (others == Others::ignored || std::ranges::any_of(known, is_this)) continue;
    refuse(own->place(cell), fmt::format("no column '{}' is known here", cell.text),
           did_you_mean(cell.text, known, fmt::format("{}", fmt::join(known, ", "))));
  }
  if (!need(required)) own->rows.clear();
}

Columns Columns::of_chart(const CsvTable& chart, const std::vector<std::string>& required) {
  Columns columns(chart);
  columns.need(required);
  return columns;
}

bool Columns::need(const std::vector<std::string>& columns) const {
  bool complete = true;
  for (const std::string& name : columns) {
    if (has(name)) continue;
    std::vector<std::string> there;
    for (const CsvCell& cell : table_->header) there.push_back(cell.text);
    const std::string near = nearest(name, there);
    refuse({file(), 1, 1}, fmt::format("column '{}' is missing", name),
           near.empty() ? fmt::format("the first line names {}", fmt::join(columns, ","))
                        : fmt::format("is it the column '{}'?", near));
    complete = false;
  }
  return complete;
}

void Columns::refuse(const Place& place, const std::string& wrong, const std::string& right) const {
  if (!fault_) throw InputError(place, wrong, right);
  fault_(place, wrong, right);
}

void Columns::need_rows(const std::string& things) const {
  if (size() > 0) return;
  refuse({file(), 2, 1}, fmt::format("no {} under the first line", things),
         fmt::format("a line for each {}", things));
}

int Columns::heading(std::size_t column) const {
  const CsvCell& cell = table_->header[column];
  if (const std::optional<int> value = number_in<int>(cell.text)) return *value;
  refuse(table_->place(cell), fmt::format("'{}' is not a whole number", cell.text),
         "such as 7 or -1");
  return 0;
}

const CsvCell* Columns::Row::cell(std::string_view column) const {
  const int position = columns_->table_->column(column);
  return position < 0 ? nullptr : &(*cells_)[static_cast<std::size_t>(position)];
}

Place Columns::Row::place(std::string_view column) const {
  const CsvCell* const found = cell(column);
  return found == nullptr ? place() : columns_->table_->place(*found);
}

const std::string& Columns::Row::text(std::string_view column) const {
  static const std::string nothing;
  const CsvCell* const found = cell(column);
  return found == nullptr ? nothing : found->text;
}

std::string Columns::Row::name(std::string_view column) const {
  const std::string& given = text(column);
  if (given.size() > limits::value_bytes) {
    throw error(column, fmt::format("a name of {} bytes", given.size()),
                fmt::format("at most {}", limits::value_bytes));
  }
  return given;
}

InputError Columns::Row::error(std::string_view column, const std::string& wrong,
                               const std::string& right) const {
  return {place(column), wrong, right};
}

void Columns::Row::fault(std::string_view column, const std::string& wrong,
                         const std::string& right) const {
  columns_->refuse(place(column), wrong, right);
}

void Columns::Row::wrong(std::string_view column, const std::string& right) const {
  fault(column, fmt::format("{} is '{}'", column, text(column)), right);
}

int Columns::Row::whole_number(std::string_view column, int least, int most,
                               std::optional<int> otherwise) const {
  if (otherwise && !has(column)) return *otherwise;
  const std::optional<int> value = whole_in(text(column));
  if (value && *value >= least && *value <= most) return *value;
  wrong(column, fmt::format("a whole number from {} to {}", least, most));
  return otherwise.value_or(least);
}

int Columns::Row::whole_number(std::string_view column) const {
  if (const std::optional<int> value = whole_in(text(column))) return *value;
  wrong(column, "a whole number such as 7 or -1");
  return 0;
}

std::optional<int> Columns::Row::whole_number_if_any(std::string_view column) const {
  return has(column) ? std::optional(whole_number(column)) : std::nullopt;
}

std::size_t Columns::Row::one_of(std::string_view column,
                                 const std::vector<std::string>& words) const {
  const auto found = std::ranges::find(words, text(column));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const char* const between = words.size() == 2 ? " or " : ", ";
  wrong(column, did_you_mean(text(column), words, fmt::format("{}", fmt::join(words, between))));
  return 0;
}

std::optional<double> Columns::Row::number(std::string_view column) const {
  if (!has(column)) return std::nullopt;
  const std::optional<double> value = number_in<double>(text(column));
  if (value && std::isfinite(*value)) return value;
  wrong(column, "a number");
  return std::nullopt;
}

double Columns::Row::number_above_0(std::string_view column) const {
  const std::optional<double> value = number_in<double>(text(column));
  if (value && *value > 0 && *value <= 1e6) return *value;
  wrong(column, "a number above 0, at most 1000000");
  return 1;
}

bool Columns::Row::truth(std::string_view column, bool otherwise) const {
  if (!has(column)) return otherwise;
  if (const std::optional<bool> given = truth_in(text(column))) return *given;
  wrong(column, "true or false");
  return otherwise;
}

}  // namespace combat_odds
