#include <fmt/format.h>

#include "core/dice/small.hpp"
#include "sim/asl/charges_and_flames/molotov_at_afv.hpp"
#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/units/support_weapons.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

void MolotovAtAfv::describe(Declaration<MolotovAtAfv>& asked) {
  asked
      .asks(
          &MolotovAtAfv::from, "from", one_of({"other", "rear", "same_hex"}),
          "afv: the facing that is hit; the rear facing and the same hex add 1 to the To Kill number")
      .asks(&MolotovAtAfv::armor, "armor", one_of({"buttoned_up", "crew_exposed", "open_topped"}),
            "afv: +1 to the To Kill number if CE, +2 if open-topped, never both")
      .asks(&MolotovAtAfv::moving, "moving", "afv: it moves, 2 less on the To Kill number")
      .asks(
          &MolotovAtAfv::from_above, "from_above",
          "afv: the thrower has the elevation advantage (C7.22), +1 on the To Kill number or +2 if open-topped");
}
namespace {

/// The FP that a MOL adds, after all modification (22.611).
constexpr int molotov_firepower = 4;

/// Events beside the fire, as bits.
enum Memory : std::uint8_t {
  check_passed = 1,
  thrower_broken = 2,
  flame_target = 4,
  flame_thrower = 8,
  others_attacked = 16,  ///< the second attack with the one DR against an AFV's Location
};

Outcome& report(Outcome& outcome, std::uint8_t memory) {
  return outcome.event("check_passed", (memory & check_passed) != 0)
      .event("thrower_broken", (memory & thrower_broken) != 0)
      .event("flame_target", (memory & flame_target) != 0)
      .event("flame_thrower", (memory & flame_thrower) != 0);
}

/// 22.61 to 22.62: the check, then one DR for everything.
struct Molotov {
  MolotovCheck user;
  bool use = true;
  std::optional<double> firepower;
  double group_firepower = 0;
  int drm = 0;
  std::optional<int> leadership;  ///< nothing: no leader directs
  Cowering cowering;
  FlameLocation target_terrain = FlameLocation::open_ground;
  FlameLocation thrower_terrain = FlameLocation::open_ground;
  EnvironmentalConditions ec;
  FireTarget target;  ///< no units: an AFV
  MolotovAtAfv afv;
  std::vector<UnitName> exposed;
  int exposed_drm = 0;
  std::vector<UnitName> others;
  Attackers attackers;

