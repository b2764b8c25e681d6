#include "studies/balance/prices/price_search.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "core/play/parallel.hpp"

namespace combat_odds {
namespace {

constexpr double alike = 1e-9;

/// The greatest and the least score by numbers of two units, made monotone: no less with more of
/// one's own and fewer of the other's.
class NumberScores {
 public:
  NumberScores(const PriceQuestion& question, std::size_t setting, std::size_t own,
               std::size_t other)
      : size_(static_cast<std::size_t>(question.game.most()) + 1),
        most_(size_ * size_),
        least_(size_ * size_) {
    for (std::size_t n = 0; n < size_; ++n) {
      for (std::size_t m = 0; m < size_; ++m) {
        const double score =
            n == 0   ? (m == 0 ? 0.5 : 0)
            : m == 0 ? 1
                     : question.fights[setting]
                           ->fight({own, static_cast<int>(n)}, {other, static_cast<int>(m)})
                           .score();
        most_[at(n, m)] = least_[at(n, m)] = score;
      }
    }
    for (std::size_t n = 0; n < size_; ++n) {
      for (std::size_t m = size_; m-- > 0;) {
        double& here = most_[at(n, m)];
        if (n > 0) here = std::max(here, most_[at(n - 1, m)]);
        if (m + 1 < size_) here = std::max(here, most_[at(n, m + 1)]);
      }
    }
    for (std::size_t n = size_; n-- > 0;) {
      for (std::size_t m = 0; m < size_; ++m) {
        double& here = least_[at(n, m)];
        if (n + 1 < size_) here = std::min(here, least_[at(n + 1, m)]);
        if (m > 0) here = std::min(here, least_[at(n, m - 1)]);
      }
    }
  }

  double most(double own, double other) const { return between(most_, own, other); }
  double least(double own, double other) const { return between(least_, own, other); }

 private:
  std::size_t at(std::size_t own, std::size_t other) const { return own * size_ + other; }

  /// Between whole numbers a force is the one or the other with the chance that makes its points
  /// right.
  double between(const std::vector<double>& table, double own, double other) const {
    const auto parts = [&](double number) {
      const double held = std::clamp(number, 0.0, static_cast<double>(size_ - 1));
      const auto whole = std::min(static_cast<std::size_t>(held), size_ - 2);
      return std::pair(whole, held - static_cast<double>(whole));
    };
    const auto [n, more_own] = parts(own);
    const auto [m, more_other] = parts(other);
    const double fewer = (1 - more_other) * table[at(n, m)] + more_other * table[at(n, m + 1)];
    const double more =
        (1 - more_other) * table[at(n + 1, m)] + more_other * table[at(n + 1, m + 1)];
    return (1 - more_own) * fewer + more_own * more;
  }

  std::size_t size_;
  std::vector<double> most_;
  std::vector<double> least_;
};

struct PriceBox {
  std::vector<int> least;
  std::vector<int> most;
  double change = 0;  ///< no prices in it have less

  bool operator<(const PriceBox& other) const { return change > other.change; }  // the least on top
};

class BoxSearch {
 public:
  explicit BoxSearch(const PriceQuestion& question) : question_(question) {
    const std::size_t pairs = units() * units();
    for (std::size_t s = 0; s < question.fights.size(); ++s) {
      std::vector<std::optional<NumberScores>> tables(pairs);
      parallel_for(pairs, [&](std::size_t pair) {
        const std::size_t i = pair / units();
        const std::size_t j = pair % units();
        const BalanceSetting& setting = question_.game.settings()[s];
        if (i != j && setting.has(i) && setting.has(j)) tables[pair].emplace(question_, s, i, j);
      });
      tables_.push_back(std::move(tables));
    }
  }

  SearchedPrices run() {
    constexpr int most_boxes = 100'000;
    SearchedPrices found;
    std::priority_queue<PriceBox> boxes;
    add(boxes, {question_.least, question_.most});
    for (int count = 0; !boxes.empty(); ++count) {
      const PriceBox box = boxes.top();
      found.bound = box.change;
      if (question_.known && box.change >= *question_.known - alike) {
        found.bound = *question_.known;
        found.proven = true;
        return found;
      }
      if (count == most_boxes || (question_.control != nullptr && question_.control->stopped())) {
        return found;
      }
      boxes.pop();
      const std::vector<int> nearest = nearest_in(box);
      if (allowed(nearest) && question_.is_within(nearest)) {
        found.better = nearest;
        found.proven = true;
        return found;
      }
      split(boxes, box);
    }
    found.proven = true;
    if (question_.known) found.bound = *question_.known;
    return found;
  }

