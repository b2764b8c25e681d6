#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/asl/morale/heat_of_battle.hpp"

namespace combat_odds::asl {

/// A unit in the Location where others rally.
struct RallyUnit {
  enum Status : std::uint8_t {
    broken = 1,
    wounded = 2,  ///< an SMC, since he came
    gone = 4,
    tried = 8,       ///< in this Rally Phase
    desperate = 16,  ///< broke in this Rally Phase: DM
    disrupted = 32,
  };
  std::uint8_t type = 0;
  std::uint8_t status = 0;

  bool is(Status wanted) const { return (status & wanted) != 0; }
  void set(Status wanted) { status |= wanted; }
  void clear(int unwanted) { status &= static_cast<std::uint8_t>(~unwanted); }
};

/// Broken units and the leaders with them, between two dice rolls.
struct RallyHex {
  static constexpr std::size_t most_units = 12;
  static constexpr std::size_t most_tests = 8;

  enum Event : std::uint8_t {
    fate = 1,
    heat_of_battle = 2,
    berserk = 4,
    replaced = 8,
  };
  /// What all others must take for a leader, one after the other.
  struct Test {
    enum class Kind : std::uint8_t { none, llmc, berserk, berserk_without_choice };
    Kind kind = Kind::none;
    std::uint8_t leader = 0;  ///< whom it is for
    std::uint8_t morale = 0;  ///< his, where lower ones check
    std::int8_t drm = 0;
  };

  std::uint8_t phases = 0;   ///< that have been played
  std::uint8_t open = 0;     ///< 1: in the middle of one
  std::uint8_t rallied = 0;  ///< the last in which a unit rallied
  std::uint8_t mmc_tried = 0;
  std::uint8_t events = 0;
  std::uint8_t casualty_vp = 0;  ///< lost so far, where they are asked for
  std::uint8_t count = 0;
  std::uint8_t test_count = 0;
  std::uint8_t next = 0;  ///< of those who take the first test: leaders first, then the others
  std::array<RallyUnit, most_units> units{};
  std::array<Test, most_tests> tests{};
};

/// A10.6-.64, A18.11, A25.22: broken units try to rally, one Rally Phase after the other.
struct Rally {
  static constexpr std::size_t most_broken = 6;
  static constexpr std::size_t most_leaders = 2;

  enum class Phase { own, enemy };
  enum class SelfRally { first_mmc, all, none };
  enum class Order { leaders, as_named };

  std::vector<UnitName> units;
  std::vector<UnitName> leaders;
  int rally_phases = 4;
  Phase first_phase = Phase::own;
  int dm_phases = 1;
  std::string in_terrain = "open ground";
  SelfRally self_rally = SelfRally::first_mmc;
  Order order = Order::leaders;
  MoraleState state;
  int elr = 5;
  int drm = 0;
  bool casualty_vp = false;
  HeatOfBattle heat;

  void prepare(const Charts& charts);
  Working working() const;

  RallyHex start() const { return start_; }
  RallyHex step(const RallyHex& before, Dice& dice) const;
  RallyHex alike(const RallyHex& hex) const;
  std::optional<Outcome> outcome(const RallyHex& hex) const;

 private:
  /// Who helps a unit to rally.
  struct Help {
    bool led = false;
    bool commissar = false;
    int modifier = 0;
  };

  void set_up(const Infantry& infantry, const UnitName& name, bool broken,
              std::vector<RallyUnit>& people);
  const UnitType& type(const RallyUnit& unit) const { return roster_[unit.type]; }
  bool is_named(std::size_t i) const { return i < named_.size() && named_[i]; }
  bool is_good_leader(const RallyUnit& unit) const;
  bool commissar_watches(const RallyHex& hex, std::size_t i) const;
  int morale(const RallyHex& hex, std::size_t i) const;
  int modifier(const RallyUnit& unit) const;
  Help help_for(const RallyHex& hex, std::size_t i) const;
  bool own_phase(const RallyHex& hex) const;
  bool is_first_attempt(const RallyHex& hex, std::size_t i) const;
  bool may_try(const RallyHex& hex, std::size_t i) const;
  std::optional<std::size_t> next_to_try(const RallyHex& hex) const;
  std::size_t whom_to_try(Dice& dice, const RallyHex& hex, std::size_t by_habit) const;
  Facts words(const RallyHex& hex, std::span<const std::string_view> who) const;
  int number_needed(const RallyHex& hex, std::size_t i, const Help& help) const;
  void attempt(Dice& dice, RallyHex& hex, std::size_t i) const;
  void rally_unit(RallyHex& hex, std::size_t i) const;
  void fail_under_commissar(Dice& dice, RallyHex& hex, std::size_t i) const;
  void create_leader(Dice& dice, RallyHex& hex, std::size_t i, int morale) const;
  void heat_of_battle(Dice& dice, RallyHex& hex, std::size_t i, bool was_broken) const;
  void harden(RallyHex& hex, std::size_t i) const;
  void go_berserk(RallyHex& hex, std::size_t i, bool drags_along) const;
  void casualty_reduction(Dice& dice, RallyHex& hex, std::size_t i, bool as_if_wounded) const;
  void eliminate(RallyHex& hex, std::size_t i) const;
  void break_unit(RallyHex& hex, std::size_t i) const;
  static void add_test(RallyHex& hex, RallyHex::Test test);
  bool takes(const RallyHex& hex, std::size_t i, const RallyHex::Test& test) const;
  void find_tested(RallyHex& hex) const;
  std::size_t tested(const RallyHex& hex) const;
  void take_test(Dice& dice, RallyHex& hex) const;
  void morale_check(Dice& dice, RallyHex& hex, std::size_t i, int drm_of_check) const;

  std::vector<UnitType> roster_;
  std::vector<bool> named_;           ///< by place: one of the broken units, not of their leaders
  std::vector<std::size_t> by_turn_;  ///< the places in the order in which they try
  std::size_t leader_places_ = 0;     ///< the first of them; those behind named_ came forth later
  std::uint8_t settled_type_ = 0;     ///< stands for all MMC to whom nothing happens any more
  std::array<std::array<std::uint8_t, LeaderCreation::kinds>, 2> created_{};  ///< by Fanatic
  LeaderCreation creation_;
  int terrain_ = 0;
  RallyHex start_;
};

}  // namespace combat_odds::asl
