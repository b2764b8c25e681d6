#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Molotov {
  enum class Target { vehicle, building };

  Target target = Target::vehicle;
  int molotovs = 1;
  int leadership = 0;
  int drm = 0;
  std::optional<int> to_hit_number;
  KillTarget::Kind vehicle = KillTarget::Kind::closed_topped;
  KillTarget::Facing facing = KillTarget::Facing::front;
  std::optional<int> kill_number;
  int kill_drm = 0;
  std::optional<int> fire_number;

  void prepare(const Charts& charts) {
    needed_ = (at_building() ? *fire_number : *to_hit_number) - leadership - drm;
    if (at_building()) return;
    KillTarget hit;
    hit.facing = facing;
    hit.kind = vehicle;
    hit.kill_number = kill_number;
    hit.drm = kill_drm;
    hit.doubled = hit.is_open_topped();  // 97.52
    penetration_.emplace(KillWeapon{"a Molotov Cocktail", "", true, false, false}, hit, false,
                         charts);
  }

  Outcome resolve(Dice& dice) const {
    enum class Result : std::uint8_t { nothing, hit, fire };
    Result best = Result::nothing;
    for (int left = molotovs; left > 0 && best != Result::fire; --left) {
      dice.at(At{static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(best)});
      const bool success = dice.DR([&](TwoDice roll) { return roll.total() <= needed_; });
      if (!success) continue;
      if (at_building()) {
        best = Result::fire;
        break;
      }
      const bool kills = penetration_->roll(dice, false, false) != Damage::none;
      best = kills ? Result::fire : Result::hit;
    }
    return Outcome(best != Result::fire ? "no_effect"
                   : at_building()      ? "fire"
                                        : "burning_wreck")
        .event("hit", !at_building() && best != Result::nothing);
  }

  bool at_building() const { return target == Target::building; }
  bool at_vehicle() const { return !at_building(); }

 private:
  struct At {
    std::uint8_t left;
    std::uint8_t best;
  };

  int needed_ = 0;
  std::optional<Penetration> penetration_;  ///< not against buildings
};

}  // namespace

Procedure molotov() {
  return procedure<Molotov>("sl.molotov", "COI 97",
                            "Molotov Cocktails against a vehicle or to set a building on fire")
      .asks(&Molotov::target, "target", one_of({"vehicle", "building"}), "what it is thrown at")
      .asks(&Molotov::molotovs, "molotovs", 1, 12, "how many are thrown")
      .tried_with({"1", "2", "4"})
      .asks(&Molotov::leadership, "leadership", -3, 2, "the modifier of the leader (97.6)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Molotov::drm, "drm", -5, 5, "all other To Hit modifiers")
      .asks(&Molotov::to_hit_number, "to_hit_number", 2, 12,
            "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .tried_with({"5", "7", "8"})
      .asks(&Molotov::vehicle, "vehicle", vehicle_words(), "which vehicle")
      .asks(&Molotov::facing, "facing", facing_words(), "the target facing; rear from its hex")
      .asks(&Molotov::kill_number, "kill_number", -5, 25,
            "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .tried_with({"3", "4", "6"})
      .asks(&Molotov::kill_drm, "kill_drm", -10, 10, "modifiers of the kill roll: height (77.3)")
      .asks(&Molotov::fire_number, "fire_number", 2, 12,
            "the FIRE number printed on your chart (97.82)")
      .needed_when(&Molotov::at_building, "it was not recovered",
                   "the FIRE number printed on your chart for that building (97.82)")
      .tried_with({"5", "7"})
      .outcome("burning_wreck", "the vehicle is eliminated and burns")
      .outcome("fire", "the building is on fire")
      .outcome("no_effect", "neither")
      .event("hit", "the vehicle was hit");
}

}  // namespace combat_odds::squad_leader
