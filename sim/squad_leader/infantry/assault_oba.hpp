#pragma once

#include <optional>
#include <string>

#include "core/dice/working.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/terrain.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {

/// Artillery on a hex as a step of an assault: an attack of fire for effect, as in sl.artillery.
class AssaultOba {
 public:
  std::optional<double> firepower;
  std::optional<int> calibre;
  std::string terrain = "0";
  int drm = 0;

  static void describe(Declaration<AssaultOba>& oba);
  void prepare(const Charts& charts);
  /// The hex on which it falls is that of these units. Call after prepare().
  void fall_on(const Marsh& marsh);

  /// Whether it has a factor or more.
  bool fires() const { return column_ >= 0; }
  /// At units with these modifiers of their own.
  GroupResults roll(Dice& dice, const std::vector<int>& own) const {
    return dice.DR(
        [&](TwoDice roll) { return GroupResults(*ift_, column_, roll.total() + drm_, own); });
  }

  /// Adds its sums to the working. Returns "20 FP (20 column), +3".
  std::string tell(Working& working) const;

 private:
  const Ift* ift_ = nullptr;
  double firepower_ = 0;
  int column_ = -1;
  int drm_ = 0;
  Terrain terrain_;
};

}  // namespace combat_odds::squad_leader
