#include "studies/plan/policy/priority_list.hpp"

#include <algorithm>
#include <map>

#include "studies/plan/incomes.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The number still to buy in each line, and the CPP at hand.
struct Waiting {
  std::vector<int> left;
  int cpp = 0;

  auto operator<=>(const Waiting&) const = default;
};

class PriorityList {
 public:
  PriorityList(const AskedPlan& asked, Purchases purchases)
      : asked_(asked), lines_(std::move(purchases)) {
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const auto& a, const auto& b) { return a.day < b.day; });
    for (const PlannedPurchase& line : lines_) {
      last_day_.push_back(last_open(line));
      rifle_companies_ += ordinal(line) ? line.quantity : 0;
    }
  }

  std::optional<ListWorth> worth(std::uint64_t most_states) {
    ListWorth worth;
    std::map<Waiting, double> today;
    Waiting first;
    for (const PlannedPurchase& line : lines_) first.left.push_back(line.quantity);
    today[first] = 1;
    for (std::size_t day = 0; day <= asked_.to(); ++day) {
      const DiceSum* const sum = asked_.income(day);
      const std::vector<double> incomes = sum == nullptr ? std::vector{1.0} : income_chances(*sum);
      const int least = sum == nullptr ? 0 : sum->least();
      std::map<Waiting, double> next;
      for (const auto& [state, chance] : today) {
        for (std::size_t i = 0; i < incomes.size(); ++i) {
          Waiting then = state;
          then.cpp += least + static_cast<int>(i);
          worth.value += chance * incomes[i] * buy(day, then);
          next[std::move(then)] += chance * incomes[i];
        }
      }
      today = std::move(next);
      worth.states += today.size();
      if (worth.states > most_states) return std::nullopt;
    }
    return worth;
  }

 private:
  static bool ordinal_group(const ReinforcementGroup& group) {
    return CampaignForce::counts_ordinal(group);
  }
  const Offer& offer(const PlannedPurchase& line) const { return asked_.offers()[line.offer]; }
  bool ordinal(const PlannedPurchase& line) const { return ordinal_group(offer(line).group()); }

  /// The last day on which a line can still be bought.
  std::size_t last_open(const PlannedPurchase& line) const {
    std::size_t last = line.day;
    for (std::size_t day = line.day; day <= asked_.to(); ++day) {
      if (asked_.open(line.offer, day)) last = day;
    }
    return last;
  }

  /// Buys today's purchases from the list and returns their value. Drops lines that can no longer
  /// be bought, and CPP that the remaining lines do not need.
  double buy(std::size_t day, Waiting& state) const {
    std::map<const ReinforcementGroup*, int> today;
    int waiting_companies = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      waiting_companies += ordinal(lines_[l]) ? state.left[l] : 0;
    }
    double value = 0;
    for (std::size_t l = 0; l < lines_.size() && lines_[l].day <= day; ++l) {
      const PlannedPurchase& line = lines_[l];
      if (!asked_.open(line.offer, day)) continue;
      const ReinforcementGroup& group = offer(line).group();
      const int cost = offer(line).cpp();
      while (state.left[l] > 0 && state.cpp >= cost && today[&group] < asked_.daily_max(group)) {
        --state.left[l];
        state.cpp -= cost;
        ++today[&group];
        std::size_t c = 0;
        if (ordinal(line)) {
          --waiting_companies;
          c = CampaignForce::ordinal_class(rifle_companies_ - waiting_companies);
        }
        value += asked_.value(line.offer, day, c);
      }
    }
    int needed = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      if (last_day_[l] <= day && !ordinal(lines_[l])) state.left[l] = 0;
      needed += state.left[l] * offer(lines_[l]).cpp();
    }
    state.cpp = std::min(state.cpp, needed);
    return value;
  }

  const AskedPlan& asked_;
  Purchases lines_;                    ///< by day
  std::vector<std::size_t> last_day_;  ///< by line
  int rifle_companies_ = 0;            ///< in the whole plan
};

}  // namespace

std::optional<ListWorth> list_worth(const AskedPlan& asked, const Purchases& purchases,
                                    std::uint64_t most_states) {
  return PriorityList(asked, purchases).worth(most_states);
}

}  // namespace combat_odds::red_barricades
