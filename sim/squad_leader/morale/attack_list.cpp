#include "sim/squad_leader/morale/attack_list.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

std::vector<double> read_attack_list(std::string_view text, std::string_view parameter) {
  constexpr std::size_t most = 12;
  constexpr double strongest = 1000;
  std::vector<double> all;
  for (const std::string_view word : words_of(text)) {
    const std::optional<double> factors = number_in<double>(word);
    if (!factors || !(*factors >= 0 && *factors <= strongest) || all.size() == most) {
      throw ArgumentError(parameter, fmt::format("'{}' is no list of attacks", text), attacks_form);
    }
    all.push_back(*factors);
  }
  return all;
}

}  // namespace combat_odds::squad_leader
