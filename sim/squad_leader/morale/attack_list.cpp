#include "sim/squad_leader/morale/attack_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

std::vector<double> read_attack_list(std::string_view text, std::string_view parameter) {
  constexpr std::size_t most = 12;
  constexpr double strongest = 1000;
  std::vector<double> all;
  text = trimmed(text);
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::optional<double> factors = number_in<double>(text.substr(0, space));
    if (!factors || !(*factors >= 0 && *factors <= strongest) || all.size() == most) {
      throw ArgumentError(parameter, fmt::format("'{}' are no attacks", text), attacks_form);
    }
    all.push_back(*factors);
    text = trimmed(text.substr(space));
  }
  return all;
}

}  // namespace combat_odds::squad_leader
