#include <algorithm>
#include <array>
#include <string_view>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/neighbours.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

using Landing = std::array<int, 6>;

/// The adjacent hex in which the shell lands, for each roll of the die: the hex rolled, or the
/// nearest one that the gun can see, clockwise first. 0 if it sees none (100.3).
Landing read_landing(std::string_view out_of_sight, std::string_view parameter) {
  std::array<bool, 6> hidden{};
  if (out_of_sight != "none") {
    for (const char digit : out_of_sight) {
      if (digit == ' ') continue;
      if (digit < '1' || digit > '6') {
        throw ArgumentError(parameter, "there is no hex '" + std::string(1, digit) + "'",
                            "numbers from 1 to 6 such as '3 4', or none");
      }
      hidden[static_cast<std::size_t>(digit - '1')] = true;
    }
  }
  Landing landing{};
  for (int rolled = 0; rolled < 6; ++rolled) {
    for (const int step : {0, 1, -1, 2, -2, 3}) {
      const int hex = (rolled + step + 6) % 6;
      if (hidden[static_cast<std::size_t>(hex)]) continue;
      landing[static_cast<std::size_t>(rolled)] = hex + 1;
      break;
    }
  }
  return landing;
}

/// 100: a large shell that misses lands in or near the target hex.
struct NearMiss {
  enum class Target { infantry, afv, soft_vehicle };

  int to_hit = 7;
  int calibre = 100;
  Target target_type = Target::infantry;
  std::optional<int> kill_number;
  std::vector<UnitName> target;
  int drm = 0;
  Neighbours neighbours;
  Landing landing{};  ///< see read_landing()
  bool side_or_rear = false;
  Marsh marsh;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    const int firepower = charts.get<HeColumns>().firepower(calibre);
    const double at_target = firepower * marsh.of_high_explosive();
    full_column_ = ift_->column(at_target);
    half_column_ = ift_->column(at_target / 2);  // Area Fire (100.5)
    half_column_beside_ = ift_->column(firepower / 2.0);
    payload_drm_ = heavy_payload_drm(calibre);
    target_hex_ = {target, drm};
  }

  Outcome resolve(Dice& dice) const {
    enum class Shot : std::uint8_t { hit, target_hex, adjacent_hex };
    const Shot shot = dice.DR([&](TwoDice roll) {
      return roll.total() <= to_hit       ? Shot::hit
             : roll.total() <= to_hit + 1 ? Shot::target_hex
                                          : Shot::adjacent_hex;
    });
    if (shot == Shot::hit) return hit(dice);
    if (shot == Shot::target_hex) {
      Attacked attacked =
          attack(dice, target_hex_, half_column_, target_type == Target::soft_vehicle, 1, 0);
      return outcome("target_hex", 0, attacked, attacked.vehicle_killed);
    }
    const int hex = dice.die([&](int roll) { return landing[static_cast<std::size_t>(roll - 1)]; });
    if (hex == 0) return outcome("dud", -1, {}, false);
    const OccupiedHex& struck = neighbours[static_cast<std::size_t>(hex - 1)];
    return outcome("adjacent_hex", hex, attack(dice, struck, half_column_beside_, false, 2, hex),
                   false);
  }

  bool at_infantry() const { return target_type == Target::infantry; }
  bool at_vehicle() const { return !at_infantry(); }

 private:
  struct Attacked {
    int eliminated = 0;
    int broken = 0;
    bool vehicle_killed = false;
    InfantryFate fate{0};  ///< no units: no unit was attacked
  };

  Outcome hit(Dice& dice) const {
    enum class Kill : std::uint8_t { no, exact, yes };
    const Kill kill = at_infantry() ? Kill::no : dice.DR([&](TwoDice roll) {
      const bool random = side_or_rear && roll.total() == *kill_number;
      return roll.total() > *kill_number ? Kill::no : random ? Kill::exact : Kill::yes;
    });
    // 66.1: exactly the needed number may only immobilize, which is not a kill.
    const bool immobilized = kill == Kill::exact && dice.die([](int roll) { return roll >= 4; });
    if (kill != Kill::no && !immobilized) return outcome("hit", 0, {}, true);
    const int column = at_vehicle() ? half_column_ : full_column_;  // 100.6
    const std::uint8_t shot = immobilized ? 3 : 0;
    return outcome("hit", 0, attack(dice, target_hex_, column, false, shot, 0), false, immobilized);
  }

  /// An attack on the IFT. `soft_vehicle`: a KIA eliminates a vehicle in the hex (100.4).
  Attacked attack(Dice& dice, const OccupiedHex& hex, int column, bool soft_vehicle,
                  std::uint8_t shot, int hex_number) const {
    Attacked attacked;
    if (hex.units.empty() && !soft_vehicle) return attacked;
    const FireResult result = dice.DR(
        [&](TwoDice roll) { return ift_->at(column, roll.total() + hex.drm + payload_drm_); });
    attacked.vehicle_killed = soft_vehicle && result.kind == FireResult::Kind::kia;
    if (hex.units.empty()) return attacked;
    TargetStack stack = target_stack(hex.units, Status::good);
    if (hex_number == 0) marsh.lower_morale(stack);
    stack.memo = {shot, small(hex_number), small(attacked.vehicle_killed ? 1 : 0), 0};
    resolve_fire(dice, stack, result);
    attacked.fate = fate_of(stack, Status::good);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      attacked.eliminated += stack.units[i].status == Status::eliminated ? 1 : 0;
      attacked.broken += stack.units[i].status == Status::broken ? 1 : 0;
    }
    return attacked;
  }

  Outcome outcome(const char* label, int hex, const Attacked& attacked, bool vehicle,
                  bool immobilized = false) const {
    const bool elsewhere = hex != 0;
    Outcome outcome(label);
    if (!target_hex_.units.empty()) {
      InfantryFate untouched;
      untouched.units = untouched.unharmed = static_cast<int>(target_hex_.units.size());
      const bool attacked_here = !elsewhere && attacked.fate.units > 0;
      tell(outcome, attacked_here ? attacked.fate : untouched, Pins::no);
    }
    if (at_vehicle()) tell(outcome, VehicleFate{vehicle, immobilized});
    outcome.event("vehicle_eliminated", vehicle)
        .event("vehicle_immobilized", immobilized)
        .measure("landing_hex", hex)
        .measure("target_eliminated", elsewhere ? 0 : attacked.eliminated)
        .measure("target_broken", elsewhere ? 0 : attacked.broken)
        .measure("neighbours_eliminated", elsewhere ? attacked.eliminated : 0)
        .measure("neighbours_broken", elsewhere ? attacked.broken : 0);
    return outcome;
  }

  const Ift* ift_ = nullptr;
  int full_column_ = -1;
  int half_column_ = -1;
  int half_column_beside_ = -1;
  int payload_drm_ = 0;
  OccupiedHex target_hex_;
};

}  // namespace

