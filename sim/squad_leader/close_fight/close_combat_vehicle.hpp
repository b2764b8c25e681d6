#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// Infantry against an AFV or truck in Close Combat (36.2, 36.4, COI 64.53-.55, 66.1, 72.8).
struct CloseCombatVehicle {
  /// The AFV's AA MG or launcher, and each unit of its exposed passengers.
  static constexpr std::size_t most_defenders = 5;

  /// The state of the assault: all that the rest of it depends on.
  struct Assault {
    std::uint8_t to_dare = 0;  ///< attackers that have not checked yet whether they go in
    std::uint8_t ready = 0;    ///< attackers that have not attacked yet
    std::uint8_t first = 0;    ///< those of them that attack next
    std::uint8_t done = 0;     ///< attackers that have attacked and are unbroken
    std::uint8_t broken = 0;
    std::uint8_t eliminated = 0;
    std::uint8_t to_order = 0;  ///< attackers whose place in the order is not yet rolled
    std::array<std::uint8_t, most_defenders> orders{};     ///< of the AFV's side, the lowest first
    std::array<std::uint8_t, most_defenders> defenders{};  ///< who they are
    std::array<std::uint8_t, most_defenders> before{};     ///< attackers in front of each of them
    std::uint8_t in_order = 0;                             ///< defenders whose place is rolled
    std::uint8_t acted = 0;                                ///< defenders that have had their turn
    std::uint8_t led = 0;     ///< 1: the leader can still direct an attack
    std::uint8_t leader = 0;  ///< 1: he is in the hex
    Damage afv = Damage::none;
  };

