#pragma once

namespace combat_odds::test {

/// Under a sanitizer all takes ten to thirty times as long: tests that go through much that is
/// alike go through less of it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace combat_odds::test
