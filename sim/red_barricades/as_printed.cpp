#include <fmt/format.h>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "sim/red_barricades/fortifications.hpp"
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
  std::optional<std::string> fortifications;

  void prepare(const Charts& charts) {
    draw = as_printed_draw(*purchase.bought);
    if (fortifications) price(charts.get<FortificationTable>());
  }

  Outcome resolve(Dice& dice) const {
    const Received received = draw->draw(dice);
    Outcome outcome("as_printed");
    for (const auto& [kind, measure] : measures_of_kinds()) {
      if (const int number = received.count(kind); number > 0) outcome.measure(measure, number);
    }
    if (fortifications) {
      outcome.measure("fpp_spent", spent_)
          .measure("fpp_left", received.count(UnitKind::fpp) - spent_);
    }
    return outcome.measure("cpp", purchase.bought->cpp);
  }

  std::shared_ptr<const Reinforcement> draw;

 private:
  /// What the list costs, by the Fortification Table.
  void price(const FortificationTable& table) {
    if (purchase.bought->kind != Kind::fortifications) {
      throw ArgumentError("fortifications", "only Fortification points buy them",
                          "--group Fortifications");
    }
    for (const std::string_view part : parts_of(*fortifications, ';')) {
      std::string_view name = part;
      int number = 1;
      if (const std::size_t star = part.find('*'); star != part.npos) {
        const auto times = number_in<int>(trimmed(part.substr(0, star)));
        if (!times || *times < 1 || *times > 1000) {
          throw ArgumentError("fortifications", fmt::format("'{}' is no number of them", part),
                              "such as '6*A-P Mine 1'");
        }
        number = *times;
        name = trimmed(part.substr(star + 1));
      }
      const std::optional<int> fpp = table.fpp(std::string(name));
      if (!fpp) {
        throw ArgumentError("fortifications", fmt::format("no fortification '{}'", name),
                            did_you_mean(name, table.names(), "one of combat-odds list rb"));
      }
      spent_ += number * *fpp;
    }
    const int bought = purchase.bought->units.front().number;
    if (spent_ > bought) {
      throw ArgumentError(
          "fortifications",
          fmt::format("they cost {} FPP, and one purchase brings {}", spent_, bought),
          "fewer, or combat-odds points LIST.csv --side SIDE for several purchases");
    }
  }

  int spent_ = 0;
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
      .asks(&AsPrinted::fortifications, "fortifications",
            "a list such as '1-3-5 Pillbox; Trench; 6*A-P Mine 1'",
            "what the Fortification points are spent on, by the names of combat-odds list rb: what "
            "it costs, and what is left")
      .outcome("as_printed", "what the chart says")
      .measure("observers", "Offboard Observers received")
      .measure("spotter_planes", "Spotter Planes received")
      .measure("fpp", "Fortification points received")
      .measure("fpp_spent", "what the fortifications on the list cost")
      .measure("fpp_left", "Fortification points that are left")
      .measure("san", "what the Sniper Activation Number rises by")
      .measure("mol_capability", "MOL Capability received")
      .measures({cpp_measure()})
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
