#include "combat_odds/core/error.hpp"

#include <fmt/format.h>

namespace combat_odds {
namespace {

std::string message(const Place& place, const std::string& wrong, const std::string& right) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.column);
  if (!text.empty()) text += ": ";
  text += wrong;
  if (!right.empty()) text += fmt::format(" ({})", right);
  return text;
}

}  // namespace

InputError::InputError(const Place& place, const std::string& wrong, const std::string& right)
    : std::runtime_error(message(place, wrong, right)),
      place_(place),
      wrong_(wrong),
      right_(right) {}

}  // namespace combat_odds
