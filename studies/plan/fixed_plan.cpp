#include "combat_odds/studies/plan/fixed_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "combat_odds/reports/text.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;
using Row = IntegerProgram::Row;
using Variable = IntegerProgram::Variable;

constexpr std::size_t classes = CampaignForce::ordinal_classes;
/// How many Rifle Coys a class of the Leader DRM holds: to the fifth, to the eighth.
constexpr int class_size[] = {5, 3};

bool ordinal(const Offer& offer) { return CampaignForce::counts_ordinal(offer.group()); }

/// How far two values may lie apart and be the same, for sums of that size.
double tolerance(double value) { return 1e-9 * std::max(1.0, std::abs(value)); }

/// The integer program of the wishes. A purchase x on a day stands beside the sum X of its offer up
/// to the day: the budgets are rows of few X, which the solver cuts and branches on far better than
/// on rows of all x.
class Model {
 public:
  /// `goal` in place of the objective: as many of this group as possible.
  explicit Model(const PlanWishes& wishes, const ReinforcementGroup* goal = nullptr)
      : wishes_(wishes), offers_(wishes.offers()), goal_(goal) {
    choose_offers();
    split_ = goal_ == nullptr && leaders_differ();
    add_purchases();
    add_classes();
    add_budget();
    add_maxima();
    add_conditions();
  }

  void add_at_least() {
    for (const auto& [group, number] : wishes_.at_least()) {
      Row row;
      for (const std::size_t o : of_group(*group)) add_term(row, upto(o, last_day()), 1);
      row.least = number - fixed(last_day(), [&, g = group](const ReinforcementGroup& each) {
                    return &each == g ? 1 : 0;
                  });
      program_.add(std::move(row));
    }
  }

  /// Another plan than this one must come out.
  void exclude(const Purchases& purchases) {
    Row differs;
    differs.least = 1;
    for (const Choice& choice : choices_) {
      if (offers_[choice.offer].fixed || choice.ordinal_class > 0) continue;
      const double most = daily_max(choice.offer);
      double now = 0;
      for (const PlannedPurchase& p : purchases) {
        if (p.offer == choice.offer && p.day == choice.day) now += p.quantity;
      }
      std::vector<IntegerProgram::Term> bought;
      for (const Choice& same : choices_) {
        if (same.offer == choice.offer && same.day == choice.day) {
          bought.push_back({same.variable, 1});
        }
      }
      const auto append = [&](Row& row, double factor) {
        for (const auto& term : bought) row.terms.push_back({term.variable, factor});
      };
      if (now == 0) {
        append(differs, 1);
      } else if (now == most) {
        append(differs, -1);
        differs.least -= most;
      } else {
        const std::size_t more = program_.add(Variable{0, 0, 1, true});
        const std::size_t fewer = program_.add(Variable{0, 0, 1, true});
        Row if_more;  // bought >= (now + 1) * more
        append(if_more, 1);
        if_more.terms.push_back({more, -(now + 1)});
        if_more.least = 0;
        program_.add(std::move(if_more));
        Row if_fewer;  // bought <= most - (most - now + 1) * fewer
        append(if_fewer, 1);
        if_fewer.terms.push_back({fewer, most - now + 1});
        if_fewer.most = most;
        program_.add(std::move(if_fewer));
        differs.terms.push_back({more, 1});
        differs.terms.push_back({fewer, 1});
      }
    }
    program_.add(std::move(differs));
  }

  const IntegerProgram& program() const { return program_; }

  Purchases purchases(const std::vector<double>& chosen) const {
    std::map<std::pair<std::size_t, std::size_t>, double> number;  // by day and offer
    for (const Choice& choice : choices_) {
      number[{choice.day, choice.offer}] += chosen[choice.variable];
    }
    Purchases all;
    for (const auto& [when, quantity] : number) {
      const int whole = static_cast<int>(std::lround(quantity));
      if (whole > 0) all.push_back({when.second, when.first, whole});
    }
    return all;
  }

