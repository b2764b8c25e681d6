#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace combat_odds {

/// The first line of CSV text and those whose first field is `first`, as a text to read; empty
/// where there are none. For tables in which each row is a line and its first field has no quotes,
/// such as those that are compiled in: a question needs few of their lines.
inline std::string lines_of(std::string_view text, std::string_view first) {
  const auto line_at = [&](std::size_t start) {
    return text.substr(start, std::min(text.find('\n', start), text.size()) - start);
  };
  std::string wanted = "\n";
  wanted += first;
  wanted += ',';
  std::string lines;
  for (std::size_t at = 0; (at = text.find(wanted, at)) != text.npos; ++at) {
    if (lines.empty()) lines = line_at(0);
    lines += '\n';
    lines += line_at(at + 1);
  }
  return lines;
}

}  // namespace combat_odds
