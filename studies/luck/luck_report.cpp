#include "studies/luck/luck_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

/// Below this, dice that are half a pip off still look fair most of the time.
constexpr int few_rolls = 30;

/// The meaning of the numbers, with no more certainty than they have.
std::string verdict(const Luck& luck) {
  const double p = luck.two_sided();
  const std::string name = fmt::format("{} {}", luck.side, luck.kind->name);
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
  if (luck.needed && std::min(luck.needed->at_most.value, luck.needed->at_least.value) < 0.025) {
    text += fmt::format(
        " {} of {} rolls made the number that they needed, where fair dice make {:.1f}.",
        luck.needed->made, luck.needed->rolls, luck.needed->expected);
  }
  if (luck.kind_taken) {
    text += fmt::format(" (The log does not say which dice: its numbers are taken as {}.)",
                        luck.kind->dice == 1 ? "of one die, 1 to 6" : "of two dice, 2 to 12");
  }
  if (!luck.also.empty()) {
    text += fmt::format(" ({} is also written {}.)", luck.side, joined(luck.also));
  }
  return text;
}

/// Totals that a table can show; of more it shows those that came up.
constexpr std::size_t most_totals_shown = 40;

}  // namespace

std::string plural(const RolledDice& kind) {
  return kind.name.find(' ') == std::string::npos ? kind.name + "s" : "rolls of " + kind.name;
}

const char* const needed_meaning =
    "so few, so many: how often fair dice make the number that they need so seldom, so often (exact)";

const char* const counts_meaning =
    "so few, so many: how often fair dice come to this total so seldom or more seldom, so often or "
    "more often (exact). Each total is a look of its own: about one look in 20 finds something "
    "'unusual' in fair dice";

const char* const numbers_meaning =
    "percentile: of the sum, 0 the lowest, 100 the highest; so low, so high: how often fair dice "
    "add up to this or less, to this or more (exact); spread: how often fair dice spread their "
    "totals at least so unevenly (chi-squared)";

std::vector<std::string> luck_sentences(std::span<const Luck> all) {
  std::vector<std::string> sentences;
  int looks = 0;
  for (const Luck& luck : all) {
    sentences.push_back(verdict(luck));
    looks += luck.chi_squared ? 2 : 1;
  }
  if (looks > 1) {
    sentences.push_back(fmt::format(
        "These are {} looks at one log: about one look in 20 finds something 'unusual' in fair "
        "dice.",
        looks));
  }
  sentences.emplace_back(
      "Dice have no memory: past luck, good or bad, says nothing about the next roll.");
  return sentences;
}

Table numbers_table(std::span<const Luck> all) {
  Table table({"rolls of", "kind", "rolls", "sum", "mean", "expected", "percentile", "so low",
               "so high", "spread"});
  table.wrap_header();
  for (const Luck& luck : all) {
    table.add(luck.side, luck.kind->name, luck.rolls, luck.sum, fmt::format("{:.2f}", luck.mean()),
              fmt::format("{:.1f}", luck.expected_mean()),
              fmt::format("{:.0f}", 100 * luck.percentile()), percent(luck.at_most.value),
              percent(luck.at_least.value),
              luck.chi_squared ? percent(luck.chi_squared->p_value) : "too few");
  }
  return table;
}

Table deciding_table(std::span<const LoggedRoll> rolls, const RolledDice& kind) {
  Table table({"roll", "of", "from the mean", "so far or farther", "line", "note"});
  table.set_words();
  table.wrap_header();
  for (const LoggedRoll* roll : deciding_rolls(rolls, kind, most_deciding_rolls)) {
    const double far = roll->from_mean();
    table.add(roll->total, roll->side, fmt::format("{:+.3g}", far),
              kind.chance_text(kind.at_least_as_far(std::abs(far))), roll->line, roll->note);
  }
  return table;
}

Table counts_table(const Luck& luck) {
  Table table({luck.kind->name, "rolled", "expected", "so few", "so many"});
  table.wrap_header();
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    if (luck.counts.size() > most_totals_shown && luck.counts[i] == 0) continue;
    table.add(luck.kind->totals.least() + static_cast<int>(i), luck.counts[i],
              fmt::format("{:.1f}", luck.expected[i]), percent(luck.so_few[i]),
              percent(luck.so_many[i]));
  }
  return table;
}

Table needed_table(std::span<const Luck> all) {
  Table table(
      {"rolls of", "kind", "with a number needed", "made", "expected", "so few", "so many"});
  table.wrap_header();
  for (const Luck& luck : all) {
    if (!luck.needed) continue;
    const LuckOfNeeded& needed = *luck.needed;
    table.add(luck.side, luck.kind->name, needed.rolls, needed.made,
              fmt::format("{:.1f}", needed.expected), percent(needed.at_most.value),
              percent(needed.at_least.value));
  }
  return table;
}

