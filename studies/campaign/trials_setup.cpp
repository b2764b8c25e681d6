#include "studies/campaign/trials.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace combat_odds::red_barricades {
namespace {

constexpr std::uint8_t no_measure = 255;

/// Points leave out units without a known value, so only complete totals can be compared.
bool comparable_points(const CampaignForce& first, const CampaignForce& second) {
  return first.unvalued().empty() && second.unvalued().empty();
}

}  // namespace

CampaignTrials::CampaignTrials(const Campaign& campaign, bool count_leaves)
    : pairs_(campaign.pairs()),
      fights_(campaign.fights()),
      fighting_(campaign.fighting()),
      count_leaves_(count_leaves) {
  const std::vector<CampaignForce>& forces = campaign.forces();
  for (std::size_t f = 0; f < forces.size(); ++f) {
    const CampaignForce& force = forces[f];
    Plan plan;
    plan.force = &force;
    plan.standing = &campaign.on_map()[f];
    const std::size_t scopes = 2 * force.days() + 1;
    for (const std::string& name : campaign.running_measures()) {
      if (const auto measure = force.measure(name)) plan.running.push_back(*measure);
    }
    plan.scopes.resize(scopes);
    plan.offsets.assign(scopes, std::vector<std::int64_t>(force.measures().size(), 0));
    plan.histogram_of.assign(scopes, std::vector<std::size_t>(force.measures().size(), SIZE_MAX));
    plan.leaf_counts.assign(force.purchases().size() * force.draws().size(), SIZE_MAX);
    plan.measure_at.assign(force.words(), std::vector<std::uint8_t>(64, no_measure));
    for (std::size_t m = 0; m < force.measures().size(); ++m) {
      const CampaignMeasure& measure = force.measures()[m];
      for (unsigned bit = 0; bit < 64; ++bit) {
        if (((measure.mask << measure.shift) >> bit & 1) != 0) {
          plan.measure_at[measure.word][bit] = static_cast<std::uint8_t>(m);
        }
      }
    }
    if (force.scheduled()) {
      plan_scheduled(plan);
    } else {
      plan_with_dice(plan);
    }
    plan_on_map(plan);
    plans_.push_back(std::move(plan));
  }
  plan_differences(forces, pairs_);
  for (const Fight& fight : fights_) {
    tells_musters_.push_back(fight.musters() > 0 ? 1 : 0);
    fight_at_.push_back(fight_at_.back() + (1 + fight.musters()) * fight_results.size());
  }
  fight_counts_ = reserve(fighting_.size() * fight_at_.back());
}

std::size_t CampaignTrials::reserve(std::size_t size) {
  const std::size_t first = counts_.size();
  counts_.resize(first + size, 0);
  return first;
}

void CampaignTrials::add_histogram(Plan& plan, std::size_t scope, std::size_t measure,
                                   std::int64_t least, std::int64_t most) {
  const auto size = static_cast<std::size_t>(most - least + 1);
  plan.histogram_of[scope][measure] = plan.scopes[scope].size();
  plan.scopes[scope].push_back({measure, least, reserve(size), size});
}

void CampaignTrials::plan_scheduled(Plan& plan) {
  const CampaignForce& force = *plan.force;
  const std::size_t days = force.days();
  const std::size_t measures = force.measures().size();
  std::vector<std::vector<std::int64_t>> least(days + 1, std::vector<std::int64_t>(measures, 0));
  std::vector<std::vector<std::int64_t>> most = least;
  std::vector<std::set<std::size_t>> words(days);
  for (const ScheduledPurchase& purchase : force.schedule()) {
    const CampaignDraw& draw = force.draws()[purchase.draw];
    words[purchase.day].insert(draw.touched.begin(), draw.touched.end());
    if (count_leaves_) {
      plan.leaf_counts[purchase.purchase * force.draws().size() + purchase.draw] =
          reserve(draw.leaves());
    }
    for (std::size_t m = 0; m < measures; ++m) {
      for (const std::size_t scope : {purchase.day, days}) {
        if (draw.varies(m)) {
          least[scope][m] += draw.least(m);
          most[scope][m] += draw.most(m);
        } else {
          plan.offsets[scope][m] += draw.most(m);
        }
      }
    }
  }
  for (const auto& of_day : words) plan.words_of_day.emplace_back(of_day.begin(), of_day.end());
  for (std::size_t scope = 0; scope <= days; ++scope) {
    for (std::size_t m = 0; m < measures; ++m) {
      if (least[scope][m] != most[scope][m]) {
        add_histogram(plan, scope, m, least[scope][m], most[scope][m]);
      }
    }
  }
  for (const std::size_t m : plan.running) {
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t always = 0;
    for (std::size_t day = 0; day < days; ++day) {
      low += least[day][m];
      high += most[day][m];
      always += plan.offsets[day][m];
      plan.offsets[up_to(force, day)][m] = always;
      if (low != high) add_histogram(plan, up_to(force, day), m, low, high);
    }
  }
}

