#include <cstdint>

#include "combat_odds/sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {
namespace {

/// The leadership points of the Rapid Fire rule (Supplement 4, FAQ) and of the skill Double Tap
/// (Huber's detachment: 1 for each weapon).
constexpr int rapid_fire_lp = 3;
constexpr int double_tap_lp = 1;
constexpr int confire_lp = 2;

class DirectFire : public Rule {
 public:
  DirectFire(const Arguments& arguments, const Charts& charts)
      : target_(FireTarget::asked(arguments, charts)),
        attack_(FireAttack::asked(arguments, charts, target_)),
        ads_(asked_ads(arguments, charts)),
        weapons_(arguments.integer("weapons")),
        dead_eye_(arguments.flag("dead_eye")),
        hold_fire_(arguments.flag("hold_fire")),
        infantry_fires_(arguments.choice("firer") == "infantry") {
    target_.add_dv(attack_.dv_bonus);
    target_.ask_suppression_kills(arguments);
    const std::string& rapid_fire = arguments.choice("rapid_fire");
    bursts_ = rapid_fire == "rapid_fire" || rapid_fire == "double_tap" ? 2 : 1;
    risky_burst_ = rapid_fire == "none" ? bursts_ : bursts_ - 1;
    leadership_points_ = rapid_fire == "none"         ? 0
                         : rapid_fire == "double_tap" ? double_tap_lp * weapons_
                                                      : rapid_fire_lp;
    if (arguments.flag("confire")) leadership_points_ += confire_lp;
    if (hold_fire_ && bursts_ == 1) {
      throw ArgumentError("hold_fire", "there is no second burst to hold",
                          "rapid_fire rapid_fire or double_tap");
    }
    if (arguments.choice("ads") != "none" && target_.kind() != FireTarget::Kind::vehicle) {
      throw ArgumentError("ads", "only vehicles have an ADS", "none, or target vehicle");
    }
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    for (state.burst = 0; state.burst < bursts_; ++state.burst) {
      for (state.weapon = 0; state.weapon < weapons_; ++state.weapon) {
        if (hold_fire_ && state.burst > 0 && state.target.dead()) continue;
        fire_burst(dice, state);
      }
    }
    Outcome outcome = target_.outcome(state.target);
    if (infantry_fires_) {
      outcome.event("firer_suppressed", state.jams > 0);
    } else {
      outcome.event("jammed", state.jams > 0).measure("jams", state.jams);
    }
    return outcome.measure("leadership_points", leadership_points_);
  }

 private:
  struct State {
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;  ///< a shot of this burst was a natural 1
    std::uint8_t jams = 0;
    TargetState target;
  };

  void fire_burst(Dice& dice, State& state) const {
    const bool risky = state.burst == risky_burst_;
    // Dead Eye is +1 QR on one weapon once a turn: here its first burst.
    const bool dead_eye = dead_eye_ && state.burst == 0 && state.weapon == 0;
    const QualityRoll& roll = dead_eye ? attack_.dead_eye : attack_.roll;
    if (!roll.possible()) return;
    for (state.shot = 0; state.shot < attack_.shots; ++state.shot) {
      dice.at(state);
      enum class Shot : std::uint8_t { miss, hit, natural_1 };
      const Shot shot = dice.dr([&](int dr) {
        return risky && dr == 1 ? Shot::natural_1 : roll.succeeds(dr) ? Shot::hit : Shot::miss;
      });
      if (shot == Shot::natural_1) state.jamming = 1;
      if (shot != Shot::hit || stopped_by_ads(dice)) continue;
      target_.hit(dice, state.target, attack_.firepower);
    }
    state.jams = static_cast<std::uint8_t>(state.jams + state.jamming);
    state.jamming = 0;
  }

  bool stopped_by_ads(Dice& dice) const {
    return ads_.stops_at_least <= 6 && dice.dr([&](int dr) { return dr >= ads_.stops_at_least; });
  }

  FireTarget target_;
  FireAttack attack_;
  Ads ads_;
  int weapons_;
  bool dead_eye_;
  bool hold_fire_;
  bool infantry_fires_;
  int bursts_ = 1;
  int risky_burst_ = 1;  ///< the burst in which a natural 1 jams the weapon
  int leadership_points_ = 0;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = FireAttack::parameters();
  append(all, FireTarget::parameters({"infantry", "vehicle", "firefly"},
                                     "the DV of the facing under fire, before cover; a Firefly's "
                                     "is 9"));
  append(all,
         {FireTarget::suppression_kills_parameter(),
          choice("firer", {"vehicle", "infantry"},
                 "who fires, for what a natural 1 does in Rapid Fire"),
          integer("weapons", 1, 4, "weapons of that kind that fire at the target")
              .by_default("1")
              .tried_with({"1", "2"}),
          choice("rapid_fire", {"none", "rapid_fire", "double_tap", "off_turn"},
                 "a second burst for 3 LP (rapid_fire) or for 1 LP a weapon (the skill Double "
                 "Tap), or an Every Other Turn weapon fired in its off turn for 3 LP"),
          flag("hold_fire", "no second burst at a target that is killed or destroyed already"),
          flag("dead_eye", "the skill Dead Eye: +1 QR for the first burst of one weapon"),
          ads_parameter("the shots are buzzbombs, and this working ADS of the target vehicle may "
                        "stop each that would hit")});
  return all;
}

std::vector<Term> events() {
  std::vector<Term> all = FireTarget::events();
  all.push_back({"jammed", "a vehicle's weapon jammed for the rest of the game"});
  all.push_back({"firer_suppressed", "the infantry that fired suppressed itself"});
  return all;
}

std::vector<Term> measures() {
  std::vector<Term> all = FireTarget::measures();
  all.push_back({"jams", "weapons of a vehicle that jammed"});
  all.push_back({"leadership_points", "LP paid for ConFire, Rapid Fire or Double Tap"});
  return all;
}

}  // namespace

Procedure direct_fire() {
  return {
      .name = "slammers.direct-fire",
      .rule = "Supplement 4 and play sheet, phase 5",
      .summary = "what a burst of direct fire does to infantry, a vehicle or a Firefly",
      .details =
          std::string(fire_details) + "\n" + damage_details +
          "\nRapid Fire gives a second burst; if any QR die of it shows a natural 1, a vehicle's "
          "weapon jams for the game and infantry gets a suppression marker, while the burst's "
          "other shots count. Double Tap is the same for 1 LP a weapon. Both bursts go at this "
          "target; unless hold_fire is set the second is fired even if the first has killed it, "
          "so that the risk of a jam is that of the rule.",
      .parameters = parameters(),
      .outcomes = FireTarget::outcomes(),
      .events = events(),
      .measures = measures(),
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name, Weapons::chart_name,
                 AdsChart::chart_name, VehicleDamageChart::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<DirectFire>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
