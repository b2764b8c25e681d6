#include <fmt/format.h>

#include <cmath>
#include <string>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/asl/support/fire_for_effect.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

/// C1.5: one attack of an FFE that lies on the units' hex.
struct Ffe {
  enum class Fire { he, harassing, rockets };

  int calibre = 0;
  Fire fire = Fire::he;
  ShelledHex hex;
  FireTarget target;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    terrain_ = hex.terrain(charts);
    const double full = terrain_.of_he(charts.get<IftHeadings>().he_firepower(calibre));
    firepower_ = fire == Fire::harassing ? full / 3.0 : full;
    attack_ = FireForEffect(firepower_, full, terrain_, hex.drm, *ift_);
    attack_.prepare(target);
  }

  Outcome resolve(Dice& dice) const {
    TargetStack stack = target.start();
    attack_.attack(dice, target, stack, true);
    if (target.play(dice, stack)) return {};
    return target.outcome(stack);
  }

  Working working() const {
    Working working;
    const int column = attack_.column();
    const char* of[] = {"", " of Harassing Fire", " of rockets"};
    working.situation = fmt::format("{:g} FP{} ({} column), {}, at {}", std::floor(firepower_),
                                    of[static_cast<std::size_t>(fire)],
                                    column < 0 ? "no" : std::to_string(ift_->heading(column)),
                                    signed_text(attack_.drm()), target.text());
    tell_terrain(working, terrain_, "against indirect fire");
    return working;
  }

 private:
  const Ift* ift_ = nullptr;
  Terrain terrain_;
  double firepower_ = 0;
  FireForEffect attack_;
};

}  // namespace

Procedure ffe() {
  using Asked = Ffe;
  return procedure<Asked>("asl.ffe", "C1.5",
                          "one attack of an FFE of Offboard Artillery on the units of a hex")
      .asks(&Asked::calibre, "calibre", 70, 249, "the calibre of the battery in mm")
      .required()
      .tried_with({"80", "100", "150", "200"})
      .asks(&Asked::fire, "fire", one_of({"he", "harassing", "rockets"}),
            "HE with all of its FP, Harassing Fire with a third of it (C1.72), or rockets with all "
            "of it (C1.9)")
      .includes(&Asked::hex)
      .includes(&Asked::target, "", FireTarget::InPlace::nothing, FireTarget::Groups::several)
      .outcomes(FireTarget::outcomes())
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .measures(FireTarget::measures())
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
