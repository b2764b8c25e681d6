#include "cli/commands/plan_answers.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <map>
#include <memory>

#include "cli/files/output_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/show/picture.hpp"
#include "reports/tables/best_report.hpp"
#include "reports/text/chart_notes.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/plan/against/opposed.hpp"
#include "studies/plan/against/sectors.hpp"
#include "studies/plan/best_chance.hpp"
#include "studies/plan/incomes.hpp"
#include "studies/plan/plan_check.hpp"
#include "studies/plan/plan_page.hpp"
#include "studies/plan/plan_report.hpp"
#include "studies/plan/policy/policy_choices.hpp"
#include "studies/plan/policy/policy_map.hpp"
#include "studies/plan/policy/policy_story.hpp"
#include "studies/plan/policy/policy_worth.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

/// While it lives a plan is looked for; in the end all files are written, or none.
class Answer {
 public:
  explicit Answer(const PlanQuestion& question)
      : question_(question),
        asked_(question.asked),
        sectors_(question.sectors ? rb::read_sectors(*question.sectors, asked_.charts())
                                  : std::vector<rb::Sector>()),
        folder_(question.out, rb::plan_file_names),
        watch_(question.simulation.control(), question.simulation.trials(1),
               question.simulation.quiet()) {}

  void income() {
    rb::FixedPlan plan = best_fixed_plan(asked_, stop());
    plan.one_more = worth_of_one_more(asked_, plan, stop());
    plan.one_kept = cost_of_one_kept(asked_, plan, stop());
    const rb::FixedPlan next = next_best_plan(asked_, plan.purchases, stop());
    complete_ = plan.proven;
    add_plan(plan);
    files_["alternatives.csv"] = alternatives_csv(asked_, plan, next);
    std::vector<rb::CheckedTerm> terms;
    if (check_) {
      terms = checked(asked_, plan.purchases, check_->result(), confidence());
      files_["check.csv"] = check_csv(terms);
    }
    shown_ += (plan.purchases.empty() ? "nothing that counts can be bought\n" : "") +
              plan_answer(asked_, plan, next, terms);
    add_opposed();
    finish();
  }

  void chance() {
    // Where no time is given, the search ends at a number of sets: the same answer everywhere.
    const std::size_t most = question_.simulation.has_time_limit()
                                 ? std::numeric_limits<std::size_t>::max()
                                 : rb::searched_in_a_minute;
    const rb::ChancePlan found = best_chance_plan(asked_, stop(), most);
    rb::FixedPlan plan;
    plan.purchases = found.purchases;
    plan.reckoned = reckon(asked_, plan.purchases);
    complete_ = found.proven || found.ended;
    add_plan(plan);
    std::optional<rb::CheckedTerm> term;
    if (check_) {
      term = checked_chance(asked_, found.chance, check_->result());
      files_["check.csv"] = rb::check_csv({*term});
    }
    shown_ += chance_answer(asked_, found, term);
    add_opposed();
    finish();
  }

  void policy() {
    const rb::BuyingPolicy policy = best_policy(asked_, question_.most_states);
    const rb::AskedPlan mean(mean_input(question_.input, asked_), question_.charts);
    const rb::FixedPlan fixed = best_fixed_plan(mean, stop());
    complete_ = fixed.proven;
    const Policy choices = policy_choices(asked_, policy);
    files_["policy.csv"] = policy_header() + policy_lines(asked_.objective().text, "plan", choices);
    files_["policy-rules.csv"] = policy_rules_csv(choices);
    files_["policy-states.csv"] = policy_states_csv(asked_, policy);
    files_["policy-tree.csv"] = policy_tree_csv(asked_, policy);
    files_["typical-game.csv"] = typical_game_csv(asked_, policy);
    files_["waiting.csv"] = waiting_csv(asked_, policy);
    files_["plan.csv"] = plan_csv(asked_, policy.typical);
    files_["fixed-plan.csv"] = plan_csv(mean, fixed.purchases);
    rb::PolicyWorth worth = policy_worth(asked_, policy, fixed);
    if (!policy.typical.empty() && !fixed.purchases.empty()) {
      check_by_campaign({"plan.csv", "fixed-plan.csv"});
      worth.typical.simulated = simulated(0, policy.typical);
      worth.fixed.simulated = simulated(1, fixed.purchases);
    }
    files_["worth.csv"] = worth_csv(worth);
    shown_ = rb::policy_story(asked_, policy, terminal_style()) + worth_text(worth, policy) +
             waiting_text(asked_, policy) +
             "\nday 1 is 17 Oct; more of what a policy does stands in policy.csv\n" +
             policy_text(choices, false, terminal_style(), terminal_width());
    picture_ = [map = rb::policy_map(asked_, policy, title())] { return heat_map(map); };
    finish();
  }

