#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// How the form of a parameter begins that lists names with their numbers; an example follows.
inline constexpr std::string_view counted_names_form = "names with their numbers such as ";

/// So many of one thing, and what one of them costs each nation that has it.
struct PricedItem {
  std::string name;
  int count = 1;
  std::map<std::string, int> each;
};

/// What a list of items costs the nation that pays for it.
struct Bill {
  std::string nation;
  int sum = 0;
  std::vector<std::string> lines;  ///< "3 x 4-6-7 at 21: 63"
};

/// The bill of `nation`. Where it is not named, of the one that has all items; where several have
/// them, only if it is the same for all. Else it throws ArgumentError about `items`, the parameter
/// that lists them, or about `nations`, which names the nation.
Bill bill_of(const std::vector<PricedItem>& list, const std::optional<std::string>& nation,
             std::string_view items, std::string_view nations);

/// "3*4-6-7, 8-1, MMG".
std::string list_text(const std::vector<PricedItem>& list);

}  // namespace combat_odds
