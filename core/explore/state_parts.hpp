#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/narrow_steps.hpp"
#include "core/explore/parts_table.hpp"
#include "core/explore/state_table.hpp"

namespace combat_odds {

/// The states of a rule, each once, numbered as they come: whole, or in two parts where the rule
/// says so (PartedStates). A part is kept once, however many states share it.
class StateParts {
 public:
  /// `in_parts`: false where none may be parted, whatever the rule says.
  StateParts(const StagedRule& rule, Checkpoints checkpoints, bool in_parts);
  StateParts(const StateParts&) = delete;
  StateParts& operator=(const StateParts&) = delete;

  std::size_t size() const { return states_.size(); }

  /// The number of a state, of all that are alike the same. `state` is used up.
  std::uint32_t index_of(std::byte* state);

  using Parts = PartsTable::Parts;
  static constexpr std::uint32_t whole = ~std::uint32_t{0};  ///< nothing stands by
  Parts parts(std::uint32_t state) const { return states_[state]; }
  /// The acting part, or the whole state.
  const std::byte* acting(std::uint32_t part) const { return acting_[part]; }
  const std::byte* whole_state(std::uint32_t state) const { return acting_[states_[state].acting]; }

  /// The number of an acting part that came of a step. `acting` is used up.
  std::uint32_t acting_part(std::byte* acting);
  /// The number of the state that has these parts, or, where they do not go on apart, comes of
  /// both.
  std::uint32_t index_of(Parts parts);
  /// That index_of(parts) is soon to come.
  void announce(Parts parts) const { known_.announce(parts); }

  /// Goes on with a rule that has the same states.
  void go_on_with(const StagedRule& rule) {
    rule_ = &rule;
    if (parted_ != nullptr) parted_ = dynamic_cast<const PartedStates*>(&rule);
  }

  /// Forgets all, and parts no state from now on.
  void give_up();

 private:
  std::uint32_t acting_index(const std::byte* acting);

  const StagedRule* rule_;
  const bool heeds_alike_;
  const PartedStates* parted_;  ///< null: all are whole
  StateTable acting_;
  std::vector<std::uint32_t> whole_;  ///< of the acting parts: the state that it is whole, or none
  std::vector<bool> apart_;           ///< of the acting parts: goes on apart
  StateTable standing_;
  std::vector<Parts> states_;
  PartsTable known_;  ///< the states in parts, and what comes of parts that do not go on apart
  std::vector<std::byte> both_;
  std::vector<std::byte> stands_;
};

}  // namespace combat_odds
