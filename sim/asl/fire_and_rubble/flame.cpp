#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/units/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

struct Fire {
  enum Stage : std::uint8_t { attack, no_flame, rubble, flame, blaze, extinguished };
  std::uint8_t stage = attack;
  std::uint8_t phase = 0;  ///< Advancing Fire Phases that have passed
  std::uint8_t blaze_phase = 0;
  std::uint8_t spread_phase = 0;
};

struct Flame {
  enum class Cause { existing, he, flamethrower, white_phosphorus, blaze };

  Cause cause = Cause::existing;
  std::string terrain;
  std::optional<double> firepower;
  EnvironmentalConditions ec;
  bool fortified = false;
  std::optional<bool> makes_rubble;
  int phases = 0;
  std::string spread_to;  ///< empty: not asked
  int spread_drm = 0;

  bool on_ift() const { return cause == Cause::he || cause == Cause::flamethrower; }
  bool at_building() const { return cause == Cause::he && terrain.ends_with("building"); }
  bool may_spread() const { return !spread_to.empty(); }
  bool is_blaze() const { return cause == Cause::blaze; }
  bool may_be_fortified() const { return !is_blaze(); }
  bool is_there() const { return cause == Cause::existing || is_blaze(); }
  bool changes() const { return !is_there() || phases > 0; }
  bool spreads_in_time() const { return phases > (is_blaze() ? 0 : 1); }
  bool lacks_spread_to() const { return is_blaze() && spread_to.empty(); }
  bool minds_ec() const {
    const auto open = [](const std::string& what) {
      return !what.empty() && !what.ends_with("building");
    };
    return cause == Cause::white_phosphorus || (open(terrain) && !is_blaze()) || open(spread_to);
  }

  void prepare(const Charts& charts) {
    const int ec_drm = ec.drm(charts);
    burning_ = Burnable::named(terrain, charts);
    drm_ = burning_.building ? 0 : ec_drm;
    if (fortified && !burning_.building) {
      throw ArgumentError("fortified", "only buildings are fortified", "a building as terrain");
    }
    if (cause == Cause::white_phosphorus && ec_drm < 1) {
      throw ArgumentError("ec", "WP places Flames only in dry conditions", "dry or very_dry");
    }
    if (on_ift()) {
      ift_ = &charts.get<Ift>();
      column_ = ift_->column(*firepower);
    }
    if (may_spread()) {
      to_ = Burnable::named(spread_to, charts);
      to_drm_ = spread_drm + (to_.building ? 0 : ec_drm);
    }
  }

  Fire start() const {
    Fire fire;
    if (cause == Cause::existing) fire.stage = Fire::flame;
    if (is_blaze()) fire.stage = Fire::blaze;
    return fire;
  }

  Fire step(const Fire& before, Dice& dice) const {
    Fire fire = before;
    if (fire.stage == Fire::attack) {
      fire.stage = placed(dice);
      return fire;
    }
    ++fire.phase;
    if (fire.stage == Fire::flame) {
      const int drm = drm_ - (fortified ? 1 : 0);
      fire.stage = dice.DR([&](TwoDice roll) {
        const int final_dr = roll.total() + drm;
        return final_dr >= burning_.spread ? Fire::blaze
               : final_dr <= 2             ? Fire::extinguished
                                           : Fire::flame;
      });
      if (fire.stage == Fire::blaze) fire.blaze_phase = fire.phase;
    } else if (dice.DR([&](TwoDice roll) { return roll.total() + to_drm_ >= to_.spread; })) {
      fire.spread_phase = fire.phase;
    }
    return fire;
  }

  std::optional<Outcome> outcome(const Fire& fire) const {
    if (fire.stage == Fire::attack) return std::nullopt;
    const bool may_change = fire.stage == Fire::flame ||
                            (fire.stage == Fire::blaze && may_spread() && fire.spread_phase == 0);
    if (may_change && fire.phase < phases) return std::nullopt;
    return Outcome(fire.stage == Fire::blaze          ? "blaze"
                   : fire.stage == Fire::flame        ? "flame"
                   : fire.stage == Fire::extinguished ? "extinguished"
                   : fire.stage == Fire::rubble       ? "rubble"
                                                      : "no_flame")
        .event("spread", fire.spread_phase > 0)
        .measure_if(fire.stage == Fire::blaze, "blaze_phase", fire.blaze_phase)
        .measure_if(fire.spread_phase > 0, "spread_phase", fire.spread_phase);
  }

