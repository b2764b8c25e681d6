#include <fmt/format.h>

#include <algorithm>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/to_hit/aim.hpp"
#include "sim/asl/to_kill/penetration.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

using TargetType = ToHitRoll::TargetType;

enum Memory : std::uint8_t {
  hit = 1,
  critical = 2,
  twice = 4,
  keeps_rate = 8,
  malfunctions = 16,
  weapon_lost = 32,
};

/// One shot of HE at infantry (C3.32, C3.33): the To Hit DR, then the IFT.
struct HeFire {
  enum class Type { infantry, area };

  Aim aim;
  Type target_type = Type::infantry;
  bool mortar = false;
  int acquisition = 0;
  bool intensive_fire = false;
  bool pinned = false;
  bool concealed = false;
  bool ffnam = false;
  bool ffmo = false;
  bool hazardous = false;
  int effects_drm = 0;
  FireTarget target;

  void prepare(const Charts& charts) {
    const TargetType type = is_area() ? TargetType::area : TargetType::infantry;
    if (aim.is_machine_gun()) {
      throw ArgumentError("gun", "machine guns fire on the IFT (asl.fire)",
                          "a gun of 20mm or more");
    }
    const Projectile shell = projectile(aim.gun.gun, false, Ammunition::he, charts);
    roll_ = aim.roll(charts, type, Ammunition::he, intensive_fire, false);
    const auto& chart = charts.get<ToHitDrm>();
    Sum more;
    if (intensive_fire) more.add("Intensive Fire", chart.at("F"));
    if (pinned) more.add("pinned", chart.at("D"));
    if (concealed) more.add("concealed", chart.at("K"));
    if (ffnam) more.add("FFNAM", chart.at("J3"));
    if (ffmo) more.add("FFMO", chart.at("J4"));
    if (hazardous) more.add("Hazardous Movement", chart.at("O"));
    more.add("acquired", -acquisition * chart.at("N"));
    drm_ = aim.standing_drm(charts, type, false).add(more);
    roll_.drm = drm_.total();
    if (pinned || (is_area() && !mortar)) roll_.rate_of_fire = 0;
    ift_ = &charts.get<Ift>();
    firepower_ = *shell.infantry_firepower;
    target_notes_ = charts.get<Infantry>().unlisted_notes(target.units);
  }

  Outcome resolve(Dice& dice) const {
    const Shot shot = roll_.fire(dice);
    TargetStack stack = target.start();
    stack.memo[0] = memory(shot);
    if (shot.hit == Shot::Hit::critical) {
      struct Effects {
        IftResult critical;
        IftResult normal;
      };
      const bool others = target.units.size() > 1;
      const Effects effects = dice.DR([&](TwoDice roll) {
        return Effects{critical_effect(roll.total()), others ? effect(roll.total()) : IftResult{}};
      });
      target.resolve_critical(dice, stack, effects.critical, effects.normal, true);
    } else if (shot.hit == Shot::Hit::hit) {
      int dr = dice.DR([&](TwoDice roll) { return first_dr(roll, shot.twice != 0); });
      IftResult result = effect(dr);
      if (shot.twice != 0) {  // C3.8: a lower DR is at least as good
        result = dice.DR([&](TwoDice roll) { return effect(std::min(dr, roll.total())); });
      }
      target.resolve(dice, stack, result, true);
    }
    return report(target.outcome(stack), stack.memo[0]);
  }

  Working working() const {
    Working working;
    const Ift& ift = *ift_;
    const double fired = is_area() ? firepower_ / 2.0 : firepower_;
    working.situation = fmt::format(
        "{} HE at {}, To Hit {} with {}, {:g} FP ({} column), {}, at {}", aim.gun.gun.text(),
        amount_text(aim.range, "hex", "hexes"), roll_.number, signed_text(roll_.drm), fired,
        ift.heading(std::max(0, ift.column(fired))), signed_text(normal_drm()), target.text());
    if (!drm_.empty()) {
      working.sums.push_back(fmt::format("{}: DRM {}", drm_.text(), signed_text(roll_.drm)));
    }
    working.notes = target_notes_;
    return working;
  }

  bool is_area() const { return target_type == Type::area; }
  bool may_use_intensive_fire() const { return !pinned && aim.gun.intensive_fire; }
  bool may_have_acquired() const { return !aim.bore_sighted && (is_area() || !concealed); }
  bool not_hazardous() const { return !hazardous; }

