#include "studies/balance/field/armies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/play/parallel.hpp"
#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/balance_report.hpp"
#include "studies/balance/field/field.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t most_armies = 5000;
constexpr double no_better = 1e-9;  ///< scores that differ by less are alike

/// So many of each unit of the list.
using Numbers = std::vector<int>;

/// An army with whole numbers, and how likely it is for these points.
struct Bought {
  Numbers numbers;
  double chance = 1;
};

struct Choice {
  ArmyField::One army;
  std::vector<Bought> bought;
};

/// All armies of a setting.
class Armies {
 public:
  Armies(const BalanceGame& game, const BalanceSetting& setting, int kinds)
      : game_(game), setting_(setting), kinds_(static_cast<std::size_t>(kinds)) {
    for (std::size_t rest = 0; rest < game.units().size(); ++rest) {
      if (setting.has(rest)) add({}, rest);
    }
    for (std::size_t rest = 0; rest < game.units().size(); ++rest) {
      if (setting.has(rest)) add_with({}, rest, 0);
    }
    const bool any_mixed =
        std::ranges::any_of(all_, [](const Choice& choice) { return !choice.army.some.empty(); });
    if (!any_mixed) {
      throw OptionError("--kinds", "needs units that may stand in one force, and points for two",
                        "a list for a series of duels, such as sl.engagement, or for "
                        "asl.firefight with units alike but for their counters");
    }
  }

  std::vector<Choice>& all() { return all_; }

 private:
  /// The armies with these, some more of the units from `next` on, and the rest of the points.
  void add_with(const Army& some, std::size_t rest, std::size_t next) {
    add(some, rest);
    if (some.size() + 1 == kinds_) return;
    for (std::size_t unit = next; unit < game_.units().size(); ++unit) {
      if (unit == rest || !setting_.has(unit) || !goes_with(some, rest, unit)) continue;
      for (int number = 1; number <= game_.most(); ++number) {
        Army more = some;
        more.push_back({unit, number});
        if (left(more, rest) < -rounding) break;
        add_with(more, rest, unit + 1);
      }
    }
  }

  bool goes_with(const Army& some, std::size_t rest, std::size_t unit) const {
    return game_.mixes(rest, unit) && std::ranges::all_of(some, [&](const Contingent& one) {
             return game_.mixes(one.unit, unit);
           });
  }

  double left(const Army& some, std::size_t rest) const {
    double points = setting_.points - game_.units()[rest].fixed_points;
    for (const Contingent& one : some) points -= one.number * setting_.prices[one.unit];
    return points;
  }

  void add(const Army& some, std::size_t rest) {
    const double points = std::max(0.0, left(some, rest));
    const double price = setting_.prices[rest];
    Choice choice{{some, rest, points / price, 0, 0}, {}};
    int others = 0;
    for (const Contingent& one : some) others += one.number;
    const auto whole = static_cast<int>(points / price + rounding);
    const double more = std::max(0.0, points / price - whole);
    for (const auto& [number, chance] : {std::pair(whole, 1 - more), std::pair(whole + 1, more)}) {
      if (chance < rounding) continue;
      if (others + number > game_.most() || others + number == 0) return;
      Numbers numbers(game_.units().size());
      for (const Contingent& one : some) numbers[one.unit] = one.number;
      numbers[rest] = number;
      choice.bought.push_back({std::move(numbers), chance});
    }
    std::vector<Numbers> bought;
    for (const Bought& one : choice.bought) bought.push_back(one.numbers);
    if (!known_.try_emplace(bought, all_.size()).second) return;  // it comes another way
    if (all_.size() == most_armies) {
      throw OptionError("--kinds", fmt::format("there are more than {} armies", most_armies),
                        "fewer units, fewer --points or fewer kinds");
    }
    all_.push_back(std::move(choice));
  }

  static constexpr double rounding = 1e-9;

  const BalanceGame& game_;
  const BalanceSetting& setting_;
  std::size_t kinds_;
  std::vector<Choice> all_;
  std::map<std::vector<Numbers>, std::size_t> known_;
};

/// The scores of armies against each other, each fight worked out once.
class ArmyScores {
 public:
  ArmyScores(const BalanceGame& game, const BalanceSetting& setting, RunControl* control)
      : game_(game), setting_(setting), control_(control) {}

  double score(const Choice& own, const Choice& other) {
    double sum = 0;
    for (const Bought& one : own.bought) {
      for (const Bought& two : other.bought) {
        sum += one.chance * two.chance * of(one.numbers, two.numbers);
      }
    }
    return sum;
  }

 private:
  double of(const Numbers& own, const Numbers& other) {
    if (own == other) return 0.5;
    if (other < own) return 1 - of(other, own);
    {
      const std::lock_guard lock(guard_);
      const auto known = known_.find({own, other});
      if (known != known_.end()) return known->second;
    }
    double score = game_.fight_mixed(setting_, army(own), army(other), control_).score();
    if (!game_.even_handed()) {
      score =
          (score + 1 - game_.fight_mixed(setting_, army(other), army(own), control_).score()) / 2;
    }
    const std::lock_guard lock(guard_);
    return known_.try_emplace({own, other}, score).first->second;
  }

  static Army army(const Numbers& numbers) {
    Army army;
    for (std::size_t unit = 0; unit < numbers.size(); ++unit) {
      if (numbers[unit] > 0) army.push_back({unit, numbers[unit]});
    }
    return army;
  }

