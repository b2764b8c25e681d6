#include "reports/tables/best_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/csv_columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/json_parts.hpp"
#include "reports/text/situation_text.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

/// Doubles of odds and of sums of them that differ by less are the same number.
constexpr double rounding = 1e-12;

/// A number with four digits that count, and no more zeros behind than it needs.
std::string number(double value) {
  if (std::abs(value) < rounding) return "0";
  return fmt::format("{:.4g}", value);
}

/// How numbers of an aim are written.
class Numbers {
 public:
  explicit Numbers(bool probability) : probability_(probability) {}

  std::string worth(double value) const {
    return probability_ ? percent(std::clamp(value, 0.0, 1.0)) : number(value);
  }
  /// What is lost or gained.
  std::string difference(double value) const {
    if (std::abs(value) < rounding) return "nothing";
    return probability_ ? fmt::format("{} points", number(100 * value)) : number(value);
  }
  std::string costs(const PolicyRule& rule) const {
    if (rule.most_cost < rounding) return "nothing";
    std::string most = difference(rule.most_cost);
    if (rule.most_cost - rule.least_cost < rounding) return most;
    const std::string least = number(probability_ ? 100 * rule.least_cost : rule.least_cost);
    return least == most || most.starts_with(least + " ") ? most
                                                          : fmt::format("{} to {}", least, most);
  }

 private:
  bool probability_;
};

std::string sentence(const BestAnswer& answer) {
  std::string text = fmt::format("Best play for {}{}: {}.", answer.goal,
                                 answer.against.empty() ? "" : ", against " + answer.against,
                                 Numbers(answer.probability).worth(answer.worth));
  if (!answer.exact) text += " (simulated)";
  return text;
}

/// The next habit that says another number there, and nothing else that differs, and comes to the
/// same; `habits.size()` where the row ends.
std::size_t next_number(const std::vector<Habit>& habits, std::size_t from, std::size_t place) {
  for (std::size_t i = from + 1; i < habits.size(); ++i) {
    const auto& [parameter, value] = habits[i].values[place];
    if (value == habits[from].values[place].second || !number_in<int>(value)) continue;
    Habit alike = habits[i];
    alike.values[place] = habits[from].values[place];
    if (alike.values != habits[from].values) continue;
    return std::abs(habits[i].worth - habits[from].worth) < rounding ? i : habits.size();
  }
  return habits.size();
}

/// Without what is the same in all of them.
std::vector<Habit> told_apart(std::vector<Habit> habits) {
  if (habits.size() < 2) return habits;
  for (std::size_t place = habits[0].values.size(); place-- > 0;) {
    const auto value = habits[0].values[place].second;
    const bool same = std::ranges::all_of(
        habits, [&](const Habit& habit) { return habit.values[place].second == value; });
    if (!same) continue;
    for (Habit& habit : habits) {
      habit.values.erase(habit.values.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }
  return habits;
}

Table habit_rows(const BestAnswer& answer) {
  const Numbers numbers(answer.probability);
  const auto gain = [&](const Habit& habit) {
    return numbers.difference(answer.least ? habit.worth - answer.worth
                                           : answer.worth - habit.worth);
  };
  Table table({"habit", "what it comes to", "best play gains"});
  const std::vector<Habit> habits = told_apart(answer.habits);
  std::vector<bool> shown(habits.size());
  for (std::size_t first = 0; first < habits.size(); ++first) {
    if (shown[first]) continue;
    Habit habit = habits[first];
    for (std::size_t place = 0; place < habit.values.size(); ++place) {
      if (!number_in<int>(habit.values[place].second)) continue;
      std::size_t last = first;
      for (std::size_t i = next_number(habits, first, place); i < habits.size();
           i = next_number(habits, i, place)) {
        shown[i] = true;
        last = i;
      }
      if (last == first) continue;
      habit.values[place].second += " to " + habits[last].values[place].second;
      break;
    }
    table.add({values_text(habit.values), numbers.worth(habit.worth), gain(habit)});
  }
  return table;
}

std::string when(const PolicyTable& policy, const PolicyRule& rule) {
  if (!rule.when.empty()) return rule.when;
  return policy.rules.size() == 1 ? "always" : "otherwise";
}

Table rule_rows(const PolicyTable& policy, bool probability) {
  const Numbers numbers(probability);
  Table table({"when", "do", "times a game", "a mistake costs"});
  table.set_left(1);
  for (const PolicyRule& rule : policy.rules) {
    table.add({when(policy, rule), rule.what, number(rule.visits), numbers.costs(rule)});
  }
  return table;
}

std::string question(const PolicyTable& table) {
  return table.side == 0 ? table.question : table.question + " (the other side)";
}

std::string note(const PolicyTable& table) {
  std::string text =
      fmt::format("{} situation{}", table.situations, table.situations == 1 ? "" : "s");
  if (table.rare > 0) {
    text += fmt::format(", {} of them rarer than once in {:.0f} games and left out here",
                        table.rare, rare_games);
  }
  if (table.never_met > 0) {
    text += fmt::format(", and {} that best play never meets", table.never_met);
  }
  if (table.words_fail) text += "; 'mostly': it depends on more than these words tell";
  return text;
}

std::string situation_of(const Choice& choice) {
  std::string text;
  for (const Fact& fact : choice.facts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fact.name, fact.text);
  }
  return text;
}

std::string fit(const std::string& text, std::size_t width) { return wrapped(text, width) + "\n"; }

/// A table in lines of that width, where it can be.
Table in_lines(Table table, std::size_t width) {
  const std::string drawn = table.text(TableStyle::ascii);
  const bool is_wide = std::ranges::any_of(parts_of(drawn, '\n'), [&](std::string_view line) {
    return Table::width(std::string(line)) > width;
  });
  if (width == 0 || !is_wide) return table;
  table.wrap_header();
  table.fit(width);
  return table;
}

}  // namespace

