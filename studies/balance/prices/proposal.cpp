#include "studies/balance/prices/proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/random/discrete_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>
#include <limits>
#include <memory>

#include "core/play/parallel.hpp"
#include "core/text/nearest_whole.hpp"
#include "core/text/option_error.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"
#include "studies/balance/fights.hpp"
#include "studies/balance/prices/price_search.hpp"
#include "studies/integer_program.hpp"

namespace combat_odds {
namespace {

using Points = std::vector<int>;

/// The scores of all units at any prices, from exact duels.
class Scores {
 public:
  Scores(const BalanceGame& game, RunControl* control) : game_(game) {
    for (const BalanceSetting& setting : game.settings()) weights_.push_back(setting.weight);
    listed_weights_ = weights_;
    opponents_.assign(game.units().size(), 1);
    for (const BalanceSetting& setting : game.settings()) {
      fights_.push_back(std::make_unique<Fights>(game, setting, control));
    }
  }

  std::size_t units() const { return game_.units().size(); }

  std::vector<double> at(const Points& points) {
    std::vector<double> scores(units());
    parallel_for(units(), [&](std::size_t i) {
      for (std::size_t j = 0; j < units(); ++j) {
        if (i != j) scores[i] += against(i, j, points);
      }
    });
    return scores;
  }

  /// [unit][other]: the change of the unit's score for each point that the other unit (or itself)
  /// costs more.
  std::vector<std::vector<double>> slopes(const Points& points, const Points& least,
                                          const Points& most) {
    std::vector<std::vector<double>> slopes(units(), std::vector<double>(units()));
    parallel_for(units(), [&](std::size_t k) {
      const int step = std::max(1, points[k] / 20);
      Points below = points;
      Points above = points;
      below[k] = std::max(least[k], points[k] - step);
      above[k] = std::min(most[k], points[k] + step);
      const double distance = above[k] - below[k];
      if (distance == 0) return;
      for (std::size_t other = 0; other < units(); ++other) {
        if (other == k) continue;
        slopes[other][k] = (against(other, k, above) - against(other, k, below)) / distance;
        slopes[k][k] += (against(k, other, above) - against(k, other, below)) / distance;
      }
    });
    return slopes;
  }

  const std::vector<double>& weights() const { return weights_; }

  /// Whether two units do the same against the others, and each against the other, where both cost
  /// so much.
  bool same_at(int price, std::size_t one, std::size_t two, Points points) {
    points[one] = points[two] = price;
    constexpr double rounding = 1e-12;
    const auto differ = [](double a, double b) { return std::abs(a - b) > rounding; };
    if (differ(against(one, two, points), against(two, one, points))) return false;
    for (std::size_t other = 0; other < units(); ++other) {
      if (other == one || other == two) continue;
      if (differ(against(one, other, points), against(two, other, points))) return false;
    }
    return true;
  }

  /// From here on the mean is over opponents and settings that are drawn from those of the list, as
  /// many with replacement, each setting by its weight.
  void draw(boost::random::mt19937_64& random) {
    const auto times_drawn = [&](const std::vector<double>& from) {
      boost::random::discrete_distribution<std::size_t, double> one(from.begin(), from.end());
      std::vector<double> times(from.size());
      for (std::size_t i = 0; i < from.size(); ++i) ++times[one(random)];
      return times;
    };
    weights_ = times_drawn(listed_weights_);
    const std::vector<double> all_alike(units(), 1);
    do {  // of one kind alone, that kind would have no opponents
      opponents_ = times_drawn(all_alike);
    } while (std::ranges::count_if(opponents_, [](double times) { return times > 0; }) == 1);
  }
  const std::vector<std::unique_ptr<Fights>>& fights() const { return fights_; }

  /// The price of a unit in a setting, per point.
  double factor(std::size_t setting, std::size_t unit) const {
    return game_.settings()[setting].prices[unit] / game_.units()[unit].points;
  }

 private:
  /// The part of i's mean score that comes of j, over the settings in which both are to be had.
  double against(std::size_t i, std::size_t j, const Points& points) {
    double sum = 0;
    double all = 0;  // that i has opponents in, by their weights
    for (std::size_t s = 0; s < fights_.size(); ++s) {
      const BalanceSetting& setting = game_.settings()[s];
      if (!setting.has(i) || weights_[s] == 0) continue;
      all += weights_[s];
      double opponents = 0;
      for (std::size_t other = 0; other < units(); ++other) {
        if (other != i && setting.has(other)) opponents += opponents_[other];
      }
      if (opponents == 0) {  // none of those in this setting was drawn
        all -= weights_[s];
        continue;
      }
      const double weight = weights_[s] * opponents_[j] / opponents;
      if (!setting.has(j) || weight == 0) continue;
      for (const Strength& own :
           strengths(game_.units()[i], points[i] * factor(s, i), setting.points)) {
        for (const Strength& other :
             strengths(game_.units()[j], points[j] * factor(s, j), setting.points)) {
          const Duel duel = fights_[s]->fight({i, own.number}, {j, other.number});
          sum += weight * own.probability * other.probability * duel.score();
        }
      }
    }
    return all > 0 ? sum / all : 0;
  }

