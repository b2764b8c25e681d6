#include "studies/plan/plan_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"

namespace combat_odds::red_barricades {
namespace {

const std::string& date_of(const AskedPlan& asked, std::size_t day) {
  return asked.charts().historical.dates()[day];
}

/// "18.5", or ">= 18.5" where more may be possible; empty where nobody asked.
std::string one_more(const FixedPlan& plan, std::size_t day) {
  if (plan.one_more.empty()) return "";
  const auto& [adds, proven] = plan.one_more[day];
  return fmt::format("{}{:.4g}", proven ? "" : ">= ", adds);
}

/// The differences between two plans: more or fewer of an offer, by day and offer.
std::map<std::pair<std::size_t, std::size_t>, int> changes(const Purchases& from,
                                                           const Purchases& to) {
  std::map<std::pair<std::size_t, std::size_t>, int> by;
  for (const PlannedPurchase& p : from) by[{p.day, p.offer}] -= p.quantity;
  for (const PlannedPurchase& p : to) by[{p.day, p.offer}] += p.quantity;
  std::erase_if(by, [](const auto& each) { return each.second == 0; });
  return by;
}

std::string on(const AskedPlan& asked, std::size_t offer, std::size_t day, int quantity) {
  return fmt::format("{} on {}", offer_text(asked.offers()[offer], quantity),
                     short_date(date_of(asked, day)));
}

std::string term_name(const AskedPlan& asked, const Objective::Summand& term) {
  return fmt::format("{}{} by {}", term.measure, term.days ? " (days)" : "",
                     short_date(date_of(asked, term.by)));
}

}  // namespace

std::string offer_text(const Offer& offer, int quantity) {
  std::string text = quantity == 1 ? "" : fmt::format("{} ", quantity);
  text += offer.group().name;
  if (offer.line.pre_registered > 0) {
    text += fmt::format(" with {} Pre-Registered hex{}", offer.line.pre_registered,
                        offer.line.pre_registered == 1 ? "" : "es");
  }
  if (offer.line.stuka_cpp > 1) text += " at 2 CPP";
  return text;
}

std::string plan_csv(const AskedPlan& asked, const Purchases& purchases) {
  Table table({"date", "side", "group", "quantity", "pre_registered", "stuka_cpp", "scenario_turns",
               "adjustment", "strength", "note"});
  for (const PlannedPurchase& p : purchases) {
    const Offer& offer = asked.offers()[p.offer];
    const PlanLine& line = offer.line;
    const auto number = [](int value, int usual) {
      return value == usual ? std::nullopt : std::optional(value);
    };
    table.add(date_of(asked, p.day), name_of(asked.side()), line.group->id, p.quantity,
              number(line.pre_registered, 0), number(line.stuka_cpp, 1),
              number(line.scenario_turns, 0), number(line.adjustment, 0), line.strength,
              line.group->name + (offer.fixed ? " (kept)" : ""));
  }
  return table.csv();
}

std::string why_csv(const AskedPlan& asked, const FixedPlan& plan) {
  Table table({"date", "group", "name", "quantity", "cpp", "adds", "adds_per_cpp", "relaxed_worth",
               "relaxed_gain"});
  for (std::size_t i = 0; i < plan.purchases.size(); ++i) {
    const PlannedPurchase& p = plan.purchases[i];
    const Offer& offer = asked.offers()[p.offer];
    const int cpp = p.quantity * offer.cpp();
    const double adds = plan.reckoned.values[i];
    std::string elsewhere;
    std::string gain;
    if (!plan.cpp_prices.empty()) {
      elsewhere = fmt::format("{:.6g}", plan.cpp_prices[p.day] * cpp);
      gain = fmt::format("{:.6g}", adds - plan.cpp_prices[p.day] * cpp);
    }
    table.add(date_of(asked, p.day), offer.group().id, offer.group().name, p.quantity, cpp,
              fmt::format("{:.10g}", adds), cpp == 0 ? "" : fmt::format("{:.6g}", adds / cpp),
              elsewhere, gain);
  }
  return table.csv();
}

std::string plan_days_csv(const AskedPlan& asked, const FixedPlan& plan) {
  Table table({"date", "income", "at_hand", "spent", "left", "one_cpp_more", "proven", "one_kept",
               "one_kept_proven"});
  int cpp = 0;
  for (std::size_t day = 0; day < asked.offers().days(); ++day) {
    const DiceSum* const sum = asked.income(day);
    const int income = sum == nullptr ? 0 : sum->constant;
    int spent = 0;
    for (const PlannedPurchase& p : plan.purchases) {
      if (p.day == day) spent += p.quantity * asked.offers()[p.offer].cpp();
    }
    cpp += income;
    std::string adds;
    std::optional<bool> proven;
    if (!plan.one_more.empty()) {
      adds = fmt::format("{:.10g}", plan.one_more[day].adds);
      proven = plan.one_more[day].proven;
    }
    const bool knows_kept = !plan.one_kept.empty();
    table.add(date_of(asked, day), income, cpp, spent, cpp - spent, adds, proven,
              knows_kept ? fmt::format("{:.10g}", plan.one_kept[day].costs) : std::string(),
              knows_kept ? std::optional(plan.one_kept[day].proven) : std::nullopt);
    cpp -= spent;
  }
  return table.csv();
}

std::string alternatives_csv(const AskedPlan& asked, const FixedPlan& plan, const FixedPlan& next) {
  Table table({"kind", "leave_date", "leave_group", "take_date", "take_group", "quantity", "loss"});
  const auto name = [&](std::size_t offer) { return offer_text(asked.offers()[offer], 1); };
  for (const Tie& tie : plan.ties) {
    const PlannedPurchase& left = plan.purchases[tie.purchase];
    table.add("tie", date_of(asked, left.day), name(left.offer), date_of(asked, tie.day),
              name(tie.offer), 1, 0);
  }
  if (!next.reckoned.possible) return table.csv();
  const double loss = std::max(0.0, plan.reckoned.value - next.reckoned.value);
  for (const auto& [what, number] : changes(plan.purchases, next.purchases)) {
    const bool left = number < 0;
    const std::string& date = date_of(asked, what.first);
    const std::string group = name(what.second);
    table.add("next_best", left ? date : "", left ? group : "", left ? "" : date, left ? "" : group,
              std::abs(number), fmt::format("{:.10g}", loss));
  }
  return table.csv();
}

std::vector<CheckedTerm> checked(const AskedPlan& asked, const Purchases& purchases,
                                 const CampaignResult& result, double confidence,
                                 std::size_t force) {
  std::vector<CheckedTerm> terms;
  for (const Objective::Summand& term : asked.objective().summands) {
    CheckedTerm checked{term_name(asked, term), term.weight, 0, {}, {}};
    int rifle_companies = 0;
    for (const PlannedPurchase& p : purchases) {
      for (int n = 0; n < p.quantity; ++n) {
        const bool counts = CampaignForce::counts_ordinal(asked.offers()[p.offer].group());
        const std::size_t c = counts ? CampaignForce::ordinal_class(++rifle_companies) : 0;
        checked.planned += term.times(p.day) * asked.offers().mean(p.offer, p.day, c, term.measure);
      }
    }
    for (const CampaignScope& scope : result.running) {
      if (scope.force != force || !scope.day || *scope.day > term.by) continue;
      if (!term.days && *scope.day != term.by) continue;
      for (const MeasureSummary& summary : summaries(scope.odds, confidence)) {
        if (summary.name != term.measure) continue;
        if (summary.exact_mean) checked.exact = checked.exact.value_or(0) + *summary.exact_mean;
        if (summary.mean) checked.simulated = checked.simulated.value_or(0) + *summary.mean;
      }
    }
    terms.push_back(std::move(checked));
  }
  return terms;
}

CheckedTerm checked_chance(const AskedPlan& asked, double planned, const CampaignResult& result) {
  const Objective::Summand& term = asked.objective().summands.front();
  CheckedTerm checked{asked.objective().text, 1, planned, {}, {}};
  for (const CampaignScope& scope : result.running) {
    if (scope.day != term.by) continue;
    for (const Chance& chance : scope.odds.chances) {
      if (chance.name != term.measure || chance.value < *asked.objective().at_least) continue;
      if (chance.exact) checked.exact = checked.exact.value_or(0) + chance.exact->value;
      if (scope.odds.trials == 0) continue;
      checked.simulated =
          checked.simulated.value_or(0) +
          static_cast<double>(chance.count) / static_cast<double>(scope.odds.trials);
    }
  }
  return checked;
}

std::string check_csv(const std::vector<CheckedTerm>& terms) {
  Table table({"term", "weight", "planned", "exact", "simulated"});
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.12g}", *value) : "";
  };
  for (const CheckedTerm& term : terms) {
    table.add(term.name, term.weight, number(term.planned), number(term.exact),
              number(term.simulated));
  }
  return table.csv();
}

