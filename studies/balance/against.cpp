#include "studies/balance/against.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/text/columns.hpp"
#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/balance_report.hpp"
#include "studies/balance/duel_form.hpp"
#include "studies/balance/duel_list.hpp"
#include "studies/balance/fights.hpp"
#include "studies/balance/series.hpp"
#include "studies/points/force_file.hpp"

namespace combat_odds {
namespace {

constexpr const char* squads_duel = "sl.firefight";
constexpr const char* vehicles_duel = "sl.engagement";
constexpr const char* mixed_duel = "sl.combined-duel";
constexpr const char* stepped_duel = "sl.assault";

/// Whether the steps of an assault are given, which both forces then play.
bool asks_for_steps(const AskedBalance& asked) {
  const auto says = [](const GivenValue& value) { return value.parameter == "steps"; };
  return std::ranges::any_of(asked.settings, says) ||
         std::ranges::any_of(asked.scenarios, [&](const BalanceScenario& scenario) {
           return std::ranges::any_of(scenario.settings, says);
         });
}

/// A list that is written for the game of two forces.
class DuelList {
 public:
  explicit DuelList(std::vector<std::string> header) { rows_.header = std::move(header); }
  void add(std::vector<std::string> cells) { rows_.add(std::move(cells)); }
  /// Its faults are told of the files of the forces.
  TextFile file(const std::array<TextFile, 2>& files) const {
    return {files[0].name + " and " + files[1].name, rows_.csv()};
  }

