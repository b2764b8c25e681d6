#include "sim/asl/to_hit/to_hit_roll.hpp"

#include <algorithm>
#include <string_view>

namespace combat_odds::asl {

std::string Shot::text() const {
  if (ammunition == Ammunition::none) return "no such ammunition";
  std::string text = hit == Hit::critical ? "Critical Hit"
                     : hit == Hit::miss   ? "miss"
                     : turret != 0        ? "hit, turret"
                                          : "hit";
  if (twice != 0) text += " twice";
  if (keeps_rate != 0) text += ", keeps rate of fire";
  if (ammunition == Ammunition::last) text += ", last round";
  if (weapon == Weapon::malfunctions) text += ", malfunctions";
  if (weapon == Weapon::removed) text += ", weapon lost";
  return text;
}

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
    if (third == Third::nothing) return shot.text();
    Shot rest = shot;
    rest.hit = Shot::Hit::miss;
    return "Original 2" + rest.text().substr(std::string_view("miss").size());
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

/// C3.6, C3.7: the die after an Original 2.
Shot ToHitRoll::after_die(const Rolled& rolled, int roll) const {
  using Hit = Shot::Hit;
  Shot shot = rolled.shot;
  const bool at_vehicle = type == TargetType::vehicle;
  switch (rolled.third) {
    case Third::nothing:
      break;
    case Third::improbable: {
      // For a weapon without Critical Hits, a 1 is the hull hit of an Original 2 (C3.9).
      const bool critical = roll == 1 && critical_hits && !aims_at_tracks;
      shot.hit = critical ? Hit::critical : roll > 3 ? Hit::miss : Hit::hit;
      shot.turret = at_vehicle && (critical ? hull_down : roll == 2);
      if (at_vehicle && hull_down && shot.turret == 0) shot.hit = Hit::miss;
      break;
    }
    case Third::lowest_only:
    case Third::infantry: {
      const bool infantry = rolled.third == Third::infantry;
      const bool critical = roll == 1 || (infantry && 2 * roll <= number);
      shot.hit = critical ? Hit::critical : Hit::hit;
      if (critical) shot.twice = 0;
      break;
    }
  }
  return shot;
}

Shot ToHitRoll::fire(Dice& dice, int more_drm) const {
  const Rolled rolled = dice.DR([&](TwoDice roll) { return this->rolled(roll, drm + more_drm); });
  if (rolled.third == Third::nothing) return rolled.shot;
  return dice.die([&](int roll) { return after_die(rolled, roll); });
}

/// A class of a DR is small: half a byte for each group, with the hit or the question for the die.
struct ToHitRoll::RolledAtGroups {
  std::array<std::uint8_t, ShotAtGroups::most / 2> halves{};
  std::uint8_t gun = 0;  ///< its weapon, with the flags below
  static constexpr std::uint8_t keeps_rate = 4;
  static constexpr std::uint8_t twice = 8;
  static constexpr std::uint8_t first_third = 2;  ///< codes behind those of the hits

  void add(std::size_t group, const Rolled& rolled) {
    const int code = rolled.third == Third::nothing ? static_cast<int>(rolled.shot.hit)
                                                    : first_third + static_cast<int>(rolled.third);
    halves.at(group / 2) |= static_cast<std::uint8_t>(group % 2 == 0 ? code : code << 4);
    gun |= static_cast<std::uint8_t>(rolled.shot.weapon);
    if (rolled.shot.keeps_rate != 0) gun |= keeps_rate;
    if (rolled.shot.twice != 0) gun |= twice;
  }
  Rolled of(std::size_t group) const {
    const int code = halves.at(group / 2) >> (group % 2 == 0 ? 0 : 4) & 15;
    Rolled made;
    if (code > first_third) {
      made.third = static_cast<Third>(code - first_third);
    } else {
      made.shot.hit = static_cast<Shot::Hit>(code);
    }
    made.shot.weapon = static_cast<Shot::Weapon>(gun & 3);
    made.shot.keeps_rate = (gun & keeps_rate) != 0;
    made.shot.twice = (gun & twice) != 0 && made.third != Third::improbable;
    return made;
  }
  /// Up to the last group that is not missed.
  std::string text() const {
    std::size_t count = ShotAtGroups::most;
    while (count > 1 && (halves.at((count - 1) / 2) >> (count % 2 == 0 ? 4 : 0) & 15) == 0) --count;
    std::string text = of(0).text();
    for (std::size_t i = 1; i < count; ++i) text += " / " + of(i).text();
    return text;
  }
};

ShotAtGroups ToHitRoll::fire(Dice& dice, int more_drm, std::span<const int> own) const {
  const RolledAtGroups all = dice.DR([&](TwoDice roll) {
    RolledAtGroups made;
    for (std::size_t i = 0; i < own.size(); ++i) {
      made.add(i, rolled(roll, drm + more_drm + own[i]));
    }
    return made;
  });
  bool asks = false;
  for (std::size_t i = 0; i < own.size(); ++i) asks = asks || all.of(i).third != Third::nothing;
  const int die = asks ? dice.die() : 0;
  ShotAtGroups shot;
  shot.gun = all.of(0).shot;
  shot.gun.hit = Shot::Hit::miss;
  shot.gun.twice = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Shot one = after_die(all.of(i), die);
    shot.at.at(i) = one.hit;
    shot.gun.hit = std::max(shot.gun.hit, one.hit);
    shot.gun.twice |= one.hit == Shot::Hit::hit ? one.twice : std::uint8_t{0};
  }
  return shot;
}

}  // namespace combat_odds::asl
