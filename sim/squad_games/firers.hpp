#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/working.hpp"
#include "core/text/add_once.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/terrain.hpp"

// Who fires, how far, and what it comes to, for both squad games.

namespace combat_odds {

/// What a firer's FP is multiplied by beyond its normal range: half, and nothing beyond twice that
/// (COI 9, A7.22). A normal range of 0 is not known: every range is normal.
inline double reach_factor(int normal_range, int range) {
  if (normal_range == 0 || range <= normal_range) return 1;
  return range <= 2 * normal_range ? 0.5 : 0;
}
/// What all FP is multiplied by close at hand: 2 adjacent, 3 in the same Location (COI 9, A7.21).
inline double near_factor(int range) { return range == 0 ? 3 : range == 1 ? 2 : 1; }

/// A unit or weapon that may fire, with its printed FP.
struct Firer {
  std::string name;  ///< empty: a unit's own FP
  std::string text;
  double firepower = 0;
  int normal_range = 0;  ///< 0: every range is normal
  bool squad = false;
  bool counts = true;  ///< it reaches the target, and does not fire a weapon in its place

  bool is_far(int range) const { return normal_range > 0 && range > normal_range; }
};

/// Firers (Firer, or what a game makes of it) that do not reach the target do not count; `notes`
/// says so once for each kind. `reach(firer)` is the farthest range; `when` is added to the note.
template <class Each, class Reach>
void leave_out_of_reach(std::vector<Each>& firers, int range, Reach reach,
                        std::vector<std::string>& notes, const std::string& when = "") {
  for (Each& firer : firers) {
    if (!firer.is_far(range) || range <= reach(firer)) continue;
    firer.counts = false;
    add_once(notes, fmt::format("{} does not reach {} hexes{}: it does not count", firer.text,
                                range, when));
  }
}

/// Throws ArgumentError about "range" if no firer counts.
template <class Each, class Reach>
void check_anybody_reaches(const std::vector<Each>& firers, int range, Reach reach) {
  if (std::any_of(firers.begin(), firers.end(), [](const Each& one) { return one.counts; })) return;
  int farthest = 0;
  for (const Each& firer : firers) farthest = std::max(farthest, reach(firer));
  throw ArgumentError("range", fmt::format("nobody reaches {} hexes", range),
                      fmt::format("at most {}", farthest));
}

/// What the fire of a group comes to: the base of each game's Attackers.
class FireSums {
 public:
  /// After all multipliers.
  double firepower() const { return firepower_; }
  const FireGroup& group() const { return group_; }
  /// The DRM of everything here, plus the DRM that was given.
  int drm(int given) const { return given + modifiers_.total(); }

 protected:
  /// Whether an FT or a DC fires, which is an attack of its own.
  bool alone() const { return flamethrower_ || demolition_charge_; }
  void read_terrain(const std::optional<std::string>& asked, const Charts& charts,
                    const char* chart, AttackKind kind = AttackKind::direct) {
    if (!asked) return;
    terrain_ = charts.get<TerrainChart>(chart).read(*asked, "terrain", kind);
    has_terrain_ = true;
  }

  /// Writes the situation up to the target, the sums and the notes. Without a `range` the user gave
  /// `firepower` in place of who fires. `drm` are the modifiers that he gave; `multiplied` goes
  /// behind the sum of the FP; `shifted` says why `column` is not that of the FP.
  template <class Table>
  void tell_sums(Working& working, const Table& ift, std::optional<int> range, double firepower,
                 int drm, const char* multiplied, int column, const char* shifted = "") const {
    const std::string in_column =
        (column < 0 ? "below all columns" : std::to_string(ift.heading(column)) + " column") +
        (column == ift.column(firepower) ? "" : shifted);
    const char* const the = column < 0 ? "" : "the ";
    working.situation = range ? fmt::format("{} at range {}, ", firers_text(group_), *range) : "";
    working.situation += firepower_text(firepower) + " FP (" + in_column + "), ";
    working.situation += signed_text(this->drm(drm));
    if (range) {
      working.sums.push_back(fmt::format("{}{}: {} FP, {}{}", sum_.text(), multiplied,
                                         firepower_text(firepower), the, in_column));
    } else if (column < 0 || ift.heading(column) != firepower) {
      working.sums.push_back(firepower_text(firepower) + " FP: " + the + in_column);
    }
    if (!modifiers_.text().empty()) {
      ModifierSum modifiers = modifiers_;
      modifiers.add("given", drm);
      working.sums.push_back(modifiers.text());
    }
    working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  }

  FireGroup group_;
  Terrain terrain_;
  bool has_terrain_ = false;
  bool flamethrower_ = false;
  bool demolition_charge_ = false;
  bool lone_leader_ = false;  ///< who fires a weapon at half its FP
  FirepowerSum sum_;
  ModifierSum modifiers_;
  double firepower_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace combat_odds
