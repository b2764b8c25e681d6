#include "sim/squad_leader/to_hit/aimed_shot.hpp"

namespace combat_odds::squad_leader {

void AimedShot::prepare(const Charts& charts) {
  if (aim.intensive_fire && fire_phase == Phase::advancing) {
    throw ArgumentError("intensive_fire", "no Intensive Fire in the Advancing Fire Phase (70.3)",
                        "prep or defensive");
  }
  drm_ = acquisition + movement_drm(charts.get<ToHitDrm>());
}

bool AimedShot::may_be_russian_tank() const {
  const bool red = aim.numbers == Aim::Numbers::red || aim.gun.russian;
  return has_turret() && (red || aim.number);
}

bool AimedShot::may_enter_hex_then() const {
  return firer_moved != Moved::entered_hex || fire_phase == Phase::advancing;
}

bool AimedShot::hull_pivoted_in_movement() const {
  return has_turret() && firer_moved == Moved::pivoted && fire_phase == Phase::advancing;
}

/// The modifiers for what firer and target did in the turn (33.31, 64.12, 69.8, 70.8, 77.21).
int AimedShot::movement_drm(const ToHitDrm& chart) const {
  int sum = outside_arc * chart.at("D") + moving_drm;
  if (firer_moved == Moved::entered_hex) sum += chart.at("F");
  if (firer_moved == Moved::pivoted) {
    if (fire_phase == Phase::defensive) {
      sum += chart.at("I");  // 64.121: also a tank's hull
    } else if (has_turret()) {
      sum += chart.at("64.123") * (turret_turned ? 2 : 1);
    } else {
      sum += chart.at("G");
    }
  }
  if (moving) sum += chart.at("A");
  if (no_crest_counter) sum += chart.at("77.21");
  if (concealed) sum += chart.at("H");
  return sum;
}

void AimedShot::describe(Declaration<AimedShot>& asked, Aim::Use use) {
  asked.includes(&AimedShot::aim, "", use)
      .asks(&AimedShot::acquisition, "acquisition", -2, 0, "the DRM of the acquired target (69.1)")
      .only_when(
          [](const AimedShot& shot) { return shot.firer_moved != AimedShot::Moved::entered_hex; },
          "a firer that entered a hex has lost its acquired target (69.1)", "")
      .only_when([](const AimedShot& shot) { return !shot.concealed; },
                 "a concealed target is not acquired (69.7)", "--concealed false")
      .asks(&AimedShot::firer, "firer", one_of({"tank", "sp_gun"}),
            "tank: a turret or a 360 degree mount; sp_gun: every other gun. A vehicle named in gun "
            "that has no turret is an sp_gun by itself")
      .only_when(&AimedShot::fits_the_name, "the vehicle named in --gun has a turret", "")
      .asks(&AimedShot::fire_phase, "fire_phase", one_of({"prep", "defensive", "advancing"}),
            "when the shot is fired")
      .asks(&AimedShot::firer_moved, "firer_moved", one_of({"none", "pivoted", "entered_hex"}),
            "what the firer did this turn; pivoted: the vehicle or gun turned in its hex")
      .only_when(&AimedShot::may_enter_hex_then,
                 "a firer that entered a hex fires in the Advancing Fire Phase",
                 "--fire-phase advancing")
      .only_when(&AimedShot::may_enter_hex,
                 "the chart has no modifier for an SP or AT gun that entered a hex",
                 "none or pivoted")
      .only_when(&AimedShot::may_pivot_then, "a pivot before Prep Fire has no modifier",
                 "--fire-phase advancing or defensive")
      .asks(&AimedShot::turret_turned, "turret_turned",
            "a tank's turret was turned too in the Movement Phase: twice the modifier (64.123)")
      .only_when([](const AimedShot& shot) { return shot.hull_pivoted_in_movement(); }, "(64.123)",
                 "a tank, --fire-phase advancing and --firer-moved pivoted")
      .asks(&AimedShot::outside_arc, "outside_arc", 0, 3,
            "how often a tank fired outside its Covered Arc this phase, this shot included: +2 "
            "each (70.8)")
      .only_when(&AimedShot::has_turret, "a gun without a turret fires only inside its Covered Arc",
                 "--firer-moved pivoted")
      .only_when(
          {"bore_sighted"},
          [](const AimedShot& shot) { return shot.firer_moved != AimedShot::Moved::entered_hex; },
          "a gun that entered another hex is no longer bore-sighted (78.2)", "")
      .asks(&AimedShot::moving, "moving",
            "Defensive Fire at a moving target: +2 (case A; case J in Cross of Iron)")
      .only_when(
          [](const AimedShot& shot) { return shot.fire_phase == AimedShot::Phase::defensive; }, "",
          "--fire-phase defensive")
      .only_when([](const AimedShot& shot) { return shot.aim.target != Aim::Target::gun; }, "",
                 "a vehicle or infantry line as --target")
      .asks(&AimedShot::moving_drm, "moving_drm", 0, 10,
            "the DRM of Cross of Iron's cases O and P, for a target that spent few MP in the LOS "
            "(69.8); printed on your chart, not recovered")
      .only_when(&AimedShot::moving, "(69.8)", "--moving")
      .asks(&AimedShot::concealed, "concealed", "the target is concealed: +2")
      .asks(&AimedShot::no_crest_counter, "no_crest_counter",
            "a Russian tank fires down from a crest without a Crest counter: +5 (77.21)")
      .only_when(&AimedShot::may_be_russian_tank,
                 "no other vehicle may fire down from there (77.21)",
                 "a Russian tank, or --to-hit-numbers red");
}

}  // namespace combat_odds::squad_leader
