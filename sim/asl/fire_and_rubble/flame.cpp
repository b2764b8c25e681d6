#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"
#include "combat_odds/sim/asl/infantry/ift.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

struct Fire {
  enum Stage : std::uint8_t { attack, no_flame, flame, blaze, extinguished };
  std::uint8_t stage = attack;
  std::uint8_t phase = 0;  ///< Advancing Fire Phases that have passed
  std::uint8_t blaze_phase = 0;
  std::uint8_t spread_phase = 0;
};

class Flame : public Process<Fire> {
 public:
  Flame(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        cause_(arguments.choice("cause")),
        terrain_(Burnable::named(arguments.choice("terrain"), charts)),
        phases_(arguments.integer("phases")),
        fortified_drm_(arguments.flag("fortified") ? -1 : 0),
        spreads_(arguments.given("spread_to")),
        spread_drm_(arguments.integer("spread_drm")) {
    const int ec = ec_drm(arguments, charts);
    drm_ = terrain_.building ? 0 : ec;
    if (fortified_drm_ != 0 && !terrain_.building) {
      throw ArgumentError("fortified", "only buildings are fortified", "a building as terrain");
    }
    const bool on_ift = cause_ == "he" || cause_ == "flamethrower";
    if (on_ift != arguments.given("firepower")) {
      throw ArgumentError(
          "firepower",
          on_ift ? "the attack is resolved on the IFT" : "there is no attack on the IFT",
          on_ift ? "the FP column of the attack (24 for a Flamethrower)" : "leave it out");
    }
    if (on_ift) column_ = ift_.column(arguments.number("firepower"));
    if (cause_ == "white_phosphorus" && ec < 1) {
      throw ArgumentError("ec", "WP places Flames only in dry conditions", "dry or very_dry");
    }
    if (spreads_) {
      to_ = Burnable::named(arguments.choice("spread_to"), charts);
      if (!to_.building) spread_drm_ += ec;
    } else if (spread_drm_ != 0) {
      throw ArgumentError("spread_drm", "nothing is said about where the Blaze may spread",
                          "spread_to");
    }
  }

  Fire start() const override {
    Fire fire;
    if (cause_ == "existing") fire.stage = Fire::flame;
    return fire;
  }

  Fire step(const Fire& before, Dice& dice) const override {
    Fire fire = before;
    if (fire.stage == Fire::attack) {
      fire.stage = placed(dice) ? Fire::flame : Fire::no_flame;
      return fire;
    }
    ++fire.phase;
    if (fire.stage == Fire::flame) {
      const int drm = drm_ + fortified_drm_;
      fire.stage = dice.DR([&](TwoDice roll) {
        const int final_dr = roll.total() + drm;
        return final_dr >= terrain_.spread ? Fire::blaze
               : final_dr <= 2             ? Fire::extinguished
                                           : Fire::flame;
      });
      if (fire.stage == Fire::blaze) fire.blaze_phase = fire.phase;
    } else if (dice.DR([&](TwoDice roll) { return roll.total() + spread_drm_ >= to_.spread; })) {
      fire.spread_phase = fire.phase;
    }
    return fire;
  }

  std::optional<Outcome> outcome(const Fire& fire) const override {
    if (fire.stage == Fire::attack) return std::nullopt;
    const bool may_change = fire.stage == Fire::flame ||
                            (fire.stage == Fire::blaze && spreads_ && fire.spread_phase == 0);
    if (may_change && fire.phase < phases_) return std::nullopt;
    return Outcome(fire.stage == Fire::blaze          ? "blaze"
                   : fire.stage == Fire::flame        ? "flame"
                   : fire.stage == Fire::extinguished ? "extinguished"
                                                      : "no_flame")
        .event("spread", fire.spread_phase > 0)
        .measure("blaze_phase", fire.blaze_phase)
        .measure("spread_phase", fire.spread_phase);
  }

 private:
  /// Table 23: what the attack must come to, then the Kindling number.
  bool placed(Dice& dice) const {
    int drm = drm_;
    if (cause_ == "white_phosphorus") {
      drm = terrain_.building ? -2 : 1;
    } else {
      const bool ignites = dice.DR([&](TwoDice roll) {
        if (column_ < 0) return false;
        const IftResult result = ift_.at(column_, roll.total());
        return result.kind == IftResult::Kind::kia ||
               (cause_ == "flamethrower" && result.kind == IftResult::Kind::k);
      });
      if (!ignites) return false;
    }
    return dice.DR([&](TwoDice roll) { return roll.total() + drm >= terrain_.kindling; });
  }

  const Ift& ift_;
  std::string cause_;
  Burnable terrain_;
  int phases_;
  int fortified_drm_;
  bool spreads_;
  int spread_drm_;
  int drm_ = 0;
  int column_ = -1;
  Burnable to_;
};

}  // namespace

