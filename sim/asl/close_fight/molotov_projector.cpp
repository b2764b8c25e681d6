#include "combat_odds/sim/asl/close_fight/flame_to_kill.hpp"
#include "combat_odds/sim/asl/infantry/fire_target.hpp"
#include "combat_odds/sim/asl/infantry/named_numbers.hpp"

namespace combat_odds::asl {
namespace {

constexpr int firepower = 4;
constexpr int breakdown_number = 11;    // B11
constexpr int elimination_number = 12;  // X12

enum Memory : std::uint8_t { hit = 1, malfunctions = 2, weapon_lost = 4 };

struct MolotovProjector {
  enum class Size { other, large, very_large };

  int range = 0;
  bool red_barricades = true;
  Size target_size = Size::other;
  int drm = 0;
  int effects_drm = 0;
  bool rear = false;
  bool open_topped = false;
  FireTarget target;  ///< no units: an AFV

  bool at_afv() const { return target.units.empty(); }
  bool at_units() const { return !at_afv(); }

  void prepare(const Charts& charts) {
    to_hit_ = charts.get<NamedNumbers>("asl/mol-projector.csv").at(std::to_string(range), "to_hit");
    if (red_barricades) {
      to_hit_ -= target_size == Size::large ? 3 : target_size == Size::very_large ? 4 : 2;
    }
    if (at_afv()) {
      to_kill_ =
          basic_flame_to_kill(charts, "mol_projector") + (rear ? 1 : 0) + (open_topped ? 1 : 0);
    } else {
      ift_ = &charts.get<Ift>();
    }
  }

  Outcome resolve(Dice& dice) const {
    const std::uint8_t shot = dice.DR([&](TwoDice roll) {
      const int original = roll.total();
      std::uint8_t memory = 0;
      if (original + drm <= to_hit_) memory |= hit;
      if (original >= breakdown_number) memory |= malfunctions;
      if (original >= elimination_number) memory |= weapon_lost;
      return memory;
    });
    if (at_afv()) {
      FlameKill kill = FlameKill::none;
      if ((shot & hit) != 0) {
        kill = dice.DR([&](TwoDice roll) { return flame_kill(roll.total(), to_kill_); });
      }
      return report(afv_outcome(kill), shot);
    }
    TargetStack stack = target.start();
    stack.memo[0] = shot;
    if ((shot & hit) != 0) {
      const IftResult result = dice.DR([&](TwoDice roll) {
        return ift_->at(ift_->column(firepower), roll.total() + effects_drm);
      });
      target.resolve(dice, stack, result, true);
    }
    return report(target.outcome(stack), stack.memo[0]);
  }

 private:
  static Outcome report(Outcome outcome, std::uint8_t shot) {
    return outcome.event("hit", (shot & hit) != 0)
        .event("malfunctions", (shot & malfunctions) != 0)
        .event("weapon_lost", (shot & weapon_lost) != 0);
  }

  const Ift* ift_ = nullptr;
  int to_hit_ = 0;
  int to_kill_ = 0;
};

}  // namespace

Procedure molotov_projector() {
  using Projector = MolotovProjector;
  return procedure<Projector>("asl.molotov-projector", "C13.8, RB 5",
                              "one shot of a MOL-Projector at units or an AFV")
      .asks(&Projector::range, "range", 0, 4, "the range in hexes")
      .required()
      .asks(&Projector::red_barricades, "red_barricades",
            "To Hit numbers lowered by Red Barricades section 5")
      .asks(
          &Projector::target_size, "target_size", one_of({"other", "large", "very_large"}),
          "the size of an AFV: Red Barricades lowers the To Hit number by 3 against a large and 4 against a very large one, otherwise by 2")
      .tried_with({"other", "other", "large", "very_large"})
      .asks(&Projector::drm, "drm", -20, 20,
            "the sum of the To Hit modifiers: TEM, Hindrance, target size, leadership")
      .asks(&Projector::effects_drm, "effects_drm", -20, 20,
            "the sum of the modifiers on the IFT after a hit")
      .tried_with({"0", "0", "-1"})
      .only_when(&Projector::at_units, "an AFV takes a To Kill DR, which none of it modifies",
                 "effects_drm 0, or units as the target")
      .asks(&Projector::rear, "rear", "the AFV is hit in the rear: +1 on the To Kill number")
      .tried_with({"false", "false", "true"})
      .asks(&Projector::open_topped, "open_topped",
            "the AFV is open-topped: +1 on the To Kill number")
      .tried_with({"false", "false", "true"})
      .only_when({"target_size", "rear", "open_topped"}, &Projector::at_afv, "only an AFV has that",
                 "target afv")
      .includes(&Projector::target, "", FireTarget::InPlace::afv)
      .again("target",
             [](Parameter& target) {
               target.spread = {"afv", "4-6-7", "2*4-6-7 8-1", "2-2-8"};
             })
      .outcomes(outcomes_of_afv_or_units())
      .event("hit", "the To Hit DR is low enough")
      .event("malfunctions", "Original To Hit DR of 11 or more: the weapon is out of order")
      .event("weapon_lost", "Original To Hit DR of 12: the weapon is eliminated")
      .events(FireTarget::events())
      .measures(FireTarget::measures());
}

}  // namespace combat_odds::asl
