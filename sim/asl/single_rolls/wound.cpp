#include "sim/asl/units/wound.hpp"

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {
namespace {

/// A17.11: the dr of an SMC who is wounded.
struct WoundSeverity {
  bool wounded_before = false;

  Outcome resolve(Dice& dice) const {
    return Outcome(wound_kills(dice, wounded_before) ? "dies" : "survives");
  }
};

}  // namespace

Procedure wound() {
  using Asked = WoundSeverity;
  return procedure<Asked>("asl.wound", "A17.11", "does an SMC die of a wound?")
      .asks(&Asked::wounded_before, "wounded_before", "he was wounded before: +1")
      .outcome("dies", "the wound kills him")
      .outcome("survives", "he is wounded, or stays so")
      .headline("dies", "he dies of it");
}

}  // namespace combat_odds::asl
