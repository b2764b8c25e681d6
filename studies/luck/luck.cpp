#include "combat_odds/studies/luck/luck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <nlohmann/json.hpp>

#include "combat_odds/core/columns.hpp"
#include "combat_odds/core/sum_distribution.hpp"
#include "combat_odds/reports/grid.hpp"

namespace combat_odds {
namespace {

/// Convolution takes the square of this; a campaign of many evenings stays far below.
constexpr std::size_t most_rolls = 10'000;
/// Below this, even dice that are half a pip off look fair most of the time.
constexpr int few_rolls = 30;
constexpr int least_expected = 5;

/// In how many of the 6^dice ways the total comes up.
int ways(int dice, int total) { return dice == 1 ? 1 : 6 - std::abs(7 - total); }
int all_ways(int dice) { return dice == 1 ? 6 : 36; }
const char* kind_name(int dice) { return dice == 1 ? "dr" : "DR"; }

int digit(char c) { return c >= '1' && c <= '6' ? c - '0' : 0; }

int read_total(const Columns::Row& row, int dice) {
  const std::string& text = row.text("roll");
  if (text.find('+') == std::string::npos) return row.whole_number("roll", dice, 6 * dice);
  const bool pair = text.size() == 3 && text[1] == '+' && digit(text[0]) > 0 && digit(text[2]) > 0;
  if (dice == 1 || !pair) {
    throw row.error(
        "roll", fmt::format("roll of a {} is '{}'", kind_name(dice), text),
        dice == 1 ? "one die, from 1 to 6" : "two dice from 1 to 6, such as 3+4, or their total");
  }
  return digit(text[0]) + digit(text[2]);
}

/// Neighbouring totals are joined in rising order; what is left over joins the last class.
std::optional<ChiSquared> chi_squared(const Luck& luck) {
  struct Class {
    int count = 0;
    int ways = 0;
  };
  const auto enough = [&](const Class& one) {
    return one.ways * luck.rolls >= least_expected * all_ways(luck.dice);
  };
  std::vector<Class> classes;
  Class open;
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    open.count += luck.counts[i];
    open.ways += ways(luck.dice, luck.dice + static_cast<int>(i));
    if (enough(open)) classes.push_back(std::exchange(open, {}));
  }
  if (classes.size() < 2) return std::nullopt;
  classes.back().count += open.count;
  classes.back().ways += open.ways;

