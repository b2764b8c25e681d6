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

struct Call {
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
  SimulationWords simulation;
};

rb::CampaignSettings settings(const Call& call) {
  rb::CampaignSettings settings;
  const int balance = read_integer("--balance", call.balance, -5, 5);
  settings.balance_drm = {balance, balance};
  if (!call.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", call.battery_full, -10, 30);
  }
  return settings;
}

int scenario_turns(const Call& call) {
  return read_integer("--scenario-turns", call.scenario_turns, 0, 20);
}

void need(const std::string& option, const std::string& value, const std::string& right) {
  if (value.empty()) throw InputError({option, 0, 0}, "is missing", right);
}

rb::PlanInput input(const Call& call) {
  need("--budget", call.budget, "the CPP of each day, or --on DATE --cpp N for one day");
  need("--best", call.best, "such as squads, squad-days or 'squads>=40 by 25-Oct'");
  need("--out", call.out.folder, "the folder for the plan and its reports");
  rb::PlanInput input{call.side,
                      read_file(call.budget),
                      call.best,
                      call.from,
                      call.to,
                      {},
                      call.without,
                      call.at_most,
                      call.at_least,
                      call.adjust,
                      {},
                      {},
                      scenario_turns(call),
                      settings(call)};
  if (!call.keep.empty()) input.keep = read_file(call.keep);
  if (!call.points.empty()) input.points = read_file(call.points);
  if (!call.weather.empty()) input.weather = read_file(call.weather);
  return input;
}

void one_day(const Call& call, const SimulationOptions& simulation, const Charts& charts) {
  need("--on", call.on, "a day of the campaign, with --cpp");
  need("--cpp", call.cpp, "the CPP at hand on that day");
  const std::string format = read_choice("--format", call.format, {"table", "csv", "markdown"});
  if (!call.budget.empty()) {
    throw InputError({"--budget", 0, 0}, "does not go with --on", "--cpp, or --budget alone");
  }
  rb::OneDayInput asked{
      call.side,     call.on, call.cpp, "squads", call.without, {}, scenario_turns(call),
      settings(call)};
  if (!call.best.empty()) asked.best = call.best;
  if (!call.points.empty()) asked.points = read_file(call.points);
  const rb::OneDay day(asked, charts);
  if (format == "csv") {
    print(day.csv());
    return;
  }
  constexpr std::size_t most_shown = 20;
  print(day.table(format == "markdown" ? TableStyle::markdown : terminal_style(), most_shown));
  if (!simulation.quiet()) print(chart_notes(rb::campaign_charts_used(), charts));
}

void fortify(const Call& call, const SimulationOptions& simulation, const Charts& charts) {
  need("--fpp", call.fpp, "the FPP to spend, with --values");
  need("--values", call.values, "what each fortification is worth to you: fortification,value");
  const std::string format = read_choice("--format", call.format, {"table", "csv", "markdown"});
  const rb::Fortify best(read_integer("--fpp", call.fpp, 1, 10'000), read_file(call.values),
                         charts);
  if (format == "csv") {
    print(best.csv());
    return;
  }
  print(best.table(format == "markdown" ? TableStyle::markdown : terminal_style()));
  if (!simulation.quiet()) print(chart_notes({rb::FortificationTable::chart_name}, charts));
}

void run(const Call& call, const Command& command, Library& library) {
  const SimulationOptions simulation(call.simulation, library);
  const Charts& charts = library.charts();
  if (!call.fpp.empty() || !call.values.empty()) {
    fortify(call, simulation, charts);
    return;
  }
  need("--side", call.side, "german or russian");
  if (!call.on.empty() || !call.cpp.empty()) {
    one_day(call, simulation, charts);
    return;
  }
  const rb::PlanInput asked = input(call);
  const rb::PlanWishes wishes(asked, charts);
  if (!call.plot.empty()) check_plot(call.plot, call.out.folder);
  const std::uint64_t most_states =
      read_integer("--most-states", call.most_states, 1, 2'000'000'000);
  answer_plan({command, charts, simulation, asked, wishes, call.out, call.plot, most_states});
}

}  // namespace

void add_plan(const Command& program, Library& library) {
  const Command command =
      program.add_command("plan", "the best purchases of a Red Barricades campaign");
  const auto call = std::make_shared<Call>();
  command.add_option("--side", call->side, "german or russian");
  command.add_option("--budget", call->budget, "the CPP of each day: date,side,cpp (CSV)");
  command.add_option("--best", call->best,
                     "what it is to be best at: squads, squad-days, 'squads + 3*leaders', 'afvs by "
                     "25-Oct', 'squads>=40 by 25-Oct'");
  command.add_option("--from", call->from, "the first day to decide on [17 Oct]");
  command.add_option("--to", call->to, "the last day [15 Nov]");
  command.add_option("--keep", call->keep, "purchases that stand: a plan (CSV)");
  command.add_option("--without", call->without, "a group that is not bought");
  command.add_option("--at-most", call->at_most, "so many of a group: 'Rifle Coy=2'");
  command.add_option("--at-least", call->at_least, "so many of a group: 'Pioneer Coy=1'");
  command.add_option("--adjust", call->adjust,
                     "CPP that each of a group costs more (11.6194): 'Rifle Coy=3'");
  command.add_option("--points", call->points, "point values of your own: unit,points (CSV)");
  command.add_option(
      "--weather", call->weather,
      "the chance of an Overcast sky, under which no Stuka flies: date,overcast (CSV)");
  command.add_option("--battery-full", call->battery_full,
                     "the highest Final DR for a Gun battery at Full Strength on your chart");
  command.add_option("--balance", call->balance, "the side's Balance DRM [0]");
  command.add_option("--scenario-turns", call->scenario_turns,
                     "the turns in which Stukas may arrive; 0: they do [0]");
  command.add_option("--on", call->on, "one day: rank what --cpp buy");
  command.add_option("--cpp", call->cpp, "the CPP at hand on that day");
  command.add_option("--fpp", call->fpp, "fortifications: the best that so many FPP buy");
  command.add_option("--values", call->values,
                     "what each is worth to you: fortification,value,most,fpp (CSV)");
  command.add_option("--most-states", call->most_states,
                     "with dice in the budget: the states that a policy may have before groups "
                     "wait for each other [60000000]");
  command.add_option("--format", call->format, "of --on and --fpp: how to print the answer")
      .type_name("table|csv|markdown")
      .shows_default();
  add_output_options(command, call->out, false);
  command.add_option("--plot", call->plot,
                     "draw what the plan brings day by day, or the policy, to this .svg, .png or "
                     ".pdf");
  call->simulation.add_to(command, SimulationWords::LongRuns::limits);
  command.callback([call, command, &library] { run(*call, command, library); });
}

}  // namespace combat_odds::cli