 private:
  std::size_t units() const { return question_.listed.size(); }

  std::vector<int> nearest_in(const PriceBox& box) const {
    std::vector<int> prices;
    for (std::size_t i = 0; i < units(); ++i) {
      prices.push_back(std::clamp(question_.listed[i], box.least[i], box.most[i]));
    }
    return prices;
  }

  bool allowed(const std::vector<int>& prices) const {
    if (!question_.asked.most_changes) return true;
    int changes = 0;
    for (std::size_t i = 0; i < units(); ++i) changes += prices[i] != question_.listed[i] ? 1 : 0;
    return changes <= *question_.asked.most_changes;
  }

  /// Unless nothing in it can do.
  void add(std::priority_queue<PriceBox>& boxes, PriceBox box) const {
    const std::vector<int> nearest = nearest_in(box);
    if (!allowed(nearest)) return;
    box.change = 0;
    for (std::size_t i = 0; i < units(); ++i) {
      box.change +=
          std::abs(nearest[i] - question_.listed[i]) / static_cast<double>(question_.listed[i]);
    }
    for (std::size_t i = 0; i < units(); ++i) {
      if (score(i, box, true) < question_.asked.least_score - alike) return;
      if (score(i, box, false) > question_.asked.most_score + alike) return;
    }
    boxes.push(std::move(box));
  }

  /// What a unit scores at most in a box, or at least.
  double score(std::size_t i, const PriceBox& box, bool most) const {
    double sum = 0;
    double all = 0;
    for (std::size_t s = 0; s < tables_.size(); ++s) {
      const BalanceSetting& setting = question_.game.settings()[s];
      if (!setting.has(i)) continue;
      double in_setting = 0;
      int opponents = 0;
      for (std::size_t j = 0; j < units(); ++j) {
        const std::optional<NumberScores>& table = tables_[s][i * units() + j];
        if (!table) continue;
        ++opponents;
        const auto bought = [&](std::size_t unit, int points) {
          const BalanceUnit& one = question_.game.units()[unit];
          const double each = setting.prices[unit] / one.points;
          return (setting.points - one.fixed_points) / (points * each);
        };
        in_setting += most ? table->most(bought(i, box.least[i]), bought(j, box.most[j]))
                           : table->least(bought(i, box.most[i]), bought(j, box.least[j]));
      }
      if (opponents == 0) continue;
      sum += question_.weights[s] * in_setting / opponents;
      all += question_.weights[s];
    }
    return all > 0 ? sum / all : 0.5;
  }

  /// At the widest price, for its points: at the listed price where that lies inside.
  void split(std::priority_queue<PriceBox>& boxes, const PriceBox& box) const {
    std::size_t widest = units();
    double width = 0;
    for (std::size_t i = 0; i < units(); ++i) {
      const double here = static_cast<double>(box.most[i] - box.least[i]) / question_.listed[i];
      if (here <= width) continue;
      widest = i;
      width = here;
    }
    if (widest == units()) return;  // one set of prices, which does not do
    const int least = box.least[widest];
    const int most = box.most[widest];
    const int listed = question_.listed[widest];
    int last = least + (most - least) / 2;  // of the lower part
    if (listed > least && listed <= most) last = listed - 1;
    if (listed == least) last = least;
    PriceBox lower = box;
    PriceBox upper = box;
    lower.most[widest] = last;
    upper.least[widest] = last + 1;
    add(boxes, std::move(lower));
    add(boxes, std::move(upper));
  }

  const PriceQuestion& question_;
  std::vector<std::vector<std::optional<NumberScores>>>
      tables_;  ///< [setting][unit * units + other]
};

}  // namespace

SearchedPrices search_prices(const PriceQuestion& question) { return BoxSearch(question).run(); }

}  // namespace combat_odds
