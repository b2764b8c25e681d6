#include <fmt/format.h>

#include <algorithm>

#include "ask/headline.hpp"
#include "core/text/measure_text.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/table.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

/// Rows of a short answer; what is there at all has a few of them.
constexpr std::size_t most_rows = 10;
constexpr std::size_t fewest_rows = 3;
constexpr std::size_t most_measures = 6;

std::size_t rows_left(std::size_t used) {
  return used + fewest_rows < most_rows ? most_rows - used : fewest_rows;
}

/// What a short answer leaves out, by kind.
struct LeftOut {
  std::vector<std::string> things;
  void note(std::size_t number, const char* one, const char* several) {
    if (number > 0) things.push_back(fmt::format("{} {}", number, number == 1 ? one : several));
  }
};

class ShortTable {
 public:
  ShortTable(const SituationOdds& result, const ReportOptions& options, TableStyle style,
             std::size_t width)
      : result_(result), options_(options), style_(style), width_(width) {
    const auto& chances = result.odds.chances;
    exact_ = !chances.empty() && chances.front().exact.has_value();
  }

  std::string text() {
    const std::vector<const Chance*> outcomes = likeliest(Chance::Kind::outcome);
    const std::vector<const Chance*> events = likeliest(Chance::Kind::event);
    const std::vector<MeasureSummary> measures = summaries(result_.odds, options_.confidence);
    const bool counted = std::ranges::any_of(measures, [&](const MeasureSummary& measure) {
      return counts_units(result_.odds, measure.name);
    });
    // Of a stack, how many of what tells more than every combination.
    const bool many = outcomes.size() > most_rows && counted;
    const bool all_counted = std::ranges::all_of(
        headline_parts(result_.situation.scenario->procedure(), result_.odds),
        [&](const HeadlinePart& part) {
          return !part.name.starts_with(mean_prefix) ||
                 counts_units(result_.odds, part.name.substr(mean_prefix.size()));
        });
    std::string text = wrapped(headline(result_), width_) + "\n";
    for (const auto& lines : {result_.working.sums, result_.working.notes}) {
      for (const std::string& line : lines) text += wrapped(line, width_) + "\n";
    }
    std::size_t rows = 0;
    if (many) {
      text += "\n" + measure_grid(measures, most_measures, all_counted);
      rows += std::min(measures.size(), most_measures);
      left_out_.note(outcomes.size(), "outcome", "outcomes");
    } else {
      text += "\n" + chance_grid("outcome", outcomes, most_rows);
      rows += std::min(outcomes.size(), most_rows);
      if (outcomes.size() > most_rows) {
        left_out_.note(outcomes.size() - most_rows, "outcome", "outcomes");
      }
    }
    if (!events.empty()) {
      const std::size_t shown = std::min(events.size(), rows_left(rows));
      text += "\n" + chance_grid("event", events, shown);
      rows += shown;
      left_out_.note(events.size() - shown, "event", "events");
    }
    // "how many rally": what was asked for, as chances of so many.
    const std::vector<MeasureSummary> asked = many ? decltype(measures)() : asked_counts(measures);
    if (!asked.empty()) {
      text += "\n" + measure_grid(asked, asked.size(), true);
      rows += asked.size();
    }
    if (!many && !measures.empty()) {
      const std::size_t shown = std::min(measures.size(), rows_left(rows));
      text += "\n" + measure_grid(measures, shown, false);
      left_out_.note(measures.size() - shown, "measure", "measures");
    }
    return text + "\n" + foot();
  }

 private:
  /// The numbers of units among what the answer begins with because it was asked for.
  std::vector<MeasureSummary> asked_counts(std::vector<MeasureSummary> measures) const {
    const std::vector<HeadlinePart> parts =
        headline_parts(result_.situation.scenario->procedure(), result_.odds);
    const auto names = [&](const HeadlinePart& part, const std::string& measure) {
      if (part.name == std::string(mean_prefix) + measure) return true;
      // What becomes of a single unit is a number of a stack: "rallied".
      const auto is_it = [&](const Chance& chance) {
        return chance.kind != Chance::Kind::measure && chance.name == part.name;
      };
      return part.name == measure && std::ranges::none_of(result_.odds.chances, is_it);
    };
    std::erase_if(measures, [&](const MeasureSummary& measure) {
      const bool is_asked = std::ranges::any_of(parts, [&](const HeadlinePart& part) {
        return part.is_asked && names(part, measure.name);
      });
      return !is_asked || !counts_units(result_.odds, measure.name);
    });
    return measures;
  }

