#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/asl/units/infantry.hpp"

namespace combat_odds::asl {

/// A unit in close combat: its place in the roster and its state.
struct MeleeUnit {
  static constexpr std::uint8_t none = 255;
  enum State : std::uint8_t {
    hurt = 1,  ///< by Casualty Reduction
    broken = 2,
    pinned = 4,
    leaving = 8,   ///< it withdraws in this Player Turn
    created = 16,  ///< a leader who came forth in the melee (A18.12)
    late = 32,     ///< he did after the enemy's attack of this Player Turn was over
    caught = 64,   ///< it was to withdraw and was reduced: it stays, without an attack (A11.2)
  };
  std::uint8_t type = none;
  std::uint8_t state = 0;

  bool is(State what) const { return (state & what) != 0; }
  void set(State what) { state = static_cast<std::uint8_t>(state | what); }
  /// One of those that were named, and nothing happened to it.
  bool is_unharmed() const { return type != none && !is(hurt) && !is(created); }
  void clear(State what) { state = static_cast<std::uint8_t>(state & ~what); }
  /// Broken units and those that withdraw do not attack (A11.16, A11.2).
  bool attacks() const { return !is(broken) && !is(leaving) && !is(caught); }
  /// It was reduced: a unit that withdraws stays (A11.2).
  void mark_reduced() {
    set(hurt);
    if (is(leaving)) set(caught);
    clear(leaving);
  }
  friend auto operator<=>(const MeleeUnit&, const MeleeUnit&) = default;
};

/// The remaining units of one side, and counts of those lost or gone.
struct MeleeSide {
  static constexpr std::size_t places = 10;  ///< two of them for leaders who come forth

  std::array<MeleeUnit, places> units{};  ///< sorted, empty places behind
  std::uint8_t eliminated = 0;
  std::uint8_t captured = 0;  ///< units and half-squads that the other side holds
  std::uint8_t freed = 0;     ///< prisoners whose captors are all gone
  std::uint8_t left = 0;
  std::uint8_t left_hurt = 0;
  std::uint8_t left_unharmed = 0;  ///< named at the start, see MeleeUnit::is_unharmed()
  std::uint8_t left_broken = 0;    ///< of these
  std::uint8_t leader_lost = 0;
  // Where Casualty VP are asked for:
  std::uint8_t points_eliminated = 0;
  std::uint8_t points_captured = 0;  ///< of those that the other side still holds (A26.222)

  std::size_t count() const;
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(count()); }
  std::size_t hurt() const;
  /// Of the units that were named, those to which nothing happened, here or gone.
  int unharmed() const;
  /// Of these, the broken ones.
  int unharmed_broken() const;
  bool any_attacks() const;
  void add(MeleeUnit fighter);
  void remove(std::size_t i);
};

/// The units of both sides, and the effects of close combat on them (A11.1).
class MeleeRoster {
 public:
  /// The state of each unit that is listed in `broken` or `pinned`, which name some of `names`.
  /// Throws ArgumentError about `parameter`, or that followed by _broken or _pinned.
  MeleeSide enlist(const std::string& parameter, const std::vector<UnitName>& names,
                   const std::vector<UnitName>& broken, const std::vector<UnitName>& pinned,
                   const Infantry& infantry);
  std::uint8_t enlist(const UnitName& name, const Infantry& infantry);

  /// From now on Casualty VP are counted.
  void count_points() { counts_points_ = true; }
  std::size_t size() const { return roster_.size(); }
  const UnitType& type(MeleeUnit fighter) const { return roster_[fighter.type]; }

  /// An SMC has one FP (A11.14).
  double firepower(MeleeUnit fighter) const;
  /// All defend with all their FP.
  double defence(const MeleeSide& side) const;
  /// FP of the attacking units. Pinned units and Guards of `prisoners` count half (A11.12, A20.52).
  double attack(const MeleeSide& side, int prisoners) const;
  /// The best leader of the attack who is not pinned, if he is not alone in it, and -1 for each
  /// hero (A7.831, A11.141, A15.24).
  int leadership(const MeleeSide& side) const;
  /// Added to the ambush die.
  int ambush_drm(const MeleeSide& side) const;

  enum class Effect : std::uint8_t { nothing, partial, all };
  /// The effect of an attack on each unit; it differs because DRM do.
  using EffectOn = std::function<Effect(MeleeUnit)>;

  /// All are eliminated, and of those with a partial effect one by Random Selection (more if they
  /// tie) suffers Casualty Reduction (A11.11). Those who are gone are added to `lost`, as they
  /// were.
  void strike(Dice& dice, MeleeSide& side, const EffectOn& effect,
              std::vector<MeleeUnit>* lost = nullptr) const;
  /// All are captured, and of those with a partial effect one of its owner's choice, of a squad a
  /// half-squad (A20.22): what costs it the least FP, the broken and those of low morale
  /// first, an SMC last.
  void capture(MeleeSide& side, const EffectOn& effect,
               std::vector<MeleeUnit>* lost = nullptr) const;

  /// Removes every unit for which `goes` is true; it has left the Location.
  static void leave(MeleeSide& side, const std::function<bool(MeleeUnit)>& goes);
  void eliminate_broken(MeleeSide& side) const;
  /// The unit that stays to cover a withdrawal: the least FP among the MMC, else among all,
  /// of equals a pinned one, who can't go anyway.
  std::size_t weakest(const MeleeSide& side) const;

 private:
  int modifier(MeleeUnit fighter) const;
  int points(MeleeUnit fighter) const;
  void lose(MeleeSide& side, std::size_t i) const;
  void eliminate(MeleeSide& side, std::size_t i) const;
  bool reduce(Dice& dice, MeleeUnit& fighter) const;

  std::vector<UnitType> roster_;
  bool counts_points_ = false;
};

}  // namespace combat_odds::asl