double objective_of(const std::vector<CheckedTerm>& terms, bool simulated) {
  double sum = 0;
  for (const CheckedTerm& term : terms) {
    sum += term.weight * (simulated ? term.simulated : term.exact).value_or(0);
  }
  return sum;
}

std::string plan_table(const AskedPlan& asked, const FixedPlan& plan, TableStyle style,
                       std::size_t width) {
  Table grid({"date", "at hand", "spent", "1 CPP more", "bought", "adds"});
  constexpr std::size_t bought_column = 4;
  grid.set_left(bought_column);
  grid.fit(width, bought_column);
  int cpp = 0;
  std::size_t i = 0;
  for (std::size_t day = 0; day < asked.offers().days(); ++day) {
    const DiceSum* const sum = asked.income(day);
    cpp += sum == nullptr ? 0 : sum->constant;
    int spent = 0;
    double adds = 0;
    std::vector<std::string> bought;
    for (; i < plan.purchases.size() && plan.purchases[i].day == day; ++i) {
      const PlannedPurchase& p = plan.purchases[i];
      spent += p.quantity * asked.offers()[p.offer].cpp();
      adds += plan.reckoned.values[i];
      bought.push_back(offer_text(asked.offers()[p.offer], p.quantity));
    }
    if (!bought.empty()) {
      grid.add(short_date(date_of(asked, day)), cpp, spent, one_more(plan, day),
               fmt::format("{}", fmt::join(bought, ", ")), fmt::format("{:.4g}", adds));
    }
    cpp -= spent;
  }
  return grid.text(style);
}

