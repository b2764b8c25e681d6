#include "core/text/plain_text.hpp"

#include <cstdint>

namespace combat_odds {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// The number of bytes in the first character; 0 if it is not plain text.
std::size_t character_at_front(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) {
    const bool control =
        (first < 0x20 && first != '\n' && first != '\r' && first != '\t') || first == 0x7f;
    return control ? 0 : 1;
  }
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  std::uint32_t code = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (!continues(text[i])) return 0;
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  }
  const bool overlong = code < (size == 4 ? 0x10000u : size == 3 ? 0x800u : 0x80u);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool control = code >= 0x80 && code < 0xa0;
  return overlong || surrogate || control || code > 0x10ffff ? 0 : size;
}

}  // namespace

std::size_t first_not_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_at_front(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return std::string_view::npos;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (std::size_t at = 0; at < line.size();) {
    const char first = line[at];
    const bool breaks = first == '\n' || first == '\r' || first == '\t';
    const std::size_t size = breaks ? 0 : character_at_front(std::string_view(line).substr(at));
    if (size == 0) line[at] = breaks ? ' ' : '?';
    at += size == 0 ? 1 : size;
  }
  return line;
}

std::string_view clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && continues(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace combat_odds
