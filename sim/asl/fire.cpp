#include <algorithm>
#include <array>
#include <vector>

#include "sim/asl/ift.hpp"
#include "sim/asl/infantry.hpp"
#include "sim/procedure.hpp"
#include "sim/summary.hpp"

namespace combat_odds::asl {
namespace {

constexpr std::size_t most_units = 12;

/// One target unit while the attack is resolved.
struct Unit {
  enum Status : std::uint8_t {
    broken = 1,
    pinned = 2,
    reduced = 4,  ///< a squad is now a half-squad, an SMC is wounded
    eliminated = 8,
    replaced = 16,  ///< failed an MC by more than its ELR
  };
  std::uint8_t type = 0;  ///< in the roster
  std::uint8_t status = 0;

  bool is(Status wanted) const { return (status & wanted) != 0; }
  friend auto operator<=>(const Unit&, const Unit&) = default;
};

/// A leader who broke or was eliminated, until the others have taken their LLTC or LLMC (A10.2).
struct LeaderLoss {
  std::uint8_t eliminated = 0;
  std::uint8_t morale = 0;  ///< his Morale Level when he was lost
  std::uint8_t drm = 0;     ///< his negative modifier with its sign reversed
};

/// All that the rest of the attack depends on, so that it can be a checkpoint.
struct Target {
  std::uint8_t attacks_left = 0;
  std::uint8_t nmc_or_better = 0;  ///< an attack had a result of an NMC or more
  std::uint8_t phase = 0;
  std::uint8_t number = 0;  ///< of the MC
  std::uint8_t next = 0;    ///< the unit that checks next
  std::uint8_t unit_count = 0;
  std::uint8_t first_other = 0;  ///< leaders stand before it
  std::uint8_t loss_count = 0;
  std::array<std::uint8_t, most_units> exempt{};  ///< from the MC of a K result
  std::array<Unit, most_units> units{};
  std::array<LeaderLoss, 2 * most_units> losses{};
};

enum class Check : std::uint8_t {
  passed,
  passed_pinned,
  failed,
  failed_replaced,
  casualty,  ///< Original 12 (A10.31)
  casualty_replaced,
};

class Fire : public Rule {
 public:
  Fire(const Ift& ift, double firepower, int drm, int columns_lost, int attacks,
       bool already_broken, int elr)
      : ift_(ift),
        column_(ift.column(firepower)),
        drm_(drm),
        columns_lost_(columns_lost),
        already_broken_(already_broken),
        elr_(elr) {
    target_.attacks_left = static_cast<std::uint8_t>(attacks);
  }

  void add_targets(const Infantry& infantry, const std::vector<UnitName>& names) {
    std::vector<std::uint8_t> types;
    for (const UnitName& name : names) {
      types.push_back(static_cast<std::uint8_t>(infantry.enlist(name, roster_)));
    }
    // Leaders check first, the best first (A10.2); like units stand together.
    std::stable_sort(types.begin(), types.end(), [&](std::uint8_t a, std::uint8_t b) {
      const UnitType& one = roster_[a];
      const UnitType& two = roster_[b];
      if (one.is_leader() != two.is_leader()) return one.is_leader();
      if (one.is_leader() && one.name.morale != two.name.morale) {
        return one.name.morale > two.name.morale;
      }
      return a < b;
    });
    for (const std::uint8_t type : types) {
      Unit& unit = target_.units[target_.unit_count++];
      unit.type = type;
      if (already_broken_) unit.status = Unit::broken;
      if (roster_[type].is_leader()) ++target_.first_other;
    }
  }

  Outcome resolve(Dice& dice) const override {
    Target target = target_;
    while (target.attacks_left > 0) {
      --target.attacks_left;
      attack(dice, target);
      between_attacks(dice, target);
    }
    return outcome(target);
  }

 private:
  void attack(Dice& dice, Target& target) const {
    const IftResult result = dice.DR([&](TwoDice roll) { return ift_result(roll); });
    if (result.kind >= IftResult::Kind::mc) target.nmc_or_better = 1;
    switch (result.kind) {
      case IftResult::Kind::kia:
        kill(dice, target, result.number);
        break;
      case IftResult::Kind::k:
        reduce_one(dice, target);
        morale_checks(dice, target, result.number);
        break;
      case IftResult::Kind::mc:
        morale_checks(dice, target, result.number);
        break;
      case IftResult::Kind::ptc:
        pin_task_checks(dice, target);
        break;
      case IftResult::Kind::none:
        break;
    }
    leader_loss_checks(dice, target);
  }