  ChiSquared test;
  for (const Class& one : classes) {
    const double expected = static_cast<double>(luck.rolls) * one.ways / all_ways(luck.dice);
    test.statistic += (one.count - expected) * (one.count - expected) / expected;
  }
  test.degrees_of_freedom = static_cast<int>(classes.size()) - 1;
  const boost::math::chi_squared distribution(test.degrees_of_freedom);
  test.p_value = boost::math::cdf(boost::math::complement(distribution, test.statistic));
  return test;
}

/// The sum of so many rolls, by adding up halves.
SumDistribution sum_of(int rolls, int dice) {
  if (rolls == 0) return SumDistribution(0);
  if (rolls > 1) {
    const SumDistribution half = sum_of(rolls / 2, dice);
    const SumDistribution both = half.plus(half);
    return rolls % 2 == 0 ? both : both.plus(sum_of(1, dice));
  }
  std::vector<std::pair<int, std::string>> one;
  for (int total = dice; total <= 6 * dice; ++total) {
    one.emplace_back(total, fmt::format("{}/{}", ways(dice, total), all_ways(dice)));
  }
  return SumDistribution(one);
}

/// The narrowest middle with at most 2.5 % below and above.
void set_usual(Luck& luck, const SumDistribution& sums) {
  constexpr double outside = 0.025;
  luck.usual_low = sums.least();
  for (double below = sums.at(luck.usual_low).value; below <= outside;) {
    below += sums.at(++luck.usual_low).value;
  }
  // A sum of fair dice is symmetric.
  luck.usual_high = sums.least() + sums.most() - luck.usual_low;
}

Luck luck_of_group(std::span<const LoggedRoll> rolls, int dice, const std::string* side) {
  Luck luck;
  luck.side = side == nullptr ? "all" : *side;
  luck.dice = dice;
  const int totals = 5 * dice + 1;
  luck.counts.assign(static_cast<std::size_t>(totals), 0);
  for (const LoggedRoll& roll : rolls) {
    if (roll.dice != dice || (side != nullptr && roll.side != *side)) continue;
    ++luck.rolls;
    luck.sum += roll.total;
    ++luck.counts[static_cast<std::size_t>(roll.total - dice)];
  }
  for (int total = dice; total <= 6 * dice; ++total) {
    luck.expected.push_back(static_cast<double>(luck.rolls) * ways(dice, total) / all_ways(dice));
  }
  const SumDistribution sums = sum_of(luck.rolls, dice);
  luck.at_most = sums.between(sums.least(), luck.sum);
  luck.at_least = sums.between(luck.sum, sums.most());
  set_usual(luck, sums);
  luck.chi_squared = chi_squared(luck);
  return luck;
}

/// What the numbers mean, without more certainty than they have.
std::string verdict(const Luck& luck) {
  const double p = luck.two_sided();
  const std::string name = fmt::format("{} {}", luck.side, kind_name(luck.dice));
  std::string text;
  if (p >= 0.05) {
    text = fmt::format(
        "{}: nothing unusual. Fair dice end up at least this far from the expected sum in {:.0f} "
        "of 100 logs of this length.",
        name, 100 * p);
  } else {
    text = fmt::format(
        "{}: unusually {}. Fair dice end up at least this far out in about 1 of {:.0f} logs of "
        "this length.",
        name, luck.mean() < luck.expected_mean() ? "low" : "high", 1 / std::max(p, 1e-12));
  }
  if (luck.chi_squared && luck.chi_squared->p_value < 0.05) {
    text += fmt::format(
        " The totals are spread unusually: fair dice stray that far in about 1 of {:.0f} logs.",
        1 / std::max(luck.chi_squared->p_value, 1e-12));
  }
  if (luck.rolls < few_rolls) {
    text += fmt::format(
        " {} {} too few to tell luck from loaded dice: fair ones average anything from {:.2f} to "
        "{:.2f} in 19 of 20 such logs.",
        luck.rolls, luck.rolls == 1 ? "roll is" : "rolls are",
        static_cast<double>(luck.usual_low) / luck.rolls,
        static_cast<double>(luck.usual_high) / luck.rolls);
  }
  return text + "\n";
}

std::string counts_table(const Luck& luck, TableStyle style) {
  Grid grid({kind_name(luck.dice), "rolled", "expected"});
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    grid.add({fmt::format("{}", luck.dice + static_cast<int>(i)), fmt::format("{}", luck.counts[i]),
              fmt::format("{:.1f}", luck.expected[i])});
  }
  return grid.text(style);
}

}  // namespace

std::vector<LoggedRoll> read_luck_log(const TextFile& file) {
  const Columns log(read_csv(file), {"roll", "kind"}, {"side", "player"});
  log.need_rows("roll");
  if (log.size() > most_rolls) {
    throw InputError(log[most_rolls].place(), fmt::format("more than {} rolls", most_rolls),
                     "several logs");
  }
  std::vector<LoggedRoll> rolls;
  for (const Columns::Row row : log) {
    LoggedRoll roll;
    const std::string& kind = row.text("kind");
    if (kind != "dr" && kind != "DR") {
      throw row.error("kind", fmt::format("kind is '{}'", kind), "dr for one die, DR for two");
    }
    roll.dice = kind == "dr" ? 1 : 2;
    roll.total = read_total(row, roll.dice);
    const std::string& side = row.name("side");
    const std::string& player = row.name("player");
    roll.side = side;
    if (!side.empty() && !player.empty()) roll.side += ", ";
    roll.side += player;
    rolls.push_back(std::move(roll));
  }
  return rolls;
}

double Luck::two_sided() const {
  return std::min(1.0, 2 * std::min(at_most.value, at_least.value));
}

