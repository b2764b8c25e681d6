#include "sim/asl/close_fight/assault_meeting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/words.hpp"
#include "sim/squad_games/printed_machine_guns.hpp"

namespace combat_odds::asl {
namespace {

using Fate = VehicleState::Fate;
using Strike = FireTarget::Strike;

constexpr const char* overrun_step = "overrun";
constexpr const char* panzerfaust_step = "panzerfaust";
constexpr const char* molotov_step = "molotov";

void add(std::vector<std::string>& words, const char* name, const std::string& value) {
  words.emplace_back(name);
  for (const std::string_view word : words_of(value)) words.emplace_back(word);
}

/// What the groups tell by themselves, so that a step does not say it.
constexpr std::array<std::string_view, 17> known = {
    "unit",       "pinned",    "inexperienced", "leader", "casualty_vp", "vehicle_vp",
    "vehicle",    "extra_smc", "leadership",    "morale", "rounds",      "immobile",
    "drives_off", "withdraws", "slips_away",    "nation", "helpless"};

LightAntiTank::Unit latw_unit(const UnitType& type) {
  using Unit = LightAntiTank::Unit;
  switch (type.kind) {
    case UnitType::Kind::squad:
      return Unit::squad;
    case UnitType::Kind::half_squad:
      return Unit::half_squad;
    case UnitType::Kind::crew:
      return Unit::crew;
    default:
      return Unit::smc;
  }
}

MolotovCheck::Unit molotov_unit(const UnitType& type) {
  return static_cast<MolotovCheck::Unit>(latw_unit(type));  // the same words in the same order
}

bool is_smc(const UnitType& type) { return type.is_smc(); }

}  // namespace

void LightAntiTankStep::describe(Declaration<LightAntiTankStep>& step) {
  step.includes(&LightAntiTankStep::weapon)
      // Each step names both: what stands here is never played.
      .adjust("weapon", [](Parameter& weapon) { weapon.default_value = "PF"; })
      .adjust("range", [](Parameter& range) { range.default_value = "1"; })
      .asks(&LightAntiTankStep::shots, "shots", 1, 6,
            "how many units of the group fire one each, the squads first");
}

void MolotovStep::describe(Declaration<MolotovStep>& step) {
  step.includes(&MolotovStep::afv)
      .includes(&MolotovStep::user,
                [](Declaration<MolotovCheck>& check) {
                  check.asks(&MolotovCheck::cx, "cx", "the users are CX: +1 to the MOL Check")
                      .asks(&MolotovCheck::antitank_crew, "antitank_crew",
                            "a Russian Antitank Crew: the +1 of crews does not apply (Crucible of "
                            "Steel 7.1)");
                })
      .asks(&MolotovStep::throws, "throws", 1, 6,
            "how many units of the group try for one each, the squads first");
}

void VehicleMeleeStep::describe(Declaration<VehicleMeleeStep>& step) {
  step.includes(&VehicleMeleeStep::attack, [](Declaration<CloseCombatVehicle>& asked) {
    using Attack = CloseCombatVehicle;
    asked
        .asks(&Attack::assault_engineers, "assault_engineers",
              "the squads and half-squads are Assault Engineers: +1 CCV")
        .asks(&Attack::halvings, "halvings", 0, 3,
              "-1 CCV for each (against a concealed vehicle ...); the pinned count by themselves")
        .asks(&Attack::atmm, "atmm",
              one_of({"none", "standard", "red_barricades", "crucible_of_steel"}),
              "by which rules each unit tries for ATMM")
        .asks(&Attack::cx, "cx", "the units are CX, which counts for the ATMM check")
        .asks(&Attack::antitank_crew, "antitank_crew",
              "crews are Russian Antitank Crews: -1, and no PAATC (Crucible of Steel 7.1)")
        .asks(&Attack::unarmored, "unarmored", "the vehicle is unarmored: -3, and no PAATC")
        .asks(&Attack::drm, "drm", -20, 20,
              "other modifiers: +2 motion, -2 open-topped, -1 CE, +1 or +2 escort")
        .asks(&Attack::vehicle_firepower, "vehicle_firepower", 0, 40,
              "the FP that it attacks back with; default: its CMG and RMG (A11.62)")
        .asks(&Attack::vehicle_drm, "vehicle_drm", -10, 10, "modifiers on the vehicle's DR")
        .asks(&Attack::ambush, "ambush", one_of({"none", "possible", "street_fighting"}),
              "as in asl.close-combat-vehicle (A11.4, A11.8)")
        .asks(&Attack::ambush_drm, "ambush_drm", -10, 10, "modifiers on the infantry's ambush die")
        .asks(&Attack::vehicle_ambush_drm, "vehicle_ambush_drm", -10, 10,
              "the same on the vehicle's, beside its +2")
        .asks(&Attack::reaction_fire, "reaction_fire", one_of({"no", "unmarked", "marked"}),
              "CC Reaction Fire in the vehicle's MPh (D7.21), and the units' fire markers");
  });
}

void OverrunStep::describe(Declaration<OverrunStep>& step) { step.includes(&OverrunStep::fire); }

AssaultMeeting AssaultMeetingReader::read(const AssaultStep& step, std::string_view parameter,
                                          const Charts& charts) const {
  const auto as = [&](auto reader) { return AssaultMeeting(reader.read(step, parameter, charts)); };
  if (step.how == panzerfaust_step) return as(FireSteps<LightAntiTankStep>());
  if (step.how == molotov_step) return as(FireSteps<MolotovStep>());
  if (step.how == overrun_step) return as(FireSteps<OverrunStep>());
  return as(FireSteps<VehicleMeleeStep>());
}

std::vector<std::string> AssaultMeeting::words(const AssaultStep& step,
                                               const AssaultForce::Group& vehicle,
                                               const AssaultForce::Group& infantry) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  for (const std::string_view word : known) {
    if (step.says(word)) refuse(fmt::format("the groups tell the {}", word), "leave it out");
  }
  std::vector<std::string> words;
  const std::string& name = vehicle.units.front().text;
  const bool listed = !name.starts_with("vehicle ") && !printed_machine_guns(name);
  if (step.how == panzerfaust_step) {
    if (!step.says("weapon")) add(words, "weapon", "PF");
    if (!step.says("range")) add(words, "range", std::to_string(infantry.range.value_or(1)));
    if (listed) add(words, "vehicle", name);
    if (!listed && !step.says("armor")) {
      refuse("its armor is not known", "the Armor Factor that is hit behind the step: 'armor 6'");
    }
    if (step.in_advancing_fire && !step.says("advancing")) add(words, "advancing", "true");
  } else if (step.how == molotov_step) {
    if (infantry.range.value_or(1) > 1) {
      refuse("a MOL is thrown ADJACENT or in the same Location (A22.611)",
             "a group without a range");
    }
  } else if (step.how == overrun_step) {
    const bool says_power = step.says("firepower") || step.says_power();
    if (!says_power) {
      refuse("with what FP? Those of an Overrun (D7.1) stand in no source that is played here",
             fmt::format("its FP on the IFT and the DRM behind it: '{} 12 0'", step.text));
    }
    words = step.words;
    if (!infantry.terrain.empty() && !step.says("terrain")) {
      add(words, "terrain", infantry.terrain);
    }
    return words;
  }
  words.insert(words.end(), step.words.begin(), step.words.end());
  return words;
}

