#pragma once

#include <optional>
#include <string_view>

#include "sim/declare/units.hpp"

namespace combat_odds::squad_leader {

/// Reads a leader such as 8-1; nothing for "none". Throws ArgumentError about `parameter` for
/// anything else.
std::optional<UnitName> read_leader_or_none(std::string_view text, std::string_view parameter);

}  // namespace combat_odds::squad_leader
