#include "core/dice/dice.hpp"

#include <algorithm>
#include <atomic>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <stdexcept>

namespace combat_odds {
namespace {

constexpr std::uint64_t most_throws = std::uint64_t{1} << 62;

std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

std::uint64_t choose(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i)
    result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return result;
}

/// The number of the 6^units throws that select exactly a given set of `selected` units. Let t be
/// the lowest dr selected: every selected unit rolls t or more, fewer than `at_least` of them more
/// than t (or t would not be needed), every other unit less than t.
std::uint64_t selection_throws(const Roll& roll, int selected) {
  std::uint64_t throws = 0;
  for (int t = 1; t <= roll.sides; ++t) {
    std::uint64_t ways = 0;
    for (int above = 0; above < std::min(roll.at_least, selected); ++above) {
      ways += choose(selected, above) * power(static_cast<std::uint64_t>(roll.sides - t), above);
    }
    throws += ways * power(static_cast<std::uint64_t>(t - 1), roll.count - selected);
  }
  return throws;
}

}  // namespace

std::uint64_t Roll::throws() const {
  if (count < 1 || sides < 1) throw std::invalid_argument("a roll needs dice with sides");
  if (kind == Kind::random_selection && (at_least < 1 || at_least > count || count > 20)) {
    throw std::invalid_argument("Random Selection selects 1 to all of at most 20 units");
  }
  std::uint64_t result = 1;
  for (int i = 0; i < count; ++i) {
    if (result > most_throws / static_cast<std::uint64_t>(sides)) {
      throw std::invalid_argument("a roll of more than 2^62 throws");
    }
    result *= static_cast<std::uint64_t>(sides);
  }
  return result;
}

std::uint64_t Roll::face(std::span<const int> pips) const {
  if (kind == Kind::dice) {
    std::uint64_t face = 0;
    for (std::size_t i = pips.size(); i-- > 0;) {
      face = face * static_cast<std::uint64_t>(sides) + static_cast<std::uint64_t>(pips[i]);
    }
    return face;
  }
  int threshold = sides;
  for (auto units = std::ptrdiff_t{0}; units < at_least && threshold > 0;) {
    units += std::count(pips.begin(), pips.end(), --threshold);
  }
  std::uint64_t selected = 0;
  for (std::size_t i = 0; i < pips.size(); ++i) {
    if (pips[i] >= threshold) selected |= std::uint64_t{1} << i;
  }
  return selected;
}

void Roll::for_each_face(FunctionRef<void(std::uint64_t, std::uint64_t)> visit) const {
  if (kind == Kind::dice) {
    const std::uint64_t faces = throws();
    for (std::uint64_t face = 0; face < faces; ++face) visit(face, 1);
    return;
  }
  boost::container::small_vector<std::uint64_t, 21> by_size(static_cast<std::size_t>(count) + 1, 0);
  for (int selected = at_least; selected <= count; ++selected) {
    by_size[static_cast<std::size_t>(selected)] = selection_throws(*this, selected);
  }
  for (std::uint64_t set = 1; set < (std::uint64_t{1} << count); ++set) {
    const std::uint64_t weight = by_size[static_cast<std::size_t>(std::popcount(set))];
    if (weight > 0) visit(set, weight);
  }
}

std::uint64_t next_inner_number() {
  static std::atomic<std::uint64_t> number{0};
  return ++number;
}

Dice::Face ThrownDice::roll(const Roll& roll, Keys /*keys*/, Label /*label*/) {
  boost::container::small_vector<int, 20> pips(static_cast<std::size_t>(roll.count));
  for (int& die : pips) die = throw_die(roll.sides);
  return roll.face(pips);
}

}  // namespace combat_odds
