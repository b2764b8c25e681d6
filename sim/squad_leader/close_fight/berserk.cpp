#include "sim/squad_leader/close_fight/berserk.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/squad_games/firers.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;
using Stage = Charge::Stage;

constexpr int squad_mf = 6;   // 18.4
constexpr int leader_mf = 8;  // also of units with him
constexpr int moving_in_the_open = -2;
constexpr int double_timing = -1;  // 73.5, 73.9
constexpr int exhausted = -1;      // 73.5, 73.8

/// 5.5: woods and buildings, to which rubble belongs (63.6); a shellhole or entrenchment costs 1.
bool costs_two(const Terrain& terrain) {
  return terrain.name.starts_with("woods") || terrain.name == "rubble" ||
         terrain.name.find("building") != std::string::npos;
}

}  // namespace

void Berserk::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  table_ = &charts.get<CloseCombatTable>();
  const auto& terrain = charts.get<TerrainChart>("squad-leader/terrain-effects.csv");
  approach_ = terrain.read(approach, "approach");
  cost_ = mf_per_hex.value_or(costs_two(approach_) ? 2 : 1);
  defender_drm_ = terrain.read(defender_terrain, "defender_terrain").modifier;
  const auto leaders =
      std::count_if(units.begin(), units.end(), [](const UnitName& unit) { return unit.leader; });
  if (follow && (leaders != 1 || units.size() == 1)) {
    throw ArgumentError("follow", "others follow one leader who went berserk (18.5)",
                        "units with one leader, such as '2*4-4-7 8-0'");
  }
  kinds_.clear();
  defenders_ = target_stack(defenders, Status::good, {}, &kinds_);
}

Charge Berserk::start() const {
  Charge now;
  now.defenders = defenders_;
  now.stage = Stage::follow;
  now.distance = small(distance);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!follow || units[i].leader) now.running |= small(1 << i);
  }
  if (follow) {
    skip_leader(now);
  } else {
    own_turn(now);
  }
  return now;
}

Charge Berserk::step(const Charge& before, Dice& dice) const {
  Charge now = before;
  switch (now.stage) {
    case Stage::follow:
      roll_to_follow(dice, now);
      break;
    case Stage::defensive_fire:
    case Stage::prep_fire:
      fire_at_them(dice, now);
      break;
    case Stage::advancing_fire:
    case Stage::own_defensive_fire:
      fire_at_defenders(dice, now);
      break;
    case Stage::close_combat:
      fight(dice, now);
      break;
    case Stage::over:
      break;
  }
  return now;
}

Charge Berserk::alike(const Charge& state) const {
  Charge result = state;
  make_alike(result.defenders);
  return result;
}

std::optional<Outcome> Berserk::outcome(const Charge& now) const {
  if (now.stage != Stage::over) return std::nullopt;
  const bool broken = !anybody_unbroken(now.defenders) && now.close_combat == 0;
  std::optional<Outcome> outcome(std::in_place, now.close_combat == 3   ? "both_eliminated"
                                                : now.close_combat == 2 ? "defenders_eliminated"
                                                : now.close_combat == 1 ? "lost_in_close_combat"
                                                : now.running == 0      ? "shot_down"
                                                : broken                ? "defenders_broken"
                                                                        : "goes_on");
  outcome->event("reaches_enemy", now.reached != 0);
  tell(*outcome, fate_of(now.defenders, Status::good), Pins::no)
      .measure("hexes_covered", distance - now.distance)
      .measure("player_turns", now.player_turns)
      .measure("defenders_eliminated", how_many(now.defenders, Status::eliminated))
      .measure("defenders_broken", how_many(now.defenders, Status::broken));
  if (follow) outcome->measure("followers", now.followers);
  return outcome;
}

bool Berserk::is_there(const Charge& now, std::size_t unit) const {
  return (now.running >> unit & 1) != 0;
}

void Berserk::skip_leader(Charge& now) const {
  while (now.next < units.size() && units[now.next].leader) ++now.next;
  if (now.next == units.size()) own_turn(now);
}

void Berserk::roll_to_follow(Dice& dice, Charge& now) const {
  const auto leader =
      std::find_if(units.begin(), units.end(), [](const UnitName& unit) { return unit.leader; });
  const int needed = needed_to_follow(units[now.next].morale, leader->modifier);
  if (DR_at_most(dice, needed)) {
    now.running |= small(1 << now.next);
    ++now.followers;
  }
  ++now.next;
  skip_leader(now);
}

void Berserk::own_turn(Charge& now) const {
  if (!next_turn(now)) return;
  if (now.reached != 0) {
    now.stage = Stage::close_combat;
    return;
  }
  const int mf = leaders_there(now) > 0 ? leader_mf : squad_mf;
  now.moved = small(std::min(mf / cost_, now.distance - 1));
  now.distance = small(now.distance - now.moved);
  now.exhausted = now.moved > 0 ? 2 : 0;
  now.stage = Stage::defensive_fire;
  if (column_at_them(now) < 0) after_defensive_fire(now);
}

void Berserk::after_defensive_fire(Charge& now) const {
  if (now.running == 0) {
    end(now);
    return;
  }
  // 73.6: units that moved in Double Time do not fire. In the base game they fire at half.
  const bool fires = now.moved == 0 || advancing_fire == AdvancingFire::halved;
  now.stage = Stage::advancing_fire;
  if (!fires || column_at_defenders(now) < 0) after_advancing_fire(now);
}

