#include "reports/tables/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/measure_text.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "reports/pictures/bar_chart.hpp"
#include "reports/pictures/distribution_chart.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {
namespace {

/// Something that can happen in one of the situations: an outcome, or a measure's value.
struct Class {
  std::string name;
  double value = 0;
  std::size_t position = 0;  ///< in the procedure's own list
};

/// Whether it is of that kind, or a value of `measure` where that is not empty.
bool shows(const Chance& chance, const std::string& measure, Chance::Kind kind) {
  return measure.empty() ? chance.kind == kind
                         : chance.kind == Chance::Kind::measure && chance.name == measure;
}

std::vector<Class> classes_of(std::span<const SituationOdds> results, const std::string& measure,
                              Chance::Kind kind = Chance::Kind::outcome) {
  std::vector<Class> classes;
  for (const SituationOdds& result : results) {
    const Procedure& procedure = result.situation.scenario->procedure();
    for (const Chance* chance : in_report_order(result)) {
      const auto same = [&](const Class& other) {
        return other.name == chance->name && other.value == chance->value;
      };
      if (!shows(*chance, measure, kind) || std::ranges::any_of(classes, same)) continue;
      classes.push_back({chance->name, chance->value, report_position(*chance, procedure)});
    }
  }
  std::stable_sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) {
    return a.position != b.position ? a.position < b.position : a.value < b.value;
  });
  return classes;
}

/// The fewest parts of one that all the values are whole numbers of: 2 for halves.
int parts_of(const std::vector<Class>& classes) {
  constexpr int most = 1000;
  constexpr double rounding = 1e-6;
  for (int parts = 1; parts < most; ++parts) {
    const bool fit = std::ranges::all_of(classes, [&](const Class& each) {
      return std::abs(each.value * parts - std::round(each.value * parts)) < rounding;
    });
    if (fit) return parts;
  }
  return most;
}

std::string no_measure_help(const Procedure& procedure, const std::string& measure) {
  std::vector<std::string> names;
  for (const Term& term : procedure.measures) names.push_back(term.name);
  if (names.empty()) return procedure.name + " has none";
  if (std::find(names.begin(), names.end(), measure) != names.end()) {
    return "nothing is measured in these situations; leave it out for the outcomes";
  }
  return did_you_mean(measure, names, fmt::format("one of {}", fmt::join(names, ", ")));
}

InputError no_measure(const Procedure& procedure, const std::string& asked) {
  return {
      {"--plot-measure"}, fmt::format("no measure '{}'", asked), no_measure_help(procedure, asked)};
}

/// Whether the outcomes are too many for bars.
bool are_many(std::span<const SituationOdds> results) {
  constexpr std::size_t most_outcomes = 16;
  return classes_of(results, "").size() > most_outcomes;
}

/// Where only one outcome can come up, what is measured says more: the first measure. Else empty.
std::string measure_of_all(std::span<const SituationOdds> results) {
  if (classes_of(results, "").size() != 1) return "";
  for (const Term& measure : results.front().situation.scenario->procedure().measures) {
    if (!classes_of(results, measure.name).empty()) return measure.name;
  }
  return "";
}

/// A bar in percent, with the interval of what was simulated as its whisker.
Bar bar_of(double best, const Estimate& simulated, std::size_t series) {
  Bar bar{100 * best, simulated.low(), simulated.high(), percent(best), series};
  if (bar.low) *bar.low *= 100;
  if (bar.high) *bar.high *= 100;
  return bar;
}

/// How likely a class is in one situation, in percent. Where it can't happen: 0.
Bar chance_of(const SituationOdds& result, const Class& wanted, const std::string& measure,
              double confidence, Chance::Kind kind = Chance::Kind::outcome) {
  Chance found;
  const std::uint64_t trials = result.odds.trials;
  for (const Chance& chance : result.odds.chances) {
    const bool is_it =
        shows(chance, measure, kind) && chance.name == wanted.name && chance.value == wanted.value;
    if (is_it) found = chance;
  }
  return bar_of(found.best(trials), simulated_estimate(found, trials, confidence), 0);
}

