#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/common.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/files/text_file.hpp"
#include "cli/picture.hpp"
#include "cli/simulation_options.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/chart_notes.hpp"
#include "combat_odds/reports/text.hpp"
#include "combat_odds/studies/campaign/days.hpp"
#include "combat_odds/studies/plan/chance.hpp"
#include "combat_odds/studies/plan/fortify.hpp"
#include "combat_odds/studies/plan/one_day.hpp"
#include "combat_odds/studies/plan/page.hpp"
#include "combat_odds/studies/plan/policy.hpp"
#include "combat_odds/studies/plan/policy_map.hpp"
#include "combat_odds/studies/plan/report.hpp"

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
  std::string battery_full;
  std::string balance = "0";
  std::string scenario_turns = "0";
  std::string on;
  std::string cpp;
  std::string fpp;
  std::string values;
  std::string format = "table";
  std::string out;
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
  need("--out", call.out, "the folder for the plan and its reports");
  rb::PlanInput input{call.side, read_file(call.budget), call.best,     call.from,     call.to,
                      {},        call.without,           call.at_most,  call.at_least, call.adjust,
                      {},        scenario_turns(call),   settings(call)};
  if (!call.keep.empty()) input.keep = read_file(call.keep);
  if (!call.points.empty()) input.points = read_file(call.points);
  return input;
}

/// The plans through `campaign`, with the same budget.
class Check {
 public:
  Check(const rb::PlanInput& input, const rb::PlanWishes& wishes, const Charts& charts,
        const OddsOptions& options, std::vector<TextFile> plans)
      : campaign_(campaign_input(input, wishes, std::move(plans)), charts), options_(options) {
    if (options.method == Method::exact && !wishes.fixed_income()) {
      throw InputError({"--method", 0, 0}, "no exact odds of a plan with dice in the budget",
                       "both or monte-carlo");
    }
    if (options.method != Method::exact) counted_ = simulate_campaign(campaign_, options_);
    result_ = campaign_result(campaign_, counted_, options_.method);
  }

  const rb::CampaignResult& result() const { return result_; }
  std::uint64_t trials() const { return counted_.trials; }
  std::size_t force_of(std::size_t plan) const {
    const auto& plans = campaign_.plan_of();
    return static_cast<std::size_t>(std::find(plans.begin(), plans.end(), plan) - plans.begin());
  }

  void write(const ReportOptions& options, const WrittenCommand& given, const Charts& charts,
             const FileSink& write) const {
    const rb::CampaignReport report{&campaign_, &result_, options};
    for (const auto& [name, text] : campaign_files(report, campaign_days(report), given, charts)) {
      write(name, text);
    }
  }
  FanChart fan(const ReportOptions& options, const std::string& measure,
               const std::string& title) const {
    const rb::CampaignReport report{&campaign_, &result_, options};
    return campaign_fan(campaign_days(report), measure, title, fan_note(report));
  }

 private:
  static rb::CampaignInput campaign_input(const rb::PlanInput& input, const rb::PlanWishes& wishes,
                                          std::vector<TextFile> plans) {
    rb::CampaignInput asked;
    asked.plans = std::move(plans);
    asked.budget = input.budget;
    asked.points = input.points;
    asked.settings = input.settings;
    for (const rb::Objective::Term& term : wishes.objective().terms) {
      asked.follow.push_back(term.measure);
    }
    return asked;
  }

  rb::Campaign campaign_;
  OddsOptions options_;
  rb::CampaignCounts counted_;
  rb::CampaignResult result_;
};

std::string title(const rb::PlanWishes& wishes) {
  return fmt::format("What the {} side buys for {}", rb::name_of(wishes.side()),
                     wishes.objective().text);
}

/// What every kind of plan has in common once it is found.
struct Finished {
  std::map<std::string, std::string> files;
  std::string shown;
  bool complete = true;
};

void finish(const Call& call, const Command& command, const Charts& charts,
            const SimulationOptions& simulation, const Watch& watch, const rb::PlanWishes& wishes,
            const Check* check, OutputFolder& folder, const Finished& finished,
            const std::function<std::string()>& picture) {
  const FileSink write = folder.sink();
  if (check != nullptr) {
    check->write(simulation.report(), command_given(command), charts, write);
  } else {
    write("charts.csv", chart_report(rb::campaign_charts_used(), charts));
    write(command_file, command_given(command).csv());
  }
  for (const auto& [name, text] : finished.files) write(name, text);
  folder.commit();
  if (!call.plot.empty() && picture) write_picture(call.plot, picture());
  if (!simulation.quiet()) {
    print(finished.shown);
    if (!wishes.offers().unknown().empty()) {
      std::vector<std::string> names;
      for (const auto* const group : wishes.offers().unknown()) names.push_back(group->name);
      print(
          fmt::format("left out, for want of the Gun Battery Table's numbers: {} (--battery-full "
                      "N takes yours)\n",
                      joined(names)));
    }
    print(chart_notes(rb::campaign_charts_used(), charts));
    std::vector<std::string> names;
    for (const auto& [name, text] : finished.files) names.push_back(name);
    print(fmt::format("{}/{}\n", call.out, fmt::join(names, ", ")));
  }
  watch.tell_interruption(
      "the plan is written, with its gap and how much of its check was simulated",
      finished.complete);
}