  /// A7.3, with the columns that cowering costs on Original doubles (A7.9).
  IftResult ift_result(TwoDice roll) const {
    const int column = roll.doubles() ? column_ - columns_lost_ : column_;
    if (column < 0) return {};
    return ift_.at(column, roll.total() + drm_);
  }

  /// #KIA (A7.301): that many by Random Selection, the rest break; who is broken already suffers
  /// Casualty Reduction.
  void kill(Dice& dice, Target& target, int number) const {
    const std::uint32_t dead = select(dice, target, number);
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      if ((dead >> i & 1) != 0) eliminate(target, i);
    }
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      if (target.units[i].is(Unit::eliminated)) continue;
      if (target.units[i].is(Unit::broken)) {
        casualty_reduction(dice, target, i);
      } else {
        break_unit(target, i);
      }
    }
  }

  /// The first half of K/# (A7.302). A wounded SMC takes no MC: he is neither one of the others nor
  /// a new half-squad.
  void reduce_one(Dice& dice, Target& target) const {
    const std::uint32_t hit = select(dice, target, 1);
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      if ((hit >> i & 1) == 0) continue;
      casualty_reduction(dice, target, i);
      target.exempt[i] = type(target, i).is_leader() ? 1 : 0;
    }
  }

  /// Which of the units that are left are selected; like units are as good as each other, so only
  /// how many of them.
  std::uint32_t select(Dice& dice, const Target& target, int number) const {
    std::array<std::size_t, most_units> left{};
    int units = 0;
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      if (!target.units[i].is(Unit::eliminated)) left[static_cast<std::size_t>(units++)] = i;
    }
    const auto unit = [&](int i) -> const Unit& {
      return target.units[left[static_cast<std::size_t>(i)]];
    };
    std::uint32_t selected = (std::uint32_t{1} << units) - 1;
    if (number < units) {
      selected = dice.random_selection(units, number, [&](std::uint32_t chosen) {
        std::uint32_t canonical = 0;
        for (int first = 0, last = 0; first < units; first = last) {
          int alike = 0;
          for (; last < units && unit(last) == unit(first); ++last) {
            alike += static_cast<int>(chosen >> last & 1);
          }
          canonical |= ((std::uint32_t{1} << alike) - 1) << first;
        }
        return canonical;
      });
    }
    std::uint32_t positions = 0;
    for (int i = 0; i < units; ++i) {
      if ((selected >> i & 1) != 0)
        positions |= std::uint32_t{1} << left[static_cast<std::size_t>(i)];
    }
    return positions;
  }

  /// NMC and #MC (A7.303-.304): each unit checks, leaders first.
  void morale_checks(Dice& dice, Target& target, int number) const {
    target.phase = 1;
    target.number = static_cast<std::uint8_t>(number);
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      if (target.units[i].is(Unit::eliminated) || target.exempt[i] != 0) continue;
      checkpoint(dice, target, i);
      morale_check(dice, target, i, number + leadership(target, i), true);
    }
  }

  /// PTC (A7.305): who fails a task check is pinned; broken units take none.
  void pin_task_checks(Dice& dice, Target& target) const {
    target.phase = 2;
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      checkpoint(dice, target, i);
      task_check(dice, target, i, leadership(target, i));
    }
  }

  /// After the attack: LLMC for leaders eliminated, LLTC for leaders broken (A10.2), for all whose
  /// Morale Level is lower than his was.
  void leader_loss_checks(Dice& dice, Target& target) const {
    target.phase = 3;
    target.number = 0;
    target.exempt = {};
    while (target.loss_count > 0) {
      const LeaderLoss loss = target.losses[0];
      std::sort(others_begin(target), target.units.begin() + target.unit_count);
      for (std::size_t i = 0; i < target.unit_count; ++i) {
        if (target.units[i].is(Unit::eliminated) || morale(target, i) >= loss.morale) continue;
        checkpoint(dice, target, i);
        if (loss.eliminated != 0) {
          morale_check(dice, target, i, loss.drm, false);
        } else {
          task_check(dice, target, i, loss.drm);
        }
      }
      std::copy(target.losses.begin() + 1, target.losses.end(), target.losses.begin());
      target.losses.back() = {};
      --target.loss_count;
    }
  }

  /// A unit passes with a Final DR of its Morale Level or less (A10.1). Passing the MC of an IFT
  /// attack with the highest DR that passes pins it (A7.8); an Original 12 never passes (A10.31).
  void morale_check(Dice& dice, Target& target, std::size_t i, int drm, bool may_pin) const {
    const int level = morale(target, i);
    const bool was_broken = target.units[i].is(Unit::broken);
    const bool elr_counts = type(target, i).has_elr() && !was_broken;
    const int elr = type(target, i).underlined_morale ? 5 : elr_;
    const Check check = dice.DR([&](TwoDice roll) {
      const int excess = roll.total() + drm - level;
      const bool over_elr = elr_counts && excess > elr;
      if (roll.total() == 12) return over_elr ? Check::casualty_replaced : Check::casualty;
      if (excess > 0) return over_elr ? Check::failed_replaced : Check::failed;
      const int highest = std::min(level - drm, 11);
      return may_pin && !was_broken && roll.total() == highest ? Check::passed_pinned
                                                               : Check::passed;
    });
    switch (check) {
      case Check::passed:
        break;
      case Check::passed_pinned:
        target.units[i].status |= Unit::pinned;
        break;
      case Check::failed:
      case Check::failed_replaced:
        if (was_broken) {
          casualty_reduction(dice, target, i);  // A10.3
        } else {
          if (check == Check::failed_replaced) replace(target, i);
          break_unit(target, i);
        }
        break;
      case Check::casualty:
      case Check::casualty_replaced:
        if (was_broken) {
          eliminate(target, i);
        } else {
          if (check == Check::casualty_replaced) replace(target, i);
          casualty_reduction(dice, target, i);
          if (!target.units[i].is(Unit::eliminated)) break_unit(target, i, level);
        }
        break;
    }
  }

  void task_check(Dice& dice, Target& target, std::size_t i, int drm) const {
    Unit& unit = target.units[i];
    if ((unit.status & (Unit::broken | Unit::pinned | Unit::eliminated)) != 0) return;
    const int level = morale(target, i);
    const bool passed = dice.DR([&](TwoDice roll) { return roll.total() + drm <= level; });
    if (!passed) unit.status |= Unit::pinned;
  }

  /// Casualty Reduction (A7.302): a squad becomes its half-squad, a half-squad or crew is
  /// eliminated, an SMC is wounded, fatally on a wound severity dr of 5 or more (+1 if wounded
  /// before; A17.11).
  void casualty_reduction(Dice& dice, Target& target, std::size_t i) const {
    Unit& unit = target.units[i];
    if (type(target, i).is_leader()) {
      const int drm = unit.is(Unit::reduced) ? 1 : 0;
      const bool fatal = dice.dr([&](int roll) { return roll + drm >= 5; });
      if (fatal) {
        eliminate(target, i);
      } else {
        unit.status |= Unit::reduced;
      }
    } else if (type(target, i).kind == UnitType::Kind::squad) {
      unit.type = static_cast<std::uint8_t>(type(target, i).reduced_to);
      unit.status |= Unit::reduced;
    } else {
      eliminate(target, i);
    }
  }

  /// Unit Replacement (A19.13); without a lower quality the unit is Disrupted, which changes
  /// nothing here.
  void replace(Target& target, std::size_t i) const {
    Unit& unit = target.units[i];
    unit.status |= Unit::replaced;
    if (type(target, i).replaced_by >= 0) {
      unit.type = static_cast<std::uint8_t>(type(target, i).replaced_by);
    }
  }

  void break_unit(Target& target, std::size_t i) const { break_unit(target, i, morale(target, i)); }
  void break_unit(Target& target, std::size_t i, int level) const {
    lose_leader(target, i, level, false);
    Unit& unit = target.units[i];
    unit.status |= Unit::broken;
    unit.status &= static_cast<std::uint8_t>(~Unit::pinned);
  }

  void eliminate(Target& target, std::size_t i) const {
    lose_leader(target, i, morale(target, i), true);
    Unit& unit = target.units[i];
    unit.status = static_cast<std::uint8_t>(Unit::eliminated | (unit.status & Unit::replaced));
  }

  void lose_leader(Target& target, std::size_t i, int level, bool eliminated) const {
    if (!type(target, i).is_leader()) return;
    target.losses[target.loss_count++] = {
        static_cast<std::uint8_t>(eliminated ? 1 : 0), static_cast<std::uint8_t>(level),
        static_cast<std::uint8_t>(std::max(-modifier(target, i), 0))};
  }

  const UnitType& type(const Target& target, std::size_t i) const {
    return roster_[target.units[i].type];
  }

  /// The current Morale Level; a wound costs one (A17.2).
  int morale(const Target& target, std::size_t i) const {
    const Unit& unit = target.units[i];
    const UnitType& kind = type(target, i);
    const int level = unit.is(Unit::broken) ? kind.broken_morale : kind.name.morale;
    return level - (kind.is_leader() && unit.is(Unit::reduced) ? 1 : 0);
  }

  /// A leader's modifier; a wound worsens it by one (A17.2).
  int modifier(const Target& target, std::size_t i) const {
    return type(target, i).name.modifier + (target.units[i].is(Unit::reduced) ? 1 : 0);
  }

  /// The best modifier of an unbroken, unpinned leader here; for a leader only of one with a higher
  /// Morale Level (A10.21-.22).
  int leadership(const Target& target, std::size_t i) const {
    bool led = false;
    int best = 0;
    for (std::size_t l = 0; l < target.first_other; ++l) {
      const bool able =
          (target.units[l].status & (Unit::broken | Unit::pinned | Unit::eliminated)) == 0;
      const bool his_own = l == i;
      const bool no_better = i < target.first_other && morale(target, l) <= morale(target, i);
      if (!able || his_own || no_better) continue;
      best = led ? std::min(best, modifier(target, l)) : modifier(target, l);
      led = true;
    }
    return best;
  }

  static std::array<Unit, most_units>::iterator others_begin(Target& target) {
    return target.units.begin() + target.first_other;
  }

  /// The units before `next` that have checked are as good as each other in any order.
  void checkpoint(Dice& dice, Target& target, std::size_t next) const {
    if (target.unit_count == 1) return;  // few paths lead here
    target.next = static_cast<std::uint8_t>(next);
    if (next > target.first_other) {
      std::sort(others_begin(target), target.units.begin() + static_cast<std::ptrdiff_t>(next));
    }
    dice.at(target);
  }

  void between_attacks(Dice& dice, Target& target) const {
    target.phase = 0;
    target.number = 0;
    target.next = 0;
    std::sort(others_begin(target), target.units.begin() + target.unit_count);
    dice.at(target);
  }

  Outcome outcome(const Target& target) const {
    const auto end = target.units.begin() + target.unit_count;
    const auto count = [&](auto wanted) {
      return static_cast<int>(std::count_if(target.units.begin(), end, wanted));
    };
    const std::uint8_t start = already_broken_ ? Unit::broken : 0;
    const auto with = [&](int status) {
      return count(
          [=](const Unit& unit) { return (unit.status & ~Unit::replaced & ~start) == status; });
    };
    const bool replaced = count([](const Unit& unit) { return unit.is(Unit::replaced); }) > 0;

    if (target.unit_count == 1) {
      Outcome result("no_effect");
      if (with(Unit::eliminated) > 0) result = Outcome("eliminated");
      if (with(Unit::reduced | Unit::broken) > 0) result = Outcome("reduced_broken");
      if (with(Unit::reduced | Unit::pinned) > 0) result = Outcome("reduced_pinned");
      if (with(Unit::reduced) > 0) result = Outcome("reduced");
      if (with(Unit::broken) > 0) result = Outcome("broken");
      if (with(Unit::pinned) > 0) result = Outcome("pinned");
      return result.event("nmc_or_better", target.nmc_or_better != 0).event("replaced", replaced);
    }

    const auto any = [&](int status) {
      return count([=](const Unit& unit) { return (unit.status & ~start & status) != 0; });
    };
    std::string summary;
    add_to_summary(summary, with(Unit::eliminated), "eliminated");
    add_to_summary(summary, with(Unit::reduced | Unit::broken), "reduced_broken");
    add_to_summary(summary, with(Unit::reduced | Unit::pinned), "reduced_pinned");
    add_to_summary(summary, with(Unit::reduced), "reduced");
    add_to_summary(summary, with(Unit::broken), "broken");
    add_to_summary(summary, with(Unit::pinned), "pinned");
    const int unharmed = with(0);
    if (unharmed == target.unit_count) {
      summary = "no_effect";
    } else {
      add_to_summary(summary, unharmed, "unharmed");
    }
    const bool leader_lost = std::any_of(
        target.units.begin(), target.units.begin() + target.first_other, [&](const Unit& unit) {
          return (unit.status & ~start & (Unit::broken | Unit::eliminated)) != 0;
        });
    return Outcome(summary)
        .event("nmc_or_better", target.nmc_or_better != 0)
        .event("replaced", replaced)
        .event("leader_lost", leader_lost)
        .measure("eliminated", with(Unit::eliminated))
        .measure("reduced", any(Unit::reduced))
        .measure("broken", any(Unit::broken))
        .measure("pinned", any(Unit::pinned))
        .measure("unharmed", unharmed);
  }

  const Ift& ift_;
  const int column_;
  const int drm_;
  const int columns_lost_;
  const bool already_broken_;
  const int elr_;
  std::vector<UnitType> roster_;
  Target target_;
};

