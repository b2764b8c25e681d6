#include "combat_odds/sim/squad_leader/ordnance/gunnery.hpp"

namespace combat_odds::squad_leader {
namespace {

struct ToHit {
  enum class Firer { tank, sp_gun };
  enum class Phase { prep, defensive, advancing };
  enum class Moved { none, pivoted, entered_hex };
  enum class Ammunition { standard, heat, smoke };

  Aim aim;
  int acquisition = 0;
  Firer firer = Firer::tank;
  Phase fire_phase = Phase::prep;
  Moved firer_moved = Moved::none;
  bool turret_turned = false;
  int outside_arc = 0;
  bool moving = false;
  int moving_drm = 0;
  bool concealed = false;
  bool no_crest_counter = false;
  Ammunition ammunition = Ammunition::standard;
  std::optional<int> depletion_number;
  Smoke smoke;

  void prepare(const Charts& charts) {
    if (aim.intensive_fire && fire_phase == Phase::advancing) {
      throw ArgumentError("intensive_fire", "no Intensive Fire in the Advancing Fire Phase (70.3)",
                          "prep or defensive");
    }
    if (fires_smoke() && aim.target != Aim::Target::infantry_in_other) {
      throw ArgumentError("target", "smoke is fired on the line 'infantry in other' (63.22)",
                          "infantry_in_other");
    }
    aim.depletion_number = depletion_number.value_or(fires_smoke() ? 8 : 13);
    gunnery_.emplace(aim, charts);
    drm_ = acquisition + movement_drm(charts.get<ToHitDrm>());
  }

  Outcome resolve(Dice& dice) const {
    const Shot shot = gunnery_->fire(dice, drm_, smoke);
    // 63.22: a shot that finds the smoke gone is an ordinary round and makes no smoke.
    const bool no_smoke = fires_smoke() && shot.special_gone;
    Outcome outcome(no_smoke                          ? "miss"
                    : shot.hit == Shot::Hit::critical ? "critical_hit"
                    : shot.hit == Shot::Hit::hit      ? "hit"
                                                      : "miss");
    outcome.event("breakdown", shot.gun == Shot::Gun::jammed)
        .event("out_of_ammunition", shot.gun >= Shot::Gun::round_used_up)
        .event("special_ammunition_gone", shot.special_gone);
    if (gunnery_->needed()) outcome.measure("needed", *gunnery_->needed() - drm_);
    return outcome;
  }

  /// A named StuG III or SU-122 has none, whatever stands under firer.
  bool has_turret() const { return aim.gun.turret.value_or(firer == Firer::tank); }
  bool fits_the_name() const { return firer != Firer::sp_gun || !aim.gun.turret.value_or(false); }
  bool may_be_russian_tank() const {
    const bool red = aim.numbers == Aim::Numbers::red || aim.gun.russian;
    return has_turret() && (red || aim.number);
  }
  bool fires_smoke() const { return ammunition == Ammunition::smoke; }
  bool may_enter_hex_then() const {
    return firer_moved != Moved::entered_hex || fire_phase == Phase::advancing;
  }
  bool hull_pivoted_in_movement() const {
    return has_turret() && firer_moved == Moved::pivoted && fire_phase == Phase::advancing;
  }
  bool may_enter_hex() const { return firer_moved != Moved::entered_hex || has_turret(); }
  bool may_pivot_then() const { return firer_moved != Moved::pivoted || fire_phase != Phase::prep; }

 private:
  /// The modifiers for what firer and target did in the turn (33.31, 64.12, 69.8, 70.8, 77.21).
  int movement_drm(const ToHitDrm& drm) const {
    int sum = outside_arc * drm.at("D") + moving_drm;
    if (firer_moved == Moved::entered_hex) sum += drm.at("F");
    if (firer_moved == Moved::pivoted) {
      if (fire_phase == Phase::defensive) {
        sum += drm.at("I");  // 64.121: a tank's hull too
      } else if (has_turret()) {
        sum += drm.at("64.123") * (turret_turned ? 2 : 1);
      } else {
        sum += drm.at("G");
      }
    }
    if (moving) sum += drm.at("A");
    if (no_crest_counter) sum += drm.at("77.21");
    if (concealed) sum += drm.at("H");
    return sum;
  }

