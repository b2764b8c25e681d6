#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/explore/decision_graph.hpp"
#include "core/explore/run_control.hpp"
#include "core/play/roll_kernel.hpp"
#include "core/play/word_stream.hpp"

namespace combat_odds {

class NumberStream;
class StateExplorer;

/// How many trials one stream of random words serves where they are played one by one, or on a
/// graph of few nodes.
constexpr std::uint64_t block_trials = std::uint64_t{1} << 16;

/// The same on a graph of so many nodes when `trials` are played in all: large enough that many of
/// them stand at a node and roll together, and small enough that all cores have a block. Where both
/// can't be, the first counts.
std::uint64_t graph_block_trials(std::size_t nodes, std::uint64_t trials);

/// No block has more.
constexpr std::uint64_t most_block_trials = std::uint64_t{1} << 24;

/// A decision graph laid out for rolling: for every node the ends of its classes and their targets.
class RollingGraph {
 public:
  explicit RollingGraph(const DecisionGraph& graph);

  /// Plays `trials` trials with the words of one stream and adds how many ended in each leaf to
  /// `leaves`. Walks node by node: all trials that stand at a node roll
  /// together. False, with nothing added, where `control` (may be null) stopped it.
  bool play(WordStream& words, std::uint64_t trials, std::vector<std::uint64_t>& leaves,
            const RunControl* control = nullptr) const;

  /// Plays one trial for every element of `leaves` with the words of one stream and writes down in
  /// which leaf each ended: for results that must be added up within a trial. Continues a stream,
  /// so several graphs may be played one after the other with the same words object.
  void play_each(WordStream& words, std::span<std::uint32_t> leaves) const;

  std::size_t leaf_count() const { return leaf_count_; }
  /// How many of `trials` trials are a block.
  std::uint64_t block_trials(std::uint64_t trials) const {
    return graph_block_trials(nodes_.size(), trials);
  }

 private:
  struct Node {
    std::uint32_t first = 0;      ///< into targets_
    std::uint32_t first_end = 0;  ///< into ends_, or wide_ends_
    std::uint32_t first_byte_end = 0;
    std::uint32_t classes = 0;
    bool wide = false;
    std::uint32_t first_byte_class = 0;  ///< into byte_classes_
    bool bytes = false;                  ///< has byte ends

    /// Whether a byte's class can be looked up.
    bool has_faces() const { return bytes && classes < rejected; }
  };
  static constexpr std::uint8_t rejected = 255;
  RollTable table(const Node& node) const;
  std::size_t roll_one_byte(NumberStream& numbers, const Node& node) const;
  std::size_t roll_one(NumberStream& numbers, const Node& node) const;
  std::size_t roll_one_wide(NumberStream& numbers, const Node& node) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> byte_ends_;
  std::vector<std::uint8_t> byte_classes_;  ///< 256 for a node: the class of every byte
  std::vector<std::uint64_t> wide_ends_;
  /// The target of a border after so many rounds.
  Target after_round(std::size_t border, std::size_t rounds) const {
    return rounds_[rounds - 1][border];
  }

  std::vector<Target> targets_;
  std::vector<std::vector<Target>> rounds_;
  std::size_t borders_ = 0;
  Target root_;
  std::size_t leaf_count_ = 0;
  bool acyclic_ = true;  ///< one pass over the nodes plays a round
};

/// The result of a simulation: the number of trials, and how many of them ended in each leaf of the
/// decision graph. A rule without a graph has the outcomes that came up instead, sorted by label,
/// events and measures, with a count each.
struct Tally {
  std::uint64_t trials = 0;
  std::vector<std::uint64_t> counts;
  std::vector<Outcome> outcomes;  ///< empty: the counts are those of the leaves
  std::uint64_t block = 0;        ///< trials of a block; 0: that was not known yet

  /// Adds another machine's counts of the same rule.
  void add(Tally&& other);
};

/// Plays blocks of trials, spread over the cores by oneTBB. Which trials are played depends on
/// `range`, how each comes out on the key and its block alone (key.block is left alone).
Tally simulate(const RollingGraph& graph, const StreamKey& key, const BlockRange& range,
               std::uint64_t block_size);
/// In blocks of graph.block_trials().
Tally simulate(const RollingGraph& graph, const StreamKey& key, const BlockRange& range);

/// `trials` trials; gives how many ended in each leaf.
std::vector<std::uint64_t> simulate(const RollingGraph& graph, const StreamKey& key,
                                    std::uint64_t trials);

/// Simulates a rule whose decision graph is too large to draw. Where it goes on state by state, all
/// trials of a large block that stand at one state roll together; otherwise trial by trial. With
/// all its states known (`states`, else null), trials walk through them and the rule is not played.
Tally simulate_directly(const Rule& rule, const StreamKey& key, const BlockRange& range,
                        const StateExplorer* states = nullptr);

/// The block size of simulate_directly() when `trials` are played in all: of trials that go on
/// state by state enough that most states have many, so that exploring a state pays.
std::uint64_t direct_block_trials(const Rule& rule, std::uint64_t trials);

}  // namespace combat_odds
