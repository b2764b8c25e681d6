// Asks asl.fire for its exact odds: 8 FP at +1 eliminate a squad on an Original 2 (K/2) and an
// Original 12 of the half-squad's MC: 1/36 of 1/36.
#include <combat_odds/ask/ask.hpp>

int main() {
  const combat_odds::Library library;
  const auto answer = combat_odds::ask(
      library, {"asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}}});
  return answer.outcome("eliminated").exact->fraction == "1/1296" ? 0 : 1;
}