 private:
  Table rows_;
};

/// What a force of `points` consists of, as far as duels go.
struct Kinds {
  std::vector<const PricedUnit*> squads;
  std::vector<const PricedUnit*> leaders;
  std::vector<const PricedUnit*> vehicles;
  std::vector<const PricedUnit*> others;
};

Kinds kinds_of(const std::vector<PricedUnit>& force, const std::string& file) {
  Kinds kinds;
  for (const PricedUnit& unit : force) {
    if (unit.side != force.front().side) {
      throw InputError(
          {file, 1, 1},
          fmt::format("a force of two sides: {} and {}", force.front().side, unit.side),
          "a file for each side");
    }
    if (unit.kind == "squad" || unit.kind == "crew") {
      kinds.squads.push_back(&unit);
    } else if (unit.kind == "leader") {
      kinds.leaders.push_back(&unit);
    } else if (unit.kind == "vehicle" || unit.kind == "vehicle or gun") {
      kinds.vehicles.push_back(&unit);
    } else {
      kinds.others.push_back(&unit);
    }
  }
  if (kinds.squads.empty() && kinds.vehicles.empty()) {
    throw InputError({file, 1, 1}, "a force without squads or vehicles", "such as german,4-6-7,6");
  }
  return kinds;
}

/// The one squad of a side, and its leader: the duel takes no more.
struct Infantry {
  const PricedUnit* squad = nullptr;
  const PricedUnit* leader = nullptr;
};

void leave_out(const PricedUnit& unit, OpposedForces& forces) {
  forces.left_out.push_back(fmt::format("{} {}", unit.quantity, unit.unit));
}

/// Null where there is none.
const PricedUnit* squad_of(const Kinds& kinds, const std::string& file,
                           const OpposedForces& forces) {
  const PricedUnit* one = nullptr;
  for (const PricedUnit* const squad : kinds.squads) {
    if (one == nullptr) one = squad;
    if (squad->unit == one->unit) continue;
    throw InputError({file, 1, 1},
                     fmt::format("two kinds of squads, {} and {}", one->unit, squad->unit),
                     fmt::format("one kind a side: that is what {} plays", forces.procedure));
  }
  return one;
}

Infantry infantry_of(const Kinds& kinds, const std::string& file, OpposedForces& forces) {
  Infantry one{squad_of(kinds, file, forces)};
  for (const PricedUnit* const other : kinds.others) leave_out(*other, forces);
  for (const PricedUnit* const leader : kinds.leaders) {
    int many = leader->quantity;
    if (one.leader == nullptr && one.squad != nullptr) {
      one.leader = leader;
      --many;
    }
    if (many > 0) forces.left_out.push_back(fmt::format("{} {}", many, leader->unit));
  }
  return one;
}

std::string price_cell(const PricedUnit& unit) {
  return fmt::format("{}", std::max(1L, std::lround(unit.each.npv)));
}

int squads_in(const Kinds& kinds) {
  int sum = 0;
  for (const PricedUnit* const squad : kinds.squads) sum += squad->quantity;
  return sum;
}

/// A machine gun in the words of a group, "German LMG"; empty for all else.
std::string machine_gun(const PricedUnit& unit) {
  const std::string name = folded(unit.unit);
  for (const char* const gun : {"LMG", "MMG", "HMG"}) {
    if (name == folded(gun)) return fmt::format("{} {}", capitalized(unit.nationality), gun);
  }
  return {};
}

/// The infantry of two force lists, with a leader and all of their machine guns, as a list for the
/// steps of an assault.
TextFile duel_by_steps(const std::array<std::vector<PricedUnit>, 2>& priced,
                       const std::array<TextFile, 2>& files, OpposedForces& forces) {
  forces.procedure = stepped_duel;
  DuelList list({"procedure", "name", "points", "units", "leader", "leader_points"});
  for (std::size_t side = 0; side < 2; ++side) {
    const Kinds kinds = kinds_of(priced[side], files[side].name);
    const PricedUnit* const squad = squad_of(kinds, files[side].name, forces);
    if (squad == nullptr) {
      throw InputError({files[side].name, 1, 1}, "a force without squads",
                       "such as german,4-6-7,6, or no steps");
    }
    std::vector<std::string> besides;
    double fixed = 0;
    const auto buy = [&](const PricedUnit& unit, const std::string& words) {
      besides.push_back(unit.quantity > 1 ? fmt::format("{}*{}", unit.quantity, words) : words);
      fixed += unit.quantity * unit.each.npv;
    };
    for (const PricedUnit* const leader : kinds.leaders) {
      PricedUnit more = *leader;  // one directs the fire of a group (15.7)
      if (leader == kinds.leaders.front()) {
        PricedUnit one = *leader;
        one.quantity = 1;
        buy(one, one.unit);
        --more.quantity;
      }
      if (more.quantity > 0) leave_out(more, forces);
    }
    for (const PricedUnit* const other : kinds.others) {
      const std::string words = machine_gun(*other);
      words.empty() ? leave_out(*other, forces) : buy(*other, words);
    }
    for (const PricedUnit* const vehicle : kinds.vehicles) leave_out(*vehicle, forces);
    list.add({forces.procedure, forces.sides[side].name + ": " + squad->unit, price_cell(*squad),
              squad->unit, fmt::format("{}", fmt::join(besides, " ")),
              besides.empty() ? "" : fmt::format("{}", std::max(1L, std::lround(fixed)))});
    forces.sides[side].lines.push_back(
        {squad->unit, side, squads_in(kinds), squad->each.npv, {files[side].name, 1, 1}});
    forces.sides[side].fixed = fixed;
  }
  return list.file(files);
}

/// The units of two force lists, as a list for the duel that they take together.
TextFile duel_of_forces(const std::array<std::vector<PricedUnit>, 2>& priced,
                        const std::array<TextFile, 2>& files, OpposedForces& forces) {
  std::array<Kinds, 2> kinds;
  for (std::size_t side = 0; side < 2; ++side) {
    kinds[side] = kinds_of(priced[side], files[side].name);
  }
  const auto any = [&](auto member) {
    return !(kinds[0].*member).empty() || !(kinds[1].*member).empty();
  };
  const bool has_squads = any(&Kinds::squads);
  const bool has_vehicles = any(&Kinds::vehicles);
  forces.procedure = !has_vehicles ? squads_duel : !has_squads ? vehicles_duel : mixed_duel;
  const auto named = [&](std::size_t side, const std::string& name) {
    return forces.sides[side].name + ": " + name;
  };
  std::size_t next = 0;
  if (!has_vehicles) {
    DuelList list({"nationality", "unit", "name", "points", "leader", "leader_points"});
    for (std::size_t side = 0; side < 2; ++side) {
      const Infantry one = infantry_of(kinds[side], files[side].name, forces);
      const PricedUnit& squad = *one.squad;
      list.add({squad.nationality, squad.unit, named(side, squad.unit), price_cell(squad),
                one.leader != nullptr ? one.leader->unit : "",
                one.leader != nullptr ? price_cell(*one.leader) : ""});
      forces.sides[side].lines.push_back(
          {squad.unit, next++, squads_in(kinds[side]), squad.each.npv, {files[side].name, 1, 1}});
      if (one.leader != nullptr) forces.sides[side].fixed = one.leader->each.npv;
    }
    return list.file(files);
  }
  if (!has_squads) {
    DuelList list({"procedure", "name", "points", "vehicle"});
    for (std::size_t side = 0; side < 2; ++side) {
      infantry_of(kinds[side], files[side].name, forces);  // leaders have no place
      for (const PricedUnit* const vehicle : kinds[side].vehicles) {
        list.add(
            {forces.procedure, named(side, vehicle->unit), price_cell(*vehicle), vehicle->unit});
        forces.sides[side].lines.push_back({vehicle->unit,
                                            next++,
                                            vehicle->quantity,
                                            vehicle->each.npv,
                                            {files[side].name, 1, 1}});
      }
    }
    return list.file(files);
  }
  DuelList list({"procedure", "name", "points", "infantry", "leader", "vehicles", "gun"});
  for (std::size_t side = 0; side < 2; ++side) {
    const Infantry one = infantry_of(kinds[side], files[side].name, forces);
    std::vector<std::string> names;
    double cost = 0;
    std::string infantry;
    if (one.squad != nullptr) {
      infantry = fmt::format("{}*{}", squads_in(kinds[side]), one.squad->unit);
      names.push_back(infantry);
      cost += squads_in(kinds[side]) * one.squad->each.npv;
    }
    if (one.leader != nullptr) {
      names.push_back(one.leader->unit);
      cost += one.leader->each.npv;
    }
    int vehicles = 0;
    for (const PricedUnit* const vehicle : kinds[side].vehicles) {
      if (vehicle->unit != kinds[side].vehicles.front()->unit) {
        throw InputError({files[side].name, 1, 1},
                         fmt::format("two kinds of vehicles, {} and {}",
                                     kinds[side].vehicles.front()->unit, vehicle->unit),
                         fmt::format("one kind a side: that is what {} plays", forces.procedure));
      }
      vehicles += vehicle->quantity;
      cost += vehicle->quantity * vehicle->each.npv;
    }
    const std::string gun = vehicles > 0 ? kinds[side].vehicles.front()->unit : "";
    if (vehicles > 0) names.push_back(fmt::format("{}*{}", vehicles, gun));
    const std::string name = joined(names);
    list.add({forces.procedure, named(side, name), fmt::format("{}", std::lround(cost)), infantry,
              one.leader != nullptr ? one.leader->unit : "",
              vehicles > 0 ? fmt::format("{}", vehicles) : "", gun});
    forces.sides[side].lines.push_back({name, next++, 1, cost, {files[side].name, 1, 1}});
  }
  return list.file(files);
}

bool is_duel_list(const TextFile& file) { return read_csv(file).column("procedure") >= 0; }

/// Two lists of `balance` with a column `quantity`, as one.
TextFile duel_of_lists(const std::array<TextFile, 2>& files, OpposedForces& forces) {
  std::vector<std::string> header;
  for (const TextFile& file : files) {
    for (const CsvCell& cell : read_csv(file).header) {
      if (cell.text == "quantity" || cell.text == "note") continue;
      if (std::ranges::find(header, cell.text) == header.end()) header.push_back(cell.text);
    }
  }
  DuelList list(header);
  std::size_t next = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const CsvTable table = read_csv(files[side]);
    const Columns lines(table, {"procedure", "name", "quantity"}, header);
    for (const Columns::Row row : lines) {
      std::vector<std::string> cells;
      for (const std::string& column : header) {
        const bool is_name = column == "name";
        cells.push_back(is_name             ? forces.sides[side].name + ": " + row.name("name")
                        : lines.has(column) ? row.text(column)
                                            : std::string());
      }
      list.add(std::move(cells));
      constexpr int most = 1000;
      forces.sides[side].lines.push_back({row.name("name"), next++,
                                          row.whole_number("quantity", 1, most), 0,
                                          row.place("quantity")});
    }
    if (forces.sides[side].lines.empty()) {
      throw InputError({files[side].name, 2, 1}, "a force without units", "a line for each unit");
    }
  }
  return list.file(files);
}

/// With points for a side, which a list must have. A game of two forces has no use for them and is
/// not asked for them: each force is what it is.
AskedBalance with_points(AskedBalance asked) {
  for (const GivenValue& value : asked.settings) {
    if (value.parameter != "points") continue;
    throw OptionError("--points", "does not go with --against", "leave it out");
  }
  for (const BalanceScenario& scenario : asked.scenarios) {
    for (const GivenValue& value : scenario.settings) {
      if (folded(value.parameter) != "points") continue;
      throw InputError(value.place, "points do not go with --against", "leave them out");
    }
    if (scenario.months.empty()) continue;
    throw OptionError("--against", "takes one month", "--date in place of the column date");
  }
  asked.settings.push_back({"points", fmt::format("{}", most_unit_points), {"--points"}});
  return asked;
}

/// A game of two forces in one setting.
class Opposed {
 public:
  Opposed(const OpposedForces& forces, const BalanceSetting& setting, RunControl* control)
      : forces_(forces), fights_(*forces.game, setting, control) {}

