#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// Quality Rolls of one TU, whatever calls for them: so many dice, each by itself.
struct QualityRolls {
  Troops troops;
  int modifier = 0;
  int dice_rolled = 1;
  int needed = 1;

  void prepare(const Charts& charts) {
    if (needed > dice_rolled) {
      throw ArgumentError("needed", "there are not so many dice",
                          "at most " + std::to_string(dice_rolled));
    }
    roll_ = troops.roll(charts, modifier);
    if (!roll_.possible()) {
      throw ArgumentError("modifier", "below Untrained nobody rolls at all",
                          "a better quality, or a smaller loss");
    }
  }

  Outcome resolve(Dice& dice) const {
    enum class Die : std::uint8_t { natural_1, fails, succeeds };
    struct State {
      std::uint8_t rolled = 0;
      std::uint8_t successes = 0;
      std::uint8_t natural_1 = 0;
    };
    State state;
    for (; state.rolled < dice_rolled; ++state.rolled) {
      dice.at(state);
      const Die die = dice.die([&](int dr) {
        return dr == 1 ? Die::natural_1 : roll_.succeeds(dr) ? Die::succeeds : Die::fails;
      });
      if (die == Die::natural_1) state.natural_1 = 1;
      if (die == Die::succeeds) ++state.successes;
    }
    const bool one = dice_rolled == 1;
    return Outcome(state.successes >= needed ? (one ? "succeeds" : "enough")
                   : one                     ? "fails"
                                             : "too_few")
        .event("all_succeed", state.successes == dice_rolled)
        .event("natural_1", state.natural_1 != 0)
        .measure("successes", state.successes);
  }

  Working working() const {
    Working working;
    const std::string who = troops.quality + (troops.quality.ends_with('s') ? "" : " troops");
    working.situation = fmt::format(
        "{} of {}, {}+",
        dice_rolled == 1 ? "Quality Roll" : fmt::format("{} Quality Rolls", dice_rolled), who,
        roll_.at_least);
    if (dice_rolled > 1) working.situation += fmt::format(", {} needed", needed);
    return working;
  }

 private:
  QualityRoll roll_;
};

}  // namespace

Procedure quality_rolls() {
  using Asked = QualityRolls;
  return procedure<Asked>("slammers.quality-rolls", "Supplement 4 and play sheet, Quality Rolls",
                          "Quality Rolls of troops: how many of the dice succeed?")
      .includes(&Asked::troops, "", "those who roll")
      .asks(&Asked::modifier, "modifier", -3, 3,
            "QR modifiers, each a level of quality: +1 better, -1 worse")
      .tried_with({"0", "1", "-1"})
      .asks(&Asked::dice_rolled, "rolls", 1, 30,
            "how many dice are rolled, such as the Sh of a weapon")
      .asks(&Asked::needed, "needed", 1, 30, "how many successes are enough")
      .outcome("succeeds", "the die succeeds")
      .outcome("fails", "it does not")
      .outcome("enough", "of several, as many succeed as are needed, or more")
      .outcome("too_few", "fewer do")
      .event("all_succeed", "every die succeeds")
      .event("natural_1",
             "a die shows a natural 1: in the second burst of Rapid Fire or Double Tap a vehicle's "
             "weapon jams, and infantry is suppressed")
      .measure("successes", "dice that succeed")
      .headline("succeeds", "it succeeds")
      .headline("enough", "enough succeed")
      .headline("mean successes", "{} successes on average")
      .headline_if_asked("natural_1", "a natural 1 is among them");
}

}  // namespace combat_odds::slammers
