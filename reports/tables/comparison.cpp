#include "reports/tables/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

const char* standing_name(Standing standing) {
  switch (standing) {
    case Standing::best:
      return "best";
    case Standing::tied:
      return "tied";
    case Standing::behind:
      return "behind";
  }
  return "";
}

/// Fractions are compared as such; numerical solutions up to their rounding.
bool exactly_equal(const Estimate& a, const Estimate& b) {
  if (!a.fraction.empty() && !b.fraction.empty()) return a.fraction == b.fraction;
  constexpr double rounding = 1e-11;
  return std::abs(*a.exact - *b.exact) <= rounding * std::max({1.0, std::abs(*a.exact)});
}

/// Whether two situations can't be told apart by their numbers. Of a simulated chance, trials
/// decide.
bool are_tied(const Estimate& a, const Estimate& b) {
  if (!a.exists() || !b.exists()) return a.exists() == b.exists();
  if (a.exact && b.exact) return exactly_equal(a, b);
  const Interval range = difference_interval(a, b);
  return range.low <= 0 && range.high >= 0;
}

/// Also where it is known exactly that there is no such number.
bool is_exact(const Ranked& ranked) {
  return ranked.estimate.exact ||
         (!ranked.estimate.exists() && ranked.chance && ranked.chance->exact);
}

/// Numerical solutions of equal chances differ by their rounding.
double rounded(double chance) {
  constexpr double parts = 1e11;
  return std::round(chance * parts) / parts;
}

bool is_before(const Ranked& a, const Ranked& b, Better better) {
  if (a.chance && b.chance) {
    const double one = rounded(a.chance->best());
    const double other = rounded(b.chance->best());
    if (one != other) return better == Better::lower ? one > other : one < other;
    if (!a.estimate.exists() || !b.estimate.exists()) return false;
  }
  return better == Better::higher ? a.estimate.best() > b.estimate.best()
                                  : a.estimate.best() < b.estimate.best();
}

/// "A", "A and B", "A, B and 3 more".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  if (names.size() == 1) return names.front();
  const std::size_t shown = std::min(names.size() - 1, most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  const std::size_t left = names.size() - shown;
  return left == 1 ? text + " and " + names[shown] : fmt::format("{} and {} more", text, left);
}

/// Who asks for "broken" may take it for "broken or worse".
std::string caution(const std::vector<Ranked>& ranking, const Quantity& quantity) {
  const std::string or_worse = quantity.text() + "_or_worse";
  const auto reports_it = [&](const Ranked& ranked) {
    const std::vector<Term>& events = ranked.result->situation.scenario->procedure().events;
    return std::any_of(events.begin(), events.end(),
                       [&](const Term& event) { return event.name == or_worse; });
  };
  if (std::none_of(ranking.begin(), ranking.end(), reports_it)) return "";
  return fmt::format("note: '{}' leaves out what is worse; '{}' counts that, too\n",
                     quantity.text(), or_worse);
}

/// What the sentences of the situations are about first, where the ranking is by something else;
/// empty where they are of several procedures.
std::string subject_of(const std::vector<Ranked>& ranking, const Quantity& quantity) {
  if (ranking.empty()) return "";
  const auto procedure = [](const Ranked& ranked) {
    return &ranked.result->situation.scenario->procedure();
  };
  const Procedure* const first = procedure(ranking.front());
  const bool of_one = std::ranges::all_of(
      ranking, [&](const Ranked& ranked) { return procedure(ranked) == first; });
  std::vector<const Odds*> answers;
  for (const Ranked& ranked : ranking) answers.push_back(&ranked.result->odds);
  const std::vector<std::string> names =
      of_one ? main_subjects(*first, answers) : std::vector<std::string>();
  if (names.empty()) return "";
  const bool is_shown =
      names.front() == quantity.text() || names.front() == "mean " + quantity.text();
  return is_shown ? "" : names.front();
}

}  // namespace

std::string order_text(const Quantity& quantity, Better better) {
  const char* const way = better == Better::higher ? "higher" : "lower";
  if (!quantity.is_of_some()) return fmt::format("{} is better", way);
  return fmt::format(
      "the chance of {} comes first ({} is better), then the mean where it happens "
      "({} is better)",
      quantity.where(), better == Better::higher ? "lower" : "higher", way);
}

std::string how_compared(const std::vector<Ranked>& ranking, const ReportOptions& options) {
  if (std::ranges::all_of(ranking, &Ranked::exact)) return "exact odds";
  const auto trials = [](const Ranked& ranked) { return ranked.result->odds.trials; };
  const auto [fewest, most] = std::ranges::minmax(ranking, {}, trials);
  return trials_each(trials(fewest), trials(most), options.seed);
}