  const BalanceGame& game_;
  const BalanceSetting& setting_;
  RunControl* control_;
  std::mutex guard_;
  std::map<std::pair<Numbers, Numbers>, double> known_;
};

/// Whether an army is worth a line on the screen.
bool is_shown(const ArmyField::One& army) { return is_fielded(army.share); }

}  // namespace

ArmyField army_field(const BalanceGame& game, const BalanceSetting& setting, int kinds,
                     RunControl* control) {
  Armies armies(game, setting, kinds);
  std::vector<Choice>& all = armies.all();
  ArmyScores scores(game, setting, control);
  std::vector<std::size_t> tried;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].army.some.empty()) tried.push_back(i);
  }
  while (true) {
    std::vector<std::vector<double>> table(tried.size(), std::vector<double>(tried.size()));
    parallel_for(tried.size(), [&](std::size_t i) {
      for (std::size_t j = 0; j < tried.size(); ++j) {
        table[i][j] = scores.score(all[tried[i]], all[tried[j]]);
      }
    });
    const std::vector<double> shares = fielded(table).shares;
    parallel_for(all.size(), [&](std::size_t i) {
      ArmyField::One& army = all[i].army;
      army.share = 0;
      army.score = 0;
      for (std::size_t j = 0; j < tried.size(); ++j) {
        if (tried[j] == i) army.share = shares[j];
        if (shares[j] > 0) army.score += shares[j] * scores.score(all[i], all[tried[j]]);
      }
    });
    const auto best =
        std::ranges::max_element(all, {}, [](const Choice& choice) { return choice.army.score; });
    const auto number = static_cast<std::size_t>(best - all.begin());
    const bool is_known = std::ranges::find(tried, number) != tried.end();
    if (best->army.score <= 0.5 + no_better || is_known) break;
    tried.push_back(number);
  }
  ArmyField field;
  field.of_the_points.resize(game.units().size());
  for (const Choice& choice : all) {
    field.armies.push_back(choice.army);
    for (const Bought& bought : choice.bought) {
      for (std::size_t unit = 0; unit < bought.numbers.size(); ++unit) {
        if (bought.numbers[unit] == 0) continue;
        field.of_the_points[unit] += choice.army.share * bought.chance * bought.numbers[unit] *
                                     setting.prices[unit] /
                                     (setting.points - game.units()[choice.army.rest].fixed_points);
      }
    }
  }
  std::ranges::stable_sort(field.armies, [](const ArmyField::One& a, const ArmyField::One& b) {
    return std::pair(a.share, a.score) > std::pair(b.share, b.score);
  });
  return field;
}

std::string army_text(const BalanceGame& game, const ArmyField::One& army) {
  std::vector<std::string> parts;
  for (const Contingent& one : army.some) {
    parts.push_back(fmt::format("{} {}", one.number, game.units()[one.unit].name));
  }
  constexpr double least = 5e-3;
  if (army.number >= least) {
    parts.push_back(fmt::format("{} {}", price_text(army.number), game.units()[army.rest].name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string armies_csv(const BalanceGame& game, const std::vector<ArmyField>& fields) {
  struct Line {
    const BalanceSetting& setting;
    const ArmyField::One& army;
  };
  CsvColumns<Line> columns;
  columns.include(setting_columns(game), [](const Line& line) { return &line.setting; })
      .add("army", [&](const Line& line) { return army_text(game, line.army); })
      .add("share", [](const Line& line) { return line.army.share; })
      .add("score", [](const Line& line) { return line.army.score; });
  std::string text = columns.header();
  for (std::size_t s = 0; s < fields.size(); ++s) {
    for (const ArmyField::One& army : fields[s].armies) {
      columns.append(text, {game.settings()[s], army});
    }
  }
  return text;
}

std::string armies_table(const BalanceGame& game, const BalanceSetting& setting,
                         const ArmyField& field, TableStyle style) {
  Table grid({"which armies people would field", "share", "score"});
  std::size_t more = 3;  // that are not fielded
  for (const ArmyField::One& army : field.armies) {
    if (!is_shown(army) && more-- == 0) break;
    grid.add({army_text(game, army), percent(army.share), percent(army.score)});
  }
  std::vector<std::string> points;
  for (std::size_t unit = 0; unit < field.of_the_points.size(); ++unit) {
    if (!is_fielded(field.of_the_points[unit])) continue;
    points.push_back(game.units()[unit].name + " " + percent(field.of_the_points[unit]));
  }
  return setting_heading(setting, style) + grid.text(style) +
         fmt::format("\nof the points: {}; none of the {} armies does better than half\n",
                     joined(points), field.armies.size());
}

std::string armies_words(const BalanceGame& game, const std::vector<ArmyField>& fields) {
  std::string text;
  for (std::size_t s = 0; s < fields.size(); ++s) {
    std::vector<std::string> armies;
    for (const ArmyField::One& army : fields[s].armies) {
      if (is_shown(army)) armies.push_back(army_text(game, army) + ": " + percent(army.share));
    }
    const std::string where = fields.size() == 1 ? "" : game.settings()[s].text() + ": ";
    text += fmt::format("{}{} of several kinds people would field {}.\n", where,
                        where.empty() ? "With armies" : "with armies", fmt::join(armies, "; "));
  }
  return text;
}

}  // namespace combat_odds
