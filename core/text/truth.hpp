#pragma once

#include <optional>
#include <string_view>

#include "core/text/columns.hpp"

namespace combat_odds {

/// Yes or no as people write it: true or yes, false or no, in upper or lower case. Nothing for
/// anything else.
std::optional<bool> truth_in(std::string_view text);

/// The same of a cell that may not be empty.
bool truth_in(const Columns::Row& row, std::string_view column);

}  // namespace combat_odds