std::string how_drawn(const SituationOdds& result, const ReportOptions& options) {
  if (result.odds.trials == 0) return "exact odds";
  const bool exact = !result.odds.chances.empty() && result.odds.chances.front().exact.has_value();
  return fmt::format("{} odds; whiskers: {:g} % interval of {} simulated trials, seed {}",
                     exact ? "exact" : "simulated", 100 * options.confidence, result.odds.trials,
                     options.seed);
}

Caption caption_of(std::span<const SituationOdds> results, const ReportOptions& options) {
  Caption caption;
  caption.title =
      results.size() == 1 ? situation_title(results.front()) : picture_title(pointers_to(results));
  caption.subtitle = results.front().situation.scenario->procedure().summary;
  sign(caption, options.picture);
  caption.note = how_drawn(results.front(), options);
  return caption;
}

/// How many of a stack are how: a group of bars for each measure, "1 or more", "2 or more" ...
BarChart stack_chart(const SituationOdds& result, const ReportOptions& options) {
  constexpr int most_counted = 4;
  BarChart chart{caption_of({&result, 1}, options), "probability (%)", {}, {}};
  int greatest = 1;
  std::vector<std::string> names;
  for (const Chance& chance : result.odds.chances) {
    if (chance.kind != Chance::Kind::measure || !counts_units(result.odds, chance.name)) continue;
    if (names.empty() || names.back() != chance.name) names.push_back(chance.name);
    greatest = std::clamp(static_cast<int>(chance.value), greatest, most_counted);
  }
  for (int k = 1; k <= greatest; ++k) {
    chart.series.push_back(
        {fmt::format("{} or more", k), series_look(static_cast<std::size_t>(k - 1))});
  }
  for (const std::string& name : names) {
    auto& group = chart.groups.emplace_back();
    group.name = plain_name(name);
    for (int k = 1; k <= greatest; ++k) {
      double best = 0;
      std::uint64_t count = 0;
      for (const Chance& chance : result.odds.chances) {
        if (chance.kind != Chance::Kind::measure || chance.name != name || chance.value < k)
          continue;
        best += chance.best(result.odds.trials);
        count += chance.count;
      }
      if (k > 1 && best == 0) continue;  // no bar where there can't be so many
      best = std::min(best, 1.0);
      group.bars.push_back(bar_of(best, estimate(count, result.odds.trials, options.confidence),
                                  static_cast<std::size_t>(k - 1)));
    }
  }
  return chart;
}

/// A group of bars for each class, a bar for each situation.
BarChart class_chart(std::span<const SituationOdds> results, const ReportOptions& options,
                     Chance::Kind kind) {
  BarChart chart{caption_of(results, options), "probability (%)", {}, {}};
  for (const SituationOdds& result : results) {
    chart.series.push_back({picture_name(result), series_look(chart.series.size())});
  }
  for (const Class& each : classes_of(results, "", kind)) {
    auto& group = chart.groups.emplace_back();
    group.name = plain_name(each.name);
    for (std::size_t s = 0; s < results.size(); ++s) {
      group.bars.push_back(chance_of(results[s], each, "", options.confidence, kind));
      group.bars.back().series = s;
    }
  }
  return chart;
}

/// The values of a parameter in a scenario, as they come.
std::vector<Argument> values_in(const Scenario& scenario, const Parameter& parameter) {
  std::vector<Argument> values;
  for (std::uint64_t i = 0; i < scenario.size(); ++i) {
    Argument value = scenario.argument(i, parameter.name);
    if (std::ranges::find(values, value.text, &Argument::text) == values.end()) {
      values.push_back(std::move(value));
    }
    if (values.size() == scenario.values_of(parameter.name)) break;
  }
  return values;
}

bool is_number(const Parameter& parameter, const Argument& value) {
  return parameter.type == Parameter::Type::date || number_in<double>(value.text).has_value();
}

struct Curve {
  std::string name;
  std::string others;  ///< the values of the other parameters that vary
  const Quantity* quantity;
  std::vector<DistributionChart::Point> points;
};