Procedure near_miss() {
  return procedure<NearMiss>("sl.near-miss", "COI 100",
                             "a large HE shell hits, lands in the target hex, or in one next to it")
      .asks(&NearMiss::to_hit, "to_hit", 2, 12, "the To Hit dice roll needed, after all modifiers")
      .required()
      .asks(&NearMiss::calibre, "calibre", 100, 400, "the calibre of the HE shell in mm")
      .required()
      .or_named(vehicle_calibre(), vehicle_form)
      .tried_with({"100", "122", "152", "300"})
      .asks(&NearMiss::target_type, "target_type", one_of({"infantry", "afv", "soft_vehicle"}),
            "what was aimed at")
      .asks(&NearMiss::kill_number, "kill_number", -5, 20,
            "the kill number against the vehicle with its modifiers, on your AFV Kill Table")
      .needed_when(&NearMiss::at_vehicle, "a hit on a vehicle needs it",
                   "the number of the AFV Kill Table with all its modifiers")
      .only_when(&NearMiss::at_vehicle, "", "--target-type afv or soft_vehicle")
      .tried_with({"5", "8"})
      .asks(&NearMiss::target, "target", units_form, "the infantry in the target hex, or none",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .needed_when(&NearMiss::at_infantry, "nobody is fired at", "the infantry in the target hex")
      .tried_with({"4-6-7", "4-6-7 8-1"})
      .asks(&NearMiss::drm, "drm", -10, 10, "the modifiers of an attack on the target hex")
      .asks(&NearMiss::neighbours, "neighbours", neighbours_form,
            "the infantry in the adjacent hexes", read_neighbours)
      .by_default("none")
      .only_when([](const NearMiss& asked) { return asked.to_hit <= 10; },
                 "a miss by one lands in the target hex, so nothing falls beside it",
                 "--to-hit 10 or less")
      .tried_with({"2=4-6-7@1", "1=4-6-7; 4=2*4-4-7 8-0@2"})
      .asks(&NearMiss::landing, "out_of_sight", "numbers from 1 to 6 such as '3 4', or none",
            "the adjacent hexes that the gun can't see", read_landing)
      .by_default("none")
      .tried_with({"2", "1 2 3", "1 2 3 4 5 6"})
      .asks(
          &NearMiss::side_or_rear, "side_or_rear",
          "a hit is on the AFV's side or rear hull, where exactly the kill number immobilizes on a "
          "die of 4 to 6 (66.1)")
      .only_when([](const NearMiss& asked) { return asked.target_type == NearMiss::Target::afv; },
                 "only an AFV is immobilized so", "--target-type afv")
      .includes(&NearMiss::marsh)
      .only_when({"marsh"}, &NearMiss::at_infantry, "no vehicle enters a marsh (75.1)",
                 "--target-type infantry")
      .outcome("hit", "the shot hit")
      .outcome("target_hex", "it missed by one and landed in the target hex")
      .outcome("adjacent_hex", "it landed in an adjacent hex")
      .outcome("dud", "there was no hex for it to land in")
      .events(infantry_events(Pins::no))
      .events(vehicle_events())
      .event("vehicle_eliminated", "the vehicle was eliminated")
      .event("vehicle_immobilized", "a hit immobilized the AFV only (66.1)")
      .measure("landing_hex", "0 the target hex, 1 to 6 the adjacent hexes, -1 nowhere")
      .measure("target_eliminated", "units eliminated in the target hex")
      .measure("target_broken", "units broken there")
      .measure("neighbours_eliminated", "units eliminated in an adjacent hex")
      .measure("neighbours_broken", "units broken there")
      .measures(infantry_measures())
      .headline("hit", "it hits")
      .headline("broken_or_worse", "at least one in the target hex breaks or worse",
                "the unit in the target hex breaks or worse")
      .headline("knocked_out", "the vehicle is knocked out");
}

}  // namespace combat_odds::squad_leader
