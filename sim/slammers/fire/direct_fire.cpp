#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {
namespace {

/// The LP of Rapid Fire (Supplement 4, FAQ) and of the skill Double Tap (Huber's detachment: 1 for
/// each weapon).
constexpr int rapid_fire_lp = 3;
constexpr int double_tap_lp = 1;
constexpr int confire_lp = 2;

struct DirectFire {
  enum class Firer : std::uint8_t { vehicle, infantry };
  enum class RapidFire : std::uint8_t { none, rapid_fire, double_tap, off_turn };

  FireAttack attack;
  FireTarget target;
  Firer firer = Firer::vehicle;
  int weapons = 1;
  std::optional<Armament> armament;  ///< in place of `weapons` of one kind
  RapidFire rapid_fire = RapidFire::none;
  enum class Price : std::uint8_t { each_weapon, tu };
  Price rapid_fire_price = Price::each_weapon;
  bool hold_fire = false;
  bool uses_dead_eye = false;
  Ads ads;

  bool second_burst() const {
    return rapid_fire == RapidFire::rapid_fire || rapid_fire == RapidFire::double_tap;
  }

  void prepare(const Charts& charts) {
    const int dv = *target.dv;
    const auto add_gun = [&](const FireAttack::Aimed& aimed) {
      target.dv = dv + aimed.dv_bonus;
      guns.push_back({aimed, target});
    };
    if (armament) {
      for (const Weapon& weapon : *armament) add_gun(attack.aimed_at(target, weapon, charts));
      weapons = static_cast<int>(guns.size());
    } else {
      const FireAttack::Aimed aimed = attack.aimed_at(target, charts);
      for (int i = 0; i < weapons; ++i) add_gun(aimed);
    }
    bursts = second_burst() ? 2 : 1;
    risky_burst = rapid_fire == RapidFire::none ? bursts : bursts - 1;
    leadership_points = rapid_fire == RapidFire::none         ? 0
                        : rapid_fire == RapidFire::double_tap ? double_tap_lp * weapons
                        : rapid_fire_price == Price::tu       ? rapid_fire_lp
                                                              : rapid_fire_lp * weapons;
    if (attack.thunder_run.confire) leadership_points += confire_lp;
  }

  Outcome resolve(Dice& dice) const {
    State state;
    for (state.burst = 0; state.burst < bursts; ++state.burst) {
      for (state.weapon = 0; state.weapon < weapons; ++state.weapon) {
        if (state.burst > 0 && holds_fire(dice, state)) continue;
        fire_burst(dice, state);
      }
    }
    Outcome outcome = target.outcome(state.target);
    if (firer == Firer::infantry) {
      outcome.event("firer_suppressed", state.jams > 0);
    } else {
      outcome.event("jammed", state.jams > 0).measure("jams", state.jams);
    }
    return outcome.measure("leadership_points", leadership_points);
  }

  struct State {
    std::uint8_t burst = 0;
    std::uint8_t weapon = 0;
    std::uint8_t shot = 0;
    std::uint8_t jamming = 0;  ///< a shot of this burst was a natural 1
    std::uint8_t jams = 0;
    TargetState target;
  };

  /// A weapon's second burst may be held, or go at another target (Supplement 4, FAQ).
  bool holds_fire(Dice& dice, const State& state) const {
    static constexpr std::string_view options[] = {"fire", "hold fire"};
    const auto words = [&] {
      const TargetState& shot_at = state.target;
      const bool damaged = shot_at.vehicle.damaged() || shot_at.suppression > 0;
      Facts facts = {{"target", shot_at.killed != 0 ? "killed"
                                : shot_at.dead()    ? "destroyed"
                                : damaged           ? "damaged"
                                                    : "unharmed"}};
      if (target.hit_as_infantry()) {
        facts.emplace_back("suppression", int{shot_at.suppression});
      } else {
        facts.emplace_back("weapons lost", int{shot_at.vehicle.weapons_lost});
      }
      facts.emplace_back("weapons to fire", weapons - state.weapon);
      return facts;
    };
    return dice.choose({"hold_fire", "Second burst at this target?", options}, state, words,
                       hold_fire && state.target.dead() ? 1 : 0) != 0;
  }

  void fire_burst(Dice& dice, State& state) const {
    const bool risky = state.burst == risky_burst;
    // Dead Eye is +1 QR on one weapon once a turn; it is used on the first burst of the first
    // weapon.
    const bool dead_eye = uses_dead_eye && state.burst == 0 && state.weapon == 0;
    const Gun& gun = guns[state.weapon];
    const QualityRoll& roll = dead_eye ? gun.aimed.dead_eye : gun.aimed.roll;
    if (!roll.possible()) return;
    for (state.shot = 0; state.shot < gun.aimed.shots; ++state.shot) {
      dice.at(state);
      enum class Shot : std::uint8_t { miss, hit, natural_1 };
      const Shot shot = dice.die([&](int dr) {
        return risky && dr == 1 ? Shot::natural_1 : roll.succeeds(dr) ? Shot::hit : Shot::miss;
      });
      if (shot == Shot::natural_1) state.jamming = 1;
      if (shot != Shot::hit || ads.stops(dice)) continue;
      gun.target.hit(dice, state.target, gun.aimed.firepower);
    }
    state.jams = small(state.jams + state.jamming);
    state.jamming = 0;
  }