namespace {

/// The least and the most that a measure can come to.
struct MeasureRange {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// Widens the range by what a purchase may bring of a measure on a day, whatever its class.
void widen(MeasureRange& range, const CampaignForce& force, std::size_t purchase, std::size_t day,
           std::size_t measure) {
  for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
    const std::size_t draw = force.draw(purchase, day, c);
    if (draw == CampaignForce::no_draw) continue;
    range.least = std::min<std::int64_t>(range.least, force.draws()[draw].least(measure));
    range.most = std::max<std::int64_t>(range.most, force.draws()[draw].most(measure));
  }
}

/// Of all purchases on one day. At most a group's daily maximum is bought: the largest values
/// count.
MeasureRange range_of_day(const CampaignForce& force, std::size_t day, std::size_t measure) {
  struct Values {
    std::vector<std::int64_t> least;
    std::vector<std::int64_t> most;
  };
  std::map<const ReinforcementGroup*, Values> of_group;
  for (std::size_t p = 0; p < force.purchases().size(); ++p) {
    MeasureRange of_purchase;
    widen(of_purchase, force, p, day, measure);
    auto& [least, most] = of_group[force.line(force.purchases()[p]).group];
    least.push_back(of_purchase.least);
    most.push_back(of_purchase.most);
  }
  MeasureRange range;
  for (auto& [group, values] : of_group) {
    auto& [least, most] = values;
    const auto first = [most_a_day = group->daily_max](const std::vector<std::int64_t>& all) {
      return all.begin() + std::min<std::ptrdiff_t>(most_a_day, std::ssize(all));
    };
    std::sort(least.begin(), least.end());
    std::sort(most.rbegin(), most.rend());
    range.least += std::accumulate(least.cbegin(), first(least), std::int64_t{0});
    range.most += std::accumulate(most.cbegin(), first(most), std::int64_t{0});
  }
  return range;
}

/// Of all purchases in the whole campaign.
MeasureRange range_in_all(const CampaignForce& force, std::size_t measure) {
  MeasureRange range;
  for (std::size_t p = 0; p < force.purchases().size(); ++p) {
    MeasureRange of_purchase;
    for (std::size_t day = 0; day < force.days(); ++day) {
      widen(of_purchase, force, p, day, measure);
    }
    range.least += of_purchase.least;
    range.most += of_purchase.most;
  }
  return range;
}

}  // namespace

void CampaignTrials::plan_with_dice(Plan& plan) {
  const CampaignForce& force = *plan.force;
  plan_income(plan);
  std::map<const ReinforcementGroup*, std::size_t> groups;
  for (const CampaignPurchase& purchase : force.purchases()) {
    plan.group_of.push_back(
        groups.try_emplace(force.line(purchase).group, groups.size()).first->second);
  }
  plan.groups = groups.size();
  plan.day_counts = reserve(force.purchases().size() * force.days());

  std::vector<MeasureRange> in_all;
  for (std::size_t m = 0; m < force.measures().size(); ++m) {
    for (std::size_t day = 0; day < force.days(); ++day) {
      const MeasureRange range = range_of_day(force, day, m);
      if (range.least != range.most) add_histogram(plan, day, m, range.least, range.most);
    }
    in_all.push_back(range_in_all(force, m));
    add_histogram(plan, force.days(), m, in_all[m].least, in_all[m].most);
  }
  for (const std::size_t m : plan.running) {
    for (std::size_t day = 0; day < force.days(); ++day) {
      add_histogram(plan, up_to(force, day), m, in_all[m].least, in_all[m].most);
    }
  }
  plan_leaves(plan);
}

