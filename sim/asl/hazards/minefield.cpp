#include "sim/asl/hazards/minefield.hpp"

#include "core/dice/small.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/asl/to_kill/afv_in_place.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

void Minefield::prepare(const Charts& charts) {
  if (ap == Ap::none && (at == 0 || at_units())) {
    throw ArgumentError("ap", "there are no mines that attack it",
                        at_units() ? "--ap 6, 8 or 12; A-T mines attack only vehicles"
                                   : "--ap 6, 8 or 12, or --at 1 to 5");
  }
  ift_ = &charts.get<Ift>();
  if (ap == Ap::none) return;
  const int factors = ap == Ap::six ? 6 : ap == Ap::eight ? 8 : 12;
  column_ = ift_->column(factors);
  kill_number_ = charts.get<IftHeadings>().unarmored_kill_number(factors);
}

Outcome Minefield::by_units(Dice& dice) const {
  TargetStack stack = target.start();
  for (int made = 0; made < attacks(); ++made) {
    if (target.status == FireTarget::Status::good && !FireTarget::any_mover(stack)) break;
    const IftResult result = dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total()); });
    stack.memo[0] = small(made);
    if (target.status == FireTarget::Status::good) {
      target.begin_on_movers(stack, result, false);
    } else {
      target.begin(stack, result, false);
    }
    if (target.play(dice, stack)) return {};
    made = stack.memo[0];
  }
  const FireTarget::Able able = target.able(stack);
  const bool through = able.half_squads + able.heroes + able.berserk > 0 || able.leadership;
  Outcome outcome = target.outcome(stack);
  return outcome.event("through", through);
}

Outcome Minefield::by_vehicle(Dice& dice) const {
  struct State {
    std::uint8_t made = 0;
    Damage damage = Damage::none;
  } state;
  for (; state.made < attacks() && state.damage == Damage::none; ++state.made) {
    dice.at(state);
    if (ap != Ap::none) state.damage = ap_attack(dice);
    if (at > 0 && state.damage == Damage::none) state.damage = at_attack(dice);
  }
  static constexpr const char* names[] = {"vehicle_unharmed", "immobilized", "eliminated",
                                          "burning_wreck"};
  Outcome outcome(names[static_cast<std::size_t>(state.damage)]);
  outcome.event("through", state.damage == Damage::none);
  const bool lost = state.damage >= Damage::eliminated;
  outcome.measure_if(target.casualty_vp, "casualty_vp", points_of_afv(target, lost));
  return tell(outcome, VehicleFate{lost, state.damage == Damage::immobilized});
}

Minefield::Damage Minefield::ap_attack(Dice& dice) const {
  return dice.DR([&](TwoDice roll) {
    const int dr = roll.total();
    if (vehicle == Vehicle::armored) {
      return ift_->at(column_, dr).kind == IftResult::Kind::kia ? Damage::immobilized
                                                                : Damage::none;
    }
    return 2 * dr <= kill_number_ ? Damage::burning_wreck
           : dr < kill_number_    ? Damage::eliminated
           : dr == kill_number_   ? Damage::immobilized
                                  : Damage::none;
  });
}

Minefield::Damage Minefield::at_attack(Dice& dice) const {
  if (!dice.die([&](int roll) { return roll <= at; })) return Damage::none;
  const int column = ift_->columns() - 1;
  int kia_number = 2;
  while (ift_->at(column, kia_number + 1).kind == IftResult::Kind::kia) ++kia_number;
  const int drm = vehicle == Vehicle::armored ? aerial_armor(armor) : 0;
  return dice.DR([&](TwoDice roll) {
    const int final_dr = roll.total() + drm;
    if (vehicle == Vehicle::unarmored) {
      return final_dr <= kia_number ? Damage::burning_wreck : Damage::eliminated;
    }
    return 2 * final_dr <= kia_number ? Damage::burning_wreck
           : final_dr <= kia_number   ? Damage::eliminated
                                      : Damage::immobilized;
  });
}
Procedure minefield() {
  return procedure<Minefield>("asl.minefield", "B28.4-.5",
                              "units or a vehicle enter and leave minefields")
      .asks(&Minefield::ap, "ap", one_of({"none", "6", "8", "12"}), "the A-P factors of each hex")
      .asks(&Minefield::at, "at", 0, 5, "the A-T factors of each hex")
      .tried_with({"0", "1", "3"})
      .asks(
          &Minefield::crossing, "crossing", one_of({"enter", "leave", "enter_and_leave"}),
          "whether they come in and stay, only leave, or do both; between two hexes they leave one "
          "and enter the next")
      .asks(&Minefield::hexes, "hexes", 1, 5, "mine hexes, one after the other")
      .includes(&Minefield::target, "", FireTarget::InPlace::afv)
      .includes(&Minefield::target, describe_afv_points)
      .adjust("target",
              [](Parameter& target) {
                target.form = units_form + std::string(", or afv");
                target.meaning = "the units that move together, or afv: a vehicle";
              })
      .only_when({"at"}, &Minefield::at_vehicle, "A-T mines do not attack Infantry", "--target afv")
      .asks(&Minefield::vehicle, "vehicle", one_of({"armored", "unarmored"}),
            "afv: armored, or without armor (a lowest AF of 0 is none)")
      .asks(&Minefield::armor, "armor", 1, 11,
            "afv: its lowest hull AF, against A-T mines; with 0 it is unarmored (B28.42)")
      .or_named(lowest_hull_armors(), "an AFV such as 'T-34 M43'")
      .tried_with({"1", "2", "3", "6", "8"})
      .only_when({"vehicle"}, &Minefield::at_vehicle, "", "--target afv")
      .only_when({"armor"}, &Minefield::armor_matters, "", "an armored --vehicle and A-T mines")
      .only_when({"status", "elr"}, &Minefield::at_units, "", "units as --target")
      .outcome("burning_wreck", "the vehicle is a burning wreck")
      .outcome("immobilized", "it is immobilized")
      .outcome("vehicle_unharmed", "it comes through")
      .outcomes(FireTarget::outcomes())
      .event("through",
             "the vehicle, or at least one unit in Good Order and unpinned, comes through")
      .events(FireTarget::events())
      .events(vehicle_events())
      .measures(FireTarget::measures())
      .headline("knocked_out", "the vehicle is lost")
      .headline("immobilized", "it is immobilized")
      .headline("through", "they come through")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse");
}

}  // namespace combat_odds::asl
