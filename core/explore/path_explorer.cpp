#include "core/explore/path_explorer.hpp"

#include <algorithm>
#include <array>

namespace combat_odds {
namespace {

/// Up to so many classes are looked through one by one.
constexpr std::size_t few_classes = 64;
constexpr std::size_t faces_of_two_dice = 36;

}  // namespace

Link PathExplorer::explore(FunctionRef<Link(Dice&)> play) {
  path_.clear();
  faces_.clear();
  entry_ = Link();
  do {
    heed_control();
    depth_ = 0;
    coasting_ = false;
    const Link end = play(*this);
    if (!coasting_) arrive(end);
  } while (next_path());
  return entry_;
}

/// A path takes less time than asking what time it is.
void PathExplorer::heed_control() {
  constexpr std::size_t paths_between = 256;
  if (control_ != nullptr && paths_++ % paths_between == 0 && control_->stopped()) {
    throw Interrupted();
  }
}

/// Moves on to the next class that no path has taken yet; false when there is none left.
bool PathExplorer::next_path() {
  while (!path_.empty()) {
    Choice& last = path_.back();
    if (++last.branch < graph_.nodes[last.node].count) return true;
    faces_.resize(last.first_face);
    path_.pop_back();
  }
  return false;
}

/// The frontier of the path leads to `link`, and so do the checkpoints that were passed since.
void PathExplorer::arrive(Link link) {
  if (path_.empty()) {
    entry_ = link;
  } else {
    const Choice& last = path_.back();
    graph_.branches[graph_.nodes[last.node].first + last.branch].link = link;
  }
  for (const std::string_view key : passed_) checkpoints_.emplace(key, link);
  passed_.clear();
}

Dice::Face PathExplorer::roll(const Roll& roll, Keys keys, Label /*label*/) {
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
    throw GraphTooLarge("more than " + std::to_string(most_nodes_) + " rolls to tell apart");
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

/// Nearly all rolls are one or two dice.
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

/// To its class, a new one where it is the first of it.
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

/// A node whose branches are the options; the number of an option stands for its face.
int PathExplorer::decide(const Decision& decision, std::string_view state,
                         FunctionRef<Facts()> words, int otherwise) {
  if (choices_ == nullptr || !choices_->is_free(decision)) return otherwise;
  const std::size_t count = decision.options.size();
  if (count < 2) return otherwise;
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

/// The path has joined one that is known: any face does, until it ends. The faces vary so that a
/// rule that re-rolls until something happens comes to its end.
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
