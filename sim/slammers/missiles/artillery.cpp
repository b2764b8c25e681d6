#include <algorithm>
#include <cstdint>

#include "combat_odds/sim/slammers/fire/fire_target.hpp"
#include "combat_odds/sim/slammers/missiles/interception.hpp"
#include "combat_odds/sim/summary.hpp"

namespace combat_odds::slammers {
namespace {

/// A salvo on TUs within its spread radius (play sheet, phases 7b and 7c; Supplement 4: triangles,
/// Master of Artillery, "Artillery and Mortars and Area Effect").
class Artillery : public Rule {
 public:
  Artillery(const Arguments& arguments, const Charts& charts)
      : rounds_(arguments.integer("rounds")),
        targets_(arguments.integer("targets")),
        firepower_(arguments.integer("firepower")),
        strikes_(arguments.flag("master_of_artillery") ? 2 : 1),
        area_effect_(arguments.flag("area_effect")),
        target_(FireTarget::asked(arguments, charts)) {
    const int modifier = arguments.integer("qr_modifier") + (arguments.flag("spotter") ? 1 : 0);
    roll_ = charts.get<QualityLevels>(QualityLevels::chart_name)
                .roll(fighting_quality(arguments, charts, "quality"), modifier);
    const int defenders = arguments.integer("defenders");
    const bool without = arguments.choice("defender_triangle") == "none";
    if (defenders > 0 && without) {
      throw ArgumentError("defenders", "a defender without a triangle",
                          "give defender_triangle (red or blue) and defender_rolls");
    }
    if (!without) defence_ = Triangle::asked(arguments, charts, "defender_");
    defence_rolls_ = defence_.roll.possible() ? defenders * defence_.rolls : 0;
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    state.fresh = static_cast<std::uint8_t>(targets_);
    for (state.strike = 0; state.strike < strikes_; ++state.strike) {
      state.rounds = static_cast<std::uint8_t>(rounds_);
      intercept(dice, state);
      if (area_effect_) {
        area_strike(dice, state);
      } else {
        strike(dice, state);
      }
    }
    const bool infantry = target_.kind() == FireTarget::Kind::infantry;
    std::string label;
    add_to_summary(label, state.out, infantry ? "killed" : "destroyed");
    add_to_summary(label, state.hurt, infantry ? "suppressed" : "damaged");
    return Outcome(label.empty() ? "no_effect" : label)
        .measure(infantry ? "killed" : "destroyed", state.out)
        .measure(infantry ? "suppressed" : "damaged", state.hurt)
        .measure("intercepted", state.intercepted);
  }

 private:
  struct State {
    std::uint8_t strike = 0;
    std::uint8_t rounds = 0;  ///< of this strike, still in the air
    std::uint8_t intercepted = 0;
    std::uint8_t step = 0;
    std::uint8_t fresh = 0;  ///< TUs to which nothing has happened
    std::uint8_t hurt = 0;   ///< suppressed or damaged
    std::uint8_t out = 0;
    std::uint8_t fresh_to_come = 0;  ///< of them, those that are still to be attacked
    std::uint8_t hurt_to_come = 0;

    int alive() const { return fresh + hurt; }
  };

  /// Each success of the defenders' rolls destroys a round.
  void intercept(Dice& dice, State& state) const {
    for (state.step = 0; state.step < defence_rolls_ && state.rounds > 0; ++state.step) {
      dice.at(state);
      if (dice.dr([&](int dr) { return defence_.roll.succeeds(dr); })) {
        --state.rounds;
        ++state.intercepted;
      }
    }
    state.step = 100;  // the interception is over
  }

  /// One round for each TU at most; those come first to which nothing has happened.
  void strike(Dice& dice, State& state) const {
    const int allotted = std::min<int>(state.rounds, state.alive());
    state.rounds = 0;
    state.fresh_to_come = static_cast<std::uint8_t>(std::min<int>(allotted, state.fresh));
    state.hurt_to_come = static_cast<std::uint8_t>(allotted - state.fresh_to_come);
    while (state.fresh_to_come + state.hurt_to_come > 0) {
      dice.at(state);
      if (hits(dice)) {
        attack_next(dice, state);
      } else {
        --(state.fresh_to_come > 0 ? state.fresh_to_come : state.hurt_to_come);
      }
    }
  }

