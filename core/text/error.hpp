#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace combat_odds {

/// Where in an input something stands: {"--drm"} where no line is known. Lines and columns count
/// from 1; 0 means "not known".
struct Place {
  std::string file;  ///< or the option ("--drm"), or the key of a question ("drm")
  int line = 0;
  int column = 0;
};

/// The command line as a whole.
inline const Place command_line = {"combat-odds"};

/// Input that its author can mend: "file:line:column: what is wrong (what would be right)". About
/// an option or a whole file it may be one sentence: "--over needs --until (...)".
/// The program ends with exit code 2 and writes nothing.
class InputError : public std::runtime_error {
 public:
  InputError(const Place& place, const std::string& wrong, const std::string& right);

  const Place& place() const { return place_; }
  const std::string& wrong() const { return wrong_; }
  const std::string& right() const { return right_; }  ///< empty: nobody can tell

 private:
  struct Shown;
  InputError(const Place& place, Shown wrong, const std::string& right);

  Place place_;
  std::string wrong_;
  std::string right_;
};

/// A value that a parameter can't take, or that does not go with the others. Whoever knows where it
/// stands makes an InputError of it.
class ArgumentError : public std::runtime_error {
 public:
  ArgumentError(std::string_view parameter, const std::string& wrong, std::string right = "")
      : std::runtime_error(wrong), parameter_(parameter), right_(std::move(right)) {}

  const std::string& parameter() const { return parameter_; }
  std::string wrong() const { return what(); }
  const std::string& right() const { return right_; }

 private:
  std::string parameter_;
  std::string right_;
};

/// The system did not do what was asked of it (a full disk, a folder without write permission).
/// The program ends with exit code 1.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace combat_odds
