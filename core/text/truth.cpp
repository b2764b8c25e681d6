#include "core/text/truth.hpp"

#include <fmt/format.h>

#include "core/text/suggest.hpp"

namespace combat_odds {

std::optional<bool> truth_in(std::string_view text) {
  const std::string word = folded(text);
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  return std::nullopt;
}

bool truth_in(const Columns::Row& row, std::string_view column) {
  if (const std::optional<bool> given = truth_in(row.text(column))) return *given;
  row.fault(column, fmt::format("{} is '{}'", column, row.text(column)), "true or false");
  return false;
}

}  // namespace combat_odds
