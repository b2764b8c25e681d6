#include "core/dice/inner.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

enum class Gun : std::uint8_t { works, jammed, lost };

/// One gun and so many Rally Phases to repair it: what the battery asks of each of its guns.
class Repairs : public Inner<std::int32_t, Gun> {
 public:
  Gun play(const std::int32_t& phases, Dice& dice) const override {
    Gun gun = Gun::jammed;
    for (int phase = 0; phase < phases && gun == Gun::jammed; ++phase) {
      gun = repaired(dice, 1, Repairable{Gun::works, Gun::jammed, Gun::lost});  // 18.2
    }
    return gun;
  }
};

/// Like guns that have jammed: only how many of them work matters, not which.
struct Battery {
  int guns = 4;
  int phases = 2;

  Outcome resolve(Dice& dice) const {
    struct {
      std::int32_t played = 0;
      std::int32_t working = 0;
    } so_far;
    for (; so_far.played < guns; ++so_far.played) {
      dice.at(so_far);
      if (dice.play(repairs_, phases) == Gun::works) ++so_far.working;
    }
    const int working = so_far.working;
    return Outcome(working == guns ? "all"
                   : working > 0   ? "some"
                                   : "none")
        .measure("working", working);
  }

 private:
  Repairs repairs_;
};

}  // namespace

Procedure battery() {
  using Asked = Battery;
  return procedure<Asked>("example.battery", "COI 18.2", "how many jammed guns fire again?")
      .asks(&Asked::guns, "guns", 1, 12, "guns that have jammed")
      .asks(&Asked::phases, "phases", 1, 20, "Rally Phases to repair them in")
      .outcome("all", "all of them")
      .outcome("some", "some of them")
      .outcome("none", "none")
      .measure("working", "guns that fire again")
      .headline("none", "no gun fires again");
}

}  // namespace combat_odds::squad_leader
