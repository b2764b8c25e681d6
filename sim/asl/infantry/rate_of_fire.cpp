#include "sim/asl/infantry/rate_of_fire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/dice/small.hpp"
#include "sim/asl/units/support_weapons.hpp"

namespace combat_odds::asl {
namespace {

/// At a unit that does not move only the dice end it.
constexpr int shots_by_default = 4;

}  // namespace

std::string FireShot::text() const {
  std::string text = result.text();
  if (!(other == result)) {
    text += (reading == 0 ? ", at the others " : ", at the last group ") + other.text();
  }
  if (again != 0) text += cowers != 0 ? ", may keep its rate, cowers" : ", keeps its rate";
  if (jams != 0) text += ", malfunctions";
  return text;
}

void RateOfFire::describe(Declaration<RateOfFire>& rate) {
  rate.asks(&RateOfFire::rate, "rate_of_fire", 0, 3,
            "the rate of fire of the MG in it (A9.2): on a coloured die of that or less it fires "
            "again; default: that of a MG of the chart that is named; 0 leaves it out")
      .tried_with({"0", "1", "3"})
      .asks(&RateOfFire::most_shots, "most_shots", 1, 8,
            "at most so many shots in each attack: at a moving unit the MF that it spent in its "
            "Location; default: 4, or 1 at a moving unit")
      .tried_with({"2", "3"})
      .asks(&RateOfFire::firepower, "rate_firepower", 0, 1000,
            "the FP of its further shots, which the MG fires alone; default: that of the attack")
      .or_named(support_weapons(), weapons_form)
      .tried_with({"7", "2"});
}

void RateOfFire::prepare(const Attackers& attackers, const Ift& ift, int column) {
  const bool asked = rate.value_or(0) > 0;
  const std::optional<std::string> lost = attackers.why_no_rate();
  if (asked && lost) throw ArgumentError("rate_of_fire", *lost, "leave it out");
  if (asked && attackers.at_a_mover() && !most_shots) {
    throw ArgumentError("rate_of_fire",
                        "at a moving unit a MG fires no more often than the MF that it spent there "
                        "(A9.2)",
                        "--most-shots, as many as that MF");
  }
  shots_ = most_shots.value_or(attackers.at_a_mover() ? 1 : shots_by_default);
  ift_ = &ift;
  whole_column_ = column;
  may_be_marked_ = attackers.given() ? attackers.may_be_marked() : 1;
  if (attackers.given()) {
    if (!lost && rate.value_or(1) > 0) by_name(attackers);
  } else if (asked) {
    guns_.push_back({"MG", firepower.value_or(-1), *rate, 0});
  }
  for (const auto& [name, given] : {std::pair("most_shots", most_shots.has_value()),
                                    std::pair("rate_firepower", firepower.has_value())}) {
    if (!given || played()) continue;
    if (lost) throw ArgumentError(name, *lost, "leave it out");
    throw ArgumentError(name, fmt::format("{} needs --rate-of-fire 1 or more", name));
  }
  if (shots_ == 1) guns_.clear();
  without_heroes_ = attackers.heroes();
}

/// Each MG has its own rate, by the chart; `rate` is the most of each, and that of a weapon which
/// the chart does not have.
void RateOfFire::by_name(const Attackers& attackers) {
  const std::vector<Attackers::MachineGun>& guns = attackers.machine_guns();
  if (rate && guns.empty()) {
    throw ArgumentError("rate_of_fire", "no MG fires",
                        "a MG among --attackers, such as 'German HMG'");
  }
  const auto rate_of = [&](const Attackers::MachineGun& gun) {
    return std::min(rate.value_or(gun.rate.value_or(0)), gun.rate.value_or(3));
  };
  int highest = 0;
  for (const Attackers::MachineGun& gun : guns) {
    highest = std::max(highest, gun.rate.value_or(3));
  }
  if (rate && *rate > highest) {
    throw ArgumentError("rate_of_fire",
                        fmt::format("the {} has a rate of fire of {}", guns.front().name, highest),
                        fmt::format("at most {}", highest));
  }
  for (std::size_t i = 0; i < guns.size(); ++i) {
    if (rate_of(guns[i]) <= 0) continue;
    guns_.push_back({guns[i].name, guns[i].firepower, rate_of(guns[i]), guns[i].unit});
    places_.push_back(i);
  }
  if (guns_.size() > most_guns) {
    throw ArgumentError("rate_of_fire",
                        fmt::format("{} MGs may keep their rate of fire", guns_.size()),
                        fmt::format("at most {} of them, or 0", most_guns));
  }
}

void RateOfFire::note(FireShot& shot, TwoDice roll, std::uint8_t fired, int shots,
                      bool cowers) const {
  if (shots >= shots_ || guns_.empty()) return;
  const std::vector<int> units = cowers ? firing(fired) : std::vector<int>{};
  std::uint8_t kept = 0;
  bool may_lose = false;
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    if (fired != 0 && (fired >> i & 1) == 0) continue;
    const bool marked = units.size() == 1 && guns_[i].unit == units.front();
    if (roll.coloured > guns_[i].rate || marked) continue;
    kept |= small(1u << i);
    may_lose = may_lose || guns_[i].unit != Attackers::nobody;
  }
  shot.again = kept;
  shot.cowers = units.size() > 1 && may_lose ? 1 : 0;
}

