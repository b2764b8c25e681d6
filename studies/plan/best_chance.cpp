#include "studies/plan/best_chance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/text/option_error.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;
/// The chances that 0, 1, 2 ... of the units asked for are still lacking.
using Lacking = std::vector<double>;

/// The result of one purchase: pairs of a number and its chance.
using Brings = std::vector<std::pair<int, double>>;

Brings brings_of(const AskedPlan& asked, std::size_t offer, std::size_t day, std::size_t c) {
  const SumDistribution exact =
      asked.offers().distribution(offer, day, c, asked.objective().summands.front().measure);
  Brings all;
  for (int value = exact.least(); value <= exact.most(); ++value) {
    const double chance = exact.at(value).value;
    if (chance > 0) all.emplace_back(value, chance);
  }
  return all;
}

Lacking minus(const Lacking& lacking, const Brings& brings) {
  Lacking left(lacking.size(), 0.0);
  const int most = static_cast<int>(lacking.size()) - 1;
  for (int lack = 0; lack <= most; ++lack) {
    if (lacking[static_cast<std::size_t>(lack)] == 0) continue;
    for (const auto& [value, chance] : brings) {
      left[static_cast<std::size_t>(std::clamp(lack - value, 0, most))] +=
          lacking[static_cast<std::size_t>(lack)] * chance;
    }
  }
  return left;
}

class Search {
 public:
  explicit Search(const AskedPlan& asked)
      : asked_(asked),
        offers_(asked.offers()),
        wanted_(*asked.objective().at_least),
        by_(asked.objective().summands.front().by) {
    check();
    choose_groups();
    int cpp = 0;
    int dearest = 0;
    for (const Group& group : groups_) {
      for (const std::size_t o : group.offers) {
        dearest += asked_.most(*group.group) * offers_[o].cpp();
      }
    }
    for (const Offer& offer : offers_.all())
      dearest += offer.fixed ? *offer.fixed * offer.cpp() : 0;
    for (std::size_t day = 0; day <= by_; ++day) {
      incomes_.push_back(asked_.income(day) == nullptr ? 0 : asked_.income(day)->constant);
      cpp = std::min(cpp + incomes_.back(), dearest);
      cpp_.push_back(cpp);
    }
    bound();
  }

  ChancePlan solve(const std::function<bool()>& stop, std::size_t most_searched) {
    ChancePlan plan;
    Node start;
    start.lacking.assign(static_cast<std::size_t>(wanted_) + 1, 0.0);
    start.lacking.back() = 1;
    start.bought.assign(groups_.size(), 0);
    best_ = complete(start, 0);
    std::vector<Node> nodes = {start};
    for (std::size_t day = 0; day <= by_; ++day) {
      std::map<std::vector<std::int64_t>, Node> next;
      for (Node& node : nodes) {
        plan.ended = plan.searched > most_searched;
        if (plan.ended || (stop && stop())) {
          plan.purchases = best_.first;
          plan.chance = best_.second;
          plan.bound = std::max(plan.chance, highest(nodes, day));
          return plan;
        }
        node.cpp = std::min(node.cpp + incomes_[day], cpp_[day]);
        if (promise(node, day) <= best_.second + margin) continue;
        go_on(node, day, [&](Node&& grown) {
          ++plan.searched;
          if (promise_after(grown, day) <= best_.second + margin) return;
          next.emplace(key(grown), std::move(grown));
        });
      }
      nodes.clear();
      for (auto& [unused, node] : next) nodes.push_back(std::move(node));
      improve(nodes, day + 1);
    }
    plan.proven = true;
    plan.purchases = best_.first;
    plan.chance = plan.bound = best_.second;
    return plan;
  }

 private:
  static constexpr double margin = 1e-12;

  struct Group {
    const ReinforcementGroup* group = nullptr;
    std::vector<std::size_t> offers;
    int kept = 0;
  };
  struct Node {
    int cpp = 0;
    std::vector<int> bought;
    int kept_ordinals = 0;  ///< Rifle Coys of the kept plan so far
    Lacking lacking;
    Purchases purchases;
  };

