#include "studies/campaign/campaign.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/odds/sum_odds.hpp"
#include "core/play/blocks.hpp"
#include "core/play/parallel.hpp"
#include "studies/campaign/trials.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The exact sums of a force whose purchases have fixed days: [scope][measure], scopes as in
/// CampaignTrials.
std::vector<std::vector<SumDistribution>> exact_sums(const CampaignForce& force) {
  const std::size_t measures = force.measures().size();
  const std::size_t days = force.days();
  std::vector<std::vector<SumDistribution>> of_draws(force.draws().size());
  parallel_for(of_draws.size(), [&](std::size_t d) {
    for (std::size_t m = 0; m < measures; ++m) {
      of_draws[d].push_back(force.draws()[d].exact(m));
    }
  });
  std::vector<std::vector<SumDistribution>> sums(
      2 * days + 1, std::vector<SumDistribution>(measures, SumDistribution(0)));
  parallel_for(measures, [&](std::size_t m) {
    for (const ScheduledPurchase& purchase : force.schedule()) {
      sums[purchase.day][m] = sums[purchase.day][m].plus(of_draws[purchase.draw][m]);
    }
    for (std::size_t day = 0; day < days; ++day) {
      sums[days][m] = sums[days][m].plus(sums[day][m]);
      sums[CampaignTrials::up_to(force, day)][m] = sums[days][m];
    }
  });
  return sums;
}

bool always_zero(const Odds& odds, const std::string& name) {
  return std::all_of(odds.chances.begin(), odds.chances.end(), [&](const Chance& chance) {
    return chance.name != name || chance.value == 0;
  });
}

/// Counts the leaves of each draw only where the content of purchases is not known exactly.
CampaignTrials trials_of(const Campaign& campaign, Method method) {
  return {campaign, method == Method::monte_carlo};
}

class Assembly {
 public:
  Assembly(const Campaign& campaign, const CampaignCounts& counted, Method method)
      : forces_(campaign.forces()),
        on_map_(campaign.on_map()),
        pairs_(campaign.pairs()),
        fighting_(campaign.fighting()),
        fights_(campaign.fights()),
        averages_(method == Method::both),
        simulating_(method != Method::exact),
        trials_(trials_of(campaign, method)) {
    result_.trials = simulating_ ? counted.trials : 0;
    if (simulating_ && !trials_.put(counted)) {
      throw InputError({""}, "these counts are not of this campaign", "those of the same program");
    }
    exact_.resize(forces_.size());
    exact_on_map_.resize(forces_.size());
    if (method == Method::monte_carlo) return;
    for (std::size_t f = 0; f < forces_.size(); ++f) {
      if (!forces_[f].scheduled()) continue;
      exact_[f] = exact_sums(forces_[f]);
      exact_on_map_[f] = standing(f);
    }
  }

