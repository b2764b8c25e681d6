#include "core/exact/distribution.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/exact/nearest_double.hpp"
#include "core/exact/propagation.hpp"

namespace combat_odds {
namespace {

using Value = Distribution::Value;
using Weight = Distribution::Weight;
using Entry = Distribution::Entry;

constexpr std::int64_t most_dense = 4'000'000;

double words_of(const Weight& number) { return static_cast<double>(msb(number)) / 64 + 1; }

/// Adds up the weights of equal values.
std::vector<Entry> in_order(std::vector<Entry> entries) {
  const auto before = [](const Entry& a, const Entry& b) { return a.first < b.first; };
  if (!std::is_sorted(entries.begin(), entries.end(), before)) {
    std::stable_sort(entries.begin(), entries.end(), before);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].second == 0) continue;
    if (kept > 0 && entries[kept - 1].first == entries[i].first) {
      entries[kept - 1].second += entries[i].second;
    } else {
      if (kept != i) entries[kept] = std::move(entries[i]);
      ++kept;
    }
  }
  entries.resize(kept);
  return entries;
}

/// The coefficients of (w0 + w1 x + ... + wd x^d)^count, w0 not 0. They follow from each other
/// (J. C. P. Miller): with P = p^count, p P' = count p' P, so that
///   m w0 c_m = sum over j of (count j - (m - j)) w_j c_(m-j).
/// For equal weights p = (1 - x^k) / (1 - x) with k = d + 1, and three terms are enough:
///   m c_m = (m - 1 + count) c_(m-1) + (m - k - count k) c_(m-k)
///           + (count (k - 1) - (m - k - 1)) c_(m-k-1).
std::vector<Weight> power(const std::vector<Weight>& weights, int count) {
  const auto d = static_cast<std::int64_t>(weights.size()) - 1;
  const std::int64_t n = count;
  const std::int64_t last = n * d;
  std::vector<Weight> c(static_cast<std::size_t>(last) + 1);
  c[0] = pow(weights[0], static_cast<unsigned>(count));
  const bool symmetric = std::equal(weights.begin(), weights.end(), weights.rbegin());
  const std::int64_t half = symmetric ? last / 2 : last;
  const bool equal = d >= 3 && std::all_of(weights.begin(), weights.end(),
                                           [](const Weight& weight) { return weight == 1; });
  const auto at = [&](std::int64_t i) -> const Weight& { return c[static_cast<std::size_t>(i)]; };
  Weight sum;
  Weight term;
  const auto add = [&](const Weight& number, std::int64_t factor) {
    term = number * factor;
    sum += term;
  };
  struct Term {
    std::int64_t j;
    std::int64_t weight;  ///< 0: it is a long one
  };
  std::vector<Term> terms;
  constexpr std::int64_t most_weight = std::int64_t{1} << 31;
  for (std::int64_t j = 1; j <= d && !equal; ++j) {
    const Weight& weight = weights[static_cast<std::size_t>(j)];
    if (weight == 0) continue;
    terms.push_back({j, weight < most_weight ? static_cast<std::int64_t>(weight) : 0});
  }
  for (std::int64_t m = 1; m <= half; ++m) {
    sum = 0;
    if (equal) {
      const std::int64_t k = d + 1;
      add(at(m - 1), m - 1 + n);
      if (m >= k) add(at(m - k), m - k - n * k);
      if (m > k) add(at(m - k - 1), n * (k - 1) - (m - k - 1));
      sum /= m;
    } else {
      for (const Term& of : terms) {
        if (of.j > m) break;
        const std::int64_t factor = n * of.j - (m - of.j);
        if (of.weight != 0) {
          add(at(m - of.j), factor * of.weight);
        } else {
          term = at(m - of.j) * weights[static_cast<std::size_t>(of.j)];
          term *= factor;
          sum += term;
        }
      }
      sum /= weights[0];
      sum /= m;
    }
    c[static_cast<std::size_t>(m)] = sum;
  }
  for (std::int64_t m = half + 1; m <= last; ++m) c[static_cast<std::size_t>(m)] = at(last - m);
  return c;
}

/// The total as a product of prime factors below 5,000 and what is left, if that fits a word.
std::optional<std::pair<Bases, std::vector<Bases::Exponent>>> factored(Weight number) {
  constexpr std::uint64_t largest = 5'000;
  Bases bases;
  std::vector<std::uint64_t> exponents;
  const auto include = [&](std::uint64_t base, std::uint64_t exponent) {
    bases.include(base);
    exponents.push_back(exponent);
  };
  if (const auto twos = lsb(number); twos > 0) {
    include(2, twos);
    number >>= twos;
  }
  for (std::uint64_t p = 3; p <= largest && number != 1; p += 2) {
    std::uint64_t exponent = 0;
    while (number % p == 0) {
      number /= p;
      ++exponent;
    }
    if (exponent > 0) include(p, exponent);
  }
  if (number != 1) {
    if (msb(number) > 62) return std::nullopt;
    include(static_cast<std::uint64_t>(number), 1);
  }
  if (bases.count() != exponents.size()) return std::nullopt;
  return std::pair(std::move(bases),
                   std::vector<Bases::Exponent>(exponents.begin(), exponents.end()));
}

}  // namespace

