#include "studies/campaign/purchase_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

std::optional<std::size_t> day_in(const Columns::Row& row, const CampaignCharts& charts) {
  const std::string& text = row.text("date");
  const std::optional<std::size_t> day = charts.historical.day(text);
  if (!day) row.fault("date", fmt::format("date is '{}'", text), charts.historical.allowed());
  return day;
}

/// The side's group that a line names.
const ReinforcementGroup* group_in(const Columns::Row& row, Side side,
                                   const CampaignCharts& charts) {
  const std::string& named = row.text("group");
  const ReinforcementGroup* const group = charts.groups.find(side, named);
  if (group == nullptr) {
    row.fault("group", fmt::format("no {} group '{}'", name_of(side), named),
              did_you_mean(named, charts.groups.names(side),
                           "an id or name of the side's Reinforcement Group Chart"));
  }
  return group;
}

/// Reads what only some groups have: Pre-Registered hexes, and the arrival of Stukas.
void read_extras(PlanLine& line, const Columns::Row& row) {
  const ReinforcementGroup& group = *line.group;
  if (row.has("pre_registered") && row.text("pre_registered") != "0" && !group.pre_registered) {
    row.fault("pre_registered", fmt::format("Pre-Registered hexes for {}", group.name),
              "they go with OBA modules only");
  } else {
    line.pre_registered =
        row.whole_number("pre_registered", 0, ReinforcementGroup::most_pre_registered, 0);
  }
  if (row.has("stuka_cpp") && group.kind != Kind::stuka) {
    row.fault("stuka_cpp", fmt::format("stuka_cpp for {}", group.name), "only for Stukas");
  } else {
    line.stuka_cpp = row.whole_number("stuka_cpp", 1, 2, 1);
  }
  if (row.has("scenario_turns") && group.kind != Kind::stuka) {
    row.fault("scenario_turns", fmt::format("scenario_turns for {}", group.name),
              "only for Stukas");
  } else {
    line.scenario_turns = row.whole_number("scenario_turns", 0, 20, 0);
    if (line.stuka_cpp == 2 && line.scenario_turns == 0) {
      row.fault("stuka_cpp",
                "the second CPP makes them arrive sooner: without scenario_turns it brings nothing",
                "give scenario_turns, the turns of that day's scenario");
    }
  }
}

/// Whether the Strength of the group is known, or can be rolled for.
void check_strength(const PlanLine& line, const Columns::Row& row, const CampaignCharts& charts,
                    const CampaignSettings& settings) {
  const ReinforcementGroup& group = *line.group;
  if (group.on_gun_battery_table() && line.strength.empty() && !settings.battery_full_at_most) {
    row.fault("group",
              fmt::format("the Strength of {} is unknown: the numbers of the Gun Battery Table "
                          "are lost",
                          group.name),
              "--battery-full N, the highest Final DR for Full Strength printed on your chart, "
              "or a strength of full or depleted");
    return;
  }
  try {
    Circumstances circumstances;
    circumstances.strength = line.strength;
    circumstances.battery_full_at_most = settings.battery_full_at_most;
    reinforcement(charts, group, circumstances);
  } catch (const ArgumentError& error) {
    row.fault("strength", error.what(), error.right());
  }
}

/// Reads one line of the plan and checks it by itself.
std::optional<PlanLine> read_line(const Columns::Row& row, const CampaignCharts& charts,
                                  const CampaignSettings& settings) {
  const std::optional<std::size_t> day = day_in(row, charts);
  const std::optional<Side> side = side_in(row);
  PlanLine line;
  line.place = row.place();
  line.quantity = row.whole_number("quantity", 1, 1000);
  line.note = row.text("note");
  if (!side) return std::nullopt;
  line.group = group_in(row, *side, charts);
  if (line.group == nullptr) return std::nullopt;
  read_extras(line, row);
  // O11.6194: the rules at hand do not give the cost of on-map setup on the day of purchase, nor of
  // Dug-In AFVs.
  line.adjustment = row.whole_number("adjustment", -line.cpp(), 100, 0);
  line.reserve = row.truth("reserve", false);
  line.strength = row.text("strength");
  check_strength(line, row, charts, settings);
  if (!day) return std::nullopt;
  line.day = *day;
  const ReinforcementGroup& group = *line.group;
  if (!group.available(charts.historical.dates()[*day])) {
    row.fault("date",
              fmt::format("{} can't be bought on {}", group.name, charts.historical.dates()[*day]),
              group.availability());
  }
  return line;
}