  bool is_given_as_firepower() const { return !attackers.given(); }
  /// The attackers are named, and in the hex of the AFV.
  bool in_its_hex() const { return attackers.given() && *attackers.range == 0; }
  /// An AFV alone is hit by the MOL, whoever throws it.
  bool needs_firepower() const { return !attackers.given() && has_anybody(); }
  bool at_afv() const { return target.units.empty(); }
  bool is_undirected() const { return !leadership.has_value(); }
  bool has_exposed() const { return !exposed.empty(); }
  bool has_people() const { return !at_afv() || !others.empty(); }
  bool has_anybody() const { return has_people() || has_exposed(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    ec_drm_ = ec.drm(charts);
    fire_ = {firepower.value_or(0), group_firepower, leadership.value_or(0)};
    fire_.without_molotov = fire_.firepower + fire_.group_firepower;
    if (attackers.given()) thrown_by_attackers(charts);
    if (attackers.directed()) {
      if (leadership.has_value()) {
        throw ArgumentError("leadership", "the leader who directs is named already",
                            "--leader or --leadership, not both");
      }
      fire_.leadership = attackers.leadership();
    }
    fire_.drm = attackers.drm(drm) - attackers.leadership();
    attackers.settle(cowering);
    target.check_movers(attackers.of_motion() != 0, "--target-moves");
    expect_fire(target);
    if (!at_afv()) return;
    afv.prepare(charts);
    prepare_exposed(exposed_, exposed, target, charts);
    others_.units = others;
    others_.status = target.status;
    others_.elr = target.elr;
    others_.heat = target.heat;  // not for PRC (A15.1)
    others_.casualty_vp = target.casualty_vp;
    others_.prepare(charts);
    others_.check_movers(attackers.of_motion() != 0, "--target-moves");
    expect_fire(others_);
  }

  Outcome resolve(Dice& dice) const { return at_afv() ? against_afv(dice) : against_units(dice); }

  Working working() const {
    Working working;
    const double total = fire_.firepower + fire_.group_firepower;
    const bool has_fire = attackers.given() || firepower.has_value() || has_anybody();
    if (has_fire) {
      attackers.tell(working, *ift_, total, drm + leadership.value_or(0), cowering);
    }
    if (use && has_fire) {
      working.sums.push_back(fmt::format("with the Molotov's {}: {}", molotov_firepower,
                                         firepower_text(*ift_, total + molotov_firepower)));
    }
    const auto against = at_afv() ? MolotovCheck::Against::afv : MolotovCheck::Against::others;
    if (use && user.needed(against) < 1) {
      working.notes.push_back(fmt::format("the MOL Check needs a dr of {} or less: there is none",
                                          user.needed(against)));
    }
    const std::string aim = at_afv() ? "an AFV" : target.text();
    if (has_fire) {
      working.situation += (use ? ", with a Molotov, at " : ", at ") + aim;
    } else {
      working.situation = "a Molotov at " + aim;
    }
    return working;
  }

 private:
  /// The FP and modifiers of the attack, however they were given.
  struct FirePart {
    double firepower = 0;
    double group_firepower = 0;
    int leadership = 0;
    int drm = 0;
    double without_molotov = 0;  ///< of all, where no MOL is tried for: the thrower may man a SW
  };

  /// A22.611: the first unit named is the thrower, in Point Blank Fire, and fires no other SW.
  void thrown_by_attackers(const Charts& charts) {
    using Phase = Attackers::Phase;
    if (*attackers.range > 1) {
      throw ArgumentError("range", "a MOL is used ADJACENT or in the same Location (A22.611)",
                          "0 or 1");
    }
    if (attackers.phase == Phase::subsequent_first || attackers.phase == Phase::fpf) {
      throw ArgumentError("phase", "no MOL is used in Subsequent First Fire and FPF (A22.611)",
                          "another phase");
    }
    if (attackers.group().units.size() < 2 && !attackers.group().weapons.empty()) {
      throw ArgumentError("attackers", "who uses a MOL fires no other SW (A22.611)",
                          "another unit for it");
    }
    fire_.without_molotov = attackers.firepower();
    if (use) {
      attackers = attackers.with_thrower();
      attackers.prepare(charts);
    }
    using Unit = MolotovCheck::Unit;
    using Kind = UnitType::Kind;
    const Kind kind = attackers.first().kind;
    const Unit throws = kind == Kind::squad        ? Unit::squad
                        : kind == Kind::half_squad ? Unit::half_squad
                        : kind == Kind::crew       ? Unit::crew
                                                   : Unit::smc;
    if (user.unit != Unit::squad && user.unit != throws) {
      throw ArgumentError("unit", "the first of the attackers is another kind of unit",
                          "leave it out");
    }
    user.unit = throws;
    if (user.cx) attackers.also("CX", 1);
    fire_.firepower = attackers.firepower_of_first();
    fire_.group_firepower = attackers.firepower() - fire_.firepower;
  }

  /// 22.61: a unit may try for a MOL, or fire normally without trying.
  bool tries_for_molotov(Dice& dice) const {
    static constexpr std::string_view options[] = {"fire without it", "try for a Molotov"};
    struct Start {
      char nothing = 0;
    };
    return dice.choose(
               {"use", "Molotov or plain fire?", options}, Start(), [] { return Facts(); },
               use ? 1 : 0) != 0;
  }

  /// 22.611: against units that are not armored.
  Outcome against_units(Dice& dice) const {
    struct Attack : DrResults {
      std::uint8_t memory = 0;
    };
    const bool tries = tries_for_molotov(dice);
    const bool has_molotov = tries && user.passed(dice, MolotovCheck::Against::others);
    const Attack attack = dice.DR([&](TwoDice roll) {
      const std::uint8_t memory = beside_fire(roll, has_molotov);
      return Attack{target.results([&](int own) {
                      return fire(roll, memory, tries, has_molotov, true, fire_.drm + own);
                    }),
                    memory};
    });
    TargetStack stack = target.start();
    stack.memo[0] = attack.memory;
    if (target.resolve(dice, stack, attack, true)) return {};
    Outcome outcome = target.outcome(stack);
    const Losses losses = target.losses(stack);
    return report(outcome, stack.memo[0])
        .event("target_broken_or_worse", losses.eliminated + losses.reduced + losses.broken > 0);
  }

  /// 22.612: one DR is the To Kill DR, the attack on exposed riders (collateral and with the MOL's
  /// FP; without a MOL, neither: 22.6111, A7.307), and the attack without the MOL's FP on everybody
  /// else in the Location.
  Outcome against_afv(Dice& dice) const {
    struct Attack {
      IftResult exposed;
      IftResult others;
      std::uint8_t others_reading = 0;
      FlameKill kill = FlameKill::none;
      std::uint8_t memory = 0;
    };
    const bool tries = tries_for_molotov(dice);
    const bool has_molotov = tries && user.passed(dice, MolotovCheck::Against::afv);
    const Attack attack = dice.DR([&](TwoDice roll) {
      Attack made;
      made.memory = beside_fire(roll, has_molotov);
      const bool thrown = has_molotov && (made.memory & thrower_broken) == 0;
      if (thrown) made.kill = flame_kill(roll.total(), afv.to_kill(in_its_hex()));
      if (!exposed.empty() && made.kill == FlameKill::none) {
        made.exposed = fire(roll, made.memory, tries, has_molotov, true, exposed_drm, !thrown);
      }
      if (!others.empty()) {
        const DrResults beside = others_.results([&](int own) {
          return fire(roll, made.memory, tries, has_molotov, false, fire_.drm + own);
        });
        made.others = beside.result;
        made.others_reading = beside.reading;
      }
      return made;
    });

    TargetStack riding = exposed_.start();
    riding.memo = {attack.memory,
                   small(static_cast<int>(attack.others.kind) << 4 | attack.others.number),
                   attack.others_reading, small(attack.kill)};
    if (!exposed.empty()) exposed_.resolve(dice, riding, attack.exposed, true);
    const Losses riders = exposed_.losses(riding);
    const bool lost = static_cast<FlameKill>(riding.memo[3]) != FlameKill::none;
    const int points = points_lost(lost, target, exposed_, riding.casualty_vp);

    // From here on only the losses of the exposed are kept, four bits for each number.
    TargetStack beside = others_.start();
    beside.memo = {static_cast<std::uint8_t>(riding.memo[0] | others_attacked),
                   static_cast<std::uint8_t>(riders.eliminated << 4 | riders.reduced),
                   static_cast<std::uint8_t>(riders.broken << 4 | riders.pinned), riding.memo[3]};
    beside.casualty_vp = small(points);
    const IftResult on_first = {static_cast<IftResult::Kind>(riding.memo[1] >> 4),
                                small(riding.memo[1] & 15)};
    const DrResults on_others = {on_first, on_first, riding.memo[2]};
    if (!others.empty()) others_.resolve(dice, beside, on_others, true);
    return outcome(beside);
  }

  Outcome outcome(const TargetStack& beside) const {
    Outcome outcome = afv_outcome(static_cast<FlameKill>(beside.memo[3]));
    report(outcome, beside.memo[0])
        .measure_if(target.casualty_vp, "casualty_vp", beside.casualty_vp);
    if (!exposed.empty()) {
      report_exposed(outcome, {beside.memo[1] >> 4, beside.memo[1] & 15, beside.memo[2] >> 4,
                               beside.memo[2] & 15});
    }
    if (!others.empty()) {
      const Losses losses = others_.losses(beside);
      outcome.event("heat_of_battle", beside.heat != 0);
      outcome.measure("others_eliminated", losses.eliminated)
          .measure("others_reduced", losses.reduced)
          .measure("others_broken", losses.broken)
          .measure("others_pinned", losses.pinned);
    }
    return outcome;
  }

  /// Whatever the DR may come to for those units, by the MOL Check and the choice before it.
  void expect_fire(FireTarget& units) const {
    if (!units.has_groups()) return;
    for (const auto& check :
         {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
      const bool tries = check.first;
      const bool passed = check.second;
      for (int face = 0; face < 36; ++face) {
        const TwoDice roll{face / 6 + 1, face % 6 + 1};
        for (const bool with_molotov : {true, false}) {
          units.expect([&](int own) {
            return fire(roll, beside_fire(roll, passed), tries, passed, with_molotov,
                        fire_.drm + own);
          });
        }
      }
    }
  }

  /// The effects of the DR beside the fire.
  std::uint8_t beside_fire(TwoDice roll, bool has_molotov) const {
    if (!has_molotov) return 0;
    std::uint8_t memory = check_passed;
    if (MolotovAtAfv::breaks_thrower(roll)) {
      memory |= thrower_broken;
      if (flame_placed(thrower_terrain, ec_drm_, roll.white)) memory |= flame_thrower;
    } else if (roll.coloured == 1 && flame_placed(target_terrain, ec_drm_, roll.white)) {
      memory |= flame_target;
    }
    return memory;
  }

  /// The FP left for the attack. A half-squad, crew or SMC that fails its check has used up its
  /// attack (A7.352). A thrower that breaks takes its own FP and the MOL's with it (22.611-.6111).
  double firepower_left(std::uint8_t memory, bool tries, bool has_molotov,
                        bool with_molotov) const {
    if (!tries) return fire_.without_molotov;
    if ((memory & thrower_broken) != 0) return fire_.group_firepower;
    if (!has_molotov) {
      const bool fires = user.unit == MolotovCheck::Unit::squad;
      return fire_.group_firepower + (fires ? fire_.firepower : 0);
    }
    return fire_.firepower + fire_.group_firepower + (with_molotov ? molotov_firepower : 0);
  }

  /// 22.62: leadership counts only in an attack with more than the MOL's four FP, and not in a
  /// collateral one (D.8: `led` is false).
  IftResult fire(TwoDice roll, std::uint8_t memory, bool tries, bool has_molotov, bool with_molotov,
                 int modifier, bool led = true) const {
    const double total = firepower_left(memory, tries, has_molotov, with_molotov);
    const bool only_molotov =
        has_molotov && with_molotov && (memory & thrower_broken) == 0 && total <= molotov_firepower;
    const int column = ift_->column(total) - cowering.columns(roll);
    if (column < 0) return {};
    const int leader_drm = led && !only_molotov ? fire_.leadership : 0;
    return ift_->at(column, roll.total() + modifier + leader_drm);
  }

  const Ift* ift_ = nullptr;
  int ec_drm_ = 0;
  FirePart fire_;
  FireTarget exposed_;
  FireTarget others_;
};

}  // namespace

Procedure molotov() {
  return procedure<Molotov>("asl.molotov", "A22.61-.62",
                            "an attack with a Molotov cocktail on units or an AFV")
      .includes(&Molotov::user)
      .asks(&Molotov::use, "use", "a MOL is tried for; false: the same fire without it")
      .decides()
      .asks(&Molotov::firepower, "firepower", 0, 100,
            "the thrower's own FP after all modification (0 for a leader); it does not matter for "
            "an AFV alone; or attackers, and it is worked out")
      .needed_when(&Molotov::needs_firepower, "who throws?",
                   "the thrower's FP, or --attackers such as '2*4-6-7' with their --range")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"0", "1", "4", "8", "13.5"})
      .asks(&Molotov::group_firepower, "group_firepower", 0, 200,
            "the FP of the rest of its Fire Group")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"0", "4", "16"})
      .asks(&Molotov::drm, "drm", -20, 20,
            "the sum of the modifiers on the IFT, without leadership")
      .asks(
          &Molotov::leadership, "leadership", -3, 1,
          "the modifier of the leader who directs the fire, which then does not cower (A7.9); never for the MOL Check, the To Kill DR or a MOL's four FP alone")
      .or_of_unit(UnitFact::leadership)
      .includes(&Molotov::cowering)
      .only_when(&Molotov::is_undirected, "fire that a leader directs does not cower",
                 "--cowering none")
      .asks(&Molotov::target_terrain, "target_terrain", flame_locations(),
            "what is in the target's Location, for Flames")
      .asks(&Molotov::thrower_terrain, "thrower_terrain", flame_locations(),
            "what is in the thrower's Location, for Flames")
      .includes(&Molotov::ec)
      .includes(&Molotov::target, "", FireTarget::InPlace::afv, FireTarget::Groups::several)
      .includes(&Molotov::target, describe_afv_points)
      .includes(&Molotov::afv, [](Declaration<MolotovAtAfv>& afv) { MolotovAtAfv::describe(afv); })
      .asks(&Molotov::exposed, "exposed", units_form,
            "afv: its vulnerable crew, passengers or riders, such as 2-2-8 for an exposed crew",
            FireTarget::read_if_any)
      .by_default("")
      .tried_with({"2-2-8", "4-6-7 8-1"})
      .asks(&Molotov::exposed_drm, "exposed_drm", -20, 20,
            "afv: the sum of the modifiers against the exposed, +2 for a CE crew")
      .asks(&Molotov::others, "others", groups_form,
            "afv: the infantry in its Location, all by that DR", FireTarget::read_groups_if_any)
      .by_default("")
      .tried_with({"4-6-7", "2*4-4-7 8-0", "4-6-7@-2; 4-6-7"})
      .only_when(AllFrom{"from"}, &Molotov::at_afv, "", "--target afv")
      .only_when({"exposed_drm"}, &Molotov::has_exposed, "", "--exposed")
      .only_when({"drm", "status"}, &Molotov::has_people,
                 "it does not modify the To Kill DR against an AFV", "--others")
      .only_when({"group_firepower", "leadership", "cowering"}, &Molotov::has_anybody,
                 "it does not modify the To Kill DR against an AFV", "--others or --exposed")
      .includes(&Molotov::attackers, "", Attackers::Cx::of_the_procedure)
      .only_when({"firepower", "group_firepower"}, &Molotov::is_given_as_firepower,
                 "--attackers already give the FP", "")
      .includes(&Molotov::target, FireTarget::describe_heat)
      .only_when({"heat_of_battle"}, &Molotov::has_people,
                 "the crew of an AFV has no Heat of Battle (A15.1)", "--others")
      .outcomes(outcomes_of_afv_or_units())
      .event("check_passed", "the MOL Check is passed")
      .event("thrower_broken", "the coloured die is a 6: the thrower breaks")
      .event("flame_target", "a Flame is placed in the target's Location")
      .event("flame_thrower", "a Flame is placed in the thrower's Location")
      .event("target_broken_or_worse", "a unit under attack is broken, reduced or eliminated")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events({FireTarget::heat_event()})
      .events(vehicle_events())
      .measures(FireTarget::measures())
      .measures(losses_of("exposed", "crew, passengers and riders, where the AFV survives"))
      .measures(losses_of("others", "infantry in the AFV's Location"))
      .headline("knocked_out", "the AFV is knocked out")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("no_effect", "nothing happens")
      .headline("thrower_broken", "the thrower breaks")
      .headline("flame_target", "a Flame burns there");
}

}  // namespace combat_odds::asl
