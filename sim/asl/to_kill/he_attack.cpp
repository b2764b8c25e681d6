#include "sim/asl/to_kill/he_attack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "sim/asl/to_kill/penetration.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {

using TargetType = ToHitRoll::TargetType;

void HeAttack::prepare(const Charts& charts) {
  const TargetType type = is_area() ? TargetType::area : TargetType::infantry;
  if (aim.is_machine_gun()) {
    throw ArgumentError("gun", "machine guns fire on the IFT (asl.fire)", "a gun of 20mm or more");
  }
  if (in_terrain) {
    terrain_ =
        charts.get<TerrainChart>("asl/terrain.csv")
            .read(*in_terrain, "terrain", mortar ? AttackKind::indirect : AttackKind::direct);
    aim.tem = terrain_.modifier;
  }
  const Projectile shell = projectile(aim.gun.gun, false, Ammunition::he, charts);
  normal_ = aim.roll(charts, type, Ammunition::he, false, false);
  intensive_ = aim.roll(charts, type, Ammunition::he, true, false);
  chart_ = &charts.get<ToHitDrm>();
  standing_ = aim.standing_drm(charts, type, false);
  if (pinned || (is_area() && !mortar)) normal_.rate_of_fire = 0;
  ift_ = &charts.get<Ift>();
  firepower_ = *shell.infantry_firepower;
  target_notes_ = charts.get<Infantry>().unlisted_notes(target.units);
}

void HeAttack::prepare_effects() {
  target.check_movers(ffnam || ffmo || hazardous, "--ffnam, --ffmo and --hazardous");
  for (const int drm : target.group_drms()) own_to_hit_.push_back(own(drm).to_hit());
  expect_hits(
      target, is_area(), [&](int dr, int drm) { return effect(dr, drm); },
      [&](int dr, int drm) { return critical_effect(dr, drm); });
}

Sum HeAttack::drm(int acquired, bool intensive) const {
  Sum more;
  if (intensive) more.add("Intensive Fire", chart_->at("F"));
  if (pinned) more.add("pinned", chart_->at("D"));
  if (concealed) more.add("concealed", chart_->at("K"));
  if (ffnam) more.add("FFNAM", chart_->at("J3"));
  if (ffmo) more.add("FFMO", chart_->at("J4"));
  if (hazardous) more.add("Hazardous Movement", chart_->at("O"));
  more.add("acquired", acquired * chart_->at("N"));
  Sum sum = standing_;
  return sum.add(more);
}

HeAttack::Fired HeAttack::shoot(Dice& dice, int acquired, bool intensive) const {
  const ToHitRoll& roll = intensive ? intensive_ : normal_;
  const int more_drm = drm(acquired, intensive).total() - roll.drm;
  Fired fired;
  const auto note = [&](Shot::Hit hit, int to_hit) {
    if (hit == Shot::Hit::hit) fired.at.add_hit(to_hit);
    if (hit == Shot::Hit::critical) fired.at.add_critical(to_hit);
  };
  if (!target.has_groups()) {
    const int own = own_to_hit_.front();
    fired.shot = roll.fire(dice, more_drm + own);
    note(fired.shot.hit, own);
    return fired;
  }
  const ShotAtGroups shot = roll.fire(dice, more_drm, own_to_hit_);
  fired.shot = shot.gun;
  for (std::size_t i = 0; i < own_to_hit_.size(); ++i) note(shot.at.at(i), own_to_hit_[i]);
  return fired;
}

HeAttack::GunHit HeAttack::begin_effect(Dice& dice, TargetStack& stack, const Fired& fired,
                                        bool last) const {
  if (fired.shot.hit == Shot::Hit::critical && at_gun) return destroy_gun(stack);
  int dr = 12;
  if (fired.shot.twice != 0) dr = dice.DR([](TwoDice roll) { return roll.total(); });
  const DrResults results = dice.DR([&](TwoDice roll) {
    return effects_of_hit(  // C3.8: a lower DR is at least as good
        target, is_area(), fired.at, std::min(dr, roll.total()),
        [&](int total, int own) { return effect(total, own); },
        [&](int total, int own) { return critical_effect(total, own); });
  });
  if (at_gun && results.result.kind == IftResult::Kind::kia) return destroy_gun(stack);
  target.begin(dice, stack, results, last);
  return at_gun && results.result.kind == IftResult::Kind::k ? GunHit::malfunctions
                                                             : GunHit::unharmed;
}

