#pragma once

#include <optional>
#include <string>

#include "sim/asl/to_hit/drm_sum.hpp"
#include "sim/asl/to_hit/guns.hpp"
#include "sim/asl/to_hit/to_hit_charts.hpp"
#include "sim/asl/to_hit/to_hit_roll.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// What a weapon fires.
enum class Ammunition { ap, he, heat, apcr, apds, smoke };
OneOf ammunition_words();

/// A weapon and its target as long as both stand where they are: what is the same for every shot.
struct Aim {
  enum class Numbers { black, red };

  NamedGun gun;
  int range = 1;
  Numbers numbers = Numbers::black;
  std::optional<int> rate_of_fire;
  std::optional<int> breakdown_number;
  bool buttoned_up = false;
  int armor_leader = 0;
  bool captured = false;
  bool non_qualified = false;
  bool inexperienced = false;
  bool bore_sighted = false;
  std::optional<int> target_size;
  int tem = 0;
  int hindrance = 0;
  bool hull_down = false;
  int drm = 0;

  enum class At { vehicles_too, infantry };
  static void describe(Declaration<Aim>& asked, At at = At::vehicles_too);
  /// All but the gun and the range.
  static void describe_rest(Declaration<Aim>& asked, At at = At::vehicles_too);

  bool is_machine_gun() const { return gun.gun.machine_gun; }
  /// C5.8: used by who has not learnt it.
  bool by_strangers() const { return penalties() > 0; }
  /// A21.11-.13: how often it has the penalties of that.
  int penalties() const { return (captured ? 1 : 0) + (non_qualified ? 1 : 0); }
  bool red_by_itself() const { return by_strangers() || gun.nationality == Nationality::russian; }
  bool has_red_numbers() const {
    return by_strangers() || (!is_machine_gun() && (red_by_itself() || numbers == Numbers::red));
  }
  /// C2.24, C2.28, A21.11-.12: as it is used here.
  int rate() const;
  int printed_breakdown() const;
  int breakdown(bool intensive) const;
  /// A.11: a use that lowers the B# makes an X# of it.
  int removal(bool intensive) const;

  /// The Modified To Hit number (C3.3, C4).
  Sum modified_number(const Charts& charts, ToHitRoll::TargetType type,
                      Ammunition ammunition) const;
  /// The DRM of every shot; point blank (C6.3) where neither side is in motion.
  Sum standing_drm(const Charts& charts, ToHitRoll::TargetType type, bool in_motion) const;
  /// The roll with all that; what else modifies it is added by the caller. Throws ArgumentError for
  /// what cannot be fired so.
  ToHitRoll roll(const Charts& charts, ToHitRoll::TargetType type, Ammunition ammunition,
                 bool intensive, bool in_motion) const;
};

}  // namespace combat_odds::asl
