#pragma once

// Catch2 as the release has it: 3 or 2. Tests are written in the words of 3.
#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

using Catch::Approx;

#else

#include <catch2/catch.hpp>

namespace Catch::Matchers {

inline auto ContainsSubstring(const std::string& part) { return Contains(part); }

}  // namespace Catch::Matchers

// Catch2 3 does not have it, and users of Catch2 3 would be the first to notice.
#pragma GCC poison Contains

#endif
