#include "combat_odds/core/decision_graph.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <limits>
#include <numeric>
#include <string>

namespace combat_odds {
namespace {

/// Where an edge leads while the graph is being explored. A state of a Process is explored later.
struct Link {
  enum class Kind : std::uint8_t { unexplored, node, leaf, state };
  Kind kind = Kind::unexplored;
  std::uint32_t index = 0;
};

struct Branch {
  std::uint64_t throws = 0;
  std::uint64_t key = 0;
  std::uint64_t face = 0;  ///< any face of the class
  Link link;
};

struct RawNode {
  std::uint64_t throws = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct BytesHash {
  using is_avalanching = void;
  std::size_t operator()(std::string_view bytes) const {
    return std::hash<std::string_view>()(bytes);
  }
};

struct OutcomeHash {
  using is_avalanching = void;
  std::size_t operator()(const Outcome* outcome) const {
    std::size_t seed = BytesHash()(outcome->label());
    // Names are literals: how many there are, and the values, tell outcomes apart well enough.
    boost::hash_combine(seed, outcome->events().size());
    for (const std::string_view event : outcome->events()) {
      boost::hash_combine(seed, event.size());
    }
    for (const auto& measure : outcome->measures()) boost::hash_combine(seed, measure.second);
    return seed;
  }
};

struct OutcomeEqual {
  bool operator()(const Outcome* a, const Outcome* b) const { return *a == *b; }
};

/// Plays a rule path by path: depth first, each replay repeating the classes of the path so far and
/// taking the first class at every roll that is new.
class Explorer : private Dice {
 public:
  Explorer(const Rule& rule, std::size_t most_nodes, bool heeds_checkpoints,
           const RunControl* control)
      : rule_(rule),
        most_nodes_(most_nodes),
        heeds_checkpoints_(heeds_checkpoints),
        control_(control) {}

  void explore() {
    const StagedRule* staged = rule_.staged();
    if (staged == nullptr) {
      root_ = explore_paths([&] { return leaf(rule_.resolve(*this)); });
      return;
    }
    root_ = state(staged->first());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const std::string bytes = states_[i];
      Link entry;
      if (std::optional<Outcome> outcome = staged->ended(bytes)) {
        entry = leaf(*std::move(outcome));
      } else {
        entry = explore_paths([&] { return state(staged->next(bytes, *this)); });
      }
      state_entries_.push_back(entry);
    }
  }

  Link root_;
  std::vector<RawNode> nodes_;
  std::vector<Branch> branches_;
  std::vector<Link> state_entries_;
  std::deque<Outcome> leaves_;

 private:
  struct Choice {
    std::uint32_t node;
    std::uint32_t branch;
  };

  /// Explores everything that `play` can do; gives where it starts.
  template <class Play>
  Link explore_paths(Play&& play) {
    path_.clear();
    entry_ = Link{};
    do {
      heed_control();
      depth_ = 0;
      coasting_ = false;
      const Link end = play();
      if (!coasting_) arrive(end);
    } while (next_path());
    coasting_ = false;  // a state that is named next is no part of the last path
    return entry_;
  }

  /// A path takes a microsecond or so, asking what time it is nearly as long.
  void heed_control() {
    constexpr std::size_t paths_between = 256;
    if (control_ != nullptr && paths_++ % paths_between == 0 && control_->stopped()) {
      throw Interrupted();
    }
  }

  /// Moves on to the next class that no path has taken yet; false when there is none left.
  bool next_path() {
    while (!path_.empty()) {
      Choice& last = path_.back();
      if (++last.branch < nodes_[last.node].count) return true;
      path_.pop_back();
    }
    return false;
  }

  /// The frontier of the path leads to `link`, and so do the checkpoints that were passed since.
  void arrive(Link link) {
    if (path_.empty()) {
      entry_ = link;
    } else {
      branches_[nodes_[path_.back().node].first + path_.back().branch].link = link;
    }
    for (const std::string_view key : passed_) checkpoints_.emplace(key, link);
    passed_.clear();
  }

