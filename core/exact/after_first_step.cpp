#include "core/exact/after_first_step.hpp"

#include <numeric>

namespace combat_odds {
namespace {

/// The product, or 0 where it takes more than 63 bits.
std::uint64_t short_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t all = 0;
  return __builtin_mul_overflow(a, b, &all) || all >> 63 != 0 ? 0 : all;
}

}  // namespace

std::optional<AfterFirstStep::Numbers> AfterFirstStep::odds(StateExplorer& states) {
  const std::optional<std::uint32_t> first = states.only_first_changes();
  return first ? after(states, *first) : std::nullopt;
}

/// Null where they can't be worked out.
const AfterFirstStep::Numbers* AfterFirstStep::from(StateExplorer& states, Link link) {
  const bool is_state = link.is(Link::Kind::node);
  if (!is_state && !link.is(Link::Kind::border)) return nullptr;
  auto& known = is_state ? of_states_ : of_borders_;
  const auto [at, is_new] = known.try_emplace(link.index(), nullptr);
  if (!is_new) return at->second;
  std::optional<Numbers> found =
      is_state ? after(states, link.index()) : Numbers{1, {{states.leaf_of(link.index(), 1), 1}}};
  if (!found) return nullptr;
  count_ += found->of_leaves.size();
  return known[link.index()] = &all_.emplace_back(*std::move(found));
}

/// The odds from a state: those from the ends of its step, each by its weight.
std::optional<AfterFirstStep::Numbers> AfterFirstStep::after(StateExplorer& states,
                                                             std::uint32_t state) {
  if (count_ > most_numbers) return std::nullopt;
  const StepGraph::Step step = states.steps.steps[state];
  const auto weights = states.shapes().weights(step.shape);
  std::vector<const Numbers*> ends;
  ends.reserve(weights.size());
  std::uint64_t common = 1;
  for (std::size_t end = 0; end < weights.size(); ++end) {
    const Numbers* const there = from(states, states.steps.ends[step.first_end + end]);
    if (there == nullptr) return std::nullopt;
    ends.push_back(there);
    common = short_product(common / std::gcd(common, there->over), there->over);
    if (common == 0) return std::nullopt;
  }
  Numbers sum;
  sum.over = short_product(states.shapes().throws(step.shape), common);
  if (sum.over == 0) return std::nullopt;
  std::size_t most = 0;
  for (const Numbers* const end : ends) most += end->of_leaves.size();
  sum.of_leaves.reserve(most);
  std::vector<std::uint32_t> place;  // behind that of each leaf in the sum; 0: none yet
  place.reserve(most);
  std::uint64_t all = sum.over;
  for (std::size_t end = 0; end < ends.size(); ++end) {
    const std::uint64_t factor = weights[end] * (common / ends[end]->over);
    for (const auto& [leaf, number] : ends[end]->of_leaves) {
      if (leaf >= place.size()) place.resize(leaf + 1, 0);
      if (place[leaf] == 0) {
        sum.of_leaves.emplace_back(leaf, 0);
        place[leaf] = static_cast<std::uint32_t>(sum.of_leaves.size());
      }
      sum.of_leaves[place[leaf] - 1].second += number * factor;  // together at most sum.over
    }
  }
  for (const auto& [leaf, number] : sum.of_leaves) all = std::gcd(all, number);
  for (auto& [leaf, number] : sum.of_leaves) number /= all;
  sum.over /= all;
  return sum;
}

}  // namespace combat_odds