 private:
  std::function<bool()> stop() const {
    return [this] { return question_.simulation.control().stopped(); };
  }
  double confidence() const { return question_.simulation.report().confidence; }
  std::string title() const {
    return fmt::format("What the {} side buys for {}", rb::name_of(asked_.side()),
                       asked_.objective().text);
  }

  void check_by_campaign(const std::vector<std::string>& plans) {
    std::vector<TextFile> texts;
    for (const std::string& plan : plans) texts.push_back({plan, files_[plan]});
    check_ = std::make_unique<rb::PlanCheck>(question_.input, asked_, question_.charts,
                                             question_.simulation.odds(), std::move(texts));
  }

  double simulated(std::size_t plan, const rb::Purchases& purchases) const {
    return objective_of(
        checked(asked_, purchases, check_->result(), confidence(), check_->force_of(plan)), true);
  }

  /// What is told of a plan for an income without dice.
  void add_plan(const rb::FixedPlan& plan) {
    files_["plan.csv"] = plan_csv(asked_, plan.purchases);
    files_["why.csv"] = why_csv(asked_, plan);
    files_["plan-days.csv"] = plan_days_csv(asked_, plan);
    shown_ = plan_table(asked_, plan, terminal_style(), terminal_width());
    if (plan.purchases.empty()) return;
    check_by_campaign({"plan.csv"});
    picture_ = [this] {
      return fan_chart(check_->fan(question_.simulation.report(),
                                   asked_.objective().summands.front().measure, title()));
    };
  }

  /// The plan against theirs.
  void add_opposed() {
    if (!question_.against) return;
    const std::vector<rb::OpposedDay> days =
        opposed(question_.input, asked_.side(), {"plan.csv", files_["plan.csv"]},
                *question_.against, question_.charts);
    files_["opposed.csv"] = opposed_csv(days);
    for (const char* const measure : {"squads", "points"}) {
      shown_ += "\n" + opposed_text(days, measure, terminal_style());
    }
    if (sectors_.empty()) return;
    const std::vector<rb::OpposedSector> lines = by_sector(days, sectors_);
    files_["sectors.csv"] = sectors_csv(lines);
    for (const char* const measure : {"squads", "points"}) {
      shown_ += "\n" + sectors_text(lines, measure, terminal_style());
    }
    shown_ += "\n";
  }

  void write_files() {
    const FileSink write = folder_.sink();
    const WrittenCommand given = command_given(question_.command);
    if (check_) {
      check_->write(question_.simulation.report(), given, question_.charts, write);
    } else {
      write("charts.csv", chart_report(rb::campaign_charts_used(), question_.charts));
      write(command_file, given.csv());
    }
    for (const auto& [name, text] : files_) write(name, text);
    folder_.commit();
  }

  void show() const {
    print(wrapped_beside_tables(shown_, terminal_width()));
    if (question_.simulation.quiet()) return;
    std::vector<std::string> names;
    for (const auto* const group : asked_.offers().unknown()) names.push_back(group->name);
    if (!names.empty()) {
      print(wrapped(
          fmt::format("left out, for want of the Gun Battery Table's numbers: {} (--battery-full "
                      "N takes yours)\n",
                      joined(names)),
          terminal_width()));
    }
    print(chart_notes(rb::campaign_charts_used(), question_.charts, {}, terminal_width()));
    names.clear();
    for (const auto& [name, text] : files_) names.push_back(name);
    print(fmt::format("{}/{}\n", question_.out.folder, fmt::join(names, ", ")));
  }

  void finish() {
    write_files();
    if (!question_.plot.empty() && picture_) write_picture(question_.plot, picture_());
    show();
    watch_.tell_interruption(
        "the plan is written, with its gap and how much of its check was simulated", complete_);
  }

  const PlanQuestion& question_;
  const rb::AskedPlan& asked_;
  std::vector<rb::Sector> sectors_;
  OutputFolder folder_;
  Watch watch_;
  std::unique_ptr<rb::PlanCheck> check_;
  std::map<std::string, std::string> files_;
  std::string shown_;
  std::function<std::string()> picture_;
  bool complete_ = true;
};

}  // namespace

void answer_plan(const PlanQuestion& question) {
  check_outputs();
  const bool chance = question.asked.objective().at_least.has_value();
  if (question.asked.fixed_income()) {
    Answer answer(question);
    chance ? answer.chance() : answer.income();
    return;
  }
  if (chance) {
    throw OptionError("--best", "asks for a chance, and the budget has dice",
                      "a budget of numbers, or what is expected: 'squads by 25-Oct'");
  }
  if (question.against) {
    throw OptionError("--against", "needs a budget without dice",
                      "a number in each line of the column cpp");
  }
  Answer(question).policy();
}

}  // namespace combat_odds::cli
