#include "studies/campaign/trials.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <type_traits>

#include "core/play/blocks.hpp"
#include "core/play/parallel.hpp"
#include "studies/campaign/fight_trials.hpp"

namespace combat_odds::red_barricades {
namespace {

/// Trials that are played together on one stream of random words: few enough to keep a side's sums
/// in the cache.
constexpr std::size_t block_size = 4096;

/// The size of Block::packed is 2 to the power of this.
constexpr unsigned packed_bits = 10;
std::size_t packed_place(std::uint64_t packed) {
  return static_cast<std::size_t>((packed * 0x9e3779b97f4a7c15u) >> (64 - packed_bits));
}

}  // namespace

/// A thread's working memory for a block of trials, and its counts so far.
struct CampaignTrials::Block {
  std::vector<std::uint64_t> counts;
  std::uint64_t played = 0;  ///< trials of all blocks
  std::size_t trials = 0;    ///< of the current block
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  std::vector<std::vector<std::uint64_t>> total;  ///< by force: [word * block_size + trial]
  std::vector<std::uint64_t> day;                 ///< [word * block_size + trial]
  /// What comes to the map, by force: [(line * days + day) * block_size + trial]
  std::vector<std::vector<std::int32_t>> arrived;
  std::vector<std::uint32_t> leaves;
  std::vector<std::int32_t> cpp;
  std::vector<std::uint8_t> saving;  ///< by trial: nothing more is bought today
  std::vector<std::uint8_t> rifle_companies;
  std::vector<UnobservedModules> modules;
  std::vector<std::uint16_t> today;                 ///< [group * block_size + trial]
  std::vector<std::vector<std::uint16_t>> waiting;  ///< by purchase: trials without it
  std::array<std::vector<std::uint16_t>, CampaignForce::ordinal_classes> buying;
  /// Words that occurred, and how often. Most trials of a day share their word with others, so its
  /// measures are unpacked once for many trials.
  std::vector<std::uint64_t> packed;
  std::vector<std::uint32_t> times;
};

const std::uint64_t CampaignTrials::block_trials = block_size;

void CampaignTrials::play(std::uint64_t seed, const BlockRange& range) {
  Block fresh;
  fresh.counts.assign(counts_.size(), 0);
  fresh.seed = seed;
  fresh.leaves.resize(block_size);
  fresh.cpp.resize(block_size);
  fresh.saving.resize(block_size);
  fresh.rifle_companies.resize(block_size);
  fresh.modules.resize(block_size);
  std::size_t most_words = 0;
  std::size_t most_groups = 0;
  std::size_t most_purchases = 0;
  for (const Plan& plan : plans_) {
    fresh.total.emplace_back(plan.force->words() * block_size);
    fresh.arrived.emplace_back(plan.standing->counted() * plan.force->days() * block_size);
    most_words = std::max(most_words, plan.force->words());
    most_groups = std::max(most_groups, plan.groups);
    if (!plan.force->scheduled()) {
      most_purchases = std::max(most_purchases, plan.force->purchases().size());
    }
  }
  fresh.day.resize(most_words * block_size);
  fresh.today.resize(most_groups * block_size);
  fresh.waiting.resize(most_purchases);

  PerThread<Block> per_thread(fresh);
  for_each_block(range, block_size, [&](std::uint64_t number, std::uint64_t trials) {
    Block& block = per_thread.local();
    block.number = number;
    block.trials = static_cast<std::size_t>(trials);
    block.played += trials;
    for (std::size_t force = 0; force < plans_.size(); ++force) {
      std::fill(block.total[force].begin(), block.total[force].end(), 0);
      if (plans_[force].force->scheduled()) {
        play_scheduled(plans_[force], block, force);
      } else {
        play_with_dice(plans_[force], block, force);
      }
    }
    play_on_map(block);
    compare(block);
  });
  per_thread.for_each([&](const Block& block) {
    trials_ += block.played;
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += block.counts[i];
  });
  count_zeros();
}

bool CampaignTrials::put(const CampaignCounts& counted) {
  if (counted.counts.size() != counts_.size()) return false;
  trials_ = counted.trials;
  counts_ = counted.counts;
  return adds_up();
}

/// Each result comes of some muster, but for what is not fought.
bool CampaignTrials::musters_add_up(std::size_t pair, std::size_t f) const {
  if (tells_musters_[f] == 0) return true;
  const std::span<const std::uint64_t> all = fight(pair, f);
  const std::size_t musters = fights_[f].musters();
  for (std::size_t result = 0; result < all.size(); ++result) {
    std::uint64_t left = all[result];
    for (std::size_t muster = 0; muster < musters; ++muster) {
      const std::uint64_t count = fight(pair, f, muster)[result];
      if (count > left) return false;
      left -= count;
    }
    if (left > 0 && result != static_cast<std::size_t>(FightResult::not_fought)) return false;
  }
  return true;
}

bool CampaignTrials::adds_up() const {
  const auto is_whole = [&](const CampaignHistogram& histogram) {
    std::uint64_t left = trials_;
    for (const std::uint64_t count : counts(histogram)) {
      if (count > left) return false;
      left -= count;
    }
    return left == 0;
  };
  for (const Plan& plan : plans_) {
    for (const auto& scope : plan.scopes) {
      if (!std::ranges::all_of(scope, is_whole)) return false;
    }
    for (const auto& of_line : plan.on_map) {
      if (!std::ranges::all_of(of_line, is_whole)) return false;
    }
  }
  for (std::size_t pair = 0; pair < fighting_.size(); ++pair) {
    for (std::size_t f = 0; f < fights_.size(); ++f) {
      if (!is_whole({0, 0, first_fight(pair, f), fight_results.size()})) return false;
      if (!musters_add_up(pair, f)) return false;
    }
  }
  for (const auto& of_pair : differences_) {
    if (!std::ranges::all_of(of_pair, is_whole, &CampaignDifference::histogram)) return false;
  }
  return std::ranges::all_of(counts_, [&](std::uint64_t count) { return count <= trials_; });
}

bool CampaignTrials::precise(const OddsOptions& options) const {
  const auto is_narrow = [&](const CampaignHistogram& histogram) {
    return std::ranges::all_of(counts(histogram), [&](std::uint64_t count) {
      return is_precise(count, trials_, options);
    });
  };
  const auto all_narrow = [&](const std::vector<CampaignHistogram>& histograms) {
    return std::ranges::all_of(histograms, is_narrow);
  };
  return std::ranges::all_of(plans_, [&](const Plan& plan) {
    return std::ranges::all_of(plan.scopes, all_narrow) &&
           std::ranges::all_of(plan.on_map, all_narrow);
  });
}

namespace {

/// Counts the values of a measure in all trials.
void count_values(const CampaignMeasure& measure, const CampaignHistogram& histogram,
                  std::span<const std::uint64_t> packed, std::uint64_t* counts) {
  const std::int64_t zero = static_cast<std::int64_t>(histogram.first) - histogram.least;
  const unsigned shift = measure.shift;
  if (measure.can_be_negative) {
    for (const std::uint64_t word : packed) {
      ++counts[zero + (static_cast<std::int64_t>(word) >> shift)];
    }
  } else {
    const std::uint64_t mask = measure.mask;
    for (const std::uint64_t word : packed) {
      ++counts[zero + static_cast<std::int64_t>((word >> shift) & mask)];
    }
  }
}

}  // namespace

void CampaignTrials::play_scheduled(const Plan& plan, Block& block, std::size_t force_index) const {
  const CampaignForce& force = *plan.force;
  const std::size_t trials = block.trials;
  const std::span<std::uint32_t> leaves(block.leaves.data(), trials);
  std::vector<std::uint64_t>& total = block.total[force_index];
  WordStream words({block.seed, force.key() + force_index, block.number});
  auto next = force.schedule().begin();
  for (std::size_t day = 0; day < force.days(); ++day) {
    for (const std::size_t word : plan.words_of_day[day]) {
      std::fill_n(block.day.begin() + static_cast<std::ptrdiff_t>(word * block_size), trials, 0);
    }
    for (; next != force.schedule().end() && next->day == day; ++next) {
      const CampaignDraw& draw = force.draws()[next->draw];
      std::uint64_t* const leaf_counts =
          count_leaves_ ? block.counts.data() +
                              plan.leaf_counts[next->purchase * force.draws().size() + next->draw]
                        : nullptr;
      if (draw.touched.empty()) {  // a roll decides nothing
        if (count_leaves_) leaf_counts[0] += trials;
        continue;
      }
      draw.rolling->play_each(words, leaves);
      for (const std::size_t word : draw.touched) {
        const std::uint64_t* const brought = draw.words.data() + word * draw.leaves();
        std::uint64_t* const sums = block.day.data() + word * block_size;
        for (std::size_t t = 0; t < trials; ++t) sums[t] += brought[leaves[t]];
      }
      if (count_leaves_) {
        for (const std::uint32_t leaf : leaves) ++leaf_counts[leaf];
      }
    }
    for (const CampaignHistogram& histogram : plan.scopes[day]) {
      const CampaignMeasure& measure = force.measures()[histogram.measure];
      count_values(measure, histogram, {block.day.data() + measure.word * block_size, trials},
                   block.counts.data());
    }
    arrive(plan, block, force_index, day);
    for (const std::size_t word : plan.words_of_day[day]) {
      const std::uint64_t* const sums = block.day.data() + word * block_size;
      std::uint64_t* const in_all = total.data() + word * block_size;
      for (std::size_t t = 0; t < trials; ++t) in_all[t] += sums[t];
    }
    count_totals(plan, block, force_index, up_to(force, day));
  }
  count_totals(plan, block, force_index, force.days());
}

/// Notes what a day brings of all that is counted on the map.
void CampaignTrials::arrive(const Plan& plan, Block& block, std::size_t force,
                            std::size_t day) const {
  const OnMap& of = *plan.standing;
  for (std::size_t line = 0; line < of.counted(); ++line) {
    const std::optional<std::size_t> m = of.measure(line);
    if (!m) continue;
    const std::span<std::int32_t> arrived(
        block.arrived[force].data() + (line * plan.force->days() + day) * block_size, block.trials);
    std::ranges::fill(arrived, static_cast<std::int32_t>(plan.offsets[day][*m]));
    if (plan.histogram_of[day][*m] == SIZE_MAX) continue;  // its word is stale
    const CampaignMeasure& measure = plan.force->measures()[*m];
    const std::uint64_t* const words = block.day.data() + measure.word * block_size;
    for (std::size_t t = 0; t < block.trials; ++t) {
      arrived[t] += static_cast<std::int32_t>(measure.in(words[t]));
    }
  }
}

/// Day by day, what stands on the map of each force: what comes is added and counted, then comes
/// the fighting, which may be between two of them.
void CampaignTrials::play_on_map(Block& block) const {
  std::vector<OnMap::Trials> standing;
  for (std::size_t f = 0; f < plans_.size(); ++f) {
    standing.emplace_back(*plans_[f].standing, block.seed, plans_[f].force->key() + f, block.number,
                          block.trials);
  }
  std::vector<FightTrials> fighting;
  for (std::size_t pair = 0; pair < fighting_.size(); ++pair) {
    const auto [german, russian] = fighting_[pair];
    fighting.emplace_back(fights_, std::array{plans_[german].standing, plans_[russian].standing},
                          block.seed, pair, block.number, block.trials);
  }
  const std::size_t days = plans_.empty() ? 0 : plans_.front().force->days();
  for (std::size_t day = 0; day < days; ++day) {
    for (std::size_t f = 0; f < plans_.size(); ++f) {
      const OnMap& of = *plans_[f].standing;
      for (std::size_t line = 0; line < of.counted(); ++line) {
        const std::span<std::int32_t> units = standing[f].standing(line);
        if (of.is_forfeit(line)) std::ranges::fill(units, 0);
        if (of.measure(line)) {
          const std::int32_t* const arrived =
              block.arrived[f].data() + (line * days + day) * block_size;
          for (std::size_t t = 0; t < block.trials; ++t) units[t] += arrived[t];
        }
        if (line >= of.lines()) continue;
        std::uint64_t* const counts = block.counts.data() + plans_[f].on_map[line][day].first;
        for (const std::int32_t number : units) ++counts[number];
      }
    }
    for (std::size_t pair = 0; pair < fighting.size(); ++pair) {
      const auto [german, russian] = fighting_[pair];
      fighting[pair].play(day, {&standing[german], &standing[russian]},
                          [&](std::size_t fight, FightResult result, std::size_t muster) {
                            const std::size_t place =
                                first_fight(pair, fight) + static_cast<std::size_t>(result);
                            ++block.counts[place];
                            if (muster == FightTrials::no_muster || tells_musters_[fight] == 0)
                              return;
                            ++block.counts[place + (1 + muster) * fight_results.size()];
                          });
    }
    for (std::size_t f = 0; f < plans_.size(); ++f) {
      if (plans_[f].standing->lines() > 0) standing[f].fight(day);
    }
  }
}

/// Counts the measures of everything bought so far.
void CampaignTrials::count_totals(const Plan& plan, Block& block, std::size_t force,
                                  std::size_t scope) const {
  for (const CampaignHistogram& histogram : plan.scopes[scope]) {
    const CampaignMeasure& measure = plan.force->measures()[histogram.measure];
    const std::uint64_t* const words = block.total[force].data() + measure.word * block_size;
    count_values(measure, histogram, {words, block.trials}, block.counts.data());
  }
}

/// Counts the measures of a word on a day. Most are zero in most trials: only the others are
/// counted here (see count_zeros).
void CampaignTrials::count_day(const Plan& plan, Block& block, std::size_t day,
                               std::size_t word) const {
  const CampaignMeasures& measures = plan.force->measures();
  const std::vector<std::uint8_t>& measure_at = plan.measure_at[word];
  const auto count = [&](std::uint64_t packed, std::uint64_t times) {
    for (std::uint64_t rest = packed; rest != 0;) {
      const std::size_t m = measure_at[static_cast<std::size_t>(std::countr_zero(rest))];
      const CampaignMeasure& measure = measures[m];
      rest &= ~(measure.mask << measure.shift);
      const CampaignHistogram& histogram = plan.scopes[day][plan.histogram_of[day][m]];
      block.counts[static_cast<std::size_t>(static_cast<std::int64_t>(histogram.first) +
                                            measure.in(packed)-histogram.least)] += times;
    }
  };
  const std::uint64_t* const sums = block.day.data() + word * block_size;
  for (std::size_t t = 0; t < block.trials; ++t) {
    const std::uint64_t packed = sums[t];
    const std::size_t place = packed_place(packed);
    if (block.packed[place] != packed) {
      count(block.packed[place], block.times[place]);
      block.packed[place] = packed;
      block.times[place] = 0;
    }
    ++block.times[place];
  }
  for (std::size_t place = 0; place < block.packed.size(); ++place) {
    if (block.times[place] == 0) continue;
    count(block.packed[place], block.times[place]);
    block.packed[place] = 0;
    block.times[place] = 0;
  }
}

/// A block of trials of a force whose income or purchases are rolled for: what each trial can pay
/// is its own.
class CampaignTrials::DicedTrials {
 public:
  DicedTrials(const Plan& plan, Block& block, std::size_t force_index)
      : plan_(plan),
        force_(*plan.force),
        block_(block),
        words_({block.seed, force_.key() + force_index, block.number}) {
    for (auto& list : block.buying) list.resize(block_size);
    block.packed.assign(std::size_t{1} << packed_bits, 0);
    block.times.assign(std::size_t{1} << packed_bits, 0);
    std::fill_n(block.cpp.begin(), block.trials, 0);
    std::fill_n(block.rifle_companies.begin(), block.trials, std::uint8_t{0});
    std::fill_n(block.modules.begin(), block.trials, UnobservedModules{});
    for (std::size_t p = 0; p < force_.purchases().size(); ++p) {
      block.waiting[p].resize(block.trials);
      std::iota(block.waiting[p].begin(), block.waiting[p].end(), std::uint16_t{0});
    }
  }

