#include <algorithm>
#include <array>
#include <vector>

#include "sim/procedure.hpp"
#include "sim/squad_leader/ift.hpp"
#include "sim/summary.hpp"
#include "sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_units = 12;

enum class Status : std::uint8_t { good, broken, eliminated };

struct Unit {
  std::uint8_t morale = 0;
  std::int8_t modifier = 0;
  Status status = Status::good;
  friend auto operator<=>(const Unit&, const Unit&) = default;
};

/// The hex under fire, and how far the attack has come.
struct Target {
  std::uint8_t breakdown = 0;
  std::uint8_t done = 0;
  std::uint8_t number = 0;  ///< added to the dice of the check that is on
  std::uint8_t next = 0;    ///< who checks next
  std::uint8_t except = 0;  ///< who need not check: the leader who was lost
  std::uint8_t unit_count = 0;
  std::uint8_t leader_count = 0;  ///< leaders stand first
  std::array<std::uint8_t, most_units>
      lost{};  ///< how often each leader was lost and none checked yet
  std::array<Unit, most_units> units{};
};

class Fire : public Rule {
 public:
  Fire(const Ift& ift, int column, int drm, int breakdown_number, Status start,
       const std::vector<UnitName>& names)
      : ift_(ift), column_(column), drm_(drm), breakdown_number_(breakdown_number), start_(start) {
    std::vector<UnitName> order = names;
    std::stable_sort(order.begin(), order.end(), [](const UnitName& a, const UnitName& b) {
      if (a.leader != b.leader) return a.leader;
      return a.leader && a.morale > b.morale;
    });
    for (const UnitName& name : order) {
      target_.units[target_.unit_count++] = {static_cast<std::uint8_t>(name.morale),
                                             static_cast<std::int8_t>(name.modifier), start};
      if (name.leader) ++target_.leader_count;
    }
  }

  Outcome resolve(Dice& dice) const override {
    struct Attack {
      FireResult result;
      bool breakdown;
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      const FireResult result = column_ < 0 ? FireResult{} : ift_.at(column_, roll.total() + drm_);
      return {result, roll.total() >= breakdown_number_};
    });
    Target target = target_;
    target.breakdown = attack.breakdown ? 1 : 0;
    if (attack.result.kind == FireResult::Kind::kia) {
      for (std::size_t i = 0; i < target.unit_count; ++i)
        target.units[i].status = Status::eliminated;
    } else if (attack.result.kind == FireResult::Kind::morale_check) {
      morale_checks(dice, target, attack.result.number);
    }
    return outcome(dice, target);
  }

 private:
  /// Everybody checks, leaders first (12.2). For each leader who broke or was killed in doing so,
  /// the others check again, with nothing added (12.22).
  void morale_checks(Dice& dice, Target& target, int number) const {
    target.number = static_cast<std::uint8_t>(number);
    everybody_checks(dice, target, target.unit_count);
    target.number = 0;
    for (std::size_t leader = 0; leader < target.leader_count;) {
      if (target.lost[leader] == 0) {
        ++leader;
        continue;
      }
      --target.lost[leader];
      everybody_checks(dice, target, leader);
      leader = 0;
    }
  }

  void everybody_checks(Dice& dice, Target& target, std::size_t except) const {
    std::sort(others_begin(target), target.units.begin() + target.unit_count);
    for (std::size_t i = 0; i < target.unit_count; ++i) {
      Unit& unit = target.units[i];
      if (i == except || unit.status == Status::eliminated) continue;
      checkpoint(dice, target, i, except);
      const int needed = unit.morale - target.number - leadership(target, i);
      const bool passed = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
      if (passed) continue;
      unit.status = unit.status == Status::good ? Status::broken : Status::eliminated;
      if (i < target.leader_count) ++target.lost[i];
    }
  }

  /// The modifier of the best unbroken leader, for all who are not leaders.
  static int leadership(const Target& target, std::size_t i) {
    if (i < target.leader_count) return 0;
    bool led = false;
    int best = 0;
    for (std::size_t l = 0; l < target.leader_count; ++l) {
      if (target.units[l].status != Status::good) continue;
      best = led ? std::min<int>(best, target.units[l].modifier) : target.units[l].modifier;
      led = true;
    }
    return best;
  }

  static std::array<Unit, most_units>::iterator others_begin(Target& target) {
    return target.units.begin() + target.leader_count;
  }

  static void checkpoint(Dice& dice, Target& target, std::size_t next, std::size_t except) {
    if (target.unit_count == 1) return;
    target.next = static_cast<std::uint8_t>(next);
    target.except = static_cast<std::uint8_t>(except);
    if (next > target.leader_count) {
      std::sort(others_begin(target), target.units.begin() + static_cast<std::ptrdiff_t>(next));
    }
    dice.at(target);
  }

  Outcome outcome(Dice& dice, Target& target) const {
    const auto count = [&](Status status) {
      return static_cast<int>(
          std::count_if(target.units.begin(), target.units.begin() + target.unit_count,
                        [=](const Unit& unit) { return unit.status == status; }));
    };
    const int eliminated = count(Status::eliminated);
    const int broken = start_ == Status::broken ? 0 : count(Status::broken);
    const bool breakdown = target.breakdown != 0;
    if (target.unit_count == 1) {
      return Outcome(eliminated > 0 ? "eliminated"
                     : broken > 0   ? "broken"
                                    : "no_effect")
          .event("breakdown", breakdown);
    }
    target.done = 1;
    checkpoint(dice, target, target.unit_count, 0);
    const int unharmed = target.unit_count - eliminated - broken;
    std::string summary;
    add_to_summary(summary, eliminated, "eliminated");
    add_to_summary(summary, broken, "broken");
    add_to_summary(summary, summary.empty() ? 0 : unharmed, "unharmed");
    const bool leader_lost = std::any_of(target.units.begin(), others_begin(target),
                                         [&](const Unit& unit) { return unit.status > start_; });
    return Outcome(summary.empty() ? "no_effect" : summary)
        .event("leader_lost", leader_lost)
        .event("breakdown", breakdown)
        .measure("eliminated", eliminated)
        .measure("broken", broken)
        .measure("unharmed", unharmed);
  }

  const Ift& ift_;
  const int column_;
  const int drm_;
  const int breakdown_number_;
  const Status start_;
  Target target_;
};

