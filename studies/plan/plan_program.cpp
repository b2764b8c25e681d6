#include "studies/plan/plan_program.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;
using Row = IntegerProgram::Row;
using Variable = IntegerProgram::Variable;

constexpr std::size_t classes = CampaignForce::ordinal_classes;
/// The number of Rifle Coys in a class of the Leader DRM: to the fifth, to the eighth.
constexpr int class_size[] = {5, 3};

}  // namespace

PlanProgram::PlanProgram(const AskedPlan& asked, const ReinforcementGroup* goal)
    : asked_(asked), offers_(asked.offers()), goal_(goal) {
  choose_offers();
  split_ = goal_ == nullptr && leaders_differ();
  add_purchases();
  add_classes();
  add_budget();
  add_maxima();
  add_conditions();
}

void PlanProgram::add_at_least() {
  for (const auto& [group, number] : asked_.at_least()) {
    Row row;
    for (const std::size_t o : of_group(*group)) add_term(row, upto(o, last_day()), 1);
    row.least = number - fixed(last_day(), [&, g = group](const ReinforcementGroup& each) {
                  return &each == g ? 1 : 0;
                });
    program_.add(std::move(row));
  }
}

void PlanProgram::exclude(const Purchases& purchases) {
  Row differs;
  differs.least = 1;
  for (const Choice& choice : choices_) {
    if (offers_[choice.offer].fixed || choice.ordinal_class > 0) continue;
    const double most = daily_max(choice.offer);
    double now = 0;
    for (const PlannedPurchase& p : purchases) {
      if (p.offer == choice.offer && p.day == choice.day) now += p.quantity;
    }
    std::vector<IntegerProgram::Summand> bought;
    for (const Choice& same : choices_) {
      if (same.offer == choice.offer && same.day == choice.day) {
        bought.push_back({same.variable, 1});
      }
    }
    const auto append = [&](Row& row, double factor) {
      for (const auto& term : bought) row.summands.push_back({term.variable, factor});
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
      if_more.summands.push_back({more, -(now + 1)});
      if_more.least = 0;
      program_.add(std::move(if_more));
      Row if_fewer;  // bought <= most - (most - now + 1) * fewer
      append(if_fewer, 1);
      if_fewer.summands.push_back({fewer, most - now + 1});
      if_fewer.most = most;
      program_.add(std::move(if_fewer));
      differs.summands.push_back({more, 1});
      differs.summands.push_back({fewer, 1});
    }
  }
  program_.add(std::move(differs));
}

