#include "studies/plan/policy/purchase_policy.hpp"

#include <algorithm>

#include "studies/plan/policy/policy_groups.hpp"
#include "studies/plan/policy/policy_program.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr std::uint64_t most_relaxed_states = 15'000'000;
constexpr int most_price_trials = 40;

/// The groups that bring least for a CPP share queues; no more of them than it takes to make the
/// program small enough.
std::vector<Queue> queued(const AskedPlan& asked, std::vector<Counted> groups,
                          std::uint64_t most_states) {
  std::vector<Queue> queues;
  for (Counted& counted : groups) queues.push_back({{std::move(counted)}, {}, 0, 1});
  if (policy_states(asked, queues) <= static_cast<double>(most_states)) return queues;
  std::stable_sort(queues.begin(), queues.end(), [](const Queue& a, const Queue& b) {
    return a.groups.front().per_cpp > b.groups.front().per_cpp;
  });
  while (queues.size() > 1 && policy_states(asked, queues) > static_cast<double>(most_states)) {
    std::vector<Counted> tail = std::move(queues.back().groups);
    queues.pop_back();
    for (Counted& counted : tail) queues.back().groups.push_back(std::move(counted));
  }
  return queues;
}

/// The least bound found by varying the prices of the groups that are not counted: the ones with
/// the lowest maxima.
double bound(const AskedPlan& asked, std::vector<Counted> groups) {
  std::vector<Queue> queues;
  for (Counted& counted : groups) queues.push_back({{std::move(counted)}, {}, 0, 1});
  std::vector<Queue*> by_number;
  for (Queue& queue : queues) by_number.push_back(&queue);
  std::stable_sort(by_number.begin(), by_number.end(), [](const Queue* a, const Queue* b) {
    return a->groups.front().most < b->groups.front().most;
  });
  std::vector<Queue*> priced;
  std::vector<double> steps;
  for (Queue* const queue : by_number) {
    if (policy_states(asked, queues) <= static_cast<double>(most_relaxed_states)) break;
    const Counted& counted = queue->groups.front();
    double each = 0;
    for (const std::size_t o : counted.offers) {
      each = std::max(each, counted.per_cpp * asked.offers()[o].cpp());
    }
    queue->price = each / 2;
    priced.push_back(queue);
    steps.push_back(each / 4);
  }
  double least = policy_bound(asked, queues);
  int trials = 1;
  while (!priced.empty() && trials < most_price_trials) {
    for (std::size_t i = 0; i < priced.size(); ++i) {
      const double price = *priced[i]->price;
      double best = price;
      for (const double other : {price - steps[i], price + steps[i]}) {
        if (best != price || trials >= most_price_trials) break;
        priced[i]->price = std::max(0.0, other);
        const double tried = policy_bound(asked, queues);
        ++trials;
        if (tried < least) {
          least = tried;
          best = *priced[i]->price;
        }
      }
      if (best == price) steps[i] /= 2;
      priced[i]->price = best;
    }
  }
  return least;
}

/// What the purchases that stand are worth, which no policy changes.
double value_of_kept(const AskedPlan& asked) {
  const Offers& offers = asked.offers();
  std::vector<std::size_t> kept;
  for (std::size_t o = 0; o < offers.all().size(); ++o) {
    if (offers[o].fixed) kept.push_back(o);
  }
  std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    return offers[a].line.day < offers[b].line.day;
  });
  double value = 0;
  int rifle_companies = 0;
  for (const std::size_t o : kept) {
    for (int n = 0; n < *offers[o].fixed; ++n) {
      const bool counts = offers[o].counts_ordinal();
      const std::size_t c = counts ? CampaignForce::ordinal_class(++rifle_companies) : 0;
      value += asked.value(o, offers[o].line.day, c);
    }
  }
  return value;
}

}  // namespace

BuyingPolicy best_policy(const AskedPlan& asked, std::uint64_t most_states) {
  check_policy_wishes(asked);
  const std::vector<Counted> groups = counted_groups(asked);
  const std::vector<Queue> queues = queued(asked, groups, most_states);
  BuyingPolicy policy = solve_policy(asked, queues);
  for (const Queue& queue : queues) {
    if (queue.groups.size() < 2) continue;
    for (const Counted& counted : queue.groups) policy.queue.push_back(counted.group);
  }
  if (!policy.queue.empty()) {
    policy.bound = std::min(all_on_best_days(asked, groups), bound(asked, groups));
  }
  const double kept = value_of_kept(asked);
  policy.value += kept;
  policy.bound += kept;
  return policy;
}

}  // namespace combat_odds::red_barricades
