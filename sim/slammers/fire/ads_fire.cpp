#include <cstdint>

#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

/// An ADS fires at a TU within its range: a fixed number instead of a Quality Roll (play sheet;
/// Supplement 4, Enhanced Panel ADS).
struct AdsFire {
  std::string system;
  FireTarget target;
  int systems = 1;

  void prepare(const Charts& charts) { ads = charts.get<AdsChart>().find(system, "ads"); }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t shot = 0;
      TargetState target;
    };
    State state;
    const int firepower = target.hit_as_infantry() ? ads.fp_infantry : ads.fp_vehicle;
    for (; state.shot < systems * ads.shots; ++state.shot) {
      dice.at(state);
      if (ads.stops(dice)) target.hit(dice, state.target, firepower);
    }
    return target.outcome(state.target);
  }

  Ads ads;
};

}  // namespace

Procedure ads_fire() {
  return procedure<AdsFire>("slammers.ads-fire", "Supplement 4, Enhanced Panel ADS; play sheet",
                            "what an automatic defence system does to a TU that comes close")
      .asks(&AdsFire::system, "ads", one_of({"strip_mines", "drozd_box", "enhanced_panel"}),
            "the system")
      .includes(&AdsFire::target, "", one_of({"infantry", "vehicle", "firefly"}),
                "the DV of the facing, with cover; a Firefly's is 9")
      .asks(&AdsFire::systems, "systems", 1, 4, "systems that bear on it")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
