#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/small.hpp"
#include "sim/declare/summary.hpp"
#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

/// A salvo on TUs within its spread radius (play sheet, phases 7b and 7c; Supplement 4: triangles,
/// Master of Artillery, "Artillery and Mortars and Area Effect").
struct Artillery {
  Troops gunners;
  int rounds = 0;
  int targets = 0;
  int firepower = 0;
  FireTarget target{FireTarget::Kind::infantry, {}, DamageRules::as_charted(), 0};
  bool spotter = false;
  int qr_modifier = 0;
  bool area_effect = false;
  std::optional<int> in_burst;
  bool master_of_artillery = false;
  int defenders = 0;
  Triangle defence;
  std::optional<std::vector<Triangle>> defender_list;  ///< in place of `defenders` of one kind

  void prepare(const Charts& charts) {
    roll = gunners.roll(charts, qr_modifier + (spotter ? 1 : 0));
    strikes = master_of_artillery ? 2 : 1;
    const std::vector<Triangle> all =
        defender_list.value_or(std::vector<Triangle>(static_cast<std::size_t>(defenders), defence));
    for (Triangle one : all) {
      if (defender_list) one.man(one.crew, charts, 0);
      if (!one.roll.possible()) continue;
      defence_rolls.insert(defence_rolls.end(), static_cast<std::size_t>(one.rolls), one.roll);
    }
  }

  Outcome resolve(Dice& dice) const {
    State state;
    state.fresh = small(targets);
    for (state.strike = 0; state.strike < strikes; ++state.strike) {
      state.rounds = small(rounds);
      intercept(dice, state);
      if (in_burst) {
        strike_in_groups(dice, state);
      } else if (area_effect) {
        area_strike(dice, state);
      } else {
        strike(dice, state);
      }
    }
    const bool infantry = target.kind == FireTarget::Kind::infantry;
    std::string label;
    add_to_summary(label, state.out, infantry ? "killed" : "destroyed");
    add_to_summary(label, state.hurt, infantry ? "suppressed" : "damaged");
    return Outcome(label.empty() ? "no_effect" : label)
        .measure(infantry ? "killed" : "destroyed", state.out)
        .measure(infantry ? "suppressed" : "damaged", state.hurt)
        .measure("intercepted", state.intercepted);
  }

  struct State {
    std::uint8_t strike = 0;
    std::uint8_t rounds = 0;  ///< of this strike, not resolved yet
    std::uint8_t intercepted = 0;
    std::uint8_t step = 0;
    std::uint8_t fresh = 0;  ///< TUs that have suffered nothing yet
    std::uint8_t hurt = 0;   ///< TUs that are suppressed or damaged
    std::uint8_t out = 0;
    std::uint8_t fresh_to_come = 0;  ///< fresh TUs that are still to be attacked
    std::uint8_t hurt_to_come = 0;
    std::uint8_t apart = 0;   ///< hurt TUs of the groups attacked before
    std::uint8_t flying = 0;  ///< rounds that came through, to be shared out to the groups

    int alive() const { return fresh + hurt; }
  };

  /// Each successful roll of the defenders destroys a round.
  void intercept(Dice& dice, State& state) const {
    for (state.step = 0; state.step < defence_rolls.size() && state.rounds > 0; ++state.step) {
      dice.at(state);
      if (defence_rolls[state.step].made(dice)) {
        --state.rounds;
        ++state.intercepted;
      }
    }
    state.step = 100;  // the interception is over
  }

  /// At most one round for each TU; fresh TUs are attacked first.
  void strike(Dice& dice, State& state) const {
    const int allotted = std::min<int>(state.rounds, state.alive());
    state.rounds = 0;
    state.fresh_to_come = small(std::min<int>(allotted, state.fresh));
    state.hurt_to_come = small(allotted - state.fresh_to_come);
    while (state.fresh_to_come + state.hurt_to_come > 0) {
      dice.at(state);
      if (roll.made(dice)) {
        attack_next(dice, state);
      } else {
        --(state.fresh_to_come > 0 ? state.fresh_to_come : state.hurt_to_come);
      }
    }
  }

  /// The TUs stand close together: every round that hits attacks them all.
  void area_strike(Dice& dice, State& state) const {
    state.rounds = small(std::min<int>(state.rounds, state.alive()));
    for (; state.rounds > 0; --state.rounds) {
      dice.at(state);
      if (!roll.made(dice)) continue;
      state.fresh_to_come = state.fresh;
      state.hurt_to_come = state.hurt;
      while (state.fresh_to_come + state.hurt_to_come > 0) {
        dice.at(state);
        attack_next(dice, state);
      }
    }
  }

  /// A burst reaches one group of TUs. The firer gives the groups a round in turn, at most one
  /// round for each TU.
  void strike_in_groups(Dice& dice, State& state) const {
    const int groups = (targets + *in_burst - 1) / *in_burst;
    const int all = std::min<int>(state.rounds, targets);
    state.flying = small(all);
    State sum = state;
    sum.fresh = 0;
    for (int group = 0; group < groups; ++group) {
      const int size = std::min(*in_burst, targets - group * *in_burst);
      state.fresh = small(size);
      state.hurt = sum.hurt;
      state.out = sum.out;
      state.step = small(101 + group);
      // Hurt TUs of other groups do not count for this one.
      state.apart = state.hurt;
      state.rounds = small(rounds_for(group, groups, all));
      group_strike(dice, state);
      sum.hurt = state.hurt;
      sum.out = state.out;
      sum.fresh = small(sum.fresh + state.fresh);
    }
    state.fresh = sum.fresh;
    state.rounds = 0;
  }

