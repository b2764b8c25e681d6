#include "cli/commands/plan_answers.hpp"
#include "cli/commands/plan_words.hpp"
#include "cli/options/common.hpp"
#include "cli/show/picture.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

/// The plan of a campaign.
void plan_campaign(const PlanWords& words, const Command& command,
                   const SimulationOptions& simulation, const Charts& charts) {
  need("--budget", words.budget, "the CPP of each day, or --on DATE --cpp N for one day");
  need("--best", words.best, "such as squads, squad-days or 'squads>=40 by 25-Oct'");
  need("--out", words.out.folder, "the folder for the plan and its reports");
  if (!words.format.empty()) {
    throw OptionError("--format", "needs --on or --fpp",
                      "leave it out: a plan writes its files to --out");
  }
  const rb::PlanInput plan = words.input();
  const rb::AskedPlan asked(plan, charts);
  if (!words.plot.empty()) check_picture("--plot", words.plot, words.out.force, words.out.folder);
  const std::uint64_t most_states =
      words.most_states.empty()
          ? rb::most_policy_states
          : read_integer("--most-states", words.most_states, 1, 2'000'000'000);
  answer_plan({command, charts, simulation, plan, asked, words.out, words.plot, most_states,
               words.opponent(), words.where()});
}

void run(const PlanWords& words, const Command& command, Library& library) {
  const SimulationOptions simulation(words.simulation, library);
  const Charts& charts = library.charts();
  if (words.is_fortify()) {
    plan_fortifications(words, simulation, charts);
    return;
  }
  need("--side", words.side, "german or russian");
  if (words.is_choice()) {
    plan_choice(words, command, simulation, charts);
  } else if (words.is_one_day()) {
    plan_one_day(words, command, simulation, charts);
  } else {
    plan_campaign(words, command, simulation, charts);
  }
}

}  // namespace

void add_plan(const Command& program, Library& library) {
  const Command command =
      program.add_command("plan", "the best purchases of a Red Barricades campaign");
  const auto words = std::make_shared<PlanWords>();
  words->add_to(command);
  command.callback([words, command, &library] { run(*words, command, library); });
}

}  // namespace combat_odds::cli
