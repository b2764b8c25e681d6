#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// The markers of a Fire Group during the enemy's Movement Phase.
struct GroupMarkers {
  enum Marker : std::uint8_t { none, first_fire, final_fire };
  enum class Gun : std::uint8_t { ready, first_fire, final_fire, fire_lane, out };
  enum class Leader : std::uint8_t { good, pinned, broken };

  static constexpr std::size_t most_guns = 2;

  Marker marker = none;
  Leader leader = Leader::good;
  std::uint8_t cowered = 0;  ///< a bit for each unit that is marked Final Fire before the others
  std::uint8_t broken = 0;   ///< the same by Final Protective Fire
  std::uint8_t pinned = 0;
  std::array<Gun, most_guns> guns{};
};

/// A Fire Group that fires at units moving in its view: First Fire with rate of fire, Subsequent
/// First Fire, Final Protective Fire, a Fire Lane (A8.1-.31, A9.2-.3, A9.22, A9.7).
struct DefensiveFireGroup {
  enum class Cowers { cower, inexperienced, never };
  enum class Way : std::uint8_t { all, rate, subsequent, protective };

  static constexpr std::size_t most_units = 6;

  std::optional<std::string> who;
  std::optional<int> range;
  Cowers cowers = Cowers::cower;
  bool fire_lane = false;
  /// So many of the units, the last ones, begin pinned: they man a MG only where nobody else is
  /// left.
  std::size_t begin_pinned = 0;

  static void describe(Declaration<DefensiveFireGroup>& group, const std::string& of);
  void prepare(const Charts& charts);
  bool given() const { return who.has_value(); }

  /// The effects of an attack's DR on the group itself, with the IFT result.
  struct Shot {
    IftResult result;
    std::uint8_t cowered = 0;  ///< units, a bit for each
    std::uint8_t keeps = 0;    ///< MGs that keep their rate of fire, a bit for each
    std::uint8_t jams = 0;     ///< MGs whose B# it is
    std::uint8_t broken = 0;   ///< units that fail the NMC of Final Protective Fire
    std::uint8_t pinned = 0;
    GroupMarkers::Leader leader = GroupMarkers::Leader::good;
    std::string text() const;
  };

  /// The way in which the group may fire next at a unit that has spent `movement` MF in its
  /// Location, `unit_shots` and `gun_shots` of its shots there made already; nothing where it may
  /// not.
  std::optional<Way> next_way(const GroupMarkers& markers, int movement, int unit_shots,
                              int gun_shots, bool subsequent_fire, bool protective_fire) const;
  /// The FP of that attack; `halved` besides (a Dash).
  double firepower(const GroupMarkers& markers, Way way, bool halved) const;
  /// Whether a leader directs it.
  bool directed(const GroupMarkers& markers) const;
  /// Rolls it on the IFT with `drm` and the leader's modifier.
  Shot fire(Dice& dice, const GroupMarkers& markers, Way way, bool halved, int drm) const;
  /// Its markers after that; and the Residual FP, before what outside modifiers take of it.
  void mark(GroupMarkers& markers, Way way, const Shot& shot) const;
  int residual_column(const GroupMarkers& before, Way way, const Shot& shot, bool halved) const;
  int positive_leadership() const { return leader_ ? std::max(leader_->modifier, 0) : 0; }

  /// The FP of the Fire Lane of a MG, and the DR that jams it.
  double lane_firepower(std::size_t gun) const;
  int breakdown(std::size_t gun) const { return guns_[gun].breakdown; }
  std::size_t gun_count() const { return guns_.size(); }
  bool has_lane(const GroupMarkers& markers) const;

  /// "4-6-7 + German HMG at range 3: 11 FP (8 column)".
  std::string text() const;

 private:
  struct Unit {
    double firepower = 0;
    int normal_range = 0;
    int morale = 0;
    bool inexperienced = false;
    bool mans_in_place = false;  ///< it fires a weapon in place of its own FP
    friend bool operator==(const Unit&, const Unit&) = default;
  };
  struct Gun {
    std::string name;
    double firepower = 0;
    int normal_range = 0;
    int rate = 0;
    int breakdown = 12;
    std::size_t unit = 0;  ///< the unit that mans it
  };

  bool takes_part(const GroupMarkers& markers, std::size_t gun, Way way) const;
  bool unit_fires(const GroupMarkers& markers, std::size_t unit, Way way) const;
  double of_unit(const GroupMarkers& markers, std::size_t unit, Way way) const;
  double of_gun(const GroupMarkers& markers, std::size_t gun, Way way) const;
  double factor(Way way, bool halved) const;
  int cowering_columns(const GroupMarkers& markers, Way way) const;
  bool takes_any_part(const GroupMarkers& markers, std::size_t unit, Way way) const;
  std::uint8_t who_cowers(Dice& dice, const GroupMarkers& markers, Way way) const;
  void check_own_morale(Shot& shot, const GroupMarkers& markers, int original) const;
  bool lays_fire_lane(const Gun& gun) const;

  const Ift* ift_ = nullptr;
  std::vector<Unit> units_;
  std::vector<Gun> guns_;
  std::optional<UnitName> leader_;
};

}  // namespace combat_odds::asl
