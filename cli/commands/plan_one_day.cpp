#include "cli/commands/plan_answers.hpp"
#include "cli/commands/plan_words.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/show/picture.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/campaign/campaign_report.hpp"
#include "studies/plan/one_day.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

constexpr std::size_t most_shown = 20;

}  // namespace

void plan_one_day(const PlanWords& words, const Command& command,
                  const SimulationOptions& simulation, const Charts& charts) {
  need("--on", words.on, "a day of the campaign, with --cpp");
  words.refuse({"--from", "--to", "--most-states"}, "--on");
  if (words.budget.empty()) need("--cpp", words.cpp, "the CPP at hand on that day, or --budget");
  if (!words.cpp.empty()) words.refuse({"--budget"}, "--cpp");
  if (!words.plot.empty() || !words.against.empty()) {
    need("--out", words.out.folder, "the folder for the plan of that day");
  }
  const Output output = words.output();
  rb::OneDayInput input{words.input(), words.on, words.cpp};
  if (words.best.empty()) input.plan.best = "squads";
  const rb::PlanInput plan = rb::plan_of_one_day(input, charts);
  const rb::AskedPlan asked(plan, charts);
  const rb::OneDay day(asked, [&] { return simulation.control().stopped(); });
  if (output.is_csv()) {
    print(day.csv());
  } else {
    print(day.table(output.style(), most_shown, terminal_width()));
  }
  if (words.out.folder.empty()) {
    if (!output.is_csv() && !simulation.quiet()) {
      print(chart_notes(rb::campaign_charts_used(), charts, {}, terminal_width()));
    }
    return;
  }
  if (!words.plot.empty()) check_picture("--plot", words.plot, words.out.force, words.out.folder);
  answer_plan({command, charts, simulation, plan, asked, words.out, words.plot, 1, words.opponent(),
               words.where()});
}

}  // namespace combat_odds::cli