/// The outcomes, or where they are too many the events: those that are likeliest somewhere.
std::vector<std::string> usual_quantities(std::span<const SituationOdds> results) {
  const bool many = are_many(results);
  const Chance::Kind kind = many ? Chance::Kind::event : Chance::Kind::outcome;
  std::vector<std::pair<double, Class>> classes;
  for (const Class& each : classes_of(results, "", kind)) {
    double most = 0;
    for (const SituationOdds& result : results) {
      most = std::max(most, chance_of(result, each, "", 0.95, kind).value);
    }
    classes.emplace_back(most, each);
  }
  if (classes.size() > most_plotted) {
    std::ranges::stable_sort(classes, std::greater<>(), [](const auto& one) { return one.first; });
    classes.resize(most_plotted);
  }
  std::vector<std::string> names;
  for (const auto& [most, each] : classes)
    names.push_back((many ? "event " : "outcome ") + each.name);
  return names;
}

/// "broken or worse" of "event broken_or_worse".
std::string curve_name(const Quantity& quantity) {
  std::string name = quantity.text();
  for (const char* const kind : {"outcome ", "event "}) {
    if (name.starts_with(kind)) name.erase(0, std::string_view(kind).size());
  }
  return plain_name(quantity.is_probability() ? name : quantity.title());
}

/// Where a value stands across: whole numbers and days by their distance, others one after another.
std::vector<int> places_of(const Parameter& parameter, const std::vector<Argument>& values) {
  constexpr double widest = 1000;
  std::vector<double> numbers;
  for (const Argument& value : values) {
    const bool is_date = parameter.type == Parameter::Type::date;
    numbers.push_back(is_date ? value.number : *number_in<double>(value.text));
  }
  const auto [least, most] = std::ranges::minmax(numbers);
  const bool by_distance = most - least < widest && std::ranges::all_of(numbers, [](double number) {
                             return number == std::floor(number);
                           });
  std::vector<int> places;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    places.push_back(by_distance ? static_cast<int>(numbers[i] - least) : static_cast<int>(i));
  }
  return places;
}

/// What --show names, which are chances or means, not both.
std::vector<Quantity> quantities_of(std::span<const SituationOdds> results,
                                    const std::vector<std::string>& shown) {
  std::vector<Quantity> quantities;
  for (const std::string& name : shown) {
    quantities.emplace_back(name, "--show", results);
    quantities.back().check_occurs("--show", results);
    if (quantities.back().is_probability() == quantities.front().is_probability()) continue;
    throw OptionError("--show",
                      fmt::format("'{}' and '{}' are a chance and a mean", shown.front(), name),
                      "a picture of the one or of the other");
  }
  return quantities;
}

/// A group of bars for each quantity, a bar for each situation.
BarChart quantity_chart(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::vector<std::string>& shown) {
  const std::vector<Quantity> quantities = quantities_of(results, shown);
  const bool are_chances = quantities.front().is_probability();
  const double scale = are_chances ? 100 : 1;
  BarChart chart{caption_of(results, options), are_chances ? "probability (%)" : "mean", {}, {}};
  for (const SituationOdds& result : results) {
    chart.series.push_back({picture_name(result), series_look(chart.series.size())});
  }
  for (const Quantity& quantity : quantities) {
    auto& group = chart.groups.emplace_back();
    group.name = curve_name(quantity);
    for (std::size_t s = 0; s < results.size(); ++s) {
      const Estimate found = quantity.of(results[s], options.confidence);
      Bar bar;
      bar.series = s;
      bar.value = scale * found.best();
      bar.text = quantity.number(found);
      if (found.simulated) {
        bar.low = scale * found.interval.low;
        bar.high = scale * found.interval.high;
      }
      group.bars.push_back(std::move(bar));
    }
  }
  return chart;
}

std::vector<const Scenario*> scenarios_of(std::span<const SituationOdds* const> results) {
  std::vector<const Scenario*> scenarios;
  for (const SituationOdds* result : results) {
    const Scenario* const scenario = result->situation.scenario;
    if (std::ranges::find(scenarios, scenario) == scenarios.end()) scenarios.push_back(scenario);
  }
  return scenarios;
}

