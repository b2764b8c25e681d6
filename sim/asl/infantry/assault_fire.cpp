#include "sim/asl/infantry/assault_fire.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/armed_group.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {
void AssaultFire::describe(Declaration<AssaultFire>& fire) {
  const auto as_given = [](const AssaultFire& asked) {
    return !asked.attackers.given() && !asked.factor;
  };
  fire.asks(&AssaultFire::firepower, "firepower", 0, 1000, "the FP after all multipliers")
      .needed_when(as_given, "with what is fired?",
                   "its FP, x2 for the units themselves at double FP, or who fires: '2*4-6-7 LMG "
                   "range 1'")
      .only_when(as_given, "the firers already give the FP", "")
      .asks(&AssaultFire::factor, "factor", 0.125, 6, "what the side's own FP is multiplied by")
      .only_when([](const AssaultFire& asked) { return !asked.attackers.given(); },
                 "the firers already give the FP", "")
      .asks(&AssaultFire::drm, "drm", -20, 20, "the sum of the dice roll modifiers")
      .includes(&AssaultFire::cowering)
      .includes(&AssaultFire::attackers, "", Attackers::Cx::asked, Attackers::Vehicles::possible)
      .only_when(
          {"leader"}, [](const AssaultFire& asked) { return !asked.by_own_units(); },
          "the leader of the units themselves directs", "")
      .includes(&AssaultFire::rate)
      .only_when(
          {"rate_of_fire", "most_shots", "rate_firepower"},
          [](const AssaultFire& asked) { return !asked.by_own_units(); },
          "the SW of the units themselves are left out", "an FP or who fires")
      .only_when(
          {"rate_firepower"}, [](const AssaultFire& asked) { return !asked.attackers.given(); },
          "the MGs of the firers already give the FP", "");
}

std::vector<std::string> AssaultFire::words_of_phase(const AssaultStep& step,
                                                     const AssaultForce::Group& firing) {
  if (!step.in_advancing_fire) return {};
  const std::vector<std::string> words = firing.is_vehicle()
                                             ? std::vector<std::string>{"vehicle_moves", "bounding"}
                                             : std::vector<std::string>{"phase", "advancing"};
  return step.says(words.front()) ? std::vector<std::string>() : words;
}

void AssaultFire::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  if (by_own_units()) return;
  given_.on_rate = attackers.on_rate(cowering);
  attackers.settle(cowering);
  given_.column = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
  given_.drm = attackers.drm(drm);
  given_.cowering = cowering;
  given_.rate = rate;
  given_.rate.prepare(attackers, *ift_, given_.column);
}

void AssaultFire::by_whoever_is_left(const Charts& charts) {
  if (attackers.by_vehicle()) {  // its machine guns are no weapons that others could man
    by_firers_.prepare(charts, {});
  } else {
    by_firers_.prepare(charts, attackers.group().weapons);
  }
}

namespace {

bool fires(const TargetUnit& unit) { return !unit.is(TargetUnit::broken) && !unit.is_away(); }

/// The leaders who are able, and the modifier of the best of them: 1 where none helps. A wounded
/// 8-0 or 7-0 would make the attack worse, and stands aside (A10.72).
struct LeadersLeft {
  int number = 0;
  int modifier = 1;
};
LeadersLeft leaders_left(const FireTarget& units, const TargetStack& side) {
  LeadersLeft left;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (!fires(unit) || unit.is(TargetUnit::pinned) || !units.type(side, i).is_leader()) continue;
    ++left.number;
    left.modifier = std::min(left.modifier, units.modifier(side, i));
  }
  return left;
}

}  // namespace

std::string key_of_group_left(const FireTarget& units, const TargetStack& side) {
  std::string key;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (!fires(unit) || units.type(side, i).is_leader()) continue;
    key += static_cast<char>(2 * unit.type + (unit.is(TargetUnit::pinned) ? 1 : 0));
  }
  std::sort(key.begin(), key.end());
  const LeadersLeft leaders = leaders_left(units, side);
  const bool alone = key.empty();
  key += static_cast<char>(leaders.modifier);
  key += static_cast<char>(alone ? leaders.number : 0);
  return key;
}

