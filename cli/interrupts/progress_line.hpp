#pragma once

#include <cstdint>
#include <memory>

#include "core/explore/run_control.hpp"

namespace combat_odds::cli {

/// While it lives, a line on standard error tells what is played or worked out, if standard error
/// is a terminal and `quiet` is false.
class ProgressLine {
 public:
  /// `trials` are all that will be played; 0: not known.
  ProgressLine(const RunControl& control, std::uint64_t trials, bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  struct Shown;
  std::unique_ptr<Shown> shown_;
};

}  // namespace combat_odds::cli