  const BalanceGame& game_;
  std::vector<double> weights_;  ///< of the settings
  std::vector<double> listed_weights_;
  std::vector<double> opponents_;  ///< how often each counts among the opponents
  std::vector<std::unique_ptr<Fights>> fights_;
};

class Search {
 public:
  Search(const BalanceGame& game, const AskedProposal& asked, RunControl* control)
      : game_(game), asked_(asked), control_(control), scores_(game, control) {
    constexpr double rounding = 1e-9;
    for (std::size_t i = 0; i < game.units().size(); ++i) {
      const BalanceUnit& unit = game.units()[i];
      int least = 1;
      constexpr int largest = std::numeric_limits<int>::max();
      int most = largest;
      for (std::size_t s = 0; s < game.settings().size(); ++s) {
        if (!game.settings()[s].has(i)) continue;
        const double bought =
            (game.settings()[s].points - unit.fixed_points) / scores_.factor(s, i);
        least =
            std::max(least, nearest_whole(std::ceil(bought / game.most() - rounding), 1, largest));
        most = std::min(most, nearest_whole(std::floor(bought + rounding), 0, largest));
      }
      const auto limits = asked.limits.find(i);
      if (limits != asked.limits.end()) {
        least = std::max(least, limits->second.first);
        most = std::min(most, limits->second.second);
        if (least > most) {
          throw InputError(unit.place,
                           fmt::format("no price of '{}' within its limits buys 1 to {}", unit.name,
                                       game.most()),
                           "other limits or other --points");
        }
      }
      listed_.push_back(unit.points);
      least_.push_back(least);
      most_.push_back(most);
    }
    if (least_.size() == 2 && least_[0] < most_[0] && least_[1] < most_[1]) {
      throw OptionError("--propose", "two units tell no more than the ratio of their prices",
                        fmt::format("--keep '{}' or --keep '{}', or a third unit in the list",
                                    game.units()[0].name, game.units()[1].name));
    }
  }

  Proposal best() {
    Proposal proposal;
    Points here;
    for (std::size_t i = 0; i < listed_.size(); ++i) {
      here.push_back(std::clamp(listed_[i], least_[i], most_[i]));
    }
    proposal.scores_before = scores_.at(listed_);
    constexpr double widest = 0.5;
    proposal.within = outside(improve(here, widest, proposal.programs)) == 0;
    proposal.cut_short = is_over();
    note_what_is_told(here, proposal);
    if (asked_.prove) {
      const Points known = here;
      search_through(here, proposal);
      if (here != known) note_what_is_told(here, proposal);
    }
    proposal.points = here;
    proposal.scores = scores_.at(here);
    proposal.change = change(here);
    if (asked_.resamples > 0) {
      proposal.intervals = intervals(here);
      proposal.cut_short = proposal.cut_short || is_over();
    }
    return proposal;
  }

 private:
  /// The ends of these prices, and the units that are alike at them; nothing once the time is up.
  void note_what_is_told(const Points& prices, Proposal& proposal) {
    proposal.ends.clear();
    proposal.alike.clear();
    if (is_over()) return;
    if (proposal.within) {
      for (std::size_t i = 0; i < prices.size(); ++i) proposal.ends.push_back(ends_of(i, prices));
    }
    proposal.alike = alike_at(prices);
  }

  bool is_over() const {
    return (control_ != nullptr && control_->stopped()) ||
           (asked_.is_time_up && asked_.is_time_up());
  }

  /// Goes from these prices to better ones until none are found, first by steps of at most `reach`,
  /// as a share of each price. Gives their scores; `programs` counts the integer programs.
  std::vector<double> improve(Points& here, double reach, int& programs) {
    std::vector<double> scores = scores_.at(here);
    constexpr int most_programs = 60;
    for (int solved = 0; solved < most_programs && reach * *std::ranges::max_element(here) >= 1;
         ++solved) {
      if (is_over()) break;
      ++programs;
      const std::optional<Points> next = step(here, scores, reach);
      if (!next || *next == here) {
        reach /= 2;
        continue;
      }
      std::vector<double> there = scores_.at(*next);
      if (better(*next, there, here, scores)) {
        here = *next;
        scores = std::move(there);
      } else {
        reach /= 2;
      }
    }
    polish(here, scores);
    return scores;
  }