  Duel duel() { return duel(numbers()); }

  EvenLine even(std::size_t side, std::size_t line) {
    EvenLine found{side, line, std::nullopt, std::nullopt};
    std::array<std::vector<int>, 2> count = numbers();
    int& number = count[side][line];
    const int most = forces_.in_series ? most_in_series : forces_.game->most();
    const auto score = [&](int tried) {
      number = tried;
      return side == 0 ? duel(count).score() : 1 - duel(count).score();
    };
    int below = std::min(number, most);
    while (below > 0 && score(below) >= 0.5) --below;
    while (below < most && score(below + 1) < 0.5) ++below;
    if (below == most) return found;
    const double low = score(below);
    const double high = score(below + 1);
    if (low >= 0.5) return found;  // the others win without it
    found.number = below + (0.5 - low) / (high - low);
    double rest = forces_.sides[side].fixed;
    const std::vector<ForceLine>& lines = forces_.sides[side].lines;
    for (std::size_t other = 0; other < lines.size(); ++other) {
      if (other != line) rest += lines[other].number * lines[other].price;
    }
    const double price = (forces_.sides[1 - side].cost() - rest) / *found.number;
    if (price > 0) found.price = price;
    return found;
  }

 private:
  static constexpr int most_in_series = 100;

  std::array<std::vector<int>, 2> numbers() const {
    std::array<std::vector<int>, 2> all;
    for (std::size_t side = 0; side < 2; ++side) {
      for (const ForceLine& line : forces_.sides[side].lines) all[side].push_back(line.number);
    }
    return all;
  }

