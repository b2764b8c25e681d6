#include "core/best/worths.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace combat_odds {
namespace {

/// Payoffs that differ by more than this share of the largest one really differ: the rounding of a
/// sum of products is far smaller.
constexpr double near = 1e-10;

template <class Value>
void append(std::string& key, const Value& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Worths::Id Worths::added(Entry entry, const std::string& key) {
  const auto [known, is_new] = known_.try_emplace(key, static_cast<Id>(entries_.size()));
  if (is_new) {
    entries_.push_back(entry);
  } else {
    edges_.resize(edges_.size() - entry.count);
  }
  return known->second;
}

Worths::Id Worths::ended(const std::array<long long, 2>& payoffs) {
  Entry entry;
  std::string key = "e";
  for (std::size_t side = 0; side < 2; ++side) {
    entry.payoffs[side] = payoffs[side];
    entry.values[side] = static_cast<double>(payoffs[side]);
    largest_ = std::max(largest_, std::abs(entry.values[side]));
    append(key, payoffs[side]);
  }
  return added(entry, key);
}

Worths::Id Worths::rolled(std::vector<Edge>& edges) {
  std::sort(edges.begin(), edges.end());
  std::size_t last = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (edges[i].first == edges[last].first) {
      edges[last].second += edges[i].second;
    } else {
      edges[++last] = edges[i];
    }
  }
  edges.resize(last + 1);
  if (edges.size() == 1) return edges.front().first;
  std::uint64_t common = 0;
  std::uint64_t throws = 0;
  for (const Edge& edge : edges) {
    common = std::gcd(common, edge.second);
    throws += edge.second;
  }
  Entry entry;
  entry.first = static_cast<std::uint32_t>(edges_.size());
  entry.count = static_cast<std::uint32_t>(edges.size());
  std::string key = "r";
  for (Edge& edge : edges) {
    edge.second /= common;
    append(key, edge.first);
    append(key, edge.second);
    edges_.push_back(edge);
    const Entry& there = entries_[edge.first];
    entry.exact = entry.exact && there.exact;
    const double share = static_cast<double>(edge.second) / static_cast<double>(throws / common);
    for (std::size_t side = 0; side < 2; ++side) entry.values[side] += share * there.values[side];
  }
  return added(entry, key);
}

Worths::Id Worths::numerical(const std::array<double, 2>& values) {
  Entry entry;
  entry.values = values;
  entry.exact = false;
  entries_.push_back(entry);
  return static_cast<Id>(entries_.size() - 1);
}

int Worths::compared(Id a, Id b, int side) {
  if (a == b) return 0;
  const double difference = value(a, side) - value(b, side);
  // The solution of a linear system is rounded a little more.
  const double unsure = (is_exact(a) && is_exact(b) ? near : 10 * near) * largest_;
  if (std::abs(difference) > unsure) return difference < 0 ? -1 : 1;
  if (!is_exact(a) || !is_exact(b)) return 0;
  return exact(a, side).compare(exact(b, side));
}

/// A worth refers to earlier entries only; just the ones needed are worked out.
Worths::Rational Worths::exact(Id id, int side) {
  auto& known = fractions_[static_cast<std::size_t>(side)];
  std::vector<Id> open{id};
  while (!open.empty()) {
    const Id here = open.back();
    if (known.contains(here)) {
      open.pop_back();
      continue;
    }
    const Entry& entry = entries_[here];
    if (entry.count == 0) {
      known.emplace(here, Rational(entry.payoffs[static_cast<std::size_t>(side)]));
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    Rational sum = 0;
    std::uint64_t throws = 0;
    for (std::uint32_t e = entry.first; e < entry.first + entry.count; ++e) {
      const auto there = known.find(edges_[e].first);
      throws += edges_[e].second;
      if (there == known.end()) {
        open.push_back(edges_[e].first);
      } else if (open.size() == before) {
        sum += there->second * edges_[e].second;
      }
    }
    if (open.size() > before) continue;
    known.emplace(here, sum / throws);
    open.pop_back();
  }
  return known.find(id)->second;
}

}  // namespace combat_odds