  /// Every trial gets the day's income, and nothing is bought yet.
  void begin(std::size_t day) {
    const DayIncome& income = plan_.income[day];
    if (income.dice != SIZE_MAX) {
      const CampaignIncome& rolled = force_.rolled_incomes()[income.dice];
      const std::span<std::uint32_t> leaves(block_.leaves.data(), block_.trials);
      rolled.rolling.play_each(words_, leaves);
      for (std::size_t t = 0; t < leaves.size(); ++t) block_.cpp[t] += rolled.cpp[leaves[t]];
    } else {
      for (std::size_t t = 0; t < block_.trials; ++t) block_.cpp[t] += income.fixed;
    }
    std::fill(block_.day.begin(),
              block_.day.begin() + static_cast<std::ptrdiff_t>(force_.words() * block_size), 0);
    std::fill(block_.today.begin(), block_.today.end(), std::uint16_t{0});
    std::fill(block_.saving.begin(), block_.saving.end(), std::uint8_t{0});
  }

  /// All purchases that are due, in their order; returns whether any trial bought anything.
  bool buy(std::size_t day) {
    bool any = false;
    for (std::size_t p = 0; p < force_.purchases().size() && force_.purchases()[p].day <= day;
         ++p) {
      if (block_.waiting[p].empty() || force_.draw(p, day, 0) == CampaignForce::no_draw) continue;
      const Buyers buyers = buyers_of(p);
      for (std::size_t c = 0; c < buyers.size(); ++c) {
        if (buyers[c] == 0) continue;
        any = true;
        block_.counts[plan_.day_counts + p * force_.days() + day] += buyers[c];
        draw(p, force_.draw(p, day, c), {block_.buying[c].data(), buyers[c]});
      }
    }
    return any;
  }

