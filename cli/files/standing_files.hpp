#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reports/text/written_command.hpp"

namespace combat_odds::cli {

/// Where a command writes its reports (--out), and whether it may replace what is in the way there
/// (--force). For a spreadsheet its CSV is written as SpreadsheetCsv has it, but for command.csv,
/// which is for programs.
struct OutputPlace {
  std::string folder;
  bool force = false;
  bool for_spreadsheet = false;
};

/// What stands in a folder already where a command is going to write: which files may go, because
/// an earlier command left them (command.csv has their checksums) and nobody changed them since, or
/// because they may be replaced in any case.
class StandingFiles {
 public:
  /// `own` are the files that the command may write.
  StandingFiles(OutputPlace place, std::vector<std::string> own)
      : place_(std::move(place)), own_(std::move(own)) {}

  /// Looks at the folder, which is open. Throws InputError where the command has read one of the
  /// files that would go, or where one is in the way that may not; SystemError where one can't be
  /// read.
  void look(int folder);
  /// Whether this file may be replaced or removed: it is the one that look() saw.
  bool goes(const std::string& file, const struct stat& now) const;
  bool goes(const std::string& file) const { return going_.contains(file); }
  /// All that may go.
  const std::map<std::string, struct stat>& going() const { return going_; }

 private:
  struct Summed {
    struct stat of;
    std::uint64_t checksum;
  };

  WrittenCommand former(int folder) const;
  bool unchanged(int folder, const std::string& file, const struct stat& now,
                 const WrittenCommand& former);
  std::string told(const std::string& file) const;

  OutputPlace place_;
  std::vector<std::string> own_;
  std::map<std::string, struct stat> going_;
  std::map<std::string, Summed> summed_;  ///< what was read already
};

}  // namespace combat_odds::cli