  /// A weapon and what it fires at: cover is worth more against powerguns.
  struct Gun {
    FireAttack::Aimed aimed;
    FireTarget target;
  };
  std::vector<Gun> guns;
  int bursts = 1;
  int risky_burst = 1;  ///< the burst in which a natural 1 jams the weapon
  int leadership_points = 0;
};

}  // namespace

Procedure direct_fire() {
  return procedure<DirectFire>(
             "slammers.direct-fire", "Supplement 4 and play sheet, phase 5",
             "what a burst of direct fire does to infantry, a vehicle or a Firefly")
      .includes(&DirectFire::attack)
      .includes(&DirectFire::target, "", one_of({"infantry", "vehicle", "firefly"}),
                "the DV of the facing under fire, before cover; a Firefly's is 9")
      .only_when(
          {"fp_infantry"}, [](const DirectFire& fire) { return fire.target.hit_as_infantry(); },
          "a vehicle is hit with the FP against vehicles", "--target infantry or firefly")
      .only_when(
          {"fp_vehicle"}, [](const DirectFire& fire) { return !fire.target.hit_as_infantry(); },
          "infantry and Fireflies are hit with the FP against infantry", "--target vehicle")
      .only_when(
          {"powergun"},
          [](const DirectFire& fire) {
            return fire.target.kind == FireTarget::Kind::infantry &&
                   fire.attack.cover != FireAttack::Cover::none;
          },
          "it matters to infantry in cover alone", "--target infantry and --cover light")
      .asks(&DirectFire::firer, "firer", one_of({"vehicle", "infantry"}),
            "who fires, for what a natural 1 does in Rapid Fire")
      .asks(&DirectFire::weapons, "weapons", 1, 4, "weapons of that kind that fire at the target")
      .only_when([](const DirectFire& fire) { return !fire.armament; },
                 "--armament names all weapons", "")
      .only_when(
          {"weapon", "shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"},
          [](const DirectFire& fire) { return !fire.armament; }, "--armament names all weapons", "")
      .asks(
          &DirectFire::armament, "armament", armament_form,
          "weapons of several kinds, in the order in which they fire: names of the chart, with Sh and FP against infantry and "
          "vehicles in brackets where your card has others; in place of weapon, weapons and their numbers",
          read_armament)
      .tried_with({"powergun_smg powergun_rifle", "2*tribarrel_2cm(2,3/3) powergun_rifle"})
      .adjust(
          "weapons",
          [](Parameter& weapons) { weapons.named_form = "weapons of several kinds as --armament"; })
      .asks(
          &DirectFire::rapid_fire, "rapid_fire",
          one_of({"none", "rapid_fire", "double_tap", "off_turn"}),
          "a second burst for 3 LP (rapid_fire) or for 1 LP a weapon (the skill Double Tap), or an Every Other Turn weapon fired in its off turn for 3 LP")
      .asks(&DirectFire::rapid_fire_price, "rapid_fire_price", one_of({"each_weapon", "tu"}),
            "what 3 LP pay for, the Rapid Fire of each weapon or of the whole TU")
      .only_when(
          [](const DirectFire& fire) {
            return fire.weapons > 1 && (fire.rapid_fire == DirectFire::RapidFire::rapid_fire ||
                                        fire.rapid_fire == DirectFire::RapidFire::off_turn);
          },
          "one weapon costs the same either way, and Double Tap has its own price",
          "Rapid Fire of several --weapons")
      .asks(&DirectFire::hold_fire, "hold_fire",
            "no second burst at a target that is killed or destroyed already")
      .decides()
      .only_when([](const DirectFire& fire) { return fire.second_burst(); }, "",
                 "--rapid-fire rapid_fire or double_tap")
      .asks(&DirectFire::uses_dead_eye, "dead_eye",
            "the skill Dead Eye: +1 QR for the first burst of one weapon")
      .includes(
          &DirectFire::ads, "",
          "the shots are buzzbombs, and this working ADS of the target vehicle may stop each that would hit")
      .only_when(
          [](const DirectFire& fire) { return fire.target.kind == FireTarget::Kind::vehicle; },
          "only vehicles have an ADS", "--target vehicle")
      .only_when(
          {"thunder_run"},
          [](const DirectFire& fire) { return fire.firer == DirectFire::Firer::vehicle; },
          "infantry makes no Thunder Run", "--firer vehicle")
      .event("jammed", "a vehicle's weapon jammed for the rest of the game")
      .event("firer_suppressed", "the infantry that fired suppressed itself")
      .measure("jams", "weapons of a vehicle that jammed")
      .measure("leadership_points", "LP paid for ConFire, Rapid Fire or Double Tap")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
