#include "studies/plan/policy/policy_groups.hpp"

#include <algorithm>

#include "core/text/option_error.hpp"

namespace combat_odds::red_barricades {

void check_policy_wishes(const AskedPlan& asked) {
  for (const PlanLine& line : asked.kept().lines) {
    if (line.day >= asked.from()) {
      throw InputError(line.place, "is kept on a day that the policy decides: the budget has dice",
                       "kept purchases of the days before --from");
    }
  }
  if (!asked.at_least().empty()) {
    throw OptionError("--at-least", "does not go with dice in the budget",
                      "leave it out: no policy can promise it");
  }
  for (std::size_t d = 0; d < asked.from(); ++d) {
    const DiceSum* const sum = asked.income(d);
    if (sum != nullptr && !sum->fixed()) {
      throw InputError({asked.budget().file}, "has dice on a day before --from",
                       "the CPP that came up on that day, as a number");
    }
  }
}

std::vector<Counted> counted_groups(const AskedPlan& asked) {
  const Offers& offers = asked.offers();
  std::vector<Counted> groups;
  for (std::size_t o = 0; o < offers.all().size(); ++o) {
    if (offers[o].fixed) continue;
    const ReinforcementGroup& group = offers[o].group();
    double per_cpp = 0;
    for (std::size_t d = asked.from(); d <= asked.to(); ++d) {
      for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
        if (!asked.open(o, d)) continue;
        per_cpp = std::max(per_cpp, asked.value(o, d, c) / std::max(1, offers[o].cpp()));
      }
    }
    if (per_cpp <= 0) continue;
    if (group.kind == ReinforcementGroup::Kind::observer ||
        group.kind == ReinforcementGroup::Kind::spotter_plane) {
      throw OptionError("--best", "needs a budget without dice for Observers and Spotter Planes",
                        "such a budget, or --without them");
    }
    auto known = std::find_if(groups.begin(), groups.end(),
                              [&](const Counted& each) { return each.group == &group; });
    if (known == groups.end()) {
      groups.push_back({&group, {}, asked.most(group), 0, 0});
      known = groups.end() - 1;
      for (const PlanLine& line : asked.kept().lines) {
        if (line.group == &group) known->kept += line.quantity;
      }
      known->most -= known->kept;
    }
    known->offers.push_back(o);
    known->per_cpp = std::max(known->per_cpp, per_cpp);
  }
  std::erase_if(groups, [](const Counted& each) { return each.most <= 0; });
  return groups;
}

double all_on_best_days(const AskedPlan& asked, const std::vector<Counted>& groups) {
  double sum = 0;
  for (const Counted& counted : groups) {
    const bool ordinal = CampaignForce::counts_ordinal(*counted.group);
    for (int n = counted.kept + 1; n <= counted.kept + counted.most; ++n) {
      double best = 0;
      for (const std::size_t o : counted.offers) {
        for (std::size_t d = asked.from(); d <= asked.to(); ++d) {
          if (!asked.open(o, d)) continue;
          best = std::max(best, asked.value(o, d, ordinal ? CampaignForce::ordinal_class(n) : 0));
        }
      }
      sum += best;
    }
  }
  return sum;
}

}  // namespace combat_odds::red_barricades
