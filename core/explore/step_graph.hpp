#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/explore/raw_graph.hpp"
#include "core/explore/step_shapes.hpp"

namespace combat_odds {

/// What was explored, state by state: the shape of each state's step, and where its ends lead.
struct StepGraph {
  struct Step {
    std::uint32_t shape = 0;
    std::uint32_t first_end = 0;
  };
  static constexpr std::uint32_t no_shape = ~std::uint32_t{0};  ///< of a state that rolls nothing

  std::vector<Step> steps;
  std::vector<Link> ends;  ///< Kind::node: to a state

  std::size_t size() const { return steps.size(); }
};

}  // namespace combat_odds
