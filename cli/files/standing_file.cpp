#include "cli/files/standing_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <filesystem>
#include <optional>

#include "core/text/fnv1a.hpp"
#include "core/text/lower.hpp"

namespace combat_odds::cli {
namespace {

/// How a format holds a line that nobody sees.
struct Place {
  std::string front;   ///< what the checksum stands behind
  std::string before;  ///< what the mark goes in front of, the last one; empty: the end
  std::size_t back;    ///< the bytes behind the checksum
};

constexpr std::size_t digits = 16;

std::string checksum(std::string_view first, std::string_view second = {}) {
  return fmt::format("{:016x}", Fnv1a().add(first).add(second).value());
}

/// A chunk of PNG is its length, its type, its contents and a CRC of both.
constexpr std::string_view png_chunk{"\0\0\0\x1ctEXtcombat-odds\0", 20};
constexpr std::string_view png_end{"\0\0\0\0IEND", 8};
constexpr std::size_t length_bytes = 4;

std::string png_crc(std::string_view chunk) {
  boost::crc_32_type crc;
  crc.process_bytes(chunk.data(), chunk.size());
  const auto sum = crc.checksum();
  std::string bytes;
  for (const unsigned shift : {24u, 16u, 8u, 0u}) bytes += static_cast<char>(sum >> shift & 0xff);
  return bytes;
}

std::optional<Place> place_in(const std::string& path) {
  const std::string ending = lower(std::filesystem::path(path).extension().string());
  if (ending == ".svg" || ending == ".html" || ending == ".htm" || ending == ".md") {
    return Place{"<!-- combat-odds ", "", std::string_view(" -->\n").size()};
  }
  if (ending == ".pdf") return Place{"% combat-odds ", "startxref", std::string_view("\n").size()};
  if (ending == ".png") return Place{std::string(png_chunk), std::string(png_end), length_bytes};
  return std::nullopt;
}

std::string mark(const Place& place, const std::string& sum) {
  const std::string text = place.front + sum;
  if (place.front == png_chunk) {
    return text + png_crc(std::string_view(text).substr(length_bytes));
  }
  return text + (place.before.empty() ? " -->\n" : "\n");
}

}  // namespace

std::string with_mark(const std::string& path, std::string_view contents) {
  std::string marked(contents);
  const std::optional<Place> place = place_in(path);
  if (!place) return marked;
  const std::size_t at = place->before.empty() ? marked.size() : marked.rfind(place->before);
  if (at != std::string::npos) marked.insert(at, mark(*place, checksum(contents)));
  return marked;
}

bool has_own_mark(const std::string& path, std::string_view contents) {
  const std::optional<Place> place = place_in(path);
  if (!place) return false;
  const std::size_t at = contents.rfind(place->front);
  if (at == std::string_view::npos) return false;
  const std::size_t size = place->front.size() + digits + place->back;
  if (contents.size() < at + size) return false;
  const std::string sum = checksum(contents.substr(0, at), contents.substr(at + size));
  return contents.substr(at, size) == mark(*place, sum);
}

}  // namespace combat_odds::cli
