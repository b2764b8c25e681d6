#pragma once

#include <optional>

#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// Molotov Cocktails against a vehicle or a building (COI 97).
struct Molotov {
  enum class Target { vehicle, building };

  Target target = Target::vehicle;
  enum class Throws { all, one };

  int molotovs = 1;
  Throws throws = Throws::all;
  int leadership = 0;
  int drm = 0;
  std::optional<int> to_hit_number;
  KillTarget::Kind vehicle = KillTarget::Kind::closed_topped;
  KillTarget::Facing facing = KillTarget::Facing::front;
  std::optional<int> kill_number;
  std::optional<int> rear_kill_number;
  int kill_drm = 0;
  bool already_immobilized = false;
  int crew_morale = 7;
  std::optional<int> fire_number;

  void prepare(const Charts& charts) {
    needed_ = (at_building() ? *fire_number : *to_hit_number) - leadership - drm;
    if (at_building()) return;
    KillTarget hit;
    hit.facing = facing;
    hit.kind = vehicle;
    hit.kill_number = kill_number;
    hit.rear_kill_number = rear_kill_number;
    hit.drm = kill_drm;
    hit.doubled = hit.is_open_topped();  // 97.52
    penetration_.emplace(KillWeapon{"a Molotov Cocktail", "", true, false, false}, hit, true,
                         charts);
    third_die_ = {needed_, at_afv()};
  }

  Outcome resolve(Dice& dice) const {
    enum class Result : std::uint8_t { nothing, hit, abandoned, fire };
    Result best = Result::nothing;
    int used = 0;
    for (int left = molotovs; left > 0 && best < Result::abandoned; --left) {
      const At at{small(left), small(best)};
      if (!throws_next(dice, at)) break;
      dice.at(at);
      ++used;
      const Shot::Hit hit = thrown(dice);
      if (hit == Shot::Hit::miss) continue;
      if (at_building()) {
        best = Result::fire;
        break;
      }
      const Damage before = already_immobilized ? Damage::immobilized : Damage::none;
      const Damage damage = damage_by(dice, hit, before);
      best = damage == before              ? Result::hit
             : damage == Damage::abandoned ? Result::abandoned
                                           : Result::fire;
    }
    Outcome outcome(best == Result::abandoned ? "abandoned"
                    : best != Result::fire    ? "no_effect"
                    : at_building()           ? "fire"
                                              : "burning_wreck");
    outcome.event("hit", !at_building() && best != Result::nothing).measure("used", used);
    return tell(outcome, VehicleFate{!at_building() && best >= Result::abandoned, false});
  }

  /// One thrown at a vehicle, and what it is then.
  Damage thrown_at(Dice& dice, Damage before) const {
    const Shot::Hit hit = thrown(dice);
    return hit == Shot::Hit::miss ? before : damage_by(dice, hit, before);
  }

  bool at_building() const { return target == Target::building; }
  bool at_vehicle() const { return !at_building(); }
  bool at_afv() const { return at_vehicle() && vehicle != KillTarget::Kind::unarmored; }
  bool crew_may_check() const { return at_afv() && already_immobilized; }
  bool at_front_or_side() const { return at_afv() && facing != KillTarget::Facing::rear; }

 private:
  struct At {
    std::uint8_t left;
    std::uint8_t best;
  };

  /// 97.53: a thrown Molotov is used up, hit or miss.
  bool throws_next(Dice& dice, const At& at) const {
    static constexpr std::string_view options[] = {"keep them", "throw"};
    const bool by_habit = throws == Throws::all || at.left == molotovs;
    const auto words = [&] { return Facts{{"Molotovs left", int{at.left}}}; };
    return dice.choose({"throws", "Throw the next Molotov?", options}, at, words,
                       by_habit ? 1 : 0) != 0;
  }

  /// The To Hit roll; the rules of an Original 2 are about vehicles.
  Shot::Hit thrown(Dice& dice) const {
    struct Rolled {
      bool two;
      bool hit;
    };
    const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
      return {at_vehicle() && roll.total() == 2 && third_die_.rolls(), roll.total() <= needed_};
    });
    if (rolled.two) return third_die_.third_die(dice);
    return rolled.hit ? Shot::Hit::hit : Shot::Hit::miss;
  }

  Damage damage_by(Dice& dice, Shot::Hit hit, Damage before) const {
    const bool critical = hit == Shot::Hit::critical;
    return after_hit(dice, before, penetration_->roll(dice, critical, false), *penetration_,
                     crew_morale);
  }

  int needed_ = 0;
  OriginalTwo third_die_;
  std::optional<Penetration> penetration_;  ///< not against buildings
};

}  // namespace combat_odds::squad_leader
