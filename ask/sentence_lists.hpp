#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/names_said.hpp"
#include "ask/spoken_words.hpp"

namespace combat_odds {

// What a sentence lists, before it is read: each of several is asked by itself.

/// "elite, veteran or trained" as "elite or veteran or trained", "none, 8-0 or 9-1" likewise: so
/// are units, leaders, qualities and vehicles of a list that ends with "or". The names of vehicles
/// are asked for only where an "or" stands.
std::string with_lists(std::string_view sentence,
                       const std::function<const NamesSaid&()>& vehicles);

/// "6, 8 or 12" as "6,8,12": numbers that stand between commas and "or" are one list.
std::string with_number_lists(std::string_view sentence);

/// "run, assault move or dash" as "run or assault move or dash": with "or" for one comma in front
/// of the last "or", for two, and so on. Empty: no comma stands so.
std::vector<std::string> with_commas_as_or(std::string_view sentence);

}  // namespace combat_odds
