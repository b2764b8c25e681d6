#pragma once

#include <optional>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// Work that squads do instead of Prep Fire: digging in (54.2), clearing mines and wire (53, 55).
/// Each squad rolls a DR every turn until one succeeds. A leader modifies the DR of one squad and
/// does nothing else. The enemy may fire at them after the work of every turn. Broken units no
/// longer work, and nobody rallies here.
class Fieldwork {
 public:
  static void describe(Declaration<Fieldwork>& asked, const std::string& work);
  /// `needed(unit)` is the highest DR, with the leader's modifier, on which that squad succeeds.
  template <class Needed>
  void begin(const Charts& charts, Needed&& needed) {
    look_up(charts);
    for (const UnitName& kind : kinds_) needed_.push_back(needed(kind));
  }

  /// All that the rest depends on: a state of a Process.
  struct State {
    TargetStack stack;
    std::uint8_t turns = 0;
    std::uint8_t attacks = 0;  ///< of the enemy in this turn
    std::uint8_t fire = 0;     ///< 1: the work of this turn is done, 2: an attack is resolved
    std::uint8_t done = 0;     ///< 1: the work has succeeded
  };
  State start() const { return {start_}; }
  State step(const State& before, Dice& dice) const;
  static State alike(const State& state);
  /// The outcome. Its label is `done`, `not_done`, or "stopped" if nobody is left to work.
  std::optional<Outcome> outcome(const State& state, const char* done, const char* not_done) const;
  bool is_fired_at() const { return firepower_ > 0; }

  /// The measures of outcome(), whose label is `done` where the work is.
  static std::vector<Term> measures(const char* done);

 private:
  void look_up(const Charts& charts);
  void work(Dice& dice, State& state) const;
  void go_on(State& state) const;
  static bool anybody_works(const TargetStack& stack);

  std::vector<UnitName> units_;
  int turns_ = 1;
  double firepower_ = 0;
  int drm_ = 0;
  int attacks_ = 1;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetStack start_;
  std::vector<UnitName> kinds_;
  std::vector<int> needed_;  ///< by kind of unit
};

}  // namespace combat_odds::squad_leader