/// Curves over the number that all scenarios sweep: for each scenario, combination of its other
/// values and quantity.
DistributionChart curve_chart(std::span<const SituationOdds* const> results,
                              const std::string& across, const std::vector<Quantity>& quantities,
                              const ReportOptions& options) {
  const std::vector<const Scenario*> scenarios = scenarios_of(results);
  const Parameter& parameter = *scenarios.front()->procedure().parameter(across);
  std::vector<Argument> values;
  for (const Scenario* scenario : scenarios) {
    for (Argument& value : values_in(*scenario, *scenario->procedure().parameter(across))) {
      if (std::ranges::find(values, value.text, &Argument::text) == values.end()) {
        values.push_back(std::move(value));
      }
    }
  }
  const std::vector<int> places = places_of(parameter, values);
  const double scale = quantities.front().is_probability() ? 100 : 1;
  std::vector<Curve> curves;
  for (const SituationOdds* result : results) {
    const Scenario& scenario = *result->situation.scenario;
    const auto differs = [&](const Parameter& other, const std::string&) {
      return other.name != across && scenario.values_of(other.name) > 1;
    };
    std::string others = parameters_text(result->situation, differs);
    if (scenarios.size() > 1) {
      others = scenario.name() + (others.empty() ? "" : ", " + others);
    }
    const std::string value = scenario.argument(result->situation.index, across).text;
    const auto step = static_cast<std::size_t>(std::ranges::find(values, value, &Argument::text) -
                                               values.begin());
    for (const Quantity& quantity : quantities) {
      auto curve = std::ranges::find_if(curves, [&](const Curve& known) {
        return known.quantity == &quantity && known.others == others;
      });
      if (curve == curves.end()) {
        const std::string name = curve_name(quantity);
        const std::string both = quantities.size() == 1 ? others : name + ", " + others;
        curve = curves.insert(curves.end(), {others.empty() ? name : both, others, &quantity, {}});
      }
      const Estimate estimate = quantity.of(*result, options.confidence);
      if (!estimate.exists()) continue;
      DistributionChart::Point point{
          places[step], scale * estimate.best(), {}, {}, quantity.number(estimate)};
      if (estimate.simulated) {
        point.low = scale * estimate.interval.low;
        point.high = scale * estimate.interval.high;
      }
      curve->points.push_back(std::move(point));
    }
  }
  const bool alone = curves.size() == 1 || quantities.size() == 1;
  const std::string what = quantities.front().is_probability() ? "probability (%)" : "mean";
  DistributionChart chart;
  chart.across = plain_name(across);
  chart.up = alone ? curve_name(quantities.front()) + (scale == 1 ? "" : " (%)") : what;
  chart.is_of_curves = true;
  const int last = *std::ranges::max_element(places);
  chart.names.resize(static_cast<std::size_t>(last) + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    chart.names[static_cast<std::size_t>(places[i])] = values[i].text;
  }
  for (Curve& curve : curves) {
    std::ranges::sort(curve.points, {}, &DistributionChart::Point::x);
    chart.series.push_back({std::move(curve.name), std::move(curve.points)});
  }
  return chart;
}

std::string draw_curves(DistributionChart& chart, const Drawing& drawing) {
  const std::size_t whiskers = chart.caption.note.find("whiskers");
  if (whiskers != std::string::npos) chart.caption.note.replace(whiskers, 8, "bands");
  drawing.apply(chart.caption);
  return distribution_chart(chart);
}

std::string sweep_plot(std::span<const SituationOdds> results, const Sweep& sweep,
                       const ReportOptions& options, const Drawing& drawing,
                       std::vector<std::string> shown) {
  const Scenario& scenario = *results.front().situation.scenario;
  if (shown.empty() && sweep.curves > 1) {
    const std::vector<std::string> names =
        main_subjects(scenario.procedure(), odds_of(pointers_to(results)));
    if (!names.empty()) shown = {names.front()};
  }
  if (shown.empty()) {
    const std::string measure = measure_of_all(results);
    shown = measure.empty() ? usual_quantities(results) : std::vector{"mean " + measure};
  }
  const std::vector<Quantity> quantities = quantities_of(results, shown);
  DistributionChart chart =
      curve_chart(pointers_to(results), sweep.across->name, quantities, options);
  if (chart.series.size() > most_plotted) {
    throw OptionError("--show",
                      fmt::format("{} curves are too many for one plot", chart.series.size()),
                      fmt::format("at most {}", most_plotted));
  }
  chart.caption = caption_of(results, options);
  return draw_curves(chart, drawing);
}

}  // namespace

