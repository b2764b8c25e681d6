#include "sim/squad_leader/infantry/assault_oba.hpp"
#include "core/text/add_once.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"

namespace combat_odds::squad_leader {

void AssaultOba::describe(Declaration<AssaultOba>& oba) {
  oba.asks(&AssaultOba::firepower, "firepower", 1, 36, "the firepower of the artillery")
      .asks(&AssaultOba::calibre, "calibre", 40, 400, "its calibre in mm (46.5)")
      .needed_when([](const AssaultOba& asked) { return !asked.firepower && !asked.calibre; },
                   "what falls there?", "its firepower, or its calibre: 'oba at front calibre 105'")
      .only_when([](const AssaultOba& asked) { return !asked.firepower; },
                 "the firepower is given already", "")
      .asks(&AssaultOba::terrain, "terrain", "a terrain such as stone, or its modifier",
            "what the units are in")
      .asks(&AssaultOba::drm, "drm", -10, 10, "the sum of other modifiers, an entrenchment +4");
}

void AssaultOba::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  terrain_ = charts.get<TerrainChart>("squad-leader/terrain-effects.csv")
                 .read(terrain, "terrain", AttackKind::indirect);
  firepower_ = calibre ? charts.get<HeColumns>().firepower(*calibre) : *firepower;
  drm_ = terrain_.modifier + drm + (calibre ? heavy_payload_drm(*calibre) : 0);
  fall_on({});
}

void AssaultOba::fall_on(const Marsh& marsh) {
  column_ = ift_->column(firepower_ * marsh.of_high_explosive());
}

std::string AssaultOba::tell(Working& working) const {
  Working own;
  tell_terrain(own, terrain_, "against indirect fire");
  for (std::string& sum : own.sums) add_once(working.sums, std::move(sum));
  const std::string column = column_ < 0 ? "no" : std::to_string(ift_->heading(column_));
  return fmt::format("{:g} FP ({} column), {}", firepower_, column, signed_text(drm_));
}

}  // namespace combat_odds::squad_leader
