#include <cstdint>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

/// Play sheet: an ADS tries each buzzbomb that hits its vehicle, on its fixed number.
struct Buzzbombs {
  std::string system;
  int buzzbombs = 1;

  void prepare(const Charts& charts) { ads_ = charts.get<AdsChart>().find(system, "ads"); }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t left = 0;
      std::uint8_t leaks = 0;
    };
    State state{small(buzzbombs), 0};
    for (; state.left > 0; --state.left) {
      dice.at(state);
      if (!ads_.stops(dice)) ++state.leaks;
    }
    return Outcome(state.leaks == 0 ? "intercepted" : "leaks").measure("leaks", state.leaks);
  }

 private:
  Ads ads_;
};

}  // namespace

Procedure buzzbombs() {
  return procedure<Buzzbombs>("slammers.buzzbombs", "play sheet, ADS; Supplement 4",
                              "does an automatic defence system stop the buzzbombs that hit?")
      .asks(&Buzzbombs::system, "ads", one_of({"strip_mines", "drozd_box", "enhanced_panel"}),
            "the system")
      .asks(&Buzzbombs::buzzbombs, "buzzbombs", 1, 12, "buzzbombs that hit, one after the other")
      .outcome("intercepted", "it stops all of them")
      .outcome("leaks", "the buzzbomb, or at least one of several, gets through")
      .measure("leaks", "buzzbombs that get through")
      .headline("intercepted", "nothing gets through")
      .headline("mean leaks", "{} get through on average");
}

}  // namespace combat_odds::slammers
