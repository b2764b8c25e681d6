#include <algorithm>
#include <array>
#include <cstdint>

#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

/// A charge is resolved as an overrun (92.81), against which an entrenchment is worth 4 (54.7).
constexpr int entrenchment = 4;
constexpr int charge_modifier = -2;     // 92.88
constexpr int moving_in_the_open = -2;  // 92.87
constexpr int mounted = -1;             // 92.7

enum class DefensiveFire { point_blank, earlier, none };

DefensiveFire read_defensive_fire(const std::string& choice) {
  return choice == "point_blank" ? DefensiveFire::point_blank
         : choice == "earlier"   ? DefensiveFire::earlier
                                 : DefensiveFire::none;
}

std::vector<UnitName> units_or_none(const Arguments& arguments, const char* parameter) {
  if (arguments.text(parameter) == "none") return {};
  return read_units(arguments.text(parameter), parameter, TargetHex::most_units);
}

/// How many of a hex's units came to what.
struct Losses {
  std::uint8_t eliminated = 0;
  std::uint8_t broken = 0;

  void add(const TargetHex& hex) {
    for (std::size_t i = 0; i < hex.unit_count; ++i) {
      if (hex.units[i].status == Status::eliminated) ++eliminated;
      if (hex.units[i].status == Status::broken) ++broken;
    }
  }
};

/// 92.8: mounted cavalry charges a hex; its defenders may fire before it is on them.
class CavalryCharge : public Rule {
 public:
  CavalryCharge(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        riders_(read_units(arguments.text("cavalry"), "cavalry", 2)),
        open_(units_or_none(arguments, "target")),
        entrenched_(units_or_none(arguments, "entrenched_target")),
        defensive_fire_(read_defensive_fire(arguments.choice("defensive_fire"))),
        defensive_drm_(arguments.integer("defensive_drm") + moving_in_the_open + mounted),
        charge_drm_(arguments.integer("charge_drm") + charge_modifier) {
    const auto squads = std::count_if(riders_.begin(), riders_.end(),
                                      [](const UnitName& name) { return !name.leader; });
    if (squads != 1) {
      throw ArgumentError("cavalry", "a horse carries one squad and at most one leader (92.4)",
                          "such as 5-3-7 or '5-3-7 8-0'");
    }
    if (open_.empty() && entrenched_.empty()) {
      throw ArgumentError("target", "nobody is charged", "units, or an entrenched_target");
    }
    if (open_.size() + entrenched_.size() > TargetHex::most_units) {
      throw ArgumentError("target", "more than 12 units in the hex",
                          "up to 12 with entrenched_target");
    }
    int firepower = 0;
    for (const UnitName& rider : riders_) firepower += 2 * rider.firepower;  // 92.88
    charge_column_ = ift_.column(arguments.flag("wheatfield") ? firepower / 2.0
                                                              : static_cast<double>(firepower));
    for (const auto* group : {&open_, &entrenched_}) {
      // 12: the best leader in the same place steadies the others, in their check before they fire
      // too.
      int modifier = 0;
      bool led = false;
      for (const UnitName& name : *group) {
        if (!name.leader) continue;
        modifier = led ? std::min(modifier, name.modifier) : name.modifier;
        led = true;
      }
      for (const UnitName& name : *group) {
        if (name.leader) continue;
        const int times = defensive_fire_ == DefensiveFire::point_blank ? 2 : 1;
        shooters_.push_back(
            {ift_.column(static_cast<double>(times * name.firepower)), name.morale - modifier});
      }
    }
  }

  Outcome resolve(Dice& dice) const override {
    TargetHex cavalry = target_hex(riders_, Status::good);
    const int fired = defensive_fire_ == DefensiveFire::none ? 0 : shoot(dice, cavalry);
    const Status fate = cavalry.units[cavalry.leader_count].status;  // the squad's
    Losses losses;
    if (fate == Status::good) losses = charge(dice, fired);

    const int defenders = static_cast<int>(open_.size() + entrenched_.size());
    const int unharmed = defenders - losses.eliminated - losses.broken;
    const char* label = fate != Status::good             ? "repulsed"
                        : losses.eliminated == defenders ? "target_eliminated"
                        : unharmed == 0                  ? "target_defeated"
                        : unharmed < defenders           ? "target_hurt"
                                                         : "no_effect";
    return Outcome(label)
        .event("cavalry_broken", fate == Status::broken)
        .event("cavalry_eliminated", fate == Status::eliminated)
        .measure("defenders_fired", fired)
        .measure("defenders_eliminated", losses.eliminated)
        .measure("defenders_broken", losses.broken)
        .measure("defenders_unharmed", unharmed);
  }

 private:
  struct Shooter {
    int column;  ///< on the IFT, at the range at which it fires
    int morale;  ///< with the leader's modifier
  };

  /// Defender after defender fires at the cavalry until it is stopped. Gives how many did fire.
  int shoot(Dice& dice, TargetHex& cavalry) const {
    struct Shot {
      FireResult result;
      bool fired;
    };
    int fired = 0;
    for (std::size_t i = 0; i < shooters_.size(); ++i) {
      // The squad is what charges: once it is broken the rest hold their fire.
      if (cavalry.units[cavalry.leader_count].status != Status::good) break;
      cavalry.memo[0] = static_cast<std::uint8_t>(2 * i);
      cavalry.memo[1] = static_cast<std::uint8_t>(fired);
      if (i > 0) dice.at(cavalry);
      const Shooter& shooter = shooters_[i];
      const Shot shot = dice.DR([&](TwoDice roll) -> Shot {
        // 92.86: point-blank fire at those who charge you takes nerve; one DR is both the check and
        // the attack.
        if (defensive_fire_ == DefensiveFire::point_blank && roll.total() > shooter.morale) {
          return {{}, false};
        }
        if (shooter.column < 0) return {{}, true};
        return {ift_.at(shooter.column, roll.total() + defensive_drm_), true};
      });
      fired += shot.fired ? 1 : 0;
      cavalry.memo[0] = static_cast<std::uint8_t>(2 * i + 1);
      cavalry.memo[1] = static_cast<std::uint8_t>(fired);
      resolve_fire(dice, cavalry, shot.result);
    }
    return fired;
  }

  /// 92.88: one DR for the hex, modified for each unit by where it stands.
  Losses charge(Dice& dice, int fired) const {
    struct Results {
      FireResult open;
      FireResult entrenched;
    };
    struct Arrival {
      std::uint8_t fired;
      char what;
    };
    dice.at(Arrival{static_cast<std::uint8_t>(fired), 'c'});
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      if (charge_column_ < 0) return {};
      const int final_dr = roll.total() + charge_drm_;
      return {
          open_.empty() ? FireResult{} : ift_.at(charge_column_, final_dr),
          entrenched_.empty() ? FireResult{} : ift_.at(charge_column_, final_dr + entrenchment)};
    });
    Losses losses;
    const auto suffer = [&](const std::vector<UnitName>& names, FireResult result,
                            std::uint8_t place) {
      TargetHex hex = target_hex(names, Status::good);
      hex.memo = {static_cast<std::uint8_t>(64 + place), static_cast<std::uint8_t>(fired),
                  static_cast<std::uint8_t>(losses.eliminated << 4 | losses.broken),
                  static_cast<std::uint8_t>(results.entrenched.number << 2 |
                                            static_cast<int>(results.entrenched.kind))};
      resolve_fire(dice, hex, result);
      losses.add(hex);
    };
    if (!open_.empty()) suffer(open_, results.open, 0);
    if (!entrenched_.empty()) suffer(entrenched_, results.entrenched, 1);
    return losses;
  }

  const Ift& ift_;
  std::vector<UnitName> riders_;
  std::vector<UnitName> open_;
  std::vector<UnitName> entrenched_;
  DefensiveFire defensive_fire_;
  int defensive_drm_;
  int charge_drm_;
  int charge_column_ = -1;
  std::vector<Shooter> shooters_;
};

}  // namespace

