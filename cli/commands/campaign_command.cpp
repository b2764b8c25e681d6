#include <fmt/format.h>

#include <memory>

#include "cli/commands/run_in_parts.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/picture.hpp"
#include "core/explore/decision_graph.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/campaign/campaign_page.hpp"
#include "studies/campaign/campaign_shard.hpp"
#include "studies/campaign/day_by_day.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

struct Input {
  std::vector<std::string> plans;
  std::string budget;
  std::string points;
  std::string losses;
  std::string weather;
  std::string fought;
  std::string battery_full;
  std::string german_balance = "0";
  std::string russian_balance = "0";
  OutputPlace out;
  std::string plot;
  std::string plot_measure;
  SimulationInput simulation;
};

rb::CampaignSettings settings(const Input& typed) {
  rb::CampaignSettings settings;
  settings.balance_drm = {read_integer("--german-balance", typed.german_balance, -5, 5),
                          read_integer("--russian-balance", typed.russian_balance, -5, 5)};
  if (!typed.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", typed.battery_full, -10, 30);
  }
  return settings;
}

rb::CampaignInput input(const Input& typed) {
  rb::CampaignInput input;
  input.plans = read_files(typed.plans);
  if (!typed.budget.empty()) input.budget = read_file(typed.budget);
  if (!typed.points.empty()) input.points = read_file(typed.points);
  if (!typed.weather.empty()) input.weather = read_file(typed.weather);
  if (!typed.losses.empty()) input.losses = read_file(typed.losses);
  if (!typed.fought.empty()) {
    if (typed.losses.empty()) {
      throw InputError({"--fought", 0, 0}, "nothing is lost in a fight", "it goes with --losses");
    }
    input.fought = typed.fought;
  }
  if (!typed.plot_measure.empty()) input.follow.push_back(typed.plot_measure);
  input.settings = settings(typed);
  return input;
}

void check_exact(const rb::Campaign& campaign, Method method) {
  for (const rb::CampaignForce& force : campaign.forces()) {
    if (method == Method::exact && !force.scheduled()) {
      throw InputError(
          {"--method", 0, 0},
          fmt::format("no exact odds with dice in the {} budget", rb::name_of(force.side())),
          "both or monte-carlo");
    }
  }
}

std::string budget_note(const Input& typed, const rb::Campaign& campaign) {
  std::string note;
  for (const rb::Side side : campaign.without_budget()) {
    note += fmt::format("{} gives the {} side no CPP: it buys everything on its date\n",
                        typed.budget, rb::name_of(side));
  }
  return note;
}

std::string what_is_written(const Input& typed) {
  return fmt::format("{}/{}\n", typed.out.folder, fmt::join(rb::campaign_file_names, ", "));
}

void run(const Input& typed, const Command& command, Library& library) {
  const SimulationOptions simulation(typed.simulation, library);
  const OddsOptions& options = simulation.odds();
  const Charts& charts = library.charts();
  const rb::CampaignInput asked = input(typed);
  check_plot_measure(typed.plot, typed.plot_measure);
  if (!typed.plot.empty()) check_plot(typed.plot, typed.out.folder);
  OutputFolder::check(typed.out, campaign_may_write());
  const Watch watch(simulation.control(), simulation.trials(1), simulation.quiet());
  const auto nothing_simulated = [&] {
    watch.tell_interruption("nothing was simulated, and nothing is written", false);
  };
  const auto prepared = [&] {
    try {
      return std::make_unique<rb::Campaign>(asked, charts, &simulation.control());
    } catch (const Interrupted&) {
      nothing_simulated();
      throw;
    }
  }();
  const rb::Campaign& campaign = *prepared;
  const WrittenCommand given = command_given(command);
  check_exact(campaign, options.method);
  const std::string measure = rb::fan_measure(campaign, typed.plot_measure);

  const ShardHead head{given, campaign_shard_input(asked), own_charts(charts), options, {}};
  if (simulation.resumes()) {
    if (!typed.plot.empty()) {
      throw InputError({"--resume", 0, 0}, "does not go with --plot",
                       "'report' draws what was written");
    }
    play_in_parts({typed.out, campaign_may_write(), head,
                   [&](const OddsOptions& part, ShardWriter& counts) {
                     const rb::CampaignCounts played = simulate_campaign(campaign, part);
                     counts.add(campaign_shard_line(played));
                     return played.complete;
                   }},
                  library, watch);
    if (!simulation.quiet()) print(what_is_written(typed));
    return;
  }
  OutputFolder files(typed.out, campaign_may_write());
  rb::CampaignCounts counted;
  if (options.method != Method::exact) {
    counted = simulate_campaign(campaign, options);
    if (counted.trials == 0 && !counted.complete) nothing_simulated();
  }
  const rb::CampaignResult result = campaign_result(campaign, counted, options.method);
  const rb::CampaignReport report{&campaign, &result, simulation.report()};
  const std::vector<rb::CampaignDay> days = campaign_days(report);

  const FileSink write = files.sink();
  for (const auto& [name, text] : campaign_files(report, days, given, charts)) write(name, text);
  if (simulation.sharded()) {
    ShardWriter shard(head, write);
    shard.add(campaign_shard_line(counted));
    shard.finish();
  }
  files.commit();
  if (!typed.plot.empty()) {
    FanChart chart = campaign_fan(days, measure, fan_title(report), fan_note(report));
    chart.caption.recipe = given.typed;
    write_picture_after(typed.out.folder, typed.plot, fan_chart(chart));
  }
  watch.tell_interruption(
      fmt::format("{} of {} campaigns are written, the trials column tells how many",
                  counted.trials, options.trials),
      counted.complete);

  if (simulation.quiet()) return;
  print(campaign_table(report));
  print(unvalued_note(report) + budget_note(typed, campaign) +
        chart_notes(rb::campaign_charts_used(), charts, {}, terminal_width()));
  print(what_is_written(typed));
}

}  // namespace

void add_campaign(const Command& program, Library& library) {
  const Command command = program.add_command(
      "campaign", "what the purchases of a Red Barricades campaign are likely to bring");
  const auto typed = std::make_shared<Input>();
  command
      .add_option("PLAN", typed->plans, "what each side buys, day by day (CSV); two are compared")
      .required()
      .expected(1, 2);
  command.add_option("--budget", typed->budget, "the CPP of each day: date,side,cpp (CSV)");
  command.add_option("--points", typed->points, "point values of your own: unit,points (CSV)");
  command.add_option("--losses", typed->losses,
                     "what the fighting of each day takes: side,measure,lost (CSV); what stands on "
                     "the map is told");
  command.add_option(
      "--weather", typed->weather,
      "the chance of an Overcast sky, under which no Stuka flies: date,overcast (CSV)");
  command.add_option("--fought", typed->fought,
                     "the chance that a day is fought, such as 80% [100%]");
  command.add_option(
      "--battery-full", typed->battery_full,
      "the highest Final DR for a Gun battery, HW or MOL-P Platoon at Full Strength on "
      "your chart");
  command.add_option("--german-balance", typed->german_balance, "the German Balance DRM [0]");
  command.add_option("--russian-balance", typed->russian_balance, "the Russian Balance DRM [0]");
  add_output_options(command, typed->out);
  command.add_option("--plot", typed->plot,
                     "draw one measure day by day to this .svg, .png or .pdf");
  command.add_option("--plot-measure", typed->plot_measure, "which [squads]");
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits_and_shards);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