std::string policy_text(const Policy& policy, bool probability, TableStyle style,
                        std::size_t width) {
  const std::vector<PolicyTable> tables = policy_tables(policy);
  if (tables.empty()) return "\n" + fit("Nothing is to be decided in this situation.", width);
  std::string text;
  for (const PolicyTable& table : tables) {
    text += "\n" + fit(question(table), width) + (style == TableStyle::markdown ? "\n" : "") +
            in_lines(rule_rows(table, probability), width).text(style) + "\n" +
            fit(note(table), width);
  }
  return text;
}

std::string policy_rules_csv(const Policy& policy) {
  Table rules(
      {"question", "side", "when", "do", "situations", "times_a_game", "least_cost", "most_cost"});
  for (const PolicyTable& table : policy_tables(policy)) {
    for (const PolicyRule& rule : table.rules) {
      rules.add(table.question, table.side, when(table, rule), rule.what, rule.situations,
                number(rule.visits), number(rule.least_cost), number(rule.most_cost));
    }
  }
  return rules.csv();
}

std::string best_text(const BestAnswer& answer, const SituationOdds& result, TableStyle style,
                      std::size_t width) {
  std::string text = fit(sentence(answer), width);
  if (!answer.habits.empty()) text += "\n" + in_lines(habit_rows(answer), width).text(style);
  return text + policy_text(*result.policy, answer.probability, style, width);
}

void add_best(Page& page, const BestAnswer& answer, const SituationOdds& result) {
  page.heading(2, "Best play");
  page.paragraph(sentence(answer));
  if (!answer.habits.empty()) page.table(habit_rows(answer));
  const std::vector<PolicyTable> tables = policy_tables(*result.policy);
  if (tables.empty()) page.paragraph("Nothing is to be decided in this situation.");
  for (const PolicyTable& table : tables) {
    page.heading(3, question(table));
    page.table(rule_rows(table, answer.probability));
    page.paragraph(note(table) + ".");
  }
}

namespace {

/// An option of a state in which something is to be decided.
struct PolicyLine {
  const std::string& scenario;
  const std::string& procedure;
  const Choice& choice;
  std::size_t option = 0;
};

CsvColumns<PolicyLine> policy_columns() {
  CsvColumns<PolicyLine> columns;
  columns.add("scenario", [](const PolicyLine& line) { return line.scenario; })
      .add("procedure", [](const PolicyLine& line) { return line.procedure; })
      .add("side", [](const PolicyLine& line) { return line.choice.side; })
      .add("question", [](const PolicyLine& line) { return line.choice.question; })
      .add("situation", [](const PolicyLine& line) { return situation_of(line.choice); })
      .add("option", [](const PolicyLine& line) { return line.choice.options[line.option]; })
      .add("best", [](const PolicyLine& line) { return bool(line.choice.best[line.option]); })
      .add("chosen", [](const PolicyLine& line) { return line.option == line.choice.chosen; })
      .add("value", [](const PolicyLine& line) { return line.choice.values[line.option]; })
      .add("cost", [](const PolicyLine& line) { return line.choice.cost(line.option); })
      .add("times_a_game", [](const PolicyLine& line) { return line.choice.visits; });
  return columns;
}

}  // namespace

std::string policy_header() { return policy_columns().header(); }

std::string policy_lines(const SituationOdds& result) {
  return policy_lines(result.name, result.situation.scenario->procedure().name, *result.policy);
}

std::string policy_lines(const std::string& scenario, const std::string& procedure,
                         const Policy& policy) {
  const CsvColumns<PolicyLine> columns = policy_columns();
  std::string text;
  for (const Choice& choice : policy.choices) {
    for (std::size_t option = 0; option < choice.options.size(); ++option) {
      columns.append(text, {scenario, procedure, choice, option});
    }
  }
  return text;
}

Json policy_json(const Policy& policy) {
  Json tables = Json::array();
  for (const PolicyTable& table : policy_tables(policy)) {
    Json rules = Json::array();
    for (const PolicyRule& rule : table.rules) {
      rules.push_back({{"when", rule.when},
                       {"do", rule.what},
                       {"times_a_game", rule.visits},
                       {"mistake_costs", {rule.least_cost, rule.most_cost}}});
    }
    tables.push_back({{"question", table.question},
                      {"side", table.side},
                      {"situations", table.situations},
                      {"rare", table.rare},
                      {"never_met", table.never_met},
                      {"rules", std::move(rules)}});
  }
  return {{"value", policy.value}, {"fraction", policy.fraction}, {"decisions", std::move(tables)}};
}

}  // namespace combat_odds