  std::optional<Gunnery> gunnery_;
  int drm_ = 0;
};

}  // namespace

Procedure to_hit() {
  return procedure<ToHit>("sl.to-hit", "33.3, COI 63, 64, 66.2, 68.1, 69, 70, 76-78, 90, 94",
                          "one shot of a gun on the To Hit chart")
      .includes(&ToHit::aim)
      .asks(&ToHit::acquisition, "acquisition", -2, 0, "the DRM of the acquired target (69.1)")
      .only_when([](const ToHit& asked) { return asked.firer_moved != ToHit::Moved::entered_hex; },
                 "a firer that entered a hex has lost its acquired target (69.1)", "0")
      .only_when([](const ToHit& asked) { return !asked.concealed; },
                 "a concealed target is not acquired (69.7)", "0")
      .tried_with({"0", "-1", "-2"})
      .asks(&ToHit::firer, "firer", one_of({"tank", "sp_gun"}),
            "tank: a turret or a 360 degree mount; sp_gun: every other gun. A vehicle named in gun "
            "that has no turret is an sp_gun by itself")
      .only_when(&ToHit::fits_the_name, "the vehicle named in gun has a turret", "tank")
      .asks(&ToHit::fire_phase, "fire_phase", one_of({"prep", "defensive", "advancing"}),
            "when the shot is fired")
      .tried_with({"prep", "defensive", "advancing", "advancing"})
      .asks(&ToHit::firer_moved, "firer_moved", one_of({"none", "pivoted", "entered_hex"}),
            "what the firer did this turn; pivoted: the vehicle or gun turned in its hex")
      .only_when(&ToHit::may_enter_hex_then,
                 "a firer that entered a hex fires in the Advancing Fire Phase",
                 "--fire-phase advancing")
      .only_when(&ToHit::may_enter_hex,
                 "the chart has no modifier for an SP or AT gun that entered a hex",
                 "none or pivoted")
      .only_when(&ToHit::may_pivot_then, "no modifier for a pivot before Prep Fire",
                 "--fire-phase advancing or defensive")
      .tried_with({"none", "none", "pivoted", "entered_hex"})
      .asks(&ToHit::turret_turned, "turret_turned",
            "a tank's turret was turned too in the Movement Phase: twice the modifier (64.123)")
      .only_when([](const ToHit& asked) { return asked.hull_pivoted_in_movement(); },
                 "it doubles what a tank's pivot in the Movement Phase costs (64.123)",
                 "a tank, --fire-phase advancing --firer-moved pivoted")
      .asks(&ToHit::outside_arc, "outside_arc", 0, 3,
            "how often a tank fired outside its Covered Arc this phase, this shot included: +2 "
            "each (70.8)")
      .only_when(&ToHit::has_turret, "a gun without turret fires inside its Covered Arc only",
                 "--firer-moved pivoted")
      .tried_with({"0", "0", "1"})
      .only_when(
          {"bore_sighted"},
          [](const ToHit& asked) { return asked.firer_moved != ToHit::Moved::entered_hex; },
          "a gun that entered another hex is bore-sighted no more (78.2)", "false")
      .asks(&ToHit::moving, "moving",
            "Defensive Fire at a moving target: +2 (case A; case J in Cross of Iron)")
      .only_when([](const ToHit& asked) { return asked.fire_phase == ToHit::Phase::defensive; },
                 "only Defensive Fire meets a moving target", "--fire-phase defensive")
      .only_when([](const ToHit& asked) { return asked.aim.target != Aim::Target::gun; },
                 "a gun that is fired at as one does not move", "a vehicle or infantry line")
      .asks(&ToHit::moving_drm, "moving_drm", 0, 10,
            "the DRM of Cross of Iron's cases O and P, for a target that spent few MP in the LOS "
            "(69.8); printed on your chart, not recovered")
      .only_when(&ToHit::moving, "they go with a moving target (69.8)", "--moving")
      .tried_with({"0", "0", "1"})
      .asks(&ToHit::concealed, "concealed", "the target is concealed: +2")
      .asks(&ToHit::no_crest_counter, "no_crest_counter",
            "a Russian tank fires down from a crest without a Crest counter: +5 (77.21)")
      .only_when(&ToHit::may_be_russian_tank, "no other vehicle may fire down from there (77.21)",
                 "a Russian tank, --to-hit-numbers red")
      .asks(&ToHit::ammunition, "ammunition", one_of({"standard", "heat", "smoke"}),
            "what is fired")
      .only_when(
          [](const ToHit& asked) {
            return !asked.fires_smoke() || asked.aim.gun.gun.calibre >= 70;
          },
          "guns below 70mm fire no smoke (63.22)", "standard")
      .tried_with({"standard", "standard", "heat"})
      .asks(&ToHit::depletion_number, "depletion_number", 2, 13,
            "HEAT: the number behind the H on the counter (63.16); smoke: 8 (63.22). An Original "
            "roll of this or more finds none left")
      .needed_when([](const ToHit& asked) { return asked.ammunition == ToHit::Ammunition::heat; },
                   "HEAT runs out on that number",
                   "the number behind the H on the gun's counter (63.16)")
      .only_when([](const ToHit& asked) { return asked.ammunition != ToHit::Ammunition::standard; },
                 "only HEAT and smoke run out that way", "--ammunition heat or smoke")
      .tried_with({"", "", "6", "8"})
      .includes(&ToHit::smoke)
      .only_when(
          {"acquisition"}, [](const ToHit& asked) { return !asked.smoke.rolls(); },
          "no target is acquired through smoke (69.7)", "0")
      .outcome("critical_hit", "an AFV is hit in a vulnerable place (68)")
      .outcome("hit", "the target is hit; with Deliberate Immobilization, immobilized (66.2)")
      .outcome("miss", "the target is not hit")
      .event("breakdown", "the gun is jammed after this shot")
      .event("out_of_ammunition", "that was the last round, or the last of its kind (Supplement K)")
      .event("special_ammunition_gone",
             "no HEAT or smoke is left; this round was another one already")
      .measure("needed",
               "the number that the Original DR may not exceed, all modifiers applied but the dice "
               "of smoke; missing where the chart allows no hit")
      .headline("hit", "it hits")
      .headline("critical_hit", "a critical hit")
      .headline("breakdown", "the gun breaks down");
}

}  // namespace combat_odds::squad_leader