Procedure flame() {
  std::vector<std::string> spread_tried = Burnable::names();
  spread_tried.resize(6, "");
  return {
      .name = "asl.flame",
      .rule = "B25.1, Table 23",
      .summary = "does an attack start a fire, does it become a Blaze, and does it spread?",
      .details =
          "A Flame: HE or HEAT on an Original KIA, a Flamethrower on an Original K or KIA against "
          "an unarmored target, then a DR + EC (not in buildings) of the Kindling number or more; "
          "WP only in dry conditions, with +1, or -2 in a building, instead of the EC (the table "
          "says Dry: Very Dry is read as the same +1). Flames of MOL: asl.molotov.\n"
          "Then the Advancing Fire Phases after the first: a DR + EC (not in buildings), -1 if "
          "fortified, of the Spread number or more makes it a Blaze; a Final 2 or less puts it "
          "out. "
          "From the next phase on the Blaze spreads to spread_to on a DR + spread_drm + EC (not "
          "to buildings) of that terrain's Spread number.\n"
          "Rubble has the numbers of its building, but minds the EC. Clearance attempts, heavy "
          "wind and gusts are left out.",
      .parameters =
          {
              choice("cause", {"existing", "he", "flamethrower", "white_phosphorus"},
                     "a Flame that is there already, or what may place one"),
              choice("terrain", Burnable::names(), "what burns"),
              number("firepower", 0, 1000, "he and flamethrower: the FP of the attack on the IFT")
                  .or_of_unit(UnitFact::firepower)
                  .or_named(support_weapons(), weapons_form)
                  .optional()
                  .tried_with({"", "8", "24", "36"}),
              Parameter(ec_parameter()).tried_with({"moderate", "moist", "dry", "very_dry"}),
              flag("fortified", "the building is fortified").tried_with({"false", "false", "true"}),
              integer("phases", 0, 30, "Advancing Fire Phases after the first")
                  .by_default("0")
                  .tried_with({"0", "1", "4", "8"}),
              choice("spread_to", Burnable::names(), "the terrain to which the Blaze may spread")
                  .optional()
                  .tried_with(spread_tried),
              integer("spread_drm", -10, 10,
                      "the sum of the other modifiers of that: wind, -2 if not directly attached, "
                      "-1 fortified, -1 lower, +1 higher")
                  .by_default("0")
                  .tried_with({"0", "0", "-2"}),
          },
      .outcomes = {{"no_flame", "no Flame is placed"},
                   {"extinguished", "the Flame has gone out"},
                   {"flame", "there is a Flame"},
                   {"blaze", "there is a Blaze"}},
      .events = {{"spread", "the Blaze has spread"}},
      .measures = {{"blaze_phase", "the phase in which it becomes a Blaze; 0: it does not"},
                   {"spread_phase", "the phase in which it spreads; 0: it does not"}},
      .charts = {Ift::chart_name, kindling_chart, conditions_chart},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Flame>(arguments, charts); },
  };
}

}  // namespace combat_odds::asl
