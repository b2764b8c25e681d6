#pragma once

#include <cstddef>
#include <span>

#include "core/dice/dice.hpp"

namespace combat_odds {

/// For rules in rounds that have large states: a state is a few bodies (the leaders of a stack, its
/// other units) and the message, which is all else. A step looks only at the message and at some of
/// the bodies, so it is played once for all that may stand by meanwhile. A StagedRule derives from
/// this as well. Exact odds are worked out by bodies (see columns.hpp); the cross-check plays whole
/// states, and so finds a rule that looks at a body it has not named.
class InBodies {
 public:
  /// Bytes of the state: units of equal size, side by side.
  struct Body {
    std::size_t first = 0;
    std::size_t unit_size = 0;
    std::size_t units = 0;

    std::size_t size() const { return unit_size * units; }
  };

  /// What the next step is, for all states with the same message.
  struct Turn {
    enum class Kind {
      step,       ///< next(); it looks at and changes the message and these bodies, no more
      crowd,      ///< each unit of the only body plays by itself, see next_of_crowd()
      selection,  ///< Random Selection among the units of these bodies, see may_be_selected()
    };
    Kind kind = Kind::step;
    unsigned bodies = 0;  ///< a bit for each
    int at_least = 0;     ///< how many a selection selects, if so many can be
    int among = 0;        ///< which selection it is, less than most_selections
  };

  static constexpr int most_selections = 8;

  virtual ~InBodies() = default;

  /// Empty: its states stay whole. At most four.
  virtual std::span<const Body> bodies() const = 0;
  /// Of a state that is not between two rounds. As between_rounds(), it may look at the message
  /// only: the bodies are blank (zeros).
  virtual Turn turn(const std::byte* message) const = 0;
  /// The bodies that ended() and begin() look at between two rounds, a bit for each; they change no
  /// others.
  virtual unsigned looked_at_between_rounds(const std::byte* /*message*/, int /*played*/) const {
    return ~0u;
  }

  /// Plays the turn of one unit of a crowd, which stands first in its body. The message is then as
  /// it is when all have played, but for what the unit notes in it: bits that it sets. The order
  /// in which the units stand must not matter.
  virtual void next_of_crowd(std::byte* state, Dice& dice) const = 0;

  /// `among`: which selection it is, of those that have different units or mark them differently.
  virtual bool may_be_selected(const std::byte* unit, int among) const = 0;
  virtual void select(std::byte* unit, int among) const = 0;
  /// Goes on after a selection.
  virtual void selected(std::byte* message) const = 0;
};

}  // namespace combat_odds
