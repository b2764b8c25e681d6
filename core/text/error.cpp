#include "core/text/error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/limits.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {
namespace {

/// Whether it goes on as a sentence about an option or a file: "--over needs --until".
bool reads_on(const std::string& wrong) {
  static constexpr std::string_view verbs[] = {"are", "asks",  "does",  "ends",  "has",
                                               "is",  "names", "needs", "takes", "was"};
  const std::string_view verb = std::string_view(wrong).substr(0, wrong.find(' '));
  return std::find(std::begin(verbs), std::end(verbs), verb) != std::end(verbs);
}

std::string message(const Place& place, const std::string& wrong, const std::string& right) {
  std::string text = one_line(place.file);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  if (!text.empty()) text += place.line == 0 && reads_on(wrong) ? " " : ": ";
  text += wrong;
  if (!right.empty()) text += fmt::format(" ({})", one_line(right));
  return text;
}

std::string clipped_lines(const std::string& wrong) {
  std::string text;
  for (std::size_t from = 0; from <= wrong.size();) {
    const std::size_t end = std::min(wrong.find('\n', from), wrong.size());
    const std::string fault = wrong.substr(from, end - from);
    const std::string_view start = clipped(fault, limits::message_bytes);
    text += fmt::format("{}{}{}", from == 0 ? "" : "\n", one_line(std::string(start)),
                        start.size() < fault.size() ? "..." : "");
    from = end + 1;
  }
  return text;
}

}  // namespace

/// The message as it is shown, clipped: it may be of any length, and have several faults on lines
/// of their own.
struct InputError::Shown {
  explicit Shown(const std::string& wrong) : text(clipped_lines(wrong)) {}
  std::string text;
};

InputError::InputError(const Place& place, const std::string& wrong, const std::string& right)
    : InputError(place, Shown(wrong), right) {}

InputError::InputError(const Place& place, Shown wrong, const std::string& right)
    : std::runtime_error(message(place, wrong.text, right)),
      place_(place),
      wrong_(std::move(wrong.text)),
      right_(right) {}

}  // namespace combat_odds