  /// What is proposed for other draws of opponents and settings, from the proposal on.
  std::vector<std::pair<int, int>> intervals(const Points& proposed) {
    boost::random::mt19937_64 random(asked_.seed);
    std::vector<Points> drawn(proposed.size());
    constexpr double reach = 0.25;  // most are near
    int programs = 0;
    for (int sample = 0; sample < asked_.resamples; ++sample) {
      if (is_over()) return {};
      scores_.draw(random);
      Points here = proposed;
      improve(here, reach, programs);
      for (std::size_t i = 0; i < here.size(); ++i) drawn[i].push_back(here[i]);
    }
    std::vector<std::pair<int, int>> all;
    for (Points& prices : drawn) {
      std::ranges::sort(prices);
      const auto at = [&](double part) {
        const double position = part * static_cast<double>(prices.size() - 1);
        return prices[static_cast<std::size_t>(std::llround(position))];
      };
      all.emplace_back(at((1 - asked_.confidence) / 2), at((1 + asked_.confidence) / 2));
    }
    return all;
  }

  /// Proposal::alike of these prices.
  std::vector<std::vector<std::size_t>> alike_at(const Points& prices) {
    std::vector<std::vector<std::size_t>> groups;
    if (game_.is_simulated()) return groups;
    std::vector<bool> is_in_group(prices.size());
    for (std::size_t i = 0; i < prices.size(); ++i) {
      if (is_in_group[i]) continue;
      std::vector<std::size_t> group = {i};
      bool same_prices = true;
      for (std::size_t j = i + 1; j < prices.size(); ++j) {
        if (is_in_group[j] || !are_alike(i, j, prices)) continue;
        is_in_group[j] = true;
        group.push_back(j);
        same_prices = same_prices && prices[i] == prices[j];
      }
      if (!same_prices) groups.push_back(std::move(group));
    }
    return groups;
  }

  /// Whether two units do the same at either's price, in every setting.
  bool are_alike(std::size_t one, std::size_t two, const Points& prices) {
    if (game_.units()[one].fixed_points != game_.units()[two].fixed_points) return false;
    for (const BalanceSetting& setting : game_.settings()) {
      if (setting.has(one) != setting.has(two)) return false;
      const std::size_t s = setting.number;
      if (setting.has(one) && scores_.factor(s, one) != scores_.factor(s, two)) return false;
    }
    return scores_.same_at(prices[one], one, two, prices) &&
           scores_.same_at(prices[two], one, two, prices);
  }

  /// The sum of the distances of the scores from the band.
  double outside(const std::vector<double>& scores) const {
    constexpr double rounding = 1e-9;
    double sum = 0;
    for (const double score : scores) {
      const double below = asked_.least_score - score;
      const double above = score - asked_.most_score;
      sum += std::max({0.0, below - rounding, above - rounding});
    }
    return sum;
  }
  double change(const Points& points) const {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      sum += std::abs(points[i] - listed_[i]) / static_cast<double>(listed_[i]);
    }
    return sum;
  }
  bool better(const Points& a, const std::vector<double>& of_a, const Points& b,
              const std::vector<double>& of_b) const {
    const double outside_a = outside(of_a);
    const double outside_b = outside(of_b);
    constexpr double alike = 1e-9;
    if (std::abs(outside_a - outside_b) > alike) return outside_a < outside_b;
    return change(a) < change(b) - alike;
  }