 private:
  /// How many trials buy, by the class of the Rifle Coy: they stand in Block::buying.
  using Buyers = std::array<std::size_t, CampaignForce::ordinal_classes>;

  /// The trials that make a purchase today; they no longer wait for it.
  Buyers buyers_of(std::size_t p) {
    const ReinforcementGroup& group = *force_.line(force_.purchases()[p]).group;
    std::size_t bought = 0;
    if (UnobservedModules::concern(group)) {
      bought = go_through(
          p, std::true_type(),
          [&](std::uint16_t t) { return block_.modules[t].serve(group) ? 1u : 0u; },
          [&](std::uint16_t t, unsigned can) {
            if (can != 0) block_.modules[t].buy(group);
          });
    } else {
      const auto always = [](std::uint16_t) { return 1u; };
      const auto nothing = [](std::uint16_t, unsigned) {};
      bought = force_.reserves() ? go_through(p, std::true_type(), always, nothing)
                                 : go_through(p, std::false_type(), always, nothing);
    }
    Buyers buyers{bought};
    if (!CampaignForce::counts_ordinal(group)) return buyers;
    buyers[0] = 0;
    for (std::size_t i = 0; i < bought; ++i) {
      const std::uint16_t t = block_.buying[0][i];
      std::uint8_t& companies = block_.rifle_companies[t];
      companies = static_cast<std::uint8_t>(companies + (companies < UINT8_MAX ? 1 : 0));
      const std::size_t c = CampaignForce::ordinal_class(companies);
      block_.buying[c][buyers[c]++] = t;  // in place for class 0: never ahead of i
    }
    return buyers;
  }

