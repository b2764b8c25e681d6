#include "expression/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text/error.hpp"
#include "core/text/trimmed.hpp"
#include "expression/roll_rule.hpp"

namespace combat_odds::expression {
namespace {

constexpr const char* form = "a dice expression such as 2d6+1 (docs/rolls.md)";
constexpr const char* command_place = "EXPRESSION";

InputError told(const std::string& place, const SyntaxError& error) {
  return {{place, 1, static_cast<int>(error.column())}, error.what(), error.right()};
}

/// Reports errors of the expression that only show while it is rolled, with their column.
class ToldRule : public Rule, public SolvedRule, public InParts {
 public:
  ToldRule(std::unique_ptr<RollRule> rule, std::string place, std::string situation)
      : rule_(std::move(rule)), place_(std::move(place)), situation_(std::move(situation)) {}
  Outcome resolve(Dice& dice) const override try {
    return rule_->resolve(dice);
  } catch (const SyntaxError& error) {
    throw told(place_, error);
  }
  std::vector<Chance> exact_chances(const RunControl* control) const override try {
    return rule_->exact_chances(control);
  } catch (const SyntaxError& error) {
    throw told(place_, error);
  }
  bool has_small_graph() const override { return rule_->has_small_graph(); }
  int parts(std::string_view measure) const override { return rule_->parts(measure); }
  Working working() const override {
    Working working = rule_->working();
    working.situation = situation_;
    return working;
  }

 private:
  std::unique_ptr<RollRule> rule_;
  std::string place_;
  std::string situation_;
};

Procedure described() {
  Procedure procedure;
  procedure.name = "dice.roll";
  procedure.rule = "dice";
  procedure.summary = "a dice expression as players write it: 2d6+1, 4d6 kh3, 10d6 c>=5";
  procedure.details =
      "Pools, sums, keeping the highest, lowest or middle dice, rerolls, exploding dice, counting, "
      "matching sets, dice of one's own, comparisons, choices, named rolls, tables and a number of "
      "dice that is itself rolled (docs/rolls.md). 'combat-odds roll' takes the expression alone, "
      "and lists and ranges in it.\n";
  Parameter parameter;
  parameter.name = "expression";
  parameter.type = Parameter::Type::text;
  parameter.meaning = "what is rolled";
  parameter.form = form;
  parameter.is_dice = true;
  parameter.tried = {"2d6+1",        "4d6 kh3", "5d6 c>=5",     "2d6 on 2-6:low 7-12:high",
                     "1d20+5 >= 15", "(d4)d6",  "3d6 vs 2d6+2", "4d6 largest set"};
  procedure.parameters.push_back(std::move(parameter));
  procedure.measures = {{"total", "what the expression comes to"},
                        {"margin", "the first less the second, of 'vs'"}};
  return procedure;
}

ArgumentError refused(const SyntaxError& error) {
  return {"expression", fmt::format("expression, at {}: {}", error.column(), error.what()),
          error.right()};
}

}  // namespace

Expression::Expression(const std::string& text)
    : program_(std::make_shared<const Program>(parse(text))) {}

const std::vector<Sweep>& Expression::sweeps() const { return program_->sweeps; }

std::string Expression::filled(const std::vector<int>& values) const {
  std::vector<std::string> texts;
  for (const int value : values) texts.push_back(std::to_string(value));
  return with(texts);
}

std::string Expression::lettered() const {
  std::vector<std::string> texts;
  for (const Sweep& sweep : sweeps()) texts.push_back("{" + sweep.name + "}");
  return with(texts);
}

/// The text with others in the place of the sweeps that have no name.
std::string Expression::with(const std::vector<std::string>& texts) const {
  std::string text = program_->text;
  const std::vector<Sweep>& all = sweeps();
  std::vector<std::size_t> last_first(all.size());
  std::iota(last_first.begin(), last_first.end(), 0);
  std::sort(last_first.begin(), last_first.end(),
            [&](std::size_t a, std::size_t b) { return all[a].at > all[b].at; });
  for (const std::size_t i : last_first) {
    if (!all[i].named) text.replace(all[i].at, all[i].length, texts[i]);
  }
  return std::string(trimmed(text));
}

std::unique_ptr<RollRule> Expression::rolled(const std::vector<int>& values) const {
  return std::make_unique<RollRule>(program_, values);
}

std::unique_ptr<Rule> Expression::rule(const std::vector<int>& values) const {
  return rolled(values);
}

std::vector<Term> Expression::outcomes() const {
  if (program_->is_condition()) return {{"yes", "it holds"}, {"no", "it does not"}};
  std::vector<Term> terms;
  if (program_->is_one_symbol()) {
    for (const std::string& symbol : program_->result.pool.symbols) {
      terms.push_back({symbol, "what the die shows"});
    }
    return terms;
  }
  if (program_->result.kind == Node::Kind::versus && program_->table.empty()) {
    if (program_->result.rerolls_ties) {
      return {{"ahead", "the first comes to more"}, {"behind", "the second comes to more"}};
    }
    return {{"ahead", "the first comes to more"},
            {"tie", "both come to the same"},
            {"behind", "the second comes to more"}};
  }
  for (const Line& line : program_->table) {
    const bool known = std::any_of(terms.begin(), terms.end(),
                                   [&](const Term& term) { return term.name == line.label; });
    if (!known) terms.push_back({line.label, "as the table says"});
  }
  if (!program_->joint.empty()) return {};  // pairs, as they are rolled
  if (terms.empty()) terms.push_back({"rolled", "a number, see the measures"});
  return terms;
}

std::vector<Term> Expression::measures() const {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < program_->names.size(); ++i) {
    if (program_->is_shown(i)) terms.push_back({program_->names[i], "the roll of that name"});
  }
  for (std::size_t i = 0; i < program_->joint.size(); ++i) {
    if (!program_->is_named(i)) terms.push_back({program_->joint[i], "one of the results"});
  }
  if (program_->is_one_symbol() || !program_->joint.empty()) return terms;
  if (program_->shows_symbols()) {
    for (const std::string& symbol : program_->result.pool.symbols) {
      terms.push_back({symbol, "how many dice show it"});
    }
    return terms;
  }
  if (program_->result.kind == Node::Kind::repeat && !program_->counts_rolls()) {
    terms.push_back({"each", "one of the rolls"});
    terms.push_back({"lowest", "the lowest of them"});
    terms.push_back({"highest", "the highest of them"});
  }
  if (program_->result.kind == Node::Kind::versus) {
    terms.push_back({"margin", "the first less the second"});
  } else if (!program_->is_condition()) {
    terms.push_back({"total", program_->counts_rolls() ? "in how many rolls it holds"
                                                       : "what the expression comes to"});
  }
  if (!program_->worth.empty()) terms.push_back({"result", "what the table's line is worth"});
  return terms;
}

