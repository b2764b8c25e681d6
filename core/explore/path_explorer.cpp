#include "core/explore/path_explorer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/explore/reach_order.hpp"
#include "core/explore/state_table.hpp"
#include "core/text/doing.hpp"

namespace combat_odds {
namespace {

/// Up to this many classes are searched one by one.
constexpr std::size_t few_classes = 64;
constexpr std::size_t faces_of_two_dice = 36;
/// The most rolls to replay: each path is replayed from its start. A pool of which the best dice
/// are kept ("100d6 kh50") has so many states at the end of long paths that simulating it is
/// quicker.
constexpr std::uint64_t most_replayed = 200'000'000;

}  // namespace

Link PathExplorer::explore(FunctionRef<Link(Dice&)> play) {
  path_.clear();
  faces_.clear();
  replayed_ = 0;
  entry_ = Link();
  do {
    heed_limits();
    depth_ = 0;
    coasting_ = false;
    const Link end = play(*this);
    if (!coasting_) arrive(end);
  } while (next_path());
  return entry_;
}

void PathExplorer::heed_limits() {
  replayed_ += depth_ + static_cast<std::size_t>(coasted_);
  coasted_ = 0;
  if (replayed_ > most_replayed) {
    throw GraphTooLarge("more than " + std::to_string(most_replayed) +
                        " rolls to go through: ask for fewer dice, units or steps");
  }
  // Reading the clock takes longer than playing a path.
  constexpr std::size_t paths_between = 256;
  if (paths_++ % paths_between != 0) return;
  heed_control();
  tell_doing("exploring", graph_.nodes.size(), "rolls");
}

void PathExplorer::heed_control() const {
  if (control_ != nullptr && control_->stopped()) throw Interrupted();
}

/// Moves on to the next class that no path has taken yet. Returns false if there is none left.
bool PathExplorer::next_path() {
  while (!path_.empty()) {
    Choice& last = path_.back();
    if (++last.branch < count(last)) return true;
    faces_.resize(last.first_face);
    path_.pop_back();
  }
  return false;
}

std::size_t PathExplorer::count(const Choice& choice) const {
  return choice.inner != nullptr ? choice.inner->count() : graph_.nodes[choice.node].count;
}

/// Links the latest roll of the path to `link`, and all checkpoints that were passed since.
void PathExplorer::arrive(Link link) {
  const auto last = std::find_if(path_.rbegin(), path_.rend(), [](const Choice& choice) {
    return choice.inner == nullptr || choice.inner->root.is(Link::Kind::node);
  });
  if (last == path_.rend()) {
    entry_ = link;
  } else if (last->inner == nullptr) {
    graph_.branches[graph_.nodes[last->node].first + last->branch].link = link;
  } else {
    for (const std::uint32_t branch : last->inner->leading_to[last->branch]) {
      graph_.branches[last->first_branch + branch].link = link;
    }
  }
  for (const std::string_view key : passed_) checkpoints_.emplace(key, link);
  passed_.clear();
}

Dice::Face PathExplorer::roll(const Roll& roll, Keys keys, Label /*label*/) {
  constexpr std::size_t rolls_between = std::size_t{1} << 16;
  if ((depth_ + static_cast<std::size_t>(coasted_)) % rolls_between == rolls_between - 1) {
    heed_control();
  }
  if (coasting_) return coast(roll);
  if (depth_ < path_.size()) {
    const Choice& choice = path_[depth_++];
    return faces_[choice.first_face + choice.branch];
  }
  const auto node = static_cast<std::uint32_t>(graph_.nodes.size());
  const auto first_face = static_cast<std::uint32_t>(faces_.size());
  add_node(roll, keys);
  arrive({Link::Kind::node, node});
  path_.push_back({node, 0, first_face});
  ++depth_;
  return faces_[first_face];
}

void PathExplorer::check_room() const {
  if (graph_.nodes.size() >= most_nodes_) {
    throw GraphTooLarge("more than " + std::to_string(most_nodes_) +
                        " rolls to tell apart: ask for fewer dice, units, kinds of units or steps");
  }
}

void PathExplorer::add_node(const Roll& roll, Keys keys) {
  check_room();
  const std::uint64_t all = roll.throws();
  if (roll.kind == Roll::Kind::dice && all <= faces_of_two_dice) {
    add_small_node(static_cast<std::size_t>(all), keys);
    return;
  }
  const auto first = static_cast<std::uint32_t>(graph_.branches.size());
  classes_.clear();
  many_classes_.clear();
  latest_ = 0;
  if (roll.kind == Roll::Kind::dice) {
    std::array<std::uint64_t, faces_of_two_dice> some;
    for (Face face = 0; face < all; face += some.size()) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(some.size(), all - face));
      keys(face, {some.data(), count});
      for (std::size_t i = 0; i < count; ++i) add_face(face + i, 1, some[i]);
    }
  } else {
    roll.for_each_face([&](Face face, std::uint64_t throws) {
      std::uint64_t key = 0;
      keys(face, {&key, 1});
      add_face(face, throws, key);
    });
  }
  graph_.nodes.push_back({all, first, static_cast<std::uint32_t>(classes_.size())});
}

