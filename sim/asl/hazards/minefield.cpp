#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// D1.6: the armor against attacks from below (and above), by the AFV's worst AF.
int aerial_armor(int armor) {
  return armor >= 8 ? 4 : armor >= 4 ? 3 : armor == 3 ? 2 : armor == 2 ? 1 : 0;
}

/// B28: units or a vehicle enter and leave mine hexes; the mines attack each time.
struct Minefield {
  enum class Ap { none, six, eight, twelve };
  enum class Crossing { enter, leave, enter_and_leave };
  enum class Vehicle { armored, unarmored };

  Ap ap = Ap::none;
  int at = 0;
  Crossing crossing = Crossing::enter;
  int hexes = 1;
  FireTarget target;  ///< no units: a vehicle
  Vehicle vehicle = Vehicle::armored;
  int armor = 1;

  bool at_vehicle() const { return target.units.empty(); }
  bool at_units() const { return !at_vehicle(); }
  bool armor_matters() const { return at_vehicle() && vehicle == Vehicle::armored && at > 0; }

  void prepare(const Charts& charts) {
    if (ap == Ap::none && (at == 0 || at_units())) {
      throw ArgumentError("ap", "there are no mines that attack it",
                          at_units() ? "ap 6, 8 or 12 (A-T mines attack vehicles only)"
                                     : "ap 6, 8 or 12, or at of 1 to 5");
    }
    ift_ = &charts.get<Ift>();
    if (ap == Ap::none) return;
    const int factors = ap == Ap::six ? 6 : ap == Ap::eight ? 8 : 12;
    column_ = ift_->column(factors);
    kill_number_ = charts.get<IftHeadings>().unarmored_kill_number(factors);
  }

  Outcome resolve(Dice& dice) const { return at_vehicle() ? by_vehicle(dice) : by_units(dice); }

 private:
  /// Between two mine hexes there are an exit and an entry (B28.412).
  int attacks() const { return 2 * hexes - (crossing == Crossing::enter_and_leave ? 0 : 1); }

  /// B28.41: the units move together; a broken or pinned unit stays where it is.
  Outcome by_units(Dice& dice) const {
    TargetStack stack = target.start();
    for (int made = 0; made < attacks(); ++made) {
      if (target.status == FireTarget::Status::good && !FireTarget::any_mover(stack)) break;
      const IftResult result =
          dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total()); });
      stack.memo[0] = static_cast<std::uint8_t>(made);
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

  enum class Damage : std::uint8_t { none, immobilized, eliminated, burning_wreck };

  Outcome by_vehicle(Dice& dice) const {
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
    return tell(outcome, VehicleFate{state.damage >= Damage::eliminated,
                                     state.damage == Damage::immobilized});
  }

  /// B28.42: a KIA immobilizes an AFV; others are attacked on the star vehicle line.
  Damage ap_attack(Dice& dice) const {
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

  /// B28.52-.53: a dr of at most the factors is an attack on the 36+ column. A KIA eliminates an
  /// AFV, a DR of half the KIA number burns it, anything else immobilizes it. A vehicle without
  /// armor burns on a KIA and is eliminated otherwise.
  Damage at_attack(Dice& dice) const {
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

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int kill_number_ = 0;
};

}  // namespace

Procedure minefield() {
  return procedure<Minefield>("asl.minefield", "B28.4-.5",
                              "units or a vehicle enter and leave minefields")
      .asks(&Minefield::ap, "ap", one_of({"none", "6", "8", "12"}), "the A-P factors of each hex")
      .asks(&Minefield::at, "at", 0, 5, "the A-T factors of each hex")
      .tried_with({"0", "0", "1", "3"})
      .asks(
          &Minefield::crossing, "crossing", one_of({"enter", "leave", "enter_and_leave"}),
          "whether they come in and stay, only leave, or do both; between two hexes they leave one "
          "and enter the next")
      .asks(&Minefield::hexes, "hexes", 1, 5, "mine hexes, one after the other")
      .includes(&Minefield::target, "", FireTarget::InPlace::afv)
      .adjust("target",
              [](Parameter& target) {
                target.form = units_form + std::string(", or afv");
                target.meaning = "the units that move together, or afv: a vehicle";
              })
      .only_when({"at"}, &Minefield::at_vehicle, "A-T mines do not attack Infantry", "target afv")
      .asks(&Minefield::vehicle, "vehicle", one_of({"armored", "unarmored"}),
            "afv: armored, or without armor (a lowest AF of 0 is none)")
      .asks(&Minefield::armor, "armor", 1, 11,
            "afv: its lowest hull AF, against A-T mines; with 0 it is unarmored (B28.42)")
      .tried_with({"1", "2", "3", "6", "8"})
      .only_when({"vehicle"}, &Minefield::at_vehicle, "only a vehicle is asked for it",
                 "target afv")
      .only_when({"armor"}, &Minefield::armor_matters, "only A-T mines mind armor",
                 "an armored vehicle and A-T mines")
      .only_when({"status", "elr"}, &Minefield::at_units, "a vehicle has none",
                 "units as the target")
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
      .headline("broken_or_worse", "at least one breaks or worse", "the unit breaks or worse");
}

}  // namespace combat_odds::asl
