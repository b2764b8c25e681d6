#include "reports/text/wrapped.hpp"

#include <algorithm>

namespace combat_odds {
namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  bool fresh = true;  // nothing but the indentation stands in the line
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    if (text.substr(end).starts_with(" %")) {  // stays with its number
      end = std::min(text.find_first_of(" \n", end + 1), text.size());
    }
    const std::string_view word = text.substr(start, end - start);
    const std::size_t length = characters(word);
    if (!fresh && width != 0 && used + 1 + length > width) {
      lines += '\n' + std::string(indent, ' ');
      used = indent;
      fresh = true;
    }
    if (!fresh) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += length;
    fresh = false;
    if (end < text.size() && text[end] == '\n') {
      lines += '\n';
      used = 0;
      fresh = true;
    }
    start = end + 1;
  }
  return lines;
}

std::string wrapped_beside_tables(std::string_view text, std::size_t width) {
  std::string all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const bool is_of_table = line.starts_with('|') || line.starts_with('#') ||
                             line.find("  ", begin) != std::string_view::npos;
    constexpr std::size_t further = 2;
    if (is_of_table) {
      all += line;
    } else {
      all += line.substr(0, begin);
      all += wrapped(line.substr(begin), width - std::min(width, begin),
                     begin + (begin > 0 ? further : 0));
    }
    if (end < text.size()) all += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

}  // namespace combat_odds