  /// What one more CPP on each day is worth, by the prices of the rows.
  std::vector<double> cpp_worth(const std::vector<double>& prices) const {
    std::vector<double> worth(offers_.days(), 0.0);
    for (std::size_t day = offers_.days(); day-- > 0;) {
      worth[day] = day + 1 < offers_.days() ? worth[day + 1] : 0.0;
      if (budget_rows_[day] != SIZE_MAX) worth[day] += std::max(0.0, prices[budget_rows_[day]]);
    }
    return worth;
  }

 private:
  struct Choice {
    std::size_t offer = 0;
    std::size_t day = 0;
    std::size_t ordinal_class = 0;
    std::size_t variable = 0;
  };

  std::size_t last_day() const { return offers_.days() - 1; }
  double daily_max(std::size_t offer) const {
    return offers_[offer].fixed ? *offers_[offer].fixed : wishes_.daily_max(offers_[offer].group());
  }
  double value(std::size_t offer, std::size_t day, std::size_t c) const {
    if (goal_ != nullptr) return &offers_[offer].group() == goal_ ? 1 : 0;
    return wishes_.value(offer, day, c);
  }

  std::vector<std::size_t> of_group(const ReinforcementGroup& group) const {
    std::vector<std::size_t> all;
    for (const std::size_t o : chosen_) {
      if (&offers_[o].group() == &group && !offers_[o].fixed) all.push_back(o);
    }
    return all;
  }

  /// What kept purchases up to a day come to.
  template <class Count>
  double fixed(std::size_t day, const Count& count) const {
    double sum = 0;
    for (const Offer& offer : offers_.all()) {
      if (offer.fixed && offer.line.day <= day) sum += *offer.fixed * count(offer.group());
    }
    return sum;
  }

