#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/explore/run_control.hpp"
#include "core/explore/state_explorer.hpp"
#include "core/play/number_stream.hpp"

namespace combat_odds {

/// The steps of the explored states, laid out for rolling: for each shape its rolls and the ends of
/// their classes. Shared by all threads.
class StepTables {
 public:
  explicit StepTables(const StateExplorer& states);

  const StateExplorer& states() const { return states_; }

  struct Roll {
    std::uint32_t first_end = 0;  ///< into ends(), or wide_ends()
    std::uint32_t classes = 0;
    std::uint32_t first_link = 0;
    bool wide = false;
  };
  /// The rolls of a shape, a tree; Link::Kind::node leads to another of them, Kind::state to an
  /// end.
  std::span<const Roll> rolls(std::uint32_t shape) const {
    return {rolls_.data() + first_roll_[shape], first_roll_[shape + 1] - first_roll_[shape]};
  }
  std::span<const std::uint32_t> ends(const Roll& roll) const {
    return {ends_.data() + roll.first_end, roll.classes};
  }
  std::span<const std::uint64_t> wide_ends(const Roll& roll) const {
    return {wide_ends_.data() + roll.first_end, roll.classes};
  }
  Link link(const Roll& roll, std::size_t c) const { return links_[roll.first_link + c]; }

 private:
  const StateExplorer& states_;
  std::vector<std::uint32_t> first_roll_;
  std::vector<Roll> rolls_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint64_t> wide_ends_;
  std::vector<Link> links_;
};

/// A block of trials that walks through the states: all trials at a state roll together.
class StateWalk {
 public:
  StateWalk(const StepTables& tables, WordStream& words, const RunControl* control);

  /// Plays so many trials, at most 2^32 - 1, and passes the counts to `add`. Call it once. False
  /// where it was stopped.
  bool play(std::uint64_t trials, FunctionRef<void(Outcome&&, std::uint64_t)> add);

 private:
  void arrive(Link link, std::uint64_t trials);
  void begin_round(int round, FunctionRef<void(Outcome&&, std::uint64_t)> add);
  bool play_steps();
  void step(std::uint32_t state, std::uint64_t trials);
  void step_of_few(std::uint32_t first_end, std::span<const StepTables::Roll> rolls,
                   std::uint64_t trials);
  void step_of_many(std::uint32_t first_end, std::span<const StepTables::Roll> rolls,
                    std::uint64_t trials);
  std::size_t roll_one(const StepTables::Roll& roll);
  void roll_many(const StepTables::Roll& roll, std::uint64_t trials);

  const StepTables& tables_;
  const StateExplorer& states_;
  const RunControl* const control_;
  WordStream& words_;
  NumberStream numbers_;
  std::vector<std::uint32_t> standing_;  ///< how many trials stand at each state,
  std::vector<std::uint32_t> borders_;   ///< at each border
  std::vector<std::uint64_t> leaves_;    ///< and have ended in each leaf
  std::size_t low_;                      ///< no trial waits at a lower state for the next pass,
  std::size_t high_ = 0;                 ///< none stands at a higher one,
  std::size_t passed_ = 0;               ///< and those before this one wait for the next pass
  std::vector<std::uint64_t> rolling_;   ///< at each roll of a step
  std::vector<std::uint64_t> classes_;
};

}  // namespace combat_odds
