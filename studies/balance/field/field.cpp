#include "studies/balance/field/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/binomial_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>
#include <numeric>

#include "core/play/parallel.hpp"
#include "core/text/csv_columns.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/balance_report.hpp"

namespace combat_odds {
namespace {

using ScoreTable = std::vector<std::vector<double>>;

/// The scores as a game of equal sides: what one side wins the other loses, to the last digit.
ScoreTable even_payoff(const ScoreTable& scores) {
  ScoreTable payoff = scores;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t j = 0; j < scores.size(); ++j)
      payoff[i][j] = (scores[i][j] - scores[j][i]) / 2;
  }
  return payoff;
}

/// The units of a setting that are to be had, and their table.
class Game {
 public:
  Game(const BalanceGame& game, const BalanceResult& result, const Ground& ground)
      : game_(game), result_(result), ground_(ground) {
    for (std::size_t i = 0; i < result.prices.size(); ++i) {
      if (result.setting.has(i)) there_.push_back(i);
    }
    scores_ = scores_among(result, there_);
  }

  const std::vector<std::size_t>& there() const { return there_; }
  const ScoreTable& scores() const { return scores_; }

  /// By the positions of the units that are there; `k` is one. Where the others have several best
  /// mixes, it is fielded once it does better than half against all of them: the mix that is worst
  /// for it at the price so far gives the next price, until none is worse.
  BreakEven enters(std::size_t k) const {
    std::vector<std::size_t> others = there_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const ScoreTable payoff = even_payoff(scores_among(result_, others));
    const Mix mix = row_side(payoff).mix;
    Candidate one = candidate(k);
    BreakEven even = one.break_even(spread(others, mix.shares));
    if (mix.is_the_only_one()) return even;
    constexpr double nearer = 1 - 1e-9;
    while (true) {
      const std::vector<Duel> duels = one.duels_at(even.price);
      std::vector<double> score;
      for (const std::size_t other : others) score.push_back(duels[other].score());
      const BreakEven next = one.break_even(spread(others, best_mix_with_least(payoff, score)));
      if (next.price >= even.price * nearer) return even;
      even = next;
    }
  }

  BreakEven alone(std::size_t k) const {
    BreakEven least{std::numeric_limits<double>::infinity(), false};
    Candidate one = candidate(k);
    for (std::size_t j = 0; j < there_.size(); ++j) {
      if (j == k) continue;
      const BreakEven even = one.break_even(spread({there_[j]}, {1}));
      if (even.price < least.price) least = even;
    }
    return least;
  }

  std::optional<double> share_at(std::size_t k, double price) const {
    Candidate one = candidate(k);
    if (!one.takes(price)) return std::nullopt;
    const std::vector<Duel> duels = one.duels_at(price);
    ScoreTable scores = scores_;
    for (std::size_t j = 0; j < there_.size(); ++j) {
      if (j == k) continue;
      scores[k][j] = duels[there_[j]].score();
      scores[j][k] = 1 - scores[k][j];
    }
    return fielded(scores).shares[k];
  }

  /// The shares of each unit in tables drawn anew from the simulated duels.
  std::vector<std::vector<double>> drawn(std::uint64_t seed) const {
    constexpr std::size_t samples = 400;
    boost::random::mt19937_64 random(seed);
    std::vector<std::vector<double>> shares(there_.size());
    for (std::size_t sample = 0; sample < samples; ++sample) {
      ScoreTable holds = scores_;
      for (std::size_t i = 0; i < there_.size(); ++i) {
        for (std::size_t j = 0; j < there_.size(); ++j) {
          const Duel& duel = result_.duels[there_[i]][there_[j]];
          const auto trials = static_cast<double>(duel.trials);
          const auto drawn_of = [&](double number, double chance) {
            boost::random::binomial_distribution<std::int64_t> count(
                static_cast<std::int64_t>(number), std::clamp(chance, 0.0, 1.0));
            return static_cast<double>(count(random));
          };
          if (!game_.is_simulated()) {
            holds[i][j] = drawn_of(trials, static_cast<double>(duel.held) / trials) / trials;
          } else if (i < j) {  // both sides' chances are those of the same trials
            const double held = drawn_of(trials, duel.holds);
            const double others = 1 - duel.holds;
            holds[i][j] = held / trials;
            holds[j][i] = (others > 0 ? drawn_of(trials - held, duel.loses / others) : 0) / trials;
          }
        }
      }
      ScoreTable table = holds;
      for (std::size_t i = 0; i < there_.size(); ++i) {
        for (std::size_t j = 0; j < there_.size(); ++j) {
          table[i][j] = (1 + holds[i][j] - holds[j][i]) / 2;
        }
      }
      const std::vector<double> mix = any_best_mix(table);
      for (std::size_t i = 0; i < mix.size(); ++i) shares[i].push_back(mix[i]);
    }
    for (auto& one : shares) std::ranges::sort(one);
    return shares;
  }

