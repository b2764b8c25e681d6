#include "sim/asl/infantry/rate_of_fire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/asl/units/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

/// At a unit that does not move only the dice end it.
constexpr int shots_by_default = 4;

}  // namespace

std::string FireShot::text() const {
  std::string text = result.text();
  if (!(on_pinned == result)) text += ", at the pinned " + on_pinned.text();
  return text + (again != 0 ? ", keeps its rate" : "");
}

void RateOfFire::describe(Declaration<RateOfFire>& rate) {
  rate.asks(&RateOfFire::rate, "rate_of_fire", 0, 3,
            "the rate of fire of the MG in it (A9.2): on a coloured die of that or less it fires "
            "again; left out: that of a MG of the chart that is named; 0 leaves it out")
      .tried_with({"", "", "0", "1", "3"})
      .asks(&RateOfFire::most_shots, "most_shots", 1, 8,
            "at most so many shots in each attack: at a moving unit the MF that it spent in its "
            "Location; left out: 4, or 1 at a moving unit")
      .tried_with({"", "", "2", "3"})
      .asks(&RateOfFire::firepower, "rate_firepower", 0, 1000,
            "the FP of its further shots, which the MG fires alone; left out: that of the attack")
      .or_named(support_weapons(), weapons_form)
      .tried_with({"", "", "7", "2"});
}

void RateOfFire::prepare(const Attackers& attackers, const Ift& ift, int column) {
  const bool asked = rate.value_or(0) > 0;
  const std::optional<std::string> lost = attackers.why_no_rate();
  if (asked && lost) throw ArgumentError("rate_of_fire", *lost, "leave it out");
  if (asked && attackers.at_a_mover() && !most_shots) {
    throw ArgumentError("rate_of_fire",
                        "at a moving unit a MG fires no more often than the MF that it spent there "
                        "(A9.2)",
                        "most_shots besides, the MF");
  }
  shots_ = most_shots.value_or(attackers.at_a_mover() ? 1 : shots_by_default);
  if (attackers.given()) {
    if (!lost && rate.value_or(1) > 0) by_name(attackers, ift);
  } else if (asked) {
    again_.push_back(
        {*rate, firepower ? ift.column(*firepower) : column, firepower.value_or(-1), "the MG"});
  }
  for (const auto& [name, given] : {std::pair("most_shots", most_shots.has_value()),
                                    std::pair("rate_firepower", firepower.has_value())}) {
    if (!given || played()) continue;
    throw ArgumentError(name, lost.value_or("no MG keeps its rate"), "leave it out");
  }
  if (shots_ == 1) again_.clear();
  without_heroes_ = attackers.heroes();
}

/// Each MG has its own rate, by the chart; `rate` is the most of each, and that of a weapon which
/// the chart does not have.
void RateOfFire::by_name(const Attackers& attackers, const Ift& ift) {
  const std::vector<Attackers::MachineGun>& guns = attackers.machine_guns();
  if (rate && guns.empty()) {
    throw ArgumentError("rate_of_fire", "no MG fires",
                        "leave it out, or a MG such as 'German HMG'");
  }
  std::set<int> rates;
  const auto rate_of = [&](const Attackers::MachineGun& gun) {
    return std::min(rate.value_or(gun.rate.value_or(0)), gun.rate.value_or(3));
  };
  int highest = 0;
  for (const Attackers::MachineGun& gun : guns) {
    highest = std::max(highest, gun.rate.value_or(3));
    if (rate_of(gun) > 0) rates.insert(rate_of(gun));
  }
  if (rate && *rate > highest) {
    throw ArgumentError("rate_of_fire",
                        fmt::format("the {} has a rate of fire of {}", guns.front().name, highest),
                        fmt::format("at most {}", highest));
  }
  for (const int least : rates) {
    Again again{least, -1, 0, ""};
    for (const Attackers::MachineGun& gun : guns) {
      if (rate_of(gun) < least) continue;
      again.firepower += gun.firepower;
      again.names += (again.names.empty() ? "the " : " and the ") + gun.name;
    }
    again.column = ift.column(again.firepower);
    again_.push_back(std::move(again));
  }
}

std::uint8_t RateOfFire::keeps(TwoDice roll, std::uint8_t fired, int shots, bool cowers) const {
  if (cowers || shots >= shots_) return 0;
  for (std::size_t i = fired == 0 ? 0 : fired - 1u; i < again_.size(); ++i) {
    if (roll.coloured <= again_[i].rate) return static_cast<std::uint8_t>(i + 1);
  }
  return 0;
}

void RateOfFire::tell(Working& working, const Ift& ift) const {
  for (const Again& again : again_) {
    working.notes.push_back(
        fmt::format("with a coloured die of {} or less {} fires again, {} shots at most, with {}",
                    again.rate, again.names, shots_,
                    again.firepower < 0 ? "the same FP" : firepower_text(ift, again.firepower)));
  }
}

std::string RateOfFire::text() const {
  if (!played()) return "";
  return fmt::format(", rate of fire {}, {} shots at most", again_.back().rate, shots_);
}

}  // namespace combat_odds::asl