 private:
  /// Table 23: the attack must start a fire; then the Kindling number must be rolled.
  Fire::Stage placed(Dice& dice) const {
    int drm = drm_;
    if (cause == Cause::white_phosphorus) {
      drm = burning_.building ? -2 : 1;
    }
    if (fortified) --drm;  // B23.94
    if (on_ift()) {
      const Ignition ignition = dice.DR([&](TwoDice roll) { return attacked(roll); });
      if (!ignition.ignites) return Fire::no_flame;
      const int stone_drm = terrain == "stone_building" ? 1 : 0;
      const int kia = ignition.rubble_kia;
      if (kia > stone_drm && dice.die([&](int roll) { return roll + stone_drm <= kia; })) {
        return Fire::rubble;  // B24.6, B24.11
      }
    }
    const bool kindled =
        dice.DR([&](TwoDice roll) { return roll.total() + drm >= burning_.kindling; });
    return kindled ? Fire::flame : Fire::no_flame;
  }

  struct Ignition {
    bool ignites = false;
    std::uint8_t rubble_kia = 0;  ///< the KIA number that can make rubble; 0: none
  };
  Ignition attacked(TwoDice roll) const {
    if (column_ < 0) return {};
    const IftResult result = ift_->at(column_, roll.total());
    const bool kia = result.kind == IftResult::Kind::kia;
    const bool burns = cause == Cause::flamethrower && result.kind == IftResult::Kind::k;
    const bool rubbles = at_building() && makes_rubble.value_or(*firepower >= 12);
    return {kia || burns, static_cast<std::uint8_t>(kia && rubbles ? result.number : 0)};
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  Burnable burning_;
  int drm_ = 0;
  Burnable to_;
  int to_drm_ = 0;
};

}  // namespace

Procedure flame() {
  return procedure<Flame>(
             "asl.flame", "B25.1, B24.6, Table 23",
             "does an attack start a fire, does it become a Blaze, and does it spread?")
      .asks(&Flame::cause, "cause",
            one_of({"existing", "he", "flamethrower", "white_phosphorus", "blaze"}),
            "a Flame that is there already, or what may place one; blaze: a Blaze that is there "
            "already, and may spread from the first phase on")
      .asks(&Flame::terrain, "terrain", Burnable::names(), "what burns")
      .asks(&Flame::firepower, "firepower", 0, 1000,
            "he and flamethrower: the FP of the attack on the IFT")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"8", "24", "36"})
      .only_when(&Flame::on_ift, "this cause makes no attack on the IFT", "")
      .needed_when(&Flame::on_ift, "the attack is resolved on the IFT",
                   "the FP column of the attack (24 for a Flamethrower)")
      .includes(&Flame::ec)
      .only_when(&Flame::minds_ec, "buildings ignore the EC", "")
      .asks(&Flame::fortified, "fortified",
            "the building is fortified: -1 on each attempt to start a Flame there and on its "
            "becoming a Blaze (B23.94)")
      .only_when(&Flame::may_be_fortified, "it is a Blaze already", "")
      .asks(&Flame::makes_rubble, "makes_rubble",
            "he at a building: it may make Rubble of it, and no Flame then (B24.6): HE of 70mm or "
            "more, HEAT, a DC or a bomb; default: of 12 FP or more")
      .only_when(&Flame::at_building, "only HE makes Rubble, and only of buildings", "")
      .asks(&Flame::phases, "phases", 0, 30, "Advancing Fire Phases after the first")
      .tried_with({"0", "1", "4", "8"})
      .needed_when([](const Flame& flame) { return !flame.changes(); },
                   "a Flame or Blaze that is there already changes in later phases only",
                   "1 or more")
      .asks(&Flame::spread_to, "spread_to", Burnable::names(),
            "the terrain to which the Blaze may spread, from the second phase on; the first of a "
            "Blaze that is there already")
      .by_default("")
      .only_when(&Flame::spreads_in_time, "a Blaze spreads from the second phase on",
                 "--phases 2 or more")
      .needed_when(&Flame::lacks_spread_to, "a Blaze that is there already can only spread",
                   "the terrain next to it")
      .asks(
          &Flame::spread_drm, "spread_drm", -10, 10,
          "the sum of the other modifiers of that: wind, -2 if not directly attached, -1 fortified, -1 lower, +1 higher")
      .only_when(&Flame::may_spread, "", "--spread-to")
      .outcome("no_flame", "no Flame is placed")
      .outcome("rubble", "the attack makes Rubble of the building, and no Flame")
      .outcome("extinguished", "the Flame has gone out")
      .outcome("flame", "there is a Flame")
      .outcome("blaze", "there is a Blaze")
      .event("spread", "the Blaze has spread")
      .measure("blaze_phase", "the phase in which it becomes a Blaze")
      .only_where({"blaze"})
      .less_is_better()
      .measure("spread_phase", "the phase in which it spreads")
      .only_where({"spread"})
      .less_is_better()
      .headline("blaze", "there is a Blaze in the end")
      .headline("spread", "it spreads")
      .headline("no_flame", "nothing burns")
      .headline("rubble", "the building is Rubble");
}

}  // namespace combat_odds::asl