/// A short cut for one or two dice, as nearly all rolls are.
void PathExplorer::add_small_node(std::size_t all, Keys keys) {
  std::array<std::uint64_t, faces_of_two_dice> keys_of_faces;
  keys(0, {keys_of_faces.data(), all});
  std::array<std::uint64_t, faces_of_two_dice> classes;
  std::array<Face, faces_of_two_dice> first_faces;
  std::array<std::uint64_t, faces_of_two_dice> throws;
  std::size_t count = 0;
  std::size_t latest = 0;
  for (std::size_t face = 0; face < all; ++face) {
    const std::uint64_t key = keys_of_faces[face];
    if (count == 0 || classes[latest] != key) {
      classes[count] = key;
      latest = 0;
      while (classes[latest] != key) ++latest;
      if (latest == count) {
        first_faces[count] = face;
        throws[count++] = 0;
      }
    }
    ++throws[latest];
  }
  graph_.nodes.push_back(
      {all, static_cast<std::uint32_t>(graph_.branches.size()), static_cast<std::uint32_t>(count)});
  faces_.insert(faces_.end(), first_faces.begin(), first_faces.begin() + count);
  for (std::size_t i = 0; i < count; ++i) graph_.branches.push_back({throws[i], {}});
}

/// Adds a face to the class with its key, or to a new class.
void PathExplorer::add_face(Face face, std::uint64_t throws, std::uint64_t key) {
  RawGraph::Branch* const branches =
      graph_.branches.data() + (graph_.branches.size() - classes_.size());
  if (!classes_.empty() && classes_[latest_] == key) {
    branches[latest_].throws += throws;
    return;
  }
  if (classes_.size() <= few_classes) {
    const auto known = std::find(classes_.begin(), classes_.end(), key);
    latest_ = static_cast<std::size_t>(known - classes_.begin());
  } else {
    const auto known = many_classes_.find(key);
    latest_ = known == many_classes_.end() ? classes_.size() : known->second;
  }
  if (latest_ < classes_.size()) {
    branches[latest_].throws += throws;
    return;
  }
  classes_.push_back(key);
  faces_.push_back(face);
  graph_.branches.push_back({throws, {}});
  if (classes_.size() <= few_classes) return;
  if (many_classes_.empty()) {
    for (std::size_t i = 0; i < classes_.size(); ++i) many_classes_.emplace(classes_[i], i);
  } else {
    many_classes_.emplace(key, latest_);
  }
}

