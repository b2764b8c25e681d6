#include "combat_odds/studies/plan/policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/studies/plan/report.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

constexpr std::uint64_t most_states = 60'000'000;  // half a gigabyte
constexpr double likely_from = 1e-4;

/// One group that counts: how many more may come, and how its counts stand in the index of a state.
struct Counted {
  const ReinforcementGroup* group = nullptr;
  std::vector<std::size_t> offers;
  int most = 0;  ///< kept ones apart
  int kept = 0;
  std::size_t stride = 1;
};

/// What may be bought of one group on one day.
struct Option {
  std::vector<PlannedPurchase> buys;
  int quantity = 0;
  int cost = 0;
  std::vector<double> value;  ///< by the number bought before
};

class Program {
 public:
  explicit Program(const PlanWishes& wishes) : wishes_(wishes), offers_(wishes.offers()) {
    check();
    choose_groups();
    lay_out();
  }

  Policy solve() {
    Policy policy;
    for (const Counted& counted : groups_) policy.groups.push_back(counted.group);
    policy.enough = enough_;
    policy.states = states_;
    go_back();
    policy.value = start_value_;
    go_forward(policy);
    policy.typical = typical();
    return policy;
  }

 private:
  std::size_t days() const { return wishes_.to() - wishes_.from() + 1; }
  std::size_t day(std::size_t d) const { return wishes_.from() + d; }

  void check() const {
    for (const PlanLine& line : wishes_.kept().lines) {
      if (line.day >= wishes_.from()) {
        throw InputError(line.place, "a policy for dice decides on this day itself",
                         "kept purchases before --from");
      }
    }
    if (!wishes_.at_least().empty()) {
      throw InputError({"--at-least", 0, 0}, "does not go with dice in the budget",
                       "a policy can't promise it");
    }
    for (std::size_t d = 0; d < wishes_.from(); ++d) {
      const DiceSum* const sum = wishes_.income(d);
      if (sum != nullptr && !sum->fixed()) {
        throw InputError({wishes_.budget().file, 0, 0}, "dice before --from",
                         "the CPP that came up, as a number");
      }
    }
  }

