#include <fmt/format.h>

#include <algorithm>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// A10.1-.31, A7.8, A19.13: one check of one unit, by its Morale Level and the sum of what is
/// added.
struct LoneCheck {
  enum class Kind { mc, tc };
  enum class Result : std::uint8_t {
    passed,
    passed_pinned,
    failed,
    failed_replaced,
    casualty,
    casualty_replaced,
  };

  int morale = 7;
  int check = 0;
  int drm = 0;
  Kind kind = Kind::mc;
  bool broken = false;
  std::optional<int> elr;

  int added() const { return check + drm; }
  bool is_morale_check() const { return kind == Kind::mc; }
  bool is_unbroken_mc() const { return is_morale_check() && !broken; }

  Outcome resolve(Dice& dice) const {
    const Result result = dice.DR([&](TwoDice roll) { return read(roll.total()); });
    const bool passes = result == Result::passed || result == Result::passed_pinned;
    const bool replaced = result == Result::failed_replaced || result == Result::casualty_replaced;
    const bool casualty = result == Result::casualty || result == Result::casualty_replaced;
    return Outcome(result == Result::passed          ? "passed"
                   : result == Result::passed_pinned ? "pinned"
                   : !is_morale_check()              ? "failed"
                   : broken                          ? (casualty ? "eliminated" : "reduced")
                   : casualty                        ? "reduced_broken"
                                                     : "broken")
        .event("passes", passes)
        .event("breaks", is_unbroken_mc() && !passes)
        .event("replaced", replaced);
  }

  Working working() const {
    Working working;
    const std::string name = is_morale_check() ? "MC" : "TC";
    working.situation = fmt::format("{} of Morale {}",
                                    check == 0 ? "N" + name : std::to_string(check) + name, morale);
    if (drm != 0) working.situation += ", " + signed_text(drm);
    if (broken) working.situation = "Broken, " + working.situation;
    if (elr) working.situation += fmt::format(", ELR {}", *elr);
    return working;
  }

 private:
  /// A10.31: an Original 12 never passes an MC, so 11 is the highest DR that may.
  Result read(int original) const {
    const int excess = original + added() - morale;
    if (!is_morale_check()) return excess <= 0 ? Result::passed : Result::failed;
    const bool over_elr = elr && excess > *elr;
    if (original == 12) return over_elr ? Result::casualty_replaced : Result::casualty;
    if (excess > 0) return over_elr ? Result::failed_replaced : Result::failed;
    const bool pins = !broken && original == std::min(morale - added(), 11);
    return pins ? Result::passed_pinned : Result::passed;
  }
};

}  // namespace

Procedure lone_check() {
  return procedure<LoneCheck>("asl.check", "A10.1-.31, A7.8, A19.13",
                              "a Morale Check or Task Check of one unit, by its numbers alone")
      .asks(&LoneCheck::morale, "morale", 1, 10,
            "the Morale Level now, on the side that it checks with")
      .required()
      .or_of_unit(UnitFact::morale)
      .tried_with({"6", "7", "8", "10"})
      .asks(&LoneCheck::check, "check", 0, 5,
            "what the check itself adds: 2 for a 2MC or 2TC, 0 for an NMC, NTC or PTC")
      .asks(&LoneCheck::drm, "drm", -10, 10, "all other DRM: -1 of an 8-1 who is there")
      .or_of_unit(UnitFact::leadership)
      .tried_with({"0", "2", "-1", "-4"})
      .asks(&LoneCheck::kind, "kind", one_of({"mc", "tc"}),
            "mc: a Morale Check; tc: a Task Check, such as a PTC or PAATC")
      .asks(&LoneCheck::broken, "broken", "the unit is broken already")
      .only_when(&LoneCheck::is_morale_check, "its Morale Level says it all", "--kind mc")
      .asks(
          &LoneCheck::elr, "elr", 0, 5,
          "its Experience Level Rating, for the chance of being Replaced; default: that is left out")
      .only_when(&LoneCheck::is_unbroken_mc, "it counts for an MC of the unbroken (A19.13)",
                 "--kind mc, and not --broken")
      .outcome("passed", "it passes, and is not pinned")
      .outcome("pinned", "it passes an MC with the highest DR that may, and is pinned (A7.8)")
      .outcome("broken", "it breaks")
      .outcome("reduced_broken", "an Original 12: it breaks and suffers Casualty Reduction")
      .outcome("reduced", "broken, it fails: Casualty Reduction")
      .outcome("eliminated", "broken, an Original 12: it is eliminated")
      .outcome("failed", "it fails the Task Check")
      .event("passes", "it passes, pinned or not")
      .event("breaks", "it breaks, with or without Casualty Reduction")
      .event("replaced", "it fails by more than its ELR: it is Replaced, or Disrupted")
      .headline("passes", "it passes")
      .headline("pinned", "it passes, but is pinned")
      .headline("breaks", "it breaks")
      .headline("reduced", "it is reduced");
}

}  // namespace combat_odds::asl