std::optional<Sweep> sweep_of(const Scenario& scenario) {
  constexpr std::size_t fewest = 3;  // two are told apart better as bars
  std::optional<Sweep> sweep;
  for (const Parameter& parameter : scenario.procedure().parameters) {
    const std::size_t steps = scenario.values_of(parameter.name);
    if (steps < fewest || (sweep && steps <= sweep->steps)) continue;
    const std::vector<Argument> values = values_in(scenario, parameter);
    const bool all_numbers = std::ranges::all_of(
        values, [&](const Argument& value) { return is_number(parameter, value); });
    if (all_numbers) sweep = {&parameter, steps, 1};
  }
  if (sweep) sweep->curves = static_cast<std::size_t>(scenario.size()) / sweep->steps;
  return sweep;
}

std::optional<std::string> swept_by_all(std::span<const Scenario* const> scenarios) {
  if (scenarios.size() < 2) return std::nullopt;
  std::optional<std::string> across;
  std::size_t curves = 0;
  for (const Scenario* scenario : scenarios) {
    const std::optional<Sweep> sweep = sweep_of(*scenario);
    if (!sweep || (across && sweep->across->name != *across)) return std::nullopt;
    across = sweep->across->name;
    curves += sweep->curves;
  }
  return curves <= most_plotted ? across : std::nullopt;
}

bool can_be_plotted(const Scenario& scenario, const std::string& measure) {
  const std::optional<Sweep> sweep = measure.empty() ? sweep_of(scenario) : std::nullopt;
  return (sweep ? sweep->curves : scenario.size()) <= most_plotted;
}

void sign(Caption& caption, const PictureWords& words) {
  caption.recipe = words.recipe;
  if (!words.title.empty()) caption.title = words.title;
  if (!words.subtitle.empty()) caption.subtitle = words.subtitle;
  if (words.is_narrow) caption.width = narrow_chart_width;
}

void check_drawn_measure(const Procedure& procedure, const std::string& measure) {
  const bool listed = std::any_of(procedure.measures.begin(), procedure.measures.end(),
                                  [&](const Term& term) { return term.name == measure; });
  if (!listed) throw no_measure(procedure, measure);
}

std::string odds_plot(std::span<const SituationOdds> results, const ReportOptions& options,
                      const std::string& asked, const Drawing& drawing,
                      const std::vector<std::string>& shown) {
  const Scenario& scenario = *results.front().situation.scenario;
  const std::optional<Sweep> sweep = asked.empty() ? sweep_of(scenario) : std::nullopt;
  if (sweep && results.size() == scenario.size()) {
    return sweep_plot(results, *sweep, options, drawing, shown);
  }
  if (!shown.empty()) {
    BarChart chart = quantity_chart(results, options, shown);
    drawing.apply(chart.caption);
    return bar_chart(chart);
  }
  const std::string measure = asked.empty() ? measure_of_all(results) : asked;
  if (measure.empty()) {
    const Odds& first = results.front().odds;
    const bool counted = std::ranges::any_of(first.chances, [&](const Chance& chance) {
      return chance.kind == Chance::Kind::measure && counts_units(first, chance.name);
    });
    const bool stack = are_many(results) && counted;
    BarChart chart = !stack                ? class_chart(results, options, Chance::Kind::outcome)
                     : results.size() == 1 ? stack_chart(results.front(), options)
                                           : class_chart(results, options, Chance::Kind::event);
    drawing.apply(chart.caption);
    return bar_chart(chart);
  }
  const std::vector<Class> classes = classes_of(results, measure);
  if (classes.empty()) {
    throw no_measure(results.front().situation.scenario->procedure(), measure);
  }
  DistributionChart chart{caption_of(results, options), plain_name(measure), "probability (%)", {}};
  const int parts = parts_of(classes);
  const auto step = [parts](double value) { return static_cast<int>(std::lround(value * parts)); };
  for (const SituationOdds& result : results) {
    auto& series = chart.series.emplace_back();
    series.name = picture_name(result);
    for (const Class& each : classes) {
      const Bar bar = chance_of(result, each, measure, options.confidence);
      series.points.push_back({step(each.value), bar.value, bar.low, bar.high, bar.text});
    }
  }
  for (int at = step(classes.front().value); parts > 1 && at <= step(classes.back().value); ++at) {
    chart.names.push_back(measure_text(static_cast<double>(at) / parts));
  }
  drawing.apply(chart.caption);
  return distribution_chart(chart);
}

