#include "reports/tables/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/csv.hpp"
#include "core/text/suggest.hpp"
#include "reports/tables/grid.hpp"
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

}  // namespace

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
    all.push_back(std::move(ranked));
  }
  std::stable_sort(all.begin(), all.end(), [&](const Ranked& a, const Ranked& b) {
    return better == Better::higher ? a.estimate.best() > b.estimate.best()
                                    : a.estimate.best() < b.estimate.best();
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    Ranked& ranked = all[i];
    const Estimate& best = all.front().estimate;
    ranked.exact = ranked.estimate.exact && best.exact;
    ranked.difference = ranked.estimate.best() - best.best();
    ranked.rank = i + 1;
    if (i == 0) {
      ranked.standing = Standing::best;
      continue;
    }
    const Ranked& before = all[i - 1];
    if (ranked.estimate.exact && before.estimate.exact &&
        exactly_equal(ranked.estimate, before.estimate)) {
      ranked.rank = before.rank;
    }
    bool tied = false;
    if (ranked.exact) {
      tied = exactly_equal(ranked.estimate, best);
      if (tied) ranked.difference = 0;
      ranked.interval = {ranked.difference, ranked.difference};
    } else {
      ranked.interval = difference_interval(ranked.estimate, best);
      tied = ranked.interval.low <= 0 && ranked.interval.high >= 0;
    }
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
    throw InputError({"--relative-to", 0, 0}, fmt::format("no situation '{}'", name),
                     did_you_mean(name, names, "one of " + listed(names)));
  }
  const Estimate chosen = ranking[static_cast<std::size_t>(base - names.begin())].estimate;
  for (Ranked& ranked : ranking) {
    auto& relative = ranked.relative.emplace();
    relative.exact = ranked.estimate.exact && chosen.exact;
    relative.difference = ranked.estimate.best() - chosen.best();
    relative.interval = relative.exact ? Interval{relative.difference, relative.difference}
                                       : difference_interval(ranked.estimate, chosen);
  }
}

PageTable ranking_rows(const std::vector<Ranked>& ranking, const Quantity& quantity,
                       const ReportOptions& options) {
  const bool all_exact = std::all_of(ranking.begin(), ranking.end(),
                                     [](const Ranked& ranked) { return ranked.exact; });
  const bool related = !ranking.empty() && ranking.front().relative.has_value();
  const std::string interval = fmt::format("{:g} % interval", 100 * options.confidence);
  const std::string points = quantity.is_probability() ? " (points)" : "";
  PageTable table;
  table.header = {"situation", "rank", quantity.title()};
  if (!all_exact) table.header.push_back(interval);
  table.header.emplace_back("to the best" + points);
  if (!all_exact) table.header.push_back(interval);
  if (related) table.header.emplace_back("relative" + points);
  table.header.emplace_back("");
  const auto number = [&](double value) { return quantity.number(value); };
  const auto difference_range = [&](bool exact, const Interval& range) {
    return exact ? "exact"
                 : fmt::format("{} to {}", quantity.difference(range.low),
                               quantity.difference(range.high));
  };
  for (const Ranked& ranked : ranking) {
    const bool first = &ranked == &ranking.front();
    std::vector<std::string> row = {reader_name(*ranked.result), fmt::format("{}", ranked.rank),
                                    number(ranked.estimate.best())};
    if (!all_exact) {
      const Interval& range = ranked.estimate.interval;
      row.push_back(ranked.estimate.exact
                        ? "exact"
                        : fmt::format("{} to {}", number(range.low), number(range.high)));
    }
    row.push_back(first ? "" : quantity.difference(ranked.difference));
    if (!all_exact) row.push_back(first ? "" : difference_range(ranked.exact, ranked.interval));
    if (related) row.push_back(quantity.difference(ranked.relative->difference));
    row.emplace_back(standing_name(ranked.standing));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string ranking_table(const std::vector<Ranked>& ranking, const Quantity& quantity,
                          Better better, const ReportOptions& options, TableStyle style,
                          std::size_t width) {
  const PageTable table = ranking_rows(ranking, quantity, options);
  const bool markdown = style == TableStyle::markdown;
  const auto grid_of = [&](const PageTable& shown) {
    Grid grid(shown.header);
    grid.set_left(shown.header.size() - 1);
    grid.wrap_header();
    if (!markdown) grid.fit(width);
    for (const auto& row : shown.rows) grid.add(row);
    return grid;
  };
  Grid grid = grid_of(table);
  std::string left_out;
  // Where names get too little room, the intervals of the numbers themselves go: those of the
  // differences tell what is tied.
  constexpr std::size_t room_for_names = 20;
  constexpr std::size_t own_interval = 3;
  const bool has_intervals =
      table.header.size() > own_interval + 1 && table.header[own_interval].ends_with(" interval");
  if (!markdown && width > 0 && has_intervals && grid.width_of_others() + room_for_names > width) {
    PageTable narrow = table;
    const auto drop = [](std::vector<std::string>& row) {
      row.erase(row.begin() + static_cast<std::ptrdiff_t>(own_interval));
    };
    drop(narrow.header);
    std::for_each(narrow.rows.begin(), narrow.rows.end(), drop);
    grid = grid_of(narrow);
    left_out = "; --format csv tells all intervals";
  }
  const auto in_lines = [&](const std::string& text) {
    return markdown || width == 0 ? text : wrapped(text, width);
  };
  return in_lines(conclusion(ranking, options)) + "\n\n" + grid.text(style) +
         in_lines(fmt::format("\n{} is better; {}{}\n",
                              better == Better::higher ? "higher" : "lower",
                              how_compared(ranking, options), left_out)) +
         in_lines(caution(ranking, quantity));
}

std::string ranking_csv(const std::vector<Ranked>& ranking, const Quantity& quantity, Better better,
                        const ReportOptions& options) {
  std::string lines =
      "rank,scenario,procedure,by,better,monte_carlo,ci_low,ci_high,exact,exact_fraction,"
      "difference,difference_ci_low,difference_ci_high,standing,trials,seed";
  const bool related = !ranking.empty() && ranking.front().relative.has_value();
  lines += related ? ",relative_difference,relative_ci_low,relative_ci_high\n" : "\n";
  for (const Ranked& ranked : ranking) {
    const Estimate& estimate = ranked.estimate;
    lines += fmt::format("{},{},{},{},{},", ranked.rank, csv_name(ranked.result->name),
                         csv_field(ranked.result->situation.scenario->procedure().name),
                         csv_field(quantity.text()), better == Better::higher ? "higher" : "lower");
    lines += estimate.simulated ? fmt::format("{},{},{},", *estimate.simulated,
                                              estimate.interval.low, estimate.interval.high)
                                : std::string(",,,");
    lines += estimate.exact ? fmt::format("{},{},", *estimate.exact, estimate.fraction)
                            : std::string(",,");
    lines += fmt::format("{},{},{},{},", ranked.difference, ranked.interval.low,
                         ranked.interval.high, standing_name(ranked.standing));
    const std::uint64_t trials = ranked.result->odds.trials;
    lines += trials > 0 ? fmt::format("{},{}", trials, options.seed) : std::string(",");
    if (related) {
      const auto& [difference, exact, interval] = *ranked.relative;
      lines += fmt::format(",{},{},{}", difference, interval.low, interval.high);
    }
    lines += "\n";
  }
  return lines;
}

}  // namespace combat_odds
