#include "combat_odds/sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {
namespace {

const std::string& number_name(int number) {
  static const std::string names[] = {"none", "1", "2", "3"};
  return names[number];
}

class Stukas : public Reinforcement {
 public:
  explicit Stukas(const Circumstances& circumstances)
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
class StukaRule : public Rule {
 public:
  explicit StukaRule(const Arguments& arguments)
      : cpp_(arguments.integer("cpp")),
        drm_(cpp_ == 2 ? -2 : 0),
        turns_(arguments.integer("turns")) {}

  Outcome resolve(Dice& dice) const override {
    int arrival = 0;
    for (int turn = 1; turn <= turns_ && arrival == 0; ++turn) {
      if (dice.dr([&](int roll) { return roll + drm_ < turn; })) arrival = turn;
    }
    const int number = turns_ > 0 && arrival == 0 ? 0 : stukas(dice);
    Outcome outcome(number_name(number));
    outcome.measure("stukas", number).measure("cpp", cpp_);
    if (turns_ > 0) outcome.event("arrived", arrival > 0).measure("turn", arrival);
    return outcome;
  }

 private:
  int cpp_;
  int drm_;
  int turns_;
};

}  // namespace

int stukas(Dice& dice) {
  return dice.dr([](int roll) { return (roll + 1) / 2; });
}

std::unique_ptr<Reinforcement> stuka_draw(const Circumstances& circumstances) {
  return std::make_unique<Stukas>(circumstances);
}

Procedure stuka() {
  return {
      .name = "rb.stuka",
      .rule = "RB9, E7.2-.21",
      .summary = "the Stukas of the Red Barricades campaign: how many, and when",
      .details =
          "Their number is half a die, fractions up. With 'turns', each turn a die below the "
          "turn's "
          "number brings them (bought at two CPP: -2 to that die); those that do not arrive in "
          "time "
          "are forfeit.",
      .parameters = {integer("cpp", 1, 2, "the CPP paid for them").by_default("1"),
                     integer("turns", 0, 20, "the turns of the scenario; 0: only their number")
                         .by_default("0")
                         .tried_with({"0", "1", "4", "5", "6", "7", "8", "9"})},
      .outcomes = {{"none", "they do not arrive"},
                   {"1", "one Stuka"},
                   {"2", "two Stukas"},
                   {"3", "three Stukas"}},
      .events = {{"arrived", "they arrive in one of the turns"}},
      .measures = {{"stukas", "Stukas received"},
                   cpp_measure(),
                   {"turn", "the turn of arrival; 0: never"}},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<StukaRule>(arguments); },
  };
}

}  // namespace combat_odds::red_barricades