bool can_be_plotted(const std::vector<Ranked>& ranking) {
  if (ranking.size() <= most_ranked) return true;
  std::vector<const SituationOdds*> results;
  for (const Ranked& ranked : ranking) results.push_back(ranked.result);
  return swept_by_all(scenarios_of(results)).has_value();
}

std::string ranking_plot(const std::vector<Ranked>& ranking, const Quantity& quantity,
                         Better better, const ReportOptions& options, const Drawing& drawing) {
  const auto procedure = [](const Ranked& ranked) {
    return &ranked.result->situation.scenario->procedure();
  };
  const Procedure& first = *procedure(ranking.front());
  const auto scenario = [](const Ranked& ranked) { return ranked.result->situation.scenario; };
  std::vector<const SituationOdds*> results;
  bool of_one_scenario = true;
  bool of_one_procedure = true;
  for (const Ranked& ranked : ranking) {
    results.push_back(ranked.result);
    of_one_scenario = of_one_scenario && scenario(ranked) == scenario(ranking.front());
    of_one_procedure = of_one_procedure && procedure(ranked) == &first;
  }
  const std::string title = plain_name(quantity.title());
  if (const std::optional<std::string> across = swept_by_all(scenarios_of(results))) {
    std::ranges::sort(results);  // in the order of the file
    DistributionChart curves = curve_chart(results, *across, {quantity}, options);
    curves.caption.title =
        fmt::format("{}, by {}", capitalized(curve_name(quantity)), curves.across);
    if (of_one_procedure) curves.caption.subtitle = first.summary;
    curves.caption.note = how_compared(ranking, options);
    sign(curves.caption, options.picture);
    return draw_curves(curves, drawing);
  }
  BarChart chart;
  chart.caption.title = of_one_scenario    ? picture_title(results)
                        : of_one_procedure ? first.name + ": " + first.summary
                                           : title;
  // More of it on top: the bars say so themselves.
  const bool says_order = better == Better::lower || quantity.is_of_some();
  chart.caption.note =
      (says_order ? order_text(quantity, better) + "; " : "") + how_compared(ranking, options);
  sign(chart.caption, options.picture);
  chart.axis = title + (quantity.is_probability() ? " in %" : "");
  constexpr SeriesLook behind = {"#B8B8B8", "#000", "\\", square, false, "none"};
  const std::array<BarChart::Series, 3> standings = {
      {{"best", series_look(0)}, {"tied with the best", series_look(1)}, {"behind", behind}}};
  std::array<std::optional<std::size_t>, 3> shown;  // their places in the key, as they come up
  const double scale = quantity.is_probability() ? 100 : 1;
  const bool any_tied = std::ranges::any_of(
      ranking, [](const Ranked& ranked) { return ranked.standing == Standing::tied; });
  for (const Ranked& ranked : ranking) {
    // Without ties the order says it all: one colour, and no key.
    const auto standing = any_tied ? static_cast<std::size_t>(ranked.standing) : 0;
    if (!shown[standing]) {
      shown[standing] = chart.series.size();
      chart.series.push_back(standings[standing]);
    }
    Bar bar;
    bar.value = scale * ranked.estimate.best();
    bar.text = quantity.number(ranked.estimate);
    if (ranked.standing == Standing::tied) bar.text += " tied";
    if (ranked.estimate.simulated && !ranked.estimate.exact) {
      bar.low = scale * ranked.estimate.interval.low;
      bar.high = scale * ranked.estimate.interval.high;
    }
    bar.series = *shown[standing];
    chart.groups.push_back({picture_name(*ranked.result), {std::move(bar)}});
  }
  drawing.apply(chart.caption);
  return bar_chart(chart);
}

}  // namespace combat_odds