 private:
  Candidate candidate(std::size_t k) const { return {game_, there_[k], ground_}; }
  /// The shares of some units, by the positions of all.
  std::vector<double> spread(const std::vector<std::size_t>& units,
                             const std::vector<double>& shares) const {
    std::vector<double> weights(result_.prices.size());
    for (std::size_t i = 0; i < units.size(); ++i) weights[units[i]] = shares[i];
    return weights;
  }

  const BalanceGame& game_;
  const BalanceResult& result_;
  const Ground& ground_;
  std::vector<std::size_t> there_;
  ScoreTable scores_;
};

double percentile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::llround(at))];
}

/// The positions of the units that are fielded, the most fielded first.
std::vector<std::size_t> by_share(const Field& field) {
  std::vector<std::size_t> order(field.units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !field.units[i].is_there; });
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return field.units[a].share > field.units[b].share;
  });
  return order;
}

bool is_the_only_mix(const Field& field) {
  return std::ranges::none_of(field.units, [](const Field::Unit& unit) {
    return unit.is_there && unit.least_share != unit.most_share;
  });
}

std::string ends_text(double least, double most) {
  return fmt::format("{:.1f} to {:.1f} %", 100 * least, 100 * most);
}

/// Settings in which the same units are fielded: one after the other where one thing varies, else
/// wherever they stand.
struct Stretch {
  std::vector<std::size_t> settings;
  std::vector<std::size_t> units;  ///< the most fielded first
};

std::vector<Stretch> stretches(const std::vector<BalanceResult>& results,
                               const std::vector<Field>& fields) {
  const bool in_a_row = results.front().setting.values.size() == 1;  // one thing varies
  std::vector<Stretch> all;
  for (std::size_t s = 0; s < fields.size(); ++s) {
    std::vector<std::size_t> units = by_share(fields[s]);
    std::erase_if(units, [&](std::size_t i) { return !is_fielded(fields[s].units[i].share); });
    const auto alike = std::ranges::find_if(all, [&](const Stretch& stretch) {
      const bool adjoins = !in_a_row || stretch.settings.back() + 1 == s;
      return adjoins && std::ranges::is_permutation(stretch.units, units);
    });
    if (alike != all.end()) {
      alike->settings.push_back(s);
    } else {
      all.push_back({{s}, std::move(units)});
    }
  }
  return all;
}

std::string name_of(const Stretch& stretch, const std::vector<BalanceResult>& results) {
  const BalanceSetting& first = results[stretch.settings.front()].setting;
  const BalanceSetting& last = results[stretch.settings.back()].setting;
  if (results.size() == 1) return "At these prices";
  if (first.values.size() != 1) {
    if (stretch.settings.size() == 1) return first.text() + ":";
    return fmt::format("In {} of {} settings", stretch.settings.size(), results.size());
  }
  const std::string& what = first.values.front().first;
  const std::string from = first.values.front().second;
  const std::string named = what == "date" ? from : what + " " + from;
  if (stretch.settings.size() == 1) return named + ":";
  return fmt::format("{} to {}:", named, last.values.front().second);
}

}  // namespace

std::string even_text(const BreakEven& even) {
  return fmt::format("{}{:.1f}", even.at_most ? "< " : "", even.price);
}

ScoreTable scores_among(const BalanceResult& result, const std::vector<std::size_t>& units) {
  ScoreTable scores;
  for (const std::size_t i : units) {
    auto& row = scores.emplace_back();
    for (const std::size_t j : units) row.push_back(result.duels[i][j].score());
  }
  return scores;
}

