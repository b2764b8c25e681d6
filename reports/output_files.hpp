#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// Files that appear in a folder together and whole, or not at all: they are written under
/// temporary names and take their own names in commit(). What is not committed is removed.
class OutputFiles {
 public:
  /// Makes the folder if need be. Throws SystemError where that fails.
  explicit OutputFiles(std::string directory);
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  /// A file of the set, to write to until commit(). Stays valid as long as the set.
  class File {
   public:
    /// Throws SystemError where not all of the text can be written.
    void write(std::string_view text);

   private:
    friend class OutputFiles;
    std::string path_;
    std::string temporary_;
    std::FILE* stream_ = nullptr;
  };

  File& open(const std::string& name);
  void commit();

 private:
  std::string directory_;
  std::string made_directory_;  ///< the topmost folder that had to be made; empty: none
  std::vector<std::unique_ptr<File>> files_;
  bool committed_ = false;
};

/// Removes the temporary files of all sets at once, and no others: for a signal handler (it calls
/// nothing but unlink).
void remove_temporary_files() noexcept;

}  // namespace combat_odds
