#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Crossing {
  std::uint8_t turn = 0;  ///< game turns played
  std::uint8_t ashore = 0;
  std::uint8_t all_ashore_in = 0;
  std::uint8_t under_mist = 0;  ///< squads that landed while the mist lay on the bank
  std::uint8_t mist_gone_in = 0;
};

/// 60: squads cross a river in assault boats, under a mist that lifts at some time.
struct RiverCrossing {
  int squads = 0;
  int turns = 1;
  bool mist = true;

  Crossing start() const { return {}; }

  Crossing step(const Crossing& before, Dice& dice) const {
    constexpr int first_turn_of_lifting = 2;  // 60.5
    Crossing now = before;
    ++now.turn;
    if (mist && now.mist_gone_in == 0 && now.turn >= first_turn_of_lifting &&
        dice.die([](int roll) { return roll == 1; })) {
      now.mist_gone_in = now.turn;
    }
    const int waiting = squads - now.ashore;
    if (waiting == 0) return now;
    // 60.3: the number of boats is limited.
    const int landing = dice.DR([&](TwoDice roll) { return std::min(roll.total(), waiting); });
    now.ashore = small(now.ashore + landing);
    if (mist && now.mist_gone_in == 0) now.under_mist = now.ashore;
    if (now.ashore == squads) now.all_ashore_in = now.turn;
    return now;
  }

  std::optional<Outcome> outcome(const Crossing& now) const {
    if (now.turn < turns) return std::nullopt;
    return Outcome(now.ashore == squads ? "all_ashore" : "some_wait")
        .event("mist_lifts", now.mist_gone_in > 0)
        .measure("ashore", now.ashore)
        .measure_if(now.ashore == squads, "all_ashore_in", now.all_ashore_in)
        .measure("under_mist", now.under_mist)
        .measure_if(now.mist_gone_in > 0, "mist_gone_in", now.mist_gone_in);
  }
};

}  // namespace

Procedure river_crossing() {
  using Asked = RiverCrossing;
  return procedure<Asked>("sl.river-crossing", "60",
                          "squads cross a river in assault boats, and the mist lifts")
      .asks(&Asked::squads, "squads", 1, 40, "how many squads are to cross")
      .required()
      .tried_with({"3", "9", "14"})
      .asks(&Asked::turns, "turns", 1, 12, "for how many game turns")
      .asks(&Asked::mist, "mist", "mist lies on the two rows of hexes along the river (60.4)")
      .outcome("all_ashore", "all squads are across")
      .outcome("some_wait", "some still wait for a boat")
      .event("mist_lifts", "the mist is gone")
      .measure("ashore", "squads that are across")
      .measure("all_ashore_in", "the game turn in which the last one lands")
      .only_where({"all_ashore"})
      .less_is_better()
      .measure("under_mist", "squads that landed while the mist lay on the bank")
      .measure("mist_gone_in", "the game turn in which the mist lifts")
      .only_where({"mist_lifts"})
      .headline("all_ashore", "all are across")
      .headline("mean ashore", "{} squads on average")
      .headline("mist_lifts", "the mist lifts");
}

}  // namespace combat_odds::squad_leader