  Duel duel(const std::array<std::vector<int>, 2>& numbers) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (std::ranges::count_if(numbers[side], [](int number) { return number > 0; }) > 0) continue;
      Duel nobody;
      (side == 0 ? nobody.loses : nobody.holds) = 1;
      return nobody;
    }
    if (!forces_.in_series) {
      return fights_.fight({forces_.sides[0].lines.front().unit, numbers[0].front()},
                           {forces_.sides[1].lines.front().unit, numbers[1].front()});
    }
    std::array<std::vector<InSeries>, 2> units;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::vector<ForceLine>& lines = forces_.sides[side].lines;
      for (std::size_t line = 0; line < lines.size(); ++line) {
        units[side].insert(units[side].end(), static_cast<std::size_t>(numbers[side][line]),
                           {line, lines[line].price});
      }
    }
    return series(units[0], units[1],
                  [&](std::size_t own, std::size_t other) { return ends(own, other); });
  }

  /// How one against one ends, by the positions of their lines.
  DuelEnds ends(std::size_t own, std::size_t other) {
    const ForceLine& one = forces_.sides[0].lines[own];
    const ForceLine& two = forces_.sides[1].lines[other];
    const Duel duel = fights_.fight({one.unit, 1}, {two.unit, 1});
    const double listed = forces_.game->settings().front().prices[one.unit];
    const double both_lost = duel.points_lost / listed - duel.loses;
    return {duel.holds, duel.loses, both_lost, duel.both - both_lost};
  }

  const OpposedForces& forces_;
  Fights fights_;
};

}  // namespace

double OpposedForces::Side::cost() const {
  double sum = fixed;
  for (const ForceLine& line : lines) sum += line.number * line.price;
  return sum;
}

