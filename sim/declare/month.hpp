#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/error.hpp"

namespace combat_odds {

/// A month of the war, for dates of introduction and of scenarios.
struct Month {
  int year = 0;
  int month = 1;  ///< 1 to 12

  int count() const { return year * 12 + month - 1; }
  friend bool operator==(const Month&, const Month&) = default;
};

std::string month_text(Month month);

/// Reads "1942-10". Nothing if the text is not a month.
std::optional<Month> read_month(std::string_view text);

/// Reads a year or a month; of a year it is the last month if `last` holds, else the first. Throws
/// InputError at `place`.
Month read_date(const std::string& text, const Place& place, bool last);

/// Whether a unit of a point list is to be had at a date, which affects its Rarity. Lists of every
/// game may have Rarities, and they all go by the same factors.
enum class Availability { common, early, late, not_yet };

/// Common from its introduction to its last month (nothing: to the end of the war), early up to 3
/// months before, late afterwards.
Availability availability(Month from, std::optional<Month> to, Month date);

/// The factor of Rarity: 2 when early, 1.5 when late.
double rarity_factor(Availability availability);

}  // namespace combat_odds