  void check() const {
    if (!asked_.at_least().empty()) {
      throw OptionError("--at-least", "does not go with a chance",
                        "--keep with what is to be bought in any case");
    }
    for (const PlanLine& line : asked_.kept().lines) {
      if (line.day > by_) {
        throw InputError(line.place, "is bought after the day that the chance is asked for",
                         "a day up to that one");
      }
    }
  }

  void choose_groups() {
    const std::string& measure = asked_.objective().summands.front().measure;
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      const ReinforcementGroup& group = offers_[o].group();
      if (offers_[o].fixed) continue;
      bool counts = false;
      for (std::size_t day = 0; day <= by_; ++day) {
        counts = counts || (asked_.open(o, day) && offers_.mean(o, day, 0, measure) > 0);
      }
      if (!counts) continue;
      if (group.kind == Kind::observer || group.kind == Kind::spotter_plane) {
        throw OptionError(
            "--best", "asks for a chance of Observers or Spotter Planes, which come for certain",
            "another measure, or their number");
      }
      auto known = std::find_if(groups_.begin(), groups_.end(),
                                [&](const Group& each) { return each.group == &group; });
      if (known == groups_.end()) {
        groups_.push_back({&group, {}, 0});
        known = groups_.end() - 1;
        for (const PlanLine& line : asked_.kept().lines) {
          known->kept += line.group == &group ? line.quantity : 0;
        }
      }
      // An offer that brings no more than another one, and is no cheaper, is not needed.
      bool dearer = false;
      for (const std::size_t other : known->offers) {
        dearer = dearer || (offers_[other].cpp() <= offers_[o].cpp() &&
                            offers_.mean(other, 0, 0, measure) >= offers_.mean(o, 0, 0, measure));
      }
      if (!dearer) known->offers.push_back(o);
    }
  }

  const Brings& brings(std::size_t offer, std::size_t day, std::size_t c) const {
    const auto key = std::tuple(offer, day, c);
    const auto known = brings_.find(key);
    if (known != brings_.end()) return known->second;
    return brings_.emplace(key, brings_of(asked_, offer, day, c)).first->second;
  }

  std::size_t at(int cpp, int lack) const {
    return static_cast<std::size_t>(cpp) * static_cast<std::size_t>(wanted_ + 1) +
           static_cast<std::size_t>(lack);
  }
  int kept_today(std::size_t offer, std::size_t day) const {
    return offers_[offer].fixed && offers_[offer].line.day == day ? *offers_[offer].fixed : 0;
  }

  /// Fills in an upper bound for each number of CPP and of lacking units: the chance of a player
  /// who sees the result of a purchase before the next one, and who has no campaign maxima. No plan
  /// has a better chance.
  void bound() {
    const auto states = at(cpp_[by_] + 1, 0);
    bounds_.assign(by_ + 1, {});
    afters_.assign(by_ + 1, {});
    std::vector<double> next;
    for (std::size_t day = by_ + 1; day-- > 0;) {
      std::vector<double> value(states, 0.0);
      for (int cpp = 0; cpp <= cpp_[day]; ++cpp) {
        for (int lack = 0; lack <= wanted_; ++lack) {
          value[at(cpp, lack)] =
              day == by_ ? (lack == 0 ? 1.0 : 0.0)
                         : next[at(std::min(cpp + incomes_[day + 1], cpp_[day + 1]), lack)];
        }
      }
      afters_[day] = value;
      for (const Group& group : groups_) may_buy(group, day, value);
      for (std::size_t o = 0; o < offers_.all().size(); ++o) {
        if (kept_today(o, day) > 0) must_buy(o, kept_today(o, day), day, value);
      }
      bounds_[day] = value;
      next = std::move(value);
    }
  }

  double expected(const std::vector<double>& value, int cpp, int lack, std::size_t offer,
                  std::size_t day, int left) const {
    if (left == 0) return value[at(cpp, lack)];
    double best = 0;
    for (std::size_t c = 0;
         c < (offers_[offer].counts_ordinal() ? CampaignForce::ordinal_classes : 1); ++c) {
      double sum = 0;
      for (const auto& [number, chance] : brings(offer, day, c)) {
        sum += chance *
               expected(value, cpp, std::clamp(lack - number, 0, wanted_), offer, day, left - 1);
      }
      best = std::max(best, sum);
    }
    return best;
  }

  void may_buy(const Group& group, std::size_t day, std::vector<double>& value) const {
    for (const std::size_t o : group.offers) {
      if (!asked_.open(o, day)) continue;
      const std::vector<double> before = value;
      for (int n = 1; n <= asked_.daily_max(*group.group); ++n) {
        for (int cpp = n * offers_[o].cpp(); cpp <= cpp_[day]; ++cpp) {
          for (int lack = 1; lack <= wanted_; ++lack) {
            double& best = value[at(cpp, lack)];
            best = std::max(best, expected(before, cpp - n * offers_[o].cpp(), lack, o, day, n));
          }
        }
      }
    }
  }

  void must_buy(std::size_t offer, int number, std::size_t day, std::vector<double>& value) const {
    const std::vector<double> before = value;
    const int cost = number * offers_[offer].cpp();
    for (int cpp = 0; cpp <= cpp_[day]; ++cpp) {
      for (int lack = 0; lack <= wanted_; ++lack) {
        value[at(cpp, lack)] =
            cost > cpp ? 0.0 : expected(before, cpp - cost, lack, offer, day, number);
      }
    }
  }

  double sum(const Node& node, const std::vector<double>& value) const {
    double promised = 0;
    for (int lack = 0; lack <= wanted_; ++lack) {
      promised += node.lacking[static_cast<std::size_t>(lack)] * value[at(node.cpp, lack)];
    }
    return promised;
  }
  double promise(const Node& node, std::size_t day) const { return sum(node, bounds_[day]); }
  double promise_after(const Node& node, std::size_t day) const { return sum(node, afters_[day]); }

  double highest(const std::vector<Node>& nodes, std::size_t day) const {
    double most = 0;
    for (Node node : nodes) {
      node.cpp = std::min(node.cpp + incomes_[day], cpp_[day]);
      most = std::max(most, promise(node, day));
    }
    return std::min(1.0, most);
  }

  void take(Node& node, std::size_t offer, std::size_t day, int number, std::size_t group) const {
    node.cpp -= number * offers_[offer].cpp();
    for (int n = 0; n < number; ++n) {
      std::size_t c = 0;
      if (group != SIZE_MAX) ++node.bought[group];
      if (offers_[offer].counts_ordinal()) {
        if (group == SIZE_MAX) ++node.kept_ordinals;
        int rifle_companies = node.kept_ordinals;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
          if (offers_[groups_[g].offers.front()].counts_ordinal())
            rifle_companies += node.bought[g];
        }
        c = CampaignForce::ordinal_class(rifle_companies);
      }
      node.lacking = minus(node.lacking, brings(offer, day, c));
    }
    node.purchases.push_back({offer, day, number});
  }

  /// Calls use() for every set of purchases of a day.
  template <class Use>
  void go_on(Node node, std::size_t day, const Use& use) const {
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      const int kept = kept_today(o, day);
      if (kept == 0) continue;
      if (kept * offers_[o].cpp() > node.cpp) return;
      take(node, o, day, kept, SIZE_MAX);
    }
    buy_from(node, day, 0, 0, 0, use);
  }

  template <class Use>
  void buy_from(const Node& node, std::size_t day, std::size_t g, std::size_t which, int today,
                const Use& use) const {
    if (g == groups_.size()) {
      use(Node(node));
      return;
    }
    const Group& group = groups_[g];
    if (which == group.offers.size()) {
      buy_from(node, day, g + 1, 0, 0, use);
      return;
    }
    buy_from(node, day, g, which + 1, today, use);
    const std::size_t o = group.offers[which];
    if (!asked_.open(o, day)) return;
    int kept = 0;
    for (const PlanLine& line : asked_.kept().lines) {
      kept += line.group == group.group && line.day == day ? line.quantity : 0;
    }
    for (int n = 1; today + kept + n <= asked_.daily_max(*group.group); ++n) {
      if (n * offers_[o].cpp() > node.cpp) return;
      if (node.bought[g] + group.kept + n > asked_.most(*group.group)) return;
      Node more = node;
      take(more, o, day, n, g);
      buy_from(more, day, g, which + 1, today + n, use);
    }
  }

  /// Completes a plan: every day takes the purchases that promise most by the bound.
  std::pair<Purchases, double> complete(Node node, std::size_t day) const {
    for (; day <= by_; ++day) {
      node.cpp = std::min(node.cpp + incomes_[day], cpp_[day]);
      Node best;
      double most = -1;
      go_on(node, day, [&](Node&& grown) {
        const double promised = promise_after(grown, day);
        if (promised > most + margin) {
          most = promised;
          best = std::move(grown);
        }
      });
      if (most < 0) return {{}, -1.0};
      node = std::move(best);
    }
    return {node.purchases, node.lacking.front()};
  }

  void improve(const std::vector<Node>& nodes, std::size_t day) {
    const Node* most = nullptr;
    double promised = -1;
    for (const Node& node : nodes) {
      const double of_node = promise_after(node, day - 1);
      if (of_node > promised) {
        promised = of_node;
        most = &node;
      }
    }
    if (most == nullptr) return;
    auto found = complete(*most, day);
    if (found.second > best_.second) best_ = std::move(found);
  }

  /// Plans with the same key have the same future.
  std::vector<std::int64_t> key(const Node& node) const {
    std::vector<std::int64_t> all = {node.cpp};
    all.insert(all.end(), node.bought.begin(), node.bought.end());
    for (const double chance : node.lacking) all.push_back(std::llround(chance * 1e13));
    return all;
  }

  const AskedPlan& asked_;
  const Offers& offers_;
  int wanted_;
  std::size_t by_;
  std::vector<Group> groups_;
  std::vector<int> incomes_;
  std::vector<int> cpp_;  ///< the most at hand on each day
  mutable std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Brings> brings_;
  std::vector<std::vector<double>> bounds_;  ///< by day, before its purchases
  std::vector<std::vector<double>> afters_;  ///< by day, after its purchases
  std::pair<Purchases, double> best_{{}, -1.0};
};

}  // namespace

double chance_of(const AskedPlan& asked, const Purchases& purchases) {
  const Objective::Summand& term = asked.objective().summands.front();
  Lacking lacking(static_cast<std::size_t>(*asked.objective().at_least) + 1, 0.0);
  lacking.back() = 1;
  int rifle_companies = 0;
  for (const PlannedPurchase& purchase : purchases) {
    for (int n = 0; n < purchase.quantity; ++n) {
      const std::size_t c = asked.offers()[purchase.offer].counts_ordinal()
                                ? CampaignForce::ordinal_class(++rifle_companies)
                                : 0;
      if (purchase.day > term.by) continue;
      lacking = minus(lacking, brings_of(asked, purchase.offer, purchase.day, c));
    }
  }
  return lacking.front();
}

ChancePlan best_chance_plan(const AskedPlan& asked, const std::function<bool()>& stop,
                            std::size_t most_searched) {
  ChancePlan plan = Search(asked).solve(stop, most_searched);
  std::stable_sort(plan.purchases.begin(), plan.purchases.end(), [](const auto& a, const auto& b) {
    return std::pair(a.day, a.offer) < std::pair(b.day, b.offer);
  });
  return plan;
}

}  // namespace combat_odds::red_barricades