Procedure cavalry_charge() {
  return {
      .name = "sl.cavalry-charge",
      .rule = "COI 92.6-92.88",
      .summary = "mounted cavalry charges a hex, and its defenders fire before it gets there",
      .details =
          "Each defending squad or crew fires for itself, with -2 for movement in the open and -1 "
          "for the horses (92.7, 92.87). Fire at point blank has twice the firepower, but the "
          "unit must first pass a Morale Check, and the DR of that check is the DR of its attack: "
          "high rolls miss because nobody dares to fire (92.86). Fire earlier, at a range, is not "
          "doubled and needs no check. A squad that fails its own check is off its horse (92.72) "
          "and the charge is over; the defenders then hold their fire.\n"
          "The charge attacks with twice the squad's firepower at -2, half of that in a "
          "wheatfield (92.88), one DR for the whole hex; an entrenchment adds 4, because a charge "
          "is an overrun (92 example, 54.7).\n"
          "Readings: the leader in a hex helps with the check before firing as with any other; "
          "units inside and outside the entrenchment check morale apart, each with the leaders of "
          "their own place; a leader on a horse adds no firepower.",
      .parameters =
          {
              text("cavalry", units_form, "one squad and perhaps a leader on the horse")
                  .tried_with({"5-3-7", "5-3-7 8-0", "4-4-7"}),
              text("target", units_form, "the defenders in the open; none: all are entrenched")
                  .by_default("none")
                  .tried_with({"none", "2-4-7", "4-6-7", "2*4-6-7", "4-6-7 8-1"}),
              text("entrenched_target", units_form, "the defenders in an entrenchment, or none")
                  .by_default("none")
                  .tried_with({"none", "4-6-7", "4-6-7 9-1"}),
              choice("defensive_fire", {"point_blank", "earlier", "none"},
                     "when the defenders fire: adjacent, at a range, or not at all"),
              integer(
                  "defensive_drm", -10, 10,
                  "modifiers of their fire beside -2 for movement in the open and -1 for horses")
                  .by_default("0"),
              integer("charge_drm", -10, 10,
                      "modifiers of the charge beside its own -2 and the entrenchment's 4")
                  .by_default("0"),
              flag("wheatfield", "the hex that is charged is a wheatfield"),
          },
      .outcomes =
          {
              {"target_eliminated", "all defenders are eliminated"},
              {"target_defeated", "all are eliminated or broken"},
              {"target_hurt", "some are"},
              {"no_effect", "the charge was made and did nothing"},
              {"repulsed", "the cavalry was broken or eliminated before it could attack"},
          },
      .events =
          {
              {"cavalry_broken", "the squad was broken and lost its horses"},
              {"cavalry_eliminated", "the squad was eliminated"},
          },
      .measures =
          {
              {"defenders_fired", "defenders that did fire"},
              {"defenders_eliminated", "defenders eliminated"},
              {"defenders_broken", "defenders broken"},
              {"defenders_unharmed", "defenders to whom nothing happened"},
          },
      .charts = {Ift::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CavalryCharge>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
