#include <fmt/format.h>

#include "cli/commands/plan_answers.hpp"
#include "cli/files/input_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/picture.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/campaign/campaign_report.hpp"
#include "studies/plan/fortify.hpp"
#include "studies/plan/one_day.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

struct Input {
  std::string side;
  std::string budget;
  std::string best;
  std::string from;
  std::string to;
  std::string keep;
  std::vector<std::string> without;
  std::vector<std::string> at_most;
  std::vector<std::string> at_least;
  std::vector<std::string> adjust;
  std::string points;
  std::string weather;
  std::string battery_full;
  std::string balance = "0";
  std::string scenario_turns = "0";
  std::string on;
  std::string cpp;
  std::string fpp;
  std::string values;
  std::string format = "table";
  std::string most_states = std::to_string(rb::most_policy_states);
  OutputPlace out;
  std::string plot;
  SimulationInput simulation;
};

rb::CampaignSettings settings(const Input& typed) {
  rb::CampaignSettings settings;
  const int balance = read_integer("--balance", typed.balance, -5, 5);
  settings.balance_drm = {balance, balance};
  if (!typed.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", typed.battery_full, -10, 30);
  }
  return settings;
}

int scenario_turns(const Input& typed) {
  return read_integer("--scenario-turns", typed.scenario_turns, 0, 20);
}

void need(const std::string& option, const std::string& value, const std::string& right) {
  if (value.empty()) throw InputError({option, 0, 0}, "is missing", right);
}

rb::PlanInput input(const Input& typed) {
  need("--budget", typed.budget, "the CPP of each day, or --on DATE --cpp N for one day");
  need("--best", typed.best, "such as squads, squad-days or 'squads>=40 by 25-Oct'");
  need("--out", typed.out.folder, "the folder for the plan and its reports");
  rb::PlanInput input{typed.side,
                      read_file(typed.budget),
                      typed.best,
                      typed.from,
                      typed.to,
                      {},
                      typed.without,
                      typed.at_most,
                      typed.at_least,
                      typed.adjust,
                      {},
                      {},
                      scenario_turns(typed),
                      settings(typed)};
  if (!typed.keep.empty()) input.keep = read_file(typed.keep);
  if (!typed.points.empty()) input.points = read_file(typed.points);
  if (!typed.weather.empty()) input.weather = read_file(typed.weather);
  return input;
}

void one_day(const Input& typed, const SimulationOptions& simulation, const Charts& charts) {
  need("--on", typed.on, "a day of the campaign, with --cpp");
  need("--cpp", typed.cpp, "the CPP at hand on that day");
  const std::string format = read_choice("--format", typed.format, {"table", "csv", "markdown"});
  if (!typed.budget.empty()) {
    throw InputError({"--budget", 0, 0}, "does not go with --on", "--cpp, or --budget alone");
  }
  rb::OneDayInput asked{
      typed.side,     typed.on, typed.cpp, "squads", typed.without, {}, scenario_turns(typed),
      settings(typed)};
  if (!typed.best.empty()) asked.best = typed.best;
  if (!typed.points.empty()) asked.points = read_file(typed.points);
  const rb::OneDay day(asked, charts);
  if (format == "csv") {
    print(day.csv());
    return;
  }
  constexpr std::size_t most_shown = 20;
  print(day.table(format == "markdown" ? TableStyle::markdown : terminal_style(), most_shown));
  if (!simulation.quiet()) print(chart_notes(rb::campaign_charts_used(), charts));
}

void fortify(const Input& typed, const SimulationOptions& simulation, const Charts& charts) {
  need("--fpp", typed.fpp, "the FPP to spend, with --values");
  need("--values", typed.values, "what each fortification is worth to you: fortification,value");
  const std::string format = read_choice("--format", typed.format, {"table", "csv", "markdown"});
  const rb::Fortify best(read_integer("--fpp", typed.fpp, 1, 10'000), read_file(typed.values),
                         charts);
  if (format == "csv") {
    print(best.csv());
    return;
  }
  print(best.table(format == "markdown" ? TableStyle::markdown : terminal_style()));
  if (!simulation.quiet()) print(chart_notes({rb::FortificationTable::chart_name}, charts));
}

void run(const Input& typed, const Command& command, Library& library) {
  const SimulationOptions simulation(typed.simulation, library);
  const Charts& charts = library.charts();
  if (!typed.fpp.empty() || !typed.values.empty()) {
    fortify(typed, simulation, charts);
    return;
  }
  need("--side", typed.side, "german or russian");
  if (!typed.on.empty() || !typed.cpp.empty()) {
    one_day(typed, simulation, charts);
    return;
  }
  const rb::PlanInput asked = input(typed);
  const rb::AskedPlan wishes(asked, charts);
  if (!typed.plot.empty()) check_plot(typed.plot, typed.out.folder);
  const std::uint64_t most_states =
      read_integer("--most-states", typed.most_states, 1, 2'000'000'000);
  answer_plan({command, charts, simulation, asked, wishes, typed.out, typed.plot, most_states});
}

}  // namespace

void add_plan(const Command& program, Library& library) {
  const Command command =
      program.add_command("plan", "the best purchases of a Red Barricades campaign");
  const auto typed = std::make_shared<Input>();
  command.add_option("--side", typed->side, "german or russian");
  command.add_option("--budget", typed->budget, "the CPP of each day: date,side,cpp (CSV)");
  command.add_option("--best", typed->best,
                     "what it is to be best at: squads, squad-days, 'squads + 3*leaders', 'afvs by "
                     "25-Oct', 'squads>=40 by 25-Oct'");
  command.add_option("--from", typed->from, "the first day to decide on [17 Oct]");
  command.add_option("--to", typed->to, "the last day [15 Nov]");
  command.add_option("--keep", typed->keep, "purchases that stand: a plan (CSV)");
  command.add_option("--without", typed->without, "a group that is not bought");
  command.add_option("--at-most", typed->at_most, "so many of a group: 'Rifle Coy=2'");
  command.add_option("--at-least", typed->at_least, "so many of a group: 'Pioneer Coy=1'");
  command.add_option("--adjust", typed->adjust,
                     "CPP that each of a group costs more (11.6194): 'Rifle Coy=3'");
  command.add_option("--points", typed->points, "point values of your own: unit,points (CSV)");
  command.add_option(
      "--weather", typed->weather,
      "the chance of an Overcast sky, under which no Stuka flies: date,overcast (CSV)");
  command.add_option("--battery-full", typed->battery_full,
                     "the highest Final DR for a Gun battery at Full Strength on your chart");
  command.add_option("--balance", typed->balance, "the side's Balance DRM [0]");
  command.add_option("--scenario-turns", typed->scenario_turns,
                     "the turns in which Stukas may arrive; 0: they do [0]");
  command.add_option("--on", typed->on, "one day: rank what --cpp buy");
  command.add_option("--cpp", typed->cpp, "the CPP at hand on that day");
  command.add_option("--fpp", typed->fpp, "fortifications: the best that so many FPP buy");
  command.add_option("--values", typed->values,
                     "what each is worth to you: fortification,value,most,fpp (CSV)");
  command.add_option("--most-states", typed->most_states,
                     "with dice in the budget: the states that a policy may have before groups "
                     "wait for each other [60000000]");
  command.add_option("--format", typed->format, "of --on and --fpp: how to print the answer")
      .type_name("table|csv|markdown")
      .shows_default();
  add_output_options(command, typed->out, false);
  command.add_option("--plot", typed->plot,
                     "draw what the plan brings day by day, or the policy, to this .svg, .png or "
                     ".pdf");
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