  void choose_groups() {
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      if (offers_[o].fixed) continue;
      const ReinforcementGroup& group = offers_[o].group();
      bool counts = false;
      for (std::size_t d = wishes_.from(); d <= wishes_.to(); ++d) {
        for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
          counts = counts || (wishes_.open(o, d) && wishes_.value(o, d, c) > 0);
        }
      }
      if (!counts) continue;
      if (group.kind == Kind::observer || group.kind == Kind::spotter_plane) {
        throw InputError({"--best", 0, 0}, "Observers and Spotter Planes with dice in the budget",
                         "a budget without dice, or --without them");
      }
      auto known = std::find_if(groups_.begin(), groups_.end(),
                                [&](const Counted& each) { return each.group == &group; });
      if (known == groups_.end()) {
        groups_.push_back({&group, {}, wishes_.most(group), 0, 1});
        known = groups_.end() - 1;
        for (const PlanLine& line : wishes_.kept().lines) {
          if (line.group == &group) known->kept += line.quantity;
        }
        known->most -= known->kept;
      }
      known->offers.push_back(o);
    }
    std::erase_if(groups_, [](const Counted& each) { return each.most <= 0; });
  }

  void lay_out() {
    double all = 1;
    for (Counted& counted : groups_) {
      counted.stride = size_;
      int dearest = 0;
      for (const std::size_t o : counted.offers) dearest = std::max(dearest, offers_[o].cpp());
      enough_ += counted.most * dearest;
      all *= counted.most + 1;
      if (all > most_states) break;
      size_ *= static_cast<std::size_t>(counted.most + 1);
    }
    start_ = 0;
    for (std::size_t d = 0; d < wishes_.from(); ++d) {
      if (const DiceSum* sum = wishes_.income(d)) start_ += sum->constant;
    }
    for (const PlanLine& line : wishes_.kept().lines) start_ -= line.quantity * line.cpp();
    int most_cpp = start_;
    double states = 0;
    for (std::size_t d = 0; d < days(); ++d) {
      const DiceSum* const sum = wishes_.income(day(d));
      incomes_.push_back(sum == nullptr ? std::vector<double>{1.0} : income_chances(*sum));
      least_income_.push_back(sum == nullptr ? 0 : sum->least());
      most_cpp += sum == nullptr ? 0 : sum->most();
      cpp_.push_back(std::min(most_cpp, enough_));
      states += (cpp_.back() + 1.0) * all;
      options_.emplace_back();
      for (const Counted& counted : groups_) options_.back().push_back(options(counted, day(d)));
    }
    if (states > static_cast<double>(most_states)) {
      std::vector<std::string> names;
      for (const Counted& counted : groups_) {
        names.push_back(fmt::format("{} (up to {})", counted.group->name, counted.most));
      }
      throw InputError(
          {"--best", 0, 0},
          fmt::format("{} groups count, which makes {:.2g} states of day, CPP and purchases: {}",
                      names.size(), states, fmt::join(names, ", ")),
          fmt::format("at most {}: leave groups out by --without, or --at-most GROUP=N",
                      most_states));
    }
    states_ = static_cast<std::uint64_t>(states);
  }

  /// Every number of a group from none to the daily maximum, of offers that bring something.
  std::vector<Option> options(const Counted& counted, std::size_t on) const {
    std::vector<Option> all = {{{}, 0, 0, {}}};
    for (const std::size_t o : counted.offers) {
      if (!wishes_.open(o, on)) continue;
      const std::vector<Option> before = all;
      for (int n = 1; n <= wishes_.daily_max(*counted.group); ++n) {
        for (Option option : before) {
          if (option.quantity + n > wishes_.daily_max(*counted.group)) continue;
          option.buys.push_back({o, on, n});
          option.quantity += n;
          option.cost += n * offers_[o].cpp();
          all.push_back(std::move(option));
        }
      }
    }
    const bool ordinal = CampaignForce::counts_ordinal(*counted.group);
    for (Option& option : all) {
      for (int had = 0; had <= counted.most; ++had) {
        double value = 0;
        int number = counted.kept + had;
        for (const PlannedPurchase& buy : option.buys) {
          for (int n = 0; n < buy.quantity; ++n) {
            ++number;
            value +=
                wishes_.value(buy.offer, on, ordinal ? CampaignForce::ordinal_class(number) : 0);
          }
        }
        option.value.push_back(value);
      }
    }
    std::erase_if(all, [](const Option& option) {
      return option.quantity > 0 && std::all_of(option.value.begin(), option.value.end(),
                                                [](double value) { return value <= 0; });
    });
    std::stable_sort(all.begin(), all.end(),
                     [](const Option& a, const Option& b) { return a.quantity > b.quantity; });
    return all;
  }

  std::size_t at(int cpp, std::size_t state) const {
    return static_cast<std::size_t>(cpp) * size_ + state;
  }

  /// The expected value from the next day on, given what is left of the CPP today.
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

  /// From the last day back: after_[d] is what is to come once the day's purchases are made.
  void go_back() {
    after_.resize(days());
    std::vector<double> value;
    for (std::size_t d = days(); d-- > 0;) {
      expect(d, value, after_[d]);
      value = after_[d];
      for (std::size_t g = 0; g < groups_.size(); ++g) buy(d, g, value);
    }
    start_value_ = 0;
    for (std::size_t i = 0; i < incomes_[0].size(); ++i) {
      const int cpp = std::min(start_ + least_income_[0] + static_cast<int>(i), cpp_[0]);
      start_value_ += incomes_[0][i] * value[at(std::max(0, cpp), 0)];
    }
  }

  /// The best number of one group. In place: CPP from the most down, counts from the least up, so
  /// that what is read has not been written yet.
  void buy(std::size_t d, std::size_t g, std::vector<double>& value) const {
    const Counted& counted = groups_[g];
    const std::size_t row = counted.stride * static_cast<std::size_t>(counted.most + 1);
    for (int cpp = cpp_[d]; cpp >= 0; --cpp) {
      for (std::size_t outer = 0; outer < size_; outer += row) {
        for (int had = 0; had <= counted.most; ++had) {
          double* const to =
              value.data() + at(cpp, outer + static_cast<std::size_t>(had) * counted.stride);
          for (const Option& option : options_[d][g]) {
            if (option.quantity == 0 || option.cost > cpp) continue;
            if (had + option.quantity > counted.most) continue;
            const double* const from =
                value.data() +
                at(cpp - option.cost,
                   outer + static_cast<std::size_t>(had + option.quantity) * counted.stride);
            const double brings = option.value[static_cast<std::size_t>(had)];
            for (std::size_t s = 0; s < counted.stride; ++s) {
              to[s] = std::max(to[s], brings + from[s]);
            }
          }
        }
      }
    }
  }

  std::vector<int> counts(std::size_t state) const {
    std::vector<int> all;
    for (const Counted& counted : groups_) {
      all.push_back(
          static_cast<int>(state / counted.stride % static_cast<std::size_t>(counted.most + 1)));
    }
    return all;
  }

  struct Choice {
    double value = 0;
    int cost = 0;
    std::size_t state = 0;
    std::vector<PlannedPurchase> buys;
  };

  /// The best purchases of a state; of equal ones the first, which buys more now.
  Choice choose(std::size_t d, int cpp, std::size_t state) const {
    Choice best;
    bool any = false;
    std::vector<std::size_t> picked(groups_.size(), 0);
    const std::vector<int> had = counts(state);
    const auto go = [&](const auto& self, std::size_t g, int cost, std::size_t to,
                        double brings) -> void {
      if (g == groups_.size()) {
        const double value = brings + after_[d][at(cpp - cost, to)];
        if (any && value <= best.value + 1e-12) return;
        any = true;
        best.value = value;
        best.cost = cost;
        best.state = to;
        best.buys.clear();
        for (std::size_t i = 0; i < groups_.size(); ++i) {
          const auto& buys = options_[d][i][picked[i]].buys;
          best.buys.insert(best.buys.end(), buys.begin(), buys.end());
        }
        return;
      }
      for (std::size_t i = 0; i < options_[d][g].size(); ++i) {
        const Option& option = options_[d][g][i];
        if (cost + option.cost > cpp || had[g] + option.quantity > groups_[g].most) continue;
        picked[g] = i;
        self(self, g + 1, cost + option.cost,
             to + static_cast<std::size_t>(option.quantity) * groups_[g].stride,
             brings + option.value[static_cast<std::size_t>(had[g])]);
      }
    };
    go(go, 0, 0, state, 0);
    return best;
  }

  void go_forward(Policy& policy) const {
    std::vector<double> chance(at(cpp_[0] + 1, 0), 0.0);
    for (std::size_t i = 0; i < incomes_[0].size(); ++i) {
      chance[at(std::min(start_ + least_income_[0] + static_cast<int>(i), cpp_[0]), 0)] +=
          incomes_[0][i];
    }
    for (std::size_t d = 0; d < days(); ++d) {
      const bool last = d + 1 == days();
      std::vector<double> next(last ? 0 : at(cpp_[d + 1] + 1, 0), 0.0);
      std::vector<PolicyState> of_day;
      for (std::size_t i = 0; i < chance.size(); ++i) {
        if (chance[i] <= 0) continue;
        const int cpp = static_cast<int>(i / size_);
        const Choice choice = choose(d, cpp, i % size_);
        if (chance[i] >= likely_from) {
          of_day.push_back({day(d), cpp, counts(i % size_), choice.buys, choice.cost, chance[i]});
        } else {
          policy.unlikely += chance[i];
        }
        for (std::size_t r = 0; !last && r < incomes_[d + 1].size(); ++r) {
          const int then = cpp - choice.cost + least_income_[d + 1] + static_cast<int>(r);
          next[at(std::min(then, cpp_[d + 1]), choice.state)] += chance[i] * incomes_[d + 1][r];
        }
      }
      std::stable_sort(of_day.begin(), of_day.end(),
                       [](const auto& a, const auto& b) { return a.chance > b.chance; });
      policy.likely.insert(policy.likely.end(), of_day.begin(), of_day.end());
      chance = std::move(next);
    }
  }

  Purchases typical() const {
    Purchases purchases;
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      if (offers_[o].fixed) purchases.push_back({o, offers_[o].line.day, *offers_[o].fixed});
    }
    const std::vector<int> incomes = mean_incomes(wishes_);
    int cpp = start_;
    std::size_t state = 0;
    for (std::size_t d = 0; d < days(); ++d) {
      cpp = std::min(cpp + incomes[day(d)], cpp_[d]);
      const Choice choice = choose(d, cpp, state);
      purchases.insert(purchases.end(), choice.buys.begin(), choice.buys.end());
      cpp -= choice.cost;
      state = choice.state;
    }
    return purchases;
  }

  const PlanWishes& wishes_;
  const Offers& offers_;
  std::vector<Counted> groups_;
  std::size_t size_ = 1;  ///< states of counts
  std::uint64_t states_ = 0;
  int enough_ = 0;
  int start_ = 0;  ///< CPP at hand before the first day's income
  std::vector<std::vector<double>> incomes_;
  std::vector<int> least_income_;
  std::vector<int> cpp_;                                   ///< by day: the most that are told apart
  std::vector<std::vector<std::vector<Option>>> options_;  ///< by day and group
  std::vector<std::vector<double>> after_;
  double start_value_ = 0;
};

}  // namespace