  CampaignResult result() {
    for (std::size_t f = 0; f < forces_.size(); ++f) {
      for (std::size_t scope = 0; scope <= forces_[f].days(); ++scope) add_scope(f, scope);
      add_running(f);
      for (std::size_t line = 0; line < forces_[f].lines().size(); ++line) add_line(f, line);
    }
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) add_comparison(pair);
    for (std::size_t pair = 0; pair < fighting_.size(); ++pair) {
      for (std::size_t fight = 0; fight < fights_.size(); ++fight) add_fight(pair, fight);
    }
    return std::move(result_);
  }

 private:
  const CampaignHistogram* histogram(std::size_t f, std::size_t scope, std::size_t measure) const {
    for (const CampaignHistogram& candidate : trials_.histograms(f, scope)) {
      if (candidate.measure == measure) return &candidate;
    }
    return nullptr;
  }

  void add_scope(std::size_t f, std::size_t scope) {
    const CampaignForce& force = forces_[f];
    const bool total = scope == force.days();
    Odds odds;
    odds.trials = result_.trials;
    for (std::size_t m = 0; m < force.measures().size(); ++m) {
      const std::string& name = force.measures()[m].name;
      Odds measured;
      add_measure(measured, f, scope, m, exact_[f].empty() ? nullptr : &exact_[f][scope][m]);
      if (!total && always_zero(measured, name)) continue;
      std::move(measured.chances.begin(), measured.chances.end(), std::back_inserter(odds.chances));
    }
    if (!total) add_on_map(odds, f, scope);
    if (odds.chances.empty() && !total) return;
    result_.scopes.push_back(
        {f, total ? std::nullopt : std::optional<std::size_t>(scope), std::move(odds)});
  }

  void add_measure(Odds& odds, std::size_t f, std::size_t scope, std::size_t m,
                   const SumDistribution* exact) const {
    const std::string& name = forces_[f].measures()[m].name;
    const std::int64_t offset = trials_.offset(f, scope, m);
    const CampaignHistogram* const counted = histogram(f, scope, m);
    if (!simulating_) {
      add_values(odds, name, 0, {}, exact);
    } else if (counted != nullptr) {
      add_values(odds, name, counted->least + offset, trials_.counts(*counted), exact);
    } else {
      const std::uint64_t always[] = {result_.trials};
      add_values(odds, name, offset, always, exact);
    }
  }

  /// The exact number of units on the map: [line][day].
  std::vector<std::optional<std::vector<SumDistribution>>> standing(std::size_t f) const {
    const OnMap& on_map = on_map_[f];
    std::vector<std::optional<std::vector<SumDistribution>>> lines(on_map.lines());
    parallel_for(lines.size(), [&](std::size_t line) {
      std::vector<SumDistribution> brought(forces_[f].days(), SumDistribution(0));
      if (const std::optional<std::size_t> m = on_map.measure(line)) {
        for (std::size_t day = 0; day < brought.size(); ++day) brought[day] = exact_[f][day][*m];
      }
      lines[line] = on_map.exact(line, brought);
    });
    return lines;
  }

  void add_on_map(Odds& odds, std::size_t f, std::size_t day) const {
    for (std::size_t line = 0; line < on_map_[f].lines(); ++line) {
      const bool known = !exact_on_map_[f].empty() && exact_on_map_[f][line].has_value();
      add_values(odds, on_map_prefix + on_map_[f].line(line).measure, 0,
                 simulating_ ? trials_.counts(trials_.on_map(f, line, day))
                             : std::span<const std::uint64_t>(),
                 known ? &(*exact_on_map_[f][line])[day] : nullptr);
    }
  }

  void add_running(std::size_t f) {
    const CampaignForce& force = forces_[f];
    const std::vector<std::size_t>& counted = trials_.running(f);
    for (std::size_t day = 0; day < force.days(); ++day) {
      const std::size_t scope = CampaignTrials::up_to(force, day);
      Odds simulated{result_.trials, {}};
      Odds exact_only;
      for (std::size_t m = 0; m < force.measures().size(); ++m) {
        const SumDistribution* const exact = exact_[f].empty() ? nullptr : &exact_[f][scope][m];
        if (std::find(counted.begin(), counted.end(), m) != counted.end()) {
          add_measure(simulated, f, scope, m, exact);
        } else if (exact != nullptr && is_total(force.measures()[m].name)) {
          add_values(exact_only, force.measures()[m].name, 0, {}, exact);
        }
      }
      result_.running.push_back({f, day, std::move(simulated)});
      result_.running.push_back({f, day, std::move(exact_only)});
    }
  }

  void add_line(std::size_t f, std::size_t line_index) {
    const CampaignForce& force = forces_[f];
    const PlanLine& line = *force.lines()[line_index];
    LineOdds odds;
    odds.force = f;
    odds.line = line_index;
    odds.content.assign(force.measures().size(), 0.0);
    std::vector<std::size_t> purchases;
    for (std::size_t p = 0; p < force.purchases().size(); ++p) {
      if (force.purchases()[p].line == line_index) purchases.push_back(p);
    }
    if (force.scheduled()) {
      add_scheduled_line(force, f, line, purchases, odds);
    } else {
      add_waiting_line(force, f, line, purchases, odds);
    }
    result_.lines.push_back(std::move(odds));
  }

  void add_scheduled_line(const CampaignForce& force, std::size_t f, const PlanLine& line,
                          const std::vector<std::size_t>& purchases, LineOdds& odds) const {
    std::size_t by_date = 0;
    std::size_t waited = 0;
    std::size_t bought = 0;
    for (const ScheduledPurchase& made : force.schedule()) {
      if (std::find(purchases.begin(), purchases.end(), made.purchase) == purchases.end()) continue;
      ++bought;
      waited += made.day - line.day;
      by_date += made.day == line.day ? 1 : 0;
      add_content(force, f, made.purchase, made.draw, odds);
    }
    odds.certainly_by_date = by_date == purchases.size();
    odds.certainly_in_all = bought == purchases.size();
    odds.by_date = *odds.certainly_by_date ? result_.trials : 0;
    odds.in_all = *odds.certainly_in_all ? result_.trials : 0;
    odds.bought = static_cast<double>(bought);
    if (bought > 0) odds.delay = static_cast<double>(waited) / static_cast<double>(bought);
  }

  void add_waiting_line(const CampaignForce& force, std::size_t f, const PlanLine& line,
                        const std::vector<std::size_t>& purchases, LineOdds& odds) const {
    std::uint64_t bought = 0;
    std::uint64_t waited = 0;
    for (const std::size_t p : purchases) {
      std::uint64_t of_this = 0;
      for (std::size_t day = line.day; day < force.days(); ++day) {
        const std::uint64_t count = trials_.bought(f, p, day);
        of_this += count;
        waited += count * (day - line.day);
      }
      bought += of_this;
      // A line's purchases cost the same and are bought in order.
      if (p == purchases.back()) {
        odds.by_date = trials_.bought(f, p, line.day);
        odds.in_all = of_this;
      }
      for (std::size_t d = 0; d < force.draws().size(); ++d) add_content(force, f, p, d, odds);
    }
    if (result_.trials > 0) {
      odds.bought = static_cast<double>(bought) / static_cast<double>(result_.trials);
    }
    if (bought > 0) odds.delay = static_cast<double>(waited) / static_cast<double>(bought);
  }

  /// The expected content of a purchase: exact if the schedule is known, else simulated.
  void add_content(const CampaignForce& force, std::size_t f, std::size_t purchase,
                   std::size_t draw, LineOdds& odds) const {
    const CampaignDraw& of = force.draws()[draw];
    const bool exact = !exact_[f].empty();
    const std::span<const std::uint64_t> leaves =
        exact ? std::span<const std::uint64_t>() : trials_.leaves(f, purchase, draw);
    for (std::size_t m = 0; m < odds.content.size(); ++m) {
      if (of.values[m].empty()) continue;
      if (exact) {
        odds.content[m] += of.exact_mean(m);
        continue;
      }
      double sum = 0;
      for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
        sum += static_cast<double>(leaves[leaf]) * of.values[m][leaf];
      }
      if (result_.trials > 0) odds.content[m] += sum / static_cast<double>(result_.trials);
    }
  }

  void add_comparison(std::size_t pair) {
    const auto [a, b] = pairs_[pair];
    ForceComparison comparison;
    comparison.first = a;
    comparison.second = b;
    for (const CampaignDifference& difference : trials_.differences(pair)) {
      const auto offset = [&](std::size_t f, std::optional<std::size_t> m) {
        return m ? trials_.offset(f, forces_[f].days(), *m) : 0;
      };
      const auto exact_of = [&](std::size_t f, std::optional<std::size_t> m) {
        return m ? exact_[f][forces_[f].days()][*m] : SumDistribution(0);
      };
      std::optional<SumDistribution> exact;
      if (!exact_[a].empty() && !exact_[b].empty()) {
        exact = exact_of(a, difference.first_measure).minus(exact_of(b, difference.second_measure));
      }
      const std::int64_t least = difference.histogram.least + offset(a, difference.first_measure) -
                                 offset(b, difference.second_measure);
      const std::span<const std::uint64_t> counts =
          simulating_ ? trials_.counts(difference.histogram) : std::span<const std::uint64_t>();
      ComparedMeasure compared;
      compared.measure = difference.measure;
      compared.odds.trials = result_.trials;
      constexpr int far = 1 << 30;
      for (const auto& [name, low, high] :
           {std::tuple("first_more", 1, far), std::tuple("equal", 0, 0),
            std::tuple("second_more", -far, -1)}) {
        Chance chance;
        chance.kind = Chance::Kind::outcome;
        chance.name = name;
        for (std::size_t i = 0; i < counts.size(); ++i) {
          const std::int64_t value = least + static_cast<std::int64_t>(i);
          if (value >= low && value <= high) chance.count += counts[i];
        }
        if (exact) chance.exact = exact->between(low, high);
        compared.odds.chances.push_back(std::move(chance));
      }
      add_values(compared.odds, "difference", least, counts, exact ? &*exact : nullptr);
      comparison.measures.push_back(std::move(compared));
    }
    result_.comparisons.push_back(std::move(comparison));
  }

  void add_fight(std::size_t pair, std::size_t fight) {
    FightOdds odds{fighting_[pair][0], fighting_[pair][1], fight, {result_.trials, {}}};
    const std::span<const std::uint64_t> counts = trials_.fight(pair, fight);
    for (std::size_t result = 0; result < counts.size(); ++result) {
      Chance chance;
      chance.kind = Chance::Kind::outcome;
      chance.name = fight_results[result];
      chance.count = counts[result];
      odds.odds.chances.push_back(std::move(chance));
    }
    if (averages_ && result_.trials > 0) average(pair, odds);
    result_.fights.push_back(std::move(odds));
  }

  /// Puts the exact chances of each muster in the place of what was rolled in its trials, which
  /// leaves of the dice only who came (Rao-Blackwell). The rarest musters stay as they were rolled.
  void average(std::size_t pair, FightOdds& odds) const {
    const Fight& fight = fights_[odds.fight];
    struct Met {
      std::size_t muster = 0;
      double trials = 0;
      std::optional<ByResult> chances = {};
    };
    std::vector<Met> all;
    for (std::size_t muster = 0; muster < fight.musters(); ++muster) {
      const std::span<const std::uint64_t> counts = trials_.fight(pair, odds.fight, muster);
      const auto met = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
      if (met > 0) all.push_back({muster, static_cast<double>(met)});
    }
    constexpr std::size_t most_worked_out = 32;
    constexpr std::size_t most_thoroughly = 8;
    std::stable_sort(all.begin(), all.end(),
                     [](const Met& a, const Met& b) { return a.trials > b.trials; });
    const auto work_out = [&](std::size_t i, bool thorough) {
      const PlayedFight* const played = fight.with(fight.there(all[i].muster));
      if (played != nullptr) all[i].chances = played->chances(thorough);
    };
    if (all.empty()) return;
    work_out(0, true);
    const bool thorough = all[0].chances.has_value();  // else others are as large, and as long
    parallel_for(std::min(all.size(), most_worked_out) - 1,
                 [&](std::size_t i) { work_out(i + 1, thorough && i + 1 < most_thoroughly); });
    const auto trials = static_cast<double>(result_.trials);
    double worked_out = 0;
    for (const Met& met : all) worked_out += met.chances ? met.trials : 0;
    if (worked_out == 0) return;
    const auto not_fought = static_cast<std::size_t>(FightResult::not_fought);
    odds.worked_out =
        worked_out / (trials - static_cast<double>(trials_.fight(pair, odds.fight)[not_fought]));
    for (std::size_t result = 0; result < fight_results.size(); ++result) {
      double rolled = static_cast<double>(trials_.fight(pair, odds.fight)[result]);
      double sum = 0;
      double squares = 0;
      for (const Met& met : all) {
        if (!met.chances) continue;
        rolled -= static_cast<double>(trials_.fight(pair, odds.fight, met.muster)[result]);
        sum += met.trials * (*met.chances)[result];
        squares += met.trials * (*met.chances)[result] * (*met.chances)[result];
      }
      const double mean = (sum + rolled) / trials;
      const double variance = std::max(0.0, (squares + rolled) / trials - mean * mean);
      odds.averaged.push_back({mean, std::sqrt(variance / trials)});
    }
  }

  const std::vector<CampaignForce>& forces_;
  const std::vector<OnMap>& on_map_;
  const std::vector<std::pair<std::size_t, std::size_t>>& pairs_;
  const std::vector<std::array<std::size_t, 2>>& fighting_;
  std::span<const Fight> fights_;
  bool averages_;
  bool simulating_;
  CampaignTrials trials_;
  std::vector<std::vector<std::vector<SumDistribution>>> exact_;  ///< empty: not known
  /// By force (empty: not known), line of its OnMap, and day.
  std::vector<std::vector<std::optional<std::vector<SumDistribution>>>> exact_on_map_;
  CampaignResult result_;
};

}  // namespace

