#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/explore/raw_graph.hpp"
#include "core/explore/step_shapes.hpp"

namespace combat_odds {

/// The result of exploring state by state: the shape of each step, and the states its ends lead to.
struct StepGraph {
  struct Step {
    std::uint32_t shape = 0;
    std::uint32_t first_end = 0;
  };
  static constexpr std::uint32_t no_shape = ~std::uint32_t{0};  ///< a state that rolls nothing

  std::vector<Step> steps;
  std::vector<Link> ends;  ///< Kind::node: a state

  std::size_t size() const { return steps.size(); }
};

}  // namespace combat_odds