namespace {

/// Where it costs most to keep a CPP until the next day.
std::string kept_words(const AskedPlan& asked, const FixedPlan& plan) {
  std::size_t dearest = 0;
  int costly = 0;
  for (std::size_t day = 0; day < plan.one_kept.size(); ++day) {
    if (plan.one_kept[day].costs > plan.one_kept[dearest].costs) dearest = day;
    costly += plan.one_kept[day].costs > 0 ? 1 : 0;
  }
  if (plan.one_kept.empty()) return "";
  if (costly == 0) return "keeping one CPP until tomorrow costs nothing on any day\n";
  return fmt::format("keeping one CPP until tomorrow costs {}{:.4g} on {}{}\n",
                     plan.one_kept[dearest].proven ? "" : "at most ", plan.one_kept[dearest].costs,
                     short_date(date_of(asked, dearest)),
                     costly == 1 ? " and nothing on the others"
                                 : fmt::format(", the most of {} days on which it costs", costly));
}

/// Where the shop is empty before the last day.
std::string open_words(const AskedPlan& asked, const FixedPlan& plan) {
  if (!plan.last_open || *plan.last_open >= asked.to()) return "";
  return fmt::format("after {} nothing that counts is left to buy\n",
                     short_date(date_of(asked, *plan.last_open)));
}

}  // namespace

std::string plan_answer(const AskedPlan& asked, const FixedPlan& plan, const FixedPlan& next,
                        const std::vector<CheckedTerm>& terms) {
  std::string text = fmt::format("{}: {:.10g}, ", asked.objective().text, plan.reckoned.value);
  if (plan.proven) {
    text += "proven: no plan is better\n";
  } else {
    text += fmt::format("not proven: no plan comes to more than {:.6g}, a gap of {:.3g}\n",
                        plan.bound, plan.bound - plan.reckoned.value);
  }
  for (const CheckedTerm& term : terms) {
    text += fmt::format("{}: {:.6g} planned", term.name, term.planned);
    if (term.exact) text += fmt::format(", {:.6g} by the campaign's convolutions", *term.exact);
    if (term.simulated) text += fmt::format(", {:.6g} simulated", *term.simulated);
    text += "\n";
  }
  text += kept_words(asked, plan) + open_words(asked, plan);
  if (!plan.ties.empty()) {
    text += fmt::format("{} single change{} no worse (alternatives.csv)", plan.ties.size(),
                        plan.ties.size() == 1 ? " is" : "s are");
    constexpr std::size_t most = 3;
    for (std::size_t t = 0; t < std::min(most, plan.ties.size()); ++t) {
      const PlannedPurchase& left = plan.purchases[plan.ties[t].purchase];
      text += fmt::format("{} {} instead of {}", t == 0 ? ":" : ";",
                          on(asked, plan.ties[t].offer, plan.ties[t].day, 1),
                          on(asked, left.offer, left.day, 1));
    }
    text += plan.ties.size() > most ? "; ...\n" : "\n";
  }
  if (next.reckoned.possible) {
    std::vector<std::string> fewer;
    std::vector<std::string> more;
    for (const auto& [what, number] : changes(plan.purchases, next.purchases)) {
      (number < 0 ? fewer : more).push_back(on(asked, what.second, what.first, std::abs(number)));
    }
    const double loss = std::max(0.0, plan.reckoned.value - next.reckoned.value);
    text += fmt::format("the next best plan{} loses {:.4g}", next.proven ? "" : " that was found",
                        loss < 1e-9 ? 0 : loss);
    constexpr std::size_t most = 6;
    if (fewer.size() + more.size() > most) {
      text +=
          fmt::format(": {} purchases otherwise (alternatives.csv)\n", fewer.size() + more.size());
    } else {
      text += fmt::format(": {}{}{}\n", joined(more),
                          more.empty()    ? "without "
                          : fewer.empty() ? ""
                                          : " instead of ",
                          joined(fewer));
    }
  }
  return text;
}

std::string chance_answer(const AskedPlan& asked, const ChancePlan& found,
                          const std::optional<CheckedTerm>& checked) {
  std::string text = fmt::format("{}: {}, ", asked.objective().text, percent(found.chance));
  text += found.proven && found.chance == 0 ? "proven: no plan can reach it\n"
          : found.proven
              ? "proven: no plan has a better chance\n"
              : fmt::format("not proven: no plan has more than {}{}\n", percent(found.bound),
                            found.ended ? " (--time-limit 10m searches on)" : "");
  if (!checked) return text;
  if (checked->exact) {
    text += fmt::format("by the campaign's convolutions {}", percent(*checked->exact));
  }
  if (checked->simulated) {
    text += fmt::format("{}simulated {}", checked->exact ? ", " : "", percent(*checked->simulated));
  }
  return text + "\n";
}

}  // namespace combat_odds::red_barricades