/// Checks the daily and the campaign maximum of every group. The line that exceeds it is at fault.
void check_maxima(const CampaignPlan& plan, const CampaignCharts& charts, Faults& faults) {
  struct Bought {
    int number = 0;
    std::vector<int> lines;
  };
  const auto check = [&](Bought& bought, const PlanLine& line, int most, const std::string& when,
                         const std::string& maximum) {
    const bool was_right = bought.number <= most;
    bought.number += line.quantity;
    if (was_right && bought.number > most) {
      faults.add(line.place,
                 fmt::format("{} {} {}{}", bought.number, line.group->name, when,
                             bought.lines.empty() ? std::string()
                                                  : fmt::format(", with line{} {}",
                                                                bought.lines.size() > 1 ? "s" : "",
                                                                fmt::join(bought.lines, ", "))),
                 fmt::format("{} is {}", maximum, most));
    }
    bought.lines.push_back(line.place.line);
  };
  std::map<std::pair<const ReinforcementGroup*, std::size_t>, Bought> by_day;
  std::map<const ReinforcementGroup*, Bought> in_all;
  for (const PlanLine& line : plan.lines) {
    check(by_day[{line.group, line.day}], line, line.group->daily_max,
          fmt::format("on {}", charts.historical.dates()[line.day]), "the daily maximum");
    check(in_all[line.group], line, line.group->campaign_max, "in the campaign",
          "the maximum of CG III");
  }
}

/// Every observer needs a module that is bought by its day.
void check_observers(const CampaignPlan& plan, const CampaignCharts& charts, Faults& faults) {
  std::vector<const PlanLine*> lines;
  for (const PlanLine& line : plan.lines) lines.push_back(&line);
  const auto order = [](const PlanLine* line) {
    return std::pair(line->day, line->group->kind != Kind::oba_module);
  };
  std::ranges::stable_sort(lines, {}, order);
  std::map<Side, UnobservedModules> modules;
  for (const PlanLine* const line : lines) {
    const ReinforcementGroup& group = *line->group;
    for (int n = 0; n < line->quantity; ++n) {
      if (!modules[group.side].serve(group)) {
        faults.add(line->place,
                   fmt::format("{} on {} without a module that has no observer yet", group.name,
                               charts.historical.dates()[line->day]),
                   group.kind == Kind::spotter_plane
                       ? "note s: one of 100mm or more, no Rocket OBA, bought by then"
                       : "note o: an OBA module for each, bought by then");
        break;
      }
      modules[group.side].buy(group);
    }
  }
}

}  // namespace

bool UnobservedModules::concern(const ReinforcementGroup& group) {
  return group.kind == Kind::oba_module || group.kind == Kind::observer ||
         group.kind == Kind::spotter_plane;
}

bool UnobservedModules::serve(const ReinforcementGroup& group) const {
  if (group.kind == Kind::spotter_plane) return for_planes > 0 && all > 0;
  return group.kind != Kind::observer || all > 0;
}

void UnobservedModules::buy(const ReinforcementGroup& group) {
  if (group.kind == Kind::oba_module) {
    ++all;
    if (group.for_spotter_planes()) ++for_planes;
  } else if (group.kind == Kind::observer) {
    --all;
  } else if (group.kind == Kind::spotter_plane) {
    --all;
    --for_planes;
  }
}

int PlanLine::cpp() const { return group->price(pre_registered, stuka_cpp) + adjustment; }

int DiceSum::least() const {
  int sum = constant;
  for (const Summand& one : dice) sum += one.dice > 0 ? one.dice : one.dice * one.sides;
  return sum;
}

