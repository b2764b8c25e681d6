#include <fmt/format.h>

#include <memory>

#include "cli/commands/run_in_parts.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/picture.hpp"
#include "core/explore/decision_graph.hpp"
#include "reports/tables/plot.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/campaign/ahead.hpp"
#include "studies/campaign/campaign_page.hpp"
#include "studies/campaign/campaign_shard.hpp"
#include "studies/campaign/day_by_day.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

struct CampaignCommandInput {
  std::vector<std::string> plans;
  std::string budget;
  std::string points;
  std::string losses;
  std::string fights;
  std::string weather;
  std::string fought;
  std::string battery_full;
  std::string german_balance = "0";
  std::string russian_balance = "0";
  OutputPlace out;
  std::string plot;
  std::string plot_measure;
  PictureWords picture;
  OutputWords format{{"table", "markdown"}};
  SimulationInput simulation;
};

rb::CampaignSettings settings(const CampaignCommandInput& typed) {
  rb::CampaignSettings settings;
  settings.balance_drm = {read_integer("--german-balance", typed.german_balance, -5, 5),
                          read_integer("--russian-balance", typed.russian_balance, -5, 5)};
  if (!typed.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", typed.battery_full, -10, 30);
  }
  return settings;
}

rb::CampaignInput input(const CampaignCommandInput& typed) {
  rb::CampaignInput input;
  input.plans = read_files(typed.plans);
  if (!typed.budget.empty()) input.budget = read_file(typed.budget);
  if (!typed.points.empty()) input.points = read_file(typed.points);
  if (!typed.weather.empty()) input.weather = read_file(typed.weather);
  if (!typed.losses.empty()) input.losses = read_file(typed.losses);
  if (!typed.fights.empty()) input.fights = read_file(typed.fights);
  if (!typed.fought.empty()) {
    if (typed.losses.empty()) {
      throw OptionError("--fought", "needs --losses: nothing is lost in a fight otherwise",
                        "leave it out");
    }
    input.fought = typed.fought;
  }
  if (!typed.plot_measure.empty()) input.follow.push_back(typed.plot_measure);
  input.settings = settings(typed);
  return input;
}

void check_exact(const rb::Campaign& campaign, Method method) {
  if (method == Method::exact && !campaign.fights().empty()) {
    throw OptionError("--method",
                      "no exact odds with --fight: what fights leave is played with dice",
                      "both or monte-carlo");
  }
  for (const rb::CampaignForce& force : campaign.forces()) {
    if (method == Method::exact && !force.scheduled()) {
      throw OptionError(
          "--method",
          fmt::format("no exact odds with dice in the {} budget", rb::name_of(force.side())),
          "both or monte-carlo");
    }
  }
}

std::string budget_note(const CampaignCommandInput& typed, const rb::Campaign& campaign) {
  std::string note;
  for (const rb::Side side : campaign.without_budget()) {
    note += fmt::format("{} gives the {} side no CPP: it buys everything on its date\n",
                        typed.budget, rb::name_of(side));
  }
  return note;
}

std::string what_is_written(const CampaignCommandInput& typed) {
  std::vector<std::string> names = rb::campaign_file_names;
  if (typed.fights.empty()) std::erase(names, rb::campaign_fights_file);
  return fmt::format("{}/{}\n", typed.out.folder, fmt::join(names, ", "));
}

/// What a run of the command works with.
struct Run {
  const CampaignCommandInput& typed;
  const SimulationOptions& simulation;
  const Watch& watch;
  const rb::Campaign& campaign;
  const WrittenCommand& given;
  const Charts& charts;
  ShardHead head;

  void tell_nothing_simulated() const {
    watch.tell_interruption("nothing was simulated, and nothing is written", false);
  }
};

std::unique_ptr<const rb::Campaign> prepared(const rb::CampaignInput& asked, const Charts& charts,
                                             RunControl& control, const Watch& watch) {
  try {
    return std::make_unique<const rb::Campaign>(asked, charts, &control);
  } catch (const Interrupted&) {
    watch.tell_interruption("nothing was simulated, and nothing is written", false);
    throw;
  }
}

void play_all_parts(const Run& run, Library& library) {
  if (!run.typed.plot.empty()) {
    throw OptionError("--resume", "does not go with --plot", "'report' draws what was written");
  }
  play_in_parts({run.typed.out, campaign_may_write(), run.head,
                 [&](const OddsOptions& part, ShardWriter& counts) {
                   const rb::CampaignCounts played = simulate_campaign(run.campaign, part);
                   counts.add(campaign_shard_line(played));
                   return played.complete;
                 }},
                library, run.watch);
}