GroupLeft group_left(const FireTarget& units, const TargetStack& side) {
  GroupLeft left;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (!fires(unit) || units.type(side, i).is_leader()) continue;
    const bool pinned = unit.is(TargetUnit::pinned);
    (pinned ? left.pinned : left.able) += " " + units.type(side, i).name.text;
    ++(pinned ? left.pinned_units : left.able_units);
  }
  const LeadersLeft leaders = leaders_left(units, side);
  // The morale of who directs does not matter.
  if (leaders.modifier <= 0) {
    left.leader = fmt::format(" 8{}{}", leaders.modifier < 0 ? "" : "-", leaders.modifier);
  }
  const bool alone = left.able.empty() && left.pinned.empty();
  // A9.12: two of them fire a MG at full FP.
  for (int i = 0; alone && i < std::min(leaders.number, 2); ++i) left.leaders_alone += " 8-0";
  return left;
}

/// Those who are pinned fire at half FP (A7.8); the others man the weapons.
const AssaultFire::Attack& AssaultFire::attack_of_those_left(const FireTarget& units,
                                                             const TargetStack& side,
                                                             std::uint8_t jammed) const {
  const std::string key = key_of_group_left(units, side) + static_cast<char>(jammed);
  return by_firers_.of(key, [&](const Charts& charts) {
    return worked_out(group_left(units, side), jammed, charts);
  });
}

AssaultFire::Attack AssaultFire::worked_out(const GroupLeft& left, std::uint8_t jammed,
                                            const Charts& charts) const {
  // A crew that is stunned does nothing.
  if (attackers.by_vehicle()) {
    return left.able.empty() ? Attack() : by_vehicle(left.able.substr(1), jammed, charts);
  }
  Attack best;
  double most = 0;
  double of_pinned = 0;
  const auto attack_by = [&](const std::string& who, bool pinned_ones) -> std::optional<Attackers> {
    Attackers attack = attackers.made_by(who, pinned_ones);
    try {
      attack.prepare(charts);
    } catch (const ArgumentError&) {  // too few to man them, or out of range
      return std::nullopt;
    }
    return attack;
  };
  if (!left.able.empty() && !left.pinned.empty()) {
    if (const auto attack = attack_by(left.pinned, true)) of_pinned = attack->firepower();
  }
  const bool all_pinned = left.able.empty() && !left.pinned.empty();
  for (const auto& manned : by_firers_.weapons().manned(jammed)) {
    std::string who;
    std::vector<std::size_t> weapons = manned.weapons;
    if (!left.leaders_alone.empty()) {
      if (weapons.empty()) continue;
      weapons = {weapons.back()};
      who = left.leaders_alone + " " + by_firers_.weapons()[weapons.front()].name;
    } else {
      who = (all_pinned ? left.pinned : left.able) + manned.words + left.leader;
      if (left.able.empty() && left.pinned.empty()) continue;
    }
    const auto attack = attack_by(who, all_pinned);
    if (!attack || attack->firepower() + of_pinned <= most) continue;
    most = attack->firepower() + of_pinned;
    best = made(*attack, most, weapons, charts);
  }
  return best;
}

/// The machine guns of an AFV have a B# of 12 (A9.7) each.
AssaultFire::Attack AssaultFire::by_vehicle(const std::string& who, std::uint8_t jammed,
                                            const Charts& charts) const {
  constexpr int breakdown = 12;
  Attack all;
  Attackers attack = attackers.made_by(who, false);
  attack.vehicle.malfunctioned = jammed;
  try {
    attack.prepare(charts);
  } catch (const ArgumentError&) {  // none of them may fire
    return all;
  }
  all.column = ift_->column(attack.firepower());
  all.drm = attack.drm(drm);
  all.cowering.kind = Cowering::Kind::never;
  for (const std::size_t gun : attack.vehicle_guns()) all.guns.push_back({gun, breakdown});
  return all;
}

