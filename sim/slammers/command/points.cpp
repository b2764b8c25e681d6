#include <fmt/format.h>

#include <optional>

#include "core/dice/working.hpp"
#include "sim/declare/names.hpp"
#include "sim/slammers/command/detachment_items.hpp"

namespace combat_odds::slammers {
namespace {

struct Points {
  DetachmentItems items;
  int more = 0;
  std::optional<int> budget;

  Outcome resolve(Dice& /*dice*/) const {
    const int points = items.points + more;
    return Outcome(points <= budget.value_or(points) ? "within_budget" : "over_budget")
        .measure("points", points);
  }

  Working working() const {
    Working working;
    working.sums = items.sums;
    if (more > 0) working.sums.push_back(fmt::format("all else: {}", more));
    if (working.sums.size() > 1) {
      working.sums.push_back(fmt::format("in all: {} points", items.points + more));
    }
    return working;
  }
};

}  // namespace

Procedure points() {
  return procedure<Points>("slammers.points", "Supplement 4, Prime Detachments; force sheets",
                           "what a detachment costs")
      .asks(&Points::items, "items",
            "items of the chart such as 8*huber_combat_car huber_lieutenant",
            "what the detachment has", read_detachment_items)
      .or_named(names_in(points_chart, "item"))
      .tried_with({"8*huber_combat_car huber_lieutenant", "2*fasolini_infantry", "tas_captain"})
      .asks(&Points::more, "more", 0, 100000, "points of all else")
      .asks(&Points::budget, "budget", 0, 100000, "the points allowed; default: no limit")
      .tried_with({"100"})
      .outcome("within_budget", "the points do not exceed the budget")
      .outcome("over_budget", "they do")
      .measure("points", "the points of the detachment")
      .headline("mean points", "{} points");
}

}  // namespace combat_odds::slammers
