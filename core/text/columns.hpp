#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/csv.hpp"

namespace combat_odds {

/// A CSV table whose columns are known by name, and its cells read as what they should be. What is
/// wrong is said with its place and what would be right.
class Columns {
 public:
  /// Columns that are asked for neither way; `note` is always allowed.
  enum class Others { refused, ignored };

  /// What becomes of a fault. Where it returns, reading goes on with a stand-in.
  using Fault =
      std::function<void(const Place& place, const std::string& wrong, const std::string& right)>;

  /// Without `fault` everything that is wrong is thrown as InputError.
  Columns(CsvTable table, std::vector<std::string> required, std::vector<std::string> optional = {},
          Others others = Others::refused, Fault fault = {});
  /// Over a chart, which must outlive it and is not copied: the columns that are not named are for
  /// other readers, and what is wrong is thrown.
  static Columns of_chart(const CsvTable& chart, const std::vector<std::string>& required);

  const CsvTable& table() const { return *table_; }
  const std::string& file() const { return table_->file; }
  bool has(std::string_view column) const { return table_->column(column) >= 0; }

  /// A line under the first. A column that is not there is a column of empty cells.
  class Row {
   public:
    Place place() const { return columns_->table().place(cells_->front()); }
    Place place(std::string_view column) const;
    const std::string& text(std::string_view column) const;
    /// The same where it is a name of the user's own, which reports repeat. Throws InputError where
    /// it is too long.
    std::string name(std::string_view column) const;
    bool has(std::string_view column) const { return !text(column).empty(); }

    /// A whole number from `least` to `most`; an empty cell is `otherwise` where one is given.
    int whole_number(std::string_view column, int least, int most,
                     std::optional<int> otherwise = std::nullopt) const;
    /// Any whole number, and the same where an empty cell is nothing.
    int whole_number(std::string_view column) const;
    std::optional<int> whole_number_if_any(std::string_view column) const;
    /// Which of `words` stands there, as it is written.
    std::size_t one_of(std::string_view column, const std::vector<std::string>& words) const;
    /// Nothing where the cell is empty.
    std::optional<double> number(std::string_view column) const;
    /// At most a million, beyond which the solver's arithmetic ends.
    double number_above_0(std::string_view column) const;
    /// true or false, yes or no; an empty cell is `otherwise`.
    bool truth(std::string_view column, bool otherwise) const;

    /// Something that is wrong with a cell: to be thrown, or to be noted as all faults are.
    InputError error(std::string_view column, const std::string& wrong,
                     const std::string& right) const;
    void fault(std::string_view column, const std::string& wrong, const std::string& right) const;

    const std::vector<CsvCell>& cells() const { return *cells_; }

   private:
    friend class Columns;
    Row(const Columns& columns, const std::vector<CsvCell>& cells)
        : columns_(&columns), cells_(&cells) {}
    const CsvCell* cell(std::string_view column) const;
    /// The fault that the text of a cell is not what it should be.
    void wrong(std::string_view column, const std::string& right) const;

    const Columns* columns_;
    const std::vector<CsvCell>* cells_;
  };

  class Iterator {
   public:
    Row operator*() const { return (*columns_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    friend class Columns;
    Iterator(const Columns& columns, std::size_t at) : columns_(&columns), at_(at) {}
    const Columns* columns_;
    std::size_t at_;
  };

  std::size_t size() const { return table_->rows.size(); }
  Row operator[](std::size_t row) const { return {*this, table_->rows[row]}; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  /// The whole number that heads a column; the first column is 0.
  int heading(std::size_t column) const;

  /// Refuses a file without a line under the first; `things` names what a line tells of.
  void need_rows(const std::string& things) const;

 private:
  explicit Columns(const CsvTable& chart) : table_(std::shared_ptr<const CsvTable>(), &chart) {}

  void refuse(const Place& place, const std::string& wrong, const std::string& right) const;
  /// Whether all are there.
  bool need(const std::vector<std::string>& columns) const;

  std::shared_ptr<const CsvTable> table_;
  Fault fault_;
};

}  // namespace combat_odds
