#include "combat_odds/core/error.hpp"

#include <fmt/format.h>

#include "combat_odds/core/limits.hpp"
#include "combat_odds/core/plain_text.hpp"

namespace combat_odds {
namespace {

std::string message(const Place& place, const std::string& wrong, const std::string& right) {
  std::string text = one_line(place.file);
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.column);
  if (!text.empty()) text += ": ";
  text += one_line(wrong);
  if (!right.empty()) text += fmt::format(" ({})", one_line(right));
  return text;
}

/// What is wrong may be a text of any length.
std::string shown(const std::string& wrong) {
  const std::string_view start = clipped(wrong, limits::message_bytes);
  return fmt::format("{}{}", start, start.size() < wrong.size() ? "..." : "");
}

}  // namespace

InputError::InputError(const Place& place, const std::string& wrong, const std::string& right)
    : std::runtime_error(message(place, shown(wrong), right)),
      place_(place),
      wrong_(shown(wrong)),
      right_(right) {}

}  // namespace combat_odds