AssaultFire::Attack AssaultFire::made(const Attackers& attack, double firepower,
                                      const std::vector<std::size_t>& weapons,
                                      const Charts& charts) const {
  Attack all;
  all.column = ift_->column(firepower);
  all.drm = attack.drm(drm);
  all.cowering = cowering;
  const bool asked =
      cowering.kind == Cowering::Kind::cower || cowering.kind == Cowering::Kind::inexperienced;
  if (attack.directed() && asked) all.cowering.kind = Cowering::Kind::none;
  all.on_rate = attack.on_rate(all.cowering);
  attack.settle(all.cowering);
  std::vector<std::size_t> unused = weapons;
  for (const Attackers::MachineGun& gun : attack.machine_guns()) {
    const auto found = std::find_if(unused.begin(), unused.end(), [&](std::size_t weapon) {
      return by_firers_.weapons()[weapon].name == gun.name;
    });
    if (found == unused.end()) {
      all.guns.push_back({GroupWeapons::most_jammed, 13});
      continue;
    }
    const int printed =
        charts.get<NamedNumbers>(machine_guns_chart).find(gun.name, "breakdown").value_or(12);
    all.guns.push_back({*found, printed - (attack.inexperienced() ? 1 : 0)});  // A9.7, A19.32
    unused.erase(found);
  }
  const bool keeps_rate = !attack.why_no_rate() && !attack.machine_guns().empty();
  if (!keeps_rate || (attack.at_a_mover() && !rate.most_shots)) return all;
  all.rate.rate = rate.rate;
  all.rate.prepare(attack, *ift_, all.column);
  return all;
}

/// The MGs, by their place in the attack, that malfunction by that DR (A9.7), a bit for each.
std::uint8_t AssaultFire::over_number(const Attack& attack, int original,
                                      std::uint8_t again) const {
  std::uint8_t over = 0;
  for (std::size_t i = 0; i < attack.guns.size(); ++i) {
    const bool fires = again == 0 || (attack.rate.fired_by(again) >> i & 1) != 0;
    if (fires && original >= attack.guns[i].breakdown) over |= small(1u << i);
  }
  return over;
}

/// A9.71: of several by Random Selection. What malfunctions keeps no rate of fire.
void AssaultFire::malfunction(Dice& dice, const Attack& attack, FireShot& shot) const {
  if (shot.jams == 0) return;
  const int several = std::popcount(shot.jams);
  std::uint32_t chosen = several > 1 ? dice.random_selection(several) : 1;
  std::uint8_t weapons = 0;
  for (std::size_t i = 0; i < attack.guns.size(); ++i) {
    if ((shot.jams >> i & 1) == 0) continue;
    const bool jams = (chosen & 1) != 0;
    chosen >>= 1;
    if (!jams) continue;
    shot.again &= static_cast<std::uint8_t>(~attack.rate.rates_of(i));
    if (attack.guns[i].weapon < GroupWeapons::most_jammed) {
      weapons |= small(1u << attack.guns[i].weapon);
    }
  }
  shot.jams = weapons;
}

