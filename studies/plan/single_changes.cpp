#include "studies/plan/single_changes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace combat_odds::red_barricades {
namespace {

Purchases without_one(const Purchases& purchases, std::size_t which) {
  Purchases fewer = purchases;
  if (--fewer[which].quantity == 0) fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(which));
  return fewer;
}

Purchases with_one(Purchases purchases, std::size_t offer, std::size_t day) {
  const auto place = std::find_if(purchases.begin(), purchases.end(), [&](const auto& each) {
    return std::pair(each.day, each.offer) >= std::pair(day, offer);
  });
  if (place != purchases.end() && place->day == day && place->offer == offer) {
    ++place->quantity;
  } else {
    purchases.insert(place, {offer, day, 1});
  }
  return purchases;
}

/// A change of a plan: one purchase less, one of an offer on a day more, or both. `less` is the
/// index of a purchase (empty: none); `offer` is SIZE_MAX if none is added.
struct Change {
  std::optional<std::size_t> less;
  std::size_t offer = SIZE_MAX;
  std::size_t day = 0;
};

void for_each_change(const AskedPlan& asked, const Purchases& purchases,
                     const std::function<void(const Change&, const Purchases&)>& use) {
  for (std::size_t p = 0; p <= purchases.size(); ++p) {
    const bool less = p < purchases.size();
    if (less && asked.offers()[purchases[p].offer].fixed) continue;
    const Purchases fewer = less ? without_one(purchases, p) : purchases;
    const std::optional<std::size_t> left = less ? std::optional(p) : std::nullopt;
    if (less) use({left}, fewer);
    for (std::size_t o = 0; o < asked.offers().all().size(); ++o) {
      if (asked.offers()[o].fixed) continue;
      for (std::size_t day = asked.from(); day <= asked.to(); ++day) {
        const bool same = less && o == purchases[p].offer && day == purchases[p].day;
        if (!same && asked.open(o, day)) use({left, o, day}, with_one(fewer, o, day));
      }
    }
  }
}

}  // namespace

double plan_tolerance(double value) { return 1e-9 * std::max(1.0, std::abs(value)); }

Purchases tidied(const AskedPlan& asked, Purchases purchases) {
  const double value = reckon(asked, purchases).value;
  const auto as_good = [&](const Purchases& other) {
    const Reckoned reckoned = reckon(asked, other);
    return reckoned.possible && reckoned.value >= value - plan_tolerance(value);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = 0; p < purchases.size() && !changed; ++p) {
      const PlannedPurchase one = purchases[p];
      if (asked.offers()[one.offer].fixed) continue;
      const Purchases fewer = without_one(purchases, p);
      if (as_good(fewer)) {
        purchases = fewer;
        changed = true;
      }
      for (std::size_t day = asked.from(); day < one.day && !changed; ++day) {
        if (!asked.open(one.offer, day)) continue;
        const Purchases earlier = with_one(fewer, one.offer, day);
        if (as_good(earlier)) {
          purchases = earlier;
          changed = true;
        }
      }
    }
  }
  return purchases;
}

std::vector<Tie> ties_of(const AskedPlan& asked, const Purchases& purchases, double value) {
  std::vector<Tie> ties;
  for_each_change(asked, purchases, [&](const Change& change, const Purchases& changed) {
    if (!change.less || change.offer == SIZE_MAX) return;
    const Reckoned other = reckon(asked, changed);
    if (other.possible && std::abs(other.value - value) <= plan_tolerance(value)) {
      ties.push_back({*change.less, change.offer, change.day});
    }
  });
  return ties;
}

FixedPlan best_change(const AskedPlan& asked, const Purchases& purchases) {
  FixedPlan best;
  for_each_change(asked, purchases, [&](const Change&, const Purchases& changed) {
    Reckoned other = reckon(asked, changed);
    if (!other.possible || (best.reckoned.possible && other.value <= best.reckoned.value)) return;
    best.purchases = changed;
    best.reckoned = std::move(other);
  });
  return best;
}

}  // namespace combat_odds::red_barricades
