#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dice/known_as.hpp"
#include "core/dice/rule.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/parted_states.hpp"
#include "core/explore/parts_table.hpp"
#include "core/explore/state_table.hpp"

namespace combat_odds {

/// The states of a rule, each stored once and numbered in order of discovery. A state is stored
/// whole or, where the rule has PartedStates, as two parts; a part is stored once for all states
/// that share it.
class StateParts {
 public:
  /// `in_parts`: false keeps all states whole, whatever the rule says.
  StateParts(const StagedRule& rule, Checkpoints checkpoints, bool in_parts);
  StateParts(const StateParts&) = delete;
  StateParts& operator=(const StateParts&) = delete;

  std::size_t size() const { return states_.size(); }

  /// The number of a state; equal for states that are alike. Consumes `state`.
  std::uint32_t index_of(std::byte* state);

  using Parts = PartsTable::Parts;
  static constexpr std::uint32_t whole = ~std::uint32_t{0};  ///< no part stands by
  Parts parts(std::uint32_t state) const { return states_[state]; }
  /// The acting part, or the whole state.
  const std::byte* acting(std::uint32_t part) const { return acting_[part]; }
  const std::byte* whole_state(std::uint32_t state) const { return acting_[states_[state].acting]; }

  /// The number of an acting part that a step led to. Consumes `acting`.
  std::uint32_t acting_part(std::byte* acting);
  /// The number of the state with these two parts. Where the acting part takes no further step by
  /// itself, that of the joined state.
  std::uint32_t index_of(Parts parts);
  /// Announces a later index_of(parts), so that its memory is fetched meanwhile.
  void announce(Parts parts) const { known_.announce(parts); }

  /// Continues with a rule that has the same states.
  void go_on_with(const StagedRule& rule) {
    rule_ = &rule;
    if (parted_ != nullptr) parted_ = known_as<PartedStates>(&rule);
  }

  /// Forgets everything; from now on all states are whole.
  void give_up();

 private:
  std::uint32_t acting_index(const std::byte* acting);

  const StagedRule* rule_;
  const bool heeds_alike_;
  const PartedStates* parted_;  ///< null: all states are whole
  StateTable acting_;
  std::vector<std::uint32_t>
      whole_;                ///< of the acting parts: their number as a whole state, or none
  std::vector<bool> apart_;  ///< of the acting parts: can take another step by themselves
  StateTable standing_;
  std::vector<Parts> states_;
  PartsTable known_;  ///< the states in parts, and the joined states of parts
  std::vector<std::byte> both_;
  std::vector<std::byte> stands_;
};

}  // namespace combat_odds
