#pragma once

#include <string>
#include <vector>

#include "cli/options/command.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds::cli {

/// How a command prints its answer, as --format says.
class Output {
 public:
  explicit Output(std::string format = "table") : format_(std::move(format)) {}

  bool is_csv() const { return format_ == "csv"; }
  bool is_json() const { return format_ == "json"; }
  bool is_markdown() const { return format_ == "markdown"; }
  /// How tables are drawn: in Markdown, or as this terminal has them.
  TableStyle style() const;

 private:
  std::string format_;
};

/// --format of a command, as a word until it is read; where it may be CSV, --for-spreadsheet, too.
class OutputWords {
 public:
  /// The formats that the command has, the usual one first.
  explicit OutputWords(std::vector<std::string> formats)
      : formats_(std::move(formats)), format_(formats_.front()) {}

  void add_to(const Command& command, const std::string& meaning);
  /// Throws InputError where it is none of the formats.
  Output read() const;

 private:
  std::vector<std::string> formats_;
  std::string format_;
  bool for_spreadsheet_ = false;
};

}  // namespace combat_odds::cli