void CampaignTrials::plan_income(Plan& plan) {
  for (std::size_t day = 0; day < plan.force->days(); ++day) {
    DayIncome income;
    if (const DiceSum* sum = plan.force->income(day)) {
      if (sum->fixed()) {
        income.fixed = sum->constant;
      } else {
        income.dice = plan.force->rolled_income(*sum);
      }
    }
    plan.income.push_back(income);
  }
}

/// Counts for the leaves of every draw that can be rolled for a purchase.
void CampaignTrials::plan_leaves(Plan& plan) {
  const CampaignForce& force = *plan.force;
  for (std::size_t p = 0; p < force.purchases().size(); ++p) {
    for (std::size_t day = 0; day < force.days(); ++day) {
      for (std::size_t c = 0; c < CampaignForce::ordinal_classes; ++c) {
        const std::size_t draw = force.draw(p, day, c);
        if (draw == CampaignForce::no_draw) continue;
        std::size_t& first = plan.leaf_counts[p * force.draws().size() + draw];
        if (first == SIZE_MAX) first = reserve(force.draws()[draw].leaves());
      }
    }
  }
}

void CampaignTrials::plan_on_map(Plan& plan) {
  const OnMap& on_map = *plan.standing;
  const std::size_t days = plan.force->days();
  std::vector<std::vector<int>> brought(on_map.lines(), std::vector<int>(days, 0));
  for (std::size_t line = 0; line < on_map.lines(); ++line) {
    if (!on_map.measure(line)) continue;
    for (std::size_t day = 0; day < days; ++day) {
      const std::size_t h = plan.histogram_of[day][*on_map.measure(line)];
      std::int64_t most = plan.offsets[day][*on_map.measure(line)];
      if (h != SIZE_MAX) {
        const CampaignHistogram& histogram = plan.scopes[day][h];
        most += histogram.least + static_cast<std::int64_t>(histogram.size) - 1;
      }
      brought[line][day] = static_cast<int>(most);
    }
  }
  for (const std::vector<int>& most : on_map.most(brought)) {
    std::vector<CampaignHistogram>& of_line = plan.on_map.emplace_back();
    for (const int standing : most) {
      const auto size = static_cast<std::size_t>(standing) + 1;
      of_line.push_back({0, 0, reserve(size), size});
    }
  }
}

void CampaignTrials::plan_differences(
    std::span<const CampaignForce> forces,
    const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  for (const auto& [a, b] : pairs) {
    // Two sides share the totals, two plans of a side all measures.
    const bool same_side = forces[a].side() == forces[b].side();
    std::vector<std::string> names;
    for (const std::size_t force : {a, b}) {
      for (const CampaignMeasure& measure : forces[force].measures()) {
        if (measure.name == "points" && !comparable_points(forces[a], forces[b])) continue;
        if ((same_side || is_total(measure.name)) &&
            std::find(names.begin(), names.end(), measure.name) == names.end()) {
          names.push_back(measure.name);
        }
      }
    }
    std::vector<CampaignDifference>& all = differences_.emplace_back();
    for (const std::string& name : names) {
      CampaignDifference difference;
      difference.measure = name;
      difference.first_measure = forces[a].measure(name);
      difference.second_measure = forces[b].measure(name);
      std::int64_t least = 0;
      std::int64_t most = 0;
      const auto add = [&](std::size_t force, std::optional<std::size_t> measure, int sign) {
        if (!measure) return;
        const Plan& plan = plans_[force];
        const std::size_t scope = forces[force].days();
        const std::size_t h = plan.histogram_of[scope][*measure];
        if (h == SIZE_MAX) return;
        const CampaignHistogram& histogram = plan.scopes[scope][h];
        const std::int64_t last = histogram.least + static_cast<std::int64_t>(histogram.size) - 1;
        least += sign > 0 ? histogram.least : -last;
        most += sign > 0 ? last : -histogram.least;
      };
      add(a, difference.first_measure, 1);
      add(b, difference.second_measure, -1);
      const auto size = static_cast<std::size_t>(most - least + 1);
      difference.histogram = {0, least, reserve(size), size};
      all.push_back(difference);
    }
  }
}

}  // namespace combat_odds::red_barricades
