#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"

// One DR for units with modifiers of their own: "4-6-7@-2; 4-6-7".

namespace combat_odds::asl {
namespace {

constexpr std::size_t most_readings = DrResults::critical_hit - 1;

std::vector<IftResult> by_group(const std::vector<int>& drms, FireTarget::OfDrm of) {
  std::vector<IftResult> results;
  for (const int drm : drms) results.push_back(of(drm));
  return results;
}

/// Of all groups, and behind them of those whom a Critical Hit strikes.
struct ByGroup {
  std::vector<IftResult> results;
  std::uint32_t critical = 0;
};

ByGroup by_group(const std::vector<int>& drms, FireTarget::OfDrm of,
                 FireTarget::CriticalOfDrm critical) {
  ByGroup made{by_group(drms, of), 0};
  for (std::size_t group = 0; group < drms.size(); ++group) {
    const std::optional<IftResult> struck = critical(drms[group]);
    if (struck) made.critical |= std::uint32_t{1} << group;
    made.results.push_back(struck.value_or(IftResult{}));
  }
  return made;
}

}  // namespace

std::string DrResults::text() const {
  if (reading == critical_hit) return result.text() + ", by the Critical Hit " + other.text();
  const bool differ = reading != 0 && !(other == result);
  return result.text() + (differ ? ", at the last group " + other.text() : "");
}

void FireTarget::add_reading(std::vector<IftResult> by_group, std::uint32_t critical) {
  const auto known = std::ranges::find_if(readings_, [&](const Reading& reading) {
    return reading.by_group == by_group && reading.critical == critical;
  });
  if (known != readings_.end()) return;
  if (readings_.size() == most_readings) {
    throw ArgumentError("target", "the modifiers of the groups are too many, or too far apart",
                        "fewer groups, or modifiers that differ less");
  }
  Reading reading;
  reading.by_group = std::move(by_group);
  reading.critical = critical;
  std::vector<IftResult>& different = reading.different;
  const std::size_t groups = group_drms_.size();
  std::size_t first = 0;  // who is struck by a Critical Hit is apart (C3.74)
  for (std::size_t i = 0; i < reading.by_group.size(); ++i) {
    if (i == groups) first = different.size();
    const auto same = std::find(different.begin() + static_cast<std::ptrdiff_t>(first),
                                different.end(), reading.by_group[i]);
    reading.of_group.at(i) = small(same - different.begin());
    if (same == different.end()) different.push_back(reading.by_group[i]);
  }
  readings_.push_back(std::move(reading));
}

std::uint8_t FireTarget::reading_of(std::span<const IftResult> by_group,
                                    std::uint32_t critical) const {
  const auto known = std::find_if(readings_.begin(), readings_.end(), [&](const Reading& reading) {
    return reading.critical == critical &&
           std::equal(by_group.begin(), by_group.end(), reading.by_group.begin(),
                      reading.by_group.end());
  });
  return small(known - readings_.begin() + 1);
}

void FireTarget::expect(OfDrm of) {
  if (has_groups()) add_reading(by_group(group_drms_, of), 0);
}

void FireTarget::expect_critical(OfDrm of, CriticalOfDrm critical) {
  if (!has_groups()) return;
  ByGroup made = by_group(group_drms_, of, critical);
  add_reading(std::move(made.results), made.critical);
}

void FireTarget::expect_any(const Ift& ift) {
  if (!has_groups()) return;
  const auto [least, most] = std::ranges::minmax(group_drms_);
  expect([](int) { return IftResult{}; });
  for (int column = 0; column < ift.columns(); ++column) {
    for (int final_dr = -most; final_dr <= Ift::last_row - least; ++final_dr) {
      expect([&](int drm) { return ift.at(column, final_dr + drm); });
    }
  }
}

DrResults FireTarget::results(OfDrm of) const {
  DrResults made{of(group_drms_.front()), of(group_drms_.back())};
  if (has_groups()) made.reading = reading_of(by_group(group_drms_, of), 0);
  return made;
}

DrResults FireTarget::critical_results(OfDrm of, CriticalOfDrm critical) const {
  const int first = group_drms_.front();
  if (!has_groups()) {
    // Of one unit nobody is left whom it does not strike.
    const IftResult normal = units.size() > 1 ? of(first) : IftResult{};
    return {normal, critical(first).value_or(IftResult{}), DrResults::critical_hit};
  }
  const ByGroup all = by_group(group_drms_, of, critical);
  return {of(first), of(group_drms_.back()), reading_of(all.results, all.critical)};
}

void FireTarget::begin(TargetStack& stack, const DrResults& results, bool last) const {
  if (results.reading != 0) {
    begin_on_groups(stack, results.reading, last);
  } else {
    begin(stack, results.result, last);
  }
}

void FireTarget::begin(Dice& dice, TargetStack& stack, const DrResults& results, bool last) const {
  if (results.reading == DrResults::critical_hit) {
    begin_critical(dice, stack, results.other, results.result, last);
    return;
  }
  const std::uint32_t groups = results.reading == 0 ? 0 : readings_[results.reading - 1u].critical;
  std::uint32_t among = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const bool is_hit = (groups >> type(stack, i).traits.group & 1) != 0;
    if (is_hit && !stack.units[i].is_away()) among |= std::uint32_t{1} << i;
  }
  if (among != 0) strike_one(dice, stack, among);
  begin(stack, results, last);
}

bool FireTarget::resolve(Dice& dice, TargetStack& stack, const DrResults& results,
                         bool last) const {
  begin(dice, stack, results, last);
  return play(dice, stack);
}

void FireTarget::begin_on_groups(TargetStack& stack, std::uint8_t reading, bool last) const {
  using Kind = IftResult::Kind;
  const std::vector<IftResult>& different = readings_[reading - 1u].different;
  if (different.size() == 1) {
    begin(stack, different.front(), last);
    return;
  }
  stack.reading = reading;
  leaders_in_order(stack);
  stack.last = last ? 1 : 0;
  bool casualties = false;
  for (std::size_t hit = 0; hit < different.size(); ++hit) {
    if (different[hit].kind >= Kind::mc && left(stack, hit) != 0) stack.nmc_or_better = 1;
    casualties = casualties || different[hit].kind >= Kind::k;
  }
  go_through(stack, casualties ? TargetStack::Phase::casualties : TargetStack::Phase::leaders);
}

void FireTarget::check_movers(bool all_move, const char* options) const {
  if (!has_groups() || !all_move) return;
  throw ArgumentError("target", "FFNAM and FFMO would count for all of them",
                      fmt::format("with '4-6-7@-2; 4-6-7' they stand behind the @ of the movers; "
                                  "leave out {}",
                                  options));
}

void FireTarget::check_no_tem(const char* attack, const char* rule) const {
  if (*std::max_element(group_drms_.begin(), group_drms_.end()) <= 0) return;
  throw ArgumentError("target", fmt::format("{} minds no TEM ({})", attack, rule),
                      "no modifier above 0 behind an @, such as '4-6-7@-2; 4-6-7'");
}

}  // namespace combat_odds::asl