void RateOfFire::cower(Dice& dice, FireShot& shot, std::uint8_t fired) const {
  if (shot.cowers == 0) return;
  const std::vector<int> units = firing(fired);
  const auto alike = [&](int a, int b) {
    return of_unit(units.at(static_cast<std::size_t>(a)), shot.again) ==
           of_unit(units.at(static_cast<std::size_t>(b)), shot.again);
  };
  const std::uint32_t marked = who_cowers(dice, static_cast<int>(units.size()), alike);
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    for (std::size_t k = 0; k < units.size(); ++k) {
      if ((marked >> k & 1) != 0 && guns_[i].unit == units[k]) {
        shot.again &= static_cast<std::uint8_t>(~(1u << i));
      }
    }
  }
}

/// The units that fire and may cower: all, or those who man these MGs.
std::vector<int> RateOfFire::firing(std::uint8_t fired) const {
  std::vector<int> units;
  for (int unit = 0; unit < may_be_marked_; ++unit) {
    if (fired == 0 || !of_unit(unit, fired).empty()) units.push_back(unit);
  }
  return units;
}

/// Those of the MGs that the unit mans, whoever it is.
std::vector<RateOfFire::Gun> RateOfFire::of_unit(int unit, std::uint8_t guns) const {
  std::vector<Gun> own;
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    if ((guns >> i & 1) == 0 || guns_[i].unit != unit) continue;
    own.push_back(guns_[i]);
    own.back().unit = Attackers::nobody;
  }
  return own;
}

int RateOfFire::column(std::uint8_t fires) const {
  double sum = 0;
  for (std::size_t i = 0; i < guns_.size(); ++i) {
    if ((fires >> i & 1) == 0) continue;
    if (guns_[i].firepower < 0) return whole_column_;
    sum += guns_[i].firepower;
  }
  return ift_->column(sum);
}

std::uint8_t RateOfFire::fired_by(std::uint8_t again) const {
  std::uint8_t guns = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if ((again >> i & 1) != 0) guns |= small(1u << places_[i]);
  }
  return guns;
}

std::uint8_t RateOfFire::rates_of(std::size_t gun) const {
  std::uint8_t rates = 0;
  for (std::size_t i = 0; i < places_.size() && i < guns_.size(); ++i) {
    if (places_[i] == gun) rates |= small(1u << i);
  }
  return rates;
}

void RateOfFire::tell(Working& working, const Ift& ift) const {
  std::set<int> rates;
  for (const Gun& gun : guns_) rates.insert(gun.rate);
  for (const int least : rates) {
    double sum = 0;
    std::vector<std::pair<std::string, int>> kinds;  // in order, and how many
    int guns = 0;
    for (const Gun& gun : guns_) {
      if (gun.rate < least) continue;
      sum += gun.firepower;
      ++guns;
      const auto kind = std::ranges::find(kinds, gun.name, &std::pair<std::string, int>::first);
      if (kind == kinds.end()) {
        kinds.emplace_back(gun.name, 1);
      } else {
        ++kind->second;
      }
    }
    std::string names;
    for (const auto& [name, count] : kinds) {
      names += names.empty() ? "" : " and ";
      names += count == 1 ? "the " + name : fmt::format("{} {}s", count, name);
    }
    working.notes.push_back(fmt::format(
        "with a coloured die of {} or less {} {} again, {} shots at most, with {}", least, names,
        guns == 1 ? "fires" : "fire", shots_, sum < 0 ? "the same FP" : firepower_text(ift, sum)));
  }
}

std::string RateOfFire::text() const {
  if (!played()) return "";
  int highest = 0;
  for (const Gun& gun : guns_) highest = std::max(highest, gun.rate);
  return fmt::format(", rate of fire {}, {} shots at most", highest, shots_);
}

}  // namespace combat_odds::asl