/// C11.4: a Critical Hit or a KIA destroys the gun with all who serve it, a K makes it malfunction.
HeAttack::GunHit HeAttack::destroy_gun(TargetStack& stack) const {
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is_away()) all |= std::uint32_t{1} << i;
  }
  target.eliminate_all(stack, all);
  stack.nmc_or_better = 1;
  return GunHit::destroyed;
}

Working HeAttack::working(int acquired, bool intensive) const {
  Working working;
  const Sum sum = drm(acquired, intensive);
  working.situation = fmt::format(
      "{} HE at {}, To Hit {} with {}, {:g} FP ({} column), {}", aim.gun.gun.text(),
      amount_text(aim.range, "hex", "hexes"), normal_.number, signed_text(sum.total()), fired(),
      ift_->heading(std::max(0, ift_->column(fired()))), signed_text(normal_drm()));
  if (!target.units.empty()) working.situation += ", at " + target.text();
  if (!sum.empty()) {
    working.sums.push_back(fmt::format("{}: DRM {}", sum.text(), signed_text(sum.total())));
  }
  working.notes = target_notes_;
  return working;
}

/// C3.331: TEM is part of the To Hit DR; with the Area Target Type, of the Effects DR.
int HeAttack::normal_drm() const { return effects_drm + (is_area() ? aim.tem : 0); }

IftResult HeAttack::effect(int dr, int own_drm) const {
  return ift_->at(ift_->column(fired()), dr + normal_drm() + own(own_drm).on_effect());
}

/// C3.71: the full FP doubled and a positive TEM reversed; First Fire DRM and Hazardous Movement
/// count here, too. C.7: -1 for each 8 FP above 36.
IftResult HeAttack::critical_effect(int dr, int own_drm) const {
  const int doubled = terrain_.halves_he ? firepower_ : 2 * firepower_;
  const int moving = hazardous ? -2 : -(ffnam ? 1 : 0) - (ffmo ? 1 : 0);
  const int beyond = std::max(0, (doubled - 36) / 8);
  return ift_->at(ift_->column(doubled), dr + effects_drm - std::abs(aim.tem) + moving - beyond +
                                             OwnModifier::in_critical_hit(own_drm));
}

void HeAttack::describe(Declaration<HeAttack>& asked) {
  asked.includes(&HeAttack::aim, "", Aim::At::infantry)
      .adjust("range", [](Parameter& range) { range.least = 1; })
      .asks(&HeAttack::target_type, "target_type", one_of({"infantry", "area"}),
            "the Target Type: the units of a Location with all FP, or of a hex with half of it")
      .asks(&HeAttack::mortar, "mortar",
            "a mortar: its Area Target Type leaves it its rate of fire (C3.33)")
      .only_when(&HeAttack::is_area, "a mortar uses the Area Target Type (C9.1)",
                 "--target-type area")
      .asks(&HeAttack::in_terrain, "terrain", "a terrain such as stone",
            "what the target is in or behind, by name, in place of its TEM; woods have Air Bursts "
            "against a mortar")
      .or_named(terrain_names("asl/terrain.csv"))
      .tried_with({"stone", "woods", "marsh"})
      .only_when(
          {"tem"}, [](const HeAttack& asked) { return !asked.in_terrain; },
          "the terrain has a TEM of its own", "no --terrain");
}

void HeAttack::describe_pinned(Declaration<HeAttack>& asked) {
  asked.asks(&HeAttack::pinned, "pinned", "the firer is pinned: +2 and no rate of fire (D)");
}

void HeAttack::describe_concealed(Declaration<HeAttack>& asked) {
  asked.asks(&HeAttack::concealed, "concealed", "the target is concealed: +2 (K)");
}

void HeAttack::describe_movement(Declaration<HeAttack>& asked) {
  const auto not_hazardous = [](const HeAttack& attack) { return !attack.hazardous; };
  asked
      .asks(&HeAttack::ffnam, "ffnam",
            "First Fire at Non-Assault Movement: -1 to hit (J3), and on a Critical Hit's effect")
      .only_when(not_hazardous, "Hazardous Movement takes its place", "")
      .asks(&HeAttack::ffmo, "ffmo",
            "First Fire at movement in the open: -1 to hit (J4), and on a Critical Hit's effect")
      .only_when(not_hazardous, "Hazardous Movement takes its place", "")
      .asks(&HeAttack::hazardous, "hazardous",
            "the target is in Hazardous Movement: -2 to hit (O), and on a Critical Hit's effect");
}

void HeAttack::describe_effects(Declaration<HeAttack>& asked) {
  asked.asks(
      &HeAttack::effects_drm, "effects_drm", -20, 20,
      "other modifiers of the Effects DR on the IFT: -1 Air Bursts ...; TEM is none of them");
}

}  // namespace combat_odds::asl