  /// The best prices within reach if the scores were linear in the prices.
  std::optional<Points> step(const Points& here, const std::vector<double>& scores, double reach) {
    constexpr double of_outside =
        1000;  // a whole score outside the band weighs more than any price
    const std::vector<std::vector<double>> slopes = scores_.slopes(here, least_, most_);
    const std::size_t units = here.size();
    IntegerProgram program;
    std::vector<std::size_t> up;
    std::vector<std::size_t> down;
    IntegerProgram::Row changes;
    for (std::size_t i = 0; i < units; ++i) {
      const double each = -1.0 / listed_[i];
      const double most_up = std::max(0, most_[i] - listed_[i]);
      const double most_down = std::max(0, listed_[i] - least_[i]);
      up.push_back(program.add(IntegerProgram::Variable{each, 0, most_up, true}));
      down.push_back(program.add(IntegerProgram::Variable{each, 0, most_down, true}));
      const double step = std::max(1.0, std::floor(reach * here[i]));
      program.add(IntegerProgram::Row{{{up[i], 1}, {down[i], -1}},
                                      std::max<double>(least_[i], here[i] - step) - listed_[i],
                                      std::min<double>(most_[i], here[i] + step) - listed_[i]});
      if (!asked_.most_changes) continue;
      const std::size_t changed = program.add(IntegerProgram::Variable{0, 0, 1, true});
      program.add(IntegerProgram::Row{
          {{up[i], 1}, {down[i], 1}, {changed, -std::max(1.0, most_up + most_down)}},
          -IntegerProgram::unlimited,
          0});
      changes.summands.push_back({changed, 1});
    }
    if (asked_.most_changes) {
      changes.most = *asked_.most_changes;
      program.add(changes);
    }
    for (std::size_t i = 0; i < units; ++i) {
      const std::size_t below = program.add(IntegerProgram::Variable{-of_outside, 0, 1, false});
      const std::size_t above = program.add(IntegerProgram::Variable{-of_outside, 0, 1, false});
      IntegerProgram::Row row;
      double known = scores[i];
      for (std::size_t k = 0; k < units; ++k) {
        known += slopes[i][k] * (listed_[k] - here[k]);
        if (slopes[i][k] == 0) continue;
        row.summands.push_back({up[k], slopes[i][k]});
        row.summands.push_back({down[k], -slopes[i][k]});
      }
      row.summands.push_back({below, 1});
      row.summands.push_back({above, -1});
      row.least = asked_.least_score - known;
      row.most = asked_.most_score - known;
      program.add(row);
    }
    const IntegerSolution solution = maximize(program, {[this] { return is_over(); }});
    if (!solution.found()) return std::nullopt;
    Points next;
    for (std::size_t i = 0; i < units; ++i) {
      next.push_back(listed_[i] + static_cast<int>(solution.chosen[up[i]]) -
                     static_cast<int>(solution.chosen[down[i]]));
    }
    return next;
  }

  /// Moves single prices back to the listed ones, point by point, as long as that is better.
  void polish(Points& here, std::vector<double>& scores) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (here[i] == listed_[i]) continue;
        if (is_over()) return;
        Points back = here;
        back[i] += back[i] < listed_[i] ? 1 : -1;
        if (back[i] < least_[i] || back[i] > most_[i]) continue;
        std::vector<double> there = scores_.at(back);
        if (!better(back, there, here, scores)) continue;
        here = std::move(back);
        scores = std::move(there);
        moved = true;
      }
    }
  }

  /// Looks for a smaller change, or for a proof that there is none.
  void search_through(Points& here, Proposal& proposal) {
    std::optional<Points> known;
    if (proposal.within) known = here;
    const PriceQuestion question{
        game_,
        asked_,
        scores_.weights(),
        listed_,
        least_,
        most_,
        known,
        scores_.fights(),
        [&](const Points& points) { return outside(scores_.at(points)) == 0; },
        [this] { return is_over(); }};
    const SearchedPrices found = search_prices(question);
    if (found.better) {
      here = *found.better;
      proposal.within = true;
    }
    proposal.bound = found.bound;
    proposal.least_changes = found.least_changes;
    proposal.proven = found.proven;
    proposal.cut_short = !found.proven && is_over();
  }

  /// How far one price can go with every score in the band.
  std::pair<int, int> ends_of(std::size_t unit, const Points& proposed) {
    const auto is_within = [&](int price) {
      Points tried = proposed;
      tried[unit] = price;
      return outside(scores_.at(tried)) == 0;
    };
    const auto end = [&](int bound) {  // by halves: the dearer a unit, the less it scores
      int in = proposed[unit];
      int out = bound + (bound < in ? -1 : 1);
      while (std::abs(out - in) > 1) {
        const int middle = in + (out - in) / 2;
        (is_within(middle) ? in : out) = middle;
      }
      return in;
    };
    return {end(least_[unit]), end(most_[unit])};
  }

  const BalanceGame& game_;
  const AskedProposal& asked_;
  RunControl* control_;
  Scores scores_;
  Points listed_;
  Points least_;
  Points most_;
};

}  // namespace

Proposal propose(const BalanceGame& game, const AskedProposal& asked, RunControl* control) {
  return Search(game, asked, control).best();
}

namespace {

/// The others of its group: "german 5-4-8; german 8-3-8".
std::string alike_to(const BalanceGame& game, const Proposal& proposal, std::size_t unit) {
  std::vector<std::string> names;
  for (const std::vector<std::size_t>& group : proposal.alike) {
    if (std::ranges::find(group, unit) == group.end()) continue;
    for (const std::size_t other : group) {
      if (other != unit) names.push_back(game.units()[other].name);
    }
  }
  return fmt::format("{}", fmt::join(names, "; "));
}

}  // namespace