  Face roll(const Roll& roll, Key key, Label /*label*/) override {
    if (coasting_) return coast(roll);
    if (depth_ < path_.size()) {
      const Choice& choice = path_[depth_++];
      return branches_[nodes_[choice.node].first + choice.branch].face;
    }
    const std::uint32_t node = add_node(roll, key);
    arrive({Link::Kind::node, node});
    path_.push_back({node, 0});
    ++depth_;
    return branches_[nodes_[node].first].face;
  }

  std::uint32_t add_node(const Roll& roll, Key key) {
    if (nodes_.size() >= most_nodes_) {
      throw GraphTooLarge("more than " + std::to_string(most_nodes_) + " rolls to tell apart");
    }
    const auto first = static_cast<std::uint32_t>(branches_.size());
    constexpr std::size_t few = 64;
    boost::unordered_flat_map<std::uint64_t, std::size_t> many;
    roll.for_each_face([&](std::uint64_t face, std::uint64_t throws) {
      const std::uint64_t class_key = key(face);
      const std::size_t count = branches_.size() - first;
      if (count <= few) {
        for (std::size_t i = first; i < branches_.size(); ++i) {
          if (branches_[i].key == class_key) {
            branches_[i].throws += throws;
            return;
          }
        }
        if (count == few) {
          for (std::size_t i = first; i < branches_.size(); ++i) many.emplace(branches_[i].key, i);
        }
      } else if (const auto known = many.find(class_key); known != many.end()) {
        branches_[known->second].throws += throws;
        return;
      }
      if (count >= few) many.emplace(class_key, branches_.size());
      branches_.push_back({throws, class_key, face, {}});
    });
    nodes_.push_back({roll.throws(), first, static_cast<std::uint32_t>(branches_.size() - first)});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  bool checkpoint(std::string_view state) override {
    if (!heeds_checkpoints_ || coasting_ || depth_ < path_.size()) return coasting_;
    if (const auto known = checkpoints_.find(state); known != checkpoints_.end()) {
      arrive(known->second);
      coasting_ = true;
      coasted_ = 0;
    } else {
      keys_.emplace_back(state);
      passed_.push_back(keys_.back());
    }
    return coasting_;
  }

  /// The path has joined one that is known: any face does, until the rule ends. The faces vary so
  /// that a rule that re-rolls until something happens comes to its end.
  Face coast(const Roll& roll) {
    if (++coasted_ > 1'000'000) throw std::logic_error("a rule that does not come to an end");
    noise_ = noise_ * 6364136223846793005u + 1442695040888963407u;
    if (roll.kind == Roll::Kind::random_selection) return (Face{1} << roll.count) - 1;
    return (noise_ >> 33) % roll.throws();
  }

  Link leaf(Outcome outcome) {
    if (coasting_) return {};
    if (const auto known = leaf_index_.find(&outcome); known != leaf_index_.end()) {
      return {Link::Kind::leaf, known->second};
    }
    const auto index = static_cast<std::uint32_t>(leaves_.size());
    leaves_.push_back(std::move(outcome));
    leaf_index_.emplace(&leaves_.back(), index);
    return {Link::Kind::leaf, index};
  }

  Link state(std::string bytes) {
    if (coasting_) return {};
    if (const auto known = state_index_.find(bytes); known != state_index_.end()) {
      return {Link::Kind::state, known->second};
    }
    if (states_.size() >= most_nodes_) {
      throw GraphTooLarge("more than " + std::to_string(most_nodes_) + " states to tell apart");
    }
    const auto index = static_cast<std::uint32_t>(states_.size());
    states_.push_back(std::move(bytes));
    state_index_.emplace(states_.back(), index);
    return {Link::Kind::state, index};
  }

  const Rule& rule_;
  const std::size_t most_nodes_;
  const bool heeds_checkpoints_;
  const RunControl* const control_;
  std::size_t paths_ = 0;

  std::vector<Choice> path_;
  std::size_t depth_ = 0;
  Link entry_;
  bool coasting_ = false;
  int coasted_ = 0;
  std::uint64_t noise_ = 1;

  std::deque<std::string> keys_;
  std::vector<std::string_view> passed_;
  boost::unordered_flat_map<std::string_view, Link, BytesHash> checkpoints_;
  boost::unordered_flat_map<const Outcome*, std::uint32_t, OutcomeHash, OutcomeEqual> leaf_index_;
  std::deque<std::string> states_;
  boost::unordered_flat_map<std::string_view, std::uint32_t, BytesHash> state_index_;
};

/// Turns what was explored into the graph: states replaced by what they start with, nodes in
/// topological order, equal nodes merged.
class Finisher {
 public:
  explicit Finisher(Explorer& explored) : in_(explored) {
    for (Branch& branch : in_.branches_) branch.link = resolved(branch.link);
    in_.root_ = resolved(in_.root_);
  }