Mix fielded(const std::vector<std::vector<double>>& scores) {
  return row_side(even_payoff(scores)).mix;
}

Field field(const BalanceGame& game, const BalanceResult& result, const Ground& ground,
            const ReportOptions& report) {
  const Game choice(game, result, ground);
  const std::vector<std::size_t>& there = choice.there();
  const Mix mix = fielded(choice.scores());
  const std::vector<double> scores = against(choice.scores(), mix.shares);
  Field field;
  field.units.resize(result.prices.size());
  parallel_for(there.size(), [&](std::size_t k) {
    Field::Unit& unit = field.units[there[k]];
    unit.is_there = true;
    unit.share = mix.shares[k];
    unit.least_share = mix.least[k];
    unit.most_share = mix.most[k];
    unit.score = scores[k];
    unit.enters = choice.enters(k);
    unit.alone = choice.alone(k);
    const double each = result.setting.prices[there[k]] / game.units()[there[k]].points;
    unit.share_if_dearer = choice.share_at(k, result.setting.prices[there[k]] + each);
    unit.share_if_cheaper = choice.share_at(k, result.setting.prices[there[k]] - each);
  });
  if (result.duels[there.front()][there.front()].trials == 0) return field;
  const std::vector<std::vector<double>> drawn = choice.drawn(report.seed);
  for (std::size_t k = 0; k < there.size(); ++k) {
    field.units[there[k]].low = percentile(drawn[k], (1 - report.confidence) / 2);
    field.units[there[k]].high = percentile(drawn[k], (1 + report.confidence) / 2);
  }
  return field;
}

std::optional<double> share_at(const BalanceGame& game, const BalanceResult& result,
                               const Ground& ground, std::size_t unit, double price) {
  const Game choice(game, result, ground);
  const auto position = std::ranges::find(choice.there(), unit) - choice.there().begin();
  return choice.share_at(static_cast<std::size_t>(position), price);
}

CsvColumns<Field::Unit> field_columns() {
  CsvColumns<Field::Unit> unit;
  unit.add("share", &Field::Unit::share)
      .add("least_share", &Field::Unit::least_share)
      .add("most_share", &Field::Unit::most_share)
      .add("share_low", &Field::Unit::low)
      .add("share_high", &Field::Unit::high)
      .add("score", &Field::Unit::score)
      .add("enters_at", [](const Field::Unit& one) { return one.enters.price; })
      .add("enters_at_most", [](const Field::Unit& one) { return one.enters.at_most; })
      .add("alone_at", [](const Field::Unit& one) { return one.alone.price; })
      .add("alone_at_most", [](const Field::Unit& one) { return one.alone.at_most; })
      .add("share_if_cheaper", &Field::Unit::share_if_cheaper)
      .add("share_if_dearer", &Field::Unit::share_if_dearer);
  return unit;
}

std::string field_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                      const std::vector<Field>& fields) {
  struct Line {
    const BalanceSetting& setting;
    const Field::Unit& unit;
    std::size_t position;
  };
  CsvColumns<Line> columns;
  columns.include(setting_columns(game), [](const Line& line) { return &line.setting; })
      .add("unit", [&](const Line& line) { return game.units()[line.position].name; })
      .add("listed", [](const Line& line) { return line.setting.prices[line.position]; })
      .include(field_columns(), [](const Line& line) { return &line.unit; });
  std::string text = columns.header();
  for (std::size_t s = 0; s < fields.size(); ++s) {
    for (std::size_t i = 0; i < fields[s].units.size(); ++i) {
      const Field::Unit& one = fields[s].units[i];
      if (one.is_there) columns.append(text, {results[s].setting, one, i});
    }
  }
  return text;
}

