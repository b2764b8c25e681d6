#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/explore/choice_table.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/explore/inner_graph.hpp"
#include "core/explore/raw_graph.hpp"

namespace combat_odds {

/// Plays a step or a whole rule with scripted dice, path by path and depth first: each replay
/// repeats the classes of the current path and takes the first class at every new roll. Results go
/// into `graph`.
class PathExplorer : private Dice {
 public:
  /// `choices`: null where all decisions are made by habit.
  PathExplorer(RawGraph& graph, std::size_t most_nodes, Checkpoints checkpoints,
               const RunControl* control, ChoiceTable* choices = nullptr)
      : graph_(graph),
        most_nodes_(most_nodes),
        heeds_checkpoints_(checkpoints == Checkpoints::heeded),
        control_(control),
        choices_(choices) {}

  /// Explores all paths of `play`, which plays one path and returns its end. Returns the link to
  /// the first node.
  Link explore(FunctionRef<Link(Dice&)> play);

  /// Forgets the checkpoints, for a new graph.
  void forget() {
    checkpoints_.clear();
    keys_.clear();
    recurs_ = false;
  }

  /// Whether any path has passed a checkpoint, or an inner rule whose graph has cycles.
  bool has_checkpoints() const { return !keys_.empty() || recurs_; }

  /// Whether the current path has joined a known path, so that its end does not matter.
  bool coasting() const { return coasting_; }

 private:
  struct Choice {
    std::uint32_t node;
    std::uint32_t branch;
    std::uint32_t first_face;  ///< index of the node's first face in faces_
    const InnerGraph* inner =
        nullptr;  ///< not null: its graph begins at `node`, and `branch` is a reply
    std::uint32_t first_branch = 0;  ///< of the inner graph
  };

  void heed_limits();
  void heed_control() const;
  bool next_path();
  void arrive(Link link);
  Face roll(const Roll& roll, Keys keys, Label label) override;
  void add_node(const Roll& roll, Keys keys);
  void add_small_node(std::size_t all, Keys keys);
  void add_face(Face face, std::uint64_t throws, std::uint64_t key);
  bool checkpoint(std::string_view state) override;
  int decide(const Decision& decision, std::string_view state, FunctionRef<Facts()> words,
             int otherwise) override;
  void play_inner(const InnerPlay& inner, std::byte* reply) override;
  void play_as_part(const InnerPlay& inner, std::byte* reply);
  const InnerGraph& explored(const InnerPlay& inner);
  InnerGraph explore_apart(const InnerPlay& inner);
  std::size_t count(const Choice& choice) const;
  Face coast(const Roll& roll);
  std::uint64_t noise();
  void check_room() const;

  RawGraph& graph_;
  const std::size_t most_nodes_;
  const bool heeds_checkpoints_;
  const RunControl* const control_;
  ChoiceTable* const choices_;
  std::size_t paths_ = 0;
  std::uint64_t replayed_ = 0;  ///< rolls of all paths so far

  std::vector<Choice> path_;
  std::vector<Face> faces_;  ///< one face of each class, for the nodes of the path
  std::size_t depth_ = 0;
  Link entry_;
  bool coasting_ = false;
  int coasted_ = 0;
  std::uint64_t noise_ = 1;

  std::vector<std::uint64_t> classes_;  ///< keys of the classes of the node being added
  std::size_t latest_ = 0;              ///< the class of its latest face
  boost::unordered_flat_map<std::uint64_t, std::size_t> many_classes_;

  std::deque<std::string> keys_;
  std::vector<std::string_view> passed_;
  boost::unordered_flat_map<std::string_view, Link, std::hash<std::string_view>> checkpoints_;

  bool recurs_ = false;
  bool within_ = false;   ///< an inner rule that is explored by itself
  bool as_part_ = false;  ///< an inner rule is played as part of its caller
  std::shared_ptr<InnerBook> inners_ = std::make_shared<InnerBook>();
};

}  // namespace combat_odds