int DiceSum::most() const {
  int sum = constant;
  for (const Summand& one : dice) sum += one.dice > 0 ? one.dice * one.sides : one.dice;
  return sum;
}

std::optional<DiceSum> read_dice_sum(std::string_view text) {
  constexpr int most_dice = 20;
  constexpr int most_sides = 100;
  constexpr int most_constant = 100'000;
  DiceSum sum;
  for (const char letter : text) {
    if (letter != ' ') sum.text += letter == 'D' ? 'd' : letter;
  }
  if (sum.text.empty()) return std::nullopt;
  int all_dice = 0;
  for (std::size_t i = 0; i < sum.text.size();) {
    int sign = 1;
    if (sum.text[i] == '+' || sum.text[i] == '-') {
      sign = sum.text[i] == '-' ? -1 : 1;
      ++i;
    }
    const std::size_t end = std::min(sum.text.find_first_of("+-", i), sum.text.size());
    const std::string_view term = std::string_view(sum.text).substr(i, end - i);
    i = end;
    if (const std::size_t d = term.find('d'); d != std::string_view::npos) {
      const std::optional<int> dice = d == 0 ? 1 : number_in<int>(term.substr(0, d));
      const std::optional<int> sides = number_in<int>(term.substr(d + 1));
      if (!dice || !sides || *dice < 1 || *dice > most_dice || *sides < 2 || *sides > most_sides) {
        return std::nullopt;
      }
      all_dice += *dice;
      sum.dice.push_back({sign * *dice, *sides});
    } else {
      const std::optional<int> number = number_in<int>(plain_whole(term));
      if (!number || *number < 0 || *number > most_constant) return std::nullopt;
      sum.constant += sign * *number;
    }
  }
  if (all_dice > most_dice || std::abs(sum.constant) > most_constant) return std::nullopt;
  return sum;
}

Outcome DiceSumRule::resolve(Dice& dice) const {
  struct State {
    std::int32_t rolls = 0;
    std::int32_t sum = 0;
  } state;
  state.sum = sum_.constant;
  for (const DiceSum::Summand& term : sum_.dice) {
    const int sign = term.dice > 0 ? 1 : -1;
    for (int left = std::abs(term.dice); left > 0;) {
      dice.at(state);
      const bool pair = left > 1 && term.sides == 6;
      const int roll = pair ? dice.DR([](TwoDice both) { return both.total(); })
                            : dice.die(term.sides, [](int face) { return face; });
      state.sum += sign * roll;
      left -= pair ? 2 : 1;
      ++state.rolls;
    }
  }
  return Outcome("").measure("cpp", state.sum);
}

bool CampaignBudget::given(Side side) const {
  return std::any_of(cpp.begin(), cpp.end(),
                     [&](const auto& entry) { return entry.first.second == side; });
}

bool CampaignBudget::fixed(Side side) const {
  return std::all_of(cpp.begin(), cpp.end(), [&](const auto& entry) {
    return entry.first.second != side || entry.second.fixed();
  });
}

Columns campaign_columns(const TextFile& file, const std::vector<std::string>& required,
                         const std::vector<std::string>& optional, const std::string& things,
                         Faults& faults) {
  CsvTable table;
  try {
    table = read_csv(file);
  } catch (const InputError& error) {
    faults.add(error);
    return {std::move(table), {}};
  }
  Columns columns(std::move(table), required, optional, Columns::Others::refused, faults.noting());
  if (std::ranges::all_of(required, [&](const auto& name) { return columns.has(name); })) {
    columns.need_rows(things);
  }
  return columns;
}

std::optional<Side> side_in(const Columns::Row& row) {
  const std::string& text = row.text("side");
  const std::optional<Side> side = side_named(text);
  if (!side) {
    row.fault("side", fmt::format("side is '{}'", text),
              did_you_mean(text, {"german", "russian"}, "german or russian"));
  }
  return side;
}

