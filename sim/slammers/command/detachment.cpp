#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"
#include "sim/slammers/command/detachment_items.hpp"
#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {
namespace {

/// Reads the number of remote units of each Master Control Vehicle.
std::vector<int> read_remotes(std::string_view text, std::string_view parameter) {
  constexpr int most = 3;  // Supplement 4, Remote controlled weapons
  std::vector<int> remotes;
  for (const std::string_view word : words_of(text)) {
    const std::optional<int> number = number_in<int>(word);
    if (!number || *number < 1 || *number > most) {
      throw ArgumentError(parameter, fmt::format("'{}' is no number of remote units", word),
                          "1 to 3 for each Master Control Vehicle, such as 3 1");
    }
    remotes.push_back(*number);
  }
  return remotes;
}

/// Price and size of a detachment or troop against its limits. No dice.
struct Detachment {
  enum class Size : std::uint8_t { detachment, troop };

  Troops troops;
  Size size = Size::detachment;
  DetachmentItems items;
  DetachmentItems own_units;
  DetachmentItems own_extras;
  std::vector<int> remotes;
  std::optional<int> budget;

  void prepare(const Charts& charts) {
    if (!items.tus_known) {
      throw ArgumentError("items",
                          "the chart slammers/points.csv does not say how many TUs they are",
                          "a column tus in your copy, 0 for leaders");
    }
    for (const auto& [item, quality] : items.qualities) {
      if (quality == troops.quality) continue;
      throw ArgumentError("quality", fmt::format("{} is {}", item, quality),
                          fmt::format("--quality {}, or other items", quality));
    }
    const std::optional<int> of_class = charts.get<TroopClasses>().detachment_tus(troops.quality);
    const QualityLevels::Level& level = charts.get<QualityLevels>().at(troops.in_a_fight(charts));
    const bool whole = size == Size::detachment;
    // A troop is half a detachment; half of 15 is printed as 8.
    most_tus = of_class ? (whole ? *of_class : (*of_class + 1) / 2)
                        : (whole ? level.detachment_tus : level.troop_tus);
    points = items.points + own_units.points + own_extras.points;
    tus = items.tus + own_units.tus;
    // A controller and its first remote are one TU, its other remotes together a second one.
    for (const int number : remotes) tus += number > 1 ? 1 : 0;
    if (static_cast<int>(remotes.size()) > items.tus + own_units.tus) {
      throw ArgumentError("remotes", "more Master Control Vehicles than TUs",
                          "each of them among --items or --own-units");
    }
    if (tus == 0) {
      throw ArgumentError("items", "a detachment without a TU",
                          "--items of the chart, or --own-units with the prices of your cards");
    }
  }

  Outcome resolve(Dice& /*dice*/) const {
    const bool dear = budget && points > *budget;
    return Outcome(tus > most_tus ? "too_many_tus"
                   : dear         ? "over_budget"
                                  : "legal")
        .measure("points", points)
        .measure("tus", tus)
        .measure("tus_left", std::max(most_tus - tus, 0))
        .measure("points_left", budget ? std::max(*budget - points, 0) : 0);
  }

  int points = 0;
  int tus = 0;
  int most_tus = 0;
};

}  // namespace

Procedure detachment() {
  return procedure<Detachment>("slammers.detachment",
                               "Supplement 4, Troops, Prime Detachments, remotes; force sheets",
                               "what a detachment or troop costs, and whether it is allowed")
      .includes(&Detachment::troops, "", "the troops")
      .asks(&Detachment::size, "size", one_of({"detachment", "troop"}),
            "a detachment, or the half of one under a sergeant")
      .asks(&Detachment::items, "items",
            "items of the chart such as 8*huber_combat_car huber_lieutenant",
            "vehicles, infantry and leaders whose price the sources give", read_detachment_items)
      .by_default("")
      .or_named(names_in(points_chart, "item"))
      .tried_with(
          {"8*huber_combat_car huber_lieutenant", "2*fasolini_infantry", "tas_raeside_troop"})
      .asks(&Detachment::own_units, "own_units", "names with points such as 2*tank=410 jeep=90",
            "TUs with the price of your Detachment Card", read_own_items)
      .by_default("")
      .tried_with({"2*tank=410", "9*jeep=90"})
      .asks(&Detachment::own_extras, "own_extras", "names with points such as 8*double_tap=10",
            "skills, leaders and all else that is no TU, with its price", read_own_items)
      .by_default("")
      .tried_with({"8*double_tap=10"})
      .asks(&Detachment::remotes, "remotes", "numbers from 1 to 3 such as 3 1",
            "the remote units of each Master Control Vehicle; two or three count as one TU more",
            read_remotes)
      .by_default("")
      .tried_with({"1", "3"})
      .asks(&Detachment::budget, "budget", 0, 100000, "the points allowed; default: no limit")
      .tried_with({"100"})
      .outcome("legal", "it is no larger than its quality allows, and within the budget")
      .outcome("too_many_tus", "it has more TUs than such troops may have")
      .outcome("over_budget", "it costs more than the budget")
      .measure("points", "its points")
      .measure("tus", "its TUs")
      .measure("tus_left", "TUs that it may still have")
      .measure("points_left", "points of the budget that are left; 0 without one")
      .headline("legal", "it is legal")
      .headline("mean points", "{} points")
      .headline("mean tus", "{} TUs");
}

}  // namespace combat_odds::slammers
