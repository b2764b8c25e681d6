#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/dice/outcome.hpp"

namespace combat_odds {

/// Where an edge leads while a graph is being explored.
class Link {
 public:
  enum class Kind : std::uint8_t {
    unexplored,
    node,
    leaf,
    state,   ///< explored by itself
    border,  ///< the end of a round
  };
  Link() = default;
  Link(Kind kind, std::size_t index)
      : code_(static_cast<std::uint32_t>(kind) << index_bits | static_cast<std::uint32_t>(index)) {}

  Kind kind() const { return static_cast<Kind>(code_ >> index_bits); }
  bool is(Kind kind) const { return this->kind() == kind; }
  std::uint32_t index() const { return code_ & ((std::uint32_t{1} << index_bits) - 1); }
  friend bool operator==(Link, Link) = default;

 private:
  static constexpr unsigned index_bits = 29;
  std::uint32_t code_ = 0;
};

/// A graph while it is explored, before it becomes a DecisionGraph: nodes in order of discovery,
/// their branches in the order of the first face of each class.
struct RawGraph {
  struct Branch {
    std::uint64_t throws = 0;
    Link link;
  };
  static constexpr std::uint64_t choice = 0;  ///< `throws` of a node where a player decides
  struct Node {
    std::uint64_t throws = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  std::vector<Node> nodes;
  std::vector<Branch> branches;
};

/// Outcomes, each stored once and numbered in order of discovery.
class OutcomeTable {
 public:
  std::uint32_t index_of(Outcome&& outcome) {
    const Known wanted{hash_of(outcome), &outcome};
    if (const auto known = index_.find(wanted); known != index_.end()) return known->second;
    const auto index = static_cast<std::uint32_t>(outcomes_.size());
    outcomes_.push_back(std::move(outcome));
    index_.emplace(Known{wanted.hash, &outcomes_.back()}, index);
    return index;
  }
  std::size_t size() const { return outcomes_.size(); }
  Outcome& operator[](std::size_t index) { return outcomes_[index]; }
  const Outcome& operator[](std::size_t index) const { return outcomes_[index]; }

 private:
  /// With its hash, so that growing and most look-ups read no outcome.
  struct Known {
    std::size_t hash = 0;
    const Outcome* outcome = nullptr;
    friend bool operator==(const Known& a, const Known& b) {
      return a.hash == b.hash && *a.outcome == *b.outcome;
    }
  };
  struct HashOfKnown {
    std::size_t operator()(const Known& known) const { return known.hash; }
  };

  static std::size_t hash_of(const Outcome& outcome) {
    std::uint64_t seed = std::hash<std::string_view>()(outcome.label());
    // Names are string literals: their number and the values distinguish outcomes well enough.
    const auto combine = [&](std::uint64_t value) {
      seed = (seed ^ value) * 0x9e3779b97f4a7c15u;
      seed ^= seed >> 32;
    };
    for (const std::string_view event : outcome.events()) combine(event.size());
    for (const auto& measure : outcome.measures()) {
      combine(static_cast<std::uint64_t>(measure.second));
    }
    return static_cast<std::size_t>(seed);
  }

  std::deque<Outcome> outcomes_;
  boost::unordered_flat_map<Known, std::uint32_t, HashOfKnown> index_;
};

}  // namespace combat_odds
