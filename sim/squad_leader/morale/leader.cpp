#include "sim/squad_leader/morale/leader.hpp"

#include "core/text/error.hpp"

namespace combat_odds::squad_leader {

std::optional<UnitName> read_leader_or_none(std::string_view text, std::string_view parameter) {
  if (text == "none") return std::nullopt;
  UnitName unit = read_unit(text, parameter);
  if (unit.leader) return unit;
  throw ArgumentError(parameter, "'" + unit.text + "' is no leader",
                      "a leader such as 8-1, or none");
}

}  // namespace combat_odds::squad_leader