std::string fan_of(const rb::PlanWishes& wishes, const Check& check,
                   const SimulationOptions& simulation) {
  return fan_chart(
      check.fan(simulation.report(), wishes.objective().terms.front().measure, title(wishes)));
}

void plan_income(const Call& call, const Command& command, const Charts& charts,
                 const SimulationOptions& simulation, const rb::PlanInput& asked,
                 const rb::PlanWishes& wishes) {
  OutputFolder folder(call.out, report_files());
  const Watch watch(simulation.control(), simulation.trials(1), simulation.quiet());
  const auto stop = [&simulation] { return simulation.control().stopped(); };
  const rb::FixedPlan plan = best_fixed_plan(wishes, stop);
  const rb::FixedPlan next = next_best_plan(wishes, plan.purchases, stop);
  Finished finished;
  finished.complete = plan.proven;
  finished.files["plan.csv"] = plan_csv(wishes, plan.purchases);
  finished.files["why.csv"] = why_csv(wishes, plan);
  finished.files["plan-days.csv"] = plan_days_csv(wishes, plan);
  finished.files["alternatives.csv"] = alternatives_csv(wishes, plan, next);
  std::unique_ptr<Check> check;
  std::vector<rb::CheckedTerm> terms;
  if (!plan.purchases.empty()) {
    check = std::make_unique<Check>(asked, wishes, charts, simulation.odds(),
                                    std::vector{TextFile{"plan.csv", finished.files["plan.csv"]}});
    terms = checked(wishes, plan.purchases, check->result(), simulation.report().confidence);
    finished.files["check.csv"] = check_csv(terms);
  }
  finished.shown = plan_table(wishes, plan, terminal_style()) +
                   (plan.purchases.empty() ? "nothing that counts can be bought\n" : "") +
                   plan_answer(wishes, plan, next, terms);
  std::function<std::string()> picture;
  if (check) picture = [&] { return fan_of(wishes, *check, simulation); };
  finish(call, command, charts, simulation, watch, wishes, check.get(), folder, finished, picture);
}

void plan_chance(const Call& call, const Command& command, const Charts& charts,
                 const SimulationOptions& simulation, const rb::PlanInput& asked,
                 const rb::PlanWishes& wishes) {
  OutputFolder folder(call.out, report_files());
  const Watch watch(simulation.control(), simulation.trials(1), simulation.quiet());
  const rb::ChancePlan found =
      best_chance_plan(wishes, [&simulation] { return simulation.control().stopped(); });
  rb::FixedPlan plan;
  plan.purchases = found.purchases;
  plan.reckoned = reckon(wishes, plan.purchases);
  Finished finished;
  finished.complete = found.proven;
  finished.files["plan.csv"] = plan_csv(wishes, plan.purchases);
  finished.files["why.csv"] = why_csv(wishes, plan);
  finished.files["plan-days.csv"] = plan_days_csv(wishes, plan);
  std::unique_ptr<Check> check;
  std::string shown = fmt::format("{}: {}, ", wishes.objective().text, percent(found.chance));
  shown += found.proven
               ? "proven: no plan has a better chance\n"
               : fmt::format("not proven: no plan has more than {}\n", percent(found.bound));
  if (!plan.purchases.empty()) {
    check = std::make_unique<Check>(asked, wishes, charts, simulation.odds(),
                                    std::vector{TextFile{"plan.csv", finished.files["plan.csv"]}});
    const rb::CheckedTerm term = checked_chance(wishes, found.chance, check->result());
    finished.files["check.csv"] = rb::check_csv({term});
    if (term.exact) shown += fmt::format("by the campaign's convolutions {}", percent(*term.exact));
    if (term.simulated) {
      shown += fmt::format("{}simulated {}", term.exact ? ", " : "", percent(*term.simulated));
    }
    shown += "\n";
  }
  finished.shown = plan_table(wishes, plan, terminal_style()) + shown;
  std::function<std::string()> picture;
  if (check) picture = [&] { return fan_of(wishes, *check, simulation); };
  finish(call, command, charts, simulation, watch, wishes, check.get(), folder, finished, picture);
}

