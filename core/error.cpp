#include "core/error.hpp"

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

std::string lines(const std::vector<InputError>& faults) {
  std::string text;
  for (const InputError& fault : faults) {
    if (!text.empty()) text += '\n';
    text += fault.what();
  }
  return text;
}

}  // namespace

InputError::InputError(const Place& place, const std::string& wrong, const std::string& right)
    : std::runtime_error(message(place, wrong, right)) {}

InputError::InputError(const std::vector<InputError>& faults) : std::runtime_error(lines(faults)) {}

}  // namespace combat_odds
