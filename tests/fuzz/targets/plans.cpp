#include <cmath>

#include "core/text/plain_text.hpp"
#include "studies/plan/fortify.hpp"
#include "studies/plan/plan_input.hpp"
#include "studies/plan/plan_page.hpp"
#include "tests/fuzz/target.hpp"

// The files that `plan` reads, and that `report` reads of its output.
namespace combat_odds::fuzz {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// budget, keep and points are files; best, from, to, without, at_most, at_least and adjust are
/// options, the first line of each.
FUZZ_TARGET(plan_wishes) {
  red_barricades::PlanInput input;
  input.side = "german";
  input.best = "squads";
  for (TextFile& file : files_in(text)) {
    const std::string word = first_line(file.text);
    if (file.name == "budget")
      input.budget = std::move(file);
    else if (file.name == "keep")
      input.keep = std::move(file);
    else if (file.name == "points")
      input.points = std::move(file);
    else if (file.name == "side")
      input.side = word;
    else if (file.name == "best")
      input.best = word;
    else if (file.name == "from")
      input.from = word;
    else if (file.name == "to")
      input.to = word;
    else if (file.name == "without")
      input.without.push_back(word);
    else if (file.name == "at_most")
      input.at_most.push_back(word);
    else if (file.name == "at_least")
      input.at_least.push_back(word);
    else if (file.name == "adjust")
      input.adjust.push_back(word);
  }
  const red_barricades::AskedPlan wishes(input, library().charts());
  must(wishes.from() <= wishes.to() && wishes.to() < wishes.offers().days());
  for (std::size_t day = 0; day < wishes.offers().days(); ++day) {
    const red_barricades::DiceSum* const income = wishes.income(day);
    must(income == nullptr || income->least() <= income->most());
  }
}

/// The first line is the FPP, the rest are the values of the fortifications.
FUZZ_TARGET(fortifications) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  int fpp = 0;
  for (const char digit : text.substr(0, std::min<std::size_t>(end, 4))) {
    if (digit < '0' || digit > '9') return;
    fpp = 10 * fpp + (digit - '0');
  }
  if (fpp < 1 || fpp > 200) return;
  const TextFile values{"values.csv", std::string(text.substr(std::min(end + 1, text.size())))};
  const red_barricades::Fortify best(fpp, values, library().charts());
  double worth = 0;
  int spent = 0;
  for (const auto& bought : best.bought()) {
    must(bought.quantity > 0);
    spent += bought.quantity * bought.fpp;
    worth += bought.quantity * bought.value;
  }
  must(spent <= fpp && std::abs(worth - best.value()) <= 1e-6 * (1 + std::abs(worth)));
}

FUZZ_TARGET(plan_folder) {
  Folder folder{"r", {}};
  for (TextFile& file : files_in(text)) folder.files[file.name] = std::move(file.text);
  must(first_not_text(red_barricades::plan_page(folder, PageFormat::html)) == std::string::npos);
}

}  // namespace
}  // namespace combat_odds::fuzz
