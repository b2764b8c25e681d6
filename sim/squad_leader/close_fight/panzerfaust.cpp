#include <fmt/format.h>

#include <unordered_map>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

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

OneOf weapon_words() {
  return one_of({"panzerfaust", "panzerfaust_42b", "panzerfaust_43a", "panzerfaust_43b",
                 "panzerfaust_44a", "panzerschreck", "bazooka"});
}

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

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t left;
      Damage afv;
      bool hit;
      bool broken;
    };
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

  bool at_tracks() const { return deliberate_immobilization != Tracks::none; }
  bool crew_may_check() const {
    return target.is_afv() && !at_tracks() && (already_immobilized || shots > 1);
  }
  /// It can be fired more than once, unlike a panzerfaust.
  bool is_launcher() const { return weapon >= Weapon::panzerschreck; }
  bool breaks_down() const { return is_launcher() && breakdown_number.value_or(12) <= 12; }

 private:
  template <class State>
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

}  // namespace

Procedure panzerfaust() {
  using Asked = Panzerfaust;
  return procedure<Asked>("sl.panzerfaust", "37.3, 37.4, COI 85",
                          "panzerfausts, a Panzerschreck or a bazooka against a vehicle")
      .asks(&Asked::weapon, "weapon", weapon_words(),
            "panzerfaust is the base game's, an average of the four versions")
      .asks(&Asked::range, "range", 1, 12, "the range in hexes")
      .asks(&Asked::to_hit_number, "to_hit_number", -5, 12,
            "the number on the back of the counter; default: the base-game chart's")
      .asks(&Asked::after_movement, "after_movement",
            "fired in the Advancing Fire Phase after moving: another line of the chart")
      .only_when([](const Asked& asked) { return !asked.to_hit_number; },
                 "--to-hit-number is given, so nothing is read off the chart", "")
      .asks(&Asked::shots, "shots", 1, 6, "how many are fired, one after the other")
      .asks(&Asked::leadership, "leadership", -3, 2,
            "the modifier of the leader, for the To Hit roll only")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::hull_down, "hull_down", "the target is behind a wall or crest: +2")
      .asks(&Asked::moving, "moving", "the target is moving: +2")
      .asks(&Asked::captured, "captured",
            "a captured weapon: +2, breakdown number lowered by 2 (90)")
      .asks(&Asked::inexperienced, "inexperienced",
            "inexperienced infantry: breakdown number lowered by 1 (94.3)")
      .only_when(&Asked::breaks_down, "a panzerfaust is fired once and can't break down",
                 "a bazooka or Panzerschreck as --weapon")
      .asks(
          &Asked::deliberate_immobilization, "deliberate_immobilization", tracks_words(),
          "aims at the tracks: +3 from the side, +5 from the rear; a hit only immobilizes, so that "
          "armor and kill numbers don't matter (66.2)")
      .only_when([](const Asked& asked) { return !asked.hull_down; }, "(66.23)",
                 "--hull-down false")
      .only_when([](const Asked& asked) { return asked.target.height_advantage < 2; }, "(66.23)",
                 "--height-advantage less than 2")
      .only_when([](const Asked& asked) { return !asked.target.is_unarmored(); }, "(66.25)",
                 "an armored target")
      .asks(&Asked::breakdown_number, "breakdown_number", 7, 13,
            "an Original roll of this or more ends a bazooka or Panzerschreck after that shot, 13: "
            "never; default: 11 (37.45, 85.1)")
      .only_when(&Asked::is_launcher, "a panzerfaust is fired once and can't break down",
                 "a bazooka or Panzerschreck as --weapon")
      .asks(&Asked::to_hit_drm, "to_hit_drm", -5, 10, "all other To Hit modifiers")
      .asks(&Asked::already_immobilized, "already_immobilized", "the target is immobilized already")
      .only_when([](const Asked& asked) { return asked.target.is_afv() && !asked.at_tracks(); },
                 "only an AFV is immobilized, and only once by a shot at its tracks", "")
      .includes(&Asked::target)
      .adjust("target_kind", vehicles_only)
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when an immobilized AFV is hit and not killed (39.3, 66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Asked::crew_may_check, "no immobilized AFV is hit here", "")
      .tried_with({"7", "6", "9"})
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("hit", "the vehicle was hit")
      .event("breakdown", "the launcher broke down after a shot")
      .headlines(vehicle_headline())
      .headline("breakdown", "the launcher breaks down");
}

}  // namespace combat_odds::squad_leader
