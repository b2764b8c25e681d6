#pragma once

#include <fcntl.h>

#include <string>

namespace combat_odds::cli {

/// Something that has to go should the program be ended from outside: a temporary file, or a folder
/// that is empty then. Later ones go first. A path is relative to the descriptor of a folder, which
/// has to stay open as long, so that the thing is found where the folder is moved meanwhile.
class Leftover {
 public:
  explicit Leftover(std::string path, int folder = AT_FDCWD);
  ~Leftover();
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;

  const std::string& path() const { return path_; }
  /// Removes the file, or the folder where it is empty.
  void remove() const noexcept;

 private:
  std::string path_;
  int folder_;
  std::size_t slot_;
};

/// While it lives, signals that end the program (Ctrl-C, SIGTERM, SIGHUP, a limit of time or size,
/// timers and those for the user's own use) remove what is left over before they do, and say so,
/// unless somebody else takes care of them (see Watch).
class CleanEnd {
 public:
  CleanEnd();
  ~CleanEnd();
  CleanEnd(const CleanEnd&) = delete;
  CleanEnd& operator=(const CleanEnd&) = delete;
};

/// While it lives, nothing ends the program half way: a signal takes effect afterwards.
class Undisturbed {
 public:
  Undisturbed();
  ~Undisturbed();
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
};

/// Removes what is left over, says which signal it was and ends the program with the exit code that
/// a shell gives one that the signal ended: for a signal handler. While something is Undisturbed it
/// only takes note.
void end_by(int signal) noexcept;

/// "SIGTERM"; "Ctrl-C" for SIGINT. For signal handlers, too.
const char* name_of_signal(int signal) noexcept;

}  // namespace combat_odds::cli
