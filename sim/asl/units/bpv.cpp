#include "sim/asl/units/unit_points.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/force_price.hpp"

namespace combat_odds::asl {
namespace {

/// The Basic Point Value of infantry. No dice.
struct Bpv {
  enum class Nation : std::uint8_t { german, russian };

  std::string units;
  std::optional<Nation> nationality;
  bool assault_engineers = false;

  void prepare(const Charts& charts) {
    const auto& points = charts.get<UnitPoints>();
    const std::vector<std::string> names = points.units();
    for (const CountedName& named : read_names(units, names, "units")) {
      PricedItem item{names[named.position], named.count, {}};
      for (const std::string& nation : points.nationalities()) {
        const auto bpv = points.of_own(nation, item.name);
        const bool is_engineer =
            assault_engineers && std::ranges::find(engineers, item.name) != std::end(engineers);
        if (bpv) item.each[nation] = *bpv + (is_engineer ? UnitPoints::for_engineers : 0);
      }
      list_.push_back(std::move(item));
    }
    const bool has_engineers = std::ranges::any_of(list_, [](const PricedItem& item) {
      return std::ranges::find(engineers, item.name) != std::end(engineers);
    });
    if (assault_engineers && !has_engineers) {
      throw ArgumentError("assault_engineers", "none of them is an Assault Engineer",
                          "8-3-8 or 6-2-8 in --units");
    }
    std::optional<std::string> wanted;
    if (nationality) wanted = *nationality == Nation::german ? "german" : "russian";
    bill_ = bill_of(list_, wanted, "units", "nationality");
  }

  Outcome resolve(Dice& /*dice*/) const { return Outcome("priced").measure("bpv", bill_.sum); }

  Working working() const { return {list_text(list_), bill_.lines, {}}; }

 private:
  static constexpr std::string_view engineers[] = {"8-3-8", "6-2-8"};

  std::vector<PricedItem> list_;
  Bill bill_;
};

}  // namespace

Procedure bpv() {
  return procedure<Bpv>("asl.bpv", "A25",
                        "the Basic Point Value (BPV) of squads, half-squads and crews")
      .asks(&Bpv::units, "units", std::string(counted_names_form) + "3*4-6-8 2*2-4-7",
            "the squads, half-squads and crews; the chart has no leaders, weapons and vehicles")
      .or_named(names_in(UnitPoints::chart_name, "unit"))
      .tried_with({"3*4-6-8 2*2-4-7", "2*4-4-7", "8-3-8 2-2-8", "2-2-8", "6-2-8 2*4-5-8"})
      .asks(&Bpv::nationality, "nationality", one_of({"german", "russian"}),
            "whose they are; default: theirs who alone have all of them")
      .asks(&Bpv::assault_engineers, "assault_engineers",
            "the 8-3-8 and 6-2-8 are Assault Engineers, which cost 1 more")
      .outcome("priced", "the chart has all of them")
      .measure("bpv", "their BPV")
      .headline("mean bpv", "BPV {}");
}

}  // namespace combat_odds::asl