void AssaultMeeting::settle(const AssaultForce::Group& vehicle, const FireTarget& infantry,
                            const Charts& charts) {
  play_.infantry = infantry;
  const VehicleFactors guns = VehicleMachineGuns::of(vehicle.units.front().text, "steps", charts)
                                  .value_or(VehicleFactors{});
  const auto [bow, coaxial, aa, rear] = guns;
  play_.has_machine_gun = bow + coaxial + aa + rear > 0;
  play_.coaxial = coaxial;
  play_.rear = rear;
  if (VehicleMeleeStep* const melee = std::get_if<VehicleMeleeStep>(&play_.step)) {
    CloseCombatVehicle& attack = melee->attack;
    play_.own_firepower = attack.vehicle_firepower <= 0;
    if (play_.own_firepower) attack.vehicle_firepower = coaxial + rear;
    if (attack.reacts()) attack.vehicle_firepower = 0;  // D7.213
    attack.by_habit = true;
    attack.prepare(charts);
  }
}

AssaultMeeting::Fight AssaultMeeting::after(Dice& dice, const Fight& fight) const {
  Fight question = fight;
  question.infantry = without_memory(fight.infantry);
  Fight reply = dice.play(play_, question);
  reply.infantry = with_memory_of(fight.infantry, reply.infantry);
  return reply;
}