void write_files(const Run& run, const rb::CampaignReport& report,
                 const std::vector<rb::CampaignDay>& days, const std::vector<rb::AheadDay>& ahead,
                 const rb::CampaignCounts& counted, OutputFolder& files) {
  const FileSink write = files.sink();
  for (const auto& [name, text] : campaign_files(report, days, ahead, run.given, run.charts)) {
    write(name, text);
  }
  if (run.simulation.sharded()) {
    ShardWriter shard(run.head, write);
    shard.add(campaign_shard_line(counted));
    shard.finish();
  }
  files.commit();
}

void play_at_once(const Run& run, const std::string& measure, TableStyle style) {
  const CampaignCommandInput& typed = run.typed;
  const OddsOptions& options = run.simulation.odds();
  OutputFolder files(typed.out, campaign_may_write());
  rb::CampaignCounts counted;
  if (options.method != Method::exact) {
    counted = simulate_campaign(run.campaign, options);
    if (counted.trials == 0 && !counted.complete) run.tell_nothing_simulated();
  }
  const rb::CampaignResult result = campaign_result(run.campaign, counted, options.method);
  const rb::CampaignReport report{&run.campaign, &result, run.simulation.report()};
  const std::vector<rb::CampaignDay> days = campaign_days(report);
  const std::vector<rb::AheadDay> ahead = ahead_days(report);
  write_files(run, report, days, ahead, counted, files);
  if (!typed.plot.empty()) {
    FanChart chart = campaign_fan(days, measure, fan_title(report), fan_note(report));
    PictureWords words = typed.picture;
    words.recipe = run.given.drawn;
    sign(chart.caption, words);
    write_picture_after(typed.out.folder, typed.plot, fan_chart(chart));
  }
  run.watch.tell_interruption(
      fmt::format("{} of {} campaigns are written, the trials column tells how many",
                  counted.trials, options.trials),
      counted.complete);
  print(campaign_table(report, style) + unpaid_table(report, style) +
        ahead_table(report, ahead, style) + fights_table(report, style));
  if (run.simulation.quiet()) return;
  print(unvalued_note(report) + idle_note(report) + budget_note(typed, run.campaign) +
        chart_notes(rb::campaign_charts_used(run.campaign), run.charts, {}, terminal_width()));
}

void run(const CampaignCommandInput& typed, const Command& command, Library& library) {
  const Output output = typed.format.read();
  const SimulationOptions simulation(typed.simulation, library);
  const Charts& charts = library.charts();
  const rb::CampaignInput asked = input(typed);
  check_plot_measure(typed.plot, typed.plot_measure);
  if (!typed.plot.empty()) check_picture("--plot", typed.plot, typed.out.force, typed.out.folder);
  check_outputs();
  OutputFolder::check(typed.out, campaign_may_write());
  const Watch watch(simulation.control(), simulation.trials(1), simulation.quiet());
  const auto campaign = prepared(asked, charts, simulation.control(), watch);
  const WrittenCommand given = command_given(command);
  check_exact(*campaign, simulation.odds().method);
  const std::string measure = rb::fan_measure(*campaign, typed.plot_measure);
  const Run run{typed,
                simulation,
                watch,
                *campaign,
                given,
                charts,
                {given, campaign_shard_input(asked), own_charts(charts), simulation.odds(), {}}};
  if (simulation.resumes()) {
    play_all_parts(run, library);
  } else {
    play_at_once(run, measure, output.style());
  }
  if (!simulation.quiet()) print(what_is_written(typed));
}

}  // namespace

void add_campaign(const Command& program, Library& library) {
  const Command command = program.add_command(
      "campaign", "what the purchases of a Red Barricades campaign are likely to bring");
  const auto typed = std::make_shared<CampaignCommandInput>();
  command
      .add_option("PLAN", typed->plans, "what each side buys, day by day (CSV); two are compared")
      .required()
      .expected(1, 2);
  command.add_option("--budget", typed->budget, "the CPP of each day: date,side,cpp (CSV)");
  command.add_option("--points", typed->points, "point values of your own: unit,points (CSV)");
  command.add_option("--losses", typed->losses,
                     "what the fighting of each day takes: side,measure,lost (CSV); what stands on "
                     "the map is told");
  command.add_option("--fight", typed->fights,
                     "which groups meet on which day, a fight a line: date,side,steps,attacker,"
                     "defender (CSV); what they lose takes the place of percentages");
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
  typed->format.add_to(command, "how to print the table");
  command.add_option("--plot", typed->plot,
                     "draw one measure day by day to this .svg, .png or .pdf");
  command.add_option("--plot-measure", typed->plot_measure, "which [squads]");
  add_titles(command, typed->picture);
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits_and_shards);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
