#include "core/play/monte_carlo.hpp"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <numeric>

#include "core/play/blocks.hpp"
#include "core/play/number_stream.hpp"
#include "core/play/parallel.hpp"

namespace combat_odds {

std::uint64_t graph_block_trials(std::size_t nodes, std::uint64_t trials) {
  constexpr std::uint64_t blocks = 16;
  const auto with = [&](std::uint64_t trials_for_a_node) {
    return std::clamp(std::bit_floor(nodes * trials_for_a_node), block_trials, most_block_trials);
  };
  // With less, a block takes about as long. With more, a trial does.
  return std::clamp(std::bit_floor(trials / blocks), with(16), with(256));
}

RollingGraph::RollingGraph(const DecisionGraph& graph)
    : rounds_(graph.rounds),
      borders_(graph.borders),
      root_(graph.root),
      leaf_count_(graph.leaves.size()),
      acyclic_(graph.acyclic) {
  nodes_.reserve(graph.nodes.size());
  targets_.reserve(graph.edges.size());
  std::vector<std::uint64_t> throws;
  for (const DecisionGraph::Node& node : graph.nodes) {
    Node rolling;
    rolling.first = static_cast<std::uint32_t>(targets_.size());
    rolling.classes = node.edge_count;
    rolling.wide = node.throws > most_word_throws;
    throws.clear();
    for (const DecisionGraph::Edge& edge : graph.edges_of(node)) {
      throws.push_back(edge.throws);
      targets_.push_back(edge.target);
    }
    if (rolling.wide) {
      rolling.first_end = static_cast<std::uint32_t>(wide_ends_.size());
      std::partial_sum(throws.begin(), throws.end(), std::back_inserter(wide_ends_));
    } else {
      const auto append = [](std::vector<std::uint32_t>& to,
                             const std::vector<std::uint32_t>& ends) {
        to.insert(to.end(), ends.begin(), ends.end());
        return static_cast<std::uint32_t>(to.size() - ends.size());
      };
      rolling.first_end = append(ends_, class_ends(throws, most_word_throws));
      const std::vector<std::uint32_t> byte_ends = class_ends(throws, 256);
      rolling.bytes = !byte_ends.empty();
      rolling.first_byte_end = append(byte_ends_, byte_ends);
      if (rolling.has_faces()) {
        rolling.first_byte_class = static_cast<std::uint32_t>(byte_classes_.size());
        for (std::size_t c = 0; c < byte_ends.size(); ++c) {
          byte_classes_.resize(rolling.first_byte_class + byte_ends[c],
                               static_cast<std::uint8_t>(c));
        }
        byte_classes_.resize(rolling.first_byte_class + 256, rejected);
      }
    }
    nodes_.push_back(rolling);
  }
}

RollTable RollingGraph::table(const Node& node) const {
  RollTable table{{ends_.data() + node.first_end, node.classes}, {}};
  if (node.bytes) table.byte_ends = {byte_ends_.data() + node.first_byte_end, node.classes};
  return table;
}

bool RollingGraph::play(WordStream& words, std::uint64_t trials, std::vector<std::uint64_t>& leaves,
                        const RunControl* control) const {
  std::vector<std::uint64_t> so_far;  // restored if it is stopped
  if (!acyclic_ || !rounds_.empty()) so_far = leaves;
  boost::container::small_vector<std::uint64_t, 64> standing(nodes_.size(), 0);
  boost::container::small_vector<std::uint64_t, 64> counts;
  boost::container::small_vector<std::uint64_t, 64> at_borders(borders_, 0);
  const auto arrive = [&](Target target, std::uint64_t count) {
    // No branch here: the target of the next class is as good as random.
    std::uint64_t* arrived = standing.data();
    arrived = target.is_leaf() ? leaves.data() : arrived;
    arrived = target.is_border() ? at_borders.data() : arrived;
    arrived[target.index()] += count;
  };
  const auto pass = [&] {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const std::uint64_t here = standing[n];
      if (here == 0) continue;
      standing[n] = 0;
      const Node& node = nodes_[n];
      counts.assign(node.classes, 0);
      if (node.wide) {
        roll_wide_classes(words, here, {wide_ends_.data() + node.first_end, node.classes}, counts);
      } else {
        roll_classes(words, here, table(node), counts);
      }
      // Classes without trials arrive, too: they add 0.
      for (std::size_t c = 0; c < node.classes; ++c) arrive(targets_[node.first + c], counts[c]);
    }
  };
  const auto play_round = [&] {
    pass();
    if (acyclic_) return true;
    for (int passes = 1; std::ranges::any_of(standing, [](auto count) { return count > 0; });
         passes = (passes + 1) % 1024) {
      if (passes == 0 && control != nullptr && control->stopped()) return false;
      pass();
    }
    return true;
  };
  const auto stopped = [&] {
    leaves = std::move(so_far);
    return false;
  };
  arrive(root_, trials);
  if (!play_round()) return stopped();
  boost::container::small_vector<std::uint64_t, 64> before;
  for (std::size_t played = 1; played <= rounds_.size(); ++played) {
    if (control != nullptr && control->stopped()) return stopped();
    before.assign(borders_, 0);
    before.swap(at_borders);
    for (std::size_t border = 0; border < borders_; ++border) {
      if (before[border] > 0) arrive(after_round(border, played), before[border]);
    }
    if (!play_round()) return stopped();
  }
  return true;
}

