#include "sim/asl/close_fight/assault_oba.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {

void AssaultOba::describe(Declaration<AssaultOba>& oba) {
  oba.asks(&AssaultOba::firepower, "firepower", 1, 36, "the FP of the FFE")
      .asks(&AssaultOba::calibre, "calibre", 70, 249, "the calibre of the battery in mm")
      .needed_when([](const AssaultOba& asked) { return !asked.firepower && !asked.calibre; },
                   "what falls there?", "its FP, or its calibre: 'oba at front calibre 120'")
      .only_when([](const AssaultOba& asked) { return !asked.firepower; },
                 "the FP is given already", "")
      .asks(&AssaultOba::terrain, "terrain", "a terrain such as stone, or its TEM",
            "what the units are in")
      .asks(&AssaultOba::drm, "drm", -10, 10, "the sum of other modifiers");
}

void AssaultOba::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  terrain_ =
      charts.get<TerrainChart>("asl/terrain.csv").read(terrain, "terrain", AttackKind::indirect);
  full_ = terrain_.of_he(firepower ? *firepower : charts.get<IftHeadings>().he_firepower(*calibre));
  attack_ = FireForEffect(full_, full_, terrain_, drm, *ift_);
}

std::string AssaultOba::tell(Working& working) const {
  Working own;
  tell_terrain(own, terrain_, "against indirect fire");
  for (std::string& sum : own.sums) add_once(working.sums, std::move(sum));
  const std::string column =
      attack_.column() < 0 ? "no" : std::to_string(ift_->heading(attack_.column()));
  return fmt::format("{:g} FP ({} column), {}", full_, column, signed_text(attack_.drm()));
}

}  // namespace combat_odds::asl