CampaignCounts simulate_campaign(const Campaign& campaign, const OddsOptions& options) {
  CampaignTrials trials = trials_of(campaign, options.method);
  const BlockRange range{options.trials, 0, options.shard, options.control};
  const auto all_played = [&] {
    return trials.played() >= range.size(CampaignTrials::block_trials);
  };
  bool complete = false;
  if (options.precision > 0) {
    play_until(
        range, CampaignTrials::block_trials,
        [&](const BlockRange& some) { trials.play(options.seed, some); },
        [&] { return trials.precise(options); });
    complete = all_played() || trials.precise(options);
  } else {
    trials.play(options.seed, range);
    complete = all_played();
  }
  CampaignCounts counted = std::move(trials).take();
  counted.complete = complete;
  return counted;
}

CampaignResult campaign_result(const Campaign& campaign, const CampaignCounts& counted,
                               Method method) {
  return Assembly(campaign, counted, method).result();
}

std::size_t count_places(const Campaign& campaign, Method method) {
  return trials_of(campaign, method).size();
}

bool counts_add_up(const Campaign& campaign, const CampaignCounts& counted, Method method) {
  return trials_of(campaign, method).put(counted);
}

CampaignResult play_campaign(const Campaign& campaign, const OddsOptions& options) {
  const CampaignCounts counted =
      options.method == Method::exact ? CampaignCounts{} : simulate_campaign(campaign, options);
  return campaign_result(campaign, counted, options.method);
}

}  // namespace combat_odds::red_barricades
