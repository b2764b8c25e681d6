#pragma once

#include <optional>

#include "sim/squad_leader/to_hit/gunnery.hpp"

namespace combat_odds::squad_leader {

/// The smoke shells of a gun (63.22, 64.7).
struct SmokeShells {
  std::optional<MountedGun> gun;
  std::optional<int> range;
  bool red_numbers = false;
  int drm = 0;

  /// Throws ArgumentError about `gun` for one that fires no smoke. Needs gun and range.
  void prepare(const Charts& charts);

  struct Fired {
    bool smoke = false;  ///< lies in the hex
    bool gone = false;   ///< this shot was an ordinary round, and there is no more
  };
  Fired fire(Dice& dice) const;

 private:
  std::optional<Gunnery> gunnery_;
};

}  // namespace combat_odds::squad_leader
