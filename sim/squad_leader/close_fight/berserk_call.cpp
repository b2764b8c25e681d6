#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/close_fight/berserk.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Followers {
  std::uint8_t rolled = 0;
  std::uint8_t count = 0;
};

/// 18.5: a leader goes berserk, and each unbroken unit in his hex rolls whether it follows.
struct BerserkCall {
  static constexpr std::size_t most_units = 8;

  std::vector<UnitName> units;
  int leadership = 0;

  Followers start() const { return {}; }

  Followers step(Followers state, Dice& dice) const {
    const int needed = needed_to_follow(units[state.rolled].morale, leadership);
    if (DR_at_most(dice, needed)) ++state.count;
    ++state.rolled;
    return state;
  }

  std::optional<Outcome> outcome(const Followers& state) const {
    if (state.rolled < units.size()) return std::nullopt;
    return Outcome(state.count == 0              ? "none_follows"
                   : state.count == units.size() ? "all_follow"
                                                 : "some_follow")
        .event("any_follows", state.count > 0)
        .measure("followers", state.count);
  }
};

}  // namespace

Procedure berserk_call() {
  using Asked = BerserkCall;
  return procedure<Asked>("sl.berserk-call", "18.5",
                          "a leader goes berserk: which units in his hex follow him?")
      .asks(&Asked::units, "units", units_form, "the unbroken units in his hex",
            units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .required()
      .tried_with({"4-4-7", "2*6-2-8", "3*4-4-7 8-0", "4-2-6 9-1"})
      .asks(&Asked::leadership, "leadership", -3, 2,
            "his own modifier, which is added to each roll")
      .or_of_unit(UnitFact::leadership)
      .outcome("all_follow", "all go berserk with him")
      .outcome("some_follow", "some of them do")
      .outcome("none_follows", "none does")
      .event("any_follows", "at least one goes berserk with him")
      .measure("followers", "how many follow")
      .headline("all_follow", "all go berserk with him")
      .headline("any_follows", "at least one does");
}

}  // namespace combat_odds::squad_leader
