#include "sim/declare/rarity.hpp"

namespace combat_odds {
namespace {

/// GUN & VEHICLE POINT VALUES of Cross of Iron.
constexpr int months_early = 3;
constexpr double early_factor = 2;
constexpr double late_factor = 1.5;

}  // namespace

Availability availability(Month from, std::optional<Month> to, Month date) {
  if (date.count() < from.count() - months_early) return Availability::not_yet;
  if (date.count() < from.count()) return Availability::early;
  if (to && date.count() > to->count()) return Availability::late;
  return Availability::common;
}

double rarity_factor(Availability availability) {
  return availability == Availability::early  ? early_factor
         : availability == Availability::late ? late_factor
                                              : 1;
}

}  // namespace combat_odds