bool PathExplorer::checkpoint(std::string_view state) {
  if (!heeds_checkpoints_ || as_part_ || coasting_ || depth_ < path_.size()) return coasting_;
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

/// Makes a node whose branches are the options. The number of an option takes the place of a face.
int PathExplorer::decide(const Decision& decision, std::string_view state,
                         FunctionRef<Facts()> words, int otherwise) {
  if (choices_ == nullptr || !choices_->is_free(decision)) return otherwise;
  const std::size_t count = decision.options.size();
  if (count < 2) return otherwise;
  if (within_ || as_part_) {
    throw std::logic_error("best play of '" + std::string(decision.parameter) +
                           "', which is decided within an inner rule");
  }
  if (otherwise < 0 || static_cast<std::size_t>(otherwise) >= count) {
    throw std::logic_error("a habit that is no option of its decision");
  }
  if (coasting_) return static_cast<int>(noise() % count);
  if (depth_ < path_.size()) {
    const Choice& choice = path_[depth_++];
    return static_cast<int>(faces_[choice.first_face + choice.branch]);
  }
  std::string key = choice_key(decision, state);
  if (const std::optional<std::uint32_t> known = choices_->node_of(key)) {
    arrive({Link::Kind::node, *known});
    coasting_ = true;
    coasted_ = 0;
    return otherwise;
  }
  check_room();
  const auto node = static_cast<std::uint32_t>(graph_.nodes.size());
  const auto first_face = static_cast<std::uint32_t>(faces_.size());
  graph_.nodes.push_back({RawGraph::choice, static_cast<std::uint32_t>(graph_.branches.size()),
                          static_cast<std::uint32_t>(count)});
  for (std::size_t option = 0; option < count; ++option) {
    graph_.branches.push_back({0, {}});
    faces_.push_back(option);
  }
  choices_->add(std::move(key), node, decision, words(), otherwise);
  arrive({Link::Kind::node, node});
  path_.push_back({node, 0, first_face});
  ++depth_;
  return 0;
}

/// Inserts the graph of the inner rule. The path continues once from each reply, whichever rolls
/// lead to it.
void PathExplorer::play_inner(const InnerPlay& inner, std::byte* reply) {
  if (!heeds_checkpoints_ || coasting_ || as_part_ || inner.key.empty()) {
    play_as_part(inner, reply);
    return;
  }
  if (depth_ < path_.size()) {
    const Choice& choice = path_[depth_++];
    std::copy_n(choice.inner->reply(choice.branch), inner.reply_size, reply);
    return;
  }
  const InnerGraph& found = explored(inner);
  const auto node = static_cast<std::uint32_t>(graph_.nodes.size());
  const auto branch = static_cast<std::uint32_t>(graph_.branches.size());
  if (found.root.is(Link::Kind::node)) {
    check_room();
    recurs_ = recurs_ || !found.acyclic;
    for (const RawGraph::Node& own : found.graph.nodes) {
      graph_.nodes.push_back({own.throws, branch + own.first, own.count});
    }
    for (const RawGraph::Branch& own : found.graph.branches) {
      const bool on = own.link.is(Link::Kind::node);
      graph_.branches.push_back(
          {own.throws, on ? Link(Link::Kind::node, node + own.link.index()) : Link()});
    }
    arrive({Link::Kind::node, node + found.root.index()});
  }
  path_.push_back({node, 0, static_cast<std::uint32_t>(faces_.size()), &found, branch});
  ++depth_;
  std::copy_n(found.reply(0), inner.reply_size, reply);
}

/// Plays an inner rule as part of its caller. Its checkpoints are ignored, because they don't name
/// what the caller knows.
void PathExplorer::play_as_part(const InnerPlay& inner, std::byte* reply) {
  const bool before = std::exchange(as_part_, true);
  inner.play(*this, reply);
  as_part_ = before;
}

const InnerGraph& PathExplorer::explored(const InnerPlay& inner) {
  if (const InnerGraph* const known = inners_->find(inner.key)) return *known;
  InnerGraph found = explore_apart(inner);
  return inners_->add(inner.key, std::move(found));
}

InnerGraph PathExplorer::explore_apart(const InnerPlay& inner) {
  RawGraph graph;
  PathExplorer paths(graph, most_nodes_, Checkpoints::heeded, control_, choices_);
  paths.within_ = true;
  paths.inners_ = inners_;
  StateTable replies(inner.reply_size);
  std::vector<std::byte> reply(inner.reply_size);
  InnerGraph found;
  const Link root = paths.explore([&](Dice& dice) -> Link {
    inner.play(dice, reply.data());
    if (paths.coasting()) return {};
    return {Link::Kind::state, replies.index_of(reply.data())};
  });
  found.reply_size = inner.reply_size;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    found.replies.insert(found.replies.end(), replies[i], replies[i] + inner.reply_size);
  }
  found.leading_to.resize(replies.size());
  ReachOrder<RawWalk> order{RawWalk(graph)};
  order.add(root);
  found.acyclic = order.acyclic;
  std::reverse(order.nodes.begin(), order.nodes.end());
  std::vector<std::uint32_t> position(graph.nodes.size(), 0);
  for (std::uint32_t i = 0; i < order.nodes.size(); ++i) position[order.nodes[i]] = i;
  const auto moved = [&](Link link) {
    return link.is(Link::Kind::node) ? Link(Link::Kind::node, position[link.index()]) : link;
  };
  found.root = moved(root);
  for (const std::uint32_t n : order.nodes) {
    const RawGraph::Node node = graph.nodes[n];
    found.graph.nodes.push_back(
        {node.throws, static_cast<std::uint32_t>(found.graph.branches.size()), node.count});
    for (std::uint32_t b = node.first; b < node.first + node.count; ++b) {
      const Link link = moved(graph.branches[b].link);
      if (link.is(Link::Kind::state)) {
        found.leading_to[link.index()].push_back(
            static_cast<std::uint32_t>(found.graph.branches.size()));
      }
      found.graph.branches.push_back({graph.branches[b].throws, link});
    }
  }
  return found;
}

/// The path has joined a known one, so any face will do until it ends. The faces vary, so that a
/// rule that re-rolls until something happens comes to an end.
Dice::Face PathExplorer::coast(const Roll& roll) {
  if (++coasted_ > 1'000'000) throw std::logic_error("a rule that does not come to an end");
  const std::uint64_t random = noise();
  if (roll.kind == Roll::Kind::random_selection) return (Face{1} << roll.count) - 1;
  return random % roll.throws();
}

std::uint64_t PathExplorer::noise() {
  noise_ = noise_ * 6364136223846793005u + 1442695040888963407u;
  return noise_ >> 33;
}

}  // namespace combat_odds
