#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/common.hpp"
#include "cli/show/show_odds.hpp"
#include "core/text/trimmed.hpp"
#include "expression/expression.hpp"

namespace combat_odds::cli {
namespace {

struct RollCommandInput {
  std::vector<std::string> expressions;
  std::string title;
  bool at_least = false;
  ViewInput view;
  SimulationInput simulation;
};

/// "2d6 c>=5" of '{1..3}d6 c>=5': the expression with the values of the situation. Named ones are
/// told as of other commands, "[bonus=2]"; those of a title of the player's own behind it, too.
std::string called(const expression::Expression& expression, const std::string& title,
                   const Situation& situation) {
  std::vector<int> values;
  std::string varied;
  const std::vector<Argument> arguments = situation.scenario->arguments(situation.index);
  for (std::size_t i = 0; i < expression.sweeps().size(); ++i) {
    const expression::Sweep& sweep = expression.sweeps()[i];
    const std::string& value = arguments[i + 1].text;
    values.push_back(static_cast<int>(arguments[i + 1].number));
    if (sweep.values.size() == 1 || (!sweep.named && title.empty())) continue;
    varied += fmt::format("{}{}{}", varied.empty() ? "" : ",", sweep.named ? sweep.name + "=" : "",
                          value);
  }
  const std::string name = title.empty() ? expression.filled(values) : title;
  return varied.empty() ? name : fmt::format("{}[{}]", name, varied);
}

/// The lists and ranges in an expression are those of its procedure's parameters.
std::vector<GivenValue> lists_of(const Procedure& procedure) {
  std::vector<GivenValue> given;
  for (const Parameter& parameter : procedure.parameters) {
    const bool is_expression = &parameter == &procedure.parameters.front();
    if (!is_expression) given.push_back({parameter.name, *parameter.default_value, {}});
  }
  return given;
}

/// An expression with each combination of its lists: "{1..2}d6" gives "1d6", "2d6".
std::vector<std::string> one_by_one(const std::string& text) {
  const Procedure procedure = expression::roll_procedure(text);  // refuses what is none
  const expression::Expression expression(text);
  for (const expression::Sweep& sweep : expression.sweeps()) {
    if (!sweep.named) continue;
    throw InputError({"EXPRESSION"}, fmt::format("'{}' names a list, {}", text, sweep.name),
                     "that expression alone, or the list without its name");
  }
  const Scenario scenario(text, procedure, lists_of(procedure), command_line);
  std::vector<std::string> all;
  for (std::uint64_t index = 0; index < scenario.size(); ++index) {
    std::vector<int> values;
    const std::vector<Argument> arguments = scenario.arguments(index);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      values.push_back(static_cast<int>(arguments[i].number));
    }
    all.push_back(expression.filled(values));
  }
  return all;
}

/// Several expressions beside each other: a list of the procedure dice.roll.
void run_several(const RollCommandInput& typed, const Command& command, Library& library) {
  std::string list;
  std::size_t all = 0;
  for (const std::string& text : typed.expressions) {
    for (const std::string& one : one_by_one(text)) {
      list += (list.empty() ? "" : ",") + one;
      ++all;
    }
  }
  Procedure procedure = expression::roll_procedure();
  procedure.summary = fmt::format("{}", fmt::join(typed.expressions, " beside "));
  // Any name but the procedure's: the situations are called by their expressions alone.
  const std::string title = typed.title.empty() ? "dice" : typed.title;
  const Scenario scenario(title, procedure, {{"expression", list, {}}}, command_line);
  if (scenario.size() != all) {
    throw InputError({"EXPRESSION"}, "beside others an expression has commas in brackets only",
                     "that expression alone");
  }
  ViewInput view = typed.view;
  view.all_rows = true;
  if (typed.at_least) view.columns = ">=";
  show_odds(scenario, view, typed.simulation, command, library, [](const Situation& situation) {
    return situation.scenario->arguments(situation.index).front().text;
  });
}

void run(RollCommandInput typed, const Command& command, Library& library) {
  for (std::string& text : typed.expressions) text = std::string(trimmed(text));
  if (typed.expressions.size() > 1) return run_several(typed, command, library);
  const std::string& text = typed.expressions.front();
  const Procedure procedure = expression::roll_procedure(text);
  const std::vector<GivenValue> given = lists_of(procedure);
  ViewInput view = typed.view;
  view.all_rows = true;  // what can be rolled is what was asked
  if (typed.at_least) view.columns = ">=";
  const bool is_number = !procedure.outcomes.empty() && procedure.outcomes.front().name == "rolled";
  const bool plain = view.by.empty() && view.pivot.empty();
  if (is_number && plain && !view.plot.empty() && view.plot_measure.empty()) {
    view.plot_measure = "total";
  }
  const std::string& title = typed.title.empty() ? text : typed.title;
  const expression::Expression expression(text);
  // Where its lists have no names, letters stand for them in the rows and columns.
  const std::string lettered = expression.lettered();
  view.subject = typed.title.empty() ? lettered
                 : lettered == text  ? typed.title
                                     : fmt::format("{} ({})", typed.title, lettered);
  show_odds({title, procedure, given, command_line}, view, typed.simulation, command, library,
            [&](const Situation& situation) {
              return expression.sweeps().empty() ? title
                                                 : called(expression, typed.title, situation);
            });
}

}  // namespace

void add_roll(const Command& program, Library& library) {
  const Command command =
      program.add_command("roll", "the odds of a dice expression, such as 2d6+1");
  const auto typed = std::make_shared<RollCommandInput>();
  command
      .add_option("EXPRESSION", typed->expressions,
                  "what is rolled, in quotes: '4d6 kh3'; several stand beside each other")
      .required();
  command.add_option("--title", typed->title, "what the answer is called [the expression]");
  add_view_options(command, typed->view);
  command.add_flag("--at-least", typed->at_least, "the chance of so much or more (--columns '>=')");
  command.add_option("--columns", typed->view.columns,
                     "for each value of a measure: a list of =, >=, <= [all]");
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits);
  command.footer("For example: combat-odds roll '{1..4}d6 on 2-4:miss 5-9:hit 10+:kill'");
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