  int rounds_for(int group, int groups, int all) const {
    std::vector<int> given(static_cast<std::size_t>(groups), 0);
    for (int next = 0; all > 0; next = (next + 1) % groups) {
      const int size = std::min(*in_burst, targets - next * *in_burst);
      int& rounds_of_group = given[static_cast<std::size_t>(next)];
      if (rounds_of_group == size) continue;
      ++rounds_of_group;
      --all;
    }
    return given[static_cast<std::size_t>(group)];
  }

  void group_strike(Dice& dice, State& state) const {
    for (; state.rounds > 0; --state.rounds) {
      dice.at(state);
      if (!roll.made(dice)) continue;
      state.fresh_to_come = state.fresh;
      state.hurt_to_come = small(state.hurt - state.apart);
      while (state.fresh_to_come + state.hurt_to_come > 0) {
        dice.at(state);
        attack_next(dice, state);
      }
    }
  }

  /// Resolves a hit on the next TU. Fresh TUs come first; a TU that becomes hurt now is not
  /// attacked again.
  void attack_next(Dice& dice, State& state) const {
    const bool was_fresh = state.fresh_to_come > 0;
    --(was_fresh ? state.fresh_to_come : state.hurt_to_come);
    TargetState suffered;
    target.hit(dice, suffered, firepower);
    if (suffered.dead()) {
      --(was_fresh ? state.fresh : state.hurt);
      ++state.out;
    } else if (was_fresh && (suffered.suppression > 0 || suffered.vehicle.damaged())) {
      --state.fresh;
      ++state.hurt;
    }
  }

  QualityRoll roll;
  int strikes = 1;
  std::vector<QualityRoll> defence_rolls;  ///< of all defenders, one after the other
};

}  // namespace

Procedure artillery() {
  return procedure<Artillery>(
             "slammers.artillery",
             "Supplement 4, triangles and artillery; play sheet, phases 7b and 7c",
             "a salvo of artillery or mortars: interception, hits, and what they do")
      .includes(&Artillery::gunners, "", "the gunners")
      .asks(
          &Artillery::rounds, "rounds", 1, 12,
          "the rounds of the salvo, as printed on the Detachment Card: no source at hand gives them")
      .required()
      .asks(&Artillery::targets, "targets", 1, 12,
            "TUs within the spread radius; one round each at most")
      .required()
      .asks(&Artillery::firepower, "firepower", 0, 20,
            "the FP of a round against that kind of target, as printed on the card")
      .required()
      .includes(&Artillery::target, "", one_of({"infantry", "vehicle"}),
                "the targets' DV, with cover; the Top DV of vehicles",
                FireTarget::Reported::by_number)
      .asks(&Artillery::spotter, "spotter", "a sniper spots for the guns (1 LP): +1 QR")
      .asks(
          &Artillery::qr_modifier, "qr_modifier", -4, 4,
          "the sum of all other QR modifiers, such as the penalty for unobserved fire on your play sheet")
      .asks(&Artillery::area_effect, "area_effect",
            "optional rule: all the targets stand within the burst of each round that hits")
      .asks(
          &Artillery::in_burst, "in_burst", 2, 12,
          "with area effect: how many TUs one burst reaches, its own target among them, where it is "
          "not all; the TUs stand in groups of so many")
      .only_when([](const Artillery& salvo) { return salvo.area_effect; },
                 "without area effect a round attacks one TU", "--area-effect")
      .asks(&Artillery::master_of_artillery, "master_of_artillery",
            "the skill: the salvo comes twice")
      .only_when([](const Artillery& salvo) { return !salvo.in_burst; },
                 "--in-burst is for one strike", "")
      .asks(&Artillery::defenders, "defenders", 0, 8,
            "vehicles set to artillery defence that fire at the salvo")
      .only_when(
          [](const Artillery& salvo) { return salvo.defence.colour != Triangle::Colour::none; }, "",
          "--defender-triangle red or blue, and --defender-rolls")
      .includes(&Artillery::defence, "defender_", "the vehicles that fire at the salvo")
      .asks(
          &Artillery::defender_list, "defender_list", triangles_form,
          "vehicles that differ and fire at the salvo: quality, triangle, and confire where it is paid for; in place of "
          "defenders",
          read_triangles)
      .tried_with({"elite red 2; 2*veteran blue 1"})
      .only_when([](const Artillery& salvo) { return salvo.defenders == 0; },
                 "--defenders already gives them", "")
      .adjust(
          "defenders",
          [](Parameter& number) { number.named_form = "vehicles that differ as --defender-list"; })
      .outcome("no_effect", "nothing happens to any TU")
      .measure("killed", "infantry TUs killed")
      .measure("suppressed", "infantry TUs alive with suppression markers")
      .measure("destroyed", "vehicles destroyed or blown up")
      .measure("damaged", "vehicles alive with damage")
      .measure("intercepted", "rounds shot down")
      .headline("mean killed", "{} killed on average")
      .headline("mean suppressed", "{} suppressed")
      .headline("mean destroyed", "{} vehicles destroyed")
      .headline("mean intercepted", "{} rounds intercepted");
}

}  // namespace combat_odds::slammers
