#include "sim/squad_leader/to_hit/aimed_shot.hpp"

namespace combat_odds::squad_leader {
namespace {

struct ToHit {
  enum class Ammunition { standard, heat, smoke };

  AimedShot shot;
  Ammunition ammunition = Ammunition::standard;
  std::optional<int> depletion_number;
  Smoke smoke;

  void prepare(const Charts& charts) {
    if (fires_smoke() && shot.aim.target != Aim::Target::infantry_in_other) {
      throw ArgumentError("target", "smoke is fired on the line 'infantry in other' (63.22)",
                          "infantry_in_other");
    }
    shot.aim.depletion_number = depletion_number.value_or(fires_smoke() ? 8 : 13);
    gunnery_.emplace(shot.aim, charts);
  }

  Outcome resolve(Dice& dice) const {
    const int drm = shot.drm();
    const Shot fired = gunnery_->fire(dice, drm, smoke);
    // 63.22: a shot that finds the smoke gone is an ordinary round and makes no smoke.
    const bool no_smoke = fires_smoke() && fired.special_gone;
    Outcome outcome(no_smoke                           ? "miss"
                    : fired.hit == Shot::Hit::critical ? "critical_hit"
                    : fired.hit == Shot::Hit::hit      ? "hit"
                                                       : "miss");
    outcome.event("any_hit", !no_smoke && fired.hit != Shot::Hit::miss)
        .event("breakdown", fired.gun == Shot::Gun::jammed)
        .event("out_of_ammunition", fired.gun >= Shot::Gun::round_used_up)
        .event("special_ammunition_gone", fired.special_gone);
    if (gunnery_->needed()) outcome.measure("needed", *gunnery_->needed() - drm);
    return outcome;
  }

  bool fires_smoke() const { return ammunition == Ammunition::smoke; }

 private:
  std::optional<Gunnery> gunnery_;
};

}  // namespace

Procedure to_hit() {
  return procedure<ToHit>("sl.to-hit", "33.3, COI 63, 64, 66.2, 68.1, 69, 70, 76-78, 90, 94",
                          "one shot of a gun on the To Hit chart")
      .includes(&ToHit::shot)
      .asks(&ToHit::ammunition, "ammunition", one_of({"standard", "heat", "smoke"}),
            "what is fired")
      .only_when(
          [](const ToHit& asked) {
            return !asked.fires_smoke() || asked.shot.aim.gun.gun.calibre >= 70;
          },
          "(63.22)", "a gun of 70mm or more")
      .asks(&ToHit::depletion_number, "depletion_number", 2, 13,
            "HEAT: the number behind the H on the counter (63.16); smoke: 8 (63.22). An Original "
            "roll of this or more finds none left")
      .needed_when([](const ToHit& asked) { return asked.ammunition == ToHit::Ammunition::heat; },
                   "HEAT runs out on that number",
                   "the number behind the H on the gun's counter (63.16)")
      .only_when([](const ToHit& asked) { return asked.ammunition != ToHit::Ammunition::standard; },
                 "", "--ammunition heat or smoke")
      .includes(&ToHit::smoke)
      .only_when(
          {"acquisition"}, [](const ToHit& asked) { return !asked.smoke.rolls(); },
          "no target is acquired through smoke (69.7)", "")
      .outcome("critical_hit", "an AFV is hit in a vulnerable place (68)")
      .outcome("hit", "the target is hit; with Deliberate Immobilization, immobilized (66.2)")
      .outcome("miss", "the target is not hit")
      .event("any_hit", "a hit, critical or not")
      .event("breakdown", "the gun is jammed after this shot")
      .event("out_of_ammunition", "that was the last round, or the last of its kind (Supplement K)")
      .event("special_ammunition_gone",
             "no HEAT or smoke is left; this round was another one already")
      .measure("needed",
               "the number that the Original DR may not exceed, all modifiers applied but the dice "
               "of smoke; missing where the chart allows no hit")
      .headline("any_hit", "it hits")
      .headline("critical_hit", "it is a critical hit")
      .headline("breakdown", "the gun breaks down");
}

}  // namespace combat_odds::squad_leader
