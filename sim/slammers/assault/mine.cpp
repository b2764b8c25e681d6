#include <fmt/format.h>

#include <map>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"
#include "sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// Mines, chart slammers/mines.csv.
class Mines {
 public:
  static constexpr const char* chart_name = "slammers/mines.csv";

  struct Mine {
    int fp_infantry = 0;
    int fp_vehicle = 0;
    int set_off_by_infantry_at_least = 1;  ///< on one die; 7: never
    int set_off_by_vehicle_at_least = 1;
  };

  explicit Mines(const CsvTable& chart) {
    const Columns columns = Columns::of_chart(
        chart, {"mine", "fp_infantry", "fp_vehicle", "set_off_by_infantry_on_at_least",
                "set_off_by_vehicle_on_at_least"});
    for (const Columns::Row row : columns) {
      mines_[row.text("mine")] = {row.whole_number("fp_infantry"), row.whole_number("fp_vehicle"),
                                  row.whole_number("set_off_by_infantry_on_at_least"),
                                  row.whole_number("set_off_by_vehicle_on_at_least")};
    }
    for (const char* const name : {"light", "medium", "heavy"}) {
      if (!mines_.contains(name)) {
        throw InputError({chart.file}, fmt::format("no row for the {} mine", name),
                         "rows for light, medium and heavy");
      }
    }
  }

  const Mine& at(const std::string& name) const { return mines_.at(name); }

 private:
  std::map<std::string, Mine> mines_;
};

struct MineField {
  enum class Fired : std::uint8_t { contact, remote, remote_unobserved };

  std::string mine;
  int mines = 1;
  Fired fired = Fired::contact;
  Troops owners;
  std::optional<int> firepower;
  FireTarget target;

  void prepare(const Charts& charts) {
    const Mines::Mine& printed = charts.get<Mines>().at(mine);
    const bool infantry = target.kind == FireTarget::Kind::infantry;
    if (!firepower) firepower = infantry ? printed.fp_infantry : printed.fp_vehicle;
    goes_off_at_least =
        fired != Fired::contact
            ? owners.roll(charts, fired == Fired::remote_unobserved ? -1 : 0).at_least
        : infantry ? printed.set_off_by_infantry_at_least
                   : printed.set_off_by_vehicle_at_least;
  }

  Outcome resolve(Dice& dice) const {
    struct State {
      std::uint8_t left = 0;
      std::uint8_t gone_off = 0;
      TargetState target;
    };
    State state;
    for (state.left = small(mines); state.left > 0 && !state.target.dead(); --state.left) {
      dice.at(state);
      if (!goes_off(dice)) continue;
      ++state.gone_off;
      target.hit(dice, state.target, *firepower);
    }
    return target.outcome(state.target).measure("gone_off", state.gone_off);
  }

  bool goes_off(Dice& dice) const {
    if (goes_off_at_least > 6) return false;
    return dice.die([&](int dr) { return dr >= goes_off_at_least; });
  }

  int goes_off_at_least = 1;
};

}  // namespace

Procedure mine() {
  return procedure<MineField>("slammers.mine", "play sheet, mines",
                              "infantry or a vehicle runs onto mines")
      .asks(&MineField::mine, "mine", one_of({"light", "medium", "heavy"}),
            "the weight of the mine")
      .asks(&MineField::mines, "mines", 1, 12,
            "mines met one after the other, until the target is dead or destroyed")
      .asks(
          &MineField::fired, "fired", one_of({"contact", "remote", "remote_unobserved"}),
          "set off by the target itself, or by its owner with a Quality Roll, at -1 QR where nobody sees the target")
      .includes(&MineField::owners, "", "those who set off a remote mine")
      .only_when(
          {"quality"},
          [](const MineField& field) { return field.fired != MineField::Fired::contact; },
          "nobody rolls for a mine that its target sets off", "--fired remote or remote_unobserved")
      .asks(&MineField::firepower, "firepower", 0, 20,
            "the FP of the mine, in place of the chart's")
      .includes(&MineField::target, "", one_of({"infantry", "vehicle"}),
                "the DV of the infantry, or the Top DV of the vehicle")
      .measure("gone_off", "mines that went off")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
