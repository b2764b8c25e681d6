#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace combat_odds {

/// What positions of a game are worth to each side. Positions with the same continuations and
/// probabilities share one entry, so most positions that are equally good are known to be equal
/// without arithmetic. Others are compared as doubles, or as fractions if the doubles are too
/// close.
class Worths {
 public:
  using Id = std::uint32_t;
  using Rational = boost::multiprecision::cpp_rational;

  /// A game that is over.
  Id ended(const std::array<long long, 2>& payoffs);
  /// A roll: the worth of each result, and the number of throws that give it. Consumes `edges`.
  Id rolled(std::vector<std::pair<Id, std::uint64_t>>& edges);
  /// A worth that is known numerically only.
  Id numerical(const std::array<double, 2>& values);

  double value(Id id, int side) const {
    return entries_[id].values[static_cast<std::size_t>(side)];
  }
  bool is_exact(Id id) const { return entries_[id].exact; }
  std::size_t size() const { return entries_.size(); }

  /// Below 0 where `a` is worth less to the side than `b`, 0 where they are worth the same.
  int compared(Id a, Id b, int side);
  /// The worth as a fraction; is_exact(id) must hold.
  Rational exact(Id id, int side);

 private:
  struct Entry {
    std::array<double, 2> values{};
    std::array<long long, 2> payoffs{};  ///< where it is over
    std::uint32_t first = 0;             ///< its edges, none where it is over
    std::uint32_t count = 0;
    bool exact = true;
  };
  using Edge = std::pair<Id, std::uint64_t>;

  Id added(Entry entry, const std::string& key);

  std::vector<Entry> entries_;
  std::vector<Edge> edges_;
  boost::unordered_flat_map<std::string, Id> known_;
  std::array<boost::unordered_flat_map<Id, Rational>, 2> fractions_;
  double largest_ = 1;  ///< payoff, whatever its sign
};

}  // namespace combat_odds
