#include "studies/luck/rolled_dice.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/odds/odds.hpp"
#include "core/text/number_text.hpp"
#include "core/text/trimmed.hpp"
#include "expression/expression.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {
namespace {

constexpr const char* kinds_form =
    "dr for one die, DR for two, or dice such as d20, 2d10 or '4d6 kh3'";
constexpr long long most_ways = 1'000'000;
/// Beyond this the totals of one roll are too many to add up thousands of.
constexpr int most_totals = 10'000;

/// "d20" for "1d20"; without spaces around it.
std::string usual_form(std::string_view text) {
  text = trimmed(text);
  const bool one = text.size() > 2 && text.starts_with("1d") && text[2] >= '0' && text[2] <= '9';
  return std::string(one ? text.substr(1) : text);
}

/// Finds "2d6" and "d6" out, whose single dice a log may give.
void set_plain_pool(RolledDice& kind, std::string_view text) {
  const std::size_t d = text.find('d');
  if (d == std::string_view::npos) return;
  const std::optional<int> dice = d == 0 ? 1 : number_in<int>(text.substr(0, d));
  const std::optional<int> sides = number_in<int>(text.substr(d + 1));
  if (!dice || !sides) return;
  kind.dice = *dice;
  kind.sides = *sides;
}

/// The denominator that all fractions have in common; 0 where it is large or one is not known.
long long common_ways(const std::vector<std::pair<int, ExactProbability>>& totals) {
  long long ways = 1;
  for (const auto& [total, chance] : totals) {
    const std::size_t slash = chance.fraction.find('/');
    if (slash == std::string::npos) return 0;
    const auto below = number_in<long long>(std::string_view(chance.fraction).substr(slash + 1));
    if (!below || *below > most_ways) return 0;
    ways = std::lcm(ways, *below);
    if (ways > most_ways) return 0;
  }
  return ways;
}

SumDistribution distribution(const std::vector<std::pair<int, ExactProbability>>& totals) {
  std::vector<std::pair<int, std::string>> fractions;
  for (const auto& [total, chance] : totals) {
    if (chance.fraction.empty()) break;
    fractions.emplace_back(total, chance.fraction);
  }
  if (fractions.size() == totals.size()) return SumDistribution(fractions);
  const int least = totals.front().first;
  std::vector<double> chances(static_cast<std::size_t>(totals.back().first - least + 1), 0.0);
  for (const auto& [total, chance] : totals) {
    chances[static_cast<std::size_t>(total - least)] = chance.value;
  }
  return {least, chances};
}

RolledDice explored(std::string name, const std::string& expression, const Place& place) {
  OddsOptions exact;
  exact.method = Method::exact;
  std::vector<std::pair<int, ExactProbability>> totals;
  try {
    const expression::Expression parsed(expression);
    if (!parsed.sweeps().empty()) {
      throw InputError(place, fmt::format("kind '{}' stands for several expressions", name),
                       "one of them");
    }
    const std::unique_ptr<Rule> rule = parsed.rule({});
    for (const Chance& chance : odds_of(*rule, 0, exact).chances) {
      if (chance.kind == Chance::Kind::measure && chance.name == "total" && chance.exact) {
        if (chance.value != std::floor(chance.value)) {
          throw InputError(place, fmt::format("kind '{}' has totals in halves", name), kinds_form);
        }
        totals.emplace_back(static_cast<int>(chance.value), *chance.exact);
      }
    }
  } catch (const expression::SyntaxError&) {
    throw InputError(place, fmt::format("kind is '{}'", name), kinds_form);
  } catch (const SystemError&) {  // too many states
    throw InputError(place, fmt::format("kind '{}' has too many results", name), "fewer dice");
  }
  if (totals.size() < 2 || totals.back().first - totals.front().first > most_totals) {
    throw InputError(place,
                     totals.size() < 2 ? fmt::format("kind '{}' has no totals to compare", name)
                                       : fmt::format("kind '{}' has too many totals", name),
                     kinds_form);
  }
  RolledDice kind{std::move(name), distribution(totals)};
  for (const auto& [total, chance] : totals) kind.mean += total * chance.value;
  for (const auto& [total, chance] : totals) {
    kind.variance += (total - kind.mean) * (total - kind.mean) * chance.value;
  }
  kind.ways = common_ways(totals);
  set_plain_pool(kind, expression);
  // Of equal dice the mean is known without rounding.
  if (kind.dice > 0) kind.mean = kind.dice * (kind.sides + 1) / 2.0;
  return kind;
}

}  // namespace

double RolledDice::at_least_as_far(double from_mean) const {
  constexpr double rounding = 1e-9;
  double chance = 0;
  for (int total = totals.least(); total <= totals.most(); ++total) {
    if (std::abs(total - mean) >= from_mean - rounding) chance += totals.at(total).value;
  }
  return chance;
}

std::string RolledDice::chance_text(double chance) const {
  if (ways == 0) return percent(chance);
  return fmt::format("{:.0f} in {}", chance * static_cast<double>(ways), ways);
}

std::shared_ptr<const RolledDice> DiceKinds::of(std::string_view text, const Place& place) {
  const std::string name = usual_form(text);
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  // "dr" is one die and "DR" two: here case counts.
  const std::string expression = name == "dr" ? "d6" : name == "DR" ? "2d6" : name;
  auto made = std::make_shared<const RolledDice>(explored(name, expression, place));
  return known_.emplace(name, std::move(made)).first->second;
}

}  // namespace combat_odds
