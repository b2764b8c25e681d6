#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/explore/raw_graph.hpp"

namespace combat_odds {

/// The graph of an inner rule for one question. Its ends (Link::Kind::state) are the replies, each
/// once. If it is acyclic, a node comes after all nodes that lead to it.
struct InnerGraph {
  RawGraph graph;
  Link root;
  bool acyclic = true;
  std::vector<std::vector<std::uint32_t>> leading_to;  ///< the branches that lead to each reply
  std::size_t reply_size = 0;
  std::vector<std::byte> replies;

  std::size_t count() const { return leading_to.size(); }
  const std::byte* reply(std::size_t i) const { return replies.data() + i * reply_size; }
};

/// The graphs of all inner rules that have been played, one for each question.
class InnerBook {
 public:
  /// By InnerPlay::key; null: not played yet.
  const InnerGraph* find(std::string_view key) const {
    const auto known = by_key_.find(key);
    return known == by_key_.end() ? nullptr : known->second;
  }
  const InnerGraph& add(std::string_view key, InnerGraph graph) {
    const auto& [own_key, own] = graphs_.emplace_back(key, std::move(graph));
    by_key_.emplace(own_key, &own);
    return own;
  }

 private:
  std::deque<std::pair<std::string, InnerGraph>> graphs_;
  boost::unordered_flat_map<std::string_view, const InnerGraph*, std::hash<std::string_view>>
      by_key_;
};

}  // namespace combat_odds
