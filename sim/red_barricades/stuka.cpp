#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

const std::string& number_name(int number) {
  static const std::string names[] = {"none", "1", "2", "3"};
  return names[number];
}

/// The turn of arrival (0: never). E7.2: they arrive in a turn if its die is below the turn's
/// number (-2 to the die where they were bought at two CPP).
int turn_of_arrival(Dice& dice, int turns, int cpp) {
  const int drm = cpp == 2 ? -2 : 0;
  for (int turn = 1; turn <= turns; ++turn) {
    if (dice.die([&](int roll) { return roll + drm < turn; })) return turn;
  }
  return 0;
}

/// Stukas of a campaign. Those that do not arrive during the scenario are forfeit, and so are all
/// of them under an Overcast sky (note b, E3.5).
class Flight : public Reinforcement {
 public:
  explicit Flight(const Circumstances& circumstances)
      : fixed_(circumstances.strength.empty() ? 0 : circumstances.strength.front() - '0'),
        cpp_(circumstances.stuka_cpp),
        turns_(circumstances.scenario_turns),
        overcast_hits_(circumstances.overcast_hits),
        overcast_sides_(circumstances.overcast_sides) {}

  Received draw(Dice& dice) const override {
    const bool arrives =
        !overcast(dice) && (turns_ == 0 || turn_of_arrival(dice, turns_, cpp_) > 0);
    const int number = !arrives ? 0 : fixed_ > 0 ? fixed_ : stukas(dice);
    Received received;
    received.label = number_name(number);
    received.units.push_back({UnitKind::stuka, "Stuka", number});
    return received;
  }

 private:
  bool overcast(Dice& dice) const {
    if (overcast_hits_ == 0) return false;
    if (overcast_hits_ == overcast_sides_) return true;
    return dice.die(overcast_sides_, [&](int roll) { return roll <= overcast_hits_; });
  }

  int fixed_;
  int cpp_;
  int turns_;
  int overcast_hits_;
  int overcast_sides_;
};

/// The turn of arrival, then their number (E7.21).
struct Stuka {
  int cpp = 1;
  int turns = 0;

  Outcome resolve(Dice& dice) const {
    const int arrival = turn_of_arrival(dice, turns, cpp);
    const int number = turns > 0 && arrival == 0 ? 0 : stukas(dice);
    Outcome outcome(number_name(number));
    outcome.event("two_or_more", number >= 2).measure("stukas", number).measure("cpp", cpp);
    if (turns > 0) outcome.event("arrived", arrival > 0);
    outcome.measure_if(arrival > 0, "turn", arrival);
    return outcome;
  }
};

}  // namespace

int stukas(Dice& dice) {
  return dice.die([](int roll) { return (roll + 1) / 2; });
}

std::unique_ptr<Reinforcement> stuka_draw(const Circumstances& circumstances) {
  return std::make_unique<Flight>(circumstances);
}

Procedure stuka() {
  return procedure<Stuka>("rb.stuka", "RB9, E7.2-.21",
                          "the Stukas of the Red Barricades campaign: how many, and when")
      .asks(&Stuka::cpp, "cpp", 1, 2, "the CPP paid for them; two: -2 to the die of arrival")
      .only_when([](const Stuka& asked) { return asked.turns > 0; },
                 "the second CPP only makes them arrive sooner", "--turns of the scenario")
      .asks(&Stuka::turns, "turns", 0, 20, "the turns of the scenario; 0: only their number")
      .tried_with({"0", "1", "4", "5", "6", "7", "8", "9"})
      .outcome("none", "they do not arrive")
      .outcome("1", "one Stuka")
      .outcome("2", "two Stukas")
      .outcome("3", "three Stukas")
      .event("arrived", "they arrive in one of the turns")
      .event("two_or_more", "there are two Stukas or more")
      .measure("stukas", "Stukas received")
      .measures({cpp_measure()})
      .measure("turn", "the turn of arrival")
      .only_where({"arrived"})
      .less_is_better()
      .headline("mean stukas", "{} Stukas on average")
      .headline("arrived", "they arrive")
      .headline_if_asked("two_or_more", "there are two or more");
}

}  // namespace combat_odds::red_barricades