  /// Tries a purchase in the trials that still lack it and returns how many make it: they are
  /// listed in buying[0], the others go on waiting. No branches: whether a trial can pay is as good
  /// as random.
  template <class MaySave, class MayBuy, class Note>
  std::size_t go_through(std::size_t p, MaySave may_save, MayBuy may_buy, Note note) {
    const CampaignPurchase& purchase = force_.purchases()[p];
    const PlanLine& line = force_.line(purchase);
    const auto daily_max = line.group->daily_max;
    const bool reserve = line.reserve;
    const int cost = purchase.cost;
    std::uint16_t* const waiting = block_.waiting[p].data();
    const std::size_t waiting_count = block_.waiting[p].size();
    std::uint16_t* const today = block_.today.data() + plan_.group_of[p] * block_size;
    std::int32_t* const cpp = block_.cpp.data();
    std::uint8_t* const saving = block_.saving.data();
    std::uint16_t* const buying = block_.buying[0].data();
    std::size_t bought = 0;
    std::size_t left = 0;
    for (std::size_t i = 0; i < waiting_count; ++i) {
      const std::uint16_t t = waiting[i];
      unsigned may = (today[t] < daily_max ? 1u : 0u) & may_buy(t);
      if constexpr (may_save()) may &= saving[t] == 0 ? 1u : 0u;
      const unsigned can = (cpp[t] >= cost ? 1u : 0u) & may;
      if constexpr (may_save()) saving[t] |= static_cast<std::uint8_t>(reserve ? may & ~can : 0u);
      note(t, can);
      cpp[t] -= cost & -static_cast<int>(can);
      today[t] = static_cast<std::uint16_t>(today[t] + can);
      buying[bought] = t;
      bought += can;
      waiting[left] = t;
      left += 1 - can;
    }
    block_.waiting[p].resize(left);
    return bought;
  }