  /// Every round that hits attacks all TUs, which stand in each other's burst.
  void area_strike(Dice& dice, State& state) const {
    state.rounds = static_cast<std::uint8_t>(std::min<int>(state.rounds, state.alive()));
    for (; state.rounds > 0; --state.rounds) {
      dice.at(state);
      if (!hits(dice)) continue;
      state.fresh_to_come = state.fresh;
      state.hurt_to_come = state.hurt;
      while (state.fresh_to_come + state.hurt_to_come > 0) {
        dice.at(state);
        attack_next(dice, state);
      }
    }
  }

  bool hits(Dice& dice) const {
    return roll_.possible() && dice.dr([&](int dr) { return roll_.succeeds(dr); });
  }

  /// What a hit does to the next TU: the hurt come last, those who become so now are not attacked
  /// again.
  void attack_next(Dice& dice, State& state) const {
    const bool was_fresh = state.fresh_to_come > 0;
    --(was_fresh ? state.fresh_to_come : state.hurt_to_come);
    TargetState target;
    target_.hit(dice, target, firepower_);
    if (target.dead()) {
      --(was_fresh ? state.fresh : state.hurt);
      ++state.out;
    } else if (was_fresh && (target.suppression > 0 || target.vehicle.damaged())) {
      --state.fresh;
      ++state.hurt;
    }
  }

  int rounds_;
  int targets_;
  int firepower_;
  int strikes_;
  bool area_effect_;
  QualityRoll roll_;
  Triangle defence_;
  int defence_rolls_ = 0;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      quality_parameter("quality", "the quality, or class, of the gunners"),
      integer("rounds", 1, 12,
              "the rounds of the salvo, as printed on the Detachment Card: no source at hand gives "
              "them")
          .tried_with({"1", "3", "4"}),
      integer("targets", 1, 12, "TUs within the spread radius; one round each at most")
          .tried_with({"1", "3", "5"}),
      integer("firepower", 0, 20,
              "the FP of a round against that kind of target, as printed on the card")
          .tried_with({"2", "3", "5"}),
  };
  append(all, FireTarget::parameters({"infantry", "vehicle"},
                                     "the targets' DV, with cover; the Top DV of vehicles"));
  append(all,
         {flag("spotter", "a sniper spots for the guns (1 LP): +1 QR"),
          qr_modifier_parameter("the sum of all other QR modifiers, such as the penalty for "
                                "unobserved fire on your play sheet"),
          flag("area_effect",
               "optional rule: all the targets stand within the burst of each round that hits"),
          flag("master_of_artillery", "the skill: the salvo comes twice"),
          integer("defenders", 0, 8, "vehicles set to artillery defence that fire at the salvo")
              .by_default("0")
              .tried_with({"0", "1", "2"})});
  append(all, Triangle::parameters("defender_", "the vehicles that fire at the salvo", "none"));
  return all;
}

}  // namespace

Procedure artillery() {
  return {
      .name = "slammers.artillery",
      .rule = "Supplement 4, triangles and artillery; play sheet, phases 7b and 7c",
      .summary = "a salvo of artillery or mortars: interception, hits, and what they do",
      .details =
          "A triangle with the number N has N Quality Rolls against a salvo, blue ones at -1 QR. "
          "Supplement 4 speaks of destroying an incoming round: each success is taken to destroy "
          "one. Several vehicles share the defence; how many may fire at one salvo was not found, "
          "so defenders is yours to say.\n"
          "What is left is allotted, one round for each TU at most, first to TUs to which nothing "
          "has happened. Each round has a Quality Roll to hit, then 1D6 + FP against the DV. "
          "Rounds "
          "for which there is no TU are lost. Seeker war-heads only widen the radius: more "
          "targets. With the Area Effect option each hit attacks all the targets, the worst case "
          "of "
          "TUs that stand too close; it needs no Quality Roll of its own for the others.\n"
          "Master of Artillery: two separate strikes, each intercepted anew, the second allotted "
          "to "
          "those who are left. A vehicle counts as damaged from results 1 to 4. In a building of "
          "several floors the top floor is the first target.\n" +
          std::string(damage_details),
      .parameters = parameters(),
      .outcomes = {{"no_effect", "nothing happens to any TU"}},
      .events = {},
      .measures = {{"killed", "infantry TUs killed"},
                   {"suppressed", "infantry TUs alive with suppression markers"},
                   {"destroyed", "vehicles destroyed or blown up"},
                   {"damaged", "vehicles alive with damage"},
                   {"intercepted", "rounds shot down"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<Artillery>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
