#include "sim/asl/to_hit/to_hit_roll.hpp"

#include <algorithm>

namespace combat_odds::asl {

/// The question for a die after an Original 2.
enum class ToHitRoll::Third : std::uint8_t {
  nothing,
  improbable,   ///< C3.6: no DR is low enough
  lowest_only,  ///< C3.7: no other DR is low enough
  infantry,     ///< C3.7: of the Infantry Target Type
};

/// What the To Hit DR alone decides.
struct ToHitRoll::Rolled {
  Shot shot;
  Third third = Third::nothing;

  std::string text() const {
    if (shot.ammunition == Shot::Ammunition::none) return "no such ammunition";
    std::string text = third != Third::nothing           ? "Original 2"
                       : shot.hit == Shot::Hit::critical ? "Critical Hit"
                       : shot.hit == Shot::Hit::miss     ? "miss"
                       : shot.turret != 0                ? "hit, turret"
                                                         : "hit";
    if (shot.twice != 0) text += " twice";
    if (shot.keeps_rate != 0) text += ", keeps rate of fire";
    if (shot.ammunition == Shot::Ammunition::last) text += ", last round";
    if (shot.weapon == Shot::Weapon::malfunctions) text += ", malfunctions";
    if (shot.weapon == Shot::Weapon::removed) text += ", weapon lost";
    return text;
  }
};

/// The To Hit DR: `sum` is the DRM of the shot.
ToHitRoll::Rolled ToHitRoll::rolled(TwoDice roll, int sum) const {
  using Hit = Shot::Hit;
  const bool at_vehicle = type == TargetType::vehicle;
  const int lowest = (doubles_lower_die ? 3 : 2) + sum;
  const int next_lowest = lowest + 1;
  Rolled made;
  Shot& shot = made.shot;
  const int original = roll.total();
  const int lower = std::min(roll.coloured, roll.white);
  const int final_dr = original + (doubles_lower_die ? lower : 0) + sum;
  if (original >= removal_number) {
    shot.weapon = Shot::Weapon::removed;
  } else if (original >= breakdown_number) {
    shot.weapon = Shot::Weapon::malfunctions;
  }
  if (original > depletion_number) {
    shot.ammunition = Shot::Ammunition::none;
    return made;
  }
  if (original == depletion_number) shot.ammunition = Shot::Ammunition::last;
  shot.keeps_rate = roll.coloured <= rate_of_fire && shot.weapon == Shot::Weapon::fires_on;

  const bool critical_on_infantry = type == TargetType::infantry && 2 * final_dr < number;
  if (original == 2 && lowest > number) {
    made.third = Third::improbable;
  } else if (final_dr > number) {
    return made;
  } else if (type == TargetType::infantry) {
    shot.hit = critical_on_infantry ? Hit::critical : Hit::hit;
    if (original == 2 && !critical_on_infantry) made.third = Third::infantry;
  } else if (original == 2 && critical_hits && !aims_at_tracks) {
    shot.hit = Hit::critical;
    shot.turret = at_vehicle && hull_down;  // C3.9
    if (next_lowest > number) made.third = Third::lowest_only;
  } else {
    shot.turret = at_vehicle && roll.coloured < roll.white;
    shot.hit = at_vehicle && hull_down && shot.turret == 0 ? Hit::miss : Hit::hit;
  }
  const bool normal = shot.hit == Hit::hit || made.third != Third::nothing;
  shot.twice = multiple_hits && roll.doubles() && normal && !aims_at_tracks &&
               made.third != Third::improbable && type != TargetType::area;
  if (shot.hit == Hit::miss) shot.turret = 0;
  return made;
}

/// C3.6: the die of an Improbable Hit.
void ToHitRoll::roll_improbable_hit(Dice& dice, Shot& shot) const {
  using Hit = Shot::Hit;
  const bool at_vehicle = type == TargetType::vehicle;
  enum class Lucky : std::uint8_t { critical_hit, turret_hit, hull_hit, miss };
  const Lucky lucky =
      dice.die([](int roll) { return roll <= 3 ? static_cast<Lucky>(roll - 1) : Lucky::miss; });
  // For a weapon without Critical Hits, a 1 is the hull hit of an Original 2 (C3.9).
  const bool critical = lucky == Lucky::critical_hit && critical_hits && !aims_at_tracks;
  shot.hit = critical ? Hit::critical : lucky == Lucky::miss ? Hit::miss : Hit::hit;
  shot.turret = at_vehicle && (critical ? hull_down : lucky == Lucky::turret_hit);
  if (at_vehicle && hull_down && shot.turret == 0) shot.hit = Hit::miss;
}

Shot ToHitRoll::fire(Dice& dice, int more_drm) const {
  const Rolled rolled = dice.DR([&](TwoDice roll) { return this->rolled(roll, drm + more_drm); });
  Shot shot = rolled.shot;
  switch (rolled.third) {
    case Third::nothing:
      break;
    case Third::improbable:
      roll_improbable_hit(dice, shot);
      break;
    case Third::lowest_only:
    case Third::infantry: {
      const bool infantry = rolled.third == Third::infantry;
      const bool critical =
          dice.die([&](int roll) { return roll == 1 || (infantry && 2 * roll <= number); });
      shot.hit = critical ? Shot::Hit::critical : Shot::Hit::hit;
      if (critical) shot.twice = 0;
      break;
    }
  }
  return shot;
}

}  // namespace combat_odds::asl