std::string luck_table(std::span<const Luck> all, std::span<const LoggedRoll> rolls,
                       TableStyle style, std::size_t width) {
  const bool markdown = style == TableStyle::markdown;
  std::string text;
  for (const std::string& sentence : luck_sentences(all)) {
    text += (markdown ? "- " + sentence : wrapped(sentence, width)) + "\n";
  }
  text += "\n" + numbers_table(all).text(style) + "\n";
  const auto meaning = [&](const char* words) {
    return (markdown ? std::string(words) : wrapped(words, width)) + "\n";
  };
  text += meaning(numbers_meaning);
  if (const Table needed = needed_table(all); !needed.rows.empty()) {
    text += "\n" + needed.text(style) + "\n" + meaning(needed_meaning);
  }
  const RolledDice* shown = nullptr;  // all rolls of a kind come before those of a side
  for (const Luck& luck : all) {
    if (luck.kind.get() == shown) continue;
    shown = luck.kind.get();
    const Table deciding = deciding_table(rolls, *luck.kind);
    if (!deciding.rows.empty()) {
      text +=
          fmt::format("\nThe {} that decided it:\n\n", plural(*luck.kind)) + deciding.text(style);
    }
    text += "\n" + counts_table(luck).text(style) + "\n" + meaning(counts_meaning);
  }
  return text;
}

std::string luck_csv(std::span<const Luck> all) {
  Table table({"side", "kind", "rolls", "sum", "mean", "expected_mean", "percentile", "at_most",
               "at_least", "chi_squared", "degrees_of_freedom", "p_value", "needed", "made",
               "expected_made", "made_at_most", "made_at_least"});
  for (const Luck& luck : all) {
    const auto test = [&](auto LuckChiSquared::*number) {
      return luck.chi_squared ? std::optional((*luck.chi_squared).*number) : std::nullopt;
    };
    const auto of_needed = [&](auto number) {
      return luck.needed ? std::optional(number(*luck.needed)) : std::nullopt;
    };
    table.add(luck.side, luck.kind->name, luck.rolls, luck.sum, luck.mean(), luck.expected_mean(),
              100 * luck.percentile(), luck.at_most.value, luck.at_least.value,
              test(&LuckChiSquared::statistic), test(&LuckChiSquared::degrees_of_freedom),
              test(&LuckChiSquared::p_value),
              of_needed([](const LuckOfNeeded& needed) { return needed.rolls; }),
              of_needed([](const LuckOfNeeded& needed) { return needed.made; }),
              of_needed([](const LuckOfNeeded& needed) { return needed.expected; }),
              of_needed([](const LuckOfNeeded& needed) { return needed.at_most.value; }),
              of_needed([](const LuckOfNeeded& needed) { return needed.at_least.value; }));
  }
  return table.csv();
}

std::string luck_json(std::span<const Luck> all) {
  auto list = nlohmann::ordered_json::array();
  for (const Luck& luck : all) {
    nlohmann::ordered_json one = {{"side", luck.side},
                                  {"kind", luck.kind->name},
                                  {"rolls", luck.rolls},
                                  {"sum", luck.sum},
                                  {"mean", luck.mean()},
                                  {"expected_mean", luck.expected_mean()},
                                  {"percentile", 100 * luck.percentile()},
                                  {"at_most", luck.at_most.value},
                                  {"at_least", luck.at_least.value},
                                  {"least_total", luck.kind->totals.least()},
                                  {"counts", luck.counts},
                                  {"expected", luck.expected},
                                  {"count_at_most", luck.so_few},
                                  {"count_at_least", luck.so_many},
                                  {"kind_taken", luck.kind_taken}};
    if (luck.chi_squared) {
      one["chi_squared"] = {{"statistic", luck.chi_squared->statistic},
                            {"degrees_of_freedom", luck.chi_squared->degrees_of_freedom},
                            {"p_value", luck.chi_squared->p_value}};
    } else {
      one["chi_squared"] = nullptr;
    }
    if (luck.needed) {
      one["needed"] = {{"rolls", luck.needed->rolls},
                       {"made", luck.needed->made},
                       {"expected", luck.needed->expected},
                       {"at_most", luck.needed->at_most.value},
                       {"at_least", luck.needed->at_least.value}};
    }
    list.push_back(std::move(one));
  }
  return list.dump(2) + "\n";
}

}  // namespace combat_odds