void WorkLimit::spend(double products) {
  left_ -= products;
  if (left_ < 0)
    throw GraphTooLarge(
        "it has too many sums to work them all out: ask for fewer dice or smaller numbers");
  if (control_ != nullptr && control_->stopped()) throw Interrupted();
}

Distribution::Distribution(std::vector<Entry> entries) : entries_(in_order(std::move(entries))) {
  for (const auto& [value, weight] : entries_) total_ += weight;
  constexpr unsigned most_reduced = 4'096;  // bits; looking for a common divisor takes long
  Weight common = total_;
  if (msb(total_) > most_reduced) return;
  for (const auto& [value, weight] : entries_) {
    if (common == 1) break;
    common = gcd(common, weight);
  }
  if (common == 1) return;
  for (auto& [value, weight] : entries_) weight /= common;
  total_ /= common;
}

double Distribution::words() const { return words_of(total_); }

Distribution Distribution::mapped(FunctionRef<Value(Value)> change) const {
  std::vector<Entry> changed;
  changed.reserve(entries_.size());
  for (const auto& [value, weight] : entries_) changed.emplace_back(change(value), weight);
  return {in_order(std::move(changed)), total_};
}

Distribution Distribution::shifted(Value by) const {
  Distribution result = *this;
  for (auto& [value, weight] : result.entries_) value += by;
  return result;
}

Weight Distribution::weight(FunctionRef<bool(Value)> holds) const {
  Weight sum = 0;
  for (const auto& [value, weight] : entries_) {
    if (holds(value)) sum += weight;
  }
  return sum;
}

std::vector<ExactProbability> Distribution::probabilities() const {
  std::vector<ExactProbability> all;
  all.reserve(entries_.size());
  auto factors = factored(total_);
  if (!factors) {
    for (const auto& [value, weight] : entries_) {
      const Weight common = gcd(weight, total_);
      all.push_back({nearest_double(weight, total_),
                     fraction_text(Weight(weight / common), Weight(total_ / common))});
    }
    return all;
  }
  const std::size_t width = msb(total_) / 64 + 1;
  std::vector<std::uint64_t> numbers(entries_.size() * width, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    export_bits(entries_[i].second, numbers.begin() + static_cast<std::ptrdiff_t>(i * width), 64,
                false);
  }
  const LeafNumbers leaves(std::move(factors->first), std::move(factors->second), width,
                           std::move(numbers));
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    all.push_back(leaves.probability(std::span(&i, 1)));
  }
  return all;
}

Distribution sum(const Distribution& one, const Distribution& other, WorkLimit& limit) {
  if (one.certain()) return other.shifted(one.least());
  if (other.certain()) return one.shifted(other.least());
  const std::size_t pairs = one.entries().size() * other.entries().size();
  limit.spend(static_cast<double>(pairs) * (8 + one.words() * other.words()));
  const Value least = one.least() + other.least();
  const Value most = one.most() + other.most();
  std::vector<Entry> entries;
  if (most - least < most_dense && most - least <= 4 * static_cast<Value>(pairs)) {
    std::vector<Weight> weights(static_cast<std::size_t>(most - least) + 1);
    Weight product;
    for (const auto& [a, weight] : one.entries()) {
      for (const auto& [b, times] : other.entries()) {
        product = weight * times;
        weights[static_cast<std::size_t>(a + b - least)] += product;
      }
    }
    for (Value value = least; value <= most; ++value) {
      Weight& weight = weights[static_cast<std::size_t>(value - least)];
      if (weight != 0) entries.emplace_back(value, std::move(weight));
    }
  } else {
    for (const auto& [a, weight] : one.entries()) {
      for (const auto& [b, times] : other.entries()) entries.emplace_back(a + b, weight * times);
    }
    entries = in_order(std::move(entries));
  }
  return {std::move(entries), one.total() * other.total()};
}

