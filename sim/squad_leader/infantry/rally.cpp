#include <algorithm>
#include <array>
#include <cstdint>

#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/summary.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_units = 6;

enum class Status : std::uint8_t { broken, rallied, eliminated };

struct Hex {
  std::uint8_t phase = 0;
  std::uint8_t last_rallied = 0;  ///< the Rally Phase in which the last of them rallied
  std::array<Status, most_units> units{};
};

std::optional<UnitName> none_or_leader(std::string_view text, std::string_view parameter) {
  if (text == "none") return std::nullopt;
  UnitName unit = read_unit(text, parameter);
  if (unit.leader) return unit;
  throw ArgumentError(parameter, "'" + unit.text + "' is no leader",
                      "a leader such as 8-1, or none");
}

/// 14, 83.2-83.3, 74.1-74.2, 94.5: broken units try to rally, one Rally Phase after the other.
struct Rally {
  enum class From { own_force, allied_army, ss_and_wehrmacht };
  enum class Original12 { eliminated, fails };

  std::vector<UnitName> units;
  std::optional<UnitName> leader;
  From leader_from = From::own_force;
  bool self_rally = false;
  int rally_phases = 4;
  int desperation_phases = 1;
  bool ss = false;
  bool inexperienced = false;
  std::optional<int> broken_morale;
  Original12 original_12 = Original12::eliminated;
  int drm = 0;

  void prepare(const Charts&) {
    // Leaders try first: one who rallies helps the others from then on.
    std::stable_sort(units.begin(), units.end(), [](const UnitName& a, const UnitName& b) {
      return a.leader != b.leader ? a.leader : a.text < b.text;
    });
    if (!leader && !self_rally && !units.front().leader) {
      throw ArgumentError("leader",
                          "without a leader " + units.front().text + " can't try to rally (14)",
                          "a leader such as 8-1, or self_rally for a unit that may");
    }
  }

  Hex start() const { return {}; }

  Hex step(const Hex& before, Dice& dice) const {
    struct Progress {
      Hex hex;
      std::uint8_t next;
    };
    Hex hex = before;
    ++hex.phase;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units.size() > 1) dice.at(Progress{hex, static_cast<std::uint8_t>(i)});
      if (hex.units[i] != Status::broken) continue;
      const Help help = units[i].leader ? Help{} : help_in(hex);
      if (!may_try(i, hex.phase, help)) continue;
      hex.units[i] = attempt(dice, i, hex.phase, help);
      if (hex.units[i] == Status::rallied) hex.last_rallied = hex.phase;
    }
    // Units of one kind are as good as each other in any order: the state has them sorted.
    for (std::size_t i = 0; i < units.size(); ++i) {
      for (std::size_t j = i + 1; j < units.size() && units[j].text == units[i].text; ++j) {
        if (hex.units[j] < hex.units[i]) std::swap(hex.units[i], hex.units[j]);
      }
    }
    return hex;
  }

  std::optional<Outcome> outcome(const Hex& hex) const {
    const auto count = [&](Status status) {
      return static_cast<int>(
          std::count(hex.units.begin(),
                     hex.units.begin() + static_cast<std::ptrdiff_t>(units.size()), status));
    };
    const int broken = count(Status::broken);
    if (hex.phase < rally_phases && broken > 0) return std::nullopt;
    const int rallied = count(Status::rallied);
    const int eliminated = count(Status::eliminated);
    const bool all = rallied == static_cast<int>(units.size());
    std::string label;
    if (units.size() == 1) {
      label = rallied > 0 ? "rallied" : broken > 0 ? "broken" : "eliminated";
    } else {
      add_to_summary(label, rallied, "rallied");
      add_to_summary(label, broken, "broken");
      add_to_summary(label, eliminated, "eliminated");
    }
    return Outcome(std::move(label))
        .measure("rally_phase", all ? hex.last_rallied : 0)
        .measure("rallied", rallied)
        .measure("eliminated", eliminated);
  }

 private:
  bool desperate(int phase) const { return phase <= desperation_phases; }

  /// The leader who helps a unit to rally.
  struct Help {
    bool led = false;
    bool foreign = false;
    int modifier = 0;
  };

  /// The best of the given leader and those of the stack who have rallied; one of their own army
  /// rather than a foreigner.
  Help help_in(const Hex& hex) const {
    Help help;
    if (leader) {
      // 74.2 and 83.7: a modifier of -1 or better loses one.
      const bool worse = leader_from != From::own_force && leader->modifier < 0;
      help = {true, leader_from == From::allied_army, leader->modifier + (worse ? 1 : 0)};
    }
    for (std::size_t i = 0; i < units.size() && units[i].leader; ++i) {
      if (hex.units[i] != Status::rallied) continue;
      const bool better = !help.led || help.foreign || units[i].modifier < help.modifier;
      if (better) help = {true, false, units[i].modifier};
    }
    return help;
  }

  /// 14, and 74.1: a foreign leader is no help to units under desperation morale that can't rally
  /// alone.
  bool may_try(std::size_t i, int phase, const Help& help) const {
    if (units[i].leader || self_rally) return true;
    return help.led && !(help.foreign && desperate(phase));
  }

  /// The dice roll needed with that help (94.5: inexperienced infantry, 83.3: the SS).
  int number(std::size_t i, int phase, const Help& help) const {
    // 14.6, 83.2; with a foreign leader everybody rolls that way (74.1).
    const int desperation = desperate(phase) || help.foreign ? (ss ? 2 : 4) : 0;
    const int morale = broken_morale.value_or(units[i].morale) - (inexperienced ? 1 : 0);
    return morale + (ss ? 1 : 0) - desperation - drm - help.modifier;
  }

  Status attempt(Dice& dice, std::size_t i, int phase, const Help& help) const {
    const bool alone = units[i].leader || self_rally;
    const int needed = std::max(number(i, phase, help), alone ? number(i, phase, Help{}) : 0);
    return dice.DR([&](TwoDice roll) {
      if (roll.total() == 12 && original_12 == Original12::eliminated) return Status::eliminated;
      return roll.total() <= needed ? Status::rallied : Status::broken;
    });
  }
};

}  // namespace

