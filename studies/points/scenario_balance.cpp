#include "studies/points/scenario_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/csv_columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/trimmed.hpp"
#include "studies/points/points_report.hpp"

namespace combat_odds {
namespace {

using Verdict = ScenarioBalance::Verdict;

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::even:
      return "even";
    case Verdict::apart:
      return "apart";
    case Verdict::one_side:
      return "one side";
    case Verdict::faulty:
      break;
  }
  return "faulty";
}

Verdict verdict_of(const std::vector<SideTotal>& sides, double percent) {
  if (sides.size() != 2) return Verdict::one_side;
  const auto [less, more] = std::minmax(sides[0].npv, sides[1].npv);
  constexpr double rounding = 1e-9;  // 110 is not more than 10 % above 100
  return more > less * (1 + percent / 100) * (1 + rounding) ? Verdict::apart : Verdict::even;
}

std::string ratio_text(double ratio) { return fmt::format("{:.3f}", ratio); }

/// What is to be told of one scenario; texts are empty where it has no such side.
struct Line {
  std::string scenario;
  std::string side[2];
  std::string bpv[2];
  std::string npv[2];
  std::string bpv_difference;
  std::string bpv_ratio;
  std::string npv_difference;
  std::string npv_ratio;
  std::string verdict;
  std::string prices;
};

Line line_of(const ScenarioBalance& scenario) {
  Line line;
  line.scenario = scenario.scenario;
  line.verdict = verdict_name(scenario.verdict);
  for (std::size_t i = 0; i < scenario.sides.size(); ++i) {
    line.side[i] = scenario.sides[i].side;
    line.bpv[i] = points_text(scenario.sides[i].bpv);
    line.npv[i] = points_text(scenario.sides[i].npv);
    if (line.prices.empty()) line.prices = scenario.sides[i].prices_name();
  }
  if (const auto sides = balance(scenario.sides)) {
    line.bpv_difference = points_text(sides->bpv_difference);
    line.bpv_ratio = ratio_text(sides->bpv_ratio);
    line.npv_difference = points_text(sides->npv_difference);
    line.npv_ratio = ratio_text(sides->npv_ratio);
  }
  return line;
}

std::vector<Line> lines_of(const std::vector<ScenarioBalance>& scenarios) {
  std::vector<Line> lines;
  lines.reserve(scenarios.size());
  for (const ScenarioBalance& scenario : scenarios) lines.push_back(line_of(scenario));
  return lines;
}

/// The two sides that all have; nothing where they differ.
std::vector<std::string> sides_of_all(const std::vector<ScenarioBalance>& scenarios) {
  std::vector<std::string> sides;
  for (const ScenarioBalance& scenario : scenarios) {
    for (const SideTotal& side : scenario.sides) {
      if (std::ranges::find(sides, side.side) == sides.end()) sides.push_back(side.side);
    }
  }
  return sides.size() == 2 ? sides : std::vector<std::string>();
}

}  // namespace

double read_apart(const std::string& text) {
  std::string_view number = trimmed(text);
  if (number.ends_with('%')) number = trimmed(number.substr(0, number.size() - 1));
  const std::optional<double> percent = number_in<double>(number);
  constexpr double most = 1000;
  if (percent && *percent >= 0 && *percent <= most) return *percent;
  throw OptionError("--apart", fmt::format("'{}' is not possible", text),
                    "how many percent the dearer side may cost more, such as 10%");
}

std::vector<ScenarioBalance> scenario_balances(const ForceList& list, double percent) {
  std::vector<std::string> order;
  for (const PricedUnit& unit : list.units) {
    if (std::ranges::find(order, unit.side) == order.end()) order.push_back(unit.side);
  }
  const auto place = [&](const SideTotal& side) { return std::ranges::find(order, side.side); };
  std::vector<ScenarioBalance> all;
  for (const std::string& name : list.scenarios) {
    ScenarioBalance scenario;
    scenario.scenario = name;
    if (std::ranges::count(list.faults, name, &ForceList::Fault::scenario) > 0) {
      scenario.verdict = Verdict::faulty;
    } else {
      std::vector<PricedUnit> units;
      for (const PricedUnit& unit : list.units) {
        if (unit.scenario == name) units.push_back(unit);
      }
      scenario.sides = side_totals(units);
      std::sort(scenario.sides.begin(), scenario.sides.end(),
                [&](const SideTotal& a, const SideTotal& b) { return place(a) < place(b); });
      scenario.verdict = verdict_of(scenario.sides, percent);
    }
    all.push_back(std::move(scenario));
  }
  return all;
}