AssaultMeeting::Fight AssaultMeeting::Play::play(const Fight& question, Dice& dice) const {
  Fight fight = question;
  if (const auto* const shots = std::get_if<LightAntiTankStep>(&step)) {
    shoot(dice, fight, *shots);
  } else if (const auto* const molotov = std::get_if<MolotovStep>(&step)) {
    hurl(dice, fight, *molotov);
  } else if (const auto* const melee = std::get_if<VehicleMeleeStep>(&step)) {
    close_in(dice, fight, melee->attack);
  } else if (const auto* const overrun = std::get_if<OverrunStep>(&step)) {
    run_over(dice, fight, overrun->fire);
  }
  infantry.make_alike(fight.infantry);
  return fight;
}

/// Those who may fire, squads first, then half-squads and crews, then heroes; the unpinned before
/// the pinned. Leaders direct.
std::vector<std::size_t> AssaultMeeting::Play::shooters(const TargetStack& stack,
                                                        bool pinned_too) const {
  std::vector<std::size_t> all;
  for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (unit.is_away() || unit.is(TargetUnit::broken) || infantry.is_vehicle(unit)) continue;
    if (unit.is(TargetUnit::pinned) && !pinned_too) continue;
    all.push_back(i);
  }
  const auto rank = [&](std::size_t i) {
    const UnitType& type = infantry.type(stack, i);
    const int kind = type.kind == UnitType::Kind::squad ? 0 : is_smc(type) ? 2 : 1;
    return kind + (stack.units[i].is(TargetUnit::pinned) ? 3 : 0);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return all;
}

/// The modifier of the best able leader, 0 where none helps.
int AssaultMeeting::Play::best_leader(const TargetStack& stack) const {
  int best = 0;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    if (infantry.is_able(stack, i)) best = std::min(best, infantry.modifier(stack, i));
  }
  return best;
}

void AssaultMeeting::Play::suffer(Dice& dice, TargetStack& stack, std::size_t unit,
                                  Strike strike) const {
  infantry.begin_strike_on(dice, stack, unit, strike, false);
  while (!FireTarget::resolved(stack)) infantry.step(dice, stack);
}

/// C13.31, C13.36. A leader directs one attack in a phase: the first.
void AssaultMeeting::Play::shoot(Dice& dice, Fight& fight, const LightAntiTankStep& shots) const {
  TargetStack& stack = fight.infantry;
  int left = shots.shots;
  int leader = best_leader(stack);
  for (const std::size_t i : shooters(stack, true)) {
    if (left-- == 0 || fight.vehicle.out()) return;
    if (dice.at(Stage{fight, small(i)})) return;
    const UnitType& type = infantry.type(stack, i);
    const bool pinned = stack.units[i].is(TargetUnit::pinned);
    const LightAntiTank::Fired fired = shots.weapon.fire(
        dice, {latw_unit(type), pinned, type.inexperienced, leader}, fight.vehicle);
    leader = 0;
    if (fired.pins() && pinned) {
      suffer(dice, stack, i, Strike::breaks);
    } else if (fired.pins()) {
      stack.units[i].status |= TargetUnit::pinned;
    } else if (fired.weapon_lost() && shots.weapon.is_panzerfaust()) {
      suffer(dice, stack, i, Strike::reduces);
    }
  }
}

