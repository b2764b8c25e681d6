#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/leftovers.hpp"
#include "combat_odds/core/folder.hpp"

namespace combat_odds::cli {

/// A folder of reports that holds all files of one command or none of them. They are written to a
/// folder beside it that takes its place in one step, with whatever else the user keeps there;
/// where that can't be done (the folder has folders in it, is a mount point, is where the user
/// stands, or the file system can't exchange two folders), one after the other, command.csv last: a
/// folder that an earlier command wrote has none while that is going on.
class OutputFolder {
 public:
  /// Makes the folder if need be. `own` are the files that any command of this program writes:
  /// those that an earlier one left go. Throws SystemError where the folder can't be made or
  /// another program writes there.
  OutputFolder(const std::string& path, std::vector<std::string> own);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Adds text to the end of a file. Throws SystemError where not all of it can be written.
  void write(const std::string& file, std::string_view text);
  FileSink sink() {
    return [this](const std::string& file, std::string_view text) { write(file, text); };
  }
  /// Puts the files where they belong. What is not committed is removed, and so is the folder if it
  /// was made here and nobody else has put anything there.
  void commit();

 private:
  struct Stream {
    std::FILE* file = nullptr;
    std::unique_ptr<Leftover> leftover;
  };

  /// Nothing is made yet: from here on the destructor removes what was, should making it fail.
  struct Nothing {};
  OutputFolder(const std::string& path, std::vector<std::string> own, Nothing);

  void make_folder();
  void lock();
  void make_temporary();
  Stream& open(const std::string& file);
  void close_all();
  bool take_along();
  bool exchange();
  void move_one_by_one();
  /// Whether a file of the old folder has no place in the new one.
  bool goes(const std::string& file) const;
  void remove_temporary() noexcept;
  std::string told(const std::string& file) const;
  std::string temporary(const std::string& file) const;
  std::string final(const std::string& file) const;

  CleanEnd clean_end_;
  std::string path_;    ///< as the user has it, for messages
  std::string target_;  ///< without links
  std::vector<std::string> own_;
  std::vector<std::unique_ptr<Leftover>> made_;  ///< folders, outer ones first
  int lock_ = -1;
  std::unique_ptr<Leftover> temporary_;
  std::map<std::string, Stream> streams_;
  bool was_of_a_command_ = false;  ///< the old folder
  bool committed_ = false;
};

}  // namespace combat_odds::cli