  /// Rolls what a purchase brings to each of its buyers, and adds that to their day.
  void draw(std::size_t p, std::size_t d, std::span<const std::uint16_t> buyers) {
    const CampaignDraw& draw = force_.draws()[d];
    std::uint64_t* const leaf_counts =
        block_.counts.data() + plan_.leaf_counts[p * force_.draws().size() + d];
    if (draw.leaves() == 1) {  // nothing to roll
      leaf_counts[0] += buyers.size();
      for (const std::size_t word : draw.touched) {
        const std::uint64_t brought = draw.words[word];
        std::uint64_t* const sums = block_.day.data() + word * block_size;
        for (const std::uint16_t t : buyers) sums[t] += brought;
      }
      return;
    }
    const std::span<std::uint32_t> leaves(block_.leaves.data(), buyers.size());
    draw.rolling->play_each(words_, leaves);
    for (const std::uint32_t leaf : leaves) ++leaf_counts[leaf];
    for (const std::size_t word : draw.touched) {
      const std::uint64_t* const brought = draw.words.data() + word * draw.leaves();
      std::uint64_t* const sums = block_.day.data() + word * block_size;
      for (std::size_t i = 0; i < leaves.size(); ++i) sums[buyers[i]] += brought[leaves[i]];
    }
  }