/// 22.61, 22.612.
void AssaultMeeting::Play::hurl(Dice& dice, Fight& fight, const MolotovStep& molotov) const {
  TargetStack& stack = fight.infantry;
  int left = molotov.throws;
  const int to_kill = molotov.afv.to_kill(fight.in_hex != 0);
  for (const std::size_t i : shooters(stack, true)) {
    if (left-- == 0 || fight.vehicle.out()) return;
    if (dice.at(Stage{fight, small(i)})) return;
    const UnitType& type = infantry.type(stack, i);
    MolotovCheck user = molotov.user;
    user.unit = molotov_unit(type);
    user.antitank_crew = user.antitank_crew && user.is_crew();
    if (!user.passed(dice, MolotovCheck::Against::afv)) continue;
    struct Throw {
      FlameKill kill = FlameKill::none;
      std::uint8_t breaks = 0;
    };
    const Throw thrown = dice.DR([&](TwoDice roll) {
      const bool breaks = MolotovAtAfv::breaks_thrower(roll);
      return Throw{breaks ? FlameKill::none : flame_kill(roll.total(), to_kill),
                   small(breaks ? 1 : 0)};
    });
    if (thrown.breaks != 0) suffer(dice, stack, i, Strike::breaks);
    if (thrown.kill == FlameKill::eliminated) fight.vehicle.fate = Fate::eliminated;
    if (thrown.kill == FlameKill::burning_wreck) fight.vehicle.fate = Fate::burning;
  }
}

/// The attack of one unit, and of the SMC who combines with it.
CloseCombatVehicle AssaultMeeting::Play::attack_of(const Fight& fight,
                                                   const CloseCombatVehicle& asked,
                                                   std::size_t unit, std::optional<std::size_t> smc,
                                                   bool first) const {
  using Unit = CloseCombatVehicle::Unit;
  const TargetStack& stack = fight.infantry;
  const UnitType& type = infantry.type(stack, unit);
  CloseCombatVehicle attack = asked;
  attack.unit = type.kind == UnitType::Kind::squad        ? Unit::squad
                : type.kind == UnitType::Kind::half_squad ? Unit::half_squad
                : type.kind == UnitType::Kind::crew       ? Unit::crew
                                                          : Unit::smc;
  attack.extra_smc = smc ? 1 : 0;
  attack.inexperienced = type.inexperienced;
  attack.assault_engineers =
      asked.assault_engineers && (attack.unit == Unit::squad || attack.unit == Unit::half_squad);
  attack.antitank_crew = asked.antitank_crew && attack.unit == Unit::crew;
  attack.halvings = asked.halvings + (stack.units[unit].is(TargetUnit::pinned) ? 1 : 0);
  const bool leads = smc && infantry.type(stack, *smc).is_leader();
  attack.leadership = leads ? infantry.modifier(stack, *smc) : 0;
  attack.drm = asked.drm - (fight.vehicle.immobile != 0 ? 1 : 0) - (has_machine_gun ? 0 : 1);
  attack.helpless = !fight.vehicle.can_act();
  const int working = ((fight.jammed >> coaxial_gun & 1) != 0 ? 0 : coaxial) +
                      ((fight.jammed >> rear_gun & 1) != 0 ? 0 : rear);
  if (own_firepower && !asked.reacts()) attack.vehicle_firepower = working;
  if (!first) {
    attack.vehicle_firepower = 0;
    attack.ambush = CloseCombatVehicle::Ambush::none;
  }
  return attack;
}