std::vector<HeadlinePart> Expression::headline() const {
  if (!program_->counts_rolls()) return {};
  return {{"mean total", "it holds in {} rolls on average", ""}};
}

std::string Expression::words() const { return program_->words; }

Procedure roll_procedure() {
  Procedure procedure = described();
  procedure.rule_for = [](const std::vector<Argument>& values, const Charts&) {
    try {
      const Expression expression(values.at(0).text);
      if (!expression.sweeps().empty()) {
        throw ArgumentError("expression", "expression has lists or ranges of values",
                            "'combat-odds roll', or several expressions");
      }
      return std::unique_ptr<Rule>(std::make_unique<ToldRule>(
          expression.rolled({}), "dice.roll expression", values.at(0).text));
    } catch (const SyntaxError& error) {
      throw refused(error);
    }
  };
  return procedure;
}

Procedure roll_procedure(const std::string& text) try {
  const Expression expression(text);
  Procedure procedure = described();
  procedure.parameters.front().default_value = text;
  procedure.summary = expression.words();
  procedure.outcomes = expression.outcomes();
  procedure.measures = expression.measures();
  procedure.headline = expression.headline();
  for (const Sweep& sweep : expression.sweeps()) {
    Parameter parameter;
    parameter.name = sweep.name;
    parameter.meaning = "as the expression says";
    parameter.least = *std::min_element(sweep.values.begin(), sweep.values.end());
    parameter.most = *std::max_element(sweep.values.begin(), sweep.values.end());
    std::string values;
    for (const int value : sweep.values) {
      values += (values.empty() ? "" : ",") + std::to_string(value);
    }
    parameter.default_value = values;
    procedure.parameters.push_back(std::move(parameter));
  }
  procedure.rule_for = [expression](const std::vector<Argument>& values, const Charts&) {
    std::vector<int> chosen;
    std::string named;
    for (std::size_t i = 1; i < values.size(); ++i) {
      chosen.push_back(static_cast<int>(values[i].number));
      const Sweep& sweep = expression.sweeps()[i - 1];
      if (sweep.named) named += fmt::format(", {} {}", sweep.name, chosen.back());
    }
    const std::string situation =
        (chosen.empty() ? values.at(0).text : expression.filled(chosen)) + named;
    try {
      return std::unique_ptr<Rule>(
          std::make_unique<ToldRule>(expression.rolled(chosen), command_place, situation));
    } catch (const SyntaxError& error) {
      throw told(command_place, error);
    }
  };
  return procedure;
} catch (const SyntaxError& error) {
  throw told(command_place, error);
}

}  // namespace combat_odds::expression
