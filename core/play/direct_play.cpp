// Plays rules whose decision graph is too large to build.
#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

#include "core/explore/step_book.hpp"
#include "core/play/blocks.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/play/packed_states.hpp"
#include "core/play/parallel.hpp"
#include "core/play/state_walk.hpp"
#include "core/play/stream_dice.hpp"

namespace combat_odds {
namespace {

/// How often each outcome was seen.
class OutcomeCounts {
 public:
  void add(Outcome&& outcome, std::uint64_t count) {
    const std::uint32_t index = outcomes_.index_of(std::move(outcome));
    if (index == counts_.size()) counts_.push_back(0);
    counts_[index] += count;
  }

  /// Sorted. Leaves this empty.
  void move_to(Tally& tally) {
    std::vector<std::size_t> order(counts_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Outcome& one = outcomes_[a];
      const Outcome& two = outcomes_[b];
      return std::tie(one.label(), one.events(), one.measures()) <
             std::tie(two.label(), two.events(), two.measures());
    });
    tally.outcomes.clear();
    tally.counts.clear();
    for (const std::size_t i : order) {
      tally.outcomes.push_back(std::move(outcomes_[i]));
      tally.counts.push_back(counts_[i]);
    }
  }

 private:
  OutcomeTable outcomes_;
  std::vector<std::uint64_t> counts_;
};

/// States, and the number of trials at each.
struct Standing {
  explicit Standing(std::size_t state_size) : states(state_size) {}

  void add(const std::byte* state, std::uint64_t trials) {
    const std::uint32_t index = states.index_of(state);
    if (index == counts.size()) counts.push_back(0);
    counts[index] += trials;
  }
  void clear() {
    states.clear();
    counts.clear();
  }

  PackedStates states;
  std::vector<std::uint64_t> counts;
};

/// Plays a block of a staged rule. All trials take a step at a time, those at the same state
/// together.
class BulkPlay {
 public:
  BulkPlay(const StagedRule& rule, const StreamKey& key, const RunControl* control,
           OutcomeCounts& outcomes)
      : words_(key),
        dice_({key.seed, ~key.situation, key.block}),
        rule_(rule),
        control_(control),
        outcomes_(outcomes),
        book_(rule, most_graph_nodes, Checkpoints::heeded, nullptr),
        from_(rule.state_size()),
        to_(rule.state_size()),
        here_(std::make_unique<Standing>(rule.state_size())),
        next_(std::make_unique<Standing>(rule.state_size())),
        borders_(std::make_unique<Standing>(rule.state_size())) {}

  /// False if it was stopped.
  bool play(std::uint64_t trials) {
    rule_.first(to_.data());
    arrive(trials);
    if (rule_.rounds() == 0) return play_steps();
    for (int& played = round_; !borders_->counts.empty(); ++played) {
      std::swap(borders_, here_);
      borders_->clear();
      for (std::size_t i = 0; i < here_->counts.size(); ++i) begin(i, played);
      here_->clear();
      if (!play_steps()) return false;
    }
    return true;
  }

 private:
  bool stopped() const { return control_ != nullptr && control_->stopped(); }

  /// Adds trials to the state in to_.
  void arrive(std::uint64_t trials) {
    rule_.make_alike(to_.data());
    const bool border = rule_.rounds() > 0 && rule_.between_rounds(to_.data());
    (border ? *borders_ : *next_).add(to_.data(), trials);
  }

  void begin(std::size_t border, int round) {
    here_->states.copy(border, to_.data());
    if (std::optional<Outcome> outcome = rule_.ended(to_.data(), round)) {
      outcomes_.add(*std::move(outcome), here_->counts[border]);
      return;
    }
    rule_.begin(to_.data(), round);
    arrive(here_->counts[border]);
  }

  bool play_steps() {
    while (!next_->counts.empty()) {
      std::swap(here_, next_);
      next_->clear();
      for (std::size_t i = 0; i < here_->counts.size(); ++i) {
        if (i % 1024 == 0 && stopped()) return false;
        here_->states.copy(i, from_.data());
        if (!step(here_->counts[i])) return false;
      }
    }
    return true;
  }

  /// Plays a step of the trials at the state in from_, over all its dice where that is cheaper than
  /// trial by trial. False if it was stopped.
  bool step(std::uint64_t trials) {
    constexpr std::uint64_t few = 8;
    if (rule_.rounds() == 0) {
      if (std::optional<Outcome> outcome = rule_.ended(from_.data(), 0)) {
        outcomes_.add(*std::move(outcome), trials);
        return true;
      }
    }
    if (trials > few) {
      step_of_many(trials);
      return true;
    }
    for (std::uint64_t i = 0; i < trials; ++i) {
      to_ = from_;
      if (!play_on()) return false;
    }
    return true;
  }

  /// Plays one trial from the state in to_ to the end of its round, or to its outcome. Where few
  /// trials are at a state, looking for others after each step costs more than it gains.
  bool play_on() {
    constexpr std::size_t most_borders = std::size_t{1} << 20;  // 100 MB of them
    const bool in_rounds = rule_.rounds() > 0;
    int round = round_;
    for (int steps = 1;; steps = (steps + 1) % 1024) {
      if (steps == 0 && stopped()) return false;
      const bool border = in_rounds && rule_.between_rounds(to_.data());
      if (border && borders_->counts.size() < most_borders) {
        arrive(1);
        return true;
      }
      if (border) ++round;
      if (border || !in_rounds) {
        if (std::optional<Outcome> outcome = rule_.ended(to_.data(), round)) {
          outcomes_.add(*std::move(outcome), 1);
          return true;
        }
      }
      if (border) {
        rule_.begin(to_.data(), round);
      } else {
        rule_.next(to_.data(), dice_);
      }
    }
  }

