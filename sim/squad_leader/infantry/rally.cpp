#include <algorithm>
#include <array>
#include <cstdint>

#include "combat_odds/sim/procedure.hpp"
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

/// 14, 83.2-83.3, 74.1-74.2, 94.5: broken units try to rally, one Rally Phase after the other.
class Rally : public Process<Hex> {
 public:
  explicit Rally(const Arguments& arguments)
      : names_(read_units(arguments.text("unit"), "unit", most_units)),
        phases_(arguments.integer("rally_phases")),
        desperate_phases_(arguments.integer("desperation_phases")),
        ss_(arguments.flag("ss")),
        self_rally_(arguments.flag("self_rally")),
        foreign_(arguments.choice("leader_from") == "allied_army"),
        fatal_12_(arguments.choice("original_12") == "eliminated"),
        drm_(arguments.integer("drm")) {
    const bool inexperienced = arguments.flag("inexperienced");
    if (inexperienced && ss_) {
      throw ArgumentError("inexperienced", "the SS has no inexperienced infantry here",
                          "either inexperienced or ss");
    }
    if (arguments.text("leader") != "none") {
      const UnitName leader = read_unit(arguments.text("leader"), "leader");
      if (!leader.leader) {
        throw ArgumentError("leader", "'" + leader.text + "' is no leader",
                            "a leader such as 8-1, or none");
      }
      led_ = true;
      modifier_ = leader.modifier;
      // 74.2 and 83.7: a modifier of -1 or better loses one.
      if (arguments.choice("leader_from") != "own_force" && modifier_ < 0) ++modifier_;
    } else if (arguments.choice("leader_from") != "own_force") {
      throw ArgumentError("leader_from", "there is no leader", "a leader, or own_force");
    }
    // Leaders try first: one who rallies helps the others from then on.
    std::stable_sort(names_.begin(), names_.end(), [](const UnitName& a, const UnitName& b) {
      return a.leader != b.leader ? a.leader : a.text < b.text;
    });
    for (const UnitName& name : names_) {
      if (!led_ && !self_rally_ && !names_.front().leader) {
        throw ArgumentError("leader", "without a leader " + name.text + " can't try to rally (14)",
                            "a leader such as 8-1, or self_rally for a unit that may");
      }
      int morale = name.morale;
      if (arguments.given("broken_morale")) {
        if (inexperienced) {
          throw ArgumentError("broken_morale",
                              "the broken side of inexperienced infantry shows the lower morale "
                              "already (94.5)",
                              "either broken_morale or inexperienced");
        }
        morale = arguments.integer("broken_morale");
      }
      needed_.push_back(morale - (inexperienced ? 1 : 0) + (ss_ ? 1 : 0));
    }
  }

  Hex start() const override { return {}; }

  Hex step(const Hex& before, Dice& dice) const override {
    struct Progress {
      Hex hex;
      std::uint8_t next;
    };
    Hex hex = before;
    ++hex.phase;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_.size() > 1) dice.at(Progress{hex, static_cast<std::uint8_t>(i)});
      if (hex.units[i] != Status::broken) continue;
      const Help help = names_[i].leader ? Help{} : help_in(hex);
      if (!may_try(i, hex.phase, help)) continue;
      hex.units[i] = attempt(dice, i, hex.phase, help);
      if (hex.units[i] == Status::rallied) hex.last_rallied = hex.phase;
    }
    // Units of one kind are as good as each other in any order: the state has them sorted.
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (std::size_t j = i + 1; j < names_.size() && names_[j].text == names_[i].text; ++j) {
        if (hex.units[j] < hex.units[i]) std::swap(hex.units[i], hex.units[j]);
      }
    }
    return hex;
  }

  std::optional<Outcome> outcome(const Hex& hex) const override {
    const auto count = [&](Status status) {
      return static_cast<int>(
          std::count(hex.units.begin(),
                     hex.units.begin() + static_cast<std::ptrdiff_t>(names_.size()), status));
    };
    const int broken = count(Status::broken);
    if (hex.phase < phases_ && broken > 0) return std::nullopt;
    const int rallied = count(Status::rallied);
    const int eliminated = count(Status::eliminated);
    const bool all = rallied == static_cast<int>(names_.size());
    std::string label;
    if (names_.size() == 1) {
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
  bool desperate(int phase) const { return phase <= desperate_phases_; }

  /// The leader who helps a unit to rally.
  struct Help {
    bool led = false;
    bool foreign = false;
    int modifier = 0;
  };

  /// The best of the given leader and those of the stack who have rallied; one of their own army
  /// rather than a foreigner.
  Help help_in(const Hex& hex) const {
    Help help{led_, foreign_, modifier_};
    for (std::size_t i = 0; i < names_.size() && names_[i].leader; ++i) {
      if (hex.units[i] != Status::rallied) continue;
      const bool better = !help.led || help.foreign || names_[i].modifier < help.modifier;
      if (better) help = {true, false, names_[i].modifier};
    }
    return help;
  }

  /// 14, and 74.1: a foreign leader is no help to units under desperation morale that can't rally
  /// alone.
  bool may_try(std::size_t i, int phase, const Help& help) const {
    if (names_[i].leader || self_rally_) return true;
    return help.led && !(help.foreign && desperate(phase));
  }

  /// The dice roll needed with that help.
  int number(std::size_t i, int phase, const Help& help) const {
    // 14.6, 83.2; with a foreign leader everybody rolls that way (74.1).
    const int desperation = desperate(phase) || help.foreign ? (ss_ ? 2 : 4) : 0;
    return needed_[i] - desperation - drm_ - help.modifier;
  }

  Status attempt(Dice& dice, std::size_t i, int phase, const Help& help) const {
    const bool alone = names_[i].leader || self_rally_;
    const int needed = std::max(number(i, phase, help), alone ? number(i, phase, Help{}) : 0);
    return dice.DR([&](TwoDice roll) {
      if (fatal_12_ && roll.total() == 12) return Status::eliminated;
      return roll.total() <= needed ? Status::rallied : Status::broken;
    });
  }

  std::vector<UnitName> names_;
  std::vector<int> needed_;  ///< the number of the rally dice roll, for each unit
  int phases_;
  int desperate_phases_;
  bool ss_;
  bool self_rally_;
  bool foreign_;
  bool fatal_12_;
  int drm_;
  bool led_ = false;
  int modifier_ = 0;
};

}  // namespace