 private:
  /// C3.331: TEM is part of the To Hit DR; with the Area Target Type, of the Effects DR.
  int normal_drm() const { return effects_drm + (is_area() ? aim.tem : 0); }
  IftResult effect(int dr) const {
    return ift_->at(ift_->column(is_area() ? firepower_ / 2.0 : firepower_), dr + normal_drm());
  }
  /// C3.71: the full FP doubled and the TEM reversed; First Fire DRM and Hazardous Movement count
  /// here, too. C.7: -1 for each 8 FP above 36.
  IftResult critical_effect(int dr) const {
    const int doubled = 2 * firepower_;
    const int moving = hazardous ? -2 : -(ffnam ? 1 : 0) - (ffmo ? 1 : 0);
    const int beyond = std::max(0, (doubled - 36) / 8);
    return ift_->at(ift_->column(doubled), dr + effects_drm - aim.tem + moving - beyond);
  }
  /// Without a Multiple Hit, only the effect of the first DR matters.
  int first_dr(TwoDice roll, bool multiple) const {
    if (multiple) return roll.total();
    int least = roll.total();
    while (least > 2 && effect(least - 1) == effect(least)) --least;
    return least;
  }

  static std::uint8_t memory(const Shot& shot) {
    std::uint8_t memory = 0;
    if (shot.hit != Shot::Hit::miss) memory |= hit;
    if (shot.hit == Shot::Hit::critical) memory |= critical;
    if (shot.twice != 0) memory |= twice;
    if (shot.keeps_rate != 0) memory |= keeps_rate;
    if (shot.weapon == Shot::Weapon::malfunctions) memory |= malfunctions;
    if (shot.weapon == Shot::Weapon::removed) memory |= weapon_lost;
    return memory;
  }
  static Outcome report(Outcome outcome, std::uint8_t shot) {
    return outcome.event("hit", (shot & hit) != 0)
        .event("critical_hit", (shot & critical) != 0)
        .event("multiple_hit", (shot & twice) != 0)
        .event("may_fire_again", (shot & keeps_rate) != 0)
        .event("malfunctions", (shot & malfunctions) != 0)
        .event("weapon_lost", (shot & weapon_lost) != 0);
  }

  ToHitRoll roll_;
  Sum drm_;
  const Ift* ift_ = nullptr;
  int firepower_ = 0;
  std::vector<std::string> target_notes_;
};

}  // namespace

Procedure he_fire() {
  using Asked = HeFire;
  return procedure<Asked>("asl.he-fire", "C3.32, C3.33, C3.7, C3.8, A7.3",
                          "one shot of HE at infantry, from the To Hit DR to the last check")
      .includes(&Asked::aim, "", Aim::At::infantry)
      .adjust("range", [](Parameter& range) { range.least = 1; })
      .asks(&Asked::target_type, "target_type", one_of({"infantry", "area"}),
            "the Target Type: the units of a Location with all FP, or of a hex with half of it")
      .asks(&Asked::mortar, "mortar",
            "a mortar: its Area Target Type leaves it its rate of fire (C3.33)")
      .only_when(&Asked::is_area, "a mortar uses the Area Target Type (C9.1)", "--target-type area")
      .asks(&Asked::acquisition, "acquisition", -2, 0, "the DRM of the acquired target (N)")
      .only_when(&Asked::may_have_acquired,
                 "not beside Bore Sighting, nor at a concealed target unless by the Area Target "
                 "Type (C6.4, C6.57)",
                 "0")
      .asks(&Asked::intensive_fire, "intensive_fire",
            "the one shot of Intensive Fire: +2, B# two lower, and the old B# loses the gun (F)")
      .only_when(&Asked::may_use_intensive_fire,
                 "no Intensive Fire for a pinned crew and for guns marked so (C5.6)", "false")
      .asks(&Asked::pinned, "pinned", "the firer is pinned: +2 and no rate of fire (D)")
      .asks(&Asked::concealed, "concealed", "the target is concealed: +2 (K)")
      .asks(&Asked::ffnam, "ffnam",
            "First Fire at Non-Assault Movement: -1 to hit (J3), and on a Critical Hit's effect")
      .only_when(&Asked::not_hazardous, "Hazardous Movement takes its place", "false")
      .asks(&Asked::ffmo, "ffmo",
            "First Fire at movement in the open: -1 to hit (J4), and on a Critical Hit's effect")
      .only_when(&Asked::not_hazardous, "Hazardous Movement takes its place", "false")
      .asks(&Asked::hazardous, "hazardous",
            "the target is in Hazardous Movement: -2 to hit (O), and on a Critical Hit's effect")
      .asks(&Asked::effects_drm, "effects_drm", -20, 20,
            "other modifiers of the Effects DR on the IFT: -1 Air Bursts ...; TEM is none of them")
      .includes(&Asked::target)
      .includes(&Asked::target, FireTarget::describe_heat)
      .outcomes(FireTarget::outcomes())
      .event("hit", "the Location or hex is hit")
      .event("critical_hit", "a Critical Hit")
      .event("multiple_hit", "a Multiple Hit: the better of two Effects DR (C3.8)")
      .event("may_fire_again", "the coloured die leaves it its rate of fire")
      .event("malfunctions", "the gun malfunctions")
      .event("weapon_lost", "the gun is lost by a use that lowers its B# (A.11)")
      .events(FireTarget::events())
      .events({FireTarget::heat_event()})
      .measures(FireTarget::measures())
      .headline("hit", "it hits")
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