  /// What counts for the objective, stands already, or is needed for something else.
  void choose_offers() {
    std::set<std::size_t> wanted;
    bool observers = false;
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      const ReinforcementGroup& group = offers_[o].group();
      bool counts = offers_[o].fixed.has_value() || wishes_.at_least().contains(&group);
      for (std::size_t day = 0; day < offers_.days() && !counts; ++day) {
        for (std::size_t c = 0; c < (ordinal(offers_[o]) ? classes : 1); ++c) {
          counts = counts || (wishes_.open(o, day) && value(o, day, c) > 0);
        }
      }
      if (counts) wanted.insert(o);
      observers = observers ||
                  (counts && (group.kind == Kind::observer || group.kind == Kind::spotter_plane));
    }
    for (std::size_t o = 0; o < offers_.all().size(); ++o) {
      if (observers && takes_observer(offers_[o].group())) wanted.insert(o);
    }
    chosen_.assign(wanted.begin(), wanted.end());
  }

  bool leaders_differ() const {
    for (const std::size_t o : chosen_) {
      if (!ordinal(offers_[o])) continue;
      for (std::size_t day = 0; day < offers_.days(); ++day) {
        if (!wishes_.open(o, day)) continue;
        for (std::size_t c = 1; c < classes; ++c) {
          if (value(o, day, c) != value(o, day, 0)) return true;
        }
      }
    }
    return false;
  }

  void add_purchases() {
    sums_.assign(offers_.all().size(), std::vector<std::size_t>(offers_.days(), SIZE_MAX));
    for (const std::size_t o : chosen_) {
      const Offer& offer = offers_[o];
      const bool split = split_ && ordinal(offer);
      std::size_t before = SIZE_MAX;
      for (std::size_t day = 0; day < offers_.days(); ++day) {
        if (wishes_.open(o, day)) {
          Row day_row;
          for (std::size_t c = 0; c < (split ? classes : 1); ++c) {
            const std::size_t x = program_.add(Variable{value(o, day, c), 0, daily_max(o), split});
            choices_.push_back({o, day, c, x});
            day_row.terms.push_back({x, 1});
          }
          if (offer.fixed) {
            day_row.least = day_row.most = *offer.fixed;
            program_.add(std::move(day_row));
          } else {
            const std::size_t sum = program_.add(
                Variable{0, 0, static_cast<double>(wishes_.most(offer.group())), true});
            for (auto& term : day_row.terms) term.factor = -1;
            day_row.terms.push_back({sum, 1});
            if (before != SIZE_MAX) day_row.terms.push_back({before, -1});
            day_row.least = day_row.most = 0;
            program_.add(std::move(day_row));
            before = sum;
          }
        }
        sums_[o][day] = before;
      }
    }
  }

  /// The sixth Rifle Coy and later: a class is bought from only when the one before it is full.
  void add_classes() {
    if (!split_) return;
    for (std::size_t c = 0; c + 1 < classes; ++c) {
      std::size_t before = SIZE_MAX;
      for (std::size_t day = 0; day < offers_.days(); ++day) {
        Row sum_row;
        Row next;
        double most = 0;
        for (const Choice& choice : choices_) {
          if (choice.day != day || !ordinal(offers_[choice.offer])) continue;
          if (choice.ordinal_class == c) sum_row.terms.push_back({choice.variable, -1});
          if (choice.ordinal_class != c + 1) continue;
          next.terms.push_back({choice.variable, 1});
          most += daily_max(choice.offer);
        }
        if (sum_row.terms.empty()) continue;
        const std::size_t sum =
            program_.add(Variable{0, 0, static_cast<double>(class_size[c]), true});
        const std::size_t is_full = program_.add(Variable{0, 0, 1, true});
        sum_row.terms.push_back({sum, 1});
        if (before != SIZE_MAX) sum_row.terms.push_back({before, -1});
        sum_row.least = sum_row.most = 0;
        program_.add(std::move(sum_row));
        program_.add(
            Row{{{sum, 1}, {is_full, -static_cast<double>(class_size[c])}}, 0, Row{}.most});
        next.terms.push_back({is_full, -most});
        next.most = 0;
        program_.add(std::move(next));
        before = sum;
      }
    }
  }

  std::size_t upto(std::size_t offer, std::size_t day) const { return sums_[offer][day]; }
  static void add_term(Row& row, std::size_t variable, double factor) {
    if (variable != SIZE_MAX) row.terms.push_back({variable, factor});
  }

  void add_budget() {
    budget_rows_.assign(offers_.days(), SIZE_MAX);
    double left = 0;
    for (std::size_t day = 0; day < offers_.days(); ++day) {
      if (const DiceSum* sum = wishes_.income(day)) left += sum->constant;
      for (const Offer& offer : offers_.all()) {
        if (offer.fixed && offer.line.day == day) left -= *offer.fixed * offer.cpp();
      }
      Row row;
      for (const std::size_t o : chosen_) {
        if (!offers_[o].fixed) add_term(row, upto(o, day), offers_[o].cpp());
      }
      row.most = left;
      if (!row.terms.empty()) budget_rows_[day] = program_.add(std::move(row));
    }
  }

  void add_maxima() {
    std::set<const ReinforcementGroup*> groups;
    for (const std::size_t o : chosen_) groups.insert(&offers_[o].group());
    for (const ReinforcementGroup* const group : groups) {
      const auto counted = [&](const ReinforcementGroup& each) { return &each == group ? 1 : 0; };
      Row in_all;
      for (const std::size_t o : of_group(*group)) add_term(in_all, upto(o, last_day()), 1);
      in_all.most = wishes_.most(*group) - fixed(last_day(), counted);
      if (!in_all.terms.empty()) program_.add(std::move(in_all));
      for (std::size_t day = 0; day < offers_.days(); ++day) {
        Row row;
        for (const Choice& choice : choices_) {
          if (choice.day == day && &offers_[choice.offer].group() == group) {
            row.terms.push_back({choice.variable, 1});
          }
        }
        row.most = wishes_.daily_max(*group);
        if (row.terms.size() > 1) program_.add(std::move(row));
      }
    }
  }

  /// An Observer or a Spotter Plane for each module, Spotter Planes for large ones only.
  void add_conditions() {
    using Of = bool (*)(const ReinforcementGroup&);
    const Of observer = [](const ReinforcementGroup& group) {
      return group.kind == Kind::observer || group.kind == Kind::spotter_plane;
    };
    const Of plane = [](const ReinforcementGroup& group) {
      return group.kind == Kind::spotter_plane;
    };
    const Of large = [](const ReinforcementGroup& group) { return group.for_spotter_planes(); };
    const std::pair<Of, Of> conditions[] = {{observer, takes_observer}, {plane, large}};
    for (const auto& [needs, gives] : conditions) {
      for (std::size_t day = 0; day < offers_.days(); ++day) {
        const auto balance = [&, n = needs, g = gives](const ReinforcementGroup& group) {
          return (n(group) ? 1 : 0) - (g(group) ? 1 : 0);
        };
        Row row;
        bool any = false;
        for (const std::size_t o : chosen_) {
          const int factor = balance(offers_[o].group());
          if (offers_[o].fixed || factor == 0) continue;
          any = any || factor > 0;
          add_term(row, upto(o, day), factor);
        }
        row.most = -fixed(day, balance);
        if (any && !row.terms.empty()) program_.add(std::move(row));
      }
    }
  }

  const PlanWishes& wishes_;
  const Offers& offers_;
  const ReinforcementGroup* goal_;
  std::vector<std::size_t> chosen_;
  bool split_ = false;
  IntegerProgram program_;
  std::vector<Choice> choices_;
  std::vector<std::vector<std::size_t>> sums_;  ///< the variable X by offer and day; none: SIZE_MAX
  std::vector<std::size_t> budget_rows_;        ///< by day
};