/// A11.31, A11.5-.62: an MMC after the other, each with one of the SMC as long as there are any;
/// the vehicle answers the first of them. Who has to advance into its Location takes a PAATC, and
/// is pinned if he fails.
void AssaultMeeting::Play::close_in(Dice& dice, Fight& fight,
                                    const CloseCombatVehicle& asked) const {
  TargetStack& stack = fight.infantry;
  const bool advances = fight.in_hex == 0;
  std::vector<std::size_t> smc;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    if (infantry.is_able(stack, i)) smc.push_back(i);
  }
  std::stable_sort(smc.begin(), smc.end(), [&](std::size_t a, std::size_t b) {
    return infantry.modifier(stack, a) < infantry.modifier(stack, b);
  });
  // On a PAATC he counts whether he goes along or not, a +1 too (A10.72).
  const int leadership = smc.empty() ? 0 : infantry.modifier(stack, smc.front());
  std::vector<std::size_t> mmc;
  for (const std::size_t i : shooters(stack, !advances)) {
    const bool hero = is_smc(infantry.type(stack, i));
    (hero ? smc : mmc).push_back(i);
  }
  if (mmc.empty()) {
    mmc = std::exchange(smc, {});
  }
  bool first = true;
  std::uint8_t ambush = 0;
  for (const std::size_t unit : mmc) {
    if (fight.vehicle.out()) return;
    if (dice.at(Stage{fight, small(unit), small(smc.size()), small(first ? 1 : 0), ambush})) return;
    const UnitType& type = infantry.type(stack, unit);
    CloseCombatVehicle attack = attack_of(fight, asked, unit, {}, first);
    const bool checks = advances && !is_smc(type) && !type.never_breaks() && !type.traits.fanatic &&
                        !attack.unarmored && !attack.antitank_crew;
    if (checks) {
      attack.morale = infantry.morale(stack, unit);
      attack.leadership = leadership;
      if (!attack.dares(dice)) {
        stack.units[unit].status |= TargetUnit::pinned;
        continue;
      }
    }
    std::optional<std::size_t> with;
    if (!smc.empty() && !is_smc(type)) {
      with = smc.front();
      smc.erase(smc.begin());
    }
    attack = attack_of(fight, asked, unit, with, first);
    VehicleMelee melee = attack.start();
    melee.ambush = ambush;
    if (is_smc(type) && is_wounded(stack, unit)) melee.unit_wounded = 1;
    if (with && is_wounded(stack, *with)) melee.smc = VehicleMelee::Smc::wounded;
    dice.apart([&](Dice& own) { melee = attack.step(melee, own); });
    ambush = melee.ambush;
    first = false;
    if (melee.weapon_lost != 0) fight.jammed |= small(1u << coaxial_gun | 1u << rear_gun);
    leave(stack, melee, attack, unit, with);
    using Effect = VehicleMelee::Effect;
    if (melee.vehicle == Effect::immobilized) fight.vehicle.immobile = 1;
    if (melee.vehicle == Effect::eliminated) fight.vehicle.fate = Fate::eliminated;
    if (melee.vehicle == Effect::burning_wreck) fight.vehicle.fate = Fate::burning;
  }
}

/// What a round leaves of those who fought in it.
void AssaultMeeting::Play::leave(TargetStack& stack, const VehicleMelee& melee,
                                 const CloseCombatVehicle& attack, std::size_t unit,
                                 std::optional<std::size_t> smc) const {
  const auto eliminate = [&](std::size_t i) {
    infantry.eliminate_all(stack, std::uint32_t{1} << i);
  };
  if (melee.was_pinned != 0) stack.units[unit].status |= TargetUnit::pinned;
  if (melee.unit == VehicleMelee::nobody) {
    eliminate(unit);
  } else if (melee.unit != small(attack.unit)) {
    infantry.reduce(stack, unit);
  } else if (melee.unit_wounded != 0 && !is_wounded(stack, unit)) {
    infantry.reduce(stack, unit);
  }
  if (!smc) return;
  if (melee.smc == VehicleMelee::Smc::absent) eliminate(*smc);
  if (melee.smc == VehicleMelee::Smc::wounded && !is_wounded(stack, *smc)) {
    infantry.reduce(stack, *smc);
  }
}

/// D7: it may go on only where it can move.
void AssaultMeeting::Play::run_over(Dice& dice, Fight& fight, const AssaultFire& fire) const {
  if (!fight.vehicle.can_act() || fight.vehicle.immobile != 0) return;
  fight.in_hex = 1;
  TargetStack& stack = fight.infantry;
  const FireShot shot = fire.roll(dice, infantry, TargetStack{}, infantry, stack, 0, 0, 0);
  if (infantry.has_groups()) {
    infantry.begin(stack, shot, false);
  } else {
    infantry.begin_with_pinned(stack, shot.result, shot.other, false);
  }
  while (!FireTarget::resolved(stack)) {
    infantry.make_alike(stack);
    if (dice.at(fight)) return;
    infantry.step(dice, stack);
  }
}

}  // namespace combat_odds::asl