CampaignPlan read_campaign_plan(const TextFile& file, const CampaignCharts& charts,
                                const CampaignSettings& settings, Faults& faults) {
  const Columns lines = campaign_columns(
      file, {"date", "side", "group", "quantity"},
      {"pre_registered", "stuka_cpp", "scenario_turns", "adjustment", "reserve", "strength"},
      "purchase", faults);
  CampaignPlan plan;
  plan.file = file.name;
  for (const Columns::Row row : lines) {
    if (const std::optional<PlanLine> line = read_line(row, charts, settings)) {
      plan.lines.push_back(*line);
    }
  }
  check_maxima(plan, charts, faults);
  check_observers(plan, charts, faults);
  return plan;
}

CampaignBudget read_campaign_budget(const TextFile& file, const CampaignCharts& charts,
                                    Faults& faults) {
  const Columns lines = campaign_columns(file, {"date", "side", "cpp"}, {}, "purchase", faults);
  CampaignBudget budget;
  budget.file = file.name;
  std::map<std::pair<std::size_t, Side>, int> line_of;
  for (const Columns::Row row : lines) {
    const std::optional<std::size_t> day = day_in(row, charts);
    const std::optional<Side> side = side_in(row);
    const std::string& cpp = row.text("cpp");
    const std::optional<DiceSum> sum = read_dice_sum(cpp);
    if (!sum) {
      row.fault("cpp", fmt::format("cpp is '{}'", cpp),
                "a whole number or dice such as 2d6+8, at most 20 dice of 2 to 100 sides");
    } else if (sum->least() < 0) {
      row.fault("cpp", fmt::format("'{}' may come to {} CPP", cpp, sum->least()), "never below 0");
    }
    if (!day || !side || !sum) continue;
    const auto [earlier, is_new] = line_of.try_emplace({*day, *side}, row.place().line);
    if (!is_new) {
      row.fault("date",
                fmt::format("the {} CPP of {} are in line {} already", name_of(*side),
                            charts.historical.dates()[*day], earlier->second),
                "one line for a side and day");
      continue;
    }
    budget.cpp[{*day, *side}] = *sum;
  }
  return budget;
}

std::vector<std::string> unit_names(const CampaignCharts& charts) {
  std::set<std::string> names = {"OBA Module"};
  for (const ReinforcementGroup& group : charts.groups.all()) {
    switch (group.kind) {
      case Kind::company:
      case Kind::platoon:
      case Kind::weapons_platoon:
      case Kind::battery:
        for (const Count& unit : group.units) names.insert(unit.name);
        for (const Count& weapon : charts.weapons.of(group)) names.insert(weapon.name);
        if (group.on_gun_battery_table()) names.insert({"1-2-7", "2-2-8"});  // note c
        break;
      case Kind::stuka:
        names.insert("Stuka");
        break;
      case Kind::observer:
        names.insert("Offboard Observer");
        break;
      case Kind::spotter_plane:
        names.insert("Observation Plane");
        break;
      case Kind::fortifications:
        names.insert("FPP");
        break;
      default:
        break;
    }
  }
  for (std::size_t row = 0; row < charts.leaders.rows(); ++row) {
    for (const Side side : {Side::german, Side::russian}) {
      const auto& leaders = charts.leaders.leaders(side, row);
      names.insert(leaders.begin(), leaders.end());
    }
  }
  return {names.begin(), names.end()};
}

UnitPoints read_unit_points(const TextFile& file, const CampaignCharts& charts, Faults& faults) {
  const Columns lines = campaign_columns(file, {"unit", "points"}, {}, "purchase", faults);
  const std::vector<std::string> known = unit_names(charts);
  UnitPoints points;
  for (const Columns::Row row : lines) {
    const std::string& unit = row.text("unit");
    if (std::ranges::find(known, unit) == known.end()) {
      row.fault("unit", fmt::format("no unit '{}' comes in this campaign", unit),
                did_you_mean(unit, known, fmt::format("{}", fmt::join(known, ", "))));
    } else if (points.contains(unit)) {
      row.fault("unit", fmt::format("the points of {} are listed twice", unit), "each unit once");
    }
    points[unit] = row.whole_number("points", 0, 1000);
  }
  return points;
}

}  // namespace combat_odds::red_barricades