  void step_of_many(std::uint64_t trials) {
    book_.forget_checkpoints();
    roll_step(book_.step(from_.data()), trials);
    for (std::size_t end = 0; end < ends_.size(); ++end) {
      if (ends_[end] == 0) continue;
      std::copy_n(book_.end(end), to_.size(), to_.begin());
      arrive(ends_[end]);
    }
  }

  /// Counts the trials at each end of the step.
  void roll_step(std::uint32_t shape, std::uint64_t trials) {
    const std::span<const RawGraph::Node> nodes = book_.shapes.nodes(shape);
    const std::span<const RawGraph::Branch> branches = book_.shapes.branches(shape);
    ends_.assign(book_.end_count(), 0);
    if (nodes.empty()) {
      ends_.front() = trials;
      return;
    }
    standing_.assign(nodes.size(), 0);
    standing_.front() = trials;
    for (std::uint64_t playing = trials; playing > 0;) {
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (standing_[n] == 0) continue;
        const auto leading = branches.subspan(nodes[n].first, nodes[n].count);
        roll(nodes[n], leading, std::exchange(standing_[n], 0));
        for (std::size_t b = 0; b < leading.size(); ++b) {
          const Link link = leading[b].link;
          const bool rolls_on = link.is(Link::Kind::node);
          (rolls_on ? standing_ : ends_)[link.index()] += counts_[b];
          if (!rolls_on) playing -= counts_[b];
        }
      }
    }
  }

  /// Rolls the trials of a node into counts_.
  void roll(const RawGraph::Node& node, std::span<const RawGraph::Branch> branches,
            std::uint64_t trials) {
    throws_.clear();
    for (const RawGraph::Branch& branch : branches) throws_.push_back(branch.throws);
    counts_.assign(node.count, 0);
    if (node.throws > most_word_throws) {
      std::vector<std::uint64_t> ends(throws_.size());
      std::partial_sum(throws_.begin(), throws_.end(), ends.begin());
      roll_wide_classes(words_, trials, ends, counts_);
    } else {
      const std::vector<std::uint32_t> ends = class_ends(throws_, most_word_throws);
      const std::vector<std::uint32_t> byte_ends = class_ends(throws_, 256);
      roll_classes(words_, trials, {ends, byte_ends}, counts_);
    }
  }

  WordStream words_;
  StreamDice dice_;
  const StagedRule& rule_;
  const RunControl* control_;
  OutcomeCounts& outcomes_;
  int round_ = 0;  ///< rounds played
  StepBook book_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  std::vector<std::uint64_t> standing_;
  std::vector<std::uint64_t> throws_;
  std::vector<std::uint64_t> counts_;
  std::unique_ptr<Standing> here_;
  std::unique_ptr<Standing> next_;
  std::unique_ptr<Standing> borders_;
};

/// Returns how many trials were played. A play may take a second (a rule with a million dice), so
/// what was played of a block counts when it is stopped.
std::uint64_t play_trial_by_trial(const Rule& rule, Dice& dice, std::uint64_t trials,
                                  const RunControl* control, OutcomeCounts& counts) {
  constexpr std::uint64_t trials_between = 16;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const bool looks = control != nullptr && i > 0 && i % trials_between == 0;
    if (looks && control->stopped()) return i;
    counts.add(rule.resolve(dice), 1);
  }
  return trials;
}

}  // namespace

void Tally::add(Tally&& other) {
  trials += other.trials;
  block = std::max(block, other.block);
  if (outcomes.empty() && other.outcomes.empty()) {
    counts.resize(std::max(counts.size(), other.counts.size()), 0);
    for (std::size_t i = 0; i < other.counts.size(); ++i) counts[i] += other.counts[i];
    return;
  }
  OutcomeCounts sum;
  for (Tally* const part : {this, &other}) {
    for (std::size_t i = 0; i < part->outcomes.size(); ++i) {
      sum.add(std::move(part->outcomes[i]), part->counts[i]);
    }
  }
  sum.move_to(*this);
}

std::uint64_t direct_block_trials(const Rule& rule, std::uint64_t trials) {
  if (rule.staged() == nullptr) return block_trials;
  constexpr std::uint64_t least_trials = std::uint64_t{1} << 22;
  constexpr std::uint64_t blocks = 4;
  return std::clamp(std::bit_floor(trials / blocks), least_trials, most_block_trials);
}

Tally simulate_directly(const Rule& rule, const StreamKey& key, const BlockRange& range,
                        const StateExplorer* states) {
  std::optional<StepTables> steps;
  if (states != nullptr) steps.emplace(*states);
  const std::uint64_t block_size = direct_block_trials(rule, range.trials);
  PerThread<Tally> per_thread;
  for_each_block(range, block_size, [&](std::uint64_t block, std::uint64_t trials) {
    const StreamKey own{key.seed, key.situation, block};
    OutcomeCounts counts;
    std::uint64_t played = trials;
    if (steps) {
      WordStream words(own);
      const auto add = [&](Outcome&& outcome, std::uint64_t count) {
        counts.add(std::move(outcome), count);
      };
      if (!StateWalk(*steps, words, range.control).play(trials, add)) return;
    } else if (const StagedRule* const staged = rule.staged()) {
      if (!BulkPlay(*staged, own, range.control, counts).play(trials)) return;
    } else {
      StreamDice dice(own);
      played = play_trial_by_trial(rule, dice, trials, range.control, counts);
    }
    Tally tally{played, {}, {}, block_size};
    counts.move_to(tally);
    per_thread.local().add(std::move(tally));
  });
  Tally total{0, {}, {}, block_size};
  per_thread.for_each([&](Tally& part) { total.add(std::move(part)); });
  return total;
}

}  // namespace combat_odds
