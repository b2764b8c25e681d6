#include <fmt/format.h>

#include "cli/options/common.hpp"
#include "cli/show/show_odds.hpp"
#include "expression/expression.hpp"

namespace combat_odds::cli {
namespace {

struct RollCommandInput {
  std::string expression;
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

void run(const RollCommandInput& typed, const Command& command, Library& library) {
  const Procedure procedure = expression::roll_procedure(typed.expression);
  // The lists and ranges in the expression are those of its parameters.
  std::vector<GivenValue> given;
  for (const Parameter& parameter : procedure.parameters) {
    const bool is_expression = &parameter == &procedure.parameters.front();
    if (!is_expression) given.push_back({parameter.name, *parameter.default_value, {}});
  }
  ViewInput view = typed.view;
  view.all_rows = true;  // what can be rolled is what was asked
  if (typed.at_least) view.columns = ">=";
  const bool is_number = !procedure.outcomes.empty() && procedure.outcomes.front().name == "rolled";
  const bool plain = view.by.empty() && view.pivot.empty();
  if (is_number && plain && !view.plot.empty() && view.plot_measure.empty()) {
    view.plot_measure = "total";
  }
  const std::string& title = typed.title.empty() ? typed.expression : typed.title;
  const expression::Expression expression(typed.expression);
  // Where its lists have no names, letters stand for them in the rows and columns.
  const std::string lettered = expression.lettered();
  view.subject = typed.title.empty()            ? lettered
                 : lettered == typed.expression ? typed.title
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
  command.add_option("EXPRESSION", typed->expression, "what is rolled, in quotes: '4d6 kh3'")
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
