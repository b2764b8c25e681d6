#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

/// Reinforcements that come as printed, without a roll.
class Printed : public Reinforcement {
 public:
  Printed(UnitKind kind, std::string_view name, int number) {
    received_.label = "as printed";
    received_.units.push_back({kind, name, number});
  }
  Received draw(Dice& /*dice*/) const override { return received_; }

 private:
  Received received_;
};

struct AsPrinted {
  Purchase purchase;

  void prepare(const Charts& /*charts*/) { draw = as_printed_draw(*purchase.bought); }

  Outcome resolve(Dice& dice) const {
    const Received received = draw->draw(dice);
    Outcome outcome("as_printed");
    for (const auto& [kind, measure] : measures_of_kinds()) {
      if (const int number = received.count(kind); number > 0) outcome.measure(measure, number);
    }
    return outcome.measure("cpp", purchase.bought->cpp);
  }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> as_printed_draw(const ReinforcementGroup& group) {
  switch (group.kind) {
    case Kind::observer:
      return std::make_unique<Printed>(UnitKind::observer, "Offboard Observer", 1);
    case Kind::spotter_plane:
      return std::make_unique<Printed>(UnitKind::spotter_plane, "Observation Plane", 1);
    case Kind::fortifications:
      return std::make_unique<Printed>(UnitKind::fpp, "FPP", group.units.front().number);
    case Kind::sniper:
      return std::make_unique<Printed>(UnitKind::san, "SAN", 1);
    case Kind::mol_capability:
      return std::make_unique<Printed>(UnitKind::mol_capability, "MOL Capability", 1);
    default:
      throw std::logic_error("a group that is rolled for");
  }
}

Procedure as_printed() {
  const Purchase::Drawn drawn = {{Kind::observer, Kind::spotter_plane, Kind::fortifications,
                                  Kind::sniper, Kind::mol_capability},
                                 "M1 or 'Fortifications'",
                                 {"O5", "O6", "M1", "M2", "M3", "Fortifications"}};
  return procedure<AsPrinted>(
             "rb.as-printed", "RG Charts",
             "a group of the Red Barricades campaign that comes as printed on its chart")
      .includes(&AsPrinted::purchase, "", drawn)
      .outcome("as_printed", "what the chart says")
      .measure("observers", "Offboard Observers received")
      .measure("spotter_planes", "Spotter Planes received")
      .measure("fpp", "Fortification points received")
      .measure("san", "what the Sniper Activation Number rises by")
      .measure("mol_capability", "MOL Capability received")
      .measures({cpp_measure()})
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