Purchases PlanProgram::purchases(const std::vector<double>& chosen) const {
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

IntegerProgram PlanProgram::with_one_more(std::size_t from) const {
  IntegerProgram richer = program_;
  for (std::size_t day = from; day < budget_rows_.size(); ++day) {
    if (budget_rows_[day] != SIZE_MAX) richer.rows[budget_rows_[day]].most += 1;
  }
  return richer;
}

IntegerProgram PlanProgram::with_one_kept(std::size_t day) const {
  IntegerProgram poorer = program_;
  if (budget_rows_[day] != SIZE_MAX) poorer.rows[budget_rows_[day]].most -= 1;
  return poorer;
}

std::vector<double> PlanProgram::cpp_prices(const std::vector<double>& prices) const {
  std::vector<double> worth(offers_.days(), 0.0);
  for (std::size_t day = offers_.days(); day-- > 0;) {
    worth[day] = day + 1 < offers_.days() ? worth[day + 1] : 0.0;
    if (budget_rows_[day] != SIZE_MAX) worth[day] += std::max(0.0, prices[budget_rows_[day]]);
  }
  return worth;
}

std::vector<std::size_t> PlanProgram::of_group(const ReinforcementGroup& group) const {
  std::vector<std::size_t> all;
  for (const std::size_t o : chosen_) {
    if (&offers_[o].group() == &group && !offers_[o].fixed) all.push_back(o);
  }
  return all;
}

void PlanProgram::choose_offers() {
  std::set<std::size_t> wanted;
  bool observers = false;
  for (std::size_t o = 0; o < offers_.all().size(); ++o) {
    const ReinforcementGroup& group = offers_[o].group();
    bool counts = offers_[o].fixed.has_value() || asked_.at_least().contains(&group);
    for (std::size_t day = 0; day < offers_.days() && !counts; ++day) {
      for (std::size_t c = 0; c < (offers_[o].counts_ordinal() ? classes : 1); ++c) {
        counts = counts || (asked_.open(o, day) && value(o, day, c) > 0);
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

bool PlanProgram::leaders_differ() const {
  for (const std::size_t o : chosen_) {
    if (!offers_[o].counts_ordinal()) continue;
    for (std::size_t day = 0; day < offers_.days(); ++day) {
      if (!asked_.open(o, day)) continue;
      for (std::size_t c = 1; c < classes; ++c) {
        if (value(o, day, c) != value(o, day, 0)) return true;
      }
    }
  }
  return false;
}

void PlanProgram::add_purchases() {
  sums_.assign(offers_.all().size(), std::vector<std::size_t>(offers_.days(), SIZE_MAX));
  for (const std::size_t o : chosen_) {
    const Offer& offer = offers_[o];
    const bool split = split_ && offer.counts_ordinal();
    std::size_t before = SIZE_MAX;
    for (std::size_t day = 0; day < offers_.days(); ++day) {
      if (asked_.open(o, day)) {
        Row day_row;
        for (std::size_t c = 0; c < (split ? classes : 1); ++c) {
          const std::size_t x = program_.add(Variable{value(o, day, c), 0, daily_max(o), split});
          choices_.push_back({o, day, c, x});
          day_row.summands.push_back({x, 1});
        }
        if (offer.fixed) {
          day_row.least = day_row.most = *offer.fixed;
          program_.add(std::move(day_row));
        } else {
          const std::size_t sum =
              program_.add(Variable{0, 0, static_cast<double>(asked_.most(offer.group())), true});
          for (auto& term : day_row.summands) term.factor = -1;
          day_row.summands.push_back({sum, 1});
          if (before != SIZE_MAX) day_row.summands.push_back({before, -1});
          day_row.least = day_row.most = 0;
          program_.add(std::move(day_row));
          before = sum;
        }
      }
      sums_[o][day] = before;
    }
  }
}

void PlanProgram::add_classes() {
  if (!split_) return;
  for (std::size_t c = 0; c + 1 < classes; ++c) {
    std::size_t before = SIZE_MAX;
    for (std::size_t day = 0; day < offers_.days(); ++day) {
      Row sum_row;
      Row next;
      double most = 0;
      for (const Choice& choice : choices_) {
        if (choice.day != day || !offers_[choice.offer].counts_ordinal()) continue;
        if (choice.ordinal_class == c) sum_row.summands.push_back({choice.variable, -1});
        if (choice.ordinal_class != c + 1) continue;
        next.summands.push_back({choice.variable, 1});
        most += daily_max(choice.offer);
      }
      if (sum_row.summands.empty()) continue;
      const std::size_t sum =
          program_.add(Variable{0, 0, static_cast<double>(class_size[c]), true});
      const std::size_t is_full = program_.add(Variable{0, 0, 1, true});
      sum_row.summands.push_back({sum, 1});
      if (before != SIZE_MAX) sum_row.summands.push_back({before, -1});
      sum_row.least = sum_row.most = 0;
      program_.add(std::move(sum_row));
      program_.add(Row{{{sum, 1}, {is_full, -static_cast<double>(class_size[c])}}, 0, Row{}.most});
      next.summands.push_back({is_full, -most});
      next.most = 0;
      program_.add(std::move(next));
      before = sum;
    }
  }
}

void PlanProgram::add_budget() {
  budget_rows_.assign(offers_.days(), SIZE_MAX);
  double left = 0;
  for (std::size_t day = 0; day < offers_.days(); ++day) {
    if (const DiceSum* sum = asked_.income(day)) left += sum->constant;
    for (const Offer& offer : offers_.all()) {
      if (offer.fixed && offer.line.day == day) left -= *offer.fixed * offer.cpp();
    }
    Row row;
    for (const std::size_t o : chosen_) {
      if (!offers_[o].fixed) add_term(row, upto(o, day), offers_[o].cpp());
    }
    row.most = left;
    if (!row.summands.empty()) budget_rows_[day] = program_.add(std::move(row));
  }
}

void PlanProgram::add_maxima() {
  std::set<const ReinforcementGroup*> groups;
  for (const std::size_t o : chosen_) groups.insert(&offers_[o].group());
  for (const ReinforcementGroup* const group : groups) {
    const auto counted = [&](const ReinforcementGroup& each) { return &each == group ? 1 : 0; };
    Row in_all;
    for (const std::size_t o : of_group(*group)) add_term(in_all, upto(o, last_day()), 1);
    in_all.most = asked_.most(*group) - fixed(last_day(), counted);
    if (!in_all.summands.empty()) program_.add(std::move(in_all));
    for (std::size_t day = 0; day < offers_.days(); ++day) {
      Row row;
      for (const Choice& choice : choices_) {
        if (choice.day == day && &offers_[choice.offer].group() == group) {
          row.summands.push_back({choice.variable, 1});
        }
      }
      row.most = asked_.daily_max(*group);
      if (row.summands.size() > 1) program_.add(std::move(row));
    }
  }
}

void PlanProgram::add_conditions() {
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
      if (any && !row.summands.empty()) program_.add(std::move(row));
    }
  }
}

}  // namespace combat_odds::red_barricades
