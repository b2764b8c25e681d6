#include "core/exact/sum_distribution.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/exact/nearest_double.hpp"

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;

/// A fraction in lowest terms of 40 digits has a denominator below 2^133. With a common denominator
/// beyond this, no fraction is short enough to print.
constexpr unsigned most_bits = 512;
constexpr std::size_t most_products = 250'000;

cpp_int common_multiple(const cpp_int& a, const cpp_int& b) {
  return cpp_int(a / boost::multiprecision::gcd(a, b) * b);
}

}  // namespace

struct SumDistribution::Fractions {
  std::vector<cpp_int> numerators;
  cpp_int denominator = 1;
};

SumDistribution::SumDistribution(int value)
    : least_(value), fractions_(std::make_shared<const Fractions>(Fractions{{1}, 1})) {}

SumDistribution::SumDistribution(const std::vector<std::pair<int, std::string>>& probabilities) {
  if (probabilities.empty()) throw std::invalid_argument("a distribution without a value");
  std::vector<std::pair<cpp_int, cpp_int>> fractions;
  Fractions all;
  for (const auto& [value, text] : probabilities) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) throw std::invalid_argument("no fraction: '" + text + "'");
    fractions.emplace_back(cpp_int(text.substr(0, slash)), cpp_int(text.substr(slash + 1)));
    all.denominator = common_multiple(all.denominator, fractions.back().second);
  }
  least_ = probabilities.front().first;
  const int values = probabilities.back().first - least_ + 1;
  all.numerators.assign(static_cast<std::size_t>(values), cpp_int(0));
  for (std::size_t i = 0; i < fractions.size(); ++i) {
    all.numerators[static_cast<std::size_t>(probabilities[i].first - least_)] =
        fractions[i].first * (all.denominator / fractions[i].second);
  }
  fractions_ = std::make_shared<const Fractions>(std::move(all));
}

std::size_t SumDistribution::size() const {
  return in_fractions() ? fractions_->numerators.size() : probabilities_.size();
}

SumDistribution SumDistribution::plus(const SumDistribution& other) const {
  if (certain() && in_fractions()) {
    SumDistribution sum = other;
    sum.least_ += least_;
    return sum;
  }
  if (other.certain() && other.in_fractions()) return other.plus(*this);
  SumDistribution sum;
  sum.least_ = least_ + other.least_;
  const std::size_t values = size() + other.size() - 1;
  if (in_fractions() && other.in_fractions() && size() * other.size() <= most_products) {
    const std::vector<cpp_int>& mine = fractions_->numerators;
    const std::vector<cpp_int>& theirs = other.fractions_->numerators;
    Fractions all{{}, fractions_->denominator * other.fractions_->denominator};
    if (boost::multiprecision::msb(all.denominator) < most_bits) {
      all.numerators.assign(values, cpp_int(0));
      for (std::size_t i = 0; i < mine.size(); ++i) {
        if (mine[i] == 0) continue;
        for (std::size_t j = 0; j < theirs.size(); ++j) {
          if (theirs[j] != 0) all.numerators[i + j] += mine[i] * theirs[j];
        }
      }
      sum.fractions_ = std::make_shared<const Fractions>(std::move(all));
      return sum;
    }
  }
  const std::vector<double> mine = doubles();
  const std::vector<double> theirs = other.doubles();
  sum.fractions_ = nullptr;
  sum.probabilities_.assign(values, 0.0);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (mine[i] == 0) continue;
    for (std::size_t j = 0; j < theirs.size(); ++j)
      sum.probabilities_[i + j] += mine[i] * theirs[j];
  }
  return sum;
}

SumDistribution SumDistribution::negated() const {
  SumDistribution result = *this;
  result.least_ = -most();
  if (in_fractions()) {
    Fractions reversed = *fractions_;
    std::reverse(reversed.numerators.begin(), reversed.numerators.end());
    result.fractions_ = std::make_shared<const Fractions>(std::move(reversed));
  }
  std::reverse(result.probabilities_.begin(), result.probabilities_.end());
  return result;
}

std::vector<double> SumDistribution::doubles() const {
  if (!in_fractions()) return probabilities_;
  std::vector<double> result;
  result.reserve(size());
  for (const cpp_int& numerator : fractions_->numerators)
    result.push_back(nearest_double(numerator, fractions_->denominator));
  return result;
}

ExactProbability SumDistribution::between(int low, int high) const {
  const int first = std::max(low, least_);
  const int last = std::min(high, most());
  if (first > last) return {0, "0/1"};
  if (first == least_ && last == most()) return {1, "1/1"};
  const auto begin = static_cast<std::size_t>(first - least_);
  const auto end = static_cast<std::size_t>(last - least_) + 1;
  if (!in_fractions()) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += probabilities_[i];
    return {std::min(sum, 1.0), ""};
  }
  cpp_int top = 0;
  for (std::size_t i = begin; i < end; ++i) top += fractions_->numerators[i];
  const cpp_int common = boost::multiprecision::gcd(top, fractions_->denominator);
  const cpp_int bottom = fractions_->denominator / common;
  top /= common;
  return {nearest_double(top, bottom), fraction_text(top, bottom)};
}

double SumDistribution::mean() const {
  const std::vector<double> all = doubles();
  double mean = 0;
  for (std::size_t i = 0; i < all.size(); ++i) mean += (least_ + static_cast<int>(i)) * all[i];
  return mean;
}

}  // namespace combat_odds