std::string scenario_balances_csv(const std::vector<ScenarioBalance>& scenarios) {
  CsvColumns<Line> columns;
  columns.add("scenario", &Line::scenario)
      .add("first", [](const Line& line) { return line.side[0]; })
      .add("second", [](const Line& line) { return line.side[1]; })
      .add("first_bpv", [](const Line& line) { return line.bpv[0]; })
      .add("second_bpv", [](const Line& line) { return line.bpv[1]; })
      .add("bpv_difference", &Line::bpv_difference)
      .add("bpv_ratio", &Line::bpv_ratio)
      .add("first_npv", [](const Line& line) { return line.npv[0]; })
      .add("second_npv", [](const Line& line) { return line.npv[1]; })
      .add("npv_difference", &Line::npv_difference)
      .add("npv_ratio", &Line::npv_ratio)
      .add("verdict", &Line::verdict)
      .add("prices", &Line::prices);
  return columns.table(lines_of(scenarios));
}

std::string scenario_balances_json(const std::vector<ScenarioBalance>& scenarios, Month date,
                                   double percent) {
  using Json = nlohmann::ordered_json;
  const auto points = [](double number) { return Json::parse(points_text(number)); };
  Json document = {{"date", month_text(date)}, {"apart_percent", percent}, {"scenarios", {}}};
  for (const ScenarioBalance& scenario : scenarios) {
    Json entry = {{"scenario", scenario.scenario}, {"sides", Json::array()}};
    for (const SideTotal& side : scenario.sides) {
      entry["sides"].push_back({{"side", side.side},
                                {"quantity", side.quantity},
                                {"bpv", points(side.bpv)},
                                {"npv", points(side.npv)}});
      if (*side.prices_name() != '\0') entry["sides"].back()["prices"] = side.prices_name();
    }
    if (const auto sides = balance(scenario.sides)) {
      entry["bpv_difference"] = points(sides->bpv_difference);
      entry["npv_difference"] = points(sides->npv_difference);
      entry["bpv_ratio"] = sides->bpv_ratio;
      entry["npv_ratio"] = sides->npv_ratio;
    }
    entry["verdict"] = verdict_name(scenario.verdict);
    document["scenarios"].push_back(std::move(entry));
  }
  return document.dump(2) + "\n";
}

std::string scenario_balances_table(const std::vector<ScenarioBalance>& scenarios, Month date,
                                    double percent, TableStyle style) {
  std::string text = fmt::format("{} scenario{} in {}", scenarios.size(),
                                 scenarios.size() == 1 ? "" : "s", month_text(date));
  const char* between = ": ";
  for (const Verdict verdict :
       {Verdict::even, Verdict::apart, Verdict::one_side, Verdict::faulty}) {
    const auto count = std::ranges::count(scenarios, verdict, &ScenarioBalance::verdict);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", between, count,
                        verdict == Verdict::one_side ? "of one side alone" : verdict_name(verdict));
    if (verdict == Verdict::apart) {
      text += fmt::format(" (the dearer side's NPV is more than {:g} % above the other)", percent);
    }
    between = ", ";
  }
  text += ".\n\n";
  const std::vector<std::string> same = sides_of_all(scenarios);
  const std::string first = same.empty() ? "first" : same[0];
  const std::string second = same.empty() ? "second" : same[1];
  Table grid({"scenario", "sides", first + " BPV", second + " BPV", "ratio", first + " NPV",
              second + " NPV", "difference", "ratio", ""});
  for (const Line& line : lines_of(scenarios)) {
    const std::string sides = line.side[0] + (line.side[1].empty() ? "" : ", " + line.side[1]);
    const std::string verdict = line.verdict + (line.prices.empty() ? "" : "; " + line.prices);
    grid.add(line.scenario, sides, line.bpv[0], line.bpv[1], line.bpv_ratio, line.npv[0],
             line.npv[1], line.npv_difference, line.npv_ratio, verdict);
  }
  if (!same.empty()) grid.drop(1);
  return text + grid.text(style);
}

}  // namespace combat_odds