/// The inherent FP of the unbroken units, half of it for pinned ones (A7.8). The best able leader
/// directs if that helps; without a leader all but SMC cower (A7.9). Each hero who fires gives -1
/// (A15.24).
AssaultFire::Attack AssaultFire::own_attack(const FireTarget& units, const TargetStack& side,
                                            std::uint8_t jammed) const {
  if (by_firers_.prepared()) return attack_of_those_left(units, side, jammed);
  constexpr int gone = TargetUnit::broken | TargetUnit::eliminated | TargetUnit::routed;
  double fp = 0;
  int heroes = 0;
  int leadership = 0;
  bool directed = false;
  bool may_cower = false;
  bool inexperienced = false;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    if ((side.units[i].status & gone) != 0) continue;
    const UnitType& unit = units.type(side, i);
    if (unit.is_leader()) {
      // A wounded 8-0 or 7-0 would make the attack worse, and stands aside (A10.72).
      if (!units.is_able(side, i) || units.modifier(side, i) > 0) continue;
      directed = true;
      leadership = std::min(leadership, units.modifier(side, i));
      continue;
    }
    fp += unit.name.firepower * (side.units[i].is(TargetUnit::pinned) ? 0.5 : 1);
    heroes += unit.is_hero() ? 1 : 0;
    may_cower = may_cower || !unit.is_hero();
    inexperienced = inexperienced || unit.inexperienced;
  }
  Attack attack;
  attack.column = ift_->column(fp * *factor);
  attack.drm = attackers.drm(drm) + leadership - heroes;
  if (fp == 0) attack.column = -1;
  if (directed || !may_cower) return attack;
  attack.cowering = cowering;
  if (cowering.kind == Cowering::Kind::none) {
    attack.cowering.kind = Cowering::of(inexperienced);
  }
  return attack;
}

/// An Original 2 may cower, so that a 3 can have the better result.
bool AssaultFire::can_demoralize(const FireTarget& units, const TargetStack& side,
                                 const FireTarget& at, std::uint8_t jammed) const {
  const std::vector<int>& own = at.group_drms();
  const int best = *std::min_element(own.begin(), own.end());
  const Attack attack = by_own_units() ? own_attack(units, side, jammed) : given_;
  const auto reaches = [&](TwoDice roll) {
    const int column = attack.column - attack.cowering.columns(roll);
    return column >= 0 &&
           ift_->at(column, roll.total() + attack.drm + best).kind >= IftResult::Kind::mc;
  };
  return reaches({1, 1}) || reaches({1, 2});
}

/// Who cowers is marked as one who has fired for good (A7.9). Here that costs MGs their rate and no
/// more: each step says anew who fires, and nothing is left to a marker.
FireShot AssaultFire::roll(Dice& dice, const FireTarget& units, const TargetStack& side,
                           const FireTarget& at, const TargetStack& target, int shots,
                           std::uint8_t again, std::uint8_t jammed) const {
  Attack attack = by_own_units() ? own_attack(units, side, jammed) : given_;
  if (by_own_units() && attack.column < 0) return {};
  if (again != 0) {
    attack.column = attack.rate.column(again);
    attack.drm += attack.rate.drm();
    attack.cowering = attack.on_rate;
  }
  const bool tells_pinned = attackers.of_motion() != 0 && FireTarget::any_pinned(target);
  FireShot shot = dice.DR([&](TwoDice roll) {
    const int lost = attack.cowering.columns(roll);
    const auto result = [&](int more) {
      return attack.column < lost
                 ? IftResult{}
                 : ift_->at(attack.column - lost, roll.total() + attack.drm + more);
    };
    FireShot seen;
    static_cast<DrResults&>(seen) = at.results(result);
    if (tells_pinned) seen.other = result(-attackers.of_motion());
    attack.rate.note(seen, roll, again, shots + 1, lost != 0);
    seen.jams = over_number(attack, roll.total(), again);
    return seen;
  });
  attack.rate.cower(dice, shot, again);
  malfunction(dice, attack, shot);
  return shot;
}

std::string AssaultFire::tell(Working& working) const {
  if (factor) {
    return fmt::format("{:g} times the FP left, {}", *factor, signed_text(attackers.drm(drm)));
  }
  Working own;
  attackers.tell(own, *ift_, firepower, drm, cowering);
  working.sums.insert(working.sums.end(), own.sums.begin(), own.sums.end());
  for (std::string& note : own.notes) add_once(working.notes, std::move(note));
  own.situation += given_.rate.text();
  return own.situation;
}

}  // namespace combat_odds::asl
