#include "web/engine/request.hpp"

#include <fmt/format.h>

#include "core/text/number_text.hpp"

namespace combat_odds::web {

std::string text_in(const Json& request, const char* key) {
  if (!request.contains(key)) return {};
  if (!request[key].is_string()) throw InputError({key}, "is no text", "a text");
  return request[key].get<std::string>();
}

std::uint64_t number_in(const Json& request, const char* key, std::uint64_t otherwise,
                        std::uint64_t most) {
  if (!request.contains(key)) return otherwise;
  const Json& value = request[key];
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    throw InputError({key}, "is not possible", fmt::format("a whole number up to {}", most));
  }
  return value.get<std::uint64_t>();
}

std::optional<int> integer_in(const Json& request, const char* key, int least, int most) {
  if (!request.contains(key)) return std::nullopt;
  const Json& value = request[key];
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.empty()) return std::nullopt;
  const std::optional<int> number = combat_odds::number_in<int>(text);
  if (!number || *number < least || *number > most) {
    throw InputError({key}, fmt::format("'{}' is not possible", text),
                     fmt::format("a whole number from {} to {}", least, most));
  }
  return number;
}

Drawing drawing_in(const Json& request) {
  return {static_cast<double>(number_in(request, "width", 360, 4000)), false};
}

}  // namespace combat_odds::web
