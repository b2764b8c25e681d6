#include <array>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Building {
  std::uint8_t attacks = 0;
  std::uint8_t fate = 0;  ///< 0: standing, 1: rubble, 2: burning rubble
};

/// 58.1, 59.3: high explosive on a building.
struct Rubble {
  double firepower = 0;
  int drm = 0;
  bool sets_fires = true;
  int attacks = 1;

  void prepare(const Charts& charts) { ift_ = &charts.get<Ift>(); }

  Building start() const { return {}; }
  Building step(const Building& before, Dice& dice) const {
    Building now = before;
    ++now.attacks;
    if (!kia(dice)) return now;
    now.fate = 1;
    if (sets_fires && kia(dice)) now.fate = 2;
    return now;
  }
  std::optional<Outcome> outcome(const Building& now) const {
    if (now.fate == 0 && now.attacks < attacks) return std::nullopt;
    return Outcome(now.fate == 0   ? "stands"
                   : now.fate == 1 ? "rubble"
                                   : "burning")
        .event("collapses", now.fate != 0)
        .measure_if(now.fate != 0, "attack", now.attacks);
  }

 private:
  bool kia(Dice& dice) const {
    const int column = ift_->column(firepower);
    if (column < 0) return false;
    return dice.DR([&](TwoDice roll) {
      return ift_->at(column, roll.total() + drm).kind == FireResult::Kind::kia;
    });
  }

  const Ift* ift_ = nullptr;
};

}  // namespace

Procedure rubble() {
  return procedure<Rubble>("sl.rubble", "58.1, 59.3, COI 101.7",
                           "high explosive on a building: does it collapse, does it burn?")
      .asks(&Rubble::firepower, "firepower", 0, 1000,
            "the factors of each attack: the HE column of the calibre, 30 for a demolition charge")
      .required()
      .tried_with({"8", "16", "30"})
      .asks(&Rubble::drm, "drm", -10, 10, "the modifiers of the attack: the building's, +2 or +3")
      .asks(
          &Rubble::sets_fires, "sets_fires",
          "artillery, guns and bombs: a KIA is followed by the same attack again, and a second one "
          "sets fire; false: mines and demolition charges")
      .asks(&Rubble::attacks, "attacks", 1, 20, "how many attacks there are")
      .outcome("stands", "the building stands")
      .outcome("rubble", "it is rubble and does not burn")
      .outcome("burning", "it is rubble and burns")
      .event("collapses", "it is rubble, burning or not: whoever was in it is eliminated")
      .measure("attack", "the attack that brought it down")
      .only_where({"collapses"})
      .less_is_better()
      .headline("collapses", "the building collapses")
      .headline("burning", "it burns");
}

}  // namespace combat_odds::squad_leader