std::vector<Ranked> ranking(std::span<const SituationOdds> results, const Quantity& quantity,
                            Better better, double confidence) {
  std::vector<Ranked> all;
  for (const SituationOdds& result : results) {
    Ranked ranked;
    ranked.result = &result;
    ranked.estimate = quantity.of(result, confidence);
    if (quantity.is_of_some()) ranked.chance = quantity.chance(result, confidence);
    all.push_back(std::move(ranked));
  }
  std::stable_sort(all.begin(), all.end(),
                   [&](const Ranked& a, const Ranked& b) { return is_before(a, b, better); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    Ranked& ranked = all[i];
    const Estimate& best = all.front().estimate;
    ranked.exact = is_exact(ranked) && is_exact(all.front());
    ranked.difference = ranked.estimate.best() - best.best();
    ranked.rank = i + 1;
    if (i == 0) {
      ranked.standing = Standing::best;
      continue;
    }
    const Ranked& before = all[i - 1];
    const bool as_likely_as_before =
        !ranked.chance || (ranked.chance->exact && are_tied(*ranked.chance, *before.chance));
    if (as_likely_as_before && ranked.estimate.exact && before.estimate.exact &&
        exactly_equal(ranked.estimate, before.estimate)) {
      ranked.rank = before.rank;
    }
    bool tied = are_tied(ranked.estimate, best);
    if (ranked.exact) {
      if (tied) ranked.difference = 0;
      ranked.interval = {ranked.difference, ranked.difference};
    } else {
      ranked.interval = difference_interval(ranked.estimate, best);
    }
    tied = tied && (!ranked.chance || are_tied(*ranked.chance, *all.front().chance));
    ranked.standing = tied ? Standing::tied : Standing::behind;
    if (tied) all.front().standing = Standing::tied;
  }
  return all;
}

std::string conclusion(const std::vector<Ranked>& ranking, const ReportOptions& options) {
  std::vector<std::string> first;
  bool exact = true;
  for (const Ranked& ranked : ranking) {
    if (ranked.standing == Standing::behind) continue;
    first.push_back(reader_name(*ranked.result));
    exact = exact && ranked.exact;
  }
  if (first.size() == 1) return fmt::format("best: {}", first.front());
  return exact ? fmt::format("tied, exactly equal: {}", listed(first))
               : fmt::format("tied: {}: these trials cannot tell them apart at {:g} %",
                             listed(first), 100 * options.confidence);
}

Difference difference(const Estimate& a, const Estimate& b) {
  Difference found{a.exists() && b.exists(), a.best() - b.best(), a.exact && b.exact, {}};
  found.interval =
      found.exact ? Interval{found.difference, found.difference} : difference_interval(a, b);
  return found;
}

void relate(std::vector<Ranked>& ranking, const std::string& name) {
  std::vector<std::string> names;
  for (const Ranked& ranked : ranking) names.push_back(ranked.result->name);
  auto base = std::ranges::find(names, name);
  if (base == names.end()) {
    base = std::ranges::find_if(names, [&](const std::string& known) {
      const auto i = static_cast<std::size_t>(&known - names.data());
      return folded(known) == folded(name) || reader_name(*ranking[i].result) == name;
    });
  }
  if (base == names.end()) {
    throw OptionError("--relative-to", fmt::format("no situation '{}'", name),
                      did_you_mean(name, names, "one of " + listed(names)));
  }
  const Estimate chosen = ranking[static_cast<std::size_t>(base - names.begin())].estimate;
  for (Ranked& ranked : ranking) {
    ranked.relative = difference(ranked.estimate, chosen);
  }
}

Table ranking_rows(const std::vector<Ranked>& ranking, const Quantity& quantity,
                   const ReportOptions& options) {
  const bool all_exact = std::all_of(ranking.begin(), ranking.end(),
                                     [](const Ranked& ranked) { return ranked.exact; });
  const bool related = !ranking.empty() && ranking.front().relative.has_value();
  const std::string interval = fmt::format("{:g} % interval", 100 * options.confidence);
  const std::string points = quantity.is_probability() ? " (points)" : "";
  Table table({"situation", "rank"});
  const bool of_some = quantity.is_of_some();
  if (of_some) table.header.push_back(fmt::format("P({})", quantity.where()));
  table.header.push_back(quantity.title());
  const std::string subject = subject_of(ranking, quantity);
  if (!all_exact) table.header.push_back(interval);
  table.header.emplace_back("to the best" + points);
  if (!all_exact) table.header.push_back(interval);
  if (related) table.header.emplace_back("relative" + points);
  if (!subject.empty()) table.header.push_back(subject);
  table.header.emplace_back("");
  table.set_left(table.header.size() - 1);
  table.wrap_header();
  const auto number = [&](double value) { return quantity.number(value); };
  const auto difference_range = [&](bool exact, const Interval& range) {
    return exact ? "exact"
                 : fmt::format("{} to {}", quantity.difference(range.low),
                               quantity.difference(range.high));
  };
  for (const Ranked& ranked : ranking) {
    const bool first = &ranked == &ranking.front();
    const bool exists = ranked.estimate.exists();
    const bool differs = exists && ranking.front().estimate.exists() && !first;
    std::vector<std::string> row = {reader_name(*ranked.result), fmt::format("{}", ranked.rank)};
    if (of_some) row.push_back(percent(ranked.chance->best()));
    row.push_back(quantity.number(ranked.estimate));
    if (!all_exact) {
      const Interval& range = ranked.estimate.interval;
      row.push_back(!exists ? ""
                    : ranked.estimate.exact
                        ? "exact"
                        : fmt::format("{} to {}", number(range.low), number(range.high)));
    }
    row.push_back(differs ? quantity.difference(ranked.difference) : "");
    if (!all_exact) row.push_back(differs ? difference_range(ranked.exact, ranked.interval) : "");
    if (related) {
      row.push_back(ranked.relative->exists ? quantity.difference(ranked.relative->difference)
                                            : "");
    }
    if (!subject.empty()) {
      row.push_back(subject_text(subject, ranked.result->odds, options.confidence));
    }
    row.emplace_back(standing_name(ranked.standing));
    table.add(std::move(row));
  }
  return table;
}

std::string ranking_table(const std::vector<Ranked>& ranking, const Quantity& quantity,
                          Better better, const ReportOptions& options, TableStyle style,
                          std::size_t width) {
  Table table = ranking_rows(ranking, quantity, options);
  const bool markdown = style == TableStyle::markdown;
  std::string left_out;
  // Where names would be broken, what the sentences are about goes; where they get too little room,
  // the intervals of the numbers themselves: those of the differences show what is tied.
  constexpr std::size_t room_for_names = 20;
  constexpr std::size_t own_interval = 3;
  const bool has_intervals =
      table.header.size() > own_interval + 1 && table.header[own_interval].ends_with(" interval");
  const auto is_narrow = [&] {
    return !markdown && width > 0 && table.width_of_others() + room_for_names > width;
  };
  std::size_t names = 0;
  for (const auto& row : table.rows) names = std::max(names, Table::width(row.front()));
  const bool breaks_names = !markdown && width > 0 && names + table.width_of_others() > width;
  const std::string subject = subject_of(ranking, quantity);
  if (breaks_names && !subject.empty()) table.drop(table.header.size() - 2);
  if (is_narrow() && has_intervals) {
    table.drop(own_interval);
    left_out = "; --format csv tells all intervals";
  }
  table.fit(width);
  const auto in_lines = [&](const std::string& text) {
    return markdown ? text : wrapped(text, width);
  };
  return in_lines(conclusion(ranking, options)) + "\n\n" + table.text(style) +
         in_lines(fmt::format("\n{}; {}{}\n", order_text(quantity, better),
                              how_compared(ranking, options), left_out)) +
         in_lines(caution(ranking, quantity));
}

CsvColumns<std::optional<Difference>> difference_columns(const std::string& name,
                                                         const std::string& interval) {
  using Maybe = std::optional<Difference>;
  const auto end = [](double Interval::*which) {
    return [which](const Maybe& found) {
      return found ? std::optional(found->interval.*which) : std::nullopt;
    };
  };
  CsvColumns<Maybe> columns;
  columns
      .add(name,
           [](const Maybe& found) {
             return found ? std::optional(found->difference) : std::nullopt;
           })
      .add(interval + "_low", end(&Interval::low))
      .add(interval + "_high", end(&Interval::high));
  return columns;
}

std::string ranking_csv(const std::vector<Ranked>& ranking, const Quantity& quantity, Better better,
                        const ReportOptions& options) {
  const bool exists = !ranking.empty() && ranking.front().estimate.exists();
  const auto difference = [=](const Ranked& ranked) -> std::optional<Difference> {
    if (!exists || !ranked.estimate.exists()) return std::nullopt;
    return Difference{true, ranked.difference, false, ranked.interval};
  };
  const auto relative = [](const Ranked& ranked) -> std::optional<Difference> {
    return ranked.relative->exists ? ranked.relative : std::nullopt;
  };
  CsvColumns<Ranked> columns;
  columns.add("rank", &Ranked::rank)
      .add("scenario", [](const Ranked& ranked) { return ranked.result->name; })
      .add("procedure",
           [](const Ranked& ranked) { return ranked.result->situation.scenario->procedure().name; })
      .add("by", [&](const Ranked&) { return quantity.text(); })
      .add("better", [=](const Ranked&) { return better == Better::higher ? "higher" : "lower"; })
      .include(estimate_columns(), &Ranked::estimate)
      .include(difference_columns("difference", "difference_ci"), difference)
      .add("standing", [](const Ranked& ranked) { return standing_name(ranked.standing); })
      .include(played_columns(), [&](const Ranked& ranked) {
        return Played{ranked.result->odds.trials, options.seed};
      });
  if (quantity.is_of_some()) {
    columns.add("chance", [](const Ranked& ranked) { return ranked.chance->best(); });
  }
  if (!ranking.empty() && ranking.front().relative) {
    columns.include(difference_columns("relative_difference", "relative_ci"), relative);
  }
  return columns.table(ranking);
}

}  // namespace combat_odds
