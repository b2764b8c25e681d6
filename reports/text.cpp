#include "combat_odds/reports/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "combat_odds/core/number_text.hpp"

namespace combat_odds {
namespace {

bool starts_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

/// Where the letter of that number begins.
std::size_t byte_of(const std::string& text, std::size_t letter) {
  std::size_t byte = 0;
  for (std::size_t passed = 0; byte < text.size(); ++byte) {
    if (starts_letter(text[byte]) && passed++ == letter) break;
  }
  return byte;
}

}  // namespace

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_letter));
}

std::vector<std::string> broken_lines(const std::string& text, std::size_t most) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t stop = std::min(text.find_first_of(" ,", start), text.size() - 1);
    const std::string word = text.substr(start, stop + 1 - start);
    start = stop + 1;
    const bool fits = letters(line) + letters(word) <= most + (word.ends_with(' ') ? 1 : 0);
    if (!line.empty() && !fits) {
      lines.push_back(line);
      line.clear();
    }
    line += word;
  }
  if (!line.empty()) lines.push_back(line);
  for (std::string& each : lines) each.erase(each.find_last_not_of(' ') + 1);
  return lines;
}

std::string shortened(const std::string& text, std::size_t most) {
  const std::size_t count = letters(text);
  if (count <= most) return text;
  const std::size_t tail = most / 2;
  return text.substr(0, byte_of(text, most - 1 - tail)) + "…" +
         text.substr(byte_of(text, count - tail));
}

std::string short_date(const std::string& date) {
  constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return date;
  const auto month = number_in<std::size_t>(date.substr(5, 2));
  const auto day = number_in<int>(date.substr(8, 2));
  if (!month || !day || *month < 1 || *month > months.size()) return date;
  return fmt::format("{} {}", *day, months[*month - 1]);
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string("/._-+:,=").find(c) != std::string::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string stem(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 || name == ".." ? name : name.substr(0, dot);
}

std::string trials_each(std::uint64_t fewest, std::uint64_t most, std::uint64_t seed) {
  return fewest == most ? fmt::format("{} trials each, seed {}", most, seed)
                        : fmt::format("{} to {} trials each, seed {}", fewest, most, seed);
}

std::string joined(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace combat_odds
