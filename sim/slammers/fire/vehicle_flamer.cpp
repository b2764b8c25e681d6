#include <cstdint>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"
#include "sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// The effect of a vehicle's flamer in the turn of its fire and in the next one, chart
/// slammers/flamers.csv.
class FlamerChart {
 public:
  static constexpr const char* chart_name = "slammers/flamers.csv";

  struct Turn {
    int fp_infantry = 0;
    int fp_vehicle = 0;
    int suppression = 0;
  };

  explicit FlamerChart(const CsvTable& chart) {
    const Columns columns = Columns::of_chart(chart, {"fp_infantry", "fp_vehicle", "suppression"});
    if (chart.rows.size() != 2) {
      throw InputError({chart.file, 1, 1}, "not two rows", "the turn of the fire and the next one");
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Columns::Row row = columns[i];
      turns[i] = {row.whole_number("fp_infantry"), row.whole_number("fp_vehicle"),
                  row.whole_number("suppression")};
    }
  }

  Turn turns[2];
};

/// A vehicle's flamer (play sheet).
struct VehicleFlamer {
  Troops crew;
  int shots = 0;
  int qr_modifier = 0;
  FireTarget target;

  void prepare(const Charts& charts) {
    roll = crew.roll(charts, qr_modifier);
    chart = &charts.get<FlamerChart>();
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t shot = 0;
      std::uint8_t burns = 0;
      TargetState target;
    };
    State state;
    for (; state.shot < shots && roll.possible(); ++state.shot) {
      dice.at(state);
      if (!roll.made(dice)) continue;
      attack(dice, state.target, chart->turns[0]);
      state.burns = 1;
    }
    if (state.burns != 0 && !state.target.dead()) attack(dice, state.target, chart->turns[1]);
    return target.outcome(state.target).event("on_fire", state.burns != 0);
  }

 private:
  void attack(Dice& dice, TargetState& state, const FlamerChart::Turn& turn) const {
    const bool infantry = target.hit_as_infantry();
    target.hit(dice, state, infantry ? turn.fp_infantry : turn.fp_vehicle);
    if (!infantry || state.killed != 0) return;
    state.suppression = small(state.suppression + turn.suppression);
    const int kills = target.suppression_kills;
    if (kills > 0 && state.suppression >= kills) {
      state.killed = 1;
      state.suppression = 0;
    }
  }

  QualityRoll roll;
  const FlamerChart* chart = nullptr;
};

}  // namespace

Procedure vehicle_flamer() {
  return procedure<VehicleFlamer>("slammers.vehicle-flamer", "play sheet, flamethrowers (vehicles)",
                                  "what a vehicle's flamer does in its turn and the next")
      .includes(&VehicleFlamer::crew, "", "the vehicle's crew")
      .asks(&VehicleFlamer::shots, "shots", 1, 6,
            "Sh of the flamer, as printed on its Detachment Card: no source at hand gives it")
      .required()
      .asks(&VehicleFlamer::qr_modifier, "qr_modifier", -4, 4,
            "the sum of the QR modifiers: Close range +1, cover -1")
      .includes(&VehicleFlamer::target, "", one_of({"infantry", "vehicle"}),
                "the DV of the facing under fire, with cover")
      .event("on_fire", "at least one shot hits, so that the flames work on in the next turn")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