std::string proposal_csv(const BalanceGame& game, const Proposal& proposal) {
  Table table({"unit", "listed", "proposed", "least", "most", "low", "high", "score_before",
               "score", "alike"});
  using Ends = std::vector<std::pair<int, int>>;
  const auto first = [](const Ends& ends, std::size_t i) {
    return ends.empty() ? std::nullopt : std::optional(ends[i].first);
  };
  const auto second = [](const Ends& ends, std::size_t i) {
    return ends.empty() ? std::nullopt : std::optional(ends[i].second);
  };
  for (std::size_t i = 0; i < proposal.points.size(); ++i) {
    table.add(game.units()[i].name, game.units()[i].points, proposal.points[i],
              first(proposal.ends, i), second(proposal.ends, i), first(proposal.intervals, i),
              second(proposal.intervals, i), proposal.scores_before[i], proposal.scores[i],
              alike_to(game, proposal, i));
  }
  return table.csv();
}

std::string interval_table(const BalanceGame& game, const Proposal& proposal, TableStyle style) {
  if (proposal.intervals.empty()) return {};
  Table grid({"how sure", "listed", "proposed", "interval"});
  for (std::size_t i = 0; i < proposal.points.size(); ++i) {
    const auto& [low, high] = proposal.intervals[i];
    grid.add({game.units()[i].name, fmt::format("{}", game.units()[i].points),
              fmt::format("{}", proposal.points[i]),
              low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high)});
  }
  return grid.text(style) +
         "\ninterval: what is proposed when opponents and settings are drawn anew from those of "
         "the list, as many, some twice and some not at all\n";
}

namespace {

/// Whether a smaller change exists.
std::string proof_words(const BalanceGame& game, const Proposal& proposal) {
  if (!proposal.bound) {
    if (proposal.cut_short) return "the time was up: a smaller change may do it\n";
    if (game.is_simulated()) return "the scores are those of simulated fights\n";
    return "(--prove searches whether a smaller change does it)\n";
  }
  if (proposal.proven) {
    return proposal.within ? "proven: no smaller change does it\n"
                           : "proven: no prices within the limits do it\n";
  }
  std::string text = proposal.cut_short ? "not proven, the time was up: " : "not proven: ";
  if (proposal.within) {
    text += fmt::format("the changes add up to {:.1f} % of a listed price, and ",
                        100 * proposal.change);
  }
  return text + fmt::format("none below {:.1f} % does it; at least {} of the prices must change\n",
                            100 * *proposal.bound, proposal.least_changes);
}

/// What the duels can't tell.
std::string alike_words(const BalanceGame& game, const Proposal& proposal) {
  std::string text;
  for (const std::vector<std::size_t>& group : proposal.alike) {
    std::vector<std::string> units;
    for (const std::size_t unit : group) {
      units.push_back(fmt::format("{} ({})", game.units()[unit].name, proposal.points[unit]));
    }
    text += fmt::format(
        "{} do the same in these duels at the same price: nothing here determines how their prices "
        "should differ; that they do comes from the listed ones (leave one out, --keep or --limit "
        "one, or ask at a range or against a unit that tells them apart)\n",
        joined(units));
  }
  return text;
}

}  // namespace

std::string proposal_words(const BalanceGame& game, const Proposal& proposal,
                           const AskedProposal& asked) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < proposal.points.size(); ++i) {
    const BalanceUnit& unit = game.units()[i];
    if (proposal.points[i] == unit.points) continue;
    changes.push_back(fmt::format("{} {} -> {}", unit.name, unit.points, proposal.points[i]));
    if (proposal.ends.empty() || proposal.ends[i].first == proposal.ends[i].second) continue;
    changes.back() += fmt::format(" ({} to {})", proposal.ends[i].first, proposal.ends[i].second);
  }
  std::string text =
      changes.empty() ? fmt::format("proposed: none of {} prices changes", proposal.points.size())
                      : fmt::format("proposed: {} of {} prices change: {}", changes.size(),
                                    proposal.points.size(), fmt::join(changes, ", "));
  return text +
         fmt::format("; {} within {:.1f} to {:.1f} %\n",
                     proposal.within
                         ? "every score is"
                         : "no prices within the limits were found that bring every score",
                     100 * asked.least_score, 100 * asked.most_score) +
         proof_words(game, proposal) + alike_words(game, proposal);
}

}  // namespace combat_odds
