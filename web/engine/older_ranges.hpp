// Debian 12's emscripten brings the C++ library of LLVM 13, which lacks the algorithms over ranges.
// Compiled before every file there, and nowhere else.
#pragma once

#include <version>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace std::ranges {

template <class Less, class Projection>
auto projected(Less less, Projection projection) {
  return [=](const auto& a, const auto& b) {
    return std::invoke(less, std::invoke(projection, a), std::invoke(projection, b));
  };
}
template <class Predicate, class Projection>
auto projected_one(Predicate predicate, Projection projection) {
  return [=](auto&& value) { return std::invoke(predicate, std::invoke(projection, value)); };
}

template <class Range, class Predicate, class Projection = identity>
bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), projected_one(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), projected_one(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), projected_one(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range), projected_one(predicate, projection));
}
template <class Range, class Value, class Projection = identity>
auto count(Range&& range, const Value& value, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](const auto& each) { return std::invoke(projection, each) == value; });
}
template <class Range, class Predicate, class Projection = identity>
auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), projected_one(predicate, projection));
}
template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& each) { return std::invoke(projection, each) == value; });
}
template <class Range, class Less = less, class Projection = identity>
void sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
void stable_sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), projected(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
auto max_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::max_element(std::begin(range), std::end(range), projected(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
auto min_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), projected(less, projection));
}
template <class Value>
struct two_results {
  Value min;
  Value max;
};
template <class Range, class Less = less, class Projection = identity>
auto minmax(Range&& range, Less less = {}, Projection projection = {}) {
  const auto [least, most] =
      std::minmax_element(std::begin(range), std::end(range), projected(less, projection));
  return two_results<std::decay_t<decltype(*least)>>{*least, *most};
}
template <class One, class Other, class Same = equal_to, class First = identity,
          class Second = identity>
bool equal(One&& one, Other&& other, Same same = {}, First first = {}, Second second = {}) {
  return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other),
                    [&](const auto& a, const auto& b) {
                      return std::invoke(same, std::invoke(first, a), std::invoke(second, b));
                    });
}
template <class Range, class Value>
void replace(Range&& range, const Value& from, const Value& to) {
  std::replace(std::begin(range), std::end(range), from, to);
}
template <class Range, class Out, class Change>
void transform(Range&& range, Out out, Change change) {
  std::transform(std::begin(range), std::end(range), out, change);
}

}  // namespace std::ranges

#endif
