#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

/// Play sheet: an ADS tries each buzzbomb that hits its vehicle, on its fixed number.
struct Buzzbombs {
  std::string system;
  std::string second_system;
  int buzzbombs = 1;
  Troops launcher;  ///< empty: they all hit

  void prepare(const Charts& charts) {
    if (!launcher.quality.empty()) launch_ = launcher.roll(charts, 0);
    const AdsChart& chart = charts.get<AdsChart>();
    systems_.push_back(chart.find(system, "ads"));
    if (second_system != "none") systems_.push_back(chart.find(second_system, "second_ads"));
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t left = 0;
      std::uint8_t leaks = 0;
    };
    State state{small(buzzbombs), 0};
    for (; state.left > 0; --state.left) {
      dice.at(state);
      const bool hits = !launch_ || launch_->made(dice);
      if (hits && !stopped(dice)) ++state.leaks;
    }
    return Outcome(state.leaks == 0 ? "intercepted" : "leaks").measure("leaks", state.leaks);
  }

 private:
  bool stopped(Dice& dice) const {
    return std::any_of(systems_.begin(), systems_.end(),
                       [&](const Ads& ads) { return ads.stops(dice); });
  }

  std::vector<Ads> systems_;
  std::optional<QualityRoll> launch_;
};

}  // namespace

Procedure buzzbombs() {
  return procedure<Buzzbombs>("slammers.buzzbombs", "play sheet, ADS; Supplement 4",
                              "does an automatic defence system stop the buzzbombs that hit?")
      .asks(&Buzzbombs::system, "ads", one_of({"strip_mines", "drozd_box", "enhanced_panel"}),
            "the system")
      .asks(&Buzzbombs::second_system, "second_ads",
            one_of({"none", "strip_mines", "drozd_box", "enhanced_panel"}),
            "a second system, which tries what the first does not stop")
      .asks(&Buzzbombs::buzzbombs, "buzzbombs", 1, 12, "buzzbombs, one after the other")
      .includes(&Buzzbombs::launcher, "launch_", "those who fire them")
      .adjust("launch_quality",
              [](Parameter& quality) {
                quality.default_value = "";
                quality.meaning += ", for the Quality Roll of each; default: they all hit";
              })
      .outcome("intercepted", "nothing gets through")
      .outcome("leaks", "the buzzbomb, or at least one of several, gets through")
      .measure("leaks", "buzzbombs that get through")
      .headline("intercepted", "nothing gets through")
      .headline("mean leaks", "{} get through on average");
}

}  // namespace combat_odds::slammers
