#pragma once

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Who searches, and what it is to the Search dr (A12.152).
struct Searchers {
  int stealthy = 0;
  int half_squads = 0;
  int leadership = 0;
  int lax_or_cx = 0;
  bool japanese = false;

  static void describe(Declaration<Searchers>& searchers);
  int drm() const;
};

/// The modifiers of one side of a search, the searchers or the defenders.
int search_drm(int stealthy, int half_squads, int leadership, int lax);

}  // namespace combat_odds::asl