OpposedForces read_opposed(const std::array<TextFile, 2>& files, const AskedBalance& asked,
                           const Library& library) {
  OpposedForces forces;
  for (std::size_t side = 0; side < 2; ++side) forces.sides[side].name = stem(files[side].name);
  if (forces.sides[0].name == forces.sides[1].name) {
    forces.sides[0].name = "mine";
    forces.sides[1].name = "his";
  }
  if (asked.months.size() > 1) {
    throw OptionError("--date", "takes one month with --against",
                      "that of the fight, such as 1942-10");
  }
  AskedBalance settings = with_points(asked);
  forces.has_weights = asked.has_weights();
  const bool of_duels = is_duel_list(files[0]);
  if (of_duels != is_duel_list(files[1])) {
    throw InputError({files[1].name, 1, 1}, "a force list against a list of duels",
                     "two lists of the same kind");
  }
  TextFile list;
  if (of_duels) {
    list = duel_of_lists(files, forces);
    const CsvTable table = read_csv(list);
    const int column = table.column("procedure");
    forces.procedure = table.rows.front()[static_cast<std::size_t>(column)].text;
  } else {
    constexpr Month end_of_war{1945, 5};
    const Month date = asked.months.empty() ? end_of_war : asked.months.front();
    std::array<std::vector<PricedUnit>, 2> priced;
    for (std::size_t side = 0; side < 2; ++side) {
      priced[side] = read_force(files[side], date, library);
      const auto listed = std::ranges::find(priced[side], true, &PricedUnit::listed);
      if (!asked.months.empty() || listed == priced[side].end()) continue;
      throw OptionError("--date",
                        fmt::format("is missing: the price of {} goes by it", listed->unit),
                        "the month of the fight, such as 1942-10");
    }
    list = asks_for_steps(asked) ? duel_by_steps(priced, files, forces)
                                 : duel_of_forces(priced, files, forces);
    settings.months.clear();  // the prices are those of the month already
  }
  settings.duel = forces.procedure;
  forces.game = read_balance_game(list, settings, library);
  for (OpposedForces::Side& side : forces.sides) {
    for (ForceLine& line : side.lines) {
      if (line.price == 0) line.price = forces.game->settings().front().prices[line.unit];
      if (of_duels) side.fixed += forces.game->units()[line.unit].fixed_points;
    }
  }
  const Procedure& procedure = library.procedure(forces.procedure, {files[0].name, 1, 1});
  forces.in_series = !procedure.plays_infantry_lists &&
                     !DuelForm(procedure, {files[0].name, 1, 1}).fights_in_numbers();
  for (std::size_t side = 0; side < 2; ++side) {
    const std::vector<ForceLine>& lines = forces.sides[side].lines;
    if (!forces.in_series && lines.size() > 1) {
      throw InputError(lines[1].place,
                       fmt::format("{} plays one kind of unit a side", forces.procedure),
                       "one line in each file");
    }
    if (!forces.in_series && lines.front().number > forces.game->most()) {
      throw InputError(lines.front().place,
                       fmt::format("{} {}: {} plays {} at most", lines.front().number,
                                   lines.front().name, forces.procedure, forces.game->most()),
                       "a part of the force");
    }
  }
  return forces;
}

std::vector<OpposedResult> fight(const OpposedForces& forces, RunControl* control) {
  std::vector<OpposedResult> results;
  for (const BalanceSetting& setting : forces.game->settings()) {
    Opposed opposed(forces, setting, control);
    OpposedResult& result = results.emplace_back();
    result.setting = setting;
    result.duel = opposed.duel();
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t line = 0; line < forces.sides[side].lines.size(); ++line) {
        result.even.push_back(opposed.even(side, line));
      }
    }
  }
  return results;
}

std::string against_csv(const OpposedForces& forces, const std::vector<OpposedResult>& results) {
  struct Line {
    const OpposedResult& result;
    std::size_t side;
    double of(double first, double second) const { return side == 0 ? first : second; }
  };
  CsvColumns<Line> columns;
  columns
      .include(own_setting_columns(*forces.game),
               [](const Line& line) { return &line.result.setting; })
      .add("force", [&](const Line& line) { return forces.sides[line.side].name; })
      .add("cost", [&](const Line& line) { return forces.sides[line.side].cost(); })
      .add("wins",
           [](const Line& line) { return line.of(line.result.duel.holds, line.result.duel.loses); })
      .add("neither", [](const Line& line) { return line.result.duel.both; })
      .add("score",
           [](const Line& line) {
             return line.of(line.result.duel.score(), 1 - line.result.duel.score());
           })
      .add("points_lost", [](const Line& line) {
        return line.of(line.result.duel.points_lost, line.result.duel.points_lost_by_opponent);
      });
  std::string text = columns.header();
  for (const OpposedResult& result : results) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      columns.append(text, {result, side});
    }
  }
  return text;
}