void RollingGraph::play_each(WordStream& words, std::span<std::uint32_t> leaves) const {
  NumberStream numbers(words);
  for (std::uint32_t& leaf : leaves) {
    Target target = root_;
    std::size_t rounds = 0;
    while (!target.is_leaf()) {
      if (target.is_border()) {
        target = after_round(target.index(), ++rounds);
        continue;
      }
      const Node& node = nodes_[target.index()];
      const std::size_t c = node.wide          ? roll_one_wide(numbers, node)
                            : node.has_faces() ? roll_one_byte(numbers, node)
                                               : roll_one(numbers, node);
      target = targets_[node.first + c];
    }
    leaf = static_cast<std::uint32_t>(target.index());
  }
}

std::size_t RollingGraph::roll_one_byte(NumberStream& numbers, const Node& node) const {
  const std::uint8_t* const classes = byte_classes_.data() + node.first_byte_class;
  std::uint8_t c = rejected;
  while (c == rejected) c = classes[numbers.next_byte()];
  return c;
}

std::size_t RollingGraph::roll_one(NumberStream& numbers, const Node& node) const {
  const std::span<const std::uint32_t> ends(ends_.data() + node.first_end, node.classes);
  std::uint32_t word = word_value(numbers.next_word());
  while (word >= ends.back()) word = word_value(numbers.next_word());
  return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), word) - ends.begin());
}

std::size_t RollingGraph::roll_one_wide(NumberStream& numbers, const Node& node) const {
  const std::span<const std::uint64_t> ends(wide_ends_.data() + node.first_end, node.classes);
  const std::uint64_t throws = ends.back();
  const std::uint64_t rejected_from = 0 - (0 - throws) % throws;  // 0: no word is
  std::uint64_t word = numbers.next_wide();
  while (rejected_from != 0 && word >= rejected_from) word = numbers.next_wide();
  const auto end = std::upper_bound(ends.begin(), ends.end(), word % throws);
  return static_cast<std::size_t>(end - ends.begin());
}

Tally simulate(const RollingGraph& graph, const StreamKey& key, const BlockRange& range,
               std::uint64_t block_size) {
  const auto play_block = [&](std::uint64_t block, std::uint64_t trials, Tally& tally) {
    WordStream words({key.seed, key.situation, block});
    if (graph.play(words, trials, tally.counts, range.control)) tally.trials += trials;
  };
  const Tally nothing{0, std::vector<std::uint64_t>(graph.leaf_count(), 0), {}, block_size};
  Tally total = nothing;
  PerThread<Tally> per_thread(nothing);
  for_each_block(range, block_size, [&](std::uint64_t block, std::uint64_t trials) {
    play_block(block, trials, per_thread.local());
  });
  per_thread.for_each([&](Tally& tally) { total.add(std::move(tally)); });
  return total;
}

Tally simulate(const RollingGraph& graph, const StreamKey& key, const BlockRange& range) {
  return simulate(graph, key, range, graph.block_trials(range.trials));
}

std::vector<std::uint64_t> simulate(const RollingGraph& graph, const StreamKey& key,
                                    std::uint64_t trials) {
  return simulate(graph, key, BlockRange{trials, 0, {}, nullptr}).counts;
}

}  // namespace combat_odds