  std::vector<const Chance*> likeliest(Chance::Kind kind) const {
    std::vector<const Chance*> chances;
    for (const Chance* chance : in_report_order(result_)) {
      if (chance->kind == kind) chances.push_back(chance);
    }
    std::ranges::stable_sort(chances, std::greater<>(), [&](const Chance* chance) {
      return chance->best(result_.odds.trials);
    });
    const std::vector<HeadlinePart> parts =
        headline_parts(result_.situation.scenario->procedure(), result_.odds);
    std::stable_partition(chances.begin(), chances.end(),
                          [&](const Chance* chance) {  // what was asked for
                            return std::ranges::any_of(parts, [&](const HeadlinePart& part) {
                              return part.is_asked && part.name == chance->name;
                            });
                          });
    return chances;
  }

  std::string chance_grid(const char* title, const std::vector<const Chance*>& chances,
                          std::size_t most) const {
    constexpr std::size_t widest_fraction = 13;
    const bool simulating = result_.odds.trials > 0;
    std::vector<std::string> header = {title};
    if (exact_) header.insert(header.end(), {"exact", "fraction"});
    if (simulating) header.emplace_back("simulated");
    if (simulating && !exact_) {
      header.push_back(fmt::format("{:g} % interval", 100 * options_.confidence));
    }
    std::vector<std::vector<std::string>> rows;
    std::size_t used = 0;
    for (const Chance* chance : chances) {
      if (rows.size() == most) break;
      const Estimate found = estimate(*chance, result_.odds.trials, options_.confidence);
      std::vector<std::string> row = {chance->name};
      if (exact_) {
        row.push_back(percent(*found.exact));
        row.push_back(found.fraction.size() <= widest_fraction ? found.fraction : "");
      }
      if (simulating) row.push_back(found.simulated == 0.0 ? "never" : percent(*found.simulated));
      if (simulating && !exact_) row.push_back(interval_text(found.interval));
      rows.push_back(std::move(row));
    }
    for (std::size_t c = 0; c < header.size(); ++c) {
      std::size_t widest = Table::width(header[c]);
      for (const auto& row : rows) widest = std::max(widest, Table::width(row[c]));
      used += widest + 2;
    }
    constexpr std::size_t longest_bar = 24;
    constexpr std::size_t shortest_bar = 6;
    const std::size_t bar = std::min(longest_bar, width_ > used ? width_ - used : 0);
    const bool bars = bar >= shortest_bar && style_ != TableStyle::markdown;
    if (bars) header.emplace_back("");
    Table grid(header);
    if (bars) grid.set_left(header.size() - 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double best = chances[i]->best(result_.odds.trials);
      if (bars) rows[i].push_back(bar_text(best, style_, bar));
      grid.add(std::move(rows[i]));
    }
    return grid.text(style_);
  }

  double at_least(const std::string& measure, int value) const {
    double sum = 0;
    for (const Chance& chance : result_.odds.chances) {
      if (chance.kind == Chance::Kind::measure && chance.name == measure && chance.value >= value) {
        sum += chance.best(result_.odds.trials);
      }
    }
    return std::min(sum, 1.0);
  }

  /// Means and percentiles, or where `counted` how likely it is that one unit or more are so.
  std::string measure_grid(std::vector<MeasureSummary> measures, std::size_t most,
                           bool counted) const {
    constexpr int columns = 3;
    if (counted) {  // what is no number of units, such as a share, is not counted
      std::erase_if(measures, [&](const MeasureSummary& measure) {
        return !counts_units(result_.odds, measure.name);
      });
      counted = !measures.empty();
    }
    int greatest = 0;
    for (const Chance& chance : result_.odds.chances) {
      const bool shown =
          std::ranges::find(measures, chance.name, &MeasureSummary::name) != measures.end();
      if (chance.kind == Chance::Kind::measure && shown) {
        greatest = std::max(greatest, static_cast<int>(chance.value));
      }
    }
    std::vector<std::string> header = {"how many", "mean"};
    if (counted) {
      std::ranges::stable_sort(measures, std::greater<>(), [&](const MeasureSummary& measure) {
        return at_least(measure.name, 1);
      });
      for (int k = 1; k <= std::min(columns, greatest); ++k) {
        header.push_back(k == greatest ? fmt::format("{}", k) : fmt::format("{} or more", k));
      }
    } else {
      header = {"measure", "mean", "5 %", "median", "95 %"};
    }
    const bool of_some = std::ranges::any_of(measures, is_of_some);
    if (of_some) header.insert(header.begin() + 1, "exists in");
    Table grid(header);
    for (std::size_t i = 0; i < std::min(measures.size(), most); ++i) {
      const MeasureSummary& measure = measures[i];
      std::vector<std::string> row = {measure.name};
      if (of_some) row.push_back(percent(measure.chance));
      row.push_back(fmt::format("{:.4g}", measure.best_mean()));
      for (int k = 1; counted && k <= std::min(columns, greatest); ++k) {
        row.push_back(percent(at_least(measure.name, k)));
      }
      if (!counted) {
        for (const double value : {measure.p05, measure.median, measure.p95}) {
          row.push_back(measure_text(value));
        }
      }
      grid.add(std::move(row));
    }
    return grid.text(style_);
  }

