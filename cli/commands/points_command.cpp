#include <fmt/format.h>

#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/show/picture.hpp"
#include "core/text/error.hpp"
#include "core/text/option_error.hpp"
#include "reports/tables/plot.hpp"
#include "reports/text/text.hpp"
#include "studies/plan/fortification_list.hpp"
#include "studies/points/points_report.hpp"
#include "studies/points/points_sweep.hpp"
#include "studies/points/pre_game.hpp"
#include "studies/points/scenario_balance.hpp"

namespace combat_odds::cli {
namespace {

struct PointsCommandInput {
  std::string force;
  std::string date;
  std::string side;
  OwnListing listing;
  OutputWords format{{"table", "csv", "json", "markdown"}};
  std::string charts;
  std::string plot;
  PictureWords picture;
  bool replaces = false;  ///< --force: `force` is the file
  std::string paid = "selected";
  std::vector<std::string> budgets;
  std::vector<std::string> compare;
  bool from_listing = false;
  std::string scenario;
  std::string apart;
  bool keep_going = false;
};

/// With an empty line in front, where there is anything.
std::string told(const std::string& words) { return words.empty() ? words : "\n" + words; }

/// What is left of each budget, month by month.
std::string budgets_by_month(const std::vector<Budget>& budgets,
                             const std::vector<PricedMonth>& months) {
  std::string text;
  for (const PricedMonth& month : months) {
    const std::string words = budget_words(budgets, month.force, month.date);
    if (!words.empty()) text += month_text(month.date) + "\n" + words;
  }
  return text;
}

/// A list of fortifications, in FPP and CPP.
void price_fortifications(const PointsCommandInput& typed, const Output& output, Library& library) {
  namespace rb = red_barricades;
  const auto refuse = [](const char* option, bool given) {
    if (!given) return;
    throw OptionError(option, "is no part of a list of fortifications (--side)", "leave it out");
  };
  refuse("--date", !typed.date.empty());
  refuse("--budget", !typed.budgets.empty());
  refuse("--plot", !typed.plot.empty());
  refuse("--scenario", !typed.scenario.empty());
  refuse("--apart", !typed.apart.empty());
  refuse("--keep-going", typed.keep_going);
  const std::string side = read_choice("--side", typed.side, {"german", "russian"});
  const rb::FortificationList list(*rb::side_named(side), read_file(typed.force), library.charts());
  print(output.is_csv() ? list.csv() : output.is_json() ? list.json() : list.table(output.style()));
}

/// A force list of what the listing has, to begin with.
void print_listed_force(const PointsCommandInput& typed, Library& library) {
  const auto refuse = [](const char* option, bool given) {
    if (given) throw OptionError(option, "does not go with --from-listing", "leave it out");
  };
  refuse("FORCE", !typed.force.empty());
  refuse("--side", !typed.side.empty());
  refuse("--budget", !typed.budgets.empty());
  refuse("--compare", !typed.compare.empty());
  refuse("--plot", !typed.plot.empty());
  refuse("--scenario", !typed.scenario.empty());
  refuse("--apart", !typed.apart.empty());
  refuse("--keep-going", typed.keep_going);
  need("--date", typed.date, "the month of the scenario, such as 1943-07");
  const std::vector<Month> dates = read_months(typed.date);
  if (dates.size() > 1) {
    throw OptionError("--date", "takes one month with --from-listing", "such as 1943-07");
  }
  typed.listing.load(library);
  print(listed_force(library.listing(), dates.front()));
}

/// A list of many scenarios: both sides of each, and how far apart they are.
void balance_scenarios(const PointsCommandInput& typed, const Output& output, const ForceList& list,
                       Month date) {
  const auto refuse = [](const char* option, bool given) {
    if (!given) return;
    throw OptionError(option, "is for one force, and the list has a column scenario",
                      "choose one with --scenario NAME");
  };
  refuse("--budget", !typed.budgets.empty());
  refuse("--plot", !typed.plot.empty());
  const double percent = read_apart(typed.apart.empty() ? "10%" : typed.apart);
  try {
    list.throw_faults();
  } catch (const InputError& error) {
    if (!typed.keep_going) {
      const std::string right =
          error.right().empty() ? std::string() : fmt::format(" ({})", error.right());
      throw InputError(
          error.place(),
          fmt::format("{}{}\nleave these scenarios out with --keep-going", error.wrong(), right),
          "");
    }
    std::fputs(fmt::format("left out, scenarios with a fault:\n{}\n", error.what()).c_str(),
               stderr);
  }
  const std::vector<ScenarioBalance> scenarios = scenario_balances(list, percent);
  print(output.is_csv()    ? scenario_balances_csv(scenarios)
        : output.is_json() ? scenario_balances_json(scenarios, date, percent)
                           : scenario_balances_table(scenarios, date, percent, output.style()));
}

void run(const PointsCommandInput& typed, const Command& command, Library& library) {
  if (typed.from_listing) {
    print_listed_force(typed, library);
    return;
  }
  need("FORCE", typed.force, "a force list (CSV: side,unit,quantity), or --from-listing");
  const Output output = typed.format.read();
  const ArmamentPaid paid =
      read_choice("--optional-armament", typed.paid, {"selected", "acquired"}) == "acquired"
          ? ArmamentPaid::acquired
          : ArmamentPaid::selected;
  const std::vector<Budget> budgets = read_budgets(typed.budgets);
  if (!typed.side.empty()) {
    replace_charts(library.charts(), typed.charts);
    price_fortifications(typed, output, library);
    return;
  }
  need("--date", typed.date, "the month of the scenario, or --side for a list of fortifications");
  const std::vector<Month> dates = read_months(typed.date);
  if (!typed.plot.empty()) check_picture("--plot", typed.plot, typed.replaces);
  replace_charts(library.charts(), typed.charts);
  typed.listing.load(library);
  const TextFile file = read_file(typed.force);
  check_outputs();
  const auto draw = [&](const std::vector<PricedMonth>& months) {
    if (typed.plot.empty()) return;
    HeatMap map = price_map(months);
    check_heat_map(1, map.row_names.size(), map.column_names.size());
    PictureWords words = typed.picture;
    words.recipe = command_given(command).drawn;
    sign(map.caption, words);
    write_picture(typed.plot, heat_map(map));
  };
  if (!typed.compare.empty()) {
    const bool is_of_many = !typed.scenario.empty() || !typed.apart.empty() || typed.keep_going;
    if (is_of_many) {
      throw OptionError("--compare", "is for lists of one force", "leave it out");
    }
    if (dates.size() > 1) {
      throw OptionError("--date", "takes one month with --compare", "such as 1942-10");
    }
    if (!typed.plot.empty() || !typed.budgets.empty()) {
      throw OptionError(typed.plot.empty() ? "--budget" : "--plot", "does not go with --compare",
                        "leave it out");
    }
    if (output.is_json()) {
      throw OptionError("--format", "takes no json with --compare", "table, csv or markdown");
    }
    std::vector<SideOfForce> sides;
    const auto add = [&](const std::string& path, const TextFile& from) {
      const std::vector<PricedUnit> force =
          read_force(from, dates.front(), library, NotYet::refused, paid);
      const std::vector<SideOfForce> more = sides_of_force(stem(path), force);
      sides.insert(sides.end(), more.begin(), more.end());
    };
    add(typed.force, file);
    for (const std::string& path : typed.compare) add(path, read_file(path));
    print(output.is_csv() ? sides_beside(sides, SidesForm::csv).csv()
                          : sides_beside(sides, SidesForm::screen).text(output.style()));
    return;
  }
  ForceList list = read_force_list(file, dates.front(), library,
                                   dates.size() > 1 ? NotYet::told : NotYet::refused, paid);
  if (list.has_scenarios && typed.scenario.empty()) {
    if (dates.size() > 1) {
      throw OptionError("--date", "takes one month where the list has a column scenario",
                        "such as 1943-07");
    }
    balance_scenarios(typed, output, list, dates.front());
    return;
  }
  const auto refuse_many = [](const char* option, bool given) {
    if (!given) return;
    throw OptionError(option, "is for a list of many scenarios", "leave it out");
  };
  refuse_many("--apart", !typed.apart.empty());
  refuse_many("--keep-going", typed.keep_going);
  const auto chosen = [&](ForceList of) {
    if (!typed.scenario.empty()) of = of.only(typed.scenario);
    of.throw_faults();
    return std::move(of.units);
  };
  if (dates.size() == 1) {
    const Month date = dates.front();
    const std::vector<PricedUnit> force = chosen(std::move(list));
    draw({{date, force}});
    print(output.is_csv() ? points_lines(force).csv()
          : output.is_json()
              ? points_json(force, date)
              : points_table(force, date, output.style()) + told(rarity_words({{date, force}})) +
                    told(pre_game_words(force)) + told(expected_words(force)) +
                    told(budget_words(budgets, force, date)));
    return;
  }
  std::vector<PricedMonth> months;
  for (const Month date : dates) {
    months.push_back({date, chosen(read_force_list(file, date, library, NotYet::told, paid))});
  }
  draw(months);
  print(output.is_csv()    ? points_sweep_csv(months)
        : output.is_json() ? points_sweep_json(months)
                           : points_sweep_table(months, output.style(), terminal_width()) +
                                 told(budgets_by_month(budgets, months)));
}

}  // namespace

void add_points(const Command& program, Library& library) {
  const Command command = program.add_command(
      "points", "what a force (Cross of Iron) or fortifications (Red Barricades) cost");
  const auto typed = std::make_shared<PointsCommandInput>();
  command.add_option("FORCE", typed->force,
                     "a force list (CSV: side,unit,quantity,...; many with a column scenario), or "
                     "with --side a list of fortifications (CSV: fortification,quantity)");
  command.add_flag(
      "--from-listing", typed->from_listing,
      "instead of FORCE: print a force list of what the listing has in that month, one "
      "of each, to begin with");
  command.add_option(
      "--date", typed->date,
      "the month of the scenario, such as 1942-10; a list or range (1942-01..1943-06) shows "
      "how prices change");
  command.add_option("--side", typed->side,
                     "german or russian: FORCE is a list of fortifications of Red Barricades, "
                     "priced in FPP, and in CPP of that side");
  typed->listing.add_option(
      command, "your vehicles and guns (CSV: nationality,name,bpv,rarity,year_from,year_to)");
  typed->format.add_to(command, "how to print the costs");
  command.add_option("--charts", typed->charts, "a folder with your own charts");
  command
      .add_option("--optional-armament", typed->paid,
                  "who pays for what dice before the game decide on: whoever selects it, or only "
                  "who gets it")
      .type_name("selected|acquired")
      .shows_default();
  command.add_option("--budget", typed->budgets,
                     "what a side may spend, SIDE=POINTS, or from a month on SIDE@MONTH=POINTS");
  command.add_option("--scenario", typed->scenario,
                     "of a list of many scenarios the one to be priced unit by unit");
  command.add_option("--apart", typed->apart,
                     "of a list of many scenarios: flag those whose dearer side costs so many "
                     "percent more [10%]");
  command.add_flag("--keep-going", typed->keep_going,
                   "of a list of many scenarios: leave out those with a fault, and name it");
  command.add_option("--compare", typed->compare,
                     "another force list: what each side has of each kind, beside each other");
  command.add_option("--plot", typed->plot,
                     "draw what each unit costs by month to this .svg, .png or .pdf");
  add_titles(command, typed->picture);
  add_force(command, typed->replaces);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
