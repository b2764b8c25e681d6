#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/tasks/searchers.hpp"

namespace combat_odds::asl {
namespace {

/// A12.152: one Search dr, and what it finds.
struct Search {
  int hexes = 6;
  int known_empty = 0;
  int hidden = 1;
  Searchers searchers;
  int drm = 0;

  bool hidden_fit() const { return hidden <= hexes; }

  bool accessible() const { return hexes + known_empty <= 6; }

  /// The Final dr is the number of Accessible hexes, beside the own one, that are not searched.
  Outcome resolve(Dice& dice) const {
    const int modifier = drm + searchers.drm();
    const int searched = dice.die(
        [&](int roll) { return hexes - std::clamp(roll + modifier - known_empty, 0, hexes); });
    struct Found {
      std::uint8_t searched = 0;
      std::uint8_t looked_at = 0;
      std::uint8_t found = 0;
    } now{small(searched), 0, 0};
    for (; now.looked_at < searched; ++now.looked_at) {
      dice.at(now);
      const int left = hidden - now.found;
      if (left == 0) continue;
      if (dice.chit(hexes - now.looked_at, [&](int where) { return where < left; })) ++now.found;
    }
    return Outcome(searched == hexes ? "all_searched"
                   : searched > 0    ? "some_searched"
                                     : "none_searched")
        .event("found", now.found > 0)
        .event("all_found", hidden > 0 && now.found == hidden)
        .measure("searched", searched)
        .measure("locations_found", now.found);
  }
};

}  // namespace

Procedure search() {
  return procedure<Search>("asl.search", "A12.152",
                           "a Search: how many hexes are searched, and what is found in them")
      .asks(&Search::hexes, "hexes", 1, 6,
            "Accessible hexes, beside the own one, of which he does not know what they hold")
      .asks(&Search::known_empty, "known_empty", 0, 5,
            "Accessible hexes that he knows to be empty, and leaves out first")
      .only_when(&Search::accessible, "a hex has six neighbours, those of --hexes among them", "")
      .asks(&Search::hidden, "hidden", 0, 6,
            "how many of the hexes hold something hidden or concealed")
      .only_when(&Search::hidden_fit, "", "at least as many --hexes")
      .includes(&Search::searchers)
      .asks(&Search::drm, "drm", -10, 10, "the sum of any other modifiers")
      .outcome("all_searched", "all hexes are searched")
      .outcome("some_searched", "some are")
      .outcome("none_searched", "none is")
      .event("found", "at least one of those with something hidden is searched")
      .event("all_found", "all of them are")
      .measure("searched", "hexes searched")
      .measure("locations_found", "hexes with something hidden among them")
      .headline("found", "something is found")
      .headline("mean searched", "{} hexes are searched on average")
      .headline("none_searched", "none is searched");
}

}  // namespace combat_odds::asl
