#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// One line for each situation, as tools for tidy data want it: scenario,procedure, a column for
/// each parameter that somewhere was given, then a plain number for each outcome, event and measure
/// (its mean, under mean_NAME): exact where that is known, else simulated. What can't happen is 0.
/// A cell is empty only where the procedure has no such parameter, outcome or event, and where a
/// measure does not exist. Lines are kept until csv(): the columns are known when all are there.
class WideTable {
 public:
  /// With `shown` of these quantities alone, in their order; they outlive the table.
  explicit WideTable(const ReportOptions& options, std::span<const Quantity> shown = {})
      : options_(options), shown_(shown) {}

  void add(const SituationOdds& result);
  std::string csv() const;

 private:
  using Name = std::pair<Chance::Kind, std::string>;
  struct Column {
    Name name;
    bool occurs = false;                    ///< somewhere
    std::set<const Procedure*> procedures;  ///< that have it
  };
  struct Line {
    std::string beginning;  ///< scenario,procedure
    const Procedure* procedure = nullptr;
    std::map<std::string, std::string> given;
    std::map<std::size_t, double> numbers;  ///< by column
    bool played = true;
  };

  std::size_t column(const Name& name, const Procedure& procedure);
  void add_declared(const Procedure& procedure);
  void add_numbers(Line& line, const SituationOdds& result);
  void add_shown(Line& line, const SituationOdds& result) const;
  /// The places of the columns that are written, in the order of a report.
  std::vector<std::size_t> written() const;
  std::vector<std::string> headings(std::span<const std::size_t> written) const;

  ReportOptions options_;
  std::span<const Quantity> shown_;
  std::vector<std::string> parameters_;
  std::vector<Column> columns_;
  std::map<Name, std::size_t> places_;
  std::set<const Procedure*> procedures_;
  std::vector<Line> lines_;
};

}  // namespace combat_odds
