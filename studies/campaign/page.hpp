#pragma once

#include <string>

#include "combat_odds/reports/page.hpp"

namespace combat_odds::red_barricades {

/// The page of what `campaign` wrote into a folder. `program` is the name and version of the
/// program, for the reader. Throws InputError.
std::string campaign_page(const std::string& directory, const std::string& program,
                          PageFormat format);

}  // namespace combat_odds::red_barricades
