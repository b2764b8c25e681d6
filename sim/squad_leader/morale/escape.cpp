#include <algorithm>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"
#include "sim/squad_leader/morale/attack_list.hpp"
#include "sim/squad_leader/morale/leader.hpp"
#include "sim/squad_leader/morale/two_sides.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// The progress of a prisoner's escape, kept as the kind of his TargetUnit.
enum class Freedom : std::uint8_t { has_not_tried, has_tried, has_rallied, waits_for_them };

/// 89.6 to 89.93: prisoners escape when their guard is lost, and rally.
struct Escape {
  static constexpr std::size_t most_units = 5;

  enum class FreedBy { the_guard, all_captors };

  std::vector<UnitName> prisoners;
  std::vector<UnitName> captors;
  std::vector<double> attacks;
  int drm = 0;
  FreedBy freed_by = FreedBy::the_guard;
  std::optional<int> broken_morale;
  std::optional<UnitName> leader;
  int rally_phases = 3;
  int desperation = 4;
  int rally_drm = 0;
  Original12 original_12 = Original12::eliminated;

  bool are_guarded() const { return !captors.empty(); }

  void prepare(const Charts& charts) {
    if (!attacks.empty()) ift_ = &charts.get<Ift>();
    hex_.enemy = target_stack(prisoners, Status::broken, broken_morale);
    hex_.own = target_stack(captors, Status::good);
    if (!are_guarded()) return;
    TargetStack& guards = hex_.own;
    const bool leader_guards = guards.leader_count == guards.unit_count;
    if (leader_guards && hex_.enemy.leader_count < hex_.enemy.unit_count) {
      throw ArgumentError("captors", "a leader may guard other leaders only (89.6)",
                          "a squad or crew among them");
    }
    // The guard is the first squad named, or the leader. His kind marks him, whatever the order.
    guards.units[leader_guards ? 0 : guards.leader_count].kind = the_guard;
  }

  Outcome resolve(Dice& dice) const {
    TwoSides hex = hex_;
    std::uint8_t& next = hex.enemy.memo[0];
    while (next < attacks.size() && how_many(hex.enemy, Status::broken) > 0) {
      dice.at(hex);
      const int column = ift_->column(attacks[next++]);
      if (column < 0) continue;
      resolve_fire(dice, hex,
                   dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + drm); }));
    }
    const int all = hex_.enemy.unit_count;
    const int shot = how_many(hex.enemy, Status::eliminated);
    const bool held = is_held(hex.own);
    if (!held) rally(dice, hex.enemy);
    const int rallied = prisoners_that_are(hex.enemy, Status::good);
    const int eliminated = prisoners_that_are(hex.enemy, Status::eliminated);
    Outcome outcome(eliminated == all ? "lost" : held ? "held" : "free");
    outcome.event("any_rallied", rallied > 0)
        .event("all_rallied", rallied == all)
        .measure("escaped", held ? 0 : all - shot)
        .measure("rallied", rallied)
        .measure("eliminated", eliminated)
        .measure("units_counted", held ? 2 * all : 2 * shot + (eliminated - shot));
    return outcome;
  }

 private:
  static constexpr std::uint8_t the_guard = 1;

  static Freedom freedom(const TargetUnit& unit) { return static_cast<Freedom>(unit.kind); }
  static void set(TargetUnit& unit, Freedom now) { unit.kind = small(now); }

  static int prisoners_that_are(const TargetStack& stack, Status status) {
    int count = 0;
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      count += unit.status == status && freedom(unit) != Freedom::waits_for_them ? 1 : 0;
    }
    return count;
  }

  /// 89.9: whether the guard (or, with all_captors, any captor) is still unbroken.
  bool is_held(const TargetStack& guards) const {
    return std::any_of(guards.units.begin(), guards.units.begin() + guards.unit_count,
                       [&](const TargetUnit& unit) {
                         return unit.status == Status::good &&
                                (freed_by == FreedBy::all_captors || unit.kind == the_guard);
                       });
  }

  /// They rout to a hex where an unbroken leader may wait for them. He takes his place among the
  /// leaders.
  void join_leader(TargetStack& stack) const {
    if (!leader) return;
    TargetStack alone = target_stack({*leader}, Status::good);
    TargetUnit& him = alone.units[0];
    set(him, Freedom::waits_for_them);
    const auto first = stack.units.begin();
    const auto place =
        std::find_if(first, first + stack.leader_count, [&](const TargetUnit& other) {
          return other.morale != him.morale ? other.morale < him.morale
                                            : other.modifier > him.modifier;
        });
    std::move_backward(place, first + stack.unit_count, first + stack.unit_count + 1);
    *place = him;
    ++stack.unit_count;
    ++stack.leader_count;
  }

  /// Data in the memo during Rally Phases.
  enum Memo : std::uint8_t { shot_before, phase, leaders_tried, next_to_try };

  /// 14, 89.91: leaders try first. A leader who rallies helps the others from then on.
  void rally(Dice& dice, TargetStack& stack) const {
    stack.memo = {};
    stack.memo[shot_before] = small(how_many(stack, Status::eliminated));
    join_leader(stack);
    while (stack.memo[phase] < rally_phases && how_many(stack, Status::broken) > 0) {
      ++stack.memo[phase];
      std::uint8_t& tried = stack.memo[leaders_tried];
      std::uint8_t& next = stack.memo[next_to_try];
      for (std::size_t i = 0; i < stack.leader_count;) {
        if (stack.units[i].status != Status::broken || (tried >> i & 1) != 0) {
          ++i;
          continue;
        }
        dice.at(stack);
        tried |= small(1 << i);
        attempt(dice, stack, i);
        i = 0;  // an Original 12 may have broken another leader, who may try then
      }
      for (next = stack.leader_count; next < stack.unit_count; ++next) {
        if (stack.units[next].status != Status::broken || !is_led(stack)) continue;
        dice.at(stack);
        attempt(dice, stack, next);
      }
      tried = next = 0;
      make_alike(stack);
    }
  }

  static bool is_led(const TargetStack& stack) {
    return std::any_of(stack.units.begin(), stack.units.begin() + stack.leader_count,
                       [](const TargetUnit& leader) { return leader.status == Status::good; });
  }

  /// 89.92: the first attempt is under Desperation Morale. 89.93: a unit that rallies has one less
  /// morale from then on.
  void attempt(Dice& dice, TargetStack& stack, std::size_t place) const {
    TargetUnit& unit = stack.units[place];
    const int needed = unit.broken_morale -
                       (freedom(unit) == Freedom::has_not_tried ? desperation : 0) - rally_drm -
                       leadership_for(stack, place);
    unit.status = attempt_to_rally(dice, needed, original_12);
    const bool rallies = unit.status == Status::good;
    if (rallies && freedom(unit) <= Freedom::has_tried) {
      --unit.morale;
      --unit.broken_morale;
      set(unit, Freedom::has_rallied);
    } else if (freedom(unit) == Freedom::has_not_tried) {
      set(unit, Freedom::has_tried);
    }
    if (unit.status == Status::eliminated && place < stack.leader_count) {
      leader_lost(dice, stack, place);  // 18.3
    }
  }

  const Ift* ift_ = nullptr;
  TwoSides hex_;
};

}  // namespace

