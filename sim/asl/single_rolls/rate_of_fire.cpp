#include <fmt/format.h>

#include "sim/asl/to_hit/guns.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

/// A9.2, C2.24: the shots of one weapon in one fire phase.
struct ShotsInAPhase {
  static constexpr const char* chart = "asl/machine-guns.csv";
  static constexpr int no_breakdown = 12;

  std::optional<std::string> weapon;
  std::optional<int> rate;
  std::optional<int> breakdown;
  bool intensive_fire = false;
  int most_shots = 10;

  bool is_not_named() const { return !weapon; }

  void prepare(const Charts& charts) {
    rate_ = rate.value_or(0);
    breakdown_ = breakdown.value_or(no_breakdown);
    if (!weapon) return;
    const NamedNumbers& numbers = charts.get<NamedNumbers>(chart);
    const std::optional<int> of_mg = numbers.find(*weapon, "rof");
    if (of_mg) {
      rate_ = rate.value_or(*of_mg);
      breakdown_ = breakdown.value_or(numbers.at(*weapon, "breakdown"));
      refuse_intensive("only Guns use it (C5.6)");
      return;
    }
    const NamedGun gun = read_gun(*weapon, "weapon", charts);
    if (!gun.rate_of_fire && !rate) {
      throw ArgumentError("rate", "no chart says the rate of fire of a calibre",
                          "--rate, or a gun by its name such as 'PaK 40'");
    }
    rate_ = rate.value_or(gun.rate_of_fire.value_or(0));
    breakdown_ = breakdown.value_or(gun.breakdown_number.value_or(no_breakdown));
    if (!gun.intensive_fire) refuse_intensive("this one may not use it");
  }

  Outcome resolve(Dice& dice) const {
    enum class Shot : std::uint8_t { keeps_its_rate, ends, malfunctions };
    int shots = 0;
    Shot last = Shot::keeps_its_rate;
    bool intensive = false;
    while (shots < most_shots && last != Shot::malfunctions) {
      if (last == Shot::ends) {
        if (!intensive_fire || intensive) break;
        intensive = true;
      }
      // C5.6: Intensive Fire has a B# 2 lower, and no rate.
      const int number = breakdown_ - (intensive ? 2 : 0);
      last = dice.DR([&](TwoDice roll) {
        if (roll.total() >= number) return Shot::malfunctions;
        return !intensive && roll.coloured <= rate_ ? Shot::keeps_its_rate : Shot::ends;
      });
      ++shots;
    }
    return Outcome(last == Shot::malfunctions ? "malfunctions" : "works")
        .event("two_or_more", shots >= 2)
        .event("three_or_more", shots >= 3)
        .event("four_or_more", shots >= 4)
        .event("five_or_more", shots >= 5)
        .measure("shots", shots);
  }

  Working working() const {
    Working working;
    working.situation = weapon ? *weapon + ", " : "";
    working.situation += fmt::format("rate of fire {}, B{}, in one fire phase", rate_, breakdown_);
    if (intensive_fire) working.situation += ", with Intensive Fire";
    return working;
  }

 private:
  void refuse_intensive(const char* why) const {
    if (intensive_fire) throw ArgumentError("intensive_fire", why, "leave it out");
  }

  int rate_ = 0;
  int breakdown_ = no_breakdown;
};

}  // namespace

Procedure shots_in_a_phase() {
  using Asked = ShotsInAPhase;
  return procedure<Asked>("asl.rate-of-fire", "A9.2, C2.24",
                          "how many shots a MG or gun gets in one fire phase")
      .asks(&Asked::weapon, "weapon", "a MG or gun such as 'German HMG' or 'PaK 40'",
            "the weapon, which the charts have the rate and B# of; or --rate")
      .or_named(both(names_in(Asked::chart, "weapon"), named_guns()))
      .tried_with({"German HMG", "Russian LMG", "PaK 38", "PzIIIL"})
      .asks(&Asked::rate, "rate", 0, 3,
            "the rate of fire (ROF) as it is now; default: that of the weapon")
      .needed_when(&Asked::is_not_named, "what fires?", "the ROF on the counter, or --weapon")
      .asks(
          &Asked::breakdown, "breakdown", 2, 12,
          "it malfunctions on an Original DR of this or more; default: that of the weapon, else 12")
      .tried_with({"12", "10", "7"})
      .asks(&Asked::intensive_fire, "intensive_fire",
            "a Gun fires once more when its rate is lost, with a B# 2 lower (C5.6)")
      .asks(&Asked::most_shots, "most_shots", 1, 10,
            "at most so many: a MG fires no more often at who moves than he spends MF there")
      .tried_with({"1", "2", "3", "6", "10"})
      .outcome("works", "it works afterwards")
      .outcome("malfunctions", "it malfunctions")
      .event("two_or_more", "it gets two shots or more")
      .event("three_or_more", "it gets three or more")
      .event("four_or_more", "it gets four or more")
      .event("five_or_more", "it gets five or more")
      .measure("shots", "shots fired")
      .headline("mean shots", "{} shots on average")
      .headline("two_or_more", "two shots or more")
      .headline("three_or_more", "three or more")
      .headline("malfunctions", "it malfunctions");
}

}  // namespace combat_odds::asl