/// The same wishes for the mean of every income.
rb::PlanInput mean_input(const rb::PlanInput& asked, const rb::PlanWishes& wishes) {
  rb::PlanInput mean = asked;
  mean.budget = {"the mean of " + asked.budget.name, "date,side,cpp\n"};
  const std::vector<int> incomes = mean_incomes(wishes);
  for (std::size_t day = 0; day < incomes.size(); ++day) {
    mean.budget.text += fmt::format("{},{},{}\n", wishes.charts().historical.dates()[day],
                                    asked.side, incomes[day]);
  }
  return mean;
}

void plan_policy(const Call& call, const Command& command, const Charts& charts,
                 const SimulationOptions& simulation, const rb::PlanInput& asked,
                 const rb::PlanWishes& wishes) {
  OutputFolder folder(call.out, report_files());
  const Watch watch(simulation.control(), simulation.trials(1), simulation.quiet());
  const rb::Policy policy = best_policy(wishes);
  const rb::PlanWishes mean(mean_input(asked, wishes), charts);
  const rb::FixedPlan fixed =
      best_fixed_plan(mean, [&simulation] { return simulation.control().stopped(); });
  Finished finished;
  finished.files["policy.csv"] = policy_csv(wishes, policy);
  finished.files["plan.csv"] = plan_csv(wishes, policy.typical);
  finished.files["fixed-plan.csv"] = plan_csv(mean, fixed.purchases);
  std::string worth = "what,value\n";
  std::string shown = fmt::format("{} states solved; more than {} CPP at hand buy nothing more\n",
                                  policy.states, policy.enough);
  const auto tell = [&](const std::string& what, double value) {
    worth += fmt::format("{},{:.10g}\n", what, value);
    shown += fmt::format("{}: {:.6g}\n", what, value);
  };
  tell("the policy (exact)", policy.value);
  if (!policy.queue.empty()) {
    tell("no policy is worth more than", policy.bound);
    std::vector<std::string> names;
    for (const auto* const group : policy.queue) names.push_back(group->name);
    shown +=
        fmt::format("not proven the best: bought in this order only: {}\n", fmt::join(names, ", "));
  }
  std::unique_ptr<Check> check;
  if (!policy.typical.empty() && !fixed.purchases.empty()) {
    check = std::make_unique<Check>(
        asked, wishes, charts, simulation.odds(),
        std::vector{TextFile{"plan.csv", finished.files["plan.csv"]},
                    TextFile{"fixed-plan.csv", finished.files["fixed-plan.csv"]}});
    const auto simulated = [&](std::size_t force, const rb::Purchases& purchases) {
      return objective_of(
          checked(wishes, purchases, check->result(), simulation.report().confidence, force), true);
    };
    tell("plan.csv as a priority list (simulated)", simulated(check->force_of(0), policy.typical));
    tell("the best fixed plan for mean incomes (simulated)",
         simulated(check->force_of(1), fixed.purchases));
  }
  tell("the best fixed plan were every income its mean", fixed.reckoned.value);
  finished.files["worth.csv"] = worth;
  finished.complete = fixed.proven;
  finished.shown = rb::policy_table(wishes, policy, terminal_style()) + shown;
  finish(call, command, charts, simulation, watch, wishes, check.get(), folder, finished,
         [&] { return heat_map(rb::policy_map(wishes, policy, title(wishes))); });
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
  if (!call.plot.empty()) check_plot(call.plot, call.out);
  if (!wishes.fixed_income()) {
    if (wishes.objective().at_least) {
      throw InputError({"--best", 0, 0}, "a chance with dice in the budget",
                       "a budget of numbers, or what is expected: 'squads by 25-Oct'");
    }
    plan_policy(call, command, charts, simulation, asked, wishes);
  } else if (wishes.objective().at_least) {
    plan_chance(call, command, charts, simulation, asked, wishes);
  } else {
    plan_income(call, command, charts, simulation, asked, wishes);
  }
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
  command.add_option("--format", call->format, "of --on and --fpp: how to print the answer")
      .type_name("table|csv|markdown")
      .shows_default();
  command.add_option("--out", call->out, "the folder for the plan and its reports");
  command.add_option("--plot", call->plot,
                     "draw what the plan brings day by day, or the policy, to this .svg, .png or "
                     ".pdf");
  call->simulation.add_to(command, SimulationWords::LongRuns::limits);
  command.callback([call, command, &library] { run(*call, command, library); });
}

}  // namespace combat_odds::cli
