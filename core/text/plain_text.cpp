#include "core/text/plain_text.hpp"

#include <algorithm>
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

std::string plain_dashes(std::string_view text) {
  // U+2010 hyphen to U+2013 en dash; U+2212 minus sign.
  constexpr std::string_view dashes[] = {"\u2010", "\u2011", "\u2012", "\u2013", "\u2212"};
  constexpr std::size_t bytes = 3;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto dash_at = [&](std::size_t at) {
    return std::ranges::any_of(
        dashes, [&](std::string_view dash) { return text.substr(at, bytes) == dash; });
  };
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (!dash_at(at)) {
      plain += text[at++];
      continue;
    }
    const std::size_t before = plain.find_last_not_of(' ');
    const std::size_t after = text.find_first_not_of(' ', at + bytes);
    const bool beside_digit = (before != std::string::npos && is_digit(plain[before])) ||
                              (after != std::string_view::npos && is_digit(text[after]));
    plain += beside_digit ? "-" : text.substr(at, bytes);
    at += bytes;
  }
  return plain;
}

std::string plain_whole(std::string_view text) {
  std::string plain = plain_dashes(text);
  const std::size_t point = plain.find('.');
  const bool decimals = point != std::string::npos && point + 1 < plain.size() &&
                        plain.find_first_not_of('0', point + 1) == std::string::npos;
  if (decimals) plain.resize(point);
  return plain;
}

std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string capitalized(std::string text) {
  const bool word = text.size() < 2 || text[1] < '0' || text[1] > '9';  // d20 is no word
  if (word && !text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

std::string ended(std::string text) {
  if (text.empty() || (text.back() != '?' && text.back() != '!')) text += '.';
  return text;
}

std::string_view clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && continues(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace combat_odds