  UnitName unit;
  int units = 1;
  int leadership = 0;
  bool pre_afv_check = false;
  std::optional<int> leader_morale;
  bool truck = false;
  bool open_topped = false;
  bool no_mg = false;
  int drm = 0;
  int terrain_modifier = 0;
  int aa_mg = 0;
  bool close_defense_weapon = false;
  bool already_immobilized = false;
  std::optional<int> kill_number;
  bool came_from_open = false;
  std::vector<UnitName> passengers;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    table_ = &charts.get<CloseCombatTable>();
    if (close_defense_weapon) defenders_.push_back({Defender::Arm::launcher, 0});
    if (has_aa_mg()) defenders_.push_back({Defender::Arm::fire, aa_mg});
    for (const UnitName& passenger : passengers) {
      if (passenger.leader) {
        throw ArgumentError("passengers", "a leader adds no firepower in Close Combat (20.4)",
                            "the squads and crews that fire");
      }
      defenders_.push_back({Defender::Arm::fire, passenger.firepower});
    }
    // Equal ones stand together, and are not told apart.
    std::stable_sort(
        defenders_.begin(), defenders_.end(),
        [](const Defender& a, const Defender& b) { return a.firepower > b.firepower; });
    const int number = kill_number.value_or(unit.leader ? 2 : unit.firepower);
    const int others = number - drm + (open_topped || truck ? 1 : 0) + (no_mg ? 1 : 0);
    needed_ = others - unit.modifier;  // 36.23: a leader's own, which is 0 for others
    // 15.7: modifiers of two leaders never add up.
    needed_if_led_ = others - (unit.leader ? std::min(unit.modifier, leadership) : leadership);
  }

  Outcome resolve(Dice& dice) const {
    Assault assault;
    assault.ready = small(units);
    assault.led = assault.leader = leadership != 0 ? 1 : 0;
    if (pre_afv_check) dare(dice, assault);
    if (is_armed()) order_of_attack(dice, assault);
    for (std::size_t next = 0; next < defenders_.size(); ++next) {
      assault.first = std::exchange(assault.before[next], std::uint8_t{0});
      attack(dice, assault);
      if (assault.afv >= Damage::eliminated) break;
      const Defender& defender = defenders_[assault.defenders[next]];
      if (defender.arm == Defender::Arm::launcher) {
        fire_launcher(dice, assault);
      } else {
        fire_back(dice, assault, defender.firepower);
      }
      assault.defenders[next] = 0;
      ++assault.acted;
    }
    if (assault.afv < Damage::eliminated) {
      assault.first = assault.ready;
      attack(dice, assault);
    }
    if (came_from_open) {  // 64.54
      assault.eliminated = small(assault.eliminated + assault.broken);
      assault.broken = 0;
    }
    const int lost = assault.eliminated + assault.broken;
    const int went_in = assault.ready + assault.done + lost;
    Outcome outcome = damage_outcome(assault.afv);
    outcome.event("all_attackers_lost", lost == units)
        .measure("attackers_eliminated", assault.eliminated)
        .measure("attackers_broken", assault.broken)
        .measure("attackers_held_back", units - went_in);
    if (!passengers.empty()) {  // 72.84
      const bool gone = assault.afv >= Damage::eliminated;
      outcome.measure("passengers_lost", gone ? static_cast<int>(passengers.size()) : 0);
    }
    return outcome;
  }

  /// The attack of one unit: what the vehicle is then, and whether the unit is lost.
  struct Blow {
    Damage afv = Damage::none;
    bool lost = false;
  };
  Blow strike(Dice& dice, bool led, Damage before) const {
    const int needed = led ? needed_if_led_ : needed_;
    enum class Result : std::uint8_t { nothing, exact, kill, lost };
    const Result result = dice.DR([&](TwoDice roll) {
      if (roll.total() == 12) return Result::lost;  // 72.86
      if (roll.total() > needed) return Result::nothing;
      return roll.total() == needed ? Result::exact : Result::kill;
    });
    if (result == Result::lost) return {before, true};
    if (result == Result::nothing) return {before, false};
    const bool once = truck || already_immobilized || before == Damage::immobilized;
    if (result == Result::exact && !once) {  // 66.1
      const bool only = dice.die([](int roll) { return roll >= 4; });
      if (only) return {Damage::immobilized, false};
    }
    return {Damage::eliminated, false};
  }

  bool has_aa_mg() const { return aa_mg > 0; }
  bool is_armed() const { return has_aa_mg() || close_defense_weapon || !passengers.empty(); }
  bool at_afv() const { return !truck; }
  bool led_into_the_hex() const { return pre_afv_check && leadership != 0; }

 private:
  struct Defender {
    enum class Arm : std::uint8_t { fire, launcher };
    Arm arm = Arm::fire;
    int firepower = 0;
    friend bool operator==(const Defender&, const Defender&) = default;
  };

  /// 36.11, 36.21: each unit checks morale before it goes in; the leader without his own modifier.
  void dare(Dice& dice, Assault& assault) const {
    if (assault.led != 0) {
      const bool follows = DR_at_most(dice, *leader_morale);
      assault.led = assault.leader = follows ? 1 : 0;
    }
    const int needed = unit.morale - (assault.led != 0 ? leadership : 0);
    for (assault.to_dare = assault.ready; assault.to_dare > 0; --assault.to_dare) {
      dice.at(assault);
      const bool goes_in = DR_at_most(dice, needed);
      if (!goes_in) --assault.ready;
    }
  }

  /// 64.53, 72.85: each rolls a DR, and the lowest goes first. Infantry may deduct the hex's
  /// terrain modifier. On a tie the infantry is first, and of the defenders the one named first.
  void order_of_attack(Dice& dice, Assault& assault) const {
    for (std::size_t i = 0; i < defenders_.size(); ++i) {
      if (i > 0) dice.at(assault);
      const auto order = dice.DR([](TwoDice roll) -> std::uint8_t { return small(roll.total()); });
      std::size_t place = assault.in_order++;
      for (; place > 0 && assault.orders[place - 1] > order; --place) {
        assault.orders[place] = assault.orders[place - 1];
        assault.defenders[place] = assault.defenders[place - 1];
      }
      assault.orders[place] = order;
      assault.defenders[place] = alike(i);
    }
    for (assault.to_order = assault.ready; assault.to_order > 0; --assault.to_order) {
      dice.at(assault);
      const auto place = dice.DR([&](TwoDice roll) -> std::uint8_t {
        std::size_t behind = 0;
        while (behind < defenders_.size() &&
               roll.total() > assault.orders[behind] + terrain_modifier) {
          ++behind;
        }
        return small(behind);
      });
      if (place < defenders_.size()) ++assault.before[place];
    }
    assault.orders = {};
  }

  /// The first defender who is the same as this one.
  std::uint8_t alike(std::size_t defender) const {
    return small(std::find(defenders_.begin(), defenders_.end(), defenders_[defender]) -
                 defenders_.begin());
  }

  /// 36.23: the units attack one by one until the AFV is eliminated. The leader directs the first
  /// of them; he modifies one attack (36.4).
  void attack(Dice& dice, Assault& assault) const {
    for (; assault.first > 0 && assault.afv < Damage::eliminated; --assault.first) {
      dice.at(assault);
      --assault.ready;
      const Blow blow = strike(dice, assault.led != 0, assault.afv);
      assault.led = 0;
      ++(blow.lost ? assault.eliminated : assault.done);
      assault.afv = blow.afv;
    }
    dice.at(assault);
  }

  /// 72.83, 72.85: the AA MG or a passenger attacks all remaining units with its factor on the
  /// Close Combat chart.
  void fire_back(Dice& dice, Assault& assault, int firepower) const {
    const int targets = assault.ready + assault.done;
    if (targets == 0) return;
    const int number = table_->kill_number(firepower, targets * (unit.leader ? 1 : unit.firepower));
    const bool kills = DR_at_most(dice, number);
    if (!kills) return;
    assault.eliminated = small(assault.eliminated + targets);
    assault.ready = assault.done = 0;
    assault.before = {};
  }

  /// 64.53: an attack with 12 factors on the IFT against all infantry in the hex.
  void fire_launcher(Dice& dice, Assault& assault) const {
    const FireResult result = dice.DR(
        [&](TwoDice roll) { return ift_->at(ift_->column(12), roll.total() + terrain_modifier); });
    if (result.kind == FireResult::Kind::none) return;
    if (result.kind == FireResult::Kind::kia) {
      assault.eliminated = small(assault.eliminated + assault.ready + assault.done);
      assault.ready = assault.done = 0;
      return;
    }
    const auto checks = [&](std::uint8_t& group) {
      for (int left = group; left > 0; --left) {
        struct At {
          Assault assault;
          std::uint8_t left;
          std::uint8_t number;
          std::uint8_t group;
        };
        dice.at(At{assault, small(left), result.number,
                   static_cast<std::uint8_t>(&group == &assault.done ? 1 : 0)});
        const int needed = unit.morale - result.number - (assault.leader != 0 ? leadership : 0);
        const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > needed; });
        if (!fails) continue;
        --group;
        ++assault.broken;
      }
    };
    checks(assault.ready);
    checks(assault.done);
  }

  const Ift* ift_ = nullptr;
  const CloseCombatTable* table_ = nullptr;
  std::vector<Defender> defenders_;
  int needed_ = 0;
  int needed_if_led_ = 0;
};

}  // namespace combat_odds::squad_leader
