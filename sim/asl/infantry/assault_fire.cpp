#include "sim/asl/infantry/assault_fire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
      .includes(&AssaultFire::attackers)
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

void AssaultFire::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  if (by_own_units()) return;
  attackers.settle(cowering);
  given_.column = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
  given_.drm = attackers.drm(drm);
  given_.cowering = cowering;
  given_.on_rate = attackers.on_rate(cowering);
  given_.rate = rate;
  given_.rate.prepare(attackers, *ift_, given_.column);
}

void AssaultFire::by_whoever_is_left(const Charts& charts) {
  by_firers_.prepare(charts, attackers.group().weapons);
}

/// Those who are pinned fire at half FP (A7.8); the others man the weapons.
const AssaultFire::Attack& AssaultFire::attack_of_those_left(const FireTarget& units,
                                                             const TargetStack& side) const {
  std::string key;
  std::optional<std::size_t> leads;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (unit.is(TargetUnit::broken) || unit.is_away()) continue;
    const bool is_pinned = unit.is(TargetUnit::pinned);
    if (units.type(side, i).is_leader()) {
      // A wounded 8-0 or 7-0 would make the attack worse, and stands aside (A10.72).
      if (is_pinned || units.modifier(side, i) > 0) continue;
      if (!leads || units.modifier(side, i) < units.modifier(side, *leads)) leads = i;
      continue;
    }
    key += static_cast<char>(2 * unit.type + (is_pinned ? 1 : 0));
  }
  std::sort(key.begin(), key.end());
  const int leadership = leads ? units.modifier(side, *leads) : 1;
  key += static_cast<char>(leadership);
  return by_firers_.of(key, [&](const Charts& charts) {
    std::array<std::string, 2> who;
    for (std::size_t i = 0; i < side.unit_count; ++i) {
      const TargetUnit& unit = side.units[i];
      if (unit.is(TargetUnit::broken) || unit.is_away() || units.type(side, i).is_leader())
        continue;
      who.at(unit.is(TargetUnit::pinned) ? 1 : 0) += " " + units.type(side, i).name.text;
    }
    // The morale of who directs does not matter.
    const std::string leader =
        leads ? fmt::format(" 8{}{}", leadership < 0 ? "" : "-", leadership) : "";
    return worked_out(who[0], who[1], leader, charts);
  });
}

AssaultFire::Attack AssaultFire::worked_out(const std::string& able, const std::string& pinned,
                                            const std::string& leader, const Charts& charts) const {
  Attack best;
  double most = 0;
  double of_pinned = 0;
  if (!able.empty() && !pinned.empty()) {
    try {
      Attackers attack = attackers.made_by(pinned, true);
      attack.prepare(charts);
      of_pinned = attack.firepower();
    } catch (const ArgumentError&) {  // out of their range
      of_pinned = 0;
    }
  }
  const bool all_pinned = able.empty() && !pinned.empty();
  for (const std::string& weapons : by_firers_.manned()) {
    std::string who = (all_pinned ? pinned : able) + weapons;
    if (!all_pinned) who += leader;
    if (who.empty()) continue;
    Attackers attack = attackers.made_by(who, all_pinned);
    try {
      attack.prepare(charts);
    } catch (const ArgumentError&) {  // too few to man them, or out of range
      continue;
    }
    const double firepower = attack.firepower() + of_pinned;
    if (firepower <= most) continue;
    most = firepower;
    best = {};
    best.column = ift_->column(firepower);
    best.drm = attack.drm(drm);
    best.cowering = cowering;
    const bool asked =
        cowering.kind == Cowering::Kind::cower || cowering.kind == Cowering::Kind::inexperienced;
    if (attack.directed() && asked) best.cowering.kind = Cowering::Kind::none;
    attack.settle(best.cowering);
    best.on_rate = attack.on_rate(best.cowering);
    const bool keeps_rate = !attack.why_no_rate() && !attack.machine_guns().empty();
    if (!keeps_rate || (attack.at_a_mover() && !rate.most_shots)) continue;
    best.rate.rate = rate.rate;
    best.rate.prepare(attack, *ift_, best.column);
  }
  return best;
}

/// The inherent FP of the unbroken units, half of it for pinned ones (A7.8). The best able leader
/// directs if that helps; without a leader all but SMC cower (A7.9). Each hero who fires gives -1
/// (A15.24).
AssaultFire::Attack AssaultFire::own_attack(const FireTarget& units,
                                            const TargetStack& side) const {
  if (by_firers_.prepared()) return attack_of_those_left(units, side);
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
bool AssaultFire::can_demoralize(const FireTarget& units, const TargetStack& side) const {
  const Attack attack = by_own_units() ? own_attack(units, side) : given_;
  const auto reaches = [&](TwoDice roll) {
    const int column = attack.column - attack.cowering.columns(roll);
    return column >= 0 && ift_->at(column, roll.total() + attack.drm).kind >= IftResult::Kind::mc;
  };
  return reaches({1, 1}) || reaches({1, 2});
}

/// Who cowers is marked as one who has fired for good (A7.9). Here that costs MGs their rate and no
/// more: each step says anew who fires, and nothing is left to a marker.
FireShot AssaultFire::roll(Dice& dice, const FireTarget& units, const TargetStack& side,
                           const TargetStack& target, int shots, std::uint8_t again) const {
  Attack attack = by_own_units() ? own_attack(units, side) : given_;
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
    FireShot seen{result(0), result(tells_pinned ? -attackers.of_motion() : 0)};
    attack.rate.note(seen, roll, again, shots + 1, lost != 0);
    return seen;
  });
  attack.rate.cower(dice, shot, again);
  return shot;
}

std::string AssaultFire::tell(Working& working) const {
  if (factor) {
    return fmt::format("{:g} times the FP left, {}", *factor, signed_text(attackers.drm(drm)));
  }
  Working own;
  attackers.tell(own, *ift_, firepower, drm, cowering);
  working.sums.insert(working.sums.end(), own.sums.begin(), own.sums.end());
  for (std::string& note : own.notes) {
    const bool known =
        std::find(working.notes.begin(), working.notes.end(), note) != working.notes.end();
    if (!known) working.notes.push_back(std::move(note));
  }
  own.situation += given_.rate.text();
  return own.situation;
}

}  // namespace combat_odds::asl