Procedure rally() {
  return {
      .name = "sl.rally",
      .rule = "COI 14, 74, 83, 94.5",
      .summary = "broken units rally over several Rally Phases",
      .details =
          "Each broken unit makes one DR in each of its Rally Phases and rallies on its morale or "
          "less, after the modifier of the best unbroken leader in its hex. A broken leader of "
          "the stack tries first and, once rallied, helps the others. Desperation morale takes "
          "four from the morale of a unit that was fired at or broken since its last Rally Phase "
          "(14.6), two from SS (83.2); SS rally on one more than their morale (83.3), "
          "inexperienced infantry on one less (94.5).\n"
          "A leader of an allied army makes all whom he helps roll with desperation morale, and "
          "those who would have to anyway may not try at all unless they can rally alone (74.1). "
          "Such a leader, and one of the SS with other Germans or the other way round, has a "
          "modifier of -1 or better worsened by one (74.2, 83.7; taken to hold for rallying too). "
          "Units that may rally alone do without a leader who would make it worse.\n"
          "Rule 14 belongs to the base game, whose text was not at hand: that leaders rally "
          "without a leader and without anyone's modifier, that they help others at once, and "
          "that an Original 12 eliminates (18.3) is read from what Cross of Iron says about it "
          "and from how it is played. A modifier for woods and buildings, where you play with "
          "one, goes into drm.",
      .parameters =
          {
              text("unit", units_form, "the broken units, at most six")
                  .or_named(infantry_names())
                  .tried_with({"4-6-7", "6-5-8", "8-1", "2*4-4-7", "4-6-7 8-0", "3*4-4-7 4-3-6"}),
              text("leader", "a leader such as 8-1, or none",
                   "the unbroken leader in their hex, who takes part in every Rally Phase")
                  .or_named(infantry_names())
                  .by_default("none")
                  .tried_with({"none", "8-0", "9-2", "6+1"}),
              choice("leader_from", {"own_force", "allied_army", "ss_and_wehrmacht"},
                     "whether the leader is of the units' own force (74, 83.7)"),
              flag("self_rally", "the units may rally without a leader (14.3); leaders always may"),
              integer("rally_phases", 1, 20, "how many Rally Phases they have").by_default("4"),
              integer("desperation_phases", 0, 20,
                      "in how many of them, from the first on, they are under desperation morale")
                  .by_default("1"),
              flag("ss", "they are SS (83.2, 83.3)"),
              flag("inexperienced", "they are inexperienced infantry (94.5)"),
              integer("broken_morale", 2, 12,
                      "the morale on the broken side, where it is not that of the front")
                  .optional()
                  .tried_with({"", "6", "7"}),
              choice("original_12", {"eliminated", "fails"},
                     "what an Original 12 does to a unit that tries to rally (18.3)"),
              integer("drm", -6, 6, "all other modifiers of the rally dice roll").by_default("0"),
          },
      .outcomes =
          {
              {"rallied", "the unit rallied"},
              {"broken", "it is still broken after the last Rally Phase"},
              {"eliminated", "it was eliminated by an Original 12"},
          },
      .events = {},
      .measures =
          {
              {"rally_phase", "the Rally Phase in which the last unit rallied; 0: not all did"},
              {"rallied", "units that rallied"},
              {"eliminated", "units eliminated by an Original 12"},
          },
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts&) { return std::make_unique<Rally>(arguments); },
  };
}

}  // namespace combat_odds::squad_leader