std::string even_csv(const OpposedForces& forces, const std::vector<OpposedResult>& results) {
  struct Line {
    const OpposedResult& result;
    const EvenLine& even;
  };
  const auto line_of = [&](const Line& line) -> const ForceLine& {
    return forces.sides[line.even.side].lines[line.even.line];
  };
  CsvColumns<Line> columns;
  columns
      .include(own_setting_columns(*forces.game),
               [](const Line& line) { return &line.result.setting; })
      .add("force", [&](const Line& line) { return forces.sides[line.even.side].name; })
      .add("unit", [=](const Line& line) { return line_of(line).name; })
      .add("number", [=](const Line& line) { return line_of(line).number; })
      .add("listed", [=](const Line& line) { return line_of(line).price; })
      .add("even_number", [](const Line& line) { return line.even.number; })
      .add("even_price", [](const Line& line) { return line.even.price; });
  std::string text = columns.header();
  for (const OpposedResult& result : results) {
    for (const EvenLine& even : result.even) columns.append(text, {result, even});
  }
  return text;
}

std::string against_together_text(const OpposedForces& forces,
                                  const std::vector<OpposedResult>& results) {
  Duel mean;
  double all = 0;
  for (const OpposedResult& result : results) {
    const double weight = result.setting.weight;
    all += weight;
    mean.holds += weight * result.duel.holds;
    mean.loses += weight * result.duel.loses;
    mean.both += weight * result.duel.both;
  }
  const auto& [mine, his] = forces.sides;
  return fmt::format(
      "All {} settings together, each by its weight. {}: {} wins. {}: {} wins. {}: neither.\n",
      results.size(), percent(mean.holds / all), mine.name, percent(mean.loses / all), his.name,
      percent(mean.both / all));
}

std::string against_text(const OpposedForces& forces, const OpposedResult& result,
                         TableStyle style) {
  const auto& [mine, his] = forces.sides;
  const Duel& duel = result.duel;
  std::string text = fmt::format("{} against {} by {}", mine.name, his.name, forces.procedure);
  const std::string& setting = result.setting.told;
  text += setting.empty() ? ".\n" : fmt::format(" ({}).\n", setting);
  text += fmt::format("{}: {} wins. {}: {} wins. {}: neither.\n", percent(duel.holds), mine.name,
                      percent(duel.loses), his.name, percent(duel.both));
  const auto& [first_role, second_role] = forces.game->roles();
  if (!first_role.empty()) {
    text += fmt::format(
        "Each side is once the {}. As {} {} scores {}, as {} {} (a win is 1, neither a half).\n",
        first_role, first_role, mine.name, percent(duel.score_in_first_role), second_role,
        percent(duel.score_in_second_role()));
  }
  if (duel.trials > 0) {
    text += fmt::format("Simulated, {} trials: two standard errors of a score are {:.2f} points.\n",
                        duel.trials, 100 * 2 * std::sqrt(duel.variance_of_score()));
  }
  text += fmt::format("On average {} loses {} of its {} points, {} {} of its {}.\n\n", mine.name,
                      price_text(duel.points_lost), price_text(mine.cost()), his.name,
                      price_text(duel.points_lost_by_opponent), price_text(his.cost()));
  Table grid({"even with one line changed", "number", "listed", "even number", "even price"});
  for (const EvenLine& even : result.even) {
    const OpposedForces::Side& side = forces.sides[even.side];
    const ForceLine& line = side.lines[even.line];
    grid.add({side.name + ": " + line.name, fmt::format("{}", line.number), price_text(line.price),
              even.number ? fmt::format("{:.1f}", *even.number) : "-",
              even.price ? fmt::format("{:.1f}", *even.price) : "-"});
  }
  text += grid.text(style);
  text +=
      "\neven number: with so many of this unit the chances are even; even price: at this price "
      "they make both forces cost the same\n";
  if (!forces.left_out.empty()) {
    text += fmt::format("not in this duel, and not paid for: {}\n", joined(forces.left_out));
  }
  return text;
}

}  // namespace combat_odds
