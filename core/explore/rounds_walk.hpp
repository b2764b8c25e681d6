#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/explore/raw_graph.hpp"
#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// Follows a rule through its rounds, depth first: finds the nodes that each round can reach, and
/// numbers the outcomes in the order in which playing all paths would meet them.
template <class Walk>
class RoundsWalk {
 public:
  RoundsWalk(StateExplorer& explored, Walk walk)
      : explored_(explored),
        walk_(walk),
        reached_(explored.rounds.size() + 1, std::vector<bool>(walk.size(), false)),
        leads(explored.rounds.size() + 1, std::vector<Link>(explored.borders())) {
    arrive({Link::Kind::border, explored.root.index()}, -1);
    while (!stack_.empty()) {
      Standing& last = stack_.back();
      const Link link = next_unreached(last);
      if (link.is(Link::Kind::unexplored)) {
        stack_.pop_back();
      } else {
        arrive(link, last.round);
      }
    }
  }

 private:
  struct Standing {
    typename Walk::Cursor next;
    typename Walk::Cursor end;
    int round;
  };

  /// The next link to a node that this round has not reached yet, or to no node. Most links lead to
  /// nodes that were reached before.
  Link next_unreached(Standing& standing) const {
    const std::vector<bool>& reached = reached_[static_cast<std::size_t>(standing.round)];
    while (standing.next != standing.end) {
      const Link link = Walk::link(standing.next++);
      if (!link.is(Link::Kind::node) || !reached[link.index()]) return link;
    }
    return {};
  }

  void arrive(Link link, int round) {
    while (link.is(Link::Kind::border)) {
      ++round;
      Link& leads_to = leads[static_cast<std::size_t>(round)][link.index()];
      if (!leads_to.is(Link::Kind::unexplored)) return;
      leads_to = next_round(link.index(), round);
      link = leads_to;
    }
    if (!link.is(Link::Kind::node)) return;
    const auto reached = reached_[static_cast<std::size_t>(round)].begin() + link.index();
    if (*reached) return;
    *reached = true;
    const auto begin = walk_.begin(link.index());
    stack_.push_back({begin, begin + walk_.count(link.index()), round});
  }

  Link next_round(std::uint32_t border, int round) {
    const auto& rounds = explored_.rounds;
    const auto r = static_cast<std::size_t>(round);
    if (r < rounds.size() && border < rounds[r].size()) {
      const Link begun = rounds[r][border];
      if (!begun.is(Link::Kind::unexplored)) return begun;
    }
    const std::uint32_t leaf = explored_.leaf_of(border, round);
    if (leaf >= numbers_.size()) numbers_.resize(leaf + 1, unnumbered);
    if (numbers_[leaf] == unnumbered) {
      numbers_[leaf] = static_cast<std::uint32_t>(leaves.size());
      leaves.push_back(leaf);
    }
    return {Link::Kind::leaf, numbers_[leaf]};
  }

  static constexpr std::uint32_t unnumbered = ~std::uint32_t{0};

  StateExplorer& explored_;
  const Walk walk_;
  std::vector<std::vector<bool>> reached_;  ///< reached_[r][node]
  std::vector<Standing> stack_;
  std::vector<std::uint32_t> numbers_;  ///< of the explorer's leaves

 public:
  std::vector<std::vector<Link>> leads;  ///< leads[r][border]: unexplored where it is not reached
  std::vector<std::uint32_t> leaves;     ///< the explorer's leaves, in the order of the walk
};

/// Replaces a border that always leads to the same leaf by that leaf, and numbers the others anew.
class Borders {
 public:
  explicit Borders(const std::vector<std::vector<Link>>& leads) : renamed_(leads.front().size()) {
    for (std::uint32_t border = 0; border < renamed_.size(); ++border) {
      Link only;
      bool several = false;
      for (const std::vector<Link>& round : leads) {
        const Link link = round[border];
        if (link.is(Link::Kind::unexplored)) continue;
        several = several || (!only.is(Link::Kind::unexplored) && only != link);
        only = link;
      }
      if (only.is(Link::Kind::unexplored)) continue;
      if (!several && only.is(Link::Kind::leaf)) {
        renamed_[border] = only;
      } else {
        renamed_[border] = {Link::Kind::border, kept.size()};
        kept.push_back(border);
      }
    }
  }

  Link renamed(Link link) const {
    return link.is(Link::Kind::border) ? renamed_[link.index()] : link;
  }

  std::vector<std::uint32_t> kept;

 private:
  std::vector<Link> renamed_;
};

}  // namespace combat_odds