/// Which wish can't be had: by itself, or only together with the others.
InputError impossible(const PlanWishes& wishes) {
  std::vector<std::string> all;
  for (const auto& [group, number] : wishes.at_least()) {
    const IntegerSolution most = maximize(Model(wishes, group).program());
    int kept = 0;
    for (const PlanLine& line : wishes.kept().lines) {
      kept += line.group == group ? line.quantity : 0;
    }
    // The program counts what is kept, too.
    const int possible = most.found() ? static_cast<int>(std::lround(most.value)) : kept;
    if (possible < number) {
      return {{"--at-least", 0, 0},
              fmt::format("{} {} can't be had", number, group->name),
              fmt::format("at most {}: no more can be paid for, are for sale then or are allowed",
                          possible)};
    }
    all.push_back(fmt::format("{} {}", number, group->name));
  }
  return {{"--at-least", 0, 0},
          fmt::format("{} can't all be had: each alone could", joined(all)),
          "fewer of one"};
}

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

/// Leaves out what brings nothing, and buys on the earlier of two days that are as good, so that of
/// equal plans one is told.
Purchases tidied(const PlanWishes& wishes, Purchases purchases) {
  const double value = reckon(wishes, purchases).value;
  const auto as_good = [&](const Purchases& other) {
    const Reckoned reckoned = reckon(wishes, other);
    return reckoned.possible && reckoned.value >= value - tolerance(value);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = 0; p < purchases.size() && !changed; ++p) {
      const PlannedPurchase one = purchases[p];
      if (wishes.offers()[one.offer].fixed) continue;
      const Purchases fewer = without_one(purchases, p);
      if (as_good(fewer)) {
        purchases = fewer;
        changed = true;
      }
      for (std::size_t day = wishes.from(); day < one.day && !changed; ++day) {
        if (!wishes.open(one.offer, day)) continue;
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

std::vector<Tie> ties_of(const PlanWishes& wishes, const Purchases& purchases, double value) {
  std::vector<Tie> ties;
  for (std::size_t p = 0; p < purchases.size(); ++p) {
    if (wishes.offers()[purchases[p].offer].fixed) continue;
    const Purchases fewer = without_one(purchases, p);
    for (std::size_t o = 0; o < wishes.offers().all().size(); ++o) {
      if (wishes.offers()[o].fixed) continue;
      for (std::size_t day = wishes.from(); day <= wishes.to(); ++day) {
        const bool same = o == purchases[p].offer && day == purchases[p].day;
        if (same || !wishes.open(o, day)) continue;
        // Only what is about as good by itself is gone through: the class of a Leader DRM may
        // change with it.
        const Reckoned other = reckon(wishes, with_one(fewer, o, day));
        if (other.possible && std::abs(other.value - value) <= tolerance(value)) {
          ties.push_back({p, o, day});
        }
      }
    }
  }
  return ties;
}

FixedPlan plan_of(const PlanWishes& wishes, const Model& model, const IntegerSolution& solution) {
  FixedPlan plan;
  plan.proven = solution.state == IntegerSolution::State::optimal;
  plan.bound = solution.bound;
  if (!solution.found()) return plan;
  plan.purchases = tidied(wishes, model.purchases(solution.chosen));
  plan.reckoned = reckon(wishes, plan.purchases);
  if (!plan.reckoned.possible) throw std::logic_error("the integer program's plan does not hold");
  // Of a kept and a new Rifle Coy of one day the program may take either for the sixth.
  if (plan.reckoned.value < solution.value - 1e-6 * std::max(1.0, std::abs(solution.value))) {
    plan.proven = false;
    plan.bound = std::max(plan.bound, solution.value);
  }
  if (plan.proven) plan.bound = plan.reckoned.value;
  return plan;
}

}  // namespace

Reckoned reckon(const PlanWishes& wishes, const Purchases& purchases) {
  const Offers& offers = wishes.offers();
  Reckoned reckoned;
  reckoned.values.assign(purchases.size(), 0.0);
  std::map<const ReinforcementGroup*, int> in_all;
  int cpp = 0;
  int modules = 0;
  int large_modules = 0;
  int observers = 0;
  int planes = 0;
  int rifle_companies = 0;
  std::size_t at = 0;
  for (std::size_t day = 0; day < offers.days(); ++day) {
    if (const DiceSum* sum = wishes.income(day)) cpp += sum->constant;
    std::map<const ReinforcementGroup*, int> today;
    for (; at < purchases.size() && purchases[at].day == day; ++at) {
      const PlannedPurchase& purchase = purchases[at];
      const Offer& offer = offers[purchase.offer];
      const ReinforcementGroup& group = offer.group();
      if (!wishes.open(purchase.offer, day)) return reckoned;
      cpp -= purchase.quantity * offer.cpp();
      today[&group] += purchase.quantity;
      in_all[&group] += purchase.quantity;
      if (today[&group] > wishes.daily_max(group) || in_all[&group] > wishes.most(group)) {
        return reckoned;
      }
      if (takes_observer(group)) modules += purchase.quantity;
      if (group.for_spotter_planes()) large_modules += purchase.quantity;
      if (group.kind == Kind::observer) observers += purchase.quantity;
      if (group.kind == Kind::spotter_plane) planes += purchase.quantity;
      for (int n = 0; n < purchase.quantity; ++n) {
        const std::size_t c = ordinal(offer) ? CampaignForce::ordinal_class(++rifle_companies) : 0;
        reckoned.values[at] += wishes.value(purchase.offer, day, c);
      }
      reckoned.value += reckoned.values[at];
    }
    if (cpp < 0 || observers + planes > modules || planes > large_modules) return reckoned;
  }
  if (at != purchases.size()) return reckoned;
  for (const auto& [group, number] : wishes.at_least()) {
    if (in_all[group] < number) return reckoned;
  }
  reckoned.possible = true;
  return reckoned;
}

FixedPlan best_fixed_plan(const PlanWishes& wishes, const std::function<bool()>& stop) {
  Model model(wishes);
  model.add_at_least();
  const IntegerSolution solution = maximize(model.program(), stop);
  if (solution.state == IntegerSolution::State::impossible) throw impossible(wishes);
  if (!solution.found()) throw SystemError("stopped before there was any plan");
  FixedPlan plan = plan_of(wishes, model, solution);
  if (const auto prices = row_prices(model.program())) plan.cpp_worth = model.cpp_worth(*prices);
  plan.ties = ties_of(wishes, plan.purchases, plan.reckoned.value);
  return plan;
}

FixedPlan next_best_plan(const PlanWishes& wishes, const Purchases& best,
                         const std::function<bool()>& stop) {
  if (stop && stop()) return {};
  Model model(wishes);
  model.add_at_least();
  model.exclude(best);
  const IntegerSolution solution = maximize(model.program(), stop);
  if (!solution.found()) return {};
  FixedPlan plan;
  plan.proven = solution.state == IntegerSolution::State::optimal;
  plan.purchases = model.purchases(solution.chosen);
  plan.reckoned = reckon(wishes, plan.purchases);
  plan.bound = plan.proven ? plan.reckoned.value : solution.bound;
  return plan;
}

}  // namespace combat_odds::red_barricades