Procedure escape() {
  using Asked = Escape;
  return procedure<Asked>("sl.escape", "COI 89.6-89.93",
                          "prisoners lose their guard, get away and rally")
      .asks(&Asked::prisoners, "prisoners", units_form, "the prisoners in the hex",
            units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "8-1", "2*4-4-7", "4-6-7 8-1", "2*4-6-7 9-1 8-0"})
      .asks(&Asked::captors, "captors", units_form,
            "the enemy's units in the hex, the first squad or crew the guard; none: they have left",
            none_or_units_up_to<Asked::most_units>)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"4-4-7", "2*4-4-7", "6-2-8 9-1"})
      .asks(&Asked::attacks, "attacks", attacks_form,
            "the prisoners' friends' attacks on the hex, after all multipliers: a roll strikes "
            "captors and prisoners alike (89.8)",
            read_attack_list)
      .by_default("")
      .only_when(&Asked::are_guarded, "without a guard they are free anyway (89.9)", "--captors")
      .needed_when(&Asked::are_guarded, "only who breaks or eliminates the guard frees them (89.9)",
                   "the factors of the attacks on the hex, such as '8 4'")
      .tried_with({"4", "8 8"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of each attack")
      .only_when([](const Asked& asked) { return !asked.attacks.empty(); }, "", "--attacks")
      .asks(&Asked::freed_by, "freed_by", one_of({"the_guard", "all_captors"}),
            "whose loss frees them: the guard's, or that of all captors, who then guard in turn")
      .only_when(&Asked::are_guarded, "", "--captors")
      .asks(&Asked::broken_morale, "broken_morale", 2, 12,
            "the prisoners' morale on the broken side; default: that of the front, a 4-3-6 one "
            "less; leaders keep theirs")
      .or_of_unit(UnitFact::morale)
      .asks(&Asked::leader, "leader", "a leader such as 8-1, or none",
            "the unbroken leader where they rout to, who takes part in every Rally Phase",
            read_leader_or_none)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"8-0", "9-2", "6+1"})
      .asks(&Asked::rally_phases, "rally_phases", 0, 12, "how many Rally Phases they then have")
      .asks(
          &Asked::desperation, "desperation", 0, 4,
          "what Desperation Morale takes from the morale in the first attempt of each (89.92): 4; "
          "SS 2 (83.2), American squads 0 (50.1)")
      .asks(&Asked::rally_drm, "rally_drm", -6, 6,
            "all other modifiers of the rally dice rolls; SS -1 (83.3)")
      .asks(&Asked::original_12, "original_12", original_12_words(),
            "what an Original 12 does to a unit that tries to rally (18.3)")
      .outcome("held", "the guard holds them")
      .outcome("free", "some at least are free, rallied or still broken")
      .outcome("lost", "no prisoner is left")
      .event("any_rallied", "a prisoner at least is free and has rallied")
      .event("all_rallied", "every prisoner is free and has rallied")
      .measure("escaped", "prisoners who get away from the guard")
      .measure("rallied",
               "those who have rallied in the end: morale one less, firepower halved (89.93)")
      .measure("eliminated", "prisoners eliminated by the fire, or an Original 12 as they rally")
      .measure(
          "units_counted",
          "what they count for the enemy's victory: 2 each who is held (89.1) or shot by his own "
          "side (89.31), 1 who is lost after the escape, 0 who is free (89.32)")
      .headline("free", "they are free")
      .headline("all_rallied", "all are free and rally")
      .headline("lost", "none is left");
}

}  // namespace combat_odds::squad_leader
