#include "studies/plan/policy/policy_worth.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "studies/plan/policy/priority_list.hpp"

namespace combat_odds::red_barricades {
namespace {

std::string number(const std::optional<double>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "";
}

}  // namespace

const WayToSpend& PolicyWorth::answer() const {
  const WayToSpend* best = &policy;
  for (const WayToSpend* const way : ways()) {
    if (way->exact && *way->exact > *best->exact + 1e-9 * std::abs(*best->exact)) best = way;
  }
  return *best;
}

PolicyWorth policy_worth(const AskedPlan& asked, const BuyingPolicy& policy,
                         const FixedPlan& fixed) {
  const auto exact = [&](const Purchases& purchases) -> std::optional<double> {
    const std::optional<ListWorth> worth = list_worth(asked, purchases);
    return worth ? std::optional(worth->value) : std::nullopt;
  };
  PolicyWorth worth;
  worth.policy = {"the policy", "policy.csv", policy.value, {}};
  worth.typical = {
      "what it buys for mean incomes, as a priority list", "plan.csv", exact(policy.typical), {}};
  worth.fixed = {"the best fixed plan for mean incomes, as a priority list",
                 "fixed-plan.csv",
                 exact(fixed.purchases),
                 {}};
  worth.mean_value = fixed.reckoned.value;
  worth.bound = policy.bound;
  worth.proven = policy.queue.empty();
  return worth;
}

std::string worth_csv(const PolicyWorth& worth) {
  Table table({"what", "file", "exact", "simulated", "answer"});
  const auto add = [&](const WayToSpend& way, const std::optional<bool>& answer) {
    table.add(way.what, way.file, number(way.exact, "{:.10g}"), number(way.simulated, "{:.10g}"),
              answer);
  };
  for (const WayToSpend* const way : worth.ways()) add(*way, way == &worth.answer());
  add({"no policy is worth more than", "", worth.bound, {}}, {});
  add({"the best fixed plan were every income its mean", "", worth.mean_value, {}}, {});
  return table.csv();
}

std::string worth_text(const PolicyWorth& worth, const BuyingPolicy& policy) {
  std::string text = fmt::format("{} states solved; more than {} CPP at hand buy nothing more\n",
                                 policy.states, policy.enough);
  for (const WayToSpend* const way : worth.ways()) {
    text += fmt::format("{} ({}):", way->what, way->file);
    if (way->exact) text += fmt::format(" {:.6g}{}", *way->exact, way->simulated ? "," : "");
    if (way->simulated) text += fmt::format(" {:.6g} simulated", *way->simulated);
    if (!way->exact) text += ", too many states for an exact value";
    text += "\n";
  }
  if (worth.proven) {
    text += "proven: no policy, and so no fixed plan, is worth more than this policy\n";
  } else {
    std::vector<std::string> names;
    for (const auto* const group : policy.queue) names.push_back(group->name);
    text += fmt::format("no policy is worth more than {:.6g}\n", worth.bound);
    text +=
        fmt::format("not proven the best: bought in this order only: {}\n", fmt::join(names, ", "));
  }
  const WayToSpend& answer = worth.answer();
  text += fmt::format("the answer: {} ({})", answer.what, answer.file);
  if (&answer != &worth.policy) {
    text += fmt::format(", worth {:.4g} more than the policy", *answer.exact - *worth.policy.exact);
  } else if (worth.fixed.exact) {
    constexpr double of_rounding = 1e-9;
    const double more = *worth.policy.exact - *worth.fixed.exact;
    text +=
        more <= of_rounding * std::abs(*worth.policy.exact)
            ? ", worth as much as the best fixed plan for mean incomes"
            : fmt::format(", worth {:.4g} more than the best fixed plan for mean incomes", more);
  }
  text += fmt::format("\nwere every income its mean, the best fixed plan would come to {:.6g}\n",
                      worth.mean_value);
  return text;
}

}  // namespace combat_odds::red_barricades