  const Plan& plan_;
  const CampaignForce& force_;
  Block& block_;
  WordStream words_;
};

void CampaignTrials::play_with_dice(const Plan& plan, Block& block, std::size_t force_index) const {
  const CampaignForce& force = *plan.force;
  std::vector<std::uint64_t>& total = block.total[force_index];
  DicedTrials diced(plan, block, force_index);
  for (std::size_t day = 0; day < force.days(); ++day) {
    diced.begin(day);
    const bool any = diced.buy(day);
    arrive(plan, block, force_index, day);
    for (std::size_t word = 0; any && word < force.words(); ++word) {
      const std::uint64_t* const sums = block.day.data() + word * block_size;
      std::uint64_t* const in_all = total.data() + word * block_size;
      for (std::size_t t = 0; t < block.trials; ++t) in_all[t] += sums[t];
      count_day(plan, block, day, word);
    }
    count_totals(plan, block, force_index, up_to(force, day));
  }
  count_totals(plan, block, force_index, force.days());
}

/// Counts the zeros of a day's measures, which count_day leaves out.
void CampaignTrials::count_zeros() {
  for (const Plan& plan : plans_) {
    if (plan.force->scheduled()) continue;
    for (std::size_t day = 0; day < plan.force->days(); ++day) {
      for (const CampaignHistogram& histogram : plan.scopes[day]) {
        const auto counted = counts(histogram);
        std::uint64_t& zeros = counts_[static_cast<std::size_t>(
            static_cast<std::int64_t>(histogram.first) - histogram.least)];
        zeros += trials_ - std::accumulate(counted.begin(), counted.end(), std::uint64_t{0});
      }
    }
  }
}

void CampaignTrials::compare(Block& block) const {
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const auto [a, b] = pairs_[pair];
    for (const CampaignDifference& difference : differences_[pair]) {
      if (difference.histogram.size == 1) {  // no dice in it
        block.counts[difference.histogram.first] += block.trials;
        continue;
      }
      static const CampaignMeasure nothing;
      const auto of = [&](std::size_t force, std::optional<std::size_t> m) {
        const CampaignMeasure& measure = m ? plans_[force].force->measures()[*m] : nothing;
        // A measure without a histogram is the same in every trial and is not in the words.
        const bool counted =
            m && plans_[force].histogram_of[plans_[force].force->days()][*m] != SIZE_MAX;
        return std::pair(counted ? &measure : nullptr,
                         counted ? block.total[force].data() + measure.word * block_size : nullptr);
      };
      const auto [first, first_words] = of(a, difference.first_measure);
      const auto [second, second_words] = of(b, difference.second_measure);
      std::uint64_t* const counts = block.counts.data();
      const std::int64_t zero =
          static_cast<std::int64_t>(difference.histogram.first) - difference.histogram.least;
      if (first != nullptr && second != nullptr) {
        for (std::size_t t = 0; t < block.trials; ++t) {
          ++counts[zero + first->in(first_words[t]) - second->in(second_words[t])];
        }
      } else if (first != nullptr) {
        for (std::size_t t = 0; t < block.trials; ++t) ++counts[zero + first->in(first_words[t])];
      } else {
        for (std::size_t t = 0; t < block.trials; ++t) ++counts[zero - second->in(second_words[t])];
      }
    }
  }
}

std::uint64_t CampaignTrials::bought(std::size_t force, std::size_t purchase,
                                     std::size_t day) const {
  return counts_[plans_[force].day_counts + purchase * plans_[force].force->days() + day];
}

std::span<const std::uint64_t> CampaignTrials::leaves(std::size_t force, std::size_t purchase,
                                                      std::size_t draw) const {
  const CampaignForce& of = *plans_[force].force;
  const std::size_t first = plans_[force].leaf_counts[purchase * of.draws().size() + draw];
  if (first == SIZE_MAX) return {};
  return {counts_.data() + first, of.draws()[draw].leaves()};
}

}  // namespace combat_odds::red_barricades
