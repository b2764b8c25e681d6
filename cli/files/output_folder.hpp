#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/descriptor.hpp"
#include "cli/files/standing_files.hpp"
#include "cli/interrupts/leftovers.hpp"
#include "core/text/folder.hpp"
#include "core/text/spreadsheet.hpp"
#include "core/text/xxh64.hpp"

namespace combat_odds::cli {

/// A folder of reports that holds all files of one command or none of them. They are written to a
/// folder beside it that takes its place in one step, with whatever else the user keeps there;
/// where that can't be done (the folder has folders in it, is a mount point, is where the user
/// stands, or the file system can't exchange two folders), one after the other, command.csv last: a
/// folder that an earlier command wrote has none while that is going on.
///
/// command.csv gets a checksum of each file. What an earlier command left goes as long as it still
/// has its own; nothing else is replaced or removed unless --force is given, and nothing that this
/// command has read in any case. All is done by descriptors of the folder and the one around it:
/// should something else come to stand in its place, nothing of that is touched.
class OutputFolder {
 public:
  /// Makes the folder if need be. `own` are the files that the command may write. Throws InputError
  /// where one of them was read or is in the way (see StandingFiles), SystemError where the folder
  /// can't be made or another program writes there.
  OutputFolder(const OutputPlace& place, std::vector<std::string> own);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Throws the same where the folder is there and can't be written to; makes nothing. For commands
  /// that have much to do before they come to write.
  static void check(const OutputPlace& place, std::vector<std::string> own);

  /// Adds text to the end of a file. Throws SystemError where not all of it can be written.
  void write(const std::string& file, std::string_view text);
  FileSink sink() {
    return [this](const std::string& file, std::string_view text) { write(file, text); };
  }
  /// Puts the files where they belong. Throws InputError where something has come in the way in the
  /// meantime. What is not committed is removed, and so is the folder if it was made here and
  /// nobody else has put anything there.
  void commit();

 private:
  struct Stream {
    std::unique_ptr<char[]> buffer = {};  ///< the file's
    std::FILE* file = nullptr;
    std::unique_ptr<Leftover> leftover;
    Xxh64 checksum = {};
    SpreadsheetCsv spreadsheet = {};
  };

  /// Nothing is made yet: from here on the destructor removes what was, should making it fail.
  struct Nothing {};
  OutputFolder(const OutputPlace& place, std::vector<std::string> own, Nothing);

  void make_folder();
  void lock();
  void make_temporary();
  Stream& open(const std::string& file);
  void add_checksums();
  void close_all();
  bool stands() const;
  bool take_along();
  bool exchange();
  void take_newcomers();
  void move_one_by_one();
  void remove_all_in(int folder, bool only_what_goes) noexcept;
  void remove_temporary() noexcept;
  SystemError replaced() const;
  std::string told(const std::string& file) const;

  CleanEnd clean_end_;
  std::string path_;  ///< as the user has it, for messages
  StandingFiles standing_;
  bool for_spreadsheet_;
  std::vector<std::unique_ptr<Leftover>> made_;  ///< folders, outer ones first
  std::string target_;                           ///< without links
  std::string name_;                             ///< of the folder in the one around it
  Descriptor around_;
  Descriptor folder_;  ///< holds the lock
  /// The new folder: its name in `place_`, which is around_ or folder_.
  std::unique_ptr<Leftover> temporary_;
  int place_ = -1;
  Descriptor inside_;
  std::map<std::string, Stream> streams_;
  bool committed_ = false;
  bool exchanged_ = false;  ///< the temporary name is that of the old folder now
};

}  // namespace combat_odds::cli
