#pragma once

namespace combat_odds::test {

/// Under a sanitizer everything takes ten to thirty times as long: tests over many similar cases
/// take fewer of them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace combat_odds::test
