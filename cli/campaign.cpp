#include <fmt/format.h>

#include <filesystem>

#include "cli/common.hpp"
#include "cli/simulation.hpp"
#include "core/number_text.hpp"
#include "reports/campaign_days.hpp"
#include "reports/output_files.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

struct Call {
  std::vector<std::string> plans;
  std::string budget;
  std::string points;
  std::string battery_full;
  std::string german_balance = "0";
  std::string russian_balance = "0";
  std::string out;
  std::string plot;
  std::string plot_measure;
  SimulationOptions simulation;
};

int read_integer(const std::string& option, const std::string& text, int least, int most) {
  const std::optional<int> value = number_in<int>(text);
  if (!value || *value < least || *value > most) {
    throw InputError({option, 0, 0}, fmt::format("'{}' is not possible", text),
                     fmt::format("a whole number from {} to {}", least, most));
  }
  return *value;
}

rb::CampaignSettings settings(const Call& call) {
  rb::CampaignSettings settings;
  settings.balance_drm = {read_integer("--german-balance", call.german_balance, -5, 5),
                          read_integer("--russian-balance", call.russian_balance, -5, 5)};
  if (!call.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", call.battery_full, -10, 30);
  }
  return settings;
}

/// German against Russian in each plan; with two plans also each side of one against the other's.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(
    const std::vector<rb::CampaignForce>& forces, const std::vector<std::size_t>& plan_of) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const bool same_plan : {true, false}) {
    for (std::size_t a = 0; a < forces.size(); ++a) {
      for (std::size_t b = a + 1; b < forces.size(); ++b) {
        const bool same_side = forces[a].side() == forces[b].side();
        if ((plan_of[a] == plan_of[b]) == same_plan && same_side != same_plan) {
          pairs.emplace_back(a, b);
        }
      }
    }
  }
  return pairs;
}

/// The files' names without folder and ending, where that tells them apart.
std::vector<std::string> plan_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files)
    names.push_back(std::filesystem::path(file).stem().string());
  if (names.size() > 1 && names[0] == names[1]) {
    if (files[0] != files[1]) return files;
    names[1] += " (again)";
  }
  return names;
}

void check_exact(const std::vector<rb::CampaignForce>& forces, Method method) {
  for (const rb::CampaignForce& force : forces) {
    if (method == Method::exact && !force.scheduled()) {
      throw InputError(
          {"--method", 0, 0},
          fmt::format("no exact odds with dice in the {} budget", rb::name_of(force.side())),
          "both or monte-carlo");
    }
  }
}

void run(const Call& call, const CLI::App& command) {
  const Simulation simulation(call.simulation);
  const OddsOptions& options = simulation.odds();
  const rb::CampaignSettings given = settings(call);
  const Charts& all_charts = simulation.charts();
  const rb::CampaignCharts charts(all_charts);

  rb::Faults faults;
  std::vector<rb::CampaignPlan> plans;
  for (const std::string& file : call.plans) {
    plans.push_back(rb::read_campaign_plan(file, charts, given, faults));
  }
  std::optional<rb::CampaignBudget> budget;
  if (!call.budget.empty()) budget = rb::read_campaign_budget(call.budget, charts, faults);
  rb::UnitPoints points;
  if (!call.points.empty()) points = rb::read_unit_points(call.points, charts, faults);
  faults.throw_if_any();

  std::vector<rb::CampaignForce> forces;
  forces.reserve(2 * plans.size());
  rb::CampaignReport report;
  report.plans = plan_names(call.plans);
  std::string notes;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    for (const rb::Side side : {rb::Side::german, rb::Side::russian}) {
      const auto of_side = [&](const rb::PlanLine& line) { return line.group->side == side; };
      if (std::none_of(plans[p].lines.begin(), plans[p].lines.end(), of_side)) continue;
      forces.emplace_back(plans[p], side, budget ? &*budget : nullptr, points, charts, given);
      report.plan_of.push_back(p);
      if (budget && !budget->given(side) && p == 0) {
        notes += fmt::format("{} gives the {} side no CPP: it buys everything on its date\n",
                             call.budget, rb::name_of(side));
      }
    }
  }
  check_exact(forces, options.method);
  check_plot_measure(call.plot, call.plot_measure);
  if (!call.plot.empty()) check_plot(call.plot, call.out);
  const std::string measure = rb::fan_measure(forces, call.plot_measure);

  const rb::CampaignResult result =
      play_campaign(forces, pairs_of(forces, report.plan_of), options);
  report.result = &result;
  report.forces = &forces;
  report.dates = charts.historical.dates();
  report.options = simulation.report();
  const std::vector<std::string> names = rb::CampaignCharts::names();
  const std::set<std::string> used(names.begin(), names.end());

  OutputFiles files(call.out);
  files.open("campaign-distribution.csv").write(campaign_distribution(report));
  files.open("campaign-summary.csv").write(campaign_summary(report));
  files.open("campaign-purchases.csv").write(campaign_purchases(report));
  files.open("campaign-comparison.csv").write(campaign_comparison(report));
  files.open("charts.csv").write(chart_report(used, all_charts));
  files.open(command_file).write(command_given(command).csv());
  const std::vector<rb::CampaignDay> days = rb::campaign_days(report, measure);
  files.open("campaign-days.csv").write(rb::campaign_days_csv(days));
  if (!call.plot.empty()) {
    draw_plot(call.plot, [&](const PlotFile& file) {
      return fan_script(
          rb::campaign_fan(days, measure, rb::fan_title(report), rb::fan_note(report)), file);
    });
  }
  files.commit();

  if (simulation.quiet()) return;
  print(campaign_table(report));
  print(unvalued_note(report) + notes + chart_notes(used, all_charts));
  print(
      fmt::format("{}/campaign-distribution.csv, campaign-summary.csv, campaign-purchases.csv, "
                  "campaign-comparison.csv, campaign-days.csv, charts.csv\n",
                  call.out));
}

}  // namespace

void add_campaign(CLI::App& program, const Words& /*words*/) {
  CLI::App* command = program.add_subcommand(
      "campaign", "what the purchases of a Red Barricades campaign are likely to bring");
  const auto call = std::make_shared<Call>();
  command
      ->add_option("PLAN", call->plans, "what each side buys, day by day (CSV); two are compared")
      ->required()
      ->expected(1, 2);
  command->add_option("--budget", call->budget, "the CPP of each day: date,side,cpp (CSV)");
  command->add_option("--points", call->points, "point values of your own: unit,points (CSV)");
  command->add_option("--battery-full", call->battery_full,
                      "the highest Final DR for a Gun battery at Full Strength on your chart");
  command->add_option("--german-balance", call->german_balance, "the German Balance DRM [0]");
  command->add_option("--russian-balance", call->russian_balance, "the Russian Balance DRM [0]");
  command->add_option("--out", call->out, "the folder for the reports")->required();
  command->add_option("--plot", call->plot,
                      "draw one measure day by day to this .svg, .png or .pdf (gnuplot)");
  command->add_option("--plot-measure", call->plot_measure, "which [squads]");
  call->simulation.add_to(*command, SimulationOptions::LongRuns::none);
  command->callback([call, command] { run(*call, *command); });
}

}  // namespace combat_odds::cli