Distribution sum_of(const Distribution& each, int count, WorkLimit& limit) {
  if (count == 0) return Distribution(0);
  if (count == 1) return each;
  if (each.certain()) return Distribution(each.least() * count);
  Value step = 0;
  for (const auto& [value, weight] : each.entries()) step = std::gcd(step, value - each.least());
  const Value width = (each.most() - each.least()) / step;
  const auto terms = static_cast<double>(each.entries().size());
  const double size = static_cast<double>(width) * count;
  if (size > most_dense) {
    // Few values, far apart.
    const Distribution half = sum_of(each, count / 2, limit);
    const Distribution twice = sum(half, half, limit);
    return count % 2 == 0 ? twice : sum(twice, each, limit);
  }
  limit.spend(size * (terms + 4) * (8 + each.words() * count));
  std::vector<Weight> weights(static_cast<std::size_t>(width) + 1);
  for (const auto& [value, weight] : each.entries()) {
    weights[static_cast<std::size_t>((value - each.least()) / step)] = weight;
  }
  std::vector<Weight> all = power(weights, count);
  std::vector<Entry> entries;
  entries.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == 0) continue;
    entries.emplace_back(each.least() * count + static_cast<Value>(i) * step, std::move(all[i]));
  }
  return {std::move(entries), pow(each.total(), static_cast<unsigned>(count))};
}

Distribution joined(const Distribution& one, const Distribution& other,
                    FunctionRef<Value(Value, Value)> join, WorkLimit& limit) {
  const std::size_t pairs = one.entries().size() * other.entries().size();
  limit.spend(static_cast<double>(pairs) * (30 + one.words() * other.words()));
  std::vector<Entry> entries;
  entries.reserve(pairs);
  for (const auto& [a, weight] : one.entries()) {
    for (const auto& [b, times] : other.entries()) entries.emplace_back(join(a, b), weight * times);
  }
  return Distribution(std::move(entries));
}

namespace {

/// Calls visit(value, weight here, weights below) for each value of `one`, with how `other` weighs
/// below it and at it.
template <class Visit>
void side_by_side(const Distribution& one, const Distribution& other, const Visit& visit) {
  Weight below = 0;
  auto next = other.entries().begin();
  const Weight none = 0;
  for (const auto& [value, weight] : one.entries()) {
    for (; next != other.entries().end() && next->first < value; ++next) below += next->second;
    const bool ties = next != other.entries().end() && next->first == value;
    visit(value, weight, below, ties ? next->second : none);
  }
}

}  // namespace

Distribution compared(const Distribution& one, const Distribution& other, WorkLimit& limit) {
  limit.spend(static_cast<double>(one.entries().size() + other.entries().size()) *
              (8 + one.words() * other.words()));
  Weight more = 0;
  Weight equal = 0;
  side_by_side(one, other,
               [&](Value, const Weight& weight, const Weight& below, const Weight& ties) {
                 more += weight * below;
                 if (ties != 0) equal += weight * ties;
               });
  const Weight less = one.total() * other.total() - more - equal;
  return Distribution({{-1, less}, {0, equal}, {1, more}});
}

Distribution larger(const Distribution& one, const Distribution& other, WorkLimit& limit) {
  limit.spend(static_cast<double>(one.entries().size() + other.entries().size()) *
              (8 + one.words() * other.words()));
  std::vector<Entry> entries;
  side_by_side(one, other,
               [&](Value value, const Weight& weight, const Weight& below, const Weight& ties) {
                 entries.emplace_back(value, weight * (below + ties));
               });
  side_by_side(other, one,
               [&](Value value, const Weight& weight, const Weight& below, const Weight& /*ties*/) {
                 entries.emplace_back(value, weight * below);
               });
  return Distribution(std::move(entries));
}

void Mixture::add(const Weight& weight, const Weight& total, const Distribution& part) {
  if (weight == 0) return;
  limit_.spend(static_cast<double>(part.entries().size()) * (20 + part.words() + words_of(total)));
  const Weight own = total * part.total();
  if (common_ != own) {
    const Weight multiple = lcm(common_, own);
    if (multiple != common_) {
      const Weight by = multiple / common_;
      limit_.spend(static_cast<double>(entries_.size()) * (20 + words_of(multiple)));
      for (Entry& entry : entries_) entry.second *= by;
      common_ = multiple;
    }
  }
  const Weight times = weight * Weight(common_ / own);
  for (const auto& [value, of] : part.entries()) entries_.emplace_back(value, of * times);
  constexpr std::size_t most_waiting = 200'000;
  if (entries_.size() > most_waiting) entries_ = in_order(std::move(entries_));
}

Distribution Mixture::mixed() && { return Distribution(std::move(entries_)); }

const Weight& binomial(int count, int chosen) {
  thread_local std::vector<std::vector<Weight>> rows;
  if (static_cast<std::size_t>(count) >= rows.size()) {
    rows.resize(static_cast<std::size_t>(count) + 1);
  }
  std::vector<Weight>& row = rows[static_cast<std::size_t>(count)];
  if (row.empty()) {
    row.assign(static_cast<std::size_t>(count) + 1, 1);
    for (int i = 1; i <= count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      row[at] = row[at - 1] * (count - i + 1) / i;
    }
  }
  return row[static_cast<std::size_t>(chosen)];
}

}  // namespace combat_odds