  DecisionGraph graph() {
    DecisionGraph graph;
    graph.acyclic = sort();
    if (in_.root_.kind == Link::Kind::leaf) {
      graph.root = Target::leaf(in_.root_.index);
    } else if (graph.acyclic) {
      merge(graph);
    } else {
      number(graph);
    }
    drop_unreached(graph);
    return graph;
  }

 private:
  /// Follows states that roll nothing to where they lead.
  Link resolved(Link link) const {
    for (std::size_t steps = 0; link.kind == Link::Kind::state; ++steps) {
      if (steps > in_.state_entries_.size()) {
        throw std::logic_error("a Process that neither rolls nor ends");
      }
      link = in_.state_entries_[link.index];
    }
    return link;
  }

  std::span<const Branch> branches(std::uint32_t node) const {
    return {in_.branches_.data() + in_.nodes_[node].first, in_.nodes_[node].count};
  }

  /// Depth-first post-order into order_ (what a node leads to comes before it); false where an edge
  /// leads back.
  bool sort() {
    if (in_.root_.kind != Link::Kind::node) return true;
    enum : std::uint8_t { unseen, open, done };
    std::vector<std::uint8_t> mark(in_.nodes_.size(), unseen);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{in_.root_.index, 0}};
    mark[in_.root_.index] = open;
    bool acyclic = true;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == in_.nodes_[node].count) {
        mark[node] = done;
        order_.push_back(node);
        stack.pop_back();
        continue;
      }
      const Link link = branches(node)[next++].link;
      if (link.kind != Link::Kind::node) continue;
      if (mark[link.index] == open) acyclic = false;
      if (mark[link.index] == unseen) {
        mark[link.index] = open;
        stack.emplace_back(link.index, 0);
      }
    }
    return acyclic;
  }

  static void add_edge(std::vector<DecisionGraph::Edge>& edges, std::uint64_t throws,
                       Target target) {
    for (DecisionGraph::Edge& edge : edges) {
      if (edge.target == target) {
        edge.throws += throws;
        return;
      }
    }
    edges.push_back({throws, target});
  }