std::unique_ptr<Rule> rule_for(const Arguments& arguments, const Charts& charts) {
  const Ift& ift = charts.get<Ift>(Ift::chart_name);
  const bool sustained = arguments.flag("sustained_fire");
  int column = ift.column(arguments.number("firepower"));
  if (sustained && column >= 0) column = std::min(column + 1, ift.columns() - 1);     // 95.22
  const int breakdown = arguments.integer("breakdown_number") - (sustained ? 2 : 0);  // 95.3
  const bool has_breakdown = arguments.integer("breakdown_number") <= 12;
  return std::make_unique<Fire>(
      ift, column, arguments.integer("drm"), has_breakdown ? breakdown : 13,
      arguments.choice("status") == "broken" ? Status::broken : Status::good,
      read_units(arguments.text("target"), "target", most_units));
}

}  // namespace

Procedure fire() {
  return {
      .name = "sl.fire",
      .rule = "COI 10, 12, 95",
      .summary = "a fire attack on the Infantry Fire Table of Squad Leader",
      .details =
          "One DR on the IFT. KIA eliminates all units in the hex; M and 1 to 4 make each unit "
          "check its "
          "morale, leaders first: it fails on DR + number (+ the modifier of the best unbroken "
          "leader, "
          "for those who are not leaders) above its morale, and then breaks; a broken unit that "
          "fails is "
          "eliminated (10.6, 12). For every leader who breaks or is killed that way the others "
          "check "
          "again, with nothing added (12.22; a 'normal' check by 96.4).\n"
          "A broken unit checks with the morale of its front. Sustained fire raises the attack by "
          "one "
          "column after all else and lowers the breakdown number by two (95.22, 95.3); that the "
          "machine "
          "guns are strong enough to earn the column (95.5) is for the player to see to.\n"
          "The original table was not found: this one follows from the ASL table, and the eleven "
          "worked "
          "examples that were found agree with it.",
      .parameters =
          {
              number("firepower", 0, 1000, "the firepower of the attack after all multipliers")
                  .tried_with({"1", "2.5", "4", "8", "12", "24", "36"}),
              integer("drm", -20, 20, "the sum of the dice roll modifiers").by_default("0"),
              flag("sustained_fire", "machine guns use sustained fire (95)"),
              integer(
                  "breakdown_number", 2, 13,
                  "the machine gun breaks down on an Original DR of this or more; 13: none fires")
                  .by_default("13"),
              text("target", units_form, "the units under fire")
                  .tried_with({"4-6-7", "4-3-6", "8-1", "2*4-6-7 8-1", "4-4-7 9-1 8-0", "3*6-2-8"}),
              choice("status", {"good", "broken"}, "whether the target is broken already"),
          },
      .outcomes =
          {
              {"eliminated", "the unit is eliminated"},
              {"broken", "the unit is broken"},
              {"no_effect", "nothing happens to the target"},
          },
      .events =
          {
              {"leader_lost", "a leader of the stack broke or was eliminated"},
              {"breakdown", "the machine gun that fired broke down"},
          },
      .measures =
          {
              {"eliminated", "units eliminated"},
              {"broken", "units broken"},
              {"unharmed", "units to which nothing happened"},
          },
      .charts = {Ift::chart_name},
      .rule_for = rule_for,
  };
}

}  // namespace combat_odds::squad_leader
