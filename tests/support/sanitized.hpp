#pragma once

#include <cstddef>
#include <string>

#include "tests/support/lines.hpp"

namespace combat_odds::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// A table. Under a sanitizer all takes ten to thirty times as long: then only the names of its
/// columns and its first `rows`, whose cells may have no line ends.
inline std::string table_to_try(const std::string& table, std::size_t rows) {
  if (!sanitized) return table;
  std::string beginning;
  for (const std::string& line : lines_of(table)) {
    beginning += line + '\n';
    if (rows-- == 0) break;
  }
  return beginning;
}

}  // namespace combat_odds::test
