#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/option_error.hpp"
#include "core/text/plain_text.hpp"
#include "reports/pictures/bar_chart.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/json_parts.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/what_matters/what_matters.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t most_rows = 20;
constexpr std::size_t most_bars = 15;  ///< parameters of a tornado

std::string title_of(const WhatMatters& answer) { return plain_name(answer.quantity->text()); }

/// "drm 0 in place of 1", "moving", "without the 9-1".
std::string step_words(const WhatMatters& answer, const Moved& moved) {
  if (moved.unit.starts_with("the ")) return "without " + moved.unit;
  if (!moved.unit.empty()) return moved.unit;
  const std::string name = plain_name(moved.parameter);
  const Procedure& procedure = answer.scenarios.front().procedure();
  if (procedure.parameter(moved.parameter)->type == Parameter::Type::flag) {
    return moved.value == "true" ? name : "not " + name;
  }
  return fmt::format("{} {}{}{}", name, plain_name(moved.value),
                     moved.asked.empty() ? "" : " in place of ", plain_name(moved.asked));
}

std::string points(const WhatMatters& answer, double difference) {
  return answer.quantity->difference(difference) +
         (answer.quantity->is_probability() ? " points" : "");
}

/// What a unit does to what was asked about: what is lost without it is its worth.
double worth(const Moved& moved) {
  return moved.unit.starts_with("the ") ? -moved.change.difference : moved.change.difference;
}

/// "A second 4-6-7 is worth more than the 9-1: 12.3 points against 8.1." of the two units that are
/// worth most; nothing where there are not two on one side.
std::string worths(const WhatMatters& answer) {
  for (const Moved& most : answer.moved) {
    if (most.unit.empty() || !most.matters()) continue;
    for (const Moved& moved : answer.moved) {
      const bool is_other = moved.parameter == most.parameter && moved.item != most.item;
      if (!is_other || moved.unit.empty() || !moved.matters()) continue;
      const double first = std::abs(worth(most));
      const double second = std::abs(worth(moved));
      if (worth(moved) * worth(most) < 0 || second > first) continue;
      const Interval range = most.change.interval;
      const bool is_clear =
          most.change.exact ? first - second > 1e-11 : range.low > second || -range.high > second;
      return fmt::format(" {} is worth {} {}: {} against {}.", capitalized(most.unit),
                         is_clear ? "more than" : "about as much as", moved.unit,
                         points(answer, first).substr(1),
                         answer.quantity->difference(second).substr(1));
    }
  }
  return "";
}

struct Split {
  std::vector<const Moved*> shown;
  std::vector<const Moved*> further;  ///< that change something, too
  std::vector<std::string> idle;      ///< parameters of which no step changes anything
};

Split split(const WhatMatters& answer, bool full) {
  Split parts;
  for (const Moved& moved : answer.moved) {
    if (full || (moved.matters() && parts.shown.size() < most_rows)) {
      parts.shown.push_back(&moved);
    } else if (moved.matters()) {
      parts.further.push_back(&moved);
    }
    const std::string name = plain_name(moved.parameter);
    const bool matters = std::ranges::any_of(answer.moved, [&](const Moved& other) {
      return other.parameter == moved.parameter && other.matters();
    });
    if (!matters && std::ranges::find(parts.idle, name) == parts.idle.end()) {
      parts.idle.push_back(name);
    }
  }
  return parts;
}

std::string how_made_in_line(const WhatMatters& answer, const ReportOptions& options) {
  std::string text = how_made(answer.results.front().odds, options);
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

/// What the table leaves out, and how it was made.
std::string foot(const WhatMatters& answer, const ReportOptions& options, bool full) {
  const Split parts = split(answer, full);
  std::string text;
  if (!parts.idle.empty()) {
    text += fmt::format("One step of these changes nothing{}: {}. ",
                        answer.asked.exact ? "" : " that these trials can tell",
                        fmt::join(parts.idle, ", "));
  }
  if (!parts.further.empty()) {
    text += fmt::format("--full shows {} smaller steps, too. ", parts.further.size());
  }
  return text + capitalized(how_made_in_line(answer, options)) + ".";
}

struct Line {
  const Moved* moved;  ///< null: as asked
  const SituationOdds* result;
};

}  // namespace

std::string what_matters_sentence(const WhatMatters& answer) {
  const Quantity& quantity = *answer.quantity;
  std::string text =
      fmt::format("{}: {} as asked.", capitalized(title_of(answer)), quantity.number(answer.asked));
  if (answer.moved.empty() || !answer.moved.front().matters()) {
    return text + " No single step changes it.";
  }
  const Moved& most = answer.moved.front();
  text += fmt::format(" What changes it most: {}, {} ({}).", step_words(answer, most),
                      points(answer, most.change.difference), quantity.number(most.estimate));
  // What does most the other way.
  for (const Moved& moved : answer.moved) {
    if (!moved.matters() || moved.change.difference * most.change.difference > 0) continue;
    text += fmt::format(" The other way: {}, {}.", step_words(answer, moved),
                        points(answer, moved.change.difference));
    break;
  }
  return text + worths(answer);
}

