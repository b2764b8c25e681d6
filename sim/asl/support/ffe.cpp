#include <fmt/format.h>

#include <string>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/ift.hpp"
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
  std::string tem = "0";
  int drm = 0;
  FireTarget target;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    terrain_ = charts.get<TerrainChart>("asl/terrain.csv").read(tem, "tem", AttackKind::indirect);
    const double full = FireForEffect::full_firepower(calibre, terrain_, charts);
    firepower_ = fire == Fire::harassing ? full / 3.0 : full;
    attack_ = FireForEffect(firepower_, full, terrain_, drm, *ift_);
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
    working.situation = fmt::format("{:g} FP ({} column), {}, at {}", firepower_,
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
      .asks(&Asked::tem, "tem", "a terrain such as stone, or its TEM",
            "what the units are in: a building has 1 more for each level above them, which is given "
            "as a number")
      .or_named(terrain_names("asl/terrain.csv", AttackKind::indirect))
      .tried_with({"0", "stone", "woods", "foxhole", "marsh", "2"})
      .asks(&Asked::drm, "drm", -10, 10, "the sum of other modifiers on the IFT")
      .includes(&Asked::target, "", FireTarget::InPlace::nobody, FireTarget::Groups::several)
      .outcomes(FireTarget::outcomes())
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .measures(FireTarget::measures())
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
