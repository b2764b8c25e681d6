#include "studies/points/side_totals.hpp"

#include <algorithm>

namespace combat_odds {

const char* SideTotal::prices_name() const {
  return base_game && revised ? "base-game and revised prices" : "";
}

std::vector<SideTotal> side_totals(const std::vector<PricedUnit>& force) {
  std::vector<SideTotal> all;
  for (const PricedUnit& unit : force) {
    auto total = std::ranges::find(all, unit.side, &SideTotal::side);
    if (total == all.end()) total = all.insert(all.end(), SideTotal{.side = unit.side});
    total->quantity += unit.quantity;
    total->bpv += unit.quantity * unit.each.bpv;
    total->npv += unit.quantity * unit.each.npv;
    total->is_known = total->is_known && unit.availability != Availability::not_yet;
    (unit.has_base_price() ? total->base_game : total->revised) = true;
  }
  return all;
}

std::optional<Balance> balance(const std::vector<SideTotal>& totals) {
  const bool are_known = std::ranges::all_of(
      totals, [](const SideTotal& side) { return side.is_known && side.bpv > 0; });
  if (totals.size() != 2 || !are_known) return std::nullopt;
  const SideTotal& first = totals[0];
  const SideTotal& second = totals[1];
  return Balance{first.side,
                 second.side,
                 first.bpv - second.bpv,
                 first.npv - second.npv,
                 first.bpv / second.bpv,
                 first.npv / second.npv};
}

}  // namespace combat_odds