Table what_matters_rows(const WhatMatters& answer, const ReportOptions& options, bool full) {
  const Quantity& quantity = *answer.quantity;
  const bool all_exact =
      std::ranges::all_of(answer.moved, [](const Moved& moved) { return moved.change.exact; });
  Table table({"parameter", "step", "as asked", plain_name(quantity.title()),
               quantity.is_probability() ? "points" : "difference"});
  if (!all_exact) table.header.push_back(fmt::format("{:g} % interval", 100 * options.confidence));
  table.set_left(1);
  table.set_left(2);
  for (const Moved* moved : split(answer, full).shown) {
    std::vector<std::string> row = {
        plain_name(moved->parameter), moved->value, moved->asked.empty() ? "-" : moved->asked,
        quantity.number(moved->estimate), quantity.difference(moved->change.difference)};
    if (!all_exact) {
      const Interval& range = moved->change.interval;
      row.push_back(moved->change.exact ? "exact"
                                        : fmt::format("{} to {}", quantity.difference(range.low),
                                                      quantity.difference(range.high)));
    }
    table.add(std::move(row));
  }
  table.wrap_header();
  return table;
}

std::string what_matters_text(const WhatMatters& answer, const ReportOptions& options,
                              TableStyle style, std::size_t width, bool full) {
  const bool whole = style == TableStyle::markdown || width == 0;
  const auto in_lines = [&](const std::string& text) {
    return whole ? text : wrapped(text, width);
  };
  std::string text = in_lines(what_matters_sentence(answer) + "\n");
  Table table = what_matters_rows(answer, options, full);
  table.fit(full ? 0 : width);
  if (!table.rows.empty()) text += "\n" + table.text(style);
  return text + "\n" + in_lines(foot(answer, options, full) + "\n");
}

std::string what_matters_csv(const WhatMatters& answer, const ReportOptions& options) {
  std::vector<Line> lines = {{nullptr, &answer.results.front()}};
  for (const Moved& moved : answer.moved) lines.push_back({&moved, &answer.results.front()});
  CsvColumns<Line> columns;
  const auto of_step = [](std::string Moved::*text) {
    return [text](const Line& line) {
      return line.moved == nullptr ? std::string() : line.moved->*text;
    };
  };
  columns.add("parameter", of_step(&Moved::parameter))
      .add("asked", of_step(&Moved::asked))
      .add("value", of_step(&Moved::value))
      .add("by", [&](const Line&) { return answer.quantity->text(); })
      .include(estimate_columns(),
               [&](const Line& line) {
                 return line.moved == nullptr ? answer.asked : line.moved->estimate;
               })
      .include(difference_columns("difference", "difference_ci"),
               [](const Line& line) {
                 return line.moved == nullptr ? std::nullopt : std::optional(line.moved->change);
               })
      .include(played_columns(), [&](const Line& line) {
        return Played{line.result->odds.trials, options.seed};
      });
  return columns.table(lines);
}

std::string what_matters_json(const WhatMatters& answer, const ReportOptions& options) {
  Json document = situation_json(answer.results.front(), options);
  Json asked;
  add_estimate(asked, answer.asked);
  Json matters = {{"by", answer.quantity->text()}, {"as_asked", asked}, {"steps", Json::array()}};
  for (const Moved& moved : answer.moved) {
    Json step = {{"parameter", moved.parameter}, {"asked", moved.asked}, {"value", moved.value}};
    add_estimate(step, moved.estimate);
    step["difference"] = moved.change.difference;
    step["difference_ci_low"] = moved.change.interval.low;
    step["difference_ci_high"] = moved.change.interval.high;
    matters["steps"].push_back(std::move(step));
  }
  document["what_matters"] = std::move(matters);
  return document.dump(2) + "\n";
}

std::string what_matters_plot(const WhatMatters& answer, const ReportOptions& options,
                              const Drawing& drawing) {
  const Quantity& quantity = *answer.quantity;
  const double scale = quantity.is_probability() ? 100 : 1;
  BarChart chart;
  chart.is_tornado = true;
  chart.caption.title = fmt::format("What matters for {}: {} as asked", title_of(answer),
                                    quantity.number(answer.asked));
  chart.caption.subtitle = situation_title(answer.results.front());
  chart.caption.note =
      "one step of each parameter, all else as asked; " + how_made_in_line(answer, options);
  sign(chart.caption, options.picture);
  chart.axis = quantity.is_probability() ? "percentage points more or less" : "more or less";
  chart.series = {{"more", series_look(0)}, {"less", series_look(1)}};
  for (const Moved& moved : answer.moved) {
    if (!moved.matters()) continue;
    const std::string name = plain_name(moved.parameter);
    auto group = std::ranges::find(chart.groups, name, &BarChart::Group::name);
    if (group == chart.groups.end()) {
      if (chart.groups.size() == most_bars) continue;
      chart.groups.push_back({name, {}});
      group = chart.groups.end() - 1;
    }
    const std::size_t side = moved.change.difference > 0 ? 0 : 1;
    const bool drawn =
        std::ranges::any_of(group->bars, [&](const Bar& bar) { return bar.series == side; });
    if (drawn) continue;  // the greatest of a side stands first
    Bar bar;
    bar.value = scale * moved.change.difference;
    bar.series = side;
    bar.text = fmt::format("{}: {}", plain_name(moved.value),
                           quantity.difference(moved.change.difference));
    if (!moved.change.exact) {
      bar.low = scale * moved.change.interval.low;
      bar.high = scale * moved.change.interval.high;
    }
    group->bars.push_back(std::move(bar));
  }
  if (chart.groups.empty()) {
    throw OptionError("--plot", "no single step changes anything", "another event");
  }
  drawing.apply(chart.caption);
  return bar_chart(chart);
}

}  // namespace combat_odds
