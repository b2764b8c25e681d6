#include "studies/balance/prices/price_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/play/parallel.hpp"

namespace combat_odds {
namespace {

constexpr double alike = 1e-9;

/// The greatest and the least score by numbers of two units, made monotone: no less with more of
/// one's own and fewer of the other's. Where the search is over before all fights are known,
/// anything is possible.
class NumberScores {
 public:
  NumberScores(const PriceQuestion& question, std::size_t setting, std::size_t own,
               std::size_t other)
      : size_(static_cast<std::size_t>(question.game.most()) + 1),
        most_(size_ * size_),
        least_(size_ * size_) {
    for (std::size_t n = 0; n < size_; ++n) {
      for (std::size_t m = 0; m < size_; ++m) {
        if (question.is_over()) {
          most_.assign(size_ * size_, 1);
          least_.assign(size_ * size_, 0);
          return;
        }
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
  int changes = 0;    ///< nor change fewer prices
};

/// Boxes to be looked into, the best first.
class Boxes {
 public:
  using Worse = bool (*)(const PriceBox&, const PriceBox&);
  explicit Boxes(Worse worse) : worse_(worse) {}

  bool empty() const { return boxes_.empty(); }
  const PriceBox& best() const { return boxes_.front(); }
  void push(PriceBox box) {
    boxes_.push_back(std::move(box));
    std::push_heap(boxes_.begin(), boxes_.end(), worse_);
  }
  PriceBox pop() {
    std::pop_heap(boxes_.begin(), boxes_.end(), worse_);
    PriceBox box = std::move(boxes_.back());
    boxes_.pop_back();
    return box;
  }

 private:
  Worse worse_;
  std::vector<PriceBox> boxes_;
};

bool changes_more(const PriceBox& one, const PriceBox& other) { return one.change > other.change; }
bool has_more_changes(const PriceBox& one, const PriceBox& other) {
  return one.changes != other.changes ? one.changes > other.changes : one.change > other.change;
}

class BoxSearch {
 public:
  explicit BoxSearch(const PriceQuestion& question) : question_(question), known_(question.known) {
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
    add(by_change_, whole());
    add(by_number_, whole());
    SearchedPrices found;
    for (int count = 0; !by_change_.empty(); count += 2) {
      found.bound = by_change_.best().change;
      if (known_ && found.bound >= change_of(*known_) - alike) break;
      if (!is_counted_ && !by_number_.empty()) found.least_changes = by_number_.best().changes;
      if (count >= most_boxes || (found.bound > 0 && question_.is_over())) {
        found.better = better_;
        return found;
      }
      if (const std::optional<std::vector<int>> smallest = look_into(by_change_)) {
        found.better = *smallest;
        found.proven = true;
        return found;
      }
      count_changes();
    }
    found.better = better_;
    found.proven = true;
    if (known_) found.bound = change_of(*known_);
    return found;
  }

 private:
  std::size_t units() const { return question_.listed.size(); }

  PriceBox whole() const { return {question_.least, question_.most}; }

  double change_of(const std::vector<int>& prices) const {
    double sum = 0;
    for (std::size_t i = 0; i < units(); ++i) {
      sum += std::abs(prices[i] - question_.listed[i]) / static_cast<double>(question_.listed[i]);
    }
    return sum;
  }
  int changes_of(const std::vector<int>& prices) const {
    int changes = 0;
    for (std::size_t i = 0; i < units(); ++i) changes += prices[i] != question_.listed[i] ? 1 : 0;
    return changes;
  }

  /// Takes the best box: its prices nearest to the listed ones where they do, else its parts are
  /// looked into later.
  std::optional<std::vector<int>> look_into(Boxes& boxes) const {
    const PriceBox box = boxes.pop();
    std::vector<int> nearest = nearest_in(box);
    if (is_allowed(nearest) && is_possible({nearest, nearest}) && question_.is_within(nearest)) {
      return nearest;
    }
    split(boxes, box);
    return std::nullopt;
  }

  /// Goes on looking for the fewest prices that must change.
  void count_changes() {
    if (is_counted_ || by_number_.empty()) return;
    if (known_ && by_number_.best().changes >= changes_of(*known_)) {
      is_counted_ = true;
      return;
    }
    const std::optional<std::vector<int>> fewest = look_into(by_number_);
    if (!fewest) return;
    is_counted_ = true;
    if (known_ && change_of(*fewest) >= change_of(*known_) - alike) return;
    known_ = fewest;
    better_ = fewest;
  }

  std::vector<int> nearest_in(const PriceBox& box) const {
    std::vector<int> prices;
    for (std::size_t i = 0; i < units(); ++i) {
      prices.push_back(std::clamp(question_.listed[i], box.least[i], box.most[i]));
    }
    return prices;
  }

  bool is_allowed(const std::vector<int>& prices) const {
    return !question_.asked.most_changes || changes_of(prices) <= *question_.asked.most_changes;
  }

  /// Whether every score may be in the band.
  bool is_possible(const PriceBox& box) const {
    for (std::size_t i = 0; i < units(); ++i) {
      if (score(i, box, true) < question_.asked.least_score - alike) return false;
      if (score(i, box, false) > question_.asked.most_score + alike) return false;
    }
    return true;
  }

  /// Unless nothing in it can do.
  void add(Boxes& boxes, PriceBox box) const {
    const std::vector<int> nearest = nearest_in(box);
    box.change = change_of(nearest);
    box.changes = changes_of(nearest);
    if (is_allowed(nearest) && is_possible(box)) boxes.push(std::move(box));
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
  void split(Boxes& boxes, const PriceBox& box) const {
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
  Boxes by_change_{changes_more};
  Boxes by_number_{has_more_changes};
  std::optional<std::vector<int>> known_;   ///< the best prices so far
  std::optional<std::vector<int>> better_;  ///< the same, where they were found here
  bool is_counted_ = false;                 ///< no fewer changes do it
};

}  // namespace

SearchedPrices search_prices(const PriceQuestion& question) { return BoxSearch(question).run(); }

}  // namespace combat_odds