  /// From the leaves up: a node with the edges of another is that other; a roll that decides
  /// nothing is left out.
  void merge(DecisionGraph& graph) {
    std::vector<Target> merged(in_.nodes_.size());
    std::vector<DecisionGraph::Node> nodes;  // what a node leads to comes before it
    std::vector<DecisionGraph::Edge> pool;
    boost::unordered_flat_map<std::size_t, boost::container::small_vector<std::uint32_t, 1>> known;
    std::vector<DecisionGraph::Edge> edges;
    for (const std::uint32_t raw : order_) {
      edges.clear();
      for (const Branch& branch : branches(raw)) {
        add_edge(edges, branch.throws,
                 branch.link.kind == Link::Kind::leaf ? Target::leaf(branch.link.index)
                                                      : merged[branch.link.index]);
      }
      if (edges.size() == 1) {
        merged[raw] = edges.front().target;
        continue;
      }
      std::sort(edges.begin(), edges.end(),
                [](const auto& a, const auto& b) { return a.target < b.target; });
      std::size_t hash = 0;
      for (const auto& edge : edges) {
        boost::hash_combine(hash, edge.throws);
        boost::hash_combine(hash, edge.target.index() * 2 + (edge.target.is_leaf() ? 1 : 0));
      }
      auto& candidates = known[hash];
      const auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t i) {
        return std::equal(edges.begin(), edges.end(), pool.begin() + nodes[i].first_edge,
                          pool.begin() + nodes[i].first_edge + nodes[i].edge_count);
      });
      if (same != candidates.end()) {
        merged[raw] = Target::node(*same);
        continue;
      }
      candidates.push_back(static_cast<std::uint32_t>(nodes.size()));
      merged[raw] = Target::node(nodes.size());
      nodes.push_back({in_.nodes_[raw].throws, static_cast<std::uint32_t>(pool.size()),
                       static_cast<std::uint32_t>(edges.size())});
      pool.insert(pool.end(), edges.begin(), edges.end());
    }
    const auto turned = [&](Target target) {
      return target.is_leaf() ? target : Target::node(nodes.size() - 1 - target.index());
    };
    graph.root = turned(merged[in_.root_.index]);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      DecisionGraph::Node node = nodes[i];
      const auto first = static_cast<std::uint32_t>(graph.edges.size());
      for (std::uint32_t e = 0; e < node.edge_count; ++e) {
        const DecisionGraph::Edge& edge = pool[node.first_edge + e];
        graph.edges.push_back({edge.throws, turned(edge.target)});
      }
      graph.nodes.push_back({node.throws, first, node.edge_count});
    }
  }

  /// The nodes as they are, in reverse post-order.
  void number(DecisionGraph& graph) {
    std::vector<Target> renamed(in_.nodes_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      renamed[order_[order_.size() - 1 - i]] = Target::node(i);
    }
    graph.root = renamed[in_.root_.index];
    std::vector<DecisionGraph::Edge> edges;
    for (std::size_t i = order_.size(); i-- > 0;) {
      edges.clear();
      for (const Branch& branch : branches(order_[i])) {
        add_edge(edges, branch.throws,
                 branch.link.kind == Link::Kind::leaf ? Target::leaf(branch.link.index)
                                                      : renamed[branch.link.index]);
      }
      graph.nodes.push_back({in_.nodes_[order_[i]].throws,
                             static_cast<std::uint32_t>(graph.edges.size()),
                             static_cast<std::uint32_t>(edges.size())});
      graph.edges.insert(graph.edges.end(), edges.begin(), edges.end());
    }
  }

  /// Keeps the leaves that an edge leads to (a Process may end only in some of those it named).
  void drop_unreached(DecisionGraph& graph) {
    std::vector<bool> reached(in_.leaves_.size(), false);
    if (graph.root.is_leaf()) reached[graph.root.index()] = true;
    for (const auto& edge : graph.edges) {
      if (edge.target.is_leaf()) reached[edge.target.index()] = true;
    }
    std::vector<Target> renamed(in_.leaves_.size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (!reached[i]) continue;
      renamed[i] = Target::leaf(graph.leaves.size());
      graph.leaves.push_back(std::move(in_.leaves_[i]));
    }
    if (graph.root.is_leaf()) graph.root = renamed[graph.root.index()];
    for (auto& edge : graph.edges) {
      if (edge.target.is_leaf()) edge.target = renamed[edge.target.index()];
    }
  }

  Explorer& in_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

DecisionGraph decision_graph(const Rule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                             const RunControl* control) {
  Explorer explorer(rule, most_nodes, checkpoints == Checkpoints::heeded, control);
  explorer.explore();
  return Finisher(explorer).graph();
}

}  // namespace combat_odds
