#include "studies/plan/incomes.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace combat_odds::red_barricades {

std::vector<double> income_chances(const DiceSum& sum) {
  std::vector<double> chances = {1.0};
  for (const DiceSum::Summand& term : sum.dice) {
    for (int n = 0; n < std::abs(term.dice); ++n) {
      std::vector<double> next(chances.size() + static_cast<std::size_t>(term.sides) - 1, 0.0);
      for (std::size_t i = 0; i < chances.size(); ++i) {
        for (std::size_t face = 0; face < static_cast<std::size_t>(term.sides); ++face) {
          next[i + face] += chances[i] / term.sides;
        }
      }
      chances = std::move(next);
    }
  }
  return chances;
}

std::vector<int> mean_incomes(const AskedPlan& asked) {
  std::vector<int> incomes;
  double so_far = 0;
  int told = 0;
  for (std::size_t day = 0; day < asked.offers().days(); ++day) {
    if (const DiceSum* const sum = asked.income(day)) {
      so_far += (sum->least() + sum->most()) / 2.0;  // dice are symmetrical
    }
    const int whole = static_cast<int>(so_far + 1e-9);
    incomes.push_back(whole - told);
    told = whole;
  }
  return incomes;
}

PlanInput mean_input(const PlanInput& input, const AskedPlan& asked) {
  PlanInput mean = input;
  mean.budget = {"the mean of " + input.budget.name, "date,side,cpp\n"};
  const std::vector<int> incomes = mean_incomes(asked);
  for (std::size_t day = 0; day < incomes.size(); ++day) {
    mean.budget.text +=
        fmt::format("{},{},{}\n", asked.charts().historical.dates()[day], input.side, incomes[day]);
  }
  return mean;
}

}  // namespace combat_odds::red_barricades
