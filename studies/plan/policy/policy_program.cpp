#include "studies/plan/policy/policy_program.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "studies/plan/incomes.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr double likely_from = 1e-4;

/// A set of purchases from one queue on one day.
struct Option {
  std::vector<PlannedPurchase> buys;
  int quantity = 0;  ///< added to the queue's count
  int cost = 0;
  double value = 0;
  int more = 0;  ///< the least that it costs to add something; the most there is: nothing can be
};

class Program {
 public:
  Program(const AskedPlan& asked, std::vector<Queue> queues)
      : asked_(asked), offers_(asked.offers()), queues_(std::move(queues)) {
    lay_out();
  }

  double states() const { return all_states_; }

  BuyingPolicy solve() {
    BuyingPolicy policy;
    for (const Queue& queue : queues_) {
      for (const Counted& counted : queue.groups) {
        group_of_.emplace(counted.group, policy.groups.size());
        policy.groups.push_back(counted.group);
      }
    }
    policy.enough = enough_;
    policy.states = static_cast<std::uint64_t>(all_states_);
    prepare();
    go_back(true);
    policy.value = policy.bound = start_value_;
    go_forward(policy);
    note_typical(policy);
    std::map<int, double> first;
    for (std::size_t r = 0; r < incomes_[0].size(); ++r) {
      first[std::min(start_ + least_income_[0] + static_cast<int>(r), cpp_[0])] += incomes_[0][r];
    }
    grow(0, first, 0, policy.first_days);
    return policy;
  }

  /// An upper bound for every policy (weak duality): priced groups have no maximum, but each
  /// purchase costs their price, and the price of the maximum is given back.
  double bound() {
    prepare();
    go_back(false);
    double value = start_value_;
    for (const Queue& queue : queues_) {
      if (queue.price) value += *queue.price * queue.groups.front().most;
    }
    return value;
  }

 private:
  std::size_t days() const { return asked_.to() - asked_.from() + 1; }
  std::size_t day(std::size_t d) const { return asked_.from() + d; }

  void lay_out() {
    double all = 1;
    for (Queue& queue : queues_) {
      queue.stride = size_;
      queue.most = 0;
      for (const Counted& counted : queue.groups) {
        int dearest = 0;
        for (const std::size_t o : counted.offers) dearest = std::max(dearest, offers_[o].cpp());
        enough_ += counted.most * dearest;
        if (!queue.price) queue.most += counted.most;
      }
      all *= queue.most + 1;
      if (all <= 1e9) size_ *= static_cast<std::size_t>(queue.most + 1);
    }
    start_ = 0;
    for (std::size_t d = 0; d < asked_.from(); ++d) {
      if (const DiceSum* sum = asked_.income(d)) start_ += sum->constant;
    }
    for (const PlanLine& line : asked_.kept().lines) start_ -= line.quantity * line.cpp();
    int most_cpp = start_;
    for (std::size_t d = 0; d < days(); ++d) {
      const DiceSum* const sum = asked_.income(day(d));
      incomes_.push_back(sum == nullptr ? std::vector<double>{1.0} : income_chances(*sum));
      least_income_.push_back(sum == nullptr ? 0 : sum->least());
      most_cpp += sum == nullptr ? 0 : sum->most();
      cpp_.push_back(std::min(most_cpp, enough_));
      all_states_ += (cpp_.back() + 1.0) * all;
    }
  }

  void prepare() {
    for (std::size_t d = 0; d < days(); ++d) {
      options_.emplace_back();
      for (const Queue& queue : queues_) {
        options_.back().emplace_back();
        for (int had = 0; had <= queue.most; ++had) {
          std::vector<Option> all;
          buy_on(queue, day(d), 0, had, {}, all);
          std::stable_sort(all.begin(), all.end(), [](const Option& a, const Option& b) {
            return a.quantity > b.quantity;
          });
          for (Option& option : all) option.more = cost_of_more(option, all);
          options_.back().back().push_back(std::move(all));
        }
      }
    }
  }

  /// The least that it costs to add something to a set of purchases.
  static int cost_of_more(const Option& option, const std::vector<Option>& all) {
    const auto quantity = [](const Option& of, std::size_t offer) {
      int sum = 0;
      for (const PlannedPurchase& buy : of.buys) sum += buy.offer == offer ? buy.quantity : 0;
      return sum;
    };
    int least = std::numeric_limits<int>::max();
    for (const Option& other : all) {
      const bool has_all = std::ranges::all_of(option.buys, [&](const PlannedPurchase& buy) {
        return quantity(other, buy.offer) >= quantity(option, buy.offer);
      });
      if (has_all && other.cost > option.cost) least = std::min(least, other.cost - option.cost);
    }
    return least;
  }

