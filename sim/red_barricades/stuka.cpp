#include "combat_odds/sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

const std::string& number_name(int number) {
  static const std::string names[] = {"none", "1", "2", "3"};
  return names[number];
}

class FixedOrRolled : public Reinforcement {
 public:
  explicit FixedOrRolled(const Circumstances& circumstances)
      : fixed_(circumstances.strength.empty() ? 0 : circumstances.strength.front() - '0') {}

  Received draw(Dice& dice) const override {
    const int number = fixed_ > 0 ? fixed_ : stukas(dice);
    Received received;
    received.label = number_name(number);
    received.units.push_back({UnitKind::stuka, "Stuka", number});
    return received;
  }

 private:
  int fixed_;
};

/// E7.2: each turn a die below the turn's number brings them; then E7.21 their number.
struct Stuka {
  int cpp = 1;
  int turns = 0;

  Outcome resolve(Dice& dice) const {
    const int drm = cpp == 2 ? -2 : 0;
    int arrival = 0;
    for (int turn = 1; turn <= turns && arrival == 0; ++turn) {
      if (dice.dr([&](int roll) { return roll + drm < turn; })) arrival = turn;
    }
    const int number = turns > 0 && arrival == 0 ? 0 : stukas(dice);
    Outcome outcome(number_name(number));
    outcome.measure("stukas", number).measure("cpp", cpp);
    if (turns > 0) outcome.event("arrived", arrival > 0).measure("turn", arrival);
    return outcome;
  }
};

}  // namespace

int stukas(Dice& dice) {
  return dice.dr([](int roll) { return (roll + 1) / 2; });
}

std::unique_ptr<Reinforcement> stuka_draw(const Circumstances& circumstances) {
  return std::make_unique<FixedOrRolled>(circumstances);
}

Procedure stuka() {
  return procedure<Stuka>("rb.stuka", "RB9, E7.2-.21",
                          "the Stukas of the Red Barricades campaign: how many, and when")
      .asks(&Stuka::cpp, "cpp", 1, 2, "the CPP paid for them")
      .asks(&Stuka::turns, "turns", 0, 20, "the turns of the scenario; 0: only their number")
      .tried_with({"0", "1", "4", "5", "6", "7", "8", "9"})
      .outcome("none", "they do not arrive")
      .outcome("1", "one Stuka")
      .outcome("2", "two Stukas")
      .outcome("3", "three Stukas")
      .event("arrived", "they arrive in one of the turns")
      .measure("stukas", "Stukas received")
      .measures({cpp_measure()})
      .measure("turn", "the turn of arrival; 0: never");
}

}  // namespace combat_odds::red_barricades