std::string field_table(const BalanceGame& game, const BalanceResult& result, const Field& field,
                        TableStyle style) {
  const std::vector<std::size_t> order = by_share(field);
  const bool is_open = !is_the_only_mix(field);
  const bool is_simulated = field.units[order.front()].low.has_value();
  std::vector<std::string> header = {"what people would field", "share"};
  if (is_open) header.emplace_back("or");
  if (is_simulated) header.emplace_back("interval");
  header.insert(header.end(), {"score", "listed", "fielded at", "alone at"});
  Table grid(header);
  for (const std::size_t i : order) {
    const Field::Unit& unit = field.units[i];
    std::vector<std::string> row = {game.units()[i].name, percent(unit.share)};
    if (is_open) row.push_back(ends_text(unit.least_share, unit.most_share));
    if (is_simulated) row.push_back(ends_text(*unit.low, *unit.high));
    row.push_back(percent(unit.score));
    row.push_back(price_text(result.setting.prices[i]));
    row.push_back(even_text(unit.enters));
    row.push_back(even_text(unit.alone));
    grid.add(std::move(row));
  }
  std::string text = setting_heading(result.setting, style) + grid.text(style) +
                     "\nfielded at, alone at: at this price or less it is fielded, and drives out "
                     "the others\n";
  if (is_open) {
    text +=
        "or: several mixes are as good, and a share may be anything from here to there; shown is "
        "one inside them, which gives each unit as large a part of its most as possible\n";
  }
  return text;
}

std::string field_words(const BalanceGame& game, const std::vector<BalanceResult>& results,
                        const std::vector<Field>& fields) {
  std::string text;
  std::vector<bool> ever(game.units().size());
  for (const Stretch& stretch : stretches(results, fields)) {
    for (const std::size_t i : stretch.units) ever[i] = true;
    const std::string when = name_of(stretch, results);
    if (stretch.units.size() == 1) {
      text += fmt::format("{} {} drives out everything else.\n", when,
                          game.units()[stretch.units.front()].name);
      continue;
    }
    std::vector<std::string> shares;
    for (const std::size_t i : stretch.units) {
      double least = 1;
      double most = 0;
      for (const std::size_t s : stretch.settings) {
        least = std::min(least, fields[s].units[i].share);
        most = std::max(most, fields[s].units[i].share);
      }
      const bool alike = percent(least) == percent(most);
      shares.push_back(game.units()[i].name + " " +
                       (alike ? percent(most) : ends_text(least, most)));
    }
    const bool is_the_only_one = std::ranges::all_of(
        stretch.settings, [&](std::size_t s) { return is_the_only_mix(fields[s]); });
    text += fmt::format("{} people would field {}{}.\n", when, joined(shares),
                        is_the_only_one ? "" : " (one of several mixes that are as good)");
  }
  const bool all_are_told = results.size() == 1 && std::ranges::count(ever, true) == 1;
  if (all_are_told) return text;
  std::vector<std::string> never;
  for (std::size_t i = 0; i < ever.size(); ++i) {
    const bool is_ever_there =
        std::ranges::any_of(fields, [&](const Field& field) { return field.units[i].is_there; });
    if (!ever[i] && is_ever_there) never.push_back(game.units()[i].name);
  }
  if (!never.empty()) text += fmt::format("Nobody would field {}.\n", joined(never));
  return text;
}

HeatMap field_map(const BalanceGame& game, const std::vector<BalanceResult>& results,
                  const std::vector<Field>& fields) {
  HeatMap map;
  map.caption.title = "What people would field";
  map.caption.note = "the share of each unit where nobody can do better";
  map.rows = "unit";
  map.unit = "share in %";
  map.least = 0;
  map.greatest = 100;
  map.decimals = 0;
  const bool one_varies = results.front().setting.values.size() == 1;
  map.columns = one_varies ? results.front().setting.values.front().first : "setting";
  for (const BalanceResult& result : results) {
    map.column_names.push_back(one_varies ? result.setting.values.front().second
                                          : result.setting.text());
  }
  HeatMap::Panel& panel = map.panels.emplace_back();
  for (std::size_t i = 0; i < game.units().size(); ++i) {
    map.row_names.push_back(game.units()[i].name);
    auto& cells = panel.cells.emplace_back();
    for (const Field& field : fields) {
      const Field::Unit& unit = field.units[i];
      cells.push_back(unit.is_there ? std::optional(100 * unit.share) : std::nullopt);
    }
  }
  return map;
}

}  // namespace combat_odds
