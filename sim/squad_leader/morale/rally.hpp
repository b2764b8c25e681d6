#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/declare/units.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"

namespace combat_odds::squad_leader {

/// The units that rally in a hex: a state of a Process.
struct RallyHex {
  static constexpr std::size_t most_units = 6;

  std::uint8_t phase = 0;
  std::uint8_t last_rallied = 0;  ///< the Rally Phase in which the last of them rallied
  /// The broken units and the leader who was unbroken at the start, leaders first.
  std::array<TargetUnit::Status, most_units + 1> people{};
};

/// 14, 83.2-83.3, 74.1-74.2, 94.5: broken units try to rally, Rally Phase after Rally Phase.
struct Rally {
  enum class From { own_force, allied_army, ss_and_wehrmacht };
  enum class Tries { always, after_desperation };

  std::vector<UnitName> units;
  std::optional<UnitName> leader;
  From leader_from = From::own_force;
  bool self_rally = false;
  int rally_phases = 4;
  int desperation_phases = 1;
  Tries tries = Tries::always;
  bool ss = false;
  bool inexperienced = false;
  std::optional<int> broken_morale;
  Original12 original_12 = Original12::eliminated;
  int drm = 0;
  Marsh marsh;

  void prepare(const Charts&);

  bool has_squads() const;

  /// Whether there are squads whose printed numbers do not show it.
  bool may_be_inexperienced() const;

  RallyHex start() const;

  RallyHex step(const RallyHex& before, Dice& dice) const;

  std::optional<Outcome> outcome(const RallyHex& hex) const;

 private:
  struct Person {
    UnitName unit;
    bool helper;  ///< the leader who was unbroken at the start
  };

  /// The progress of a Rally Phase.
  struct Progress {
    RallyHex hex;
    std::uint8_t tried;  ///< one bit for each leader
    std::uint8_t next;
  };

  /// 14.2: a unit may try. If it waits, it does not risk an Original 12 (18.3).
  bool is_to_try(Dice& dice, const RallyHex& hex, std::size_t unit, unsigned tried) const;

  /// What the rolls of a squad depend on, in the order in which TargetUnit compares it.
  std::tuple<int, int, bool> kind(const UnitName& unit) const;

  bool same_kind(std::size_t i, std::size_t j) const;

  bool desperate(int phase) const { return phase <= desperation_phases; }

  bool is_desperate_by_itself(std::size_t unit, int phase) const;

  /// The leader who helps a unit to rally.
  struct Help {
    bool led = false;
    bool foreign = false;
    int modifier = 0;
  };

  /// The modifier of a leader for units of another force: 74.2, 83.7: one of -1 or better is worse
  /// by one.
  int across_forces(int modifier) const;

  /// 14.5, 15.7: the best unbroken leader in the hex other than the unit itself. One of its own
  /// army goes before a foreign one.
  Help help_for(const RallyHex& hex, std::size_t unit) const;

  /// 14.3: leaders, and units that may rally by themselves, need no leader.
  bool may_alone(std::size_t unit) const { return people_[unit].unit.leader || self_rally; }

  /// 14; 74.1: a foreign leader does not help units under desperation morale that can't rally by
  /// themselves.
  bool may_try(const RallyHex& hex, std::size_t unit) const;

  /// The morale on its reverse (94.5: inexperienced infantry has one less there).
  int morale_broken(const UnitName& unit) const;

  /// The dice roll needed with that help (83.3: the SS).
  int number(std::size_t unit, int phase, const Help& help) const;

  /// The DR that a unit needs. A leader of its own force always counts (Q&A 15.1). A foreign leader
  /// is ignored if the unit may, and is better off without him.
  int number_needed(const RallyHex& hex, std::size_t unit) const;
  void attempt(Dice& dice, RallyHex& hex, std::size_t unit, unsigned tried) const;

  /// 18.3: a leader's Original 12 makes all others in the hex check their morale at once.
  void all_others_check(Dice& dice, RallyHex& hex, std::size_t lost, unsigned tried) const;

  std::vector<Person> people_;
  std::size_t leaders_ = 0;  ///< the number of leaders among them
};

}  // namespace combat_odds::squad_leader
