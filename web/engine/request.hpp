#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "reports/tables/plot.hpp"
#include "reports/text/json_parts.hpp"

namespace combat_odds::web {

// What a request holds under a key. Each throws InputError at the key where it is something else.

/// Empty where it is left out.
std::string text_in(const Json& request, const char* key);
/// `otherwise` where it is left out.
std::uint64_t number_in(const Json& request, const char* key, std::uint64_t otherwise,
                        std::uint64_t most);
/// A whole number, or its text; nothing where it is left out or empty.
std::optional<int> integer_in(const Json& request, const char* key, int least, int most);
/// How wide pictures are ("width", in CSS pixels); the page says around them what they show.
Drawing drawing_in(const Json& request);

}  // namespace combat_odds::web