void Berserk::after_advancing_fire(Charge& now) const {
  if (!anybody_unbroken(now.defenders)) {
    end(now);
    return;
  }
  --now.distance;
  now.moved = 0;
  if (now.distance == 0) {
    now.reached = 1;
    now.stage = Stage::close_combat;
  } else {
    enemy_turn(now);
  }
}

void Berserk::enemy_turn(Charge& now) const {
  if (!next_turn(now)) return;
  now.stage = now.reached != 0 ? Stage::close_combat : Stage::prep_fire;
  if (now.reached == 0 && column_at_them(now) < 0) after_prep_fire(now);
}

void Berserk::after_prep_fire(Charge& now) const {
  if (now.running == 0) {
    end(now);
    return;
  }
  now.stage = Stage::own_defensive_fire;
  if (column_at_defenders(now) < 0) own_turn(now);
}

bool Berserk::next_turn(Charge& now) const {
  if (now.player_turns == player_turns) {
    end(now);
    return false;
  }
  ++now.player_turns;
  return true;
}

void Berserk::end(Charge& now) {
  now.stage = Stage::over;
  now.moved = now.exhausted = now.next = 0;
}

int Berserk::leaders_there(const Charge& now) const {
  int leaders = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].leader && is_there(now, i)) ++leaders;
  }
  return leaders;
}

double Berserk::at_range(int firepower, int normal_range, int distance) {
  const int range = std::max(distance, 1);
  return firepower * reach_factor(normal_range, range) * near_factor(range);
}

int Berserk::column_at_them(const Charge& now) const {
  double firepower = 0;
  bool anybody = false;
  for (std::size_t i = now.defenders.leader_count; i < now.defenders.unit_count; ++i) {
    const TargetUnit& unit = now.defenders.units[i];
    if (unit.status != Status::good) continue;
    const UnitName& name = kinds_[unit.kind];
    firepower += at_range(name.firepower, name.range, now.distance);
    anybody = true;
  }
  if (anybody) firepower += at_range(machine_gun_factors, machine_gun_range, now.distance);
  return ift_->column(firepower);
}

int Berserk::drm_at_them(const Charge& now) const {
  int drm = fire_drm + approach_.modifier +
            std::min(0, leadership_for(now.defenders, now.defenders.unit_count));
  if (now.moved == 0) return drm;
  if (approach_.open) {
    drm += moving_in_the_open - (more_exposed ? now.moved - 1 : 0);
  } else if (!approach_.name.starts_with("entrench")) {
    drm += double_timing;
  }
  return drm;
}

void Berserk::fire_at_them(Dice& dice, Charge& now) const {
  const int column = column_at_them(now);
  const int drm = drm_at_them(now);
  const bool killed = dice.DR([&](TwoDice roll) {
    return ift_->at(column, roll.total() + drm).kind == FireResult::Kind::kia;
  });
  if (killed) now.running = 0;
  if (now.stage == Stage::defensive_fire) {
    after_defensive_fire(now);
  } else {
    after_prep_fire(now);
  }
}

int Berserk::best_leader(const Charge& now) const {
  int best = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].leader && is_there(now, i)) best = std::min(best, units[i].modifier);
  }
  return best;
}

int Berserk::column_at_defenders(const Charge& now) const {
  double firepower = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].leader || !is_there(now, i)) continue;
    firepower += at_range(units[i].firepower, units[i].range, now.distance);
  }
  return ift_->column(now.moved > 0 ? firepower / 2 : firepower);
}

void Berserk::fire_at_defenders(Dice& dice, Charge& now) const {
  if (now.resolving == 0) {
    const int column = column_at_defenders(now);
    const int drm = defender_drm_ + best_leader(now);
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_->at(column, roll.total() + drm); });
    begin_fire(now.defenders, result);
    now.resolving = 1;
  } else {
    squad_leader::step(dice, now.defenders);
  }
  if (!resolved(now.defenders)) return;
  now.resolving = 0;
  if (now.stage == Stage::advancing_fire) {
    after_advancing_fire(now);
  } else if (!anybody_unbroken(now.defenders)) {
    end(now);
  } else {
    own_turn(now);
  }
}

void Berserk::fight(Dice& dice, Charge& now) const {
  int own = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].leader && is_there(now, i)) own += units[i].firepower;
  }
  if (own == 0) own = leaders_there(now);  // 20.72: leaders count if they are alone
  int theirs = 0;
  for (std::size_t i = now.defenders.leader_count; i < now.defenders.unit_count; ++i) {
    const TargetUnit& unit = now.defenders.units[i];
    if (unit.status == Status::good) {
      theirs += kinds_[unit.kind].firepower;
    }
  }
  if (theirs == 0) theirs = how_many(now.defenders, Status::good);
  const int needed = table_->kill_number(own, theirs) - best_leader(now);
  const int their_modifier = std::min(0, leadership_for(now.defenders, now.defenders.unit_count)) +
                             (now.exhausted > 0 ? exhausted : 0);
  const int they_need = table_->kill_number(theirs, own) - their_modifier;
  const bool kills = DR_at_most(dice, needed);
  const bool dies = DR_at_most(dice, they_need);
  if (now.exhausted > 0) --now.exhausted;
  if (kills) {
    for (std::size_t i = 0; i < now.defenders.unit_count; ++i) {
      Status& status = now.defenders.units[i].status;
      if (status == Status::good) status = Status::eliminated;
    }
  }
  if (dies) now.running = 0;
  now.close_combat = small((dies ? 1 : 0) + (kills ? 2 : 0));
  if (now.close_combat != 0) {
    end(now);
  } else if (now.player_turns % 2 == 1) {
    enemy_turn(now);
  } else {
    own_turn(now);
  }
}

}  // namespace combat_odds::squad_leader