Procedure rally() {
  return procedure<Rally>("sl.rally", "COI 14, 74, 83, 94.5",
                          "broken units rally over several Rally Phases")
      .asks(&Rally::units, "unit", units_form, "the broken units, at most six",
            units_up_to<most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "6-5-8", "8-1", "2*4-4-7", "4-6-7 8-0", "3*4-4-7 4-3-6"})
      .asks(&Rally::leader, "leader", "a leader such as 8-1, or none",
            "the unbroken leader in their hex, who takes part in every Rally Phase", none_or_leader)
      .or_named(infantry_names())
      .by_default("none")
      .tried_with({"none", "8-0", "9-2", "6+1"})
      .asks(&Rally::leader_from, "leader_from",
            one_of({"own_force", "allied_army", "ss_and_wehrmacht"}),
            "whether the leader is of the units' own force (74, 83.7)")
      .only_when([](const Rally& rally) { return rally.leader.has_value(); }, "there is no leader",
                 "a leader, or own_force")
      .asks(&Rally::self_rally, "self_rally",
            "the units may rally without a leader (14.3); leaders always may")
      .asks(&Rally::rally_phases, "rally_phases", 1, 20, "how many Rally Phases they have")
      .asks(&Rally::desperation_phases, "desperation_phases", 0, 20,
            "in how many of them, from the first on, they are under desperation morale")
      .asks(&Rally::ss, "ss", "they are SS (83.2, 83.3)")
      .asks(&Rally::inexperienced, "inexperienced", "they are inexperienced infantry (94.5)")
      .only_when([](const Rally& rally) { return !rally.ss; },
                 "the SS has no inexperienced infantry here", "either inexperienced or ss")
      .asks(&Rally::broken_morale, "broken_morale", 2, 12,
            "the morale on the broken side, where it is not that of the front")
      .tried_with({"", "6", "7"})
      .only_when([](const Rally& rally) { return !rally.inexperienced; },
                 "the broken side of inexperienced infantry shows the lower morale already (94.5)",
                 "either broken_morale or inexperienced")
      .asks(&Rally::original_12, "original_12", one_of({"eliminated", "fails"}),
            "what an Original 12 does to a unit that tries to rally (18.3)")
      .asks(&Rally::drm, "drm", -6, 6, "all other modifiers of the rally dice roll")
      .outcome("rallied", "the unit rallied")
      .outcome("broken", "it is still broken after the last Rally Phase")
      .outcome("eliminated", "it was eliminated by an Original 12")
      .measure("rally_phase", "the Rally Phase in which the last unit rallied; 0: not all did")
      .measure("rallied", "units that rallied")
      .measure("eliminated", "units eliminated by an Original 12");
}

}  // namespace combat_odds::squad_leader
