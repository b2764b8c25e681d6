#include <fmt/format.h>

#include <map>

#include "combat_odds/sim/slammers/fire/fire_target.hpp"

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
    const auto column = [&](const char* name) { return chart_column(chart, name); };
    const std::size_t mine = column("mine");
    const std::size_t infantry = column("fp_infantry");
    const std::size_t vehicle = column("fp_vehicle");
    const std::size_t by_infantry = column("set_off_by_infantry_on_at_least");
    const std::size_t by_vehicle = column("set_off_by_vehicle_on_at_least");
    for (const auto& row : chart.rows) {
      mines_[row[mine].text] = {
          chart_integer(chart, row[infantry]), chart_integer(chart, row[vehicle]),
          chart_integer(chart, row[by_infantry]), chart_integer(chart, row[by_vehicle])};
    }
    for (const char* const name : {"light", "medium", "heavy"}) {
      if (!mines_.contains(name)) {
        throw InputError({chart.file, 0, 0}, fmt::format("no row for the {} mine", name),
                         "rows for light, medium and heavy");
      }
    }
  }

  const Mine& at(const std::string& name) const { return mines_.at(name); }

 private:
  std::map<std::string, Mine> mines_;
};

class MineField : public Rule {
 public:
  MineField(const Arguments& arguments, const Charts& charts)
      : mines_(arguments.integer("mines")), target_(FireTarget::asked(arguments, charts)) {
    const Mines::Mine& mine = charts.get<Mines>(Mines::chart_name).at(arguments.choice("mine"));
    const bool infantry = target_.kind() == FireTarget::Kind::infantry;
    firepower_ = infantry ? mine.fp_infantry : mine.fp_vehicle;
    if (arguments.given("firepower")) firepower_ = arguments.integer("firepower");
    const std::string& fired = arguments.choice("fired");
    if (fired == "contact") {
      goes_off_at_least_ =
          infantry ? mine.set_off_by_infantry_at_least : mine.set_off_by_vehicle_at_least;
    } else {
      goes_off_at_least_ = charts.get<QualityLevels>(QualityLevels::chart_name)
                               .roll(fighting_quality(arguments, charts, "quality"),
                                     fired == "remote_unobserved" ? -1 : 0)
                               .at_least;
    }
    target_.ask_suppression_kills(arguments);
  }

  Outcome resolve(Dice& dice) const override {
    struct State {
      std::uint8_t left = 0;
      std::uint8_t gone_off = 0;
      TargetState target;
    };
    State state;
    for (state.left = static_cast<std::uint8_t>(mines_); state.left > 0; --state.left) {
      dice.at(state);
      if (!goes_off(dice)) continue;
      ++state.gone_off;
      target_.hit(dice, state.target, firepower_);
    }
    return target_.outcome(state.target).measure("gone_off", state.gone_off);
  }

 private:
  bool goes_off(Dice& dice) const {
    if (goes_off_at_least_ > 6) return false;
    return dice.dr([&](int dr) { return dr >= goes_off_at_least_; });
  }

  int mines_;
  int firepower_ = 0;
  int goes_off_at_least_ = 1;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("mine", {"light", "medium", "heavy"}, "the weight of the mine"),
      integer("mines", 1, 12, "mines met one after the other").by_default("1"),
      choice("fired", {"contact", "remote", "remote_unobserved"},
             "set off by the target itself, or by its owner with a Quality Roll, at -1 QR where "
             "nobody sees the target"),
      quality_parameter("quality", "the quality, or class, of those who set off a remote mine"),
      integer("firepower", 0, 20, "the FP of the mine, in place of the chart's").optional(),
  };
  append(all, FireTarget::parameters({"infantry", "vehicle"},
                                     "the DV of the infantry, or the Top DV of the vehicle"));
  all.push_back(FireTarget::suppression_kills_parameter());
  return all;
}

}  // namespace

Procedure mine() {
  return {
      .name = "slammers.mine",
      .rule = "play sheet, mines",
      .summary = "infantry or a vehicle runs onto mines",
      .details =
          "A mine that goes off hits without a roll: 1D6 + FP against the DV of infantry or the "
          "Top DV of a vehicle. Light mines always go off, medium ones under vehicles always and "
          "under infantry on a 6, heavy ones under vehicles only. Which FP belongs to which mine "
          "follows from their order on the play sheet. Each of several mines is met even by a "
          "vehicle that an earlier one has stopped: mines=1 is the usual question. Vehicles that "
          "fly (NoE), detection and clearance are not part of it.\n" +
          std::string(damage_details),
      .parameters = parameters(),
      .outcomes = FireTarget::outcomes(),
      .events = FireTarget::events(),
      .measures =
          [] {
            std::vector<Term> all = FireTarget::measures();
            all.push_back({"gone_off", "mines that went off"});
            return all;
          }(),
      .charts = {Mines::chart_name, QualityLevels::chart_name, TroopClasses::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<MineField>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