  bool brings(std::size_t offer, std::size_t on) const {
    for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
      if (asked_.open(offer, on) && asked_.value(offer, on, c) > 0) return true;
    }
    return false;
  }

  bool to_be_had(const Counted& counted, std::size_t on) const {
    for (; on <= asked_.to(); ++on) {
      for (const std::size_t o : counted.offers) {
        if (brings(o, on)) return true;
      }
    }
    return false;
  }

  double value(const Queue& queue, const Counted& counted, std::size_t offer, std::size_t on,
               int number) const {
    if (queue.price) {
      double most = 0;  // purchases are not counted: as with the best leaders
      for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
        most = std::max(most, asked_.value(offer, on, c));
      }
      return most - *queue.price;
    }
    const bool ordinal = CampaignForce::counts_ordinal(*counted.group);
    return asked_.value(offer, on, ordinal ? CampaignForce::ordinal_class(number) : 0);
  }

  /// Appends all sets of purchases from the groups at `place` and after it: from none to the daily
  /// maximum, of offers that bring something. `had` of these groups' units were bought before.
  void buy_on(const Queue& queue, std::size_t on, std::size_t place, int had, const Option& before,
              std::vector<Option>& all) const {
    const Counted& counted = queue.groups[place];
    const bool last = place + 1 == queue.groups.size();
    if (!last && had > counted.most) {
      buy_on(queue, on, place + 1, had - counted.most, before, all);
      return;
    }
    struct Number {
      Option option;
      int bought = 0;
    };
    std::vector<Number> numbers = {{before, 0}};
    for (const std::size_t o : counted.offers) {
      if (!brings(o, on)) continue;
      const std::vector<Number> without = numbers;
      for (Number number : without) {
        while (number.bought < asked_.daily_max(*counted.group) &&
               (queue.price || had + number.bought < counted.most)) {
          ++number.bought;
          Option& option = number.option;
          if (option.buys.empty() || option.buys.back().offer != o) {
            option.buys.push_back({o, on, 0});
          }
          ++option.buys.back().quantity;
          option.quantity += queue.price ? 0 : 1;
          option.cost += offers_[o].cpp();
          option.value += value(queue, counted, o, on, counted.kept + had + number.bought);
          numbers.push_back(number);
        }
      }
    }
    for (const Number& number : numbers) {
      all.push_back(number.option);
      if (last) continue;
      const int left = counted.most - had - number.bought;
      if (left > 0 && to_be_had(counted, on)) continue;
      if (left > 0) {  // passed over: not to be had any more
        Option past = number.option;
        past.quantity += left;
        all.push_back(past);
        buy_on(queue, on, place + 1, 0, past, all);
      } else {
        buy_on(queue, on, place + 1, 0, number.option, all);
      }
    }
  }

  std::size_t at(int cpp, std::size_t state) const {
    return static_cast<std::size_t>(cpp) * size_ + state;
  }

  /// The expected value from the next day on, by the CPP left over today.
  void expect(std::size_t d, const std::vector<double>& next, std::vector<double>& left) const {
    left.assign(at(cpp_[d] + 1, 0), 0.0);
    if (d + 1 == days()) return;
    for (int cpp = 0; cpp <= cpp_[d]; ++cpp) {
      for (std::size_t i = 0; i < incomes_[d + 1].size(); ++i) {
        const double chance = incomes_[d + 1][i];
        const int then = std::min(cpp + least_income_[d + 1] + static_cast<int>(i), cpp_[d + 1]);
        const double* const from = next.data() + at(then, 0);
        double* const to = left.data() + at(cpp, 0);
        for (std::size_t s = 0; s < size_; ++s) to[s] += chance * from[s];
      }
    }
  }

  /// Works back from the last day: after_[d] is the value still to come once the day's purchases
  /// are made. Without `keep`, only the current day's values stay in memory.
  void go_back(bool keep) {
    after_.resize(days());
    std::vector<double> value;
    for (std::size_t d = days(); d-- > 0;) {
      expect(d, value, after_[d]);
      value = after_[d];
      if (!keep) std::vector<double>().swap(after_[d]);
      for (std::size_t g = 0; g < queues_.size(); ++g) buy(d, g, value);
    }
    start_value_ = 0;
    for (std::size_t i = 0; i < incomes_[0].size(); ++i) {
      const int cpp = std::min(start_ + least_income_[0] + static_cast<int>(i), cpp_[0]);
      start_value_ += incomes_[0][i] * value[at(std::max(0, cpp), 0)];
    }
  }

  /// Finds the best purchases from one queue, in place. CPP go down from the most, counts up from
  /// the least, so values are read before they are overwritten.
  void buy(std::size_t d, std::size_t g, std::vector<double>& value) const {
    const Queue& counted = queues_[g];
    const std::size_t row = counted.stride * static_cast<std::size_t>(counted.most + 1);
    for (int cpp = cpp_[d]; cpp >= 0; --cpp) {
      for (std::size_t outer = 0; outer < size_; outer += row) {
        for (int had = 0; had <= counted.most; ++had) {
          double* const to =
              value.data() + at(cpp, outer + static_cast<std::size_t>(had) * counted.stride);
          for (const Option& option : options_[d][g][static_cast<std::size_t>(had)]) {
            if (option.cost > cpp || (option.buys.empty() && option.quantity == 0)) continue;
            const double* const from =
                value.data() +
                at(cpp - option.cost,
                   outer + static_cast<std::size_t>(had + option.quantity) * counted.stride);
            for (std::size_t s = 0; s < counted.stride; ++s) {
              to[s] = std::max(to[s], option.value + from[s]);
            }
          }
        }
      }
    }
  }

  std::vector<int> counts(std::size_t state) const {
    std::vector<int> all;
    for (const Queue& queue : queues_) all.push_back(count(queue, state));
    return all;
  }

  static int count(const Queue& queue, std::size_t state) {
    return static_cast<int>(state / queue.stride % static_cast<std::size_t>(queue.most + 1));
  }

  /// By group; units passed over count as bought.
  std::vector<int> bought(std::size_t state) const {
    std::vector<int> all;
    for (const Queue& queue : queues_) {
      int left = count(queue, state);
      for (const Counted& counted : queue.groups) {
        all.push_back(std::min(left, counted.most));
        left -= all.back();
      }
    }
    return all;
  }

  struct Choice {
    double value = 0;
    int cost = 0;
    std::size_t state = 0;
    std::vector<PlannedPurchase> buys;
    std::vector<std::vector<double>> worth;  ///< by group and number; -infinity: not to be had
    /// The best value where so much is bought that nothing can be added.
    double at_once = -std::numeric_limits<double>::infinity();
  };

  /// The best purchases in a state. Ties go to the first, which buys more now.
  Choice choose(std::size_t d, int cpp, std::size_t state) const {
    Choice best;
    best.worth.resize(group_of_.size());
    std::vector<int> numbers(group_of_.size());
    bool any = false;
    std::vector<const Option*> picked(queues_.size());
    const std::vector<int> had = counts(state);
    const auto go = [&](const auto& self, std::size_t g, int cost, std::size_t to,
                        double brings) -> void {
      if (g == queues_.size()) {
        const double value = brings + after_[d][at(cpp - cost, to)];
        note_worth(picked, value, numbers, best.worth);
        const bool is_full = std::ranges::all_of(
            picked, [&](const Option* option) { return option->more > cpp - cost; });
        if (is_full) best.at_once = std::max(best.at_once, value);
        if (any && value <= best.value + 1e-12) return;
        any = true;
        best.value = value;
        best.cost = cost;
        best.state = to;
        best.buys.clear();
        for (const Option* option : picked) {
          best.buys.insert(best.buys.end(), option->buys.begin(), option->buys.end());
        }
        return;
      }
      for (const Option& option : options_[d][g][static_cast<std::size_t>(had[g])]) {
        if (cost + option.cost > cpp) continue;
        picked[g] = &option;
        self(self, g + 1, cost + option.cost,
             to + static_cast<std::size_t>(option.quantity) * queues_[g].stride,
             brings + option.value);
      }
    };
    go(go, 0, 0, state, 0);
    return best;
  }

  /// Notes the value of today's numbers of each group, with the best purchases otherwise.
  void note_worth(const std::vector<const Option*>& picked, double value, std::vector<int>& numbers,
                  std::vector<std::vector<double>>& worth) const {
    std::ranges::fill(numbers, 0);
    for (const Option* const option : picked) {
      for (const PlannedPurchase& buy : option->buys) {
        numbers[group_of_.at(&offers_[buy.offer].group())] += buy.quantity;
      }
    }
    for (std::size_t g = 0; g < numbers.size(); ++g) {
      const auto number = static_cast<std::size_t>(numbers[g]);
      if (worth[g].size() <= number) {
        worth[g].resize(number + 1, -std::numeric_limits<double>::infinity());
      }
      worth[g][number] = std::max(worth[g][number], value);
    }
  }

  void go_forward(BuyingPolicy& policy) const {
    std::vector<double> chance(at(cpp_[0] + 1, 0), 0.0);
    for (std::size_t i = 0; i < incomes_[0].size(); ++i) {
      chance[at(std::min(start_ + least_income_[0] + static_cast<int>(i), cpp_[0]), 0)] +=
          incomes_[0][i];
    }
    for (std::size_t d = 0; d < days(); ++d) {
      const bool last = d + 1 == days();
      std::vector<double> next(last ? 0 : at(cpp_[d + 1] + 1, 0), 0.0);
      std::vector<PolicyState> of_day;
      WaitingDay waiting{day(d)};
      for (std::size_t i = 0; i < chance.size(); ++i) {
        if (chance[i] <= 0) continue;
        const int cpp = static_cast<int>(i / size_);
        const Choice choice = choose(d, cpp, i % size_);
        waiting.at_hand += chance[i] * cpp;
        waiting.spent += chance[i] * choice.cost;
        waiting.waiting += chance[i] * (choice.value - choice.at_once);
        if (chance[i] >= likely_from) {
          of_day.push_back(
              {day(d), cpp, bought(i % size_), choice.buys, choice.cost, chance[i], choice.worth});
        } else {
          policy.unlikely += chance[i];
        }
        for (std::size_t r = 0; !last && r < incomes_[d + 1].size(); ++r) {
          const int then = cpp - choice.cost + least_income_[d + 1] + static_cast<int>(r);
          next[at(std::min(then, cpp_[d + 1]), choice.state)] += chance[i] * incomes_[d + 1][r];
        }
      }
      policy.waiting.push_back(waiting);
      std::stable_sort(of_day.begin(), of_day.end(),
                       [](const auto& a, const auto& b) { return a.chance > b.chance; });
      policy.likely.insert(policy.likely.end(), of_day.begin(), of_day.end());
      chance = std::move(next);
    }
  }

  /// Adds what is done on a day for these CPP at hand, each with the chance that the game comes
  /// to it, after the purchases of `state`, and what follows.
  void grow(std::size_t d, const std::map<int, double>& at_hand, std::size_t state,
            std::vector<PolicyBranch>& branches) const {
    constexpr std::size_t days_told = 3;
    const auto alike = [](const PlannedPurchase& a, const PlannedPurchase& b) {
      return a.offer == b.offer && a.quantity == b.quantity;
    };
    for (auto from = at_hand.begin(); from != at_hand.end();) {
      const Choice choice = choose(d, from->first, state);
      PolicyBranch branch{d + 1, day(d), from->first, from->first, choice.buys, choice.cost, 0};
      std::map<int, double> then;
      const bool goes_on = d + 1 < std::min(days(), days_told);
      while (from != at_hand.end() &&
             std::ranges::equal(choose(d, from->first, state).buys, choice.buys, alike)) {
        const auto [cpp, chance] = *from;
        branch.most_cpp = cpp;
        branch.chance += chance;
        for (std::size_t r = 0; goes_on && r < incomes_[d + 1].size(); ++r) {
          const int next = cpp - choice.cost + least_income_[d + 1] + static_cast<int>(r);
          then[std::min(next, cpp_[d + 1])] += chance * incomes_[d + 1][r];
        }
        ++from;
      }
      branches.push_back(std::move(branch));
      if (goes_on) grow(d + 1, then, choice.state, branches);
    }
  }

  void note_typical(BuyingPolicy& policy) const {
    Purchases& purchases = policy.typical;
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      if (offers_[o].fixed) purchases.push_back({o, offers_[o].line.day, *offers_[o].fixed});
    }
    const std::vector<int> incomes = mean_incomes(asked_);
    int cpp = start_;
    std::size_t state = 0;
    for (std::size_t d = 0; d < days(); ++d) {
      cpp = std::min(cpp + incomes[day(d)], cpp_[d]);
      const Choice choice = choose(d, cpp, state);
      purchases.insert(purchases.end(), choice.buys.begin(), choice.buys.end());
      policy.typical_game.push_back({day(d), cpp, bought(state), choice.buys, choice.cost, 1, {}});
      policy.typical_incomes.push_back(incomes[day(d)]);
      cpp -= choice.cost;
      state = choice.state;
    }
  }

  const AskedPlan& asked_;
  const Offers& offers_;
  std::vector<Queue> queues_;
  std::map<const ReinforcementGroup*, std::size_t> group_of_;  ///< its index in the policy
  std::size_t size_ = 1;                                       ///< combinations of counts
  double all_states_ = 0;
  int enough_ = 0;
  int start_ = 0;  ///< CPP at hand before the first day's income
  std::vector<std::vector<double>> incomes_;
  std::vector<int> least_income_;
  std::vector<int> cpp_;  ///< by day: the most that are distinguished
  /// By day, queue and the count before.
  std::vector<std::vector<std::vector<std::vector<Option>>>> options_;
  std::vector<std::vector<double>> after_;
  double start_value_ = 0;
};

}  // namespace

double policy_states(const AskedPlan& asked, const std::vector<Queue>& queues) {
  return Program(asked, queues).states();
}

BuyingPolicy solve_policy(const AskedPlan& asked, const std::vector<Queue>& queues) {
  return Program(asked, queues).solve();
}

double policy_bound(const AskedPlan& asked, const std::vector<Queue>& queues) {
  return Program(asked, queues).bound();
}

}  // namespace combat_odds::red_barricades
