#include "reports/pictures/text_fit.hpp"

#include <algorithm>
#include <array>

namespace combat_odds {
namespace {

constexpr char32_t no_letter = 0xfffd;

/// Of the characters from space to ~, in hundredths of the size.
constexpr std::array<int, 95> widths = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};

/// The same of any letter; those of a whole script are taken as one width.
double width_of(char32_t code) {
  if (code < U' ') return 0.32;  // drawn as a space
  if (code <= U'~') return widths[code - U' '] / 100.0;
  const bool accent = code >= 0x300 && code <= 0x36f;
  const bool invisible = code >= 0x200b && code <= 0x200f;
  if (accent || invisible) return 0;
  if (code < 0x250) return 0.72;
  if (code < 0x590) return 0.8;
  return code < 0x1f000 ? 1 : 1.35;
}

/// Ends of lines are good after these.
bool breaks_after(char c) { return c == ' ' || c == ','; }

void trim_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::vector<std::string> wrapped(const std::string& text, double width, double size) {
  std::vector<std::string> lines;
  std::string line;
  const auto fits = [&](std::string candidate) {
    trim_end(candidate);
    return text_width(candidate, size) <= width;
  };
  const auto end_line = [&] {
    trim_end(line);
    if (!line.empty()) lines.push_back(line);
    line.clear();
  };
  for (std::size_t start = 0; start < text.size();) {
    std::size_t stop = start;
    while (stop < text.size() && !breaks_after(text[stop])) ++stop;
    const std::string word = text.substr(start, stop + 1 - start);
    start += word.size();
    if (fits(line + word)) {
      line += word;
      continue;
    }
    end_line();
    for (std::size_t at = 0; at < word.size();) {
      const std::string letter = word.substr(at, letter_at(word, at).bytes);
      if (!line.empty() && !fits(line + letter)) end_line();
      line += letter;
      at += letter.size();
    }
  }
  end_line();
  return lines;
}

}  // namespace

Letter letter_at(std::string_view text, std::size_t byte) {
  const auto first = static_cast<unsigned char>(text[byte]);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || byte + bytes > text.size()) return {no_letter, 1};
  char32_t code = first & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[byte + i]);
    if ((next & 0xc0) != 0x80) return {no_letter, 1};
    code = code << 6 | (next & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[bytes] || code > 0x10ffff || surrogate) return {no_letter, 1};
  return {code, bytes};
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    width += width_of(letter.code);
    at += letter.bytes;
  }
  return width * size;
}

std::vector<std::string> fitted(const std::string& text, double width, std::size_t most,
                                double size) {
  constexpr double narrowest = 0.25;
  std::vector<std::size_t> starts;  // of the letters
  for (std::size_t at = 0; at < text.size(); at += letter_at(text, at).bytes) starts.push_back(at);
  const auto room = static_cast<std::size_t>(std::max(1.0, width / (narrowest * size))) * most;
  if (starts.size() <= room) {
    std::vector<std::string> lines = wrapped(text, width, size);
    if (lines.size() <= most) return lines;
  }
  for (std::size_t kept = std::min(starts.size(), room); kept > 1; --kept) {
    const std::size_t tail = kept / 2;
    const std::string shorter = text.substr(0, starts[kept - tail]) + "…" +
                                (tail == 0 ? "" : text.substr(starts[starts.size() - tail]));
    std::vector<std::string> lines = wrapped(shorter, width, size);
    if (lines.size() <= most) return lines;
  }
  return {"…"};
}

}  // namespace combat_odds
