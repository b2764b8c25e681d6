#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <unordered_map>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// The To Hit chart of panzerfaust and bazooka (37.31, 37.41).
class RocketTable {
 public:
  static constexpr const char* chart_name = "squad-leader/panzerfaust-to-hit.csv";

  explicit RocketTable(const CsvTable& chart) {
    const Columns columns =
        Columns::of_chart(chart, {"weapon", "phase", "range_1", "range_2", "range_3", "range_4"});
    for (const Columns::Row row : columns) {
      for (int range = 1; range <= 4; ++range) {
        const std::string column = fmt::format("range_{}", range);
        if (!row.has(column)) continue;
        numbers_[fmt::format("{}/{}/{}", row.text("weapon"), row.text("phase"), range)] =
            row.whole_number(column);
      }
    }
  }

  std::optional<int> number(const std::string& weapon, bool after_movement, int range) const {
    const char* const phase = after_movement ? "advancing_after_movement" : "prep_or_defensive";
    const auto found = numbers_.find(fmt::format("{}/{}/{}", weapon, phase, range));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::unordered_map<std::string, int> numbers_;
};

/// Panzerfausts, a Panzerschreck or a bazooka against a vehicle (37.3, 37.4, COI 85).
struct Panzerfaust {
  enum class Weapon {
    panzerfaust,
    panzerfaust_42b,
    panzerfaust_43a,
    panzerfaust_43b,
    panzerfaust_44a,
    panzerschreck,
    bazooka
  };
  static OneOf weapon_words() {
    return one_of({"panzerfaust", "panzerfaust_42b", "panzerfaust_43a", "panzerfaust_43b",
                   "panzerfaust_44a", "panzerschreck", "bazooka"});
  }

  Weapon weapon = Weapon::panzerfaust;
  int range = 1;
  std::optional<int> to_hit_number;
  bool after_movement = false;
  int shots = 1;
  int leadership = 0;
  bool hull_down = false;
  bool moving = false;
  bool captured = false;
  bool inexperienced = false;
  Tracks deliberate_immobilization = Tracks::none;
  std::optional<int> breakdown_number;
  int to_hit_drm = 0;
  bool already_immobilized = false;
  KillTarget target;
  int crew_morale = 7;

  void prepare(const Charts& charts) {
    const std::string name = weapon_words().words[static_cast<std::size_t>(weapon)];
    needed_ = to_hit_number.value_or(0) - drm();
    if (!to_hit_number) needed_ += chart_number(name, charts.get<RocketTable>());
    if (is_launcher()) {
      breakdown_from_ = breakdown_number.value_or(printed_breakdown);
      if (breakdown_from_ <= 12) {
        breakdown_from_ -= (captured ? 2 : 0) + (inexperienced ? 1 : 0);  // 90.12, 94.3
      }
    }
    third_die_ = {needed_, target.is_afv() && !at_tracks()};
    target.range = range;
    target.hull_down = hull_down;
    if (weapon == Weapon::panzerfaust_42b) target.drm += 2;  // 85.52
    if (at_tracks()) target.armor = 0;                       // no kill roll is made
    const char* const column = weapon == Weapon::bazooka ? "bazooka" : "panzerfaust";  // 85.4
    penetration_.emplace(KillWeapon{name, column, false, true, true}, target, true, charts);
  }

  /// The shots that are left, and what came of those before.
  struct State {
    std::uint8_t left;
    Damage afv;
    bool hit;
    bool broken;
  };

  Outcome resolve(Dice& dice) const {
    const Damage before = already_immobilized ? Damage::immobilized : Damage::none;
    State state{small(shots), before, false, false};
    for (; state.left > 0 && state.afv < Damage::abandoned && !state.broken &&
           !(at_tracks() && state.afv == Damage::immobilized);
         --state.left) {
      dice.at(state);
      fire(dice, state);
    }
    const bool nothing_new = already_immobilized && state.afv == Damage::immobilized;
    return damage_outcome(nothing_new ? Damage::none : state.afv)
        .event("hit", state.hit)
        .event("breakdown", state.broken);
  }

  /// One shot.
  void fire(Dice& dice, State& state) const {
    struct Rolled {
      bool two;
      bool hit;
      bool broken;
    };
    const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
      return {roll.total() == 2 && third_die_.rolls(), roll.total() <= needed_,
              roll.total() >= breakdown_from_};
    });
    if (rolled.broken) state.broken = true;
    Shot::Hit hit = rolled.hit ? Shot::Hit::hit : Shot::Hit::miss;
    if (rolled.two) hit = third_die_.third_die(dice);
    if (hit == Shot::Hit::miss) return;
    state.hit = true;
    const bool critical = hit == Shot::Hit::critical;
    if (at_tracks()) {
      state.afv = Damage::immobilized;
      return;
    }
    const bool immobilized = state.afv == Damage::immobilized;
    const Damage damage = penetration_->roll(dice, critical, immobilized);
    state.afv = after_hit(dice, state.afv, damage, *penetration_, crew_morale);
  }

  bool at_tracks() const { return deliberate_immobilization != Tracks::none; }
  bool crew_may_check() const {
    return target.is_afv() && !at_tracks() && (already_immobilized || shots > 1);
  }
  /// It can be fired more than once, unlike a panzerfaust.
  bool is_launcher() const { return weapon >= Weapon::panzerschreck; }
  bool breaks_down() const { return is_launcher() && breakdown_number.value_or(12) <= 12; }

 private:
  int drm() const {
    int sum = leadership + to_hit_drm;
    if (hull_down) sum += 2;
    if (moving) sum += 2;
    if (captured) sum += 2;  // 90.13
    if (at_tracks()) sum += deliberate_immobilization == Tracks::side ? 3 : 5;
    return sum;
  }

  int chart_number(const std::string& name, const RocketTable& table) const {
    if (const auto number = table.number(name, after_movement, range)) return *number;
    if (table.number(name, false, 1)) {
      throw ArgumentError("range", fmt::format("{} hexes are out of range for a {}", range, name),
                          "1 to 3 hexes for a panzerfaust, 1 to 4 for a bazooka");
    }
    throw ArgumentError(
        "to_hit_number",
        fmt::format("to_hit_number is missing: that of {} at range {} was not recovered", name,
                    range),
        "the number printed on the back of the weapon's counter");
  }

  /// 37.45, 85.1: a bazooka or Panzerschreck is lost on an Original 11 or 12.
  static constexpr int printed_breakdown = 11;

  int needed_ = 0;
  int breakdown_from_ = 13;
  OriginalTwo third_die_;
  std::optional<Penetration> penetration_;
};

}  // namespace combat_odds::squad_leader