std::vector<Luck> luck_of(std::span<const LoggedRoll> rolls) {
  std::vector<Luck> all;
  for (const int dice : {2, 1}) {
    std::vector<std::string> sides;
    for (const LoggedRoll& roll : rolls) {
      const bool known = std::find(sides.begin(), sides.end(), roll.side) != sides.end();
      if (roll.dice == dice && !known) sides.push_back(roll.side);
    }
    if (sides.size() > 1) all.push_back(luck_of_group(rolls, dice, nullptr));
    for (const std::string& side : sides) {
      all.push_back(luck_of_group(rolls, dice, &side));
      if (side.empty()) all.back().side = sides.size() == 1 ? "all" : "not said";
    }
  }
  return all;
}

std::string luck_table(std::span<const Luck> all, TableStyle style) {
  Grid grid({"rolls of", "kind", "rolls", "sum", "mean", "expected", "percentile", "so low",
             "so high", "chi-squared", "p"});
  int looks = 0;
  for (const Luck& luck : all) {
    const auto& test = luck.chi_squared;
    grid.add({luck.side, kind_name(luck.dice), fmt::format("{}", luck.rolls),
              fmt::format("{}", luck.sum), fmt::format("{:.2f}", luck.mean()),
              fmt::format("{:.1f}", luck.expected_mean()),
              fmt::format("{:.0f}", 100 * luck.percentile()), percent(luck.at_most.value),
              percent(luck.at_least.value),
              test ? fmt::format("{:.2f} ({} df)", test->statistic, test->degrees_of_freedom)
                   : "too few",
              test ? fmt::format("{:.3f}", test->p_value) : "-"});
    looks += test ? 2 : 1;
  }
  std::string text = grid.text(style);
  text +=
      "\npercentile: of the sum, 0 the lowest, 100 the highest; so low, so high: how often fair "
      "dice add up to this or less, to this or more (exact)\n";
  int shown = 0;  // all rolls of a kind come before those of a side
  for (const Luck& luck : all) {
    if (luck.dice != shown) text += "\n" + counts_table(luck, style);
    shown = luck.dice;
  }
  text += "\n";
  for (const Luck& luck : all) {
    text += (style == TableStyle::markdown ? "- " : "") + verdict(luck);
  }
  if (looks > 1) {
    text += fmt::format(
        "{}These are {} looks at one log: about one look in 20 finds something 'unusual' in fair "
        "dice.\n",
        style == TableStyle::markdown ? "\n" : "", looks);
  }
  return text + "Dice have no memory: past luck, good or bad, says nothing about the next roll.\n";
}

std::string luck_csv(std::span<const Luck> all) {
  std::string text =
      "side,kind,rolls,sum,mean,expected_mean,percentile,at_most,at_least,chi_squared,"
      "degrees_of_freedom,p_value\n";
  for (const Luck& luck : all) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},", csv_field(luck.side), kind_name(luck.dice),
                        luck.rolls, luck.sum, luck.mean(), luck.expected_mean(),
                        100 * luck.percentile(), luck.at_most.value, luck.at_least.value);
    const auto& test = luck.chi_squared;
    text +=
        test ? fmt::format("{},{},{}\n", test->statistic, test->degrees_of_freedom, test->p_value)
             : ",,\n";
  }
  return text;
}

std::string luck_json(std::span<const Luck> all) {
  auto list = nlohmann::ordered_json::array();
  for (const Luck& luck : all) {
    nlohmann::ordered_json one = {{"side", luck.side},
                                  {"kind", kind_name(luck.dice)},
                                  {"rolls", luck.rolls},
                                  {"sum", luck.sum},
                                  {"mean", luck.mean()},
                                  {"expected_mean", luck.expected_mean()},
                                  {"percentile", 100 * luck.percentile()},
                                  {"at_most", luck.at_most.value},
                                  {"at_least", luck.at_least.value},
                                  {"counts", luck.counts},
                                  {"expected", luck.expected}};
    if (luck.chi_squared) {
      one["chi_squared"] = {{"statistic", luck.chi_squared->statistic},
                            {"degrees_of_freedom", luck.chi_squared->degrees_of_freedom},
                            {"p_value", luck.chi_squared->p_value}};
    } else {
      one["chi_squared"] = nullptr;
    }
    list.push_back(std::move(one));
  }
  return list.dump(2) + "\n";
}

}  // namespace combat_odds