  std::string foot() const {
    std::string text = how_made(result_.odds, options_);
    if (left_out_.things.empty()) return text;
    text.pop_back();
    return wrapped(fmt::format("{}; --full shows {} more", text, joined(left_out_.things)),
                   width_) +
           "\n";
  }

  const SituationOdds& result_;
  const ReportOptions& options_;
  TableStyle style_;
  std::size_t width_;
  bool exact_ = false;
  LeftOut left_out_;
};

}  // namespace

std::string short_table(const SituationOdds& result, const ReportOptions& options, TableStyle style,
                        std::size_t width) {
  return ShortTable(result, options, style, width).text();
}

namespace {

/// Of rolls that come to one number each: the mean, and how far it spreads. Nothing where they tell
/// of more.
std::optional<Table> spread_table(std::span<const SituationOdds* const> results,
                                  double confidence) {
  std::optional<Table> grid;
  for (const SituationOdds* const result : results) {
    const std::vector<MeasureSummary> measured = summaries(result->odds, confidence);
    const auto outcomes =
        std::ranges::count(result->odds.chances, Chance::Kind::outcome, &Chance::kind);
    if (measured.size() != 1 || outcomes != 1) return std::nullopt;
    const MeasureSummary& one = measured.front();
    const std::string mean = "mean " + one.name;
    if (!grid) {
      grid = Table({"situation", mean, "standard deviation", "5 %", "median", "95 %"});
    }
    if (grid->header[1] != mean) return std::nullopt;
    grid->add(reader_name(*result), fmt::format("{:.3f}", one.best_mean()),
              fmt::format("{:.3f}", one.standard_deviation), measure_text(one.p05),
              measure_text(one.median), measure_text(one.p95));
  }
  return grid;
}

}  // namespace

std::string comparison_table(std::span<const SituationOdds> results, const ReportOptions& options,
                             TableStyle style, std::size_t width) {
  // A stack and a single unit answer in other words, and so do different procedures.
  std::vector<std::pair<std::pair<const Procedure*, bool>, std::vector<const SituationOdds*>>>
      groups;
  for (const SituationOdds& result : results) {
    const std::pair key{&result.situation.scenario->procedure(), is_measured(result.odds)};
    auto known = std::ranges::find(groups, key, [](const auto& group) { return group.first; });
    if (known == groups.end()) known = groups.insert(groups.end(), {key, {}});
    known->second.push_back(&result);
  }
  std::string text;
  for (const auto& [key, group] : groups) {
    const bool is_roll = group.size() > 1 && key.first->outcomes.empty();
    if (auto spread = is_roll ? spread_table(group, options.confidence) : std::nullopt) {
      if (width > 0) spread->fit(width);
      text += spread->text(style) + "\n";
      continue;
    }
    OddsGrid grid{{groups.size() == 1 ? "situation" : key.first->name}, {}};
    for (const SituationOdds* result : group) {
      grid.lines.push_back({{reader_name(*result)}, &result->odds});
    }
    if (group.size() > 1) grid.first = main_subjects(*key.first, odds_of(group));
    const std::string sentence =
        group.size() == 1 ? headline(*group.front()) : range_sentence(group);
    if (!sentence.empty()) text += wrapped(sentence, width) + "\n\n";
    std::vector<std::string> left_out;
    text += grid.table(*key.first, options, width, left_out).text(style) + "\n";
    if (!left_out.empty()) {
      text += wrapped("--full also shows " + joined(left_out), width) + "\n\n";
    }
  }
  return text + how_made(results.front().odds, options);
}

}  // namespace combat_odds