std::vector<double> income_chances(const DiceSum& sum) {
  std::vector<double> chances = {1.0};
  for (const DiceSum::Term& term : sum.dice) {
    for (int n = 0; n < std::abs(term.dice); ++n) {
      std::vector<double> next(chances.size() + static_cast<std::size_t>(term.sides) - 1, 0.0);
      for (std::size_t i = 0; i < chances.size(); ++i) {
        for (std::size_t face = 0; face < static_cast<std::size_t>(term.sides); ++face) {
          next[i + face] += chances[i] / term.sides;
        }
      }
      chances = std::move(next);
    }
  }
  return chances;
}

std::vector<int> mean_incomes(const PlanWishes& wishes) {
  std::vector<int> incomes;
  double so_far = 0;
  int told = 0;
  for (std::size_t day = 0; day < wishes.offers().days(); ++day) {
    if (const DiceSum* const sum = wishes.income(day)) {
      so_far += (sum->least() + sum->most()) / 2.0;  // dice are symmetrical
    }
    const int whole = static_cast<int>(so_far + 1e-9);
    incomes.push_back(whole - told);
    told = whole;
  }
  return incomes;
}

Policy best_policy(const PlanWishes& wishes) { return Program(wishes).solve(); }

std::string policy_csv(const PlanWishes& wishes, const Policy& policy) {
  std::string text = "date,cpp,bought,buy,cost,chance\n";
  for (const PolicyState& state : policy.likely) {
    std::vector<std::string> bought;
    for (std::size_t g = 0; g < policy.groups.size(); ++g) {
      if (state.bought[g] > 0) {
        bought.push_back(fmt::format("{} {}", state.bought[g], policy.groups[g]->id));
      }
    }
    std::vector<std::string> buys;
    for (const PlannedPurchase& buy : state.buys) {
      buys.push_back(offer_text(wishes.offers()[buy.offer], buy.quantity));
    }
    text +=
        fmt::format("{},{},{},{},{},{:.6g}\n", wishes.charts().historical.dates()[state.day],
                    state.cpp, csv_field(fmt::format("{}", fmt::join(bought, " "))),
                    csv_field(buys.empty() ? "nothing" : fmt::format("{}", fmt::join(buys, ", "))),
                    state.cost, state.chance);
  }
  return text;
}

}  // namespace combat_odds::red_barricades
