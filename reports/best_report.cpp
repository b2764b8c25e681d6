#include "combat_odds/reports/best_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/core/number_text.hpp"
#include "combat_odds/reports/grid.hpp"
#include "combat_odds/reports/json_parts.hpp"
#include "combat_odds/reports/text.hpp"
#include "combat_odds/reports/wrapped.hpp"

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
class Words {
 public:
  explicit Words(const BestAnswer& answer) : answer_(answer) {}

  std::string worth(double value) const {
    return answer_.probability ? percent(std::clamp(value, 0.0, 1.0)) : number(value);
  }
  /// What is lost or gained.
  std::string difference(double value) const {
    if (std::abs(value) < rounding) return "nothing";
    return answer_.probability ? fmt::format("{} points", number(100 * value)) : number(value);
  }
  std::string costs(const PolicyRule& rule) const {
    if (rule.most_cost < rounding) return "nothing";
    const std::string most = difference(rule.most_cost);
    if (rule.most_cost - rule.least_cost < rounding) return most;
    const std::string least = number(answer_.probability ? 100 * rule.least_cost : rule.least_cost);
    return least == most || most.starts_with(least + " ") ? most
                                                          : fmt::format("{} to {}", least, most);
  }
  std::string sentence() const {
    std::string text = fmt::format("Best play for {}{}: {}.", answer_.aim,
                                   answer_.against.empty() ? "" : ", against " + answer_.against,
                                   worth(answer_.worth));
    if (!answer_.exact) text += " (simulated)";
    return text;
  }
  std::string habit(const Habit& habit) const {
    std::string text;
    for (const auto& [parameter, value] : habit.values) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plain_name(parameter), value);
    }
    return text;
  }
  std::string gain(const Habit& habit) const {
    return difference(answer_.least ? habit.worth - answer_.worth : answer_.worth - habit.worth);
  }

 private:
  const BestAnswer& answer_;
};

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

PageTable habit_rows(const BestAnswer& answer) {
  const Words words(answer);
  PageTable table{{"habit", "what it comes to", "best play gains"}, {}};
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
    table.rows.push_back({words.habit(habit), words.worth(habit.worth), words.gain(habit)});
  }
  return table;
}

PageTable rule_rows(const PolicyTable& policy, const BestAnswer& answer) {
  const Words words(answer);
  PageTable table{{"when", "do", "times a game", "a mistake costs"}, {}};
  for (const PolicyRule& rule : policy.rules) {
    const char* const rest = policy.rules.size() == 1 ? "always" : "otherwise";
    table.rows.push_back(
        {rule.when.empty() ? rest : rule.when, rule.what, number(rule.visits), words.costs(rule)});
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

std::string grid_text(const PageTable& table, TableStyle style, std::size_t left_columns) {
  Grid grid(table.header);
  for (std::size_t column = 1; column < left_columns; ++column) grid.set_left(column);
  for (const auto& row : table.rows) grid.add(row);
  return grid.text(style);
}

std::string situation_of(const Choice& choice) {
  std::string text;
  for (const Fact& fact : choice.facts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fact.name, fact.text);
  }
  return text;
}

}  // namespace

std::string best_text(const BestAnswer& answer, const SituationOdds& result, TableStyle style,
                      std::size_t width) {
  const auto fit = [&](const std::string& text) {
    return (width == 0 ? text : wrapped(text, width)) + "\n";
  };
  const std::vector<PolicyTable> tables = policy_tables(*result.policy);
  std::string text = fit(Words(answer).sentence());
  if (!answer.habits.empty()) text += "\n" + grid_text(habit_rows(answer), style, 1);
  if (tables.empty()) return text + "\n" + fit("Nothing is to be decided in this situation.");
  for (const PolicyTable& table : tables) {
    text += "\n" + fit(question(table)) + (style == TableStyle::markdown ? "\n" : "") +
            grid_text(rule_rows(table, answer), style, 2) + "\n" + fit(note(table));
  }
  return text;
}

void add_best(Page& page, const BestAnswer& answer, const SituationOdds& result) {
  page.heading(2, "Best play");
  page.paragraph(Words(answer).sentence());
  if (!answer.habits.empty()) page.table(habit_rows(answer));
  const std::vector<PolicyTable> tables = policy_tables(*result.policy);
  if (tables.empty()) page.paragraph("Nothing is to be decided in this situation.");
  for (const PolicyTable& table : tables) {
    page.heading(3, question(table));
    page.table(rule_rows(table, answer));
    page.paragraph(note(table) + ".");
  }
}

std::string policy_header() {
  return "scenario,procedure,side,question,situation,option,best,chosen,value,cost,times_a_game\n";
}

std::string policy_lines(const SituationOdds& result) {
  std::string text;
  for (const Choice& choice : result.policy->choices) {
    const std::string lead =
        fmt::format("{},{},{},{},{}", csv_field(result.name),
                    csv_field(result.situation.scenario->procedure().name), choice.side,
                    csv_field(choice.question), csv_field(situation_of(choice)));
    for (std::size_t option = 0; option < choice.options.size(); ++option) {
      text += fmt::format("{},{},{},{},{},{},{}\n", lead, csv_field(choice.options[option]),
                          choice.best[option] ? "true" : "false",
                          option == choice.chosen ? "true" : "false", choice.values[option],
                          choice.cost(option), choice.visits);
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