std::unique_ptr<Rule> rule_for(const Arguments& arguments, const Charts& charts) {
  const std::string& cowering = arguments.choice("cowering");
  const int columns_lost = cowering == "none" ? 0 : cowering == "cower" ? 1 : 2;
  auto rule =
      std::make_unique<Fire>(charts.get<Ift>(Ift::chart_name), arguments.number("firepower"),
                             arguments.integer("drm"), columns_lost, arguments.integer("attacks"),
                             arguments.choice("status") == "broken", arguments.integer("elr"));
  rule->add_targets(charts.get<Infantry>(Infantry::chart_name),
                    read_units(arguments.text("target"), "target", most_units));
  return rule;
}

}  // namespace

Procedure fire() {
  return {
      .name = "asl.fire",
      .rule = "A7.3",
      .summary = "a fire attack on the Infantry Fire Table against infantry",
      .details =
          "One DR on the IFT, then what its result does: Random Selection for #KIA and K/#, "
          "Casualty "
          "Reduction, Morale Checks with leaders first and their modifier for the others, pins on "
          "the "
          "highest DR that passes, Original 12, ELR, and LLMC and LLTC after a leader is lost "
          "(A7.3, A7.8, A7.9, A10.2-.31, A17.1-.2, A19.13). Several attacks come one after the "
          "other, "
          "each on what the last one left.\n"
          "Firepower below the lowest column has no effect. A wounded leader of a K/# result takes "
          "no "
          "MC of it: A7.302 names the others and the new half-squad. Heat of Battle (an Original 2 "
          "on "
          "an MC) is left out. A unit that the chart does not list has the morale of its front "
          "when "
          "broken, is a squad from 4 FP, else a half-squad.\n"
          "Several units: 'reduced', 'broken' and 'pinned' count every unit that is so at the end, "
          "so a "
          "unit that is reduced and broken counts in both; with a broken target, 'broken' counts "
          "none.",
      .parameters =
          {
              number("firepower", 0, 1000, "the FP of the attack after all multipliers")
                  .tried_with({"1", "2.5", "4", "8", "12", "24", "36"}),
              integer("drm", -20, 20, "the sum of the dice roll modifiers").by_default("0"),
              choice("cowering", {"none", "cower", "inexperienced"},
                     "columns lost on Original doubles: none (a leader directs), one, or two"),
              integer("attacks", 1, 10,
                      "how often the attack is made, one after the other, on what is left")
                  .by_default("1")
                  .tried_with({"1", "1", "2", "3"}),
              text("target", units_form, "the units under fire")
                  .tried_with({"4-6-7", "4-2-6", "2-4-7", "8-1", "2-2-8", "2*4-6-7 8-1",
                               "4-4-7 2-4-8 9-1 8-0", "3*4-5-8"}),
              choice("status", {"good", "broken"}, "whether the target is broken already"),
              integer("elr", 0, 5, "the Experience Level Rating of the target").by_default("5"),
          },
      .outcomes =
          {
              {"eliminated", "the unit is eliminated"},
              {"reduced_broken",
               "a squad is now a broken half-squad, or a leader wounded and broken"},
              {"reduced_pinned", "a squad is now a pinned half-squad"},
              {"reduced", "a squad is now a half-squad, or a leader is wounded"},
              {"broken", "the unit is broken"},
              {"pinned", "the unit is pinned"},
              {"no_effect", "nothing happens to the target"},
          },
      .events =
          {
              {"nmc_or_better", "an attack came to an NMC or more: an MC, a K or a KIA"},
              {"replaced", "a unit failed an MC by more than its ELR (Replaced or Disrupted)"},
              {"leader_lost", "a leader of the stack broke or was eliminated"},
          },
      .measures =
          {
              {"eliminated", "units eliminated"},
              {"reduced", "squads turned into half-squads and leaders wounded"},
              {"broken", "units broken"},
              {"pinned", "units pinned"},
              {"unharmed", "units to which nothing happened"},
          },
      .charts = {Ift::chart_name, Infantry::chart_name},
      .rule_for = rule_for,
  };
}

}  // namespace combat_odds::asl
